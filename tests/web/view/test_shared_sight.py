"""What several phones share: a page is the same whoever asked before, as nothing of another reader
stays in it.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import new_move
from referee.games import GAMES
from referee.kernel.contract import complete_options
from tests.support.examples import kept
from tests.support.talk import Open, seated
from tests.support.tiers import by_turns
from tests.web.people.test_join import joined
from tools.sample import sample_game

NAMES = ("Ann", "Bo", "Cy", "Dee")
PART = {"HX-Request": "true"}
KEY = re.compile(r'(name="key" value=)"[^"]*"')
PAGES = ("", "?go=1", "/sheet")


OPEN: dict[str, str] = {}
SECRET = {"entry": "secret"}
CAN_HIDE = [
    name
    for name in GAMES
    if any(option.field.name == "entry" for option in GAMES[name].info.options)
]
WAYS = [(name, OPEN) for name in kept(sorted(GAMES))] + [
    (name, SECRET) for name in kept(sorted(CAN_HIDE))
]


@by_turns
@pytest.mark.parametrize(("game_id", "options"), WAYS)
def test_a_page_is_the_same_whoever_asked_before(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str, options: dict[str, str]
) -> None:
    game = GAMES[game_id]
    least, most = game.info.seats
    names = NAMES[: max(least, min(most, len(NAMES)))]
    seats = tuple(f"s{at}" for at in range(1, len(names) + 1))
    chosen = complete_options(game.info, seats, options, "page")
    found = open_table(game_id, *names, options=options, edition="page")
    service, code = app.extensions["service"], found["code"]
    watcher = joined(app, found, "watch")
    phones = [client, watcher, *(seated(app, found, seat) for seat in seats)]
    table = service.store.table_by_code(code)
    samples = sample_game(game, game.setup(seats, chosen), Random(3))[:7]
    for seen, sample in enumerate(samples, 1):
        move = new_move(sample.prompt.kind, sample.prompt.seat, sample.answer)
        service.enter(table, service.history(table).revision, [move], f"k{seen}", "host")
        asked = [(phone, f"/t/{code}{page}") for phone in phones for page in PAGES]
        first = [drawn(*ask) for ask in asked]
        service.history(table).kept.clear()
        assert [drawn(*ask) for ask in reversed(asked)] == first[::-1]


def drawn(phone: FlaskClient, address: str) -> str:
    """A page without what is new each time."""
    answer = phone.get(address, headers=PART)
    return str(answer.status_code) + KEY.sub(r"\1", answer.text)
