"""The games that one phone keeps without a server: how many, and since when in no backup."""

import time
from dataclasses import dataclass

from flask import Response, request, url_for

from referee.web.http import context, rendering
from referee.web.http.parts import NavRow
from referee.web.http.security import whole
from referee.web.http.words import gettext as _

BACKUP_COOKIE, REMIND_COOKIE = "backup", "remind"


@dataclass(frozen=True)
class LastBackup:
    """When the last backup was saved, in words, and how many games came after it."""

    when: str
    missing: int


def games_kept() -> int:
    """Return how many games are on this phone."""
    return len(list(context.store().table_ids()))


def note_backup(response: Response) -> None:
    """Keep when a backup was saved, and of how many games."""
    context.keep_cookie(response, BACKUP_COOKIE, f"{int(time.time())}.{games_kept()}")


def last_backup() -> LastBackup | None:
    """Return the last backup of this phone; None if there was none."""
    at, _dot, games = request.cookies.get(BACKUP_COOKIE, "").partition(".")
    if not (when := whole(at, 0)):
        return None
    return LastBackup(rendering.day(when), max(0, games_kept() - whole(games, 0)))


def reminds() -> bool:
    """Return whether the end of a game reminds of a backup, as it does unless told not to."""
    return request.cookies.get(REMIND_COOKIE) != "0"


def set_reminds(response: Response, wanted: bool) -> None:
    """Keep whether the end of a game reminds of a backup."""
    context.keep_cookie(response, REMIND_COOKIE, str(int(wanted)))


def reminder() -> NavRow | None:
    """Return the way to the backup, where a game is in none and a reminder is wanted."""
    last = last_backup()
    missing = last.missing if last else games_kept()
    return backup_row() if missing and reminds() else None


def backup_row() -> NavRow:
    """Return the way to the backup, with what is on the phone and when it was last saved."""
    last, games = last_backup(), games_kept()
    kept = _("1 game.") if games == 1 else _("%(n)s games.", n=games)
    said = _("Last backup: %(when)s", when=last.when) if last else _("No backup yet")
    href = url_for("backup.backup")
    return NavRow(_("Games are on this phone only"), href, "phone", f"{kept} {said}")
