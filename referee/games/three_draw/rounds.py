"""The state of 3-Draw and the course of a round: draws, ends of turns, scores, empty decks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from referee.kernel.board import Say
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import (
    Holding,
    Line,
    Move,
    Params,
    SeatId,
    card_of,
    cards_of,
    number_of,
    totals,
)
from referee.kernel.fields import Value
from referee.kernel.game import GameState
from referee.kernel.turns import left_of, order_from
from referee.shapes.zone import total

DECK = pairs()
BURNED = 5
MOST = 3
DRAWABLE = DECK.size - BURNED


@dataclass(frozen=True)
class State(GameState):
    """A table. ``rows`` are the cards in front of the seats, ``done`` the seats whose turn is over.

    ``deck``, ``discards``, ``pot`` (carried over to the next winner) and ``due`` (burned cards yet
    to enter) count cards. ``known`` says where cards of finished rounds lie.
    ``exact`` is False once the table may have shuffled early: its deck is then unknown (TD-A3).
    """

    start: SeatId
    round: int = 1
    deck: int = DRAWABLE
    discards: int = BURNED
    pot: int = 0
    due: int = 0
    known: tuple[Holding, ...] = ()
    rows: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    done: tuple[SeatId, ...] = ()
    over: bool = False
    exact: bool = True

    @property
    def order(self) -> tuple[SeatId, ...]:
        """The seats in the turn order of this round (TD-A8)."""
        return order_from(self.seats, self.start, self.options["direction"] == "clockwise")

    @property
    def active(self) -> SeatId | None:
        """The seat on turn; None while burned cards are entered and after the end."""
        return (
            None
            if self.over or self.due
            else next((seat for seat in self.order if seat not in self.done), None)
        )

    def row(self, seat: SeatId) -> tuple[Card, ...]:
        return self.rows.get(seat, ())

    def limit(self, seat: SeatId) -> int:
        """The most cards a seat may draw: three, then as many as the start player (TD-3, TD-7)."""
        return (
            MOST if seat == self.start or self.start not in self.done else len(self.row(self.start))
        )

    def qualified(self, seat: SeatId) -> bool:
        """Whether a seat can win: no pair, and by option at least one card (TD-10, TD-A5)."""
        return paired(self.row(seat)) is None and bool(
            self.row(seat) or self.options["zero_wins"] == "yes"
        )

    @property
    def leaders(self) -> tuple[SeatId, ...]:
        """The qualified seats with the highest sum, in turn order (TD-11)."""
        sums = {seat: total(self.row(seat)) for seat in self.order if self.qualified(seat)}
        return tuple(seat for seat, sum_ in sums.items() if sum_ == max(sums.values()))

    @property
    def points(self) -> dict[SeatId, int]:
        return totals(self.finished, self.seats)

    @property
    def goal(self) -> int:
        return target(len(self.seats), self.options["rounding"])

    @property
    def reserve(self) -> int:
        """Cards a reshuffle of the discards would add to the deck (TD-A3)."""
        kept = {"most_points": self.discards, "reshuffle_burn": BURNED}.get(
            str(self.options["deck_out"]), 0
        )
        return max(0, self.discards - kept)

    @property
    def to_shuffle(self) -> bool:
        """Whether the discards must be shuffled before the next card (TD-A3)."""
        return not self.deck and self.reserve > 0

    @property
    def burns_openly(self) -> bool:
        """Whether cards burned at a shuffle are entered, which makes the shuffle an entry."""
        asked = self.options["burn"] == "face_up" and self.options["deck_out"] == "reshuffle_burn"
        return asked and self.depth == "full"

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card with a known place; discards about to be shuffled do not count."""
        rows = (Holding(card, seat, "row") for seat, cards in self.rows.items() for card in cards)
        return (*rows, *(self.known if self.exact and not self.to_shuffle else kept(self.known)))


def kept(known: tuple[Holding, ...]) -> tuple[Holding, ...]:
    """The cards that no shuffle brings back: won, or carried over to the next winner."""
    return tuple(held for held in known if held.place in ("won", "carried"))


def paired(cards: tuple[Card, ...]) -> Card | None:
    """The number that is there twice, if any (TD-6)."""
    return next((card for card in cards if cards.count(card) > 1), None)


def target(players: int, rounding: Value) -> int:
    """The points that win: 50 ÷ players + 1, rounded as agreed (TD-16, TD-A2)."""
    whole = {
        "up": -(-DRAWABLE // players),
        "down": DRAWABLE // players,
        "nearest": (2 * DRAWABLE + players) // (2 * players),
    }
    return whole[str(rounding)] + 1


# What a move does


@dataclass(frozen=True)
class Outcome:
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


def advance(state: State, move: Move) -> State:
    """The state after a move."""
    seat = str(move.seat)
    match move.kind:
        case "burn":
            shuffled = state if state.due else _refill(state)
            burned = Holding(card_of(move), None, "burned")
            known = (*shuffled.known, burned)
            return replace(shuffled, due=shuffled.due - 1, known=known, effects=())
        case "draw":
            ready = _refill(state) if state.to_shuffle else state
            return _settle(_draw(ready, seat, card_of(move)), state.active)
        case "round":
            return _quick_round(state, move)
        case _:
            return _settle(_stop(state, seat), state.active)


def _stop(state: State, seat: SeatId) -> State:
    """End a turn before the limit, or without a card (TD-3, TD-8)."""
    cards = state.row(seat)
    stopped = Say(
        "stopped", {"seat": seat, "sum": total(cards)}, "TD-3" if seat == state.start else "TD-8"
    )
    said = stopped if cards else Say("drew_nothing", {"seat": seat}, "TD-8")
    return replace(
        state, done=(*state.done, seat), rows={**state.rows, seat: cards}, effects=(said,)
    )


def _draw(state: State, seat: SeatId, card: Card) -> State:
    """Draw a card face up (TD-5); report a pair or the last card allowed (TD-6, TD-7)."""
    cards, said = (*state.row(seat), card), list[Say]()
    if paired(cards) is not None:
        said.append(
            Say(
                "pair_out",
                {"pair": f"pair_{paired(cards)}", "seat": seat, "tone": "stop"},
                "TD-6",
                (card, card),
            )
        )
    elif len(cards) >= state.limit(seat):
        said.append(
            Say(
                "drawn_all",
                {"seat": seat, "sum": total(cards)},
                "TD-3" if seat == state.start else "TD-7",
            )
        )
    return replace(
        state, rows={**state.rows, seat: cards}, deck=max(0, state.deck - 1), effects=tuple(said)
    )


def _settle(state: State, before: SeatId | None) -> State:
    """End turns that are over; after the last one, score the round and begin the next (TD-6, TD-9).

    ``before`` is the seat that was on turn.
    """
    while (now := state.active) and (
        paired(state.row(now)) or len(state.row(now)) >= state.limit(now)
    ):
        state = replace(state, done=(*state.done, now))
    if now and not state.deck:
        gone = Say("nothing_to_draw", {}, "TD-A3")
        if state.reserve:
            gone = Say("shuffle_first", {"n": state.discards}, "TD-A3")
        done = state.done if state.reserve else state.order
        state = replace(state, done=done, effects=(*state.effects, gone))
    if len(state.done) == len(state.seats):
        return _score(state, state.leaders, sum(map(len, state.rows.values())))
    if now and now != before:
        passes = Say(
            "passes", {"seat": now, "start": state.start, "limit": str(state.limit(now))}, "TD-7"
        )
        return replace(state, effects=(*state.effects, passes))
    return state


def _refill(state: State) -> State:
    """Shuffle the discards into the deck, if there are any and the option does so (TD-A3)."""
    fresh, burn = state.reserve, BURNED if state.options["deck_out"] == "reshuffle_burn" else 0
    if not fresh:
        return state
    return replace(
        state,
        deck=state.deck + fresh,
        discards=burn,
        due=burn if state.burns_openly else 0,
        known=kept(state.known),
        effects=(
            *state.effects,
            Say("reshuffled_burn" if burn else "reshuffled", {"n": fresh}, "TD-A3"),
        ),
        finished=(
            *state.finished,
            Line(
                state.start,
                state.round,
                0,
                "TD-A3",
                "reshuffled",
                {"n": fresh},
                part="deck",
                nobody=True,
            ),
        ),
    )


def _quick_round(state: State, move: Move) -> State:
    drawn = number_of(move, "drawn")
    state = replace(state, effects=())
    if drawn > state.deck:
        state = _refill(state)
    top = tuple(seat for seat in state.order if seat in cards_of(move, "winners"))
    return _score(replace(state, deck=max(0, state.deck - drawn)), top, drawn)


def _score(state: State, top: tuple[SeatId, ...], drawn: int) -> State:
    """Score the round (TD-12, TD-14); begin the next one unless the game is over (TD-15)."""
    found = outcome(state, top, drawn)
    # A table that shuffled before this round's discards does not have them in its deck.
    early = state.to_shuffle and left_over(found) > 0
    scored = replace(
        state,
        exact=state.exact and not early,
        finished=(*state.finished, *score_lines(state, found)),
        known=put_away(state, found),
        discards=state.discards + left_over(found),
        pot=0
        if found.gains
        else found.pot + (found.drawn if found.fate == "tie_carry_over" else 0),
        effects=(headline(state, found), *state.effects),
    )
    if max(scored.points.values()) >= state.goal:
        return replace(scored, over=True)
    if not scored.deck and not scored.reserve:
        return replace(scored, over=True, effects=(*scored.effects, Say("deck_empty", {}, "TD-A3")))
    start = _next_start(scored, found)
    said = Say("next_round", {"seat": start, "n": state.round + 1}, "TD-A4")
    fresh = replace(
        scored,
        round=state.round + 1,
        start=start,
        rows={},
        done=(),
        effects=(*scored.effects, said),
    )
    return fresh if fresh.deck else _refill(fresh)


def _next_start(state: State, found: Outcome) -> SeatId:
    """Who starts the next round (TD-A4); without a single winner, the next in turn order."""
    first, *others = state.order
    rule = state.options["next_start"]
    if rule == "left":
        return left_of(state.seats, first)
    if rule == "winner" and len(found.gains) == 1:
        return next(iter(found.gains))
    if rule == "lowest_score":
        return min((*others, first), key=state.points.__getitem__)
    return others[0]


# How a round ends


def outcome(state: State, top: tuple[SeatId, ...], drawn: int) -> Outcome:
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
    return Outcome(
        top, {seat: (drawn + state.pot) // len(gain) for seat in gain}, fate, drawn, state.pot
    )


def left_over(found: Outcome) -> int:
    """Cards that go to the discards: all, or the remainder of an even share."""
    if found.fate == "tie_split":
        return (found.drawn + found.pot) % len(found.top)
    return found.drawn if found.fate in ("all_out", "tie_discard") else 0


def put_away(state: State, found: Outcome) -> tuple[Holding, ...]:
    """Where the known cards lie after the round; ``shared``: with a winner or discarded."""
    shared, carried = (
        "shared" if left_over(found) else "won",
        "carried" if found.fate == "tie_carry_over" else "discard",
    )
    place = shared if found.fate == "tie_split" else "won" if found.gains else carried
    seat = next(iter(found.gains)) if found.gains and found.fate != "tie_split" else None
    cards = (card for cards in state.rows.values() for card in cards)
    # Cards carried over go with the cards of the round that wins them.
    earlier = (
        Holding(h.card, seat, place) if h.place == "carried" and found.gains else h
        for h in state.known
    )
    return (*earlier, *(Holding(card, seat, place) for card in cards))


def score_lines(state: State, found: Outcome) -> Iterator[Line]:
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


def _reason(state: State, found: Outcome, seat: SeatId) -> tuple[str, str, Params]:
    """Clause, code and parameters of a seat's line, with or without known cards."""
    cards, known = state.row(seat), bool(state.rows)
    sums = {"sum": total(cards)} if known else {}
    if paired(cards) is not None:
        return "TD-10", "out", {"pair": f"pair_{paired(cards)}"}
    if seat in found.gains:
        if found.fate == "tie_split":
            return (
                "TD-A1",
                "shared" if known else "shared_cards",
                {"n": found.drawn, "of": len(found.top), **sums},
            )
        if not known:
            return "TD-12", "won_cards", {"n": found.drawn + found.pot}
        return (
            "TD-12",
            "won_pot" if found.pot else "won",
            {"n": found.drawn, "pot": found.pot, **sums},
        )
    if known and not state.qualified(seat):
        return "TD-A5", "no_card", {}
    if seat in found.top:
        return "TD-A1", "tied" if known else "tied_cards", sums
    if known:
        return "TD-11", "lower", {**sums, "best": total(state.row(found.top[0]))}
    return ("TD-11", "not_highest", {}) if found.top else ("TD-14", "nobody", {})


def _fate_params(found: Outcome) -> Params:
    return {
        "n": found.drawn,
        "seats": list(found.top),
        "who": list(found.gains),
        "rest": left_over(found),
        "pot": found.pot,
    }


def headline(state: State, found: Outcome) -> Say:
    """The end of the round in one sentence."""
    if found.fate != "won":
        return Say(
            f"round_{found.fate}",
            {**_fate_params(found), "seats": found.top, "who": tuple(found.gains)},
            found.clause,
        )
    (winner,) = found.gains
    params = {"seat": winner, "n": found.gains[winner], "sum": total(state.row(winner))}
    return Say("round_won" if state.rows else "round_won_cards", params, "TD-12")
