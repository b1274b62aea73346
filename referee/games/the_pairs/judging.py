"""What is asked, and the referee's word on the answers."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel import ledger
from referee.kernel.contract import Level, Move, Prompt, Ruling, SeatId, card_of
from referee.kernel.fields import Cards, Field, Int, Place

from .state import DECK, PILES, RESERVE, SOURCES, State, places_for, reason_to_play


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; what is out of turn may be told too, to be refused by its clause."""
    if state.over:
        return ()
    if state.depth == "quick":
        # Nobody is stuck before a card lies on either pile.
        left = Int(name="left", low=1, high=DECK.size - len(PILES))
        return (Prompt("lost", None, (left,), "TP-25"), Prompt("won", None, (), "TP-24"))
    others = tuple(_play(state, seat, aside=True) for seat in state.seats if seat != state.at and state.hands[seat])
    late = (_draw(state.before.seat, aside=True),) if state.before and state.before.seat != state.at else ()
    return (*_asked(state), *others, *late)


def depth_is_open(state: State) -> bool:
    """Cards can be left untold at any time, but not told from the middle on."""
    return not state.over and (state.depth == "full" or not state.turns)


def _asked(state: State) -> Iterator[Prompt]:
    """The turn of the active seat: its plays, giving up where only its hand can tell, or its draw, which it may leave (TP-A5)."""
    seat, drawing = state.at, state.phase == "draw"
    if drawing:
        yield _draw(seat)
        if state.options["must_draw"] == "no":
            yield Prompt("keep", seat, (), "TP-A5", form="tap")
    if state.hands[seat]:
        yield _play(state, seat, aside=drawing)
    if drawing:
        return
    if seat in state.reserves:
        yield Prompt("from_reserve", seat, (Place(name="place", values=PILES),), "TP-9", form="tap")
    yield Prompt("stuck", seat, (), "TP-17", aside=reason_to_play(state, seat) is not None, form="tap")
    yield Prompt("pass", seat, (), "TP-16", aside=True)
    yield _draw(seat, aside=True)


def _play(state: State, seat: SeatId, aside: bool = False) -> Prompt:
    """The copies left are not to be told at a table that may not look through the piles (TP-A9)."""
    layout = "pad" if state.options["look_through"] == "yes" else "memory"
    fields: tuple[Field, ...] = (Cards(name="card", deck=DECK, layout=layout), Place(name="place", values=(*PILES, RESERVE)))
    return Prompt("play", seat, fields, "TP-8", aside=aside, form="tap")


def _draw(seat: SeatId, aside: bool = False) -> Prompt:
    return Prompt("draw", seat, (Place(name="source", values=SOURCES),), "TP-19", aside=aside, form="tap")


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    seat = str(move.seat)
    match move.kind:
        case "play":
            return (*_turn(state, seat), *_held(state, seat, move), *_placed(state, seat, card_of(move), str(move.data["place"])))
        case "from_reserve":
            return _placed(state, seat, state.reserves[seat], str(move.data["place"]))
        case "stuck":
            reason = reason_to_play(state, seat)
            return (Ruling(reason, "TP-17", params={"seat": seat, "card": state.reserves.get(seat)}),) if reason else ()
        case "pass":
            return (Ruling("may_not_pass", "TP-16", params={"seat": seat, "n": state.hands[seat], "deck": state.deck}),)
        case "draw":
            return _drawn(state, seat, str(move.data["source"]))
        case _:
            return ()


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """A reserve card played where none lies (TP-9)."""
    empty = kind == "from_reserve" and seat == state.at and state.phase == "play" and state.depth == "full"
    return Ruling("no_reserve", "TP-9", params={"seat": seat, "card": None}) if empty else None


def _turn(state: State, seat: SeatId) -> tuple[Ruling, ...]:
    """Playing out of turn, or a second card (TP-4, TP-5)."""
    if seat != state.at:
        return (Ruling("out_of_turn", "TP-4", params={"seat": seat, "next": state.at}),)
    return (Ruling("second_card", "TP-5", params={"seat": seat}),) if state.phase == "draw" else ()


def _held(state: State, seat: SeatId, move: Move) -> tuple[Ruling, ...]:
    """A card that cannot be in that hand (TP-1, TP-8)."""
    card, known = card_of(move), state.known.get(seat, ())
    clash = ledger.clash(DECK, state.holdings, seat, [card], "TP-1", "card")
    if clash or card in known or len(known) < state.hands[seat]:
        return clash
    return (Ruling("not_in_hand", "TP-8", params={"card": card, "seat": seat, "cards": list(known)}, field="card"),)


def _placed(state: State, seat: SeatId, card: str, place: str) -> tuple[Ruling, ...]:
    """A card that does not fit a pile, or a second one on the reserve place (TP-11, TP-15)."""
    if place == RESERVE:
        held = state.reserves.get(seat)
        return (Ruling("reserve_full", "TP-15", params={"seat": seat, "card": held}, field="place"),) if held else ()
    if place in places_for(state, card):
        return ()
    return (Ruling("too_far", "TP-11", params={"card": card, "top": state.tops[PILES.index(place)], "place": place}, field="place"),)


def _drawn(state: State, seat: SeatId, source: str) -> tuple[Ruling, ...]:
    """A draw before playing, after a pair, a second one, or of a card that is not there (TP-5, TP-18…TP-20, TP-22, TP-23)."""
    params = {"seat": seat, "card": state.reserves.get(seat)}
    turn = state.turn if seat == state.at else state.before
    if seat == state.at and state.phase == "play":
        return (Ruling("play_first", "TP-5", params=params),)
    if turn and turn.paired:
        return (Ruling("pair_no_draw", "TP-18", params=params),)
    found = []
    if seat != state.at:
        found.append(Ruling("turn_is_over", "TP-19", params=params))
    if source == "deck" and not state.deck:
        found.append(Ruling("deck_empty", "TP-20", Level.IMPOSSIBLE, params, "source"))
    if source == RESERVE and seat not in state.reserves:
        found.append(Ruling("no_reserve", "TP-22", Level.IMPOSSIBLE, params, "source"))
    elif source == RESERVE and turn and turn.reserved:
        found.append(Ruling("just_laid", "TP-23", params=params, field="source"))
    return tuple(found)
