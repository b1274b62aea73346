"""Clauses, open points and settings as pages show them, with the choices in force marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from referee.rulebook import Ambiguity, Clause, Rulebook, Setting
from referee.web.http import context

Article = dict[str, Any]


@dataclass(frozen=True)
class InForce:
    """The options to be marked, by name, and what an address needs so that the next page marks the same ones.

    ``ruled`` is what the reader's group has ruled, by option or clause; ``rules`` whether the reader may rule for it.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    ruled: Mapping[str, str] = field(default_factory=dict)
    rules: bool = False


def sections(book: Rulebook, chosen: InForce) -> list[dict[str, Any]]:
    """The clauses under their headings."""
    lang = context.language()
    return [
        {
            "id": f"section-{section.id}",
            "title": section.text[lang],
            "clauses": [article(book, entry, chosen) for entry in book.clauses_in(section.id)],
        }
        for section in book.sections
    ]


def appendix(book: Rulebook, chosen: InForce) -> list[dict[str, Any]]:
    """What the source leaves open, and how the table uses the referee."""
    open_points = {
        "id": "open",
        "title": _("What the source leaves open"),
        "clauses": [article(book, point, chosen) for point in book.ambiguities],
    }
    own = {
        "id": "table-settings",
        "title": _("How the table uses the referee"),
        "clauses": [setting_article(book, setting, chosen) for setting in book.settings],
    }
    return [section for section in (open_points, own) if section["clauses"]]


def article(book: Rulebook, entry: Clause | Ambiguity, chosen: InForce) -> Article:
    """A clause or an open point, whole."""
    lang = context.language()
    address = url_for("rules.clause", game=book.game, clause=entry.id, **chosen.query)
    shared = {
        "id": entry.id,
        "href": address,
        "text": entry.text[lang],
        "options": _choices(book, entry, chosen),
        "ruled": [chosen.ruled[name] for name in (entry.id, *_decided_here(entry)) if name in chosen.ruled],
        "rule_href": _to_rule(entry, chosen),
        "call_href": _to_call(entry, chosen),
    }
    if isinstance(entry, Clause):
        return shared | {
            "kind": entry.kind,
            "example": entry.example[lang] if entry.example else None,
            "source": entry.source,
            "see": _decided_by(book, entry, chosen),
        }
    return shared | {
        "kind": "open" if entry.options else "fixed",
        "title": entry.title[lang],
        "why": entry.why[lang],
        "see": _links(book, entry.clauses, chosen),
    }


def _decided_here(entry: Clause | Ambiguity) -> tuple[str, ...]:
    """The options that an open point decides; a clause only hangs on them."""
    return entry.options if isinstance(entry, Ambiguity) else ()


def _to_rule(entry: Clause | Ambiguity, chosen: InForce) -> str | None:
    """Where the reader's group makes this a ruling of its own."""
    if not chosen.rules:
        return None
    option = next(iter(_decided_here(entry)), None)
    return url_for("precedents.rulings", code=chosen.query["table"], clause=entry.id, option=option)


def _to_call(entry: Clause | Ambiguity, chosen: InForce) -> str | None:
    """Where the reader's table calls the referee about this clause."""
    if not chosen.rules:
        return None
    option = next(iter(_decided_here(entry)), None)
    return url_for("calls.ask", code=chosen.query["table"], clause=entry.id, option=option)


def setting_article(book: Rulebook, setting: Setting, chosen: InForce) -> Article:
    """A setting: it has no number, only a place on the page."""
    lang = context.language()
    return {
        "id": f"setting-{setting.id}",
        "kind": "setting",
        "title": setting.title[lang],
        "text": setting.text[lang],
        "options": _choices(book, setting, chosen),
        "see": _links(book, [setting.clause], chosen),
    }


def _choices(book: Rulebook, entry: Clause | Ambiguity | Setting, chosen: InForce) -> list[dict[str, Any]]:
    """The choices of every option an entry names, the one in force marked."""
    lang, decided = context.language(), chosen.options
    return [
        {
            "label": choice.text[lang],
            "on": choice.value == str(decided[option]) if option in decided else choice.default,
            "note": _("standard") if choice.default else "",
        }
        for option in entry.options
        for choice in book.choices(option)
    ]


def _decided_by(book: Rulebook, clause: Clause, chosen: InForce) -> list[dict[str, str]]:
    """The open points behind a clause, by its options or because they name it."""
    points = [point.id for point in book.ambiguities if clause.id in point.clauses or set(point.options) & set(clause.options)]
    return _links(book, points, chosen)


def _links(book: Rulebook, ids: Sequence[str], chosen: InForce) -> list[dict[str, str]]:
    return [{"id": known, "href": context.path("rules.rulebook", game=book.game, _anchor=known, **chosen.query)} for known in ids]
