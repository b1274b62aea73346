"""Valid requests with one to three of their parts changed into what nobody should send."""

from __future__ import annotations

import copy
import json
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from random import Random
from typing import Any

from hypothesis import strategies as st

from .requests import Asked, Pairs, encoded

Draw = Callable[..., Any]
SIGNS: Sequence[str] = (
    *("", " ", "\0", "\r\n", "\t", "\x1b[0m", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff"),
    *("\ufffe", "\ud800", "\udfff", "\udcff", "\udcc0\udcaf", "é" * 3, "🃏", "\U0010ffff"),
    *("Ａ", "ﷺ" * 20, "İ", "ß", "'", '"', "\\", "%", "%00", "%zz", "%c0%af", "..", "//", "?", "#"),
    *("&", "=", ";", "<b>", "{{7*7}}", "${x}", "../../etc/passwd"),
)
NUMBERS = (
    *("0", "-1", "-0", "1", "2", "1e3", "1e999", "0x10", "1_000", "١٢", "３", "²", "½", "+1"),
    *("NaN", "Infinity", "1.0", "4294967296", "1" * 5000),
    *(str(2**63 - 1), str(2**63), str(-(2**63) - 1)),
)
WORDS = ("{}", "[]", "null", "None", "true", "s1", "s9", "AH", "a" * 31, "a" * 81, "a" * 300)
LONG = ("あ" * 2000, "x" * 70_000)
TEXTS = st.sampled_from((*SIGNS, *NUMBERS, *WORDS, *LONG)) | st.text(st.characters())
JSONS: Sequence[Any] = (
    *(None, True, False, 0, -1, 1.5, 1e308, float("nan"), float("inf"), 2**63, 10**30, 10**400),
    *([], {}, [[]], [None], {"": None}, {"a": {"b": [1]}}, "", "x" * 5000, "\ud800", ["\ud800"]),
)
HEADERS = [
    (name, values.split(" | "))
    for name, _colon, values in (
        line.partition(": ")
        for line in """
Accept: */* | application/json | text/html;q=nan | application/json;q=1e9 | ,
Accept-Encoding: gzip | br | zstd | identity;q=0 | gzip;q=0 | *;q=0 | gzip;q=a | br;q=99
Accept-Language: ja | en;q=2 | ja-JP-u-ca-japanese | * | de | en;q=
Authorization: Bearer | Bearer あ | Basic Og== | Basic !!! | Bearer a b | bearer x
Content-Encoding: gzip | br | identity | x
Content-Length: 0 | -1 | 1 | 99999999999 | 999999999999999999999999999999 | a | 1, 1 | +5 | ５
Content-Type: application/json | application/json; charset=utf-16 | multipart/form-data | text/plain
Content-Type: application/x-www-form-urlencoded; charset=utf-7 | multipart/form-data; boundary=x | /
Content-Type: application/json; charset=nonsense | multipart/form-data; boundary= | ;
Cookie: ; | = | device | device= | device=x | lang=xx; looks=.... | lang=ja; lang=en | device="\\
Expect: 100-continue | x
Forwarded: for=1;host=x;proto=y
Host: localhost | localhost:99999 | localhost:abc | [::1 | [::1]:80 | http://x | a b | xn-- | a@b
HX-Current-URL: x | http://[ | javascript:1
HX-History-Restore-Request: true | x
HX-Request: true | false | x
HX-Target: page | #
Idempotency-Key: k | # | k#0 | \x1fstart
If-Match: * | "x"
If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT | x
If-Modified-Since: Sat, 99 Foo 2999 99:99:99 GMT | Mon, 01 Jan 0001 00:00:00 +9999
If-None-Match: * | "x" | W/"x" | W/ | "
If-Range: "x" | x
If-Unmodified-Since: x
Last-Event-ID: 1 | -1 | 9223372036854775807 | 9223372036854775808 | 99999999999999999999999
Origin: http://localhost:99999 | http://localhost:a | http://あ
Origin: null | http://localhost | http://[::1 | http://[ | http://evil.example | x | //localhost
Range: bytes=0-0 | bytes=-1 | bytes=5-1 | bytes=99999999999999999999- | bytes=0-,0- | bytes=a-b
Referer: x | http://[
Sec-Fetch-Site: same-origin | cross-site | none | x
Transfer-Encoding: chunked | gzip, chunked | x
User-Agent: x
X-Forwarded-For: 1.2.3.4 | ::1 | 1.2.3.4, 1.2.3.4
X-Forwarded-Host: evil.example
X-Forwarded-Proto: https | x
X-HTTP-Method-Override: DELETE
""".strip().splitlines()
    )
]
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get")
NAMES = (
    *("lang", "seat", "do", "go", "round", "from", "open", "of", "clause", "option", "value"),
    *("paper", "players", "fmt", "part", "again", "back", "seen", "key", "kind", "card", "cards"),
    *("put", "slot", "reason", "accept", "rewind", "queued", "q", "edition", "table", "name"),
    *("phone", "person", "other", "sure", "files", "upto", "answer", "words", "outcome", "reading"),
    *("typed", "refresh", "code", "page", "o.entry"),
)


@st.composite
def damaged(draw: Draw, known: Sequence[tuple[Asked, int]]) -> Asked:
    """One of these requests, drawn as often as it says, with one to three of its parts changed."""
    upto = [*accumulate(often for _asked, often in known)]
    asked = known[bisect(upto, draw(st.integers(0, upto[-1] - 1)))][0]
    ways = [_path] * 3 + [_query] * 3 + [_header] * 3 + [_method] + [_body] * 8
    if draw(st.integers(0, 2)) == 0:
        # All else is as it should be, so that it comes as far as it can.
        ways = [_body]
    for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
        asked = draw(st.sampled_from(ways))(asked, draw)
    return asked


def _text(draw: Draw, text: str) -> str:
    """Another text, or this one with a sign more or another."""
    if text.isdigit() and draw(st.booleans()):
        return str(draw(st.sampled_from(NUMBERS)))
    if draw(st.booleans()):
        return str(draw(TEXTS))
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.sampled_from(SIGNS)) + text[at + draw(st.integers(0, 1)) :]


def _path(asked: Asked, draw: Draw) -> Asked:
    """One part of the path is another, gone or more."""
    first, *parts = asked.path.split("/")
    at = draw(st.integers(0, len(parts) - 1)) if parts else 0
    safe = encoded([(_text(draw, "".join(parts[at : at + 1]))[:3000], "")])[:-1]
    new = draw(st.sampled_from(([safe], [safe], [safe, *parts[at : at + 1]], [])))
    return replace(asked, path="/".join((first, *parts[:at], *new, *parts[at + 1 :])) or "/")


def _pairs(pairs: Pairs, draw: Draw) -> Pairs:
    """A pair has another name or value, is gone, doubled or new."""
    at = draw(st.integers(0, len(pairs)))
    name, value = pairs[at] if at < len(pairs) else (draw(st.sampled_from(NAMES)), "")
    new = draw(
        st.sampled_from(
            (
                [(name, _text(draw, value))],
                [(name, value), (name, _text(draw, value))],
                [(_text(draw, name)[:3000], value)],
                [(name, value)] * draw(st.sampled_from((0, 2, 2, 600))),
            )
        )
    )
    return (*pairs[:at], *new, *pairs[at + 1 :])


def _query(asked: Asked, draw: Draw) -> Asked:
    return replace(asked, query=_pairs(asked.query, draw))


def _header(asked: Asked, draw: Draw) -> Asked:
    """A header is another, damaged or more."""
    name, values = draw(st.sampled_from(HEADERS))
    value = draw(st.sampled_from(values) | TEXTS)
    value = draw(st.sampled_from((value, value, value + "\0", value * 300)))[:9000]
    return replace(
        asked, headers=(*(pair for pair in asked.headers if pair[0] != name), (name, value))
    )


def _method(asked: Asked, draw: Draw) -> Asked:
    return replace(asked, method=draw(st.sampled_from((*METHODS, "X" * 40))))


def _body(asked: Asked, draw: Draw) -> Asked:
    """A field of the form or a value of the JSON is another; or the bytes are damaged."""
    if draw(st.integers(0, 7)) == 0:
        return _bytes(asked, draw)
    if asked.form is not None:
        return replace(asked, form=_pairs(asked.form, draw))
    if asked.json is not None:
        return replace(asked, json=changed_json(asked.json, draw(st.randoms())))
    if asked.upload is not None:
        return replace(asked, upload=changed_json(asked.upload, draw(st.randoms())))
    return _bytes(asked, draw)


def _bytes(asked: Asked, draw: Draw) -> Asked:
    body = asked.body()
    at = draw(st.integers(0, len(body)))
    part = b'--x\r\nContent-Disposition: form-data; name="card"'
    ways = (
        *(b"", body[:at], body + body, b"\xef\xbb\xbf" + body, body.replace(b'"', b"'")),
        body[:at] + draw(st.binary(max_size=50)) + body[at:],
        body.replace(b":", b":" + b"[" * 3000, 1),
        body.decode("utf-8", "replace").encode("utf-16"),
        body[:-1] + b',"seen":1,"seen":"2"}',
        part + b"\r\n\r\n1\r\n--x--\r\n",
        part + b'; filename="a"\r\nContent-Type: a\r\n\r\n' + body[:99],
        body + b"&a=" + b"x" * 300_000,
    )
    kind = ("Content-Type", asked.kind())
    return replace(asked, raw=draw(st.sampled_from(ways)), headers=(kind, *asked.headers))


def changed_json(value: Any, rng: Random) -> Any:
    """The JSON with one of its values changed, moved, doubled or gone."""
    found = copy.deepcopy(value)
    places = list(_places(found))
    if not places or rng.random() < 0.03:
        return rng.choice(JSONS)
    above, key = rng.choice(places)
    old = above[key]
    match rng.randrange(7):
        case 0:
            del above[key]
        case 1:
            above[key] = [old]
        case 2:
            above[key] = json.dumps(old)
        case 3 if isinstance(above, dict):
            above[rng.choice((key + rng.choice(SIGNS), rng.choice(WORDS)))] = old
        case 4 if isinstance(old, list):
            above[key] = old * rng.choice((2, 40, 3000)) if len(old) < 50 else []
        case 3 | 4:
            above[key] = rng.choice((*SIGNS, *NUMBERS, *LONG))
        case _:
            above[key] = copy.deepcopy(rng.choice(JSONS))
    return found


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: what it is in, and where."""
    inside = range(len(value)) if isinstance(value, list) else value
    for key in list(inside) if isinstance(value, list | dict) else ():
        yield value, key
        yield from _places(value[key])
