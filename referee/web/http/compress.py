"""Gzip pages and JSON as they are sent; strip and compress static files once."""

import gzip
import re
from functools import lru_cache
from pathlib import Path

from flask import Response, current_app, request

TYPES = frozenset(
    {
        "text/html",
        "text/plain",
        "text/css",
        "text/javascript",
        "application/javascript",
        "application/json",
        "image/svg+xml",
    }
)
STATUSES = frozenset({200, 404, 409, 422})
LEAST = 1000  # Smallest body in bytes to compress; a smaller one fits into one packet anyway
PAGE_LEVEL, FILE_LEVEL = 6, 9  # A file is compressed once
FILES = ("static", "scripts.script")  # Endpoints of static files
FILES_KEPT = 64
REMARKS = {
    ".css": re.compile(rb"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL),
    ".js": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE),
}
"""Lines that are only a comment."""
SPACE = re.compile(rb"\s*([{};,])\s*|(?<=[a-z]:) ")  # Optional space round CSS punctuation


def compress(response: Response) -> Response:
    """Compress a worthwhile response if the client accepts gzip; streams and pictures pass."""
    if response.status_code not in STATUSES or response.mimetype not in TYPES:
        return response
    if request.endpoint in FILES:
        response.headers["Vary"] = "Accept-Encoding"
    if request.method == "HEAD" or request.accept_encodings.quality("gzip") <= 0:
        return response
    return _compressed_file(response) if request.endpoint in FILES else _compressed_page(response)


def _compressed_page(response: Response) -> Response:
    """Compress a page; its ETag becomes weak, as it stands for both forms."""
    if response.is_streamed or len(body := response.get_data()) < LEAST:
        return response
    _replace(response, gzip.compress(body, PAGE_LEVEL, mtime=0))
    if tag := response.get_etag()[0]:
        response.set_etag(tag, weak=True)
    return response


def _compressed_file(response: Response) -> Response:
    """Serve a static file from memory; its compressed form has an ETag of its own."""
    folder = current_app.static_folder
    tag, _ = response.get_etag()
    if folder is None or tag is None or "Range" in request.headers:
        return response
    path = Path(folder) / (request.view_args or {})["filename"]
    if path.stat().st_size < LEAST:
        return response
    response.close()
    response.direct_passthrough = False
    _replace(response, _file(path, path.stat().st_mtime_ns))
    response.set_etag(f"{tag}-gzip")
    response.headers.pop("Accept-Ranges", None)
    response.make_conditional(request)
    return response


def _replace(response: Response, body: bytes) -> None:
    response.set_data(body)
    response.headers["Content-Encoding"] = "gzip"


@lru_cache(maxsize=FILES_KEPT)
def _file(path: Path, changed: int) -> bytes:
    # The mtime is part of the key: an edited file is compressed again.
    packed = path.with_name(f"{path.name}.gz")
    if packed.exists():
        return packed.read_bytes()
    text = path.read_bytes()
    if remark := REMARKS.get(path.suffix):
        text = remark.sub(b"", text)
    if path.suffix == ".css":
        text = SPACE.sub(rb"\1", text)
    return gzip.compress(text, FILE_LEVEL, mtime=0)
