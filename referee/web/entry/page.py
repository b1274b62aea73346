"""Build the entry page and the page of the round explained."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from flask import Response

from referee.kernel.contract import Prompt
from referee.service.disputes import waiting
from referee.service.draft import Draft
from referee.service.recheck import collision
from referee.web.changes.notifications import Notifications, line, marked, read_notifications
from referee.web.disputes.question import dispute_notice
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Form, Go, Link, Notice, Page, RefusalBox
from referee.web.http.security import MAX_NUMBER, whole
from referee.web.http.words import gettext as _
from referee.web.sheet.explained import Explained, explained
from referee.web.sheet.score_sheet import ScoreSheet, sheet_of
from referee.web.view.board import board_of
from referee.web.view.detail import Switched, switched
from referee.web.view.page_header import (
    ScoreColumn,
    UndoButton,
    banner_of,
    page_header,
    redo_button,
    scoreboard,
    undo_button,
)
from referee.web.view.pages import capitalized
from referee.web.view.secrecy import just_turned
from referee.web.view.view import View

from .beside import Beside, beside_of
from .card_entry import pad_entry
from .collision import collision_page
from .entry_form import (
    EntryForm,
    TurnView,
    asides,
    asks_rows,
    back_to_choice,
    is_pad,
    of_table,
    pad_prompts,
    plain_prompts,
    row_prompts,
    way_back,
    with_others,
)
from .mode import PLAIN, Correcting, Failed, Mode, Overtaken, Preview
from .plain import others, plain_entry
from .redo import way_back_to
from .rows import rows_entry
from .secret import turned_page


@dataclass(frozen=True, kw_only=True)
class EntryPage(Page):
    """The page to enter something; without a form, only the news beside the tapped cards.

    ``watched`` is for phones with nothing to enter, ``asides`` are optional entries.
    """

    seats: Sequence[ScoreColumn] | None
    news: Notice | None
    asked: EntryForm = field(default_factory=EntryForm)
    form: Form | None = None
    notifications: Notifications | None = None
    refusal: RefusalBox | None = None
    actions: Actions | None = None
    band: Notice | None = None
    watched: Beside | None = None
    switched: Switched | None = None
    asides: Sequence[Link] = ()


def entry_page(view: View, draft: Draft, mode: Mode = PLAIN) -> Response:
    """The page to enter something: a pad, rows of all seats, or plain fields."""
    if not mode.correcting and (asked_to_stand := collision(view.history)):
        return collision_page(view, asked_to_stand, mode.news(view), mode.status)
    waits = not mode.correcting and _waits(view, draft)
    draft = replace(draft, seat=_current_seat(view, draft))
    asked = _waiting(view, draft.seat) if waits else _asked(view, draft, bool(mode.correcting))
    if isinstance(mode, Preview) and draft.one("task") not in ("", _task(view, asked)):
        return _moved_on(view, draft)
    if mode.correcting:
        model = _correction(view, draft, mode, asked, mode.correcting)
    else:
        model = _entry(view, draft, mode, asked, None if waits else draft.seat)
    return rendering.page(mode.template, model, mode.status)


def _waits(view: View, draft: Draft) -> bool:
    """Whether this phone has nothing to enter for its own seat, and opened no other's."""
    idle = view.seat is not None and view.seat not in view.awaited
    return idle and draft.seat not in view.history.seats and _current_seat(view, draft) == view.seat


def _entry(
    view: View, draft: Draft, mode: Mode, asked: EntryForm, current: str | None
) -> EntryPage:
    told = None if asked.in_use else read_notifications(view)
    redo, band = way_back_to(view, draft)
    news = mode.news(view) or dispute_notice(view, in_place=True)
    return EntryPage(
        header=page_header(view),
        view=view,
        preview_url=view.url("tables.preview"),
        asked=asked,
        seats=_scoreboard(view, current),
        form=_form(view, draft, mode, asked, view.url("tables.record")),
        news=news or (None if told else line(view)),
        notifications=told,
        refusal=mode.box(view, draft),
        actions=_actions(view, draft, _go(view, asked.go, mode), redo, band),
        band=band,
        watched=None if asked.in_use or asked.sheet else beside_of(view),
        switched=None if band or (isinstance(mode, Overtaken) and mode.since) else switched(view),
        asides=asides(view, draft.seat) if view.may_enter else (),
    )


def _correction(
    view: View, draft: Draft, mode: Mode, asked: EntryForm, form: Correcting
) -> EntryPage:
    title, where, back = form.heading
    header = replace(
        page_header(view), title=title, where=where, back=back, ruler=None, banner=None, live=False
    )
    opened = draft.kind not in ("", form.kind)
    return EntryPage(
        header=header,
        view=view,
        preview_url=form.preview,
        asked=asked if form.others is None else replace(asked, others=form.others),
        seats=None,
        form=_form(view, draft, mode, asked, form.action),
        news=mode.news(view),
        refusal=mode.box(view, draft),
        actions=Actions(
            plain=[way_back(form.action)] if opened else (), go=_go(view, asked.go, mode)
        ),
    )


def _form(view: View, draft: Draft, mode: Mode, asked: EntryForm, action: str) -> Form:
    """The form with its revision and task; a new key unless the same entry may be sent again."""
    again = isinstance(mode, Failed) and draft.one("key")
    hidden = {"seen": view.history.revision, "key": again or context.new_key()}
    task = {"seat": draft.seat or "", "task": _task(view, asked)}
    return Form(action, {**hidden, **task, **asked.hidden})


def _actions(
    view: View, draft: Draft, go: Go | None, redo: UndoButton | None, band: Notice | None
) -> Actions:
    """The main button with the way back from an opened answer, otherwise with Undo or Redo."""
    opened = view.may_enter and not redo and not band
    if opened and (back := back_to_choice(view, draft, _current_seat(view, Draft()))):
        return Actions(plain=[back], go=go)
    return Actions(undo_button(view), go, redo=redo)


def _scoreboard(view: View, current: str | None, explained: bool = False) -> list[ScoreColumn]:
    complete = view.scene.complete
    return marked(
        view, scoreboard(view, current, explained), complete if explained else complete + 1
    )


def _go(view: View, go: Go | None, mode: Mode) -> Go | None:
    """The main button: a correction's words, the mode's if it records, or that the game waits."""
    if go is None or not view.may_enter:
        return None
    own = mode.go_text if go.kind == "record" else ""
    if mode.correcting:
        own = _("Preview changes")
    if own:
        return replace(go, text=own, plain=own)
    if not waiting(view.history.table_events):
        return go
    waits = _("Paused")
    return replace(go, text=waits, plain=waits, kind="open")


def _task(view: View, asked: EntryForm) -> str:
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


def _asked(view: View, draft: Draft, alone: bool) -> EntryForm:
    """The task of the draft's seat by its best form; ``alone`` leaves out the other answers."""
    seat = draft.seat
    if not view.may_enter:
        return EntryForm(
            board=board_of(view), turn_view=TurnView(_("Watching"), _waiting_for(view))
        )
    if prompts := _tried(view, draft):
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
    sheet = sheet_of(view) if _goes_on(view, prompts[0]) else None
    return replace(plain_entry(view, prompts, draft), sheet=sheet)


def _tried(view: View, draft: Draft) -> list[Prompt]:
    """The plain answer that was opened or sent."""
    return [
        prompt
        for prompt in view.prompts
        if (prompt.seat, prompt.kind) == (draft.seat, draft.kind)
        and prompt.form != "row"
        and not is_pad(prompt)
    ]


def _goes_on(view: View, prompt: Prompt) -> bool:
    table = prompt.seat is None and not prompt.fields
    return table and not view.scene.board and not view.unrevealed


def _waiting(view: View, seat: str | None) -> EntryForm:
    return EntryForm(
        board=board_of(view), turn_view=TurnView(view.names.get(seat or "", ""), _waiting_for(view))
    )


def _waiting_for(view: View) -> str:
    names = [view.names[seat] for seat in view.awaited if seat and not view.over]
    return (
        _("Waiting for %(names)s", names=view.translator.marks.between.join(names)) if names else ""
    )


@dataclass(frozen=True, kw_only=True)
class ExplainedPage(Page):
    """The round explained and the way to the next one."""

    explained: Explained
    deals: str
    seats: Sequence[ScoreColumn]
    notifications: Notifications | None
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
        notifications=read_notifications(view),
        news=dispute_notice(view),
        actions=Actions(undo_button(view), go, redo=redo_button(view)),
        sheet=sheet_of(view) if view.result else None,
    )
    return rendering.page("entry/explained.html", model)
