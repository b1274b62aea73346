"""View models of clauses, open points and settings, with the choices in force marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import url_for

from referee.rulebook import Ambiguity, Clause, Rulebook, Setting
from referee.web.http import context
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import GroupRuling


@dataclass(frozen=True)
class OptionView:
    """An option's choice; ``asks``, on a clause's first choice of an option, is the open point."""

    label: str
    on: bool
    note: str
    asks: str = ""


@dataclass(frozen=True, kw_only=True)
class Article:
    """A clause, open point or setting in full, with its choices and the group's rulings."""

    id: str
    kind: str
    text: str
    options: Sequence[OptionView]
    see: Sequence[Link]
    title: str = ""
    why: str = ""
    example: str = ""
    source: str = ""
    href: str = ""
    ruled: Sequence[str] = ()


@dataclass(frozen=True)
class ArticleSection:
    """Articles under one heading."""

    id: str
    title: str
    clauses: Sequence[Article]


@dataclass(frozen=True)
class InForce:
    """The options to mark, the query that keeps them marked, rulings by option or clause."""

    options: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    ruled: Mapping[str, GroupRuling] = field(default_factory=dict)


def sections(book: Rulebook, chosen: InForce) -> list[ArticleSection]:
    """The clauses under their headings, the open points, the settings of the referee."""
    lang = context.language()
    found = [
        ArticleSection(
            f"section-{section.id}",
            section.text[lang],
            [article(book, entry, chosen) for entry in book.clauses_in(section.id)],
        )
        for section in book.sections
    ]
    points = [article(book, point, chosen) for point in book.ambiguities]
    own = [setting_article(book, setting, chosen) for setting in book.settings]
    found += [ArticleSection("open", _("What the source leaves open"), points)] if points else []
    return found + (
        [ArticleSection("table-settings", _("How you use the referee"), own)] if own else []
    )


def article(book: Rulebook, entry: Clause | Ambiguity, chosen: InForce) -> Article:
    """A clause or an open point in full."""
    return (
        _of_clause(book, entry, chosen)
        if isinstance(entry, Clause)
        else _of_point(book, entry, chosen)
    )


def _of_clause(book: Rulebook, clause: Clause, chosen: InForce) -> Article:
    lang = context.language()
    return Article(
        id=clause.id,
        kind=clause.kind,
        text=clause.text[lang],
        example=clause.example[lang] if clause.example else "",
        source=clause.source,
        options=_choices(book, clause, chosen),
        see=_decided_by(book, clause, chosen),
        href=url_for("rules.clause", game=book.game, clause=clause.id, **chosen.query),
        ruled=_ruled(chosen, clause.id),
    )


def _of_point(book: Rulebook, point: Ambiguity, chosen: InForce) -> Article:
    lang = context.language()
    return Article(
        id=point.id,
        kind="open" if point.options else "fixed",
        title=point.title[lang],
        text=point.text[lang],
        why=point.why[lang],
        options=_choices(book, point, chosen),
        see=_links(book, point.clauses, chosen),
        href=url_for("rules.clause", game=book.game, clause=point.id, **chosen.query),
        ruled=_ruled(chosen, point.id, *point.options),
    )


def _ruled(chosen: InForce, *names: str) -> list[str]:
    """What the group decided on a clause, or on options."""
    return [chosen.ruled[name].text for name in names if name in chosen.ruled]


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


def _choices(
    book: Rulebook, entry: Clause | Ambiguity | Setting, chosen: InForce
) -> list[OptionView]:
    """The choices of every option of an entry, those in force marked."""
    lang, decided, found = context.language(), chosen.options, list[OptionView]()
    for option in entry.options:
        # A point or setting already says what is chosen.
        asks = book.about(option).title[lang] if isinstance(entry, Clause) else ""
        for number, choice in enumerate(book.choices(option)):
            on = choice.value == str(decided[option]) if option in decided else choice.default
            note = _("standard") if choice.default else ""
            found.append(OptionView(choice.text[lang], on, note, asks if number == 0 else ""))
    return found


def _decided_by(book: Rulebook, clause: Clause, chosen: InForce) -> list[Link]:
    """The open points behind a clause, by its options or because they name it."""
    points = [point.id for point in book.hanging(clause) if isinstance(point, Ambiguity)]
    return _links(book, points, chosen)


def _links(book: Rulebook, ids: Sequence[str], chosen: InForce) -> list[Link]:
    return [
        Link(known, context.path("rules.rulebook", game=book.game, _anchor=known, **chosen.query))
        for known in ids
    ]
