"""Offline use: the service worker, the site as an app, and the words of the queue."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    render_template,
    request,
    send_file,
    url_for,
)

from referee.files import HOME, PACKAGE
from referee.games import GAMES
from referee.web.http import context, rendering
from referee.web.http.edition import server_only
from referee.web.http.parts import Header, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.paper import typst as paper
from referee.words import LANGUAGES, catalogue

offline = Blueprint("offline", __name__)
# Sources of the pages cached on phones: if a file changes, phones fetch them again.
DRAWN_FROM = (
    HOME / "templates",
    HOME / "static",
    *(PACKAGE / part for part in ("rulebook", "words", "games")),
)
STYLES = ("entry.css", "read.css")
SCRIPTS = (
    "vendor/htmx.org@4.0.1/htmx.min.js",
    "app.js",
    "deferred.js",
    "live.js",
    "line.js",
    "words.js",
    "offline_entry.js",
    "numbers.js",
    "pad.js",
    "queue.js",
    "queue_rules.js",
    "saved_entries.js",
    "sending.js",
    "saved.js",
    "saved_dialog.js",
    "tables.js",
    "keep_awake.js",
    "turn_alert.js",
)
SIGNS = ("icons.svg", "favicon.svg")
MOST_PLAYERS = 5
# Blank sheets for more players or on other papers are printed too rarely to be cached.
KEPT_PAPERS = ("a4", "letter", "a5")
ICONS = (("icon", "any"), ("maskable", "maskable"))
PAPER, INK = "#F5EFE2", "#55307D"


@offline.get("/sw.js")
@needs("anyone")
@server_only
def worker() -> Response:
    """The service worker, at the root to control every page; its text changes with its cache."""
    kept = list(kept_pages())
    later = list(kept_sheets())
    parts = "\n".join((context.language(), context.looks().write(), *kept, *later))
    version = hashlib.sha256(_drawn_from() + parts.encode()).hexdigest()[:16]
    lists = {"home": url_for("home.home"), "kept": kept, "later": later}
    text = render_template(
        "phone/sw.js", version=version, **{name: json.dumps(one) for name, one in lists.items()}
    )
    response = Response(text, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def kept_pages() -> Iterator[str]:
    """Addresses cached with the worker: the pages that need no server, and their assets."""
    yield from (url_for("offline.without"), url_for("rules.all_rules"), url_for("print.blanks"))
    yield from (url_for("rules.rulebook", game=game) for game in GAMES)
    yield from (rendering.asset(name) for name in (*STYLES, *SCRIPTS, *SIGNS))
    yield url_for("offline.queue_words", lang=context.language())


def kept_sheets() -> Iterator[str]:
    """Blank sheets of the usual sizes, addressed as the form requests them."""
    for game, known in GAMES.items():
        yield url_for("print.blank", game=game)
        for size, most in paper.papers(game).items():
            for players in (
                range(known.info.seats[0], min(most, MOST_PLAYERS) + 1)
                if size in KEPT_PAPERS
                else ()
            ):
                yield url_for("print.asked", game=game, players=players, paper=size, rules="yes")


@offline.get("/offline")
@needs("anyone")
@server_only
def without() -> Response:
    """The page shown while the server cannot be reached."""
    return rendering.page(
        "phone/offline.html", Page(header=Header(_("Offline"), url_for("home.home")))
    )


@offline.get("/manifest-<lang>.webmanifest")
@needs("anyone")
@server_only
def manifest(lang: str) -> Response:
    """The web app manifest; its name has the language, as browsers request it without cookies."""
    if lang not in LANGUAGES:
        abort(404)
    context.keep_reader(lang)
    told = {
        "id": url_for("home.home"),
        "name": _("Referee"),
        "short_name": _("Referee"),
        "description": _("You hold the cards. This keeps the score."),
        "lang": context.language(),
        "start_url": url_for("home.home"),
        "scope": url_for("home.home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": _icons(),
    }
    response = Response(
        json.dumps(told, ensure_ascii=False), content_type="application/manifest+json"
    )
    response.headers["Cache-Control"] = "no-cache"
    return response


def _icons() -> list[dict[str, str]]:
    icons = [
        {
            "src": rendering.asset(f"icons/{name}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in ICONS
        for size in (192, 512)
    ]
    drawn = {
        "src": rendering.asset("favicon.svg"),
        "sizes": "any",
        "type": "image/svg+xml",
        "purpose": "any",
    }
    return [*icons, drawn]


@offline.get("/apple-touch-icon.png")
@needs("anyone")
def apple_icon() -> Response:
    """The icon for phones that request it by this name."""
    return send_file(
        HOME / "static" / "icons" / "apple-180.png", mimetype="image/png", max_age=86400
    )


@offline.get("/certificate")
@needs("anyone")
@server_only
def certificate() -> Response:
    """The certificate to trust, if the server made its own; else 404."""
    path = current_app.config["AUTHORITY"]
    if not path:
        abort(404)
    return send_file(
        path,
        mimetype="application/x-x509-ca-cert",
        as_attachment=True,
        download_name="referee.crt",
        max_age=0,
    )


@offline.get("/offline/words-<lang>.js")
@needs("anyone")
@server_only
def queue_words(lang: str) -> Response:
    """The words of a phone's queue, a module cached with the scripts that use them."""
    if lang not in LANGUAGES:
        abort(404)
    text = f"export default {json.dumps(catalogue(lang, 'queue'), ensure_ascii=False)};\n"
    response = Response(text, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def _drawn_from() -> bytes:
    """A hash of all files that pages are drawn from."""
    print_of = hashlib.sha256()
    for folder in DRAWN_FROM:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                print_of.update(
                    path.relative_to(HOME).as_posix().encode()
                    + hashlib.sha256(path.read_bytes()).digest()
                )
    return print_of.digest()
