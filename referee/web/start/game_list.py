"""Choose a game: all of them in three groups, the last played first in its group."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from referee.games import GAMES
from referee.kernel.info import Family
from referee.own.sheet import ID, MOST_PLAYERS
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import Header, NavRow, Page
from referee.web.http.words import gettext as _
from referee.web.view.own_games import own_games


@dataclass(frozen=True)
class GameRow:
    """A game to choose; ``game`` names its drawing, ``state`` is the number of players."""

    href: str
    game: str
    name: str
    line: str
    state: str


@dataclass(frozen=True)
class GameGroup:
    """The games of one family; ``note`` says what they are played with."""

    title: str
    note: str
    games: Sequence[GameRow]


@dataclass(frozen=True, kw_only=True)
class GamePage(Page):
    """Choose a game."""

    other: GameRow
    groups: Sequence[GameGroup]
    begun: Sequence[NavRow]


def games_page() -> Any:
    """The page to choose a game."""
    again, newest = request.args.get("again"), _newest_game()
    own = [_row(game, again) for game in _own_games()]
    groups = [GameGroup(_("Your own games"), "", own)] + [
        GameGroup(
            title, note, [_row(game, again) for game in ordered(family, context.language(), newest)]
        )
        for family, (title, note) in _families().items()
    ]
    return rendering.page(
        "start/game.html",
        GamePage(
            header=Header(_("Which game?"), url_for("home.home")),
            other=other_game(),
            groups=groups,
            begun=_begun(),
        ),
    )


def other_game() -> GameRow:
    """The row for any game that is not in the list."""
    line = _("just points, or your own score sheet")
    return GameRow(url_for("other_games.begin"), ID, _("Any other game"), line, f"1–{MOST_PLAYERS}")


def _own_games() -> list[str]:
    """The games of sheets that this device's newest group has played, the newest first."""
    device = context.device()
    newest = context.store().tables_of_device(device, 1) if device else ()
    return own_games(newest[0].table.group_id) if newest else []


def _begun() -> list[NavRow]:
    """The ways to go on here with a game that was begun elsewhere."""
    saved = NavRow(_("Import a saved game"), url_for("imports.choose"), "save", _("from a file"))
    if not has_server():
        return [saved]
    text, says = _("Move a game here"), _("from a phone without a server")
    return [saved, NavRow(text, url_for("arriving.about"), "phone", says)]


def every_game() -> list[GameRow]:
    """All games, by family."""
    return [
        _row(game, None) for family in _families() for game in ordered(family, context.language())
    ]


def ordered(family: Family, lang: str, newest: str = "") -> list[str]:
    """A family's games: the newest first, then in list order, in Japanese by reading."""
    found = [name for name, game in GAMES.items() if game.info.family == family]
    if lang == "ja":
        found.sort(key=lambda name: plain_kana(rendering.book(name).kana))
    return sorted(found, key=lambda name: name != newest)


def plain_kana(reading: str) -> str:
    """A reading without voicing, length and dots, which the syllabary's order ignores."""
    parts = unicodedata.normalize(
        "NFD", reading.translate(str.maketrans("ァィゥェォャュョッ", "アイウエオヤユヨツ", "ー・"))
    )
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _families() -> Mapping[Family, tuple[str, str]]:
    return {
        "pack": (_("With ordinary playing cards"), ""),
        "numbers": (_("With a Pairs pack"), _("one 1, two 2s … ten 10s")),
        "roles": (_("Hidden roles"), ""),
    }


def _row(game: str, again: str | None) -> GameRow:
    least, most = context.find_game(game).info.seats
    href = url_for("start.people", game=game, again=again)
    line = str(rendering.make_translator(game, {}).say("game.line", default=""))
    return GameRow(href, game, rendering.game_name(game), line, f"{least}–{most}")


def _newest_game() -> str:
    device = context.device()
    newest = context.store().tables_of_device(device, 1) if device else ()
    return next((grant.table.game for grant in newest if context.is_kept(grant.table)), "")
