"""Routes of the table: enter, preview, undo and correct; the round explained."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, request

from referee.event import Event
from referee.kernel.contract import Prompt
from referee.kernel.detail import DEPTH
from referee.kernel.history import History, Played
from referee.service.corrections import amended, with_valid_overrules
from referee.service.draft import Draft, draft_of, first, key_of, read_draft
from referee.service.errors import Breaks, HostMustAllow, Refused, ScoringPaused
from referee.store.errors import Stale, StoreError
from referee.web.changes.before_after import changes_page
from referee.web.http import context, rendering
from referee.web.http.authorize import authorize
from referee.web.http.errors import error_sentence, problem_logged, problem_of
from referee.web.http.permissions import needs
from referee.web.http.security import MAX_NUMBER, number, whole
from referee.web.http.words import gettext as _
from referee.web.view.access import amend_entry, entered_by, note_own, open_view, view_of
from referee.web.view.log_words import REASONS
from referee.web.view.page_header import moved_to
from referee.web.view.secrecy import asked_here, just_turned, secrecy
from referee.web.view.view import View

from .beside import beside_page
from .collision import ask_to_look
from .conflict import anyway_text, overtaking, quicker_entry, settled
from .entry_form import OtherAnswer, as_before, entries_of, fill, is_pad
from .mode import PLAIN, Failed, Mode, Objected, Overtaken, Paused, Preview, correcting
from .page import entry_page, explained_page
from .plain import nothing, others
from .redo import undone_entry
from .secret import turned_page, waiting_page

# At most this many events made by a phone are read.
MOST_KNOWN = 200

tables = Blueprint("tables", __name__)
corrections = Blueprint("corrections", __name__)


@tables.get("/t/<code>")
@needs("watch", outside=303)
def table(code: str) -> Any:
    """The table as it stands, or where it goes on."""
    _table, view = open_view()
    if moved_to(view):
        return redirect(view.url("departing.move"), 303)
    return table_page(view, request.args)


def table_page(view: View, asked: Mapping[str, str]) -> Any:
    """The final result, the finished round, or the current task; ``asked`` is the query."""
    if rendering.is_fragment() and (turned := just_turned(view, number(asked, "since"))):
        return turned_page(view, turned)
    if view.over and "seat" not in asked:
        return redirect(view.url("finale.result"), 303)
    # An old address of the detail; it is a switch in the menu now.
    if asked.get("do") == DEPTH:
        return redirect(view.url("tables.table", go=1), 303)
    if draft := undone_entry(view, number(asked, "back")):
        return entry_page(view, draft)
    if _explains(view, asked):
        return explained_page(view, number(asked, "round") or view.scene.complete)
    return _task_page(view, asked)


def _task_page(view: View, asked: Mapping[str, str]) -> Response:
    """The current task, or who is waited for while entries are secret."""
    seat, kind = asked.get("seat"), asked.get("do", "")
    if (now := secrecy(view)) and not kind:
        seat = asked_here(view, now, seat)
        if seat is None:
            return waiting_page(view, now)
    cleared = {"clear": ["1"]} if "clear" in asked else {}
    return entry_page(view, Draft(cleared, seat, kind))


def _to_table(view: View, **asked: int) -> Any:
    """303 to the table; htmx gets its page at once, which saves a round trip."""
    there = view.url("tables.table", **asked)
    if not rendering.is_fragment():
        return redirect(there, 303)
    g.led_to = there
    # Read again: this phone is not notified of what it just made.
    found = context.find_table(view.table.code)
    assert found is not None
    answer = table_page(view_of(*found), {name: str(value) for name, value in asked.items()})
    answer.headers["Content-Location"] = there
    return answer


@tables.post("/t/<code>/entry")
@needs("seat", cases={"let stand": "host"})
def record(code: str) -> Any:
    """Record the form: 303 to the table, 422 with the refusal, 409 if overtaken or paused."""
    table, grant = authorize()
    draft = read_draft(request.form.to_dict(flat=False))
    if (put := first(draft.raw, "put")) or "refresh" in draft.raw:
        view = view_of(table, grant)
        return _filled(view, fill(draft, put, view) if put else draft)
    seen, key = number(request.form, "seen"), key_of(draft) or context.new_key()
    view = view_of(table, grant, seen)
    entries = entries_of(view, draft)
    if not entries:
        return _not_asked(view, draft, seen, key)
    try:
        context.service().enter(
            table, seen, entries, key, entered_by(grant), draft.reason, view.hosts
        )
    except Refused as refused:
        return entry_page(replace(view, history=refused.history), draft, Objected(refused=refused))
    except Stale:
        return _stale(view_of(table, grant), draft, seen)
    except ScoringPaused as held:
        return entry_page(view_of(table, grant), draft, Paused(dispute=held.dispute))
    except StoreError as failed:
        told = problem_logged(failed)
        return entry_page(view, draft, Failed(trouble=error_sentence(told), status=told.status))
    if any(made.accept for made in entries):
        note_own(table, key, len(entries))
    return _recorded(view, key)


def _not_asked(view: View, draft: Draft, seen: int, key: str) -> Any:
    """Answer a form that made no entry: it was recorded before, is overtaken, or is empty."""
    if context.store().written(view.table.id, key):
        return _recorded(view, key)
    now = open_view()[1]
    if seen != now.history.revision:
        return _stale(now, draft, seen)
    return entry_page(now, draft, Mode(status=422))


def _stale(view: View, draft: Draft, seen: int) -> Response:
    """Say what happened meanwhile and keep the draft, to record anyway or replace an entry."""
    if answer := _of_saved(view, draft, seen):
        return answer
    if quicker := overtaking(view, draft.seat, seen):
        form = correcting(view, quicker)
        form = replace(form, heading=form.heading._replace(back=view.url("tables.table")))
        return entry_page(as_before(view, quicker), draft, Overtaken(since=seen, correcting=form))
    go_text = anyway_text(
        view, context.service().history_at(view.table, seen), entries_of(view, draft)
    )
    return entry_page(view, draft, Overtaken(since=seen, go_text=go_text))


def _of_saved(view: View, draft: Draft, seen: int) -> Response | None:
    """The answer to an overtaken entry saved on its phone: accepted, or which one is right."""
    known = {whole(one, MAX_NUMBER) for one in request.form.get("made", "").split()[:MOST_KNOWN]}
    quicker = quicker_entry(view, draft.seat, seen, known) if "queued" in request.form else None
    if quicker is None:
        return None
    key = key_of(draft) or context.new_key()
    found = settled(view, draft, quicker, key, number(request.form, "replaces"))
    return (
        found
        if isinstance(found, Response)
        else _recorded(view, key, quicker.seq)
        if found
        else None
    )


def _recorded(view: View, key: str, also: int = 0) -> Any:
    """Go to the table; a saved entry gets its revision and its own events as headers.

    ``also`` is the entry it matched or replaced, which no other saved entry may match.
    """
    if "queued" not in request.form:
        # The last player to enter sees the reveal, too.
        since = {"since": number(request.form, "seen")} if secrecy(view) else {}
        return _to_table(view, **since)
    seen, written = number(request.form, "seen"), context.store().written(view.table.id, key)
    # If others recorded entries its phone has not seen, the phone keeps its own revision.
    made = max(seen, written.last) if written and written.first <= seen + 1 else seen
    events = [*range(written.first, written.last + 1)] if written else []
    told = " ".join(str(seq) for seq in (*events, also) if seq)
    return Response(status=204, headers={"X-Revision": str(made), "X-Made": told})


@tables.post("/t/<code>/preview")
@needs("watch")
def preview(code: str) -> Any:
    """Only the parts of the page that change while the form is tapped."""
    _, view = open_view()
    return _filled(view, read_draft(request.form.to_dict(flat=False)), Preview())


def _filled(view: View, draft: Draft, mode: Mode = PLAIN) -> Response:
    """The form as it is filled in so far, unless the game goes on elsewhere by now."""
    if moved_to(view):
        return Response(headers={"HX-Redirect": view.url("departing.move")})
    return entry_page(view, draft, mode)


@tables.get("/t/<code>/beside")
@needs("watch")
def beside(code: str) -> Any:
    """The sheet and the newest round for wide screens."""
    return beside_page(open_view()[1], "told" in request.args)


def _explains(view: View, asked: Mapping[str, str]) -> bool:
    """Whether the finished round is still shown: until somebody opens or records an entry."""
    if "round" in asked:
        return True
    complete, played = view.scene.complete, view.history.played
    explains = view.history.game.info.explains or view.result is not None
    if (
        not complete
        or not explains
        or not played
        or played[-1].round != complete
        or {"seat", "do", "go"} & set(asked)
    ):
        return False
    return not any(line.round > complete and line.part == "score" for line in view.lines)


# Undo and correct


@corrections.post("/t/<code>/undo")
@needs("seat", cases={"let stand": "host"}, own="a secret entry before the reveal")
def undo(code: str) -> Any:
    """Undo the newest entry, or redo; an undone entry returns filled in. A stale one shows news."""
    table, view = open_view()
    seen, key = number(request.form, "seen"), request.form.get("key") or context.new_key()
    of = number(request.form, "of")
    if not view.may_undo(of):
        abort(403)
    event = view.history.event(of)
    also = view.undone_with(event) if event else ()
    context.service().undo(table, seen, key, entered_by(view), of, view.hosts, also)
    note_own(table, key)
    back = {"back": of} if event and event.type == "move" else {}
    return _to_table(view, **back, go=1)


@corrections.post("/t/<code>/look/<int:seq>")
@needs("seat")
def look(code: str, seq: int) -> Any:
    """Ask the player of a colliding entry to check their cards: 303 to the table."""
    _table, view = open_view()
    ask_to_look(view, seq, context.sent_key())
    return _to_table(view)


@corrections.errorhandler(Stale)
def stale(_error: Stale) -> Any:
    """Show what happened meanwhile instead of an undo or a correction."""
    _table, view = open_view()
    return entry_page(view, Draft(), Overtaken(since=number(request.form, "seen")))


@corrections.get("/t/<code>/correct/<int:seq>")
@needs("seat", own="a secret entry before the reveal")
def correct(code: str, seq: int) -> Any:
    """The original entry, to be changed."""
    view, before, played = _before(seq)
    move = played.move
    rows = any(prompt.form == "row" and prompt.kind == move.kind for prompt in before.prompts)
    draft = draft_of(move.kind, move.seat, move.data, f".{move.seat}" if rows else "")
    instead = _alternatives(before, played)
    if request.args.get("do", "") in {prompt.kind for prompt in instead}:
        draft = Draft(seat=move.seat, kind=request.args["do"])
    form = correcting(view, played)
    linked = _linked(before, instead, draft.kind, form.action)
    return entry_page(before, draft, Mode(correcting=replace(form, others=linked)))


def _linked(before: View, instead: Sequence[Prompt], kind: str, action: str) -> list[OtherAnswer]:
    """The explicit "nothing" of the form shown, and the other answers as forms at ``action``."""
    own = [other for one in instead if one.kind == kind for other in nothing(before, one)]
    further = others(before, [prompt for prompt in instead if prompt.kind != kind])
    return own + [
        replace(other, href=f"{action}?do={other.kind}") if other.href else other
        for other in further
    ]


@corrections.post("/t/<code>/correct/<int:seq>")
@needs("seat", cases={"let stand": "host"}, own="a secret entry before the reveal")
def show_changes(code: str, seq: int) -> Any:
    """Preview the effects of a correction; 422 if the new entry is refused."""
    view, before, played = _before(seq)
    draft = read_draft(request.form.to_dict(flat=False))
    if put := request.form.get("put"):
        draft = fill(draft, put, before)
    if put or "refresh" in request.form:
        return entry_page(before, draft, Mode(correcting=correcting(view, played)))
    try:
        entry = with_valid_overrules(_entry(before, draft), draft.reason, view.hosts)
        after = amended(view.history, seq, entry)
    except Refused as refused:
        form = correcting(view, played)
        return entry_page(before, draft, Objected(refused=refused, correcting=form))
    return _changes(view, played, entry, after, draft.reason)


def _changes(
    view: View,
    played: Played,
    entry: Event,
    after: History,
    reason: str,
    wrong: str = "",
    status: int = 200,
) -> Response:
    model = changes_page(view, played, entry, after, reason, wrong)
    return rendering.page("entry/before_after.html", model, status)


@corrections.post("/t/<code>/correct/<int:seq>/preview", endpoint="preview")
@needs("seat", own="a secret entry before the reveal")
def preview_correction(code: str, seq: int) -> Any:
    """The verdict on the corrected entry while it is tapped."""
    view, before, played = _before(seq)
    draft = read_draft(request.form.to_dict(flat=False))
    return entry_page(before, draft, Preview(correcting=correcting(view, played)))


@corrections.post("/t/<code>/amend/<int:seq>")
@needs("seat", cases={"let stand": "host"}, own="a secret entry before the reveal")
def amend(code: str, seq: int) -> Any:
    """Confirm a correction; all but the newest entry need a reason."""
    view, before, played = _before(seq)
    draft = read_draft(request.form.to_dict(flat=False))
    kind = request.form.get("reason_kind", "")
    reason = draft.reason or (kind if kind in REASONS else "")
    entry = with_valid_overrules(
        replace(_entry(before, draft), accept=tuple(request.form.getlist("accept"))),
        reason,
        view.hosts,
    )
    seen, key = number(request.form, "seen"), request.form.get("key") or context.new_key()
    try:
        if not reason and seq != view.history.played[-1].seq:
            after = amended(view.history, seq, entry)
            wrong = _("Add a short reason.")
            return _changes(view, played, entry, after, "", wrong, 422)
        amend_entry(view, seen, key, reason, seq, entry, request.form.get("rewind") == "1")
    except Refused as refused:
        form = correcting(view, played)
        return entry_page(before, draft, Objected(refused=refused, correcting=form))
    except HostMustAllow as error:
        after, wrong = (
            amended(view.history, seq, entry),
            error_sentence(problem_of(error)),
        )
        return _changes(view, played, entry, after, reason, wrong, 403)
    except Breaks as breaks:
        return _changes(view, played, entry, breaks.history, reason, status=409)
    return redirect(view.url("sheets.sheet", open=f"{played.round}-{played.move.seat}"), 303)


def _alternatives(before: View, played: Played) -> list[Prompt]:
    """Other answers the seat could have given, except on the card pad."""
    own = [
        prompt
        for prompt in before.prompts
        if prompt.seat == played.move.seat and not prompt.aside and prompt.form != "row"
    ]
    return [prompt for prompt in own if not is_pad(prompt)]


def _entry(before: View, draft: Draft) -> Event:
    entries = entries_of(before, draft)
    if not entries:
        abort(422)
    return entries[0]


def _before(seq: int) -> tuple[View, View, Played]:
    """The table now and just before a standing entry, and that entry; 404 or 403 without it."""
    _table, view = open_view()
    played, event = view.history.find(seq), view.history.event(seq)
    if played is None or event is None:
        abort(404)
    if view.hides(event):
        abort(403)
    return view, as_before(view, played), played
