"""What every page needs of the request: language, looks, device, role, and how to render."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, g, request, url_for
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_cookie

from referee.store import Grant, Store, TableRow
from referee.web.desk.desk import Desk
from referee.words import LANGUAGES

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


def path(endpoint: str, **values: Any) -> str:
    """The address of a page within this site; a table's pages ask for the same ones again and again."""
    return _path(request.root_path, endpoint, **values)


@lru_cache(maxsize=4096, typed=True)
def _path(root: str, endpoint: str, **values: Any) -> str:
    # What the site is mounted under is part of the key, as url_for puts it first.
    return url_for(endpoint, **values)


def new_key() -> str:
    """A fresh idempotency key for a form."""
    return secrets.token_urlsafe(12)


def sent_key() -> str:
    """The idempotency key that the form came with, or a fresh one."""
    return request.form.get("key", "")[:60] or new_key()


def local_path(path: str) -> str:
    """A path of this site and nothing else; anything doubtful becomes the first page."""
    safe = path.startswith("/") and not path.startswith("//") and len(path) < 300 and all(char > " " and char != "\\" for char in path)
    return path if safe else url_for("home.home")
