"""The Pairs questions: legal plays, elimination, and the draw after a play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Move, Ruling
from referee.kernel.facts import given_value
from referee.kernel.fields import Cards, Choice, Field, Flag
from referee.kernel.game import check, find_prompt
from referee.kernel.ledger import clash
from referee.kernel.options import changed
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, letters, played

from .game import SINGLE as GAME
from .playing import DECK, PILES, RESERVE, SOURCES, State, Turn

ME = "A"
SEATS = letters(3)
MOST_HELD = 12
PLACES = (*PILES, RESERVE)


@dataclass(frozen=True)
class Play:
    """One candidate play, from hand or ``reserve``, with any objections to it."""

    card: Card
    place: str
    reserve: bool
    paired: bool
    objections: tuple[Ruling, ...]


def _one(name: str) -> Cards:
    return Cards(name=name, deck=DECK, least=0, most=1, optional=True, default=())


def _fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """Pile tops, hand, reserve and deck; the hand may be empty only with ``no_cards``."""
    none = Flag(name="no_cards")
    hand = Cards(
        name="cards", deck=DECK, least=0 if given_value(none, raw) is True else 1, most=MOST_HELD
    )
    return (*map(_one, PILES), hand, _one(RESERVE), none, Flag(name="deck_gone"))


def _moment(options: Options, facts: Facts) -> State:
    """The state on your turn; raises Illegal if the deck lacks these cards."""
    state: State = GAME.setup(SEATS, changed(options, {"depth": "full", "start": ME}))
    state = replace(state, deck=0 if facts["deck_gone"] else state.deck)
    first, second, reserve, hand = (cards_in(facts, name) for name in (*PLACES, "cards"))
    _possible(state, first, PILES[0])
    _possible(replace(state, piles=(first, ())), second, PILES[1])
    state = replace(state, piles=(first, second))
    _possible(state, reserve, RESERVE)
    state = replace(state, reserves={ME: reserve[0]} if reserve else {})
    _possible(state, hand, "cards")
    if "cards" in facts:
        return replace(state, hands={**state.hands, ME: len(hand)}, known={ME: hand})
    return state


def _possible(state: State, cards: tuple[Card, ...], field: str) -> None:
    if clashes := clash(DECK, state.holdings, None, cards, GAME.info.deck_clause, field):
        raise Illegal(clashes)


def _play(options: Options, facts: Facts) -> Answer:
    """List every legal play of hand and reserve (TP-8 to TP-15, TP-18, TP-A2 to TP-A4)."""
    state = _moment(options, facts)
    plays = tuple(play for play in _tries(state) if not play.objections)
    if not plays:
        return _stuck(state)
    verdict = Message("may_play", {"cards": sorted({play.card for play in plays}, key=int)}, "TP-8")
    return Answer(verdict, frozenset(plays), tuple(_explained(state, plays)), _rows(state, plays))


def _out(options: Options, facts: Facts) -> Answer:
    """Judge whether the player on turn is eliminated (TP-16, TP-17, TP-25, TP-A1)."""
    answer = _play(options, facts)
    may = answer.verdict.code == "may_play"
    if may:
        return replace(
            answer,
            verdict=Message("not_out", answer.verdict.params, "TP-17"),
            outcome="plays",
            yes=False,
        )
    return replace(answer, yes=answer.outcome == "out")


def _tries(state: State) -> Iterator[Play]:
    hand = [
        (card, place, False)
        for card in dict.fromkeys(sorted(state.known[ME], key=int))
        for place in PLACES
    ]
    own = [(state.reserves[ME], place, True) for place in PILES if ME in state.reserves]
    for card, place, reserve in (*hand, *own):
        raw = {"place": place} if reserve else {"card": card, "place": place}
        checked = check(GAME, state, "from_reserve" if reserve else "play", ME, raw)
        after: State | None = (
            None
            if checked.objections or checked.move is None
            else GAME.advance(state, checked.move)
        )
        paired = after is not None and any(said.code == "pair_made" for said in after.effects)
        yield Play(card, place, reserve, paired, checked.objections)


def _explained(state: State, plays: tuple[Play, ...]) -> Iterator[Message]:
    """Where cards go: pairs first, then neighbours, empty piles, the reserve place."""
    yield from (_pairs_on(play) for play in plays if play.paired)
    tops = dict(zip(PILES, state.tops, strict=True))
    for play in plays:
        yield from _goes_on(play, tops)
    for pile in PILES:
        if not tops[pile] and any(play.place == pile and not play.reserve for play in plays):
            yield Message("starts_pile", {"place": pile}, "TP-10")
    if any(play.place == RESERVE for play in plays):
        yield Message("any_to_reserve", {}, "TP-14")


def _pairs_on(play: Play) -> Message:
    """A pair with the top of a pile: no draw follows (TP-18), nor after a reserve card (TP-A2)."""
    code, clause = ("reserve_pairs", "TP-A2") if play.reserve else ("pairs_on", "TP-18")
    return Message(code, {"card": play.card, "place": play.place}, clause)


def _goes_on(play: Play, tops: Mapping[str, Card | None]) -> Iterator[Message]:
    """A card on a neighbour (TP-9, TP-11), or the reserve card on an empty pile (TP-A3)."""
    if play.paired or play.place == RESERVE:
        return
    top = tops[play.place]
    params = {"card": play.card, "place": play.place}
    if play.reserve:
        yield Message("reserve_goes_on", params, "TP-9" if top else "TP-A3")
    elif top:
        yield Message("goes_on", params, "TP-11")


def _rows(state: State, plays: tuple[Play, ...]) -> tuple[BoardRow, ...]:
    rows = list(_piles(state))
    if state.known[ME]:
        rows.append(
            BoardRow(
                tuple(_spot(card, plays, False) for card in sorted(state.known[ME], key=int)),
                title=Message("in_hand"),
            )
        )
    if ME in state.reserves:
        rows.append(
            BoardRow((_spot(state.reserves[ME], plays, True),), title=Message("reserve_card"))
        )
    return tuple(rows)


def _piles(state: State) -> Iterator[BoardRow]:
    for title, top in zip(("first_pile", "second_pile"), state.tops, strict=True):
        yield BoardRow(
            (Spot(top),) if top else (),
            title=Message(title),
            note=None if top else Message("empty_pile"),
        )


def _spot(card: Card, plays: tuple[Play, ...], reserve: bool) -> Spot:
    places = [play.place for play in plays if play.card == card and play.reserve == reserve]
    piles = [place for place in places if place != RESERVE]
    if len(piles) > 1:
        return Spot(card, "hit", Message("both_piles"))
    return (
        Spot(card, "hit", Message(piles[0] if piles else "in_reserve"))
        if places
        else Spot(card, "off")
    )


def _stuck(state: State) -> Answer:
    after = GAME.advance(replace(state, turn=Turn(SEATS[-1])), Move("keep", SEATS[-1]))
    said, rows = after.effects[0], _rows(state, ())
    if after.phase != "lost":
        verdict = (
            Message("passes_on", {}, said.clause)
            if said.code == "passes"
            else Message("draws_instead", {}, "TP-A1")
        )
        return Answer(verdict, verdict.code, rows=rows)
    bare = not state.known[ME] and ME not in state.reserves
    because = (Message("deck_left", {}, "TP-16"),) if bare else tuple(_objections(state))
    return Answer(
        Message("is_out", {}, said.clause),
        "out",
        (*because, Message("team_loses", {}, "TP-25")),
        rows,
    )


def _objections(state: State) -> Iterator[Message]:
    """Why no play is legal: cards that fit no pile, and a full reserve place."""
    rulings = [(play.card, ruling) for play in _tries(state) for ruling in play.objections]
    far = {card: ruling.clause for card, ruling in rulings if ruling.code == "too_far"}
    if far:
        cards = sorted(far, key=int)
        yield Message("fits_nowhere", {"cards": cards}, far[cards[0]])
    full = next((ruling for _card, ruling in rulings if ruling.code == "reserve_full"), None)
    if full:
        yield Message("reserve_taken", {"card": full.params["card"]}, full.clause)


def _draw_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The played card and its place; a reserve card can only go to a pile."""
    lifted = Flag(name="from_reserve")
    moved = given_value(lifted, raw) is True
    place = Choice(name="place", values=PILES if moved else PLACES, default=PILES[0])
    reserve = () if moved else (_one(RESERVE),)
    return (
        Cards(name="card", deck=DECK),
        *map(_one, PILES),
        *reserve,
        place,
        lifted,
        Flag(name="deck_gone"),
    )


def _draw(options: Options, facts: Facts) -> Answer:
    """The draw after a legal play (TP-18 to TP-23, TP-A2, TP-A5, TP-A7)."""
    state, (card,), place = _moment(options, facts), cards_in(facts, "card"), str(facts["place"])
    _possible(state, (card,), "card")
    kind, raw = "play", {"card": card, "place": place}
    if facts["from_reserve"]:
        state, kind, raw = replace(state, reserves={ME: card}), "from_reserve", {"place": place}
    where = Message(place if place in PILES else "in_reserve")
    rows = (*_piles(state), BoardRow((Spot(card, "new"),), title=Message("played_now"), note=where))
    checked = check(GAME, state, kind, ME, raw)
    if checked.objections:
        return Answer(checked.objections[0], None, rows=rows, rulings=checked.objections)
    return _drawn(played(GAME, state, kind, ME, **raw), rows)


def _drawn(after: State, rows: tuple[BoardRow, ...]) -> Answer:
    """The verdict on the draw: none, forced, or a choice."""
    if after.phase == "draw":
        may = tuple(
            source
            for source in SOURCES
            if not check(GAME, after, "draw", ME, {"source": source}).objections
        )
        source = (
            Message("draws_either", {}, "TP-19")
            if len(may) > 1
            else _DRAWN["drew" if may[0] == "deck" else "took_back"]
        )
        if find_prompt(GAME.prompts(after), "keep", ME):
            return Answer(Message("may_draw", {}, "TP-A5"), (may, True), (source,), rows)
        return Answer(source, (may, False), (Message("no_pair", {}, "TP-19"),), rows)
    codes = [said.code for said in after.effects]
    code = next(code for code in _DRAWN if code in codes)
    drawn = {"drew": ("deck",), "took_back": (RESERVE,)}.get(code, ())
    why = (Message("laid_now", {}, "TP-23"),) if "reserved" in codes else ()
    return Answer(_DRAWN[code], (drawn, False), why, rows)


_DRAWN = {
    "pair_made": Message("draws_none_pair", {}, "TP-18"),
    "drew": Message("draws_deck", {}, "TP-21"),
    "took_back": Message("draws_reserve", {}, "TP-22"),
    "nothing_to_draw": Message("draws_nothing", {}, "TP-20"),
}


def _shown_table(table: Any) -> Raw:
    """The table as facts; the hand only if all its cards are known."""
    now = table.now
    known = now.known.get(now.at, ())
    hand = known if len(known) == now.hands[now.at] else ()
    tops = dict(zip(PILES, now.tops, strict=True))
    lying = {"cards": hand, **tops, RESERVE: now.reserves.get(now.at)}
    gone = {
        "deck_gone": "no" if now.deck else "yes",
        "no_cards": "no" if now.hands[now.at] else "yes",
    }
    return {name: cards for name, cards in lying.items() if cards} | gone


QUESTIONS = (
    Question("play", "TP-8", _fields, _play, _shown_table),
    Question("out", "TP-17", _fields, _out, _shown_table),
    Question("draw", "TP-19", _draw_fields, _draw, _shown_table),
)
