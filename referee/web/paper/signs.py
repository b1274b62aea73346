"""People's signs on paper: the shapes and inks that the pages have, as small pictures."""

import re
from functools import cache
from typing import Any

from referee.files import HOME
from referee.store.signs import Sign

PAPER = "#F5EFE2"
INK = "#1F1B16"


@cache
def _shapes() -> dict[str, str]:
    """Every shape as an SVG of its own, in the colour of the paper."""
    text = (HOME / "static/signs.svg").read_text(encoding="utf-8").replace("currentColor", PAPER)
    found = re.findall(r'<symbol id="(\w+)"([^>]*)>(.*?)</symbol>', text, re.S)
    return {
        name: f'<svg xmlns="http://www.w3.org/2000/svg" fill="{PAPER}"{rest}>{inside}</svg>'
        for name, rest, inside in found
    }


@cache
def _inks() -> dict[str, str]:
    """The inks as they are on light paper."""
    text = (HOME / "static/signs.css").read_text(encoding="utf-8")
    named = re.search(r":root \{([^}]*)\}", text)
    return {
        "ink": INK,
        **dict(re.findall(r"--(\w+): light-dark\((#\w{6})", named.group(1) if named else "")),
    }


def colour(sign: Sign | None) -> str:
    """The colour of what belongs to a person."""
    return _inks()[sign.ink] if sign else INK


def printed(sign: Sign | None) -> str | None:
    """A sign as a sheet prints it beside a name: its shape alone, in black."""
    return _svg(sign).replace(PAPER, "#000000") if sign else None


def drawn(sign: Sign | None) -> dict[str, Any] | None:
    """A sign as a template of the paper draws it: ``ink`` its ground and ``svg`` its shape."""
    return {"ink": colour(sign), "svg": _svg(sign)} if sign else None


def _svg(sign: Sign) -> str:
    return _shapes()[sign.shape].replace('fill="none"', "")
