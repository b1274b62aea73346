"""A call for the referee as every page at the table shows it."""

from __future__ import annotations

from typing import Any

from flask import url_for
from flask_babel import gettext as _

from referee.kernel.contract import Line
from referee.kernel.history import Event, Played
from referee.table_events.calls import Call
from referee.web.http import context
from referee.web.http.parts import CalledBox, Fact, Go, Link, Notice, RefusalBox, Sentence
from referee.web.rulings.number import Dispute
from referee.web.view.call_words import sentence
from referee.web.view.log_words import reason_text, who
from referee.web.view.view import View
from referee.words import line_sentence


def first_call(view: View) -> Call | None:
    """The call that every phone shows: the oldest that entering waits for, else the oldest open one."""
    found = [call for call in view.calls.values() if call.open]
    return next((call for call in found if call.waits), next(iter(found), None))


def call_notice(view: View, in_place: bool = False) -> Notice | None:
    """The line that announces a call; ``in_place`` opens it over the entry, so that nothing chosen is lost."""
    call = first_call(view)
    if call is None:
        return None
    href = view.url("calls.question", seq=call.seq)
    said = call_line(view, call)
    text = _("%(said)s. The table waits.", said=said) if call.waits else said
    return Notice(text, href, _("Show"), f"{href}?part=1" if in_place else "")


def call_line(view: View, call: Call) -> str:
    """Who calls, and about what."""
    return sentence(view, call, who(view, call.event.by))


def held_box(view: View, call: Call) -> RefusalBox:
    """The question over an entry that is kept meanwhile; its big button leads back to that entry."""
    address = view.url("calls.question", seq=call.seq)
    waits = _("The table waits until it is settled. What you have chosen stays here.")
    return RefusalBox(
        title=call_line(view, call),
        why=view.plain.in_a_row([quoted(call.event), waits if call.waits else _("Entering goes on meanwhile.")]),
        clause=call.clause,
        facts=facts(view, call),
        others=[Sentence(line_sentence(view.speaker, line), line.clause) for line in lines_of(view, call)],
        go=Go(_("Back to the entry") if view.may_enter else _("Back to the table"), "#entry"),
        call=CalledBox(
            action=address,
            refresh=f"{address}?part={'held' if call.waits else '1'}",
            hidden={"key": context.new_key(), "part": 1},
            settles=stands_text(call) if view.may_enter else None,
            goes_on=view.hosts and call.waits,
            correct=correct_href(view, call),
            href=address,
        ),
    )


def entry_of(view: View, call: Call) -> Played | None:
    """The entry a call is about, if it stands and this reader may see it."""
    event = view.history.event(call.of)
    return view.history.find(call.of) if event and not view.hides(event) else None


def facts(view: View, call: Call) -> list[Fact]:
    """The cards of the entry."""
    played = entry_of(view, call)
    cards = [card for value in played.move.data.values() if isinstance(value, tuple) for card in value] if played else []
    shown = [card for card in cards if card in view.scene.deck.counts]
    name = view.names.get(played.move.seat or "", "") if played else ""
    return [Fact(name, view.kind_name(played.move.kind), shown)] if played and shown else []


def lines_of(view: View, call: Call) -> list[Line]:
    """The lines of the score sheet that the entry made, as far as this reader may see them."""
    played = entry_of(view, call)
    if played is None:
        return []
    own = [line for line in view.lines if (line.round, line.seat) == (played.round, played.move.seat)]
    made = [line for line in own if line.slot == played.move.kind]
    return made or [line for line in own if line.counts == is_scored(view, played)]


def is_scored(view: View, played: Played) -> bool:
    """Whether points are what an entry is about: where a game names what is made, only a making is; a theft is not."""
    slots = {slot.name for slot in view.history.game.info.slots}
    return not slots or played.move.kind in slots


def clauses_of(view: View, call: Call) -> tuple[str, ...]:
    """The clause it names first, then those of the entry's lines."""
    return tuple(dict.fromkeys(clause for clause in (call.clause, *(line.clause for line in lines_of(view, call))) if clause))


def correct_href(view: View, call: Call) -> str | None:
    """Where the entry is put right, which settles the call."""
    return view.url("corrections.correct", seq=call.of) if view.may_enter and entry_of(view, call) else None


def stands_text(call: Call) -> str:
    """What the button says that leaves everything as it is."""
    return _("It stands") if call.of else _("Settled")


def ways_to_look(view: View) -> list[Link]:
    """Where the answer may be found without a question to the table."""
    here: dict[str, Any] = {"game": view.table.game, "table": view.table.code}
    return [
        Link(_("Search the rules"), url_for("rules.search", **here)),
        Link(_("Ask the referee"), url_for("ask.ask", **here)),
        Link(_("Rulings of this group"), view.url("precedents.rulings")),
    ]


def links_of(view: View, call: Call, dispute: Dispute | None) -> list[Link]:
    """What the referee says to this number, and where else to look."""
    if dispute is None:
        return ways_to_look(view)
    href = view.url("rulings.ruling", number=dispute.round, seat=dispute.seat)
    return [Link(_("The ruling on this number"), href), *ways_to_look(view)]


def quoted(event: Event) -> str:
    """What was said with a call, in the marks of the language."""
    words = reason_text(event.reason)
    return ("「{}」" if context.language() == "ja" else "“{}”").format(words) if words else ""
