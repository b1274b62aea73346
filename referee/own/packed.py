"""A sheet as a short text for an address, finished or not: deflated JSON in base64."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from typing import Any

from referee.kernel.strict_json import read_json

from .sheet import MOST_BYTES, canonical

PACKED = re.compile(r"[A-Za-z0-9_-]*")
BARE = -zlib.MAX_WBITS
"""Deflated data without a header."""
LEVEL = 9


def packed(told: Mapping[str, Any]) -> str:
    """The text of a sheet; the same for the same sheet."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, BARE)
    data = deflate.compress(canonical(told).encode()) + deflate.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    """The sheet of a text; ValueError for what is none, or is larger than a sheet may be.

    No more is ever inflated than a sheet may hold.
    """
    if not PACKED.fullmatch(text):
        raise ValueError("not base64")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        inflate = zlib.decompressobj(BARE)
        found = inflate.decompress(data, MOST_BYTES)
    except (binascii.Error, zlib.error) as bad:
        raise ValueError("not deflated") from bad
    if not inflate.eof or inflate.unused_data:
        raise ValueError("too large, or cut off")
    return _object(found.decode())


def _object(text: str) -> dict[str, Any]:
    """The JSON object of a text."""
    told = read_json(text)
    if not isinstance(told, dict):
        raise ValueError("not an object")
    return told
