"""Printed text touches no other text and no line, stays on its page, is six points or more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from referee.games import GAMES
from referee.web.paper import typst as paper
from tests.support.printed import (
    Box,
    Letter,
    Sheet,
    across_lines,
    faults,
    outside,
    printed_on,
    too_small,
    touching,
)
from tests.support.tiers import SLOW, by_turns, one_in, property_test
from tests.web.paper.test_general_sheet import crowded_history, data_of

pytestmark = by_turns

LANGUAGES = ("en", "ja")
MARGIN = 8.0
"""Millimetres; what printers leave white."""


class Kind(NamedTuple):
    """What makes one sheet of a game, paper and number of players unlike another."""

    filled: bool
    both: bool
    rules: bool


KINDS = (
    Kind(True, True, True),
    Kind(True, False, True),
    Kind(False, True, True),
    Kind(True, False, False),
    Kind(False, False, True),
)
"""Filled with what takes most room, with and without the other language and the rules; and
blank.
"""


def sheets(game_id: str) -> Iterator[dict[str, Any]]:
    """The sheets of a game that are looked at: every paper, number of players and language.

    A game's own sheet is of every kind; the general one, which all share, of one kind after
    another. Two on a page are the sheet twice. The fast tier looks at the fullest of every paper,
    the general one in one language after the other.
    """
    at = 0
    for number, (size, most) in enumerate(paper.papers(game_id).items()):
        if size.endswith("-two"):
            continue
        room = GAMES[game_id].info.sheet.papers.get(size, 0)
        for players in range(GAMES[game_id].info.seats[0], most + 1):
            own = players <= room
            for lang in LANGUAGES:
                at += 1
                kinds = KINDS if own and SLOW else (KINDS[(at // 2 + 2 * at) % len(KINDS)],)
                fullest = players == room or (players == most and lang == LANGUAGES[number % 2])
                if SLOW or fullest:
                    yield from (
                        {"lang": lang, "size": size, "players": players, "kind": kind}
                        for kind in kinds
                    )


def printed(game_id: str, lang: str, size: str, players: int, kind: Kind) -> bytes:
    """One sheet as PDF."""
    data = data_of(crowded_history(game_id, players), lang) if kind.filled else None
    return paper.render(
        game_id, lang=lang, paper=size, players=players, data=data, rules=kind.rules, both=kind.both
    )


@property_test
@one_in(3)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_no_printed_text_touches_another_leaves_its_page_or_is_small(game_id: str) -> None:
    found = {}
    for one in sheets(game_id):
        if wrong := faults(printed(game_id, **one), MARGIN):
            found[tuple(one.values())] = wrong[:4]
    assert found == {}


def test_what_searches_a_sheet_or_copies_from_it_finds_words_as_they_are_written() -> None:
    pdf = paper.render("indian-chief", lang="ja", paper="a4", players=4, both=True)
    text = printed_on(pdf).text
    assert "\u2060" not in text
    assert "物乞い" in text
    assert "弁護士" in text


def test_small_print_is_seen() -> None:
    letters = [Letter(at, "x", Box(0, 0, 4, 4), size) for at, size in enumerate((6, 5.9))]
    assert len(too_small(Sheet(100, 50, letters, []))) == 1


@pytest.mark.parametrize(
    ("moved", "expected"),
    [((40, 0), []), ((4, 2), ["touching"]), ((60, 0), ["line"]), ((95, 0), ["page"])],
)
def test_a_word_in_the_wrong_place_is_seen(moved: tuple[int, int], expected: list[str]) -> None:
    """Two words of five letters: the second is laid on the first, on a line, beyond the page."""

    def word(start: int, x: float, y: float) -> list[Letter]:
        return [
            Letter(start + at, "x", Box(x + 5 * at, y, x + 5 * at + 4.8, y + 7)) for at in range(5)
        ]

    letters = [*word(0, 5, 5), *word(9, 5 + moved[0], 5 + moved[1])]
    sheet = Sheet(100, 50, letters, [Box(70, 0, 70.5, 50)])
    seen = {"touching": touching(sheet), "line": across_lines(sheet), "page": outside(sheet, 0)}
    assert [name for name, found in seen.items() if found] == expected
