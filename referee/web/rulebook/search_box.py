"""The search box of the rules, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import url_for
from flask_babel import gettext as _

from referee.rulebook import Rulebook, Setting, load
from referee.search import Found, find
from referee.web.http import context
from referee.web.http.parts import Link

from .articles import Article, InForce, article, setting_article

MOST = 10
MOST_SIGNS = 200


@dataclass(frozen=True)
class SearchBox:
    """Where it asks, what it sends along with the words, the words it holds and how many signs of them; ``first`` if one types at once."""

    action: str
    hidden: Mapping[str, str]
    words: str
    most: int
    label: str
    first: bool


@dataclass(frozen=True)
class FoundRules:
    """What was found, each rule whole, what is said of it, and where else to look."""

    said: str
    rules: Sequence[Article]
    ways: Sequence[Link]


def box(book: Rulebook | None, query: Mapping[str, str], words: str = "", first: bool = False) -> SearchBox:
    """The search box of a rulebook, or of all."""
    hidden = {"game": book.game, **query} if book else dict(query)
    label = _("Search these rules") if book else _("Search all rules")
    return SearchBox(url_for("rules.search"), hidden, words[:MOST_SIGNS], MOST_SIGNS, label, first)


def found_rules(words: str, book: Rulebook | None, chosen: Callable[[Rulebook], InForce]) -> FoundRules:
    """What was found; rules of other games only where this one has none, or where no game was named."""
    everywhere = find(words, context.language(), book.game if book else None, most=MOST)
    own = [one for one in everywhere if book and one.game == book.game]
    shown = own or everywhere
    in_force = {game: chosen(load(game)) for game in {one.game for one in shown}}
    whole = [_whole(one, in_force[one.game], named=not own) for one in shown]
    return FoundRules(_said(book, own, shown), whole, _ways(words, book, bool(shown)))


def _said(book: Rulebook | None, own: Sequence[Found], shown: Sequence[Found]) -> str:
    if not shown:
        return str(_("No rule was found. Try fewer or other words, or a clause number."))
    if book and not own:
        return str(_("Nothing in this game, but in others:"))
    return str(_("%(n)s found, the best answer first", n=len(shown)))


def _whole(one: Found, chosen: InForce, named: bool) -> Article:
    book = load(one.game)
    shown = setting_article(book, one.entry, chosen) if isinstance(one.entry, Setting) else article(book, one.entry, chosen)
    return replace(shown, anchor=f"found-{shown.id}", game=book.short[context.language()] if named else "")


def _ways(words: str, book: Rulebook | None, any_found: bool) -> list[Link]:
    """Where else to look."""
    if not book:
        return [] if any_found else [Link(_("All rules"), url_for("rules.all_rules"))]
    rest = Link(_("Search all rules"), url_for("rules.search", q=words[:MOST_SIGNS]))
    whole = Link(_("All rules of this game"), url_for("rules.rulebook", game=book.game))
    return [rest] if any_found else [whole, rest]
