"""What the table looks like: the pyramid being built with its open places, everybody's rows, and what the newest entry led to."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.board import Row, Shown, Spot
from referee.kernel.contract import Say, Scene, SeatId

from .building import Place, legal_places, name, under
from .ending import ranking, result
from .state import DECK, State, Turn, rows


def scene(state: State) -> Scene:
    """Where the game stands; whoever would win now is ahead, nobody while all are level."""
    order, shown = ranking(state), _shown(state)
    return Scene(
        1,
        _where(state),
        DECK,
        holdings=state.holdings,
        complete=int(state.over),
        board=tuple(_board(state)),
        hint=_hint(state),
        effects=tuple(_effects(state)),
        shown=shown,
        ahead=None if not shown else order[0] if len(order) > 1 else (),
    )


def _shown(state: State) -> dict[SeatId, Shown]:
    """How high everybody has built; after the game the games won are of interest again."""
    if state.phase in ("over", "rows"):
        return {}
    return {seat: Shown(len(counts), Say("unit", {"n": len(counts)})) for seat, counts in rows(state).items()}


def _where(state: State) -> Say:
    if state.phase == "rows":
        return Say("rows_at_end", clause="PY-18")
    return Say("over", clause="PY-17") if state.over else Say("cards_left", {"n": state.deck}, "PY-17")


def _hint(state: State) -> Say | None:
    turn = state.turn
    if state.phase == "flip":
        return Say("up_so_far", {"n": len(turn.flips)}, "PY-6") if turn.flips else Say("at_least_one", clause="PY-6")
    return Say("how_to_write", clause="PY-18") if state.phase == "rows" else None


def _board(state: State) -> Iterator[Row]:
    """The pyramid of whoever is on turn, under the cards turned up or over everybody's rows; a flip leaves room for its keys."""
    turn = state.turn
    if state.phase == "flip":
        flips = tuple(Spot(card, "new" if at == len(turn.flips) else "") for at, card in enumerate(turn.flips, 1))
        yield Row((*flips, Spot(state="next")), title=Say("turned_up"), lit=True)
    if state.phase in ("flip", "build"):
        yield from pyramid(state)
    if state.phase == "build" and any(rows(state).values()):
        yield from _all_rows(state)


def pyramid(state: State) -> Iterator[Row]:
    """The pyramid from the top down; while it is built, with its open places."""
    used = [*state.built[state.turn.seat].laid, *state.open_places]
    first = min((2 * column + row for row, column in used), default=0)
    for row in sorted({row for row, _ in used}, reverse=True):
        columns = [column for other, column in used if other == row]
        spots = tuple(_spot(state, (row, column)) for column in range(min(columns), max(columns) + 1))
        yield Row(spots, shift=2 * min(columns) + row - first)


def _spot(state: State, place: Place) -> Spot:
    """A card, an open place with what may be laid there (lit if the highest card in hand may), or nothing."""
    turn, laid = state.turn, state.built[state.turn.seat].laid
    if place in laid:
        return Spot(laid[place], "new" if place in dict(turn.laid) else "")
    if place not in state.open_places:
        return Spot(state="gap")
    look = "next" if place in legal_places(state.open_places, turn.hand[0]) else "free"
    if place[0] == 1:
        return Spot(state=look, note=Say("end" if laid else "first_place", clause="PY-11"), place=name(place))
    most = state.open_places[place]
    return Spot(state=look, note=Say("at_most", {"n": most}, "PY-13"), place=name(place), most=most)


def _all_rows(state: State) -> Iterator[Row]:
    """Everybody's rows, from the bottom up; who leads is said."""
    order = ranking(state)
    yield Row(title=Say("rows", clause="PY-18"), note=Say("counted"))
    for seat, counts in rows(state).items():
        leads = seat in order[0] and len(order) > 1
        note = Say("leads", {"n": len(counts)}, "PY-18") if leads else None if counts else Say("nothing_built")
        yield Row(seat=seat, counts=counts, note=note, lit=seat == state.turn.seat)


def _effects(state: State) -> Iterator[Say]:
    """Sentences about the newest entry, the headline first; nothing before the first."""
    turn = state.turn
    if state.over:
        yield from _over(state)
    elif turn.laid:
        yield _laid(state, turn)
        yield Say("still_to_place", {"cards": turn.hand}, "PY-16")
    elif turn.building:
        yield Say("gains", {"seat": turn.seat, "cards": turn.flips}, "PY-9")
        if not state.deck:
            yield Say("last_turn", clause="PY-17")
    elif turn.flips:
        yield Say("no_pair" if len(turn.flips) > 1 else "first_card", {"card": turn.flips[-1]}, "PY-6")
        yield from _reshuffled(turn)
    elif state.last:
        yield from _turn_over(state.last)


def _laid(state: State, turn: Turn) -> Say:
    """Where the newest card lies (PY-11, PY-12, PY-13)."""
    place, card = turn.laid[-1]
    below = under(state.built[turn.seat], place)
    if len(below) == 2:
        return Say("rests_on", {"card": card, "left": below[0], "right": below[1]}, "PY-13")
    return Say("lies_at_bottom", {"card": card}, "PY-11")


def _turn_over(turn: Turn) -> Iterator[Say]:
    """How a turn ended: lost (PY-8) or built in (PY-16)."""
    if turn.bust:
        yield Say("bust", {"seat": turn.seat, "card": turn.flips[-1], "tone": "stop"}, "PY-8")
        yield Say("lost", {"cards": turn.flips}, "PY-8")
    elif turn.flips:
        yield Say("all_placed", {"seat": turn.seat, "n": len(turn.flips)}, "PY-16")
    yield from _reshuffled(turn)


def _reshuffled(turn: Turn) -> Iterator[Say]:
    """That the discards are the new deck, right after the card that emptied the old one (PY-A7)."""
    if turn.reshuffled and turn.reshuffled == len(turn.flips) and not turn.building:
        yield Say("reshuffle", clause="PY-A7")


def _over(state: State) -> Iterator[Say]:
    ended = result(state)
    if state.last:
        yield from _turn_over(state.last)
        yield Say("game_ends", clause="PY-17")
    yield from ended.reasons if ended else ()
