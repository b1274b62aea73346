"""Another server, to which a walk's group moves, and phones that come there by nothing but the way
in.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from app import create_app
from referee.exchange.import_group import import_group, is_group
from referee.exchange.import_record import ImportRefused, import_record
from referee.games import GAMES
from referee.store.values import TableRow

from . import properties
from .devices import Answer, Phone
from .forms import fill, forms

if TYPE_CHECKING:
    from .walk import Walk

TABLE = re.compile(r"/t/\w+")
PERSON = re.compile(r"/g/[^/]+/p/\d+")


class Elsewhere:
    """An application of its own with a database of its own, so that no numbers are the same."""

    def __init__(self, folder: Path, walk: Walk) -> None:
        self.walk = walk
        self.app = create_app({"DATABASE": str(folder / "elsewhere.db"), "RATE_LIMITS": False})
        self.service = self.app.extensions["service"]
        self.store = self.service.store
        self.site = self.app.url_map.bind("localhost")
        names = [(f"s{at}", f"Somebody {at}", None) for at in range(1, walk.game.info.seats[0] + 1)]
        self.service.open(walk.game.info.id, names, {}, "page", None)

    def close(self) -> None:
        """Let go of everything."""
        self.service.close()

    def take_in(self, told: Any, rng: Random) -> None:
        """Take a group's file in as the command does, sometimes a table of it before; what is
        unsound changes nothing.
        """
        if not is_group(told):
            return
        if rng.random() < 0.4:
            self._take_in_a_table(told)
        before = self.store.table_ids()
        try:
            taken = import_group(self.store, told, GAMES)
        except ImportRefused:
            same = self.store.table_ids() == before
            assert same, f"a group that is not taken in leaves tables: {self.walk.game.info.id}"
            return
        place = f"{len(taken.own)} and {len(taken.elsewhere)} of {len(told['tables'])}"
        empty = taken.group is not None and told["tables"] and not taken.own
        assert not empty, f"a group is made for tables that are in another: import_group; {place}"
        if taken.group is not None and taken.own:
            self._manage(taken.own[0], taken.group, rng)

    def _take_in_a_table(self, told: Any) -> None:
        """The first table of the file, in a group of its own."""
        try:
            import_record(self.store, told["tables"][0]["record"], GAMES)
        except (ImportRefused, LookupError, TypeError):
            return

    def _manage(self, table: TableRow, group: int, rng: Random) -> None:
        """Come by the host's link of a table, and do in its group what hosts may."""
        phone = self.phone()
        come_by(phone, f"/join/{table.host_link}", rng)
        place = f"/g/{self.store.group(group).link}"
        file = phone.look(f"{place}/group.json")
        assert file.status == 200, f"nobody can manage a group that moved: /group.json; {file}"
        page = phone.look(place).page
        assert page is not None
        people = sorted({link for link in page.xpath("//a/@href") if PERSON.fullmatch(link)})[:3]
        phone.send(f"{place}/name", data={"name": "Moved"})
        for address in people:
            phone.look(address)
        if len(people) > 1:
            phone.send(f"{people[0]}/merge", data={"other": people[1].rpartition("/")[2]})
            phone.send(f"{people[1]}/part")
            phone.send(f"{people[-1]}/forget", data={"sure": "yes"})
        for tail in ("", "/again", "/import", "/group.json"):
            phone.look(place + tail)

    def phone(self) -> Phone:
        """A phone that nobody knows there."""
        client = self.app.test_client()
        client.set_cookie("lang", "en")
        return Phone("elsewhere", client, self.site, self._hear, lambda phone: "stranger")

    def _hear(self, answer: Answer) -> None:
        properties.sound(self.walk, answer)


def come_by(phone: Phone, address: str, rng: Random) -> None:
    """Open an address and send the form that the page offers, if it offers one."""
    answer = phone.look(address)
    offered = forms(answer.page) if answer.page is not None and answer.status == 200 else []
    if offered:
        filled = fill(answer.page, offered[0], rng)
        phone.send(filled.action or address, data=filled.data)
