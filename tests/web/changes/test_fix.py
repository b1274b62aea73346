"""Fix a mistake: each entry that holds is listed once and leads to its correction."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from tests.support.at_table import post, record
from tests.support.eventful import eventful, phone, stored
from tests.support.talk import CHIEF, DOCTOR, Open, meld, send
from tests.support.tiers import cases, property_test
from tests.web.people.test_join import joined

LISTED = re.compile(r'<li id="event-(\d+)"( class="is-corrected")?>')


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_entry_that_holds_leads_to_its_correction(app: Flask, game_id: str) -> None:
    """The list has every entry once, newest first, with a way to its correction, and marks."""
    for seed in cases(2, 4):
        history = eventful(game_id, seed)
        table = stored(app.extensions["service"].store, history)
        client = phone(app, table, "host")
        page = client.get(f"/t/{table.code}/fix?all=1").text
        found = LISTED.findall(page)
        entries = {played.seq: played.changed != played.seq for played in history.played}
        assert [int(seq) for seq, _corrected in found] == sorted(entries, reverse=True)
        assert {int(seq): bool(corrected) for seq, corrected in found} == entries
        assert re.findall(r"/correct/(\d+)", page) == [seq for seq, _corrected in found]
        some = found[0][0]
        assert client.get(f"/t/{table.code}/correct/{some}").status_code == 200


def test_what_was_allowed_and_corrected_is_marked(client: FlaskClient, open_table: Open) -> None:
    """§ for what was allowed, a folded corner and the old number struck for what was corrected."""
    opened = open_table(CHIEF)
    send(client, opened, DOCTOR)
    cards = ["AH", "2S", "5S", "8S", "QS", "9S"]
    form = {"seat": "s2", "cards": cards, "reason": "a nine"}
    assert post(client, opened["code"], "amend/2", **form).status_code == 303
    page = client.get(f"/t/{opened['code']}/fix?lang=en").text
    assert re.search(r'id="event-2" class="is-corrected"', page)
    assert re.search(r"corrected at \d\d:\d\d by .* a nine", page)


def test_earlier_rounds_are_one_tap_away(client: FlaskClient, open_table: Open) -> None:
    """Two rounds are shown; the others stand below, by their numbers."""
    opened = open_table(CHIEF, "Ann", "Bo")
    melds = {
        "beggar": ("2H 3H", "9D 8D"),
        "poor": ("4C 4D 4H", "6C 6D 7H"),
        "lawyer": ("AC 2C 3C 4S", "AD 2D 3D 5S"),
        "rich": ("5C 6S 7C 8C 9C", "5D 7D TD JD QD"),
    }
    for kind, (one, other) in melds.items():
        record(client, opened, meld(kind, "s1", one), meld(kind, "s2", other))
    heads = re.compile(r'<h2 class="ways-head">(.*?)</h2>')
    page = client.get(f"/t/{opened['code']}/fix?lang=en").text
    assert heads.findall(page) == ["Round 4", "Round 3"]
    assert "Rounds 1 and 2" in page
    whole = client.get(f"/t/{opened['code']}/fix?all=1&lang=en").text
    assert heads.findall(whole) == ["Round 4", "Round 3", "Round 2", "Round 1"]


def test_who_watches_reads_the_list_and_changes_nothing(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """A row leads to the questions about its entry instead."""
    opened = open_table(CHIEF)
    send(client, opened, DOCTOR)
    watcher = joined(app, opened, "watch")
    page = watcher.get(f"/t/{opened['code']}/log?lang=en", follow_redirects=True).text
    assert "List of entries" in page
    assert "/correct/" not in page
    assert f'href="/ask/{CHIEF}?table={opened["code"]}&amp;entry=2"' in page
    assert "<form" not in page[page.index("<main") :]
