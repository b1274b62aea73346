"""Calls for the referee as pages show them: the line every phone shows, the box over a held entry, the question with its ways out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from referee.kernel.contract import Option
from referee.kernel.history import Event, Played
from referee.store import MAX_REASON
from referee.table_events.calls import Call
from referee.web.forms.fields import Choice, FieldView
from referee.web.http import context, rendering
from referee.web.http.parts import Link, Sentence
from referee.web.rulings.comparison import Column, Comparison, compared, instead
from referee.web.rulings.number import Dispute, number_ruling, reading_name, rests_on
from referee.web.rulings.recount import in_short, known, linked, otherwise, readings
from referee.web.rulings.ruling import CitedClause, FactRow, RulingView
from referee.web.view.call_words import settled_text, subject
from referee.web.view.log_words import clock, who
from referee.web.view.view import View

from .notice import call_line, clauses_of, entry_of, facts, is_scored, links_of, quoted

MOST_OFFERED = 12


def offered(view: View, of: int = 0) -> list[Choice]:
    """What a call may be about: the entries of the newest round, the newest first, and the table itself; ``of`` is chosen."""
    about = view.history.event(of) if view.history.find(of) else None
    found = [event for played in newest_entries(view)[:MOST_OFFERED] if (event := view.history.event(played.seq)) and event != about]
    rows = [_entry_row(view, event, of) for event in ([about, *found] if about else found)[:MOST_OFFERED]]
    return [*rows, Choice("", _("The table in general"), about is None)]


def newest_entries(view: View) -> list[Played]:
    """The standing entries of the round in which something was entered last, the newest first."""
    played = view.history.played
    return [one for one in reversed(played) if one.round == played[-1].round] if played else []


def _entry_row(view: View, event: Event, of: int) -> Choice:
    help_ = _("%(at)s, %(who)s", at=clock(event.at), who=who(view, event.by))
    return Choice(str(event.seq), view.entry_name(event), event.seq == of, help_)


@dataclass(frozen=True)
class QuestionView:
    """A call as its page shows it: about what, by whom and when, how it stands, and what the referee says to the number."""

    title: str
    said: str
    when: str
    words: str
    state: str
    ruling: RulingView | None
    facts: Sequence[FactRow]
    clauses: Sequence[CitedClause]
    matter: Comparison | None
    links: Sequence[Link]


def question_view(view: View, call: Call) -> QuestionView:
    """What the page of a call shows, apart from the form that settles it."""
    dispute = _dispute(view, call)
    ruling = number_ruling(dispute) if dispute else None
    cited = ruling.clauses if ruling else ()
    extra = [clause for clause in clauses_of(view, call) if clause not in {one.id for one in cited}]
    at = clock(call.event.at)
    return QuestionView(
        title=subject(view, call),
        said=call_line(view, call),
        when=_("%(at)s, %(round)s", at=at, round=view.round_name(call.round)) if call.round else at,
        words=quoted(call.event),
        state=_state(view, call),
        ruling=ruling,
        facts=[] if ruling else [FactRow(fact.name, fact.kind, fact.cards) for fact in facts(view, call)],
        clauses=[*rests_on(view, extra), *cited],
        matter=_ruled_matter(view, call) or (ruling.comparison if ruling else _matter(view, call)),
        links=links_of(view, call, dispute),
    )


def _dispute(view: View, call: Call) -> Dispute | None:
    """The cell of the sheet that the entry scored in."""
    played = entry_of(view, call)
    if played is None or not played.move.seat or not is_scored(view, played):
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


def _matter(view: View, call: Call) -> Comparison | None:
    """Whether another reading of the named clause would change the totals, where no single number is in question."""
    table = known(view)
    changing = [one for one in readings(table, options_of(view, call)) if not one.counted.broke and one.counted.differs]
    if not changing:
        return None
    columns = [Column(reading_name(table, one), one.counted.other) for one in changing]
    told = instead(changing[0].counted.here, changing[0].counted.other)
    return compared(_("Does it matter? Yes."), told, Column("", table), columns)


def _ruled_matter(view: View, call: Call) -> Comparison | None:
    """The totals as they would be by the reading that was ruled, where this table plays another."""
    told: Mapping[str, Any] = call.settled.data if call.settled else {}
    option, value = str(told.get("option", "")), told.get("value")
    table = known(view)
    if view.history.options.get(option, value) == value:
        return None
    found = otherwise(table, {option: value})
    name = in_short(rendering.book(view.table.game).choice_text(option, value, context.language()))
    title = _("This table goes on as it began. By this ruling: %(told)s", told=instead(found.here, found.other))
    return compared(title, "", Column("", found.here), [Column(name, found.other)])


def options_of(view: View, call: Call) -> list[Option]:
    """The options whose readings may be ruled: the one it names, then those its clauses hang on."""
    return sorted(linked(view, [*clauses_of(view, call), *_point(view, call)]), key=lambda option: option.field.name != call.option)


def _point(view: View, call: Call) -> list[str]:
    options = view.history.game.info.options
    return [option.clause for option in options if option.field.name == call.option]


def reading_fields(view: View, call: Call, chosen: str) -> FieldView | None:
    """Every reading of those options as one question; what this table plays is marked."""
    book, lang = rendering.book(view.table.game), context.language()
    rows = [
        Choice(
            value=(value := f"{option.field.name}={choice.value}"),
            label=choice.text[lang],
            on=chosen == value,
            clause=option.clause,
            note=_("this table") if choice.value == view.history.options[option.field.name] else None,
        )
        for option in options_of(view, call)
        for choice in book.choices(option.field.name)
    ]
    words = Choice("", _("In words alone"), not chosen)
    return FieldView("choice", "reading", _("The ruling"), lines=True, options=[*rows, words]) if rows else None


def words_field(label: str, words: str, error: str = "") -> FieldView:
    """A line for a few words."""
    return FieldView("text", "words", label, value=words, most=MAX_REASON, error=Sentence(error) if error else None)


def clause_field(clause: str, help_: str, error: str = "") -> FieldView:
    """A line for a clause."""
    label = _("Clause, if there is one")
    return FieldView("text", "clause", label, help_, value=clause, most=20, error=Sentence(error) if error else None)


