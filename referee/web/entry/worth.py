"""The points of each number in a form, shown while it is typed."""

from collections.abc import Mapping

from referee.kernel import fields
from referee.kernel.contract import Prompt, totals
from referee.web.desk.draft import Draft, entry
from referee.web.forms.fields import Worth
from referee.web.view.standing import checked_now
from referee.web.view.view import View


def worths(view: View, prompt: Prompt, draft: Draft) -> Mapping[str, Worth]:
    """Points and new total of each number given, if the missing numbers cannot change them."""
    numbers = [field for field in prompt.fields if isinstance(field, fields.Int) and field.about]
    told = {field.name: field.about for field in numbers if field.about and draft.one(field.name)}
    if not told:
        return {}
    others = [one.name for one in numbers if one.name not in told]
    ends = (
        draft.replace(**dict.fromkeys(others, str(end)))
        for end in {numbers[0].low, numbers[0].high}
    )
    known = [found for end in ends if (found := _points(view, prompt, end))]
    if not known:
        return {}
    (points, total), *more = known
    return {
        name: Worth(points[seat], total[seat])
        for name, seat in told.items()
        if all(other[seat] == points[seat] for other, _ in more)
    }


def _points(
    view: View, prompt: Prompt, draft: Draft
) -> tuple[Mapping[str, int], Mapping[str, int]] | None:
    """Each seat's points this round and total after an entry; None if it is illegal."""
    checked = checked_now(view, entry(prompt, draft))
    if checked.move is None or checked.objections:
        return None
    game, round_, seats = view.history.game, view.scene.round, view.history.seats
    lines = game.lines(game.advance(view.state, checked.move))
    return totals([line for line in lines if line.round == round_], seats), totals(lines, seats)
