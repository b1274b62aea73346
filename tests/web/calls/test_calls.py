"""Calling the referee: any phone asks, entering waits, whoever enters settles it, and the log keeps the ruling."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.record import load
from referee.store.values import NewEvent
from referee.table_events.calls import open_calls
from tests.support.talk import CHIEF, DOCTOR, LAWYER, Open, Opened, link_of, seated, send, table, text_of

FORM = {"seat": "s3", "cards": ["KH", "QD", "4D", "AC"]}


@pytest.fixture
def opened(client: FlaskClient, open_table: Open) -> Opened:
    """A table of three at which Bo has made a Doctor: revision 2."""
    made = open_table(CHIEF)
    assert send(client, made, DOCTOR).status_code == 201
    return made


def watcher(app: Flask, opened: Opened) -> FlaskClient:
    """A phone that may only watch."""
    client = app.test_client()
    store = app.extensions["desk"].store
    device = store.new_device()
    store.grant(device, store.table_by_code(opened["code"]).id, "watch")
    client.set_cookie("device", device)
    return client


def call(client: FlaskClient, opened: Opened, **form: Any) -> Any:
    return client.post(f"/t/{opened['code']}/call", data={"key": "c", **form})


def settle(client: FlaskClient, opened: Opened, seq: int, outcome: str, **form: Any) -> Any:
    return client.post(f"/t/{opened['code']}/call/{seq}?lang=en", data={"key": f"s{seq}", "outcome": outcome, **form})


def shown(client: FlaskClient, opened: Opened, tail: str = "", lang: str = "en") -> str:
    return re.sub(r"\s+", " ", client.get(f"/t/{opened['code']}{tail}", query_string={"lang": lang}, follow_redirects=True).text)


def enter(client: FlaskClient, opened: Opened, seen: int, key: str = "e", **more: Any) -> Any:
    return client.post(f"/t/{opened['code']}/entry?lang=en", data={"seen": seen, "key": key, **FORM, **more})


def setting(app: Flask, opened: Opened, **values: Any) -> None:
    """Set something as the host's page does."""
    store = app.extensions["desk"].store
    found = store.table_by_code(opened["code"])
    store.append(found.id, store.head(found.id), [NewEvent("setting", data=values, by="host")], "setting")


def events(app: Flask, opened: Opened) -> list[Any]:
    store = app.extensions["desk"].store
    return list(store.events(store.table_by_code(opened["code"]).id))


def test_any_phone_calls_and_every_page_shows_it(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """A phone that watches asks about Bo's Doctor: the table, the television and the log say so."""
    assert call(watcher(app, opened), opened, of="2", words="Six hearts?").headers["Location"].endswith("/call/3")
    said = "A phone that watches calls the referee: Bo’s Doctor"
    for tail in ("", "/log", "/tv", "/call/3", "/sheet"):
        assert said in shown(client, opened, tail), tail
    assert "Six hearts?" in shown(client, opened, "/log")
    assert "Boの医者" in shown(client, opened, "", "ja")


def test_an_entry_is_held_with_all_that_was_chosen(client: FlaskClient, app: Flask, opened: Opened) -> None:
    call(seated(app, opened, "s1"), opened, of="2")
    assert "Waits for the referee" in shown(client, opened)
    answer = enter(client, opened, 3)
    assert answer.status_code == 409
    assert "Ann calls the referee: Bo’s Doctor" in answer.text
    assert "What you have chosen stays here." in answer.text
    for card in FORM["cards"]:
        assert re.search(rf'value="{card}"[^>]* checked', answer.text), card
    assert table(client, opened)["revision"] == 3
    settle(client, opened, 3, "stands")
    assert enter(client, opened, 4).status_code == 303
    assert table(client, opened)["revision"] == 5


def test_programs_are_held_too(client: FlaskClient, app: Flask, opened: Opened) -> None:
    assert call(seated(app, opened, "s1"), opened).status_code == 303
    answer = send(client, opened, LAWYER, seen=3, key="l")
    assert answer.status_code == 409
    assert {name: answer.get_json()["error"][name] for name in ("code", "call")} == {"code": "held", "call": 3}


def test_an_entry_sent_again_is_answered_as_before(client: FlaskClient, opened: Opened) -> None:
    """What was recorded before the call is not held by it."""
    call(client, opened)
    assert send(client, opened, DOCTOR, seen=1).status_code == 201
    assert table(client, opened)["revision"] == 3


def test_with_the_setting_go_nothing_waits(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """The setting counts at the moment of the call."""
    setting(app, opened, calls="go")
    assert "entering goes on meanwhile" in shown(client, opened, "/call")
    call(client, opened, of="2")
    setting_later = enter(client, opened, 4)
    assert setting_later.status_code == 303
    assert table(client, opened)["calls"][0]["waits"] is False


def test_a_host_lets_entering_go_on(client: FlaskClient, app: Flask, opened: Opened) -> None:
    bo = seated(app, opened, "s2")
    call(bo, opened, of="2")
    assert settle(bo, opened, 3, "go").status_code == 403
    assert "Go on meanwhile" not in shown(bo, opened, "/call/3")
    assert "Go on meanwhile" in shown(client, opened, "/call/3")
    assert settle(client, opened, 3, "go").status_code == 303
    assert settle(client, opened, 3, "go", key="again").status_code == 303
    assert enter(client, opened, 4).status_code == 303
    assert [one["waits"] for one in table(client, opened)["calls"]] == [False]
    assert "Entering goes on meanwhile: Bo’s Doctor" in shown(client, opened, "/log")


def test_who_may_settle_and_who_may_withdraw(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """Whoever may enter says how it was settled; only the phone that called withdraws."""
    looks, ann = watcher(app, opened), seated(app, opened, "s1")
    call(looks, opened)
    assert settle(looks, opened, 3, "stands").status_code == 403
    assert settle(ann, opened, 3, "withdrawn").status_code == 403
    assert settle(client, opened, 3, "withdrawn").status_code == 403
    assert "Withdraw the question" not in shown(ann, opened, "/call/3")
    assert "Withdraw the question" in shown(looks, opened, "/call/3")
    assert "This one watches." in shown(looks, opened, "/call/3")
    assert settle(looks, opened, 3, "withdrawn").status_code == 303
    assert "Question withdrawn: the table" in shown(client, opened, "/log")
    assert settle(ann, opened, 3, "stands", key="late").status_code == 409
    assert settle(looks, opened, 3, "nonsense").status_code == 422


def test_a_ruling_is_kept_for_the_group_and_named_in_the_log(client: FlaskClient, opened: Opened) -> None:
    """Two events at once: the precedent, and the settlement that refers to it; what the totals would be is shown."""
    call(client, opened, of="2", clause="IC-29")
    page = shown(client, opened, "/call/3")
    assert "By rank" in page
    assert "Rule so" in page
    assert settle(client, opened, 3, "ruled", reading="match=rank", words="As in our book").status_code == 303
    assert "Settled, Bo’s Doctor. Ruled: What counts as the same: By rank" in shown(client, opened, "/log")
    assert "By rank" in shown(client, opened, "/precedents")
    after = shown(client, opened, "/call/3")
    assert "This table goes on as it began. By this ruling:" in after
    assert "As in our book" in after
    assert "Withdraw" not in after
    assert table(client, opened)["options"]["match"] == "value"


def test_a_ruling_in_words(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """With a clause it is kept, without one it stands in the log alone; without words it says nothing."""
    call(client, opened, words="May one look?")
    unsaid = settle(client, opened, 3, "ruled", words=" ")
    assert "Say what you ruled." in text_of(unsaid, 422)
    unknown = settle(client, opened, 3, "ruled", words="Yes", clause="BD-1")
    assert "There is no such clause" in text_of(unknown, 422)
    assert settle(client, opened, 3, "ruled", reading="match=colour").status_code == 422
    assert len(events(app, opened)) == 3
    assert settle(client, opened, 3, "ruled", words="One may look").status_code == 303
    assert [event.type for event in events(app, opened)[3:]] == ["settled"]
    call(client, opened, key="d", clause="29")
    assert settle(client, opened, 5, "ruled", words="Beggars speak last", clause="29").status_code == 303
    ruling, settled = events(app, opened)[5:]
    assert (ruling.type, ruling.data, ruling.reason) == ("ruling", {"clause": "IC-29"}, "Beggars speak last")
    assert settled.data == {"of": 5, "outcome": "ruled", "clause": "IC-29", "ruling": 6}
    assert "Settled, IC-29. Ruled: Beggars speak last" in shown(client, opened, "/log")


def test_a_question_to_the_table_is_simply_settled(client: FlaskClient, opened: Opened) -> None:
    """There is no entry that could stand."""
    call(client, opened, words="Who deals?")
    assert "It stands" not in shown(client, opened, "/call/3")
    assert settle(client, opened, 3, "stands", words="Ann").status_code == 303
    assert "Settled: the table" in shown(client, opened, "/log")


def test_a_theft_is_asked_about_by_itself(client: FlaskClient, open_table: Open) -> None:
    """Not by the number of the meld that its seat made in the same round."""
    opened = open_table(CHIEF, "Ann", "Bo", "Cy", "Dee")
    melds = (("thief", "6C"), ("thief", "QD"), ("beggar", "9S 9H"), ("lawyer", "KS TH 4D AD"))
    entries = [{"kind": kind, "seat": f"s{at}", "data": {"cards": cards}} for at, (kind, cards) in enumerate(melds, 1)]
    assert send(client, opened, *entries, {"kind": "steal", "seat": "s1", "data": {"card": "s4:0"}}).status_code == 201
    call(client, opened, of="6")
    page = shown(client, opened, "/call/7")
    assert "Ann’s theft" in page
    assert "The Thief is worth" not in page
    call(client, opened, of="2", key="d")
    assert "The Thief is worth 6." in shown(client, opened, "/call/8")


def test_a_correction_settles_the_call_about_its_entry(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """One form: the entry is put right, the question settled, and the next undo takes the correction back."""
    send(client, opened, LAWYER, seen=2, key="l")
    call(client, opened, of="2")
    call(client, opened, key="other", of="3")
    form = {"seen": 5, "key": "a", "seat": "s2", "kind": "doctor", "cards": ["AH", "2S", "5S", "8S", "QS", "9S"], "reason_kind": "misread"}
    assert client.post(f"/t/{opened['code']}/amend/2", data=form).status_code == 303
    assert [event.type for event in events(app, opened)[5:]] == ["settled", "amend"]
    assert [one["of"] for one in table(client, opened)["calls"]] == [3]
    assert "Settled, put right: Bo’s Doctor" in shown(client, opened, "/log")
    assert client.post(f"/api/t/{opened['code']}/undo", json={"seen": 7, "key": "u"}).status_code == 201
    assert events(app, opened)[-1].data == {"of": 7}


def test_taking_the_entry_back_settles_it_and_can_be_taken_back(client: FlaskClient, app: Flask, opened: Opened) -> None:
    call(client, opened, of="2")
    assert client.post(f"/t/{opened['code']}/undo", data={"seen": 3, "key": "u", "of": 2}).status_code == 303
    assert [event.type for event in events(app, opened)[3:]] == ["settled", "retract"]
    assert table(client, opened)["calls"] == []
    assert "Redo" in client.get(f"/t/{opened['code']}?go=1&lang=en").text


def test_what_a_call_may_be_about(client: FlaskClient, opened: Opened) -> None:
    """The entries of the round, or the table; an entry that does not stand, or a clause of another game, is refused."""
    form = shown(client, opened, "/call")
    assert "Bo’s Doctor" in form
    assert "The table in general" in form
    for wrong in ({"of": "1"}, {"of": "9"}, {"of": "x"}, {"clause": "BD-1"}, {"clause": "IC-999"}):
        answer = call(client, opened, words="still here", **wrong)
        assert answer.status_code == 422, wrong
        assert "still here" in answer.text
    assert table(client, opened)["calls"] == []


def test_a_form_is_filled_from_its_address(client: FlaskClient, opened: Opened) -> None:
    page = client.get(f"/t/{opened['code']}/call?of=2&clause=IC-29&lang=en").text
    assert re.findall(r'name="of" value="(\w*)" checked', page) == ["2"]
    assert 'value="IC-29"' in page


def test_the_ways_in(client: FlaskClient, opened: Opened) -> None:
    """The menu, the log, the round explained, an opened cell, the rulebook of the table."""
    code = opened["code"]
    assert f'href="/t/{code}/call"' in shown(client, opened, "/menu")
    assert f'href="/t/{code}/call?of=2"' in shown(client, opened, "/log")
    assert f'href="/t/{code}/call?of=2"' in client.get(f"/t/{code}/sheet?open=1-s2").text
    assert f'href="/t/{code}/call?of=2"' in client.get(f"/t/{code}?round=1").text
    assert f"/t/{code}/call?clause=IC-29" in client.get(f"/rules/indian-chief/IC-29?table={code}").text


def test_a_double_tap_calls_and_settles_once(client: FlaskClient, app: Flask, opened: Opened) -> None:
    assert [call(client, opened).headers["Location"] for _ in range(2)] == [f"/t/{opened['code']}/call/3"] * 2
    assert [settle(client, opened, 3, "stands").status_code for _ in range(2)] == [303, 303]
    assert len(events(app, opened)) == 4


def test_a_few_calls_may_be_open(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """Three of one phone; others may still ask until there are eight."""
    ann = seated(app, opened, "s1")
    assert [call(client, opened, key=f"c{n}").status_code for n in range(4)] == [303, 303, 303, 409]
    assert [call(ann, opened, key=f"a{n}").status_code for n in range(4)] == [303, 303, 303, 409]
    bo = seated(app, opened, "s2")
    assert [call(bo, opened, key=f"b{n}").status_code for n in range(3)] == [303, 303, 409]
    assert len(table(client, opened)["calls"]) == 8


def test_words_have_a_size(client: FlaskClient, opened: Opened) -> None:
    assert call(client, opened, words="w" * 5000).status_code == 303
    assert len(table(client, opened)["calls"][0]["words"]) <= 1000


def test_two_who_settle_at_once(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """One of them does; the other is told."""
    call(client, opened)
    phones = [seated(app, opened, f"s{n}") for n in (1, 2, 3)]
    statuses: list[int] = []

    def send_one(phone: FlaskClient, n: int) -> None:
        statuses.append(settle(phone, opened, 3, "stands", key=f"k{n}").status_code)

    threads = [threading.Thread(target=send_one, args=(phone, n)) for n, phone in enumerate(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [303, 409, 409]
    assert [event.type for event in events(app, opened)].count("settled") == 1


def test_a_secret_entry_shows_no_cards_to_others(client: FlaskClient, app: Flask, open_table: Open) -> None:
    opened = open_table(CHIEF, options={"entry": "secret"})
    bo, cy = seated(app, opened, "s2"), seated(app, opened, "s3")
    assert send(bo, opened, DOCTOR).status_code == 201
    call(bo, opened, of="2")
    assert "queen of spades" in shown(bo, opened, "/call/3")
    for tail in ("/call/3", "/call/3?part=1", "/tv", "/log", "", "/call"):
        page = cy.get(f"/t/{opened['code']}{tail}", query_string={"lang": "en"} if "?" not in tail else None).text
        assert "Doctor" not in page.partition('class="turn"')[0], tail
    assert "ace of hearts" not in shown(cy, opened, "/call/3")


def test_the_box_over_an_entry(client: FlaskClient, opened: Opened) -> None:
    """It is there while entering waits, settles in place, and is empty after that."""
    call(client, opened, of="2")
    code = opened["code"]
    assert "The whole question" in client.get(f"/t/{code}/call/3?part=held&lang=en").text
    answer = client.post(f"/t/{code}/call/3", data={"key": "g", "outcome": "go", "part": "1"}, headers={"HX-Request": "true"})
    assert (answer.status_code, "refusal-title" in answer.text) == (200, False)
    assert "refusal-title" not in client.get(f"/t/{code}/call/3?part=held").text
    assert "refusal-title" in client.get(f"/t/{code}/call/3?part=1").text
    assert client.get(f"/t/{code}/call/3?part=state").headers.get("HX-Retarget") is None
    settle(client, opened, 3, "stands")
    assert "refusal-title" not in client.get(f"/t/{code}/call/3?part=1").text
    assert client.get(f"/t/{code}/call/3?part=state").headers["HX-Retarget"] == "#page"


def test_programs_call_and_settle(client: FlaskClient, app: Flask, opened: Opened) -> None:
    at = f"/api/t/{opened['code']}/call"
    watch = link_of(opened, "watch")
    stranger = app.test_client()
    made = stranger.post(at, json={"of": 2, "clause": "IC-29", "words": "So?", "key": "a"}, headers=watch)
    assert (made.status_code, made.get_json()) == (201, {"revision": 3})
    told = table(client, opened)["calls"][0]
    assert {name: told[name] for name in ("seq", "of", "round", "clause", "words", "by", "waits")} == {
        "seq": 3, "of": 2, "round": 1, "clause": "IC-29", "words": "So?", "by": "watch", "waits": True,
    }
    assert stranger.post(f"{at}/3", json={"outcome": "stands", "key": "b"}, headers=watch).status_code == 403
    assert stranger.post(f"{at}/3", json={"outcome": "withdrawn", "key": "b"}, headers=watch).status_code == 403
    wrongs = {"unknown_outcome": {"outcome": "corrected"}, "no_words": {"outcome": "ruled"}, "unknown_reading": {"outcome": "ruled", "option": "match", "value": "x"}}
    for code, wrong in wrongs.items():
        answer = client.post(f"{at}/3?lang=en", json={**wrong, "key": "b"})
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, code)
    assert client.post(f"{at}/9", json={"outcome": "stands", "key": "b"}).status_code == 404
    done = client.post(f"{at}/3", json={"outcome": "ruled", "option": "match", "value": "rank", "key": "b"})
    assert (done.status_code, done.get_json()) == (201, {"revision": 5})
    again = client.post(f"{at}/3", json={"outcome": "stands", "key": "c"})
    assert (again.status_code, again.get_json()["error"]["code"]) == (409, "call_settled")
    for code, wrong in {"no_such_entry": {"of": 1}, "unknown_clause": {"clause": "X-1"}}.items():
        answer = client.post(at, json={**wrong, "key": "w"})
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, code)


def test_the_record_keeps_calls_and_is_read_again(client: FlaskClient, opened: Opened) -> None:
    call(client, opened, of="2", words="So?")
    settle(client, opened, 3, "stands", words="Yes")
    record = client.get(f"/api/t/{opened['code']}/record").get_json()
    assert [(event["type"], event.get("reason")) for event in record["events"][1:]] == [("call", "So?"), ("settled", "Yes")]
    history, _names = load(record, GAMES)
    assert [event.type for event in history.table_events] == ["call", "settled"]
    assert open_calls(history.table_events) == ()
    assert client.post("/api/check", json=record).get_json()["stands"] is True
