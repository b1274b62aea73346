"""Sheets and rulings as responses: PDF, PNG or SVG."""

from typing import Any

from flask import Response, abort

from referee.web.http import context, rendering

from . import typst as paper

FORMATS = {"pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml"}


def drawn_ruling(told: dict[str, Any], fmt: str, name: str) -> Response:
    """A ruling as a picture or a page to print; 404 for any other format."""
    if fmt not in FORMATS:
        abort(404)
    return inline(paper.ruling(told, context.language(), fmt), fmt, name)


def inline(content: bytes, fmt: str, name: str) -> Response:
    """A sheet or ruling displayed in the browser, with a file name."""
    response = Response(content, mimetype=FORMATS[fmt])
    response.headers["Content-Disposition"] = f'inline; filename="{name}.{fmt}"'
    return rendering.with_etag(response)
