"""The state of Long Seat and its moves: place a card, take a pair, stop (LS-4…LS-16)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.kernel.board import Message
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Line, Move, SeatId, card_of, number_of, rank_by
from referee.kernel.game import GameState
from referee.kernel.turns import left_of

DECK = pairs()
LONGEST = len(DECK.counts)
"""After a turn no number is in the row twice, so it has at most one card per number."""


@dataclass(frozen=True)
class State(GameState):
    """A game: the last ``placed`` cards of ``row`` are of this turn; ``up``, ``down`` are counts.

    ``taken`` has the cards themselves, ``deck`` counts cards left, ``counted`` are the seats with
    final counts entered. ``ended`` maps the seat of the last turn to the ruling code and clause
    against another card of theirs; the next card clears it.
    """

    turn: SeatId
    up: Mapping[SeatId, int]
    down: Mapping[SeatId, int]
    taken: Mapping[SeatId, tuple[Card, ...]]
    deck: int = DECK.size
    row: tuple[Card, ...] = ()
    placed: int = 0
    ended: Mapping[SeatId, tuple[str, str]] = field(default_factory=dict)
    counted: tuple[SeatId, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the deck is empty (LS-15)."""
        return self.deck == 0


def advance(state: State, move: Move) -> State:
    """The state after an allowed move."""
    if move.kind == "counts":
        seat = str(move.seat)
        up = {**state.up, seat: number_of(move, "up")}
        down = {**state.down, seat: number_of(move, "down")}
        after = replace(state, up=up, down=down, counted=(*state.counted, seat), effects=())
        return _end(after) if len(after.counted) == len(state.seats) else after
    if move.kind == "draw":
        return _place(state, str(move.seat), card_of(move))
    return _stop(replace(state, effects=()))


def score(state: State, seat: SeatId) -> int:
    """One point per card face down, minus one per card face up (LS-12, LS-14, LS-16)."""
    return state.down[seat] - state.up[seat]


def scores(state: State) -> dict[SeatId, tuple[int, int]]:
    """Each seat: its total, then its face-down cards (LS-17, LS-18)."""
    return {seat: (score(state, seat), state.down[seat]) for seat in state.seats}


def _place(state: State, seat: SeatId, card: Card) -> State:
    """Append a card (LS-4); a pair or the last card of the deck ends the turn (LS-8, LS-15)."""
    # An allowed card out of turn starts the turn of the seat that placed it.
    placed = state.placed + 1 if seat == state.turn else 1
    after = replace(
        state,
        turn=seat,
        placed=placed,
        row=(*state.row, card),
        deck=state.deck - 1,
        ended={},
        effects=(),
    )

    # A pair ends the turn, as does the last card of the deck.
    if card in state.row:
        return _take(after, card)
    return _stop(after) if after.over else after


def _take(state: State, card: Card) -> State:
    """Give the pair and all cards between to the seat on turn (LS-11), −1 point each (LS-12)."""
    seat, first = state.turn, state.row.index(card)
    cards = state.row[first:]
    told = {"n": len(cards), "card": card}
    line = Line(seat, 1, -len(cards), "LS-11", "took", told, cards, part="game")
    taken = replace(
        state,
        row=state.row[:first],
        up={**state.up, seat: state.up[seat] + len(cards)},
        taken={**state.taken, seat: (*state.taken[seat], *cards)},
        finished=(*state.finished, line),
        effects=(Message("took", {"seat": seat, **told, "tone": "stop"}, "LS-11", cards),),
    )
    return _end_turn(taken, "pair_ends_turn", "LS-8")


def _stop(state: State) -> State:
    """Turn face-up cards down, at most as many as were placed (LS-13), +2 points each (LS-14)."""
    seat, placed = state.turn, state.row[len(state.row) - state.placed :]
    turned = min(state.placed, state.up[seat])
    told = {"n": turned, "placed": len(placed)}
    line = Line(seat, 1, 2 * turned, "LS-13", "turned", told, placed, part="game")
    code = "turned" if turned else "none_to_turn"
    stopped = replace(
        state,
        up={**state.up, seat: state.up[seat] - turned},
        down={**state.down, seat: state.down[seat] + turned},
        finished=(*state.finished, line) if turned else state.finished,
        effects=(Message(code, {"seat": seat, **told, "points": 2 * turned}, "LS-13"),),
    )
    return _end_turn(stopped, "has_stopped", "LS-9")


def _end_turn(state: State, code: str, clause: str) -> State:
    """Pass the turn left (LS-10), or end the game (LS-15)."""
    after = replace(
        state, placed=0, turn=left_of(state.seats, state.turn), ended={state.turn: (code, clause)}
    )
    if after.over:
        return _end(after)
    return replace(
        after, effects=(*after.effects, Message("passes", {"seat": after.turn}, "LS-10"))
    )


def _end(state: State) -> State:
    """One line per seat: 1 for a winner (LS-16)."""
    first, lines = rank_by(scores(state))[0], list[Line]()
    for seat in state.seats:
        params = {"up": state.up[seat], "down": state.down[seat], "total": score(state, seat)}
        lines.append(
            Line(seat, 1, int(seat in first), "LS-16", "won" if seat in first else "lost", params)
        )
    return replace(
        state,
        deck=0,
        finished=(*state.finished, *lines),
        effects=(*state.effects, Message("game_over", {}, "LS-15")),
    )
