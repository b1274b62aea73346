"""Results known by their end alone, written until 0.9: the file keeps them, and nothing tells of
them or fails at them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from referee.event import Event
from referee.exchange.import_group import import_group
from referee.games import GAMES
from referee.service.seats import SEAT
from referee.store import Store
from tests.support.talk import CHIEF, Open, Opened, stored
from tests.web.group.test_group import group_of, people
from tests.web.people.test_seats import open_next

UID = "a" * 32


def write_results(store: Store, group: int, seated: list[int]) -> None:
    """A result of everybody who sits there and of Zoe, who sits nowhere, as it was written; and one
    of a game nobody keeps.
    """

    def write(db: Any) -> None:
        zoe = db.execute(
            "INSERT INTO person (group_id, name, last_played, sign, uid) VALUES (?, 'Zoe', 5,"
            " 'sun-ink', ?)",
            (group, "f" * 32),
        ).lastrowid
        for number, game in enumerate((CHIEF, "chess"), 1):
            db.execute(
                "INSERT INTO result (id, group_id, uid, game, at, games) VALUES (?, ?, ?, ?, 5, 1)",
                (number, group, f"{number:032x}", game),
            )
            for position, person in enumerate([*seated, zoe]):
                db.execute(
                    "INSERT INTO result_person (result_id, position, person_id, place, score, won)"
                    " VALUES (?, ?, ?, 1, 987654, 1)",
                    (number, position, person),
                )

    store._write(write)


def results_of(store: Store) -> Any:
    """Everything the file holds of results."""
    asked = (
        "SELECT * FROM result ORDER BY id",
        "SELECT * FROM result_person ORDER BY result_id, position",
    )
    return store._read(lambda db: [db.execute(one).fetchall() for one in asked])


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Flask]:
    made = create_app({"DATABASE": str(tmp_path / "elsewhere.db"), "RATE_LIMITS": False})
    yield made
    made.extensions["service"].close()


def test_an_old_file_with_results_is_served_as_if_it_had_none(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    second = open_next(client, opened, "Anna", "Bo", "Cy")
    store, link = app.extensions["service"].store, group_of(client)
    here = {person.name: person.id for person in people(app, opened)}
    own = [f"{link}/p/{person}" for person in here.values()]
    pages = [link, f"{link}?evening=all", f"{link}/group.json", "/", *own]
    before = [client.get(page).text for page in pages]
    write_results(store, stored(app, opened).group_id, [*here.values()])
    written = results_of(store)
    for page, was in zip(pages, before, strict=True):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "987654" not in answer.text, page
        table = f"/t/{opened['code']}"
        assert page.endswith("group.json") or answer.text.count(table) == was.count(table), page
    told = client.get(f"{link}/group.json").get_json()
    assert "results" not in told
    assert client.get(f"{link}/r/{1:032x}").status_code == 404

    # Ann, Anna and Zoe stand together in one result, which keeps them apart no more; a name put
    # right leaves nobody out.
    zoe = next(person.id for person in people(app, opened) if person.name == "Zoe")
    for other in (here["Anna"], zoe):
        merged = client.post(f"{link}/p/{here['Ann']}/merge", data={"other": other})
        assert merged.status_code == 303
    for other in (here["Anna"], zoe):
        assert client.post(f"{link}/p/{other}/part").status_code == 303
    renamed = Event(0, SEAT, "s1", data={"seat": "s1", "change": "renamed", "round": 1})
    store.rename_seat(store.table_by_code(second).id, "s1", "Zoe", (renamed, "r"))
    for page in (link, f"{link}/p/{here['Ann']}", f"{link}/group.json"):
        assert client.get(page).status_code == 200, page
    assert client.post(f"{link}/p/{here['Cy']}/forget", data={"sure": "yes"}).status_code == 303
    assert results_of(store) == written


def test_an_old_group_file_is_taken_in_without_its_results(
    client: FlaskClient, open_table: Open, elsewhere: Flask
) -> None:
    open_table(CHIEF, "Ann", "Bo", "Cy")
    told = client.get(f"{group_of(client)}/group.json").get_json()
    came = [
        {"person": 1, "place": 1, "score": 7, "won": 1},
        {"person": 2, "place": 2, "score": None, "won": 0},
    ]
    sound = {"uid": UID, "game": CHIEF, "at": 5.0, "games": 1, "people": came}
    store = elsewhere.extensions["service"].store
    for results in ([sound], [sound | {"game": "chess"}, 7], "none"):
        taken = import_group(store, told | {"results": results}, GAMES)
        assert store.group(taken.group).uid == told["uid"]
        assert [person.name for person in store.everybody(taken.group)] == ["Ann", "Bo", "Cy"]
    assert results_of(store) == [[], []]
