"""A form of the table with a row for each player: several numbers or marks of each in one line."""

from collections.abc import Sequence

from referee.kernel import fields
from referee.kernel.contract import Prompt
from referee.web.forms.fields import FieldView
from referee.web.view.view import View, names_seat, short_label
from referee.words import plain_number

from .entry_form import PlayerRow


def player_rows(view: View, prompt: Prompt, listed: Sequence[FieldView]) -> list[PlayerRow]:
    """The rows, if the form asks players for numbers or marks whose labels do not name them."""
    about = {
        field.name: field
        for field in prompt.fields
        if field.about and isinstance(field, fields.Int | fields.Flag)
    }
    if any(names_seat(view, field) for field in about.values()):
        return []
    shown = {field.name: field for field in listed if field.name in about}
    seats = dict.fromkeys(field.about or "" for field in about.values())
    return [
        PlayerRow(
            view.names[seat],
            view.signs.get(seat),
            _told(view, seat),
            [
                (short_label(view, field), shown[name])
                for name, field in about.items()
                if field.about == seat and name in shown
            ],
        )
        for seat in seats
    ]


def _told(view: View, seat: str) -> list[tuple[str, str]]:
    """What was entered for a player before in this round."""
    told = view.scene.told.get(seat, {})
    return [(view.translator.say(f"field.{name}"), _value(value)) for name, value in told.items()]


def _value(value: object) -> str:
    """A number, or a mark for yes."""
    if isinstance(value, bool) or not isinstance(value, int):
        return "✓" if value else "–"
    return plain_number(value)
