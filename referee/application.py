"""The application: configuration, blueprints, error handlers, security headers. Wiring only."""

import threading
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.files import HOME, PACKAGE
from referee.games import BROKEN
from referee.store import Store
from referee.web.desk.desk import Desk
from referee.web.entry.beside import drawn_beside
from referee.web.http import admission, compress, context, errors, rendering, security
from referee.web.http.limits import Guesses, Held, Hourly
from referee.web.http.mounted import mounted
from referee.web.view.board import drawn_block, drawn_spot, is_dense
from referee.web.view.told import score_told

BUSY_SECONDS = 3.0
"""Wait for a locked database, in seconds: less than a phone waits for its answer."""
DEFAULTS = {
    "ADDRESS": "",
    "AUTHORITY": "",
    "NODE": "",
    "PROXIES": 0,
    "RATE_LIMITS": True,
    "STREAMS": 1024,
    "URL": "",
}


def blueprints() -> Iterable[Blueprint]:
    """The blueprints of every ``*routes.py`` module; those of the API share one."""
    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in sorted(PACKAGE.glob("web/*/*routes.py"))
    ]
    return dict.fromkeys(
        one
        for module in map(import_module, names)
        for one in vars(module).values()
        if isinstance(one, Blueprint)
    )


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The Flask application.

    ``config`` may set DATABASE (SQLite file), ADDRESS (typed on phones), AUTHORITY (CA certificate
    for phones), NODE (letters of this node, if there are several), PROXIES (number of trusted
    proxies, which give client, scheme and host) and URL (public address).
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
    desk = Desk(Store(app.config["DATABASE"], busy_timeout=BUSY_SECONDS, node=app.config["NODE"]))
    app.extensions |= {
        "desk": desk,
        "wake_all": desk.stop,
        "streams": threading.Semaphore(app.config["STREAMS"]),
    }
    app.extensions |= {"held_streams": Held(), "live_phones": Held()}
    app.extensions |= {"opened_tables": Hourly(), "read_records": Hourly()}
    app.extensions["guesses"] = Guesses(app.config["RATE_LIMITS"])
    rendering.install_words(app)
    security.protect(app)
    app.after_request(compress.compress)
    app.register_error_handler(Exception, errors.answer)
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    if url := app.config["URL"]:
        app.wsgi_app = mounted(app.wsgi_app, url)  # type: ignore[assignment, method-assign]
    app.before_request(context.keep_reader)
    app.teardown_request(context.forget_reader)
    app.before_request(admission.check)
    app.after_request(context.keep_cookies)
    app.context_processor(rendering.template_globals)
    app.jinja_env.globals |= {
        "clause_url": rendering.clause_url,
        "asset": rendering.asset,
        "drawn_once": rendering.drawn_once,
        "drawing": rendering.drawing,
        "num": rendering.num,
        "score_told": score_told,
        "in_its_language": rendering.in_its_language,
        "shown_address": context.shown_address,
        "text_width": rendering.text_width,
    }
    app.jinja_env.globals |= {
        "drawn_block": drawn_block,
        "drawn_spot": drawn_spot,
        "is_dense": is_dense,
        "drawn_beside": drawn_beside,
    }
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    for pages in blueprints():
        app.register_blueprint(pages)
    return app
