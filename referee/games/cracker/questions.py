"""Questions: whether a hand is out, its score, a due Change, who is first, a pair."""

from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import SeatId
from referee.kernel.facts import (
    asked_again,
    card_needed,
    counting,
    each_told,
    given_value,
    players_counted,
    players_of,
)
from referee.kernel.fields import Cards, Choice, Field, Flag, Int
from referee.kernel.game import check, find_prompt, with_now
from referee.kernel.options import changed
from referee.kernel.question import (
    Answer,
    Facts,
    Options,
    Question,
    Raw,
    cards_in,
    legal,
    letters,
    number_in,
    played,
    seated,
)

from .game import GAME
from .state import DEALT, DECK, Hand, State, is_due, shape, shape_said, winners

FEWEST = GAME.info.seats[0]
PLAYERS = players_of(GAME)
COUNTED = players_counted(GAME)
ME, NEXT = "A", "B"
MOST_HELD = DEALT + 1
WAYS = ("goes_out", "other_out", "no_deck")
HANDS = tuple(
    Cards(name=name, deck=DECK, least=1, most=MOST_HELD) for name in ("passer", "receiver")
)
MOMENTS = ("received", "paired", "passed", "changed", "dealt", "waiting")


def _hand_fields(raw: Raw) -> tuple[Field, Field]:
    """Ask for a hand; it may be empty only if ``no_cards`` says so."""
    none = Flag(name="no_cards")
    return Cards(
        name="cards", deck=DECK, least=0 if given_value(none, raw) else 1, most=MOST_HELD
    ), none


def _setup(options: Options, depth: str, seats: tuple[SeatId, ...] = letters(FEWEST)) -> State:
    return GAME.setup(seats, changed(options, {"depth": depth, "dealer": ME}))


def _hand_row(cards: tuple[Card, ...], out: bool) -> BoardRow:
    return BoardRow(
        tuple(Spot(card, "hit" if out else "") for card in sorted(cards, key=int)),
        title=Message("your_hand"),
    )


# Is this hand out?


def _out(options: Options, facts: Facts) -> Answer:
    """Answer if a hand wins and may go out now (CR-5, CR-13 to CR-16, CR-A2, CR-A4, CR-A11)."""
    cards, when = cards_in(facts, "cards"), str(facts["when"])
    state = _at(_setup(options, "full"), cards, when)
    prompt = find_prompt(GAME.prompts(state), "out", ME)
    # A hand that everybody has seen, such as an empty one, is not asked for again.
    rulings = check(
        GAME, state, "out", ME, {"hand": list(cards)} if prompt and prompt.fields else {}
    ).objections
    if impossible := [ruling for ruling in rulings if ruling.code in ("no_copy_left", "hand_size")]:
        raise asked_again(impossible, "cards")
    verdict = (
        rulings[0] if rulings else Message("may_go_out", {}, "CR-5" if when == "dealt" else "CR-14")
    )
    fits = (shape_said(cards, options),) if shape(cards, options) else ()
    return Answer(
        verdict,
        not rulings,
        fits,
        (_hand_row(cards, not rulings),),
        rulings=rulings,
        yes=not rulings,
    )


def _at(state: State, cards: tuple[Card, ...], when: str) -> State:
    if when == "dealt":
        return state
    if when == "changed":
        return _after_change(state, cards)
    return _holding(state, cards, **_MOMENTS[when])


_MOMENTS = {
    "received": {},
    "paired": {"step": "paired"},
    "passed": {"active": NEXT, "by": ME},
    "waiting": {"active": NEXT},
}


def _holding(state: State, cards: tuple[Card, ...], **parts: object) -> State:
    held = {
        "hands": {**state.now.hands, ME: Hand(len(cards))},
        "step": "received",
        "active": ME,
        "by": state.seats[-1],
    }
    return with_now(state, **{**held, **parts})


def _after_change(state: State, cards: tuple[Card, ...]) -> State:
    """Change a number that has gone round for one of the cards now in hand."""
    if not cards:
        raise card_needed("cards", "CR-17")
    gone = next(card for card, copies in DECK.counts.items() if copies > cards.count(card))
    due = _holding(state, cards, received=gone, trip=(gone, len(state.seats)))
    return played(GAME, due, "change", ME, card=cards[0])


# Is a Change due?


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
    """Answer if the number has gone round, and the effects (CR-17 to CR-19, CR-A3 to CR-A5)."""
    card = cards_in(facts, "card")[0]
    state = _round_trip(
        with_now(_setup(options, "full", seated(facts, PLAYERS)), step="open", active=ME),
        card,
        facts,
    )
    state = with_now(state, deck=0) if facts["deck_gone"] else state
    rows = (_trip_row(state, card, number_in(facts, "in_a_row")),)
    # How a pair or an equal card on the way changes the count.
    counted: tuple[Message, ...] = (
        (Message("pair_restarts", {}, "CR-19"),) if facts["pair_between"] else ()
    )
    counted += (
        (Message(f"counted_{options['change_count']}", {}, "CR-A3"),) if facts["equal_card"] else ()
    )
    if is_due(state):
        return _due(state, rows, counted)
    drawable = next(each for each, copies in state.could[None].items() if copies)
    early = check(GAME, state, "change", state.now.active, {"card": drawable}).objections[0]
    return Answer(early, ("pass",), counted, rows, yes=False)


def _round_trip(state: State, card: Card, facts: Facts) -> State:
    """Pass the number from seat to seat, with the pair or equal card in between, if any."""
    count = number_in(facts, "in_a_row")
    for at, seat in enumerate(state.seats[:count], 1):
        if at == 2 and facts["pair_between"]:
            state = legal(GAME, state, "pair", seat, "pair_between")
        other = at == count > 1 and bool(facts["equal_card"])
        if other and state.now.received:
            legal(GAME, state, "pair", seat, "equal_card")
        prompt = find_prompt(GAME.prompts(state), "pass", seat)
        which = {"which": "other"} if other and prompt and len(prompt.fields) > 1 else {}
        state = legal(GAME, state, "pass", seat, "card", "", card=card, **which)
    return state


def _due(state: State, rows: tuple[BoardRow, ...], counted: tuple[Message, ...]) -> Answer:
    """Answer once the number is back: a Change, or the end of the round."""
    card, seat = state.now.received, state.now.active
    if not state.now.deck:
        after = played(GAME, state, "stop", seat)
        why = (
            Message("stop_unless", {"seat": seat}, "CR-18"),
            *(said for said in after.effects if said.code == "tell_all"),
        )
        return Answer(
            Message("no_deck_left", {}, "CR-18"), ("stop",), (*why, *counted), rows, yes=False
        )
    pair_first = not check(GAME, state, "pair", seat, {}).objections
    drawn = next(each for each, copies in state.could[None].items() if copies)
    changed = played(GAME, state, "change", seat, card=drawn)
    may_pair = changed.now.step == "received"
    also = (
        Message("pair_first" if pair_first else "no_pair_first", {"card": card}, "CR-A5"),
        Message("drawn_received" if may_pair else "drawn_only", {}, "CR-A4"),
    )
    why = (Message("change_does", {"seat": seat, "card": card}, "CR-17"),)
    codes = (("change_is_due", "change_then_pair"), ("change_or_pair", "change_and_pairs"))
    verdict = Message(codes[pair_first][may_pair], {"card": card}, "CR-17")
    return Answer(
        verdict, ("change", pair_first, may_pair), (*why, *counted), rows, also=also, yes=True
    )


def _trip_row(state: State, card: Card, passed: int) -> BoardRow:
    """Show the passes so far; ring those that count."""
    count = state.now.trip[1]
    spots = tuple(
        Spot(card, "hit" if at >= passed - count else "off", marks=(state.seats[at],))
        for at in range(passed)
    )
    return BoardRow(
        spots,
        title=Message("way_round"),
        value=count,
        value_note=Message("in_a_row", {"of": len(state.seats)}, "CR-17"),
    )


def _shown_trip(state: State) -> Raw:
    card, count = state.now.trip
    found: dict[str, object] = {"players": str(len(state.seats))}
    if card:
        found |= {"card": [card], "in_a_row": str(min(count, len(state.seats)))}
    return {**found, "deck_gone": "yes"} if state.now.hands and not state.now.deck else found


def _moment_now(state: State) -> Raw:
    """Return when the seat in turn would go out, and whether its hand is empty."""
    now = state.now
    hand = now.hands.get(now.active)
    step = "dealt" if now.step == "draw" else now.step if now.step in MOMENTS else ""
    return {
        **({"when": step} if step else {}),
        **({"no_cards": "no" if hand.size else "yes"} if hand else {}),
    }


def _end_now(state: State) -> Raw:
    """Return how the round ended, once it has."""
    now = state.now
    ended = (
        "no_deck"
        if now.stopped
        else WAYS[0]
        if now.claims and now.claims[0].seat == now.active
        else ""
    )
    return {"how": ended} if ended else {}


# What does this hand score?


def _score_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    way = Choice(name="how", values=WAYS)
    if given_value(way, raw) != WAYS[0]:
        return (*_hand_fields(raw), way)
    highs = each_told(raw, COUNTED, Int(name="high", low=0, high=DEALT, label="highest"))
    return (
        *_hand_fields(raw),
        way,
        *(high for high in highs if high.about != ME),
        counting(raw, COUNTED),
    )


def _score(options: Options, facts: Facts) -> Answer:
    """Answer the gain of a hand that is out, or its loss if not (CR-18, CR-20, CR-21, CR-A16)."""
    cards, out = cards_in(facts, "cards"), facts["how"] == WAYS[0]
    state = _ended(options, facts)
    checked = check(GAME, state, "hand", None, {"who": ME, "hand": list(cards)})
    if scarce := [ruling for ruling in checked.objections if ruling.code == "no_copy_left"]:
        raise asked_again(scarce, "cards")
    rows = (_hand_row(cards, out and not checked.objections),)
    if checked.objections or not checked.move:
        return Answer(checked.objections[0], None, rows=rows, rulings=checked.objections)
    state = _with_highs(GAME.advance(state, checked.move), facts)
    lines = tuple(line for line in GAME.lines(state) if line.counts)
    mine = next(line for line in lines if line.seat == ME)
    verdict = Message("scores", {"n": mine.points}, mine.clause)
    if not out:
        return Answer(verdict, mine.points, rows=rows, lines=(mine,))
    return Answer(verdict, mine.points, (shape_said(cards, options),), rows, lines)


def _ended(options: Options, facts: Facts) -> State:
    """Return the round that ended so: this hand is out, another is, or no deck is left (CR-18)."""
    state = _setup(options, "quick", seated(facts, COUNTED))
    if facts["how"] == "no_deck":
        return played(GAME, state, "stop", None)
    return played(GAME, state, "won", None, who=ME if facts["how"] == WAYS[0] else NEXT)


def _with_highs(state: State, facts: Facts) -> State:
    """Enter the highest cards, if they are asked for; of a loss only the own one matters."""
    prompt = find_prompt(GAME.prompts(state), "highs", None)
    if prompt is None:
        return state
    raw = {wanted.name: facts.get(wanted.name, 0) for wanted in prompt.fields}
    return legal(GAME, state, "highs", None, "{}", "", **raw)


# Who is first of two?


def _first(options: Options, facts: Facts) -> Answer:
    """Answer who is out if a passed card leaves two winning hands (CR-14, CR-A1)."""
    names = {ME: "passer", NEXT: "receiver"}
    hands = {seat: cards_in(facts, name) for seat, name in names.items()}
    state = _at(_setup(options, "full"), hands[ME], "passed")
    state = with_now(
        state, hands={**state.now.hands, NEXT: Hand(len(hands[NEXT]))}, received=hands[NEXT][0]
    )
    for seat, cards in hands.items():
        legal(GAME, state, "out", seat, names[seat], hand=list(cards))
    shown = {"who": NEXT, "hand": list(hands[NEXT])}
    after = played(GAME, state, "out", ME, hand=list(hands[ME]))
    legal(GAME, after, "hand", None, "receiver", "", **shown)
    # The second goes out if it still may.
    also = find_prompt(GAME.prompts(after), "also", None)
    out = winners(played(GAME, after, "also", None, **shown) if also else after)
    code = "both_out" if len(out) > 1 else f"{names[out[0]]}_out"
    why = tuple(replace(shape_said(hands[seat], options), clause="CR-14") for seat in hands)
    rows = tuple(
        BoardRow(
            tuple(Spot(card) for card in sorted(cards, key=int)),
            title=Message(names[seat]),
            stamp=Message("out") if seat in out else None,
        )
        for seat, cards in hands.items()
    )
    return Answer(Message(code, {}, "CR-A1"), out, why, rows)


# May these two be discarded as a pair?


def _pair_fields(_options: Options, _raw: Raw) -> tuple[Field, ...]:
    """Ask for the number that lies there twice and for the card received, if any."""
    received = Cards(name="received", deck=DECK, least=0, optional=True, default=())
    return Cards(name="pair", deck=DECK), received


def _pair(options: Options, facts: Facts) -> Answer:
    """Answer whether a pair may be discarded: only with the received card (CR-8, CR-10)."""
    (card,), received = cards_in(facts, "pair"), cards_in(facts, "received")
    rows = (BoardRow((Spot(card), Spot(card)), title=Message("your_hand")),)
    if received != (card,):
        return Answer(
            Message("only_received", {"card": card}, "CR-10"), False, rows=rows, yes=False
        )
    state = _holding(_setup(options, "full"), (card, card), received=card)
    if wrong := check(GAME, state, "pair", ME, {}).objections:
        raise asked_again(wrong, "pair")
    return Answer(Message("may_pair_off", {"card": card}, "CR-8"), True, rows=rows, yes=True)


QUESTIONS = (
    Question(
        "out",
        "CR-13",
        lambda options, raw: (*_hand_fields(raw), Choice(name="when", values=MOMENTS)),
        _out,
        _moment_now,
    ),
    Question("change", "CR-17", _change_fields, _change, _shown_trip),
    Question("score", "CR-21", _score_fields, _score, _end_now, opening="how"),
    Question("first", "CR-A1", lambda options, raw: HANDS, _first),
    Question("pair", "CR-10", _pair_fields, _pair),
)
