"""Request context: language, looks, device, table, addresses and form keys."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from flask import Response, current_app, g, has_request_context, request, url_for
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.kernel.game import AnyGame
from referee.service.tables import TableService
from referee.store import Store
from referee.store.codes import LETTERS
from referee.store.outcomes import OutcomeRow
from referee.store.values import Grant, TableRow
from referee.words import LANGUAGES

HOST_COOKIE = "__Host-device"  # Over https; no other site of the host can set a `__Host-` cookie
YEAR = 365 * 24 * 3600
MAX_DEVICE = 100
DEVICE = re.compile(r"[\w-]{24}", re.ASCII)  # The form of another node's device ids
DEVICE_COOKIE, LANGUAGE_COOKIE, LOOKS_COOKIE, NODES_COOKIE, ROOM_COOKIE = (
    "device",
    "lang",
    "looks",
    "nodes",
    "room",
)


@dataclass(frozen=True)
class Looks:
    """A phone's display settings, stored in one cookie as words joined by dots."""

    theme: str = "auto"
    suits: str = "four"
    letters: bool = False
    awake: bool = True
    turn: bool = False
    typing: bool = False

    @classmethod
    def from_cookie(cls, text: str) -> Looks:
        """Parse the cookie's text; unknown words are ignored."""
        words = set(text.split("."))
        theme = next((word for word in ("light", "dark") if word in words), "auto")
        suits = "two" if "two" in words else "four"
        flags = ("letters" in words, "sleep" not in words, "turn" in words, "typing" in words)
        return cls(theme, suits, *flags)

    def write(self) -> str:
        flags = [
            ("letters", self.letters),
            ("sleep", not self.awake),
            ("turn", self.turn),
            ("typing", self.typing),
        ]
        return ".".join([self.theme, self.suits, *(word for word, on in flags if on)])


def service() -> TableService:
    """Return the application’s table service."""
    found: TableService = current_app.extensions["service"]
    return found


def store() -> Store:
    """Return the application's store."""
    return service().store


_reader: ContextVar[tuple[str, str] | None] = ContextVar("reader", default=None)


def reader() -> tuple[str, str]:
    """Return the reader's language and the site's root path, used for every word and address."""
    return _reader.get() or (_language(), request.root_path)


def keep_reader(lang: str = "") -> None:
    """Fix the language and root path for the request, or for what is drawn without one."""
    known = has_request_context()
    _reader.set((lang or _language(), request.root_path if known else ""))


def forget_reader(_error: BaseException | None = None) -> None:
    """Reset the reader, as the thread's next request may be another reader's."""
    _reader.set(None)


def language() -> str:
    """Return `?lang=`, else the cookie's, else the browser's language, else English."""
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
    """Return this phone's display settings; the usual ones without a request."""
    return Looks.from_cookie(request.cookies.get(LOOKS_COOKIE, "") if has_request_context() else "")


def node() -> str:
    """Return this node's letters, empty with a single node."""
    found: str = current_app.config["NODE"]
    return found


def nodes_of_device() -> str:
    """Return a letter per node that let this device in, latest first, from its cookie."""
    return "".join(
        dict.fromkeys(
            letter for letter in request.cookies.get(NODES_COOKIE, "") if letter in LETTERS
        )
    )


def device(make: bool = False) -> str | None:
    """Return the device id from its cookie; `make` creates one, with another node's id if sent."""
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
    """The device id in the request, known or not; empty if none."""
    sent = request.cookies.get(_device_cookie()) or request.cookies.get(DEVICE_COOKIE, "")
    return sent if len(sent) < MAX_DEVICE else ""


def _device_cookie() -> str:
    """The name of the device's cookie.

    A `__Host-` cookie goes to the whole host, so below a path it would leak to other sites there or
    clash with theirs. With nodes the proxy reads it, and nginx variables allow no hyphen.
    """
    return (
        HOST_COOKIE if request.is_secure and not request.root_path and not node() else DEVICE_COOKIE
    )


def keep_cookies(response: Response) -> Response:
    """Set cookies for a new device, its nodes, and a language in the address."""
    _keep_device(response)
    _keep_nodes(response)
    if request.query_string and request.args.get("lang") in LANGUAGES:
        keep_cookie(response, LANGUAGE_COOKIE, request.args["lang"])
    return response


def _keep_device(response: Response) -> None:
    name = _device_cookie()
    if new := g.get("new_device") or (g.get("device") if name not in request.cookies else None):
        keep_cookie(response, name, new, httponly=True, secure=request.is_secure)
        if name != DEVICE_COOKIE and DEVICE_COOKIE in request.cookies:
            # An old cookie: the phone keeps its tables under the new name.
            response.delete_cookie(DEVICE_COOKIE, path="/")


def _keep_nodes(response: Response) -> None:
    if not (node() and g.get("device")):
        return
    before = nodes_of_device()
    others = "".join(letter for letter in before if letter not in node())
    # This node comes first if it is new in the cookie, or lets the device in now.
    after = node()[0] + others if g.get("let_in") or others == before else before
    if after != before:
        keep_cookie(response, NODES_COOKIE, after, httponly=True, secure=request.is_secure)


def keep_cookie(response: Response, name: str, value: str, **more: Any) -> None:
    """Set a cookie for a year, sent to this site's pages only."""
    response.set_cookie(
        name, value, max_age=YEAR, path=f"{request.root_path}/", samesite="Lax", **more
    )


def find_game(game: str) -> AnyGame:
    """Return a game by its id; raises UnsupportedGame."""
    return service().games.find(game)


def has_game(game: str) -> bool:
    """Whether a game exists here."""
    return service().games.has(game)


def is_kept(table: TableRow | OutcomeRow) -> bool:
    """Whether a table's game still exists."""
    return has_game(table.game)


def find_table(code: str) -> tuple[TableRow, Grant] | None:
    """Return the table with this code and this device's grant; None if not let in."""
    sent = _sent_device()
    grant = store().grant_by_code(sent, code) if sent else None
    if grant is None:
        return None
    g.device = sent
    return grant.table, grant


def path(endpoint: str, **values: Any) -> str:
    """Return a page's address within the host."""
    return path_below(reader()[1], endpoint, **values)


def this_address(query: bool = True) -> str:
    """Return the address of this request within its host."""
    return request.root_path + (request.full_path if query else request.path)


def shown_address(query: bool = True) -> str:
    """Return the address of the page shown, as an entry may lead on; empty for a refused form."""
    reads = has_request_context() and request.method == "GET"
    there = str(g.get("led_to", "")) or (this_address() if reads else "")
    return there if query else there.partition("?")[0]


@lru_cache(maxsize=4096, typed=True)
def path_below(root: str, endpoint: str, **values: Any) -> str:
    """Return an address below the site's root path, cached as pages repeat the same ones."""
    anchor = values.pop("_anchor", "")
    found = current_app.url_map.bind("", script_name=root).build(endpoint, values)
    return f"{found}#{quote(anchor)}" if anchor else found


def new_key() -> str:
    """Return a fresh idempotency key for a form."""
    return secrets.token_urlsafe(12)


def sent_key() -> str:
    """Return the form's idempotency key, or a fresh one."""
    return request.form.get("key", "")[:60] or new_key()


def local_path(path: str) -> str:
    """Return a safe path of this site, or the home page's for anything doubtful."""
    safe = (
        path.startswith("/")
        and not path.startswith("//")
        and len(path) < 300
        and all(char > " " and char != "\\" for char in path)
    )
    return path if safe else url_for("home.home")
