"""A ruling asked for at a table: whether another reading would change its totals, and keeping the reading for the group."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from referee.kernel.question import Answer, Reading
from referee.web.http import context, rendering
from referee.web.http.parts import Link
from referee.web.rulings.comparison import Column, Comparison, compared, instead
from referee.web.rulings.recount import in_short, known, otherwise

from .entered import entered
from .inquiry import Inquiry

MOST_COLUMNS = 3


def matter_at(inquiry: Inquiry, answer: Answer, hangs: Sequence[Reading]) -> Comparison | None:
    """Totals of the table, with the facts entered, under each reading that the answer hangs on.

    None without a table, where the facts cannot be placed there, and where they do not count yet.
    """
    if inquiry.table is None:
        return None
    if not hangs:
        return Comparison(_("Does it matter? No."), _("No house rule changes this."))
    view = entered(inquiry, answer, known(inquiry.table))
    if view is None:
        return None
    counted = [(reading, otherwise(view, {reading.option: reading.value})) for reading in hangs]
    found = [(reading, other) for reading, other in counted if not other.broke and other.differs]
    if not found:
        return None
    columns = [Column(_short(inquiry, reading.option, reading.value), other.other, _points(reading.answer)) for reading, other in found]
    first = found[0][0]
    own = _short(inquiry, first.option, inquiry.options[first.option])
    one_point = all(reading.option == first.option for reading, _other in found[:MOST_COLUMNS])
    here = Column(own if one_point else "", view, _points(answer))
    cell = inquiry.plain.say(f"question.{inquiry.question.id}.short") if isinstance(answer.outcome, int) else ""
    text = f"{columns[0].label}: {instead(view, found[0][1].other)}"
    return compared(_("Does it matter? Yes."), text, here, columns[:MOST_COLUMNS], cell)


def _points(answer: Answer) -> int | None:
    return answer.outcome if isinstance(answer.outcome, int) else None


def _short(inquiry: Inquiry, option: str, value: object) -> str:
    return in_short(rendering.book(inquiry.id).choice_text(option, value, context.language()))


def keep_link(inquiry: Inquiry, answer: Answer, hangs: Sequence[Reading]) -> Link | None:
    """Where the table makes this a ruling of its group."""
    if inquiry.table is None or not (inquiry.table.may_enter and inquiry.table.stands("player")):
        return None
    if hangs:
        point = {"option": hangs[0].option, "clause": hangs[0].clause}
    elif answer.clauses:
        point = {"clause": answer.clauses[0]}
    else:
        return None
    return Link(_("Keep for this group"), inquiry.table.url("precedents.rulings", **point))
