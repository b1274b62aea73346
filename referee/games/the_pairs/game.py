"""The Pairs, cooperative: lay the whole deck on two piles, each card within one of the last."""

from collections.abc import Iterator
from dataclasses import replace

from referee.kernel import ledger
from referee.kernel.board import Message
from referee.kernel.cards import Card
from referee.kernel.contract import (
    Level,
    Line,
    Move,
    Prompt,
    Result,
    Ruling,
    SeatId,
    Step,
    card_of,
)
from referee.kernel.detail import with_depth
from referee.kernel.fields import Cards, Field, Int, Place, Seat
from referee.kernel.game import Game, Options, Seats
from referee.kernel.info import Asked, Info, Option, Sheet, Statistic, one_of
from referee.kernel.paper import printed
from referee.kernel.series import as_series
from referee.kernel.wording import message_of, step

from .board import scene, where
from .playing import (
    DECK,
    HAND,
    PILES,
    RESERVE,
    SOURCES,
    State,
    Turn,
    advance,
    deck_size,
    places_for,
    reason_to_play,
)

FORESEEN = (3, 5)
CARD = Cards(name="card", deck=DECK)
# Each pile has at least one card before a player can be stuck.
LEFT = Int(name="left", low=1, high=DECK.size - len(PILES))
INFO = Info(
    id="the-pairs",
    prefix="TP",
    deck_clause="TP-1",
    turn_clause="TP-4",
    kinds={
        "play": Asked("TP-8", (CARD, Place(name="place", values=(*PILES, RESERVE)))),
        "from_reserve": Asked("TP-9", (Place(name="place", values=PILES),)),
        "stuck": Asked("TP-17"),
        "pass": Asked("TP-16", aside=True),
        "draw": Asked("TP-19", (Place(name="source", values=SOURCES),)),
        "keep": Asked("TP-A5"),
        "lost": Asked("TP-25", (LEFT,), table=True),
        "won": Asked("TP-24", table=True),
    },
    version="2026.1",
    range_clause="TP-A10",
    seats=(1, 6),
    family="numbers",
    statistics=(Statistic("pairs", "average", "TP-12"),),
    options=(
        Option(Seat(name="start", optional=True), "TP-3"),
        one_of("empty_hand", "TP-A1", "eliminated", "draw_instead", "pass"),
        one_of("reserve_pair", "TP-A2", "yes", "no"),
        one_of("wrap", "TP-A4", "no", "yes"),
        one_of("must_draw", "TP-A5", "yes", "no"),
        one_of("table_talk", "TP-A8", "open", "none"),
        one_of("look_through", "TP-A9", "no", "yes"),
        one_of("depth", "TP-24", "full", "quick"),
    ),
    tally=True,
    ranked=False,
    sheet=Sheet(boxes=("left",), rows=12, together=True),
)


def setup(seats: Seats, options: Options) -> State:
    """The state after the deal (TP-2)."""
    return State(
        seats,
        options,
        str(options["depth"]),
        dict.fromkeys(seats, HAND),
        deck_size(len(seats)),
        Turn(str(options["start"])),
    )


def prompts(state: State) -> tuple[Prompt, ...]:
    """All prompts; moves out of turn are asides, so that `judge` refuses them by clause."""
    if state.over:
        return ()
    if state.depth == "quick":
        return (Prompt("lost", None, (LEFT,), "TP-25"), Prompt("won", None, (), "TP-24"))
    others = tuple(
        _play(state, seat, aside=True)
        for seat in state.seats
        if seat != state.at and state.hands[seat]
    )
    late = (
        (_draw(state.before.seat, aside=True),)
        if state.before and state.before.seat != state.at
        else ()
    )
    return (*_asked(state), *others, *late)


def _asked(state: State) -> Iterator[Prompt]:
    """The prompts of the seat on turn: plays, giving up, its draw, or no draw (TP-A5)."""
    seat, drawing = state.at, state.phase == "draw"
    if drawing:
        yield _draw(seat)
    if drawing and state.options["must_draw"] == "no":
        yield Prompt("keep", seat, (), "TP-A5", form="tap")
    if state.hands[seat]:
        yield _play(state, seat, aside=drawing)
    if drawing:
        return
    if seat in state.reserves:
        yield Prompt("from_reserve", seat, (Place(name="place", values=PILES),), "TP-9", form="tap")
    yield Prompt(
        "stuck", seat, (), "TP-17", aside=reason_to_play(state, seat) is not None, form="tap"
    )
    yield Prompt("pass", seat, (), "TP-16", aside=True)
    yield _draw(seat, aside=True)


def _play(state: State, seat: SeatId, aside: bool = False) -> Prompt:
    """Ask for a card; hide the copies left unless players may look through the piles (TP-A9)."""
    layout = "pad" if state.options["look_through"] == "yes" else "memory"
    fields: tuple[Field, ...] = (
        replace(CARD, layout=layout),
        Place(name="place", values=(*PILES, RESERVE)),
    )
    return Prompt("play", seat, fields, "TP-8", aside=aside, form="tap")


def _draw(seat: SeatId, aside: bool = False) -> Prompt:
    return Prompt(
        "draw", seat, (Place(name="source", values=SOURCES),), "TP-19", aside=aside, form="tap"
    )


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield every objection to a move."""
    seat = str(move.seat)
    match move.kind:
        case "play":
            yield from _played(state, seat, card_of(move))
            yield from _placed(state, seat, card_of(move), str(move.data["place"]))
        case "from_reserve":
            yield from _placed(state, seat, state.reserves[seat], str(move.data["place"]))
        case "stuck" if reason := reason_to_play(state, seat):
            yield Ruling(reason, "TP-17", params={"seat": seat, "card": state.reserves.get(seat)})
        case "pass":
            yield Ruling(
                "may_not_pass",
                "TP-16",
                params={"seat": seat, "n": state.hands[seat], "deck": state.deck},
            )
        case "draw":
            yield from _drawn(state, seat, str(move.data["source"]))


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """The ruling against playing a reserve card that is not there (TP-9)."""
    empty = (
        kind == "from_reserve"
        and seat == state.at
        and state.phase == "play"
        and state.depth == "full"
    )
    return Ruling("no_reserve", "TP-9", params={"seat": seat, "card": None}) if empty else None


def _played(state: State, seat: SeatId, card: Card) -> Iterator[Ruling]:
    """A play out of turn (TP-4), a second card (TP-5), or an impossible card (TP-1, TP-8)."""
    if seat != state.at:
        yield Ruling("out_of_turn", "TP-4", params={"seat": seat, "next": state.at})
    elif state.phase == "draw":
        yield Ruling("second_card", "TP-5", params={"seat": seat})
    known = state.known.get(seat, ())
    clash = ledger.clash(DECK, state.holdings, seat, [card], "TP-1", "card")
    yield from clash
    if not clash and card not in known and len(known) >= state.hands[seat]:
        yield Ruling(
            "not_in_hand",
            "TP-8",
            params={"card": card, "seat": seat, "cards": list(known)},
            field="card",
        )


def _placed(state: State, seat: SeatId, card: Card, place: str) -> Iterator[Ruling]:
    """A second reserve card (TP-15), or a card that does not fit the pile (TP-11)."""
    if place == RESERVE and seat in state.reserves:
        yield Ruling(
            "reserve_full",
            "TP-15",
            params={"seat": seat, "card": state.reserves[seat]},
            field="place",
        )
    elif place not in (*places_for(state, card), RESERVE):
        yield Ruling(
            "too_far",
            "TP-11",
            params={"card": card, "top": state.tops[PILES.index(place)], "place": place},
            field="place",
        )


def _drawn(state: State, seat: SeatId, source: str) -> Iterator[Ruling]:
    """Illegal draws: early (TP-5), after a pair (TP-18), late (TP-19), or of no card."""
    params = {"seat": seat, "card": state.reserves.get(seat)}
    turn = state.turn if seat == state.at else state.before
    if seat == state.at and state.phase == "play":
        yield Ruling("play_first", "TP-5", params=params)
        return
    if turn and turn.paired:
        yield Ruling("pair_no_draw", "TP-18", params=params)
        return
    if seat != state.at:
        yield Ruling("turn_is_over", "TP-19", params=params)
    # From the deck, while there is one; or the reserve card, unless it was laid in this turn.
    if source == "deck" and not state.deck:
        yield Ruling("deck_empty", "TP-20", Level.IMPOSSIBLE, params, "source")
    if source == RESERVE:
        yield from _judge_reserve(state, seat, bool(turn and turn.reserved))


def _judge_reserve(state: State, seat: SeatId, just_laid: bool) -> Iterator[Ruling]:
    params = {"seat": seat, "card": state.reserves.get(seat)}
    if seat not in state.reserves:
        yield Ruling("no_reserve", "TP-22", Level.IMPOSSIBLE, params, "source")
    elif just_laid:
        yield Ruling("just_laid", "TP-23", params=params, field="source")


def lines(state: State) -> tuple[Line, ...]:
    """At the end: the shared result (TP-24, TP-25), then turns and pairs of each seat."""
    if not state.over:
        return ()
    won = state.phase == "won"
    score = tuple(
        Line(seat, 1, int(won), "TP-24" if won else "TP-25", state.phase, {"n": state.to_go})
        for seat in state.seats
    )
    out = (
        (Line(state.out, 1, 0, "TP-17", "out", {"n": state.hands[state.out]}, part="out"),)
        if state.out
        else ()
    )
    turns = (
        Line(seat, 1, 0, "TP-5", "turns", {"n": state.turns.get(seat, 0)}, part="turns")
        for seat in state.seats
        if state.turns
    )
    pairs = (
        Line(seat, 1, 0, "TP-12", "pairs", {"n": state.pairs.get(seat, 0)}, part="pairs")
        for seat in state.seats
        if state.turns
    )
    return (*score, *out, *turns, *pairs)


def result(state: State) -> Result | None:
    """The shared win or loss (TP-24, TP-25), or None before the end."""
    if not state.over:
        return None
    if state.phase == "won":
        return Result((state.seats,), (Message("all_laid", {}, "TP-24"),))
    lost = (
        Message("lost_by", {"who": state.out, "n": state.to_go}, "TP-25")
        if state.out
        else where(state)
    )
    return Result((state.seats,), (lost,), won=False)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup steps in order (TP-1…TP-7)."""
    n, (least, most), talk = len(seats), FORESEEN, f"guide_talk_{options['table_talk']} TP-A8"
    unusual = (
        "" if least <= n <= most else message_of("guide_number TP-A10", least=least, most=most)
    )
    return (
        step(
            "guide_shuffle TP-1",
            unusual,
            deal=[(message_of("guide_hands TP-2"), HAND, deck_size(n))],
            n=DECK.size,
        ),
        step(
            "guide_deck TP-2",
            "guide_piles TP-7",
            f"guide_look_{options['look_through']} TP-A9",
            n=deck_size(n),
        ),
        step("guide_reserve TP-7", "guide_one_reserve TP-15"),
        step(
            "guide_first TP-3",
            "guide_clockwise TP-4",
            "guide_secret TP-6",
            talk,
            who=options["start"],
        ),
    )


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=prompts,
        judge=judge,
        advance=advance,
        lines=lines,
        scene=scene,
        result=result,
        guide=guide,
        paper=printed(lines, lambda line: [line.params["n"]], ("won",)),
        closed=closed,
        counted=lambda lines: (
            (line.seat, "pairs", line.params["n"]) for line in lines if line.code == "pairs"
        ),
    ),
    # Quick entry may begin at any time; card by card only before the first turn.
    lambda state: not state.over and (state.depth == "full" or not state.turns),
)
GAME = as_series(SINGLE)
