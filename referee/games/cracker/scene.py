"""What the table looks like and how it is set up."""

from __future__ import annotations

from collections import Counter

from referee.kernel.board import Row, Spot
from referee.kernel.contract import Say, Scene, SeatId, Step
from referee.kernel.frozen import replace
from referee.kernel.game import Options, Seats

from .state import DEALT, DECK, State, is_due, losers, winners


def scene(state: State) -> Scene:
    """Where the match stands, and the board: hands by size, the card just received and its way round, deck and discards."""
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
        effects=state.effects,
        dealer=state.now.dealer,
    )


def _hint(state: State) -> Say:
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
        return tuple(_revealed(state, seat) for seat in state.seats if now.hands or seat in now.shown)
    return () if now.step == "quick" else (*(_hand_row(state, seat) for seat in state.seats), _middle(state))


def _revealed(state: State, seat: SeatId) -> Row:
    cards = tuple(Spot(card) for card in sorted(state.now.shown.get(seat, ()), key=int))
    size = state.now.hands[seat].size if seat in state.now.hands and not cards else None
    return Row(cards, seat, backs=size, stamp=Say("out") if seat in winners(state) else None)


def _hand_row(state: State, seat: SeatId) -> Row:
    """A hand by its number of cards; in turn with the card just received and how many passed that number in a row (CR-17)."""
    now = state.now
    size = now.hands[seat].size
    if seat != now.active:
        note = Say("passed_last") if seat == now.by else Say("dealer") if seat == now.dealer else None
        return Row((), seat, note=note, backs=size)
    if not now.received:
        first = now.step == "draw"
        return Row((Spot(state="next"),) if first else (), seat, note=Say("draws_first") if first else None, backs=size, lit=True)
    note, count = Say("drawn" if now.by is None else "received"), now.trip[1]
    row = Row((Spot(now.received, "new"),), seat, note=note, backs=max(0, size - 1), lit=True)
    return row if count < 2 else replace(row, value=count, value_note=Say("in_a_row", {"of": len(state.seats)}, "CR-17"))


def _middle(state: State) -> Row:
    counts = Counter(state.now.discards)
    piles = tuple(Spot(card, note=Say("times", {"n": counts[card]})) for card in DECK.counts if counts[card])
    return Row(piles, title=Say("middle" if piles else "deck"), backs=state.now.deck)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
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
