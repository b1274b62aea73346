"""The drawn signs: each lies in one sprite, where the pages look for it, and none lies there for
nothing.
"""

from __future__ import annotations

import re

from tests.support.paths import ROOT

SYMBOL = re.compile(r'<symbol id="([a-z]+)"')


def drawn(sprite: str) -> set[str]:
    return set(SYMBOL.findall((ROOT / "static" / sprite).read_text(encoding="utf-8")))


def test_every_sign_that_is_named_is_drawn_and_the_other_way_round() -> None:
    pages = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")
    )
    code = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "referee/web").rglob("*.py")
    )
    core = (ROOT / "templates/shared/core.html").read_text(encoding="utf-8")
    at_the_pad = set(
        re.findall(r"'([a-z]+)'", core.partition("at_the_pad = [")[2].partition("]")[0])
    )
    suits = {"spade", "heart", "diamond", "club"}
    assert drawn("icons.svg") == at_the_pad | suits
    assert not drawn("ways.svg") & drawn("icons.svg")
    named = set(re.findall(r"\b(?:icon|sign)\('([a-z]+)'", pages))
    assert named <= drawn("icons.svg") | drawn("ways.svg")
    assert drawn("ways.svg") <= named | set(re.findall(r'"([a-z]+)"', code))
