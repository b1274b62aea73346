"""The links of a table whose game is over, on a phone that was never there."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.games import GAMES
from tests.support.eventful import stored
from tests.support.random_play import random_history


@pytest.mark.parametrize("link", ["host", "seat", "watch"])
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_each_link_of_a_finished_table_gives_a_new_phone_what_it_says(
    app: Flask, game_id: str, link: str
) -> None:
    """A game that is over still has a host, who runs its group; opening an address alone gives no
    more than watching.
    """
    store = app.extensions["service"].store
    table = stored(store, random_history(game_id, 1))
    group = f"/g/{store.group(table.group_id).link}/group.json"
    address = f"/join/{getattr(table, f'{link}_link')}"
    phone = app.test_client()

    def role() -> str:
        answer = phone.get(f"/api/t/{table.code}")
        return str(answer.get_json()["role"]) if answer.status_code == 200 else ""

    opened = phone.get(address)
    if link == "watch":
        assert (opened.status_code, role()) == (303, "watch")
        assert phone.get(group).status_code == 403
        return
    assert (opened.status_code, role()) == (200, "")
    assert f'action="{address}"' in opened.text
    entered = phone.post(address, data={"seat": store.seats(table.id)[0].seat, "key": "k"})
    assert (entered.status_code, role()) == (303, link)
    assert phone.get(entered.headers["Location"], follow_redirects=True).status_code == 200
    assert phone.get(group).status_code == 200
