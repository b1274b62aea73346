"""3-Draw: up to three cards each without a pair; the highest sum takes every card drawn, and the cards are points."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.contract import Level, Move, Prompt, Ruling, Say, SeatId, Step, card_of, cards_of, number_of
from referee.kernel.depth import with_depth
from referee.kernel.fields import Cards, Int, Many, Seat
from referee.kernel.frozen import replace
from referee.kernel.game import Game, Options, Seats, finished_lines
from referee.kernel.info import Info, Option, Sheet, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import printed

from . import rounds, scene
from .state import BURNED, DECK, DRAWABLE, MOST, State, active, holdings, limit, paired, reserve, row, target

INFO = Info(
    id="three-draw",
    prefix="TD",
    deck_clause="TD-2",
    turn_clause="TD-A8",
    kinds={"draw": "TD-5", "stop": "TD-8", "pass": "TD-8", "burn": "TD-A7", "round": "TD-11"},
    version="2026.1",
    seats=(2, 6),
    options=(
        one_of("tie", "TD-A1", "discard", "split", "earlier", "later", "fewest_cards", "carry_over"),
        one_of("rounding", "TD-A2", "up", "down", "nearest"),
        one_of("deck_out", "TD-A3", "reshuffle", "reshuffle_burn", "most_points"),
        one_of("next_start", "TD-A4", "next", "left", "winner", "lowest_score"),
        one_of("zero_wins", "TD-A5", "yes", "no"),
        one_of("burn", "TD-A7", "face_down", "face_up"),
        one_of("direction", "TD-A8", "clockwise", "counterclockwise"),
        Option(Seat(name="start", optional=True), "TD-A9"),
        one_of("depth", "TD-5", "full", "quick"),
    ),
    sheet=Sheet(boxes=("cards", "sum"), rows=16, wide=("cards",)),
)
WON = ("won", "won_pot", "shared", "won_cards", "shared_cards")
_CARD = (Cards(name="card", deck=DECK),)


def setup(seats: Seats, options: Options) -> State:
    """The table after the shuffle, five cards burned (TD-2)."""
    depth = str(options["depth"])
    due = BURNED if options["burn"] == "face_up" and depth == "full" else 0
    return State(seats, options, depth, str(options.get("start") or seats[0]), due=due)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The next card of the seat on turn, or its stop; a card of any other seat can be told too, and is refused with its clause."""
    if state.over:
        return ()
    now = active(state)
    if state.due:
        return (Prompt("burn", None, _CARD, "TD-A7", form="tap"),)
    if state.depth == "quick":
        # The cards are not known, so where fewer cards break a tie the table compares them (TD-A1).
        label = "winners_fewest" if state.options["tie"] == "fewest_cards" else ""
        winners = Many(name="winners", label=label, values=state.seats, optional=True, default=())
        return (Prompt("round", None, (winners, Int(name="drawn", low=1, high=MOST * len(state.seats))), "TD-11"),)
    first = now == state.start
    if row(state, str(now)):
        stop = Prompt("stop", now, (), "TD-3" if first else "TD-8")
    else:
        stop = Prompt("pass", now, (), "TD-4" if first else "TD-8", aside=first)
    others = (Prompt("draw", seat, _CARD, "TD-5", aside=True, form="tap") for seat in state.seats if seat != now)
    return (Prompt("draw", now, _CARD, "TD-5", form="tap"), stop, *others)


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    match move.kind:
        case "draw" | "burn":
            early = _turn(state, move.seat) if move.seat else ()
            return (*early, *clash(DECK, holdings(state), None, (card_of(move),), "TD-2", "card"))
        case "pass" if move.seat == state.start:
            return (Ruling("draw_one_first", "TD-4", Level.IMPOSSIBLE, {"seat": move.seat}),)
        case "round":
            return tuple(_round(state, cards_of(move, "winners"), number_of(move, "drawn")))
        case _:
            return ()


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Ending a turn that is over or has not come, or before the first card (TD-4)."""
    if active(state) is None or state.depth == "quick" or seat is None or kind not in ("draw", "stop", "pass"):
        return None
    if kind == "stop" and seat == active(state) == state.start and not row(state, seat):
        return Ruling("draw_one_first", "TD-4", params={"seat": seat})
    return next(_turn(state, seat), None)


def _turn(state: State, seat: SeatId) -> Iterator[Ruling]:
    """Drawing although the turn is over (TD-3, TD-6, TD-7) or has not come yet (TD-A8)."""
    cards, now = row(state, seat), active(state)
    if seat == now:
        return
    if seat not in state.done:
        yield Ruling("not_yet", "TD-A8", params={"seat": seat, "next": now})
    elif paired(cards) is not None:
        yield Ruling("pair_ends_turn", "TD-6", params={"seat": seat, "pair": f"pair_{paired(cards)}"})
    elif len(cards) < limit(state, seat):
        yield Ruling("has_stopped", "TD-3" if seat == state.start else "TD-8", params={"seat": seat, "next": now})
    elif seat == state.start:
        yield Ruling("three_at_most", "TD-3", params={"seat": seat})
    else:
        yield Ruling("no_more_than_first", "TD-7", params={"seat": seat, "start": state.start, "n": limit(state, seat)})


def _round(state: State, top: tuple[SeatId, ...], drawn: int) -> Iterator[Ruling]:
    """A whole round told at once that the deck or the rules do not allow."""
    if len(set(top)) < len(top):
        yield Ruling("named_twice", "TD-11", field="winners")
    most = state.deck + reserve(state)
    if drawn > most:
        yield Ruling("deck_too_small", "TD-2", params={"n": drawn, "most": most}, field="drawn")
    least = _least(state, top)
    if drawn < least and top:
        yield Ruling("too_few_cards", "TD-11" if state.start in top else "TD-4", params={"least": least, "found": drawn}, field="drawn")
    elif drawn < least:
        yield Ruling("too_few_for_pairs", "TD-14", params={"n": drawn, "least": least}, field="drawn")


def _least(state: State, top: tuple[SeatId, ...]) -> int:
    """The fewest cards with which a round can end so (TD-4, TD-11, TD-14, TD-A5)."""
    zero, others = state.options["zero_wins"] == "yes", len(state.seats) - len(top)
    if not top:
        # Everybody has a pair, which takes two cards each; where drawing nothing cannot win, one pair is enough.
        return 2 * (others if zero else 1)
    each = len(top) + (state.start not in top)
    # Somebody wins with no card only if everybody else, the start player too, has a pair.
    return min(each, 2 * others) if zero and state.start not in top else each


def depth_is_open(state: State) -> bool:
    """How much is entered may change before the first card of a round."""
    return not state.over and not state.rows


def switch(state: State, depth: str) -> State:
    """The table at another depth, with no card of the burned ones to be told any more."""
    return replace(state, depth=depth, due=0, effects=())


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a Pairs deck to the first card, with the rules of this table."""
    points = target(len(seats), options["rounding"])
    zero = (Say("guide_zero_no", {}, "TD-A5"),) if options["zero_wins"] == "no" else ()
    return (
        Step(
            Say("guide_shuffle", {"n": DECK.size}, "TD-2"),
            (Say("guide_burn", {"n": BURNED, "left": DRAWABLE}, "TD-2"), Say(f"guide_burn_{options['burn']}", {}, "TD-A7")),
        ),
        Step(
            Say("guide_target", {"n": points}, "TD-16"),
            (Say("guide_one_point", {}, "TD-13"), Say(f"guide_deck_out_{options['deck_out']}", {}, "TD-A3")),
        ),
        Step(
            Say("guide_start", {"seat": options.get("start") or seats[0]}, "TD-A9"),
            (
                Say("guide_at_least_one", {}, "TD-4"),
                Say(f"guide_{options['direction']}", {}, "TD-A8"),
                Say("guide_no_more", {}, "TD-7"),
                Say(f"guide_next_{options['next_start']}", {}, "TD-A4"),
            ),
        ),
        Step(Say("guide_win", {}, "TD-11"), (Say("guide_pair", {}, "TD-10"), Say(f"guide_tie_{options['tie']}", {}, "TD-A1"), *zero)),
    )


GAME = with_depth(
    Game(
        info=INFO, setup=setup, prompts=prompts, judge=judge, advance=rounds.advance, lines=finished_lines,
        scene=scene.scene, result=scene.result, guide=guide, paper=printed(finished_lines, scene.boxes, WON),
        closed=closed,
    ),
    depth_is_open,
    switch,
)
