"""The practice round: tap, record, read why. Nothing is stored; the address contains the entry."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from referee.event import Event
from referee.kernel.contract import Checked
from referee.kernel.info import Demo, Entered
from referee.service.draft import Draft, read_draft
from referee.service.errors import Refused
from referee.web.http import rendering
from referee.web.http.parts import Actions, Go, Header, Link, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.sheet.explained import Explained, explained
from referee.web.view.demo import DemoView, demo, demo_view, played_out, with_moves
from referee.web.view.page_header import ScoreColumn, scoreboard
from referee.web.view.verdict import checked_now

from .entry_form import entries_of
from .mode import Mode, Objected, Preview
from .page import entry_page

PAGE = "entry/demo.html"

demo_pages = Blueprint("demo", __name__)


@dataclass(frozen=True, kw_only=True)
class ReadPage(Page):
    """The round explained."""

    seats: Sequence[ScoreColumn]
    explained: Explained
    actions: Actions


@demo_pages.get("/try")
@needs("anyone")
def begin() -> Any:
    """The pad of the only seat still to enter."""
    view, _shown = _opened()
    return entry_page(view, Draft(), Mode(template=PAGE))


@demo_pages.post("/try/preview")
@needs("anyone")
def preview() -> Any:
    """The parts of the page that change while the form is tapped."""
    view, _shown = _opened()
    return entry_page(view, _own(view, read_draft(request.form.to_dict(flat=False))), Preview())


@demo_pages.post("/try")
@needs("anyone")
def record() -> Any:
    """Redirect to the round explained, or 422 with the refusal."""
    view, _shown = _opened()
    draft = _own(view, read_draft(request.form.to_dict(flat=False)))
    entry, checked = _judged(view, draft)
    if entry is None or checked is None or "refresh" in draft.raw:
        status = 200 if "refresh" in draft.raw else 422
        return entry_page(view, draft, Mode(template=PAGE, status=status))
    if checked.move is None or checked.objections:
        refused = Refused(0, checked, view.history)
        return entry_page(view, draft, Objected(template=PAGE, refused=refused))
    told: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in checked.move.data.items()
        if value
    }
    return redirect(url_for("demo.read", kind=entry.kind, **told), 303)


@demo_pages.get("/try/read")
@needs("anyone")
def read() -> Any:
    """The round explained with the entry in the address; an illegal one redirects to the start."""
    view, shown = _opened()
    entry, checked = _judged(view, _own(view, read_draft(request.args.to_dict(flat=False))))
    if entry is None or checked is None or checked.move is None or checked.objections:
        return redirect(url_for("demo.begin"), 303)
    entered = Entered(entry.kind, shown.seats[0], checked.move.data)
    return _explained(replace(view, history=played_out(with_moves(view.history, [entered]))))


def _explained(view: DemoView) -> Response:
    complete = view.scene.complete
    model = ReadPage(
        header=Header(),
        view=view,
        seats=scoreboard(view, None, explained=True),
        explained=explained(view, complete),
        actions=Actions(
            plain=[Link(_("Again"), url_for("demo.begin"))],
            go=Go(_("Start a real game"), url_for("start.games")),
        ),
    )
    return rendering.page("entry/demo_read.html", model)


def _opened() -> tuple[DemoView, Demo]:
    found = demo()
    if found is None:
        abort(404)
    return demo_view(*found), found[1]


def _own(view: DemoView, draft: Draft) -> Draft:
    return replace(draft, seat=view.seat, accept=(), unreasoned=False)


def _judged(view: DemoView, draft: Draft) -> tuple[Event | None, Checked | None]:
    entry = next(iter(entries_of(view, draft)), None)
    return entry, checked_now(view, entry) if entry else None
