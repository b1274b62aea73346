"""Whatever is known of somebody, every page of their group opens, here and where the group moves
to.
"""

from __future__ import annotations

from collections.abc import Iterator
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
MERGED = ("Ann", "merge Anna")
STATES = {
    "plain": (),
    "merged": (MERGED,),
    "parted": (MERGED, ("Anna", "part")),
    "forgotten": (("Ann", "forget"),),
    "merged and forgotten": (MERGED, ("Ann", "forget")),
    "parted and forgotten": (MERGED, ("Anna", "part"), ("Anna", "forget")),
    "all forgotten": [(name, "forget") for name in ("Ann", "Anna", "Bo", "Cy")],
}
"""What is done to people of a group: one played under two names, they were two after all, somebody
wants not to be told of.
"""


def pages(client: FlaskClient, group: str) -> Iterator[tuple[str, str]]:
    """Every page of a group that its pages lead to, with its text; each opens."""
    found = [group]
    for address in found:
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code == 200, address
        yield address, answer.text
        if answer.mimetype == "text/html":
            for href in html.fromstring(answer.text).xpath("//@href"):
                link = urlsplit(urljoin(address, href))
                own = link.path + (f"?{link.query}" if link.query else "")
                if own.startswith(group) and own not in found:
                    found.append(own)


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
@pytest.mark.parametrize("state", STATES)
def test_every_page_of_a_group_opens(
    played: tuple[FlaskClient, str, dict[str, int]],
    state: str,
    headers: dict[str, str],
    tmp_path: Path,
) -> None:
    client, group, known = played
    for name, act in STATES[state]:
        what, _, other = act.partition(" ")
        told = {"other": known.get(other, ""), "sure": "yes"}
        answer = client.post(f"{group}/p/{known[name]}/{what}", data=told, headers=headers)
        assert answer.status_code == 303, (name, what)
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
