"""A form of the table with a row for each player: several numbers or marks of each in one line."""

from collections.abc import Mapping, Sequence

from referee.kernel import fields
from referee.kernel.contract import Prompt
from referee.web.forms.fields import FieldView
from referee.web.view.view import View, names_seat, short_label
from referee.words import plain_number

from .entry_form import AskedPlayer


def player_rows(view: View, prompt: Prompt, listed: Sequence[FieldView]) -> list[AskedPlayer]:
    """The rows, if the form asks players for numbers or marks whose labels do not name them."""
    asked = [
        one for one in prompt.fields if one.about and isinstance(one, fields.Int | fields.Flag)
    ]
    if any(names_seat(view, field) for field in asked):
        return []
    shown = {field.name: field for field in listed}
    whose = dict.fromkeys((one.about or "", one.of_side) for one in asked)
    return [
        _row(view, seat, of_side, _of(asked, seat, of_side), shown)
        for seat, of_side in sorted(whose, key=lambda one: one[1])
    ]


def _of(asked: Sequence[fields.Field], seat: str, of_side: bool) -> list[fields.Field]:
    """The fields about a seat, or about its whole side."""
    return [one for one in asked if (one.about, one.of_side) == (seat, of_side)]


def _row(
    view: View,
    seat: str,
    of_side: bool,
    asked: Sequence[fields.Field],
    shown: Mapping[str, FieldView],
) -> AskedPlayer:
    """What is asked of a player or a side; a field that is drawn elsewhere is not in the row."""
    return AskedPlayer(
        view.side_name(seat) if of_side else view.names[seat],
        view.side_signs(seat) if of_side else view.seat_signs(seat),
        [] if of_side else _told(view, seat),
        [(short_label(view, one), shown[one.name]) for one in asked if one.name in shown],
    )


def _told(view: View, seat: str) -> list[tuple[str, str]]:
    """What was entered for a player before in this round."""
    told = view.scene.told.get(seat, {})
    return [(view.translator.say(f"field.{name}"), _value(value)) for name, value in told.items()]


def _value(value: object) -> str:
    """A number, or a mark for yes."""
    if isinstance(value, bool) or not isinstance(value, int):
        return "✓" if value else "–"
    return plain_number(value)
