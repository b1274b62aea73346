"""What every page needs of the request: language, looks, device, role, and how to render."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, Response, current_app, g, make_response, render_template, request, url_for
from flask_babel import Babel, format_date, get_domain
from jinja2 import Environment
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from referee.games import GAMES
from referee.rulebook import Rulebook, load
from referee.store import Grant, Store, TableRow
from referee.web.desk.desk import Desk
from referee.words import LANGUAGES, Speaker, catalogue_file

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

YEAR = 365 * 24 * 3600
MAX_COOKIES, MAX_ACCEPTED, MAX_DEVICE = 400, 200, 100
"""Signs of headers that are remembered or looked at: what this site's own cookies and a browser's languages take."""
DEVICE_COOKIE, LANGUAGE_COOKIE, LOOKS_COOKIE = "device", "lang", "looks"


@dataclass(frozen=True)
class Looks:
    """How this phone wants its pages; kept in one cookie as words joined by dots."""

    theme: str = "auto"
    suits: str = "four"
    letters: bool = False
    awake: bool = True
    turn: bool = False

    @classmethod
    def read(cls, text: str) -> Looks:
        """Looks from the cookie's text; anything unknown is ignored."""
        words = set(text.split("."))
        theme = next((word for word in ("light", "dark") if word in words), "auto")
        return cls(theme, "two" if "two" in words else "four", "letters" in words, "sleep" not in words, "turn" in words)

    def write(self) -> str:
        """The cookie's text."""
        flags = [("letters", self.letters), ("sleep", not self.awake), ("turn", self.turn)]
        return ".".join([self.theme, self.suits, *(word for word, on in flags if on)])


def desk() -> Desk:
    """The application's desk."""
    found: Desk = current_app.extensions["desk"]
    return found


def store() -> Store:
    """The application's store."""
    return desk().store


def language() -> str:
    """``?lang=``, else the cookie, else what the browser accepts, else English."""
    if "language" not in g:
        accepted = request.headers.get("Accept-Language", "")[:MAX_ACCEPTED]
        asked = (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE), _best_language(accepted))
        g.language = next(wanted for wanted in asked if wanted in LANGUAGES)
    return str(g.language)


@lru_cache(maxsize=256)
def _best_language(accepted: str) -> str:
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or LANGUAGES[0]


def looks() -> Looks:
    """This phone's looks."""
    return Looks.read(request.cookies.get(LOOKS_COOKIE, ""))


def device(make: bool = False) -> str | None:
    """The id of this device from its cookie; made and remembered when asked to."""
    if "device" not in g:
        sent = sent_device(request.environ)
        g.device = sent if sent and store().knows_device(sent) else None
    if g.device is None and make:
        g.device = g.new_device = store().new_device()
    found: str | None = g.device
    return found


def sent_device(environ: WSGIEnvironment) -> str:
    """The id of the device that a request comes with, or nothing; whether it is known, the store says."""
    cookies = environ.get("HTTP_COOKIE", "")
    # A phone sends the same few cookies with every entry.
    found = _sent_device(cookies) if len(cookies) <= MAX_COOKIES else _sent_device.__wrapped__(cookies)
    return found if len(found) < MAX_DEVICE else ""


@lru_cache(maxsize=1024)
def _sent_device(cookies: str) -> str:
    return parse_cookie(cookies).get(DEVICE_COOKIE, "")


def keep_cookies(response: Response) -> Response:
    """Remember a new device and a language asked for in the address."""
    if new := g.get("new_device"):
        response.set_cookie(DEVICE_COOKIE, new, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    if request.query_string and request.args.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, request.args["lang"], max_age=YEAR, samesite="Lax")
    return response


def find_table(code: str, fresh: bool = False) -> tuple[TableRow, Grant] | None:
    """The table with this code and what this device may do there, if it has been let in.

    An entry may know it from a second ago; what is looked at is to be ``fresh``, so that a phone sees at once what its host decided.
    """
    sent = sent_device(request.environ)
    grant = store().grant_by_code(sent, code, fresh or request.method == "GET") if sent else None
    if grant is None:
        return None
    g.device = sent
    return grant.table, grant


def book(game: str) -> Rulebook:
    """The rulebook of a game."""
    return load(game)


def game_name(game: str, lang: str | None = None) -> str:
    """A game's name in the reader's language."""
    return book(game).name[lang or language()]


def speaker(game: str, names: Mapping[str, str], html: bool = True, lang: str | None = None) -> Speaker:
    """Words of a game for this reader."""
    return Speaker(lang or language(), game, names, html, draw_card) if html else Speaker(lang or language(), game, names)


def draw_card(card: str) -> Markup:
    """A card inside a sentence, drawn."""
    return _drawn(card, language(), current_app.jinja_env)


@lru_cache(maxsize=512)
def _drawn(card: str, lang: str, env: Environment) -> Markup:
    # The language is part of the key: a card's spoken name is said in it.
    macros: Any = env.get_template("macros/core.html").module
    return Markup(macros.card(card))


def drawn_key(key: Mapping[str, Any], pad: Mapping[str, Any]) -> Markup:
    """A key of the card pad, drawn once for all that shows in it."""
    reason = tuple((key["reason"] or {}).items())
    shown = tuple(value if name != "reason" else reason for name, value in key.items())
    return _drawn_key(tuple(key), shown, (pad["mode"], pad["name"], pad["single"]), language(), current_app.jinja_env)


@lru_cache(maxsize=4096)
def _drawn_key(names: tuple[str, ...], shown: tuple[Any, ...], pad: tuple[str, str, bool], lang: str, env: Environment) -> Markup:
    macros: Any = env.get_template("macros/entry.html").module
    key = dict(zip(names, shown, strict=True))
    mode, name, single = pad
    return Markup(macros.key(key | {"reason": dict(key["reason"]) or None}, {"mode": mode, "name": name, "single": single}))


def path(endpoint: str, **values: Any) -> str:
    """The address of a page within this site; a table's pages ask for the same ones again and again."""
    return _path(request.root_path, endpoint, **values)


@lru_cache(maxsize=4096, typed=True)
def _path(root: str, endpoint: str, **values: Any) -> str:
    # What the site is mounted under is part of the key, as url_for puts it first.
    return url_for(endpoint, **values)


def clause_url(clause: str) -> str:
    """The address of a clause in the rulebook."""
    prefix = clause.partition("-")[0]
    game = next((name for name, game in GAMES.items() if game.info.prefix == prefix), "")
    return path("rules.rulebook", game=game, _anchor=clause) if game else "#"


def is_fragment() -> bool:
    """Whether htmx asks, so that only the page's body is wanted."""
    return request.headers.get("HX-Request") == "true" and "HX-History-Restore-Request" not in request.headers


def page(template: str, status: int = 200, **context: Any) -> Response:
    """A rendered page, or just its changing part when htmx asks."""
    view = context.get("view")
    if view:
        colours = view.history.game.info.two_colours
        context = {"revision": view.history.revision, "live_url": view.url("live.stream"), "two_colours": colours, **context}
    elif context.get("page", {}).get("live"):
        # What listens to no stream has no light either.
        context["page"] = {**context["page"], "live": None}
    html = render_template(template, partial=is_fragment(), **context)
    response = make_response(html, status)
    response.headers["Content-Language"] = language()
    return response


def install_words(app: Flask) -> None:
    """Use Flask-Babel for the interface, with its messages read straight from the .po files."""
    Babel(app, locale_selector=language)
    # The templates say a few hundred words a page, so theirs come without Flask-Babel's questions about the request.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: interface(language()).ugettext(text),
        lambda one, many, number: interface(language()).ungettext(one, many, number),
        newstyle=True,
    )
    with app.app_context():
        cache = get_domain().cache
        for lang in LANGUAGES:
            cache[lang, "messages"] = interface(lang)


@cache
def interface(lang: str) -> Translations:
    """The interface's messages in one language; English is what the templates say."""
    path = catalogue_file(lang, "referee")
    if not path.exists():
        return Translations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=lang))
    compiled.seek(0)
    return Translations(compiled)


def asset(name: str) -> str:
    """The address of a static file, with its content's fingerprint, so that it can be kept for ever."""
    folder = current_app.static_folder
    assert folder is not None
    return url_for("static", filename=name, v=_fingerprint(Path(folder) / name))


@lru_cache(maxsize=64)
def _fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def day(at: float) -> str:
    """A day as this reader writes it, without the year."""
    return format_date(datetime.fromtimestamp(at), "E d MMM" if language() == "en" else "M月d日（E）")


def new_key() -> str:
    """A fresh idempotency key for a form; noted down, so that a page kept for later can be given others."""
    key = secrets.token_urlsafe(12)
    g.setdefault("new_keys", []).append(key)
    return key


def sent_key() -> str:
    """The idempotency key that the form came with, or a fresh one."""
    return request.form.get("key", "")[:60] or new_key()


def template_globals() -> dict[str, Any]:
    """What every template may use."""
    own = looks()
    return {
        "ui": {"lang": language(), "theme": own.theme, "suits": own.suits, "letters": own.letters, "awake": own.awake, "turn": own.turn},
    }
