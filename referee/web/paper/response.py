"""Sheets and rulings as responses: PDF, PNG or SVG."""

from typing import Any

from flask import Response, abort

from referee.web.http import context, rendering
from referee.web.http.edition import has_server

from . import typst as paper
from .job import ruling_job

FORMATS = {"pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml"}


def drawn_ruling(told: dict[str, Any], fmt: str, name: str) -> Response:
    """A ruling as a picture or a page to print; 404 for any other format.

    Without a server it is the job to set the page.
    """
    if fmt not in (FORMATS if has_server() else ("pdf",)):
        abort(404)
    if not has_server():
        return ruling_job(told, context.language())
    return inline(paper.ruling(told, context.language(), fmt), fmt, name)


def inline(content: bytes, fmt: str, name: str) -> Response:
    """A sheet or ruling displayed in the browser, with a file name."""
    response = Response(content, mimetype=FORMATS[fmt])
    response.headers["Content-Disposition"] = f'inline; filename="{name}.{fmt}"'
    return rendering.with_etag(response)
