"""Blank sheets where no server sets them: a page of links to the files of the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, Response, request, url_for

from referee.web.http import context, rendering
from referee.web.http.edition import browser_only
from referee.web.http.parts import Header, Page, VariantLink
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.paper.blank_files import SIZES, BlankFile, blank_files
from referee.web.view.page_header import short_name

blanks = Blueprint("blanks", __name__)
NAMES = {"a4": "A4", "a5": "A5", "letter": "Letter"}


@dataclass(frozen=True)
class SheetLink:
    """A sheet for so many players."""

    players: int
    href: str


@dataclass(frozen=True)
class GameSheets:
    """A game with its sheets."""

    game: str
    name: str
    sheets: Sequence[SheetLink]


@dataclass(frozen=True, kw_only=True)
class BlanksPage(Page):
    """All blank sheets on one paper."""

    papers: Sequence[VariantLink]
    games: Sequence[GameSheets]


@blanks.get("/blank-sheets")
@needs("anyone")
@browser_only
def sheets() -> Response:
    """The blank sheets that the site holds; ``?paper=`` is their size."""
    asked = request.args.get("paper", "")
    size = asked if asked in SIZES else SIZES[0]
    model = BlanksPage(
        header=Header(_("Print a blank sheet"), url_for("home.home")),
        papers=[VariantLink(NAMES[one], _page_of(one), one == size) for one in SIZES],
        games=[
            GameSheets(game, short_name(game), [_link(file) for file in files])
            for game, files in groupby(blank_files(size), lambda file: file.game)
        ],
    )
    return rendering.with_etag(rendering.page("sheet/blanks.html", model))


def _page_of(size: str) -> str:
    return url_for("blanks.sheets", paper=None if size == SIZES[0] else size)


def _link(file: BlankFile) -> SheetLink:
    return SheetLink(file.players, url_for("home.home") + file.name(context.language()))
