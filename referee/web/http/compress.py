"""Answers made smaller on the way: gzip for pages and JSON as they are sent; once for ever for
static files, whose comments stay here.
"""

import gzip
import re
import zlib
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
LEAST = 1000
"""Bytes below which a body fits into one packet anyway."""
PART_LEVEL, PAGE_LEVEL, FILE_LEVEL = 3, 6, 9
"""What a phone asks for all evening is a twelfth longer than it could be, and made in a third of
the time.
"""
WINDOW, MEMORY = 14, 5
"""Of 80 KiB in all, where zlib takes 256 by itself: making room for those takes longer than packing
a page, which grows by a fiftieth.
"""
AS_GZIP = 16
"""Added to the window it makes zlib write gzip's head and end."""
FILES_KEPT = 64
REMARKS = {
    ".css": re.compile(rb"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL),
    ".js": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE),
}
"""Lines that are nothing but a comment."""
SPACE = re.compile(rb"\s*([{};,])\s*|(?<=[a-z]:) ")
"""What a style sheet can do without: space round its signs."""


def compress(response: Response) -> Response:
    """The answer, compressed if that is worth it and its reader accepts gzip; streams, ranges and
    pictures pass as they are.
    """
    if response.status_code not in STATUSES or response.mimetype not in TYPES:
        return response
    if request.endpoint == "static":
        response.headers["Vary"] = "Accept-Encoding"
    if request.method == "HEAD" or request.accept_encodings.quality("gzip") <= 0:
        return response
    return (
        _compressed_file(response) if request.endpoint == "static" else _compressed_page(response)
    )


def _compressed_page(response: Response) -> Response:
    """A page made for this request; its tag becomes a weak one, as it stands for the page in either
    form.
    """
    if response.is_streamed or len(body := response.get_data()) < LEAST:
        return response
    level = PART_LEVEL if "HX-Request" in request.headers else PAGE_LEVEL
    packing = zlib.compressobj(level, zlib.DEFLATED, AS_GZIP + WINDOW, MEMORY)
    _replace(response, packing.compress(body) + packing.flush())
    if tag := response.get_etag()[0]:
        response.set_etag(tag, weak=True)
    return response


def _compressed_file(response: Response) -> Response:
    """A static file from memory; its compressed form is another thing to a cache, so it has a tag
    of its own.
    """
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
    # The time of its last change is part of the key: an edited file is compressed anew.
    packed = path.with_name(f"{path.name}.gz")
    if packed.exists():
        return packed.read_bytes()
    text = path.read_bytes()
    if remark := REMARKS.get(path.suffix):
        text = remark.sub(b"", text)
    if path.suffix == ".css":
        text = SPACE.sub(rb"\1", text)
    return gzip.compress(text, FILE_LEVEL, mtime=0)
