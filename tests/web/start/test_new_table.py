"""A new table: how its people are put in order and known by their signs, and what is wrong at the
place it is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.games import GAMES
from referee.store.symbols import INKS, SHAPES, Sign
from referee.store.values import PersonRow
from referee.web.start.players import PlayerLine, called, new_seat_of, rearranged, with_signs
from referee.words import LANGUAGES
from tests.support.examples import plays
from tests.support.talk import CHIEF, code_of, table

NAMES = st.lists(st.sampled_from(["", "Ann", "Bo", "Cy", "Dee"]), min_size=2, max_size=6)
MOST = 6
SIGNS = st.builds(Sign, st.sampled_from(SHAPES), st.sampled_from(INKS))


def put(names: Sequence[str], step: str) -> list[str]:
    """The names after one tap."""
    return [line.name for line in rearranged([*map(PlayerLine, names)], step, MOST)]


@given(NAMES, st.sampled_from(["up", "down", "drop"]), st.integers(-1, 7))
def test_a_name_is_moved_by_one_place_or_taken_out(names: list[str], verb: str, at: int) -> None:
    """What cannot be done does nothing: there is no place above the first or below the last."""
    there = put(names, f"{verb}-{at}")
    other = {"up": at - 1, "down": at + 1}.get(verb)
    if verb == "drop":
        assert there == ([*names[:at], *names[at + 1 :]] if 0 <= at < len(names) else names)
    elif other is not None and at in range(len(names)) and other in range(len(names)):
        assert (there[at], there[other]) == (names[other], names[at])
        assert [name for place, name in enumerate(there) if place not in (at, other)] == [
            name for place, name in enumerate(names) if place not in (at, other)
        ]
    else:
        assert there == names


@given(NAMES, st.sampled_from(["Ann", "Fay"]))
def test_a_known_name_goes_to_the_first_empty_line(names: list[str], name: str) -> None:
    there = put(names, f"seat-{name}")
    if name in names:
        assert there == names
    elif "" in names:
        free = names.index("")
        assert there == [*names[:free], name, *names[free + 1 :]]
    else:
        assert there == [*names, name][:MOST]


@given(
    st.permutations(["Ann", "Bo", "Cy", "Dee"]),
    st.sampled_from(["up", "down", "drop"]),
    st.integers(0, 3),
    st.integers(1, 4),
)
def test_a_rule_that_names_somebody_follows_that_player(
    names: list[str], verb: str, at: int, seat: int
) -> None:
    before = [*map(PlayerLine, names)]
    after = rearranged(before, f"{verb}-{at}", MOST)
    there = new_seat_of(f"s{seat}", before, after)
    stays = before[seat - 1] in after
    assert (after[int(there[1:]) - 1] == before[seat - 1]) if stays else there == ""


@given(
    NAMES,
    st.dictionaries(st.sampled_from(["Ann", "Bo", "Fay"]), SIGNS),
    st.lists(st.one_of(st.none(), SIGNS), min_size=6, max_size=6),
)
def test_everybody_has_a_sign_and_no_free_line_has_somebodys(
    names: list[str], own: dict[str, Sign], chosen: list[Sign | None]
) -> None:
    """A sign that was chosen stays, a known person has their own, and the others have shapes that
    nobody has.
    """
    known = [PersonRow(at, 1, name, 0.0, sign) for at, (name, sign) in enumerate(own.items())]
    lines = [
        PlayerLine(name, sign, sign is not None) for name, sign in zip(names, chosen, strict=False)
    ]
    there = with_signs(lines, known, MOST)
    assert len(there) == MOST
    kept = [line.sign if line.chosen else own.get(line.name) for line in lines if line.name]
    named = [line.sign for line in there if line.name]
    assert all(sign in (None, shown) for shown, sign in zip(named, kept, strict=True))
    free = [line.sign.shape for line in there if line.sign and line.sign not in kept]
    assert len(free) == len(set(free))
    assert not set(free) & {sign.shape for sign in kept if sign}


def open_with(client: FlaskClient, names: Sequence[str], **form: object) -> str:
    return code_of(client.post(f"/new/{CHIEF}/open?lang=en", data={"name": [*names], **form}))


@plays(CHIEF)
def test_a_sign_is_kept_with_its_person(app: Flask, client: FlaskClient) -> None:
    """New people have the signs that the page drew or that they chose; a known one changes only by
    a choice.
    """
    store = app.extensions["service"].store

    def signs(code: str) -> list[str]:
        return [str(row.sign) for row in store.seats(store.table_by_code(code).id)]

    drawn = {"ink": ["teal", "plum"], "drawn": ["sun-teal", "moon-plum"]}
    chosen = {"shape-0": "sun", "shape-1": "fish"}
    first = open_with(client, ["Ann", "Bo"], key="a", **drawn, **chosen)
    assert signs(first) == ["sun-teal", "fish-plum"]
    drawn = {"ink": ["olive", "slate"], "drawn": ["bell-olive", "drop-slate"], "shape-1": "drop"}
    for shape, sign in (("bell", "fish-plum"), ("key", "key-olive")):
        code = open_with(client, ["Bo", "Cy"], key=shape, **drawn, **{"shape-0": shape})
        assert signs(code) == [sign, "drop-slate"]


@pytest.mark.parametrize("sign", ["sun", "sun-", "-teal", "sun-gold", "x" * 500, "sun-teal-teal"])
def test_a_sign_that_is_none_is_nobodys(client: FlaskClient, sign: str) -> None:
    shape, _dash, ink = sign.partition("-")
    form = {"ink": [ink], "drawn": [sign], "shape-0": shape, "shape-x": "sun"}
    assert open_with(client, ["Ann", "Bo"], key=sign[:9], **form)


@plays(CHIEF)
def test_a_name_that_is_there_twice_is_said_at_its_own_line(client: FlaskClient) -> None:
    form = {"name": ["Ann", "Bo", "ｂｏ"], "depth": "quick"}
    answer = client.post(f"/new/{CHIEF}/open?lang=en", data=form)
    assert answer.status_code == 422
    line = answer.text.split('<li class="person-line')[3]
    assert "Two players are called ｂｏ. Add a letter." in line
    assert answer.text.count("Add a letter") == 1
    assert re.search(r'name="depth" value="quick" checked', answer.text)


def shown(page: str) -> tuple[int, list[str], str]:
    """How many lines a page shows, the names in them, and what its button says."""
    lines = [
        line
        for line in page.split('<li class="person-line')[1:]
        if not line.partition(">")[0].endswith("hidden")
    ]
    names = [re.findall(r'name="name" value="([^"]*)"', line)[0] for line in lines]
    go = page.partition('class="button button-go')[2].partition("</button>")[0].partition(">")[2]
    return len(lines), names, re.sub(r"<[^>]*>", "", go)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_starts_without_a_name_and_with_any_number_it_is_for(
    client: FlaskClient, game: str
) -> None:
    """The number comes first; it stops at the limits of the game and says why, and the button is
    alive all the time.
    """
    least, most = GAMES[game].info.seats
    n, names, go = shown(client.get(f"/new/{game}?lang=en").text)
    assert (n, names) == (min(max(4, least), most), [""] * n)
    assert go == f"Start with {n} player{'s' * (n > 1)}"
    for players in range(least, most + 1):
        form = {"name": [""] * most, "players": players}
        for step, by, stop in (("fewer", -1, "needs at least"), ("more", 1, "at most")):
            page = client.post(f"/new/{game}?lang=en", data=form | {"do": step}).text
            assert shown(page)[0] == min(max(players + by, least), most)
            assert (stop in page.partition('id="stopped"')[2].partition("</p>")[0]) == (
                players + by not in range(least, most + 1)
            )
        opening = client.post(f"/new/{game}/open?lang=en", data=form | {"key": str(players)})
        seats = table(client, {"code": code_of(opening)})["seats"]
        assert [seat["name"] for seat in seats] == [f"Player {n}" for n in range(1, players + 1)]


@plays(CHIEF)
def test_who_has_no_name_is_nobody_to_be_offered_again(client: FlaskClient) -> None:
    code = open_with(client, ["Ann", "", "Cy"], players=3, key="k")
    again = shown(client.get(f"/new/{CHIEF}?again={code}&lang=en").text)
    assert again[:2] == (3, ["Ann", "", "Cy"])
    page = client.get(f"/new/{CHIEF}?lang=en").text
    assert (shown(page)[0], re.findall(r'value="seat-(.*?)"', page)) == (3, ["Ann", "Cy"])


@pytest.mark.parametrize(
    "names",
    [[""], [""] * 3, ["player 2", "", "Player 3", ""], ["Player 4", "Player 3", "", "", ""]],
)
def test_everybody_is_called_something_else(app: Flask, names: list[str]) -> None:
    """Also where somebody chose what another one is called without a name."""
    with app.test_request_context("/?lang=en"):
        there = [line.name.casefold() for line in called([*map(PlayerLine, names)])]
    assert len(set(there)) == len(names)
    assert all(there)


@plays(CHIEF)
def test_the_last_line_is_taken_and_comes_back_with_its_name(client: FlaskClient) -> None:
    form = {"name": ["Ann", "Bo", "Cy", "Dee"], "players": 4, "do": "fewer"}
    page = client.post(f"/new/{CHIEF}?lang=en", data=form).text
    assert shown(page) == (3, ["Ann", "Bo", "Cy"], "Start with 3 players")
    again = {"name": re.findall(r'name="name" value="([^"]*)"', page), "players": 3, "do": "more"}
    back = shown(client.post(f"/new/{CHIEF}?lang=en", data=again).text)
    assert back[1] == ["Ann", "Bo", "Cy", "Dee"]
    removed = shown(client.post(f"/new/{CHIEF}?lang=en", data=form | {"do": "drop-1"}).text)
    assert removed == (3, ["Ann", "Cy", "Dee"], "Start with 3 players")
    seated = shown(client.post(f"/new/{CHIEF}?lang=en", data=form | {"do": "seat-Eve"}).text)
    assert seated == (5, ["Ann", "Bo", "Cy", "Dee", "Eve"], "Start with 5 players")


@plays(CHIEF)
def test_one_tap_takes_the_standard_rules_back_and_keeps_the_people(client: FlaskClient) -> None:
    rules = {"depth": "quick", "entry": "secret", "edition": "original"}
    form = {"name": ["Ann", "Bo"], "do": "standard", **rules}
    page = client.post(f"/new/{CHIEF}?lang=en", data=form).text
    assert re.search(r'id="changed" hidden', page)
    assert 'value="Ann"' in page
    chosen = set(re.findall(r'name="(entry|edition)" value="(\w+)" checked', page))
    assert chosen == {("entry", "open"), ("edition", "page")}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_game_says_what_its_standard_rules_and_its_details_mean(
    client: FlaskClient, game_id: str, lang: str
) -> None:
    page = client.get(f"/new/{game_id}?lang={lang}").text
    assert re.search(r'id="standard">[^<]+<small>[^<]{6,}</small>', page)
    details = page.partition('<fieldset class="detail"')[2].partition("</fieldset>")[0]
    means = re.findall(
        r"(?:Quick|Turns|Full|かんたん|手番ごと|くわしく)(?:: |：)([^<]+)",
        details.partition('class="small"')[2],
    )
    assert len(means) == details.count('type="radio"') != 1
    assert len(set(means)) == len(means)


@plays(CHIEF)
def test_a_rule_that_cannot_be_is_refused_at_its_question(client: FlaskClient) -> None:
    form = {"name": ["Ann", "Bo"], "beggar_own": "no such reading", "touched.beggar_own": "1"}
    answer = client.post(f"/new/{CHIEF}/open?lang=en", data=form)
    assert answer.status_code == 422
    before, _name, after = answer.text.partition('name="beggar_own"')
    field = before.rpartition("<fieldset")[2] + after.partition("</fieldset>")[0]
    assert "field-error" in field


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_what_every_table_decides_stands_open_and_the_rest_is_folded(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    """A game says which of its house rules is `everyday`: asked openly when a table starts, and no
    rarer question.
    """
    game = GAMES[game_id]
    for changed in (False, True):
        options = tuple(
            replace(option, everyday=changed != option.everyday) for option in game.info.options
        )
        monkeypatch.setitem(GAMES, game_id, replace(game, info=replace(game.info, options=options)))  # type: ignore[arg-type]
        page = client.get(f"/new/{game_id}").text
        open_, _fold, folded = page.partition('<details class="fold"')
        editions = game.info.editions.values()
        decided = {"entry", "depth", *(name for edition in editions for name in edition)}
        for option in options:
            field = f'name="{option.field.name}"'
            if option.field.name not in decided:
                assert (field in open_) == option.everyday, field
                assert (field in folded) != option.everyday, field
