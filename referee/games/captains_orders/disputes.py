"""Captain's Orders at the dispute desk: who is captain, who wins the round, whether an action is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Ruling, SeatId
from referee.kernel.facts import asked_again, cards_told, players_of
from referee.kernel.fields import Cards, Choice, Field, Flag, Seat
from referee.kernel.frozen import with_now
from referee.kernel.game import check, find_prompt
from referee.kernel.ledger import clash
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, lettered, letters, number_in, seated

from .game import GAME
from .judging import below
from .playing import silenced
from .scoring import lowest, points
from .state import DECK, HAND, Ending, Order, Past, State, holdings, phase, to_show

FEWEST = GAME.info.seats[0]
PLAYERS = players_of(GAME, FEWEST)
ENDINGS = ("accusation", "order", "pass", "ask", "obey")
ME, NEXT = letters(2)
ACTIONS = ("obey", "order", "pass", "ask")
PASSING = ("pass", "ask", "obey")
"""How the last card may have gone into another hand."""
BREACHES = ("captain_may_not", "asked_no_declare")
"""Rulings on what was done; all others say that the facts cannot be."""


def _hand_fields(raw: Raw, label: str) -> Iterator[Field]:
    seats = seated(raw, PLAYERS)
    most = (HAND - 1) * len(seats) + 1
    for seat in seats:
        yield Cards(name=f"cards_{seat}", deck=DECK, least=1, most=most, optional=True, default=(), about=seat, label=label)


def _moment(seats: tuple[SeatId, ...], options: Options, depth: str) -> State:
    """The first seat's turn, before anything was done."""
    return GAME.setup(seats, {**options, "first_dealer": seats[-1], "depth": depth})


def _done(
    state: State, kind: str, seat: SeatId | None, raw: Mapping[str, object], names: Mapping[str, str]
) -> tuple[State, tuple[Ruling, ...]]:
    """The state after a move that is a fact, and what it breaks; raises Illegal, at the fact's own field, where it cannot be."""
    checked = check(GAME, state, kind, seat, raw)
    cannot = [ruling for ruling in checked.rulings if ruling.code not in BREACHES]
    if cannot or checked.move is None:
        raise Illegal([replace(ruling, field=names.get(ruling.field or "", ruling.field)) for ruling in cannot])
    return GAME.advance(state, replace(checked.move, accept=BREACHES)), checked.rulings


def _shown(state: State, facts: Facts) -> tuple[State, tuple[Ruling, ...]]:
    """The round settled by its hands (CO-20); hands that are missing are asked for together."""
    found: list[Ruling] = []
    seats = to_show(state)
    missing = [seat for seat in seats if not cards_in(facts, f"cards_{seat}")]
    if missing:
        rulings = [(seat, ruling) for seat in missing for ruling in check(GAME, state, "hand", seat, {}).rulings]
        raise Illegal([replace(ruling, field=f"cards_{seat}") for seat, ruling in rulings])
    for seat in seats:
        name = f"cards_{seat}"
        state, rulings_now = _done(state, "hand", seat, {"cards": [*cards_in(facts, name), *_added(state, facts, seat)]}, {"cards": name})
        found += rulings_now
    return state, tuple(found)


def _added(state: State, facts: Facts, seat: SeatId) -> tuple[Card, ...]:
    """The last card, where it was passed into a hand that is told without it (CO-36), and stays there (CO-A17)."""
    if seat != facts.get("receiver") or not _stays(state.options, str(facts["ended"])):
        return ()
    return () if facts.get("included") == "yes" else cards_in(facts, "last")


def _stays(options: Options, ended: str) -> bool:
    return ended == "obey" or (ended in PASSING and options["last_pass_discard"] == "no")


def _listed(said: Say) -> Say:
    """The same words with parameters that are JSON data."""
    return replace(said, params={name: list(value) if isinstance(value, tuple) else value for name, value in said.params.items()})


def _captain_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    table = Cards(name="orders", deck=DECK, least=0, most=HAND, optional=True, default=())
    return (*_hand_fields(raw, "lowest"), table, PLAYERS)


def _captain(options: Options, facts: Facts) -> Answer:
    """Who holds the lowest card (CO-2, CO-4); cards on the table count for nobody (CO-A8)."""
    seats, table = letters(number_in(facts, "players")), cards_in(facts, "orders")
    fresh = _moment(seats, options, "quick")
    if twice := clash(DECK, (), None, table, "CO-1", "orders"):
        raise Illegal(twice)
    # Whoever is accused: the hands are shown, and show the captain.
    state, _ = _done(with_now(fresh, out=table), "accused", None, {"accuser": seats[0], "whom": seats[1]}, {})
    past = _shown(state, facts)[0].past[-1]
    low = lowest(past.hands)
    why = [Say("lowest_in_hand", {"card": str(low)}, "CO-2")]
    if mutineers := [seat for seat in seats if seat not in past.captains]:
        why.append(Say("mutineers", {"who": mutineers}, "CO-5"))
    if any(int(card) <= low for card in table):
        why.append(Say("table_counts_not", {}, "CO-A8"))
    rows = [_hand_row(past, seat, low) for seat in seats]
    if table:
        rows.append(Row(tuple(Spot(card, "off") for card in table), title=Say("on_table")))
    one = len(past.captains) == 1
    verdict = Say("captain_is", {"seat": past.captains[0]}, "CO-2") if one else Say("captains_are", {"who": list(past.captains)}, "CO-4")
    return Answer(verdict, past.captains, tuple(why), tuple(rows))


def _hand_row(past: Past, seat: SeatId, low: int, value: int | None = None) -> Row:
    """A hand with the cards ringed that make its holder captain."""
    captain, won = seat in past.captains, seat in past.winners and value is not None
    spots = tuple(Spot(card, "hit" if captain and int(card) == low else "") for card in past.hands[seat])
    note = Say("is_captain", {}, "CO-2") if captain else None
    return Row(spots, seat, note=note, value=value, value_note=Say("won_round", {}, "CO-6") if won else None, lit=won)


def _ended(raw: Raw) -> str:
    ended = str(raw.get("ended") or ENDINGS[0])
    return ended if ended in ENDINGS else ENDINGS[0]


def _winner_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    ended = Choice(name="ended", values=ENDINGS)
    hands, ending = tuple(_hand_fields(raw, "hand")), _ending_fields(_ended(raw), seated(raw, PLAYERS))
    return (*hands, ended, *ending, *_included(options, raw, (*hands, *ending)), PLAYERS)


def _included(options: Options, raw: Raw, told: tuple[Field, ...]) -> Iterator[Field]:
    """Whether a card like the last one, told in the hand that got it, is that very card."""
    cards = {wanted.name: wanted for wanted in told if isinstance(wanted, Cards)}
    hand, last = cards.get(f"cards_{raw.get('receiver')}"), cards.get("last")
    if hand and last and _stays(options, _ended(raw)) and set(cards_told(raw, last)) & set(cards_told(raw, hand)):
        yield Choice(name="included", values=("yes", "no"), about=hand.about)


def _ending_fields(ended: str, seats: tuple[SeatId, ...]) -> tuple[Field, ...]:
    """Who accused whom, or who got rid of which last card, and how."""
    if ended == "accusation":
        return Seat(name="accuser", values=seats), Seat(name="whom", values=seats)
    receiver = () if ended == "order" else (Seat(name="receiver", values=seats),)
    return Seat(name="who", values=seats), *receiver, Cards(name="last", deck=DECK), Flag(name="kept_silent")


def _winner(options: Options, facts: Facts) -> Answer:
    """Who wins a round that ended so, with these hands (CO-19 to CO-24, CO-33 to CO-40)."""
    fresh = _moment(letters(number_in(facts, "players")), options, "quick")
    if facts["ended"] == "accusation":
        state, broken = _done(fresh, "accused", None, {"accuser": facts["accuser"], "whom": facts["whom"]}, {})
    else:
        state, broken = _emptied(fresh, facts)
    after, shown = _shown(state, facts)
    past, rulings = after.past[-1], (*broken, *shown)
    told, why = _listed(after.effects[0]), tuple(_listed(said) for said in after.effects[1:])
    forbidden = next((ruling for ruling in rulings if ruling.code == "captain_may_not"), None)
    ending = state.now.ending
    unheard = facts.get("kept_silent") and ending and ending.declared
    also = (told,) if forbidden else (Say("must_declare", {"seat": facts["who"]}, "CO-A5"),) if unheard else ()
    rows = tuple(_result_rows(after.seats, past, facts))
    # Why each seat gets the round or does not, and whose a passed card is.
    lines = tuple(line for line in after.finished if line.counts or line.code == "passed_counts")
    return Answer(forbidden or told, forbidden.code if forbidden else past.winners, why, rows, lines, rulings, also)


def _emptied(fresh: State, facts: Facts) -> tuple[State, tuple[Ruling, ...]]:
    """The moment after the last card went: declared, silent or settled by the options (CO-34, CO-A5, CO-A6)."""
    who, how, to, last = str(facts["who"]), str(facts["ended"]), str(facts.get("receiver") or ""), cards_in(facts, "last")[0]
    raw: dict[str, object] = {"who": who, "how": how, "to": to, "card": [last]}
    names = {"to": "receiver", "card": "last", "how": "ended"}
    _, rulings = _done(fresh, "declared", None, raw, names)
    if held := cards_in(facts, f"cards_{who}"):
        has_cards = with_now(replace(fresh, depth="full"), counts={**fresh.now.counts, who: len(held)})
        raise asked_again(check(GAME, has_cards, "declare", who, {"card": [last]}).rulings, f"cards_{who}")
    seen = how == "order"
    ending = silenced(fresh, Ending("empty", who, to, how, last if seen else ""))
    state = with_now(fresh, ending=ending, order=Order(who, last) if seen else None)
    broken = () if facts["kept_silent"] else rulings
    if phase(state) == "declare":
        if not facts["kept_silent"] or not find_prompt(GAME.prompts(state), "silent", who):
            return _done(state, "declare", who, {} if seen else {"card": [last]}, names)[0], broken
        state, broken = _done(state, "silent", who, {}, {})
        ending = state.now.ending or ending
    # At a silent end too the last card is known here: the hand it was passed to is held against it (CO-36).
    return with_now(state, ending=replace(ending, card=last)), broken


def _result_rows(seats: tuple[SeatId, ...], past: Past, facts: Facts) -> Iterator[Row]:
    last, who, low = cards_in(facts, "last"), facts.get("who"), lowest(past.hands)
    if last:
        yield Row((Spot(last[0], "hit" if who in past.winners else ""),), title=Say("last_card", {"seat": who}, "CO-34"))
    for seat in seats:
        if seat == who:
            yield Row(seat=seat, note=Say("no_cards", {}, "CO-33"), lit=seat in past.winners)
        else:
            yield _hand_row(past, seat, low, points(past.hands[seat]))


def _hand_facts(state: State) -> dict[str, Any]:
    """The hands that are shown, or were at the end of the newest round."""
    hands = state.now.hands or (state.past[-1].hands if state.past and state.fresh else {})
    named = lettered(state.seats)
    return {"players": str(len(state.seats)), **{f"cards_{named[seat]}": list(cards) for seat, cards in hands.items() if cards}}


def _round_facts(state: State) -> Raw:
    raw, named = _hand_facts(state), lettered(state.seats)
    ending = state.now.ending
    if ending and ending.kind == "accusation":
        raw |= {"ended": "accusation", "accuser": named[ending.seat], "whom": named[ending.whom]}
    elif ending and ending.kind == "empty" and ending.how in ENDINGS:
        raw |= {"ended": ending.how, "who": named[ending.seat], "receiver": named.get(ending.whom, "")}
        raw |= {"last": [ending.card] if ending.card else [], "kept_silent": ending.declared is False, "included": "yes"}
    return raw


def _legal_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    asked = raw.get("action") == "ask"
    card = Cards(name="card", deck=DECK, least=0 if asked else 1, optional=asked, default=() if asked else None)
    order = Cards(name="order", deck=DECK, least=0, optional=True, default=())
    return card, order, Choice(name="action", values=ACTIONS), Flag(name="own")


def _legal(options: Options, facts: Facts) -> Answer:
    """Whether a card may be given, passed or ordered now (CO-12 to CO-18, CO-25 to CO-32)."""
    card, order, action = cards_in(facts, "card"), cards_in(facts, "order"), str(facts["action"])
    state = _on_table(options, order, card, bool(facts["own"]))
    objections = _objections(state, action, card)
    rows = tuple(_legal_rows(card, order, not objections))
    if objections:
        ways = [f"way_{way}" for way in ACTIONS if way != "ask" and card and not _objections(state, way, card)]
        also = (Say("legal_now", {"ways": ways}, "CO-12"),) if ways else ()
        return Answer(objections[0], False, rows=rows, rulings=objections, also=also)
    after, _ = _done(state, action, ME, _told(action, card), {})
    prompt = find_prompt(GAME.prompts(state), action, ME)
    code = "may_new_order" if action == "order" and order else f"may_{action}"
    verdict = Say(code, {"card": "".join(card), "order": "".join(order)}, prompt.clause if prompt else "")
    basis = (Say("rank_or_higher", {"card": order[0]}, "CO-26"),) if action == "obey" else ()
    return Answer(verdict, True, basis, rows, also=tuple(_listed(said) for said in after.effects))


def _on_table(options: Options, order: tuple[Card, ...], card: tuple[Card, ...], own: bool) -> State:
    """The asker's turn with an order of the right neighbour's, or with the asker's own, which has just come round (CO-32)."""
    if own and not order:
        raise Illegal([Ruling("too_few_cards", "CO-14", Level.IMPOSSIBLE, {"least": 1, "found": 0}, "order")])
    seats = letters(FEWEST)
    right = seats[-1]
    state = _moment(seats, options, "full")
    if order:
        state = with_now(state, order=Order(ME if own else right, order[0]))
    if twice := clash(DECK, holdings(state), None, card, "CO-1", "card"):
        raise Illegal(twice)
    return _done(with_now(state, turn=right), "obey", right, {}, {})[0] if own else state


def _told(action: str, card: tuple[Card, ...]) -> dict[str, object]:
    if action == "obey":
        return {}
    return {"card": list(card)} if action == "order" else {"whom": NEXT}


def _objections(state: State, action: str, card: tuple[Card, ...]) -> tuple[Ruling, ...]:
    """Every objection to an action of the asker's, with that to the rank of a card that is given face down."""
    rulings = check(GAME, state, action, ME, _told(action, card)).rulings
    order = state.now.order
    return (*rulings, *below(order.card, card[0])) if action == "obey" and order and card else rulings


def _legal_rows(card: tuple[Card, ...], order: tuple[Card, ...], legal: bool) -> Iterator[Row]:
    if order:
        yield Row(tuple(Spot(each) for each in order), title=Say("on_table"))
    if card:
        yield Row(tuple(Spot(each, "hit" if legal else "off") for each in card), title=Say("your_card"))


def _order_facts(state: State) -> Raw:
    return {"order": [state.now.order.card]} if state.now.order else {}


QUESTIONS = (
    Question("winner", "CO-33", _winner_fields, _winner, _round_facts),
    Question("captain", "CO-2", _captain_fields, _captain, _hand_facts),
    Question("legal", "CO-12", _legal_fields, _legal, _order_facts),
)
