"""The cards tapped at a table but not recorded yet, as the facts of the question "may I?"."""

from collections.abc import Mapping

from referee.kernel import fields
from referee.kernel.contract import Prompt
from referee.kernel.moments import MOVE, MOVER
from referee.web.desk.draft import Draft, choose, raw_fields, read_draft
from referee.web.view.view import View


def facts_of(view: View, raw: Mapping[str, list[str]]) -> dict[str, str]:
    """The move in an entry form as facts; empty if nothing is chosen yet."""
    draft = read_draft(raw)
    prompt = _meant(view, draft)
    told = raw_fields(prompt, draft) if prompt else {}
    if prompt is None or not told:
        return {}
    texts = {
        name: " ".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in told.items()
    }
    return {MOVE: prompt.kind, **({MOVER: prompt.seat} if prompt.seat else {}), **texts}


def _meant(view: View, draft: Draft) -> Prompt | None:
    """The prompt the draft answers: by its kind, or else by its number of cards."""
    own = [prompt for prompt in view.prompts if prompt.seat in (draft.seat, None)]
    named = [prompt for prompt in own if prompt.kind == draft.kind]
    pads = [
        prompt
        for prompt in own
        if prompt.seat and any(isinstance(field, fields.Cards) for field in prompt.fields)
    ]
    return named[0] if named else choose(pads, draft) if pads else None
