"""Make your own game: three short pages, and the formula of one line.

Nothing is kept while a sheet is under way: it is in the address of every page and in every form.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.own.draft import Draft, as_draft, new_draft
from referee.own.part import BadSheet, SheetFault
from referee.own.reading import read_sheet
from referee.own.sheet import MOST
from referee.own.trial import tried
from referee.samples import SAMPLES, sample_sheet
from referee.web.http import context, rendering
from referee.web.http.limits import may_read_record
from referee.web.http.parts import Actions, Form, Go, Header
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _

from .address import address, asked_draft, lead, said_in, shows_faults, written
from .entries_form import OwnEntriesPage, changed_entries, entries_view
from .entry_form import OwnEntryPage, changed_entry, entry_view
from .formula_form import PARTS, OwnFormulaPage, changed_formula, formula_view
from .game_form import OwnGamePage, changed_game, game_view, missing_game
from .points_form import OwnPointsPage, changed_points, faults_elsewhere, points_view
from .sheet_words import fault_text, faults_at, faults_of
from .tryit import read_values, sent_values, try_view, values_text

own_games = Blueprint("own_games", __name__, url_prefix="/own")
PAGES = 3
Faults = tuple[SheetFault, ...]


@own_games.get("/new")
@needs("anyone")
def new() -> Any:
    """Begin with nothing."""
    return lead("game", new_draft())


@own_games.get("/sample/<sample>")
@needs("anyone")
def from_sample(sample: str) -> Any:
    """Begin with a sample, on its last page."""
    if sample not in SAMPLES:
        abort(404)
    return lead("points", as_draft(sample_sheet(sample)))


@own_games.get("/change")
@needs("anyone")
def change() -> Any:
    """Change a whole sheet, beginning on its last page."""
    return lead("points", asked_draft())


@own_games.get("/game")
@needs("anyone")
def game() -> Any:
    """Page 1: name, players, who wins, when it is over."""
    told = asked_draft()
    missing = missing_game(told) if shows_faults() else {}
    if shows_faults():
        missing |= _first_texts(told, _faults(told), ("players", "teams", "over"))
    model = OwnGamePage(
        header=_header(1, url_for("other_games.begin"), told),
        form=_form("game_told", told),
        actions=Actions(go=Go(_("Next: what you enter"), name="do", value="next")),
        **game_view(told, missing),  # type: ignore[arg-type]  # as it names them
    )
    return rendering.page("own/game.html", model)


def _first_texts(told: Draft, faults: Faults, keys: tuple[str, ...]) -> Mapping[str, str]:
    """The first fault of each part that has one."""
    found = {key: faults_at(faults, key) for key in keys if key in told}
    return {key: fault_text(every[0], told) for key, every in found.items() if every}


@own_games.post("/game")
@needs("anyone")
def game_told() -> Any:
    """What page 1 was sent; on to page 2 if nothing is missing."""
    told = changed_game(asked_draft(), request.form)
    if request.form.get("do") != "next":
        return lead("game", told)
    return lead("game", told, check=1) if missing_game(told) else lead("entries", told)


@own_games.get("/entries")
@needs("anyone")
def entries() -> Any:
    """Page 2: what is entered each round, and what is checked."""
    told = asked_draft()
    faults = _faults(told)
    shown = faults if shows_faults() else tuple(one for one in faults if len(one.path) > 1)
    model = OwnEntriesPage(
        header=_header(2, address("game", told), told),
        form=_form("entries_told", told),
        actions=Actions(go=Go(_("Next: the points"), name="do", value="next")),
        **entries_view(told, shown),  # type: ignore[arg-type]  # as it names them
    )
    return rendering.page("own/entries.html", model)


@own_games.post("/entries")
@needs("anyone")
def entries_told() -> Any:
    """What page 2 was sent; a new entry that needs a name is opened at once."""
    before, step = asked_draft(), request.form.get("do", "")
    told = changed_entries(before, request.form)
    if step == "back":
        return lead("game", told)
    if step == "next":
        return lead("points", told) if told.get("ask") else lead("entries", told, check=1)
    is_new = len(told.get("ask", ())) == len(before.get("ask", ())) + 1
    if is_new and step != "add-points-0":
        return lead("entry", told, at=len(told["ask"]) - 1)
    return lead("entries", told)


@own_games.get("/entries/<int:at>")
@needs("anyone")
def entry(at: int) -> Any:
    """One entry."""
    told = asked_draft()
    if at >= len(told.get("ask", ())):
        return lead("entries", told)
    faults = [fault_text(fault, told) for fault in faults_at(faults_of(told), "ask", at)]
    model = OwnEntryPage(
        header=_header(2, address("entries", told), told),
        form=Form(url_for("own_games.entry_told", at=at), {"sheet": written(told)}),
        actions=Actions(go=Go(_("Done"), name="do", value="done")),
        **entry_view(told, at, faults),  # type: ignore[arg-type]  # as it names them
    )
    return rendering.page("own/entry.html", model)


@own_games.post("/entries/<int:at>")
@needs("anyone")
def entry_told(at: int) -> Any:
    """What was sent for one entry."""
    told, step = asked_draft(), request.form.get("do", "")
    if at >= len(told.get("ask", ())):
        return lead("entries", told)
    found = changed_entry(told, at, request.form)
    if step in ("done", "drop-0", "up-0", "down-0"):
        return lead("entries", found)
    return lead("entry", found, at=at)


@own_games.get("/points")
@needs("anyone")
def points() -> Any:
    """Page 3: how points follow, and a trial."""
    told, values = asked_draft(), request.args.get("try", "")[:400]
    faults = _faults(told)
    model = OwnPointsPage(
        header=_header(PAGES, address("entries", told), told),
        form=_form("points_told", told),
        actions=Actions(go=Go(_("Save and play"), name="do", value="save")),
        elsewhere=faults_elsewhere(told, faults, shows_faults()),
        trial=try_view(told, read_values(told, values)),
        **points_view(told, faults, values),  # type: ignore[arg-type]  # as it names them
    )
    return rendering.page("own/points.html", model)


def _faults(told: Draft) -> Faults:
    """What is wrong with a sheet; once somebody wanted to go on, also what only play shows."""
    faults = faults_of(told)
    return _played(told) if shows_faults() and not faults else faults


def _played(told: Draft) -> Faults:
    """What random rounds find; the same each time."""
    sheet = read_sheet(told)
    return tried(sheet, random.Random(sheet.id))


@own_games.post("/points")
@needs("anyone")
def points_told() -> Any:
    """What page 3 was sent; a new formula is opened at once."""
    before, step = asked_draft(), request.form.get("do", "")
    if step == "save":
        return save()
    told = changed_points(before, request.form)
    values = values_text(told, sent_values(told, request.form))
    if step == "back":
        return lead("entries", told)
    if step == "formula" and len(told.get("points", ())) < MOST["points"]:
        told.setdefault("points", []).append({"points": "0"})
        at = len(told["points"]) - 1
        return lead("formula", told, part="points", at=at, **{"try": values})
    return lead("points", told, **{"try": values})


@own_games.post("/save")
@needs("anyone")
def save() -> Any:
    """Keep a sound sheet and ask who plays; else page 3 with everything that is wrong."""
    told = changed_points(asked_draft(), request.form)
    try:
        if _played(told):
            return lead("points", told, check=1)
        may_read_record()
        game_id = context.service().keep_game(told)
    except BadSheet:
        return lead("points", told, check=1)
    return redirect(url_for("start.people", game=game_id), 303)


@own_games.get("/<any(points, checks, values):part>/<int:at>/formula")
@needs("anyone")
def formula(part: str, at: int) -> Any:
    """The formulas of one line."""
    told, values = asked_draft(), request.args.get("try", "")[:400]
    if at >= len(told.get(PARTS[part], ())):
        return lead("points", told)
    shown = formula_view(told, PARTS[part], at, faults_of(told))
    there = "entries" if part == "checks" else "points"
    model = OwnFormulaPage(
        header=_header(PAGES, address(there, told), told, _("a formula")),
        form=Form(
            url_for("own_games.formula_told", part=part, at=at),
            {"sheet": written(told), "try": values},
        ),
        trial=try_view(told, read_values(told, values)) if part == "points" else None,
        trial_values=values,
        **shown,  # type: ignore[arg-type]  # as it names them
    )
    return rendering.page("own/formula.html", model)


@own_games.post("/<any(points, checks, values):part>/<int:at>/formula")
@needs("anyone")
def formula_told(part: str, at: int) -> Any:
    """What was sent for the formulas of one line."""
    told, step = asked_draft(), request.form.get("do", "")
    if at >= len(told.get(PARTS[part], ())):
        return lead("points", told)
    found = changed_formula(told, PARTS[part], at, request.form)
    values = values_text(found, sent_values(found, request.form))
    if step == "done":
        return lead("entries" if part == "checks" else "points", found, **{"try": values})
    return lead("formula", found, part=part, at=at, **{"try": values})


def _header(page: int, back: str, told: Draft, where: str = "") -> Header:
    """The header of a page: the name of the game, once it has one, and how far the sheet is."""
    place = where or _("%(n)s of %(all)s", n=page, all=PAGES)
    name = said_in(told.get("name"), context.language()) if page > 1 else ""
    return Header(title=name or _("Your own game"), where=place, back=back, ruler=(page, PAGES))


def _form(endpoint: str, told: Draft) -> Form:
    return Form(url_for(f"own_games.{endpoint}"), {"sheet": written(told)})
