"""Start a table: game, players and rules, setup guide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.games import GAMES
from referee.kernel.contract import Illegal, Info, Ruling, complete_options
from referee.kernel.fields import Seat
from referee.store.values import Grant, PersonRow
from referee.web.forms.options import GROUP
from referee.web.http import context, rendering
from referee.web.http.admission import admitted, is_member, played_again
from referee.web.http.errors import Fault
from referee.web.http.limits import may_open_table
from referee.web.http.parts import Actions, Form, Go, Header, Link, Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.people.join_page import Invite, invite_of
from referee.web.rulings.group_rulings import own_options, precedents_of
from referee.web.view.access import open_view
from referee.web.view.log_words import chosen_text
from referee.web.view.page_header import page_header, short_name
from referee.web.view.view import View

from .names_page import (
    PeoplePage,
    counts,
    limits,
    order_of,
    ruling_sentence,
    shape_names,
    too_few,
    usual,
    with_errors,
    within,
)
from .next_table import copy_to_next_table, just_opened, onward, rules_before
from .setup_guide import GuideStep, steps
from .table_rules import rules_of
from .which_game import games_page
from .who_plays import (
    Line,
    called,
    is_unnamed,
    keep_signs,
    line_count,
    moved,
    rearranged,
    typed_lines,
    with_signs,
)

start = Blueprint("start", __name__)


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The setup with invitation and steps; without ``invite``, how to play."""

    invite: Invite | None
    steps: Sequence[GuideStep]


NEWEST = 12


@start.get("/new")
def games() -> Any:
    """Choose a game."""
    return games_page()


@start.get("/new/<game>")
def people(game: str) -> Any:
    """Choose players and rules; people of this device's newest group are offered."""
    before, info = played_again(), _info(game)
    names = [*before.names.values()][: info.seats[1]] if before else []
    lines = [Line("" if is_unnamed(name, len(names)) else name) for name in names]
    last = before or _earlier()
    return _page(game, lines, usual(info, len(last.names) if last else 0), _as_before(game, names))


@start.post("/new/<game>")
def seated(game: str) -> Any:
    """Apply a tap on the form: players, their order and names, standard rules. Opens nothing."""
    info = _info(game)
    least, most = info.seats
    lines, step = typed_lines(most), request.form.get("do", "")
    order, verb = rearranged(lines, step, most), step.partition("-")[0]
    raw = (
        {}
        if step == "standard"
        else _as_before(game, [line.name for line in order if line.name]) | _chosen(info)
    )
    if verb in ("up", "down", "drop"):
        seats = {option.field.name for option in info.options if isinstance(option.field, Seat)} & {
            *request.form
        }
        raw |= {name: moved(request.form[name], lines, order) for name in seats}
    wanted = line_count(lines, least, most) + {"fewer": -1, "drop": -1, "more": 1}.get(verb, 0)
    if verb == "seat":
        wanted = max(wanted, 1 + max((at for at, line in enumerate(order) if line.name), default=0))
    players = within(info, wanted)
    stopped = limits(game)[wanted > most] if verb in ("fewer", "more") and players != wanted else ""
    return _page(game, order, players, raw, opened=step == "standard", stopped=stopped)


@start.post("/new/<game>/open")
def open_table(game: str) -> Any:
    """Open the table, 303 to the setup; 422 with each error beside its line or question."""
    info = _info(game)
    lines = typed_lines(info.seats[1])
    players = line_count(lines, *info.seats)
    # A form without a number of players means everybody it names.
    shown = lines[:players] if request.form.get("players") else lines
    present = called(shown) if len(shown) == players else [line for line in shown if line.name]
    names = [line.name for line in present]
    seats = [f"s{at + 1}" for at in range(len(names))]
    raw = _chosen(info)
    edition, own = _edition(game, info)
    base = {**info.editions[edition], **own}
    rules = {name: value for name, value in raw.items() if name != "edition"}
    chosen = {
        name: value
        for name, value in rules.items()
        if name not in base or request.form.get(f"touched.{name}")
    } | {**own}
    if wrong := too_few(info, len(names)):
        return _page(
            game, lines, within(info, players), raw, error=ruling_sentence(game, wrong), status=422
        )
    if (told := with_errors(shown)) != shown:
        return _page(game, [*told, *lines[len(told) :]], within(info, players), raw, status=422)
    try:
        complete_options(info, seats, chosen, edition)
    except Illegal as illegal:
        wrong_rules = {ruling.field or "": ruling for ruling in illegal.rulings}
        return _page(game, lines, within(info, players), raw, wrong=wrong_rules, status=422)
    device = context.device(make=True)
    assert device is not None
    if twin := just_opened(device, request.form.get("key", "")):
        return redirect(url_for("start.setup", code=twin.code), 303)
    may_open_table()
    before, known = _earlier(), _known()
    seating, group = (
        [(seat, name, None) for seat, name in zip(seats, names, strict=True)],
        before.table.group_id if before else None,
    )
    table = context.desk().open(
        game, seating, chosen, edition, group, request.form.get("key", "")[:60]
    )
    keep_signs(table, present, known)
    if before and played_again():
        copy_to_next_table(before, table)
    context.store().grant(device, table.id, "host")
    return redirect(url_for("start.setup", code=table.code), 303)


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
    return own_options(game, precedents_of(before.table.group_id, game)) if before else {}


@start.post("/t/<code>/again")
def again(code: str) -> Any:
    """Open the next table at once: same people and house rules, deal passed on."""
    table, grant = admitted()
    if not is_member(table.group_id):
        raise Fault(403, "not_of_the_group")
    return onward(grant)


@start.get("/t/<code>/setup")
def setup(code: str) -> Any:
    """The setup, updated live: joining, then the steps. ``?how=1``: how to play."""
    _table, view = open_view()
    return _how_to_play(view) if "how" in request.args else _setup(view)


def _setup(view: View) -> Any:
    header = page_header(view, short_name(view.table.game), url_for("home.home"))
    dealt = view.speaker.say("say.dealt", default=_("Start the game"))
    model = SetupPage(
        header=replace(header, where=_("Setup")),
        view=view,
        invite=invite_of(view),
        steps=steps(view),
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
        steps=steps(view),
        actions=Actions(
            plain=[Link(_("All rules"), rules, "book")], go=Go(_("Back to the game"), back)
        ),
    )
    return rendering.page("start/setup.html", model)


def _page(
    game: str,
    lines: Sequence[Line],
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
        shapes=shape_names(),
        rules=replace(rules, open=rules.open or opened),
        error=error,
        actions=Actions(go=Go(said[players][1])),
    )
    return rendering.page("start/people.html", model, status)


def _offered(known: Sequence[PersonRow], lines: Sequence[Line], info: Info) -> list[PersonRow]:
    named = [line.name for line in lines if line.name]
    return [
        person
        for person in known
        if person.name not in named and not is_unnamed(person.name, info.seats[1])
    ]


def _next(lines: Sequence[Line]) -> int | None:
    """The line to type in at once: on a new page, and after Enter without a script."""
    free = next((at for at, line in enumerate(lines) if not line.name), len(lines))
    return (
        free if request.form.get("do") == "line" or not any(line.name for line in lines) else None
    )


def _info(game: str) -> Info:
    if game not in GAMES:
        abort(404)
    return GAMES[game].info


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
