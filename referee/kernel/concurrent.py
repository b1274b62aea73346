"""Whether an entry decided at an older revision means the same at a newer one. Then phones that
enter at the same moment need not be asked again.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.event import Event

from .contract import Level, Line, Prompt, Ruling
from .fields import Cards
from .game import AnyGame, check, find_prompt
from .history import SCORING, History, Played, extend, replay

Word = tuple[tuple[Ruling, ...], tuple[Line, ...]]
"""The referee's verdict on an entry: every ruling, and the lines it gives its seat."""


def as_of(history: History, revision: int, known: History | None = None) -> History:
    """The history at an earlier revision; if a replay is needed, it starts from ``known``."""
    earlier, newer = history.events[:revision], history.events[revision:]
    if history.broken or any(event.type in ("retract", "amend") for event in newer):
        return extend(known, earlier[known.revision :]) if known else replay(history.game, earlier)
    table_events = tuple(event for event in history.table_events if event.seq <= revision)
    played = tuple(played for played in history.played if played.seq <= revision)
    return replace(history, events=earlier, played=played, table_events=table_events)


def is_independent(then: History, now: History, entries: Sequence[Event]) -> bool:
    """Whether entries decided at ``then`` may all be stored at ``now`` without asking again.

    Only other seats may have acted, with the same prompts, round and verdict as before.
    """
    if then.broken or now.broken or not _only_others(then, now, {entry.seat for entry in entries}):
        return False
    game = now.game
    return game.scene(then.state).round == game.scene(now.state).round and _same_word(
        game, then.state, now.state, entries
    )


def revealed(history: History) -> int:
    """The number of the newest move after which nothing was hidden; 1 if there is none."""
    bare = (
        played.seq
        for played in reversed(history.played)
        if history.game.see(played.state, None) == played.state
    )
    return next(bare, 1)


def is_unrevealed(history: History, seq: int) -> bool:
    """Whether a secret entry is not revealed yet, so that its seat may undo it without a trace."""
    played = history.find(seq)
    if played is None or seq <= revealed(history):
        return False
    asked = find_prompt(history.game.prompts(played.before), played.move.kind, played.move.seat)
    return asked is not None and asked.secret


def turned_up(history: History) -> tuple[Played, ...]:
    """The secret entries that the newest move revealed, in seat order."""
    game = history.game
    found: list[Played] = []
    if not history.played or game.see(history.state, None) != history.state:
        return ()
    for played in reversed(history.played):
        asked = find_prompt(game.prompts(played.before), played.move.kind, played.move.seat)
        if (
            asked is None
            or not asked.secret
            or (found and game.see(played.state, None) == played.state)
        ):
            break
        found.append(played)
    return tuple(sorted(found, key=lambda played: history.seats.index(str(played.move.seat))))


# The newer events


def _only_others(then: History, now: History, own: set[str | None]) -> bool:
    """Whether all newer events are table events or one independent answer per other seat."""
    newer = [event for event in now.events[then.revision :] if event.type in SCORING]
    if not newer:
        return True
    changes = [event for event in newer if event.type != "move"]
    if None in own or not all(_is_secret(then, now, change) for change in changes):
        return False
    moved = {event.seat for event in newer if event.type == "move"}
    return not {*own, None} & moved and _independent(then, now, own)


def _independent(then: History, now: History, own: set[str | None]) -> bool:
    """Whether every other seat answers once, what it was asked or in place of its old answer."""
    stand = {(played.seq, played.changed) for played in now.played}
    gone = [played.move.seat for played in then.played if (played.seq, played.changed) not in stand]
    came = [played for played in now.played if played.seq > then.revision]
    seats = [played.move.seat for played in came]
    if {*own, None} & {*gone, *seats} or len(set(seats)) < len(seats):
        return False
    return all(played.move.seat in gone or _was_asked(then, played) for played in came)


def _is_secret(then: History, now: History, change: Event) -> bool:
    """Whether an undo or a correction concerns an answer that only its own seat has seen."""
    target = change
    while target.type in ("retract", "amend"):
        earlier = now.event(int(target.data["of"]))
        if earlier is None or earlier.seq >= target.seq:
            return False
        target = earlier
    played = then.find(target.seq) or now.find(target.seq)
    asked = find_prompt(
        now.game.prompts(played.before) if played else then.prompts, target.kind, target.seat
    )
    return asked is not None and asked.secret


def _was_asked(then: History, played: Played) -> bool:
    """Whether a move answers a prompt that was open at ``then`` already."""
    asks = (then.prompts, then.game.prompts(played.before))
    before, asked = (find_prompt(prompts, played.move.kind, played.move.seat) for prompts in asks)
    return before is not None and asked is not None and alike(before, asked)


# The entries themselves


def _same_word(game: AnyGame, then: Any, now: Any, entries: Sequence[Event]) -> bool:
    """Whether the entries, in order, meet the same prompts and verdicts from both states."""
    for entry in entries:
        before, asked = (
            find_prompt(game.prompts(state), entry.kind, entry.seat) for state in (then, now)
        )
        if before is None or asked is None or not alike(before, asked):
            return False
        old, new = _word(game, then, before, entry), _word(game, now, asked, entry)
        # Points that were not shown before cannot be contradicted.
        if old[0] != new[0] or (old[1] and old[1] != new[1]):
            return False
        then, now = _after(game, then, before, entry), _after(game, now, asked, entry)
        if then is None or now is None:
            return True
    return True


def alike(one: Prompt, other: Prompt) -> bool:
    """Whether two prompts ask the same; the copies left of a card do not count."""
    return one == other or _without_copies(one) == _without_copies(other)


def _without_copies(prompt: Prompt) -> Prompt:
    return replace(
        prompt,
        fields=tuple(
            replace(wanted, left={}) if isinstance(wanted, Cards) else wanted
            for wanted in prompt.fields
        ),
    )


def _word(game: AnyGame, state: Any, prompt: Prompt, entry: Event) -> Word:
    """The verdict on an entry, from the state as its own seat sees it."""
    seen = game.see(state, entry.seat)
    checked = check(game, seen, entry.kind, entry.seat, entry.data, entry.accept, (prompt,))
    if checked.move is None or any(ruling.level is Level.IMPOSSIBLE for ruling in checked.rulings):
        return checked.rulings, ()
    round_ = game.scene(seen).round
    lines = game.lines(game.advance(seen, checked.move))
    return checked.rulings, tuple(
        line for line in lines if line.seat == entry.seat and line.round == round_ and line.counts
    )


def _after(game: AnyGame, state: Any, prompt: Prompt, entry: Event) -> Any:
    """The state after an entry, or None if it is refused."""
    checked = check(game, state, entry.kind, entry.seat, entry.data, entry.accept, (prompt,))
    return None if checked.move is None or checked.objections else game.advance(state, checked.move)
