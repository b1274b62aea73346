"""What is drawn once and kept for all who see the same is what would be drawn for each of them
anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app import create_app
from bench.phone import Answer, Inside, play, seats_of
from referee.games import GAMES
from tests.support.tiers import by_turns

ENTRIES = 12
KEY = re.compile(rb'name="key" value="[^"]+"')
LANGUAGES = ("en", "ja")


@dataclass
class Twice:
    """A device that asks one application and sees whether the other, which keeps no drawing,
    answers the same.
    """

    kept: Inside
    anew: Inside
    lang: str
    same: int = 0

    @property
    def cookie(self) -> str:
        """The cookie of both."""
        return self.kept.cookie

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """The answer of the first."""
        told = {**(headers or {}), "Accept-Language": self.lang, "Accept-Encoding": "identity"}
        answer = self.kept.ask(method, path, told, body)
        self.anew.cookie = self.kept.cookie
        reads = method == "GET" or path.endswith("/preview") or b"refresh=1" in body
        if answer.status == 200 and reads:
            again = self.anew.ask(method, path, told, body)
            assert KEY.sub(b"", answer.body) == KEY.sub(b"", again.body), path
            self.same += 1
        return answer


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    config = {"DATABASE": str(tmp_path / "referee.db"), "RATE_LIMITS": False}
    keeps, anew = create_app(config), create_app(config)
    anew.extensions["wake_all"]()
    anew.extensions["service"] = keeps.extensions["service"]
    anew.jinja_env.globals["drawn_once"] = itself
    yield keeps, anew
    keeps.extensions["wake_all"]()


def itself(macro: Callable[..., Any], _shown: object = None) -> Callable[..., Any]:
    return lambda *told: macro(*told)


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_what_would_be_drawn_anew(apps: tuple[Flask, Flask], game: str) -> None:
    """Parts of pages that are kept are those that would be drawn anew: what a page shows hangs on
    the state alone.
    """
    keeps, anew = apps
    devices = [
        Twice(Inside(keeps), Inside(anew), LANGUAGES[at % 2]) for at in range(seats_of(game, 5))
    ]
    play(devices, game, at_once=False, most=ENTRIES)
    assert sum(device.same for device in devices) >= 3 * len(devices)
