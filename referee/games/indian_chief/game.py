"""Indian Chief: seven rounds, one meld a round, each made once; Thieves steal after the scores."""

from collections.abc import Mapping
from typing import Any

from referee.kernel.cards import Card, french
from referee.kernel.contract import Message, Scene, SeatId, Step, totals
from referee.kernel.detail import with_depth
from referee.kernel.fields import Cards, Choice, Field, Int, Many, Place, Seat
from referee.kernel.game import Earlier, Game, Options, Seats
from referee.kernel.info import SEAT, Asked, Info, Option, Sheet, Slot, one_of
from referee.kernel.options import changed
from referee.kernel.wording import message_of, step

from . import judging, playing
from .demo import DEMO
from .melds import BEST, MELDS, RICH, unfilled
from .state import HAND, ROUNDS, Past, State, due, holdings, overfull, packs_for
from .statistics import STATISTICS, counted

# The points of each meld as told in quick entry, under any house rules.
POINTS: Mapping[str, Field] = {
    "thief": Int(name="score", low=0, high=10),
    "beggar": Int(name="score", low=0, high=136),
    "poor": Int(name="score", low=0, high=30),
    "lawyer": Choice(name="score", values=("0", "25")),
    "rich": Int(name="lost", low=0, high=RICH),
    "doctor": Choice(name="score", values=("0", "20", "30", "40", "50", "60")),
    "chief": Int(name="score", low=0, high=max(BEST.values())),
}
MELD_FIELDS = ("cards", "two", "score", "lost")
MOST_PLAYERS = 8
# The cards of a Chief, and a marker for each theft of another player (IC-19).
STEALABLE = tuple(f"{SEAT}:{at}" for at in range(MELDS["chief"].size + MOST_PLAYERS - 1))
TIED = Many(name="seats", values=(SEAT,), optional=True, default=())


def _meld(slot: Slot) -> tuple[Field, ...]:
    """Return the cards of a meld, fewer for a hand too small, and its points in quick entry."""
    cards = Cards(name="cards", deck=french(), least=1, most=slot.size)
    two = Cards(name="two", deck=french(), least=2, most=2, optional=True)
    return (cards, *((two,) if slot.name == "chief" else ()), POINTS[slot.name])


INFO = Info(
    id="indian-chief",
    prefix="IC",
    deck_clause="IC-2",
    kinds={
        **{slot.name: Asked("IC-8", _meld(slot), MELD_FIELDS) for slot in MELDS.values()},
        "steal": Asked("IC-19", (Place(name="card", values=STEALABLE),)),
        "decline": Asked("IC-19"),
        "no_agreement": Asked("IC-24", (TIED,), ("seats",), table=True),
        "stand": Asked("IC-2", table=True),
        "playoff": Asked("IC-A9", (Seat(name="winner"),), table=True),
    },
    version="2026.1",
    seats=(2, MOST_PLAYERS),
    family="pack",
    sheet=Sheet(
        ("meld", "cards"),
        ROUNDS,
        wide=("cards",),
        papers={
            "a4": 8,
            "a4-across": 8,
            "a5": 4,
            "a5-across": 8,
            "a5-two": 4,
            "letter": 8,
            "letter-across": 8,
            "half": 4,
            "half-across": 8,
            "half-two": 4,
        },
        alone=("title", "meld", "theft", "no_theft"),
    ),
    options=(
        one_of("match", "IC-A1", "value", "rank"),
        one_of("beggar_own", "IC-A2", "no", "yes"),
        one_of("beggar_pair", "IC-A2", "once", "twice"),
        one_of("ace_in_straight", "IC-A3", "both", "low", "high", "wrap"),
        one_of("chief_split", "IC-A4", "best", "declared"),
        one_of("thief_order", "IC-A5", "value", "rank_ace_low", "rank_ace_high"),
        one_of("steal", "IC-A6", "optional", "forced"),
        one_of("steal_back_own", "IC-A7", "no", "yes"),
        one_of("tie_fail", "IC-A8", "all_tied", "only_conflicting"),
        one_of("final_tie", "IC-A9", "shared", "highest_chief", "fewest_negative", "playoff"),
        one_of("short", "IC-A10", "early_reshuffle", "deal_fewer"),
        one_of("round7_steal", "IC-A11", "skip", "play"),
        Option(Seat(name="dealer", optional=True), "IC-A14"),
        one_of("entry", "IC-10", "open", "secret"),
        one_of("depth", "IC-12", "full", "quick"),
    ),
    editions={"page": {}, "original": {"match": "rank"}},
    slots=tuple(MELDS.values()),
    statistics=STATISTICS,
    rounds=ROUNDS,
    demo=DEMO,
)


def setup(seats: Seats, options: Options) -> State:
    """Return the state before round 1; by default the first seat deals."""
    options = changed(options, {"dealer": options.get("dealer") or seats[0]})
    return State(
        seats,
        options,
        str(options["depth"]),
        packs_for(seats),
        dict.fromkeys(seats, ()),
        dict.fromkeys(seats, HAND),
    )


def scene(state: State) -> Scene:
    """Return the round, the banner and the known cards."""
    where = (
        Message("game_over", {}, "IC-16")
        if state.phase == "over"
        else Message("round_of", {"n": state.round, "of": ROUNDS}, "IC-6")
    )
    done, dealer = len(state.past), str(state.options["dealer"])
    return Scene(
        state.round,
        where,
        state.deck,
        (done, ROUNDS),
        _banner(state),
        holdings(state),
        done,
        dealer=dealer,
    )


def _banner(state: State) -> Message | None:
    if state.phase == "conflict":
        cards = overfull(state)
        return Message(
            "too_many_copies", {"cards": list(cards), "copies": state.packs}, "IC-2", cards
        )
    if state.phase == "choosing":
        short = [seat for seat in state.seats if seat not in state.melds and unfilled(state, seat)]
        return Message("hand_short", {"seats": short}, "IC-A10") if short else None
    if state.phase == "thefts":
        now = list(due(state))
        if len(now) > 1:
            return Message("thieves_agree", {"seats": now}, "IC-23")
        return Message("thief_due", {"seats": now}, "IC-22")
    return None


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """Return the setup steps, from a box of cards to the first round."""
    packs = packs_for(seats)
    left = 52 * packs - HAND * len(seats)
    dealer = message_of("dealer IC-A14", seat=options.get("dealer") or seats[0])
    rest = message_of("rest_is_deck IC-5", n=left)
    open_ = "enter_secret IC-10" if options["entry"] == "secret" else "reveal_together IC-11"
    entry = "enter_points IC-12" if options["depth"] == "quick" else open_
    return (
        step("take_packs IC-2", "no_jokers IC-2", packs=packs, n=52 * packs),
        step("deal IC-5", rest, dealer, n=HAND),
        step(
            "choose_together IC-10",
            "sizes_tell IC-7",
            "each_meld_once IC-8",
            "card_values IC-17",
            n=ROUNDS,
        ),
        step(entry, "then_thieves IC-19", message_of("then_refill IC-13", n=HAND)),
    )


def paper(state: State) -> dict[str, Any]:
    """Return ``packs``, ``rounds`` and ``rows``: one entry per seat of each finished round.

    An entry has ``round``, ``seat``, ``meld`` (number of cards), ``cards``, ``points`` and
    ``total``. Optional: ``took`` (card, seat number), ``split`` (places of the Chief's two cards)
    and ``lost`` (place, card, seat number, final marker). A card stolen without a marker is not in
    ``lost``.
    """
    rounds = [
        [_entry(state, number, past, seat) for seat in state.seats]
        for number, past in enumerate(state.past, 1)
    ]
    rows = [
        [{**entry, "boxes": [entry["meld"], entry["cards"]]} for entry in entries]
        for entries in rounds
    ]
    return {"packs": state.packs, "rounds": rounds, "rows": rows}


def _entry(state: State, number: int, past: Past, seat: SeatId) -> dict[str, Any]:
    own = [
        line
        for line in state.finished
        if (line.round, line.seat, line.part) == (number, seat, "score")
    ]
    cards = past.melds[seat].cards
    entry: dict[str, Any] = {
        "round": number,
        "seat": seat,
        "meld": MELDS[past.melds[seat].kind].size,
        "cards": list(cards),
        "points": sum(line.points for line in own),
        "total": totals(state.finished, state.seats, number)[seat],
    }
    if took := next((act for act in past.acts if act.kind == "steal" and act.seat == seat), None):
        entry["took"] = {"card": took.card, "from": state.seats.index(took.whom)}
    if lost := _lost(state, past, seat):
        entry["lost"] = lost
    if two := next((line.cards for line in own if line.code == "chief_two"), ()):
        entry["split"] = _places(cards, two)
    return entry


def _places(cards: tuple[Card, ...], two: tuple[Card, ...]) -> list[int]:
    return [
        place for place, card in enumerate(cards) if cards[:place].count(card) < two.count(card)
    ]


def _lost(state: State, past: Past, seat: SeatId) -> list[dict[str, Any]]:
    """List the cards stolen from a meld with their final markers; leave out those without one."""
    cards = past.melds[seat].cards
    place_of, lost = list(range(len(cards))), dict[int, dict[str, Any]]()
    for act in past.acts:
        if act.kind == "steal" and act.whom == seat:
            place = place_of[act.index]
            taken = {"index": place, "card": cards[place], "to": state.seats.index(act.seat)}
            lost[place] = lost.get(place, taken) | {"marker": act.marker}
            place_of += [place] if act.marker else []
    return [loss for _, loss in sorted(lost.items()) if loss["marker"]]


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=judging.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lambda state: (
            state.finished
            if state.phase == "over"
            else (*state.finished, *playing.running_lines(state))
        ),
        scene=scene,
        result=playing.result,
        guide=guide,
        paper=paper,
        see=judging.see,
        counted=counted,
        earlier=Earlier(playing.asks_earlier, playing.skipped),
    ),
    # The entry depth may change between rounds (IC-12).
    lambda state: state.phase == "choosing" and not state.melds,
)
