"""What the table looks like: deck and piles, then the reserve and hand size of every seat."""

from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.contract import Scene, SeatId

from .playing import DECK, PILES, RESERVE, State


def scene(state: State) -> Scene:
    """The current scene: deck and piles, then the reserve and hand size of every seat."""
    full = state.depth == "full"
    hint = (
        Message("which_card", {}, "TP-19")
        if state.phase == "draw"
        else Message("in_deck", {"n": state.deck}, "TP-5")
    )
    return Scene(
        1,
        where(state),
        DECK,
        holdings=state.holdings,
        complete=int(state.over),
        board=_board(state) if full else (),
        hint=hint if full and not state.over else None,
        effects=state.effects,
    )


def where(state: State) -> Message:
    """The cards still to lay, or how the game ended (TP-24, TP-25)."""
    if state.over:
        return Message(
            "team_won" if state.phase == "won" else "team_lost",
            {"n": state.to_go},
            "TP-24" if state.phase == "won" else "TP-25",
        )
    if state.depth == "full":
        return Message("to_go", {"n": state.to_go}, "TP-24")
    return Message("quick_entry", {}, "TP-24")


def _board(state: State) -> tuple[BoardRow, ...]:
    """Deck, piles, reserves and hands (TP-7); counts of laid numbers if allowed (TP-A9)."""
    rows = [_middle(state), *(_seat_row(state, seat) for seat in state.seats)]
    if state.options["look_through"] == "yes":
        laid = [card for pile in state.piles for card in pile]
        counts = tuple(map(laid.count, DECK.counts))
        rows.append(BoardRow(title=Message("laid_so_far", {}, "TP-A9"), counts=counts))
    return tuple(rows)


def _middle(state: State) -> BoardRow:
    """The deck and the two piles; a card just laid is marked."""
    newest = {said.params.get("place") for said in state.effects}
    deck = Spot("?", "", Message("deck_n", {"n": state.deck}), "deck")
    if not state.deck:
        deck = replace(deck, card="", state="gap")
    piles = (
        Spot(top or "", "new" if name in newest else "", Message(name), name)
        for name, top in zip(PILES, state.tops, strict=True)
    )
    return BoardRow((deck, *piles), title=Message("middle", {}, "TP-7"))


def _seat_row(state: State, seat: SeatId) -> BoardRow:
    """A seat's reserve place and the backs in its hand; the seat on turn can tap the place."""
    mine, held = seat == state.at and not state.over, state.reserves.get(seat, "")
    spot = Spot(
        held,
        "" if held else "free",
        place=RESERVE if mine else "",
        opens="from_reserve" if mine and held else "",
    )
    return BoardRow(
        (spot,),
        seat,
        note=Message("hand_and_reserve", {}, "TP-7"),
        backs=state.hands[seat],
        stamp=Message("stamp_out", {}, "TP-17") if seat == state.out else None,
        active=mine,
    )
