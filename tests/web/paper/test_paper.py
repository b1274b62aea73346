"""The printed sheets: every one fits its page, says what its record says and leaves the rest to the
pen.
"""

import copy
import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from referee.games import GAMES
from referee.store.symbols import Sign
from referee.web.paper import typst as paper
from referee.web.paper.signs import printed_sign
from referee.web.paper.typst import render, sheet_inputs, unprintable
from tests.support.golden import folder_of
from tests.support.setting import compiled, queried
from tests.support.tiers import by_turns, one_each

pytestmark = by_turns

LANGUAGES = ("en", "ja")
BLANKS = [
    (sheet, lang, size, players)
    for sheet, game in GAMES.items()
    for lang in LANGUAGES
    for size, most in paper.papers(sheet).items()
    for players in range(game.info.seats[0], most + 1)
    if players in (game.info.seats[0], most)
    or paper.template(sheet, size, players) != paper.GENERAL
]
"""Every number of players where a game has a sheet of its own, the fewest and the most on the
general one.
"""
RECORDS = ["indian-chief-2", "indian-chief-4", "indian-chief-8", "blind-date-3", "blind-date-4"]
SUITS = {"S": "♠", "C": "♣", "H": "♡", "D": "♢"}
LONG_NAMES = [
    "Maximiliana von Hohenlohe-Öh",
    "Wolfeschlegelsteinhausenberg",
    "山田 花子",
    "Bartholomew-Alexanderson Jr.",
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末",
    "O",
    "Ąžuolas Žemaitis-Kęstutaitis",
    "Mireille",
]
HOUSE = [f"rule {number} of this table, which is rather long to say" for number in range(1, 9)]

Json = dict[str, Any]


def record(name: str) -> Json:
    game, _, players = name.rpartition("-")
    path = folder_of(game) / "sheets" / f"{players}.json"
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found


def sheet_of(name: str) -> str:
    return name.rpartition("-")[0]


def papers_of(name: str) -> list[str]:
    """The papers on which the game's own sheet has room."""
    count = int(name.rpartition("-")[2])
    return [size for size, most in GAMES[sheet_of(name)].info.sheet.papers.items() if count <= most]


FILLED = [(name, lang, size) for name in RECORDS for lang in LANGUAGES for size in papers_of(name)]


def entries(data: Json) -> list[list[Json]]:
    """The entries of a record, one list a round or turn."""
    if "rounds" in data:
        return list(data["rounds"])
    return [turn for season in data["seasons"] for turn in season["turns"]]


def has_cards(size: str, players: int) -> bool:
    """Whether there is room to write cards: small paper across has none for many."""
    return size not in ("a5-across", "half-across") or players < 5


def card_text(code: str) -> str:
    return code[0].replace("T", "10") + SUITS[code[1]]


# ---- Reading a sheet back


def source(sheet: str, before: str, **wanted: Any) -> tuple[str, dict[str, str]]:
    """The source of a sheet of its paper with something set before it, and its inputs."""
    inputs = sheet_inputs(sheet, **wanted)
    return (
        f'{before}\n#include "/{paper.template(sheet, inputs["paper"], int(inputs["players"]))}"',
        inputs,
    )


def marks(sheet: str, before: str, selector: str, **wanted: Any) -> list[str]:
    """What is marked so on a sheet."""
    told = queried(*source(sheet, before, **wanted), selector=selector, field="value")
    found: list[str] = json.loads(told)
    return found


def overflows(sheet: str, **wanted: Any) -> list[str]:
    """One mark for each box of a sheet that cannot hold its text."""
    return marks(sheet, "", "<overflow>", **wanted)


def pieces(sheet: str, **wanted: Any) -> list[str]:
    """Every piece of text set on a sheet, as the typesetter has it."""
    return marks(sheet, "#show text: it => [#it#metadata(it.text)<said>]", "<said>", **wanted)


def plain(text: str) -> str:
    return re.sub(r"[\s\u200b]+", "", text)


def readings(sheet: str, **wanted: Any) -> list[str]:
    """The text of a sheet without blanks: from the typesetter and, where the tool is there, from
    the PDF.
    """
    found = [plain("".join(pieces(sheet, **wanted)))]
    if tool := shutil.which("pdftotext"):
        command, pdf = [tool, "-raw", "-", "-"], render(sheet, **wanted)
        read = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
        found.append(plain(read.decode()))
    return found


def masked(sheet: str, place: str, size: str, **wanted: Any) -> bytes:
    """The sheet as PNG under a white rectangle, whose place and size are Typst arguments."""
    before = f"#set page(foreground: context place(top + left, {place}, rect(fill: white, {size})))"
    page = compiled(*source(sheet, before, **wanted), format="png", ppi=127)
    assert isinstance(page, bytes), "more than one page"
    return page


def white_outside(margin: float, sheet: str, **wanted: Any) -> bool:
    """Whether a sheet covered but for an outer margin in mm is as white as one that is covered
    whole.
    """
    place = f"dx: {margin}mm, dy: {margin}mm"
    size = f"width: page.width - {2 * margin}mm, height: page.height - {2 * margin}mm"
    whole = "width: page.width, height: page.height"
    return masked(sheet, place, size, **wanted) == masked(sheet, "dx: 0mm", whole, **wanted)


# ---- Every sheet


@pytest.mark.parametrize(
    ("sheet", "lang", "size", "players"), one_each(BLANKS, lambda blank: blank[0])
)
def test_blank_sheet_is_one_page_with_nothing_outside_eight_millimetres(
    sheet: str, lang: str, size: str, players: int
) -> None:
    wanted: Json = {"lang": lang, "paper": size, "players": players}
    assert white_outside(7.95, sheet, **wanted)
    # Upright for many it has no fold marks, and its table begins at 10 mm.
    full = sheet == "indian-chief" and size in ("a4", "letter") and players > 4
    assert not white_outside(10.5 if full else 9, sheet, **wanted), "fold marks begin at 8 mm"
    assert render(sheet, **wanted).startswith(b"%PDF")
    assert overflows(sheet, **wanted) == []


@pytest.mark.parametrize(
    ("name", "lang", "size"), one_each(FILLED, lambda filled: sheet_of(filled[0]))
)
def test_filled_sheet_says_what_its_record_says(name: str, lang: str, size: str) -> None:
    data = record(name)
    for text in readings(sheet_of(name), lang=lang, paper=size, data=data):
        for player in data["players"]:
            assert player["name"] in text
            assert str(player["total"]) in text
        for rule in data.get("house", []):
            assert plain(rule) in text
        assert data["code"] in text
        for turn in entries(data):
            for entry in turn:
                cards = [*entry.get("cards", [])] if has_cards(size, len(data["players"])) else []
                cards += [entry[key] for key in ("blind", "match") if key in entry]
                assert all(card_text(card) in text for card in cards)
                assert "took" not in entry or card_text(entry["took"]["card"]) in text


@pytest.mark.parametrize(
    ("name", "lang", "size"), one_each(FILLED, lambda filled: sheet_of(filled[0]))
)
def test_filled_sheet_shows_every_figure_in_its_order(name: str, lang: str, size: str) -> None:
    data = record(name)
    numbers = [
        piece
        for piece in pieces(sheet_of(name), lang=lang, paper=size, data=data)
        if re.fullmatch(r"−?\d+", piece)
    ]
    for seat, player in enumerate(data["players"]):
        wanted = [
            str(value).replace("-", "−")
            for turn in entries(data)
            for value in (turn[seat]["points"], turn[seat]["total"])
        ]
        rest, last = iter(numbers), (player["place"], player["total"])
        assert all(figure in rest for figure in (*wanted, *map(str, last)))


# ---- A game in progress


def half_played(data: Json, rounds: int) -> Json:
    """The record after some rounds or turns: the rest left out, no totals, no places."""
    running = copy.deepcopy(data)
    for player in running["players"]:
        player.update(total=None, place=None)
    if "rounds" in running:
        del running["rounds"][rounds:]
    else:
        turns = [season["turns"] for season in running["seasons"]]
        running["seasons"] = [
            {"season": season["season"], "turns": played[: max(0, rounds - 2 * index)]}
            for index, (season, played) in enumerate(zip(running["seasons"], turns, strict=True))
            if rounds > 2 * index
        ]
    return running


@pytest.mark.parametrize(
    ("name", "rounds", "played"),
    [("indian-chief-4", 3, 52 + 3 * 19.3), ("blind-date-4", 3, 39 + 12 + 3 * 18.3)],
)
def test_game_in_progress_leaves_the_boxes_to_come_empty(
    name: str, rounds: int, played: float
) -> None:
    """Below the rounds played, ``played`` mm from the top, it is dot for dot the sheet with nothing
    but names.
    """
    sheet, data = sheet_of(name), record(name)
    cover = f"width: page.width, height: {played}mm"
    running, next_one, named = (
        masked(sheet, "dx: 0mm", cover, lang="en", paper="a4", data=half_played(data, count))
        for count in (rounds, rounds + 1, 0)
    )
    assert running == named
    assert next_one != named


def test_names_only_sheet_has_names_and_no_figures() -> None:
    data = half_played(record("indian-chief-4"), 0)
    blank = pieces("indian-chief", lang="en", paper="a4", players=4)
    named = pieces("indian-chief", lang="en", paper="a4", data=data)
    added = [piece for piece in named if piece not in blank]
    assert [piece for piece in added if re.fullmatch(r"−?\d+", piece)] == []
    assert {player["name"] for player in data["players"]} <= set(added)


# ---- What a table changed


def test_overrule_and_correction_stand_before_the_points() -> None:
    data = record("indian-chief-4")
    data["rounds"][2][0].update(points=-44, was=-31, overruled=True)
    said = pieces("indian-chief", lang="en", paper="a4", data=data)
    assert ["§", "−31", "−44"] in [said[start : start + 3] for start in range(len(said))]


@pytest.mark.parametrize("name", ["indian-chief-4", "blind-date-4"])
def test_house_rules_without_room_are_counted(name: str) -> None:
    said = pieces(sheet_of(name), lang="en", paper="letter", data=record(name) | {"house": HOUSE})
    (line,) = [piece for piece in said if piece.startswith("House rules:")]
    shown = sum(rule in line for rule in HOUSE)
    assert 1 <= shown < len(HOUSE)
    assert line.endswith(f"and {len(HOUSE) - shown} more")


# ---- What may not overflow


def crowded(data: Json) -> Json:
    """The record with the longest names and place, §, corrections and three-figure losses."""
    full = copy.deepcopy(data) | {
        "house": HOUSE,
        "place": "The back room of the Old Mill Library, second floor, ring twice",
    }
    for player, name in zip(full["players"], LONG_NAMES, strict=False):
        player.update(name=name, sign=printed_sign(Sign("leaf", "teal")))
    entries(full)[0][0].update(points=-44, total=-144, was=-50, overruled=True)
    if "rounds" in full:
        crowd_melds(full["rounds"], len(full["players"]))
    return full


def has_place(size: str, players: int) -> bool:
    """Whether there is a line for the place; small sheets and full upright ones lack the room."""
    return size in ("a4-across", "letter-across") or (size in ("a4", "letter") and players < 5)


def crowd_melds(rounds: list[list[Json]], seats: int) -> None:
    tens = ["TS", "TH", "TD", "TC", "TS", "TH", "TD"]
    thefts = [{"index": index, "card": tens[index], "to": 1, "marker": "TC"} for index in range(7)]
    rounds[0][0] |= {"meld": 6, "cards": tens[:6], "lost": thefts[:3]}
    rounds[1][0] |= {"meld": 7, "cards": tens, "split": [0, 1], "lost": thefts[: seats - 1]}
    rounds[2][0] |= {"meld": 7, "cards": tens, "split": [0, 1]}
    for seat in range(1, seats):
        took = {"card": "TH", "from": (seat + 1) % seats}
        rounds[0][seat] |= {"meld": 1, "cards": ["TS"], "took": took}


@pytest.mark.parametrize(
    ("name", "lang", "size"), one_each(FILLED, lambda filled: sheet_of(filled[0]))
)
def test_crowded_sheet_stays_inside_its_boxes(name: str, lang: str, size: str) -> None:
    data = crowded(record(name))
    assert overflows(sheet_of(name), lang=lang, paper=size, data=data) == []
    assert overflows(sheet_of(name), lang=lang, paper=size, data=data, both=True) == []
    assert white_outside(7.95, sheet_of(name), lang=lang, paper=size, data=data)
    for text in readings(sheet_of(name), lang=lang, paper=size, data=data):
        players = len(data["players"])
        # In the narrowest boxes of all a name is cut short.
        signs = None if has_cards(size, players) else 8
        assert all(plain(player["name"])[:signs] in text for player in data["players"])
        assert (plain(data["place"]) in text) == has_place(size, players)


def test_overflow_is_reported_when_a_box_cannot_hold_its_text() -> None:
    data = half_played(record("indian-chief-8"), 0)
    data["players"][0]["total"] = 10**20
    assert overflows("indian-chief", lang="en", paper="a4-across", data=data) == ["overflow"]


def test_a_name_without_room_is_cut_short_and_says_so() -> None:
    data = half_played(record("indian-chief-8"), 0)
    data["players"][0]["name"] = "endless " * 60
    wanted: Json = {"lang": "en", "paper": "a4-across", "data": data}
    assert overflows("indian-chief", **wanted) == []
    assert "endless" in plain("".join(pieces("indian-chief", **wanted)))
    assert "…" in "".join(pieces("indian-chief", **wanted))


# ---- The program around the sheets


@pytest.mark.parametrize("name", ["indian-chief-4", "blind-date-3"])
def test_same_input_gives_same_bytes(name: str) -> None:
    def printed(lang: str) -> bytes:
        return render(sheet_of(name), lang=lang, paper="a4", data=record(name))

    first = printed("ja")
    assert printed("ja") is first
    paper._compiled.cache_clear()
    assert printed("ja") == first != printed("en")


def test_threads_may_print_at_the_same_time() -> None:
    paper._compiled.cache_clear()
    blank = partial(render, "indian-chief", lang="en", paper="a4")
    with ThreadPoolExecutor(4) as pool:
        pages = [*pool.map(lambda count: blank(players=count), [*range(2, 9)] * 2)]
    assert pages[:7] == pages[7:]
    assert len(set(pages)) == 7


def test_formats() -> None:
    for fmt, magic in (("png", b"\x89PNG"), ("svg", b"<svg")):
        page = render("blind-date", lang="en", paper="letter", players=3, fmt=fmt)
        assert magic in page[:200]


@pytest.mark.parametrize("sheet", sorted(GAMES))
def test_words_that_stand_alone_are_words_of_the_sheet(sheet: str) -> None:
    words = paper.sheet_words(sheet, "en")
    assert {f"sheet.{name}" for name in GAMES[sheet].info.sheet.alone} <= words.keys()


@pytest.mark.parametrize("sheet", sorted(GAMES))
def test_no_word_is_printed_that_the_catalogue_does_not_hold(
    sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = dict.fromkeys(paper.sheet_words(sheet, "en"), "¤")
    form = {
        "title": "¤", "deck": "¤", "row": ["¤"], "points": ["¤"], "running": ["¤"], "rows": 9,
        "boxes": [{"label": ["¤"], "wide": False, "whose": None}], "rules": [["¤ *¤*"]],
        "ranked": True, "bands": [], "parts": [], "together": False,
    }  # fmt: skip
    for name, told in (("_words_text", words), ("_form_text", form)):
        monkeypatch.setattr(paper, name, lambda *_asked, told=told: json.dumps(told))
    said = set(pieces(sheet, lang="en", paper="a4", players=4))
    assert "¤" in said
    assert {piece for piece in said if any(letter.isalpha() for letter in piece)} <= set("ABCDK")


def test_names_that_no_font_draws_are_named() -> None:
    latin = ["Ann", "Zoë", "Šimon", "Ağaoğlu", "Ελένη", "Юлия", "Nguyễn", "e\u0301", ""]
    japanese = ["髙橋 𠮷野", "アキ", "秋子", "ゆう・Bo", "葛\U000e0100"]
    foreign = ("김민준", "مريم", "Bo 🎲", "นิด", "ﷺ", "\U0001f984 Bo")
    assert unprintable([*latin, *foreign, *japanese]) == foreign
