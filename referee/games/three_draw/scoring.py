"""Scoring a round: who qualifies, who wins, who gains how much, and where the cards go (TD-10 … TD-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.kernel.board import Say
from referee.kernel.contract import Holding, Line, Params, SeatId
from referee.shapes.zone import total

from .state import State, order, paired, row


@dataclass(frozen=True)
class Outcome:
    """How a round ends. ``top`` are the seats with the highest sum in turn order, ``gains`` the points of whoever gains.

    ``fate`` is where the cards go: ``won``, ``all_out`` (nobody qualified), or ``tie_…`` by the rule of the table.
    """

    top: tuple[SeatId, ...]
    gains: Mapping[SeatId, int]
    fate: str
    drawn: int
    pot: int

    @property
    def clause(self) -> str:
        """The clause that decides where the cards go."""
        return {"won": "TD-12", "all_out": "TD-14"}.get(self.fate, "TD-A1")


def qualified(state: State, seat: SeatId) -> bool:
    """Whether a seat can win: no pair, and at some tables at least one card (TD-10, TD-A5)."""
    cards = row(state, seat)
    return paired(cards) is None and bool(cards or state.options["zero_wins"] == "yes")


def leaders(state: State) -> tuple[SeatId, ...]:
    """The qualified seats with the highest sum, in turn order (TD-11)."""
    sums = {seat: total(row(state, seat)) for seat in order(state) if qualified(state, seat)}
    return tuple(seat for seat, sum_ in sums.items() if sum_ == max(sums.values()))


def outcome(state: State, top: tuple[SeatId, ...], drawn: int) -> Outcome:
    """Who gains the cards of the round, and those carried over from earlier ones."""
    cards = drawn + state.pot
    if not top:
        return Outcome(top, {}, "all_out", drawn, state.pot)
    if len(top) == 1:
        return Outcome(top, {top[0]: cards}, "won", drawn, state.pot)
    rule = str(state.options["tie"])
    if rule == "split":
        return Outcome(top, dict.fromkeys(top, cards // len(top)), "tie_split", drawn, state.pot)
    winner = _tie_winner(state, top, rule)
    if winner is not None:
        return Outcome(top, {winner: cards}, f"tie_{rule}", drawn, state.pot)
    return Outcome(top, {}, "tie_carry_over" if rule == "carry_over" else "tie_discard", drawn, state.pot)


def _tie_winner(state: State, top: tuple[SeatId, ...], rule: str) -> SeatId | None:
    """The one tied seat that wins by the rule of the table, if there is one (TD-A1)."""
    if rule in ("earlier", "later"):
        return top[0] if rule == "earlier" else top[-1]
    if rule != "fewest_cards":
        return None
    fewest = min(len(row(state, seat)) for seat in top)
    least = [seat for seat in top if len(row(state, seat)) == fewest]
    return least[0] if len(least) == 1 else None


def left_over(found: Outcome) -> int:
    """Cards that go to the discards: all, or what cannot be shared evenly."""
    if found.fate == "tie_split":
        return (found.drawn + found.pot) % len(found.top)
    return found.drawn if found.fate in ("all_out", "tie_discard") else 0


def put_away(state: State, found: Outcome) -> tuple[Holding, ...]:
    """Where the cards known so far lie after the round; ``shared`` ones may be anybody's or among the discards."""
    seat: SeatId | None
    cards = tuple(card for cards in state.rows.values() for card in cards)
    if found.fate == "tie_split":
        place, seat = ("shared" if left_over(found) else "won"), None
    elif found.gains:
        place, seat = "won", next(iter(found.gains))
    else:
        place, seat = ("carried" if found.fate == "tie_carry_over" else "discard"), None
    # Cards carried over go with those of the round that wins them.
    earlier = (Holding(h.card, seat, place) if h.place == "carried" and found.gains else h for h in state.known)
    return (*earlier, *(Holding(card, seat, place) for card in cards))


def lines(state: State, found: Outcome) -> Iterator[Line]:
    """One line for every seat, in turn order, and one about the cards where nobody simply won them."""
    for seat in order(state):
        points, cards = found.gains.get(seat, 0), row(state, seat)
        clause, code, params = _reason(state, found, seat) if state.rows else _quick_reason(found, seat)
        yield Line(seat, state.round, points, clause, code, params, cards)
    if found.fate != "won":
        yield Line(state.start, state.round, 0, found.clause, found.fate, _fate_params(found), part="cards", nobody=True)


def _reason(state: State, found: Outcome, seat: SeatId) -> tuple[str, str, Params]:
    """Clause, code and parameters of a seat's line where every card is known."""
    cards = row(state, seat)
    pair, sum_ = paired(cards), total(cards)
    if pair is not None:
        return "TD-10", "out", {"pair": f"pair_{pair}"}
    if seat in found.gains:
        if found.fate == "tie_split":
            return "TD-A1", "shared", {"n": found.drawn, "of": len(found.top), "sum": sum_}
        return "TD-12", "won_pot" if found.pot else "won", {"n": found.drawn, "pot": found.pot, "sum": sum_}
    if not qualified(state, seat):
        return "TD-A5", "no_card", {}
    if seat in found.top:
        return "TD-A1", "tied", {"sum": sum_}
    return "TD-11", "lower", {"sum": sum_, "best": total(row(state, found.top[0]))}


def _quick_reason(found: Outcome, seat: SeatId) -> tuple[str, str, Params]:
    if seat in found.gains:
        if found.fate == "tie_split":
            return "TD-A1", "shared_cards", {"n": found.drawn, "of": len(found.top)}
        return "TD-12", "won_cards", {"n": found.drawn + found.pot}
    if seat in found.top:
        return "TD-A1", "tied_cards", {}
    return ("TD-11", "not_highest", {}) if found.top else ("TD-14", "nobody", {})


def _fate_params(found: Outcome) -> Params:
    return {"n": found.drawn, "seats": list(found.top), "who": list(found.gains), "rest": left_over(found), "pot": found.pot}


def headline(state: State, found: Outcome) -> Say:
    """The end of the round in one sentence."""
    if found.fate != "won":
        return Say(f"round_{found.fate}", {**_fate_params(found), "seats": found.top, "who": tuple(found.gains)}, found.clause)
    (winner,) = found.gains
    params = {"seat": winner, "n": found.gains[winner], "sum": total(row(state, winner))}
    return Say("round_won" if state.rows else "round_won_cards", params, "TD-12")
