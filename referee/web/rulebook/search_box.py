"""The search box of the rules, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from referee.rulebook import Rulebook, Setting, load
from referee.search import Found, find
from referee.web.http import context

from .articles import Article, InForce, article, setting_article

MOST = 10
MOST_SIGNS = 200


def box(book: Rulebook | None, query: Mapping[str, str], words: str = "") -> dict[str, Any]:
    """The search box: where it asks, and what it sends along with the words."""
    hidden = {"game": book.game, **query} if book else dict(query)
    label = _("Search these rules") if book else _("Search all rules")
    return {"action": url_for("rules.search"), "hidden": hidden, "words": words[:MOST_SIGNS], "most": MOST_SIGNS, "label": label}


def found_rules(words: str, book: Rulebook | None, chosen: Callable[[Rulebook], InForce]) -> dict[str, Any]:
    """What was found, each rule whole; those of other games only where this one has none, or where no game was named."""
    everywhere = find(words, context.language(), book.game if book else None, most=MOST)
    own = [one for one in everywhere if book and one.game == book.game]
    shown = own or everywhere
    in_force = {game: chosen(load(game)) for game in {one.game for one in shown}}
    return {
        "said": _said(book, own, shown),
        "rules": [_whole(one, in_force[one.game], named=not own) for one in shown],
        "ways": _ways(words, book, bool(shown)),
    }


def _said(book: Rulebook | None, own: Sequence[Found], shown: Sequence[Found]) -> str:
    if not shown:
        return str(_("No rule was found. Try fewer or other words, or a clause number."))
    if book and not own:
        return str(_("Nothing in this game, but in others:"))
    return str(_("%(n)s found, the best answer first", n=len(shown)))


def _whole(one: Found, chosen: InForce, named: bool) -> Article:
    book = load(one.game)
    shown = setting_article(book, one.entry, chosen) if isinstance(one.entry, Setting) else article(book, one.entry, chosen)
    return shown | {"anchor": f"found-{shown['id']}", "game": book.short[context.language()] if named else None}


def _ways(words: str, book: Rulebook | None, any_found: bool) -> list[dict[str, str]]:
    """Where else to look."""
    if not book:
        return [] if any_found else [{"text": _("All rules"), "href": url_for("rules.all_rules")}]
    rest = {"text": _("Search all rules"), "href": url_for("rules.search", q=words[:MOST_SIGNS])}
    whole = {"text": _("All rules of this game"), "href": url_for("rules.rulebook", game=book.game)}
    return [rest] if any_found else [whole, rest]
