"""Which game: all of them in three groups, those for so many people in full, what this phone played last first in its group."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from referee.games import GAMES
from referee.kernel.info import Family
from referee.web.desk.kept_games import is_kept
from referee.web.http import context, rendering
from referee.web.http.parts import Header, Page
from referee.web.http.words import gettext as _

CROWD = 7
COUNTS = range(2, CROWD + 1)
"""How many people can be asked for; the last stands for that many and more."""


@dataclass(frozen=True)
class GameRow:
    """A game to choose: its drawing by ``game``, how many play it; ``fits`` unless other people than are there are needed."""

    href: str
    game: str
    name: str
    line: str
    state: str
    fits: bool


@dataclass(frozen=True)
class GameGroup:
    """Games of one family, and what they are played with."""

    title: str
    note: str
    games: Sequence[GameRow]


@dataclass(frozen=True)
class Count:
    """A number of people to choose; ``on`` is chosen, and the next tap takes it back."""

    text: str
    href: str
    on: bool


@dataclass(frozen=True, kw_only=True)
class GamePage(Page):
    """Which game."""

    counts: Sequence[Count]
    groups: Sequence[GameGroup]


def games_page() -> Any:
    """Which game, for as many people as the address says."""
    again, asked = request.args.get("again"), request.args.get("players", "")
    players = next((count for count in COUNTS if str(count) == asked), 0)
    newest = _newest_game()
    groups = [
        GameGroup(title, note, [_row(game, players, again) for game in ordered(family, context.language(), newest)])
        for family, (title, note) in _families().items()
    ]
    header = Header(_("Start a table"), url_for("home.home"))
    return rendering.page("start/game.html", GamePage(header=header, counts=_counts(players, again), groups=groups))


def _counts(players: int, again: str | None) -> list[Count]:
    shown = {count: f"{count}+" if count == CROWD else str(count) for count in COUNTS}
    other = {count: url_for("start.games", players=None if count == players else count, again=again) for count in COUNTS}
    return [Count(shown[count], other[count], count == players) for count in COUNTS]


def ordered(family: Family, lang: str, newest: str = "") -> list[str]:
    """The games of a family: the newest first, the others in the order of the list, in Japanese as their names are read."""
    found = [name for name, game in GAMES.items() if game.info.family == family]
    if lang == "ja":
        found.sort(key=lambda name: plain_kana(rendering.book(name).kana))
    return sorted(found, key=lambda name: name != newest)


def plain_kana(reading: str) -> str:
    """A reading without what the order of the syllabary does not look at: voicing, length and dots."""
    parts = unicodedata.normalize("NFD", reading.translate(str.maketrans("ァィゥェォャュョッ", "アイウエオヤユヨツ", "ー・")))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def fits(seats: tuple[int, int], players: int) -> bool:
    """Whether so many can play; nobody asked for fits all, the last count stands for more people too."""
    least, most = seats
    return not players or (most >= CROWD if players == CROWD else least <= players <= most)


def _families() -> Mapping[Family, tuple[str, str]]:
    return {
        "pack": (_("A pack of cards"), _("two packs for many players")),
        "numbers": (_("A Pairs deck"), _("one 1, two 2s … ten 10s")),
        "roles": (_("Hidden roles"), _("a pack of cards or a Pairs deck")),
    }


def _row(game: str, players: int, again: str | None) -> GameRow:
    least, most = GAMES[game].info.seats
    fit = fits((least, most), players)
    return GameRow(
        url_for("start.people", game=game, players=players or None, again=again),
        game,
        rendering.game_name(game),
        str(rendering.speaker(game, {}).say("game.line", default="")),
        f"{least}–{most}" if fit else _("%(least)s–%(most)s only", least=least, most=most),
        fit,
    )


def _newest_game() -> str:
    """The game this device played last."""
    device = context.device()
    newest = context.store().tables_of_device(device, 1) if device else ()
    return next((grant.table.game for grant in newest if is_kept(grant.table)), "")
