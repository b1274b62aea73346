"""Start a table: game, players and rules, setup guide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.kernel.contract import Illegal, Info, Ruling, complete_options
from referee.kernel.fields import Seat
from referee.own.packed import packed
from referee.store.symbols import SHAPES
from referee.store.values import Grant, PersonRow, TableRow
from referee.web.forms.options import GROUP
from referee.web.http import context, rendering
from referee.web.http.authorize import authorize, is_member, played_again
from referee.web.http.edition import has_server
from referee.web.http.errors import Fault
from referee.web.http.limits import may_open_table
from referee.web.http.parts import Actions, Form, Go, Header, Link, Page, Sentence
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.people.join_page import Invite, invite_of
from referee.web.rulings.group_rulings import find_group_rulings, own_options
from referee.web.view.access import open_view
from referee.web.view.log_words import chosen_text
from referee.web.view.page_header import page_header, short_name
from referee.web.view.symbols import shape_name
from referee.web.view.view import View

from .game_list import games_page
from .names_page import (
    PeoplePage,
    counts,
    limits,
    order_of,
    ruling_sentence,
    too_few,
    with_errors,
    within,
)
from .players import (
    PlayerLine,
    called,
    is_unnamed,
    keep_signs,
    line_count,
    new_seat_of,
    rearranged,
    typed_lines,
    with_signs,
)
from .rematch import copy_to_next_table, just_opened, redirect_to_next, rules_before
from .setup_guide import GuideStep, guide_steps
from .table_rules import rules_of

start = Blueprint("start", __name__)


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The setup with invitation and steps; without ``invite``, how to play."""

    invite: Invite | None
    steps: Sequence[GuideStep]


NEWEST = 12


@start.get("/new")
@needs("anyone", cases={"again": "member"})
def games() -> Any:
    """Choose a game."""
    return games_page()


@start.get("/new/<game>")
@needs("anyone", cases={"again": "member"})
def people(game: str) -> Any:
    """Choose players and rules; people of this device's newest group are offered."""
    before, info = played_again(), _info(game)
    names = [*before.names.values()][: info.seats[1]] if before else []
    lines = [PlayerLine("" if is_unnamed(name, len(names)) else name) for name in names]
    last = before or _earlier()
    return _page(game, lines, within(info, len(last.names) if last else 4), _as_before(game, names))


@start.post("/new/<game>")
@needs("anyone", cases={"again": "member"})
def seated(game: str) -> Any:
    """Apply a tap on the form: players, their order and names, standard rules. Opens nothing."""
    info = _info(game)
    least, most = info.seats
    lines, step = typed_lines(most), request.form.get("do", "")
    order, verb = rearranged(lines, step, most), step.partition("-")[0]
    raw: dict[str, Any] = {}
    if step != "standard":
        raw = _as_before(game, [line.name for line in order if line.name]) | _chosen(info)
    if verb in ("up", "down", "drop"):
        raw |= _moved_seats(info, lines, order)
    wanted = line_count(lines, least, most) + {"fewer": -1, "drop": -1, "more": 1}.get(verb, 0)
    if verb == "seat":
        named = [at for at, line in enumerate(order) if line.name]
        wanted = max(wanted, 1 + max(named, default=0))
    players = within(info, wanted)
    stopped = limits(game)[wanted > most] if verb in ("fewer", "more") and players != wanted else ""
    return _page(game, order, players, raw, opened=step == "standard", stopped=stopped)


def _moved_seats(
    info: Info, before: Sequence[PlayerLine], after: Sequence[PlayerLine]
) -> dict[str, str]:
    """The rules that name a seat, with the new seats of the same players."""
    names = [option.field.name for option in info.options if isinstance(option.field, Seat)]
    return {
        name: new_seat_of(request.form[name], before, after)
        for name in names
        if name in request.form
    }


@dataclass(frozen=True)
class NewTable:
    """What the form asks for: all its lines, the ``shown`` ones, who of them plays, the rules."""

    game: str
    lines: Sequence[PlayerLine]
    shown: Sequence[PlayerLine]
    present: Sequence[PlayerLine]
    players: int
    edition: str
    chosen: Mapping[str, Any]

    @property
    def seats(self) -> list[str]:
        return [f"s{at + 1}" for at in range(len(self.present))]


@start.post("/new/<game>/open")
@needs("anyone", cases={"again": "member"})
def open_table(game: str) -> Any:
    """Open the table, 303 to the setup; 422 with each error beside its line or question."""
    asked = _asked_table(game)
    refused = _refused(asked)
    if refused is not None:
        return refused
    device = context.device(make=True)
    assert device is not None
    if twin := just_opened(device, request.form.get("key", "")):
        return redirect(url_for("start.setup", code=twin.code), 303)
    may_open_table()
    table = _opened(asked)
    context.store().grant(device, table.id, "host")
    return redirect(url_for("start.setup", code=table.code), 303)


def _asked_table(game: str) -> NewTable:
    info = _info(game)
    lines = typed_lines(info.seats[1])
    players = line_count(lines, *info.seats)
    # A form without a number of players means everybody it names.
    shown = lines[:players] if request.form.get("players") else lines
    present = called(shown) if len(shown) == players else [line for line in shown if line.name]
    edition, own = _edition(game, info)
    base = {**info.editions[edition], **own}
    # An answer to what the edition decides counts only if it was touched.
    chosen = {
        name: value
        for name, value in _chosen(info).items()
        if name != "edition" and (name not in base or request.form.get(f"touched.{name}"))
    }
    return NewTable(game, lines, shown, present, players, edition, {**chosen, **own})


def _refused(asked: NewTable) -> Any:
    """The form again, with what keeps the table from being opened; None if nothing does."""
    info = _info(asked.game)
    players, raw = within(info, asked.players), _chosen(info)
    again = partial(_page, asked.game, players=players, raw=raw, status=422)
    if wrong := too_few(info, len(asked.present)):
        return again(asked.lines, error=ruling_sentence(asked.game, wrong))
    told = with_errors(asked.shown)
    if told != asked.shown:
        return again([*told, *asked.lines[len(told) :]])
    try:
        complete_options(info, asked.seats, asked.chosen, asked.edition)
    except Illegal as illegal:
        return again(asked.lines, wrong={ruling.field or "": ruling for ruling in illegal.rulings})
    return None


def _opened(asked: NewTable) -> TableRow:
    before, known = _earlier(), _known()
    seating = [
        (seat, line.name, None) for seat, line in zip(asked.seats, asked.present, strict=True)
    ]
    group, key = before.table.group_id if before else None, request.form.get("key", "")[:60]
    table = context.service().open(asked.game, seating, asked.chosen, asked.edition, group, key)
    keep_signs(table, asked.present, known)
    if before and played_again():
        copy_to_next_table(before, table)
    return table


def _chosen(info: Info) -> dict[str, str]:
    names = ("edition", *(option.field.name for option in info.options))
    return {name: request.form[name] for name in names if request.form.get(name)}


def _edition(game: str, info: Info) -> tuple[str, Mapping[str, Any]]:
    """The form's edition, and the options decided by the group's own rulings; 422."""
    edition = request.form.get("edition", "page")
    if edition == GROUP:
        return "page", _own_options(game)
    if edition not in info.editions:
        abort(422)
    return edition, {}


def _own_options(game: str) -> dict[str, Any]:
    """The group's rulings on points the source leaves open."""
    before = _earlier()
    return own_options(game, find_group_rulings(before.table.group_id, game)) if before else {}


@start.post("/t/<code>/again")
@needs("player", cases={"again": "member"})
def again(code: str) -> Any:
    """Open the next table at once: same people and house rules, deal passed on."""
    table, grant = authorize()
    if not is_member(table.group_id):
        raise Fault(403, "not_of_the_group")
    return redirect_to_next(grant)


@start.get("/t/<code>/setup")
@needs("watch")
def setup(code: str) -> Any:
    """The setup, updated live: joining, then the steps. ``?how=1``: how to play."""
    _table, view = open_view()
    return _how_to_play(view) if "how" in request.args else _setup(view)


def _setup(view: View) -> Any:
    header = page_header(view, short_name(view.table.game), url_for("home.home"))
    dealt = view.translator.say("say.dealt", default=_("Start the game"))
    model = SetupPage(
        header=replace(header, where=_("Setup")),
        view=view,
        invite=invite_of(view) if has_server() else None,
        steps=guide_steps(view),
        actions=Actions(go=Go(dealt, view.url("tables.table"))),
    )
    return rendering.page("start/setup.html", model)


def _how_to_play(view: View) -> Any:
    back = view.url("tables.table")
    rules = context.path("rules.rulebook", game=view.table.game, table=view.table.code)
    model = SetupPage(
        header=page_header(view, _("How to play"), back),
        view=view,
        invite=None,
        steps=guide_steps(view),
        actions=Actions(
            plain=[Link(_("All rules"), rules, "book")], go=Go(_("Back to the game"), back)
        ),
    )
    return rendering.page("start/setup.html", model)


def _page(
    game: str,
    lines: Sequence[PlayerLine],
    players: int,
    raw: Mapping[str, Any],
    wrong: Mapping[str, Ruling] | None = None,
    error: Sentence | None = None,
    status: int = 200,
    opened: bool = False,
    stopped: str = "",
) -> Any:
    """The form with names and rules so far; ``wrong`` are the rules that are refused."""
    info, known, again = _info(game), _known(), request.values.get("again")
    held = [chosen_text(game, name, value) for name, value in _own_options(game).items()]
    errors = {name: ruling_sentence(game, ruling) for name, ruling in (wrong or {}).items()}
    asked = {"edition": GROUP, **raw} if held else raw
    rules = rules_of(game, [line.name for line in lines], asked, errors, held)
    said = counts(info)
    model = PeoplePage(
        header=Header(
            title=short_name(game), where=_("Players"), back=url_for("start.games", again=again)
        ),
        form=Form(url_for("start.open_table", game=game, again=again), {"key": context.sent_key()}),
        seated=url_for("start.seated", game=game, again=again),
        order=order_of(game),
        lines=with_signs(lines, known, info.seats[1]),
        players=players,
        counts=said,
        limits=limits(game),
        stopped=stopped,
        known=_offered(known, lines, info),
        next=_next(lines),
        shapes={shape: shape_name(shape) for shape in SHAPES},
        rules=replace(rules, open=rules.open or opened),
        sheet_href=_sheet_href(game),
        error=error,
        actions=Actions(go=Go(said[players][1])),
    )
    return rendering.page("start/people.html", model, status)


def _sheet_href(game: str) -> str:
    """Where the score sheet of a game can be changed; empty for a game that has none."""
    sheet = context.find_game(game).sheet
    return url_for("own_games.change", sheet=packed(sheet)) if sheet else ""


def _offered(
    known: Sequence[PersonRow], lines: Sequence[PlayerLine], info: Info
) -> list[PersonRow]:
    named = [line.name for line in lines if line.name]
    return [
        person
        for person in known
        if person.name not in named and not is_unnamed(person.name, info.seats[1])
    ]


def _next(lines: Sequence[PlayerLine]) -> int | None:
    """The line to type in at once: on a new page, and after Enter without a script."""
    free = next((at for at, line in enumerate(lines) if not line.name), len(lines))
    return (
        free if request.form.get("do") == "line" or not any(line.name for line in lines) else None
    )


def _info(game: str) -> Info:
    if not context.has_game(game):
        abort(404)
    return context.find_game(game).info


def _known() -> tuple[PersonRow, ...]:
    """People to offer: of the table played again, else of this device's newest group."""
    grant = _earlier()
    return context.store().people(grant.table.group_id, NEWEST) if grant else ()


def _earlier() -> Grant | None:
    """The table played again, however old, else this device's newest in a group it belongs to."""
    device = context.device()
    if device is None or (again := played_again()):
        return again if device else None
    newest = context.store().tables_of_device(device, NEWEST)
    return next((grant for grant in newest if is_member(grant.table.group_id)), None)


def _as_before(game: str, names: Sequence[str]) -> dict[str, Any]:
    """The house rules of the table played again, if it had the same game."""
    before = played_again()
    return rules_before(before, names) if before and before.table.game == game else {}
