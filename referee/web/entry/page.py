"""Build the entry page and the page of the round explained."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Response

from referee.kernel.history import Played
from referee.table_events.calls import Call, waiting
from referee.table_events.looks import collision
from referee.web.calls.question import call_notice, held_box
from referee.web.changes.before_after import Heading, heading_of
from referee.web.changes.notices import Notices, line, marked, notices
from referee.web.desk.desk import Refused
from referee.web.desk.draft import Draft
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Form, Go, Header, Link, Notice, Page, RefusalBox
from referee.web.http.security import MAX_NUMBER, whole
from referee.web.http.words import gettext as _
from referee.web.sheet.explained import Explained, explained
from referee.web.sheet.score_sheet import ScoreSheet, sheet_of
from referee.web.view.board import board_of
from referee.web.view.detail import Switched, switched
from referee.web.view.log_words import happened
from referee.web.view.page_header import (
    Column,
    UndoButton,
    banner_of,
    page_header,
    redo_button,
    scoreboard,
    undo_button,
)
from referee.web.view.secrecy import just_turned
from referee.web.view.view import View, capitalized

from .asked import Asked, Other, Turn, chosen_cards, is_pad, pad_prompts, row_prompts
from .beside import Beside, beside_of
from .card_entry import pad_entry
from .choice import (
    asides,
    asks_rows,
    back_to_choice,
    of_table,
    plain_prompts,
    way_back,
    with_others,
)
from .collision import collision_page
from .plain import others, plain_entry
from .refusal import refusal_of
from .rows import rows_entry
from .secret import turned_page
from .undone import way_back_to


@dataclass(frozen=True)
class Correcting:
    """How the entry page differs while it corrects an entry of ``kind``: addresses and heading."""

    kind: str
    action: str
    preview: str
    heading: Heading
    others: Sequence[Other] | None = None


def correcting(view: View, played: Played) -> Correcting:
    """The entry page as a correction of a standing entry."""
    action, preview = (
        view.url(f"corrections.{name}", seq=played.seq) for name in ("show_changes", "preview")
    )
    return Correcting(played.move.kind, action, preview, heading_of(view, played))


@dataclass(frozen=True, kw_only=True)
class EntryPage(Page):
    """The page to enter something; without a form, only the news beside the tapped cards.

    ``watched`` is for phones with nothing to enter, ``asides`` are optional entries.
    """

    seats: Sequence[Column] | None
    news: Notice | None
    asked: Asked = field(default_factory=Asked)
    form: Form | None = None
    notices: Notices | None = None
    refusal: RefusalBox | None = None
    actions: Actions | None = None
    band: Notice | None = None
    watched: Beside | None = None
    switched: Switched | None = None
    asides: Sequence[Link] = ()


def entry_page(
    view: View,
    draft: Draft,
    refused: Refused | None = None,
    stale_since: int = 0,
    status: int = 200,
    template: str = "entry/page.html",
    correcting: Correcting | None = None,
    held: Call | None = None,
    go_text: str = "",
    trouble: str = "",
) -> Response:
    """The page to enter something: a pad, rows of all seats, or plain fields.

    ``go_text`` labels a button that records. ``trouble`` is why nothing was recorded; the same
    entry may be sent again under its key.
    """
    if not correcting and (asked_to_stand := collision(view.history)):
        return collision_page(view, asked_to_stand, _overtook(view, stale_since, trouble), status)
    seat = _current_seat(view, draft)
    idle = (
        seat is not None
        and seat not in view.awaited
        and seat == view.seat
        and draft.seat not in view.history.seats
    )
    draft = replace(draft, seat=seat)
    asked = (
        _waiting(view, seat)
        if idle and not correcting
        else _asked(view, draft, alone=correcting is not None)
    )
    task = _task(view, asked)
    if template == "entry/preview.html" and draft.one("task") not in ("", task):
        return _moved_on(view, draft)
    told = None if correcting or asked.in_use else notices(view)
    redo, band = (None, None) if correcting else way_back_to(view, draft)
    model = EntryPage(
        header=_header(view, correcting),
        view=view,
        preview_url=correcting.preview if correcting else view.url("tables.preview"),
        asked=replace(asked, others=correcting.others)
        if correcting and correcting.others is not None
        else asked,
        seats=None if correcting else _scoreboard(view, None if idle else seat),
        form=_form(
            view,
            {"key": trouble and draft.one("key"), "seat": seat or "", "task": task, **asked.hidden},
            correcting,
        ),
        news=Notice(trouble) if trouble else _news(view, stale_since, told, correcting),
        notices=told,
        refusal=_refusal(view, refused, draft)
        if refused
        else held_box(view, held)
        if held
        else None,
        actions=_actions(
            view, draft, _go(view, asked.go, correcting, go_text), correcting, redo, band
        ),
        band=band,
        watched=None if correcting or asked.in_use or asked.sheet else beside_of(view),
        switched=None if correcting or stale_since or band else switched(view),
        asides=asides(view, seat) if view.may_enter and not correcting else (),
    )
    return rendering.page(template, model, status)


def _overtook(view: View, stale_since: int, trouble: str) -> Notice | None:
    if trouble:
        return Notice(trouble)
    return happened(view, stale_since) if stale_since else None


def _form(view: View, hidden: Mapping[str, Any], correcting: Correcting | None) -> Form:
    """The form with its revision and task; a new key unless ``hidden`` has one."""
    action = correcting.action if correcting else view.url("tables.record")
    return Form(
        action, {"seen": view.history.revision, **hidden, "key": hidden["key"] or context.new_key()}
    )


def _actions(
    view: View,
    draft: Draft,
    go: Go | None,
    correcting: Correcting | None,
    redo: UndoButton | None,
    band: Notice | None,
) -> Actions:
    """The main button with the way back from an opened answer, otherwise with Undo or Redo."""
    back = None if redo or band else _back(view, draft, correcting)
    if back:
        return Actions(plain=[back], go=go)
    return Actions(go=go) if correcting else Actions(undo_button(view), go, redo=redo)


def _back(view: View, draft: Draft, correcting: Correcting | None) -> Link | None:
    """The link from an opened answer back to the choice; it records and undoes nothing."""
    if correcting:
        return way_back(correcting.action) if draft.kind not in ("", correcting.kind) else None
    return back_to_choice(view, draft, _current_seat(view, Draft())) if view.may_enter else None


def _header(view: View, correcting: Correcting | None) -> Header:
    header = page_header(view)
    if correcting is None:
        return header
    title, where, back = correcting.heading
    return replace(header, title=title, where=where, back=back, ruler=None, banner=None, live=False)


def _scoreboard(view: View, current: str | None, explained: bool = False) -> list[Column]:
    complete = view.scene.complete
    return marked(
        view, scoreboard(view, current, explained), complete if explained else complete + 1
    )


def _news(
    view: View, stale_since: int, told: Notices | None, correcting: Correcting | None
) -> Notice | None:
    """The line above the pad: an overtaking entry, an open call, or changes unless listed here."""
    if stale_since:
        return happened(view, stale_since)
    return (
        None if correcting else call_notice(view, in_place=True) or (None if told else line(view))
    )


def _go(view: View, go: Go | None, correcting: Correcting | None, text: str) -> Go | None:
    """The main button: a correction's words, ``text`` if it records, or that the game is paused."""
    if go is None or not view.may_enter:
        return None
    own = _("Preview changes") if correcting else text if go.kind == "record" else ""
    if own:
        return replace(go, text=own, plain=own)
    waits = _("Paused")
    return (
        replace(go, text=waits, plain=waits, kind="open")
        if waiting(view.history.table_events)
        else go
    )


def _task(view: View, asked: Asked) -> str:
    """An id of the current task, so that a page notices when the table asks for something else."""
    form = "pad" if asked.keys else asked.hidden.get("kind", "")
    since = f"r{view.history.revision}" if asked.board else view.scene.round
    return f"{since}-{form}" if asked.keys or asked.fields is not None else "-"


def _moved_on(view: View, draft: Draft) -> Response:
    """Answer a preview whose task ended: say so beside the tapped cards, or show the new task."""
    if view.may_enter and (draft.texts("cards") or draft.texts("typed")):
        asked = whole(draft.one("task").partition("-")[0], MAX_NUMBER)
        over = asked <= view.scene.complete
        complete = _(
            "%(round)s is complete.", round=capitalized(view.round_name(view.scene.complete))
        )
        note = Notice(
            complete if over else _("This is no longer needed."),
            view.url("tables.table"),
            _("Show the game"),
        )
        model = EntryPage(
            header=page_header(view), view=view, news=note, seats=_scoreboard(view, None)
        )
        return rendering.page("entry/preview.html", model)
    turned = just_turned(view, whole(draft.one("seen"), 0))
    if view.over and not turned:
        return Response(headers={"HX-Redirect": view.url("tables.table")})
    response = turned_page(view, turned) if turned else entry_page(view, Draft())
    response.headers["HX-Retarget"] = "#page"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def _current_seat(view: View, draft: Draft) -> str | None:
    """The seat to enter: the requested one, this device's own, or the first awaited one."""
    if draft.seat in view.history.seats:
        return draft.seat
    if draft.kind and any(
        prompt.kind == draft.kind and prompt.seat is None for prompt in view.prompts
    ):
        return None
    if view.seat and (view.seat in view.awaited or not (None in view.awaited or row_prompts(view))):
        return view.seat
    return next(iter(view.awaited), None)


def _asked(view: View, draft: Draft, alone: bool) -> Asked:
    """The task of the draft's seat by its best form; ``alone`` leaves out the other answers."""
    seat = draft.seat
    if not view.may_enter:
        return Asked(board=board_of(view), turn_view=Turn(_("Watching"), _waiting_for(view)))
    own = [prompt for prompt in view.prompts if prompt.seat == seat and prompt.form != "row"]
    if prompts := [prompt for prompt in own if prompt.kind == draft.kind and not is_pad(prompt)]:
        return plain_entry(view, prompts if alone else with_others(view, prompts, seat), draft)
    if asks_rows(view):
        return rows_entry(view, draft)
    if seat and pad_prompts(view, seat):
        return replace(
            pad_entry(view, seat, draft), board=board_of(view), others=others(view, of_table(view))
        )
    prompts = plain_prompts(view, seat)
    if not prompts:
        return _waiting(view, seat)
    # If the table only asks to go on, show the sheet, as every entry can be corrected from there.
    goes_on = (
        prompts[0].seat is None
        and not prompts[0].fields
        and not view.scene.board
        and not view.unrevealed
    )
    return replace(plain_entry(view, prompts, draft), sheet=sheet_of(view) if goes_on else None)


def _waiting(view: View, seat: str | None) -> Asked:
    return Asked(
        board=board_of(view), turn_view=Turn(view.names.get(seat or "", ""), _waiting_for(view))
    )


def _waiting_for(view: View) -> str:
    names = [view.names[seat] for seat in view.awaited if seat and not view.over]
    return _("Waiting for %(names)s", names=view.speaker.marks.between.join(names)) if names else ""


def _refusal(view: View, refused: Refused, draft: Draft) -> RefusalBox:
    prompts = pad_prompts(view, draft.seat)
    return refusal_of(
        view, refused, chosen_cards(prompts, draft) if prompts else draft.texts("cards"), draft
    )


@dataclass(frozen=True, kw_only=True)
class ExplainedPage(Page):
    """The round explained and the way to the next one."""

    explained: Explained
    deals: str
    seats: Sequence[Column]
    notices: Notices | None
    news: Notice | None
    actions: Actions
    sheet: ScoreSheet | None


def who_deals(view: View) -> str:
    """Who deals the next round; "" without a dealer or a next round."""
    dealer = view.scene.dealer
    return "" if view.over or dealer is None else _("%(name)s deals.", name=view.names[dealer])


def explained_page(view: View, round_: int) -> Response:
    """The round explained: every point with its reason, other events, and the way on."""
    number = view.scene.round
    text = view.plain.say(f"round.start.{number}", default="") or view.plain.say(
        "round.start", {"n": number}
    )
    go = Go(text, view.url("tables.table", go=1)) if view.may_enter and not view.result else None
    model = ExplainedPage(
        header=replace(
            page_header(view),
            where=capitalized(view.round_name(round_)),
            banner=banner_of(view, round_),
        ),
        view=view,
        explained=explained(view, round_),
        deals=who_deals(view),
        seats=_scoreboard(view, None, explained=True),
        notices=notices(view),
        news=call_notice(view),
        actions=Actions(undo_button(view), go, redo=redo_button(view)),
        sheet=sheet_of(view) if view.result else None,
    )
    return rendering.page("entry/explained.html", model)
