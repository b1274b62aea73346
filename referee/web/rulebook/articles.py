"""Clauses, open points and settings as pages show them, with the choices in force marked, and what a search finds of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import url_for

from referee.kernel.frozen import replace
from referee.rulebook import Ambiguity, Clause, Rulebook, Setting, load
from referee.search import Entry, Found, find
from referee.web.http import context
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import Precedent

from .offer import offered

MOST = 10
MOST_SIGNS = 200


@dataclass(frozen=True)
class Choice:
    """A choice of an option; ``on`` if it is in force.

    Among those of a clause the first of an option has ``asks``, the open point that they answer.
    """

    label: str
    on: bool
    note: str
    asks: str = ""


@dataclass(frozen=True, kw_only=True)
class Article:
    """A clause, an open point or a setting, whole: what it says, its choices, what the reader's group ruled and where it may rule.

    Among what a search found it has an ``anchor`` of its own, names its ``game`` where that is not the reader's, and has ``beside`` it
    what belongs to it.
    """

    id: str
    kind: str
    text: str
    options: Sequence[Choice]
    see: Sequence[Link]
    title: str = ""
    why: str = ""
    example: str = ""
    source: str = ""
    href: str = ""
    ruled: Sequence[str] = ()
    rule_href: str | None = None
    call_href: str | None = None
    anchor: str = ""
    game: str = ""
    beside: Sequence["Article"] = ()


@dataclass(frozen=True)
class Section:
    """Articles under one heading."""

    id: str
    title: str
    clauses: Sequence[Article]


@dataclass(frozen=True)
class InForce:
    """The options to be marked, by name, and what an address needs so that the next page marks the same ones.

    ``ruled`` is what the reader's group has ruled, by option or clause; ``rules`` whether the reader may rule for it.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    ruled: Mapping[str, Precedent] = field(default_factory=dict)
    rules: bool = False


def sections(book: Rulebook, chosen: InForce) -> list[Section]:
    """The clauses under their headings, what the source leaves open, and how the table uses the referee."""
    lang = context.language()
    found = [
        Section(f"section-{section.id}", section.text[lang], [article(book, entry, chosen) for entry in book.clauses_in(section.id)])
        for section in book.sections
    ]
    points = [article(book, point, chosen) for point in book.ambiguities]
    own = [setting_article(book, setting, chosen) for setting in book.settings]
    found += [Section("open", _("What the source leaves open"), points)] if points else []
    return found + ([Section("table-settings", _("How the table uses the referee"), own)] if own else [])


def article(book: Rulebook, entry: Clause | Ambiguity, chosen: InForce) -> Article:
    """A clause or an open point, whole."""
    lang = context.language()
    clause, point = (entry, None) if isinstance(entry, Clause) else (None, entry)
    decided = point.options if point else ()
    option = next(iter(decided), None)
    return Article(
        id=entry.id,
        kind=clause.kind if clause else "open" if decided else "fixed",
        title=point.title[lang] if point else "",
        text=entry.text[lang],
        why=point.why[lang] if point else "",
        example=clause.example[lang] if clause and clause.example else "",
        source=clause.source if clause else "",
        options=_choices(book, entry, chosen),
        see=_decided_by(book, clause, chosen) if clause else _links(book, point.clauses if point else (), chosen),
        href=url_for("rules.clause", game=book.game, clause=entry.id, **chosen.query),
        ruled=[chosen.ruled[name].text for name in (entry.id, *decided) if name in chosen.ruled],
        rule_href=url_for("precedents.rulings", code=chosen.query["table"], clause=entry.id, option=option) if chosen.rules else None,
        call_href=url_for("calls.ask", code=chosen.query["table"], clause=entry.id, option=option) if chosen.rules else None,
    )


def setting_article(book: Rulebook, setting: Setting, chosen: InForce) -> Article:
    """A setting: it has no number, only a place on the page."""
    lang = context.language()
    return Article(
        id=f"setting-{setting.id}",
        kind="setting",
        title=setting.title[lang],
        text=setting.text[lang],
        options=_choices(book, setting, chosen),
        see=_links(book, [setting.clause], chosen),
    )


def _choices(book: Rulebook, entry: Clause | Ambiguity | Setting, chosen: InForce) -> list[Choice]:
    """The choices of every option an entry names, the one in force marked."""
    lang, decided, found = context.language(), chosen.options, list[Choice]()
    for option in entry.options:
        # A point and a setting say themselves what is chosen.
        asks = book.about(option).title[lang] if isinstance(entry, Clause) else ""
        for number, choice in enumerate(book.choices(option)):
            on = choice.value == str(decided[option]) if option in decided else choice.default
            note = _("standard") if choice.default else ""
            found.append(Choice(choice.text[lang], on, note, asks if number == 0 else ""))
    return found


def _decided_by(book: Rulebook, clause: Clause, chosen: InForce) -> list[Link]:
    """The open points behind a clause, by its options or because they name it."""
    points = [point.id for point in book.hanging(clause) if isinstance(point, Ambiguity)]
    return _links(book, points, chosen)


def _links(book: Rulebook, ids: Sequence[str], chosen: InForce) -> list[Link]:
    return [Link(known, context.path("rules.rulebook", game=book.game, _anchor=known, **chosen.query)) for known in ids]


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
    """What was found, each rule whole, what is said of it, the desk's question where facts were told, and where else to look."""

    said: str
    rules: Sequence[Article]
    ask: Link | None
    ways: Sequence[Link]
    nothing: bool
    note: str = ""


def box(book: Rulebook | None, query: Mapping[str, str], words: str = "", first: bool = False) -> SearchBox:
    """The search box of a rulebook, or of all."""
    hidden = {"game": book.game, **query} if book else dict(query)
    label = _("Search these rules") if book else _("Search all rules")
    return SearchBox(url_for("rules.search"), hidden, words[:MOST_SIGNS], MOST_SIGNS, label, first)


def found_rules(words: str, book: Rulebook | None, chosen: Callable[[Rulebook], InForce]) -> FoundRules:
    """What was found; rules of other games only where this one has none, or where no game was named."""
    shown = find(words, context.language(), book.game if book else None, most=MOST)
    own = [one for one in shown if book and one.game == book.game]
    in_force = {game: chosen(load(game)) for game in {game for one in shown for game, _id in one.told}}
    whole = [_whole(one, in_force, named=not own) for one in shown]
    query = in_force[shown[0].game].query if shown else {}
    nothing = not (own if book else shown)
    return FoundRules(_said(book, own, shown), whole, offered(words, shown, query), _ways(words, book, bool(shown)), nothing)


def _said(book: Rulebook | None, own: Sequence[Found], shown: Sequence[Found]) -> str:
    if not shown:
        return str(_("No rule was found. Try fewer or other words, or a clause number."))
    if book and not own:
        return str(_("Nothing in this game, but in others:"))
    return str(_("%(n)s found, the best answer first", n=len(shown)))


def _whole(one: Found, chosen: Mapping[str, InForce], named: bool) -> Article:
    """An answer with what belongs to it beside, so that it needs no links to that, and what other games say, each with its name."""
    own = load(one.game)
    shown, *beside = (_found(own, entry, chosen[own.game]) for entry in (one.entry, *one.beside))
    alike = [_named(load(game), entry, chosen[game]) for game, entry in one.alike]
    return replace(shown, game=own.short[context.language()] if named else "", beside=[*beside, *alike])


def _named(book: Rulebook, entry: Entry, chosen: InForce) -> Article:
    return replace(_found(book, entry, chosen), game=book.short[context.language()])


def _found(book: Rulebook, entry: Entry, chosen: InForce) -> Article:
    if isinstance(entry, Setting):
        return replace(setting_article(book, entry, chosen), anchor=f"found-{book.game}-{entry.id}", see=())
    return replace(article(book, entry, chosen), anchor=f"found-{entry.id}", see=())


def _ways(words: str, book: Rulebook | None, any_found: bool) -> list[Link]:
    """Where else to look."""
    if not book:
        return [] if any_found else [Link(_("All rules"), url_for("rules.all_rules"))]
    rest = Link(_("Search all rules"), url_for("rules.search", q=words[:MOST_SIGNS]))
    whole = Link(_("All rules of this game"), url_for("rules.rulebook", game=book.game))
    return [rest] if any_found else [whole, rest]
