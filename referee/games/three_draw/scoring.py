"""How a round ends: who gains its cards, why, and where they lie then (TD-10…TD-14, TD-A1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.kernel.board import Message
from referee.kernel.contract import Holding, Line, Params, SeatId
from referee.shapes.zone import total

from .state import State, paired


@dataclass(frozen=True)
class RoundEnd:
    """The end of a round. ``top``: seats with the highest sum, in turn order; ``gains``: points.

    ``fate`` of the cards: ``won``, ``all_out`` (nobody qualified), or ``tie_…`` by the option.
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


def outcome(state: State, top: tuple[SeatId, ...], drawn: int) -> RoundEnd:
    """Who gains the cards of the round and of the pot; ties by the option (TD-A1)."""
    rule = str(state.options["tie"])
    fewest = min((len(state.row(seat)) for seat in top), default=0)
    least = tuple(seat for seat in top if len(state.row(seat)) == fewest)
    tied = {
        "split": top,
        "earlier": top[:1],
        "later": top[-1:],
        "fewest_cards": least if len(least) == 1 else (),
    }
    gain = top if len(top) < 2 else tied.get(rule, ())
    fate = (
        "all_out"
        if not top
        else "won"
        if len(top) == 1
        else "tie_discard"
        if rule == "fewest_cards" and not gain
        else f"tie_{rule}"
    )
    return RoundEnd(
        top, {seat: (drawn + state.pot) // len(gain) for seat in gain}, fate, drawn, state.pot
    )


def left_over(found: RoundEnd) -> int:
    """Cards that go to the discards: all, or the remainder of an even share."""
    if found.fate == "tie_split":
        return (found.drawn + found.pot) % len(found.top)
    return found.drawn if found.fate in ("all_out", "tie_discard") else 0


def put_away(state: State, found: RoundEnd) -> tuple[Holding, ...]:
    """Where the known cards lie after the round; ``shared``: with a winner or discarded."""
    seat, place = _home(found)
    cards = (card for cards in state.rows.values() for card in cards)
    # Cards carried over go with the cards of the round that wins them.
    earlier = (
        Holding(held.card, seat, place) if held.place == "carried" and found.gains else held
        for held in state.known
    )
    return (*earlier, *(Holding(card, seat, place) for card in cards))


def _home(found: RoundEnd) -> tuple[SeatId | None, str]:
    """The seat, if known, and the place to which the cards of a round go."""
    if found.fate == "tie_split":
        return None, "shared" if left_over(found) else "won"
    if found.gains:
        return next(iter(found.gains)), "won"
    return None, "carried" if found.fate == "tie_carry_over" else "discard"


def score_lines(state: State, found: RoundEnd) -> Iterator[Line]:
    """One line per seat in turn order; one more about the cards unless a seat simply won them."""
    for seat in state.order:
        points, cards = found.gains.get(seat, 0), state.row(seat)
        yield Line(seat, state.round, points, *_reason(state, found, seat), cards)
    if found.fate != "won":
        yield Line(
            state.start,
            state.round,
            0,
            found.clause,
            found.fate,
            _fate_params(found),
            part="cards",
            nobody=True,
        )


def _reason(state: State, found: RoundEnd, seat: SeatId) -> tuple[str, str, Params]:
    """Clause, code and parameters of a seat's line, with or without known cards."""
    cards, known = state.row(seat), bool(state.rows)
    sums = {"sum": total(cards)} if known else {}
    if paired(cards) is not None:
        return "TD-10", "out", {"pair": f"pair_{paired(cards)}"}
    if seat in found.gains:
        return _gained(found, sums)
    if known and not state.qualified(seat):
        return "TD-A5", "no_card", {}
    if seat in found.top:
        return "TD-A1", "tied" if known else "tied_cards", sums
    if known:
        return "TD-11", "lower", {**sums, "best": total(state.row(found.top[0]))}
    return ("TD-11", "not_highest", {}) if found.top else ("TD-14", "nobody", {})


def _gained(found: RoundEnd, sums: Params) -> tuple[str, str, Params]:
    """The line of a seat that gains cards: a share (TD-A1), or all of them (TD-12)."""
    if found.fate == "tie_split":
        code = "shared" if sums else "shared_cards"
        return "TD-A1", code, {"n": found.drawn, "of": len(found.top), **sums}
    if not sums:
        return "TD-12", "won_cards", {"n": found.drawn + found.pot}
    code = "won_pot" if found.pot else "won"
    return "TD-12", code, {"n": found.drawn, "pot": found.pot, **sums}


def _fate_params(found: RoundEnd) -> Params:
    return {
        "n": found.drawn,
        "seats": list(found.top),
        "who": list(found.gains),
        "rest": left_over(found),
        "pot": found.pot,
    }


def headline(state: State, found: RoundEnd) -> Message:
    """The end of the round in one sentence."""
    if found.fate != "won":
        return Message(
            f"round_{found.fate}",
            {**_fate_params(found), "seats": found.top, "who": tuple(found.gains)},
            found.clause,
        )
    (winner,) = found.gains
    params = {"seat": winner, "n": found.gains[winner], "sum": total(state.row(winner))}
    return Message("round_won" if state.rows else "round_won_cards", params, "TD-12")
