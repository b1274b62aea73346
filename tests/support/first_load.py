"""How much a phone with script fetches before a page stands: the page and every file it names, or
that its scripts import, as they travel.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from urllib.parse import urljoin

COMPRESSED = {"Accept-Encoding": "br, gzip"}
LINKED = re.compile(r'<(?:link|script)\b[^>]*?\b(?:href|src)="([^"#]+)')
DRAWN = re.compile(r'<use href="([^"#]+)')
IMPORTED = re.compile(r'^import .*?"(\./[^"]+)";$', re.MULTILINE)
INSIDE = re.compile(r'url\(["\']?([^"\')#]+)')
WITHOUT_SCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)

Get = Callable[[str, Mapping[str, str]], tuple[bytes, str]]
"""Asks for an address with some headers: the body as it came, and how it is encoded."""


def first_load(get: Get, path: str) -> dict[str, int]:
    """The bytes of a page and of each file it brings, by their addresses; fonts and pictures of
    style sheets too, and what scripts import.
    """

    def text(address: str) -> str:
        return get(address, {})[0].decode()

    html = WITHOUT_SCRIPT.sub("", text(path))
    linked = dict.fromkeys(
        urljoin(path, found) for pattern in (LINKED, DRAWN) for found in pattern.findall(html)
    )
    inside = [
        urljoin(style, found)
        for style in linked
        if ".css" in style
        for found in INSIDE.findall(text(style))
        if not found.startswith("data:")
    ]
    scripts = [script for script in linked if script.endswith(".js")]
    for script in scripts:
        names = IMPORTED.findall(text(script))
        scripts += [one for name in names if (one := urljoin(script, name)) not in scripts]
    every = dict.fromkeys((path, *linked, *inside, *scripts))
    return {address: squeezed(*get(address, COMPRESSED)) for address in every}


def squeezed(body: bytes, encoding: str) -> int:
    """The bytes that travel: as they came if compressed, else as gzip would make them."""
    return len(body) if encoding else len(gzip.compress(body, 9))
