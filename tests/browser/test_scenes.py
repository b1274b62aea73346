"""The laws of every page: no violation of WCAG 2 A and AA or of best practice, nothing wider than the phone, nothing too small for a thumb.

Each scene is visited once in a language, light in one and dark in the other; where the fast tier visits only one, its colours are looked at
in both lights. In one language it is then turned to rooms of every size and read in larger text, in the other opened again without script.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from tests.browser.phone import SIZE
from tests.browser.scenes import ENTRY, SCENES
from tests.browser.seat_scenes import SEATS
from tests.browser.survey import Survey
from tests.support.examples import kept
from tests.support.tiers import SLOW

ABOVE = ("#strip", "#turn", "#rows", "#target", "#pad", "#verdict")
LARGE = {*ENTRY, "new-people", "new-people-first", "new-people-sign", "demo", "thefts", "thefts-tie", "used-up", "refusal", "correct", "called", "called-held", "called-log", *SEATS,
         "group", "person", "person-change",
         "away-listed", "away-refused", "offline", "settings"}
"""Where everything to tap is 44 × 44, apart from links inside text."""
KINDS = (
    "home", "home-first", "demo", "new", "new-people", "new-options-chief", "setup-chief", "join", "join-code", "join-link", "seats-open", "phones", "settings", "menu",
    "entry-verdict", "dates-target", *kept(["pyramid"]), "explained", "refusal", "correct-changes", "called", "sheet-open", "log", "print", "ruling",
    "what-if", "ask-empty", "ask-ruling-indian-chief", "precedents", "rules", "search", "rulebook-chief", "group-story", "person-change", "error-404", "watching",
)
"""Every kind of page once, for the fast tier."""


TURNED = {"sheet-open": "en", "explained": "ja", "pyramid": "en", "entry-8": "ja", "rulebook-chief": "en"}
"""Those that the fast tier turns, and the language."""


def visits() -> Iterator[object]:
    """Every scene in both languages; in the fast tier each kind of page in one of them, in turn."""
    turn = dict(zip(KINDS, cycle(("en", "ja"))))
    assert turn.keys() <= SCENES.keys()
    for scene in SCENES:
        for lang in ("en", "ja"):
            yield pytest.param(lang, scene, marks=() if turn.get(scene) == lang else pytest.mark.slow)


@pytest.mark.parametrize(("lang", "scene"), [*visits()])
def test_a_page(survey: Survey, lang: str, scene: str) -> None:
    turned = TURNED.get(scene) if not SLOW else ("en", "ja")[[*SCENES].index(scene) % 2]
    alone = scene.startswith("tv")
    seen, broken = survey.visit(lang, scene, turned=turned == lang and not alone, plain=SLOW and turned != lang and not alone)
    assert broken == []
    assert (seen.violations, seen.problems) == ([], [])
    assert seen.over == [], "no text lies over another"
    assert seen.edge == [], "no text touches the edge of the room"
    assert seen.wide <= seen.width
    assert seen.torn == [], "lines end between words and between numbers"
    assert seen.foreign == [], "Japanese is read aloud as Japanese on every page"
    assert seen.hyphens == [], "a number below zero has a minus sign"
    assert seen.unstyled == [], "a page has every style that speaks of what it shows"
    if scene in LARGE:
        assert seen.small == []
    if scene not in ENTRY:
        return
    actions = seen.boxes["#actions"]
    assert actions is not None
    assert actions["bottom"] == SIZE["height"] >= seen.high, "the buttons are always in the same place, and nothing scrolls"
    for name in ABOVE:
        part = seen.boxes[name]
        assert part is None or 0 <= part["top"] <= part["bottom"] <= actions["top"] + 1, name
