"""Evenings long ago: what a phone with this header enters was entered so many days before today."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any

from flask import Flask

from tests.browser.phone import Phone

HEADER = "X-Days-Ago"
DAY = 24 * 3600


def let_time_be_told(app: Flask) -> None:
    """The store's clock goes by the header of the request that asks it."""
    served, asked = app.wsgi_app, threading.local()
    app.extensions["service"].store._clock = lambda: time.time() - getattr(asked, "days", 0) * DAY

    def told(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        asked.days = float(environ.get("HTTP_X_DAYS_AGO", 0))
        return served(environ, start_response)

    app.wsgi_app = told  # type: ignore[method-assign]


def ago(phone: Phone, days: float) -> None:
    """From now on the phone enters what was entered so many days ago; 0 is today."""
    phone.page.context.set_extra_http_headers({HEADER: str(days)})
