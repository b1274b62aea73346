"""The first page: for somebody new, and for whoever plays often."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.web.http import rendering
from referee.words import LANGUAGES
from tests.support.talk import CHIEF, DOCTOR, Open, Opened, meld, send
from tests.web.people.test_join import joined, path_of
from tests.web.people.test_seats import claim, end


def home(phone: FlaskClient, **query: str) -> str:
    answer = phone.get("/", query_string={"lang": "en", **query})
    assert answer.status_code == 200
    return answer.text


def violet(page: str) -> list[str]:
    """What the violet buttons say."""
    return [
        re.sub(r"<[^>]*>", "", one).strip()
        for one in re.findall(r'class="button button-go[^>]*>(.*?)</a>', page)
    ]


def test_who_was_at_no_table_is_told_what_this_is(app: Flask) -> None:
    page = home(app.test_client())
    assert "Play with real cards." in page
    assert violet(page) == ["Start a game"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_named_at_once_and_one_tap_leads_to_its_players(
    app: Flask, lang: str
) -> None:
    """Until this phone has been in a game; then its own games and people stand there."""
    page = home(app.test_client(), lang=lang)
    cells = page.partition('class="game-cells"')[2].partition("</ul>")[0]
    assert sorted(re.findall(r'href="/new/([\w-]+)"', cells)) == sorted(GAMES)
    assert all(f"<span>{rendering.game_name(game, lang)}</span>" in cells for game in GAMES)


def test_the_table_that_waits_has_the_only_violet_button_and_names_the_next_act(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    player = joined(app, opened, "seat")
    claim(player, opened, "s2")
    assert violet(home(client)) == ["Enter Ann’s cards"]
    assert violet(home(player)) == ["Enter Bo’s cards"]
    assert send(player, opened, DOCTOR).status_code == 201
    assert violet(home(player)) == ["Open the game"]


SECRET = [
    name
    for name, game in GAMES.items()
    if any(option.field.name == "entry" for option in game.info.options)
]


@pytest.mark.parametrize("entry", ["open", "secret"])
@pytest.mark.parametrize("game_id", SECRET)
def test_nobody_is_sent_to_enter_for_a_seat_that_has_its_phone(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str, entry: str
) -> None:
    """Whoever has a phone: what the button of the first page names is what its page then asks of
    this phone.
    """
    names = {f"s{n}": f"Person{n}" for n in range(1, max(GAMES[game_id].info.seats[0], 2) + 1)}
    opened = open_table(game_id, *names.values(), options={"entry": entry})
    phones: dict[str, FlaskClient] = {}
    for seat in (*names, ""):
        for own, phone in (("", client), *phones.items()):
            said = violet(home(phone))[0]
            named = {one for one, name in names.items() if name in said}
            mine = {own} if own else names.keys() - phones.keys()
            assert named <= mine, said
            page = phone.get(f"/t/{opened['code']}").text
            shown = re.search(r'name="seat" value="(s\d+)"', page.partition('id="entry"')[2])
            assert entry == "open" or not named or (shown and {shown[1]} == named), said
        if seat:
            phones[seat] = joined(app, opened, "seat")
            claim(phones[seat], opened, seat)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_next_act(client: FlaskClient, open_table: Open, game_id: str) -> None:
    names = [f"Person {n}" for n in range(max(GAMES[game_id].info.seats[0], 2))]
    opened = open_table(game_id, *names)
    (said,) = violet(home(client))
    assert said
    end(client, opened)
    assert violet(home(client)) == ["Start another game"]


@pytest.mark.parametrize(
    ("cards", "said"),
    [("9C TC JC QC KC", "Ann leads, −16"), ("AC 2C 3C 4C 6C", "Ann, Bo lead, −16")],
)
def test_a_lead_below_zero_has_a_minus_sign(
    client: FlaskClient, opened: Opened, cards: str, said: str
) -> None:
    riches = {"s1": "AH 2H 3H 4H 6H", "s2": cards, "s3": "9D TD JD QD KD"}
    entries = [meld("rich", seat, rich) for seat, rich in riches.items()]
    assert send(client, opened, *entries).status_code == 201
    assert said in home(client)


def test_one_tap_plays_a_groups_game_again(client: FlaskClient, opened: Opened) -> None:
    assert "/again" not in home(client).partition("<form")[2].partition('class="code"')[0]
    assert send(client, opened, DOCTOR).status_code == 201
    page = home(client)
    action = re.search(r'method="post" action="(/g/[^"]+/again)"', page)
    assert action
    assert client.post(action.group(1), data={"key": "k"}).status_code == 303


def test_past_games_are_one_row_that_leads_to_all_of_them(
    client: FlaskClient, open_table: Open
) -> None:
    for n in range(4):
        end(client, open_table(CHIEF), key=f"e{n}")
    row = home(client).partition('class="past"')[2].partition("</a>")[0]
    assert 'href="/?played=all"' in row
    assert ">4<" in row
    assert "ended early" not in home(client)
    assert home(client, played="all").count("ended early") == 4


def test_a_wrong_code_is_named_and_kept(app: Flask) -> None:
    answer = app.test_client().post("/join?lang=en", data={"code": "R6FXQ"})
    assert answer.status_code == 404
    assert "No game has the code R6FXQ." in answer.text
    assert 'value="R6FXQ"' in answer.text


def test_a_link_that_is_pasted_is_followed(app: Flask, client: FlaskClient, opened: Opened) -> None:
    link = path_of(opened, "seat")
    answer = app.test_client().post("/join", data={"code": f" https://referee.example{link} "})
    assert (answer.status_code, answer.headers["Location"]) == (303, link)
    for doubtful in ("x/join/", "/join/../new", "/join/a?b", "/join/a#b", "/join/\\evil.example"):
        assert app.test_client().post("/join", data={"code": doubtful}).status_code == 404
