"""The prompts at each point of a Dream Team match, and every objection to an entry."""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import combinations

from referee.kernel.contract import (
    Level,
    Move,
    Prompt,
    Ruling,
    SeatId,
    card_of,
    cards_of,
    number_of,
)
from referee.kernel.fields import Cards, Choice, Field, Int, Place, Seat
from referee.kernel.ledger import clash
from referee.shapes import zone

from .state import DECK, State


def phase(state: State) -> str:
    """start, row, nominate, draw; gain or peak (entry by turns); sums (quick entry); or over."""
    if state.over:
        return "over"
    if state.depth == "quick":
        return "sums"
    if state.depth == "turns":
        return "peak" if len(state.now.gains) == len(state.seats) else "gain"
    if state.start is None:
        return "start"
    if len(state.now.row) < state.row_size:
        return "row"
    return "draw" if state.now.lots else "nominate"


def prompts(state: State) -> tuple[Prompt, ...]:
    """Every entry possible now; seats out of turn are included, so a ruling can name the clause."""
    match phase(state):
        case "start":
            start = Seat(name="start", values=state.seats)
            clause = "DT-5" if state.game == 1 else "DT-A9"
            return (Prompt("start", None, (start,), clause, form="tap"),)
        case "row":
            clause = "DT-4" if state.turn == 1 else "DT-26"
            return (Prompt("row", None, (_card(state),), clause, form="tap"),)
        case "nominate":
            place = Place(name="place", values=tuple(str(n) for n in range(1, state.row_size + 1)))
            clause = "DT-6" if state.now.nominations == 1 else "DT-21"
            return _in_turn(state, "nominate", state.waiting[0], place, clause)
        case "draw":
            return _in_turn(state, "draw", state.drawer, _card(state), _draw_clause(state))
        case "gain":
            return tuple(_ask_gains(state))
        case "peak":
            return tuple(_ask_peak(state))
        case "sums":
            return (_ask_sums(state),)
        case _:
            return ()


def _draw_clause(state: State) -> str:
    """The clause of the next draw: the first two, the first pass, or a later one (DT-A6)."""
    drawn = len(state.now.draws)
    if drawn < 2:
        return "DT-15"
    return "DT-17" if drawn <= len(state.contestants) else "DT-A6"


def _ask_gains(state: State) -> Iterator[Prompt]:
    cards = Cards(name="cards", deck=DECK, least=1, most=2, left=state.copies)
    for seat in state.seats:
        if seat not in state.now.gains:
            yield Prompt("gain", seat, (cards,), "DT-8")


def _ask_peak(state: State) -> Iterator[Prompt]:
    held = Choice(name="held", values=("yes", "no"))
    for seat in peaking(state)[:1]:
        yield Prompt("peak", seat, (held,), "DT-A4", form="tap")


def _ask_sums(state: State) -> Prompt:
    most = highest(state.end_at)
    fields = (
        Int(name=f"sum_{seat}", low=0, high=most, about=seat, label="sum") for seat in state.seats
    )
    return Prompt("sums", None, tuple(fields), "DT-28")


def peaking(state: State) -> tuple[SeatId, ...]:
    """Seats whose team may have been full between two cards, unseen in the entry (DT-27, DT-A4)."""
    now = state.now
    if state.options["end_check"] != "immediately" or any(now.peaks.values()):
        return ()
    if any(
        len(reduce(zone.gain, cards, state.teams[seat])) >= state.end_at
        for seat, cards in now.gains.items()
    ):
        return ()
    most = {
        seat: max(len(zone.gain(state.teams[seat], card)) for card in cards)
        for seat, cards in now.gains.items()
    }
    return tuple(seat for seat in most if most[seat] >= state.end_at and seat not in now.peaks)


def _in_turn(state: State, kind: str, due: SeatId, asked: Field, clause: str) -> tuple[Prompt, ...]:
    """One prompt per seat, the seat whose turn it is first."""
    seats = (due, *(seat for seat in state.seats if seat != due))
    return tuple(
        Prompt(kind, seat, (asked,), clause, aside=seat != due, form="tap") for seat in seats
    )


def _card(state: State) -> Cards:
    return Cards(name="card", deck=DECK, left=state.copies)


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    match move.kind:
        case "row":
            return clash(DECK, state.holdings, None, (card_of(move),), "DT-1", "card")
        case "nominate":
            return tuple(_nomination(state, str(move.seat), number_of(move, "place") - 1))
        case "draw":
            return (
                *_drawer(state, str(move.seat)),
                *clash(DECK, state.holdings, move.seat, (card_of(move),), "DT-1", "card"),
            )
        case "gain":
            return (
                *_gain(state, move),
                *clash(DECK, state.holdings, move.seat, cards_of(move), "DT-1", "cards"),
            )
        case "sums":
            return tuple(_sums(state, move))
        case _:
            return ()


def _nomination(state: State, seat: SeatId, place: int) -> Iterator[Ruling]:
    """A nomination out of order, repeated, or on a closed card (DT-6, DT-21, DT-A8)."""
    now, due = state.now, state.waiting[0]
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
        yield Ruling(
            "no_rejoin", "DT-A8", params={"card": now.row[place], "other": rivals[0]}, field="place"
        )


def _drawer(state: State, seat: SeatId) -> Iterator[Ruling]:
    """A draw by a seat outside the lottery, or out of turn (DT-14, DT-15, DT-17)."""
    due, drawn, card = state.drawer, len(state.now.draws), state.now.row[state.now.lots[0]]
    if seat not in state.contestants:
        yield Ruling(
            "not_in_lottery",
            "DT-14",
            Level.IMPOSSIBLE,
            {"seat": seat, "card": card, "seats": list(state.contestants)},
        )
    elif seat != due:
        code, clause = ("two_first", "DT-15") if drawn < 2 else ("not_drawer", "DT-17")
        yield Ruling(code, clause, params={"seat": seat, "next": due})


def _gain(state: State, move: Move) -> Iterator[Ruling]:
    """All players together gain the whole row; one of them gains two cards (DT-4, DT-25, DT-26)."""
    cards, told = cards_of(move), state.now.gains
    twice = next((seat for seat, had in told.items() if len(had) > 1), None)
    if len(cards) > 1 and twice:
        yield Ruling("two_already", "DT-25", params={"seat": twice}, field="cards")
    last = len(told) == len(state.seats) - 1
    if last and len(cards) == 1 and not twice:
        yield Ruling(
            "one_missing", "DT-26", params={"n": state.row_size, "seat": move.seat}, field="cards"
        )


def _sums(state: State, move: Move) -> Iterator[Ruling]:
    """Sums impossible for these teams, or too low for the game to have ended (DT-1, DT-25, DT-27).

    Only one player gains two cards in a turn, so only one team exceeds the size that ends a game.
    """
    told = list(sums_of(state, move).values())
    most = highest(state.end_at - 1)
    if sum(one > most for one in told) > 1:
        yield Ruling("two_with_more", "DT-25", params={"n": state.end_at, "most": most})
    if not possible(told, state.end_at):
        yield Ruling("sums_impossible", "DT-1", params={"sums": told})
    # A team that was full during the turn may have lost a pair since.
    least = sum(range(1, state.end_at + (state.options["end_check"] != "immediately")))
    if max(told) < least:
        yield Ruling("nobody_full", "DT-27", params={"n": state.end_at, "least": least})


def sums_of(state: State, move: Move) -> dict[SeatId, int]:
    """The team sums of a move, by seat."""
    return {seat: number_of(move, f"sum_{seat}") for seat in state.seats}


# Which sums teams can have together, in quick entry (DT-1, DT-10, DT-27)


def highest(end_at: int) -> int:
    """The highest sum of a team: the highest numbers, each once."""
    return sum(range(10, 10 - most_cards(end_at), -1))


def most_cards(end_at: int) -> int:
    """The most cards a team can have: gaining two at once exceeds the limit by one."""
    return end_at + 1


def possible(sums: Sequence[int], end_at: int) -> bool:
    """Whether teams without equal numbers can have these sums, with r copies of each rank r."""
    scarce = range(1, len(sums))
    used = {(0,) * len(scarce)}
    for total in sums:
        taken = _scarce_ranks(total, most_cards(end_at), len(scarce))
        added = {
            tuple(had + (rank in ranks) for rank, had in zip(scarce, before, strict=True))
            for before in used
            for ranks in taken
        }
        used = {
            counts
            for counts in added
            if all(count <= rank for rank, count in zip(scarce, counts, strict=True))
        }
    return bool(used)


@cache
def _scarce_ranks(total: int, most: int, scarce: int) -> frozenset[frozenset[int]]:
    """The minimal sets of ranks up to ``scarce`` that a team with that sum needs."""
    sets = {
        frozenset(rank for rank in team if rank <= scarce)
        for size in range(most + 1)
        for team in combinations(range(1, 11), size)
        if sum(team) == total
    }
    return frozenset(ranks for ranks in sets if not any(other < ranks for other in sets))
