"""The Pairs at the dispute desk: what may be played on these piles, who is out, and what is drawn after a play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Checked, Illegal, Move
from referee.kernel.evening import Series
from referee.kernel.fields import Bad, Cards, Choice, Field, Flag, Value
from referee.kernel.game import check, find_prompt
from referee.kernel.ledger import clash
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, letters, played

from .game import GAME
from .state import DECK, PILES, RESERVE, SOURCES, State, Turn

Table = Series[State]

ME = "A"
SEATS = letters(3)
MOST_HELD = 12
PLACES = (*PILES, RESERVE)


@dataclass(frozen=True)
class Play:
    """Something that may be played: a card, where, whether it comes from the reserve, and whether it has the pair effect."""

    card: Card
    place: str
    reserve: bool
    paired: bool


def _told(wanted: Field, raw: Raw) -> Value:
    """A fact on which other facts depend; nothing where it cannot be read, which is said when all are read."""
    try:
        return wanted.parse(raw.get(wanted.name))
    except Bad:
        return None


def _one(name: str) -> Cards:
    return Cards(name=name, deck=DECK, least=0, most=1, optional=True, default=())


def _fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """A hand, which may be empty only where that is said, the top cards, the reserve card and the deck."""
    none = Flag(name="no_cards")
    hand = Cards(name="cards", deck=DECK, least=0 if _told(none, raw) is True else 1, most=MOST_HELD)
    return (hand, *map(_one, PILES), _one(RESERVE), none, Flag(name="deck_gone"))


def _moment(options: Options, facts: Facts) -> Table:
    """One’s own turn with these cards on the table; raises Illegal where the deck has not so many."""
    table: Table = GAME.setup(SEATS, {**options, "depth": "full", "start": ME})
    now = replace(table.now, deck=0 if facts["deck_gone"] else table.now.deck)
    first, second, reserve = (cards_in(facts, name) for name in PLACES)
    _possible(now, first, PILES[0])
    _possible(replace(now, piles=(first, ())), second, PILES[1])
    now = replace(now, piles=(first, second))
    _possible(now, reserve, RESERVE)
    return replace(table, now=replace(now, reserves={ME: reserve[0]} if reserve else {}))


def _possible(now: State, cards: tuple[Card, ...], field: str) -> None:
    if clashes := clash(DECK, now.holdings, None, cards, GAME.info.deck_clause, field):
        raise Illegal(clashes)


def _with_hand(table: Table, cards: tuple[Card, ...]) -> Table:
    _possible(table.now, cards, "cards")
    return replace(table, now=replace(table.now, hands={**table.now.hands, ME: len(cards)}, known={ME: cards}))


# What may be played?


def _play(options: Options, facts: Facts) -> Answer:
    """Every play of the hand and the reserve card (TP-8 to TP-15, TP-18, TP-A2 to TP-A4)."""
    table = _with_hand(_moment(options, facts), cards_in(facts, "cards"))
    plays = tuple(_plays(table))
    if not plays:
        return _stuck(table)
    verdict = Say("may_play", {"cards": _playable(plays)}, "TP-8")
    return Answer(verdict, frozenset(plays), tuple(_explained(table, plays)), _rows(table, plays))


def _tries(table: Table) -> Iterator[tuple[Card, str, bool, Checked]]:
    for card in dict.fromkeys(sorted(table.now.known[ME], key=int)):
        for place in PLACES:
            yield card, place, False, check(GAME, table, "play", ME, {"card": card, "place": place})
    if ME in table.now.reserves:
        for place in PILES:
            yield table.now.reserves[ME], place, True, check(GAME, table, "from_reserve", ME, {"place": place})


def _plays(table: Table) -> Iterator[Play]:
    for card, place, reserve, checked in _tries(table):
        if checked.move is not None and not checked.objections:
            after: Table = GAME.advance(table, checked.move)
            yield Play(card, place, reserve, any(said.code == "pair_made" for said in after.now.effects))


def _playable(plays: tuple[Play, ...]) -> list[Card]:
    return sorted({play.card for play in plays}, key=int)


def _explained(table: Table, plays: tuple[Play, ...]) -> Iterator[Say]:
    """Where the cards go: pairs first, then neighbours, empty piles, the reserve place."""
    for play in plays:
        if play.paired:
            code, clause = ("reserve_pairs", "TP-A2") if play.reserve else ("pairs_on", "TP-18")
            yield Say(code, {"card": play.card, "place": play.place}, clause)
    tops = dict(zip(PILES, table.now.tops, strict=True))
    for play in plays:
        if not play.paired and play.place != RESERVE and (tops[play.place] or play.reserve):
            code, clause = ("reserve_goes_on", "TP-9" if tops[play.place] else "TP-A3") if play.reserve else ("goes_on", "TP-11")
            yield Say(code, {"card": play.card, "place": play.place}, clause)
    for pile in PILES:
        if not tops[pile] and any(play.place == pile and not play.reserve for play in plays):
            yield Say("starts_pile", {"place": pile}, "TP-10")
    if any(play.place == RESERVE for play in plays):
        yield Say("any_to_reserve", {}, "TP-14")


def _rows(table: Table, plays: tuple[Play, ...]) -> tuple[Row, ...]:
    """The piles, then hand and reserve: what may be played is ringed and says where."""
    now, rows = table.now, [*_piles(table)]
    if now.known[ME]:
        rows.append(Row(tuple(_spot(card, plays, False) for card in sorted(now.known[ME], key=int)), title=Say("in_hand")))
    if ME in now.reserves:
        rows.append(Row((_spot(now.reserves[ME], plays, True),), title=Say("reserve_card")))
    return tuple(rows)


def _piles(table: Table) -> tuple[Row, Row]:
    first, second = (Row((Spot(top),) if top else (), note=None if top else Say("empty_pile")) for top in table.now.tops)
    return replace(first, title=Say("first_pile")), replace(second, title=Say("second_pile"))


def _spot(card: Card, plays: tuple[Play, ...], reserve: bool) -> Spot:
    places = [play.place for play in plays if play.card == card and play.reserve == reserve]
    piles = [place for place in places if place != RESERVE]
    if len(piles) > 1:
        return Spot(card, "hit", Say("both_piles"))
    return Spot(card, "hit", Say(piles[0] if piles else "in_reserve")) if places else Spot(card, "off")


# Is this player out?


def _out(options: Options, facts: Facts) -> Answer:
    """Whether a player who is to play is eliminated (TP-16, TP-17, TP-25, TP-A1)."""
    table = _with_hand(_moment(options, facts), cards_in(facts, "cards"))
    plays = tuple(_plays(table))
    if not plays:
        return _stuck(table)
    return Answer(Say("not_out", {"cards": _playable(plays)}, "TP-17"), "plays", tuple(_explained(table, plays)), _rows(table, plays))


def _stuck(table: Table) -> Answer:
    """What becomes of a player who can play nothing when the turn comes round."""
    before = replace(table, now=replace(table.now, turn=Turn(SEATS[-1])))
    now = GAME.advance(before, Move("keep", SEATS[-1])).now
    told = now.effects[0]
    rows = _rows(table, ())
    if now.phase != "lost":
        code = "passes_on" if told.code == "passes" else "draws_instead"
        return Answer(Say(code, {}, told.clause if code == "passes_on" else "TP-A1"), code, rows=rows)
    bare = not table.now.known[ME] and ME not in table.now.reserves
    because = (Say("deck_left", {}, "TP-16"),) if bare else tuple(_objections(table))
    return Answer(Say("is_out", {}, told.clause), "out", (*because, Say("team_loses", {}, "TP-25")), rows)


def _objections(table: Table) -> Iterator[Say]:
    """Why nothing may be played: cards that fit on neither pile, and a reserve place that is taken."""
    rulings = [(card, ruling) for card, _place, _reserve, checked in _tries(table) for ruling in checked.objections]
    far = {card: ruling.clause for card, ruling in rulings if ruling.code == "too_far"}
    if far:
        cards = sorted(far, key=int)
        yield Say("fits_nowhere", {"cards": cards}, far[cards[0]])
    full = next((ruling for _card, ruling in rulings if ruling.code == "reserve_full"), None)
    if full:
        yield Say("reserve_taken", {"card": full.params["card"]}, full.clause)


# What is drawn?


def _draw_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The card and where it was played; one that was the reserve card went on a pile and left its place empty."""
    lifted = Flag(name="from_reserve")
    moved = _told(lifted, raw) is True
    place = Choice(name="place", values=PILES if moved else PLACES)
    reserve = () if moved else (_one(RESERVE),)
    return (Cards(name="card", deck=DECK), *map(_one, PILES), *reserve, place, lifted, Flag(name="deck_gone"))


def _draw(options: Options, facts: Facts) -> Answer:
    """What is drawn after a play, if it was legal (TP-18 to TP-23, TP-A2, TP-A5, TP-A7)."""
    table, card, place = _moment(options, facts), cards_in(facts, "card"), str(facts["place"])
    _possible(table.now, card, "card")
    if facts["from_reserve"]:
        table = replace(table, now=replace(table.now, reserves={ME: card[0]}))
        kind, raw = "from_reserve", {"place": place}
    else:
        kind, raw = "play", {"card": card[0], "place": place}
    where = Say(place if place in PILES else "in_reserve")
    rows = (*_piles(table), Row((Spot(card[0], "new"),), title=Say("played_now"), note=where))
    checked = check(GAME, table, kind, ME, raw)
    if checked.objections:
        return Answer(checked.objections[0], None, rows=rows, rulings=checked.objections)
    return _drawn(played(GAME, table, kind, ME, **raw), rows)


def _drawn(after: Table, rows: tuple[Row, ...]) -> Answer:
    """What the game says to the draw: none, one that has no choice, or one of the player’s own choosing."""
    if after.now.phase == "draw":
        may = tuple(source for source in SOURCES if not check(GAME, after, "draw", ME, {"source": source}).objections)
        source = Say("draws_either", {}, "TP-19") if len(may) > 1 else _DRAWN["drew" if may[0] == "deck" else "took_back"]
        if find_prompt(GAME.prompts(after), "keep", ME):
            return Answer(Say("may_draw", {}, "TP-A5"), (may, True), (source,), rows)
        return Answer(source, (may, False), (Say("no_pair", {}, "TP-19"),), rows)
    codes = [said.code for said in after.now.effects]
    code = next(code for code in _DRAWN if code in codes)
    drawn = {"drew": ("deck",), "took_back": (RESERVE,)}.get(code, ())
    why = (Say("laid_now", {}, "TP-23"),) if "reserved" in codes else ()
    return Answer(_DRAWN[code], (drawn, False), why, rows)


_DRAWN = {
    "pair_made": Say("draws_none_pair", {}, "TP-18"),
    "drew": Say("draws_deck", {}, "TP-21"),
    "took_back": Say("draws_reserve", {}, "TP-22"),
    "nothing_to_draw": Say("draws_nothing", {}, "TP-20"),
}


def _shown_table(table: Table) -> Raw:
    """Piles, reserve and deck as they lie, and the hand of whoever is on turn where everybody knows it."""
    now = table.now
    tops = {name: [top] for name, top in zip(PILES, now.tops, strict=True) if top}
    reserve = {RESERVE: [now.reserves[now.at]]} if now.at in now.reserves else {}
    known = now.known.get(now.at, ())
    hand = {"cards": list(known)} if known and len(known) == now.hands[now.at] else {}
    return {**hand, **tops, **reserve, **({} if now.deck else {"deck_gone": "yes"})}


QUESTIONS = (
    Question("play", "TP-8", _fields, _play, _shown_table),
    Question("out", "TP-17", _fields, _out, _shown_table),
    Question("draw", "TP-19", _draw_fields, _draw, _shown_table),
)
