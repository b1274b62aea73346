"""Plain entry: one form per alternative, each field by its kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel import fields
from referee.kernel.contract import Checked, Level, Prompt
from referee.kernel.game import check
from referee.web.desk.draft import Draft, raw_fields
from referee.web.forms.fields import Choice, FieldView, as_keys, columns_for, field_view, option_label
from referee.web.forms.pad import pad
from referee.web.forms.verdict import Remark, Verdict
from referee.web.http.parts import Go
from referee.web.view.board import board_of, effects_of, on_board, places
from referee.web.view.view import View, field_label, leading
from referee.words import ruling_sentence

from .asked import Asked, Other, Tap, Turn
from .card_entry import ask_text, record_text

TAP_COLUMNS = 4


def plain_entry(view: View, prompts: Sequence[Prompt], draft: Draft) -> Asked:
    """The page of one seat's (or the table's) plain alternatives; the first is the form, the others are buttons below it."""
    main = next((prompt for prompt in prompts if prompt.kind == draft.kind), prompts[0])
    raw = raw_fields(main, draft)
    checked = _checked(view, main, raw, draft)
    rest = [prompt for prompt in prompts if prompt is not main]
    if main.form == "tap" and main.fields:
        instead = next((prompt for prompt in rest if not prompt.fields), None)
        rest = [prompt for prompt in rest if prompt is not instead]
        go = _instead(view, instead) if instead else Go(ask_text(view, main), kind="open")
    else:
        ready = checked is not None and not checked.objections
        go = Go(_go_text(view, main, raw, checked), kind="record" if ready else "open")
    tap = main.fields[-1] if main.form == "tap" and main.fields else None
    return Asked(
        turn_view=_heading(view, main),
        fields=_fields(view, main, tap, draft, checked),
        tap=_tap(view, tap, main, draft) if tap is not None and not on_board(view, tap, {}) else None,
        verdict=_noted(view, checked),
        go=go,
        hidden={"kind": main.kind, "seat": main.seat or ""},
        others=others(view, rest),
        board=board_of(view, main, draft),
        effects=effects_of(view),
    )


def _checked(view: View, main: Prompt, raw: Mapping[str, object], draft: Draft) -> Checked | None:
    """What the referee says to the form as it stands, once there is something in it or nothing is needed."""
    if not raw and not all(_may_be_left(wanted) for wanted in main.fields):
        return None
    return check(view.history.game, view.state, main.kind, main.seat, raw, draft.accept).entered


def _may_be_left(wanted: fields.Field) -> bool:
    return wanted.optional or wanted.default is not None or isinstance(wanted, fields.Flag | fields.Many)


def _fields(view: View, main: Prompt, tap: fields.Field | None, draft: Draft, checked: Checked | None) -> list[FieldView]:
    """The fields that are drawn: places of the board are left to it, and the last field of a tapped form is its keys."""
    wrong = {ruling.field: ruling for ruling in checked.objections} if checked and draft.raw.get("kind") else {}
    return [
        as_keys(field_view(view, wanted, draft, wrong.get(wanted.name), main.seat), wanted, len(main.fields) == 1)
        for wanted in main.fields
        if not on_board(view, wanted, wrong) and wanted is not tap
    ]


def _tap(view: View, wanted: fields.Field, main: Prompt, draft: Draft) -> Tap:
    """The field each of whose choices is one tap: a pad of keys, or buttons; spots of the board are tapped there.

    What a correction starts from is marked.
    """
    label = field_label(view, wanted)
    if isinstance(wanted, fields.Cards):
        keys = pad(view, wanted, main.seat, Counter(draft.texts(wanted.name)), name=wanted.name, mode="tap")
        return Tap(wanted.name, label, keys)
    values = wanted.values if isinstance(wanted, fields.Choice) else map(str, range(wanted.low, wanted.high + 1))  # type: ignore[attr-defined]
    drawn, now = places(view), draft.texts(wanted.name)
    options = [Choice(value, option_label(view, wanted, value), value in now) for value in values if value not in drawn]
    return Tap(wanted.name, label, options=options, columns=columns_for([option.label for option in options], TAP_COLUMNS))


def _instead(view: View, prompt: Prompt) -> Go:
    """The big button of a tapped form: what may be done instead of the tap."""
    text = view.speaker.say(f"record.{prompt.kind}", {"seat": prompt.seat, "slot": prompt.kind}, default=view.kind_name(prompt.kind))
    return Go(text, kind="quiet", name="instead", value=prompt.kind)


def _heading(view: View, main: Prompt) -> Turn:
    """Who acts, and what they should know; what anybody may do at any time is named instead."""
    anytime = main.aside and main.seat is None
    hint = None if anytime else view.scene.hint
    heading = view.speaker.say(f"turn.{main.kind}", {"seat": main.seat}, default=view.kind_name(main.kind) if anytime else "")
    kind = "" if heading or not main.fields else view.speaker.say(f"kind.{main.kind}", default="")
    name = heading or leading(view.speaker.seat(main.seat))
    return Turn(name, view.speaker.say(f"say.{hint.code}", hint.params) if hint else kind)


def _noted(view: View, checked: Checked | None) -> Verdict | None:
    """The verdict on a form that stands, where the game has something to say to it."""
    noted = [ruling for ruling in checked.rulings if ruling.level is Level.NOTE] if checked and not checked.objections else []
    if not noted:
        return None
    why = Markup(ruling_sentence(view.speaker, noted[0], ".why"))
    said = Markup(ruling_sentence(view.speaker, noted[0]))
    return Verdict(said, noted[0].clause, remark=Remark(True, why) if why else None)


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


def others(view: View, prompts: Sequence[Prompt]) -> list[Other]:
    """The buttons and links of further answers: sent as they are when nothing more is asked, else opened as a form of their own."""
    return [_other(view, prompt) for prompt in prompts]


def _other(view: View, prompt: Prompt) -> Other:
    named = view.kind_name(prompt.kind)
    text = named if prompt.fields else view.speaker.say(f"record.{prompt.kind}", {"seat": prompt.seat, "slot": prompt.kind}, default=named)
    href = view.url("tables.table", seat=prompt.seat or "", do=prompt.kind) if prompt.fields else ""
    return Other(text, prompt.kind, prompt.seat or "", href, prompt.clause)
