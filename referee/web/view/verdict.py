"""Check entries against the current table; find what one tap answers or leaves out."""

from dataclasses import replace

from referee.event import Event
from referee.kernel import fields
from referee.kernel.contract import Checked, Prompt
from referee.kernel.game import check
from referee.service.draft import Draft, entry

from .view import View

MOST_NUMBERS = 15  # Most numbers that get a key each


def checked_now(view: View, made: Event) -> Checked:
    """Check an entry against the current state."""
    return check(
        view.history.game,
        view.state,
        made.kind,
        made.seat,
        made.data,
        made.accept,
        view.sight.prompts,
    )


def entry_from_draft(view: View, prompt: Prompt, draft: Draft) -> Event:
    """Return a draft's entry; a tap's missing choice becomes the first value without objections."""
    made, first = entry(prompt, draft), next(iter(prompt.fields), None)
    if (
        prompt.form != "tap"
        or not isinstance(first, fields.Choice)
        or first.default is None
        or draft.one(first.name)
    ):
        return made
    tried = (replace(made, data={**made.data, first.name: value}) for value in first.offered)
    return next(
        (
            one
            for one in tried
            if checked_now(view, one).move and not checked_now(view, one).objections
        ),
        made,
    )


def tapped_field(prompt: Prompt) -> fields.Field | None:
    """Return the field answered by one tap: if the game says so, or for a single choice."""
    if not prompt.fields or (prompt.form != "tap" and not _is_one_choice(prompt)):
        return None
    return prompt.fields[-1]


def _is_one_choice(prompt: Prompt) -> bool:
    """Whether the prompt asks only one required choice of a few values, without default."""
    if prompt.form != "plain" or len(prompt.fields) != 1:
        return False
    (field,) = prompt.fields
    few = isinstance(field, fields.Int) and field.high - field.low < MOST_NUMBERS
    one = few or (
        isinstance(field, fields.Choice) and not isinstance(field, fields.Many | fields.Place)
    )
    return one and field.default is None and not field.optional
