"""Whatever is known of somebody, every page of their group opens, here and where the group moves
to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html

from app import create_app
from referee.cli import main
from referee.server.serve import DATABASE_NAME
from referee.store import Store
from tests.support.talk import CHIEF
from tests.web.group.test_group import group_of
from tests.web.people.test_seats import open_next

HTMX = {"HX-Request": "true"}
Act = Callable[[str, str], None]


def plain(_act: Act) -> None:
    """Nothing is done to anybody."""


def merged(act: Act) -> None:
    """One person played under two names."""
    act("Ann", "merge Anna")


def parted(act: Act) -> None:
    """They were two people after all."""
    act("Ann", "merge Anna")
    act("Anna", "part")


def forgotten(act: Act) -> None:
    """Nobody knows any more what somebody was called."""
    act("Ann", "forget")


def merged_and_forgotten(act: Act) -> None:
    """Somebody with two names wants neither told."""
    act("Ann", "merge Anna")
    act("Ann", "forget")


def parted_and_forgotten(act: Act) -> None:
    """One of two who were taken for one wants not to be told of."""
    act("Ann", "merge Anna")
    act("Anna", "part")
    act("Anna", "forget")


def all_forgotten(act: Act) -> None:
    """A group of which no name is left."""
    for name in ("Ann", "Anna", "Bo", "Cy"):
        act(name, "forget")


STATES = (
    *(plain, merged, parted, forgotten),
    *(merged_and_forgotten, parted_and_forgotten, all_forgotten),
)


def pages(client: FlaskClient, group: str) -> Iterator[tuple[str, str]]:
    """Every page of a group that its pages lead to, with its text; each opens."""
    found = [group]
    for address in found:
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code == 200, address
        yield address, answer.text
        if answer.mimetype == "text/html":
            links = (
                urlsplit(urljoin(address, link))
                for link in html.fromstring(answer.text).xpath("//@href")
            )
            own = (link.path + (f"?{link.query}" if link.query else "") for link in links)
            found += [
                link for link in dict.fromkeys(own) if link.startswith(group) and link not in found
            ]


@pytest.fixture
def played(fresh_app: Flask) -> tuple[FlaskClient, str, dict[str, int]]:
    """The host of a group of four that played twice, the group's address, and its people by
    name.
    """
    client = fresh_app.test_client()
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
    opened = client.post("/api/tables", json={"game": CHIEF, "seats": seats}).get_json()
    open_next(client, opened, "Anna", "Bo", "Cy")
    store = fresh_app.extensions["service"].store
    people = store.everybody(store.table_by_code(opened["code"]).group_id)
    return client, group_of(client), {person.name: person.id for person in people}


@pytest.mark.slow
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_every_page_of_a_group_opens(
    played: tuple[FlaskClient, str, dict[str, int]],
    state: Callable[[Act], None],
    headers: dict[str, str],
    tmp_path: Path,
) -> None:
    client, group, known = played

    def act(name: str, what: str) -> None:
        what, _, other = what.partition(" ")
        answer = client.post(
            f"{group}/p/{known[name]}/{what}",
            data={"other": known.get(other, ""), "sure": "yes"},
            headers=headers,
        )
        assert answer.status_code == 303, (name, what)

    state(act)
    opened = dict(pages(client, group))
    assert f"{group}/group.json" in opened
    for person in known.values():
        assert client.get(f"{group}/p/{person}", follow_redirects=True).status_code in (200, 404)
    moved = tmp_path / "group.json"
    moved.write_text(opened[f"{group}/group.json"])
    _moved(moved, tmp_path / "other", len([page for page in opened if "/p/" in page]))


def _moved(file: Path, folder: Path, people: int) -> None:
    """The group opens on another server, with everybody."""
    assert main(["import", str(file), "--data", str(folder)]) == 0
    database = folder / DATABASE_NAME
    with closing(Store(database)) as store:
        link = store._read(lambda db: str(db.execute("SELECT link FROM grp").fetchone()[0]))
    app = create_app({"DATABASE": str(database), "RATE_LIMITS": False})
    opened = dict(pages(app.test_client(), f"/g/{link}"))
    assert len([page for page in opened if "/p/" in page]) == people
    app.extensions["service"].close()
