"""The first page, and starting a table: game, people, edition and options, setup guide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _

from referee.games import GAMES
from referee.kernel.contract import Illegal, Info, Ruling, bound, complete_options
from referee.kernel.fields import Seat
from referee.store.values import Grant
from referee.web.forms.fields import FieldView
from referee.web.forms.options import GROUP, Fold, option_groups
from referee.web.http import context, rendering
from referee.web.http.admission import admitted, is_member, played_again
from referee.web.http.errors import Fault
from referee.web.http.limits import may_open_table
from referee.web.http.parts import Actions, Form, Go, Header, Link, Page, Sentence
from referee.web.people.naming import BadName, name_sentence, read_names, shown_names, tidy
from referee.web.rulings.group_rulings import own_options, precedents_of
from referee.web.view.access import open_view
from referee.web.view.log_words import chosen_text
from referee.web.view.page_header import page_header, short_name
from referee.words import MARKS

from .next_table import copy_to_next_table, just_opened, onward, rules_before
from .setup_guide import GuideStep, steps
from .which_game import COUNTS, games_page

start = Blueprint("start", __name__)


@dataclass(frozen=True, kw_only=True)
class PeoplePage(Page):
    """Who plays: at least and at most so many, in the order they sit; ``known`` are offered."""

    order: str
    people: Sequence[str]
    least: int
    most: int
    known: Sequence[str]
    error: Sentence | None


@dataclass(frozen=True, kw_only=True)
class OptionsPage(Page):
    """The options of the table, those shown ``first`` and the rest folded; the names go along."""

    names: Sequence[str]
    first: Sequence[FieldView]
    folds: Sequence[Fold]


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The setup guide, with every seat’s name and short name."""

    steps: Sequence[GuideStep]
    seats: Sequence[tuple[str, str]]
NEWEST = 12


@start.get("/new")
def games() -> Any:
    """Which game."""
    return games_page()


@start.get("/new/<game>")
def people(game: str) -> Any:
    """Who plays, in the order they sit; the people of this device's newest group are offered."""
    info = _info(game)
    names, known = _remembered()
    least, most = info.seats
    asked = next((count for count in COUNTS if str(count) == request.args.get("players")), least)
    names = names[:most] or [""] * min(max(asked, least, 2), most)
    return _people_page(game, names, known)


@start.post("/new/<game>")
def seated(game: str) -> Any:
    """Move, add or remove somebody, or go on to the options."""
    info = _info(game)
    names = typed_names(info)
    known = _remembered()[1]
    step = request.form.get("do", "next")
    if step != "next":
        return _people_page(game, rearranged(names, step, info.seats), known)
    present = [name for name in names if name]
    if wrong := _people_wrong(game, present):
        return _people_page(game, names, known, wrong, 422)
    return _options_page(game, present, _as_before(game, present), {})


@start.post("/new/<game>/open")
def open_table(game: str) -> Any:
    """Open the table and show how to set up; unreadable options come back beside their fields."""
    info = _info(game)
    names = typed_names(info)
    seats = [f"s{at + 1}" for at in range(len(names))]
    raw = {option.field.name: request.form[option.field.name] for option in info.options if request.form.get(option.field.name)}
    edition, own = _edition(game, info)
    base = {**info.editions[edition], **own}
    chosen = {name: value for name, value in raw.items() if name not in base or request.form.get(f"touched.{name}")}
    chosen = {**chosen, **own}
    if wrong := _people_wrong(game, names):
        return _people_page(game, names, [], wrong, 422)
    try:
        complete_options(info, seats, chosen, edition)
    except Illegal as illegal:
        return _options_page(game, names, raw, {ruling.field or "": ruling for ruling in illegal.rulings}, 422)
    device = context.device(make=True)
    assert device is not None
    if twin := just_opened(device, request.form.get("key", "")):
        return redirect(url_for("start.setup", code=twin.code), 303)
    may_open_table()
    before = _earlier()
    table = context.desk().open(
        game,
        [(seat, name, None) for seat, name in zip(seats, names, strict=True)],
        chosen,
        edition,
        before.table.group_id if before else None,
        request.form.get("key", "")[:60],
    )
    if before and played_again():
        copy_to_next_table(before, table)
    context.store().grant(device, table.id, "host")
    secret = context.desk().history(table).options.get("entry") == "secret"
    return redirect(url_for("join.share" if secret else "start.setup", code=table.code), 303)


def _edition(game: str, info: Info) -> tuple[str, Mapping[str, Any]]:
    """The edition that the form names, and the options that the group's own rulings decide in it."""
    edition = request.form.get("edition", "page")
    if edition == GROUP:
        return "page", _own_options(game)
    if edition not in info.editions:
        abort(422)
    return edition, {}


def _own_options(game: str) -> dict[str, Any]:
    """What the group that plays has ruled on points the source leaves open."""
    before = _earlier()
    return own_options(game, precedents_of(before.table.group_id, game)) if before else {}


@start.post("/t/<code>/again")
def again(code: str) -> Any:
    """Open the next table at once: the same people and house rules, the deal passed on; then its setup guide."""
    table, grant = admitted()
    if not is_member(table.group_id):
        raise Fault(403, "not_of_the_group")
    return onward(grant)


@start.get("/t/<code>/setup")
def setup(code: str) -> Any:
    """The setup guide: packs, cards to take out, the deal, who starts."""
    _table, view = open_view()
    header = page_header(view, short_name(view.table.game), url_for("home.home"))
    model = SetupPage(
        header=replace(header, where=_("Set up for %(n)s", n=len(view.history.seats)), live=False),
        steps=steps(view),
        seats=[(view.names[seat], view.short_names[seat]) for seat in view.history.seats],
        actions=Actions(
            go=Go(view.speaker.say("say.dealt", default=_("Dealt. Start")), view.url("tables.table")),
            plain=[Link(_("Print"), view.url("print.paper"), "print")],
        ),
    )
    return rendering.page("start/setup.html", model)


def typed_names(info: Info) -> list[str]:
    """The names in the form as far as they have been typed, as many as may sit."""
    return shown_names(request.form.getlist("name"))[: info.seats[1]]


def rearranged(names: Sequence[str], step: str, seats: tuple[int, int]) -> list[str]:
    """The names after one tap: ``up-2``, ``down-0``, ``drop-1``, ``add``, ``seat-Ann``; Enter is ``line``, which finds an empty one."""
    order = list(names)
    verb, _dash, rest = step.partition("-")
    at = int(rest) if rest.isdecimal() and len(rest) < 3 else -1
    if (verb == "add" or (verb == "line" and "" not in order)) and len(order) < seats[1]:
        order.append("")
    elif verb == "seat" and rest not in order:
        free = order.index("") if "" in order else len(order)
        order[free : free + 1] = [tidy(rest)]
    elif verb == "drop" and 0 <= at < len(order) and len(order) > seats[0]:
        del order[at]
    elif verb in ("up", "down"):
        other = at - 1 if verb == "up" else at + 1
        if 0 <= at < len(order) and 0 <= other < len(order):
            order[at], order[other] = order[other], order[at]
    return order[: seats[1]]


def ruling_sentence(game: str, ruling: Ruling) -> Sentence:
    """A ruling as the forms show it."""
    speaker = rendering.speaker(game, {})
    return Sentence(speaker.say(f"ruling.{ruling.code}", ruling.params), ruling.clause)


def _people_wrong(game: str, names: Sequence[str]) -> Sentence | None:
    """What is wrong with the people as they are typed, as the form shows it."""
    info = _info(game)
    least, most = info.seats
    if not least <= len(names) <= most:
        return ruling_sentence(game, Ruling("seats", f"{info.prefix}-1", params={"least": least, "most": most, "found": len(names)}))
    try:
        read_names(names)
    except BadName as bad:
        return Sentence(name_sentence(bad))
    return None


def _people_page(game: str, names: Sequence[str], known: Sequence[str], error: Sentence | None = None, status: int = 200) -> Any:
    info = _info(game)
    model = PeoplePage(
        header=Header(title=short_name(game), where=_("People"), back=url_for("start.games")),
        form=Form(url_for("start.seated", game=game), {"again": request.values.get("again", "")}),
        order=_order(game),
        people=names,
        least=info.seats[0],
        most=info.seats[1],
        known=[name for name in known if name not in names],
        error=error,
        actions=Actions(go=Go(_("Next"), name="do", value="next")),
    )
    return rendering.page("start/people.html", model, status)


def _order(game: str) -> str:
    """How the people sit, and what the first of them does unless the table says otherwise."""
    info, rules = _info(game), GAMES[game]
    seats = tuple(f"s{at + 1}" for at in range(info.seats[0]))
    dealer = rules.scene(rules.setup(seats, complete_options(info, seats, {}))).dealer
    starts = any(isinstance(option.field, Seat) for option in info.options)
    first = _("The first one deals.") if dealer == seats[0] else _("The first one starts.") if starts else ""
    return MARKS[context.language()].gap.join(filter(None, (_("In the order they sit, clockwise."), first)))


def _options_page(game: str, names: Sequence[str], raw: Mapping[str, Any], wrong: Mapping[str, Ruling], status: int = 200) -> Any:
    info = _info(game)
    seats = [f"s{at + 1}" for at in range(len(names))]
    named = dict(zip(seats, names, strict=True))
    options = [replace(option, field=bound(option.field, seats)) for option in info.options]
    held = [chosen_text(game, name, value) for name, value in _own_options(game).items()]
    asked = {"edition": GROUP, **raw} if held else raw
    errors = {name: ruling_sentence(game, ruling) for name, ruling in wrong.items()}
    first, folds = option_groups(game, options, named, asked, errors, held)
    hidden = {"again": request.values.get("again", ""), "key": context.new_key()}
    model = OptionsPage(
        header=Header(title=short_name(game), where=_("Rules of this table"), back=url_for("start.people", game=game)),
        form=Form(url_for("start.open_table", game=game), hidden),
        names=names,
        first=first,
        folds=folds,
        actions=Actions(go=Go(_("Open the table"))),
    )
    return rendering.page("start/options.html", model, status)


def _info(game: str) -> Info:
    if game not in GAMES:
        abort(404)
    return GAMES[game].info


def _remembered() -> tuple[list[str], list[str]]:
    """The names to begin with, and the people to offer: those of the table played again, else of this device's newest group."""
    grant = _earlier()
    if grant is None:
        return [], []
    known = [person.name for person in context.store().people(grant.table.group_id, NEWEST)]
    return (list(grant.names.values()) if played_again() else []), known


def _earlier() -> Grant | None:
    """The table that is played again, however old, or the newest of this device in a group that it belongs to."""
    device = context.device()
    if device is None or (again := played_again()):
        return again if device else None
    newest = context.store().tables_of_device(device, NEWEST)
    return next((grant for grant in newest if is_member(grant.table.group_id)), None)


def _as_before(game: str, names: Sequence[str]) -> dict[str, Any]:
    """The house rules of the table that is played again, if its game was the same.

    What the group has ruled is an edition of its own, offered before the page's.
    """
    before = played_again()
    return rules_before(before, names) if before and before.table.game == game else {}
