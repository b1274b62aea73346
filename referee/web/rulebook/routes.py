"""Rulebooks: each clause has an address; ``?edition=`` and ``?table=`` select marked options."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import format_date
from markupsafe import Markup

from referee.games import GAMES
from referee.rulebook import Rulebook, games, load
from referee.store.values import Grant, TableRow
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, Header, Link, ListRow, Page, VariantLink
from referee.web.http.permissions import access_level, may, needs
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import find_group_rulings

from .articles import Article, ArticleSection, InForce, article, sections

MOST_SIGNS = 200
rules = Blueprint("rules", __name__)


@dataclass(frozen=True, kw_only=True)
class BooksPage(Page):
    """All rulebooks."""

    books: Sequence[ListRow]
    ask: Link


@dataclass(frozen=True, kw_only=True)
class RulebookPage(Page):
    """A rulebook and its editions; ``marked`` if a table's options are."""

    book: Rulebook
    ask: Link | None
    editions: Sequence[VariantLink]
    print_href: str | None
    marked: bool
    sections: Sequence[ArticleSection]
    source: str


@dataclass(frozen=True, kw_only=True)
class ClausePage(Page):
    """One clause."""

    clause: Article


@rules.get("/rules")
@needs("anyone")
def all_rules() -> Response:
    """All rulebooks."""
    lang = context.language()
    rows = [
        ListRow(
            url_for("rules.rulebook", game=book.game),
            book.name[lang],
            _players(book.game),
            Markup(_("After rules by %(name)s"))
            % {"name": rendering.in_its_language(book.source.author)},
            book.version,
        )
        for book in map(load, games())
    ]
    model = BooksPage(
        header=Header(_("Rules"), url_for("home.home")),
        books=rows,
        ask=Link(_("Ask the referee"), url_for("ask.games")),
    )
    return rendering.with_etag(rendering.page("rulebook/all.html", model))


@rules.get("/rules/search")
@needs("anyone")
def search() -> Response:
    """The former search: 301 to asking the referee, with the question."""
    game, table = request.args.get("game") or "", _table()
    if game:
        _book(game)
    words = request.args.get("q", "").strip()[:MOST_SIGNS]
    if table or game in GAMES:
        asked, code = (table[0].game, table[0].code) if table else (game, None)
        there = url_for("ask.ask", game=asked, table=code, words=words)
    else:
        there = url_for("ask.games", words=words)
    return redirect(there, 301)  # type: ignore[return-value]


@rules.get("/rules/<game>")
@needs("anyone", cases={"rulings": "player"})
def rulebook(game: str) -> Response:
    """A rulebook, with the choices of the table or edition marked."""
    book = _book(game)
    chosen = _chosen(book)
    table = chosen.query.get("table")
    back = url_for("tables.table", code=table) if table else url_for("rules.all_rules")
    model = RulebookPage(
        header=Header(_("Rules"), back, book.short[context.language()]),
        book=book,
        ask=(
            Link(_("Ask the referee"), context.path("ask.ask", game=game, table=table))
            if game in games()
            else None
        ),
        editions=_editions(book, chosen),
        print_href=_blank_sheet(game),
        marked=table is not None,
        sections=sections(book, chosen),
        source=_source(book),
    )
    return rendering.with_etag(rendering.page("rulebook/page.html", model))


def _blank_sheet(game: str) -> str | None:
    if not context.has_game(game) or not (has_server() or game in GAMES):
        return None
    if has_server():
        return url_for("print.blank", game=game)
    return url_for("blanks.sheets", _anchor=game)


@rules.get("/rules/<game>/<clause>", endpoint="clause")
@needs("anyone", cases={"rulings": "player"})
def clause_page(game: str, clause: str) -> Response:
    """One clause as a small page, or as a fragment for htmx; 404."""
    book = _book(game)
    try:
        entry = book.entry(clause.upper())
    except KeyError:
        abort(404)
    chosen = _chosen(book)
    whole = url_for("rules.rulebook", game=game, _anchor=entry.id, **chosen.query)
    template = "rulebook/clause_part.html" if rendering.is_fragment() else "rulebook/clause.html"
    model = ClausePage(
        header=Header(entry.id, whole, book.short[context.language()]),
        clause=article(book, entry, chosen),
        actions=Actions(plain=[Link(_("All rules"), whole, "book")]),
    )
    return rendering.with_etag(rendering.page(template, model))


def _book(game: str) -> Rulebook:
    if game not in games() and not context.has_game(game):
        abort(404)
    return rendering.book(game)


def _table() -> tuple[TableRow, Grant] | None:
    """The table the reader comes from, if this device was let in to it."""
    code = request.args.get("table", "")
    return context.find_table(code) if code else None


def _chosen(book: Rulebook) -> InForce:
    """The options of the reader's table, else of the requested edition, else of the first."""
    found = _table()
    if found and found[0].game == book.game:
        table = found[0]
        sees = may(access_level(found[1].role, found[1].let_in), "rules.rulebook", "rulings")
        ruled = find_group_rulings(table.group_id, table.game) if sees else {}
        return InForce(context.service().history(table).options, {"table": table.code}, ruled)
    asked = next(
        (edition for edition in book.editions if edition.id == request.args.get("edition")), None
    )
    if asked:
        return InForce(asked.options, {"edition": asked.id})
    return InForce(book.editions[0].options if book.editions else {})


def _players(game: str) -> str:
    if game not in GAMES:
        return ""
    least, most = GAMES[game].info.seats
    return (
        _("%(least)s–%(most)s players", least=least, most=most)
        if least < most
        else _("%(n)s players", n=least)
    )


def _editions(book: Rulebook, chosen: InForce) -> list[VariantLink]:
    """The editions to choose from; none if a table has chosen."""
    if len(book.editions) < 2 or "table" in chosen.query:
        return []
    shown, lang = chosen.query.get("edition", book.editions[0].id), context.language()
    return [
        VariantLink(
            known.text[lang],
            url_for("rules.rulebook", game=book.game, edition=known.id),
            known.id == shown,
        )
        for known in book.editions
    ]


def _source(book: Rulebook) -> str:
    source = book.source
    named = {
        "title": rendering.in_its_language(source.title),
        "author": rendering.in_its_language(source.author),
    }
    told = Markup(_("After %(title)s by %(author)s")) % named
    designer = _("Designed by %(name)s", name=source.designer) if source.designer else ""
    day = format_date(source.published, "long") if source.published else ""
    return Markup(" · ").join(part for part in (told, day, designer) if part)
