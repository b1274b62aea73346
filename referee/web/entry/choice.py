"""Which answers the page of a seat offers: what it has a form for by itself, what is opened from there, and the way back from it."""

from referee.kernel.contract import Prompt
from referee.web.desk.draft import Draft
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _
from referee.web.view.page_header import awaited_kinds
from referee.web.view.view import View

from .asked import pad_prompts, row_prompts


def asks_rows(view: View) -> bool:
    """Whether all seats are entered together, one row each."""
    return bool(row_prompts(view)) and not any(not prompt.aside and prompt.form != "row" for prompt in view.prompts)


def plain_prompts(view: View, seat: str | None) -> list[Prompt]:
    """The answers one seat may give now or, out of turn, be told why not; those of the whole table behind them."""
    own = [prompt for prompt in view.prompts if prompt.seat == seat and prompt.form != "row"]
    asked = [prompt for prompt in own if not prompt.aside or prompt.kind in awaited_kinds(view)]
    return asked + (of_table(view) if seat is not None else [])


def of_table(view: View) -> list[Prompt]:
    """What is asked of the whole table, or may be said at any moment."""
    return [prompt for prompt in view.prompts if prompt.seat is None and (prompt.shown or not prompt.aside)]


def shown_first(view: View, seat: str | None) -> list[Prompt]:
    """The answers that the page of a seat has a form for by itself; it opens any other."""
    if asks_rows(view):
        return row_prompts(view)
    return pad_prompts(view, seat) if seat and pad_prompts(view, seat) else plain_prompts(view, seat)[:1]


def with_others(view: View, prompts: list[Prompt], seat: str | None) -> list[Prompt]:
    """An answer that was tried with the others that its page offered, so that a refusal closes none of them."""
    return plain_prompts(view, seat) if prompts[0] in shown_first(view, seat) else prompts


def back_to_choice(view: View, draft: Draft, first: str | None) -> Link | None:
    """The way back from an answer that was opened, to the page of its seat as it was; None where nothing was opened.

    An answer of the whole table was opened from the page that the table begins with, which is that of the seat ``first``.
    """
    asked = [prompt for prompt in view.prompts if (prompt.kind, prompt.seat) == (draft.kind, draft.seat)]
    if not asked or asked[0] in shown_first(view, draft.seat or first):
        return None
    address = {"seat": draft.seat} if draft.seat else {"go": "1"}
    return way_back(view.url("tables.table", **address))


def way_back(href: str) -> Link:
    """The way back to where several answers are offered."""
    return Link(_("Something else"), href, "back")
