"""What every page needs of the request: language, looks, device, role, and how to render."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Response, current_app, g, request, url_for
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.store import Store
from referee.store.codes import LETTERS
from referee.store.values import Grant, TableRow
from referee.web.desk.desk import Desk
from referee.words import LANGUAGES

HOST_COOKIE = "__Host-device"
"""The device's cookie over https, as nobody else, not even a site beside this one, can set one
called so.
"""
YEAR = 365 * 24 * 3600
MAX_DEVICE = 100
DEVICE = re.compile(r"[\w-]{24}", re.ASCII)
"""The form of a device's id, in which another node may have given it one."""
DEVICE_COOKIE, LANGUAGE_COOKIE, LOOKS_COOKIE, NODES_COOKIE, ROOM_COOKIE = (
    "device",
    "lang",
    "looks",
    "nodes",
    "room",
)


@dataclass(frozen=True)
class Looks:
    """How this phone wants its pages; kept in one cookie as words joined by dots."""

    theme: str = "auto"
    suits: str = "four"
    letters: bool = False
    awake: bool = True
    turn: bool = False
    typing: bool = False

    @classmethod
    def read(cls, text: str) -> Looks:
        """Looks from the cookie's text; anything unknown is ignored."""
        words = set(text.split("."))
        theme = next((word for word in ("light", "dark") if word in words), "auto")
        suits = "two" if "two" in words else "four"
        flags = ("letters" in words, "sleep" not in words, "turn" in words, "typing" in words)
        return cls(theme, suits, *flags)

    def write(self) -> str:
        """The cookie's text."""
        flags = [
            ("letters", self.letters),
            ("sleep", not self.awake),
            ("turn", self.turn),
            ("typing", self.typing),
        ]
        return ".".join([self.theme, self.suits, *(word for word, on in flags if on)])


def desk() -> Desk:
    """The application's desk."""
    found: Desk = current_app.extensions["desk"]
    return found


def store() -> Store:
    """The application's store."""
    return desk().store


_reader: ContextVar[tuple[str, str] | None] = ContextVar("reader", default=None)


def reader() -> tuple[str, str]:
    """The language of whoever reads, and what the site is mounted under: asked for at every word
    and every address.
    """
    return _reader.get() or (_language(), request.root_path)


def keep_reader(lang: str = "") -> None:
    """Settle who reads for as long as the request lasts."""
    _reader.set((lang or _language(), request.root_path))


def forget_reader(_error: BaseException | None = None) -> None:
    """The next request of this thread may be another reader's."""
    _reader.set(None)


def language() -> str:
    """``?lang=``, else the cookie, else what the browser accepts, else English."""
    return reader()[0]


def _language() -> str:
    asked = (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE))
    return next((wanted for wanted in asked if wanted in LANGUAGES), None) or _accepted(
        request.environ.get("HTTP_ACCEPT_LANGUAGE", "")
    )


@lru_cache(maxsize=256)
def _accepted(header: str) -> str:
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES, LANGUAGES[0])


def looks() -> Looks:
    """This phone's looks."""
    return Looks.read(request.cookies.get(LOOKS_COOKIE, ""))


def node() -> str:
    """The letters of this node, or nothing where there are no others."""
    found: str = current_app.config["NODE"]
    return found


def nodes_of_device() -> str:
    """A letter of every node that has let this device in, the last one first, as its cookie
    says.
    """
    return "".join(
        dict.fromkeys(
            letter for letter in request.cookies.get(NODES_COOKIE, "") if letter in LETTERS
        )
    )


def device(make: bool = False) -> str | None:
    """The id of this device from its cookie; made and remembered when asked to, with the id that
    another node gave it.
    """
    if "device" not in g:
        sent = _sent_device()
        g.device = sent if sent and store().knows_device(sent) else None
    if g.device is None and make:
        sent = _sent_device()
        g.device = g.new_device = store().new_device(
            sent if node() and DEVICE.fullmatch(sent) else ""
        )
    g.let_in = make or g.get("let_in", False)
    found: str | None = g.device
    return found


def _sent_device() -> str:
    """The id of the device that the request comes with, known or not, or nothing."""
    sent = request.cookies.get(_device_cookie()) or request.cookies.get(DEVICE_COOKIE, "")
    return sent if len(sent) < MAX_DEVICE else ""


def _device_cookie() -> str:
    """What the device's cookie is called here.

    Below a path it has its plain name: one called ``__Host-`` goes to the whole host, so whatever
    else is served there would be told the device, and two sites there would have one cookie. Where
    there are nodes the proxy reads the cookie, and nginx knows none with a hyphen in its name.
    """
    return (
        HOST_COOKIE if request.is_secure and not request.root_path and not node() else DEVICE_COOKIE
    )


def keep_cookies(response: Response) -> Response:
    """Remember a new device, at which nodes it is known, and a language asked for in the
    address.
    """
    name = _device_cookie()
    if new := g.get("new_device") or (g.get("device") if name not in request.cookies else None):
        keep_cookie(response, name, new, httponly=True, secure=request.is_secure)
        if name != DEVICE_COOKIE and DEVICE_COOKIE in request.cookies:
            # One from before: its phone keeps its tables under the new name.
            response.delete_cookie(DEVICE_COOKIE, path="/")
    if node() and g.get("device"):
        before = nodes_of_device()
        others = "".join(letter for letter in before if letter not in node())
        after = node()[0] + others if g.get("let_in") or others == before else before
        if after != before:
            keep_cookie(response, NODES_COOKIE, after, httponly=True, secure=request.is_secure)
    if request.query_string and request.args.get("lang") in LANGUAGES:
        keep_cookie(response, LANGUAGE_COOKIE, request.args["lang"])
    return response


def keep_cookie(response: Response, name: str, value: str, **more: Any) -> None:
    """Have this site's pages, and no others of the same host, send a cookie for a year."""
    response.set_cookie(
        name, value, max_age=YEAR, path=f"{request.root_path}/", samesite="Lax", **more
    )


def find_table(code: str) -> tuple[TableRow, Grant] | None:
    """The table with this code and what this device may do there, if it has been let in."""
    sent = _sent_device()
    grant = store().grant_by_code(sent, code) if sent else None
    if grant is None:
        return None
    g.device = sent
    return grant.table, grant


def path(endpoint: str, **values: Any) -> str:
    """The address of a page within this site; a table's pages ask for the same ones again and
    again.
    """
    return _path(reader()[1], endpoint, **values)


def this_address(query: bool = True) -> str:
    """The address of this request within its host."""
    return request.root_path + (request.full_path if query else request.path)


def shown_address(query: bool = True) -> str:
    """The address whose page is shown: where an entry led to, else this request's; nothing for a
    form that was refused.
    """
    there = str(g.get("led_to", "")) or (this_address() if request.method == "GET" else "")
    return there if query else there.partition("?")[0]


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
    safe = (
        path.startswith("/")
        and not path.startswith("//")
        and len(path) < 300
        and all(char > " " and char != "\\" for char in path)
    )
    return path if safe else url_for("home.home")
