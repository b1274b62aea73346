"""What becomes of groups on a walk: people made one, parted, forgotten; records brought in, phones
that come late, a group that moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

from tests.fuzz.damage import changed_json

from . import properties
from .acts import anybody, keep_ruling, point_of, somebody
from .devices import Answer, Phone
from .elsewhere import TABLE, come_by

if TYPE_CHECKING:
    from .walk import Walk

DAYS = 24 * 3600
LATER = (0, 400 * DAYS, 9e10)
"""How far in the future a record lies: not at all, by a clock that went wrong, in the last years
that can be told.
"""
NOBODY: tuple[object, ...] = (0, 10**20, "x", "")
"""Whom a person cannot be made one with."""


def merge(walk: Walk, rng: Random) -> None:
    """Somebody says that one person of the group is another."""
    _change_person(
        walk, rng, "merge", other=str(rng.choice(NOBODY if rng.random() < 0.4 else _people(walk)))
    )


def part(walk: Walk, rng: Random) -> None:
    """Somebody says that two names are two people after all."""
    _change_person(walk, rng, "part")


def forget(walk: Walk, rng: Random) -> None:
    """Somebody has a name forgotten, mostly for good."""
    _change_person(walk, rng, "forget", sure=rng.choice(("yes", "yes", "yes", "")))


def rule_too_late(walk: Walk, rng: Random) -> None:
    """A ruling is kept while the server's clock is far ahead; the clock is put right, and another
    reading is kept.
    """
    option = rng.choice(walk.game.info.options)
    with _clock_ahead(walk, 400 * DAYS):
        keep_ruling(walk, walk.phones["host"], point_of(walk, rng, option))
    for _ in range(3):
        keep_ruling(walk, walk.phones["host"], point_of(walk, rng, option))


def bring_in(walk: Walk, rng: Random) -> None:
    """Somebody brings in this table's record or the whole group's file a few times, sound or
    damaged in up to three places.
    """
    for _ in range(rng.randint(1, 5)):
        _bring_one_in(walk, rng)


def _bring_one_in(walk: Walk, rng: Random) -> None:
    told = _file(walk, f"/t/{walk.code}/record.json", f"/g/{walk.group_link}/group.json", rng)
    if told is None:
        return
    phone = _member(walk, rng)
    told = [1] * 80_000 if rng.random() < 0.1 else damaged(_of_another_time(told, rng), rng)
    if rng.random() < 0.3:
        properties.told_briefly(phone.send("/api/records", json=told))
        return
    where = rng.choice(("/import", f"/g/{walk.group_link}/import"))
    content = BytesIO(json.dumps(told).encode())
    answer = phone.send(where, data={"files": (content, "brought.json")})
    properties.told_briefly(answer)
    for address in sorted(set(answer.page.xpath("//a/@href")) if answer.page is not None else ()):
        if TABLE.fullmatch(address):
            for tail in ("", "/sheet", "/fix", "/record.json"):
                phone.look(address + tail)


def come_late(walk: Walk, rng: Random) -> None:
    """New phones open each link of the table, while it is played or right after it has ended, and
    do what the page says.
    """
    ends = not walk.closed and rng.random() < 0.6
    end = f"/t/{walk.code}/end"
    if ends:
        walk.phones["host"].send(end, data={"do": "close", "key": walk.key()})
    for given, link in walk.links.items():
        phone = walk.newcomer()
        come_by(phone, f"/join/{link}", rng)
        properties.let_in_by(walk, phone, given)
    if ends:
        walk.phones["host"].send(end, data={"do": "reopen", "key": walk.key()})


def move_group(walk: Walk, rng: Random) -> None:
    """The group's file, sound or damaged, is taken in by another server, and managed there by
    whoever has the way in.
    """
    told = _file(walk, f"/g/{walk.group_link}/group.json", "", rng)
    if told is not None:
        walk.elsewhere.take_in(damaged(told, rng), rng)


def damaged(told: Any, rng: Random) -> Any:
    """A file with up to three of its values changed, often with none."""
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        told = changed_json(told, rng)
    return told


def _of_another_time(told: Any, rng: Random) -> Any:
    """A record that is told anew, some of it of times to come."""
    if "events" not in told:
        return told
    new, later = f"{rng.randrange(16**32):032x}", rng.choice(LATER)
    moved = [{**event, "at": min(event.get("at", 0) + later, 9.9e10)} for event in told["events"]]
    return told | {"uid": new, "events": moved}


def _file(walk: Walk, one: str, other: str, rng: Random) -> Any:
    """What the host's phone has of this table, or now and then of the group; None where it may not
    have it.
    """
    host = walk.phones["host"]
    answer = host.look(other if other and rng.random() < 0.3 else one)
    return None if answer.refused else json.loads(answer.text)


def _change_person(walk: Walk, rng: Random, what: str, **sent: str) -> Answer:
    person = rng.choice(_people(walk))
    return _member(walk, rng).send(f"/g/{walk.group_link}/p/{person}/{what}", data=sent)


def _people(walk: Walk) -> list[int]:
    """Everybody the group ever had, the forgotten and those found to be somebody else among
    them.
    """
    found = walk.reader.execute("SELECT id FROM person WHERE group_id = ?", (walk.table.group_id,))
    return [row[0] for row in found.fetchall()]


def _member(walk: Walk, rng: Random) -> Phone:
    """Mostly one that belongs to the group, never a program, which has no group."""
    phone = (somebody if rng.random() < 0.5 else anybody)(walk, rng)
    return walk.phones["host"] if phone.link else phone


@contextmanager
def _clock_ahead(walk: Walk, seconds: float) -> Iterator[None]:
    right = walk.store._clock
    walk.store._clock = lambda: right() + seconds
    try:
        yield
    finally:
        walk.store._clock = right
