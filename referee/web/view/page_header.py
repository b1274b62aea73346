"""The head of a page at a table: its title, its menu and what stands above everything else."""

from __future__ import annotations

from flask_babel import gettext as _

from referee.kernel.contract import Say
from referee.web.http import context, rendering
from referee.web.http.page import Banner, Header, Ruler
from referee.web.http.parts import Link, Notice

from .scoreboard import asked_kinds
from .view import View


def page_header(view: View, title: str = "", back: str | None = None) -> Header:
    """The top of a table's page: game, where we are, ruler, banner, live light, menu."""
    scene, name = view.scene, short_name(view.table.game)
    done, total = scene.ruler or (0, 0)
    started = any(line.round > scene.complete for line in view.lines)
    return Header(
        title=title,
        back=back,
        game_name=name,
        where=name if title else view.speaker.say(f"say.{scene.where.code}", scene.where.params),
        ruler=Ruler(total, done, started or view.result is None) if total and not title else None,
        banner=None if title else _banner(view, scene.banner),
        live=True,
        menu=menu(view),
        notes=_notes(view),
    )


def _notes(view: View) -> tuple[Notice, ...]:
    """What every page of the table says first: that it was ended early, and where it goes on."""
    if code := view.seats.next_code:
        return (Notice(_("The next table is open."), context.path("tables.table", code=code), _("Go there")),)
    return (Notice(_("Ended early."), view.url("seats.seats"), _("Seats")),) if view.seats.closed else ()


def short_name(game: str) -> str:
    """A game's name, as short as its rulebook has it."""
    book, lang = rendering.book(game), context.language()
    return book.short[lang]


def banner_of(view: View, round_: int) -> Banner | None:
    """What a round was told for as long as it lasted."""
    first = next((played for played in view.history.played if played.round == round_), None)
    return _banner(view, view.history.game.scene(first.before).banner) if first else None


def _banner(view: View, said: Say | None) -> Banner | None:
    if said is None:
        return None
    sentence = view.speaker.say(f"say.{said.code}", said.params)
    titled = view.speaker.find(f"say.{said.code}.title")
    title = view.speaker.say(f"say.{said.code}.title", said.params, default="") or sentence
    return Banner(title, sentence if titled else "", said.clause, said.params.get("suit"))


def menu(view: View) -> tuple[Link, ...]:
    """The menu of every table page."""
    items = [
        (view.url("tables.table"), _("Table")),
        (view.url("sheets.sheet"), _("Score sheet")),
        *([(view.url("changes.changes"), _("What changed"))] if view.unseen or view.proposals else []),
        (view.url("rulings.what_if"), _("What if")),
        (view.url("log.events"), _("Log")),
        (view.url("calls.ask"), _("Call the referee")),
        (context.path("rules.rulebook", game=view.table.game, table=view.table.code), _("Rules")),
        (context.path("rules.search", game=view.table.game, table=view.table.code), _("Search the rules")),
        (context.path("ask.ask", game=view.table.game, table=view.table.code), _("Ask the referee")),
        *([(view.url("precedents.rulings"), _("Rulings of this group"))] if view.stands("player") else []),
        (view.url("join.share"), _("Join: code and QR")),
        *([(view.url("house.settings"), _("Table settings"))] if view.hosts else []),
        (view.url("seats.seats"), _("Seats")),
        (view.url("print.paper"), _("Print")),
        (context.path("settings.settings", back=view.url("tables.table")), _("Settings")),
        (context.path("home.home"), _("Home")),
    ]
    asides = _asides(view) if view.may_enter else []
    return tuple(Link(label, href) for href, label in items[:1] + asides + items[1:])


def _asides(view: View) -> list[tuple[str, str]]:
    """What may be entered although nobody waits for it: one entry per kind, for the first seat that may."""
    awaited = asked_kinds(view)
    offered = {prompt.kind: prompt for prompt in reversed(view.prompts) if prompt.aside and (prompt.seat is None or prompt.form == "pad")}
    return [
        (view.url("tables.table", do=kind, seat=prompt.seat), view.kind_name(kind))
        for kind, prompt in offered.items()
        if kind not in awaited
    ]
