"""Plays of BG Stats brought in: what is written of a table comes back as its figures, once; what cannot be taken has its place."""

from __future__ import annotations

import copy
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from app import create_app
from referee.cli import main
from referee.games import GAMES
from referee.rulebook import LANGUAGES, load
from referee.server.serve import DATABASE_NAME
from referee.store import Store
from referee.store.results import Result
from referee.store.values import TableRow
from referee.web.desk.plays import is_plays, read_plays
from referee.web.desk.taking_in import NotTaken
from referee.web.group.figures import of_games
from referee.web.group.story import Told, standings, streaks
from referee.web.group.told import told_of, told_of_result
from referee.words import Speaker
from tests.support.eventful import eventful, phone, stored
from tests.support.group_play import open_game
from tests.support.tiers import cases, law

EACH = pytest.mark.parametrize("game_id", sorted(GAMES))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Another server."""
    made = create_app({"DATABASE": str(tmp_path_factory.mktemp("elsewhere") / "referee.db"), "RATE_LIMITS": False})
    yield made
    made.extensions["desk"].close()


def group_at(app: Flask) -> TableRow:
    """A table that is still played, of a group of its own."""
    made: TableRow = stored(app.extensions["desk"].store, eventful("toy", 1))
    return made


def sent(app: Flask, table: TableRow, file: str) -> Any:
    """What the group's page says to a file."""
    link = app.extensions["desk"].store.group(table.group_id).link
    told = {"files": [(io.BytesIO(file.encode()), "a.bgsplay")]}
    return phone(app, table).post(f"/g/{link}/import", data=told, content_type="multipart/form-data")


def written(app: Flask, game_id: str, seed: int) -> tuple[TableRow, str]:
    """A finished table, and the file of its play."""
    table = open_game(app.extensions["desk"], game_id, seed, random.Random(seed))
    return table, phone(app, table).get(f"/t/{table.code}/bgstats.bgsplay").text


def named(app: Flask, group: int, told: Told) -> Any:
    """Everybody's figures of one table, by name."""
    names = {one.id: one.name for one in app.extensions["desk"].store.people(group)}
    several = len(told.games) > 1
    counts = {names[one.person]: (one.played, one.won) for one in standings([told])}
    figures = {names[one]: [(of.game, of.count.played, of.count.won, of.best, of.average, several or of.count.shared) for of in of_games([told], one)] for one in told.sat}
    return counts, figures, [{names[one] for one in equal} for equal in told.places], told.players, int(told.began)


@law
@EACH
def test_what_is_written_of_a_table_comes_back_as_its_figures_and_once(app: Flask, elsewhere: Flask, game_id: str) -> None:
    here, there = app.extensions["desk"], elsewhere.extensions["desk"]
    for seed in cases(3, 12):
        table, file = written(app, game_id, seed)
        into = group_at(elsewhere)
        tables = there.store.table_ids()
        assert sent(elsewhere, into, file).status_code == 200
        (row,) = here.outcomes.of_group(table.group_id, 5)
        (result,) = there.store.results(into.group_id)
        told = told_of_result(result)
        assert named(elsewhere, into.group_id, told) == named(app, table.group_id, told_of(row))
        people = there.store.everybody(into.group_id)
        again = sent(elsewhere, into, file)
        assert "Here already: 1." in again.text
        assert there.store.results(into.group_id) == (result,)
        assert there.store.everybody(into.group_id) == people
        assert there.store.table_ids() == tables, "no table is made of it"
        record = phone(app, table).get(f"/t/{table.code}/record.json").text
        assert "brought in." in sent(elsewhere, into, record).text
        assert there.store.results(into.group_id) == (), "told in full it counts once"
        assert "Here already: 1." in sent(elsewhere, into, file).text
        assert there.store.results(into.group_id) == ()
        assert [one.id for one in there.store.everybody(into.group_id)] == [one.id for one in people]


def test_the_command_takes_plays_into_a_group(app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with Store(data / DATABASE_NAME) as store:
        group = store.group(stored(store, eventful("toy", 1)).group_id)
    told = json.loads(written(app, sorted(GAMES)[0], 1)[1])
    told["plays"].append(7)
    (tmp_path / "a.bgsplay").write_text(json.dumps(told), encoding="utf-8")

    def run(*more: str) -> Any:
        assert main(["import", str(tmp_path / "a.bgsplay"), "--data", str(data), "--json", *more]) > 0
        return json.loads(capsys.readouterr().out)

    for address in (group.link, f"https://cards.example/g/{group.link}/"):
        taken, bad = run("--group", address)["files"]
        assert (taken["results"], taken["new"], bad["error"]["where"]) == (1, int(address == group.link), "/plays/1")
    assert run()["files"][0]["error"]["code"] == "play_no_group"
    assert run("--group", "none")["error"]["code"] == "no_group"
    for lang in LANGUAGES:
        main(["import", str(tmp_path / "a.bgsplay"), "--data", str(data), "--group", group.link, "--lang", lang])
        assert Speaker(lang, "commands", {}).say("imported_results", taken) in capsys.readouterr().out


@law
@EACH
def test_a_game_is_known_by_its_id_or_its_name_in_any_language(app: Flask, game_id: str) -> None:
    _table, file = written(app, game_id, 1)
    plain = json.loads(file)
    whole = [one for _where, one in read_plays(plain)]
    for lang in LANGUAGES:
        for game in ({"name": load(game_id).name[lang].upper()}, {"name": f" {load(game_id).short[lang]} "}, {"uuid": plain["games"][0]["uuid"]}):
            told = plain | {"games": [{"id": 1, "highestWins": plain["games"][0]["highestWins"], **game}]}
            assert [one for _where, one in read_plays(told)] == whole
    (_where, bad), = read_plays(plain | {"games": [{"id": 1, "name": "Nothing of the kind"}]})
    assert isinstance(bad, NotTaken)
    assert (bad.code, bad.pointer) == ("unknown_game", "/plays/0/gameRefId")


@law
@EACH
def test_without_winners_and_ranks_scores_tell_who_won(app: Flask, game_id: str) -> None:
    for seed in cases(3, 12):
        told = json.loads(written(app, game_id, seed)[1])
        for row in told["plays"][0]["playerScores"]:
            for name in ("winner", "rank", "startPlayer", "seatOrder"):
                del row[name]
        ((_where, one),) = read_plays(told)
        assert isinstance(one, Result)
        scores = [came.score for came in one.people if came.score is not None]
        best = max(scores) if told["games"][0]["highestWins"] else min(scores)
        assert {came.place == 1 for came in one.people if came.score == best} == {True}
        assert GAMES[game_id].info.tally or [came.won for came in one.people] == [int(came.score == best) for came in one.people]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.floats() | st.text(max_size=6) | st.sampled_from(["1", "2026-11-25 19:30:00", "\ud800", 10**30]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["id", "name", "plays", "playerRefId", "score"]) | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def places_in(told: Any) -> list[tuple[Any, Any]]:
    """Everything in a file, as what holds it and by what."""
    inside = [(told, key) for key in (told if isinstance(told, dict) else range(len(told)) if isinstance(told, list) else ())]
    return inside + [place for held, key in inside for place in places_in(held[key])]


@law
@given(st.data())
def test_junk_is_refused_with_its_place_and_raises_nothing(data: Any) -> None:
    file = copy.deepcopy(SOUND)
    for _time in range(data.draw(st.integers(1, 4))):
        held, key = data.draw(st.sampled_from(places_in(file)))
        held[key] = data.draw(JSON)
    if not is_plays(file):
        return
    read = all_of(file)
    for at, (where, one) in enumerate(read):
        assert where == f"/plays/{at}"
        if isinstance(one, NotTaken):
            assert one.pointer.startswith(where)
            for lang in LANGUAGES:
                assert Speaker(lang, "kernel", {}).say(f"bad.{one.code}", one.params, "").encode()
        else:
            assert one.people
            told_of_result(one)


def all_of(file: Any) -> list[tuple[str, Any]]:
    """Every play as it was read; nothing where the file is no list of plays, games and players."""
    if all(isinstance(file.get(name), list) for name in ("plays", "games", "players")):
        return [*read_plays(file)]
    with pytest.raises(NotTaken, match=r"^/(plays|games|players): not_a_list"):
        [*read_plays(file)]
    return []


SCORES = [{"playerRefId": at, "score": str(7 * at), "winner": at == 3, "rank": 4 - at} for at in (1, 2, 3)]
SOUND: Any = {
    "games": [{"id": at, "name": load(game).name["en"]} for at, game in enumerate(sorted(GAMES))],
    "players": [{"id": at, "name": f"N{at}", "isAnonymous": False} for at in (1, 2, 3)],
    "plays": [{"gameRefId": at, "playDate": "2026-01-02 20:00:00", "playerScores": SCORES} for at in range(3)],
}


@law
@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=7), max_size=5))
def test_no_more_in_a_row_is_told_than_there_was(played: list[list[bool]]) -> None:
    """However the games of results followed one another."""
    plain = [Told("", "", 0, frozenset({1}), frozenset({1}), tuple(frozenset([1] * (at < sum(won))) for at in range(len(won))), plain=True) for won in played]
    row, best = streaks(won for one in plain for won in one.in_order(1))
    real_row, real_best = streaks(won for one in played for won in one)
    assert row <= real_row
    assert best <= real_best
    assert all(one.won(1) == sum(won) for one, won in zip(plain, played, strict=True))


def test_what_is_missing_or_odd() -> None:
    """A score that is no number counts for nothing, nobody without a name is taken in, and no play twice."""
    kept = next(game for game, one in GAMES.items() if not one.info.tally and not one.info.low_wins and one.info.seats[0] <= 3 <= one.info.seats[1])
    rows = [{"playerRefId": 1, "score": "12+3", "winner": True}, {"playerRefId": 2, "score": "9"}, {"playerRefId": 3}]
    sound = {"gameRefId": 1, "playDate": "2026-01-02 20:00:00", "playerScores": rows}
    file = {
        "games": [{"id": 1, "name": load(kept).name["ja"]}, {"id": 2, "name": "Chess"}],
        "players": [{"id": 1, "name": " Ann "}, {"id": 2, "name": "Bo"}, {"id": 3, "name": "Ann"}, {"id": 4, "name": "Who", "isAnonymous": True}, {"id": 5}],
        "plays": [
            sound, sound | {"gameRefId": 2}, sound | {"playDate": "2999-01-01 00:00:00"}, sound | {"playDate": "yesterday"}, sound | {"ignored": True},
            sound | {"playerScores": rows * 9}, sound | {"playerScores": [rows[0], rows[0]]}, sound | {"playerScores": [rows[0], {"playerRefId": 4}]},
            sound | {"playerScores": [rows[0], {"playerRefId": 5}]}, sound | {"playerScores": 7}, 7,
        ],
    }
    (_where, one), *others = read_plays(file)
    assert isinstance(one, Result)
    assert [(came.name, came.place, came.score, came.won) for came in one.people] == [("Ann", 1, None, 1), ("Bo", 2, 9, 0), ("Ann", 2, None, 0)]
    assert not told_of_result(one).numbers
    found = [(bad.code, bad.pointer) for _where, bad in others if isinstance(bad, NotTaken)]
    assert found == [
        ("unknown_game", "/plays/1/gameRefId"), ("no_play_date", "/plays/2/playDate"), ("no_play_date", "/plays/3/playDate"), ("play_ignored", "/plays/4/ignored"),
        ("play_seats", "/plays/5/playerScores"), ("no_person", "/plays/6/playerScores/1/playerRefId"), ("play_nameless", "/plays/7/playerScores/1/playerRefId"),
        ("play_nameless", "/plays/8/playerScores/1/playerRefId"), ("not_a_list", "/plays/9/playerScores"), ("not_an_object", "/plays/10"),
    ]
