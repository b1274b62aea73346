"""The desk: the one place where stored events become histories, and entries become events.

A history is cached by table and revision; states are frozen, so nothing ever has to be thrown away
because it changed. Another process may have written meanwhile, so every look asks the database for
newer events.
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
RETRIES = 24
"""How often what is to be stored looks again at a table that moves on under it; each time something
else was stored.
"""


@dataclass(frozen=True)
class Entry:
    """One answer as it arrived: the kind of prompt, the seat, the raw values, and the ruling codes
    to let stand.
    """

    kind: str
    seat: str | None
    raw: Mapping[str, object]
    accept: tuple[str, ...] = ()


class Refused(Exception):
    """An entry that does not stand: which of the batch, what the referee says, and the history it
    was judged against.
    """

    def __init__(self, index: int, checked: Checked, history: History) -> None:
        super().__init__(", ".join(ruling.code for ruling in checked.objections))
        self.index, self.checked, self.history = index, checked, history

    @property
    def no_such_card(self) -> bool:
        """Whether it was to let stand a card that does not exist."""
        accepted = self.checked.move.accept if self.checked.move else ()
        return any(
            ruling.code in NO_SUCH_CARD and ruling.code in accepted
            for ruling in self.checked.objections
        )


class Closed(Exception):
    """An entry at a table that its host has ended early."""


class NothingToUndo(LookupError):
    """An undo of something that is no move, correction or undo of this table."""


class NothingToCorrect(LookupError):
    """A correction of something that is no standing move of this table."""


class Breaks(Exception):
    """A correction after which a later move no longer stands."""

    def __init__(self, broken: Broken, history: History) -> None:
        super().__init__(f"event {broken.seq} no longer stands")
        self.broken, self.history = broken, history


class HostLetsStand(Exception):
    """A change by somebody else than a host after which the table would let something stand that it
    did not before.
    """


class Held(Exception):
    """An entry while the table waits for the referee: the call that it waits for."""

    def __init__(self, call: Call) -> None:
        super().__init__(f"call {call.seq} is open")
        self.call = call


class Desk:
    """Histories of all tables, and the entering of moves into them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stopping = threading.Event()
        self._cache: OrderedDict[int, History] = OrderedDict()
        self.outcomes = Outcomes(store, self.history)
        self.earlier = Earlier().find
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Let go of everybody who waits for news."""
        self.stopping.set()
        self.store.wake_all()

    def close(self) -> None:
        """Stop, and let go of the store."""
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
        """Start a table; raises Illegal if an option cannot be read. ``key`` is kept, so that a
        repeated form is known again.
        """
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
        """The table as it stands now."""
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
        """The table as it stood at ``seen``, or as it stands if there was no such revision; newer
        ones may be unknown here.
        """
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
        """Judge and store a batch of entries, all or none: the table right after them.

        A repeated key changes nothing. Raises Refused, Stale, Held or Closed. What happened since
        ``seen`` and could make no difference to them is let pass, anything else is Stale. What an
        entry accepts counts only from somebody who ``overrules``, and with a reason.
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
        """Judge moves by a history and store them right behind it. Raises Refused, or Stale if it
        is not the newest.
        """
        head = history.revision
        whole = replace(history, broken=None) if history.broken else history
        after = extend(whole, [_event(seq, event) for seq, event in enumerate(new, head + 1)])
        if after.broken:
            # A form sent again after the table moved on would be refused too, so this is the time
            # to ask.
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
        """The table as it stood right after what was made, whatever others have recorded since."""
        history = self.history(table)
        return as_of(history, made.last) if made.last < history.revision else history

    def write(
        self, table: TableRow, key: str, decide: Callable[[History], Sequence[NewEvent]]
    ) -> History:
        """Store what ``decide`` makes of the newest history, nothing included: the table right
        after it; a repeated key changes nothing.

        It decides anew where something else was stored in between, and raises what it will. Stale
        only if others never pause.
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
        """Take back an event (a move, a correction, or another undo), and others that were stored
        with it.

        Raises NothingToUndo for any other number, Breaks if a later move would no longer stand,
        HostLetsStand where it takes the host, Closed, or Stale; but what is still secret goes
        whatever others did since ``seen``.
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
        """Put another answer in the place of an earlier one.

        Raises Refused, Closed, Stale, or Breaks unless ``rewind`` gives up what follows. Only a
        host's answer may let objections stand, and only a host's correction (else HostLetsStand)
        may make others of those that were.
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
        """The history as it would be with another answer in the place of move ``of``.

        Raises Refused if that answer itself fails, NothingToCorrect if there is no such move.
        """
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
    """Stale if something was recorded since ``seen``."""
    if history.revision != seen:
        raise Stale(seen, history.revision)


def is_open(seen: int, history: History) -> None:
    """Stale if something was recorded since ``seen``, Closed if the host has ended the table."""
    _is_newest(seen, history)
    if is_closed(history.table_events):
        raise Closed


def _follow(seen: int, history: History, new: Sequence[NewEvent]) -> None:
    """Stale unless events decided at ``seen`` may be stored behind what has happened since."""
    moves = [_event(seq, event) for seq, event in enumerate(new, history.revision + 1)]
    if not 0 < seen < history.revision or not harmless(as_of(history, seen), history, moves):
        raise Stale(seen, history.revision)


def _stopped(history: History) -> Closed | Held | None:
    """Why nothing can be entered at a table now, whatever its game asks."""
    call = waiting(history.table_events)
    return Closed() if is_closed(history.table_events) else Held(call) if call else None


def _accepted(index: int, played: Played, history: History) -> None:
    """Refused if a move that is entered now lets something stand that nobody accepted, or that
    cannot be.
    """
    if refused := (*played.impossible, *played.unaccepted):
        raise Refused(index, Checked(played.move, refused), history)


def _lets_no_more_stand(may: bool, before: History, after: History) -> None:
    """HostLetsStand if a change by somebody who may not lets something else stand."""
    if not may and let_stand_anew(before, after):
        raise HostLetsStand


def permitted(entry: Entry, reason: str, overrules: bool) -> Entry:
    """The entry with what it lets stand, if its sender may overrule and says why."""
    return (
        entry if not entry.accept or (overrules and reason.strip()) else replace(entry, accept=())
    )


def as_read(new: NewEvent, played: Played) -> NewEvent:
    """An event with the answer as it was read and judged, and with what was truly let stand: so it
    is stored.
    """
    data = {**new.data, "entry": played.answer} if "entry" in new.data else played.answer
    return dataclasses.replace(
        new, seat=played.move.seat, kind=played.move.kind, data=data, accept=played.let_stand
    )


def amend_event(after: History, of: int) -> NewEvent:
    """The amend event that makes ``after`` whole, whose newest event is the correction: the moves
    from the first broken one on go.
    """
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
    """The move that an event made; raises NothingToCorrect where it does not stand."""
    played = history.find(seq)
    if played is None:
        raise NothingToCorrect(f"event {seq} does not stand")
    return played


def settled_by(history: History, change: NewEvent) -> list[NewEvent]:
    """What settles the open calls about an entry that is put right, taken back or given up by this
    change.

    They are stored before it, so that the change itself stays the newest event and can be taken
    back in one tap.
    """
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
    """A stored event as the kernel knows it."""
    return _event(stored.seq, stored, stored.at)


def _event(seq: int, new: NewEvent | StoredEvent, at: float = 0.0) -> Event:
    """An event as the kernel knows it, or will once it is stored."""
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
