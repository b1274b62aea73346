"""Every objection to a move, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.contract import Level, Move, Ruling, SeatId, card_of
from referee.kernel.ledger import clash

from . import sums
from .state import DECK, State, cards_of, contestants, drawer, place_of, waiting


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    match move.kind:
        case "row":
            return clash(DECK, state.holdings, None, (card_of(move),), "DT-1", "card")
        case "nominate":
            return tuple(_nomination(state, str(move.seat), place_of(move)))
        case "draw":
            return (*_drawer(state, str(move.seat)), *clash(DECK, state.holdings, move.seat, (card_of(move),), "DT-1", "card"))
        case "gain":
            return (*_gain(state, move), *clash(DECK, state.holdings, move.seat, cards_of(move), "DT-1", "cards"))
        case "sums":
            return tuple(_sums(state, move))
        case _:
            return ()


def _nomination(state: State, seat: SeatId, place: int) -> Iterator[Ruling]:
    """Out of order, twice, by somebody who has a card, or on a card that is taken (DT-6, DT-21, DT-A8)."""
    now, due = state.now, waiting(state)[0]
    if seat in now.owners.values():
        yield Ruling("has_card", "DT-21", Level.IMPOSSIBLE, {"seat": seat})
    elif seat in now.marks:
        yield Ruling("placed_already", "DT-6", params={"seat": seat, "next": due})
    elif seat != due:
        yield Ruling("out_of_turn", "DT-6", params={"seat": seat, "next": due})
    if place in now.owners:
        params = {"card": now.row[place], "owner": now.owners[place]}
        yield Ruling("taken", "DT-21", Level.IMPOSSIBLE, params, "place")
    rivals = [other for other, mark in now.marks.items() if mark == place and other != seat]
    if rivals and now.nominations > 1 and state.options["rejoin"] == "no":
        yield Ruling("no_rejoin", "DT-A8", params={"card": now.row[place], "other": rivals[0]}, field="place")


def _drawer(state: State, seat: SeatId) -> Iterator[Ruling]:
    """A card drawn by somebody who is not in the lottery, or not by whose turn it is (DT-14, DT-15, DT-17)."""
    due, drawn, card = drawer(state), len(state.now.draws), state.now.row[state.now.lots[0]]
    if seat not in contestants(state):
        yield Ruling("not_in_lottery", "DT-14", Level.IMPOSSIBLE, {"seat": seat, "card": card, "seats": list(contestants(state))})
    elif seat != due:
        code, clause = ("two_first", "DT-15") if drawn < 2 else ("not_drawer", "DT-17")
        yield Ruling(code, clause, params={"seat": seat, "next": due})


def _gain(state: State, move: Move) -> Iterator[Ruling]:
    """Together the players gain the whole row, one of them two cards (DT-4, DT-25, DT-26)."""
    cards, told = cards_of(move), state.now.gains
    twice = next((seat for seat, had in told.items() if len(had) > 1), None)
    if len(cards) > 1 and twice:
        yield Ruling("two_already", "DT-25", params={"seat": twice}, field="cards")
    last = len(told) == len(state.seats) - 1
    if last and len(cards) == 1 and not twice:
        yield Ruling("one_missing", "DT-26", params={"n": state.row_size, "seat": move.seat}, field="cards")


def _sums(state: State, move: Move) -> Iterator[Ruling]:
    """Sums that no teams can have together, or none of which can have ended the game (DT-1, DT-25, DT-27).

    One card more than ends a game comes from gaining two in a turn, which only one player does.
    """
    told = list(sums_of(state, move).values())
    most = sums.highest(state.end_at - 1)
    if sum(one > most for one in told) > 1:
        yield Ruling("two_with_more", "DT-25", params={"n": state.end_at, "most": most})
    if not sums.possible(told, state.end_at):
        yield Ruling("sums_impossible", "DT-1", params={"sums": told})
    least = sums.fewest_to_end(state.end_at, state.options["end_check"] == "immediately")
    if max(told) < least:
        yield Ruling("nobody_full", "DT-27", params={"n": state.end_at, "least": least})


def sums_of(state: State, move: Move) -> dict[SeatId, int]:
    """The team sums of a move, by seat."""
    return {seat: int(str(move.data[f"sum_{seat}"])) for seat in state.seats}
