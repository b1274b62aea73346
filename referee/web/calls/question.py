"""Calls for the referee as pages show them: the line every phone shows, the box over a held entry, the question with its ways out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from referee.kernel.contract import Line, Option
from referee.kernel.history import Event, Played
from referee.store.values import MAX_REASON
from referee.table_events.calls import Call
from referee.table_events.settings import table_settings
from referee.web.forms.fields import FieldView
from referee.web.forms.options import Errors
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, CalledBox, Choice, Fact, Form, Go, Link, Notice, Page, RefusalBox, Sentence
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.rulings.number import Dispute, number_ruling, rests_on
from referee.web.rulings.recount import Column, Comparison, Reading, compared, linked, otherwise, readings, visible_part
from referee.web.rulings.ruling import CitedClause, RulingView
from referee.web.view.log_words import clock, reason_text, sentence, settled_text, subject, who
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import spoken
from referee.web.view.view import View

from .settling import Given, Unclear, is_own

MOST_OFFERED = 12


def first_call(view: View) -> Call | None:
    """The call that every phone shows: the oldest that entering waits for, else the oldest open one."""
    return min((call for call in view.calls.values() if call.open), key=lambda call: not call.waits, default=None)


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
        others=[spoken(view.speaker, line) for line in lines_of(view, call)],
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
    if played is None:
        return []
    shown = [card for card in played.cards if card in view.scene.deck.counts]
    return [Fact(view.names.get(played.move.seat or "", ""), view.kind_name(played.move.kind), shown)] if shown else []


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
    made = view.history.game.info.made
    return not made or played.move.kind in made


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


def quoted(event: Event) -> str:
    """What was said with a call, in the marks of the language."""
    words = reason_text(event.reason)
    return ("「{}」" if context.language() == "ja" else "“{}”").format(words) if words else ""


# Calling


@dataclass(frozen=True, kw_only=True)
class CallPage(Page):
    """The form of a call, and where else to look."""

    fields: Sequence[FieldView]
    links: Sequence[Link]
    note: str
    form: Form
    actions: Actions


def call_page(view: View, given: Given, wrong: Unclear | None = None) -> CallPage:
    """The form of a call, with what is wrong in it."""
    waits = table_settings(view.history.table_events).calls == "wait"
    of, errors = number({"of": str(given.get("of"))}, "of"), _errors(wrong)
    such = _("Such as %(clause)s.", clause=f"{view.history.game.info.prefix}-12")
    fields = [
        FieldView("choice", "of", _("What is it about?"), options=_offered(view, of), lines=True, error=errors.get("of")),
        _clause_field(str(given.get("clause", "")), such, errors),
        _words_field(_("In your words, if you like"), given, errors),
    ]
    held = _("Every phone shows it, and entering waits until it is settled.")
    hidden = {"key": context.new_key(), "option": str(given.get("option", ""))[:40]}
    return CallPage(
        header=page_header(view, _("Call the referee"), view.url("tables.table")),
        view=view,
        fields=fields,
        links=ways_to_look(view),
        note=held if waits else _("Every phone shows it; entering goes on meanwhile."),
        form=Form(view.url("calls.call"), hidden),
        # What is being chosen here is not to be replaced by news.
        preview_url=context.this_address(),
        actions=Actions(go=Go(_("Call the referee"))),
    )


def _errors(wrong: Unclear | None) -> dict[str, Sentence]:
    """What is wrong with a form, in a sentence, at its field."""
    told = {
        "unknown_clause": _("There is no such clause in these rules."),
        "no_such_entry": _("This entry does not stand any more."),
        "too_many_calls": _("Too many questions are open. Settle one of them first."),
        "too_many_calls_hour": _("Phones that watch have called often enough for an hour. Ask somebody whose phone enters to call."),
        "no_words": _("Say what you ruled."),
    }
    return {wrong.where: Sentence(told[wrong.code])} if wrong and wrong.code in told else {}


def _offered(view: View, of: int = 0) -> list[Choice]:
    """What a call may be about: the entries of the newest round, the newest first, and the table itself; ``of`` is chosen."""
    about, played = view.history.find(of), view.history.played
    newest = [one.seq for one in reversed(played) if one.round == played[-1].round]
    seqs = dict.fromkeys([*([of] if about else []), *newest[:MOST_OFFERED]])
    events = [event for seq in [*seqs][:MOST_OFFERED] if (event := view.history.event(seq))]
    when = {event.seq: _("%(at)s, %(who)s", at=clock(event.at), who=who(view, event.by)) for event in events}
    rows = [Choice(str(event.seq), view.entry_name(event), event.seq == of, when[event.seq]) for event in events]
    return [*rows, Choice("", _("The table in general"), about is None)]


# The question


@dataclass(frozen=True, kw_only=True)
class QuestionPage(Page):
    """A call: about what, by whom and when, how it stands, what the referee says to the number, and the ways to settle it.

    ``state_url`` brings anew what may change while it is open; ``fields`` are what a ruling is made of, ``unclear`` if one is wrong.
    """

    title: str
    said: str
    when: str
    words: str
    state: str
    state_url: str | None
    ruling: RulingView | None
    facts: Sequence[Fact]
    clauses: Sequence[CitedClause]
    matter: Comparison | None
    links: Sequence[Link]
    fields: Sequence[FieldView]
    unclear: bool
    goes_on: bool
    withdraws: bool
    form: Form
    actions: Actions


def question_page(view: View, call: Call, given: Given | None = None, wrong: Unclear | None = None) -> QuestionPage:
    """The page of a call, with what is wrong in the form that settles it."""
    dispute = _dispute(view, call)
    ruling = number_ruling(dispute, view.speaker) if dispute else None
    cited = ruling.clauses if ruling else ()
    extra = [clause for clause in clauses_of(view, call) if clause not in {one.id for one in cited}]
    at = clock(call.event.at)
    ruled = [Link(_("The ruling on this number"), view.url("rulings.ruling", number=dispute.round, seat=dispute.seat))] if dispute else []
    settles = call.open and view.may_enter
    correct = correct_href(view, call) if settles else None
    stands = Go(stands_text(call), name="outcome", value="stands")
    return QuestionPage(
        header=page_header(view, _("Question"), view.url("tables.table")),
        view=view,
        title=subject(view, call),
        said=call_line(view, call),
        when=_("%(at)s, %(round)s", at=at, round=view.round_name(call.round)) if call.round else at,
        words=quoted(call.event),
        state=_state(view, call),
        state_url=view.url("calls.question", seq=call.seq, part="state") if call.open else None,
        ruling=ruling,
        facts=[] if ruling else facts(view, call),
        clauses=[*rests_on(view, extra), *cited],
        matter=_ruled_matter(view, call) or (ruling.comparison if ruling else _matter(view, call)),
        links=[*ruled, *ways_to_look(view)],
        fields=_ruling_fields(view, call, given or {}, _errors(wrong)) if settles else (),
        unclear=bool(wrong),
        goes_on=view.hosts and call.waits,
        withdraws=call.open and is_own(view, call),
        form=Form(view.url("calls.settle", seq=call.seq), {"key": context.new_key()}),
        # What is being written here is not to be replaced by news.
        preview_url=context.this_address(query=False),
        actions=Actions(
            go=stands if settles else Go(_("Back to the table"), view.url("tables.table")),
            plain=[Link(_("Correct it"), correct)] if correct else [],
        ),
    )


def _dispute(view: View, call: Call) -> Dispute | None:
    """The cell of the sheet that the entry scored in."""
    played = entry_of(view, call)
    if played is None or not played.move.seat or not is_scored(view, played):
        return None
    return Dispute.about(view, played.round, played.move.seat)


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
    table = visible_part(view)
    changing = [one for one in readings(table, _options_of(view, call)) if not one.counted.broke and one.counted.differs]
    if not changing:
        return None
    columns = [Column(one.name, one.counted.other) for one in changing]
    return compared(_("Does it matter? Yes."), changing[0].counted.instead, Column("", table), columns)


def _ruled_matter(view: View, call: Call) -> Comparison | None:
    """The totals as they would be by the reading that was ruled, where this table plays another."""
    told: Mapping[str, Any] = call.settled.data if call.settled else {}
    option, value = str(told.get("option", "")), told.get("value")
    if view.history.options.get(option, value) == value:
        return None
    ruled = Reading(option, value, otherwise(visible_part(view), {option: value}))
    title = _("This table goes on as it began. By this ruling: %(told)s", told=ruled.counted.instead)
    return compared(title, "", Column("", ruled.counted.here), [Column(ruled.name, ruled.counted.other)])


def _options_of(view: View, call: Call) -> list[Option]:
    """The options whose readings may be ruled: the one it names, then those its clauses hang on."""
    named = [option.clause for option in view.history.game.info.options if option.field.name == call.option]
    return sorted(linked(view, [*clauses_of(view, call), *named]), key=lambda option: option.field.name != call.option)


def _ruling_fields(view: View, found: Call, given: Given, errors: Errors) -> list[FieldView]:
    """What a ruling is made of: a reading where one is open, words, a clause."""
    clause = str(given.get("clause", next(iter(clauses_of(view, found)), "")))
    return [
        *_reading_fields(view, found, str(given.get("reading", ""))),
        _words_field(_("Why, or how you ruled"), given, errors),
        _clause_field(clause, _("With a clause, the ruling is kept for this group."), errors),
    ]


def _reading_fields(view: View, call: Call, chosen: str) -> list[FieldView]:
    """Every reading of those options as one question, if there are any; what this table plays is marked."""
    book, lang = rendering.book(view.table.game), context.language()
    rows = [
        Choice(
            value=(value := f"{option.field.name}={choice.value}"),
            label=choice.text[lang],
            on=chosen == value,
            clause=option.clause,
            note=_("this table") if choice.value == view.history.options[option.field.name] else None,
        )
        for option in _options_of(view, call)
        for choice in book.choices(option.field.name)
    ]
    words = Choice("", _("In words alone"), not chosen)
    return [FieldView("choice", "reading", _("The ruling"), lines=True, options=[*rows, words])] if rows else []


def _words_field(label: str, given: Given, errors: Errors) -> FieldView:
    """A line for a few words."""
    words = str(given.get("words", ""))[:MAX_REASON]
    return FieldView("text", "words", label, value=words, most=MAX_REASON, error=errors.get("words"))


def _clause_field(clause: str, help_: str, errors: Errors) -> FieldView:
    """A line for a clause."""
    return FieldView("text", "clause", _("Clause, if there is one"), help_, value=clause[:20], most=20, error=errors.get("clause"))
