"""The table's pages: entering, refusing, secret entry, undo and correction, as a browser without
script meets them.
"""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.web.http import context
from tests.support.at_table import enter, post, revision, words
from tests.support.talk import CHIEF, Open, meld, send
from tests.web.people.test_join import joined

UNDIVIDED = "4C 4D 5H 5S KC TD JH"
"""A Chief that does not say which two cards are the two, where that is asked."""
DECLARED = {"chief_split": "declared"}
SECRET = {"entry": "secret"}
ALLOWED = {"overrule": "1", "accept": ["split_missing"], "reason": "a marked spare"}


@pytest.fixture
def code(open_table: Open) -> str:
    """A table of two."""
    return str(open_table(CHIEF, "Ann", "Bo")["code"])


def test_secret_cards_that_collide_can_be_corrected_from_the_page_that_asks(
    client: FlaskClient, open_table: Open
) -> None:
    code = open_table(CHIEF, "Ann", "Bo", options=SECRET)["code"]
    enter(client, code, "s1", "QS")
    enter(client, code, "s2", "QS KD")
    page = client.get(f"/t/{code}").text
    assert "You can’t allow a card that doesn’t exist. Fix one entry." in words(page)
    ways = re.findall(r'href="([^"]*/correct/\d)">Fix ', page)
    assert ways == [f"/t/{code}/correct/2", f"/t/{code}/correct/3"]
    assert re.search(r'value="QS"[^>]* checked', client.get(ways[0]).text)


def test_a_refused_entry_keeps_what_was_chosen(client: FlaskClient, code: str) -> None:
    enter(client, code, "s1", "QS")
    answer = enter(client, code, "s2", "QS KD")
    assert answer.status_code == 422
    assert "IC-2" in answer.text
    assert re.search(r'value="KD"[^>]*checked', answer.text)


@pytest.mark.parametrize("own", [True, False])
def test_a_stale_entry_is_told_what_happened_and_keeps_its_cards(
    app: Flask, client: FlaskClient, open_table: Open, own: bool
) -> None:
    """Of the same phone, or of another one for the same seat."""
    opened = open_table(CHIEF, "Ann", "Bo", "Cy")
    enter(client, opened["code"], "s1", "QS")
    late = client if own else joined(app, opened, "seat")
    answer = enter(late, opened["code"], "s1", "2D", seen=1)
    assert answer.status_code == 409
    assert "Since then" in words(answer.text)
    assert "Ann" in words(answer.text)
    assert re.search(r'value="2D"[^>]*checked', answer.text)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_empty_form_is_said_to_be_empty_or_overtaken(
    client: FlaskClient, open_table: Open, game: str
) -> None:
    """It records nothing; where something happened meanwhile, the page says what."""
    names = [f"Player {at}" for at in range(GAMES[game].info.seats[0])]
    code = open_table(game, *names)["code"]
    assert post(client, code, "entry").status_code == 422
    assert post(client, code, "seats", do="rename", seat="s1", name="Zoe").status_code == 303
    assert post(client, code, "entry", seen=1).status_code == 409


def test_unreadable_cards_are_named_with_their_place(client: FlaskClient, code: str) -> None:
    answer = post(client, code, "entry", seat="s1", typed="KH QX")
    assert answer.status_code == 422
    assert "X" in words(answer.text)
    assert 'value="KH QX"' in answer.text


def test_a_double_tap_opens_one_table(client: FlaskClient) -> None:
    form = {"name": ["Ann", "Bo"], "edition": "page", "key": "same"}
    first, second = (client.post(f"/new/{CHIEF}/open", data=form) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]


def test_an_overruled_entry_is_marked_on_the_sheet_and_where_its_round_is_explained(
    client: FlaskClient, open_table: Open
) -> None:
    code = open_table(CHIEF, "Ann", "Bo", options=DECLARED)["code"]
    enter(client, code, "s1", "QS QD")
    assert enter(client, code, "s2", UNDIVIDED, **ALLOWED).status_code == 303
    sheet = client.get(f"/t/{code}/sheet?open=1-s2").text
    assert "§" in sheet
    assert "a marked spare" in sheet
    rows = client.get(f"/t/{code}").text.split('<li class="explained-row opens">')
    assert ["§ Allowed: a marked spare" in words(row) for row in rows[1:]] == [False, True]


def test_an_entry_with_both_copies_of_a_card_is_shown_once_in_a_refusal(
    client: FlaskClient, open_table: Open
) -> None:
    code = open_table(CHIEF, "Ann", "Bo", "Cy", "Dee")["code"]
    enter(client, code, "s1", "3S 3S")
    answer = post(client, code, "entry", seat="s2", typed="3S")
    assert answer.status_code == 422
    assert answer.text.count(f'href="/t/{code}/correct/2"') == 1


@pytest.fixture
def stealing(client: FlaskClient, open_table: Open) -> str:
    """A table on which two Thieves of one value may steal."""
    code = str(open_table(CHIEF, "Ann", "Bo", "Cy")["code"])
    for seat, cards in (("s1", "KS TH 4D AD"), ("s2", "6C"), ("s3", "6D")):
        enter(client, code, seat, cards)
    return code


def test_a_refused_theft_leaves_the_other_answers_open(client: FlaskClient, stealing: str) -> None:
    asked = r'name="(?:kind|instead)" value="(\w+)"'
    kinds = re.findall(asked, client.get(f"/t/{stealing}").text)
    answer = post(client, stealing, "entry", seat="s2", kind="steal", card="s2:0")
    assert answer.status_code == 422
    assert kinds == ["steal", "no_agreement", "decline"]
    assert re.findall(asked, answer.text) == kinds


def test_a_correction_of_a_theft_may_be_that_nobody_stole(
    client: FlaskClient, stealing: str
) -> None:
    """What was asked of the same seat then, and nothing that was asked of both Thieves."""
    post(client, stealing, "entry", seat="s2", kind="steal", card="s1:0")
    page = client.get(f"/t/{stealing}/correct/5")
    assert page.status_code == 200
    assert 'value="s1:0"' in page.text
    assert re.findall(r'name="kind" value="(\w+)"', page.text) == ["steal", "decline"]
    seen = post(client, stealing, "correct/5", seat="s2", kind="decline")
    assert seen.status_code == 200
    assert "→ Bo not stealing" in words(seen.text)


def test_an_older_entry_can_be_put_right_also_where_no_number_changes(
    client: FlaskClient, stealing: str
) -> None:
    """It takes a reason, so the page that asks for it has a place for it."""
    for seat, card in (("s2", "s1:0"), ("s3", "s1:1")):
        post(client, stealing, "entry", seat=seat, kind="steal", card=card)
    other = {"seat": "s2", "kind": "steal", "card": "s1:2"}
    page = post(client, stealing, "correct/5", **other).text
    assert "No other score changes" in words(page)
    assert post(client, stealing, "amend/5", **other).status_code == 422
    assert 'name="reason"' in page
    assert post(client, stealing, "amend/5", **other, reason_kind="misread").status_code == 303


def test_an_entry_that_was_undone_is_struck_until_it_is_redone(
    client: FlaskClient, code: str
) -> None:
    enter(client, code, "s1", "QS")
    post(client, code, "undo", of=2)
    struck = r'<li id="event-(\d+)" class="fix-quiet is-undone">'
    assert re.findall(struck, client.get(f"/t/{code}/fix").text) == ["2"]
    post(client, code, "undo", of=3)
    assert re.findall(r'<li id="event-(\d+)">', client.get(f"/t/{code}/fix").text) == ["2"]


def test_a_correction_shows_before_and_after_and_wants_a_reason(
    client: FlaskClient, code: str
) -> None:
    enter(client, code, "s1", "JS 4S 6S")
    enter(client, code, "s2", "9D 9C")
    assert re.search(r'value="6S"[^>]*checked', client.get(f"/t/{code}/correct/2").text)
    entry = {"seat": "s1", "cards": ["JS", "4S", "9S"]}
    changes = words(post(client, code, "correct/2", **entry).text)
    assert re.search(
        r"Ann, round 1 .* 20 23 (No other score changes|1 other player’s score changes)", changes
    ), changes
    assert "Fix Ann’s Poor Man" in changes
    assert post(client, code, "amend/2", **entry).status_code == 422
    assert post(client, code, "amend/2", **entry, reason_kind="misread").status_code == 303
    sheet = words(client.get(f"/t/{code}/sheet?open=1-s1").text)
    assert "Misread" in sheet
    assert "Was 20" in sheet


def test_the_newest_entry_is_corrected_without_a_reason(client: FlaskClient, code: str) -> None:
    assert enter(client, code, "s1", "QS").status_code == 303
    assert post(client, code, "amend/2", seat="s1", cards="KS").status_code == 303


def test_a_correction_that_breaks_a_later_entry_says_so_before_it_is_confirmed(
    app: Flask, client: FlaskClient, code: str
) -> None:
    enter(client, code, "s1", "QS")
    enter(client, code, "s2", "KD KC")
    entry = {"seat": "s1", "cards": "KD", "reason": "it was the king"}
    page = post(client, code, "correct/2", **entry)
    assert "becomes invalid" in words(page.text)
    assert 'name="rewind"' in page.text
    assert post(client, code, "amend/2", **entry).status_code == 409
    assert post(client, code, "amend/2", **entry, rewind="1").status_code == 303
    assert effective_seats(app, code) == ["s1"]


def test_an_overrule_wants_a_reason_also_of_a_program(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", options=DECLARED)
    enter(client, opened["code"], "s1", "QS")
    answer = enter(client, opened["code"], "s2", UNDIVIDED, **ALLOWED | {"reason": " "})
    assert answer.status_code == 422
    assert 'id="reason-error"' in answer.text
    entry = meld("chief", "s2", UNDIVIDED) | {"accept": ["split_missing"]}
    assert send(client, opened, entry, seen=2).status_code == 422
    assert revision(client, opened["code"]) == 2


def test_only_what_was_entered_can_be_undone(client: FlaskClient, code: str) -> None:
    for of in ("3", "1", "0", "-1", "9" * 30, "x"):
        assert post(client, code, "undo", of=of).status_code == 422
    assert revision(client, code) == 1


def test_what_one_tap_recorded_is_undone_and_redone_by_one(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Rows recorded together go together, those recorded by an earlier tap stay; a row that was
    taken back alone is not brought back.
    """
    code = open_table("blind-date")["code"]
    rows = {"s1": ("QH", "KC", "s2"), "s2": ("KH", "JC", "s3"), "s3": ("AD", "AC", "s1")}
    fields = {
        seat: {f"blind.{seat}": blind, f"match.{seat}": match, f"target.{seat}": target}
        for seat, (blind, match, target) in rows.items()
    }
    post(client, code, "entry", **fields["s1"])
    post(client, code, "entry", **fields["s2"], **fields["s3"])
    assert effective_seats(app, code) == ["s1", "s2", "s3"]
    assert "2 entries" in tap(client, code, "undo")
    assert effective_seats(app, code) == ["s1"]
    assert "2 entries" in tap(client, code, "redo")
    assert effective_seats(app, code) == ["s1", "s2", "s3"]
    tap(client, code, "undo")
    tap(client, code, "undo")
    assert effective_seats(app, code) == []


def test_of_a_whole_game_that_a_program_recorded_at_once_an_undo_takes_back_no_more_than_a_round(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened, seats = open_table("blind-date"), ["s1", "s2", "s3"] * 2
    dates = ["QH KC", "KH JC", "AD AC", "QC KS", "KD JD", "AS AH"]
    entries = [
        {"kind": "date", "seat": seat, "data": {"blind": date[:2], "match": date[3:], "target": to}}
        for seat, date, to in zip(seats, dates, [*seats[1:], "s1"], strict=True)
    ]
    assert send(client, opened, *entries).status_code == 201
    assert "3 entries" in tap(client, opened["code"], "undo")
    assert effective_seats(app, opened["code"]) == ["s1", "s2", "s3"]
    tap(client, opened["code"], "redo")
    assert effective_seats(app, opened["code"]) == seats


def test_a_secret_entry_is_undone_alone_whoever_recorded_it_with_others(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options=SECRET)
    both = [meld("thief", "s1", "9C"), meld("thief", "s2", "8D")]
    assert send(client, opened, *both).status_code == 201
    assert "Bo’s entry" in tap(client, opened["code"], "undo")
    assert effective_seats(app, opened["code"]) == ["s1"]


def effective_seats(app: Flask, code: str) -> list[str | None]:
    """Whose entries stand."""
    service = app.extensions["service"]
    return [made.move.seat for made in service.history(service.store.table_by_code(code)).played]


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


def test_a_secret_entry_is_corrected_by_its_own_seat_only(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options=SECRET)
    code = opened["code"]
    post(client, code, "seat", seat="s1")
    phone = joined(app, opened, "seat")
    post(phone, code, "seat", seat="s2")
    assert post(phone, code, "seat", seat="s1").headers["Location"].endswith("/asked")
    post(phone, code, "seat", seat="s2")
    enter(phone, code, "s2", "9C")
    made = revision(client, code)
    assert client.get(f"/t/{code}/correct/{made}").status_code == 403
    entry = {"seat": "s2", "cards": "9D", "reason": "the other one"}
    assert post(client, code, f"amend/{made}", **entry).status_code == 403
    assert post(phone, code, f"amend/{made}", **entry).status_code == 303
    assert "Thief" not in words(client.get(f"/t/{code}/fix").text)


def test_a_page_that_answers_a_form_asks_for_news_at_an_address_that_can_be_read(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Another phone entered for this one's seat: what stands in the place of its pad goes on
    listening.
    """
    opened = open_table(CHIEF, "Ann", "Bo")
    post(client, opened["code"], "seat", seat="s1")
    enter(joined(app, opened, "seat"), opened["code"], "s1", "QS", seen=1)
    page = post(client, opened["code"], "preview", seat="s1", task="1-pad").text
    asked = re.search(r'hx-get="([^"]+)" hx-trigger="news', page)
    assert asked
    assert client.get(asked[1]).status_code == 200


def test_addresses_begin_with_where_the_site_is_mounted(app: Flask) -> None:
    for root in ("", "/games", ""):
        with app.test_request_context(base_url=f"http://here{root}"):
            assert context.path("tables.table", code="CDFG") == f"{root}/t/CDFG"
