"""The application: configuration, blueprints, error handlers, security headers. Wiring only."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.store import Store
from referee.web.api import correction_routes as api_changes
from referee.web.ask import routes as ask
from referee.web.calls import routes as calls
from referee.web.changes import routes as changes
from referee.web.desk.desk import Desk
from referee.web.entry import correction_routes as corrections
from referee.web.entry import routes as tables
from referee.web.http import admission, compress, context, errors, limits, security
from referee.web.http import stream_routes as live
from referee.web.http.guesses import Guesses
from referee.web.people import join_routes as join
from referee.web.people import phone_routes as phones
from referee.web.people import seat_routes as seats
from referee.web.people import setting_routes as house
from referee.web.phone import offline_routes as offline
from referee.web.phone import setting_routes as settings
from referee.web.rulebook import routes as rules
from referee.web.rulings import group_routes as precedents
from referee.web.rulings import routes as rulings
from referee.web.rulings import shared_routes as shared
from referee.web.screen import routes as tv
from referee.web.sheet import routes as sheets
from referee.web.start import group_routes as groups
from referee.web.start import new_table_routes as start
from referee.web.view import not_modified as unchanged
from referee.web.view.page_cache import Pages

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
