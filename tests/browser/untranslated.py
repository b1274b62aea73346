"""What a page in the language nobody speaks still says in another one."""

from __future__ import annotations

import re

from babel import Locale
from playwright.sync_api import Page

from referee.games import GAMES
from referee.rulebook import load
from tests.browser.group_scenes import LONG
from tests.browser.in_page import in_page
from tests.browser.own_scenes import WRITTEN as IN_SHEETS
from tests.browser.phone import NAMES
from tests.support.pseudo_server import LANG

READ = in_page("read_texts")
"""The lines a page shows or has read aloud, each block a line; not what is marked as another
language.
"""
_WORD = re.compile(r"[A-Za-z]{3,}")
_CODE = re.compile(r"\b[A-Z0-9]{3,12}\b")
_MADE = Locale.parse(LANG)
DATES = {
    name
    for names in (_MADE.months, _MADE.days)
    for width in ("wide", "abbreviated")
    for name in names["format"][width].values()
}
"""Months and days: Babel knows them in every language."""
_DATES = re.compile(rf"\b({'|'.join(map(re.escape, DATES))})\b", re.IGNORECASE)
PROPER = {"Referee", "Ida", "Letter", "okanenainde", "Stven", "Carlberg", *NAMES}
"""What has the same name in every language: the app, a paper, who made a game, people."""

WRITTEN = (
    "A Beggar laid after a theft counts the card that lies there.",
    "We always did",
    "evening.json",
    "other.json",
    *LONG["en"],
    *IN_SHEETS,
)
"""What people write, and what files are called, in the scenes."""


def untranslated(page: Page) -> list[str]:
    """The lines with words outside the brackets of translated texts."""
    return [line for line in page.evaluate(READ) if left_over(line)]


def left_over(line: str) -> list[str]:
    """The words of a line that no bracket holds, but proper names, codes and addresses."""
    outside = _outside(line)
    for game in GAMES:
        for name in (load(game).name["en"], load(game).short["en"]):
            outside = outside.replace(name, "")
    for text in WRITTEN:
        outside = outside.replace(text, "")
    outside = _DATES.sub("", outside)
    outside = _CODE.sub("", re.sub(r"\S*[/@]\S*", "", outside))
    return [word for word in _WORD.findall(outside) if word not in PROPER]


def _outside(line: str) -> str:
    depth, left = 0, []
    for sign in line:
        depth += sign == "["
        if depth == 0:
            left.append(sign)
        depth = max(0, depth - (sign == "]"))
    return "".join(left)
