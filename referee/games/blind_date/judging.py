"""Prompts of each phase, and objections to a move by everything that lies open."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from referee.kernel import ledger
from referee.kernel.cards import Card
from referee.kernel.contract import (
    Holding,
    Level,
    Move,
    Prompt,
    Ruling,
    SeatId,
    card_of,
    cards_of,
    number_of,
    playoff,
)
from referee.kernel.fields import Cards, Choice, Flag, Int, Many, Seat

from . import worlds
from .cubes import COLOURS, MOST, consistent, contested, judge_bare, judge_laid, judge_shown
from .dates import DECK, NUMBERS
from .playing import IN_TURN, after_sums, asks_placing, drops, enter, leaders, phase, waiting
from .state import State, Turn, discards_open, holdings, see

EXCHANGE = (
    Choice(name="action", values=("free_choice", "old_maid")),
    Choice(name="direction", values=("left", "right", "opposite")),
)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return every possible prompt; asides need not be answered."""
    at = phase(state)
    if at == "over":
        return playoff(state, "BD-A15")
    # With the discards open, every seat knows the same cards.
    open_ = _card(state) if discards_open(state) else None
    asked = (
        _prompt(state, at, seat, at in IN_TURN and place > 0, open_)
        for place, seat in enumerate(waiting(state))
    )
    found = (*asked, *_ask_starter(state, at))
    if at == "rows" and drops(state) and state.now == Turn():
        due = (seat for seat in state.seats if seat not in state.discards)
        return (*(_prompt(state, "discard", seat, True, open_) for seat in due), *found)
    return found


def _ask_starter(state: State, at: str) -> tuple[Prompt, ...]:
    """Ask who starts, if the sums do not tell; in quick entry, if a house rule goes by it."""
    clause = {"start1": "BD-15", "start2": "BD-25"}.get(at, "")
    if at == "rows" and asks_placing(state):
        clause = "BD-A5"
    starter = Seat(name="starter", values=state.seats)
    return (Prompt("start", None, (starter,), clause, form="tap"),) if clause else ()


def _card(state: State) -> Cards:
    return Cards(name="card", deck=DECK, left=ledger.left(DECK, holdings(state)))


def _prompt(state: State, at: str, seat: SeatId, aside: bool, open_: Cards | None) -> Prompt:
    """Ask a seat for its move of this phase."""
    card = open_ or _card(see(state, seat))
    target = Seat(name="target", values=state.seats)
    match at:
        case "rows":
            row = (replace(card, name="blind"), replace(card, name="match"), target)
            return Prompt("date", seat, (*row, Flag(name="no_cube")), "BD-27", form="row")
        case "discard":
            secret = state.options["entry"] == "secret"
            return Prompt("discard", seat, (card,), "BD-8", secret, aside, form="pad")
        case "order1" | "order2":
            clause = "BD-15" if at == "order1" else "BD-25"
            return Prompt("sum", seat, (Int(name="sum", low=0, high=14),), clause, form="tap")
        case "blind":
            cubes = Many(name="cubes", values=COLOURS, full=MOST)
            return Prompt("cubes", seat, (cubes,), "BD-18", aside=aside)
        case "exchange":
            nobody = ("opposite",) if len(state.seats) == 3 else ()
            action, direction = EXCHANGE
            exchange = (action, replace(direction, shut=nobody))
            return Prompt("exchange", seat, exchange, "BD-22", aside=aside, form="tap")
        case "match":
            return Prompt("match", seat, (card, target), "BD-27", aside=aside, form="tap")
        case _:
            return Prompt("reveal", seat, (card,), "BD-31", form="tap")


# Objections


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield objections by the seat's view; first, acting out of turn or not last (BD-22)."""
    seen = see(state, move.seat)
    first = (
        waiting(seen)[0]
        if move.kind in ("cubes", "exchange", "match") and phase(seen) in IN_TURN
        else move.seat
    )
    if move.seat != first and move.kind == "exchange":
        yield Ruling("not_last_chooser", "BD-22", params={"last": first, "seat": move.seat})
    elif move.seat != first:
        yield Ruling(
            "out_of_order",
            "BD-17" if move.kind == "cubes" else "BD-27",
            params={"next": first, "seat": move.seat},
        )
    if move.kind in _JUDGES:
        yield from _JUDGES[move.kind](seen, move)


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Object to a discard where nobody discards, or to a second one (BD-8)."""
    if kind != "discard" or seat is None:
        return None
    if not drops(state):
        return Ruling("no_discard", "BD-8")
    return (
        Ruling("second_discard", "BD-8", params={"seat": seat}) if seat in state.discards else None
    )


def _clash(state: State, move: Move, name: str = "card", *lying: Holding) -> tuple[Ruling, ...]:
    """Object to a card that lies open elsewhere (BD-2)."""
    return ledger.clash(DECK, (*holdings(state), *lying), None, [card_of(move, name)], "BD-2", name)


def _discard(state: State, move: Move) -> Iterator[Ruling]:
    yield from _clash(state, move)
    if card_of(move) in NUMBERS and state.options["discard_number"] == "no":
        yield Ruling("number_discarded", "BD-A17", params={"card": card_of(move)}, field="card")


def _date(state: State, move: Move) -> Iterator[Ruling]:
    """Judge a whole row of quick entry."""
    yield from _clash(state, move, "blind")
    yield from _clash(state, move, "match", Holding(card_of(move, "blind"), move.seat, "blind"))
    yield from _own_match(state, move)
    yield from judge_bare(enter(state, move))


def _own_match(state: State, move: Move) -> Iterator[Ruling]:
    if move.data["target"] == move.seat and state.options["self_match"] == "forbidden":
        yield Ruling("own_match_forbidden", "BD-A4", params={"seat": move.seat}, field="target")


def _sum(state: State, move: Move) -> Iterator[Ruling]:
    """Object to a sum that no arrangement of the number cards allows (BD-15, BD-25)."""
    if _still_possible(state, move):
        return
    first = phase(state) == "order1"
    used = [holding.card for holding in holdings(state) if holding.card in NUMBERS]
    free = sorted(value for card, value in NUMBERS.items() if card not in used)
    told = state.now.sums1 if first else state.now.sums2
    alone = move.seat is not None and worlds.declare(
        worlds.unknown((move.seat,), frozenset(used), 4), move.seat, number_of(move, "sum")
    )
    params = {"sum": move.data["sum"], "free": free, "told": list(told.values()), "seat": move.seat}
    code = "sum_clash" if alone else "sum_unreachable" if free else "sum_none_left"
    yield Ruling(code, "BD-15" if first else "BD-25", params=params, field="sum")


def _still_possible(state: State, move: Move) -> bool:
    """Return whether a move can be true; once an untruth was allowed, any can."""
    return consistent(enter(state, move)) or not consistent(state)


def _start(state: State, move: Move) -> Iterator[Ruling]:
    """Object to a start player without the largest sum; quick entry has no sums."""
    first = phase(state) == "start1"
    level = leaders(state.now.sums1 if first else state.now.sums2)
    if level and move.data["starter"] not in level:
        params = {"seat": move.data["starter"], "leaders": list(level)}
        yield Ruling("wrong_start", "BD-15" if first else "BD-25", params=params, field="starter")


def _cubes(state: State, move: Move) -> Iterator[Ruling]:
    told = cards_of(move, "cubes")
    yield from (found := tuple(judge_laid(state, told)))
    if not (found or _still_possible(state, move)):
        yield Ruling("cubes_no_card", "BD-19", params={"cubes": list(told)}, field="cubes")


def _exchange(state: State, move: Move) -> Iterator[Ruling]:
    if move.data["direction"] == "opposite" and len(state.seats) == 3:
        yield Ruling("no_opposite", "BD-22", Level.IMPOSSIBLE, field="direction")


def _shown(state: State, move: Move, more: Iterable[Ruling]) -> Iterator[Ruling]:
    """Judge a shown card against other cards, cubes and sums (BD-2, BD-19, BD-25)."""
    clash = _clash(state, move)
    yield from clash
    yield from more
    if not (clash or _still_possible(state, move)):
        yield _untrue(state, move, card_of(move), str(move.seat))


def _untrue(state: State, move: Move, card: Card, seat: SeatId) -> Ruling:
    """Return why a card is false: by the sums, or because it must be another's face-down card."""
    after, params = enter(state, move), {"card": card, "seat": seat}
    if after.possible:
        return Ruling(
            "card_face_down",
            "BD-19",
            params={"card": card, "seats": list(contested(after))},
            field="card",
        )
    clause, told = "BD-25", state.now.sums2
    if move.kind == "reveal":
        if card not in NUMBERS:
            return Ruling("number_missing", "BD-25", params=params, field="card")
        if worlds.show(after_sums(state, 1).possible, seat, "hand", card):
            return Ruling("sums_disagree", "BD-25", params=params, field="card")
        clause, told = "BD-15", state.now.sums1
    return Ruling(
        "number_not_declared", clause, params=params | {"sum": told.get(seat, 0)}, field="card"
    )


_JUDGES: dict[str, Callable[[State, Move], Iterable[Ruling]]] = {
    "discard": _discard,
    "date": _date,
    "sum": _sum,
    "start": _start,
    "cubes": _cubes,
    "exchange": _exchange,
    "match": lambda state, move: _shown(state, move, _own_match(state, move)),
    "reveal": lambda state, move: _shown(
        state, move, judge_shown(state, str(move.seat), card_of(move))
    ),
}
