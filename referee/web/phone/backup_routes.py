"""The games of one phone in one file: how many there are, the last backup, saving and restoring.

Only where there is no server; there its host makes backups.
"""

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, current_app, request, url_for

from referee.store.backup import copy
from referee.store.connect import explain, prepare
from referee.store.errors import NewerDatabase, StoreError
from referee.web.http import context, rendering
from referee.web.http.edition import browser_only
from referee.web.http.parts import Actions, Form, Go, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.kept_games import (
    LastBackup,
    games_kept,
    last_backup,
    note_backup,
    reminds,
    set_reminds,
)

backup_pages = Blueprint("backup", __name__)
LARGEST = 200 * 1024 * 1024
"""Most bytes of a backup that is restored."""
RESTART = "Referee-Restart"
"""Header of an answer after which the application must be started anew."""
TABLES = {"play", "event", "device"}
"""Some tables that every backup has."""


@dataclass(frozen=True, kw_only=True)
class BackupPage(Page):
    """What is on this phone, the last backup, and the form to restore one; ``wrong`` refuses.

    ``reminding`` turns the reminder after a game on or off.
    """

    games: int
    groups: int
    megabytes: str
    last: LastBackup | None
    reminds: bool
    reminding: Form
    restoring: Form
    wrong: str


@backup_pages.get("/backup")
@needs("anyone")
@browser_only
def backup() -> Response:
    """The games on this phone, and their backup."""
    return _page()


@backup_pages.get("/backup/referee.db")
@needs("anyone")
@browser_only
def save() -> Response:
    """Everything in one file; from then on it is the last backup."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "referee.db"
        copy(_file(), made)
        response = Response(made.read_bytes(), mimetype="application/octet-stream")
    name = f"referee-{time.strftime('%Y-%m-%d')}.db"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    note_backup(response)
    return response


@backup_pages.post("/backup")
@needs("anyone")
@browser_only
def restore() -> Response:
    """Replace everything by a backup, once it is verified; 422 with the reason otherwise."""
    request.max_content_length = LARGEST
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return _page(_("Choose a backup file first."))
    if games_kept() and not request.form.get("replace"):
        return _page(_("Tick the box to replace the games on this phone."))
    with TemporaryDirectory() as folder:
        new = Path(folder) / "referee.db"
        sent.save(new)
        if wrong := _verify(new):
            return _page(wrong)
        try:
            with closing(sqlite3.connect(new)) as read, closing(sqlite3.connect(_file())) as kept:
                read.backup(kept)
        except sqlite3.Error as problem:
            raise explain(problem, 0) from problem
    return Response("", 303, {"Location": context.path("home.home"), RESTART: "1"})


@backup_pages.post("/backup/reminder")
@needs("anyone")
@browser_only
def remind() -> Response:
    """Turn the reminder at the end of a game on or off."""
    response = Response("", 303, {"Location": context.path("backup.backup")})
    set_reminds(response, request.form.get("remind") == "1")
    return response


def _verify(new: Path) -> str:
    """Say why a file is no backup, or too new; migrate an older one."""
    try:
        with closing(sqlite3.connect(new)) as db:
            found = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
            whole = db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
        if not (whole and found >= TABLES):
            return _("This file is no backup of Referee.")
        prepare(new, 1)
    except NewerDatabase:
        return _("This backup is from a newer version. Update Referee first.")
    except (sqlite3.Error, StoreError):
        return _("This file is no backup of Referee.")
    return ""


def _page(wrong: str = "") -> Response:
    store = context.store()
    ids = list(store.table_ids())
    model = BackupPage(
        header=Header(_("Games on this phone"), url_for("home.home")),
        games=len(ids),
        groups=len({store.table(table_id).group_id for table_id in ids}),
        megabytes=f"{_file().stat().st_size / 1e6:.1f} MB",
        last=last_backup(),
        reminds=reminds(),
        reminding=Form(url_for("backup.remind"), {"remind": "0" if reminds() else "1"}),
        restoring=Form(url_for("backup.restore")),
        wrong=wrong,
        actions=Actions(go=Go(_("Save a backup"), url_for("backup.save"))),
    )
    return rendering.page("phone/backup.html", model, 422 if wrong else 200)


def _file() -> Path:
    return Path(current_app.config["DATABASE"])
