"""Names in narrow columns: short, and still told apart."""

from __future__ import annotations

import pytest

from referee.web.present.names import told_apart


@pytest.mark.parametrize(("names", "short"), [
    (["Ann", "Bo"], ["Ann", "Bo"]),
    (["Katharina", "Bo"], ["Kath", "Bo"]),
    (["Marie", "Mario"], ["Marie", "Mario"]),
    (["Ann", "Anna", "Annabel"], ["Ann", "Anna", "Annab"]),
    (["Player 1", "Player 2", "Player 10"], ["P…1", "P…2", "P…10"]),
    (["Alexander", "Alexandra"], ["A…er", "A…ra"]),
    (["ひろし", "ひろみ", "まさひこ"], ["ひろし", "ひろみ", "まさひ"]),
])
def test_short_names_tell_the_seats_apart(names: list[str], short: list[str]) -> None:
    """A beginning is enough, unless so much of it is shared that it would not fit."""
    told = told_apart({f"s{at}": name for at, name in enumerate(names, 1)})
    assert [told[f"s{at}"] for at in range(1, len(names) + 1)] == short
    assert len(set(told.values())) == len(names)
