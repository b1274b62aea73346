"""Every kind of entry of these games has words of its own where others do with the kernel's."""

from __future__ import annotations

import pytest

from referee.games import GAMES
from referee.words import LANGUAGES, Translator
from tests.support.examples import kept

PARTS = ("kind", "entry", "record")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("game_id", "parts"),
    kept([("indian-chief", PARTS), ("blind-date", PARTS), ("the-things", (*PARTS, "ask"))]),
)
def test_every_entry_has_its_button_and_its_name(
    game_id: str, parts: tuple[str, ...], lang: str
) -> None:
    translator = Translator(lang, game_id, {})
    # The next game of a series is begun in the words of the kernel.
    kinds = GAMES[game_id].info.kinds.keys() - {"again"}
    codes = [f"{part}.{kind}" for part in parts for kind in kinds]
    assert [code for code in codes if not translator.find(code)] == []
