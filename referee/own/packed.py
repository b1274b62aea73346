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
KNOWN = (
    "トリック数カード点ゲームラウンドチームプレイヤー勝ち負け上がりを失う。を得る。なら違えば差につき"
    '"over":{"points":500},"over":{"rounds":"60 ÷ players"},"over":{"when":"' + "max(total) ≥ "
    '"source":"https://www.pagat.com/"teams":2,"low_wins":true,"optional":true,"secret":true,'
    '"type":"some","type":"yes","type":"who","per":"table","per":"team","to":"team",'
    "difference(so_far(distinct(count(team(sum(min(max( if  else  and  or not round me nobody "
    '{"ask":[{"high":"round","label":{"en":"Bid","ja":"予想"},"name":"bid"},'
    '{"high":"round","label":{"en":"Tricks","ja":""},"name":"won","step":2}],'
    '"check":[{"say":{"en":"","ja":""},"that":"sum(won) = round"}],"deal":"left",'
    '"format":"referee-sheet/1","let":[{"label":{"en":"","ja":""},"name":"","value":"'
    '"low":"−1000","name":{"en":"","ja":""},"players":[2,4],"players":[3,6],'
    '"points":[{"points":"20 + 10 × won","rule":{"en":"Each point points for each ","ja":""},'
    '"when":"won = bid","why":{"en":"Points"'
).encode()
"""What sheets often hold. It is part of every link: a changed one makes all links unreadable."""


def packed(told: Mapping[str, Any]) -> str:
    """The text of a sheet; the same for the same sheet."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, BARE, zdict=KNOWN)
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
        inflate = zlib.decompressobj(BARE, zdict=KNOWN)
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
