"""Cracker at the dispute desk: whether a hand is out, what it scores, whether a Change is due, and who is first of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Line, Ruling, SeatId
from referee.kernel.facts import asked_again, players_of, told
from referee.kernel.fields import Cards, Choice, Field, Flag, Int
from referee.kernel.frozen import with_now
from referee.kernel.game import check, find_prompt, play
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, legal, letters, number_in, played, seated

from .game import GAME
from .scoring import SHAPE_CLAUSES
from .state import DEALT, DECK, Hand, State, is_due, shape, winners, with_hand

FEWEST = GAME.info.seats[0]
PLAYERS = players_of(GAME)
ME, NEXT = "A", "B"
MOST_HELD = DEALT + 1
WAYS = ("goes_out", "other_out", "no_deck")
MOMENTS = ("received", "paired", "passed", "changed", "dealt", "waiting")


def _hand_fields(raw: Raw) -> tuple[Field, Field]:
    """A hand, which may be empty only where that is said."""
    none = Flag(name="no_cards")
    empty = told(none, raw) is True
    return Cards(name="cards", deck=DECK, least=0 if empty else 1, most=MOST_HELD), none


def _setup(options: Options, depth: str, players: int = FEWEST) -> State:
    return GAME.setup(letters(players), {**options, "depth": depth, "dealer": ME})


def _shape_said(cards: tuple[Card, ...], options: Options) -> Say:
    found = shape(cards, options)
    return Say(f"shape_{found}", {"hand": sorted(cards, key=int)}, SHAPE_CLAUSES[found])


def _hand_row(cards: tuple[Card, ...], out: bool) -> Row:
    return Row(tuple(Spot(card, "hit" if out else "") for card in sorted(cards, key=int)), title=Say("your_hand"))


def _out_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    return (*_hand_fields(raw), Choice(name="when", values=MOMENTS))


def _out(options: Options, facts: Facts) -> Answer:
    """Whether the hand wins and whether it may be announced now (CR-5, CR-13 to CR-16, CR-A2, CR-A4, CR-A11)."""
    cards, when = cards_in(facts, "cards"), str(facts["when"])
    state = _moment(_setup(options, "full"), cards, when)
    prompt = find_prompt(GAME.prompts(state), "out", ME)
    # A hand that everybody has seen, such as none at all, is not asked for again.
    rulings = check(GAME, state, "out", ME, {"hand": list(cards)} if prompt and prompt.fields else {}).objections
    impossible = tuple(ruling for ruling in rulings if ruling.code in ("no_copy_left", "hand_size"))
    if impossible:
        raise asked_again(impossible, "cards")
    rows = (_hand_row(cards, not rulings),)
    if rulings:
        fits = (_shape_said(cards, options),) if shape(cards, options) else ()
        return Answer(rulings[0], False, fits, rows, rulings=rulings)
    return Answer(Say("may_go_out", {}, "CR-5" if when == "dealt" else "CR-14"), True, (_shape_said(cards, options),), rows)


def _moment(state: State, cards: tuple[Card, ...], when: str) -> State:
    """One’s own turn, or the one before or after it, with that many cards in hand."""
    now = with_hand(state.now, ME, Hand(len(cards)))
    mine = with_now(replace(state, now=now), step="received", active=ME, by=state.seats[-1])
    match when:
        case "dealt":
            return state
        case "passed":
            return with_now(mine, active=NEXT, by=ME)
        case "waiting":
            return with_now(mine, active=NEXT)
        case "changed":
            return _after_change(mine, cards)
        case _:
            return with_now(mine, step=when)


def _after_change(state: State, cards: tuple[Card, ...]) -> State:
    """A number that has been round is exchanged for one of the cards now held."""
    if not cards:
        raise Illegal([Ruling("too_few_cards", "CR-17", Level.IMPOSSIBLE, {"least": 1, "found": 0}, "cards")])
    gone = next(card for card, copies in DECK.counts.items() if copies > cards.count(card))
    return played(GAME, with_now(state, received=gone, trip=(gone, len(state.seats))), "change", ME, card=cards[0])


def _change_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    return (
        Cards(name="card", deck=DECK),
        PLAYERS,
        Int(name="in_a_row", low=1, high=len(seated(raw, PLAYERS))),
        Flag(name="pair_between"),
        Flag(name="equal_card"),
        Flag(name="deck_gone"),
    )


def _change(options: Options, facts: Facts) -> Answer:
    """Whether the number has been round, and what follows (CR-17 to CR-19, CR-A3 to CR-A5)."""
    card, players = cards_in(facts, "card")[0], number_in(facts, "players")
    state = with_now(_setup(options, "full", players), step="open", active=ME)
    state = _round_trip(state, card, facts)
    if facts["deck_gone"]:
        state = with_now(state, deck=0)
    count, passed = state.now.trip[1], number_in(facts, "in_a_row")
    spots = tuple(Spot(card, "hit" if at >= passed - count else "off", marks=(state.seats[at],)) for at in range(passed))
    in_a_row = Say("in_a_row", {"of": len(state.seats)}, "CR-17")
    rows = (Row(spots, title=Say("way_round"), value=count, value_note=in_a_row),)
    pair = (Say("pair_restarts", {}, "CR-19"),) if facts["pair_between"] else ()
    equal = (Say(f"counted_{options['change_count']}", {}, "CR-A3"),) if facts["equal_card"] else ()
    counted = (*pair, *equal)
    if is_due(state):
        return _due(state, rows, counted)
    drawable = next(each for each, copies in state.could[None].items() if copies)
    early = check(GAME, state, "change", state.now.active, {"card": drawable}).objections[0]
    return Answer(early, ("pass",), counted, rows)


def _round_trip(state: State, card: Card, facts: Facts) -> State:
    """That number passed on by one player after another, with a pair or an equal card in between if there was one."""
    count = number_in(facts, "in_a_row")
    for at, seat in enumerate(state.seats[:count], 1):
        if at == 2 and facts["pair_between"]:
            state = legal(GAME, state, "pair", seat, "pair_between")
        state = _passed(state, seat, card, other=at == count > 1 and bool(facts["equal_card"]))
    return state


def _passed(state: State, seat: SeatId, card: Card, other: bool) -> State:
    """The number passed on: the same card if it can be, or an equal one."""
    raw: dict[str, Any] = {"card": card}
    prompt = find_prompt(GAME.prompts(state), "pass", seat)
    if other:
        no_second = check(GAME, state, "pair", seat, {}).objections
        if no_second and state.now.received:
            raise asked_again(no_second, "equal_card")
        if prompt and any(wanted.name == "which" for wanted in prompt.fields):
            raw["which"] = "other"
    return legal(GAME, state, "pass", seat, "card", **raw)


def _due(state: State, rows: tuple[Row, ...], counted: tuple[Say, ...]) -> Answer:
    """What happens when the number is back: a Change, or the end of the round."""
    card, seat = state.now.received, state.now.active
    if not state.now.deck:
        after = played(GAME, state, "stop", seat)
        why = (Say("stop_unless", {"seat": seat}, "CR-18"), *(said for said in after.effects if said.code == "tell_all"))
        return Answer(Say("no_deck_left", {}, "CR-18"), ("stop",), (*why, *counted), rows)
    pair_first = not check(GAME, state, "pair", seat, {}).objections
    drawn = next(each for each, copies in state.could[None].items() if copies)
    changed = played(GAME, state, "change", seat, card=drawn)
    may_pair = changed.now.step == "received"
    also = (
        Say("pair_first" if pair_first else "no_pair_first", {"card": card}, "CR-A5"),
        Say("drawn_received" if may_pair else "drawn_only", {}, "CR-A4"),
    )
    why = (Say("change_does", {"seat": seat, "card": card}, "CR-17"),)
    verdict = Say(_DUE[pair_first, may_pair], {"card": card}, "CR-17")
    return Answer(verdict, ("change", pair_first, may_pair), (*why, *counted), rows, also=also)


_DUE = {
    (False, False): "change_is_due",
    (True, False): "change_or_pair",
    (False, True): "change_then_pair",
    (True, True): "change_and_pairs",
}


def _shown_trip(state: State) -> Raw:
    card, count = state.now.trip
    found: dict[str, object] = {"players": str(len(state.seats))}
    if card:
        found |= {"card": [card], "in_a_row": str(min(count, len(state.seats)))}
    return {**found, "deck_gone": "yes"} if state.now.hands and not state.now.deck else found


def _score_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    way = Choice(name="how", values=WAYS)
    players = players_of(GAME, FEWEST)
    if told(way, raw) != WAYS[0]:
        return (*_hand_fields(raw), way)
    others = seated(raw, players)[1:]
    highs = (Int(name=f"high_{seat}", low=0, high=DEALT, about=seat, label="highest") for seat in others)
    return (*_hand_fields(raw), way, *highs, players)


def _score(options: Options, facts: Facts) -> Answer:
    """What the hand gains if it is out, or loses if it is not (CR-18, CR-20, CR-21, CR-A16)."""
    cards, way = cards_in(facts, "cards"), str(facts["how"])
    out = way == WAYS[0]
    state = _setup(options, "quick", number_in({"players": FEWEST, **facts}, "players"))
    ended = ("stop", {}) if way == "no_deck" else ("won", {"who": ME if out else NEXT})
    state = played(GAME, state, ended[0], None, **ended[1])
    checked = check(GAME, state, "hand", None, {"who": ME, "hand": list(cards)})
    impossible = tuple(ruling for ruling in checked.objections if ruling.code == "no_copy_left")
    if impossible:
        raise asked_again(impossible, "cards")
    rows = (_hand_row(cards, out and not checked.objections),)
    if checked.objections:
        return Answer(checked.objections[0], None, rows=rows, rulings=checked.objections)
    state = played(GAME, state, "hand", None, who=ME, hand=list(cards))
    lines = _lines(state, facts)
    mine = next(line for line in lines if line.seat == ME)
    why = (_shape_said(cards, options),) if out else ()
    return Answer(Say("scores", {"n": mine.points}, mine.clause), mine.points, why, rows, lines if out else (mine,))


def _lines(state: State, facts: Facts) -> tuple[Line, ...]:
    """The lines of the round; what others lose where only one’s own loss is asked for does not matter."""
    if prompt := find_prompt(GAME.prompts(state), "highs", None):
        state = play(GAME, state, "highs", None, {wanted.name: facts.get(wanted.name, 0) for wanted in prompt.fields})
    return tuple(line for line in GAME.lines(state) if line.counts)


def _first_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    return tuple(Cards(name=name, deck=DECK, least=1, most=MOST_HELD) for name in ("passer", "receiver"))


def _first(options: Options, facts: Facts) -> Answer:
    """Who is out when a card just passed leaves two winning hands (CR-14, CR-A1)."""
    hands = {ME: cards_in(facts, "passer"), NEXT: cards_in(facts, "receiver")}
    names = {ME: "passer", NEXT: "receiver"}
    state = _moment(_setup(options, "full"), hands[ME], "passed")
    state = replace(state, now=with_hand(state.now, NEXT, Hand(len(hands[NEXT]))))
    state = with_now(state, received=hands[NEXT][0])
    for seat, cards in hands.items():
        rulings = check(GAME, state, "out", seat, {"hand": list(cards)}).objections
        if rulings:
            raise asked_again(rulings, names[seat])
    out = winners(_both_claim(state, hands))
    code = "both_out" if len(out) > 1 else f"{names[out[0]]}_out"
    why = tuple(replace(_shape_said(hands[seat], options), clause="CR-14") for seat in hands)
    rows = tuple(
        Row(tuple(Spot(card) for card in sorted(cards, key=int)), title=Say(names[seat]), stamp=Say("out") if seat in out else None)
        for seat, cards in hands.items()
    )
    return Answer(Say(code, {}, "CR-A1"), out, why, rows)


def _both_claim(state: State, hands: Mapping[SeatId, tuple[Card, ...]]) -> State:
    """The table after both have gone out, as far as the second still may."""
    after = played(GAME, state, "out", ME, hand=list(hands[ME]))
    shown = check(GAME, after, "hand", None, {"who": NEXT, "hand": list(hands[NEXT])})
    if shown.objections:
        raise asked_again(shown.objections, "receiver")
    if find_prompt(GAME.prompts(after), "also", None) is None:
        return after
    return played(GAME, after, "also", None, who=NEXT, hand=list(hands[NEXT]))


QUESTIONS = (
    Question("out", "CR-13", _out_fields, _out),
    Question("change", "CR-17", _change_fields, _change, _shown_trip),
    Question("score", "CR-21", _score_fields, _score),
    Question("first", "CR-A1", _first_fields, _first),
)
