"""Printed score sheets: blank, half played or finished, as PDF, PNG or SVG.

A sheet is a Typst template: a game’s own in its folder, else the general one. It takes its words from the catalogue
``sheets.po`` of a language and, unless it is blank, the record of a table as ``data``. The sheet adds
nothing up and judges nothing: every number in ``data`` comes from the referee.

Every sheet
    ``players``   list of ``{"name": str, "total": int | None, "place": int | None}``, in seat order;
                  Indian Chief adds ``"dealer": bool``. ``place`` may repeat: every 1 is a winner.
    ``date``, ``place``, ``recorder``, ``code``   str, each may be absent or None (``code``: the table's code).
    ``qr``        rows of the table's QR code, one str of 0 and 1 each, without border; may be absent.
    ``house``     list of str, the rules in which this table differs from the default; may be absent.
    An entry may carry ``"overruled": true`` (a § stands before its points) and ``"was": int``
    (the number its points replaced, struck through).

``indian-chief``
    ``packs``     1 or 2.   ``edition``   ``"page"`` ticks value, ``"original"`` ticks rank, None neither.
    ``rounds``    ``rounds[r][i]`` is the entry of ``players[i]``:
                  ``{"meld": 1..7, "cards": ["KS", "TH", ...], "points": int, "total": int}`` (no cards where
                  only points were told) and, where it
                  applies, ``"took": {"card": str, "from": i}``,
                  ``"lost": [{"index": position in cards, "card": str, "to": i, "marker": str}]``,
                  ``"split": [positions of the Chief's two cards]``.

``blind-date``
    ``seasons``   ``seasons[s]["turns"][t][i]`` is the entry of ``players[i]``:
                  ``{"blind": str, "cubes": [...], "match": str, "target": i, "points": int, "total": int}``.
                  ``cubes`` holds letters of ``MFHSUL``, is empty for none and None when they were not recorded.

Every other game (``rounds.typ``)
    ``rows``      ``rows[r][i]`` is the entry of ``players[i]``:
                  ``{"boxes": [int | str | None, ...], "points": int, "total": int, "won": bool}``; the names of the
                  boxes and the rules at the foot are the game's own words (``form``).

A game in progress leaves out the rounds, seasons and turns to come and sets ``total`` and ``place`` to None;
their boxes stay empty. A card is its rank (``A 2 .. 9 T J Q K``) and its suit (``S H D C``).
"""

import atexit
import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from babel.messages.pofile import read_po

from referee.game_files import game_file
from referee.games import GAMES
from referee.kernel.contract import Info
from referee.rulebook import load
from referee.words import Speaker, catalogue_file

from .font_characters import characters
from .press import Press

Data = Mapping[str, Any]
Format = Literal["pdf", "png", "svg"]

ROOT = Path(__file__).resolve().parents[3]
FONTS_FOLDER = ROOT / "static" / "fonts"
GENERAL, RULING = "templates/paper/rounds.typ", "templates/paper/ruling.typ"
CACHED_SHEETS = 32
RULING_PPI = 254
# A missing variation selector leaves the plain form of its character, which is readable.
VARIATION_SELECTORS = frozenset([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])


class PaperError(ValueError):
    """A sheet that cannot be printed; the text says why in the reader's language."""


@dataclass(frozen=True)
class Sheet:
    """Who and what a template holds: players from ``least`` to ``most``, and ``most_on[paper]`` on each paper."""

    least: int
    most: int
    most_on: Mapping[str, int]


def _sheet(info: Info) -> Sheet:
    least, most = info.seats
    return Sheet(least, most, info.sheet.papers or {"a4": most, "letter": most})


SHEETS: Mapping[str, Sheet] = {name: _sheet(game.info) for name, game in GAMES.items()}


def render(
    sheet: str,
    *,
    lang: str,
    paper: str,
    players: int | None = None,
    data: Data | None = None,
    fmt: Format = "pdf",
    ppi: int = 110,
) -> bytes:
    """One page of a score sheet: ``players`` columns left blank, or filled from ``data``.

    ``sheet`` is a key of ``SHEETS``, ``paper`` one of its papers, ``ppi`` the resolution of a PNG in pixels an
    inch. With ``data`` the number of players is the record's own; a blank sheet without ``players`` is for the
    most the paper holds, at most four. The same arguments give the same bytes. Raises ``PaperError``.
    """
    inputs = sheet_inputs(sheet, lang=lang, paper=paper, players=players, data=data)
    return _compiled(template(sheet), tuple(sorted(inputs.items())), fmt, ppi if fmt == "png" else None)


def sheet_inputs(sheet: str, *, lang: str, paper: str, players: int | None = None, data: Data | None = None) -> dict[str, str]:
    """What the template reads from ``sys.inputs``; raises ``PaperError`` for a sheet that cannot be printed."""
    limits = SHEETS.get(sheet)
    if limits is None:
        raise _refusal(lang, "sheet")
    if paper not in limits.most_on:
        raise _refusal(lang, "paper", papers=_paper_names(limits, lang))
    most = limits.most_on[paper]
    count = len(data["players"]) if data is not None else players if players is not None else min(4, most)
    if not limits.least <= count <= limits.most:
        raise _refusal(lang, "players", least=limits.least, most=limits.most)
    if count > most:
        raise _refusal(lang, "small", most=most)
    inputs = {"lang": lang, "paper": paper, "words": _words_text(lang), "players": str(count)}
    if template(sheet) == GENERAL:
        inputs["form"] = _form_text(sheet, lang)
    if data is not None:
        text = json.dumps(data, ensure_ascii=False, sort_keys=True)
        inputs["data"] = unicodedata.normalize("NFC", text)
    return inputs


def ruling(told: Mapping[str, Any], lang: str, fmt: Format) -> bytes:
    """A ruling of the dispute desk on one narrow page, from what ``ruling.typ`` reads of ``told``; the same told gives the same bytes."""
    text = unicodedata.normalize("NFC", json.dumps(told, ensure_ascii=False, sort_keys=True))
    return _compiled(RULING, (("lang", lang), ("ruling", text)), fmt, RULING_PPI if fmt == "png" else None)


def unprintable(names: Iterable[str]) -> tuple[str, ...]:
    """The names with a character that no font of the sheets draws, in the order given."""
    return tuple(name for name in names if not _printable(name))


@cache
def words(lang: str) -> Mapping[str, str]:
    """The printed words of a language by msgid; FileNotFoundError if there is no such catalogue."""
    with catalogue_file(lang, "sheets").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale=lang) if message.id}


def template(sheet: str) -> str:
    """The template of a game by its path in the project: its own where it has one."""
    own = game_file(sheet, "sheet.typ")
    return own.relative_to(ROOT).as_posix() if own.exists() else GENERAL


@cache
def _form_text(sheet: str, lang: str) -> str:
    """What the general sheet is told of a game, as JSON: title, rows, boxes, what its figures are called, rules in short."""
    info, said = GAMES[sheet].info, Speaker(lang, sheet, {})
    tally = ".tally" if info.tally else ""
    form = {
        "title": load(sheet).name[lang],
        "deck": said.say("game.deck"),
        "rows": info.sheet.rows,
        "boxes": [{"label": said.say(f"box.{name}"), "wide": name in info.sheet.wide} for name in info.sheet.boxes],
        "row": said.say(f"box.row{tally}"),
        "points": said.say(f"box.points{tally}"),
        "running": said.say(f"box.running{tally}"),
        "rules": said.say("sheet.rules").split("\n"),
    }
    return json.dumps(form, ensure_ascii=False, sort_keys=True)


@cache
def _words_text(lang: str) -> str:
    return json.dumps(words(lang), ensure_ascii=False, sort_keys=True)


@cache
def _drawn() -> tuple[frozenset[int], ...]:
    """For each family, the characters that all of its weights draw."""
    families: dict[str, frozenset[int]] = {}
    for path in sorted(FONTS_FOLDER.glob("*.ttf")):
        family = path.stem.partition("-")[0]
        drawn = characters(path)
        families[family] = families.get(family, drawn) & drawn
    return tuple(families.values())


def _printable(name: str) -> bool:
    codes = {ord(character) for character in unicodedata.normalize("NFC", name)} - VARIATION_SELECTORS
    return all(any(code in family for family in _drawn()) for code in codes)


def _refusal(lang: str, key: str, **values: object) -> PaperError:
    return PaperError(words(lang)[f"sheet.refusal.{key}"].format(**values))


def _paper_names(limits: Sheet, lang: str) -> str:
    names = words(lang)
    return names["sheet.refusal.join"].join(names[f"sheet.refusal.paper.{paper}"] for paper in limits.most_on)


press = Press(ROOT, FONTS_FOLDER)
atexit.register(press.close)


@lru_cache(maxsize=CACHED_SHEETS)
def _compiled(path: str, inputs: tuple[tuple[str, str], ...], fmt: Format, ppi: int | None) -> bytes:
    return press.set(path, dict(inputs), fmt, ppi)
