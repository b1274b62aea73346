"""Rendering: words, cards, addresses of files and clauses, QR codes, text width."""

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width
from urllib.parse import quote

from flask import (
    Flask,
    Response,
    current_app,
    g,
    has_request_context,
    make_response,
    render_template,
    request,
    url_for,
)
from flask_babel import Babel, format_date
from jinja2.runtime import Macro
from markupsafe import Markup

from referee.game_files import game_file
from referee.games import GAMES
from referee.kernel.game import AnyGame
from referee.own.sheet import ID, PREFIX
from referee.rulebook import Rulebook, load
from referee.words import Translator, plain_card

from . import context
from .context import ROOM_COOKIE, language, looks, path, reader
from .edition import has_server
from .parts import Page
from .words import marked_up

MOST_KEPT = 2048  # Drawings of one macro kept
PLAIN_DRAWING = Path(__file__).with_name("drawing.svg")
SHEET_DRAWING = Path(__file__).with_name("sheet_drawing.svg")
"""Of a game that is made of a score sheet."""


def book(game: str) -> Rulebook:
    """Return the rulebook of a game: its folder's, or the one made of its sheet."""
    return book_of(context.find_game(game)) if game.startswith(ID) else load(game)


def book_of(game: AnyGame) -> Rulebook:
    """Return the rulebook of a game, also where it is not known by its id."""
    found: Rulebook = game.book() if game.book else load(game.info.id)
    return found


def game_name(game: str, lang: str | None = None) -> str:
    """Return a game's name in the reader's language."""
    return book(game).name[lang or language()]


def make_translator(
    game: str, names: Mapping[str, str], html: bool = True, lang: str | None = None
) -> Translator:
    """Return a game's words for this reader."""
    if game.startswith(ID):
        return translator_of(context.find_game(game), names, html, lang)
    return Translator(lang or language(), game, names, html, draw_card if html else plain_card)


def translator_of(
    game: AnyGame, names: Mapping[str, str], html: bool = True, lang: str | None = None
) -> Translator:
    """Return the words of a game for this reader, also where it is not known by its id."""
    if game.words is None:
        return make_translator(game.info.id, names, html, lang)
    spoken, draw = lang or language(), draw_card if html else plain_card
    return Translator(spoken, "own", names, html, draw, game.words(spoken))


def draw_card(card: str) -> Markup:
    """Return the drawing of a card inside a sentence."""
    macros: Any = current_app.jinja_env.get_template("shared/core.html").module
    return Markup(macros.card(card))


def drawn_once(
    macro: Macro, shown: Callable[..., Hashable | None] | None = None
) -> Callable[..., Markup]:
    """Cache a macro's output by its arguments, language and root path.

    `shown` returns instead what of the arguments shows, or None to draw them anew.
    """
    kept: dict[Hashable, Markup] = {}

    def draw(*told: Any) -> Markup:
        what = shown(*told) if shown else (told, tuple(map(type, told)))
        if what is None:
            return Markup(macro(*told))
        key = (reader(), what)
        drawn = kept.get(key)
        if drawn is None:
            drawn = Markup(macro(*told))
            # Another thread may empty the cache at any time.
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[key] = drawn
        return drawn

    return draw


def num(number: object) -> str:
    """Format a number with a true minus sign."""
    return str(number).replace("-", "−")


@lru_cache(maxsize=256)
def drawing(game: str) -> Markup:
    """Return a game's drawing or a generic one, hidden from screen readers as the name follows."""
    own = SHEET_DRAWING if game.startswith(ID) else game_file(game, "drawing.svg")
    text = (own if own.exists() else PLAIN_DRAWING).read_text(encoding="utf-8")
    return Markup(text.replace("<svg", '<svg class="drawing" aria-hidden="true"', 1).strip())


def clause_url(clause: str) -> str:
    """Return the address of a clause in the rulebook."""
    prefix = clause.partition("-")[0]
    game = (
        _game_of_a_sheet()
        if prefix == PREFIX
        else next((name for name, game in GAMES.items() if game.info.prefix == prefix), "")
    )
    return path("rules.rulebook", game=game, _anchor=clause) if game else "#"


def _game_of_a_sheet() -> str:
    """The game of this page, as all games of sheets number their clauses alike; empty if none."""
    if "admitted" in g:
        return str(g.admitted[0].game)
    return str((request.view_args or {}).get("game", "")) if has_request_context() else ""


def is_fragment() -> bool:
    """Whether htmx asks for only the page's body."""
    return (
        has_request_context()
        and request.headers.get("HX-Request") == "true"
        and "HX-History-Restore-Request" not in request.headers
    )


def with_etag(response: Response) -> Response:
    """Add an ETag, so an unchanged page or file is not sent again."""
    response.add_etag()
    response.make_conditional(request)
    if response.status_code == HTTPStatus.PRECONDITION_FAILED:
        response.set_data(b"")
    return response


def page(template: str, model: Page, status: int = 200) -> Response:
    """Render a page, or only its body for htmx; the fields of `model` are the template's names."""
    names = dict(vars(model))
    view, live = model.view, {"revision": 0, "live_url": "", "two_colours": False}
    if view:
        colours = view.history.game.info.two_colours
        live = {
            "revision": view.history.revision,
            "live_url": view.url("live.stream" if has_server() else "live.revision"),
            "two_colours": colours,
        }
    elif model.header.live:
        # A page without a stream has no connection light.
        names["header"] = replace(model.header, live=False)
    response = make_response(
        render_template(template, partial=is_fragment(), **live, **names), status
    )
    response.headers["Content-Language"] = language()
    return response


def install_words(app: Flask) -> None:
    """Add the interface's words and Flask-Babel's dates to templates."""
    Babel(app, locale_selector=language)
    app.jinja_env.globals["_"] = marked_up


def asset(name: str) -> str:
    """Return a static file's address with a content hash, so it can be cached for ever."""
    return reader()[1] + _static_path(current_app.static_folder, current_app.static_url_path, name)


@lru_cache(maxsize=256)
def _static_path(folder: str | None, path: str | None, name: str) -> str:
    assert folder is not None
    if name.endswith(".js") and "/" not in name:
        return f"{path}/{script_folder(Path(folder))}/{name}"
    return f"{path}/{quote(name)}?v={_fingerprint(Path(folder) / name)}"


def script_folder(static: Path) -> str:
    """Return the folder of all scripts: they import each other by relative addresses, so that one
    hash in the path stands for all.
    """
    return f"js-{_fingerprint(*sorted(static.glob('*.js')))}"


def _fingerprint(*files: Path) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def day(at: float) -> str:
    """Format a day in the reader's language, without the year."""
    return format_date(
        datetime.fromtimestamp(at), "M月d日（E）" if language() == "ja" else "E d MMM"
    )


def in_its_language(text: str) -> Markup:
    """Mark Japanese source text on other pages, so screen readers read it as Japanese."""
    foreign = language() != "ja" and any(
        "\u3040" <= letter <= "\u30ff" or "\u4e00" <= letter <= "\u9fff" for letter in text
    )
    return Markup('<span lang="ja">{}</span>' if foreign else "{}").format(text)


def template_globals() -> dict[str, Any]:
    """Return the variables of every template."""
    wide = has_request_context() and request.cookies.get(ROOM_COOKIE) == "wide"
    return {"ui": {"lang": language(), "wide": wide, **vars(looks())}}


def address(endpoint: str, **values: Any) -> str:
    """Return an address that other phones can open: the local network's instead of localhost."""
    base = "" if current_app.config["URL"] else current_app.config["ADDRESS"]
    local = request.host.partition(":")[0] in ("localhost", "127.0.0.1", "[::1]")
    return (
        base.rstrip("/") + url_for(endpoint, **values)
        if base and local
        else url_for(endpoint, _external=True, **values)
    )


def qr_svg(text: str, border: int = 2, repair: str = "m") -> Markup:
    """Return a QR code as inline SVG without style attributes; `border` is in modules.

    `repair` is how much may be unreadable: a long text on a screen has larger modules with "l".
    """
    return Markup(
        _qr(text, repair).svg_inline(border=border, omitsize=True, svgclass=None, lineclass=None)
    )


def qr_rows(text: str) -> list[str]:
    """Return a QR code as rows of 0 and 1, without border, for the printed sheets."""
    return ["".join("1" if dark else "0" for dark in row) for row in _qr(text).matrix]


def _qr(text: str, repair: str = "m") -> Any:
    import segno  # Not before it is used, as it slows the start on a phone

    return segno.make(text, error=repair, micro=False)


def text_width(text: str) -> int:
    """Return the width in Latin letters: kana and kanji are 2, an SVG is 1, tags are 0."""
    shown, signs = (text.striptags(), text.count("<svg")) if isinstance(text, Markup) else (text, 0)
    return signs + sum(2 if east_asian_width(letter) in "WF" else 1 for letter in shown)
