"""The desk: turns stored events into histories, and entries into events.

Histories are cached by table and revision. States are frozen, so the cache needs no invalidation.
Every read asks the database for newer events, as another process may have written.
"""

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from referee.games import GAMES
from referee.kernel.concurrent import as_of, harmless, still_hidden
from referee.kernel.contract import Checked, complete_options
from referee.kernel.game import AnyGame, check
from referee.kernel.history import Broken, Event, History, Played, extend, let_stand_anew, replay
from referee.kernel.ledger import NO_SUCH_CARD
from referee.store import Store
from referee.store.errors import Stale
from referee.store.values import Appended, NewEvent, StoredEvent, TableRow
from referee.table_events.calls import SETTLED, Call, open_calls, waiting
from referee.table_events.seats import is_closed

from .kept_games import game_of
from .outcomes import Outcomes
from .past_tables import Earlier

MAX_CACHED = 512
RETRIES = 24  # Most attempts at a table that keeps changing; each failure means another entry


@dataclass(frozen=True)
class Entry:
    """An answer as received: prompt kind, seat, raw values, and ruling codes to accept."""

    kind: str
    seat: str | None
    raw: Mapping[str, object]
    accept: tuple[str, ...] = ()


class Refused(Exception):
    """An entry of a batch was refused: its index, its check, and the history it was checked on."""

    def __init__(self, index: int, checked: Checked, history: History) -> None:
        super().__init__(", ".join(ruling.code for ruling in checked.objections))
        self.index, self.checked, self.history = index, checked, history

    @property
    def no_such_card(self) -> bool:
        accepted = self.checked.move.accept if self.checked.move else ()
        return any(
            ruling.code in NO_SUCH_CARD and ruling.code in accepted
            for ruling in self.checked.objections
        )


class Closed(Exception):
    """An entry at a table that its host ended early."""


class NothingToUndo(LookupError):
    """An undo of an event that is no move, correction or undo of this table."""


class NothingToCorrect(LookupError):
    """A correction of an event that is no current move of this table."""


class Breaks(Exception):
    """A correction or undo after which a later move is no longer legal."""

    def __init__(self, broken: Broken, history: History) -> None:
        super().__init__(f"event {broken.seq} no longer stands")
        self.broken, self.history = broken, history


class HostLetsStand(Exception):
    """A change that would newly allow something, by somebody who is not a host."""


class Held(Exception):
    """An entry while the game is paused; `call` is the open call."""

    def __init__(self, call: Call) -> None:
        super().__init__(f"call {call.seq} is open")
        self.call = call


class Desk:
    """Histories of all tables, and the entering of moves."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stopping = threading.Event()
        self._cache: OrderedDict[int, History] = OrderedDict()
        self.outcomes = Outcomes(store, self.history)
        self.earlier = Earlier().find
        self._lock = threading.Lock()

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
        """Start a table; raises Illegal. `key` identifies a repeated form."""
        game = GAMES[game_id]
        ids = [seat for seat, _, _ in seats]
        chosen = complete_options(game.info, ids, options, edition)
        data = {
            "seats": ids,
            "options": chosen,
            "edition": edition,
            "rules_version": game.info.version,
            "key": key,
        }
        return self.store.create_table(game_id, NewEvent("start", data=data), list(seats), group_id)

    def history(self, table: TableRow) -> History:
        with self._lock:
            known = self._cache.get(table.id)
        newer = self.store.events(table.id, after=known.revision if known else 0)
        if known and not newer:
            return known
        events = [as_event(stored) for stored in newer]
        return self._keep(
            table.id, extend(known, events) if known else replay(game_of(table), events)
        )

    def history_at(self, table: TableRow, seen: int) -> History:
        """Return the history at revision `seen`, or the current one; may lag behind the store."""
        with self._lock:
            known = self._cache.get(table.id)
        if known is None or known.revision < seen:
            known = self.history(table)
        return as_of(known, seen) if 0 < seen < known.revision else known

    def enter(
        self,
        table: TableRow,
        seen: int,
        entries: Sequence[Entry],
        key: str,
        by: str,
        reason: str = "",
        overrules: bool = False,
    ) -> History:
        """Check and store a batch of entries, all or none; return the history right after them.

        A repeated key changes nothing. Events since `seen` that cannot affect the entries are
        ignored; else Stale. Accepted codes count only with `overrules` and a reason. Raises
        Refused, Stale, Held, Closed.
        """
        entries = [permitted(entry, reason, overrules) for entry in entries]
        new = [
            NewEvent(
                "move", entry.seat, entry.kind, _plain(entry.raw), entry.accept, reason or None, by
            )
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

    def _record(
        self, table: TableRow, history: History, new: Sequence[NewEvent], key: str
    ) -> History:
        """Check moves on a history and append them; raises Refused, or Stale if not the newest."""
        head = history.revision
        whole = replace(history, broken=None) if history.broken else history
        after = extend(whole, [_event(seq, event) for seq, event in enumerate(new, head + 1)])
        if after.broken:
            # A repeated form also fails once the table has moved on, so look for its key here.
            if earlier := self.store.written(table.id, key):
                return self._made(table, earlier)
            history = self.history(table)
            _is_newest(head, history)
            index = after.broken.seq - head - 1
            wrong = Entry(
                new[index].kind or "", new[index].seat, new[index].data, new[index].accept
            )
            raise Refused(index, _check(history.game, after.state, wrong), history)
        for index, played in enumerate(after.played[-len(new) :]):
            _accepted(index, played, history)
        new = [
            as_read(event, played)
            for event, played in zip(new, after.played[-len(new) :], strict=True)
        ]
        appended = self.store.append(table.id, head, new, key)
        if appended.repeated or history.broken:
            return self._made(table, appended)
        stored = tuple(_event(seq, event, appended.at) for seq, event in enumerate(new, head + 1))
        return self.outcomes.settled(
            table, self._keep(table.id, replace(after, events=history.events + stored))
        )

    def _made(self, table: TableRow, made: Appended) -> History:
        """The history right after an append, without later events."""
        history = self.history(table)
        return as_of(history, made.last) if made.last < history.revision else history

    def write(
        self, table: TableRow, key: str, decide: Callable[[History], Sequence[NewEvent]]
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
                return self.outcomes.settled(
                    table,
                    self._made(table, self.store.append(table.id, history.revision, events, key)),
                )
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

        Raises NothingToUndo, Breaks if a later move becomes illegal, HostLetsStand, Closed, or
        Stale. A still secret entry can be undone whatever others did since `seen`.
        """

        def taken_back(history: History) -> list[NewEvent]:
            if not still_hidden(history, of):
                _is_newest(seen, history)
            targets = sorted({of, *also}, reverse=True)
            for seq in targets:
                target = history.event(seq)
                if target is None or target.type not in ("move", "amend", "retract"):
                    raise NothingToUndo(f"event {seq} cannot be taken back")
            if is_closed(history.table_events):
                raise Closed
            new = [NewEvent("retract", data={"of": seq}, by=by) for seq in targets]
            after = extend(
                history, [_event(seq, event) for seq, event in enumerate(new, history.revision + 1)]
            )
            if after.broken:
                raise Breaks(after.broken, after)
            _lets_no_more_stand(hosts, history, after)
            return [*(settled for event in new for settled in settled_by(history, event)), *new]

        return self.write(table, key, taken_back)

    def amend(
        self,
        table: TableRow,
        seen: int,
        key: str,
        by: str,
        reason: str,
        of: int,
        entry: Entry,
        rewind: bool = False,
        hosts: bool = False,
    ) -> History:
        """Replace the answer of an earlier entry.

        Raises NothingToCorrect, Refused, Closed, Stale, or Breaks unless `rewind` drops later
        moves. Only a host may allow objections, or correct so that more is allowed (else
        HostLetsStand).
        """
        entry = permitted(entry, reason, hosts)

        def put_right(history: History) -> list[NewEvent]:
            is_open(seen, history)
            after = self.amended(history, of, entry)
            if after.broken and not rewind:
                raise Breaks(after.broken, after)
            _lets_no_more_stand(hosts, history, after)
            new = dataclasses.replace(amend_event(after, of), reason=reason or None, by=by)
            return [*settled_by(after, new), new]

        return self.write(table, key, put_right)

    def amended(self, history: History, of: int, entry: Entry) -> History:
        """The history with another answer for move `of`; raises Refused, NothingToCorrect."""
        _standing(history, of)
        event = Event(
            history.revision + 1,
            "amend",
            entry.seat,
            entry.kind,
            {"of": of, "entry": _plain(entry.raw)},
            entry.accept,
        )
        after = extend(history, [event])
        if after.broken and after.broken.seq == of:
            raise Refused(0, _check(history.game, after.state, entry), history)
        _accepted(0, _standing(after, of), history)
        return after

    def _keep(self, table_id: int, history: History) -> History:
        with self._lock:
            held = self._cache.get(table_id)
            if held is None or held.revision <= history.revision:
                self._cache[table_id] = history
            self._cache.move_to_end(table_id)
            while len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        return history


def _is_newest(seen: int, history: History) -> None:
    if history.revision != seen:
        raise Stale(seen, history.revision)


def is_open(seen: int, history: History) -> None:
    """Raise Stale unless the history is at revision `seen`, Closed if the host ended it."""
    _is_newest(seen, history)
    if is_closed(history.table_events):
        raise Closed


def _follow(seen: int, history: History, new: Sequence[NewEvent]) -> None:
    """Raise Stale unless events decided at `seen` are unaffected by later ones."""
    moves = [_event(seq, event) for seq, event in enumerate(new, history.revision + 1)]
    if not 0 < seen < history.revision or not harmless(as_of(history, seen), history, moves):
        raise Stale(seen, history.revision)


def _stopped(history: History) -> Closed | Held | None:
    """The reason nothing can be entered now (closed or paused), or None."""
    call = waiting(history.table_events)
    return Closed() if is_closed(history.table_events) else Held(call) if call else None


def _accepted(index: int, played: Played, history: History) -> None:
    """Raise Refused if the move breaks a rule that nobody accepted, or that cannot be allowed."""
    if refused := (*played.impossible, *played.unaccepted):
        raise Refused(index, Checked(played.move, refused), history)


def _lets_no_more_stand(may: bool, before: History, after: History) -> None:
    if not may and let_stand_anew(before, after):
        raise HostLetsStand


def permitted(entry: Entry, reason: str, overrules: bool) -> Entry:
    """Return the entry; drop its accepted codes unless the sender may overrule with a reason."""
    return (
        entry if not entry.accept or (overrules and reason.strip()) else replace(entry, accept=())
    )


def as_read(new: NewEvent, played: Played) -> NewEvent:
    """Return an event to store: the answer as parsed, and the clauses actually overruled."""
    data = {**new.data, "entry": played.answer} if "entry" in new.data else played.answer
    return dataclasses.replace(
        new, seat=played.move.seat, kind=played.move.kind, data=data, accept=played.let_stand
    )


def amend_event(after: History, of: int) -> NewEvent:
    """Return the event of the correction that ends `after`; it drops moves from the broken one."""
    lost = [
        event.seq
        for event in after.events
        if after.broken and event.type == "move" and event.seq >= after.broken.seq
    ]
    return as_read(
        NewEvent("amend", data={"of": of, "entry": {}} | ({"drop": lost} if lost else {})),
        _standing(after, of),
    )


def _standing(history: History, seq: int) -> Played:
    """The current move of an event; raises NothingToCorrect."""
    played = history.find(seq)
    if played is None:
        raise NothingToCorrect(f"event {seq} does not stand")
    return played


def settled_by(history: History, change: NewEvent) -> list[NewEvent]:
    """Settle open calls about the changed entries; stored first, so that Undo finds the change."""
    target = history.event(int(change.data["of"]))
    first = int(target.data["of"]) if target and target.type == "amend" else int(change.data["of"])
    return [
        NewEvent(
            SETTLED, data={"of": call.seq, "outcome": "corrected", "move": call.of}, by=change.by
        )
        for call in open_calls(history.table_events)
        if call.of in (first, *change.data.get("drop", ()))
    ]


def as_event(stored: StoredEvent) -> Event:
    """Convert a stored event to the kernel's event."""
    return _event(stored.seq, stored, stored.at)


def _event(seq: int, new: NewEvent | StoredEvent, at: float = 0.0) -> Event:
    return Event(
        seq,
        new.type,
        new.seat,
        new.kind or "",
        new.data,
        new.accept,
        new.reason or "",
        new.by or "",
        at,
    )


def _check(game: AnyGame, state: Any, entry: Entry) -> Checked:
    return check(game, state, entry.kind, entry.seat, entry.raw, entry.accept).entered


def _plain(raw: Mapping[str, object]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in raw.items()}
