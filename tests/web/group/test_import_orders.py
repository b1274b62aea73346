"""Records of tables and the file of their group, taken in in any order: every table is once, and it
is said where.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.cli import main
from referee.server.serve import DATABASE_NAME
from referee.store import Store
from referee.words import LANGUAGES
from tests.support.commands import Run
from tests.support.talk import CHIEF, Open
from tests.web.group.test_group import group_of
from tests.web.people.test_seats import open_next

NAMES = ("one", "two", "early", "group")


@pytest.fixture
def files(client: FlaskClient, open_table: Open, tmp_path: Path) -> Path:
    """Two tables of a group each by itself, the group while it had one, and the group."""
    opened = open_table(CHIEF, "Ann", "Bo", "Cy")
    link = group_of(client)
    early = client.get(f"{link}/group.json").text
    second = open_next(client, opened, "Ann", "Bo", "Dee")
    records = [client.get(f"/t/{code}/record.json").text for code in (opened["code"], second)]
    told = (*records, early, client.get(f"{link}/group.json").text)
    for name, text in zip(NAMES, told, strict=True):
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("order", [*permutations(NAMES)], ids="-".join)
def test_every_table_is_once_and_it_is_said_where(
    order: tuple[str, ...], files: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table stays in the group that it came into first; no group is without a table, and each way
    in leads to its own.
    """
    data = files / "data"
    come: dict[str, str] = {}
    for name in order:
        status, answer = run("import", files / f"{name}.json", "--data", data)
        (told,) = answer["files"]
        assert status == 0
        uids = {"one": ["one"], "two": ["two"], "early": ["one"], "group": ["one", "two"]}[name]
        assert told["new"] == (
            sum(uid not in come for uid in uids) if "group" in told else uids[0] not in come
        )
        whose = "own" if name in ("one", "two") else "group"
        come = dict.fromkeys(uids, whose) | come
        with Store(data / DATABASE_NAME) as store:
            tables = [store.table(table) for table in store.table_ids()]
            assert len(tables) == len(come)
            groups = store._read(lambda db: {row[0] for row in db.execute("SELECT id FROM grp")})
            assert {table.group_id for table in tables} == groups, "no group is empty"
            assert len(groups) == sum(whose == "own" for whose in come.values()) + (
                "group" in come.values()
            )
            if "group" not in told:
                continue
            assert len(told["elsewhere"]) == sum(come[uid] == "own" for uid in uids)
            assert (told["group"] is None) is ("group" not in come.values())
            for one in (*told["elsewhere"], *([told] if "host" in told else [])):
                link = store.table_by_link(one["host"].removeprefix("/join/"))[0]
                assert f"/g/{store.group(link.group_id).link}" == one["group"]
        for lang in LANGUAGES:
            command = ["import", str(files / f"{name}.json"), "--data", str(data)]
            assert main([*command, "--lang", lang]) == 0
            said = capsys.readouterr().out
            assert all(one["group"] in said and one["host"] in said for one in told["elsewhere"])
