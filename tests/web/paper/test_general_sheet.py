"""The printed sheet of every game without one of its own: what it prints is the game's, and nothing
overflows.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import complete_options, rank_by, totals
from referee.kernel.history import History, replay
from referee.store.symbols import Sign
from referee.web.paper import typst as paper
from referee.web.paper.signs import printed_sign
from referee.web.sheet.print_routes import boxes_in_words
from referee.words import Translator, catalogue
from tests.support.random_play import json_of, random_history, start_event
from tests.support.tiers import SLOW, by_turns, one_in, property_test
from tests.web.paper.test_paper import (
    HOUSE,
    LONG_NAMES,
    overflows,
    pieces,
    plain,
    readings,
    white_outside,
)
from tools.sample import sample_game

pytestmark = by_turns

GENERAL = sorted(
    game
    for game, known in GAMES.items()
    if any(
        paper.template(game, size, known.info.seats[0]) == paper.GENERAL
        for size in paper.papers(game)
    )
)
"""The games that have the general sheet on some paper."""
LANGUAGES = ("en", "ja")
PAGES = {
    "a4": (210, 297), "a4-across": (297, 210), "a5": (148, 210), "a5-across": (210, 148),
    "a5-two": (296, 210),
    "letter": (215.9, 279.4), "letter-across": (279.4, 215.9), "half": (139.7, 215.9),
    "half-across": (215.9, 139.7), "half-two": (279.4, 215.9),
}  # fmt: skip
NAMES = [*LONG_NAMES, "Ümit", "鈴木"]


@cache
def crowded_history(game_id: str, players: int) -> History:
    """A game of so many players, as many as a paper has room for."""
    game = GAMES[game_id]
    seats = tuple(f"p{at}" for at in range(players))
    data = {**start_event(game, 1).data, "seats": [*seats], "options": {}}
    first = game.setup(seats, complete_options(game.info, seats, {}))
    start, samples = Event(1, "start", data=data), sample_game(game, first, random.Random(4))
    moves = [
        Event(at, "move", one.prompt.seat, one.prompt.kind, json_of(one.answer))
        for at, one in enumerate(samples, 2)
    ]
    return replay(game, [start, *moves])


def data_of(history: History, lang: str) -> dict[str, Any]:
    """What the sheet is given, with long names and many house rules."""
    game = history.game
    said = Translator(lang, game.info.id, {})
    laid = game.paper(history.state)
    for entry in (entry for row in laid["rows"] for entry in row):
        entry["boxes"] = boxes_in_words(said, entry["boxes"])
    points = totals(history.lines, history.seats)
    places = {seat: at for at, group in enumerate(rank_by(points), 1) for seat in group}
    sign = printed_sign(Sign("leaf", "teal"))
    players = [
        {"name": name, "signs": [sign], "total": points[seat], "place": places[seat]}
        for seat, name in zip(history.seats, NAMES, strict=False)
    ]
    told = {"code": "ABCD", "date": "2026-11-21", "place": "The back room", "house": HOUSE}
    return {"players": players, "qr": ["10" * 12 + "1"] * 25, **told, **laid}


@pytest.mark.parametrize("game_id", GENERAL)
def test_every_finished_round_is_a_row_with_an_entry_for_every_seat(game_id: str) -> None:
    boxes = GAMES[game_id].info.sheet.boxes
    translators = [Translator(lang, game_id, {}) for lang in LANGUAGES]
    for seed in range(12):
        history = random_history(game_id, seed)
        rows = history.game.paper(history.state)["rows"]
        assert len(rows) == history.game.scene(history.state).complete
        for number, row in enumerate(rows, 1):
            assert [entry["seat"] for entry in row] == list(history.seats)
            now = totals(history.lines, history.seats, number)
            for entry in row:
                assert (entry["round"], entry["total"]) == (number, now[entry["seat"]])
                assert len(entry["boxes"]) == len(boxes)
                # A text is a word; a card that is alone in its box is no word.
                words = [f"word.{value}" for value in entry["boxes"] if isinstance(value, str)]
                assert all(translator.find(word) for translator in translators for word in words)


def sizes(game_id: str, lang: str) -> list[tuple[str, int]]:
    """The papers of a game with the most players each holds: every second in each language; in the
    fast tier every third.
    """
    found = [*paper.papers(game_id).items()]
    return found[LANGUAGES.index(lang) :: 2] if SLOW else found[1::3]


@property_test
@one_in(3)
@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "ja"])
@pytest.mark.parametrize("game_id", GENERAL)
def test_a_full_table_with_long_names_stays_inside_its_boxes(game_id: str, lang: str) -> None:
    for size, most in sizes(game_id, lang):
        data = data_of(crowded_history(game_id, most), lang)
        assert overflows(game_id, lang=lang, paper=size, data=data) == []
        assert white_outside(7.95, game_id, lang=lang, paper=size, data=data)
        assert overflows(game_id, lang=lang, paper=size, data=data, rules=False) == []
        assert overflows(game_id, lang=lang, paper=size, data=data, both=True) == []


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "ja"])
@pytest.mark.parametrize("game_id", GENERAL)
def test_the_sheet_says_names_totals_and_the_rules_in_short(game_id: str, lang: str) -> None:
    data = data_of(random_history(game_id, 2), lang)
    rules = Translator(lang, game_id, {}).say("sheet.rules").replace("*", "").split("\n")
    size = next(
        size
        for size in ("a4", "a5")
        if paper.template(game_id, size, len(data["players"])) == paper.GENERAL
    )
    for text in readings(game_id, lang=lang, paper=size, data=data):
        assert all(player["name"].replace(" ", "") in text for player in data["players"])
        assert "".join(rules[0].split())[:20] in text


@property_test
@one_in(3)
@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "ja"])
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_sheet_in_both_languages_has_the_names_of_both_and_holds_them(
    game_id: str, lang: str
) -> None:
    for size, most in sizes(game_id, lang):
        for players in {max(2, GAMES[game_id].info.seats[0]), most}:
            wanted = {"lang": lang, "paper": size, "players": players, "both": True}
            for rules in (True, False):
                assert overflows(game_id, rules=rules, **wanted) == [], (size, players)
    wanted = {"lang": lang, "paper": "a4", "players": GAMES[game_id].info.seats[0]}
    said = plain("".join(pieces(game_id, both=True, **wanted))).replace("\u2060", "")
    alone = plain("".join(pieces(game_id, **wanted)))
    other = "ja" if lang == "en" else "en"
    told = ("name", "total", "rank") if GAMES[game_id].info.ranked else ("name", "total")
    assert all(catalogue(other, "sheets")[f"sheet.{word}"] in said for word in told)
    for key, rule in paper.sheet_words(game_id, lang).items():
        if ".rule." in key and bare(rule) in bare(alone):
            assert bare(paper.sheet_words(game_id, other)[key]) in bare(said), key
    assert len(said) > len(alone)


def bare(text: str) -> str:
    """A text of letters and figures alone, as suits are set apart."""
    return "".join(filter(str.isalnum, text))


@pytest.mark.parametrize("game_id", GENERAL)
def test_the_rules_are_left_out_where_they_are_not_wanted_and_the_rounds_have_their_room(
    game_id: str,
) -> None:
    players = GAMES[game_id].info.seats[0]
    first = Translator("en", game_id, {}).say("sheet.rules").replace("*", "").split("\n")[0]
    for size in paper.papers(game_id, players):
        ruled, unruled = (
            pieces(game_id, lang="en", paper=size, players=players, rules=rules)
            for rules in (True, False)
        )
        general = paper.template(game_id, size, players) == paper.GENERAL
        with_rules, without = plain("".join(ruled)), plain("".join(unruled))
        assert (plain(first)[:20] in with_rules) == general
        assert plain(first)[:20] not in without
        assert len(with_rules) > len(without) + 50, "`sheet.rules` says too little"
        assert not general or rows_of(unruled) >= rows_of(ruled)


@pytest.mark.parametrize("game_id", GENERAL)
def test_every_blank_sheet_has_rows_for_seven_rounds_or_the_game_s(game_id: str) -> None:
    least = min(GAMES[game_id].info.sheet.rows, 7)
    for size, most in paper.papers(game_id).items():
        for players in range(GAMES[game_id].info.seats[0], most + 1):
            if paper.template(game_id, size, players) == paper.GENERAL:
                said = pieces(game_id, lang="en", paper=size, players=players)
                assert rows_of(said) >= least, (size, players)


def rows_of(said: list[str]) -> int:
    """The number of rows of a blank sheet, which are numbered, within a season anew."""
    return sum(piece.isdigit() for piece in said)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_games_own_sheet_is_printed_for_as_many_as_it_has_room_for(game_id: str) -> None:
    for size, most in GAMES[game_id].info.sheet.papers.items():
        for players in range(GAMES[game_id].info.seats[0], most + 2):
            own = paper.template(game_id, size, players) != paper.GENERAL
            assert own == (players <= most), (size, players)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_two_on_one_page_are_the_sheet_twice(game_id: str) -> None:
    players = GAMES[game_id].info.seats[0]
    for size in (size for size in paper.papers(game_id, players) if size.endswith("-two")):
        once = pieces(game_id, lang="en", paper=size.removesuffix("-two"), players=players)
        assert pieces(game_id, lang="en", paper=size, players=players) == [*once, *once]


@pytest.mark.parametrize(("size", "millimetres"), PAGES.items())
@pytest.mark.parametrize("game_id", GENERAL[-1:])
def test_a_page_is_as_large_as_the_paper_and_turned_as_asked(
    game_id: str, size: str, millimetres: tuple[float, float]
) -> None:
    players = GAMES[game_id].info.seats[0]
    svg = paper.render(game_id, lang="en", paper=size, players=players, fmt="svg").decode()
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found
    assert [round(float(points) * 25.4 / 72, 1) for points in found.groups()] == list(millimetres)


def test_the_pages_of_the_general_sheet_are_all_told_here() -> None:
    assert set(PAGES) == set(paper.GENERAL_PAPERS)
