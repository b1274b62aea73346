"""Plain entry: one form per alternative, each field by its kind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel import fields
from referee.kernel.contract import Checked, Level, Prompt
from referee.kernel.game import check
from referee.web.desk.draft import Draft
from referee.web.forms.fields import FieldView, Remark, Verdict, as_keys, columns_for, field_view, option_label, pad
from referee.web.http.parts import Choice, Go
from referee.web.view.board import board_of, on_board, places
from referee.web.view.standing import checked_now, told
from referee.web.view.view import View, capitalized, field_label
from referee.words import ruling_sentence

from .asked import Asked, Other, Turn
from .card_entry import ask_text, record_text
from .worth import worths

TAP_COLUMNS, NUMBER_COLUMNS = 4, 5
MOST_NUMBERS = 15
"""As many numbers as have a key each."""


def plain_entry(view: View, prompts: Sequence[Prompt], draft: Draft) -> Asked:
    """The page of one seat's (or the table's) plain alternatives; the first is the form, the others are buttons below it."""
    main = next((prompt for prompt in prompts if prompt.kind == draft.kind), prompts[0])
    made = told(view, main, draft)
    said = bool(made.raw) or _says_itself(main)
    checked = checked_now(view, made).entered if said else None
    rest = [prompt for prompt in prompts if prompt is not main]
    tap = main.fields[-1] if by_tap(main) else None
    instead = next((prompt for prompt in rest if tap and not prompt.fields), None)
    beside = tapped_beside(view, main)
    if instead:
        go = Go(_recorded_text(view, instead), kind="quiet", name="instead", value=instead.kind)
    elif tap:
        go = Go(ask_text(view, main), kind="open")
    else:
        go = _go(view, main, made.raw, checked)
    return Asked(
        turn_view=_heading(view, main),
        fields=_fields(view, main, tap, draft, checked),
        tap=_tap(view, tap, main, draft) if tap is not None and not on_board(view, tap, ()) else None,
        verdict=_noted(view, checked),
        go=go,
        hidden={"kind": main.kind, "seat": main.seat or ""},
        others=[*nothing(view, main), *others(view, [prompt for prompt in rest if prompt is not instead])],
        board=board_of(view, beside, Draft(), "beside") if beside else board_of(view, main, draft),
        beside=Other("", beside.kind, beside.seat or "", "") if beside else None,
    )


def by_tap(prompt: Prompt) -> bool:
    """Whether a tap on its last field answers: where the game says so, and where a single choice is all that is asked."""
    if prompt.form != "plain" or len(prompt.fields) != 1:
        return prompt.form == "tap" and bool(prompt.fields)
    (field,) = prompt.fields
    few = isinstance(field, fields.Int) and field.high - field.low < MOST_NUMBERS
    one = few or (isinstance(field, fields.Choice) and not isinstance(field, fields.Many | fields.Place))
    return one and field.default is None and not field.optional


def tapped_beside(view: View, main: Prompt) -> Prompt | None:
    """Another answer of the same seat that a tap on the board gives, while the form itself asks for nothing that lies there."""
    if any(on_board(view, field, ()) for field in main.fields):
        return None
    others = (prompt for prompt in view.prompts if prompt.seat == main.seat and prompt.kind != main.kind and prompt.form == "tap")
    return next((prompt for prompt in others if prompt.fields and on_board(view, prompt.fields[-1], ())), None)


def _says_itself(prompt: Prompt) -> bool:
    """Whether a prompt is answered by what its page shows chosen before anything is tapped: each field has a value of its own.

    Nothing at all, which some fields read as an answer, is never taken for one: it has to be said.
    """
    return all(field.default not in (None, (), "") for field in prompt.fields)


def nothing(view: View, main: Prompt) -> list[Other]:
    """That there is nobody or nothing to name, where this is an answer that stands: a choice of its own, so that no slip makes it."""
    if not main.fields or not all(isinstance(field, fields.Many | fields.Cards) for field in main.fields):
        return []
    checked = check(view.history.game, view.state, main.kind, main.seat, {})
    if checked.move is None or checked.entered.objections:
        return []
    return [Other(record_text(view, main, checked), main.kind, main.seat or "", "")]


def _may_be_left(field: fields.Field) -> bool:
    return field.optional or field.default is not None or isinstance(field, fields.Flag | fields.Many)


def _fields(view: View, main: Prompt, tap: fields.Field | None, draft: Draft, checked: Checked | None) -> list[FieldView]:
    """The fields that are drawn: places of the board are left to it, and the last field of a tapped form is its keys."""
    wrong = {ruling.field: ruling for ruling in checked.objections} if checked and draft.raw.get("kind") else {}
    drawn = [field for field in main.fields if not on_board(view, field, wrong) and field is not tap]
    # What one tap leaves unsaid is not shown as chosen.
    unsaid = [replace(field, default=None) if tap else field for field in drawn]
    worth = worths(view, main, draft)
    return [
        replace(
            as_keys(field_view(view, field, draft, wrong.get(field.name), main.seat), field, len(main.fields) == 1),
            worth=worth.get(field.name),
            worth_shown=isinstance(field, fields.Int) and field.about is not None,
        )
        for field in unsaid
    ]


def _tap(view: View, field: fields.Field, main: Prompt, draft: Draft) -> FieldView:
    """The field each of whose choices is one tap: a pad of keys, cards where they lie, or buttons; spots of the board are tapped there.

    What a correction starts from is marked, and what a rule refuses.
    """
    label, now = field_label(view, field), draft.texts(field.name)

    def judged(choice: Choice) -> Choice:
        made = told(view, main, draft.replace(**{field.name: choice.value}))
        return replace(choice, refused=any(ruling.field == field.name for ruling in checked_now(view, made).entered.objections))

    if isinstance(field, fields.Cards):
        return FieldView("cards", field.name, label, pad=pad(view, field, main.seat, Counter(now), mode="tap"))
    if isinstance(field, fields.Place) and field.shows:
        model = field_view(view, field, draft, None, main.seat)
        rows = [replace(row, spots=[(card, judged(choice)) for card, choice in row.spots]) for row in model.rows]
        return replace(model, rows=rows)
    values = field.offered if isinstance(field, fields.Choice) else map(str, range(field.low, field.high + 1))  # type: ignore[attr-defined]
    drawn, most = places(view), NUMBER_COLUMNS if isinstance(field, fields.Int) else TAP_COLUMNS
    holds = getattr(field, "holds", "")
    options = [judged(Choice(one, option_label(view, field, one), one in now)) for one in values if one not in drawn]
    label = _("Now: %(now)s", now=option_label(view, field, holds)) if holds else label
    return FieldView("choice", field.name, label, options=options, columns=columns_for([option.label for option in options], most))


def _heading(view: View, main: Prompt) -> Turn:
    """Who acts, and what they should know; what anybody may do at any time is named instead."""
    anytime = main.aside and main.seat is None
    heading = view.speaker.say(f"turn.{main.kind}", {"seat": main.seat}, default=view.kind_name(main.kind) if anytime else "")
    kind = "" if heading or not main.fields else view.speaker.say(f"kind.{main.kind}", default="")
    return Turn(heading or capitalized(view.speaker.seat(main.seat)), view.say(None if anytime else view.scene.hint) or kind)


def _noted(view: View, checked: Checked | None) -> Verdict | None:
    """The verdict on a form that stands, where the game has something to say to it."""
    rulings = checked.rulings if checked and not checked.objections else ()
    noted = next((ruling for ruling in rulings if ruling.level is Level.NOTE), None)
    if noted is None:
        return None
    why = Markup(ruling_sentence(view.speaker, noted, ".why"))
    return Verdict(Markup(ruling_sentence(view.speaker, noted)), noted.clause, remark=Remark(True, why) if why else None)


def _go(view: View, prompt: Prompt, raw: Mapping[str, object], checked: Checked | None) -> Go:
    """What the button would record; else what is wrong with what is complete, or what to tap."""
    if checked and not checked.objections:
        return Go(record_text(view, prompt, checked), kind="record")
    left = next((field for field in prompt.fields if field.name not in raw and not _may_be_left(field)), None)
    if checked and raw and left is None:
        text: str = Markup(ruling_sentence(view.speaker, checked.objections[0]))
    elif raw and left:
        text = _("Still missing: %(what)s", what=field_label(view, left))
    else:
        text = view.speaker.say(f"ask.{prompt.kind}", {"seat": prompt.seat}, default=view.kind_name(prompt.kind))
    return Go(text, kind="open")


def others(view: View, prompts: Sequence[Prompt]) -> list[Other]:
    """The buttons and links of further answers: sent as they are when nothing more is asked, else opened as a form of their own."""
    return [
        Other(view.kind_name(prompt.kind), prompt.kind, prompt.seat or "", view.url("tables.table", seat=prompt.seat or "", do=prompt.kind))
        if prompt.fields
        else Other(_recorded_text(view, prompt), prompt.kind, prompt.seat or "", "")
        for prompt in prompts
    ]


def _recorded_text(view: View, prompt: Prompt) -> str:
    """What an answer that holds nothing more records."""
    return view.speaker.say(f"record.{prompt.kind}", {"seat": prompt.seat, "slot": prompt.kind}, default=view.kind_name(prompt.kind))
