"""A table seen by one reader: the history, the names, the words and the addresses that all its pages share."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from referee.rules.contract import Line, Prompt, Result, Scene, rank_by, totals
from referee.rules.frozen import cached_property
from referee.rules.history import Event, History, newest, undone
from referee.store import Role, TableRow
from referee.words import Speaker

from .. import context

ROLES: Mapping[Role, int] = context.RANKS
REDO_SECONDS = 10


@dataclass(frozen=True)
class View:
    """One table, one reader: ``seat`` is the seat this device has claimed (None: it enters for everybody).

    ``only`` keeps to one seat's prompts, while an earlier entry of it is being corrected.
    """

    table: TableRow
    history: History
    names: Mapping[str, str]
    role: Role
    seat: str | None = None
    only: str | None = None

    @cached_property
    def state(self) -> Any:
        """What this reader may see of the state."""
        return self.history.game.see(self.history.state, self.seat) if self.history.options.get("entry") == "secret" else self.history.state

    @cached_property
    def unrevealed(self) -> bool:
        """Whether something of the running round is still secret to others."""
        return self.history.options.get("entry") == "secret" and bool(self.history.game.see(self.history.state, None) != self.history.state)

    @cached_property
    def scene(self) -> Scene:
        """The table as it looks now."""
        return self.history.game.scene(self.state)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The score sheet as this reader may see it."""
        return self.history.game.lines(self.state)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """What is asked now."""
        prompts = self.history.prompts
        return prompts if self.only is None else tuple(prompt for prompt in prompts if prompt.seat == self.only)

    @cached_property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        return self.history.game.result(self.history.state)

    @cached_property
    def speaker(self) -> Speaker:
        """This game's words as HTML."""
        return context.speaker(self.table.game, self.names)

    @cached_property
    def plain(self) -> Speaker:
        """This game's words as plain text."""
        return context.speaker(self.table.game, self.names, html=False)

    @cached_property
    def totals(self) -> dict[str, int]:
        """Points of every seat after the newest complete round."""
        return totals(self.lines, self.history.seats, self.scene.complete)

    @cached_property
    def leaders(self) -> frozenset[str]:
        """The seats in the lead; nobody while all are level."""
        return leaders({seat: shown.value for seat, shown in self.scene.shown.items()} or self.totals)

    @cached_property
    def awaited(self) -> tuple[str | None, ...]:
        """The seats an answer is waited for, in seat order; None stands for the table."""
        asked = {prompt.seat for prompt in self.prompts if not prompt.aside}
        return tuple(seat for seat in (*self.history.seats, None) if seat in asked)

    @property
    def on_turn(self) -> bool:
        """Whether the seat that this device has claimed is waited for."""
        return self.seat is not None and self.seat in self.awaited

    @property
    def may_enter(self) -> bool:
        """Whether this device may enter at all."""
        return ROLES[self.role] >= ROLES["seat"]

    @property
    def hosts(self) -> bool:
        """Whether this device is the host's."""
        return self.role == "host"

    def url(self, endpoint: str, **values: Any) -> str:
        """An address below this table's."""
        return context.path(endpoint, code=self.table.code, **values)

    def points(self, round_: int, seat: str) -> int | None:
        """A seat's points in a round, or None if nothing is scored there yet."""
        scored = [line.points for line in self.lines if line.round == round_ and line.seat == seat and line.counts]
        return sum(scored) if scored else None

    def round_name(self, round_: int) -> str:
        """What a round is called: "Round 3", "Autumn, turn 1"."""
        return self.plain.say(f"round.name.{round_}", default="") or self.plain.say("round.name", {"n": round_})

    def round_label(self, round_: int) -> str:
        """What stands before a round's row on the sheet."""
        return self.plain.say(f"round.label.{round_}", default=str(round_))

    def hides(self, event: Event) -> bool:
        """Whether an entry is still secret to this reader: another seat's, in a round that is not revealed yet."""
        if event.type not in ("move", "amend") or self.history.options.get("entry") != "secret" or event.seat == self.seat:
            return False
        played = self.history.find(int(event.data["of"]) if event.type == "amend" else event.seq)
        return played is None or (played.round > self.scene.complete and self.history.game.see(played.state, self.seat) != played.state)

    def entry_name(self, event: Event) -> str:
        """How undo and the log name an entry: "Cy’s Doctor"; a secret one by its seat alone."""
        if self.hides(event):
            return self.plain.seat(event.seat)
        params = {"seat": event.seat, **event.data}
        return self.plain.say(f"entry.{event.kind}", params, default=f"{self.plain.seat(event.seat)}, {self.kind_name(event.kind)}")

    def kind_name(self, kind: str) -> str:
        """The name of a kind of move."""
        return self.plain.say(f"kind.{kind}", default=self.plain.word(kind))

    @cached_property
    def short_names(self) -> dict[str, str]:
        """The shortest beginnings that tell the seats apart, at least four characters where there are as many."""
        return {seat: _shortest(name, [other for at, other in self.names.items() if at != seat]) for seat, name in self.names.items()}


def _shortest(name: str, others: Sequence[str]) -> str:
    length = 4 if name.isascii() else 3
    while length < len(name) and any(other.startswith(name[:length]) for other in others):
        length += 1
    return name[:length]


def leaders(points: Mapping[str, int]) -> frozenset[str]:
    """The seats in the lead; nobody while all are level."""
    groups = rank_by(points)
    return frozenset(groups[0]) if len(groups) > 1 else frozenset()


def leading(text: str) -> str:
    """A text as it begins a line."""
    return text[:1].upper() + text[1:]


def strip(view: View, current: str | None, explained: bool = False) -> list[dict[str, Any]]:
    """The scoreboard: one column per seat."""
    shown = view.scene.complete if explained else view.scene.complete + 1
    entering = view.scene.complete + 1
    hidden = view.unrevealed
    together = len(view.awaited) > 1 or any(prompt.form in ("pad", "row") for prompt in view.prompts)
    busy = together and (any(line.round == entering for line in view.lines) or set(view.awaited) < {*view.history.seats})
    return [
        {
            "id": seat,
            "name": view.names[seat],
            "short": view.short_names[seat],
            "total": view.totals[seat],
            **_shown(view, seat),
            "plus": view.points(shown, seat) if explained or (view.result is None and not hidden) else None,
            "state": "" if explained or view.result else _state(view, seat, current, busy),
            "leads": seat in view.leaders,
            "dealer": view.history.options.get("dealer") == seat,
            "href": view.url("tables.table", seat=seat),
            "current": not explained and seat == current,
        }
        for seat in view.history.seats
    ]


def _shown(view: View, seat: str) -> dict[str, Any]:
    """The number a seat is shown with instead of its total, and what it counts."""
    found = view.scene.shown.get(seat)
    if found is None:
        return {}
    return {"total": found.value, "unit": view.speaker.say(f"say.{found.unit.code}", found.unit.params) if found.unit else ""}


def asked_kinds(view: View) -> set[str]:
    """The kinds of answers waited for; whoever may give one of these later, in turn, has not entered yet."""
    return {prompt.kind for prompt in view.prompts if not prompt.aside}


def _state(view: View, seat: str, current: str | None, busy: bool) -> str:
    if seat == current:
        return "entering"
    if seat in view.awaited or None in view.awaited:
        return "waiting" if seat in view.awaited else ""
    if any(prompt.seat == seat and prompt.kind in asked_kinds(view) for prompt in view.prompts):
        return ""
    return "ready" if busy else ""


def frame(view: View, title: str = "", back: str | None = None) -> dict[str, Any]:
    """The top of a table's page: game, where we are, ruler, banner, live light, menu."""
    scene = view.scene
    done, total = scene.ruler or (0, 0)
    started = any(line.round > scene.complete for line in view.lines)
    return {
        "title": title,
        "game_name": short_name(view.table.game),
        "where": view.speaker.say(f"say.{scene.where.code}", scene.where.params) if not title else short_name(view.table.game),
        "ruler": {"total": total, "done": done, "half": started or view.result is None} if total and not title else None,
        "banner": _banner(view) if not title else None,
        "live": "live",
        "back": back,
        "menu": menu(view),
    }


def short_name(game: str) -> str:
    """A game's name, as short as its rulebook has it."""
    book, lang = context.book(game), context.language()
    return book.short[lang]


def _banner(view: View) -> dict[str, Any] | None:
    said = view.scene.banner
    if said is None:
        return None
    sentence = view.speaker.say(f"say.{said.code}", said.params)
    return {
        "icon_suit": said.params.get("suit"),
        "title": view.speaker.say(f"say.{said.code}.title", said.params, default="") or sentence,
        "text": sentence if view.speaker.find(f"say.{said.code}.title") else "",
        "clause": said.clause,
    }


def menu(view: View) -> list[dict[str, str]]:
    """The menu of every table page."""
    items = [
        (view.url("tables.table"), _("Table")),
        (view.url("sheets.sheet"), _("Score sheet")),
        (view.url("rulings.what_if"), _("What if")),
        (view.url("corrections.log"), _("Log")),
        (context.path("rules.rulebook", game=view.table.game, table=view.table.code), _("Rules")),
        (context.path("rules.search", game=view.table.game, table=view.table.code), _("Search the rules")),
        (context.path("ask.ask", game=view.table.game, table=view.table.code), _("Ask the referee")),
        (view.url("precedents.rulings"), _("Rulings of this group")),
        (view.url("join.share"), _("Join: code and QR")),
        (view.url("sheets.paper"), _("Print")),
        (context.path("settings.settings", back=view.url("tables.table")), _("Settings")),
        (context.path("start.home"), _("Home")),
    ]
    asides = _asides(view) if view.may_enter else []
    return [{"href": href, "label": label} for href, label in items[:1] + asides + items[1:]]


def _asides(view: View) -> list[tuple[str, str]]:
    """What may be entered although nobody waits for it: one entry per kind, for the first seat that may."""
    awaited = asked_kinds(view)
    offered = {prompt.kind: prompt for prompt in reversed(view.prompts) if prompt.aside and (prompt.seat is None or prompt.form == "pad")}
    return [
        (view.url("tables.table", do=kind, seat=prompt.seat), view.kind_name(kind))
        for kind, prompt in offered.items()
        if kind not in awaited
    ]


def undo_button(view: View) -> dict[str, Any] | None:
    """Undo names what it takes back; right after an undo the same place offers the reverse."""
    if not view.may_enter:
        return None
    back = undone(view.history.events)
    if back and time.time() - back.at > REDO_SECONDS:
        back = None
    event = view.history.event(int(back.data["of"])) if back else newest(view.history.events)
    if event is None:
        return None
    named = view.history.event(int(event.data["of"])) if event.type in ("amend", "retract") else event
    return {
        "label": _("Redo") if back else _("Undo"),
        "icon": "redo" if back else "undo",
        "detail": view.entry_name(named or event),
        "action": view.url("corrections.undo"),
        "hidden": {"of": (back or event).seq, "seen": view.history.revision, "key": context.new_key()},
    }
