"""Which answers the page of a seat offers: what it has a form for by itself, what is opened from
there, and the way back from it.
"""

from referee.kernel.contract import Prompt
from referee.kernel.depth import DEPTH
from referee.web.desk.draft import Draft
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _
from referee.web.view.page_header import awaited_kinds
from referee.web.view.view import View

from .asked import pad_prompts, row_prompts


def asks_rows(view: View) -> bool:
    """Whether all seats are entered together, one row each."""
    return bool(row_prompts(view)) and not any(
        not prompt.aside and prompt.form != "row" for prompt in view.prompts
    )


def plain_prompts(view: View, seat: str | None) -> list[Prompt]:
    """The answers one seat may give now or, out of turn, be told why not; those of the whole table
    behind them.
    """
    own = [prompt for prompt in view.prompts if prompt.seat == seat and prompt.form != "row"]
    asked = [prompt for prompt in own if not prompt.aside or prompt.kind in awaited_kinds(view)]
    return asked + (of_table(view) if seat is not None else [])


def of_table(view: View) -> list[Prompt]:
    """What is asked of the whole table, or may be said at any moment."""
    return [
        prompt
        for prompt in view.prompts
        if prompt.seat is None and (prompt.shown or not prompt.aside)
    ]


def asides(view: View, seat: str | None) -> tuple[Link, ...]:
    """What may be entered although nobody waits for it, each kind once.

    It is the seat’s that is being entered, else the first one’s that may.
    """
    left = {*awaited_kinds(view), DEPTH}
    free = [prompt for prompt in view.prompts if prompt.aside and not prompt.shown]
    offered = [prompt for prompt in free if prompt.seat is None or prompt.form == "pad"]
    found: dict[str, Prompt] = {}
    for prompt in sorted(offered, key=lambda prompt: prompt.seat != seat):
        if prompt.kind not in left:
            found.setdefault(prompt.kind, prompt)
    return tuple(
        Link(_aside_text(view, prompt), view.url("tables.table", do=kind, seat=prompt.seat))
        for kind, prompt in found.items()
    )


def _aside_text(view: View, prompt: Prompt) -> str:
    """Whose it is, where it is somebody’s, and what."""
    what = view.kind_name(prompt.kind)
    return _("%(name)s: %(what)s", name=view.names[prompt.seat], what=what) if prompt.seat else what


def shown_first(view: View, seat: str | None) -> list[Prompt]:
    """The answers that the page of a seat has a form for by itself; it opens any other."""
    if asks_rows(view):
        return row_prompts(view)
    if seat and (pads := pad_prompts(view, seat)):
        return pads
    asked, slots = plain_prompts(view, seat), {slot.name for slot in view.history.game.info.slots}
    # What a seat makes once stands in one row, each a tap away from the others.
    return (
        [prompt for prompt in asked if prompt.kind in slots]
        if asked and asked[0].kind in slots
        else asked[:1]
    )


def with_others(view: View, prompts: list[Prompt], seat: str | None) -> list[Prompt]:
    """An answer that was tried with the others that its page offered, so that a refusal closes none
    of them.
    """
    return plain_prompts(view, seat) if prompts[0] in shown_first(view, seat) else prompts


def back_to_choice(view: View, draft: Draft, first: str | None) -> Link | None:
    """The way back from an answer that was opened, to the page of its seat as it was; None where
    nothing was opened.

    An answer of the whole table was opened from the page that the table begins with, which is that
    of the seat ``first``.
    """
    asked = [
        prompt for prompt in view.prompts if (prompt.kind, prompt.seat) == (draft.kind, draft.seat)
    ]
    if not asked or asked[0] in shown_first(view, draft.seat or first):
        return None
    address = {"seat": draft.seat} if draft.seat else {"go": "1"}
    return way_back(view.url("tables.table", **address))


def way_back(href: str) -> Link:
    """The way back to where several answers are offered."""
    return Link(_("Other entries"), href, "back")
