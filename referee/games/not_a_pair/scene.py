"""What the table looks like, how it is set up and what is printed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.board import Row, Shown, Spot
from referee.kernel.contract import Line, Say, Scene, SeatId, Step
from referee.kernel.game import Options, Seats
from referee.shapes.zone import total

from .playing import result
from .state import DECKS, HAND, HIDDEN, HIGHEST, ROUNDS, State, left_over

FEWEST_FORESEEN = 3


def scene(state: State) -> Scene:
    """Where the game stands: the cards in front of the seats, then the zones with their sums."""
    over = state.phase == "over"
    return Scene(
        1,
        _where(state),
        state.deck,
        (min(state.round - 1, ROUNDS), ROUNDS),
        holdings=state.holdings,
        complete=int(over),
        board=tuple(_board(state)),
        hint=_hint(state),
        effects=state.effects,
        shown={seat: Shown(total(zone)) for seat, zone in state.zones.items()},
    )


def _where(state: State) -> Say:
    if state.phase == "over":
        return Say("game_over", {"n": ROUNDS}, "NP-16")
    if state.phase == "zones":
        return Say("quick_entry", {}, "NP-18")
    if state.phase == "last":
        return Say("last_cards", {}, "NP-21")
    clause = "NP-5" if state.round == 1 else "NP-12"
    return Say("round_marker", {"n": state.round, "of": ROUNDS, "who": state.marker}, clause)


def _hint(state: State) -> Say | None:
    if state.phase == "lay":
        if not state.laid:
            return Say("marked_open", {}, "NP-6")
        return Say("laid_hidden" if state.options["entry"] == "secret" else "turned_up", {}, "NP-8")
    if state.phase == "take":
        return Say("not_the_marked", {}, "NP-10")
    if state.phase == "zones":
        return Say("zone_at_end", {}, "NP-18")
    return Say("last_goes_in", {}, "NP-21") if state.phase == "last" else None


def _board(state: State) -> Iterator[Row]:
    """The cards in front of the seats, from the marker on; the zones; one of each pair that went away, if the table wants it (NP-A6)."""
    if state.phase in ("lay", "take"):
        first = next((seat for seat in state.around if seat not in state.laid), None)
        yield Row(tuple(_front(state, seat, first) for seat in state.around), title=Say("in_front", {}, "NP-6"))
    yield from (_zone(state, seat) for seat in state.seats)
    if state.discards and state.options["show_discards"] == "yes":
        yield Row(tuple(map(Spot, sorted(state.discards[::2], key=int))), title=Say("pairs_gone", {}, "NP-A6"))


def _front(state: State, seat: SeatId, first: SeatId | None) -> Spot:
    """The card in front of a seat, struck once it is taken; the marker lies on the start player’s."""
    marked = seat == state.marker
    card = "?" if state.laid.get(seat) == HIDDEN else state.laid.get(seat, "")
    shape = ("next" if seat == first else "free") if not card else "gone" if state.phase == "take" and seat not in state.open else ""
    note = Say("marked_by" if marked else "laid_by", {"who": seat})
    return Spot(card, shape, note, place=seat)


def _zone(state: State, seat: SeatId) -> Row:
    zone = state.zones[seat]
    newest = {(said.params.get("who"), said.params.get("card")) for said in state.effects if said.code in ("took", "last_added")}
    spots = tuple(Spot(card, "new" if (seat, card) in newest else "") for card in zone)
    done = result(state)
    won = Say("winner", {}, "NP-18") if done and seat in done.winners else None
    return Row(spots, seat, note=Say("n_cards", {"n": len(zone)}), value=total(zone), value_note=won, lit=seat == state.taker)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup in the order it is done (NP-1…NP-5)."""
    n = len(seats)
    removed = [str(number) for number in range(HIGHEST[n] + 1, 11)]
    take = Say("guide_remove", {"cards": removed}, "NP-2") if removed else Say("guide_all", {}, "NP-2")
    unusual = () if n >= FEWEST_FORESEEN else (Say("guide_few", {"least": FEWEST_FORESEEN}, "NP-A7"),)
    spare = (Say("guide_spare", {"n": left_over(n)}, "NP-4"),) if left_over(n) else ()
    around = Say(f"guide_{options['direction']}", {}, "NP-A8")
    entry = Say(f"guide_entry_{options['entry']}", {}, "NP-7")
    last = Say(f"guide_last_{options['last_card']}", {}, "NP-21" if options["last_card"] == "yes" else "NP-17")
    return (
        Step(take, (Say("guide_cards_left", {"n": DECKS[n].size}, "NP-1"), *unusual), tuple(DECKS[n].counts)),
        Step(Say("guide_deal", {"n": HAND}, "NP-3"), spare, deal=((Say("guide_hands", {}, "NP-3"), HAND, left_over(n)),)),
        Step(Say("guide_marker", {"who": options["start"]}, "NP-5"), (Say("guide_first", {}, "NP-6"), around, entry)),
        Step(Say("guide_eight", {"n": ROUNDS}, "NP-16"), (last,)),
    )


def boxes(line: Line) -> tuple[int, int]:
    """The boxes of the printed sheet: the number of cards in a zone, and their sum."""
    return line.params["n"], line.params["sum"]
