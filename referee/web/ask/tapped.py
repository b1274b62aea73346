"""What has been tapped at a table and not recorded yet, as the facts of a question: may that be
done?
"""

from collections.abc import Mapping

from referee.kernel import fields
from referee.kernel.contract import Prompt
from referee.kernel.moments import MOVE, MOVER
from referee.web.desk.draft import Draft, choose, raw_fields, read_draft
from referee.web.view.view import View


def facts_of(view: View, raw: Mapping[str, list[str]]) -> dict[str, str]:
    """The move that the form of an entry holds; nothing where nothing is chosen on it yet."""
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
    """The prompt that it answers: the kind it names, else the one that its number of cards
    chooses.
    """
    own = [prompt for prompt in view.prompts if prompt.seat in (draft.seat, None)]
    named = [prompt for prompt in own if prompt.kind == draft.kind]
    pads = [
        prompt
        for prompt in own
        if prompt.seat and any(isinstance(field, fields.Cards) for field in prompt.fields)
    ]
    return named[0] if named else choose(pads, draft) if pads else None
