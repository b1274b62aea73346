"""The language nobody speaks: every catalogue can be put into it, and nothing but words changes."""

from __future__ import annotations

import string

import pytest

from referee.games import GAMES
from referee.words import SHARED, catalogue
from tests.support.pseudo import pseudo


def fields(text: str) -> list[tuple[str, str | None]]:
    parts = string.Formatter().parse(text)
    return [(name, spec) for _, name, spec, _ in parts if name]


@pytest.mark.parametrize("domain", sorted({*SHARED, *GAMES}))
def test_every_placeholder_stays_and_every_text_grows(domain: str) -> None:
    """The invented language keeps what is filled in and is longer than English."""
    for code, text in catalogue("en", domain).items():
        other = pseudo(text)
        assert fields(other) == fields(text), code
        assert (other[0], other[-1]) == ("[", "]"), code
        assert len(other) > len(text), code
