"""Forms answered by one tap: refused choices are marked, a single legal one is preselected."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from referee.kernel import fields
from referee.kernel.contract import Prompt, Ruling
from referee.web.desk.draft import Draft
from referee.web.forms.fields import FieldView, Key, Pad, columns_for, field_view, option_label, pad
from referee.web.http.parts import Choice, Sentence
from referee.web.http.words import gettext as _
from referee.web.view.board import may_lie, places
from referee.web.view.standing import checked_now, tapped_field, told
from referee.web.view.view import View, field_label
from referee.words import ruling_sentence

TAP_COLUMNS, NUMBER_COLUMNS = 4, 5


def tap_view(view: View, field: fields.Field, main: Prompt, draft: Draft) -> FieldView:
    """The field answered by one tap, as pad, cards in place or buttons; refused ones are marked."""
    label, now = field_label(view, field), draft.texts(field.name)

    def judged(choice: Choice) -> Choice:
        return replace(
            choice, refused=objection(view, main, draft, field, choice.value) is not None
        )

    if isinstance(field, fields.Cards):
        return FieldView(
            "cards",
            field.name,
            label,
            keys=lambda: judged_pad(
                view, main, draft, field, pad(view, field, main.seat, Counter(now), mode="tap")
            ),
        )
    if isinstance(field, fields.Place) and field.shows:
        model = field_view(view, field, draft, None, main.seat)
        rows = [
            replace(row, spots=[(card, judged(choice)) for card, choice in row.spots])
            for row in model.rows
        ]
        return replace(model, rows=rows)
    if isinstance(field, fields.Int):
        values: Iterable[str] = map(str, range(field.low, field.high + 1))
    else:
        values = cast("fields.Choice", field).offered
    drawn, most = places(view), NUMBER_COLUMNS if isinstance(field, fields.Int) else TAP_COLUMNS
    holds = getattr(field, "holds", "")
    options = [
        judged(Choice(one, option_label(view, field, one), one in now))
        for one in values
        if one not in drawn
    ]
    label = _("Current: %(now)s", now=option_label(view, field, holds)) if holds else label
    return FieldView(
        "choice",
        field.name,
        label,
        options=options,
        columns=columns_for([option.label for option in options], most),
    )


def objection(
    view: View, main: Prompt, draft: Draft, field: fields.Field, value: str
) -> Ruling | None:
    """The objection to a choice that remains whatever the final tap is."""
    last, found = main.fields[-1], None
    after = [{}] if field is last else [{last.name: one} for one in getattr(last, "offered", ())]
    for rest in after:
        made = told(view, main, draft.replace(**{field.name: value, **rest}))
        found = next(
            (
                ruling
                for ruling in checked_now(view, made).entered.objections
                if ruling.field == field.name
            ),
            None,
        )
        if found is None:
            return None
    return found


def judged_pad(view: View, main: Prompt, draft: Draft, field: fields.Field, keys: Pad) -> Pad:
    """The pad, with the objection to each open card."""

    def judged(key: Key) -> Key:
        ruling = None if key.reason else objection(view, main, draft, field, key.card)
        return (
            replace(key, doubt=Sentence(ruling_sentence(view.speaker, ruling), ruling.clause))
            if ruling
            else key
        )

    return keys.with_keys(judged)


def refused_places(view: View, main: Prompt, draft: Draft) -> set[str]:
    """The spots of the board that a rule refuses."""
    field = tapped_field(main)
    if not isinstance(field, fields.Choice) or not may_lie(view, field):
        return set()
    return {place for place in field.offered if objection(view, main, draft, field, place)}


def left_open(tap: FieldView) -> tuple[list[str], int]:
    """The legal choices, and the number of all choices."""
    keys = [key for suit in tap.pad.suits for key in suit.keys] if tap.pad else []
    spots = [choice for row in tap.rows for _card, choice in row.spots]
    options = [*tap.options, *spots]
    free = [key.card for key in keys if not key.reason and not key.doubt] + [
        choice.value for choice in options if not choice.refused
    ]
    return free, len(keys) + len(options)


def with_chosen(tap: FieldView, value: str) -> FieldView:
    """The field with one choice selected."""
    pad = tap.pad and tap.pad.with_keys(
        lambda key: replace(key, chosen=1) if key.card == value else key
    )
    options = [replace(choice, on=choice.value == value) for choice in tap.options]
    rows = [
        replace(
            row,
            spots=[(card, replace(choice, on=choice.value == value)) for card, choice in row.spots],
        )
        for row in tap.rows
    ]
    return replace(tap, keys=(lambda: pad) if pad else None, options=options, rows=rows)
