"""What the referee says to an entry as the table stands, and what was left unsaid in it."""

from collections.abc import Iterator
from dataclasses import replace

from referee.kernel import fields
from referee.kernel.contract import Checked, Prompt
from referee.kernel.game import check
from referee.web.desk.desk import Entry
from referee.web.desk.draft import Draft, entry

from .view import View


def checked_now(view: View, made: Entry) -> Checked:
    """What the referee says to an entry as the table stands."""
    return check(view.history.game, view.state, made.kind, made.seat, made.raw, made.accept)


def told(view: View, prompt: Prompt, draft: Draft) -> Entry:
    """The entry a draft makes; a choice that one tap leaves unsaid is the first value with which it stands."""
    made, first = entry(prompt, draft), next(iter(prompt.fields), None)
    if prompt.form != "tap" or not isinstance(first, fields.Choice) or first.default is None or draft.one(first.name):
        return made
    tried = (replace(made, raw={**made.raw, first.name: value}) for value in first.offered)
    return next((one for one in tried if checked_now(view, one).move and not checked_now(view, one).objections), made)


def refused(view: View, prompt: Prompt, field: fields.Choice, draft: Draft) -> Iterator[str]:
    """The values of a field that a rule refuses, whatever else of the form has been answered."""
    for value in field.values:
        checked = checked_now(view, told(view, prompt, draft.replace(**{field.name: value}))).entered
        if any(ruling.field == field.name for ruling in checked.objections):
            yield value
