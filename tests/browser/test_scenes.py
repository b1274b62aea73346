"""The properties of every page: no violation of WCAG 2 A and AA or of best practice, nothing wider
than the phone, nothing too small for a thumb.

A scene is light in English and dark in Japanese. The fast tier sees the main kinds of pages and
looks at their colours in both lights. The slow tier sees those in the other language and all other
scenes once, each also turned to another room; by turns they are read in larger text, in the other
light, without script, or searched for a second left edge. ``make soak`` looks at all of that
in both languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from tests.browser.own_scenes import OWN
from tests.browser.phone import SIZE
from tests.browser.scenes import ENTRY, SCENES
from tests.browser.seat_scenes import SEATS
from tests.browser.survey import EDGES, LARGER, SIZES, Looks, Survey
from tests.support.examples import kept
from tests.support.tiers import IN_SLOW, IN_SOAK

ABOVE = ("#strip", "#turn", "#rows", "#target", "#pad", "#verdict")
LARGE = {
    *ENTRY,
    *("new-people", "new-people-first", "new-people-sign", "demo", "thefts", "thefts-tie"),
    *("used-up", "refusal", "correct", "called", "called-held", "called-fix"),
    *SEATS,
    *("group", "group-import", "person", "person-change", "away-listed", "away-refused", "offline"),
    *("settings", "refusal-reason", "refusal-impossible", "away-conflict"),
    *OWN,
}
"""Where everything to tap is 44 × 44, apart from links inside text."""
KINDS = (
    *("home", "new-people", "setup-chief", "join-link", "players-open", "menu", "entry-verdict"),
    "dates-target",
    *kept(["pyramid"]),
    *("explained", "refusal", "called", "sheet-open", "print", "ruling", "ask-answer"),
    *("rulebook-chief", "group-story", "own-game", "own-points"),
)
"""Kinds of pages: the fast tier sees every second, the slow one all."""
ALL = Looks(lights=True, plain=True, sizes=SIZES, larger=LARGER, edges=EDGES)


def turned(at: int) -> Looks:
    """One other room for the scene at this place of the list, and by turns one of the other looks,
    in a room of its own.
    """
    room, other = SIZES[at % len(SIZES)], at % 4
    return Looks(
        lights=other == 3,
        plain=other == 0,
        sizes=[room],
        larger=[LARGER[at // 4 % len(LARGER)]] if other == 1 else (),
        edges=[EDGES[at // 4 % len(EDGES)]] if other == 2 else (),
    )


def visits() -> Iterator[object]:
    """Kinds of pages take English and Japanese by turns, as do the scenes that are like them."""
    fast = dict(zip(KINDS[::2], cycle(("en", "ja"))))
    assert {*KINDS} <= SCENES.keys()
    for at, scene in enumerate(SCENES):
        # What hangs on a wall is looked at in rooms of its own, and has nothing to tap.
        hangs = scene.startswith("tv")
        first = fast.get(scene, ("en", "ja")[at % 2])
        other = "ja" if first == "en" else "en"
        if scene in fast:
            yield pytest.param(first, scene, Looks(lights=True), id=f"{first}-{scene}")
        slow = Looks() if hangs else turned(at)
        # Scenes beside each other are alike: every third stands for the next two.
        tier = IN_SLOW if scene in KINDS or at % 3 == 0 else IN_SOAK
        yield pytest.param(other, scene, slow, id=f"{other}-{scene}", marks=tier)
        for lang in ("en", "ja"):
            soak = Looks(lights=True) if hangs else ALL
            yield pytest.param(lang, scene, soak, id=f"{lang}-{scene}-all", marks=IN_SOAK)


@pytest.mark.parametrize(("lang", "scene", "looks"), [*visits()])
def test_a_page(survey: Survey, lang: str, scene: str, looks: Looks) -> None:
    seen = survey.visit(lang, scene, looks)
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
