"""Corrections and undos: the events that make them, and what refuses them."""

from collections.abc import Sequence
from dataclasses import replace

from referee.event import Event
from referee.kernel.contract import Checked
from referee.kernel.game import check
from referee.kernel.history import History, Played, extend
from referee.kernel.rescore import newly_allowed

from .disputes import SETTLED, open_disputes
from .errors import Breaks, Closed, HostMustAllow, NothingToCorrect, NothingToUndo, Refused
from .seats import is_closed


def amended(history: History, of: int, entry: Event) -> History:
    """The history with another answer for move `of`; raises Refused, NothingToCorrect."""
    _find_entry(history, of)
    amend = replace(entry, type="amend", data={"of": of, "entry": entry.data})
    after = extend(history, numbered([amend], history))
    if after.broken and after.broken.seq == of:
        raise Refused(0, checked(after, entry), history)
    refuse_unaccepted(0, _find_entry(after, of), history)
    return after


def correction(history: History, of: int, entry: Event, rewind: bool, hosts: bool) -> list[Event]:
    """The events of a correction, which gives up the moves from the first that breaks.

    Raises as `amended`, Breaks unless `rewind`, HostMustAllow.
    """
    after = amended(history, of, entry)
    if after.broken and not rewind:
        raise Breaks(after.broken, after)
    _lets_no_more_stand(hosts, history, after)
    lost = [
        event.seq
        for event in after.events
        if after.broken and event.type == "move" and event.seq >= after.broken.seq
    ]
    data = {"of": of, "entry": {}} | ({"drop": lost} if lost else {})
    new = as_read(replace(entry, type="amend", data=data), _find_entry(after, of))
    return [*settled_by(after, new), new]


def undoing(history: History, targets: Sequence[int], by: str, hosts: bool) -> list[Event]:
    """The events of an undo; raises NothingToUndo, Closed, Breaks, HostMustAllow."""
    for seq in targets:
        target = history.event(seq)
        if target is None or target.type not in ("move", "amend", "retract"):
            raise NothingToUndo(f"event {seq} cannot be undone")
    if is_closed(history.table_events):
        raise Closed
    new = [Event(0, "retract", data={"of": seq}, by=by) for seq in targets]
    after = extend(history, numbered(new, history))
    if after.broken:
        raise Breaks(after.broken, after)
    _lets_no_more_stand(hosts, history, after)
    return [*(settled for event in new for settled in settled_by(history, event)), *new]


def settled_by(history: History, change: Event) -> list[Event]:
    """Settle disputes about the changed entries; stored first, so that Undo finds the change."""
    of = int(change.data["of"])
    target = history.event(of)
    first = int(target.data["of"]) if target and target.type == "amend" else of
    return [
        Event(
            0,
            SETTLED,
            data={"of": dispute.seq, "outcome": "corrected", "move": dispute.of},
            by=change.by,
        )
        for dispute in open_disputes(history.table_events)
        if dispute.of in (first, *change.data.get("drop", ()))
    ]


def with_valid_overrules(entry: Event, reason: str, overrules: bool) -> Event:
    """Return the entry, without its accepted codes if these do not count."""
    return replace(entry, accept=accepted_codes(entry.accept, reason, overrules))


def accepted_codes(codes: tuple[str, ...], reason: str, overrules: bool) -> tuple[str, ...]:
    """Return the accepted codes; none unless the sender may overrule and gives a reason."""
    return codes if overrules and reason.strip() else ()


def as_read(new: Event, played: Played) -> Event:
    """Return an event to store: the answer as parsed, and the clauses actually overruled."""
    data = {**new.data, "entry": played.answer} if new.type == "amend" else played.answer
    return replace(
        new, seat=played.move.seat, kind=played.move.kind, data=data, accept=played.allowed
    )


def numbered(events: Sequence[Event], history: History) -> list[Event]:
    """Number events as the next of a history."""
    return [replace(event, seq=seq) for seq, event in enumerate(events, history.revision + 1)]


def checked(history: History, entry: Event) -> Checked:
    """Judge an entry after the last move that stands."""
    return check(
        history.game, history.state, entry.kind, entry.seat, entry.data, entry.accept
    ).entered


def refuse_unaccepted(index: int, played: Played, history: History) -> None:
    """Raise Refused if the move breaks a rule that nobody accepted, or that cannot be allowed."""
    if refused := (*played.impossible, *played.unaccepted):
        raise Refused(index, Checked(played.move, refused), history)


def _lets_no_more_stand(hosts: bool, before: History, after: History) -> None:
    if not hosts and newly_allowed(before, after):
        raise HostMustAllow


def _find_entry(history: History, seq: int) -> Played:
    """The current move of an event; raises NothingToCorrect."""
    played = history.find(seq)
    if played is None:
        raise NothingToCorrect(f"event {seq} does not stand")
    return played
