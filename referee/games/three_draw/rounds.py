"""The course of a round: drawing, turns that end by themselves, scoring, the deck that runs out, the next round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Holding, Line, Move, Params, SeatId, card_of, cards_of, number_of, totals
from referee.kernel.frozen import replace
from referee.kernel.turns import left_of
from referee.shapes.zone import total

from .state import BURNED, State, active, goal, limit, order, paired, reserve, row


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


def advance(state: State, move: Move) -> State:
    """The state after a move that stands."""
    seat = str(move.seat)
    match move.kind:
        case "burn":
            return replace(state, due=state.due - 1, known=(*state.known, Holding(card_of(move), None, "burned")), effects=())
        case "draw":
            return _settle(_draw(state, seat, card_of(move)), active(state))
        case "round":
            return _quick_round(state, move)
        case _:
            return _settle(_stop(state, seat), active(state))


def _stop(state: State, seat: SeatId) -> State:
    """A turn ended before the limit, or without a card (TD-3, TD-8)."""
    cards = row(state, seat)
    stopped = Say("stopped", {"seat": seat, "sum": total(cards)}, "TD-3" if seat == state.start else "TD-8")
    said = stopped if cards else Say("drew_nothing", {"seat": seat}, "TD-8")
    return replace(state, done=(*state.done, seat), rows={**state.rows, seat: cards}, effects=(said,))


def _draw(state: State, seat: SeatId, card: Card) -> State:
    """A card drawn and laid open at once (TD-5); a pair or the last card allowed is said (TD-6, TD-7)."""
    cards = (*row(state, seat), card)
    drawn = replace(state, rows={**state.rows, seat: cards}, deck=max(0, state.deck - 1), effects=())
    if paired(cards) is not None:
        said = Say("pair_out", {"pair": f"pair_{paired(cards)}", "seat": seat, "tone": "stop"}, "TD-6", (card, card))
        return replace(drawn, effects=(said,))
    if len(cards) < limit(drawn, seat):
        return drawn
    clause = "TD-3" if seat == state.start else "TD-7"
    return replace(drawn, effects=(Say("drawn_all", {"seat": seat, "sum": total(cards)}, clause),))


def _settle(state: State, before: SeatId | None) -> State:
    """Turns that are over end by themselves; when all are, the round is scored and the next one begins (TD-6, TD-9).

    ``before`` is whose turn it was.
    """
    for seat in order(state):
        if seat in state.done:
            continue
        if paired(row(state, seat)) is None and len(row(state, seat)) < limit(state, seat):
            break
        state = replace(state, done=(*state.done, seat))
    now = active(state)
    if now is not None and not state.deck:
        state = _refill(state)
        if not state.deck:
            state = replace(state, done=order(state), effects=(*state.effects, Say("nothing_to_draw", {}, "TD-A3")))
    if len(state.done) == len(state.seats):
        return _score(state, leaders(state), sum(map(len, state.rows.values())))
    if now not in (None, before):
        passes = Say("passes", {"seat": now, "start": state.start, "limit": str(limit(state, str(now)))}, "TD-7")
        return replace(state, effects=(*state.effects, passes))
    return state


def _refill(state: State) -> State:
    """The discards shuffled into the deck where the table does that and there are any (TD-A3)."""
    fresh, burn = reserve(state), BURNED if state.options["deck_out"] == "reshuffle_burn" else 0
    if not fresh:
        return state
    asked = burn and state.options["burn"] == "face_up" and state.depth == "full"
    return replace(
        state,
        deck=state.deck + fresh,
        discards=burn,
        due=burn if asked else 0,
        known=tuple(held for held in state.known if held.place in ("won", "carried")),
        effects=(*state.effects, Say("reshuffled_burn" if burn else "reshuffled", {"n": fresh}, "TD-A3")),
        finished=(*state.finished, Line(state.start, state.round, 0, "TD-A3", "reshuffled", {"n": fresh}, part="deck", nobody=True)),
    )


def _quick_round(state: State, move: Move) -> State:
    drawn = number_of(move, "drawn")
    state = replace(state, effects=())
    if drawn > state.deck:
        state = _refill(state)
    top = tuple(seat for seat in order(state) if seat in cards_of(move, "winners"))
    return _score(replace(state, deck=max(0, state.deck - drawn)), top, drawn)


def _score(state: State, top: tuple[SeatId, ...], drawn: int) -> State:
    """The round written down (TD-12, TD-14), and the next one begun unless the game is over (TD-15)."""
    found = outcome(state, top, drawn)
    scored = replace(
        state,
        finished=(*state.finished, *score_lines(state, found)),
        known=put_away(state, found),
        discards=state.discards + left_over(found),
        pot=0 if found.gains else found.pot + (found.drawn if found.fate == "tie_carry_over" else 0),
        effects=(headline(state, found), *state.effects),
    )
    points = totals(scored.finished, state.seats)
    if max(points.values()) >= goal(state):
        return replace(scored, over=True)
    if not scored.deck and not reserve(scored):
        return replace(scored, over=True, effects=(*scored.effects, Say("deck_empty", {}, "TD-A3")))
    start = _next_start(scored, found)
    said = Say("next_round", {"seat": start, "n": state.round + 1}, "TD-A4")
    fresh = replace(scored, round=state.round + 1, start=start, rows={}, done=(), effects=(*scored.effects, said))
    return fresh if fresh.deck else _refill(fresh)


def _next_start(state: State, found: Outcome) -> SeatId:
    """Who starts the next round (TD-A4); without a single winner the next one in the order of turns does."""
    first, *others = order(state)
    rule = state.options["next_start"]
    if rule == "left":
        return left_of(state.seats, first)
    if rule == "winner" and len(found.gains) == 1:
        return next(iter(found.gains))
    if rule == "lowest_score":
        points = totals(state.finished, state.seats)
        return min((*others, first), key=lambda seat: points[seat])
    return others[0]


# How a round ends


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


def score_lines(state: State, found: Outcome) -> Iterator[Line]:
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
