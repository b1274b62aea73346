"""What the choices of a form would do: which are refused, the only legal one, points of numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from referee.kernel import fields
from referee.kernel.contract import Level, Prompt, Ruling, totals
from referee.service.draft import Draft, entry
from referee.web.forms.fields import (
    FieldView,
    Key,
    Pad,
    Worth,
    columns_for,
    field_view,
    pad,
    value_label,
)
from referee.web.http.parts import ChoiceKey, Sentence
from referee.web.http.words import gettext as _
from referee.web.view.board import may_lie, spot_names
from referee.web.view.verdict import checked_now, entry_from_draft, tapped_field
from referee.web.view.view import View, field_label
from referee.words import ruling_sentence

TAP_COLUMNS, NUMBER_COLUMNS = 4, 5


def tap_view(view: View, field: fields.Field, main: Prompt, draft: Draft) -> FieldView:
    """The field answered by one tap, as pad, cards in place or buttons; refused ones are marked."""
    label, now = field_label(view, field), draft.texts(field.name)

    def judged(choice: ChoiceKey) -> ChoiceKey:
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
    drawn, most = spot_names(view), NUMBER_COLUMNS if isinstance(field, fields.Int) else TAP_COLUMNS
    holds = getattr(field, "holds", "")
    options = [
        judged(ChoiceKey(one, value_label(view, field, one), one in now))
        for one in _values(field)
        if one not in drawn
    ]
    label = _("Current: %(now)s", now=value_label(view, field, holds)) if holds else label
    return FieldView(
        "choice",
        field.name,
        label,
        options=options,
        columns=columns_for([option.label for option in options], most),
    )


def _values(field: fields.Field) -> Iterable[str]:
    if isinstance(field, fields.Int):
        return map(str, range(field.low, field.high + 1))
    return cast("fields.Choice", field).offered


def objection(
    view: View, main: Prompt, draft: Draft, field: fields.Field, value: str
) -> Ruling | None:
    """The objection to a choice that remains whatever the final tap is."""
    last, found = main.fields[-1], None
    after = [{}] if field is last else [{last.name: one} for one in getattr(last, "offered", ())]
    for rest in after:
        made = entry_from_draft(view, main, draft.replace(**{field.name: value, **rest}))
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
            replace(key, doubt=Sentence(ruling_sentence(view.translator, ruling), ruling.clause))
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


# The points of numbers


def worths(view: View, prompt: Prompt, draft: Draft) -> Mapping[str, Worth]:
    """Points and new total of each number given, if the missing numbers cannot change them."""
    numbers = [field for field in prompt.fields if isinstance(field, fields.Int) and field.about]
    told = {field.name: field.about for field in numbers if field.about and draft.one(field.name)}
    known = list(_known(view, prompt, draft, numbers)) if told else []
    if not known:
        return {}
    (points, total), *more = known
    return {
        name: Worth(points[seat], total[seat])
        for name, seat in told.items()
        if all(other[seat] == points[seat] for other, _ in more)
    }


def _known(
    view: View, prompt: Prompt, draft: Draft, numbers: Sequence[fields.Int]
) -> Iterator[tuple[Mapping[str, int], Mapping[str, int]]]:
    """The points with the missing numbers at either end of their range, as far as legal."""
    missing = [one.name for one in numbers if not draft.one(one.name)]
    for end in {numbers[0].low, numbers[0].high}:
        if found := _points(view, prompt, draft.replace(**dict.fromkeys(missing, str(end)))):
            yield found


def _points(
    view: View, prompt: Prompt, draft: Draft
) -> tuple[Mapping[str, int], Mapping[str, int]] | None:
    """Each side's points this round and total; None if the entry cannot end the round."""
    checked = checked_now(view, entry(prompt, draft))
    # An entry that the players may allow counts like any other.
    if checked.move is None or any(one.level is Level.IMPOSSIBLE for one in checked.objections):
        return None
    game, round_, seats = view.history.game, view.scene.round, view.history.seats
    after, sides = game.advance(view.state, checked.move), view.history.sides
    if game.scene(after).complete < round_:
        return None
    lines = game.lines(after)
    gained = [line for line in lines if line.round == round_]
    return totals(gained, seats, sides=sides), totals(lines, seats, sides=sides)
