"""Changes of one part of a request into something that nobody should send."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from .requests import Asked, Pairs, encoded

BIG = (
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999999",
    "1" * 400,
    "1" * 5000,
    "4294967296",
)
NUMBERS = (
    "0",
    "-1",
    "-0",
    "1",
    "2",
    "1e3",
    "1e999",
    "0x10",
    "1_000",
    "١٢",
    "３",
    "²",
    "½",
    " 1",
    "+1",
    "1.0",
    "NaN",
    "Infinity",
    "true",
    *BIG,
)
SIGNS = (
    "",
    " ",
    "\0",
    "\r\n",
    "\t",
    "\x1b[0m",
    "\x7f",
    "\x85",
    "\u2028",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\ufffe",
    "\ud800",
    "\udfff",
    "\udcff",
    "\udcc0\udcaf",
    "e\u0301" * 3,
    "\U0001f0cf",
    "\U0010ffff",
    "Ａ",
    "ﷺ" * 20,
    "İ",
    "ß",
    "ǆ",
    "'",
    '"',
    "\\",
    "%",
    "%00",
    "%zz",
    "%c0%af",
    "..",
    "../../etc/passwd",
    "//",
    "?",
    "#",
    "&",
    "=",
    ";",
    "a#b",
    "<b>",
    "{{7*7}}",
    "${x}",
    "{}",
    "[]",
    "None",
    "null",
    "undefined",
    "__class__",
    "s1",
    "s9",
    "AH",
    "a" * 31,
    "a" * 81,
    "a" * 300,
    "あ" * 2000,
    "x" * 70_000,
)
TEXTS = (*NUMBERS, *SIGNS)
HEADERS: Mapping[str, tuple[str, ...]] = {
    "Accept": (
        "",
        "*/*",
        "application/json",
        "text/html;q=nan",
        "application/json;q=1e9",
        "a/b;" * 200,
        ",",
        "\0",
    ),
    "Accept-Encoding": (
        "",
        "gzip",
        "br",
        "zstd",
        "identity;q=0",
        "gzip;q=0",
        "*;q=0",
        "gzip;q=a",
        "br;q=99",
        "\0",
    ),
    "Accept-Language": (
        "",
        "ja",
        "en;q=2",
        "ja-JP-u-ca-japanese",
        "*",
        "de",
        "x" * 300,
        "en;q=",
        "ja,en" * 500,
        "\ud800",
    ),
    "Authorization": (
        "",
        "Bearer",
        "Bearer ",
        "Bearer \0",
        "Bearer " + "x" * 90,
        "Bearer あ",
        "Basic Og==",
        "Basic !!!",
        "Bearer a b",
        "bearer x",
    ),
    "Content-Encoding": ("gzip", "br", "identity", "x"),
    "Content-Length": ("", "0", "-1", "1", "99999999999", "9" * 30, "a", "1, 1", "+5", " 5", "５"),
    "Content-Type": (
        "",
        "application/json",
        "application/json; charset=utf-16",
        "application/json; charset=nonsense",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=utf-7",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=x",
        "multipart/form-data; boundary=" + "x" * 200,
        "text/plain",
        "text/html",
        "application/xml",
        "a",
        "/",
        ";",
        "\0",
        "application/json" * 50,
    ),
    "Cookie": (
        "",
        ";",
        "=",
        "device",
        "device=",
        "device=x",
        "device=" + "a" * 24,
        "device=\0" * 3,
        "lang=xx; looks=....",
        "lang=ja; lang=en",
        "looks=" + "dark." * 300,
        "a=b; " * 500,
        'device="\\',
        "\ud800=1",
    ),
    "Expect": ("100-continue", "x"),
    "Forwarded": ("for=1;host=x;proto=y", "\0"),
    "Host": (
        "",
        "localhost",
        "localhost:99999",
        "localhost:abc",
        "[::1",
        "[::1]:80",
        "http://x",
        "a b",
        "\0",
        "xn--",
        "x" * 300,
        "a@b",
        "あ",
    ),
    "HX-Current-URL": ("", "x", "http://[", "javascript:1"),
    "HX-History-Restore-Request": ("true", "x"),
    "HX-Request": ("", "true", "false", "x"),
    "HX-Target": ("", "page", "#", "\0"),
    "Idempotency-Key": ("", "k", "#", "k#0", "\x1fstart", "x" * 500, "あ"),
    "If-Match": ("*", '"x"', "\0"),
    "If-Modified-Since": (
        "",
        "x",
        "Sat, 99 Foo 2999 99:99:99 GMT",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Mon, 01 Jan 0001 00:00:00 +9999",
    ),
    "If-None-Match": ("", "*", '"x"', 'W/"x"', "W/", '"', "\0", '"a",' * 500),
    "If-Range": ('"x"', "x"),
    "If-Unmodified-Since": ("x",),
    "Last-Event-ID": ("", "1", "-1", *BIG[:3]),
    "Origin": (
        "",
        "null",
        "http://localhost",
        "http://[::1",
        "http://[",
        "http://evil.example",
        "x",
        "http://localhost:99999",
        "http://localhost:a",
        "//localhost",
        "http://あ",
        "\0",
    ),
    "Range": (
        "bytes=0-0",
        "bytes=-1",
        "bytes=5-1",
        "bytes=99999999999999999999-",
        "bytes=0-,0-",
        "x",
        "bytes=a-b",
        "bytes=" + "0-0," * 300,
    ),
    "Referer": ("", "x", "http://["),
    "Sec-Fetch-Site": ("", "same-origin", "cross-site", "none", "x"),
    "Transfer-Encoding": ("chunked", "gzip, chunked", "x"),
    "User-Agent": ("", "x" * 3000, "\0"),
    "X-Forwarded-For": ("", "1.2.3.4", "::1", "x" * 100, "1.2.3.4, " * 50),
    "X-Forwarded-Host": ("evil.example", "\0", ""),
    "X-Forwarded-Proto": ("https", "x", ""),
    "X-HTTP-Method-Override": ("DELETE",),
}
METHODS = (
    "GET",
    "POST",
    "HEAD",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "get",
    "PROPFIND",
    "X" * 40,
)
JSONS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    1.5,
    1e308,
    float("nan"),
    float("inf"),
    10**18,
    2**63,
    -(2**63) - 1,
    10**30,
    10**400,
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"a": {"b": [1]}},
    "",
    "x" * 5000,
    "\ud800",
    ["\ud800"],
)
Change = Callable[[Asked, random.Random], Asked]


def junk_text(rng: random.Random, text: str) -> str:
    """A text of those that break things, or the given one, damaged; a number is mostly another
    number.
    """
    if text.isdigit() and rng.random() < 0.5:
        return rng.choice(NUMBERS)
    match rng.randrange(6):
        case 0:
            return text + rng.choice(SIGNS)
        case 1:
            return rng.choice(SIGNS) + text
        case 2:
            at = rng.randrange(len(text) + 1)
            return text[:at] + rng.choice(SIGNS[:40]) + text[at + 1 :]
    return rng.choice(TEXTS)


def change_path(asked: Asked, rng: random.Random) -> Asked:
    """One part of the path is another, doubled, gone or more."""
    parts = asked.path.split("/")
    at = rng.randrange(1, len(parts)) if len(parts) > 1 else 0
    text = junk_text(rng, parts[at])[:3000]
    safe = encoded([(text, "")])[:-1].replace("+", "%20")
    match rng.randrange(5):
        case 0:
            parts.insert(at, safe)
        case 1:
            del parts[at]
        case 2:
            parts[at] = parts[at].swapcase()
        case _:
            parts[at] = safe
    return replace(asked, path="/".join(parts) or "/")


def _change_pairs(pairs: Pairs, rng: random.Random, names: tuple[str, ...]) -> Pairs:
    found = list(pairs)
    at = rng.randrange(len(found)) if found else 0
    match rng.randrange(7) if found else 6:
        case 0:
            del found[at]
        case 1:
            found.insert(at, found[at])
        case 2:
            found.insert(
                rng.randrange(len(found) + 1), (found[at][0], junk_text(rng, found[at][1]))
            )
        case 3:
            found[at] = (junk_text(rng, found[at][0])[:3000], found[at][1])
        case 6:
            found.append((rng.choice(names), junk_text(rng, "")))
        case _:
            found[at] = (found[at][0], junk_text(rng, found[at][1]))
    return tuple(found * 600 if rng.random() < 0.004 else found)


NAMES = (
    "lang",
    "seat",
    "do",
    "go",
    "round",
    "from",
    "open",
    "of",
    "clause",
    "option",
    "value",
    "paper",
    "players",
    "fmt",
    "part",
    "again",
    "back",
    "seen",
    "key",
    "kind",
    "card",
    "cards",
    "put",
    "slot",
    "reason",
    "accept",
    "rewind",
    "queued",
    "q",
    "edition",
    "table",
    "name",
    "phone",
    "person",
    "other",
    "sure",
    "files",
    "upto",
    "answer",
    "words",
    "outcome",
    "reading",
    "typed",
    "refresh",
    "code",
    "page",
    "o.entry",
)


def change_query(asked: Asked, rng: random.Random) -> Asked:
    """A value of the query is another, doubled, gone or more."""
    return replace(asked, query=_change_pairs(asked.query, rng, NAMES))


def change_body(asked: Asked, rng: random.Random) -> Asked:
    """A field of the form or a value of the JSON is another; or the bytes themselves are
    damaged.
    """
    if asked.form is not None and rng.random() < 0.9:
        return replace(asked, form=_change_pairs(asked.form, rng, NAMES))
    if asked.json is not None and rng.random() < 0.85:
        return replace(asked, json=change_json(asked.json, rng))
    if asked.upload is not None and rng.random() < 0.95:
        return replace(asked, upload=change_json(asked.upload, rng))
    return _damage(asked, rng)


def _damage(asked: Asked, rng: random.Random) -> Asked:
    body = asked.body()
    at = rng.randrange(len(body) + 1)
    ways = (
        body[:at],
        body[:at] + bytes([rng.randrange(256)]) + body[at:],
        body.replace(b":", b":" + b"[" * 3000, 1),
        body.decode("utf-8", "replace").encode("utf-16"),
        b"\xef\xbb\xbf" + body,
        b"",
        body + body,
        body.replace(b'"', b"'"),
        body[:-1] + b',"seen":1,"seen":"2"}',
        b'--x\r\nContent-Disposition: form-data; name="seen"\r\n\r\n1\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="card"; filename="a"\r\nContent-Type:'
        b" a\r\n\r\n" + body[:99],
        rng.randbytes(rng.choice((1, 50, 5000))),
        body + b"&a=" + b"x" * 300_000,
    )
    kind = (("Content-Type", asked.kind()),)
    return replace(asked, raw=rng.choice(ways), headers=(*kind, *asked.headers))


def _places(value: Any, above: Any = None, key: Any = None) -> Iterator[tuple[Any, Any]]:
    if above is not None:
        yield above, key
    for name, child in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        yield from _places(child, value, name)


def change_json(value: Any, rng: random.Random) -> Any:
    """The JSON with one of its values changed, moved, doubled or gone."""
    found = copy.deepcopy(value)
    places = list(_places(found))
    if not places or rng.random() < 0.03:
        return rng.choice(JSONS)
    above, key = rng.choice(places)
    old = above[key]
    match rng.randrange(8):
        case 0:
            del above[key]
        case 1:
            above[key] = [old]
        case 2:
            above[key] = json.dumps(old)
        case 3 if isinstance(above, dict):
            above[junk_text(rng, key)[:500]] = old
        case 3 | 4:
            above[key] = junk_text(rng, old if isinstance(old, str) else "")
        case 5 if isinstance(old, list):
            above[key] = old * rng.choice((2, 40, 3000)) if len(old) < 50 else []
        case _:
            above[key] = copy.deepcopy(rng.choice(JSONS))
    return found


def change_header(asked: Asked, rng: random.Random) -> Asked:
    """A header is another, damaged or more."""
    name = rng.choice(list(HEADERS))
    value = rng.choice(HEADERS[name]) if rng.random() < 0.9 else rng.choice(TEXTS)[:9000]
    kept = tuple(pair for pair in asked.headers if pair[0] != name)
    return replace(asked, headers=(*kept, (name, value)))


def change_method(asked: Asked, rng: random.Random) -> Asked:
    """Another method."""
    return replace(asked, method=rng.choice(METHODS))


WAYS: tuple[tuple[Change, int], ...] = (
    (change_path, 3),
    (change_query, 3),
    (change_body, 8),
    (change_header, 3),
    (change_method, 1),
)


def _body_alone(asked: Asked, rng: random.Random) -> Asked:
    """What is sent changed in one to three places, so that all else is as it should be and it comes
    as far as it can.
    """
    for _ in range(rng.choice((1, 2, 3))):
        asked = change_body(asked, rng)
    return asked


def junk(asked: Asked, rng: random.Random) -> Asked:
    """A request with one to three of its parts changed."""
    if asked.kind() and rng.random() < 0.3:
        return _body_alone(asked, rng)
    ways = [
        way for way, often in WAYS for _ in range(often) if way is not change_body or asked.kind()
    ]
    for _ in range(rng.choice((1, 1, 2, 3))):
        asked = rng.choice(ways)(asked, rng)
    return asked
