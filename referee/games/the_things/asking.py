"""Prompts of The Things: every entry that is possible now."""

from collections.abc import Collection, Iterator, Mapping

from referee.kernel.cards import Card, french
from referee.kernel.contract import Prompt, SeatId
from referee.kernel.fields import Cards, Choice, Field, Int, Many, Seat

from .fights import (
    BLACK,
    DEFENCE,
    FIRST_THING,
    FLAMES,
    HAND,
    RANKS,
    RED,
    SIDES,
    Fight,
    fighters,
    packs,
)
from .state import HUMAN, THING, Call, State, drawable

CALL_CLAUSES = {"rescue": "TT-59", "departure": "TT-60"}
CLAIMS = {"rescue": HUMAN, "departure": THING}
CALLS = tuple(CLAIMS)
PASSES = ("attack_passes", "defence_passes")
# Red cards of a pack: with few black ones left, a player may show nearly all of them in a row.
RED_CARDS = 26
# The strength of a side seldom exceeds this.
USUAL = 60
Fields = tuple[Field, ...]


def prompts(state: State) -> tuple[Prompt, ...]:
    """Every entry possible now; a call is an aside at any moment (TT-A12)."""
    if state.over:
        return ()
    if state.call:
        return tuple(_ask_show(state, state.call))
    if state.phase == "last":
        return (_ask_last(state),)
    if state.fight:
        asked = tuple(_ask_fight(state, state.fight))
    else:
        asked = _ask_refill(state) if state.refilling else tuple(_ask_turn(state))
    fields = (Choice(name="call", values=CALLS), Seat(name="caller", values=state.alive))
    return (*asked, Prompt("call", None, fields, "TT-59", aside=True, shown=True, form="tap"))


def _ask_last(state: State) -> Prompt:
    """Only one survivor is left: the call the hand allows (TT-A21)."""
    seat = state.alive[0]
    side = state.sides.get(seat)
    values = tuple(call for call, claim in CLAIMS.items() if side in (None, claim))
    return Prompt(
        "call",
        seat,
        (Choice(name="call", values=values, default=values[0] if side else None),),
        "TT-A21",
        form="tap",
    )


def _ask_turn(state: State) -> Iterator[Prompt]:
    """The four actions of the active player; those of others are asides, out of turn."""
    search: Fields = ()
    if state.full and state.options["search_discards"] == "face_up":
        search = (_cards(state, "card", 1, 1, drawable(state).unseen),)
    if state.searching:
        yield Prompt("search", state.active, search, "TT-63", form="pad")
        return
    test = (_cards(state, "card", 1, 1, state.left, FLAMES),) if state.full else ()
    attack: Fields = (_cards(state, "cards", 0, HAND, state.left, _showable(state)),)
    if not state.full:
        by = (
            (Choice(name="by", values=("specials", "ranks")),)
            if state.options["special_effect"] == "yes"
            else ()
        )
        attack = (*by, *(Int(name=side, low=0, high=999, usual=USUAL) for side in SIDES))
    for seat in (state.active, *(seat for seat in state.seats if seat != state.active)):
        yield from _ask_actions(state, seat, search, test, attack)


def _ask_actions(
    state: State, seat: SeatId, search: Fields, test: Fields, attack: Fields
) -> Iterator[Prompt]:
    aside, form = seat != state.active, "pad" if state.full else "tap"
    yield Prompt("search", seat, search, "TT-20", aside=aside, form="pad" if search else "plain")
    if len(state.alive) > 1:
        target = _other(state, seat, "target")
        yield Prompt(
            "talk",
            seat,
            _ask_talk(state, seat),
            "TT-24",
            aside=aside,
            form="plain" if state.full else "tap",
        )
        yield Prompt("test", seat, (*test, target), "TT-33", aside=aside, form=form)
        yield Prompt(
            "attack",
            seat,
            (target, *attack),
            "TT-36",
            aside=aside,
            form="pad" if state.full else "plain",
        )


def _ask_talk(state: State, seat: SeatId) -> Fields:
    """Quick: the partner. Full: the ranks named, who is willing, and the partner."""
    partner = _other(
        state, seat, "partner", state.full, alone=state.options["nobody_willing"] == "search"
    )
    if not state.full:
        return (partner,)
    several = state.options["trade"] == "several"
    give: Field = Many(name="give", values=RANKS) if several else Choice(name="give", values=RANKS)
    gave = (Choice(name="gave", values=RANKS, optional=True),) if several else ()
    willing = Many(name="willing", values=tuple(each for each in state.alive if each != seat))
    return (give, Choice(name="want", values=RANKS), willing, partner, *gave)


def _other(
    state: State, seat: SeatId, name: str, optional: bool = False, alone: bool = False
) -> Seat:
    """Another player; the only one left is the default, unless nobody (``alone``) is an answer."""
    others = [each for each in state.alive if each != seat]
    only = others[0] if len(others) == 1 and not alone else None
    seats = tuple(each for each in state.seats if each != seat)
    return Seat(
        name=name, values=seats, optional=optional or alone, default=only, shut=tuple(state.dead)
    )


def _ask_fight(state: State, fight: Fight) -> Iterator[Prompt]:
    """Any player may add cards, the side to answer first; then the fight is judged (TT-42, TT-43).

    That side may also pass, so that the other side begins again with its first player (TT-A8).
    Whether flames kill is asked if only a Thing dies of them (TT-A3).
    """
    if fight.loser:
        yield Prompt(
            "fate",
            fight.loser,
            (Choice(name="fate", values=("dies", "survives")),),
            "TT-A3",
            form="tap",
        )
        return
    attacking = bool(fight.plays) and fight.plays[-1].side == DEFENCE
    cards = _cards(state, "cards", 1, HAND, state.left, _showable(state))
    for seat in state.from_seat(fight.attacker if attacking else fight.target):
        if state.hands[seat] > 0:
            yield _ask_play(fight, seat, cards)
    if state.options["speaking"] != "free" and fight.passed < len(fight.plays):
        yield Prompt(PASSES[not attacking], None, (), "TT-42")
    yield Prompt("judge", None, (), "TT-43")


def _ask_play(fight: Fight, seat: SeatId, cards: Field) -> Prompt:
    if seat in (fight.attacker, fight.target):
        return Prompt(
            "play", seat, (cards,), "TT-42" if seat == fight.attacker else "TT-38", form="pad"
        )
    joined = next((side for side in SIDES if seat in fighters(fight, side)), None)
    side = Choice(name="joins", values=SIDES, default=joined)
    return Prompt(
        "play", seat, (side, cards), "TT-39" if joined == DEFENCE else "TT-37", form="pad"
    )


def _ask_refill(state: State) -> tuple[Prompt, ...]:
    """Full entry only: the next player draws, with or without red cards shown (TT-54…TT-56)."""
    seat, count = state.due[0], packs(len(state.seats), state.options)
    if state.draw is None:
        # A shuffle may come unnoticed, so each red card may come twice.
        red = Cards(
            name="shown",
            deck=french(2 * count),
            most=2 * count * RED_CARDS,
            left=dict.fromkeys(BLACK, 0),
        )
    else:
        red = _cards(state, "shown", 1, count * RED_CARDS, state.to_draw, RED)
    return (Prompt("draw", seat, (), "TT-54"), Prompt("red", seat, (red,), "TT-55"))


def _ask_show(state: State, call: Call) -> Iterator[Prompt]:
    """The caller first; survivors show hands in full entry; quick entry and the dead tell sides."""
    sides, clause = [], CALL_CLAUSES[call.kind]
    for seat in to_show(state, call):
        if state.full and seat in state.alive:
            n = state.hands[seat]
            hand = _cards(
                state,
                "hand",
                max(0, n - 1),
                n + 1,
                state.left,
                BLACK if state.sides.get(seat) == HUMAN else None,
            )
            yield Prompt("hand", seat, (hand,), clause, form="pad")
        else:
            sides.append(
                Choice(name=f"side_{seat}", values=(HUMAN, THING), about=seat, label="side")
            )
    if sides:
        yield Prompt("sides", None, tuple(sides), clause)


def to_show(state: State, call: Call) -> tuple[SeatId, ...]:
    """Seats still to show; first only the caller if full, or if false calls are void (TT-A13)."""
    hidden = [seat for seat in state.from_seat(call.caller) if seat not in call.hands]
    open_seats = tuple(
        seat
        for seat in (*hidden, *state.dead)
        if seat not in state.sides or (state.full and seat in hidden)
    )
    alone = call.caller in open_seats and (state.full or state.options["false_call"] == "void")
    return (call.caller,) if alone else open_seats


def _showable(state: State) -> Collection[Card] | None:
    """Cards a player can show, None for any: at first the dealt Q♥ is the only red (TT-7)."""
    return (*BLACK, FIRST_THING) if state.only_first_red else None


def _cards(
    state: State,
    name: str,
    least: int,
    most: int,
    copies: Mapping[Card, int],
    fits: Collection[Card] | None = None,
) -> Cards:
    """A card field with ``copies`` left of each card; cards outside ``fits`` have none left."""
    left = {card: n if fits is None or card in fits else 0 for card, n in copies.items()}
    return Cards(
        name=name, deck=state.deck, least=least, most=most, left=left, fits=frozenset(fits or ())
    )
