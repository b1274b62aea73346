"""The games that one phone keeps without a server: how many, and since when in no backup."""

import time
from dataclasses import dataclass

from flask import Response, request, url_for

from referee.web.http import context, rendering
from referee.web.http.parts import NavRow
from referee.web.http.security import whole
from referee.web.http.words import gettext as _

BACKUP_COOKIE = "backup"


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


def backup_row() -> NavRow:
    """Return the way to the backup, with what is on the phone and when it was last saved."""
    last, games = last_backup(), games_kept()
    kept = _("1 game.") if games == 1 else _("%(n)s games.", n=games)
    said = _("Last backup: %(when)s", when=last.when) if last else _("No backup yet")
    href = url_for("backup.backup")
    return NavRow(_("Games are on this phone only"), href, "phone", f"{kept} {said}")
