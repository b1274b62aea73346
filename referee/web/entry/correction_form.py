"""A correction before it is confirmed: was and is, every number that changes, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.kernel.contract import Prompt
from referee.kernel.history import Played
from referee.web.changes.before_after import Heading, heading_of
from referee.web.view.view import View

from .asked import Other
from .entries import is_pad
from .plain import others


@dataclass(frozen=True)
class Correcting:
    """What differs on the entry page while it corrects an earlier entry: where it is sent and judged, its heading and way back."""

    action: str
    preview: str
    seen: int
    heading: Heading
    others: list[Other] | None = None


def correcting(view: View, played: Played) -> Correcting:
    """The entry page as a correction of an entry that stands."""
    action, preview = (view.url(f"corrections.{name}", seq=played.seq) for name in ("show_changes", "preview"))
    return Correcting(action, preview, view.history.revision, heading_of(view, played))


def alternatives(before: View, played: Played) -> list[Prompt]:
    """What the seat could have answered instead, where that is no matter of the cards on its pad."""
    own = [prompt for prompt in before.prompts if prompt.seat == played.move.seat and not prompt.aside and prompt.form != "row"]
    return [prompt for prompt in own if not is_pad(prompt)]


def other_answers(view: View, before: View, played: Played, kind: str) -> list[Other]:
    """The further answers as buttons and links of the page that corrects the entry."""
    rest = [prompt for prompt in alternatives(before, played) if prompt.kind != kind]
    correct = view.url("corrections.correct", seq=played.seq)
    return [replace(other, href=f"{correct}?do={other.kind}") if other.href else other for other in others(before, rest)]


