"""Pages of a group in the states people see them in: one evening, many of them, one person, names
and signs put right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from playwright.sync_api import expect

from referee.games import GAMES
from tests.browser.past import ago
from tests.browser.phone import Phone
from tests.browser.sampled import Sampled

FOUR = {"en": ("Ann", "Bo", "Cy", "Dee"), "ja": ("アキ", "ユウ", "ミオ", "ケン")}
LONG = {
    "en": (
        "Wilhelmina Featherstonehaugh 3",
        "Bartholomew Cholmondeley-Smith",
        "Maximilianakonstantinopolitana",
        "Wil",
    ),
    "ja": (
        "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食",
        "長宗我部元親入道",
        "マクシミリアーナ・フォン・シュヴァルツェンベルク",
        "源",
    ),
}
EVENINGS: Sequence[tuple[float, str, int, Sequence[int]]] = (
    (250, "indian-chief", 1, (0, 1, 2, 3)),
    (236, "indian-chief", 2, (0, 1, 2, 3)),
    (221, "pyramid", 3, (0, 1, 2)),
    (200, "indian-chief", 4, (1, 0, 2, 3)),
    (181, "indian-chief", 5, (0, 1, 2, 3)),
    (180.9, "the-pairs", 7, (0, 1, 2, 3)),
    (160, "indian-chief", 6, (3, 1, 2, 0)),
    (131, "long-seat", 3, (0, 1, 2, 3)),
    (110, "indian-chief", 8, (0, 1, 2, 3)),
    (89, "three-draw", 3, (0, 1, 3)),
    (60, "indian-chief", 9, (2, 1, 0, 3)),
    (41, "indian-chief", 10, (0, 1, 2, 3)),
    (20, "pyramid", 4, (0, 1, 2)),
    (6, "indian-chief", 12, (1, 0, 2, 3)),
    (5.9, "indian-chief", 13, (1, 0, 2, 3)),
)
"""How many days ago, what was played, from which seed, and who sat where."""


def evening(host: Phone, days: float, game: str, seed: int, names: Sequence[str]) -> None:
    """Play a game of the group to its end, so many days ago."""
    ago(host, days)
    group = {"again": host.code} if host.code else {}
    host.start(game, show=False, names=names, depth="quick", **group)
    entries = [
        {"kind": one.prompt.kind, "seat": one.prompt.seat, "data": dict(one.answer)}
        for one in Sampled(game, len(names), seed, depth="quick").whole()
    ]
    seen = 1
    for at in range(0, len(entries), 8):
        batch = entries[at : at + 8]
        answer = host.page.request.post(
            f"{host.base}/api/t/{host.code}/moves",
            data={"seen": seen, "key": f"k{at}", "entries": batch},
        )
        assert answer.status == 201, answer.text()
        seen += len(batch)
    ago(host, 0)


def many_evenings(host: Phone) -> None:
    """A group that has played for months."""
    host.code = ""
    for days, game, seed, seated in EVENINGS:
        if game in GAMES:
            evening(host, days, game, seed, [FOUR.get(host.lang, FOUR["en"])[at] for at in seated])


def long_names(host: Phone) -> None:
    """Two evenings of people with names as long as they may be."""
    host.code = ""
    for days, seed in ((8, 1), (1, 2)):
        evening(host, days, "indian-chief", seed, LONG.get(host.lang, LONG["en"]))


def group(phone: Phone, tables: Any, name: str = "finished") -> None:
    """The page of a table's group."""
    tables.open(phone, name, "/result")
    phone.go(phone.page.locator('a[href^="/g/"]').first.get_attribute("href") or "")


def story(phone: Phone, tables: Any) -> None:
    """The page of a group with many evenings."""
    group(phone, tables, "evenings")


def one_evening(phone: Phone, tables: Any) -> None:
    """An evening opened by its column."""
    story(phone, tables)
    phone.go(phone.page.locator(".when thead a").nth(2).get_attribute("href") or "")
    expect(phone.page.locator(".sessions details[open]")).to_have_count(1)


def name_refused(phone: Phone, tables: Any) -> None:
    """A name that a group cannot have."""
    story(phone, tables)
    phone.tap(".pen summary")
    phone.page.locator("#group-name").evaluate(
        "(field, name) => { field.maxLength = 99; field.value = name }", "x" * 31
    )
    phone.tap(".pen button")
    expect(phone.page.locator("[role=alert]")).to_be_visible()


def person(phone: Phone, tables: Any) -> None:
    """Somebody who has played for months."""
    story(phone, tables)
    phone.tap(phone.page.locator(".tally a").first)
    phone.page.wait_for_url("**/p/*")


def changing(phone: Phone, tables: Any) -> None:
    """Somebody's name and sign, to be changed."""
    person(phone, tables)
    phone.tap(".pen summary")


def bringing_in(phone: Phone, tables: Any) -> None:
    """A table brought into a group, and a file that cannot be."""
    story(phone, tables)
    here = phone.page.url
    record = phone.page.request.get(f"{phone.base}/t/{phone.code}/record.json").json()
    told = {"evening.json": record | {"uid": uuid4().hex}, "other.json": record | {"game": "chess"}}
    phone.page.goto(f"{here}/import")
    phone.page.set_input_files(
        "#files",
        [
            {"name": name, "mimeType": "application/json", "buffer": json.dumps(one).encode()}
            for name, one in told.items()
        ],
    )
    phone.tap("[form=bring]")
    expect(phone.page.locator(".field-error").first).to_be_visible()


GROUPS: Mapping[str, Any] = {
    "group": group,
    "group-story": story,
    "group-evening": one_evening,
    "group-name-refused": name_refused,
    "group-long-names": lambda phone, tables: group(phone, tables, "long_names"),
    "person": person,
    "person-change": changing,
    "group-import": bringing_in,
}
