"""Pairs: take a card or fold; a pair and a fold bring points, points are bad, and the first with enough of them loses."""

from __future__ import annotations

from referee.kernel.contract import Info, Move, Prompt, Ruling, SeatId, Sheet, card_of, one_of
from referee.kernel.depth import with_depth
from referee.kernel.fields import Cards, Int, Seat
from referee.kernel.game import Game, Options, Seats, finished_lines
from referee.kernel.ledger import clash
from referee.kernel.paper import printed

from . import scene
from .rounds import DECK, State, advance, holders, holdings, over, switch

INFO = Info(
    id="pairs",
    prefix="PA",
    deck_clause="PA-1",
    seats_clause="PA-2",
    turn_clause="PA-11",
    kinds={"deal": "PA-6", "draw": "PA-10", "fold": "PA-14", "round": "PA-13"},
    version="2026.1",
    seats=(2, 8),
    options=(
        one_of("taken_from", "PA-A1", "nearest", "told"),
        one_of("many_players", "PA-A2", "eleven", "rounded_down"),
        one_of("deck_out", "PA-A3", "shuffle", "finish"),
        one_of("depth", "PA-10", "full", "quick"),
    ),
    low_wins=True,
    sheet=Sheet(boxes=("how",), rows=20),
)
_CARD = (Cards(name="card", deck=DECK),)


def setup(seats: Seats, options: Options) -> State:
    """The table after the shuffle, five cards burned (PA-5)."""
    return State(seats, options, str(options["depth"]), dict.fromkeys(seats, ()), seats)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The next card of the deal, else a card or the fold of whoever is on turn; a card out of turn is refused with its clause."""
    if over(state):
        return ()
    if state.depth == "quick":
        points = Int(name="points", low=1, high=len(DECK.counts))
        return (Prompt("round", None, (Seat(name="who", values=state.seats), points), "PA-13", form="tap"),)
    if state.turn is None:
        return (Prompt("deal", state.due[0], _CARD, "PA-8" if all(state.stacks.values()) else "PA-6", form="tap"),)
    # Out of whose stack the lowest card is taken is told where there is a choice (PA-A1).
    able = holders(state, state.turn) if state.options["taken_from"] == "told" else ()
    whose = (Seat(name="whose", values=able, default=able[0]),) if len(able) > 1 else ()
    fold = Prompt("fold", state.turn, whose, "PA-14", form="tap")
    if not state.deck:
        return (fold,)
    others = (Prompt("draw", seat, _CARD, "PA-10", aside=True, form="tap") for seat in state.seats if seat != state.turn)
    return (Prompt("draw", state.turn, _CARD, "PA-10", form="tap"), fold, *others)


def depth_is_open(state: State) -> bool:
    """How much is entered may change before the first card of a round."""
    return not over(state) and not any(state.stacks.values())


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move: a card or a score of which no copy is left (PA-1, PA-13), or a card out of turn (PA-11)."""
    if move.kind == "round":
        return clash(DECK, holdings(state), None, (str(move.data["points"]),), "PA-13", "points")
    if move.kind not in ("deal", "draw"):
        return ()
    turn = Ruling("not_on_turn", "PA-11", params={"seat": move.seat, "next": state.turn})
    early = (turn,) if move.kind == "draw" and move.seat != state.turn else ()
    return (*early, *clash(DECK, holdings(state), None, (card_of(move),), "PA-1", "card"))


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Taking or folding when the round is over (PA-12, PA-14), before the deal is done (PA-6, PA-8), or from no deck (PA-A3)."""
    if state.depth == "quick" or kind == "round":
        return None
    if state.turn is None:
        if kind != "deal" and state.finished and not any(state.stacks.values()):
            return Ruling("round_over", state.finished[-1].clause, params={"next": state.due[0]})
        return Ruling("deal_first", "PA-8" if all(state.stacks.values()) else "PA-6", params={"next": state.due[0]})
    return Ruling("only_fold", "PA-A3") if kind == "draw" and not state.deck else None


GAME = with_depth(
    Game(
        info=INFO, setup=setup, prompts=prompts, judge=judge, advance=advance, lines=finished_lines, scene=scene.scene,
        result=scene.result, guide=scene.guide, paper=printed(finished_lines, scene.boxes), closed=closed,
    ),
    depth_is_open,
    switch,
)
