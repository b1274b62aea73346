"""A phone that joins in the middle of any game has the page of an entry after 32 kB."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import complete_options
from tests.support.first_load import first_load
from tests.support.options import depths
from tests.support.tiers import cases, property_test
from tools.sample import sample_game

MOST = 32_000


STOPS = 4
NAMES = {"en": ("Ann", "Bo", "Cy", "Dee"), "ja": ("アキ", "ユウ", "ミオ", "ケン")}
EVERY = [(game, depth) for game in GAMES for depth in depths(game)]


@property_test
@pytest.mark.parametrize("lang", ["ja", pytest.param("en", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "depth"), EVERY)
def test_the_first_load_of_an_entry_is_light(
    client: FlaskClient, game: str, depth: str, lang: str
) -> None:
    """The first load of a page of entry stays small; a large board or many fields make it heavy."""
    client.set_cookie("lang", lang)

    def get(address: str, headers: Mapping[str, str]) -> tuple[bytes, str]:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, address
        return answer.data, answer.headers.get("Content-Encoding", "")

    for seed in cases(1, 2, first=5):
        for code in tables(client, game, depth, lang, seed):
            parts = first_load(get, f"/t/{code}?go=1")
            assert sum(parts.values()) <= MOST, sorted(
                ((size, part) for part, size in parts.items()), reverse=True
            )


def tables(client: FlaskClient, game: str, depth: str, lang: str, seed: int) -> Iterator[str]:
    """The code of one table of a random game, each time it has come to a quarter more of its
    entries.
    """
    seats = tuple(f"s{at}" for at in range(1, min(4, GAMES[game].info.seats[1]) + 1))
    chosen = {"depth": depth} if depth else {}
    start = GAMES[game].setup(seats, complete_options(GAMES[game].info, seats, chosen))
    whole = [
        {"kind": one.prompt.kind, "seat": one.prompt.seat, "data": dict(one.answer)}
        for one in sample_game(GAMES[game], start, random.Random(seed))
    ]
    told = {
        "game": game,
        "seats": [{"name": name} for name in NAMES[lang][: len(seats)]],
        "options": chosen,
    }
    code = client.post("/api/tables", json=told).get_json()["code"]
    for stop in range(STOPS):
        yield code
        done, upto = (at * (len(whole) - 1) // (STOPS - 1) for at in (stop, stop + 1))
        for at in range(done, min(upto, len(whole) - 1)):
            answer = client.post(
                f"/api/t/{code}/moves",
                json={"seen": at + 1, "key": f"k{at}", "entries": [whole[at]]},
            )
            assert answer.status_code == 201, answer.get_json()
