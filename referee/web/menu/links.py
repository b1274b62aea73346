"""What a table's menu leads to: what is used most on top, the rest in three parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games import QUESTIONS
from referee.kernel.contract import Prompt
from referee.kernel.fields import Choice
from referee.web.forms.fields import option_label
from referee.web.http import context
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import precedents_of
from referee.web.view.page_header import awaited_kinds
from referee.web.view.view import View


@dataclass(frozen=True)
class Entry:
    """A way to a page, and below it how things stand there."""

    text: str
    href: str
    icon: str
    state: str = ""


def most_used(view: View) -> list[Entry]:
    """The three things asked for most; while seats are free in the first round, the way to them comes first, after the end the picture."""
    sheet = Entry(_("Score sheet"), view.url("sheets.sheet"), "sheet")
    join = _join(view)
    ask = Entry(_("Ask the referee"), context.path("ask.ask", **_own(view)), "ask")
    if view.over:
        return [sheet, Entry(_("Share picture"), view.url("finale.picture"), "share"), ask]
    return [join, sheet, ask] if view.scene.complete == 0 and _free_seats(view) else [sheet, join, ask]


def asks(view: View) -> list[Link]:
    """Everything that can be asked of the table, each question a tap away."""
    return [
        Link(view.plain.say(f"question.{question.id}.short"), context.path("ask.ask", q=question.id, **_own(view)))
        for question in QUESTIONS[view.table.game]
    ]


def parts(view: View) -> Mapping[str, Sequence[Entry]]:
    """The rest, by what one is about."""
    return {_("This table"): _table(view), _("Settle a question"): _questions(view), _("People and phones"): _people(view)}


def home() -> Entry:
    """Away from the table."""
    return Entry(_("First page"), context.path("home.home"), "home")


def _table(view: View) -> list[Entry]:
    return [
        Entry(_("Back to the cards"), view.url("tables.table"), "cards"),
        *(_asides(view) if view.may_enter else ()),
        *([Entry(_("What changed"), view.url("changes.changes"), "redo")] if view.unseen else []),
        Entry(_("Log, corrections"), view.url("log.events"), "log"),
        Entry(_("What if"), view.url("rulings.what_if"), "branch", _("other house rules")),
        Entry(_("Print"), view.url("print.paper"), "print"),
        Entry(_("Files"), view.url("files.listed"), "share"),
        Entry(_("Set up and deal"), view.url("start.setup"), "book"),
        *([Entry(_("Enter from paper"), view.url("typed.rows"), "keys", _("row by row"))] if view.may_enter and not view.over else []),
        # Shown over a pad alone, as nothing else has such a line.
        Entry(_("Type the cards"), "#typing", "keys"),
    ]


def _asides(view: View) -> list[Entry]:
    """What may be entered although nobody waits for it: one entry per kind, for the first seat that may."""
    awaited = awaited_kinds(view)
    asides = [prompt for prompt in reversed(view.prompts) if prompt.aside and not prompt.shown]
    offered = {prompt.kind: prompt for prompt in asides if prompt.seat is None or prompt.form == "pad"}
    return [
        Entry(view.kind_name(kind), view.url("tables.table", do=kind, seat=prompt.seat), "pen", _held(view, prompt))
        for kind, prompt in offered.items()
        if kind not in awaited
    ]


def _held(view: View, prompt: Prompt) -> str:
    """What the way of entering is now."""
    held = [field for field in prompt.fields if isinstance(field, Choice) and field.holds]
    return option_label(view, held[0], held[0].holds) if held else ""


def _questions(view: View) -> list[Entry]:
    found = [
        Entry(_("Call the referee"), view.url("calls.ask"), "call", _("%(n)s open", n=n) if (n := len(_open_calls(view))) else ""),
        Entry(_("Rules, search"), context.path("rules.rulebook", **_own(view)), "find"),
    ]
    if view.stands("player"):
        kept = len(precedents_of(view.table.group_id, view.table.game))
        found.append(Entry(_("Rulings of this group"), view.url("precedents.rulings"), "ruling", _("%(n)s kept", n=kept) if kept else ""))
    return found


def _people(view: View) -> list[Entry]:
    found = [Entry(_("Seats"), view.url("seats.seats"), "seats"), *([_join(view)] if view.over else [])]
    if view.hosts:
        joined = sum(not phone.away for phone in context.store().phones(view.table.id))
        found.append(Entry(_("Phones"), view.url("phones.listed"), "phone", _("%(n)s joined", n=joined)))
        found.append(Entry(_("Table settings"), view.url("house.settings"), "screen"))
    return [*found, Entry(_("This phone"), context.path("settings.settings", back=view.url("tables.table")), "settings", _("dark, suits"))]


def _join(view: View) -> Entry:
    return Entry(_("Join code"), view.url("join.share"), "qr")


def _open_calls(view: View) -> list[int]:
    return [number for number, call in view.calls.items() if call.open]


def _free_seats(view: View) -> bool:
    return len(context.store().claimed_seats(view.table.id)) < len(view.history.seats)


def _own(view: View) -> dict[str, str]:
    return {"game": view.table.game, "table": view.table.code}
