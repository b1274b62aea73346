"""What the table looks like now: the row with its markers, the running lottery, the teams."""

from __future__ import annotations

from referee.kernel.board import Row, Shown, Spot
from referee.kernel.contract import Say, Scene, SeatId
from referee.shapes import zone

from . import sums
from .judging import phase
from .state import DECK, TARGET, State, contestants, in_deck, waiting


def scene(state: State) -> Scene:
    """Where the match stands."""
    at, full = phase(state), state.now.full
    return Scene(
        state.game,
        _where(state, at),
        DECK,
        banner=Say("last_turn", {"seats": list(full), "n": state.end_at}, "DT-27") if full and not state.over else None,
        holdings=state.holdings,
        complete=state.game - (not state.over),
        board=_board(state, at),
        hint=_hint(state, at),
        effects=state.effects,
        shown={seat: Shown(score, Say("of_target", {"n": TARGET}, "DT-30")) for seat, score in state.scores.items()},
    )


def _where(state: State, at: str) -> Say:
    if at == "over":
        return Say("match_over", {"n": state.game}, "DT-30")
    if at == "sums":
        return Say("game", {"game": state.game}, "DT-30")
    return Say("game_turn", {"game": state.game, "turn": state.turn}, "DT-26")


def _hint(state: State, at: str) -> Say | None:
    """Beside whoever acts: what is still to be laid or drawn, and the cards of the deck where they are known."""
    if at == "gain":
        return Say("hint_gain", {"n": state.row_size}, "DT-26")
    if at == "sums":
        return Say("hint_sums", {"n": sums.highest(state.end_at)}, "DT-28")
    if at == "nominate":
        return Say("hint_nominate", {}, "DT-14") if state.now.nominations == 1 else Say("hint_again", {}, "DT-21")
    if at not in ("row", "draw"):
        return None
    n, clause = (state.row_size - len(state.now.row), "DT-4") if at == "row" else (still_to_draw(state), "DT-15")
    deck = in_deck(state)
    return Say(f"hint_{at}", {"n": n}, clause) if deck is None else Say(f"hint_{at}_deck", {"n": n, "deck": deck}, clause)


def still_to_draw(state: State) -> int:
    """Cards whose turn it is to draw still draws: two for the first one of a lottery (DT-15, DT-A6)."""
    drawn, first_pass = len(state.now.draws), len(contestants(state)) + 1
    if drawn >= first_pass and state.options["second_pass"] == "one":
        return 1
    return max(1, 2 - drawn % first_pass)


def _board(state: State, at: str) -> tuple[Row, ...]:
    """The row over the teams; while lots are drawn, the lottery in their place, so that the keys are within reach."""
    if state.depth == "quick":
        return ()
    if at == "draw":
        drawn = (Spot(card, note=Say("drawn_by", {"seat": seat}, "DT-17")) for seat, card in state.now.draws)
        title = Say("lottery_for", {"card": state.now.row[state.now.lots[0]]}, "DT-14")
        return _row(state, at), Row((*drawn, Spot(state="next")), title=title, lit=True)
    acting = waiting(state)[0] if at == "nominate" else None
    rows = [_row(state, at)] if at in ("row", "nominate") else []
    return (*rows, *(_team(state, seat, lit=seat == acting) for seat in state.seats))


def _row(state: State, at: str) -> Row:
    now = state.now
    laid = tuple(_row_spot(state, place, at) for place in range(len(now.row)))
    empty = tuple(Spot(state="free" if n else "next") for n in range(state.row_size - len(now.row)))
    return Row((*laid, *empty), title=Say("row", {}, "DT-4"), lit=at == "row")


def _row_spot(state: State, place: int, at: str) -> Spot:
    """A card of the row with its markers; one that has been gained is struck, with the name of whoever has it."""
    now, card, name = state.now, state.now.row[place], str(place + 1)
    if place in now.owners:
        return Spot(card, "gone", Say("gained_by", {"seat": now.owners[place]}, "DT-8"), name)
    lit = at == "draw" and place == now.lots[0]
    return Spot(card, "next" if lit else "", place=name, marks=tuple(seat for seat, mark in now.marks.items() if mark == place))


def _team(state: State, seat: SeatId, lit: bool) -> Row:
    """A seat's team with its sum; what the newest entry threw out of it is shown for the last time."""
    team, gains = state.teams[seat], state.now.gains.get(seat, ())
    new = (*gains, *state.fresh.get(seat, ()))
    spots = [Spot(card, "new" if card in new else "") for card in sorted((*team, *gains), key=int)]
    spots += [Spot(card, "gone") for card in state.thrown.get(seat, ())]
    starts = Say("starts", {}, "DT-5") if seat == state.start else None
    full = Say("cards", {"n": len(team)}, "DT-27") if team else None
    return Row(tuple(spots), seat, note=starts, value=zone.total(team), value_note=full, lit=lit)
