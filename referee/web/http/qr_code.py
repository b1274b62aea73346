"""A join link as something to scan: a QR code for pages and for paper."""

from __future__ import annotations

from typing import Any

import segno
from flask import current_app, request, url_for
from markupsafe import Markup


def address(endpoint: str, **values: Any) -> str:
    """An address that other phones can open: with the address on the local network where the host's own browser says localhost."""
    base = current_app.config["ADDRESS"]
    local = request.host.partition(":")[0] in ("localhost", "127.0.0.1", "[::1]")
    return base.rstrip("/") + url_for(endpoint, **values) if base and local else url_for(endpoint, _external=True, **values)


def qr_svg(text: str) -> Markup:
    """A QR code as inline SVG without style attributes."""
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None))


def qr_rows(text: str) -> list[str]:
    """A QR code as rows of 0 and 1, without border, for the printed sheets."""
    return ["".join("1" if dark else "0" for dark in row) for row in segno.make(text, error="m", micro=False).matrix]
