"""The rulebooks: every clause with an address of its own, and every point a source leaves open told as such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, current_app, request, url_for
from flask_babel import format_date
from flask_babel import gettext as _

from referee.games import GAMES
from referee.rulebook import Ambiguity, Clause, Edition, Rulebook, Setting, games, load

from . import context

rules = Blueprint("rules", __name__)
Article = dict[str, Any]


@rules.get("/rules")
def all_rules() -> Response:
    """The rulebooks there are."""
    lang = context.language()
    rows = [
        {
            "name": book.name[lang],
            "version": book.version,
            "detail": _("After a page by %(name)s", name=book.source.author),
            "href": url_for("rules.rulebook", game=book.game),
            "players": _players(book.game),
        }
        for book in map(load, games())
    ]
    return _kept(context.page("rulebooks.html", page={"title": _("Rules"), "back": url_for("start.home")}, books=rows))


@rules.get("/rules/<game>")
def rulebook(game: str) -> Response:
    """A rulebook; ``?edition=`` marks the choices of another edition."""
    book = _book(game)
    edition = _edition(book)
    return _kept(
        context.page(
            "rules.html",
            page={"title": _("Rules"), "where": book.short[context.language()], "back": url_for("rules.all_rules")},
            about=_about(book, edition),
            sections=[*_sections(book, edition), *_appendix(book, edition)],
            source=_source(book),
            source_url=book.source.url,
            changes=[
                {"version": change.version, "date": format_date(change.date, "long"), "text": change.text[context.language()]}
                for change in book.changes
            ],
        )
    )


@rules.get("/rules/<game>/<clause>")
def clause(game: str, clause: str) -> Response:
    """One clause as a small page, or as a fragment when htmx asks."""
    book = _book(game)
    try:
        entry = book.entry(clause.upper())
    except KeyError:
        abort(404)
    article = _article(book, entry, _edition(book))
    whole = url_for("rules.rulebook", game=game, _anchor=entry.id)
    template = "clause_part.html" if context.is_fragment() else "clause.html"
    return _kept(
        context.page(
            template,
            clause=article,
            page={"title": entry.id, "where": book.short[context.language()], "back": whole},
            actions={"plain": [{"text": _("All rules"), "href": whole, "icon": "book"}]},
        )
    )


def _book(game: str) -> Rulebook:
    if game not in games():
        abort(404)
    return load(game)


def _edition(book: Rulebook) -> Edition | None:
    """The edition asked for, else the first; None where the rules know only one way."""
    wanted = request.args.get("edition")
    return next((edition for edition in book.editions if edition.id == wanted), next(iter(book.editions), None))


def _kept(response: Response) -> Response:
    """The same page need not be sent twice."""
    response.add_etag()
    response.make_conditional(request)
    return response


def _players(game: str) -> str:
    if game not in GAMES:
        return ""
    least, most = GAMES[game].info.seats
    return str(_("%(least)s–%(most)s players", least=least, most=most)) if least < most else str(_("%(n)s players", n=least))


def _about(book: Rulebook, edition: Edition | None) -> dict[str, Any]:
    """The head of a rulebook: name, version, date, editions, and where to print a blank sheet."""
    lang = context.language()
    printable = "sheets.blank" in current_app.view_functions and book.game in GAMES
    return {
        "name": book.name[lang],
        "version": _("Version %(version)s, %(date)s", version=book.version, date=format_date(book.date, "long")),
        "print_href": url_for("sheets.blank", game=book.game) if printable else None,
        "editions": [
            {"text": known.text[lang], "on": known is edition, "href": url_for("rules.rulebook", game=book.game, edition=known.id)}
            for known in book.editions
        ]
        if len(book.editions) > 1
        else [],
    }


def _source(book: Rulebook) -> str:
    source = book.source
    told = _("After %(title)s by %(author)s", title=source.title, author=source.author)
    designer = _("Designed by %(name)s", name=source.designer) if source.designer else ""
    day = format_date(source.published, "long") if source.published else ""
    return " · ".join(part for part in (told, day, designer) if part)


def _sections(book: Rulebook, edition: Edition | None) -> list[dict[str, Any]]:
    lang = context.language()
    return [
        {
            "id": f"section-{section.id}",
            "title": section.text[lang],
            "clauses": [_article(book, entry, edition) for entry in book.clauses_in(section.id)],
        }
        for section in book.sections
    ]


def _appendix(book: Rulebook, edition: Edition | None) -> list[dict[str, Any]]:
    """What the source leaves open, and how the table uses the referee."""
    open_points = {
        "id": "open",
        "title": _("What the source leaves open"),
        "clauses": [_article(book, point, edition) for point in book.ambiguities],
    }
    own = {
        "id": "table-settings",
        "title": _("How the table uses the referee"),
        "clauses": [_setting(book, setting, edition) for setting in book.settings],
    }
    return [section for section in (open_points, own) if section["clauses"]]


def _article(book: Rulebook, entry: Clause | Ambiguity, edition: Edition | None) -> Article:
    lang = context.language()
    address = url_for("rules.clause", game=book.game, clause=entry.id)
    shared = {"id": entry.id, "href": address, "text": entry.text[lang], "options": _choices(book, entry, edition)}
    if isinstance(entry, Clause):
        return shared | {
            "kind": entry.kind,
            "example": entry.example[lang] if entry.example else None,
            "source": entry.source,
            "see": _decided_by(book, entry),
        }
    return shared | {
        "kind": "open" if entry.options else "fixed",
        "title": entry.title[lang],
        "why": entry.why[lang],
        "see": _links(book, entry.clauses),
    }


def _setting(book: Rulebook, setting: Setting, edition: Edition | None) -> Article:
    lang = context.language()
    return {
        "id": f"setting-{setting.id}",
        "kind": "setting",
        "title": setting.title[lang],
        "text": setting.text[lang],
        "options": _choices(book, setting, edition),
        "see": _links(book, [setting.clause]),
    }


def _choices(book: Rulebook, entry: Clause | Ambiguity | Setting, edition: Edition | None) -> list[dict[str, Any]]:
    """The choices of every option an entry names, the one in force in this edition marked."""
    lang, decided = context.language(), edition.options if edition else {}
    return [
        {
            "label": choice.text[lang],
            "on": choice.value == decided[option] if option in decided else choice.default,
            "note": _("standard") if choice.default else "",
        }
        for option in entry.options
        for choice in book.choices(option)
    ]


def _decided_by(book: Rulebook, clause: Clause) -> list[dict[str, str]]:
    """The open points behind a clause, by its options or because they name it."""
    points = [point.id for point in book.ambiguities if clause.id in point.clauses or set(point.options) & set(clause.options)]
    return _links(book, points)


def _links(book: Rulebook, ids: Sequence[str]) -> list[dict[str, str]]:
    return [{"id": known, "href": context.clause_url(known)} for known in ids]
