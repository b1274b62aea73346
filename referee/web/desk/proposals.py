"""Proposals: what becomes of a correction that takes the host's word."""

import dataclasses

from referee.kernel.history import History
from referee.store.values import NewEvent, TableRow
from referee.table_events.consent import DECLINED, Proposal, find_proposal, outdated

from .desk import Desk, Entry, Refused, amend_event, is_open, settled_by


class NoProposal(LookupError):
    """An answer to a proposal that is not open: there is none with that number, or it has been answered."""


class Outdated(Exception):
    """A proposal whose entry has been changed since, or whose answer no longer stands."""


def agree(desk: Desk, table: TableRow, seen: int, key: str, by: str, seq: int) -> History:
    """Make the correction that was proposed; its reason stays. Raises NoProposal, Outdated, Closed, or Stale."""

    def agreed(history: History) -> list[NewEvent]:
        is_open(seen, history)
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
        after = desk.amended(history, proposal.of, Entry(proposal.event.kind, proposal.event.seat, proposal.event.answer))
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
