"""What may be told now: the four actions, the plays of a fight, the refill and the call (TT-19, TT-42, TT-54, TT-59)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
    at = phase(state)
    if at == "over":
        return ()
    asked = {"turn": _turn, "fight": _fight, "fate": _fate, "refill": _refill, "show": _show, "last": _last}[at](state)
    return asked if at in ("show", "last") else (*asked, call_prompt(state))


def call_prompt(state: State) -> Prompt:
    """Somebody calls for rescue or announces the departure."""
    fields = (Choice(name="call", values=CALLS), Seat(name="caller", values=state.alive))
    return Prompt("call", None, fields, "TT-59", aside=True)


def _last(state: State) -> tuple[Prompt, ...]:
    """Only one survivor is left: the call that the hand allows (TT-A21)."""
    seat = state.alive[0]
    side = side_of(state, seat)
    values = CALLS if side is None else (CALLS[side == THING],)
    only = values[0] if side else None
    return (Prompt("call", seat, (Choice(name="call", values=values, default=only),), "TT-A21", form="tap"),)


def _turn(state: State) -> tuple[Prompt, ...]:
    """The four actions of the active player; those of others are asides, which are out of turn."""
    others = tuple(seat for seat in state.seats if seat != state.active)
    pads = _Pads(*_pads(state)) if state.full else _Pads()
    if state.searching:
        return (Prompt("search", state.active, pads.search, "TT-63", form="pad"),)
    return tuple(prompt for seat in (state.active, *others) for prompt in _actions(state, seat, pads))


def depth_is_open(state: State) -> bool:
    """How much is entered may change before an action."""
    return phase(state) == "turn" and not state.searching


@dataclass(frozen=True)
class _Pads:
    """The card fields of full entry, which are the same for every seat."""

    search: tuple[Field, ...] = ()
    test: tuple[Field, ...] = ()
    attack: tuple[Field, ...] = ()


def _pads(state: State) -> tuple[tuple[Field, ...], ...]:
    face_up = state.options["search_discards"] == "face_up"
    return (
        (_cards(state, "card", 1, 1, drawable(state).unseen),) if face_up else (),
        (_cards(state, "card", 1, 1, state.left, deck.is_flame),),
        (_cards(state, "cards", 0, HAND, state.left),),
    )


def _actions(state: State, seat: SeatId, pads: _Pads) -> tuple[Prompt, ...]:
    aside, form = seat != state.active, "pad" if state.full else "tap"
    search = Prompt("search", seat, pads.search, "TT-20", aside=aside, form="pad" if pads.search else "plain")
    if len(state.alive) == 1:
        return (search,)
    target = _other(state, seat, "target")
    attack = (target, *(pads.attack if state.full else _numbers(state)))
    return (
        search,
        Prompt("talk", seat, _talk_fields(state, seat), "TT-24", aside=aside, form="plain" if state.full else "tap"),
        Prompt("test", seat, (*pads.test, target), "TT-33", aside=aside, form=form),
        Prompt("attack", seat, attack, "TT-36", aside=aside, form="pad" if state.full else "plain"),
    )


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


def _numbers(state: State) -> tuple[Field, ...]:
    """Quick entry of a fight: what was compared, and a number for each side."""
    by = Choice(name="by", values=("specials", "ranks"))
    numbers = (Int(name="attack", low=0, high=999), Int(name="defence", low=0, high=999))
    return (by, *numbers) if state.options["special_effect"] == "yes" else numbers


def _other(state: State, seat: SeatId, name: str, optional: bool = False, alone: bool = False) -> Seat:
    """Another player: by itself the only one left, unless nobody (``alone``) may be meant."""
    others = [each for each in state.alive if each != seat]
    only = others[0] if len(others) == 1 and not alone else None
    return Seat(name=name, values=tuple(each for each in state.seats if each != seat), optional=optional or alone, default=only)


def _fight(state: State) -> tuple[Prompt, ...]:
    """Whoever can may lay cards, the side that is to answer first; then the fight is judged (TT-42, TT-43)."""
    fight = state.fight
    assert fight is not None
    attacking = bool(fight.plays) and fight.plays[-1].side == DEFENCE
    first = fight.attacker if attacking else fight.target
    able = [seat for seat in from_seat(state, first) if state.hands[seat] > 0]
    return (*(_play(state, seat) for seat in able), *_pass(state, fight), Prompt("judge", None, (), "TT-43"))


def _pass(state: State, fight: Fight) -> tuple[Prompt, ...]:
    """The side that is to answer lays nothing, so that the other may go on from its first player (TT-42, TT-A8)."""
    if state.options["speaking"] == "free" or fight.passed == len(fight.plays):
        return ()
    return (Prompt(PASSES[fight.plays[-1].side == ATTACK], None, (), "TT-42"),)


def _play(state: State, seat: SeatId) -> Prompt:
    """Cards of one seat; helpers say on which side."""
    fight = state.fight
    assert fight is not None
    cards = _cards(state, "cards", 1, HAND, state.left)
    if seat == fight.attacker:
        return Prompt("play", seat, (cards,), "TT-42", form="pad")
    if seat == fight.target:
        return Prompt("play", seat, (cards,), "TT-38", form="pad")
    joined = next((side for side in (ATTACK, DEFENCE) if seat in fighters(fight, side)), None)
    side = Choice(name="joins", values=(ATTACK, DEFENCE), default=joined)
    return Prompt("play", seat, (side, cards), "TT-39" if joined == DEFENCE else "TT-37", form="pad")


def _fate(state: State) -> tuple[Prompt, ...]:
    """Whether the flames kill: only a Thing dies of them, where the house plays so (TT-A3)."""
    assert state.fight is not None
    return (Prompt("fate", state.fight.loser, (Choice(name="fate", values=("dies", "survives")),), "TT-A3", form="tap"),)


def _refill(state: State) -> tuple[Prompt, ...]:
    """Full entry only: the next player draws, with no red card to show or with some (TT-54…TT-56)."""
    seat, packs = due(state)[0], deck.packs(len(state.seats), state.options)
    if state.draw is None:
        # Nobody knows when the discards are shuffled, so that each red card may come twice.
        red = Cards(name="shown", deck=french(2 * packs), most=2 * packs * RED_CARDS, left=dict.fromkeys(deck.BLACK, 0))
    else:
        red = _cards(state, "shown", 1, packs * RED_CARDS, state.to_draw, deck.is_red)
    return (Prompt("draw", seat, (), "TT-54"), Prompt("red", seat, (red,), "TT-55"))


def _show(state: State) -> tuple[Prompt, ...]:
    """The caller first; in full entry survivors lay down their hands, in quick entry a side is enough, as for the dead."""
    call = state.call
    assert call is not None
    asked = to_show(state)
    hands = [seat for seat in asked if state.full and seat in state.alive]
    told = tuple(Choice(name=side_name(seat), values=(HUMAN, THING), about=seat, label="side") for seat in asked if seat not in hands)
    clause = CALL_CLAUSES[call.kind]
    sides = (Prompt("sides", None, told, clause),) if told else ()
    return (*(Prompt("hand", seat, (_hand(state, seat),), clause, form="pad") for seat in hands), *sides)


def to_show(state: State) -> tuple[SeatId, ...]:
    """Whose side is still open: a false call that is void shows only the caller's hand, so that comes first (TT-A13)."""
    call = state.call
    assert call is not None
    survivors = [seat for seat in from_seat(state, call.caller) if seat not in call.hands and (state.full or side_of(state, seat) is None)]
    dead = [seat for seat in state.dead if side_of(state, seat) is None]
    open_seats = (*survivors, *dead)
    alone = call.caller in open_seats and (state.full or state.options["false_call"] == "void")
    return (call.caller,) if alone else open_seats


def _hand(state: State, seat: SeatId) -> Cards:
    size = state.hands[seat]
    return _cards(state, "hand", max(0, size - 1), size + 1, state.left, deck.is_black if seat in state.humans else deck.is_any)


def _cards(
    state: State, name: str, least: int, most: int, copies: Mapping[Card, int], fits: Callable[[Card], bool] = deck.is_any
) -> Cards:
    """Cards of which so many ``copies`` may be where they come from, as far as they fit."""
    left = {card: n if fits(card) else 0 for card, n in copies.items()}
    return Cards(name=name, deck=deck.deck(len(state.seats), state.options), least=least, most=most, left=left)
