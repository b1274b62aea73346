"""The first page: this device's games, and where to begin."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for

from referee.store.symbols import Sign
from referee.store.values import Departure, Grant
from referee.web.http import context, rendering
from referee.web.http.authorize import is_member
from referee.web.http.edition import has_server, server_only
from referee.web.http.errors import Fault
from referee.web.http.parts import Header, Link, ListRow, NavRow, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.people.joining import CodeForm
from referee.web.view.access import view_of
from referee.web.view.kept_games import backup_row
from referee.web.view.page_header import short_name
from referee.web.view.secrecy import asked_here, phones_of, secrecy
from referee.web.view.table_rows import table_row, unkept_row
from referee.web.view.view import View
from referee.words import LANGUAGES, MARKS, language_name

from .game_list import GameRow, every_game, other_game

home_pages = Blueprint("home", __name__)
NEWEST = 12


@dataclass(frozen=True)
class LanguageSwitch:
    """The link to the other language."""

    label: str
    lang: str
    href: str


@dataclass(frozen=True)
class RunningTable:
    """A running game: row, whose symbol, whose turn, and the next act with its link."""

    row: ListRow
    sign: Sign | None
    turn: str
    act: str
    act_href: str


@dataclass(frozen=True)
class GroupLine:
    """A group's page, name and people; one tap plays ``again``, empty before its first game."""

    href: str
    names: str
    more: str
    again: str
    action: str


@dataclass(frozen=True, kw_only=True)
class HomePage(Page):
    """The first page; ``knows``: was at a table; ``lit``: the table that waits, else runs."""

    start_href: str
    join: CodeForm | None
    knows: bool
    lit: RunningTable | None
    running: Sequence[ListRow]
    groups: Sequence[GroupLine]
    played: int
    played_href: str
    elsewhere: Sequence[str]
    foot: Sequence[Link]
    switch: LanguageSwitch
    key: str
    games: Sequence[GameRow]
    demo_href: str
    kept: Sequence[NavRow]


@dataclass(frozen=True, kw_only=True)
class PastPage(Page):
    """This phone's past games."""

    played: Sequence[ListRow]


MOST_NAMED, MOST_COUNTED = 4, 60


@home_pages.get("/")
@needs("anyone", cases={"group": "member"})
def home() -> Any:
    """Start or join a game; this device's running games, groups, past games, other nodes."""
    return _home(
        [
            url_for("home.at", letter=letter)
            for letter in context.nodes_of_device()
            if letter not in context.node()
        ]
    )


@home_pages.get("/at/<letter>")
@needs("anyone", cases={"group": "member"})
@server_only
def at(letter: str) -> Any:
    """One node's tables of this device, none lit: a page, and a part of the first page."""
    if (node := context.node()) and letter not in node:
        raise Fault(404, "other_node")
    return _home(lights=False)


def _home(elsewhere: Sequence[str] = (), lights: bool = True) -> Any:
    device = context.device()
    grants = context.store().tables_of_device(device, NEWEST) if device else ()
    moved = context.store().away([grant.table.id for grant in grants])
    views = _views(grants, moved)
    ended = _ended(grants, views)
    address = url_for(str(request.endpoint), **request.view_args or {})
    if request.args.get("played") == "all":
        return rendering.page(
            "start/past.html", PastPage(header=Header(_("Past games"), address), played=ended)
        )
    running = [view for view in views if not view.over]
    lit = _to_light(running) if lights else None
    knows = bool(grants or elsewhere)
    model = HomePage(
        header=Header(),
        start_href=url_for("start.games"),
        join=_join_form(),
        knows=knows,
        lit=_lit(lit),
        running=[_row(view) for view in running if view is not lit] + _moved(grants, moved),
        groups=_groups(grants),
        played=len(ended),
        played_href=f"{address}?played=all",
        elsewhere=elsewhere,
        foot=_foot(),
        switch=_switch(),
        key=context.new_key(),
        games=[] if knows else [*every_game(), other_game()],
        demo_href=url_for("demo.begin"),
        kept=_kept(knows),
    )
    return rendering.page("start/home.html", model)


def _kept(knows: bool) -> list[NavRow]:
    """The ways to the backup of this phone's games and to a server, where there is none."""
    if has_server():
        return []
    several = NavRow(
        _("Play on several phones"),
        url_for("departing.several"),
        "server",
        _("needs a Referee server"),
    )
    return [backup_row(), several] if knows else [several]


def _join_form() -> CodeForm | None:
    return CodeForm(url_for("join.enter_code")) if has_server() else None


def _views(grants: Sequence[Grant], moved: Collection[int]) -> list[View]:
    """The games that are here."""
    return [
        view_of(grant.table, grant)
        for grant in grants
        if context.is_kept(grant.table) and grant.table.id not in moved
    ]


def _moved(grants: Sequence[Grant], moved: Mapping[int, Departure]) -> list[ListRow]:
    """The games that go on elsewhere, but for those that are back in a new one here."""
    gone = {table_id for table_id, found in moved.items() if not found.back_id}
    return [_moved_row(grant) for grant in grants if grant.table.id in gone]


def _moved_row(grant: Grant) -> ListRow:
    names = MARKS[context.language()].between.join(grant.names.values())
    href = url_for("departing.move", code=grant.table.code)
    return ListRow(href, short_name(grant.table.game), _("moved"), names, game=grant.table.game)


def _ended(grants: Sequence[Grant], views: Sequence[View]) -> list[ListRow]:
    """The finished games, then those of a game that is not installed any more."""
    over = [_row(view) for view in views if view.over]
    return over + [_unkept(grant) for grant in grants if not context.is_kept(grant.table)]


def _foot() -> list[Link]:
    blank = url_for("print.blanks" if has_server() else "blanks.sheets")
    return [
        Link(_("Ask the referee"), url_for("ask.games"), "ask"),
        Link(_("Print a sheet"), blank, "print"),
        Link(_("Settings"), url_for("settings.settings"), "settings"),
    ]


def _switch() -> LanguageSwitch:
    other = LANGUAGES[(LANGUAGES.index(context.language()) + 1) % len(LANGUAGES)]
    return LanguageSwitch(language_name(other), other, url_for("home.home", lang=other))


def _to_light(running: Sequence[View]) -> View | None:
    """The first table that waits for this phone, else the newest."""
    return next(filter(waits, running), next(iter(running), None))


def waits(view: View) -> bool:
    """Whether the table waits for this phone: for its seat, or anybody if it enters for all."""
    if view.seat and (now := secrecy(view)):
        return asked_here(view, now, None) is not None
    return view.may_enter and (view.on_turn if view.seat else bool(view.awaited))


def next_act(view: View) -> tuple[str, str]:
    """This phone's next act in words and its address; if nothing waits, to open the game."""
    if not waits(view):
        return _("Open the game"), view.url("tables.table")
    scene, played = view.scene, view.history.played
    if scene.complete and played[-1].round == scene.complete:
        start = view.plain.say(f"round.start.{scene.round}", default="") or view.plain.say(
            "round.start", {"n": scene.round}
        )
        return start, view.url("tables.table", go=1)
    seat = _asked_seat(view)
    text = _("Open the game") if _has_own_phone(view, seat) else _entering(view, seat)
    return text, view.url("tables.table")


def _entering(view: View, seat: str | None) -> str:
    """What this phone enters next, in words."""
    asked = [prompt for prompt in view.prompts if prompt.seat == seat and not prompt.aside]
    if seat is None:
        return view.kind_name(asked[0].kind)
    pads = all(prompt.form == "pad" for prompt in asked) and not view.scene.board
    return (
        _("Enter %(name)s’s cards", name=view.names[seat])
        if pads
        else _("Continue: %(name)s’s turn", name=view.names[seat])
    )


def _asked_seat(view: View) -> str | None:
    """The seat to enter next: one this phone may enter for, else the first awaited."""
    now = secrecy(view)
    here = asked_here(view, now, None) if now else None
    return here or (view.seat if view.on_turn else next(iter(view.awaited), None))


def _has_own_phone(view: View, seat: str | None) -> bool:
    return seat is not None and seat != view.seat and seat in phones_of(view).seats


def _lit(view: View | None) -> RunningTable | None:
    if view is None:
        return None
    seat = _asked_seat(view) or ""
    if view.on_turn:
        turn = _("Your turn, %(name)s.", name=view.names[seat])
    elif _has_own_phone(view, seat):
        turn = _("Waiting for %(name)s’s phone", name=view.names[seat])
    else:
        turn = view.translator.marks.between.join(view.names.values())
    return RunningTable(
        _row(view),
        view.signs.get(seat) if view.on_turn or _has_own_phone(view, seat) else None,
        turn,
        *next_act(view),
    )


def _row(view: View) -> ListRow:
    return table_row(view, view.url("tables.table"))


def _unkept(grant: Grant) -> ListRow:
    return unkept_row(
        grant.table, grant.names.values(), url_for("tables.table", code=grant.table.code)
    )


def _groups(grants: Sequence[Grant]) -> list[GroupLine]:
    """The groups of these tables that this device belongs to; others must not see the link."""
    groups = dict.fromkeys(grant.table.group_id for grant in grants)
    return [_group_line(group_id) for group_id in groups if is_member(group_id)]


def _group_line(group_id: int) -> GroupLine:
    group, people = context.store().group(group_id), context.store().people(group_id, MOST_COUNTED)
    tables = filter(context.is_kept, context.store().tables_of_group(group_id, NEWEST))
    newest = next(tables, None)
    again = short_name(newest.game) if newest and context.service().history(newest).played else ""
    between = MARKS[context.language()].between
    named = between.join(person.name for person in people[:MOST_NAMED])
    return GroupLine(
        url_for("groups.group", link=group.link),
        group.name or named,
        " ".join(filter(None, (named if group.name else "", _and_more(len(people))))),
        again,
        url_for("groups.again", link=group.link),
    )


def _and_more(people: int) -> str:
    if people == MOST_COUNTED:
        return _("and many more")
    return _("and %(n)s more", n=people - MOST_NAMED) if people > MOST_NAMED else ""
