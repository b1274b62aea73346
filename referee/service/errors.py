"""Why the table service refused something; each is raised before anything is stored."""

from referee.kernel.contract import Checked
from referee.kernel.history import Broken, History
from referee.kernel.ledger import NO_SUCH_CARD

from .disputes import Dispute


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


class ScoringPaused(Exception):
    """An entry while the game is paused by the open `dispute`."""

    def __init__(self, dispute: Dispute) -> None:
        super().__init__(f"dispute {dispute.seq} is open")
        self.dispute = dispute


class NothingToUndo(LookupError):
    """An undo of an event that is no move, correction or undo of this table."""


class NothingToCorrect(LookupError):
    """A correction of an event that is no current move of this table."""


class Breaks(Exception):
    """A correction or undo after which a later move is no longer legal."""

    def __init__(self, broken: Broken, history: History) -> None:
        super().__init__(f"event {broken.seq} no longer stands")
        self.broken, self.history = broken, history


class HostMustAllow(Exception):
    """A change that would newly allow something, by somebody who is not a host."""
