"""Calls for the referee as pages show them: the line every phone shows, the box over a held entry, the question with its ways out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from referee.kernel.contract import Line, Option
from referee.kernel.history import Event, Played
from referee.store import MAX_REASON
from referee.table_events.calls import Call
from referee.web.changes.log import clock, reason_text, who
from referee.web.http import context
from referee.web.rulings.comparison import Column, instead, table_of
from referee.web.rulings.number import Dispute, reading_name, rests_on, ruling_model
from referee.web.rulings.recount import in_short, known, linked, otherwise, readings
from referee.web.view.call_words import sentence, settled_text, subject
from referee.web.view.view import View
from referee.words import line_sentence

MOST_OFFERED = 12


def first_call(view: View) -> Call | None:
    """The call that every phone shows: the oldest that entering waits for, else the oldest open one."""
    found = [call for call in view.calls.values() if call.open]
    return next((call for call in found if call.waits), next(iter(found), None))


def call_notice(view: View, in_place: bool = False) -> dict[str, Any] | None:
    """The line that announces a call; ``in_place`` opens it over the entry, so that nothing chosen is lost."""
    call = first_call(view)
    if call is None:
        return None
    href = view.url("calls.question", seq=call.seq)
    said = call_line(view, call)
    text = _("%(said)s. The table waits.", said=said) if call.waits else said
    return {"text": text, "href": href, "link": _("Show"), "part": f"{href}?part=1" if in_place else None}


def call_line(view: View, call: Call) -> str:
    """Who calls, and about what."""
    return sentence(view, call, who(view, call.event.by))


def held_box(view: View, call: Call) -> dict[str, Any]:
    """The question over an entry that is kept meanwhile; its big button leads back to that entry."""
    address = view.url("calls.question", seq=call.seq)
    waits = _("The table waits until it is settled. What you have chosen stays here.")
    return {
        "title": call_line(view, call),
        "why": view.plain.in_a_row([_quoted(call.event), waits if call.waits else _("Entering goes on meanwhile.")]),
        "clause": call.clause,
        "facts": facts(view, call),
        "others": [{"text": line_sentence(view.speaker, line), "clause": line.clause} for line in lines_of(view, call)],
        "call": {
            "action": address,
            "refresh": f"{address}?part={'held' if call.waits else '1'}",
            "hidden": {"key": context.new_key(), "part": 1},
            "settles": stands_text(call) if view.may_enter else None,
            "goes_on": view.hosts and call.waits,
            "correct": correct_href(view, call),
            "href": address,
        },
        "go": {"text": _("Back to the entry") if view.may_enter else _("Back to the table"), "href": "#entry"},
    }


def offered(view: View, of: int = 0) -> list[dict[str, Any]]:
    """What a call may be about: the entries of the newest round, the newest first, and the table itself; ``of`` is chosen."""
    about = view.history.event(of) if view.history.find(of) else None
    found = [event for played in newest_entries(view)[:MOST_OFFERED] if (event := view.history.event(played.seq)) and event != about]
    rows = [_entry_row(view, event, of) for event in ([about, *found] if about else found)[:MOST_OFFERED]]
    return [*rows, {"value": "", "label": _("The table in general"), "help": None, "on": about is None}]


def newest_entries(view: View) -> list[Played]:
    """The standing entries of the round in which something was entered last, the newest first."""
    played = view.history.played
    return [one for one in reversed(played) if one.round == played[-1].round] if played else []


def _entry_row(view: View, event: Event, of: int) -> dict[str, Any]:
    help_ = _("%(at)s, %(who)s", at=clock(event.at), who=who(view, event.by))
    return {"value": str(event.seq), "label": view.entry_name(event), "help": help_, "on": event.seq == of}


def entry_of(view: View, call: Call) -> Played | None:
    """The entry a call is about, if it stands and this reader may see it."""
    event = view.history.event(call.of)
    return view.history.find(call.of) if event and not view.hides(event) else None


def facts(view: View, call: Call) -> list[dict[str, Any]]:
    """The cards of the entry."""
    played = entry_of(view, call)
    cards = [card for value in played.move.data.values() if isinstance(value, tuple) for card in value] if played else []
    shown = [{"card": card, "state": ""} for card in cards if card in view.scene.deck.counts]
    name = view.names.get(played.move.seat or "", "") if played else ""
    return [{"name": name, "kind": view.kind_name(played.move.kind), "cards": shown, "change_href": None}] if played and shown else []


def lines_of(view: View, call: Call) -> list[Line]:
    """The lines of the score sheet that the entry made, as far as this reader may see them."""
    played = entry_of(view, call)
    if played is None:
        return []
    own = [line for line in view.lines if (line.round, line.seat) == (played.round, played.move.seat)]
    made = [line for line in own if line.slot == played.move.kind]
    return made or [line for line in own if line.counts == _scores(view, played)]


def _scores(view: View, played: Played) -> bool:
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


def question_model(view: View, call: Call) -> dict[str, Any]:
    """Everything the page of a call shows, apart from the form that settles it."""
    dispute = _dispute(view, call)
    bare = {"facts": facts(view, call), "clauses": [], "verdict": None}
    shown = ruling_model(dispute) if dispute else bare | {"matter": _matter(view, call)}
    extra = [clause for clause in clauses_of(view, call) if clause not in {one["id"] for one in shown["clauses"]}]
    return {
        "title": subject(view, call),
        "said": call_line(view, call),
        "when": _("%(at)s, %(round)s", at=clock(call.event.at), round=view.round_name(call.round)) if call.round else clock(call.event.at),
        "words": _quoted(call.event),
        "state": _state(view, call),
        "verdict": {**shown["verdict"], "asks": None} if shown["verdict"] else None,
        "facts": shown["facts"],
        "clauses": [*rests_on(view, extra), *shown["clauses"]],
        "matter": _ruled_matter(view, call) or shown["matter"],
        "links": _links(view, call, dispute),
    }


def _dispute(view: View, call: Call) -> Dispute | None:
    """The cell of the sheet that the entry scored in."""
    played = entry_of(view, call)
    if played is None or not played.move.seat or not _scores(view, played):
        return None
    try:
        return Dispute.about(view, played.round, played.move.seat)
    except LookupError:
        return None


def _state(view: View, call: Call) -> str:
    """Whether the table waits for it, or how it was settled, by whom and when."""
    if call.settled is None:
        return _("Entering waits until it is settled.") if call.waits else _("Entering goes on meanwhile.")
    told = settled_text(view, call.settled, subject(view, call))
    by = _("%(at)s, %(who)s", at=clock(call.settled.at), who=who(view, call.settled.by))
    words = "" if call.outcome == "ruled" and not call.settled.data.get("option") else call.settled.reason
    return " · ".join(filter(None, [told, words, by]))


def _matter(view: View, call: Call) -> dict[str, Any] | None:
    """Whether another reading of the named clause would change the totals, where no single number is in question."""
    table = known(view)
    changing = [one for one in readings(table, options_of(view, call)) if not one.counted.broke and one.counted.differs]
    if not changing:
        return None
    columns = [Column(reading_name(table, one), one.counted.other) for one in changing]
    told = instead(changing[0].counted.here, changing[0].counted.other)
    return {"title": _("Does it matter? Yes."), "text": told, **table_of(Column("", table), columns)}


def _ruled_matter(view: View, call: Call) -> dict[str, Any] | None:
    """The totals as they would be by the reading that was ruled, where this table plays another."""
    told: Mapping[str, Any] = call.settled.data if call.settled else {}
    option, value = str(told.get("option", "")), told.get("value")
    table = known(view)
    if view.history.options.get(option, value) == value:
        return None
    found = otherwise(table, {option: value})
    name = in_short(context.book(view.table.game).choice_text(option, value, context.language()))
    title = _("This table goes on as it began. By this ruling: %(told)s", told=instead(found.here, found.other))
    return {"title": title, "text": "", **table_of(Column("", found.here), [Column(name, found.other)])}


def options_of(view: View, call: Call) -> list[Option]:
    """The options whose readings may be ruled: the one it names, then those its clauses hang on."""
    return sorted(linked(view, [*clauses_of(view, call), *_point(view, call)]), key=lambda option: option.field.name != call.option)


def _point(view: View, call: Call) -> list[str]:
    options = view.history.game.info.options
    return [option.clause for option in options if option.field.name == call.option]


def reading_fields(view: View, call: Call, chosen: str) -> dict[str, Any] | None:
    """Every reading of those options as one question; what this table plays is marked."""
    book, lang = context.book(view.table.game), context.language()
    rows = [
        {
            "value": f"{option.field.name}={choice.value}",
            "label": choice.text[lang],
            "note": _("this table") if choice.value == view.history.options[option.field.name] else None,
            "clause": option.clause,
            "on": chosen == f"{option.field.name}={choice.value}",
        }
        for option in options_of(view, call)
        for choice in book.choices(option.field.name)
    ]
    words = {"value": "", "label": _("In words alone"), "on": not chosen}
    return {"type": "choice", "name": "reading", "label": _("The ruling"), "lines": True, "options": [*rows, words]} if rows else None


def words_field(label: str, words: str, error: str = "") -> dict[str, Any]:
    """A line for a few words."""
    told = {"text": error, "clause": ""} if error else None
    return {"type": "text", "name": "words", "label": label, "value": words, "most": MAX_REASON, "error": told}


def clause_field(clause: str, help_: str, error: str = "") -> dict[str, Any]:
    """A line for a clause."""
    told = {"text": error, "clause": ""} if error else None
    label = _("Clause, if there is one")
    return {"type": "text", "name": "clause", "label": label, "value": clause, "most": 20, "help": help_, "error": told}


def ways_to_look(view: View) -> list[dict[str, str]]:
    """Where the answer may be found without a question to the table."""
    here = {"game": view.table.game, "table": view.table.code}
    return [
        {"text": _("Search the rules"), "href": url_for("rules.search", **here)},
        {"text": _("Ask the referee"), "href": url_for("ask.ask", **here)},
        {"text": _("Rulings of this group"), "href": view.url("precedents.rulings")},
    ]


def calls_json(view: View) -> list[dict[str, Any]]:
    """The open calls of a table."""
    return [
        {
            "seq": one.seq,
            "round": one.round,
            "of": one.of or None,
            "clause": one.clause or None,
            "option": one.option or None,
            "words": one.event.reason,
            "by": one.event.by,
            "at": one.event.at,
            "waits": one.waits,
            "text": call_line(view, one),
        }
        for one in view.calls.values()
        if one.open
    ]


def _links(view: View, call: Call, dispute: Dispute | None) -> list[dict[str, str]]:
    """What the referee says to this number, and where else to look."""
    if dispute is None:
        return ways_to_look(view)
    href = view.url("rulings.ruling", number=dispute.round, seat=dispute.seat)
    return [{"text": _("The ruling on this number"), "href": href}, *ways_to_look(view)]


def _quoted(event: Event) -> str:
    words = reason_text(event.reason)
    return ("「{}」" if context.language() == "ja" else "“{}”").format(words) if words else ""
