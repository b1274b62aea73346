"""The answers offered on a seat's page: its own form, the ones opened from it, and the way back."""

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
    """The answers a seat may give (or be refused out of turn), then those of the whole table."""
    own = [prompt for prompt in view.prompts if prompt.seat == seat and prompt.form != "row"]
    asked = [prompt for prompt in own if not prompt.aside or prompt.kind in awaited_kinds(view)]
    return asked + (of_table(view) if seat is not None else [])


def of_table(view: View) -> list[Prompt]:
    """Prompts of the whole table that are expected, or shown at any moment."""
    return [
        prompt
        for prompt in view.prompts
        if prompt.seat is None and (prompt.shown or not prompt.aside)
    ]


def asides(view: View, seat: str | None) -> tuple[Link, ...]:
    """Links to optional entries, each kind once: the current seat's, otherwise the first seat's."""
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
    what = view.kind_name(prompt.kind)
    return _("%(name)s: %(what)s", name=view.names[prompt.seat], what=what) if prompt.seat else what


def shown_first(view: View, seat: str | None) -> list[Prompt]:
    """The prompts that a seat's page shows as its form without a further tap."""
    if asks_rows(view):
        return row_prompts(view)
    if seat and (pads := pad_prompts(view, seat)):
        return pads
    asked, slots = plain_prompts(view, seat), {slot.name for slot in view.history.game.info.slots}
    # The slots of a seat are in one row, each one tap away.
    return (
        [prompt for prompt in asked if prompt.kind in slots]
        if asked and asked[0].kind in slots
        else asked[:1]
    )


def with_others(view: View, prompts: list[Prompt], seat: str | None) -> list[Prompt]:
    """A tried answer with the page's other answers, so that a refusal hides none of them."""
    return plain_prompts(view, seat) if prompts[0] in shown_first(view, seat) else prompts


def back_to_choice(view: View, draft: Draft, first: str | None) -> Link | None:
    """The link from an opened answer back; answers of the whole table lead to seat ``first``."""
    asked = [
        prompt for prompt in view.prompts if (prompt.kind, prompt.seat) == (draft.kind, draft.seat)
    ]
    if not asked or asked[0] in shown_first(view, draft.seat or first):
        return None
    address = {"seat": draft.seat} if draft.seat else {"go": "1"}
    return way_back(view.url("tables.table", **address))


def way_back(href: str) -> Link:
    """The link back to a page with several answers."""
    return Link(_("Other entries"), href, "back")
