"""What happened at a table in words: who, when, what was entered, and how a call was ruled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from flask_babel import gettext as _

from referee.kernel.contract import Move
from referee.kernel.history import Event
from referee.table_events.consent import DECLINED, PROPOSAL, move_of
from referee.table_events.settings import SETTING
from referee.web.http.parts import Notice
from referee.words import plain_card, plain_number

from .call_words import AFFAIRS, call_log_text
from .option_words import chosen_text, settings_text
from .seat_words import table_event_text
from .view import View

ANSWERS = (PROPOSAL, DECLINED)
REASONS = ("misread", "key", "player")


def clock(at: float) -> str:
    """Hours and minutes, as the table's clock says."""
    return datetime.fromtimestamp(at).strftime("%H:%M") if at else ""


def who(view: View, by: str) -> str:
    """The name of whoever entered: a seat's, else the role of the phone."""
    phones = {"host": _("the host’s phone"), "seat": _("a phone at the table"), "watch": _("a phone that watches")}
    phones["group"] = _("a phone of the group")
    return view.names.get(by) or phones.get(by, by)


def reason_text(reason: str) -> str:
    """A reason as this reader understands it: a ready-made one in their language, any other as it was written."""
    return {"misread": _("Misread"), "key": _("Wrong key"), "player": _("Wrong player")}.get(reason, reason)


def kind_label(view: View, event: Event) -> str | None:
    """What kind of event it is, where that is not plain from what happened."""
    if event.type == "amend":
        return _("Agreed") if "proposal" in event.data else _("Corrected")
    if event.type in ANSWERS:
        return {PROPOSAL: _("Proposed"), DECLINED: _("Declined")}[event.type]
    if event.type == "retract":
        target = view.history.event(int(event.data["of"]))
        return _("Redone") if target and target.type == "retract" else _("Undone")
    return _("Overruled") if event.accept else None


def event_text(view: View, event: Event, hides: bool) -> str:
    """What happened, as far as this reader may know it."""
    if event.type == "start":
        return _("The table was opened.")
    if event.type == "retract":
        target = view.history.root(event)
        return "" if target is event else event_text(view, target, False)
    if event.type == "ruling":
        return _ruled(view, event)
    if event.type == SETTING:
        return settings_text(event.data)
    if event.type in ANSWERS:
        corrected = view.history.event(move_of(view.history.events, event.seq) or 0)
        return view.entry_name(corrected) if corrected else ""
    if event.type in AFFAIRS:
        return call_log_text(view, event, who(view, event.by))
    if event.type not in ("move", "amend"):
        return table_event_text(view, event) or event.kind or event.type
    if hides:
        return view.plain.seat(event.seat)
    played = view.history.changed_by(event.seq)
    made = any(slot.name == event.kind for slot in view.history.game.info.slots)
    points = view.points(played.round, event.seat) if played and event.seat and made else None
    name = view.entry_name(event)
    if (own := view.names.get(event.seat or "", "")) not in name:
        name = f"{own}{view.plain.marks.comma}{name}"
    more = [plain_number(points)] if points is not None else [answer_text(view, event.data.get("entry", event.data), name, cards=False)]
    return view.plain.marks.comma.join(filter(None, (name, *more)))


def move_name(view: View, move: Move) -> str:
    """How an entry is called: by whose it is and what."""
    own = f"{view.plain.seat(move.seat)}{view.plain.marks.comma}{view.kind_name(move.kind)}"
    return view.plain.say(f"entry.{move.kind}", {"seat": move.seat, **move.data}, default=own)


def answer_text(view: View, move: Mapping[str, Any] | Move, said: str = "", cards: bool = True) -> str:
    """What an entry answered, in words, without what is ``said`` of it anyway."""
    data = move.data if isinstance(move, Move) else move
    answers = [" ".join(filter(None, _values(view, name, value, cards))) for name, value in data.items()]
    return view.plain.marks.comma.join(text for text in answers if text and text not in said)


def _values(view: View, name: str, value: Any, cards: bool) -> Iterator[str]:
    """The words for the value of a field; a place on the table has none, cards only where they are not drawn."""
    about = next((seat for seat in view.history.seats if name.endswith(f"_{seat}")), "")
    for one in value if isinstance(value, list | tuple) else [value]:
        if one is None or one is False:
            continue
        if one is True:
            yield view.plain.say(f"field.{name}")
        elif one in view.scene.deck.counts and isinstance(value, list | tuple):
            yield plain_card(one) if cards else ""
        else:
            yield f"{view.names.get(about, '')} {_word(view, name.removesuffix(f'_{about}'), one)}".strip()


def _word(view: View, name: str, value: Any) -> str:
    if isinstance(value, int):
        return plain_number(value)
    code = next((code for code in (f"field.{name}.{value}", f"word.{value}") if view.plain.find(code)), "")
    return view.names.get(value) or (view.plain.say(code) if code else value if value.replace(" ", "").isdigit() else "")


def _ruled(view: View, event: Event) -> str:
    """What the table ruled, or gave up."""
    told = event.data
    option = told.get("option", "")
    if told.get("withdrawn"):
        return _("Ruling given up: %(clause)s", clause=told.get("clause", ""))
    text = chosen_text(view.table.game, option, told.get("value")) if option else told.get("clause", "")
    return _("Ruled: %(what)s", what=text)


def happened(view: View, since: int) -> Notice:
    """One line that says what others recorded since a revision."""
    newer = [event for event in view.history.events if event.seq > since and event.type != "start"]
    texts = [_briefly(view, event) for event in newer[-3:]]
    return Notice(_("Meanwhile: %(what)s", what="; ".join(texts)))


def _briefly(view: View, event: Event) -> str:
    what = event_text(view, event, view.hides(event))
    if event.type == "retract":
        return _("Taken back: %(what)s", what=what)
    return _("%(text)s: %(change)s", text=kind_label(view, event), change=what) if event.type in ANSWERS else what
