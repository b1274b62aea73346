"""The application: configuration, blueprints, error handlers, security headers. Wiring only."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.store import Store
from referee.web import (
    admission,
    api_changes,
    ask,
    calls,
    changes,
    compress,
    context,
    corrections,
    errors,
    groups,
    house,
    join,
    limits,
    live,
    offline,
    phones,
    precedents,
    rules,
    rulings,
    seats,
    security,
    settings,
    shared,
    sheets,
    start,
    tables,
    tv,
    unchanged,
)
from referee.web.desk import Desk
from referee.web.guesses import Guesses
from referee.web.remember import Pages

BUSY_SECONDS = 3.0
"""How long another program may keep the database: less than a phone waits for its answer."""
YEAR = 365 * 24 * 3600
DEFAULTS = {"ADDRESS": "", "AUTHORITY": "", "PROXIES": 0, "RATE_LIMITS": True, "STREAMS": 1024, "SEND_FILE_MAX_AGE_DEFAULT": YEAR}
PAGES = (
    start.start,
    tables.tables,
    corrections.corrections,
    sheets.sheets,
    changes.changes_pages,
    house.house_pages,
    join.join,
    seats.seats,
    phones.phones,
    groups.groups,
    live.live,
    rules.rules,
    ask.ask_pages,
    precedents.precedents,
    shared.shared,
    rulings.rulings,
    calls.calls_pages,
    settings.settings_pages,
    offline.offline,
    tv.tv,
    api_changes.api,
)


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The Flask application.

    ``config`` may set DATABASE (path of the SQLite file), ADDRESS (what phones type), AUTHORITY (a certificate for phones to trust)
    and PROXIES (how many proxies in a row stand in front and may say who asked, by which scheme and host).
    """
    app = Flask(__name__)
    # Nothing here is a coroutine, so no hook or view need be asked again and again whether it is one.
    app.ensure_sync = lambda function: function  # type: ignore[method-assign]
    app.config.from_mapping(DEFAULTS, DATABASE=str(Path("data/referee.db").resolve()))
    app.config.update(config or {})
    desk = Desk(Store(app.config["DATABASE"], busy_timeout=BUSY_SECONDS))
    app.extensions["desk"] = desk
    app.extensions["streams"] = threading.Semaphore(app.config["STREAMS"])
    app.extensions["pages"] = Pages()
    app.extensions["wake_all"] = desk.stop
    context.install_words(app)
    security.protect(app)
    unchanged.install(app)
    compress.install(app)
    app.extensions["guesses"] = Guesses(app.config["RATE_LIMITS"])
    errors.install(app)
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    admission.install(app)
    limits.install(app)
    app.after_request(context.keep_cookies)
    app.context_processor(context.template_globals)
    app.jinja_env.globals |= {"clause_url": context.clause_url, "asset": context.asset, "drawn_key": context.drawn_key}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for pages in PAGES:
        app.register_blueprint(pages)
    return app
