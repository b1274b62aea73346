"""The referee's word on a move: everything that lies open is judged, with the clause it breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.kernel import ledger
from referee.kernel.contract import Holding, Move, Ruling, SeatId, card_of, cards_of

from . import cubes as cube_rules
from . import worlds
from .consistent import consistent, contested, unseen
from .deck import DECK, NUMBERS
from .order import after_sums, leaders
from .phases import IN_TURN, drops, phase, waiting
from .playing import enter
from .state import State, holdings, see


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move, by what its seat may know (``see``)."""
    seen, judged = see(state, move.seat), _JUDGES.get(move.kind)
    return (*_turn_order(seen, move), *(judged(seen, move) if judged else ()))


def _turn_order(state: State, move: Move) -> tuple[Ruling, ...]:
    """Acting before one's turn, or choosing the exchange without being last (BD-17, BD-22, BD-27)."""
    first = waiting(state)[0] if move.kind in ("cubes", "exchange", "match") and phase(state) in IN_TURN else move.seat
    if move.seat == first:
        return ()
    if move.kind == "exchange":
        return (Ruling("not_last_chooser", "BD-22", params={"last": first, "seat": move.seat}),)
    return (Ruling("out_of_order", "BD-17" if move.kind == "cubes" else "BD-27", params={"next": first, "seat": move.seat}),)


def _clash(state: State, move: Move, name: str = "card", *lying: Holding) -> tuple[Ruling, ...]:
    """A card that lies open elsewhere (BD-2)."""
    return ledger.clash(DECK, (*holdings(state), *lying), None, [card_of(move, name)], "BD-2", name)


def _discard(state: State, move: Move) -> tuple[Ruling, ...]:
    if not drops(state):
        return (Ruling("no_discard", "BD-8"),)
    card, found = card_of(move), list(_clash(state, move))
    if move.seat in state.discards:
        found.append(Ruling("second_discard", "BD-8", params={"seat": move.seat}))
    if card in NUMBERS and state.options["discard_number"] == "no":
        found.append(Ruling("number_discarded", "BD-A17", params={"card": card}, field="card"))
    return tuple(found)


def _date(state: State, move: Move) -> tuple[Ruling, ...]:
    """A whole row of quick entry."""
    after = enter(state, move)
    return (
        *_clash(state, move, "blind"),
        *_clash(state, move, "match", Holding(card_of(move, "blind"), move.seat, "blind")),
        *_own_match(state, move),
        *cube_rules.judge_bare(after.now.blinds, after.now.bare, state.seats, unseen(after), state.options),
    )


def _own_match(state: State, move: Move) -> tuple[Ruling, ...]:
    if move.data["target"] != move.seat or state.options["self_match"] != "forbidden":
        return ()
    return (Ruling("own_match_forbidden", "BD-A4", params={"seat": move.seat}, field="target"),)


def _sum(state: State, move: Move) -> tuple[Ruling, ...]:
    """A declared sum that no arrangement of the number cards allows (BD-15, BD-25)."""
    first = phase(state) == "order1"
    if _still_possible(state, move):
        return ()
    used = [holding.card for holding in holdings(state) if holding.card in NUMBERS]
    free = [value for card, value in NUMBERS.items() if card not in used]
    told = state.now.sums1 if first else state.now.sums2
    alone = move.seat is not None and worlds.declare(worlds.unknown([move.seat], used, 4), move.seat, int(str(move.data["sum"])))
    params = {"sum": move.data["sum"], "free": sorted(free), "told": list(told.values()), "seat": move.seat}
    code = "sum_clash" if alone else "sum_unreachable" if params["free"] else "sum_none_left"
    return (Ruling(code, "BD-15" if first else "BD-25", params=params, field="sum"),)


def _still_possible(state: State, move: Move) -> bool:
    """Whether a move can be true with all that was told; once the table let an untruth stand, nothing more can be told from the sums."""
    return consistent(enter(state, move)) or not consistent(state)


def _start(state: State, move: Move) -> tuple[Ruling, ...]:
    """A start player who does not have the largest sum; in quick entry no sums are told."""
    first = phase(state) == "start1"
    level = leaders(state.now.sums1 if first else state.now.sums2)
    if not level or move.data["starter"] in level:
        return ()
    params = {"seat": move.data["starter"], "leaders": list(level)}
    return (Ruling("wrong_start", "BD-15" if first else "BD-25", params=params, field="starter"),)


def _cubes(state: State, move: Move) -> tuple[Ruling, ...]:
    told = cards_of(move, "cubes")
    found = tuple(cube_rules.judge_laid(told, list(state.now.cubes.values()), unseen(state), state.options))
    if found or _still_possible(state, move):
        return found
    return (Ruling("cubes_no_card", "BD-19", params={"cubes": list(told)}, field="cubes"),)


def _exchange(state: State, move: Move) -> tuple[Ruling, ...]:
    impossible = move.data["direction"] == "opposite" and len(state.seats) == 3
    return (Ruling("no_opposite", "BD-22", field="direction"),) if impossible else ()


def _match(state: State, move: Move) -> tuple[Ruling, ...]:
    clash = _clash(state, move)
    found = (*clash, *_own_match(state, move))
    if clash or _still_possible(state, move):
        return found
    return (*found, _untrue(state, move) or _undeclared(state, move, "BD-25", state.now.sums2))


def _reveal(state: State, move: Move) -> tuple[Ruling, ...]:
    """What a card turned up says against its cubes and against the declared sums (BD-15, BD-19, BD-21, BD-25)."""
    card, laid = card_of(move), state.now.cubes
    before = list(laid.values())[: list(laid).index(str(move.seat))]
    clash = _clash(state, move)
    found = (*clash, *cube_rules.judge_shown(card, laid[str(move.seat)], before, state.options))
    if clash or _still_possible(state, move):
        return found
    return (*found, _untrue(state, move) or _contradiction(state, move))


def _untrue(state: State, move: Move) -> Ruling | None:
    """Where the sums can be true, the card shown is the only one left that another seat's face-down card can be by its cubes."""
    after = enter(state, move)
    params = {"card": card_of(move), "seats": list(contested(after))}
    return Ruling("card_face_down", "BD-19", params=params, field="card") if after.possible else None


def _contradiction(state: State, move: Move) -> Ruling:
    """Which declaration a card turned up shows to be false."""
    card, seat = card_of(move), str(move.seat)
    if card not in NUMBERS:
        return Ruling("number_missing", "BD-25", params={"card": card, "seat": seat}, field="card")
    if not worlds.show(after_sums(state, 1).possible, seat, "hand", card):
        return _undeclared(state, move, "BD-15", state.now.sums1)
    return Ruling("sums_disagree", "BD-25", params={"card": card, "seat": seat}, field="card")


def _undeclared(state: State, move: Move, clause: str, told: Mapping[SeatId, int]) -> Ruling:
    params = {"card": card_of(move), "seat": move.seat, "sum": told.get(str(move.seat), 0)}
    return Ruling("number_not_declared", clause, params=params, field="card")


_JUDGES: dict[str, Callable[[State, Move], tuple[Ruling, ...]]] = {
    "discard": _discard,
    "date": _date,
    "sum": _sum,
    "start": _start,
    "cubes": _cubes,
    "exchange": _exchange,
    "match": _match,
    "reveal": _reveal,
}
