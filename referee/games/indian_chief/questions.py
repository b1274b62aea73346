"""Questions: a meld's worth, a Chief's split, the best other meld, who steals."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from operator import itemgetter
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot, cards_row
from referee.kernel.cards import Card, french
from referee.kernel.contract import Illegal, Line, Ruling, SeatId
from referee.kernel.facts import (
    card_needed,
    cards_told,
    counting,
    each_told,
    most_playing,
    players_counted,
)
from referee.kernel.fields import Bad, Cards, Field, Int, Many, Place
from referee.kernel.game import check
from referee.kernel.options import changed
from referee.kernel.question import (
    Answer,
    Facts,
    Options,
    Question,
    Raw,
    cards_in,
    legal,
    lettered,
    letters,
    number_in,
    number_or_default,
    seated,
)

from .game import GAME
from .melds import MELDS, points_of, score_lines
from .playing import act, theft_lines
from .state import HAND, HIDDEN, Act, Meld, State, due, lay_out, lying, overfull, packs_for, thieves

KINDS = {kind.size: kind.name for kind in MELDS.values()}
ME, OTHERS = "A", "B"
MOST = MELDS["chief"].size
SHOWN_SPLITS = 4
PACKS = Int(name="packs", low=1, high=2, default=1)
PLAYERS = players_counted(GAME)
# In this game no theft closes the round.
THEFTS = replace(GAME, advance=act)


def _cards(raw: Raw, least: int, most: int, name: str = "cards") -> Field:
    optional: dict[str, Any] = {} if least else {"optional": True, "default": ()}
    return Cards(
        name=name, deck=french(number_or_default(raw, PACKS)), least=least, most=most, **optional
    )


def _moment(options: Options, facts: Facts, **agreed: str) -> State:
    """Return round 1 with the others' cards face up and no own meld yet."""
    state: State = GAME.setup(
        (ME, OTHERS), changed(options, {"dealer": ME, "entry": "open", "depth": "full", **agreed})
    )
    others = cards_in(facts, "others")
    return replace(
        state,
        packs=number_in(facts, "packs"),
        melds={OTHERS: Meld(HIDDEN, others)} if others else {},
    )


def _lines(state: State, meld: Meld) -> tuple[Line, ...]:
    shown = replace(state, melds={**state.melds, ME: meld})
    return tuple(line for line in score_lines(shown) if line.seat == ME)


def _points(lines: tuple[Line, ...]) -> int:
    return sum(line.points for line in lines)


def _possible(state: State, kind: str, cards: tuple[Card, ...], two: tuple[Card, ...] = ()) -> None:
    """Raise Illegal if the packs cannot have these cards or the Chief cannot be declared."""
    raw = {"cards": list(cards)} | ({"two": list(two)} if two else {})
    if objections := check(GAME, state, kind, ME, raw).objections:
        raise Illegal(objections)


# What is it worth?


def _worth_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    two = Cards(
        name="two", deck=french(number_or_default(raw, PACKS)), least=2, most=2, optional=True
    )
    return (
        _cards(raw, 1, MOST),
        *((two,) if options["chief_split"] == "declared" else ()),
        _cards(raw, 0, 49, "others"),
        PACKS,
    )


def _worth(options: Options, facts: Facts) -> Answer:
    """Score a meld against the others' cards (IC-17 to IC-42)."""
    state, cards = _moment(options, facts), cards_in(facts, "cards")
    meld = Meld(KINDS[len(cards)], cards, cards_in(facts, "two"))
    _possible(state, meld.kind, cards, meld.two)
    if meld.kind == "beggar" and not cards_in(facts, "others"):
        raise card_needed("others", MELDS["beggar"].clause)
    lines = _lines(state, meld)
    counted = {card for line in lines if line.points for card in line.cards}
    others = (_row(cards_in(facts, "others"), counted, "others"),) if meld.kind == "beggar" else ()
    rows = (_row(cards, counted, "mine"), *others)
    clause = MELDS[meld.kind].clause
    return Answer(
        Message("worth", {"slot": meld.kind, "n": _points(lines)}, clause),
        _points(lines),
        rows=rows,
        lines=lines,
    )


def _row(cards: tuple[Card, ...], counted: set[Card], title: str) -> BoardRow:
    none = counted.isdisjoint(cards)
    return BoardRow(
        tuple(Spot(card, "" if none else "hit" if card in counted else "off") for card in cards),
        title=Message(title),
    )


# How is it split?


def _split(options: Options, facts: Facts) -> Answer:
    """Split a Chief into five and two: the best way and the next best (IC-38 to IC-42)."""
    state, cards = _moment(options, facts, chief_split="best"), cards_in(facts, "cards")
    _possible(state, "chief", cards)
    declared = replace(state, options=changed(state.options, {"chief_split": "declared"}))
    splits = (
        _lines(declared, Meld("chief", cards, two))
        for two in dict.fromkeys(combinations(sorted(cards), 2))
    )
    # Of equal splits the first is kept.
    different = {
        tuple(lines[0].params["values"]): lines
        for lines in sorted(splits, key=_points, reverse=True)[::-1]
    }
    best = _lines(state, Meld("chief", cards))
    rows = tuple(
        BoardRow(tuple(map(Spot, line.cards)), title=Message(line.code), value=line.points)
        for line in best
        if line.cards
    )
    also = tuple(
        Message("split_also", dict(lines[0].params), "IC-38")
        for lines in list(different.values())[::-1][1:SHOWN_SPLITS]
    )
    return Answer(
        Message("worth", {"slot": "chief", "n": _points(best)}, "IC-38"),
        _points(best),
        rows=rows,
        lines=best,
        also=also,
    )


# What else could it have been?


def _instead(options: Options, facts: Facts) -> Answer:
    """Find the best meld of each size (IC-7); a Beggar counts only with the others' cards."""
    cards, others = cards_in(facts, "cards"), cards_in(facts, "others")
    state = _moment(options, facts, chief_split="best")
    _possible(state, KINDS[min(len(cards), MOST)], cards[:MOST])
    shown = replace(state, melds={**state.melds, ME: Meld(HIDDEN)})
    sizes = [
        size for size in range(1, min(len(cards), MOST) + 1) if others or KINDS[size] != "beggar"
    ]
    made = (
        [
            (points_of(shown, ME, KINDS[size], chosen), chosen)
            for chosen in combinations(cards, size)
        ]
        for size in sizes
    )
    best = [max(found, key=itemgetter(0)) for found in made]
    top = max(best, key=itemgetter(0))
    rows = tuple(
        BoardRow(
            tuple(map(Spot, chosen)),
            title=Message("meld", {"slot": KINDS[len(chosen)]}),
            value=points,
        )
        for points, chosen in best
    )
    verdict = Message("instead", {"slot": KINDS[len(top[1])], "n": top[0]}, "IC-7")
    unknown = (
        (Message("beggar_unknown", {}, MELDS["beggar"].clause),)
        if len(cards) > 1 and not others
        else ()
    )
    return Answer(
        verdict, (len(top[1]), top[0]), rows=(*rows, *cards_row(others, "others")), also=unknown
    )


# Who steals?


def _thief_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """Ask for all shown cards; then, turn by turn, for each theft or who did not steal."""
    deck = french(packs_for(letters(most_playing(raw, PLAYERS))))
    cards = Cards(name="cards", deck=deck, most=MOST, optional=True, default=(), label="shown")
    told = Counter(
        card
        for seat in letters(PLAYERS.high)
        for card in cards_told(raw, replace(cards, name=f"cards_{seat}"))
    )
    # A card entered twice means two packs, so more players (IC-2).
    copies = min(max(told.values(), default=1), PACKS.high)
    least = next(
        seats for seats in range(PLAYERS.low, PLAYERS.high) if packs_for(letters(seats)) >= copies
    )
    known = replace(PLAYERS, default=least)
    shown, players = each_told(raw, known, cards), counting(raw, known)
    asked: list[Field] = []
    with suppress(Bad, Illegal):
        state = _thieves_meet(
            options,
            {wanted.name: wanted.parse(raw.get(wanted.name)) for wanted in (*shown, players)},
        )
        idle = Many(name="no_theft", values=thieves(state), optional=True, default=())
        asked = [idle] if idle.values else []
        _walk(state, {**raw, "no_theft": idle.parse(raw.get("no_theft"))}, asked)
    return (*shown, *asked, players)


def _walk(state: State, facts: Raw, asked: list[Field]) -> State:
    """Apply the thefts entered, adding fields to ``asked``; raise Illegal or Bad at a wrong one."""
    idle = cards_in(facts, "no_theft")
    while now := due(state):
        for seat in now:
            if seat in idle:
                kind = "no_agreement" if len(now) > 1 and set(now) <= set(idle) else "decline"
                state = replace(state, acts=(*state.acts, Act(kind, seat)))
                continue
            shows, name = lying(state), f"stole_{seat}"
            asked.append(
                Place(
                    name=name,
                    values=tuple(shows),
                    shows=shows,
                    optional=True,
                    about=seat,
                    label="stole",
                )
            )
            if target := asked[-1].parse(facts.get(name)):
                state = legal(THEFTS, state, "steal", seat, name, card=target)
        if set(due(state)) & set(now):
            break
    return state


def _thieves_meet(options: Options, facts: Facts) -> State:
    """Return the table with all scores written, when Thieves may steal (IC-19)."""
    shown = {seat: cards_in(facts, f"cards_{seat}") for seat in seated(facts, PLAYERS)}
    melds = {seat: Meld(KINDS[len(cards)], cards) for seat, cards in shown.items() if cards}
    if len(melds) < GAME.info.seats[0]:
        raise card_needed("cards_B", "IC-19")
    setup: State = GAME.setup(
        tuple(melds),
        changed(options, {"dealer": next(iter(melds)), "entry": "open", "depth": "full"}),
    )
    state = replace(setup, melds=melds, packs=packs_for(tuple(shown)), phase="thefts")
    for card in overfull(state):
        last = [seat for seat, meld in melds.items() if card in meld.cards][-1]
        params = {"card": card, "copies": state.packs, "found": state.packs + 1, "holders": []}
        raise Illegal([Ruling("no_copy_left", "IC-2", params=params, field=f"cards_{last}")])
    return replace(state, rows=lay_out(state))


def _thieves(options: Options, facts: Facts) -> Answer:
    """Answer whose turn it is to steal, the cards to take and who ties (IC-19 to IC-28)."""
    state = _walk(_thieves_meet(options, facts), facts, [])
    order, lie, done = tuple(_order(state)), lying(state), tuple(theft_lines(state))
    first = order[0] if order else ()
    asked = GAME.prompts(state) if first else ()
    # Never the card they played (IC-19, IC-27).
    may = {
        thief: [
            name
            for name in lie
            if not check(GAME, state, "steal", thief, {"card": name}, (), asked).objections
        ]
        for thief in first
    }
    clause = "IC-27" if len(first) > 1 else "IC-19"
    takes = (
        Message("may_take", {"seats": [who], "cards": [lie[name][1] for name in names]}, clause)
        for who, names in may.items()
        if names
    )
    rows = tuple(_targets(state, seat, set().union(*may.values())) for seat in state.seats)
    return Answer(
        _who_first(first, bool(done)), (order, state.acts), (*takes, *_then(order)), rows, done
    )


def _order(state: State) -> Iterator[tuple[SeatId, ...]]:
    """Yield the groups of Thieves in turn, lowest first; several in a group tie."""
    while now := due(state):
        yield now
        state = replace(state, acts=(*state.acts, *(Act("decline", seat) for seat in now)))


def _who_first(first: tuple[SeatId, ...], over: bool) -> Message:
    if not first:
        return Message("thefts_over", {}, "IC-22") if over else Message("no_thief", {}, "IC-19")
    if len(first) == 1:
        return Message("steals_first", {"seat": first[0]}, "IC-22")
    return Message("steal_together", {"seats": list(first)}, "IC-23")


def _then(order: tuple[tuple[SeatId, ...], ...]) -> Iterator[Message]:
    """Yield the current tie (IC-24), then the later turns."""
    if order and len(order[0]) > 1:
        yield Message("must_agree", {}, "IC-24")
    for group in order[1:]:
        code, clause = (
            ("steal_then_together", "IC-24") if len(group) > 1 else ("steals_then", "IC-22")
        )
        yield Message(code, {"seats": list(group)}, clause)


def _targets(state: State, seat: SeatId, may: set[str]) -> BoardRow:
    """Show a row with its markers: may be taken, may not, or gone."""
    spots = (
        Spot(spot.card, "gone" if spot.taken_by else "hit" if f"{seat}:{index}" in may else "off")
        for index, spot in enumerate(state.rows[seat])
    )
    return BoardRow(tuple(spots), seat=seat, note=Message("meld", {"slot": state.melds[seat].kind}))


def _each_meld(state: State) -> Iterator[dict[str, Any]]:
    """Yield packs, cards and the others' cards for each meld of the newest round with cards."""
    newest = state.past[-1].melds if state.past and not state.melds else state.melds
    melds = [meld.cards for meld in newest.values() if meld.cards] or [()]
    for at, mine in enumerate(melds):
        others = [card for cards in (*melds[:at], *melds[at + 1 :]) for card in cards]
        yield {"packs": str(state.packs), "cards": list(mine), "others": others}


def _shown_cards(state: State) -> dict[str, Any]:
    named = lettered(state.seats)
    return {
        "players": str(len(state.seats)),
        **{f"cards_{named[seat]}": list(meld.cards) for seat, meld in state.melds.items()},
        **{
            f"stole_{named[act.seat]}": f"{named[act.whom]}:{act.index}"
            for act in state.acts
            if act.kind == "steal"
        },
        "no_theft": " ".join(named[act.seat] for act in state.acts if act.kind != "steal"),
    }


QUESTIONS = (
    Question(
        "worth",
        "IC-17",
        _worth_fields,
        _worth,
        lambda state: list(_each_meld(state))[-1],
        _each_meld,
    ),
    Question(
        "split",
        "IC-38",
        lambda options, raw: (_cards(raw, MOST, MOST), PACKS),
        _split,
        lambda state: {"packs": str(state.packs)},
    ),
    Question(
        "instead",
        "IC-7",
        lambda options, raw: (_cards(raw, 1, HAND), _cards(raw, 0, 49, "others"), PACKS),
        _instead,
        lambda state: {"packs": str(state.packs)},
    ),
    Question("thieves", "IC-22", _thief_fields, _thieves, _shown_cards),
)
