"""What a group played elsewhere, of which the result alone is known: who came to what, and how it is taken out again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.store.results import Came, Result
from referee.store.signs import Sign
from referee.store.values import GroupRow, PersonRow
from referee.web.desk.kept_games import is_kept
from referee.web.http import context, rendering
from referee.web.http.parts import Form, Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name

from .asked import found_group
from .told import PLAIN
from .words import long_day

results = Blueprint("results", __name__)


@dataclass(frozen=True)
class Placed:
    """Somebody of a result, by place: who has no page is forgotten."""

    name: str
    sign: Sign
    href: str
    place: int | None
    score: int | None
    won: int


@dataclass(frozen=True, kw_only=True)
class ResultPage(Page):
    """A result; ``games`` were played of the ``game``, and taking it out is for those who belong to the group."""

    game: str
    title: str
    day: str
    games: int
    people: Sequence[Placed]
    error: str


@results.get("/g/<link>/r/<uid>")
def result(link: str, uid: str) -> Any:
    """Who came to what."""
    group, belongs = found_group(link)
    return rendering.page("group/result.html", _page(group, _found(group, uid), belongs))


@results.post("/g/<link>/r/<uid>")
def take_out(link: str, uid: str) -> Any:
    """The result counts no more; the same file brings it in again."""
    group, belongs = found_group(link)
    found = _found(group, uid)
    if request.form.get("sure") != "yes":
        return rendering.page("group/result.html", _page(group, found, belongs, _("Tick that you are sure.")), 422)
    context.store().take_out_result(group.id, uid)
    return redirect(url_for("groups.group", link=link), 303)


def _found(group: GroupRow, uid: str) -> Result:
    """The result of a group that is known by this; 404."""
    found = next((one for one in context.store().results(group.id) if one.uid == uid and is_kept(one)), None)
    return found or abort(404)


def _page(group: GroupRow, found: Result, belongs: bool, error: str = "") -> ResultPage:
    people = context.store().persons(frozenset(one.person for one in found.people if one.person is not None))
    order = sorted(found.people, key=lambda one: (one.place is None, one.place or 0, -one.won))
    return ResultPage(
        header=Header(title=_("Result"), back=url_for("groups.group", link=group.link, evening=PLAIN + found.uid)),
        game=found.game,
        title=short_name(found.game),
        day=long_day(found.at),
        games=found.games,
        people=[_placed(group.link, one, people[one.person]) for one in order if one.person is not None],
        error=error,
        form=Form(url_for("results.take_out", link=group.link, uid=found.uid)) if belongs else None,
    )


def _placed(link: str, one: Came, now: PersonRow) -> Placed:
    href = url_for("groups.person", link=link, person=now.id) if now.name else ""
    return Placed(now.name or _("somebody forgotten"), now.sign, href, one.place, one.score, one.won)
