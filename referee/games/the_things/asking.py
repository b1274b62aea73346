"""What may be told now: the four actions, the plays of a fight, the refill and the call (TT-19, TT-42, TT-54, TT-59)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from referee.kernel.cards import Card, french
from referee.kernel.contract import Prompt, SeatId
from referee.kernel.fields import Cards, Choice, Field, Int, Many, Seat

from . import deck
from .deck import HAND, RANKS
from .fights import fighters
from .state import ATTACK, DEFENCE, HUMAN, THING, Fight, State, drawable, due, from_seat, phase, side_name, side_of

CALLS = ("rescue", "departure")
CALL_CLAUSES = {"rescue": "TT-59", "departure": "TT-60"}
DEPTHS = ("quick", "full")
PASSES = ("attack_passes", "defence_passes")
RED_CARDS = 26
"""Red cards of a pack: with few black ones left, one player may draw and show nearly all of them in a row."""


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; a call is an aside at any moment (TT-A12)."""
    match phase(state):
        case "over":
            return ()
        case "last":
            return (_last(state),)
        case "show":
            return _show(state)
        case "turn":
            asked = _turn(state)
        case "refill":
            asked = _refill(state)
        case _:
            asked = _fight(state)
    fields = (Choice(name="call", values=CALLS), Seat(name="caller", values=state.alive))
    return (*asked, Prompt("call", None, fields, "TT-59", aside=True))


def _last(state: State) -> Prompt:
    """Only one survivor is left: the call that the hand allows (TT-A21)."""
    seat = state.alive[0]
    side = side_of(state, seat)
    values = (CALLS[side == THING],) if side else CALLS
    return Prompt("call", seat, (Choice(name="call", values=values, default=values[0] if side else None),), "TT-A21", form="tap")


def _turn(state: State) -> tuple[Prompt, ...]:
    """The four actions of the active player; those of others are asides, which are out of turn."""
    search: tuple[Field, ...] = ()
    if state.full and state.options["search_discards"] == "face_up":
        search = (_cards(state, "card", 1, 1, drawable(state).unseen),)
    if state.searching:
        return (Prompt("search", state.active, search, "TT-63", form="pad"),)
    test = (_cards(state, "card", 1, 1, state.left, deck.is_flame),) if state.full else ()
    attack: tuple[Field, ...] = (_cards(state, "cards", 0, HAND, state.left),)
    if not state.full:
        by = (Choice(name="by", values=("specials", "ranks")),) if state.options["special_effect"] == "yes" else ()
        attack = (*by, Int(name="attack", low=0, high=999), Int(name="defence", low=0, high=999))
    others = (seat for seat in state.seats if seat != state.active)
    return tuple(prompt for seat in (state.active, *others) for prompt in _actions(state, seat, search, test, attack))


def _actions(state: State, seat: SeatId, search: tuple[Field, ...], test: tuple[Field, ...], attack: tuple[Field, ...]) -> Iterator[Prompt]:
    aside, form = seat != state.active, "pad" if state.full else "tap"
    yield Prompt("search", seat, search, "TT-20", aside=aside, form="pad" if search else "plain")
    if len(state.alive) > 1:
        target = _other(state, seat, "target")
        yield Prompt("talk", seat, _talk_fields(state, seat), "TT-24", aside=aside, form="plain" if state.full else "tap")
        yield Prompt("test", seat, (*test, target), "TT-33", aside=aside, form=form)
        yield Prompt("attack", seat, (target, *attack), "TT-36", aside=aside, form="pad" if state.full else "plain")


def depth_is_open(state: State) -> bool:
    """How much is entered may change before an action."""
    return phase(state) == "turn" and not state.searching


def _talk_fields(state: State, seat: SeatId) -> tuple[Field, ...]:
    """Quick: with whom. Full: the ranks named, who is willing, and with whom."""
    partner = _other(state, seat, "partner", state.full, alone=state.options["nobody_willing"] == "search")
    if not state.full:
        return (partner,)
    several = state.options["trade"] == "several"
    give: Field = Many(name="give", values=RANKS) if several else Choice(name="give", values=RANKS)
    gave = (Choice(name="gave", values=RANKS, optional=True),) if several else ()
    willing = Many(name="willing", values=tuple(each for each in state.alive if each != seat))
    return (give, Choice(name="want", values=RANKS), willing, partner, *gave)


def _other(state: State, seat: SeatId, name: str, optional: bool = False, alone: bool = False) -> Seat:
    """Another player: by itself the only one left, unless nobody (``alone``) may be meant."""
    others = [each for each in state.alive if each != seat]
    only = others[0] if len(others) == 1 and not alone else None
    return Seat(name=name, values=tuple(each for each in state.seats if each != seat), optional=optional or alone, default=only)


def _fight(state: State) -> tuple[Prompt, ...]:
    """Whoever can may lay cards, the side that is to answer first; then the fight is judged (TT-42, TT-43).

    That side may also lay nothing, so that the other may go on from its first player (TT-A8). Whether flames kill is asked
    where only a Thing dies of them (TT-A3).
    """
    fight = state.fight
    assert fight is not None
    if fight.loser:
        return (Prompt("fate", fight.loser, (Choice(name="fate", values=("dies", "survives")),), "TT-A3", form="tap"),)
    attacking = bool(fight.plays) and fight.plays[-1].side == DEFENCE
    able = [seat for seat in from_seat(state, fight.attacker if attacking else fight.target) if state.hands[seat] > 0]
    answered = state.options["speaking"] == "free" or fight.passed == len(fight.plays)
    passes = () if answered else (Prompt(PASSES[fight.plays[-1].side == ATTACK], None, (), "TT-42"),)
    return (*(_play(state, fight, seat) for seat in able), *passes, Prompt("judge", None, (), "TT-43"))


def _refill(state: State) -> tuple[Prompt, ...]:
    """Full entry only: the next player draws, with no red card to show or with some (TT-54…TT-56)."""
    seat, packs = due(state)[0], deck.packs(len(state.seats), state.options)
    if state.draw is None:
        # Nobody knows when the discards are shuffled, so that each red card may come twice.
        red = Cards(name="shown", deck=french(2 * packs), most=2 * packs * RED_CARDS, left=dict.fromkeys(deck.BLACK, 0))
    else:
        red = _cards(state, "shown", 1, packs * RED_CARDS, state.to_draw, deck.is_red)
    return (Prompt("draw", seat, (), "TT-54"), Prompt("red", seat, (red,), "TT-55"))


def _play(state: State, fight: Fight, seat: SeatId) -> Prompt:
    cards = _cards(state, "cards", 1, HAND, state.left)
    if seat == fight.attacker:
        return Prompt("play", seat, (cards,), "TT-42", form="pad")
    if seat == fight.target:
        return Prompt("play", seat, (cards,), "TT-38", form="pad")
    joined = next((side for side in (ATTACK, DEFENCE) if seat in fighters(fight, side)), None)
    side = Choice(name="joins", values=(ATTACK, DEFENCE), default=joined)
    return Prompt("play", seat, (side, cards), "TT-39" if joined == DEFENCE else "TT-37", form="pad")


def _show(state: State) -> tuple[Prompt, ...]:
    """The caller first; in full entry survivors lay down their hands, in quick entry a side is enough, as for the dead."""
    call = state.call
    assert call is not None
    asked = to_show(state)
    hands = [seat for seat in asked if state.full and seat in state.alive]
    told = tuple(Choice(name=side_name(seat), values=(HUMAN, THING), about=seat, label="side") for seat in asked if seat not in hands)
    clause = CALL_CLAUSES[call.kind]
    sides = (Prompt("sides", None, told, clause),) if told else ()
    return (*(_hand(state, seat, clause) for seat in hands), *sides)


def _hand(state: State, seat: SeatId, clause: str) -> Prompt:
    size, fits = state.hands[seat], deck.is_black if seat in state.humans else deck.is_any
    return Prompt("hand", seat, (_cards(state, "hand", max(0, size - 1), size + 1, state.left, fits),), clause, form="pad")


def to_show(state: State) -> tuple[SeatId, ...]:
    """Whose side is still open: a false call that is void shows only the caller's hand, so that comes first (TT-A13)."""
    call = state.call
    assert call is not None
    hidden = [seat for seat in from_seat(state, call.caller) if seat not in call.hands]
    open_seats = tuple(seat for seat in (*hidden, *state.dead) if side_of(state, seat) is None or (state.full and seat in hidden))
    alone = call.caller in open_seats and (state.full or state.options["false_call"] == "void")
    return (call.caller,) if alone else open_seats


def _cards(state: State, name: str, least: int, most: int, copies: Mapping[Card, int], fits: Callable[[Card], bool] = deck.is_any) -> Cards:
    """Cards of which so many ``copies`` may be where they come from, as far as they fit."""
    left = {card: n if fits(card) else 0 for card, n in copies.items()}
    return Cards(name=name, deck=deck.deck(len(state.seats), state.options), least=least, most=most, left=left)
