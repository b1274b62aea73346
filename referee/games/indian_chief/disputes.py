"""Indian Chief at the dispute desk: what a meld is worth, how a Chief is split, what else the cards would have made, who steals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from operator import itemgetter
from typing import Any

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card, french
from referee.kernel.contract import Illegal, Level, Line, Ruling, SeatId
from referee.kernel.fields import Bad, Cards, Field, Int, Many, Place
from referee.kernel.game import check
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, lettered, letters, number_in, number_or_default, seated

from .game import GAME, packs_for
from .melds import MELDS, score_lines
from .state import HIDDEN, Act, Meld, State, overfull
from .thefts import advance, due, lay_out, lying, thieves
from .thefts import lines as stolen

KINDS = {kind.size: kind.name for kind in MELDS.values()}
ME, OTHERS = "A", "B"
MOST, HAND, FEWEST, PLAYERS = 7, 8, 2, 8
SHOWN_SPLITS = 4
PACKS = Int(name="packs", low=1, high=2, default=1)


def _others_field(raw: Raw) -> Field:
    return Cards(name="others", deck=french(number_or_default(raw, PACKS)), least=0, most=49, optional=True, default=())


def _moment(options: Options, facts: Facts) -> State:
    """Round 1 with the others' cards face up, and nothing of one's own yet."""
    state: State = GAME.setup((ME, OTHERS), {**options, "dealer": ME, "entry": "open", "depth": "full"})
    others = cards_in(facts, "others")
    return replace(state, packs=number_in(facts, "packs"), melds={OTHERS: Meld(HIDDEN, others)} if others else {})


def _lines(state: State, meld: Meld) -> tuple[Line, ...]:
    shown = replace(state, melds={**state.melds, ME: meld})
    return tuple(line for line in score_lines(shown) if line.seat == ME)


def _points(lines: tuple[Line, ...]) -> int:
    return sum(line.points for line in lines)


def _possible(state: State, kind: str, cards: tuple[Card, ...], two: tuple[Card, ...] = ()) -> None:
    """Raises Illegal where the packs cannot have these cards, or no such Chief can be declared."""
    raw = {"cards": list(cards)} | ({"two": list(two)} if two else {})
    if objections := check(GAME, state, kind, ME, raw).objections:
        raise Illegal(objections)


# What is it worth?


def _worth_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    deck = french(number_or_default(raw, PACKS))
    mine = Cards(name="cards", deck=deck, least=1, most=MOST)
    declared = (Cards(name="two", deck=deck, least=2, most=2, optional=True),) if options["chief_split"] == "declared" else ()
    return (mine, *declared, _others_field(raw), PACKS)


def _worth(options: Options, facts: Facts) -> Answer:
    """The points of a meld against the cards of the others (IC-17 to IC-42)."""
    state, cards = _moment(options, facts), cards_in(facts, "cards")
    meld = Meld(KINDS[len(cards)], cards, cards_in(facts, "two"))
    _possible(state, meld.kind, cards, meld.two)
    if meld.kind == "beggar" and not cards_in(facts, "others"):
        raise Illegal([Ruling("too_few_cards", MELDS["beggar"].clause, Level.IMPOSSIBLE, {"least": 1, "found": 0}, "others")])
    lines = _lines(state, meld)
    counted = {card for line in lines if line.points for card in line.cards}
    others = (_row(cards_in(facts, "others"), counted, "others"),) if meld.kind == "beggar" else ()
    rows = (_row(cards, counted, "mine"), *others)
    clause = MELDS[meld.kind].clause
    return Answer(Say("worth", {"slot": meld.kind, "n": _points(lines)}, clause), _points(lines), rows=rows, lines=lines)


def _row(cards: tuple[Card, ...], counted: set[Card], title: str) -> Row:
    none = counted.isdisjoint(cards)
    return Row(tuple(Spot(card, "" if none else "hit" if card in counted else "off") for card in cards), title=Say(title))


# How is it split?


def _split_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    return Cards(name="cards", deck=french(number_or_default(raw, PACKS)), least=MOST, most=MOST), PACKS


def _split(options: Options, facts: Facts) -> Answer:
    """The best way to part a Chief into five and two, and the next best ones (IC-38 to IC-42)."""
    state, cards = _moment(options, facts), cards_in(facts, "cards")
    _possible(_best(state), "chief", cards)
    declared = replace(state, options={**state.options, "chief_split": "declared"})
    splits = (_lines(declared, Meld("chief", cards, two)) for two in dict.fromkeys(combinations(sorted(cards), 2)))
    # Of those that score alike the first is kept.
    different = {tuple(lines[0].params["values"]): lines for lines in sorted(splits, key=_points, reverse=True)[::-1]}
    best = _lines(_best(state), Meld("chief", cards))
    rows = tuple(Row(tuple(map(Spot, line.cards)), title=Say(line.code), value=line.points) for line in best if line.cards)
    also = tuple(Say("split_also", dict(lines[0].params), "IC-38") for lines in list(different.values())[::-1][1:SHOWN_SPLITS])
    return Answer(Say("worth", {"slot": "chief", "n": _points(best)}, "IC-38"), _points(best), rows=rows, lines=best, also=also)


def _best(state: State) -> State:
    """The moment with the best split taken, so that none need be declared."""
    return replace(state, options={**state.options, "chief_split": "best"})


# What else could it have been?


def _instead_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    return Cards(name="cards", deck=french(number_or_default(raw, PACKS)), least=1, most=HAND), _others_field(raw), PACKS


def _instead(options: Options, facts: Facts) -> Answer:
    """The best of every meld that can be made of these cards (IC-7); a Beggar is worth nothing known without the others' cards."""
    state, cards, others = _moment(options, facts), cards_in(facts, "cards"), cards_in(facts, "others")
    _possible(_best(state), KINDS[min(len(cards), MOST)], cards[:MOST])
    sizes = [size for size in range(1, min(len(cards), MOST) + 1) if others or KINDS[size] != "beggar"]
    made = ([(_points(_lines(state, Meld(KINDS[size], chosen))), chosen) for chosen in combinations(cards, size)] for size in sizes)
    best = [max(found, key=itemgetter(0)) for found in made]
    top = max(best, key=itemgetter(0))
    rows = tuple(Row(tuple(map(Spot, chosen)), title=Say("meld", {"slot": KINDS[len(chosen)]}), value=points) for points, chosen in best)
    verdict = Say("instead", {"slot": KINDS[len(top[1])], "n": top[0]}, "IC-7")
    shown = (Row(tuple(map(Spot, others)), title=Say("others")),) if others else ()
    unknown = (Say("beggar_unknown", {}, MELDS["beggar"].clause),) if len(cards) > 1 and not others else ()
    return Answer(verdict, (len(top[1]), top[0]), rows=(*rows, *shown), also=unknown)


# Who steals?


def _thief_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """What everybody shows; who did not steal and what the others took, as the turns of the Thieves come."""
    players = Int(name="players", low=FEWEST, high=PLAYERS, default=4)
    deck = french(packs_for(seated(raw, players)))
    shown = tuple(
        Cards(name=f"cards_{seat}", deck=deck, least=1, most=MOST, optional=True, default=(), about=seat, label="shown")
        for seat in seated(raw, players)
    )
    asked: list[Field] = []
    with suppress(Bad, Illegal):
        state = _thieves_meet(options, {wanted.name: wanted.parse(raw.get(wanted.name)) for wanted in (*shown, players)})
        idle = Many(name="no_theft", values=thieves(state), optional=True, default=())
        asked = [idle] if idle.values else []
        _walk(state, {**raw, "no_theft": idle.parse(raw.get("no_theft"))}, asked)
    return (*shown, *asked, players)


def _walk(state: State, facts: Mapping[str, object], asked: list[Field]) -> State:
    """The table after the thefts told so far, noting what is ``asked`` about them; raises Illegal or Bad at one that cannot be."""
    idle = facts.get("no_theft", ())
    none = idle if isinstance(idle, tuple) else ()
    while now := due(state):
        acted = state
        for seat in now:
            if seat in none:
                kind = "no_agreement" if len(now) > 1 and set(now) <= set(none) else "decline"
                acted = replace(acted, acts=(*acted.acts, Act(kind, seat)))
                continue
            took = _stole(acted, seat)
            asked.append(took)
            if target := took.parse(facts.get(took.name)):
                acted = _theft(acted, seat, str(target))
        if set(due(acted)) & set(now):
            return acted
        state = acted
    return state


def _theft(state: State, seat: SeatId, target: str) -> State:
    """The table after a theft, before the round is closed; raises Illegal where it may not be."""
    checked = check(GAME, state, "steal", seat, {"card": target})
    if checked.objections or checked.move is None:
        raise Illegal([replace(ruling, field=f"stole_{seat}") for ruling in checked.objections])
    return advance(state, checked.move)


def _stole(state: State, seat: SeatId) -> Place:
    shows = lying(state)
    return Place(name=f"stole_{seat}", values=tuple(shows), shows=shows, optional=True, about=seat, label="stole")


def _thieves_meet(options: Options, facts: Facts) -> State:
    """The table when all scores are written down and the Thieves may steal (IC-19)."""
    shown = {seat: cards_in(facts, f"cards_{seat}") for seat in letters(number_in(facts, "players"))}
    melds = {seat: Meld(KINDS[len(cards)], cards) for seat, cards in shown.items() if cards}
    seats = tuple(melds)
    if len(seats) < FEWEST:
        raise Illegal([Ruling("too_few_cards", "IC-19", Level.IMPOSSIBLE, {"least": 1, "found": 0}, "cards_B")])
    setup: State = GAME.setup(seats, {**options, "dealer": seats[0], "entry": "open", "depth": "full"})
    state = replace(setup, melds=melds, packs=packs_for(letters(number_in(facts, "players"))), phase="thefts")
    for card in overfull(state):
        last = [seat for seat, meld in melds.items() if card in meld.cards][-1]
        params = {"card": card, "copies": state.packs, "found": state.packs + 1, "holders": []}
        raise Illegal([Ruling("no_copy_left", "IC-2", params=params, field=f"cards_{last}")])
    return replace(state, rows=lay_out(state))


def _thieves(options: Options, facts: Facts) -> Answer:
    """Whose turn it is to steal, what each may take, and what happens where they tie (IC-19 to IC-28)."""
    state = _walk(_thieves_meet(options, facts), facts, [])
    order = tuple(_order(state))
    first = order[0] if order else ()
    rows = tuple(_targets(state, seat, first) for seat in state.seats)
    done = tuple(stolen(state))
    return Answer(_who_first(order, bool(done)), (order, state.acts), (*_takes(state, first), *_then(order)), rows, done)


def _order(state: State) -> Iterator[tuple[SeatId, ...]]:
    """The groups of Thieves as their turns come, the lowest first; several in a group tie."""
    while now := due(state):
        yield now
        state = replace(state, acts=(*state.acts, *(Act("decline", seat) for seat in now)))


def _who_first(order: tuple[tuple[SeatId, ...], ...], over: bool) -> Say:
    if not order and over:
        return Say("thefts_over", {}, "IC-22")
    if not order:
        return Say("no_thief", {}, "IC-19")
    first = order[0]
    return Say("steals_first", {"seat": first[0]}, "IC-22") if len(first) == 1 else Say("steal_together", {"seats": list(first)}, "IC-23")


def _takes(state: State, now: tuple[SeatId, ...]) -> Iterator[Say]:
    """What each of those whose turn it is may take: never the card they played (IC-19, IC-27)."""
    for thief in now:
        cards = [spot.card for seat, row in state.rows.items() for at, spot in enumerate(row) if _may_take(state, (thief,), seat, at)]
        if cards:
            yield Say("may_take", {"seats": [thief], "cards": cards}, "IC-27" if len(now) > 1 else "IC-19")


def _then(order: tuple[tuple[SeatId, ...], ...]) -> Iterator[Say]:
    """The tie now (IC-24), and who comes later, together or alone."""
    if order and len(order[0]) > 1:
        yield Say("must_agree", {}, "IC-24")
    for group in order[1:]:
        tie = len(group) > 1
        yield Say("steal_then_together" if tie else "steals_then", {"seats": list(group)}, "IC-24" if tie else "IC-22")


def _targets(state: State, seat: SeatId, now: tuple[SeatId, ...]) -> Row:
    """A row with the markers in it: what may be taken, what may not, and what is gone."""
    spots = (
        Spot(spot.card, "gone" if spot.taken_by else "hit" if _may_take(state, now, seat, index) else "off")
        for index, spot in enumerate(state.rows[seat])
    )
    return Row(tuple(spots), seat=seat, note=Say("meld", {"slot": state.melds[seat].kind}))


def _may_take(state: State, now: tuple[SeatId, ...], whose: SeatId, index: int) -> bool:
    return any(not check(GAME, state, "steal", thief, {"card": f"{whose}:{index}"}).objections for thief in now)


def _each_meld(state: State) -> Iterator[dict[str, Any]]:
    """How many packs there are, each meld of the newest round that has any, and the cards of the others."""
    newest = state.past[-1].melds if state.past and not state.melds else state.melds
    melds = [meld.cards for meld in newest.values() if meld.cards] or [()]
    for at, mine in enumerate(melds):
        others = [card for cards in (*melds[:at], *melds[at + 1 :]) for card in cards]
        yield {"packs": str(state.packs), "cards": list(mine), "others": others}


def _packs(state: State) -> dict[str, Any]:
    return {"packs": str(state.packs)}


def _shown_cards(state: State) -> dict[str, Any]:
    named = lettered(state.seats)
    return {
        "players": str(len(state.seats)),
        **{f"cards_{named[seat]}": list(meld.cards) for seat, meld in state.melds.items()},
        **{f"stole_{named[act.seat]}": f"{named[act.whom]}:{act.index}" for act in state.acts if act.kind == "steal"},
        "no_theft": " ".join(named[act.seat] for act in state.acts if act.kind != "steal"),
    }


QUESTIONS = (
    Question("worth", "IC-17", _worth_fields, _worth, lambda state: list(_each_meld(state))[-1], _each_meld),
    Question("split", "IC-38", _split_fields, _split, _packs),
    Question("instead", "IC-7", _instead_fields, _instead, _packs),
    Question("thieves", "IC-22", _thief_fields, _thieves, _shown_cards),
)
