"""Pairs: take a card or fold; pairs and folds score, and the first to reach a limit loses."""

from collections.abc import Iterator
from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Shown, Spot
from referee.kernel.contract import (
    Move,
    Prompt,
    Result,
    Ruling,
    Scene,
    SeatId,
    Step,
    card_of,
    rank_by,
)
from referee.kernel.detail import with_depth
from referee.kernel.earlier import carried, points_before
from referee.kernel.fields import Cards, Int, Seat
from referee.kernel.game import Earlier, Game, Options, Seats, Told, finished_lines
from referee.kernel.info import Asked, Info, Sheet, Statistic, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import printed
from referee.kernel.statistics import by_code
from referee.kernel.wording import message_of, step

from .playing import (
    BURNED,
    DECK,
    State,
    advance,
    goal,
    holders,
    holdings,
    lowest,
    over,
    points,
    switch,
)

CARD, KEPT = Cards(name="card", deck=DECK), Int(name="points", low=1, high=len(DECK.counts))
INFO = Info(
    id="pairs",
    prefix="PA",
    deck_clause="PA-1",
    seats_clause="PA-2",
    turn_clause="PA-11",
    kinds={
        "deal": Asked("PA-6", (CARD,)),
        "draw": Asked("PA-10", (CARD,)),
        "fold": Asked("PA-14", (Seat(name="whose"),), ("whose",)),
        "round": Asked("PA-13", (Seat(name="who"), KEPT), table=True),
    },
    version="2026.1",
    seats=(2, 8),
    family="numbers",
    statistics=(
        Statistic("pair", "times", "PA-12", low=None),
        Statistic("fold", "times", "PA-14", low=None),
    ),
    options=(
        one_of("taken_from", "PA-A1", "nearest", "told"),
        one_of("many_players", "PA-A2", "eleven", "rounded_down"),
        one_of("deck_out", "PA-A3", "shuffle", "finish"),
        one_of("depth", "PA-10", "full", "quick"),
    ),
    low_wins=True,
    ranked=False,
    sheet=Sheet(boxes=("how",), rows=20),
)


def setup(seats: Seats, options: Options) -> State:
    """The state after the shuffle, with five cards burned (PA-5)."""
    return State(seats, options, str(options["depth"]), dict.fromkeys(seats, ()), seats)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The deal, else a card or a fold; a card out of turn is an aside, refused by its clause."""
    if over(state):
        return ()
    if state.depth == "quick":
        return (
            Prompt(
                "round", None, (Seat(name="who", values=state.seats), KEPT), "PA-13", form="tap"
            ),
        )
    if state.turn is None:
        return (
            Prompt(
                "deal",
                state.due[0],
                (CARD,),
                "PA-8" if all(state.stacks.values()) else "PA-6",
                form="tap",
            ),
        )
    # With `told`, the player chooses among the seats that have the lowest card (PA-A1).
    able = holders(state, state.turn) if state.options["taken_from"] == "told" else ()
    whose = (Seat(name="whose", values=able, default=able[0]),) if len(able) > 1 else ()
    fold = Prompt("fold", state.turn, whose, "PA-14", form="tap")
    if not state.deck:
        return (fold,)
    others = (
        Prompt("draw", seat, (CARD,), "PA-10", aside=True, form="tap")
        for seat in state.seats
        if seat != state.turn
    )
    return (Prompt("draw", state.turn, (CARD,), "PA-10", form="tap"), fold, *others)


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield every objection: no copy left (PA-1, PA-13), or a card out of turn (PA-11)."""
    match move.kind:
        case "round":
            yield from clash(
                DECK, holdings(state), None, (str(move.data["points"]),), "PA-13", "points"
            )
        case "draw" | "deal":
            if move.kind == "draw" and move.seat != state.turn:
                yield Ruling("not_on_turn", "PA-11", params={"seat": move.seat, "next": state.turn})
            yield from clash(DECK, holdings(state), None, (card_of(move),), "PA-1", "card")


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Moves closed after a round (PA-12, PA-14), in the deal (PA-6, PA-8), with no deck (PA-A3)."""
    if state.depth == "quick" or kind == "round":
        return None
    if state.turn is None:
        if kind != "deal" and state.finished and not any(state.stacks.values()):
            return Ruling("round_over", state.finished[-1].clause, params={"next": state.due[0]})
        return Ruling(
            "deal_first",
            "PA-8" if all(state.stacks.values()) else "PA-6",
            params={"next": state.due[0]},
        )
    if kind != "draw" or state.deck:
        return None
    if seat != state.turn:
        return Ruling("not_on_turn", "PA-11", params={"seat": seat, "next": state.turn})
    return Ruling("only_fold", "PA-A3")


# Scene and board


def scene(state: State) -> Scene:
    """The current scene: points, the losing score (PA-4), and the stacks at full depth."""
    ended = over(state)
    done = len(state.finished)
    unit = Message("of_goal", {"n": goal(state.seats, state.options)}, "PA-4")
    # The cost of a fold; in the deal, the cards left.
    hint = (
        Message("fold_costs", {"card": lowest(state), "n": state.deck}, "PA-14")
        if state.turn
        else Message("in_deck", {"n": state.deck}, "PA-5")
    )
    return Scene(
        done if ended else done + 1,
        Message("match_over", {}, "PA-3") if ended else Message("round", {"n": done + 1}, "PA-6"),
        DECK,
        holdings=holdings(state),
        complete=done,
        board=tuple(_row(state, seat, unit) for seat in state.seats)
        if state.depth == "full"
        else (),
        hint=hint if state.depth == "full" and not ended else None,
        effects=state.effects,
        shown={seat: Shown(had, unit) for seat, had in points(state).items()},
    )


def _row(state: State, seat: SeatId, unit: Message) -> BoardRow:
    """A seat's stack, points and kept cards; ``next`` marks where the next card goes."""
    stack = state.stacks[seat]
    next_one = seat == (state.turn or state.due[0]) and not over(state)
    following = (Spot(state="next"),) if next_one and state.deck else ()
    cards = tuple(card for line in state.finished if line.seat == seat for card in line.cards)
    note = Message("kept", {"cards": cards}, "PA-13") if cards else None
    return BoardRow(
        (*map(Spot, stack), *following),
        seat,
        note=note,
        value=points(state)[seat],
        value_note=unit,
        active=next_one,
    )


def result(state: State) -> Result | None:
    """The ranking once a seat has lost; there is no winner, the loser is last (PA-3)."""
    if not over(state):
        return None
    had = points(state)
    loser = max(had, key=lambda seat: had[seat])
    reason = Message(
        "loses",
        {"seat": loser, "points": had[loser], "goal": goal(state.seats, state.options)},
        "PA-3",
    )
    return Result(rank_by(had, low_wins=True), (reason,), won=False)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup steps, from the deck to the first turn."""
    finish = "guide_finish PA-A3" if options["deck_out"] == "finish" else ""
    return (
        step(
            "guide_shuffle PA-1",
            message_of("guide_burn PA-5", n=BURNED),
            "guide_reshuffle PA-17",
            finish,
            n=DECK.size,
        ),
        step("guide_goal PA-4", "guide_loser PA-3", "guide_kept PA-13", n=goal(seats, options)),
        step("guide_deal PA-6", "guide_lowest PA-7", "guide_tie PA-8", "guide_replace PA-9"),
        step("guide_turn PA-10", "guide_pair PA-12", "guide_fold PA-14", "guide_again PA-15"),
    )


def skipped(state: State, _rounds: int, told: Told) -> State:
    """The next round with points from earlier ones (PA-13); their cards stay unknown."""
    return replace(state, finished=carried(told, "PA-13"))


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=prompts,
        judge=judge,
        advance=advance,
        scene=scene,
        result=result,
        guide=guide,
        closed=closed,
        paper=printed(
            finished_lines,
            lambda line: [None if line.code == "keeps" else line.code.removesuffix("_own")],
        ),
        counted=lambda lines: by_code(lines, {"pair": "pair", "fold": "fold", "fold_own": "fold"}),
        earlier=Earlier(lambda at: (points_before(0, goal(at.seats, at.options) - 1),), skipped),
    ),
    # Before the first card of a round.
    lambda state: not over(state) and not any(state.stacks.values()),
    switch,
    quick_midway=True,
)
