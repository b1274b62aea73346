"""The application: configuration, blueprints, error handlers, security headers. Wiring only."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.store import Store
from referee.web.api import api
from referee.web.ask.routes import ask_pages
from referee.web.calls.routes import calls_pages
from referee.web.changes.log_routes import log_pages
from referee.web.changes.routes import changes_pages
from referee.web.desk.desk import Desk
from referee.web.entry.correction_routes import corrections
from referee.web.entry.routes import tables
from referee.web.http import admission, compress, context, errors, limits, rendering, security
from referee.web.http.guesses import Guesses
from referee.web.http.stream_routes import live
from referee.web.people.join_routes import join
from referee.web.people.phone_routes import phones
from referee.web.people.seat_routes import seats
from referee.web.people.setting_routes import house_pages
from referee.web.phone.offline_routes import offline
from referee.web.phone.setting_routes import settings_pages
from referee.web.rulebook.routes import rules
from referee.web.rulings.group_routes import precedents
from referee.web.rulings.routes import rulings
from referee.web.rulings.shared_routes import shared
from referee.web.screen.routes import tv
from referee.web.sheet.print_routes import print_pages
from referee.web.sheet.routes import sheets
from referee.web.start.group_routes import groups
from referee.web.start.home_routes import home_pages
from referee.web.start.new_table_routes import start

BUSY_SECONDS = 3.0
"""How long another program may keep the database: less than a phone waits for its answer."""
YEAR = 365 * 24 * 3600
DEFAULTS = {"ADDRESS": "", "AUTHORITY": "", "PROXIES": 0, "RATE_LIMITS": True, "STREAMS": 1024, "SEND_FILE_MAX_AGE_DEFAULT": YEAR}
BLUEPRINTS = (
    ask_pages,
    calls_pages,
    log_pages,
    changes_pages,
    corrections,
    tables,
    live,
    join,
    phones,
    seats,
    house_pages,
    offline,
    settings_pages,
    rules,
    precedents,
    rulings,
    shared,
    tv,
    print_pages,
    sheets,
    groups,
    home_pages,
    start,
    api,
)


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The Flask application.

    ``config`` may set DATABASE (path of the SQLite file), ADDRESS (what phones type), AUTHORITY (a certificate for phones to trust)
    and PROXIES (how many proxies in a row stand in front and may say who asked, by which scheme and host).
    """
    app = Flask(__name__)
    app.config.from_mapping(DEFAULTS, DATABASE=str(Path("data/referee.db").resolve()))
    app.config.update(config or {})
    desk = Desk(Store(app.config["DATABASE"], busy_timeout=BUSY_SECONDS))
    app.extensions["desk"] = desk
    app.extensions["streams"] = threading.Semaphore(app.config["STREAMS"])
    app.extensions["wake_all"] = desk.stop
    rendering.install_words(app)
    security.protect(app)
    compress.install(app)
    app.extensions["guesses"] = Guesses(app.config["RATE_LIMITS"])
    errors.install(app)
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    admission.install(app)
    limits.install(app)
    app.after_request(context.keep_cookies)
    app.context_processor(rendering.template_globals)
    app.jinja_env.globals |= {"clause_url": rendering.clause_url, "asset": rendering.asset, "drawn_key": rendering.drawn_key}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    for pages in BLUEPRINTS:
        app.register_blueprint(pages)
    return app
