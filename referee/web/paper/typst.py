"""Printed score sheets: blank, partial or finished, as PDF, PNG or SVG.

A game has its own Typst template or uses the general one; ``sheet_parts.typ`` documents the input.
A sheet calculates nothing: every number in ``data`` comes from the referee.
"""

import atexit
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from referee.files import HOME
from referee.game_files import game_file
from referee.games import GAMES
from referee.kernel.game import AnyGame
from referee.web.http import context, rendering
from referee.words import LANGUAGES, catalogue

from .pdf_queue import PdfQueue

Data = Mapping[str, Any]

FONTS_FOLDER = HOME / "static" / "fonts"
GENERAL, RULING, FINALE = (
    "templates/paper/general_sheet.typ",
    "templates/paper/ruling.typ",
    "templates/paper/finale.typ",
)
CACHED_SHEETS, CACHED_WORDS = 32, 128
# The most characters of a name or heading; a longer text is a sentence.
MOST_OF_NAME = 16
# With more players the general sheet is offered in landscape first.
MOST_UPRIGHT = 5
WORDS = "sheet."
# Word joiner between the characters of an unbreakable word; the sheet boxes such a word.
UNBROKEN = "\u2060"
SHEET_PPI, RULING_PPI, PICTURE_PPI = 150, 254, 72
# The papers of the general sheet with the most players on each; ``half`` is half a Letter.
GENERAL_PAPERS = {
    "a4": 10, "a4-across": 10, "a5": 8, "a5-across": 8, "a5-two": 8,
    "letter": 10, "letter-across": 10, "half": 8, "half-across": 8, "half-two": 8,
}  # fmt: skip
# A missing variation selector leaves the plain form of its character, which is readable.
VARIATION_SELECTORS = frozenset([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])


def _rules(game: str) -> AnyGame:
    """A game by its id; those of the house also where no store is open."""
    return GAMES.get(game) or context.find_game(game)


def papers(game: str, players: int = 0) -> dict[str, int]:
    """The papers with room for these players, each with its maximum.

    A game's own sheet overrides the general one. ``-across`` is landscape, ``-two`` two sheets to
    cut apart.
    """
    least, most = _rules(game).info.seats
    rooms = {**GENERAL_PAPERS, **_rules(game).info.sheet.papers}
    return {paper: min(room, most) for paper, room in rooms.items() if max(players, least) <= room}


def fitting(game: str, size: str, players: int) -> str:
    """The paper ``size`` if it has room, otherwise its landscape, otherwise the usual one."""
    roomy = papers(game, players)
    ways = (size, f"{size.partition('-')[0]}-across")
    return next((way for way in ways if way in roomy), usual(game, players))


def usual(game: str, players: int) -> str:
    """The first paper offered: the game's own, otherwise A4, in landscape for many players."""
    own = _rules(game).info.sheet.papers
    return next(
        (paper for paper, most in own.items() if players <= most),
        "a4" if players <= MOST_UPRIGHT else "a4-across",
    )


def render(
    sheet: str,
    *,
    lang: str,
    paper: str,
    players: int = 0,
    data: Data | None = None,
    fmt: str = "pdf",
    rules: bool = True,
    both: bool = False,
) -> bytes:
    """One page of a score sheet, blank or filled from ``data``; equal input gives equal bytes.

    ``rules`` adds the short rules at the foot, ``both`` the other language.
    """
    inputs = sheet_inputs(
        sheet, lang=lang, paper=paper, players=players, data=data, rules=rules, both=both
    )
    used = template(sheet, paper, int(inputs["players"]))
    return _compiled(used, tuple(sorted(inputs.items())), fmt, SHEET_PPI if fmt == "png" else None)


def sheet_inputs(
    sheet: str,
    *,
    lang: str,
    paper: str,
    players: int = 0,
    data: Data | None = None,
    rules: bool = True,
    both: bool = False,
) -> dict[str, str]:
    """The template's ``sys.inputs``."""
    langs = (lang, *(other for other in LANGUAGES if both and other != lang))
    columns = len(data["players"]) if data else len(_sides(sheet, players))
    ruled = "yes" if rules else "no"
    inputs = {
        "lang": lang,
        "paper": paper,
        "words": _words_text(sheet, langs),
        "players": str(columns),
        "rules": ruled,
    }
    if len(langs) > 1:
        inputs |= {"also": _text(sheet_words(sheet, langs[1]))}
    if template(sheet, paper, columns) == GENERAL:
        inputs |= {"form": _form_text(sheet, langs, _partners(sheet, players, data))}
    return inputs | ({"data": _text(data)} if data else {})


def ruling(told: Mapping[str, Any], lang: str, fmt: str) -> bytes:
    """A ruling on one narrow page; equal input gives equal bytes."""
    inputs = tuple(ruling_inputs(told, lang).items())
    return _compiled(RULING, inputs, fmt, RULING_PPI if fmt == "png" else None)


def ruling_inputs(told: Data, lang: str) -> dict[str, str]:
    """The ``sys.inputs`` of a ruling."""
    return {"lang": lang, "ruling": _text(told)}


def finale(told: Mapping[str, Any], lang: str) -> bytes:
    """The end of a table as a PNG of 1200 × 630; equal input gives equal bytes."""
    return _compiled(FINALE, (("lang", lang), ("finale", _text(told))), "png", PICTURE_PPI)


def unprintable(names: Iterable[str]) -> tuple[str, ...]:
    """The names with a character missing from every font, in the given order."""
    return tuple(name for name in names if not _printable(name))


def template(sheet: str, paper: str, players: int) -> str:
    """The template's path in the project: the game's own if it has room for the players."""
    if players > _rules(sheet).info.sheet.papers.get(paper, 0):
        return GENERAL
    return game_file(sheet, "sheet.typ").relative_to(HOME).as_posix()


def _partners(sheet: str, players: int, data: Data | None) -> int:
    """How many players share a column, at most."""
    if data:
        return max(1, *(len(player.get("partners", ())) for player in data["players"]))
    return max(map(len, _sides(sheet, players)), default=1)


def _sides(sheet: str, players: int) -> Sequence[Sequence[str]]:
    """The columns of a blank sheet."""
    return _rules(sheet).info.sides([str(at) for at in range(players)])


@lru_cache(maxsize=CACHED_WORDS)
def _form_text(sheet: str, langs: tuple[str, ...], partners: int) -> str:
    """The general sheet's data of a game as JSON; names and rules in every language.

    Where ``partners`` share a column, each has their own boxes (``whose``).
    """
    info = _rules(sheet).info
    translators = [rendering.make_translator(sheet, {}, html=False, lang=lang) for lang in langs]
    tally = ".tally" if info.tally else ""

    def said(code: str) -> list[str]:
        return list(dict.fromkeys(_unbroken(translator.say(code)) for translator in translators))

    def said_whole(code: str) -> list[str]:
        return list(dict.fromkeys(translator.say(code) for translator in translators))

    form = {
        "title": _title(sheet, langs),
        "deck": " ".join(said("game.deck")),
        "rows": info.sheet.rows,
        "ranked": info.ranked,
        "boxes": [
            {"label": said(f"box.{name}"), "wide": name in info.sheet.wide, "whose": whose}
            for name in info.sheet.boxes
            for whose in ([None] if partners == 1 or name in info.sheet.shared else range(partners))
        ],
        "row": said(f"box.row{tally}"),
        "points": said(f"box.points{tally}"),
        "running": said(f"box.running{tally}"),
        "rules": [translator.say("sheet.rules").split("\n") for translator in translators],
        "bands": [
            (said(f"sheet.season.{name}"), said_whole(f"sheet.rule.{name}"))
            for name in info.sheet.bands
        ],
        "parts": [
            " ".join(
                f"*{translator.say(f'sheet.season.{name}')}* {translator.say(f'sheet.rule.{name}')}"
                for name in info.sheet.bands
            )
            for translator in translators
        ],
        "together": info.sheet.together,
    }
    return _text(form)


def _title(sheet: str, langs: tuple[str, ...]) -> str:
    """The name of a game in every language, without one that another contains."""
    names = list(dict.fromkeys(rendering.game_name(sheet, lang) for lang in langs))
    return "　".join(
        name for name in names if not any(name in other for other in names if other != name)
    )


def sheet_words(sheet: str, lang: str) -> dict[str, str]:
    """The words of all sheets, and of this game's."""
    own = {key: text for key, text in catalogue(lang, sheet).items() if key.startswith(WORDS)}
    return {**catalogue(lang, "sheets"), **own}


@lru_cache(maxsize=CACHED_WORDS)
def _words_text(sheet: str, langs: tuple[str, ...]) -> str:
    """The words of a sheet: names and headings in every language, sentences in the first one."""
    first, *others = (sheet_words(sheet, lang) for lang in langs)
    alone = {WORDS + name for name in _rules(sheet).info.sheet.alone}
    return _text(
        {
            key: text if key in alone else _together(text, [other[key] for other in others])
            for key, text in first.items()
        }
    )


def _together(text: str, others: Sequence[str]) -> str:
    texts = {"".join(filter(str.isalnum, one)): one for one in (*others, text)}
    names = all(_is_name(one) for one in texts.values())
    return _joined([*texts.values()][::-1]) if names else text


def _is_name(text: str) -> bool:
    return (
        1 < len(text) <= MOST_OF_NAME
        and not set(text) & set("{}*")
        and not text.endswith((".", "。"))
    )


def _joined(texts: Iterable[str]) -> str:
    """Names in a row, each unbreakable unless it is ASCII."""
    return " ".join(map(_unbroken, dict.fromkeys(texts)))


def _unbroken(text: str) -> str:
    return text if text.isascii() else UNBROKEN.join(text)


def _text(told: Data) -> str:
    return unicodedata.normalize("NFC", json.dumps(told, ensure_ascii=False, sort_keys=True))


@cache
def _drawn() -> tuple[frozenset[int], ...]:
    """For each font family, the characters in all of its weights."""
    from fontTools.ttLib import TTFont  # Slow to import, and only sheets need it.

    families: dict[str, frozenset[int]] = {}
    for path in sorted(FONTS_FOLDER.glob("*.ttf")):
        family = path.stem.partition("-")[0]
        with TTFont(path, lazy=True) as font:
            drawn = frozenset(font.getBestCmap())
        families[family] = families.get(family, drawn) & drawn
    return tuple(families.values())


def _printable(name: str) -> bool:
    codes = {
        ord(character) for character in unicodedata.normalize("NFC", name)
    } - VARIATION_SELECTORS
    return all(any(code in family for family in _drawn()) for code in codes)


pdf_queue = PdfQueue(HOME, FONTS_FOLDER)
atexit.register(pdf_queue.close)


@lru_cache(maxsize=CACHED_SHEETS)
def _compiled(path: str, inputs: tuple[tuple[str, str], ...], fmt: str, ppi: int | None) -> bytes:
    return pdf_queue.render(path, dict(inputs), fmt, ppi)
