"""An undone entry as a form that can record it again, and the Redo button."""

from referee.event import Event
from referee.kernel.history import undone
from referee.service.draft import Draft, draft_of
from referee.web.http.parts import Notice
from referee.web.http.words import gettext as _
from referee.web.view.page_header import UndoButton, redo_button
from referee.web.view.view import View

from .entry_form import row_prompts


def undone_entry(view: View, seq: int) -> Draft | None:
    """The undone entry ``seq`` with all that was stored by the same tap, if it is still asked.

    None if its seat entered something since, if it is hidden, or if it has nothing to fill in.
    """
    event = view.history.event(seq)
    if event is None or event.type != "move" or view.history.find(seq) or view.hides(event):
        return None
    last = _as_it_stood(view, event)
    if last.seat in {row.seat for row in row_prompts(view)}:
        return _rows(view, seq)
    if _goes_on(view, event) or not any(_asks(view, last)):
        return None
    return draft_of(last.kind, last.seat, last.answer)


def way_back_to(view: View, draft: Draft) -> tuple[UndoButton | None, Notice | None]:
    """The Redo button and the notice "still selected"; neither once the form was changed."""
    back = undone(view.history.events)
    made = undone_entry(view, int(back.data["of"])) if back else None
    was = {name: sorted(made.texts(name)) for name in made.raw} if made else {}
    now = {name: sorted(draft.texts(name)) for name in was}
    if draft.one("clear") or (now != was and (draft.texts("typed") or any(now.values()))):
        return None, None
    if made is None or now != was or not any(was.values()):
        return redo_button(view), None
    return redo_button(view, lasting=True), still_chosen(view, made)


def still_chosen(view: View, made: Draft) -> Notice:
    """The notice above an undone entry, with the link to clear it."""
    seat = {"seat": made.seat} if made.seat else {}
    text, clear = _("Undone. Everything is still selected."), _("Clear it")
    if made.texts("cards"):
        text, clear = _("Undone. The cards are still selected."), _("Clear the cards")
    return Notice(text, view.url("tables.table", go=1, clear=1, **seat), clear)


def _as_it_stood(view: View, event: Event) -> Event:
    changed = [
        later
        for later in view.history.events
        if later.type == "amend" and later.data["of"] == event.seq
    ]
    return changed[-1] if changed else event


def _goes_on(view: View, event: Event) -> bool:
    return any(
        played.move.seat == event.seat for played in view.history.played if played.seq > event.seq
    )


def _asks(view: View, entry: Event) -> list[bool]:
    """For each prompt that expects this entry, whether it has fields."""
    asked = (prompt for prompt in view.prompts if not prompt.aside)
    return [
        bool(prompt.fields)
        for prompt in asked
        if (prompt.kind, prompt.seat) == (entry.kind, entry.seat)
    ]


def _rows(view: View, seq: int) -> Draft:
    asked = {row.seat for row in row_prompts(view)}
    raw: dict[str, list[str]] = {}
    for move in _undone_with(view, seq):
        if move.type == "move" and move.seat in asked:
            row = _as_it_stood(view, move)
            raw |= draft_of(row.kind, row.seat, row.answer, f".{row.seat}").raw
    return Draft(raw)


def _undone_with(view: View, seq: int) -> list[Event]:
    """The entries that the same tap undid."""
    undos = [event for event in view.history.events if event.type == "retract"]
    undo = next(event for event in reversed(undos) if event.data["of"] == seq)
    gone = [event for event in undos if (event.at, event.by) == (undo.at, undo.by)]
    return [move for event in gone if (move := view.history.event(int(event.data["of"])))]
