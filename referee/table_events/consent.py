"""Consent: corrections that take the host's word are proposed, and stand once the host agrees.

A ``proposal`` is an event with the seat, the kind and the reason of the correction and ``data`` ``{"of", "was", "entry", "rewind"?}``:
the move it corrects, the event that had last changed that move, the other answer. It is agreed to by an ``amend`` whose data names
it as ``proposal``, and turned down by a ``declined`` event ``{"of"}`` with the reason.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.kernel.history import Event, History, replay

from .settings import table_settings

PROPOSAL, DECLINED = "proposal", "declined"


@dataclass(frozen=True)
class Proposal:
    """A correction that waits for the host: its event, the move it is about, and the answer it would put in its place."""

    event: Event

    @property
    def seq(self) -> int:
        """The number of its event."""
        return self.event.seq

    @property
    def of(self) -> int:
        """The move it corrects."""
        return int(self.event.data["of"])

    @property
    def rewind(self) -> bool:
        """Whether it gives up what follows and no longer stands."""
        return bool(self.event.data.get("rewind"))


def is_old(history: History, round_: int) -> bool:
    """Whether an entry of that round lies more than one round back."""
    return int(history.game.scene(history.state).round) - round_ > 1


def takes_consent(history: History, of: int) -> bool:
    """Whether changing the event ``of`` takes the host's word at this table: it is about an entry from before the last round."""
    if not table_settings(history.table_events).consent:
        return False
    entered = round_of(history, of)
    return entered is not None and is_old(history, entered)


def round_of(history: History, of: int) -> int | None:
    """The round of the move that an event is about, however many undos lie between; None if it is about no move."""
    seq = move_of(history.events, of)
    if seq is None:
        return None
    played = history.find(seq) or replay(history.game, history.events[:seq]).find(seq)
    return played.round if played else None


def move_of(events: Sequence[Event], of: int) -> int | None:
    """The move that an event is about: itself, the one it corrects, or the one whose undo it is; None if there is none."""
    while 0 < of <= len(events):
        event = events[of - 1]
        if event.type == "move":
            return of
        before = int(event.data.get("of", 0))
        if event.type not in ("amend", "retract", PROPOSAL, DECLINED) or before >= of:
            return None
        of = before
    return None


def open_proposals(history: History) -> tuple[Proposal, ...]:
    """The proposals that nobody has answered, oldest first."""
    asked = [event for event in history.table_events if event.type == PROPOSAL]
    if not asked:
        return ()
    answered = set(_answered(history.events))
    return tuple(Proposal(event) for event in asked if event.seq not in answered)


def find_proposal(history: History, seq: int) -> Proposal | None:
    """The open proposal with that number."""
    return next((found for found in open_proposals(history) if found.seq == seq), None)


def outdated(history: History, proposal: Proposal) -> bool:
    """Whether the entry it is about has been changed or taken back since."""
    played = history.find(proposal.of)
    return played is None or played.changed != proposal.event.data.get("was")


def _answered(events: Iterable[Event]) -> Iterable[int]:
    for event in events:
        if event.type == DECLINED:
            yield int(event.data["of"])
        elif event.type == "amend" and "proposal" in event.data:
            yield int(event.data["proposal"])
