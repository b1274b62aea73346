"""Prompts and objections: actions in full entry, the ending in quick entry, then the hands."""

from collections.abc import Iterator
from dataclasses import replace

from referee.kernel.cards import Card
from referee.kernel.contract import Level, Move, Prompt, Ruling, SeatId, card_of, cards_of
from referee.kernel.fields import Cards, Choice, Field, Many, Seat
from referee.kernel.ledger import clash, left

from .state import DECK, HAND, Ending, State
from .winning import captains

_SELF = {"pass": "CO-15", "ask": "CO-17", "accuse": "CO-19"}
# A hand may differ from its count by this many cards and be entered, to be refused by clause.
SLACK = 2


HOW = Choice(name="how", values=("order", "pass", "ask", "obey"))


def prompts(state: State) -> Iterator[Prompt]:
    """Yield every possible prompt; an aside can be answered but is not awaited."""
    at, before = state.phase, state.now.before
    if at == "over":
        return
    card = Cards(name="card", deck=DECK, left=left(DECK, state.holdings))
    yield from _ask(state, card)

    # The owner of an order may show at once that the card received is too low.
    if state.depth == "full" and before and before.order:
        yield Prompt("challenge", before.order.owner, (card,), "CO-26", aside=True, form="pad")
    if at == "turn" or (at == "ending" and state.fresh):
        yield _ask_depth(state)
    if at in ("turn", "show"):
        yield _ask_won(state, aside=True)


def _ask(state: State, card: Field) -> Iterator[Prompt]:
    """Ask what this phase is about."""
    match state.phase:
        case "turn":
            yield from _ask_turn(state, card)
        case "ending":
            yield from _ask_ending(state, card)
            yield _ask_won(state, aside=False)
        case "declare":
            yield from _ask_declare(state, card)
        case "discard":
            yield Prompt("discard", state.now.discarder, (card,), "CO-A16", form="tap")
        case _:
            for seat in state.to_show:
                yield Prompt("hand", seat, (_ask_hand(state, seat),), "CO-20", form="pad")


def _ask_won(state: State, aside: bool) -> Prompt:
    return Prompt("won", None, (Many(name="winners", values=state.seats),), "CO-6", aside=aside)


def _ask_depth(state: State) -> Prompt:
    """Offer another depth; a running round can only change to quick entry."""
    values = ("quick", "full") if state.fresh else ("quick",)
    depth = Choice(name="depth", values=values, holds=state.depth)
    return Prompt("depth", None, (depth,), "CO-20", aside=True, form="tap")


def _ask_turn(state: State, card: Field) -> Iterator[Prompt]:
    """Ask every seat for every action; impossible ones are refused by clause (CO-10, CO-12)."""
    order = state.now.order is not None
    for seat in state.seats:
        other = Seat(name="whom", values=state.seats, shut=(seat,))
        now = seat == state.now.turn
        unfree = order or not now
        yield Prompt(
            "order", seat, (card,), "CO-28" if order else "CO-13", aside=not now, form="tap"
        )
        yield Prompt("obey", seat, (), "CO-25", aside=not (now and order))
        yield Prompt("pass", seat, (other,), "CO-15", aside=unfree, form="tap")
        yield Prompt("ask", seat, (other,), "CO-17", aside=unfree, form="tap")
        yield Prompt(
            "accuse", seat, (other,), "CO-30" if order else "CO-19", aside=not now, form="tap"
        )
    yield from (
        Prompt("declare", seat, (card,), "CO-34", aside=True, form="tap") for seat in state.seats
    )


def _ask_ending(state: State, card: Field) -> Iterator[Prompt]:
    """Quick entry: an accusation, or an emptied hand that is declared or not (CO-A5, CO-A6)."""
    who = Seat(name="who", values=state.seats)
    yield Prompt(
        "accused",
        None,
        (replace(who, name="accuser"), replace(who, name="whom")),
        "CO-19",
        form="tap",
    )
    yield Prompt(
        "declared",
        None,
        (who, HOW, replace(who, name="to", optional=True), card),
        "CO-34",
        form="tap",
    )
    if (
        state.options["undeclared"] == "best_mutineer"
        or state.options["asked_empty"] == "no_declare"
    ):
        yield Prompt("emptied", None, (who,), "CO-33", form="tap")


def _ask_declare(state: State, card: Field) -> Iterator[Prompt]:
    ending = state.now.ending
    assert ending is not None
    yield Prompt(
        "declare",
        ending.seat,
        () if ending.card else (card,),
        "CO-34",
        form="plain" if ending.card else "tap",
    )
    if state.options["undeclared"] == "best_mutineer":
        yield Prompt("silent", ending.seat, (), "CO-A5")


def _ask_hand(state: State, seat: SeatId) -> Cards:
    """Ask for a hand of about its count; in quick entry, at most the dealt cards left (CO-9)."""
    if state.depth == "full":
        count = state.now.counts[seat]
        least, most = max(1, count - SLACK), count + SLACK
    else:
        shown = sum(map(len, state.now.hands.values()))
        least, most = 1, max(1, HAND * len(state.seats) - shown - len(state.to_show) + 1)
    return Cards(
        name="cards", deck=DECK, least=least, most=most, left=left(DECK, state.holdings, seat)
    )


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield every objection to a move."""
    match move.kind:
        case "order" | "obey" | "pass" | "ask" | "accuse":
            yield from _turn(state, move)
        case "accused" if move.data["accuser"] == move.data["whom"]:
            yield Ruling("accuse_self", "CO-19", Level.IMPOSSIBLE, field="whom")
        case "declared":
            yield from _declared(state, move)
        case "declare":
            yield from _declare(state, move)
        case "challenge":
            yield from _challenge(state, move)
        case "discard":
            yield from clash(DECK, state.holdings, move.seat, (card_of(move),), "CO-1", "card")
        case "hand":
            yield from _hand(state, str(move.seat), cards_of(move))
        case "won":
            yield from _won(state, move)


def _turn(state: State, move: Move) -> Iterator[Ruling]:
    """Check the turn, the limits set by an order, and the card of a new one."""
    seat = str(move.seat)
    yield from _on_turn(state, seat)
    yield from _under_order(state, move)

    # Nobody passes to, asks or accuses himself.
    if move.kind in _SELF and move.data["whom"] == seat:
        yield Ruling(f"{move.kind}_self", _SELF[move.kind], Level.IMPOSSIBLE, field="whom")

    if move.kind == "order":
        yield from _new_order(state, seat, card_of(move))


def _on_turn(state: State, seat: SeatId) -> Iterator[Ruling]:
    """Object to an action out of turn (CO-10), or after the own order came back (CO-32)."""
    now = state.now
    if seat == now.turn:
        return
    params = {"seat": seat, "next": now.turn}
    last = now.log[-1] if now.log else None
    if last and last.kind == "dropped" and last.seat == seat:
        yield Ruling("turn_used", "CO-32", params={**params, "card": last.card})
    else:
        yield Ruling("not_your_turn", "CO-10", params=params)


def _under_order(state: State, move: Move) -> Iterator[Ruling]:
    """Object to actions by whether an order lies on the table (CO-12, CO-31)."""
    order = state.now.order
    if order is None:
        if move.kind == "obey":
            yield Ruling("no_order", "CO-12", Level.IMPOSSIBLE)
        return
    if move.kind in ("pass", "ask"):
        yield Ruling("order_lies", "CO-12", params={"seat": order.owner, "card": order.card})
    # Nobody obeys the own order, or puts another on it.
    if move.kind in ("obey", "order") and order.owner == move.seat:
        level = Level.IMPOSSIBLE if move.kind == "obey" else Level.ILLEGAL
        yield Ruling("own_order", "CO-31", level, {"card": order.card})


def _new_order(state: State, seat: SeatId, card: Card) -> Iterator[Ruling]:
    """Object to an order that is not below the one there (CO-28), or a card not in hand."""
    order = state.now.order
    if order and int(card) >= int(order.card):
        params = {"card": card, "order": order.card}
        yield Ruling("order_not_lower", "CO-28", params=params, field="card")
    yield from _lies_elsewhere(state, card)
    yield from _kept(state, seat, card, state.now.counts[seat])


def _lies_elsewhere(state: State, card: Card) -> tuple[Ruling, ...]:
    return clash(DECK, state.holdings, None, (card,), "CO-1", "card")


def _challenge(state: State, move: Move) -> Iterator[Ruling]:
    """Object unless the card is below the order (CO-26)."""
    before, card = state.now.before, card_of(move)
    if before is not None and before.order is not None and int(card) >= int(before.order.card):
        yield Ruling(
            "obeyed_well", "CO-26", params={"card": card, "order": before.order.card}, field="card"
        )
    yield from _lies_elsewhere(state, card)


def _declare(state: State, move: Move) -> Iterator[Ruling]:
    """Require an empty hand and a legal last card (CO-26, CO-34)."""
    now, cards = state.now, cards_of(move, "card")
    if now.ending is None or state.phase != "declare":
        yield Ruling(
            "cards_left",
            "CO-34",
            Level.IMPOSSIBLE,
            {"seat": move.seat, "n": now.counts[str(move.seat)]},
        )
        return
    for card in cards:
        yield from _lies_elsewhere(state, card)
        if now.ending.how == "obey" and now.order:
            yield from below(now.order.card, card)
        yield from _kept(state, now.ending.seat, card, 1)


def below(order: Card, card: Card) -> Iterator[Ruling]:
    """Object to a card below the order it is given for (CO-26)."""
    if int(card) < int(order):
        yield Ruling("obeyed_below", "CO-26", params={"card": card, "order": order}, field="card")


def _declared(state: State, move: Move) -> Iterator[Ruling]:
    """Quick entry: the last card goes to another player unless it is an order (CO-34, CO-A6)."""
    who, to, how = move.data["who"], move.data["to"], move.data["how"]
    if how != "order" and to is None:
        yield Ruling("to_whom", "CO-34", Level.IMPOSSIBLE, field="to")
    if how != "order" and to == who:
        yield Ruling("pass_self", "CO-15", Level.IMPOSSIBLE, field="to")
    if how == "order" and to is not None:
        yield Ruling("order_to_nobody", "CO-13", Level.IMPOSSIBLE, field="to")
    if how == "ask" and state.options["asked_empty"] == "no_declare":
        yield Ruling("asked_no_declare", "CO-A6", params={"seat": who}, field="how")
    yield from _lies_elsewhere(state, card_of(move))


def _hand(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Ruling]:
    """Check a shown hand against the deck, its count and the cards it has received."""
    yield from clash(DECK, state.holdings, seat, cards, "CO-1", "cards")
    if state.depth == "full":
        yield from _size(state, seat, len(cards))
        # Cards received for an order are at least as high and must still be there.
        found = {rank: sum(int(card) >= rank for card in cards) for rank in range(1, 11)}
        yield from _owed(state, seat, found, "cards")

    ending = state.now.ending
    if ending is not None:
        yield from _last_card_kept(state, ending, seat, cards)
        yield from _captain_accused(state, ending, seat, cards)


def _last_card_kept(
    state: State, ending: Ending, seat: SeatId, cards: tuple[Card, ...]
) -> Iterator[Ruling]:
    """Object if a last card shown left its receiver (CO-36), who may not discard it (CO-A17)."""
    passed = state.now.last_card
    stays = ending.how == "obey" or state.options["last_pass_discard"] == "no"
    if passed and stays and seat == ending.whom and passed not in cards:
        params = {"seat": seat, "card": passed, "from": ending.seat}
        yield Ruling("passed_card_missing", "CO-36", params=params, field="cards")


def _captain_accused(
    state: State, ending: Ending, seat: SeatId, cards: tuple[Card, ...]
) -> Iterator[Ruling]:
    """If a captain may not accuse, the last hand shows whether one did (CO-39, CO-A3)."""
    forbidden = ending.kind == "accusation" and state.options["captain_accuses"] == "forbidden"
    if not forbidden or state.to_show != (seat,):
        return
    if ending.seat in captains({**state.now.hands, seat: cards}):
        yield Ruling("captain_may_not", "CO-A3", params={"seat": ending.seat})


def _size(state: State, seat: SeatId, found: int) -> Iterator[Ruling]:
    """Check the hand size: six dealt, one less or more per act (CO-9, CO-16, CO-18, CO-27)."""
    count = state.now.counts[seat]
    # A pass makes its receiver discard, an ask the asker.
    kept = [
        act.kind
        for act in state.now.log
        if seat == {"pass": act.whom, "ask": act.seat}.get(act.kind)
    ]
    code, clause = "hand_size", "CO-9"
    if found > count and kept:
        code, clause = "hand_too_large", "CO-16" if "pass" in kept else "CO-18"
    elif found < count and any(act.kind == "obey" and act.whom == seat for act in state.now.log):
        code, clause = "hand_too_small", "CO-27"
    if found != count:
        yield Ruling(code, clause, params={"seat": seat, "n": count, "found": found}, field="cards")


def _kept(state: State, seat: SeatId, card: Card, held: int) -> Iterator[Ruling]:
    """Check that the hand still has its cards received for orders beside ``card`` (CO-26)."""
    return _owed(state, seat, dict.fromkeys(range(int(card) + 1, 11), held - 1), "card")


def _owed(state: State, seat: SeatId, found: dict[int, int], field: str) -> Iterator[Ruling]:
    """Object if fewer cards of a rank or higher are found than came for orders (CO-26)."""
    for rank in reversed(found):
        if found[rank] < (wanted := state.now.least[seat][rank - 1]):
            params = {"seat": seat, "n": wanted, "card": str(rank), "found": found[rank]}
            yield Ruling("obey_contradicted", "CO-26", params=params, field=field)
            return


def _won(state: State, move: Move) -> Iterator[Ruling]:
    """Check named winners: not all (CO-2); a right accuser or declarer wins alone."""
    named, ending = set(cards_of(move, "winners")), state.now.ending
    if named == set(state.seats):
        yield Ruling("all_win", "CO-2", field="winners")
    if ending is None or ending.seat not in named or len(named) == 1:
        return
    if ending.kind == "accusation":
        yield Ruling("finder_alone", "CO-22", params={"seat": ending.seat}, field="winners")
    if ending.declared:
        yield Ruling("declarer_alone", "CO-35", params={"seat": ending.seat}, field="winners")
