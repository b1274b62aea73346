"""Questions: who is captain, who wins the round, whether an action is legal."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot, cards_row
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Ruling, SeatId
from referee.kernel.facts import (
    asked_again,
    card_needed,
    cards_told,
    counting,
    each_told,
    nameable,
    players_counted,
)
from referee.kernel.fields import Cards, Choice, Field, Flag, Seat
from referee.kernel.game import Options, check, find_prompt, with_now
from referee.kernel.ledger import clash
from referee.kernel.options import changed
from referee.kernel.question import (
    Answer,
    Facts,
    Question,
    Raw,
    cards_in,
    entered,
    lettered,
    letters,
    seated,
)
from referee.kernel.wording import message_of
from referee.shapes.zone import total

from .game import GAME
from .judging import below
from .playing import silenced
from .state import DECK, HAND, Ending, Order, Past, State
from .winning import lowest

FEWEST = GAME.info.seats[0]
PLAYERS = players_counted(GAME)
ENDINGS = ("accusation", "order", "pass", "ask", "obey")
# Facts that name a seat.
NAMING = ("who", "receiver", "accuser", "whom")
ME, NEXT = letters(2)
LAST = Cards(name="last", deck=DECK)
ORDERS = Cards(name="orders", deck=DECK, least=0, most=HAND, optional=True, default=())
ACTIONS = ("obey", "order", "pass", "ask")
# Rulings on the play; all others make the facts impossible.
BREACHES = ("captain_may_not", "asked_no_declare")


def _hand_fields(raw: Raw, label: str) -> tuple[Field, ...]:
    """Ask for every hand: at most all dealt cards, less one for each other hand but one."""
    seats = nameable(raw, PLAYERS, *NAMING)
    most = HAND * len(seats) - (len(seats) - 2)
    hand = Cards(
        name="cards", deck=DECK, least=1, most=most, optional=True, default=(), label=label
    )
    return each_told(raw, PLAYERS, hand, naming=NAMING)


def _moment(seats: tuple[SeatId, ...], options: Options, depth: str) -> State:
    return GAME.setup(seats, changed(options, {"first_dealer": seats[-1], "depth": depth}))


def _shown(state: State, facts: Facts) -> tuple[Past, State, tuple[Ruling, ...]]:
    """Settle the round by its hands (CO-20) and list breaches; raise Illegal for missing hands."""
    told = {seat: cards_in(facts, f"cards_{seat}") for seat in state.to_show}
    if missing := [seat for seat, cards in told.items() if not cards]:
        wrong = [
            (seat, ruling)
            for seat in missing
            for ruling in check(GAME, state, "hand", seat, {}).rulings
        ]
        raise Illegal([replace(ruling, field=f"cards_{seat}") for seat, ruling in wrong])
    # The last card stays with its receiver (CO-36, CO-A17), whose hand may be entered without it.
    receiver, found = facts.get("receiver"), list[Ruling]()
    if (
        receiver in told
        and _stays(state.options, str(facts["ended"]))
        and facts.get("included") != "yes"
    ):
        told[str(receiver)] += cards_in(facts, "last")
    for seat, cards in told.items():
        state, rulings = entered(
            GAME, state, "hand", seat, {"cards": cards}, {"cards": f"cards_{seat}"}, BREACHES
        )
        found += rulings
    return state.past[-1], state, tuple(found)


def _stays(options: Options, ended: str) -> bool:
    """Return whether a last card given this way is still in its receiver's hand."""
    return ended == "obey" or (ended in ("pass", "ask") and options["last_pass_discard"] == "no")


# Who is captain?


def _captain(options: Options, facts: Facts) -> Answer:
    """Answer who has the lowest card (CO-2, CO-4); table cards do not count (CO-A8)."""
    seats, table = seated(facts, PLAYERS), cards_in(facts, "orders")
    if twice := clash(DECK, (), None, table, "CO-1", "orders"):
        raise Illegal(twice)
    # Any accusation shows all hands, and so the captain.
    fresh = with_now(_moment(seats, options, "quick"), out=table)
    past, *_ = _shown(
        entered(GAME, fresh, "accused", None, {"accuser": seats[0], "whom": seats[1]})[0], facts
    )
    low = lowest(past.hands)
    why = [message_of("lowest_in_hand CO-2", card=str(low))]
    if mutineers := [seat for seat in seats if seat not in past.captains]:
        why.append(message_of("mutineers CO-5", who=mutineers))
    if any(int(card) <= low for card in table):
        why.append(message_of("table_counts_not CO-A8"))
    rows = (*(_hand_row(past, seat) for seat in seats), *cards_row(table, "on_table", "off"))
    several = message_of("captains_are CO-4", who=list(past.captains))
    verdict = (
        several if len(past.captains) > 1 else message_of("captain_is CO-2", seat=past.captains[0])
    )
    return Answer(verdict, past.captains, tuple(why), rows)


def _hand_row(past: Past, seat: SeatId, value: int | None = None) -> BoardRow:
    """Show a hand; ring the cards that make its player captain."""
    captain = seat in past.captains
    won = seat in past.winners and value is not None
    low = lowest(past.hands)
    spots = tuple(
        Spot(card, "hit" if captain and int(card) == low else "") for card in past.hands[seat]
    )
    note = message_of("is_captain CO-2") if captain else None
    return BoardRow(
        spots,
        seat,
        note=note,
        value=value,
        value_note=message_of("won_round CO-6") if won else None,
        active=won,
    )


# Who wins the round?


def _ended(raw: Raw) -> str:
    ended = str(raw.get("ended") or ENDINGS[0])
    return ended if ended in ENDINGS else ENDINGS[0]


def _winner_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    ended = Choice(name="ended", values=ENDINGS)
    hands = _hand_fields(raw, "hand")
    ending = _ending_fields(raw, _ended(raw), nameable(raw, PLAYERS, *NAMING))
    last = tuple(wanted for wanted in ending if isinstance(wanted, Cards))
    others = (wanted for wanted in ending if wanted not in last)
    # A field of one card comes first: it moves the focus on by itself.
    return (
        *last,
        *hands,
        ended,
        *others,
        *_included(options, raw, (*hands, *ending)),
        counting(raw, PLAYERS, *NAMING),
    )


def _included(options: Options, raw: Raw, told: tuple[Field, ...]) -> Iterator[Field]:
    """Ask whether a copy of the last card in its receiver's hand is that very card."""
    named = {wanted.name: wanted for wanted in told}
    receiver = named.get("receiver")
    hand = named.get(f"cards_{raw.get('receiver') or receiver.default}") if receiver else None
    if not isinstance(hand, Cards) or not _stays(options, _ended(raw)):
        return
    if set(cards_told(raw, LAST)) & set(cards_told(raw, hand)):
        yield Choice(name="included", values=("yes", "no"), about=hand.about)


def _ending_fields(raw: Raw, ended: str, seats: tuple[SeatId, ...]) -> tuple[Field, ...]:
    if ended == "accusation":
        return Seat(name="accuser", values=seats), Seat(name="whom", values=seats)
    hands = {
        seat: cards_told(raw, replace(LAST, name=f"cards_{seat}", most=DECK.size)) for seat in seats
    }
    # The empty hand defaults to the first without cards, the receiver to the only hand with such a
    # card.
    bare = next((seat for seat, cards in hands.items() if not cards), None)
    with_it = [seat for seat, cards in hands.items() if set(cards) & set(cards_told(raw, LAST))]
    only = with_it[0] if len(with_it) == 1 else None
    receiver = Seat(name="receiver", values=seats, optional=bool(only), default=only)
    who = Seat(name="who", values=seats, optional=bool(bare), default=bare)
    return who, *(() if ended == "order" else (receiver,)), LAST, Flag(name="kept_silent")


def _winner(options: Options, facts: Facts) -> Answer:
    """Answer who wins a round that ended this way (CO-19 to CO-24, CO-33 to CO-40)."""
    fresh = _moment(seated(facts, PLAYERS), options, "quick")
    state, broken = (
        _accused(fresh, facts) if facts["ended"] == ENDINGS[0] else _emptied(fresh, facts)
    )
    past, after, shown = _shown(state, facts)
    rulings, (told, *why), ending = (*broken, *shown), after.effects, state.now.ending
    lines = tuple(line for line in after.finished if line.counts or line.code == "passed_counts")
    answer = Answer(
        told, past.winners, tuple(why), tuple(_result_rows(past, facts)), lines, rulings
    )

    # A captain who may not accuse (CO-A3): what the accusation came to is said too.
    if forbidden := next((one for one in rulings if one.code == "captain_may_not"), None):
        return replace(answer, verdict=forbidden, outcome=forbidden.code, also=(told,))
    if facts.get("kept_silent") and ending and ending.declared:
        return replace(answer, also=(message_of("must_declare CO-A5", seat=ending.seat),))
    return answer


def _accused(fresh: State, facts: Facts) -> tuple[State, tuple[Ruling, ...]]:
    raw = {"accuser": facts["accuser"], "whom": facts["whom"]}
    return entered(GAME, fresh, "accused", None, raw, spared=BREACHES)


def _emptied(fresh: State, facts: Facts) -> tuple[State, tuple[Ruling, ...]]:
    """Return the state after the last card: declared, silent or settled (CO-34, CO-A5, CO-A6)."""
    who = str(facts["who"])
    how = str(facts["ended"])
    to = str(facts.get("receiver") or "")
    last = cards_in(facts, "last")[0]
    names = {"to": "receiver", "card": "last", "how": "ended"}
    _, broken = entered(
        GAME,
        fresh,
        "declared",
        None,
        {"who": who, "how": how, "to": to, "card": last},
        names,
        BREACHES,
    )
    if held := cards_in(facts, f"cards_{who}"):
        # The hand said to be empty was entered with cards.
        some = with_now(replace(fresh, depth="full"), counts={**fresh.now.counts, who: len(held)})
        raise asked_again(check(GAME, some, "declare", who, {"card": last}).rulings, f"cards_{who}")
    seen, silent = how == "order", bool(facts["kept_silent"])
    ending = silenced(fresh, Ending("empty", who, to, how, last if seen else ""))
    state = with_now(fresh, ending=ending, order=Order(who, last) if seen else None)
    if state.phase == "declare":
        if not (silent and find_prompt(GAME.prompts(state), "silent", who)):
            return entered(
                GAME, state, "declare", who, {} if seen else {"card": last}, names, BREACHES
            )[0], () if silent else broken
        state, _ = entered(GAME, state, "silent", who, {})
    # A silent end with the last card known: the receiver's hand is checked for it (CO-36).
    assert state.now.ending is not None
    return with_now(state, ending=replace(state.now.ending, card=last)), () if silent else broken


def _result_rows(past: Past, facts: Facts) -> Iterator[BoardRow]:
    last, who = cards_in(facts, "last"), facts.get("who")
    if last:
        yield BoardRow(
            (Spot(last[0], "hit" if who in past.winners else ""),),
            title=message_of("last_card CO-34", seat=who),
        )
    for seat, cards in past.hands.items():
        if seat == who:
            yield BoardRow(
                seat=seat, note=message_of("no_cards CO-33"), active=seat in past.winners
            )
        else:
            yield _hand_row(past, seat, total(cards))


def _hand_facts(state: State) -> dict[str, Any]:
    hands = state.now.hands or (state.past[-1].hands if state.past and state.fresh else {})
    named = lettered(state.seats)
    return {
        "players": str(len(state.seats)),
        **{f"cards_{named[seat]}": list(cards) for seat, cards in hands.items() if cards},
    }


def _round_facts(state: State) -> Raw:
    raw, named = _hand_facts(state), lettered(state.seats)
    ending = state.now.ending
    if ending and ending.kind == "accusation":
        raw |= {"ended": "accusation", "accuser": named[ending.seat], "whom": named[ending.whom]}
    elif ending and ending.kind == "empty" and ending.how in ENDINGS:
        raw |= {
            "ended": ending.how,
            "who": named[ending.seat],
            "receiver": named.get(ending.whom, ""),
        }
        raw |= {
            "last": [ending.card] if ending.card else [],
            "kept_silent": "yes" if ending.declared is False else "no",
            "included": "yes",
        }
    return raw


# Is it legal?


def _legal_fields(_options: Options, raw: Raw) -> tuple[Field, ...]:
    asked = raw.get("action") == "ask"
    card = Cards(
        name="card",
        deck=DECK,
        least=0 if asked else 1,
        optional=asked,
        default=() if asked else None,
    )
    order = Cards(name="order", deck=DECK, least=0, optional=True, default=())
    return card, order, Choice(name="action", values=ACTIONS), Flag(name="own")


def _legal(options: Options, facts: Facts) -> Answer:
    """Answer if a card may be given, passed or ordered now (CO-12 to CO-18, CO-25 to CO-32)."""
    card, order, action = cards_in(facts, "card"), cards_in(facts, "order"), str(facts["action"])
    state = _on_table(options, order, card, bool(facts["own"]))
    objections = _objections(state, action, card)
    rows = (
        *cards_row(order, "on_table"),
        *cards_row(card, "your_card", "off" if objections else "hit"),
    )
    if objections:
        ways = [
            f"way_{way}"
            for way in ACTIONS
            if way != "ask" and card and not _objections(state, way, card)
        ]
        also = (message_of("legal_now CO-12", ways=ways),) if ways else ()
        return Answer(objections[0], False, rows=rows, rulings=objections, also=also, yes=False)
    after, _ = entered(GAME, state, action, ME, _raw(action, card))
    prompt = find_prompt(GAME.prompts(state), action, ME)
    code = "may_new_order" if action == "order" and order else f"may_{action}"
    verdict = Message(
        code, {"card": "".join(card), "order": "".join(order)}, prompt.clause if prompt else ""
    )
    basis = (message_of("rank_or_higher CO-26", card=order[0]),) if action == "obey" else ()
    return Answer(verdict, True, basis, rows, also=after.effects, yes=True)


def _on_table(
    options: Options, order: tuple[Card, ...], card: tuple[Card, ...], own: bool
) -> State:
    """Return the asker's turn with the right neighbour's order, or the own one back (CO-32)."""
    if own and not order:
        raise card_needed("order", "CO-14")
    seats = letters(FEWEST)
    right = seats[-1]
    state = _moment(seats, options, "full")
    if order:
        state = with_now(state, order=Order(ME if own else right, order[0]))
    if twice := clash(DECK, state.holdings, None, card, "CO-1", "card"):
        raise Illegal(twice)
    return entered(GAME, with_now(state, turn=right), "obey", right, {})[0] if own else state


def _raw(action: str, card: tuple[Card, ...]) -> Raw:
    return {"order": {"card": list(card)}, "obey": {}}.get(action, {"whom": NEXT})


def _objections(state: State, action: str, card: tuple[Card, ...]) -> tuple[Ruling, ...]:
    """Return the objections to the asker's action and to the rank of a card given face down."""
    rulings, order = check(GAME, state, action, ME, _raw(action, card)).rulings, state.now.order
    return (
        (*rulings, *below(order.card, card[0])) if action == "obey" and order and card else rulings
    )


def _order_now(state: State) -> Raw:
    """Return the order on the table and whether its owner is on turn."""
    order = state.now.order
    if order:
        return {"order": [order.card], "own": "yes" if order.owner == state.now.turn else "no"}
    return {}


QUESTIONS = (
    Question("winner", "CO-33", _winner_fields, _winner, _round_facts, opening="ended"),
    Question(
        "captain",
        "CO-2",
        lambda options, raw: (*_hand_fields(raw, "lowest"), ORDERS, counting(raw, PLAYERS)),
        _captain,
        _hand_facts,
    ),
    Question("legal", "CO-12", _legal_fields, _legal, _order_now),
)
