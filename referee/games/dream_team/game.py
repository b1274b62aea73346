"""Dream Team: nominate row cards, settle clashes by lottery, build a team; a match to 100."""

from referee.kernel.board import BoardRow, Shown, Spot
from referee.kernel.contract import (
    Asked,
    Info,
    Line,
    Message,
    Option,
    Scene,
    SeatId,
    Sheet,
    Step,
    one_of,
)
from referee.kernel.detail import with_depth
from referee.kernel.earlier import points_before
from referee.kernel.fields import Cards, Choice, Int, Place, Seat
from referee.kernel.game import Earlier, Game, Options, Seats
from referee.kernel.info import SEAT, Statistic
from referee.kernel.paper import printed
from referee.kernel.statistics import by_code
from referee.kernel.wording import message_of, step
from referee.shapes import zone

from . import judging, playing
from .judging import highest, phase
from .state import DECK, TARGET, State, Turn

MADE_FOR = (3, 4)
CARD, PLACES = Cards(name="card", deck=DECK), tuple("1234567")
INFO = Info(
    id="dream-team",
    prefix="DT",
    deck_clause="DT-1",
    kinds={
        "row": Asked("DT-4", (CARD,), table=True),
        "nominate": Asked("DT-6", (Place(name="place", values=PLACES),)),
        "draw": Asked("DT-14", (CARD,)),
        "gain": Asked("DT-8", (Cards(name="cards", deck=DECK, most=2),)),
        "peak": Asked("DT-A4", (Choice(name="held", values=("yes", "no")),)),
        "sums": Asked("DT-28", (Int(name=f"sum_{SEAT}", low=0, high=highest(7)),), table=True),
    },
    seats_clause="DT-2",
    version="2026.1",
    range_clause="DT-A1",
    seats=(2, 6),
    family="numbers",
    sheet=Sheet(("team",), wide=("team",)),
    statistics=(Statistic("lottery", "times", "DT-15", low=None),),
    options=(
        Option(Seat(name="start", optional=True), "DT-5", asked=True),
        one_of("depth", "DT-1", "full", "turns", "quick"),
        one_of("direction", "DT-A2", "clockwise", "counterclockwise"),
        one_of("end_at", "DT-A3", "6", "7"),
        one_of("end_check", "DT-A4", "immediately", "turn_end"),
        one_of("leftover", "DT-A5", "last_round", "overall"),
        one_of("second_pass", "DT-A6", "one", "two"),
        one_of("rejoin", "DT-A8", "yes", "no"),
        one_of("next_start", "DT-A9", "move_left", "lowest_total", "random"),
        one_of("reshuffle", "DT-A10", "continue", "full"),
    ),
)


def setup(seats: Seats, options: Options) -> State:
    """The state before the first row."""
    start = str(options.get("start") or seats[0])
    return State(
        seats,
        options,
        str(options["depth"]),
        start,
        dict.fromkeys(seats, ()),
        dict.fromkeys(seats, 0),
    )


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet: lines of finished games, then those of the running one."""
    return (*state.finished, *state.log)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a box of cards to the first nomination, and how the match ends."""
    row, direction = len(seats) + 1, f"guide_{options['direction']} DT-A2"
    unusual = "" if len(seats) in MADE_FOR else message_of("guide_players DT-A1", n=len(seats))
    match = message_of("guide_match DT-30", n=TARGET)
    return (
        step("guide_shuffle DT-1", "guide_marker DT-3", "guide_note DT-1", unusual, n=DECK.size),
        step("guide_row DT-4", message_of("guide_deck DT-4", n=DECK.size - row), n=row),
        step(
            "guide_start DT-5",
            "guide_mark_start DT-5",
            direction,
            seat=options.get("start") or seats[0],
        ),
        step("guide_nominate DT-6", "guide_alone DT-8", "guide_pair DT-9", "guide_lottery DT-14"),
        step(
            "guide_end DT-27",
            f"guide_{options['end_check']} DT-A4",
            match,
            n=int(str(options["end_at"])),
        ),
    )


def scene(state: State) -> Scene:
    """The banner, board, hint and scores of the match."""
    at, full = phase(state), state.now.full
    told = {
        "over": message_of("match_over DT-30", n=state.game),
        "sums": message_of("game DT-30", game=state.game),
    }
    return Scene(
        state.game,
        told.get(at) or message_of("game_turn DT-26", game=state.game, turn=state.turn),
        DECK,
        banner=Message("last_turn", {"seats": list(full), "n": state.end_at}, "DT-27")
        if full and not state.over
        else None,
        holdings=state.holdings,
        complete=state.game - (not state.over),
        board=_board(state, at),
        hint=_hint(state, at),
        effects=state.effects,
        shown={
            seat: Shown(score, Message("of_target", {"n": TARGET}, "DT-30"))
            for seat, score in state.scores.items()
        },
    )


def _hint(state: State, at: str) -> Message | None:
    """The hint for the acting player: cards still to lay or draw, and the deck size if known."""
    gain = message_of("hint_gain DT-26", n=state.row_size)
    sums = message_of("hint_sums DT-28", n=highest(state.end_at))
    told = {
        "gain": gain,
        "sums": sums,
        "nominate": message_of(
            "hint_nominate DT-14" if state.now.nominations == 1 else "hint_again DT-21"
        ),
    }
    if at not in ("row", "draw"):
        return told.get(at)
    n, clause = (
        (state.row_size - len(state.now.row), "DT-4")
        if at == "row"
        else (still_to_draw(state), "DT-15")
    )
    deck = state.in_deck
    if deck is None:
        return Message(f"hint_{at}", {"n": n}, clause)
    return Message(f"hint_{at}_deck", {"n": n, "deck": deck}, clause)


def still_to_draw(state: State) -> int:
    """How many cards the drawer still draws: two at the start of a lottery (DT-15, DT-A6)."""
    drawn, first_pass = len(state.now.draws), len(state.contestants) + 1
    if drawn >= first_pass and state.options["second_pass"] == "one":
        return 1
    return max(1, 2 - drawn % first_pass)


def _board(state: State, at: str) -> tuple[BoardRow, ...]:
    """The row above the teams; lottery cards replace the teams, to keep the keys within reach."""
    if state.depth == "quick":
        return ()
    if at == "draw":
        drawn = (
            Spot(card, note=Message("drawn_by", {"seat": seat}, "DT-17"))
            for seat, card in state.now.draws
        )
        title = Message("lottery_for", {"card": state.now.row[state.now.lots[0]]}, "DT-14")
        return _row(state, at), BoardRow((*drawn, Spot(state="next")), title=title, active=True)
    acting = state.waiting[0] if at == "nominate" else None
    rows = [_row(state, at)] if at in ("row", "nominate") else []
    return (*rows, *(_team(state, seat, active=seat == acting) for seat in state.seats))


def _row(state: State, at: str) -> BoardRow:
    now = state.now
    laid = tuple(_row_spot(state, place, at) for place in range(len(now.row)))
    empty = tuple(Spot(state="free" if n else "next") for n in range(state.row_size - len(now.row)))
    return BoardRow((*laid, *empty), title=Message("row", {}, "DT-4"), active=at == "row")


def _row_spot(state: State, place: int, at: str) -> Spot:
    """A row card with its markers; a gained card is struck through and names its owner."""
    now, card, name = state.now, state.now.row[place], str(place + 1)
    if place in now.owners:
        return Spot(card, "gone", Message("gained_by", {"seat": now.owners[place]}, "DT-8"), name)
    active = at == "draw" and place == now.lots[0]
    return Spot(
        card,
        "next" if active else "",
        place=name,
        marks=tuple(seat for seat, mark in now.marks.items() if mark == place),
    )


def _team(state: State, seat: SeatId, active: bool) -> BoardRow:
    """A team with its sum; cards the newest entry removed are shown one last time."""
    team, gains = state.teams[seat], state.now.gains.get(seat, ())
    new = (*gains, *state.fresh.get(seat, ()))
    spots = [Spot(card, "new" if card in new else "") for card in sorted((*team, *gains), key=int)]
    spots += [Spot(card, "gone") for card in state.thrown.get(seat, ())]
    starts = Message("starts", {}, "DT-5") if seat == state.start else None
    full = Message("cards", {"n": len(team)}, "DT-27") if team else None
    return BoardRow(
        tuple(spots), seat, note=starts, value=zone.total(team), value_note=full, active=active
    )


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=judging.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lines,
        scene=scene,
        result=playing.result,
        guide=guide,
        # The team, unless only its sum is known.
        paper=printed(lines, lambda line: (None if line.code == "team_told" else line.cards,)),
        counted=lambda lines: by_code(lines, {"won_pair": "lottery", "won_match": "lottery"}),
        earlier=Earlier(lambda _state: (points_before(0, TARGET - 1),), playing.skipped),
    ),
    # Any depth at the start of a turn or, in quick entry, of a game.
    lambda state: (
        not state.over
        and state.now == Turn()
        and (state.depth != "quick" or not any(state.teams.values()))
    ),
    playing.switch,
    quick_midway=True,
)
