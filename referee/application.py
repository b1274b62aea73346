"""The application: configuration, blueprints, error handlers, security headers. Wiring only."""

import threading
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.blueprints import register
from referee.files import HOME
from referee.games import BROKEN
from referee.service.tables import TableService
from referee.store import Store
from referee.web.http import (
    authorize,
    compress,
    context,
    cross_origin,
    edition,
    errors,
    rendering,
    security,
)
from referee.web.http.limits import Guesses, Hourly, Quota
from referee.web.http.public_url import mount
from referee.web.move.codes import MoveCodes
from referee.web.view.announcements import score_told
from referee.web.view.board import is_dense, spot_shown

BUSY_SECONDS = 3.0
"""Wait for a locked database, in seconds: less than a phone waits for its answer."""
DEFAULTS = {
    "ADDRESS": "",
    "AUTHORITY": "",
    "EDITION": edition.SERVER,
    "NODE": "",
    "PROXIES": 0,
    "RATE_LIMITS": True,
    "STREAMS": 1024,
    "URL": "",
}
TEMPLATE_FUNCTIONS = {
    "asset": rendering.asset,
    "clause_url": rendering.clause_url,
    "drawing": rendering.drawing,
    "drawn_once": rendering.drawn_once,
    "has_server": edition.has_server,
    "in_its_language": rendering.in_its_language,
    "is_dense": is_dense,
    "num": rendering.num,
    "score_told": score_told,
    "spot_shown": spot_shown,
    "shown_address": context.shown_address,
    "text_width": rendering.text_width,
}
"""What templates may call, with the words of ``rendering.install_words``."""


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The Flask application.

    ``config`` may set DATABASE (SQLite file; if it is empty, `open_tables` follows), ADDRESS (typed
    on phones), AUTHORITY (CA certificate for phones), EDITION (``browser`` for one phone without a
    server), NODE (letters of this node, if there are several), PROXIES (number of trusted proxies,
    which give client, scheme and host) and URL (public address).
    """
    app = Flask(__name__, root_path=str(HOME))
    app.config.from_mapping(
        DEFAULTS,
        SEND_FILE_MAX_AGE_DEFAULT=context.YEAR,
        DATABASE=str(Path("data/referee.db").resolve()),
    )
    app.config.update(config or {})
    for game, error in BROKEN.items():
        app.logger.error("The game %s is left out, as it cannot be loaded", game, exc_info=error)

    if app.config["DATABASE"]:
        open_tables(app, app.config["DATABASE"])
    _prepare_templates(app)
    security.protect(app)
    _stand_behind_proxies(app)
    _surround_requests(app)
    register(app)
    return app


def open_tables(app: Flask, database: str) -> None:
    """What lives as long as the application: the table service and the counters."""
    app.config["DATABASE"] = database
    service = TableService(
        Store(
            database,
            busy_timeout=BUSY_SECONDS,
            node=app.config["NODE"],
            alone=app.config["EDITION"] == edition.BROWSER,
        )
    )
    app.extensions |= {
        "service": service,
        "wake_all": service.stop,
        "streams": threading.Semaphore(app.config["STREAMS"]),
        "held_streams": Quota(),
        "live_phones": Quota(),
        "opened_tables": Hourly(),
        "read_records": Hourly(),
        "guesses": Guesses(app.config["RATE_LIMITS"]),
        "move_codes": MoveCodes(),
    }


def _prepare_templates(app: Flask) -> None:
    rendering.install_words(app)
    app.context_processor(rendering.template_globals)
    app.jinja_env.globals |= TEMPLATE_FUNCTIONS
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined


def _stand_behind_proxies(app: Flask) -> None:
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    if url := app.config["URL"]:
        app.wsgi_app = mount(app.wsgi_app, url)  # type: ignore[assignment, method-assign]


def _surround_requests(app: Flask) -> None:
    """What happens before and after every view; after it, the last named comes first."""
    app.before_request(context.keep_reader)
    app.before_request(edition.check)
    app.before_request(cross_origin.check)
    app.before_request(authorize.check)
    app.after_request(cross_origin.allow)
    app.after_request(compress.compress)
    app.after_request(context.keep_cookies)
    app.teardown_request(context.forget_reader)
    app.register_error_handler(Exception, errors.error_response)
