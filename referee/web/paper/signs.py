"""Players' signs on paper: the shapes and inks of the web pages as SVG."""

import re
from functools import cache
from typing import Any

from referee.files import HOME
from referee.store.symbols import Sign

PAPER = "#F5EFE2"
INK = "#1F1B16"


@cache
def _shapes() -> dict[str, str]:
    """Every shape as its own SVG, in the colour of paper."""
    text = (HOME / "static/signs.svg").read_text(encoding="utf-8").replace("currentColor", PAPER)
    found = re.findall(r'<symbol id="(\w+)"([^>]*)>(.*?)</symbol>', text, re.S)
    return {
        name: f'<svg xmlns="http://www.w3.org/2000/svg" fill="{PAPER}"{rest}>{inside}</svg>'
        for name, rest, inside in found
    }


@cache
def _inks() -> dict[str, str]:
    text = (HOME / "static/entry.css").read_text(encoding="utf-8")
    named = re.search(r":root \{([^}]*)\}", text)
    return {
        "ink": INK,
        **dict(re.findall(r"--(\w+): light-dark\((#\w{6})", named.group(1) if named else "")),
    }


def colour(sign: Sign | None) -> str:
    """The colour of a person's things."""
    return _inks()[sign.ink] if sign else INK


def printed_sign(sign: Sign | None) -> str | None:
    """A sign beside a name on a sheet: its shape in black."""
    return _svg(sign).replace(PAPER, "#000000") if sign else None


def drawn(sign: Sign | None) -> dict[str, Any] | None:
    """A sign for a Typst template: ``ink`` is the ground, ``svg`` the shape."""
    return {"ink": colour(sign), "svg": _svg(sign)} if sign else None


def _svg(sign: Sign) -> str:
    return _shapes()[sign.shape].replace('fill="none"', "")
