"""The table's pages: entering, refusing, secret entry, undo and correction, as a browser without
script meets them.
"""

from __future__ import annotations

import re
import threading

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.store.values import TableRow
from referee.web.http import context
from tests.support.client import awaiting

UNDIVIDED = ["4C", "4D", "5H", "5S", "KC", "TD", "JH"]
"""A Chief that does not say which two cards are the two, where that is asked."""


def open_table(
    client: FlaskClient, names: list[str], game: str = "indian-chief", **options: str
) -> str:
    """A fresh table opened through the wizard's last form; its code."""
    answer = client.post(f"/new/{game}/open", data={"name": names, "edition": "page", **options})
    assert answer.status_code == 303
    return str(answer.headers["Location"]).split("/")[2]


def row(app: Flask, code: str) -> TableRow:
    """The stored table."""
    found: TableRow = app.extensions["service"].store.table_by_code(code)
    return found


def words(html: str) -> str:
    """A page's text without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_secret_meld_shows_only_who_is_ready(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"], entry="secret")
    other = app.test_client()
    other.post(f"/join/{row(app, code).seat_link}")
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["9C"], "seen": 1, "key": "a"})
    pages = [
        f"/t/{code}",
        f"/t/{code}?seat=s1",
        f"/t/{code}/sheet",
        f"/t/{code}/fix",
        f"/t/{code}/sheet?open=1-s1",
    ]
    seen = [words(other.get(path).text) for path in pages] + [
        words(other.post(f"/t/{code}/preview", data={"seat": "s2", "cards": ["9D", "KD"]}).text)
    ]
    assert all(
        "Thief" not in re.sub(r"1 Thief 2 Beggar|1 card is a Thief", "", text) for text in seen
    )
    assert "has entered" in other.get(f"/t/{code}").text


def test_secret_cards_that_collide_can_be_corrected_from_the_page_that_asks(
    app: Flask, client: FlaskClient
) -> None:
    code = open_table(client, ["Ann", "Bo"], entry="secret")
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    client.post(
        f"/t/{code}/entry", data={"seat": "s2", "cards": ["QS", "KD"], "seen": 2, "key": "b"}
    )
    page = client.get(f"/t/{code}").text
    assert "You can’t allow a card that doesn’t exist. Fix one entry." in words(page)
    ways = re.findall(r'href="([^"]*/correct/\d)">Fix ', page)
    assert ways == [f"/t/{code}/correct/2", f"/t/{code}/correct/3"]
    assert re.search(r'value="QS"[^>]* checked', client.get(ways[0]).text)


def test_an_entry_leads_back_to_the_table_and_a_repeated_one_changes_nothing(
    app: Flask, client: FlaskClient
) -> None:
    code = open_table(client, ["Ann", "Bo"])
    form = {"seat": "s1", "cards": ["KH", "QS", "4D", "AC"], "seen": 1, "key": "once"}
    assert client.post(f"/t/{code}/entry", data=form).status_code == 303
    assert client.post(f"/t/{code}/entry", data=form).status_code == 303
    assert app.extensions["service"].store.head(row(app, code).id) == 2


def test_a_refused_entry_keeps_what_was_chosen(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    answer = client.post(
        f"/t/{code}/entry", data={"seat": "s2", "cards": ["QS", "KD"], "seen": 2, "key": "b"}
    )
    assert answer.status_code == 422
    assert "IC-2" in answer.text
    assert re.search(r'value="KD"[^>]*checked', answer.text)


def test_a_stale_entry_is_told_what_happened_and_keeps_its_cards(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo", "Cy"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    answer = client.post(
        f"/t/{code}/entry", data={"seat": "s1", "cards": ["2D"], "seen": 1, "key": "b"}
    )
    assert answer.status_code == 409
    assert "Ann" in words(answer.text)
    assert re.search(r'value="2D"[^>]*checked', answer.text)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_empty_form_is_said_to_be_empty_or_overtaken(client: FlaskClient, game: str) -> None:
    """It records nothing; where something happened meanwhile, the page says what."""
    names = [f"Player {at}" for at in range(GAMES[game].info.seats[0])]
    code, empty = open_table(client, names, game), {"seen": 1, "key": "empty"}
    assert client.post(f"/t/{code}/entry", data=empty).status_code == 422
    renamed = {"do": "rename", "seat": "s1", "name": "Zoe", "key": "renamed"}
    assert client.post(f"/t/{code}/seats", data=renamed).status_code == 303
    assert client.post(f"/t/{code}/entry", data=empty).status_code == 409


def test_unreadable_cards_are_named_with_their_place(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    answer = client.post(
        f"/t/{code}/entry", data={"seat": "s1", "typed": "KH QX", "seen": 1, "key": "a"}
    )
    assert answer.status_code == 422
    assert "X" in words(answer.text)
    assert 'value="KH QX"' in answer.text


def test_a_double_tap_opens_one_table(app: Flask, client: FlaskClient) -> None:
    first, second = (open_table(client, ["Ann", "Bo"], key="same") for _ in range(2))
    assert first == second


def test_an_overruled_entry_is_marked_on_the_sheet(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"], chief_split="declared")
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    form = {
        "seat": "s2",
        "cards": UNDIVIDED,
        "seen": 2,
        "key": "b",
        "overrule": "1",
        "accept": ["split_missing"],
        "reason": "a marked spare",
    }
    assert client.post(f"/t/{code}/entry", data=form).status_code == 303
    sheet = client.get(f"/t/{code}/sheet?open=1-s2").text
    assert "§" in sheet
    assert "a marked spare" in sheet


def test_an_overruled_entry_is_marked_where_its_round_is_explained(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"], chief_split="declared")
    client.post(
        f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS", "QD"], "seen": 1, "key": "a"}
    )
    form = {
        "seat": "s2",
        "cards": UNDIVIDED,
        "seen": 2,
        "key": "b",
        "overrule": "1",
        "accept": ["split_missing"],
        "reason": "a marked spare",
    }
    client.post(f"/t/{code}/entry", data=form)
    rows = client.get(f"/t/{code}").text.split('<li class="explained-row opens">')
    assert ["§ Allowed: a marked spare" in words(row) for row in rows[1:]] == [False, True]


def test_an_entry_with_both_copies_of_a_card_is_shown_once_in_a_refusal(
    client: FlaskClient,
) -> None:
    code = open_table(client, ["Ann", "Bo", "Cy", "Dee"])
    client.post(
        f"/t/{code}/entry", data={"seat": "s1", "cards": ["3S", "3S"], "seen": 1, "key": "a"}
    )
    answer = client.post(
        f"/t/{code}/entry", data={"seat": "s2", "typed": "3S", "seen": 2, "key": "b"}
    )
    assert answer.status_code == 422
    assert answer.text.count(f'href="/t/{code}/correct/2"') == 1


def stealing(client: FlaskClient) -> str:
    """A table on which two Thieves of one value may steal."""
    code = open_table(client, ["Ann", "Bo", "Cy"])
    for seen, (seat, cards) in enumerate(
        (("s1", ["KS", "TH", "4D", "AD"]), ("s2", ["6C"]), ("s3", ["6D"])), 1
    ):
        client.post(
            f"/t/{code}/entry", data={"seat": seat, "cards": cards, "seen": seen, "key": f"k{seen}"}
        )
    return code


def test_a_refused_theft_leaves_the_other_answers_open(client: FlaskClient) -> None:
    code, asked = stealing(client), r'name="(?:kind|instead)" value="(\w+)"'
    kinds = re.findall(asked, client.get(f"/t/{code}").text)
    answer = client.post(
        f"/t/{code}/entry",
        data={"seat": "s2", "kind": "steal", "card": "s2:0", "seen": 4, "key": "own"},
    )
    assert answer.status_code == 422
    assert kinds == ["steal", "no_agreement", "decline"]
    assert re.findall(asked, answer.text) == kinds


def test_a_correction_of_a_theft_may_be_that_nobody_stole(client: FlaskClient) -> None:
    """What was asked of the same seat then, and nothing that was asked of both Thieves."""
    code = stealing(client)
    client.post(
        f"/t/{code}/entry",
        data={"seat": "s2", "kind": "steal", "card": "s1:0", "seen": 4, "key": "theft"},
    )
    page = client.get(f"/t/{code}/correct/5")
    assert page.status_code == 200
    assert 'value="s1:0"' in page.text
    assert re.findall(r'name="kind" value="(\w+)"', page.text) == ["steal", "decline"]
    seen = client.post(
        f"/t/{code}/correct/5", data={"seat": "s2", "kind": "decline", "seen": 5, "key": "none"}
    )
    assert seen.status_code == 200
    assert "→ Bo not stealing" in words(seen.text)


def test_an_older_entry_can_be_put_right_also_where_no_number_changes(client: FlaskClient) -> None:
    """It takes a reason, so the page that asks for it has a place for it."""
    code = stealing(client)
    for seen, (seat, card) in enumerate((("s2", "s1:0"), ("s3", "s1:1")), 4):
        client.post(
            f"/t/{code}/entry",
            data={"seat": seat, "kind": "steal", "card": card, "seen": seen, "key": f"k{seen}"},
        )
    other = {"seat": "s2", "kind": "steal", "card": "s1:2", "seen": 6, "key": "other"}
    page = client.post(f"/t/{code}/correct/5", data=other).text
    assert "No other score changes" in words(page)
    assert client.post(f"/t/{code}/amend/5", data=other).status_code == 422
    assert 'name="reason"' in page
    assert (
        client.post(f"/t/{code}/amend/5", data=other | {"reason_kind": "misread"}).status_code
        == 303
    )


def test_an_entry_that_was_undone_is_struck_until_it_is_redone(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    client.post(f"/t/{code}/undo", data={"seen": 2, "of": 2, "key": "b"})
    struck = r'<li id="event-(\d+)" class="fix-quiet is-undone">'
    assert re.findall(struck, client.get(f"/t/{code}/fix").text) == ["2"]
    client.post(f"/t/{code}/undo", data={"seen": 3, "of": 3, "key": "c"})
    assert re.findall(r'<li id="event-(\d+)">', client.get(f"/t/{code}/fix").text) == ["2"]


def test_a_correction_shows_before_and_after_and_wants_a_reason(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(
        f"/t/{code}/entry", data={"seat": "s1", "cards": ["JS", "4S", "6S"], "seen": 1, "key": "a"}
    )
    client.post(
        f"/t/{code}/entry", data={"seat": "s2", "cards": ["9D", "9C"], "seen": 2, "key": "b"}
    )
    assert re.search(r'value="6S"[^>]*checked', client.get(f"/t/{code}/correct/2").text)
    entry = {"seat": "s1", "cards": ["JS", "4S", "9S"], "seen": 3}
    changes = words(client.post(f"/t/{code}/correct/2", data=entry).text)
    assert re.search(
        r"Ann, round 1 .* 20 23 (No other score changes|1 other player’s score changes)", changes
    ), changes
    assert "Fix Ann’s Poor Man" in changes
    assert client.post(f"/t/{code}/amend/2", data=entry | {"key": "c"}).status_code == 422
    assert (
        client.post(
            f"/t/{code}/amend/2", data=entry | {"key": "c", "reason_kind": "misread"}
        ).status_code
        == 303
    )
    sheet = words(client.get(f"/t/{code}/sheet?open=1-s1").text)
    assert "Misread" in sheet
    assert "Was 20" in sheet


def test_the_newest_entry_is_corrected_without_a_reason(client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    entry = {"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"}
    assert client.post(f"/t/{code}/entry", data=entry).status_code == 303
    corrected = {"seat": "s1", "cards": ["KS"], "seen": 2, "key": "b"}
    assert client.post(f"/t/{code}/amend/2", data=corrected).status_code == 303


def test_a_correction_that_breaks_a_later_entry_says_so_before_it_is_confirmed(
    app: Flask, client: FlaskClient
) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    client.post(
        f"/t/{code}/entry", data={"seat": "s2", "cards": ["KD", "KC"], "seen": 2, "key": "b"}
    )
    entry = {"seat": "s1", "cards": ["KD"], "seen": 3, "reason": "it was the king"}
    page = client.post(f"/t/{code}/correct/2", data=entry)
    assert "becomes invalid" in words(page.text)
    assert 'name="rewind"' in page.text
    assert client.post(f"/t/{code}/amend/2", data=entry | {"key": "c"}).status_code == 409
    assert (
        client.post(f"/t/{code}/amend/2", data=entry | {"key": "c", "rewind": "1"}).status_code
        == 303
    )
    history = app.extensions["service"].history(row(app, code))
    assert [played.move.seat for played in history.played] == ["s1"]


def test_an_overrule_wants_a_reason(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"], chief_split="declared")
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    form = {
        "seat": "s2",
        "cards": UNDIVIDED,
        "seen": 2,
        "key": "b",
        "overrule": "1",
        "accept": ["split_missing"],
        "reason": " ",
    }
    answer = client.post(f"/t/{code}/entry", data=form)
    assert answer.status_code == 422
    assert 'id="reason-error"' in answer.text
    assert app.extensions["service"].store.head(row(app, code).id) == 2


def other_phone(app: Flask, code: str) -> FlaskClient:
    """A second phone, let in by the table's seat link."""
    phone = app.test_client()
    assert phone.post(f"/join/{row(app, code).seat_link}").status_code == 303
    return phone


def test_only_the_host_overrules(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"], chief_split="declared")
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    phone = other_phone(app, code)
    accept = {"overrule": "1", "accept": ["split_missing"], "reason": "a spare"}
    form = {"seat": "s2", "cards": UNDIVIDED, "seen": 2, "key": "b"}
    assert phone.post(f"/t/{code}/entry", data=form | accept).status_code == 422
    entries = [
        {"kind": "chief", "seat": "s2", "data": {"cards": UNDIVIDED}, "accept": ["split_missing"]}
    ]
    assert (
        phone.post(
            f"/api/t/{code}/moves",
            json={"seen": 2, "key": "c", "entries": entries, "reason": "a spare"},
        ).status_code
        == 422
    )
    assert (
        client.post(
            f"/api/t/{code}/moves", json={"seen": 2, "key": "c", "entries": entries}
        ).status_code
        == 422
    )
    client.post(
        f"/t/{code}/entry", data={"seat": "s2", "cards": ["KC", "KD"], "seen": 2, "key": "d"}
    )
    assert (
        phone.post(f"/t/{code}/amend/3", data=form | accept | {"seen": 3, "key": "e"}).status_code
        == 422
    )
    assert app.extensions["service"].store.head(row(app, code).id) == 3


def test_only_what_was_entered_can_be_undone(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    for of in ("3", "1", "0", "-1", "9" * 30, "x"):
        assert (
            client.post(f"/t/{code}/undo", data={"seen": 1, "of": of, "key": f"k{of}"}).status_code
            == 422
        )
    assert app.extensions["service"].store.head(row(app, code).id) == 1


def test_what_one_tap_recorded_is_undone_and_redone_by_one(app: Flask, client: FlaskClient) -> None:
    """Rows recorded together go together, those recorded by an earlier tap stay; a row that was
    taken back alone is not brought back.
    """
    code = open_table(client, ["Ann", "Bo", "Cy"], game="blind-date")
    rows = {"s1": ("QH", "KC", "s2"), "s2": ("KH", "JC", "s3"), "s3": ("AD", "AC", "s1")}
    fields = {
        seat: {f"blind.{seat}": blind, f"match.{seat}": match, f"target.{seat}": target}
        for seat, (blind, match, target) in rows.items()
    }
    client.post(f"/t/{code}/entry", data={"seen": 1, "key": "a", **fields["s1"]})
    client.post(f"/t/{code}/entry", data={"seen": 2, "key": "b", **fields["s2"], **fields["s3"]})
    assert effective_seats(app, code) == ["s1", "s2", "s3"]
    assert "2 entries" in tap(client, code, "undo")
    assert effective_seats(app, code) == ["s1"]
    assert "2 entries" in tap(client, code, "redo")
    assert effective_seats(app, code) == ["s1", "s2", "s3"]
    tap(client, code, "undo")
    tap(client, code, "undo")
    assert effective_seats(app, code) == []


def test_of_a_whole_game_that_a_program_recorded_at_once_an_undo_takes_back_no_more_than_a_round(
    app: Flask, client: FlaskClient
) -> None:
    code = open_table(client, ["Ann", "Bo", "Cy"], game="blind-date")
    dates = [("QH", "KC"), ("KH", "JC"), ("AD", "AC"), ("QC", "KS"), ("KD", "JD"), ("AS", "AH")]
    seats = ["s1", "s2", "s3", "s1", "s2", "s3"]
    told = [
        {"blind": blind, "match": match, "target": to}
        for (blind, match), to in zip(dates, (*seats[1:], "s1"), strict=True)
    ]
    entries = [
        {"kind": "date", "seat": seat, "data": data} for seat, data in zip(seats, told, strict=True)
    ]
    assert (
        client.post(
            f"/api/t/{code}/moves", json={"seen": 1, "key": "game", "entries": entries}
        ).status_code
        == 201
    )
    assert "3 entries" in tap(client, code, "undo")
    assert effective_seats(app, code) == ["s1", "s2", "s3"]
    tap(client, code, "redo")
    assert effective_seats(app, code) == ["s1", "s2", "s3"] * 2


def test_a_secret_entry_is_undone_alone_whoever_recorded_it_with_others(
    app: Flask, client: FlaskClient
) -> None:
    code = open_table(client, ["Ann", "Bo", "Cy"], entry="secret")
    entries = [
        {"kind": "thief", "seat": seat, "data": {"cards": card}}
        for seat, card in (("s1", "9C"), ("s2", "8D"))
    ]
    assert (
        client.post(
            f"/api/t/{code}/moves", json={"seen": 1, "key": "both", "entries": entries}
        ).status_code
        == 201
    )
    assert "Bo’s entry" in tap(client, code, "undo")
    assert effective_seats(app, code) == ["s1"]


def effective_seats(app: Flask, code: str) -> list[str | None]:
    """Whose entries stand."""
    return [played.move.seat for played in app.extensions["service"].history(row(app, code)).played]


def tap(client: FlaskClient, code: str, name: str) -> str:
    """Tap Undo or Redo: what its button says."""
    page = client.get(f"/t/{code}?go=1" + ("&clear=1" if name == "undo" else "")).text
    form = re.search(
        rf'<form[^>]*action="(/t/{code}/undo)">((?:<input[^>]*>)+)(<button class="button'
        rf" button-{name}.*?</button>)",
        page,
        re.S,
    )
    assert form
    client.post(form[1], data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2])))
    return form[3]


def test_a_secret_entry_is_corrected_by_its_own_seat_only(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo", "Cy"], entry="secret")
    client.post(f"/t/{code}/seat", data={"seat": "s1"})
    phone = other_phone(app, code)
    phone.post(f"/t/{code}/seat", data={"seat": "s2"})
    assert phone.post(f"/t/{code}/seat", data={"seat": "s1"}).headers["Location"].endswith("/asked")
    phone.post(f"/t/{code}/seat", data={"seat": "s2"})
    phone.post(
        f"/t/{code}/entry",
        data={"seat": "s2", "cards": ["9C"], "seen": client.get(f"/t/{code}/rev").text, "key": "a"},
    )
    made = int(client.get(f"/t/{code}/rev").text)
    assert client.get(f"/t/{code}/correct/{made}").status_code == 403
    entry = {"seat": "s2", "cards": ["9D"], "seen": made, "reason": "the other one"}
    assert client.post(f"/t/{code}/amend/{made}", data=entry | {"key": "b"}).status_code == 403
    assert phone.post(f"/t/{code}/amend/{made}", data=entry | {"key": "b"}).status_code == 303
    assert "Thief" not in words(client.get(f"/t/{code}/fix").text)


def test_two_phones_for_one_seat_the_second_is_told(app: Flask, client: FlaskClient) -> None:
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    late = other_phone(app, code).post(
        f"/t/{code}/entry", data={"seat": "s1", "cards": ["2D", "3D"], "seen": 1, "key": "b"}
    )
    assert late.status_code == 409
    assert "Since then" in words(late.text)


def test_a_page_that_answers_a_form_asks_for_news_at_an_address_that_can_be_read(
    app: Flask, client: FlaskClient
) -> None:
    """Another phone entered for this one's seat: what stands in the place of its pad goes on
    listening.
    """
    code = open_table(client, ["Ann", "Bo"])
    client.post(f"/t/{code}/seat", data={"seat": "s1"})
    other_phone(app, code).post(
        f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"}
    )
    page = client.post(f"/t/{code}/preview", data={"seat": "s1", "task": "1-pad"}).text
    asked = re.search(r'hx-get="([^"]+)" hx-trigger="news', page)
    assert asked
    assert client.get(asked[1]).status_code == 200


def test_names_without_a_visible_sign_are_no_names(client: FlaskClient) -> None:
    answer = client.post("/new/indian-chief/open", data={"name": ["Ann", "\u2060", "\u3164"]})
    assert answer.status_code == 422


def test_doubtful_addresses_lead_to_the_first_page(client: FlaskClient) -> None:
    for back in (
        "/\t/evil.example",
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "/\r/x",
    ):
        assert client.post("/settings", data={"back": back}).headers["Location"] == "/"


def test_no_more_phones_listen_than_may_until_one_hangs_up(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = open_table(client, ["Ann", "Bo"])
    monkeypatch.setitem(app.extensions, "streams", threading.Semaphore(1))
    first = client.get(f"/t/{code}/live")
    assert first.status_code == 200
    with awaiting(503):
        assert client.get(f"/t/{code}/live").status_code == 503
    assert client.get(f"/t/{code}/rev").text == "1"
    first.close()
    again = client.get(f"/t/{code}/live")
    assert again.status_code == 200
    again.close()


def test_addresses_begin_with_where_the_site_is_mounted(app: Flask) -> None:
    for root in ("", "/games", ""):
        with app.test_request_context(base_url=f"http://here{root}"):
            assert context.path("tables.table", code="CDFG") == f"{root}/t/CDFG"
