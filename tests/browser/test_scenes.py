"""The laws of every page: no violation of WCAG 2 A and AA or of best practice, nothing wider than
the phone, nothing too small for a thumb.

A scene is light in English and dark in Japanese. The slow tier also turns it to rooms of every
fourth size, reads it in larger text and opens it again without script; scenes that are alike see
the other sizes. Where the fast tier has visited it, its colours are looked at there in both lights,
and the slow tier does all else in the other language.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from tests.browser.phone import SIZE
from tests.browser.scenes import ENTRY, SCENES
from tests.browser.seat_scenes import SEATS
from tests.browser.survey import LIGHTS, PLAIN, SIZES, Look, Survey
from tests.support.examples import kept

ABOVE = ("#strip", "#turn", "#rows", "#target", "#pad", "#verdict")
LARGE = {
    *ENTRY,
    "new-people",
    "new-people-first",
    "new-people-sign",
    "demo",
    "thefts",
    "thefts-tie",
    "used-up",
    "refusal",
    "correct",
    "called",
    "called-held",
    "called-fix",
    *SEATS,
    "group",
    "group-import",
    "person",
    "person-change",
    "away-listed",
    "away-refused",
    "offline",
    "settings",
    "refusal-reason",
    "refusal-impossible",
    "away-conflict",
}
"""Where everything to tap is 44 × 44, apart from links inside text."""
KINDS = (
    "home",
    "home-first",
    "demo",
    "new",
    "new-people",
    "new-options-chief",
    "setup-chief",
    "join",
    "join-code",
    "join-link",
    "players-open",
    "player",
    "settings",
    "menu",
    "entry-verdict",
    "dates-target",
    *kept(["pyramid"]),
    "explained",
    "refusal",
    "correct-changes",
    "called",
    "sheet-open",
    "fix",
    "print",
    "ruling",
    "ask-place",
    "ask-answer",
    "ask-empty",
    "ask-ruling-indian-chief",
    "question",
    "precedents",
    "rules",
    "rulebook-chief",
    "group-story",
    "person-change",
    "error-404",
    "watching",
    "entry-8",
)
"""Every kind of page once, for the fast tier."""
TURNED = ("sheet-open", "explained", *kept(["pyramid"]), "entry-8", "rulebook-chief")
"""Those of them that the fast tier turns, too."""


def visits() -> Iterator[object]:
    """The fast tier sees each kind of page in one language, by turns, and the slow one sees it in
    the other.

    A scene that is like one of a kind is seen in one language, in the slow tier.
    """
    turn = dict(zip(KINDS, cycle(("en", "ja"))))
    assert turn.keys() <= SCENES.keys()
    assert set(TURNED) <= turn.keys()
    for at, scene in enumerate(SCENES):
        if scene in turn:
            also = {LIGHTS, *SIZES} if scene in TURNED else {LIGHTS}
            yield pytest.param(turn[scene], scene, also, id=f"{turn[scene]}-{scene}")
        other = {"en": "ja", "ja": "en"}.get(turn.get(scene, ""), ("en", "ja")[at % 2])
        # What hangs on a wall is looked at in rooms of its own, and has nothing to tap.
        also = set() if scene.startswith("tv") else {PLAIN, *SIZES[at // 2 % 4 :: 4]}
        yield pytest.param(other, scene, also, id=f"{other}-{scene}", marks=pytest.mark.slow)


@pytest.mark.parametrize(("lang", "scene", "also"), [*visits()])
def test_a_page(survey: Survey, lang: str, scene: str, also: set[Look]) -> None:
    seen = survey.visit(lang, scene, also)
    assert seen.broken == []
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
    assert actions["bottom"] == SIZE["height"] >= seen.high, (
        "the buttons are always in the same place, and nothing scrolls"
    )
    for name in ABOVE:
        part = seen.boxes[name]
        assert part is None or 0 <= part["top"] <= part["bottom"] <= actions["top"] + 1, name
