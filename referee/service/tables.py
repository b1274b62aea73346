"""The table service: judges entries by the rules, writes them and keeps the histories."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.event import Event
from referee.kernel.concurrent import as_of, is_independent, is_unrevealed
from referee.kernel.contract import complete_options
from referee.kernel.history import History, extend
from referee.store import Store
from referee.store.errors import Stale
from referee.store.values import Appended, TableRow

from .corrections import (
    as_read,
    checked,
    correction,
    numbered,
    refuse_unaccepted,
    undoing,
    with_valid_overrules,
)
from .disputes import waiting
from .errors import Closed, Refused, ScoringPaused
from .histories import Histories
from .outcome_cache import Outcomes
from .replay_cache import ReplayCache
from .seats import is_closed
from .supported_games import KnownGames

RETRIES = 24  # Most attempts at a table that keeps changing; each failure means another entry


class TableService:
    """Histories of all tables, and the entering of moves."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stopping = threading.Event()
        self.games = KnownGames(store)
        self.histories = Histories(store, self.games)
        self.history = self.histories.newest
        self.history_at = self.histories.at
        self.outcomes = Outcomes(store, self.games, self.history)
        self.earlier = ReplayCache().find

    def stop(self) -> None:
        self.stopping.set()
        self.store.wake_all()

    def close(self) -> None:
        self.stop()
        self.store.close()

    def open(
        self,
        game_id: str,
        seats: Sequence[tuple[str, str, int | None]],
        options: Mapping[str, object],
        edition: str,
        group_id: int | None,
        key: str = "",
    ) -> TableRow:
        """Start a table; raises Illegal, UnsupportedGame. `key` identifies a repeated form."""
        game = self.games.find(game_id)
        ids = [seat for seat, _, _ in seats]
        chosen = complete_options(game.info, ids, options, edition)
        data = {
            "seats": ids,
            "options": chosen,
            "edition": edition,
            "rules_version": game.info.version,
            "key": key,
            **({"sheet": game.sheet} if game.sheet else {}),
        }
        return self.store.create_table(game_id, Event(0, "start", data=data), list(seats), group_id)

    def keep_game(self, told: Mapping[str, Any]) -> str:
        """Store a score sheet so that it can be played; return its game's id. Raises BadSheet."""
        return self.games.keep(told).info.id

    def enter(
        self,
        table: TableRow,
        seen: int,
        entries: Sequence[Event],
        key: str,
        by: str,
        reason: str = "",
        overrules: bool = False,
    ) -> History:
        """Check and store a batch of entries, all or none; return the history right after them.

        A repeated key changes nothing. Events since `seen` that cannot affect the entries are
        ignored; else Stale. Accepted codes count only with `overrules` and a reason. Raises
        Refused, Stale, ScoringPaused, Closed.
        """
        new = [
            replace(with_valid_overrules(entry, reason, overrules), reason=reason, by=by)
            for entry in entries
        ]
        history = self.history(table)
        for _ in range(RETRIES):
            stopped = _stopped(history)
            if (stopped or history.revision != seen) and (
                earlier := self.store.written(table.id, key)
            ):
                return self._made(table, earlier)
            if stopped:
                raise stopped
            if history.revision != seen:
                _follow(seen, history, new)
            try:
                return self._record(table, history, new, key)
            except Stale:
                history = self.history(table)
        raise Stale(seen, history.revision)

    def _record(self, table: TableRow, history: History, new: Sequence[Event], key: str) -> History:
        """Check moves on a history and append them; raises Refused, or Stale if not the newest."""
        head = history.revision
        whole = replace(history, broken=None) if history.broken else history
        after = extend(whole, numbered(new, history))
        if after.broken:
            # A repeated form also fails once the table has moved on, so look for its key here.
            if earlier := self.store.written(table.id, key):
                return self._made(table, earlier)
            history = self.history(table)
            _is_newest(head, history)
            raise Refused(after.broken.seq - head - 1, checked(after, after.broken.event), history)
        made = after.played[-len(new) :]
        for index, played in enumerate(made):
            refuse_unaccepted(index, played, history)
        read = [as_read(event, played) for event, played in zip(new, made, strict=True)]
        appended = self.store.append(table.id, head, read, key)
        if appended.repeated or history.broken:
            return self._made(table, appended)
        stored = [replace(event, at=appended.at) for event in numbered(read, history)]
        after = replace(after, events=(*history.events, *stored))
        return self.outcomes.settled(table, self.histories.keep(table, after))

    def _made(self, table: TableRow, made: Appended) -> History:
        """The history right after an append, without later events."""
        history = self.history(table)
        return as_of(history, made.last) if made.last < history.revision else history

    def write(
        self, table: TableRow, key: str, decide: Callable[[History], Sequence[Event]]
    ) -> History:
        """Store the events `decide` returns, if any, and return the history right after them.

        A repeated key changes nothing. `decide` gets the newest history, runs again if others wrote
        meanwhile, and may raise. Raises Stale if others keep writing.
        """
        for _ in range(RETRIES):
            if earlier := self.store.written(table.id, key):
                return self._made(table, earlier)
            history = self.history(table)
            if not (events := decide(history)):
                return history
            with suppress(Stale):
                made = self.store.append(table.id, history.revision, events, key)
                return self.outcomes.settled(table, self._made(table, made))
        raise Stale(history.revision, self.store.head(table.id))

    def undo(
        self,
        table: TableRow,
        seen: int,
        key: str,
        by: str,
        of: int,
        hosts: bool = False,
        also: Sequence[int] = (),
    ) -> History:
        """Undo an event (move, correction or undo) and others stored with it.

        Raises NothingToUndo, Breaks if a later move becomes illegal, HostMustAllow, Closed, or
        Stale. A still secret entry can be undone whatever others did since `seen`.
        """

        def decide(history: History) -> list[Event]:
            if not is_unrevealed(history, of):
                _is_newest(seen, history)
            return undoing(history, sorted({of, *also}, reverse=True), by, hosts)

        return self.write(table, key, decide)

    def amend(
        self,
        table: TableRow,
        seen: int,
        key: str,
        by: str,
        reason: str,
        of: int,
        entry: Event,
        rewind: bool = False,
        hosts: bool = False,
    ) -> History:
        """Replace the answer of an earlier entry.

        Raises NothingToCorrect, Refused, Closed, Stale, or Breaks unless `rewind` drops later
        moves. Only a host may allow objections, or correct so that more is allowed (else
        HostMustAllow).
        """
        new = replace(with_valid_overrules(entry, reason, hosts), reason=reason, by=by)

        def decide(history: History) -> list[Event]:
            _is_open(seen, history)
            return correction(history, of, new, rewind, hosts)

        return self.write(table, key, decide)


def _is_newest(seen: int, history: History) -> None:
    if history.revision != seen:
        raise Stale(seen, history.revision)


def _is_open(seen: int, history: History) -> None:
    """Raise Stale unless the history is at revision `seen`, Closed if the host ended it."""
    _is_newest(seen, history)
    if is_closed(history.table_events):
        raise Closed


def _follow(seen: int, history: History, new: Sequence[Event]) -> None:
    """Raise Stale unless events decided at `seen` are unaffected by later ones."""
    if not 0 < seen < history.revision or not is_independent(as_of(history, seen), history, new):
        raise Stale(seen, history.revision)


def _stopped(history: History) -> Closed | ScoringPaused | None:
    """The reason nothing can be entered now (closed or paused), or None."""
    dispute = waiting(history.table_events)
    return (
        Closed() if is_closed(history.table_events) else ScoringPaused(dispute) if dispute else None
    )
