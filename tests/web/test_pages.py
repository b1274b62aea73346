"""The table's pages: entering, refusing, secret entry, undo and correction, as a browser without script meets them."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from referee.store import TableRow


def open_table(client: FlaskClient, names: list[str], game: str = "indian-chief", **options: str) -> str:
    """A fresh table opened through the wizard's last form; its code."""
    answer = client.post(f"/new/{game}/open", data={"name": names, "edition": "page", **options})
    assert answer.status_code == 303
    return str(answer.headers["Location"]).split("/")[2]


def row(app: Flask, code: str) -> TableRow:
    """The stored table."""
    found: TableRow = app.extensions["desk"].store.table_by_code(code)
    return found


def words(html: str) -> str:
    """A page's text without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_secret_meld_shows_only_who_is_ready(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"], entry="secret")
    other = app.test_client()
    other.post(f"/join/{row(app, code).seat_link}")
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["9C"], "seen": 1, "key": "a"})
    pages = [f"/t/{code}", f"/t/{code}?seat=s1", f"/t/{code}/sheet", f"/t/{code}/log", f"/t/{code}/sheet?open=1-s1"]
    seen = [words(other.get(path).text) for path in pages] + [words(other.post(f"/t/{code}/preview", data={"seat": "s2", "cards": ["9D", "KD"]}).text)]
    assert all("Thief" not in re.sub(r"1 Thief 2 Beggar", "", text) for text in seen)
    assert "has entered" in other.get(f"/t/{code}").text


def test_an_entry_leads_back_to_the_table_and_a_repeated_one_changes_nothing(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    form = {"seat": "s1", "cards": ["KH", "QS", "4D", "AC"], "seen": 1, "key": "once"}
    assert client.post(f"/t/{code}/entry", data=form).status_code == 303
    assert client.post(f"/t/{code}/entry", data=form).status_code == 303
    assert app.extensions["desk"].store.head(row(app, code).id) == 2


def test_a_refused_entry_keeps_what_was_chosen(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    answer = client.post(f"/t/{code}/entry", data={"seat": "s2", "cards": ["QS", "KD"], "seen": 2, "key": "b"})
    assert answer.status_code == 422
    assert "IC-2" in answer.text
    assert re.search(r'value="KD"[^>]*checked', answer.text)


def test_a_stale_entry_is_told_what_happened_and_keeps_its_cards(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo", "Cy"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    answer = client.post(f"/t/{code}/entry", data={"seat": "s2", "cards": ["2D"], "seen": 1, "key": "b"})
    assert answer.status_code == 409
    assert "Ann" in words(answer.text)
    assert re.search(r'value="2D"[^>]*checked', answer.text)


def test_unreadable_cards_are_named_with_their_place(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    answer = client.post(f"/t/{code}/entry", data={"seat": "s1", "typed": "KH QX", "seen": 1, "key": "a"})
    assert answer.status_code == 422
    assert "X" in words(answer.text)
    assert 'value="KH QX"' in answer.text


def test_a_double_tap_opens_one_table(app: Flask, client: FlaskClient) -> None:
    first, second = (open_table(client, ["Ann", "Bo"], key="same") for _ in range(2))
    assert first == second


def test_an_overruled_entry_is_marked_on_the_sheet(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    form = {"seat": "s2", "cards": ["QS", "KD"], "seen": 2, "key": "b", "overrule": "1", "accept": ["no_copy_left"], "reason": "a marked spare"}
    assert client.post(f"/t/{code}/entry", data=form).status_code == 303
    sheet = client.get(f"/t/{code}/sheet?open=1-s2").text
    assert "§" in sheet
    assert "a marked spare" in sheet


def test_a_correction_shows_before_and_after_and_wants_a_reason(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["JS", "4S", "6S"], "seen": 1, "key": "a"})
    client.post(f"/t/{code}/entry", data={"seat": "s2", "cards": ["9D", "9C"], "seen": 2, "key": "b"})
    assert re.search(r'value="6S"[^>]*checked', client.get(f"/t/{code}/correct/2").text)
    entry = {"seat": "s1", "cards": ["JS", "4S", "9S"], "seen": 3}
    changes = words(client.post(f"/t/{code}/correct/2", data=entry).text)
    assert "3 numbers change" in changes or "4 numbers change" in changes
    assert "20" in changes
    assert "23" in changes
    assert client.post(f"/t/{code}/amend/2", data=entry | {"key": "c"}).status_code == 422
    assert client.post(f"/t/{code}/amend/2", data=entry | {"key": "c", "reason_kind": "misread"}).status_code == 303
    sheet = words(client.get(f"/t/{code}/sheet?open=1-s1").text)
    assert "Misread" in sheet
    assert "Was 20" in sheet


def test_a_correction_that_breaks_a_later_entry_says_so_before_it_is_confirmed(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    client.post(f"/t/{code}/entry", data={"seat": "s2", "cards": ["KD", "KC"], "seen": 2, "key": "b"})
    entry = {"seat": "s1", "cards": ["KD"], "seen": 3, "reason": "it was the king"}
    page = client.post(f"/t/{code}/correct/2", data=entry)
    assert "no longer stands" in words(page.text)
    assert 'name="rewind"' in page.text
    assert client.post(f"/t/{code}/amend/2", data=entry | {"key": "c"}).status_code == 409
    assert client.post(f"/t/{code}/amend/2", data=entry | {"key": "c", "rewind": "1"}).status_code == 303
    history = app.extensions["desk"].history(row(app, code))
    assert [played.move.seat for played in history.played] == ["s1"]


def test_an_overrule_wants_a_reason(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    form = {"seat": "s2", "cards": ["QS", "KD"], "seen": 2, "key": "b", "overrule": "1", "accept": ["no_copy_left"], "reason": " "}
    answer = client.post(f"/t/{code}/entry", data=form)
    assert answer.status_code == 422
    assert 'id="reason-error"' in answer.text
    assert app.extensions["desk"].store.head(row(app, code).id) == 2
