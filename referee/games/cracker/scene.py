"""What the table looks like and how it is set up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from referee.rules.board import Row, Spot
from referee.rules.contract import Say, Scene, SeatId, Step
from referee.rules.fields import Value

from .state import DEALT, DECK, State, is_due, losers, winners


def scene(state: State) -> Scene:
    """Where the match stands, and the board: hands by size, the card just received, the way round, deck and discards."""
    of = max(state.rounds, state.number)
    finished = state.number if state.over else state.number - 1
    return Scene(
        state.number,
        Say("round_of", {"n": state.number, "of": of}, "CR-22"),
        DECK,
        (finished, of),
        holdings=() if state.over else state.lying,
        complete=finished,
        board=() if state.over else _board(state),
        hint=None if state.over else _hint(state),
        told=state.told,
    )


def _hint(state: State) -> Say:
    """What whoever enters should know."""
    now = state.now
    if now.step == "reveal":
        return Say("n_to_tell", {"n": len(losers(state))}, "CR-20")
    if now.step == "quick":
        return Say("deals", {"seat": now.dealer, "n": state.number}, "CR-6")
    if is_due(state) and now.deck:
        return Say("change_now", {"card": now.received, "n": now.deck}, "CR-17")
    return Say("deck_left", {"n": now.deck}, "CR-4")


def _board(state: State) -> tuple[Row, ...]:
    now = state.now
    if now.step == "reveal":
        return tuple(_revealed(state, seat) for seat in state.seats if now.hands or seat in (*winners(state), *now.shown))
    if now.step == "quick":
        return ()
    return (*(_hand_row(state, seat) for seat in state.seats), *_trip_row(state), *_middle(state))


def _revealed(state: State, seat: SeatId) -> Row:
    """A hand laid open, or the fact that a seat is out."""
    cards = tuple(Spot(card) for card in sorted(state.now.shown.get(seat, ()), key=int))
    size = state.now.hands[seat].size if seat in state.now.hands and not cards else None
    return Row(cards, seat, backs=size, stamp=Say("out") if seat in winners(state) else None)


def _hand_row(state: State, seat: SeatId) -> Row:
    """A hand by its number of cards; beside it the card just received."""
    now = state.now
    size, notes = now.hands[seat].size, []
    spots: tuple[Spot, ...] = ()
    if seat == now.active:
        if now.received:
            spots, size = (Spot(now.received, "new"),), max(0, size - 1)
            notes.append(Say("drawn" if now.by is None else "received"))
        elif now.step == "draw":
            spots = (Spot(state="next"),)
            notes.append(Say("draws_first"))
    elif seat == now.by:
        notes.append(Say("passed_last"))
    elif seat == now.dealer:
        notes.append(Say("dealer"))
    return Row(spots, seat, note=notes[0] if notes else None, backs=size, lit=seat == now.active)


def _trip_row(state: State) -> tuple[Row, ...]:
    """How many players in a row passed the same number, once it is more than one (CR-17, CR-19)."""
    card, count = state.now.trip
    if count < 2:
        return ()
    return (Row((Spot(card),), title=Say("trip"), value=count, value_note=Say("of_seats", {"of": len(state.seats)})),)


def _middle(state: State) -> tuple[Row, ...]:
    """The deck by its size, and the discards by number."""
    counts = Counter(state.now.discards)
    piles = tuple(Spot(card, note=Say("times", {"n": counts[card]})) for card in DECK.counts if counts[card])
    deck = Row(title=Say("deck"), backs=state.now.deck)
    return (deck, Row(piles, title=Say("discards"), value=len(state.now.discards))) if piles else (deck,)


def guide(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
    """The setup in the order it is done, and what this house agreed on."""
    left = DECK.size - DEALT * len(seats)
    rounds = int(str(options["rounds"])) or len(seats)
    return (
        Step(Say("guide_take", {"n": DECK.size}, "CR-1")),
        Step(
            Say("guide_deal", {"n": DEALT}, "CR-3"),
            (Say("guide_dealer", {"seat": options["dealer"]}, "CR-2"), Say(f"guide_next_{options['next_dealer']}", {}, "CR-A7")),
            deal=((Say("guide_hands", {}, "CR-3"), DEALT, left),),
        ),
        Step(Say("guide_deck", {"n": left}, "CR-4"), (Say("guide_winning", {}, "CR-5"),)),
        Step(
            Say("guide_first", {"seat": options["dealer"]}, "CR-6"),
            (Say(f"guide_{options['opening_draw']}", {}, "CR-A13"), Say("guide_turn", {}, "CR-11"), Say("guide_keep", {}, "CR-9")),
        ),
        Step(
            Say("guide_out", {}, "CR-13"),
            (Say(f"guide_min_{options['min_out']}", {}, "CR-A2"), Say(f"guide_same_{options['simultaneous']}", {}, "CR-A1")),
        ),
        Step(
            Say("guide_change", {}, "CR-17"),
            (
                Say(f"guide_{options['change_count']}", {}, "CR-A3"),
                Say(f"guide_{options['change_order']}", {}, "CR-A5"),
                Say(f"guide_pair_{options['change_pair']}", {}, "CR-A4"),
                Say("guide_no_deck", {}, "CR-18"),
            ),
        ),
        Step(Say("guide_rounds", {"n": rounds}, "CR-22"), (Say(f"guide_tie_{options['final_tie']}", {}, "CR-A12"),)),
    )
