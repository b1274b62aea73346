"""Scripts, under addresses whose imports keep the version that the page asked for."""

from flask import Blueprint, Response, current_app

from .permissions import needs

scripts = Blueprint("scripts", __name__)


@scripts.get("/static/js-<version>/<filename>")
@needs("anyone")
def script(version: str, filename: str) -> Response:
    """Send a script as it is now, also to a page that names another version of it."""
    return current_app.send_static_file(filename)
