"""Why the entry page is shown: to enter or correct something, or as nothing was recorded."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.history import Played
from referee.service.disputes import Dispute
from referee.service.draft import Draft
from referee.service.errors import Refused
from referee.web.changes.before_after import Heading, heading_of
from referee.web.disputes.question import held_box
from referee.web.http.parts import Notice, RefusalBox
from referee.web.view.log_words import happened
from referee.web.view.view import View

from .entry_form import OtherAnswer, chosen_cards, pad_prompts
from .refusal import refusal_of


@dataclass(frozen=True)
class Correcting:
    """The corrected entry's ``kind``, where its form goes, and the other answers of its seat."""

    kind: str
    action: str
    preview: str
    heading: Heading
    others: Sequence[OtherAnswer] | None = None


def correcting(view: View, played: Played) -> Correcting:
    """Return the form that corrects a standing entry."""
    action, preview = (
        view.url(f"corrections.{name}", seq=played.seq) for name in ("show_changes", "preview")
    )
    return Correcting(played.move.kind, action, preview, heading_of(view, played))


@dataclass(frozen=True, kw_only=True)
class Mode:
    """The page to enter something, or to correct an entry.

    ``go_text`` labels a button that records.
    """

    correcting: Correcting | None = None
    status: int = 200
    template: str = "entry/page.html"
    go_text: str = ""

    def news(self, view: View) -> Notice | None:
        """Return the line above the form that goes before all other news."""

    def box(self, view: View, draft: Draft) -> RefusalBox | None:
        """Return the box over the form."""


PLAIN = Mode()


@dataclass(frozen=True, kw_only=True)
class Preview(Mode):
    """Only the parts of the page that change while the form is tapped."""

    template: str = "entry/preview.html"


@dataclass(frozen=True, kw_only=True)
class Objected(Mode):
    """The entry was refused."""

    refused: Refused
    status: int = 422

    def box(self, view: View, draft: Draft) -> RefusalBox | None:
        prompts = pad_prompts(view, draft.seat)
        cards = chosen_cards(prompts, draft) if prompts else draft.texts("cards")
        return refusal_of(view, self.refused, cards, draft)


@dataclass(frozen=True, kw_only=True)
class Overtaken(Mode):
    """Others recorded something after revision ``since``, at which the form was drawn."""

    since: int
    status: int = 409

    def news(self, view: View) -> Notice | None:
        return happened(view, self.since) if self.since else None


@dataclass(frozen=True, kw_only=True)
class Paused(Mode):
    """The game is paused by a dispute."""

    dispute: Dispute
    status: int = 409

    def box(self, view: View, draft: Draft) -> RefusalBox | None:
        return held_box(view, self.dispute)


@dataclass(frozen=True, kw_only=True)
class Failed(Mode):
    """Nothing could be stored; the same entry may be sent again under its key."""

    trouble: str

    def news(self, view: View) -> Notice | None:
        return Notice(self.trouble)
