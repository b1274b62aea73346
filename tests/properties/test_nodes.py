"""Nodes that share nothing: whatever leads to a table or a group says which node keeps it, and the
proxy understands it.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest
from lxml import html

from referee.event import Event
from referee.games import GAMES
from referee.store import Store
from tests.stateful.addresses import linked
from tests.support.application import application
from tests.support.nodes import Behind
from tests.support.paths import ROOT
from tests.support.talk import CHIEF, DOCTOR, send
from tests.support.tiers import cases, property_test

HERE = "K"
PAGES = 60


def told(key: str) -> tuple[Event, str]:
    return Event(0, "note"), key


def everything_made(store: Store) -> None:
    """Every way there is to make a code or a link."""
    seats = [("s1", "Ann", None), ("s2", "Bo", None)]
    first = store.create_table(CHIEF, Event(0, "start"), seats)
    for key in ("a", "b", "c", "d"):
        following = store.create_table(CHIEF, Event(0, "start"), seats, first.group_id)
        store.grant(store.new_device(), following.id, "host")
        store.grant(store.new_device(), following.id, "seat")
        store.renew_links(following.id, told(f"renew-{key}"))
        store.decide(following.id, 2, None, told(f"away-{key}"), renew=True)


def codes_and_links(store: Store) -> list[str]:
    """What stands in every column that is called so."""
    found: list[str] = []

    def read(db: object) -> None:
        for table in db.tables:  # type: ignore[attr-defined]
            names = [
                column.name
                for column in table.columns
                if "link" in column.name or "code" in column.name
            ]
            found.extend(str(row[name]) for row in table.rows for name in names)

    store._read(read)
    return found


@property_test
@pytest.mark.parametrize("node", ["A", "KA", "XYZ"])
def test_every_code_and_link_begins_with_a_letter_of_its_node(tmp_path: Path, node: str) -> None:
    with Store(tmp_path / "referee.db", node=node) as store:
        for _ in cases(16, 40):
            everything_made(store)
        made = codes_and_links(store)
        letters = {one[0] for one in made}
        assert len(made) > 50
        assert letters == set(node), "some letter is never used, or another one is"
        assert store.letters() == letters
        assert all(len(one) >= 24 + 2 for one in made if one[1] == "."), (
            "the letter was taken from what cannot be guessed"
        )


def test_without_nodes_nothing_has_a_letter(tmp_path: Path) -> None:
    with Store(tmp_path / "referee.db") as store:
        everything_made(store)
        assert {len(one) for one in codes_and_links(store)} == {4, 24}
        assert not store.letters()


def test_nobody_makes_a_code_or_link_without_the_letter() -> None:
    """But for the id of a device, which leads to no table, and keys of events and moves."""
    bare = [
        (path.name, function.name)
        for path in sorted((ROOT / "referee").rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("new_link", "new_code")
        if not any(isinstance(given, ast.Name) and given.id == "letter" for given in call.args)
    ]
    assert bare == [
        ("changes.py", "_tell_of_person"),
        ("devices.py", "create"),
        ("moves.py", "depart"),
    ]


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    """Three nodes, of which every game is played at the last."""
    with ExitStack() as kept:
        yield Behind(
            {
                letters: kept.enter_context(application(tmp_path / f"{letters}.db", NODE=letters))
                for letters in ("AB", "C", HERE)
            }
        )


def sent_by(form: html.HtmlElement) -> tuple[list[str], str]:
    """What a form holds unseen, and the address that a proxy sees when it is sent."""
    hidden = {
        str(one.get("name")): str(one.get("value"))
        for one in form.xpath(".//input[@type='hidden']")
    }
    asked = f"?{urlencode(hidden)}" if form.get("method", "get").lower() == "get" else ""
    return [*hidden.values()], f"{form.get('action')}{asked}"


@property_test
@pytest.mark.parametrize(
    "game",
    [
        CHIEF,
        *(game for _, game in zip(cases(1, len(GAMES)), sorted({*GAMES} - {CHIEF}), strict=False)),
    ],
)
def test_every_address_on_a_page_of_a_table_leads_to_its_node(behind: Behind, game: str) -> None:
    """Followed from page to page: what names a table or a group, unseen in a form too, goes to the
    node that has it.
    """
    app = behind.nodes[HERE]
    phone, store = app.test_client(), app.extensions["service"].store
    opened = phone.post(
        "/api/tables",
        json={"game": game, "seats": [{"name": name} for name in ("Ann", "Bo", "Cy", "Dee")]},
    ).get_json()
    code = opened["code"]
    if game == CHIEF:
        assert send(phone, opened, DOCTOR).status_code == 201
        assert phone.post(f"/t/{code}/end", data={"do": "close", "key": "e"}).status_code == 303
    known = [
        code,
        *(link.rsplit("/", 1)[1] for link in opened["links"].values()),
        store.group(1).link,
    ]
    todo, met, checked = deque(["/", f"/t/{code}"]), set[str](), 0
    while todo:
        here = todo.popleft()
        answer = phone.get(here, headers={"Accept": "text/html"}, follow_redirects=True)
        # A form's address is no page.
        assert answer.status_code in (200, 405), here
        if answer.mimetype != "text/html":
            continue
        page = html.fromstring(answer.text)
        forms = [
            sent
            for hidden, sent in map(sent_by, page.xpath("//form[@action]"))
            if {*hidden} & {*known}
        ]
        about = {
            one for one in linked(page, answer.request.path) if any(name in one for name in known)
        }
        for address in (*about, *forms):
            # The settings of a phone lie in its cookies, so any node may be asked for them.
            if not address.startswith("/settings"):
                assert behind.ways(address) == [HERE], f"{address} on {here}"
                checked += 1
        fresh = sorted(about - met)[: PAGES - len(met)]
        met.update(fresh)
        todo.extend(fresh)
    assert checked > 50
