"""A correction before it is confirmed: was and is, every number that changes, and why."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from referee.kernel.contract import Prompt
from referee.kernel.history import Played
from referee.web.changes.before_after import heading_of
from referee.web.view.view import View

from .entries import is_pad
from .plain import others


def corrected_frame(view: View, played: Played) -> dict[str, Any]:
    """What the entry page needs while it corrects an earlier entry: addresses, button, heading."""
    return {
        "action": view.url("corrections.show_changes", seq=played.seq),
        "preview": view.url("corrections.preview", seq=played.seq),
        "go": _("See what changes"),
        "hidden": {"seen": view.history.revision},
        "header": {**heading_of(view, played), "ruler": None, "banner": None, "live": False},
        "seq": played.seq,
    }


def alternatives(before: View, played: Played) -> list[Prompt]:
    """What the seat could have answered instead, where that is no matter of the cards on its pad."""
    own = [prompt for prompt in before.prompts if prompt.seat == played.move.seat and not prompt.aside and prompt.form != "row"]
    return [prompt for prompt in own if not is_pad(prompt)]


def other_answers(view: View, before: View, played: Played, kind: str) -> list[dict[str, Any]]:
    """The further answers as buttons and links of the page that corrects the entry."""
    rest = [prompt for prompt in alternatives(before, played) if prompt.kind != kind]
    correct = view.url("corrections.correct", seq=played.seq)
    return [other | ({"href": f"{correct}?do={other['kind']}"} if other["href"] else {}) for other in others(before, rest)]


