"""Plain entry: one form per alternative, each field by its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel import fields
from referee.kernel.contract import Checked, Level, Prompt
from referee.kernel.game import check
from referee.web.desk.draft import Draft, raw_fields
from referee.web.forms.fields import as_keys, columns_for, field_view, option_label
from referee.web.forms.pad import pad
from referee.web.view.board import board_of, effects_of, on_board, places
from referee.web.view.view import View, field_label, leading
from referee.words import ruling_sentence

from .card_entry import ask_text, record_text

TAP_COLUMNS = 4


def plain_entry(view: View, prompts: Sequence[Prompt], draft: Draft) -> dict[str, Any]:
    """The page of one seat's (or the table's) plain alternatives; the first is the form, the others are buttons below it."""
    main = next((prompt for prompt in prompts if prompt.kind == draft.kind), prompts[0])
    raw = raw_fields(main, draft)
    checked = _checked(view, main, raw, draft)
    rest = [prompt for prompt in prompts if prompt is not main]
    parts = _form(view, main, draft, checked) | {"board": board_of(view, main, draft), "told": effects_of(view)}
    if main.form == "tap" and main.fields:
        instead = next((prompt for prompt in rest if not prompt.fields), None)
        rest = [prompt for prompt in rest if prompt is not instead]
        parts["go"] = _instead(view, instead) if instead else {"text": ask_text(view, main), "kind": "open"}
    else:
        ready = checked is not None and not checked.objections
        parts["go"] = {"text": _go_text(view, main, raw, checked), "kind": "record" if ready else "open"}
    return parts | {
        "turn_view": _heading(view, main),
        "others": others(view, rest),
        "verdict": _noted(view, checked),
        "hidden": {"kind": main.kind, "seat": main.seat or ""},
    }


def _checked(view: View, main: Prompt, raw: Mapping[str, object], draft: Draft) -> Checked | None:
    """What the referee says to the form as it stands, once there is something in it or nothing is needed."""
    if not raw and not all(_may_be_left(wanted) for wanted in main.fields):
        return None
    return check(view.history.game, view.state, main.kind, main.seat, raw, draft.accept).entered


def _may_be_left(wanted: fields.Field) -> bool:
    return wanted.optional or wanted.default is not None or isinstance(wanted, fields.Flag | fields.Many)


def _form(view: View, main: Prompt, draft: Draft, checked: Checked | None) -> dict[str, Any]:
    """The fields as they are drawn: places of the board are left to it, and the last field of a tapped form is its keys."""
    wrong = {ruling.field: ruling for ruling in checked.objections} if checked and draft.raw.get("kind") else {}
    tap = main.fields[-1] if main.form == "tap" and main.fields else None
    drawn = [
        as_keys(field_view(view, wanted, draft, wrong.get(wanted.name), main.seat), wanted, len(main.fields) == 1)
        for wanted in main.fields
        if not on_board(view, wanted, wrong) and wanted is not tap
    ]
    return {"fields": drawn, "tap": _tap(view, tap, main, draft) if tap is not None and not on_board(view, tap, {}) else None}


def _tap(view: View, wanted: fields.Field, main: Prompt, draft: Draft) -> dict[str, Any]:
    """The field each of whose choices is one tap: a pad of keys, or buttons; spots of the board are tapped there.

    What a correction starts from is marked.
    """
    model: dict[str, Any] = {"name": wanted.name, "label": field_label(view, wanted)}
    if isinstance(wanted, fields.Cards):
        return model | {"pad": pad(view, wanted, main.seat, Counter(draft.texts(wanted.name)), name=wanted.name, mode="tap")}
    values = wanted.values if isinstance(wanted, fields.Choice) else map(str, range(wanted.low, wanted.high + 1))  # type: ignore[attr-defined]
    drawn, now = places(view), draft.texts(wanted.name)
    labels = {value: option_label(view, wanted, value) for value in values if value not in drawn}
    options = [{"value": value, "label": label, "on": value in now} for value, label in labels.items()]
    return model | {"options": options, "columns": columns_for(list(labels.values()), TAP_COLUMNS)}


def _instead(view: View, prompt: Prompt) -> dict[str, Any]:
    """The big button of a tapped form: what may be done instead of the tap."""
    text = view.speaker.say(f"record.{prompt.kind}", {"seat": prompt.seat, "slot": prompt.kind}, default=view.kind_name(prompt.kind))
    return {"text": text, "kind": "quiet", "name": "instead", "value": prompt.kind}


def _heading(view: View, main: Prompt) -> dict[str, Any]:
    """Who acts, and what they should know; what anybody may do at any time is named instead."""
    anytime = main.aside and main.seat is None
    hint = None if anytime else view.scene.hint
    heading = view.speaker.say(f"turn.{main.kind}", {"seat": main.seat}, default=view.kind_name(main.kind) if anytime else "")
    kind = "" if heading or not main.fields else view.speaker.say(f"kind.{main.kind}", default="")
    return {
        "name": heading or leading(view.speaker.seat(main.seat)),
        "hint": view.speaker.say(f"say.{hint.code}", hint.params) if hint else kind,
        "slots": [],
    }


def _noted(view: View, checked: Checked | None) -> dict[str, Any] | None:
    """The verdict on a form that stands, where the game has something to say to it."""
    noted = [ruling for ruling in checked.rulings if ruling.level is Level.NOTE] if checked and not checked.objections else []
    if not noted:
        return None
    first = noted[0]
    why = Markup(ruling_sentence(view.speaker, first, ".why"))
    remark = {"ok": True, "text": why, "clause": ""} if why else None
    return {"say": Markup(ruling_sentence(view.speaker, first)), "clause": first.clause, "remark": remark}


def _go_text(view: View, prompt: Prompt, raw: Mapping[str, object], checked: Checked | None) -> str:
    """What the button would record; else what is wrong with what is complete, or what to tap."""
    if checked and not checked.objections:
        return record_text(view, prompt, checked)
    if checked and raw and all(wanted.name in raw or _may_be_left(wanted) for wanted in prompt.fields):
        return Markup(ruling_sentence(view.speaker, checked.objections[0]))
    left = next((wanted for wanted in prompt.fields if wanted.name not in raw and not _may_be_left(wanted)), None)
    if raw and left:
        return _("Still missing: %(what)s", what=field_label(view, left))
    return view.speaker.say(f"ask.{prompt.kind}", {"seat": prompt.seat}, default=view.kind_name(prompt.kind))


def others(view: View, prompts: Sequence[Prompt]) -> list[dict[str, Any]]:
    """The buttons and links of further answers."""
    return [_other(view, prompt) for prompt in prompts]


def _other(view: View, prompt: Prompt) -> dict[str, Any]:
    """An alternative: sent as it is when nothing more is asked, else opened as a form of its own."""
    named = view.kind_name(prompt.kind)
    text = named if prompt.fields else view.speaker.say(f"record.{prompt.kind}", {"seat": prompt.seat, "slot": prompt.kind}, default=named)
    href = view.url("tables.table", seat=prompt.seat or "", do=prompt.kind) if prompt.fields else ""
    return {"text": text, "kind": prompt.kind, "seat": prompt.seat or "", "href": href, "clause": prompt.clause}


