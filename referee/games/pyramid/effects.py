"""What the newest entry led to, said after it: the headline first."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.contract import Say

from .building import under
from .ending import result
from .state import State, Turn


def effects_of(state: State) -> tuple[Say, ...]:
    """Sentences about the newest entry; nothing before the first."""
    if state.over:
        return tuple(_over(state))
    turn = state.turn
    if turn.laid:
        return _laid(state, turn), Say("still_to_place", {"cards": turn.hand}, "PY-16")
    if turn.building:
        return tuple(_gained(state, turn))
    if turn.flips:
        code = "no_pair" if len(turn.flips) > 1 else "first_card"
        return (Say(code, {"card": turn.flips[-1]}, "PY-6"), *_reshuffled(turn))
    return tuple(_turn_over(state, state.last)) if state.last else ()


def _laid(state: State, turn: Turn) -> Say:
    """Where the newest card lies (PY-11, PY-12, PY-13)."""
    place, card = turn.laid[-1]
    below = under(state.built[turn.seat], place)
    if len(below) == 2:
        return Say("rests_on", {"card": card, "left": below[0], "right": below[1]}, "PY-13")
    return Say("lies_at_bottom", {"card": card}, "PY-11")


def _gained(state: State, turn: Turn) -> Iterator[Say]:
    yield Say("gains", {"seat": turn.seat, "cards": turn.flips}, "PY-9")
    if not state.deck:
        yield Say("last_turn", clause="PY-17")


def _turn_over(state: State, turn: Turn) -> Iterator[Say]:
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
        yield from _turn_over(state, state.last)
        yield Say("game_ends", clause="PY-17")
    yield from ended.reasons if ended else ()
