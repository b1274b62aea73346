"""Blank sheets in a language nobody speaks: every word is in it, and longer words have room."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from referee.games import GAMES
from referee.web.paper import typst as paper
from tests.support.printed import faults, printed_on
from tests.support.pseudo import BRACKETS
from tests.support.pseudo_server import LANG, served
from tests.support.tiers import SLOW, by_turns, property_test

pytestmark = by_turns

MARGIN = 8.0
"""Millimetres; what printers leave white."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that speaks the language among others."""
    with served(tmp_path_factory.mktemp("pseudo")) as address:
        yield address


def sheets(game_id: str) -> Iterator[tuple[str, int]]:
    """Every paper with the fewest and the most players; in the fast tier one paper with the
    most.
    """
    papers = {
        size: most for size, most in paper.papers(game_id).items() if not size.endswith("-two")
    }
    if not SLOW:
        yield next(iter(papers.items()))
        return
    fewest, _most = GAMES[game_id].info.seats
    for size, most in papers.items():
        yield size, most
        yield size, fewest


@property_test
@pytest.mark.xdist_group("pseudo-sheets")
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_longer_words_have_room_on_every_paper(server: str, game_id: str) -> None:
    found = {}
    for size, players in sheets(game_id):
        asked = urlencode({"players": players, "paper": size, "fmt": "pdf", "lang": LANG})
        with urlopen(f"{server}/print/{game_id}?{asked}") as answer:
            pdf = answer.read()
        signs = {letter.sign for letter in printed_on(pdf).letters}
        assert signs >= set(BRACKETS), (size, players)
        if wrong := faults(pdf, MARGIN):
            found[size, players] = wrong[:4]
    assert found == {}
