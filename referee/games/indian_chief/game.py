"""Indian Chief: seven rounds, seven melds, each made once; Thieves steal when the scores are written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.kernel.cards import rank
from referee.kernel.contract import Holding, Level, Line, Move, Prompt, Ruling, Say, Scene, SeatId, Step, cards_of
from referee.kernel.depth import with_depth
from referee.kernel.fields import Cards, Field, Seat
from referee.kernel.frozen import replace
from referee.kernel.game import Game, Options, Seats
from referee.kernel.info import Info, Option, Sheet, Slot, one_of
from referee.kernel.ledger import clash, holders, left

from . import paper, quick, rounds, thefts
from .melds import MELDS, unfilled
from .state import HAND, ROUNDS, Meld, State, holdings, overfull, round_made

INFO = Info(
    id="indian-chief",
    prefix="IC",
    deck_clause="IC-2",
    kinds={
        **dict.fromkeys(MELDS, "IC-8"),
        "steal": "IC-19",
        "decline": "IC-19",
        "no_agreement": "IC-24",
        "stand": "IC-2",
        "playoff": "IC-A9",
    },
    version="2026.1",
    seats=(2, 8),
    sheet=Sheet(papers={"a4": 8, "letter": 8, "a5": 2}),
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
        Option(Seat(name="dealer", optional=True), "IC-A14", passes=True),
        one_of("entry", "IC-10", "open", "secret"),
        one_of("depth", "IC-12", "full", "quick"),
    ),
    editions={"page": {}, "original": {"match": "rank"}},
    slots=tuple(Slot(kind.name, kind.size, kind.clause) for kind in MELDS.values()),
    rounds=ROUNDS,
)
_THEFTS = ("steal", "decline", "no_agreement")


def packs_for(seats: Seats) -> int:
    """One pack for two or three seats, two for more (IC-2)."""
    return 1 if len(seats) <= 3 else 2


def setup(seats: Seats, options: Options) -> State:
    """The table before round 1."""
    options = {**options, "dealer": options.get("dealer") or seats[0]}
    return State(seats, options, packs_for(seats), dict.fromkeys(seats, ()), dict.fromkeys(seats, HAND), str(options["depth"]))


def prompts(state: State) -> tuple[Prompt, ...]:
    """All seven melds for every seat without one (a used one is asked too, and refused), or the thefts that are due."""
    if state.phase == "choosing":
        waiting = tuple(seat for seat in state.seats if seat not in state.melds)
        if state.quick:
            return tuple(prompt for seat in waiting for prompt in quick.prompts(state, seat))
        lying = holdings(state)
        return (*(prompt for seat in waiting for prompt in _meld_prompts(state, lying, seat)), *thefts.early_prompts(state))
    if state.phase == "conflict":
        return (Prompt("stand", None, (), "IC-2", overrules=_collisions(state)),)
    if state.phase == "over":
        return rounds.playoff_prompts(state)
    return thefts.prompts(state) if state.phase == "thefts" else ()


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move, from what the moving seat may know."""
    if move.kind in _THEFTS:
        return tuple(thefts.judge(state, move))
    if move.kind in MELDS and move.seat is not None:
        return tuple(_judge_meld(rounds.see(state, move.seat), move.seat, move))
    return ()


def advance(state: State, move: Move) -> State:
    """The table after a move."""
    if move.kind in _THEFTS:
        return rounds.settle(thefts.advance(state, move))
    if move.kind == "stand":
        return rounds.after_scores(state)
    if move.kind == "playoff":
        return replace(state, playoff=str(move.data["winner"]))
    state = replace(state, melds={**state.melds, str(move.seat): _meld(move)})
    if len(state.melds) < len(state.seats):
        return state
    return replace(state, phase="conflict") if state.secret and overfull(state) else rounds.after_scores(state)


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet: finished rounds as they were kept, the running one from what is shown."""
    if state.phase == "over":
        return state.finished
    return (*state.finished, *rounds.running_lines(state))


def scene(state: State) -> Scene:
    """Where the game is and where its cards lie."""
    where = Say("round_of", {"n": state.round, "of": ROUNDS}, "IC-6")
    if state.phase == "over":
        where = Say("game_over", {}, "IC-16")
    done, dealer = state.complete, str(state.options["dealer"])
    return Scene(state.round, where, state.deck, (done, ROUNDS), _banner(state), holdings(state), done, dealer=dealer)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a box of cards to the first round."""
    packs = packs_for(seats)
    left = 52 * packs - HAND * len(seats)
    entry = Say("enter_points", {}, "IC-12") if options["depth"] == "quick" else Say(f"enter_{options['entry']}", {}, "IC-10")
    return (
        Step(Say("take_packs", {"packs": packs, "n": 52 * packs}, "IC-2"), (Say("no_jokers", {}, "IC-2"),)),
        Step(
            Say("deal", {"n": HAND}, "IC-5"),
            (Say("dealer", {"seat": options.get("dealer") or seats[0]}, "IC-A14"), Say("rest_is_deck", {"n": left}, "IC-5")),
            deal=((Say("deal_hands", {}, "IC-5"), HAND, left),),
        ),
        Step(
            Say("choose_together", {}, "IC-10"),
            (Say("each_meld_once", {"n": ROUNDS}, "IC-8"), Say("sizes_tell", {}, "IC-7"), Say("card_values", {}, "IC-17"), entry),
        ),
        Step(Say("reveal_together", {}, "IC-11"), (Say("then_thieves", {}, "IC-19"), Say("then_refill", {"n": HAND}, "IC-13"))),
    )


def _collisions(state: State) -> tuple[Ruling, ...]:
    """A ruling for every card of which secret melds show more copies than the packs have."""
    found = {card: [[held.seat, held.place] for held in holders(card, holdings(state))] for card in overfull(state)}
    params = ({"card": card, "copies": state.packs, "found": len(who), "holders": who} for card, who in found.items())
    return tuple(Ruling("copies_collide", "IC-2", params=facts) for facts in params)


def _banner(state: State) -> Say | None:
    if state.phase == "conflict":
        cards = overfull(state)
        return Say("too_many_copies", {"cards": list(cards), "copies": state.packs}, "IC-2", cards)
    if state.phase == "choosing":
        short = [seat for seat in state.seats if seat not in state.melds and unfilled(state, seat)]
        return Say("hand_short", {"seats": short}, "IC-A10") if short else None
    if state.phase == "thefts":
        now = thefts.due(state)
        return Say("thieves_agree" if len(now) > 1 else "thief_due", {"seats": list(now)}, "IC-23" if len(now) > 1 else "IC-22")
    return None


def depth_is_open(state: State) -> bool:
    """Between rounds the table may change how much it enters (IC-12)."""
    return state.phase == "choosing" and not state.melds


def _meld_prompts(state: State, lying: tuple[Holding, ...], seat: SeatId) -> Iterator[Prompt]:
    seen, whole = rounds.see(state, seat), unfilled(state, seat)
    copies = left(state.deck, lying if seen is state else holdings(seen), seat)
    for kind in MELDS.values():
        least, clause = (state.held[seat], "IC-A10") if kind is whole else (kind.size, "IC-7")
        asked: tuple[Field, ...] = (Cards(name="cards", deck=state.deck, least=least, most=kind.size, left=copies),)
        if kind.name == "chief" and state.options["chief_split"] == "declared":
            asked = (*asked, Cards(name="two", deck=state.deck, least=2, most=2, optional=True, layout="split"))
        yield Prompt(kind.name, seat, asked, clause, secret=state.secret, aside=whole not in (None, kind), form="pad")


def _meld(move: Move) -> Meld:
    if "score" in move.data or "lost" in move.data:
        return quick.meld(move)
    return Meld(move.kind, cards_of(move), cards_of(move, "two"))


def _judge_meld(state: State, seat: SeatId, move: Move) -> Iterator[Ruling]:
    meld = _meld(move)
    if used := round_made(state, seat, meld.kind):
        yield Ruling("meld_used", "IC-8", params={"slot": meld.kind, "round": used})
    if meld.points is not None:
        yield from quick.judge(state, seat, meld)
        return
    if len(meld.cards) > state.held[seat]:
        yield Ruling("hand_too_small", "IC-A10", params={"n": state.held[seat]}, field="cards")
    yield from clash(state.deck, holdings(state), seat, meld.cards, "IC-2", "cards")
    if meld.kind == "chief" and len(meld.cards) == MELDS["chief"].size:
        yield from _judge_chief(state, meld)


def _judge_chief(state: State, meld: Meld) -> Iterator[Ruling]:
    ranks = Counter(map(rank, meld.cards))
    if state.packs == 1 and max(ranks.values()) > 4:
        yield Ruling("five_with_one_pack", "IC-42", field="cards")
    if state.options["chief_split"] == "declared":
        if not meld.two:
            yield Ruling("split_missing", "IC-A4", field="two")
        elif Counter(meld.two) - Counter(meld.cards):
            yield Ruling("two_not_in_chief", "IC-38", Level.IMPOSSIBLE, params={"cards": list(meld.two)}, field="two")


GAME = with_depth(
    Game(
        info=INFO, setup=setup, prompts=prompts, judge=judge, advance=advance, lines=lines, scene=scene,
        result=rounds.result, guide=guide, paper=paper.paper, see=rounds.see,
    ),
    depth_is_open,
)
