"""Phases of a turn (BD-14), who starts, and moves; a complete turn is scored (BD-47…BD-49)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.kernel.cards import Card
from referee.kernel.contract import Line, Move, SeatId, card_of, cards_of, number_of
from referee.kernel.game import with_now
from referee.kernel.turns import left_of, order_from

from . import worlds
from .cubes import rewarded
from .dates import DECK, TURNS, first_of_season, score_spot, season_of
from .state import State, Turn, discards_open, holdings, in_order, spots

# This card decides both possible ties, 5 with 2 + 3 and 2 + 5 with 3 + 4 (BD-A12).
HIGHEST = "5S"
IN_TURN = ("blind", "exchange", "match")


def phase(state: State) -> str:
    """Return ``rows`` (quick), a full-entry phase, ``start1`` or ``start2`` (ask), or ``over``."""
    if state.over:
        return "over"
    if state.depth == "quick":
        return "rows"
    return next((name for name, finished in _steps(state) if not finished), "reveal")


def _steps(state: State) -> Iterator[tuple[str, bool]]:
    """Yield each phase of full entry before the reveal, and whether it is over."""
    now, seats = state.now, len(state.seats)
    yield "discard", not drops(state) or len(state.discards) == seats
    yield "order1", len(now.sums1) == seats
    yield "start1", starter(state, 1) is not None
    yield "blind", len(now.cubes) == seats
    yield "exchange", now.exchange is not None
    yield "order2", len(now.sums2) == seats
    yield "start2", starter(state, 2) is not None
    yield "match", len(now.matches) == seats


def drops(state: State) -> bool:
    """Return whether each player discards a card before this turn (BD-8)."""
    return len(state.seats) == 3 and first_of_season(state.turn)


def asks_placing(state: State) -> bool:
    """Return whether quick entry needs the start player: a house rule goes by who laid first."""
    placed = {"first_placed", "last_placed"} & {state.options["bad_tie"], state.options["good_tie"]}
    return bool(placed) and state.now.start2 is None


def waiting(state: State) -> tuple[SeatId, ...]:
    """Return the seats still to act, in order; only in the phases ``IN_TURN`` one at a time."""
    now, at = state.now, phase(state)
    if at == "exchange":
        return (*list(now.cubes)[-1:], *list(now.cubes)[:-1])
    if at in ("start1", "start2", "over"):
        return ()
    told = {
        "discard": state.discards,
        "order1": now.sums1,
        "blind": now.cubes,
        "order2": now.sums2,
        "reveal": now.blinds,
    }
    seats = order(state, 1 if at == "blind" else 2) if at in ("blind", "match") else state.seats
    return tuple(seat for seat in seats if seat not in told.get(at, now.matches))


# Who starts: the largest sum, or a rule if nobody or several have it


def starter(state: State, half: int) -> SeatId | None:
    """Return who starts phase 2 (``half`` 1) or 5 (2), None if not known (BD-15, BD-25)."""
    now = state.now
    sums, named = (now.sums1, now.start1) if half == 1 else (now.sums2, now.start2)
    if len(sums) < len(state.seats):
        return None
    if named:
        return named
    level = leaders(sums)
    if len(level) == 1:
        return level[0]
    first = starter(state, 1) if half == 2 else None
    previous = (*state.starts, first) if first else state.starts
    return _of_level(state, half, level, previous) if level else _nobody(state, half, previous)


def _of_level(
    state: State, half: int, level: tuple[SeatId, ...], previous: tuple[SeatId, ...]
) -> SeatId | None:
    """Return which of several seats with the largest sum starts (BD-A12)."""
    rule = state.options["order_tie"]
    if rule == "highest_card":
        holder = worlds.holder(after_sums(state, half).possible, HIGHEST)
        return holder if holder in level else None
    if rule == "table_decides" or not previous:
        return None
    around = order_from(state.seats, left_of(state.seats, previous[-1]))
    if rule == "previous_start":
        around = in_order(state, previous[-1])
    return next(seat for seat in around if seat in level)


def leaders(sums: Mapping[SeatId, int]) -> tuple[SeatId, ...]:
    """Return the seats with the largest sum; none if nobody has a number card."""
    most = max(sums.values(), default=0)
    return tuple(seat for seat, total in sums.items() if total == most and most > 0)


def order(state: State, half: int) -> tuple[SeatId, ...]:
    """Return the order of play of phase 2 or 5; empty while the start player is unknown."""
    start = starter(state, half)
    return in_order(state, start) if start else ()


def _nobody(state: State, half: int, previous: tuple[SeatId, ...]) -> SeatId | None:
    """Return the start player if nobody has a number card (BD-26, BD-A13)."""
    rule = state.options["no_numbers"]
    if not previous or (rule == "random" and half == 1):
        return None
    if rule == "season_first":
        return previous[0]
    return left_of(state.seats, previous[-1]) if rule == "move_left" and half == 1 else previous[-1]


def after_sums(state: State, half: int) -> State:
    """Return the state as it was once the sums of a phase had been entered."""
    if half == 2:
        return with_now(state, matches={}, blinds={})
    return replace(state, now=Turn(state.now.sums1))


# Moves


def advance(state: State, move: Move) -> State:
    """Return the state after a move; score a complete turn and begin the next."""
    after = enter(state, move)
    told = len(after.now.matches) == len(after.now.blinds) == len(after.seats)
    return (
        _finish(after) if told and not (after.depth == "quick" and asks_placing(after)) else after
    )


def enter(state: State, move: Move) -> State:
    """Return the state with the move recorded, before scoring."""
    now, seat, data = state.now, str(move.seat), move.data
    match move.kind:
        case "playoff":
            return replace(state, playoff=str(data["winner"]))
        case "discard":
            return replace(state, discards={**state.discards, seat: card_of(move)})
        case "start":
            return with_now(
                state, **{"start1" if phase(state) == "start1" else "start2": str(data["starter"])}
            )
        case "sum":
            name, told = ("sums1", now.sums1) if phase(state) == "order1" else ("sums2", now.sums2)
            return with_now(state, **{name: {**told, seat: number_of(move, "sum")}})
        case "cubes":
            cubes = cards_of(move, "cubes")
            return with_now(
                state,
                cubes={**now.cubes, seat: cubes},
                bare={**now.bare, seat: not cubes and rewarded(state)},
            )
        case "exchange":
            return with_now(state, exchange=(str(data["action"]), str(data["direction"])))
        case "match":
            return with_now(
                state, matches={**now.matches, seat: (card_of(move), str(data["target"]))}
            )
        case "reveal":
            return with_now(state, blinds={**now.blinds, seat: card_of(move)})
        case _:
            return with_now(
                state,
                blinds={**now.blinds, seat: card_of(move, "blind")},
                bare={**now.bare, seat: bool(data["no_cube"])},
                matches={**now.matches, seat: (card_of(move, "match"), str(data["target"]))},
            )


def turn_lines(state: State) -> Iterator[Line]:
    """Yield remarks on the entries, then the lines of the blind dates known so far."""
    if first_of_season(state.turn) and discards_open(state):
        # A discard entered elsewhere too shows only once the discards are open (BD-2).
        cards = [holding.card for holding in holdings(state)]
        for seat, card in state.discards.items():
            if cards.count(card) > 1:
                yield Line(
                    seat,
                    state.turn,
                    0,
                    "BD-2",
                    "doubtful_discard",
                    {"at": seat, "card": card},
                    (card,),
                    part="check",
                )
    sums = state.now.sums2
    if len(sums) == len(state.seats) and not any(sums.values()):
        # If nobody has a number card in phase 4, the order of phase 1 stays (BD-26).
        first = starter(state, 2) or state.seats[0]
        yield Line(first, state.turn, 0, "BD-26", "order_kept", {"at": first}, part="order")
    for spot in spots(state):
        yield from score_spot(spot, state.turn, season_of(state.turn), state.options)


def _finish(state: State) -> State:
    """Score the turn; after the second turn of a season deal everything again."""
    finished = (*state.finished, *turn_lines(state), *_reset_lines(state))
    fresh = replace(
        state, finished=finished, past=(*state.past, state.now), now=Turn(), turn=state.turn + 1
    )
    if not first_of_season(state.turn):
        return replace(fresh, discards={}, table=(), starts=(), worlds=worlds.dealt(state.seats))
    known, lying = state.possible if state.depth == "full" else frozenset(), holdings(state)
    table = tuple(holding for holding in lying if holding.place != "discard")
    missing = 1 + len(state.seats) + len(table) - len(lying) if len(state.seats) == 3 else 0
    starts = (*state.starts, *(start for half in (1, 2) if (start := starter(state, half))))
    possible = known or worlds.unknown(
        state.seats, frozenset(holding.card for holding in lying), missing
    )
    return replace(fresh, table=table, starts=starts, worlds=possible)


def _reset_lines(state: State) -> Iterator[Line]:
    """Yield the steps after scoring: lay out cards, return cubes or deal (BD-47, BD-48, BD-A24)."""
    second = ("BD-10", "game_over") if state.turn == TURNS else ("BD-49", "season_over")
    last = ("BD-47", "cubes_back") if first_of_season(state.turn) else second
    for (clause, code), cards in (*_laid_out(state), (last, ())):
        yield Line(
            state.seats[0],
            state.turn,
            0,
            clause,
            code,
            {"n": len(cards)},
            cards,
            part="reset",
            nobody=True,
        )


def _laid_out(state: State) -> Iterator[tuple[tuple[str, str], tuple[Card, ...]]]:
    """Yield the cards seen this season and those unseen, unless open cards were not entered."""
    three = len(state.seats) == 3
    # With three players, discards or leftover cards may lie open without an entry.
    if three and (len(state.discards) < len(state.seats) or state.options["leftover"] == "shown"):
        yield ("BD-48", "lay_out"), ()
        return
    lying = {holding.card for holding in holdings(state)}
    yield ("BD-48", "seen"), tuple(card for card in DECK.counts if card in lying)
    yield ("BD-48", "unseen"), tuple(card for card in DECK.counts if card not in lying)
