"""Pausing the game: who enters may, entering waits, people decide, and the log keeps what they
decided.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import Event
from referee.games import GAMES
from referee.kernel.record import load
from referee.service.disputes import open_disputes
from tests.support.at_table import post, record
from tests.support.talk import (
    CHIEF,
    DOCTOR,
    LAWYER,
    Open,
    Opened,
    error_of,
    link_of,
    meld,
    seated,
    send,
    table,
    text_of,
)
from tests.web.people.test_join import joined

FORM = {"seat": "s3", "cards": ["KH", "QD", "4D", "AC"]}


@pytest.fixture
def opened(client: FlaskClient, open_table: Open) -> Opened:
    """A table of three at which Bo has made a Doctor: revision 2."""
    made = open_table(CHIEF)
    assert send(client, made, DOCTOR).status_code == 201
    return made


def start_dispute(client: FlaskClient, opened: Opened, **form: Any) -> Any:
    return client.post(f"/t/{opened['code']}/call", data={"key": "c", **form})


def settle(client: FlaskClient, opened: Opened, seq: int, outcome: str, **form: Any) -> Any:
    form = {"key": f"s{seq}", "outcome": outcome, **form}
    return client.post(f"/t/{opened['code']}/call/{seq}?lang=en", data=form)


def shown(client: FlaskClient, opened: Opened, tail: str = "", lang: str = "en") -> str:
    query = {"lang": lang}
    page = client.get(f"/t/{opened['code']}{tail}", query_string=query, follow_redirects=True)
    return re.sub(r"\s+", " ", page.text)


def enter(client: FlaskClient, opened: Opened) -> Any:
    """Cy's Lawyer."""
    return post(client, opened["code"], "entry?lang=en", **FORM)


def setting(app: Flask, opened: Opened, **values: Any) -> None:
    """Set something as the host's page does."""
    store = app.extensions["service"].store
    found = store.table_by_code(opened["code"])
    store.append(
        found.id, store.head(found.id), [Event(0, "setting", data=values, by="host")], "setting"
    )


def events(app: Flask, opened: Opened) -> list[Any]:
    store = app.extensions["service"].store
    return list(store.events(store.table_by_code(opened["code"]).id))


def test_every_page_shows_that_the_game_is_paused(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    """About Bo's Doctor: the table and the sheet say so; the list of entries and the television
    name who paused.
    """
    answer = start_dispute(seated(app, opened, "s1"), opened, of="2", words="Six hearts?")
    assert answer.headers["Location"].endswith("/call/3")
    for tail in ("", "/sheet"):
        assert "The game is paused: Bo’s Doctor" in shown(client, opened, tail), tail
    for tail in ("/fix", "/tv", "/call/3"):
        assert "Ann paused the game: Bo’s Doctor" in shown(client, opened, tail), tail
    assert "Six hearts?" in shown(client, opened, "/fix")
    assert "Boの医者" in shown(client, opened, "", "ja")


def test_an_entry_is_held_with_all_that_was_chosen(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    start_dispute(seated(app, opened, "s1"), opened, of="2")
    assert "Paused" in shown(client, opened)
    answer = enter(client, opened)
    assert answer.status_code == 409
    assert "Ann paused the game: Bo’s Doctor" in answer.text
    assert "Your cards stay selected." in answer.text
    for card in FORM["cards"]:
        assert re.search(rf'value="{card}"[^>]* checked', answer.text), card
    assert table(client, opened)["revision"] == 3
    settle(client, opened, 3, "stands")
    assert enter(client, opened).status_code == 303
    assert table(client, opened)["revision"] == 5


def test_programs_are_held_too(client: FlaskClient, app: Flask, opened: Opened) -> None:
    assert start_dispute(seated(app, opened, "s1"), opened).status_code == 303
    answer = send(client, opened, LAWYER, seen=3, key="l")
    assert answer.status_code == 409
    error = answer.get_json()["error"]
    assert (error["code"], error["call"]) == ("held", 3)


def test_with_the_setting_go_nothing_waits(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """The setting counts at the moment of the dispute."""
    setting(app, opened, calls="go")
    start_dispute(client, opened, of="2")
    assert enter(client, opened).status_code == 303
    assert table(client, opened)["calls"][0]["waits"] is False


def test_it_can_be_decided_later(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """The game goes on, and what is to be decided stands where one asks."""
    bo = seated(app, opened, "s2")
    start_dispute(bo, opened, of="2")
    assert "Decide later" in shown(bo, opened, "/call/3")
    assert settle(bo, opened, 3, "go").status_code == 303
    assert settle(client, opened, 3, "go", key="again").status_code == 303
    assert enter(client, opened).status_code == 303
    assert [one["waits"] for one in table(client, opened)["calls"]] == [False]
    assert "To be decided later: Bo’s Doctor" in shown(client, opened, "/fix")
    assert "The game is paused" not in shown(client, opened)
    assert "Decide: Bo’s Doctor" in client.get(f"/ask/{CHIEF}?table={opened['code']}&lang=en").text


def test_who_may_pause_and_who_may_decide(client: FlaskClient, app: Flask, opened: Opened) -> None:
    looks, ann = joined(app, opened, "watch"), seated(app, opened, "s1")
    assert start_dispute(looks, opened).status_code == 403
    start_dispute(ann, opened)
    for outcome in ("stands", "go", "withdrawn"):
        assert settle(looks, opened, 3, outcome).status_code == 403
    assert 'name="answer"' not in shown(looks, opened, "/call/3")
    assert settle(client, opened, 3, "nonsense").status_code == 422
    assert settle(ann, opened, 3, "stands").status_code == 303
    assert settle(client, opened, 3, "stands", key="late").status_code == 409


def decide(client: FlaskClient, opened: Opened, seq: int, answer: str, **form: Any) -> Any:
    form = {"key": f"d{seq}", "answer": answer, **form}
    return client.post(f"/t/{opened['code']}/call/{seq}?lang=en", data=form)


@pytest.fixture
def beggar(client: FlaskClient, open_table: Open) -> Opened:
    """A whole round, in which Ann’s Beggar (event 2) is worth 4, by rank 2."""
    made = open_table(CHIEF)
    melds = (("beggar", "KD 7D"), ("lawyer", "KH QS 4D AC"), ("poor", "2S 3S 4H"))
    record(client, made, *(meld(one[0], f"s{at}", one[1]) for at, one in enumerate(melds, 1)))
    return made


def totals(client: FlaskClient, opened: Opened) -> dict[str, int]:
    found: dict[str, int] = table(client, opened)["totals"]
    return found


def test_the_answers_name_what_follows(client: FlaskClient, beggar: Opened) -> None:
    start_dispute(client, beggar, of="2")
    page = shown(client, beggar, "/call/5")
    for said in (
        "How many points?",
        "By our rules",
        "By rank",
        "Something else",
        "Also in our next games",
        "Continue with 4 points",
        "Continue with 2 points",
        "Then Ann has 2. Bo still leads with 25.",
    ):
        assert said in page, said


def test_by_our_rules_changes_nothing(client: FlaskClient, app: Flask, beggar: Opened) -> None:
    start_dispute(client, beggar, of="2")
    assert decide(client, beggar, 5, "stands").status_code == 303
    assert events(app, beggar)[-1].data == {"of": 5, "outcome": "stands", "about": 2}
    assert totals(client, beggar)["s1"] == 4


def test_another_interpretation_changes_the_number_at_once(
    client: FlaskClient, app: Flask, beggar: Opened
) -> None:
    """In this game only; it is kept for the next ones only where that was asked for."""
    start_dispute(client, beggar, of="2")
    assert decide(client, beggar, 5, "match=rank").status_code == 303
    settled = events(app, beggar)[-1]
    assert (settled.type, settled.data["points"], settled.data["about"]) == ("settled", 2, 2)
    assert totals(client, beggar)["s1"] == 2
    assert "No decisions yet." in shown(client, beggar, "/precedents")
    assert "Decided, Ann’s Beggar: Which cards match: By rank" in shown(client, beggar, "/fix")


def test_something_else_is_points_and_a_reason(
    client: FlaskClient, app: Flask, beggar: Opened
) -> None:
    start_dispute(client, beggar, of="2")
    for points, words in (("many", "so"), ("123456", "so"), ("1", " ")):
        refused = text_of(decide(client, beggar, 5, "other", points=points, words=words), 422)
        assert 'role="alert"' in refused
        assert f'value="{points}"' in refused
    told = {"points": "-3", "words": "Dropped a card"}
    assert decide(client, beggar, 5, "other", **told).status_code == 303
    assert totals(client, beggar)["s1"] == -3
    assert "§ Decided: Dropped a card" in shown(client, beggar, "/ruling/1/s1")


@pytest.mark.parametrize(
    ("answer", "said"), [("match=rank", "By rank"), ("stands", "By value"), ("other", "We say so")]
)
def test_a_decision_is_kept_for_the_next_games_where_that_is_asked_for(
    client: FlaskClient, beggar: Opened, answer: str, said: str
) -> None:
    start_dispute(client, beggar, of="2")
    form = {"points": "2", "words": "We say so", "clause": "IC-29", "next_games": "1"}
    assert decide(client, beggar, 5, answer, **form).status_code == 303
    assert said in shown(client, beggar, "/precedents")


def test_programs_keep_a_ruling_in_words_with_its_rule(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    """With a clause it is kept, without one it stands in the log alone; without words it says
    nothing.
    """
    start_dispute(client, opened, words="May one look?")
    assert "Enter what you decided." in text_of(settle(client, opened, 3, "ruled", words=" "), 422)
    foreign = settle(client, opened, 3, "ruled", words="Yes", clause="BD-1")
    assert "There is no such rule." in text_of(foreign, 422)
    assert settle(client, opened, 3, "ruled", reading="match=colour").status_code == 422
    assert len(events(app, opened)) == 3
    assert settle(client, opened, 3, "ruled", words="One may look").status_code == 303
    assert [event.type for event in events(app, opened)[3:]] == ["settled"]
    start_dispute(client, opened, key="d", clause="29")
    said = "Beggars speak last"
    assert settle(client, opened, 5, "ruled", words=said, clause="29").status_code == 303
    ruling, settled = events(app, opened)[5:]
    assert (ruling.type, ruling.data, ruling.reason) == ("ruling", {"clause": "IC-29"}, said)
    assert settled.data == {"of": 5, "outcome": "ruled", "clause": "IC-29", "ruling": 6}
    assert "Decided, IC-29: Beggars speak last" in shown(client, opened, "/fix")


def test_a_question_to_the_table_is_simply_decided(client: FlaskClient, opened: Opened) -> None:
    """There is no number."""
    start_dispute(client, opened, words="Who deals?")
    page = shown(client, opened, "/call/3")
    assert "What do you decide?" in page
    assert 'name="points"' not in page
    assert settle(client, opened, 3, "stands", words="Ann").status_code == 303
    assert "Decided: this whole game" in shown(client, opened, "/fix")


def test_a_theft_is_asked_about_by_itself(client: FlaskClient, open_table: Open) -> None:
    """Not by the number of the meld that its seat made in the same round."""
    opened = open_table(CHIEF, "Ann", "Bo", "Cy", "Dee")
    melds = (("thief", "6C"), ("thief", "QD"), ("beggar", "9S 9H"), ("lawyer", "KS TH 4D AD"))
    record(client, opened, *(meld(one[0], f"s{at}", one[1]) for at, one in enumerate(melds, 1)))
    record(client, opened, {"kind": "steal", "seat": "s1", "data": {"card": "s4:0"}})
    start_dispute(client, opened, of="6")
    page = shown(client, opened, "/call/7")
    assert "Ann’s theft" in page
    assert "How many points?" not in page
    start_dispute(client, opened, of="2", key="d")
    assert "How many points?" in shown(client, opened, "/call/8")


def test_a_correction_settles_the_dispute_about_its_entry(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    """One form: the entry is put right, the question settled, and the next undo takes the
    correction back.
    """
    send(client, opened, LAWYER, seen=2, key="l")
    start_dispute(client, opened, of="2")
    start_dispute(client, opened, key="other", of="3")
    cards = ["AH", "2S", "5S", "8S", "QS", "9S"]
    form = {"seat": "s2", "kind": "doctor", "cards": cards, "reason_kind": "misread"}
    assert post(client, opened["code"], "amend/2", **form).status_code == 303
    assert [event.type for event in events(app, opened)[5:]] == ["settled", "amend"]
    assert [one["of"] for one in table(client, opened)["calls"]] == [3]
    assert "Corrected: Bo’s Doctor" in shown(client, opened, "/fix")
    newest = {"seen": 7, "key": "u"}
    assert client.post(f"/api/t/{opened['code']}/undo", json=newest).status_code == 201
    assert events(app, opened)[-1].data == {"of": 7}


def test_undoing_the_entry_settles_it_and_can_be_undone(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    start_dispute(client, opened, of="2")
    assert post(client, opened["code"], "undo", of=2).status_code == 303
    assert [event.type for event in events(app, opened)[3:]] == ["settled", "retract"]
    assert table(client, opened)["calls"] == []
    assert "Redo" in client.get(f"/t/{opened['code']}?go=1&lang=en").text


def test_what_a_dispute_may_be_about(client: FlaskClient, opened: Opened) -> None:
    """An entry that does not stand, or a clause of another game, is refused."""
    for wrong in ({"of": "1"}, {"of": "9"}, {"of": "x"}, {"clause": "BD-1"}, {"clause": "IC-999"}):
        assert start_dispute(client, opened, words="so", **wrong).status_code == 422, wrong
    assert table(client, opened)["calls"] == []


def test_the_ways_in(client: FlaskClient, opened: Opened) -> None:
    """The list of entries, the round explained and an opened cell lead to where one asks about the
    entry.
    """
    code = opened["code"]
    there = f'href="/ask/{CHIEF}?table={code}&amp;entry=2"'
    for path in ("/fix?ask=1", "/sheet?open=1-s2", "?round=1"):
        assert there in client.get(f"/t/{code}{path}").text, path


def test_a_double_tap_starts_and_settles_once(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    for _ in range(2):
        there = start_dispute(client, opened).headers["Location"]
        assert there == f"/t/{opened['code']}/call/3"
    assert [settle(client, opened, 3, "stands").status_code for _ in range(2)] == [303, 303]
    assert len(events(app, opened)) == 4


def test_a_few_disputes_may_be_open(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """Three of one phone; others may still ask until there are eight."""
    for seat, taken in ((None, 3), ("s1", 3), ("s2", 2)):
        phone = seated(app, opened, seat) if seat else client
        keys = [f"{seat}-{n}" for n in range(taken + 1)]
        found = [start_dispute(phone, opened, key=key).status_code for key in keys]
        assert found == [303] * taken + [409]
    assert len(table(client, opened)["calls"]) == 8


def test_words_have_a_size(client: FlaskClient, opened: Opened) -> None:
    assert start_dispute(client, opened, words="w" * 5000).status_code == 303
    assert len(table(client, opened)["calls"][0]["words"]) <= 1000


def test_two_who_settle_at_once(client: FlaskClient, app: Flask, opened: Opened) -> None:
    """One of them does; the other is told."""
    start_dispute(client, opened)
    phones = [seated(app, opened, f"s{n}") for n in (1, 2, 3)]

    def send_one(phone: FlaskClient, n: int) -> int:
        return int(settle(phone, opened, 3, "stands", key=f"k{n}").status_code)

    with ThreadPoolExecutor(len(phones)) as threads:
        assert sorted(threads.map(send_one, phones, range(3))) == [303, 409, 409]
    assert [event.type for event in events(app, opened)].count("settled") == 1


def test_a_secret_entry_shows_no_cards_to_others(
    client: FlaskClient, app: Flask, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"entry": "secret"})
    bo, cy = seated(app, opened, "s2"), seated(app, opened, "s3")
    assert send(bo, opened, DOCTOR).status_code == 201
    start_dispute(bo, opened, of="2")
    assert "queen of spades" in shown(bo, opened, "/call/3")
    for tail in ("/call/3", "/call/3?part=1", "/tv", "/fix", ""):
        page = cy.get(f"/t/{opened['code']}{tail}").text
        assert "Doctor" not in page.partition('class="turn"')[0], tail
    assert "ace of hearts" not in shown(cy, opened, "/call/3")


def test_the_box_over_an_entry(client: FlaskClient, opened: Opened) -> None:
    """It is there while entering waits, settles in place, and is empty after that."""
    start_dispute(client, opened, of="2")
    path = f"/t/{opened['code']}/call/3"
    assert f'href="{path}"' in client.get(f"{path}?part=held&lang=en").text
    assert settle(client, opened, 3, "go").status_code == 303
    assert "refusal-title" not in client.get(f"{path}?part=held").text
    assert "refusal-title" in client.get(f"{path}?part=1").text
    assert client.get(f"{path}?part=state").status_code == 204
    settle(client, opened, 3, "stands", key="later")
    assert "refusal-title" not in client.get(f"{path}?part=1").text
    assert client.get(f"{path}?part=state").headers["HX-Retarget"] == "#page"


def test_programs_dispute_and_settle(client: FlaskClient, app: Flask, opened: Opened) -> None:
    at, watch = f"/api/t/{opened['code']}/call", link_of(opened, "watch")
    stranger = app.test_client()
    about = {"of": 2, "clause": "IC-29", "words": "So?"}
    made = stranger.post(at, json=about | {"key": "a"}, headers=watch)
    assert (made.status_code, made.get_json()) == (201, {"revision": 3})
    told = table(client, opened)["calls"][0]
    assert told.items() >= (about | {"seq": 3, "round": 1, "by": "watch", "waits": True}).items()
    for outcome in ("stands", "withdrawn"):
        body = {"outcome": outcome, "key": "b"}
        assert stranger.post(f"{at}/3", json=body, headers=watch).status_code == 403
    wrongs = {
        "unknown_outcome": {"outcome": "corrected"},
        "no_words": {"outcome": "ruled"},
        "unknown_reading": {"outcome": "ruled", "option": "match", "value": "x"},
    }
    for code, wrong in wrongs.items():
        refused = client.post(f"{at}/3?lang=en", json={**wrong, "key": "b"})
        assert error_of(refused, 422)["code"] == code
    assert client.post(f"{at}/9", json={"outcome": "stands", "key": "b"}).status_code == 404
    ruled = {"outcome": "ruled", "option": "match", "value": "rank", "key": "b"}
    done = client.post(f"{at}/3", json=ruled)
    assert (done.status_code, done.get_json()) == (201, {"revision": 5})
    again = client.post(f"{at}/3", json={"outcome": "stands", "key": "c"})
    assert error_of(again, 409)["code"] == "call_settled"
    for code, wrong in {"no_such_entry": {"of": 1}, "unknown_clause": {"clause": "X-1"}}.items():
        assert error_of(client.post(at, json={**wrong, "key": "w"}), 422)["code"] == code


def test_the_record_keeps_disputes_and_is_read_again(client: FlaskClient, opened: Opened) -> None:
    start_dispute(client, opened, of="2", words="So?")
    settle(client, opened, 3, "stands", words="Yes")
    record = client.get(f"/api/t/{opened['code']}/record").get_json()
    assert [(event["type"], event.get("reason")) for event in record["events"][1:]] == [
        ("call", "So?"),
        ("settled", "Yes"),
    ]
    history, _names = load(record, GAMES)
    assert [event.type for event in history.table_events] == ["call", "settled"]
    assert open_disputes(history.table_events) == ()
    assert client.post("/api/check", json=record).get_json()["stands"] is True
