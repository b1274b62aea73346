"""What a move does: it is entered, and a complete turn is scored and put away (BD-47…BD-49)."""

from __future__ import annotations

from referee.kernel.cards import Card
from referee.kernel.contract import Line, Move, card_of, cards_of
from referee.kernel.frozen import replace, with_now

from . import worlds
from .cubes import rewarded
from .dates import score_spot
from .deck import DECK, TURNS, first_of_season, season_of
from .order import starter
from .phases import phase, turn_complete
from .state import State, Turn, discards_open, holdings, spots


def advance(state: State, move: Move) -> State:
    """The state after a move; a turn that is complete is scored and the next one begins."""
    after = enter(state, move)
    return _finish(after) if turn_complete(after) else after


def enter(state: State, move: Move) -> State:
    """The state with the move written down, before anything is scored."""
    now, seat, data = state.now, str(move.seat), move.data
    match move.kind:
        case "playoff":
            return replace(state, playoff=str(data["winner"]))
        case "discard":
            return replace(state, discards={**state.discards, seat: card_of(move)})
        case "start":
            return with_now(state, **{"start1" if phase(state) == "start1" else "start2": str(data["starter"])})
        case "sum":
            name, told = ("sums1", now.sums1) if phase(state) == "order1" else ("sums2", now.sums2)
            return with_now(state, **{name: {**told, seat: int(str(data["sum"]))}})
        case "cubes":
            cubes = cards_of(move, "cubes")
            bare = not cubes and rewarded(list(now.cubes.values()), state.options)
            return with_now(state, cubes={**now.cubes, seat: cubes}, bare={**now.bare, seat: bare})
        case "exchange":
            return with_now(state, exchange=(str(data["action"]), str(data["direction"])))
        case "match":
            return with_now(state, matches={**now.matches, seat: (card_of(move), str(data["target"]))})
        case "reveal":
            return with_now(state, blinds={**now.blinds, seat: card_of(move)})
        case _:
            return with_now(
                state,
                blinds={**now.blinds, seat: card_of(move, "blind")},
                bare={**now.bare, seat: bool(data["no_cube"])},
                matches={**now.matches, seat: (card_of(move, "match"), str(data["target"]))},
            )


def turn_lines(state: State) -> tuple[Line, ...]:
    """The lines of the turn being entered, as far as its blind dates are known."""
    scored = tuple(line for spot in spots(state) for line in score_spot(spot, state.turn, season_of(state.turn), state.options))
    return (*_doubtful_discards(state), *_order_kept(state), *scored)


def _order_kept(state: State) -> list[Line]:
    """A remark when nobody holds a number card in phase 4, so that the order of phase 1 stays (BD-26)."""
    sums = state.now.sums2
    if len(sums) < len(state.seats) or any(sums.values()):
        return []
    first = starter(state, 2) or state.seats[0]
    return [Line(first, state.turn, 0, "BD-26", "order_kept", {"at": first}, part="order")]


def _doubtful_discards(state: State) -> list[Line]:
    """A remark for every discard that was entered elsewhere too, which may only show once the discards are open."""
    if not first_of_season(state.turn) or not discards_open(state):
        return []
    cards = [holding.card for holding in holdings(state)]
    return [
        Line(seat, state.turn, 0, "BD-2", "doubtful_discard", {"at": seat, "card": card}, (card,), part="check")
        for seat, card in state.discards.items()
        if cards.count(card) > 1
    ]


def _finish(state: State) -> State:
    """The state after a turn is scored; after the second turn of a season everything is dealt anew."""
    finished = (*state.finished, *turn_lines(state), *_reset_lines(state))
    fresh = replace(state, finished=finished, past=(*state.past, state.now), now=Turn(), turn=state.turn + 1)
    if not first_of_season(state.turn):
        return replace(fresh, discards={}, table=(), starts=(), worlds=worlds.dealt(state.seats))
    known, lying = state.possible if state.depth == "full" else frozenset(), holdings(state)
    table = tuple(holding for holding in lying if holding.place != "discard")
    missing = 1 + len(state.seats) + len(table) - len(lying) if len(state.seats) == 3 else 0
    starts = (*state.starts, *(start for half in (1, 2) if (start := starter(state, half))))
    possible = known or worlds.unknown(state.seats, {holding.card for holding in lying}, missing)
    return replace(fresh, table=table, starts=starts, worlds=possible)


def _reset_lines(state: State) -> tuple[Line, ...]:
    """What the table does after scoring: cards laid out in order, cubes back, or a new deal (BD-47, BD-48, BD-A24)."""
    seen = {holding.card for holding in holdings(state)}
    shown, unseen = (tuple(card for card in DECK.counts if (card in seen) is lies) for lies in (True, False))

    def line(clause: str, code: str, cards: tuple[Card, ...] = ()) -> Line:
        return Line(state.seats[0], state.turn, 0, clause, code, {"n": len(cards)}, cards, part="reset", nobody=True)

    if first_of_season(state.turn):
        last = ("BD-47", "cubes_back")
    else:
        last = ("BD-10", "game_over") if state.turn == TURNS else ("BD-49", "season_over")
    return line("BD-48", "seen", shown), line("BD-48", "unseen", unseen), line(*last)
