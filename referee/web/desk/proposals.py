"""Proposals: what becomes of a correction that takes the host's word."""

from __future__ import annotations

import dataclasses

from referee.kernel.history import History
from referee.store import NewEvent, Stale, TableRow
from referee.table_events.consent import DECLINED, Proposal, find_proposal, outdated
from referee.table_events.seats import is_closed

from .desk import Closed, Desk, Entry, Refused, amend_event
from .settled_calls import settled_by


class NoProposal(LookupError):
    """An answer to a proposal that is not open: there is none with that number, or it has been answered."""


class Outdated(Exception):
    """A proposal whose entry has been changed since, or whose answer no longer stands."""


def agree(desk: Desk, table: TableRow, seen: int, key: str, by: str, seq: int) -> History:
    """Make the correction that was proposed; its reason stays. Raises NoProposal, Outdated, Closed, or Stale."""

    def agreed(history: History) -> list[NewEvent]:
        if history.revision != seen:
            raise Stale(table.id, seen, history.revision)
        if is_closed(history.table_events):
            raise Closed
        proposal = _found(history, seq)
        after = proposed(desk, history, proposal)
        new = amend_event(after, proposal.of)
        new = dataclasses.replace(new, data=new.data | {"proposal": seq}, reason=proposal.event.reason or None, by=by)
        return [*settled_by(after, new), new]

    return desk.write(table, key, agreed)


def decline(desk: Desk, table: TableRow, key: str, by: str, seq: int, reason: str) -> History:
    """Turn a proposal down; raises NoProposal if it is not open, whatever else was recorded meanwhile."""

    def declined(history: History) -> list[NewEvent]:
        _found(history, seq)
        return [NewEvent(DECLINED, data={"of": seq}, reason=reason or None, by=by)]

    return desk.write(table, key, declined)


def proposed(desk: Desk, history: History, proposal: Proposal) -> History:
    """The history as it would be if a proposal were agreed to; raises Outdated if its time has passed."""
    if outdated(history, proposal):
        raise Outdated
    try:
        after = desk.amended(history, proposal.of, _entry(proposal))
    except Refused as refused:
        raise Outdated from refused
    if after.broken and not proposal.rewind:
        raise Outdated
    return after


def _found(history: History, seq: int) -> Proposal:
    proposal = find_proposal(history, seq)
    if proposal is None:
        raise NoProposal(f"no proposal {seq} is open")
    return proposal


def _entry(proposal: Proposal) -> Entry:
    """The answer it would put in the place of an earlier one."""
    return Entry(proposal.event.kind, proposal.event.seat, proposal.entry)
