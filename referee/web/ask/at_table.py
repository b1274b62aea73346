"""Whether another interpretation would change the totals, with the facts entered on a copy."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from referee.kernel import fields
from referee.kernel.contract import Illegal, Move, Prompt
from referee.kernel.game import check
from referee.kernel.history import History
from referee.kernel.question import Answer, Facts, Raw, letters, read_facts, settle
from referee.kernel.rescore import with_move_allowed
from referee.kernel.situations import DONE
from referee.kernel.told_moves import read_move
from referee.web.http.words import gettext as _
from referee.web.rulings.number import own_choice
from referee.web.rulings.recount import (
    ComparedColumn,
    Comparison,
    Interpretation,
    compared,
    effect_in_words,
    otherwise,
    visible_part,
)
from referee.web.view.view import View

from .inquiry import Inquiry

MOST_COLUMNS = 3
MOST_ENTRIES = 12


def comparison_at(inquiry: Inquiry, answer: Answer) -> Comparison | None:
    """The table's totals, facts entered, under each interpretation that changes the answer.

    None without a table, if the facts cannot be placed or do not count yet, or before a reveal.
    """
    if inquiry.table is None or (inquiry.of_table and inquiry.table.unrevealed):
        return None
    if not inquiry.hangs:
        return Comparison(_("This doesn’t change the totals."), _("No house rule changes this."))
    view = _entered(inquiry, answer, visible_part(inquiry.table))
    if view is None:
        return None
    found = _differing(inquiry, view)[:MOST_COLUMNS]
    if not found:
        return None

    columns = [ComparedColumn(one.name, one.counted.other, _points(other)) for one, other in found]
    own = own_choice(view, [one for one, _other in found], inquiry.options)
    here = ComparedColumn(own, view, _points(answer))
    short = f"question.{inquiry.question.id}.short"
    cell = inquiry.view.plain.say(short) if isinstance(answer.outcome, int) else ""
    text = f"{columns[0].label}: {effect_in_words(found[0][0].counted)}"
    return compared(text, "", here, columns, cell)


def _differing(inquiry: Inquiry, view: View) -> list[tuple[Interpretation, Answer]]:
    """The interpretations under which the table's totals differ, each with its answer."""
    counted = [
        (
            Interpretation(one.option, one.value, otherwise(view, {one.option: one.value})),
            one.answer,
        )
        for one in inquiry.hangs
    ]
    return [(one, other) for one, other in counted if not one.counted.broke and one.counted.differs]


def _points(answer: Answer) -> int | None:
    return answer.outcome if isinstance(answer.outcome, int) else None


# The facts as entries


def _entered(inquiry: Inquiry, answer: Answer, view: View) -> View | None:
    """The table with the facts entered, or as is if they lie there; None if not placeable."""
    if inquiry.of_table:
        return _with_moves(inquiry, answer, view)
    history, facts = view.history, read_facts(inquiry.question, inquiry.options, inquiry.settled)
    *_, lying = _shown(inquiry, history)
    for _entry in range(MOST_ENTRIES):
        if any(
            _lies(inquiry, answer, facts, shown) for shown in (*_shown(inquiry, history), lying)
        ):
            return replace(view, history=history, so_far=True)
        moves = list(_moves(inquiry, history, facts, lying, view.seat))
        if len({move.seat for move, _new in moves}) != 1:
            return None
        move, new = moves[0]
        history, lying = with_move_allowed(history, move).history, {**lying, **new}
    return None


def _with_moves(inquiry: Inquiry, answer: Answer, view: View) -> View | None:
    """The table with the steps in ``DONE`` and the move in question entered; None if one fails."""
    history = view.history
    for entry in filter(None, (*inquiry.raw.get(DONE, "").split(";"), answer.after)):
        kind, seat, raw = read_move(entry.strip())
        checked = check(inquiry.game, history.state, kind, seat, raw)
        if checked.move is None:
            return None
        history = with_move_allowed(history, checked.move).history
    return replace(view, history=history, so_far=True)


def _shown(inquiry: Inquiry, history: History) -> Iterator[Facts]:
    """All facts the table shows; last those that a question opened there starts with."""
    question = inquiry.question
    if question.every:
        yield from (_readable(inquiry, raw) for raw in question.every(history.state))
    yield _readable(inquiry, question.facts(history.state)) if question.facts else {}


def _readable(inquiry: Inquiry, raw: Raw) -> Facts:
    found: dict[str, fields.Value] = {}
    for field in inquiry.fields:
        if field.name in raw:
            with suppress(fields.Bad):
                found[field.name] = field.parse(_as_told(raw[field.name]))
    return found


def _as_told(value: object) -> object:
    return list(value) if isinstance(value, list | tuple) else str(value)


def _lies(inquiry: Inquiry, answer: Answer, facts: Facts, shown: Facts) -> bool:
    """Whether the table shows the given facts, and its further facts leave the answer unchanged."""
    if not _shows_cards_or_more(shown):
        return False

    said = {field.name for field in inquiry.fields if not _unsaid(field, facts[field.name])}
    if any(name not in shown or _same(facts[name]) != _same(shown[name]) for name in said):
        return False

    more = {name: value for name, value in shown.items() if name not in said}
    try:
        settled = settle(inquiry.question, inquiry.options, {**inquiry.settled, **more})
    except Illegal:
        return False
    return settled.outcome == answer.outcome


def _shows_cards_or_more(shown: Facts) -> bool:
    """Whether it is more than a seat alone."""
    return len(shown) > 1 or any(isinstance(value, tuple) and value for value in shown.values())


def _unsaid(field: fields.Field, value: fields.Value) -> bool:
    return value in (None, (), False) or (
        value == field.default and not isinstance(field, fields.Cards)
    )


def _same(value: fields.Value) -> object:
    return Counter(value) if isinstance(value, tuple) else value


def _moves(
    inquiry: Inquiry, history: History, facts: Facts, lying: Facts, seat: str | None
) -> Iterator[tuple[Move, Facts]]:
    """Legal entries open at the table that match the facts, each with the facts it places."""
    named = dict(zip(letters(len(history.seats)), history.seats, strict=True))
    for prompt in history.prompts:
        if seat is not None and prompt.seat not in (None, seat):
            continue
        told = _told(prompt, named, facts, lying)
        seats = {field.name for field in prompt.fields if isinstance(field, fields.Seat)}
        # A seat is written by its id here, not by its letter.
        raw = {
            name: named.get(str(value), value) if name in seats else _as_told(value)
            for name, (_fact, value, _now) in told.items()
        }
        checked = check(inquiry.game, history.state, prompt.kind, prompt.seat, raw)
        if raw and checked.move is not None and not checked.objections:
            yield checked.move, {fact: now for fact, _value, now in told.values()}


# A fact's name, the value to enter, and the value shown after that.
Told = tuple[str, fields.Value, fields.Value]


def _told(prompt: Prompt, named: Mapping[str, str], facts: Facts, lying: Facts) -> dict[str, Told]:
    """The facts that answer a prompt, by field name; empty if a required one is missing."""
    found: dict[str, Told] = {}
    for field in prompt.fields:
        stem = field.name.removesuffix(f"_{field.about}")
        letter = next(
            (letter for letter, seat in named.items() if seat == (field.about or prompt.seat)), ""
        )
        whole = ((fact, facts.get(fact), facts.get(fact)) for fact in (f"{stem}_{letter}", stem))
        by_one = (_next_card(fact, facts, lying) for fact in (f"{stem}s_{letter}", f"{stem}s"))
        said = next((one for one in (*whole, *by_one) if one[1] not in (None, ())), None)
        if said is not None:
            found[field.name] = said
        elif not field.optional and field.default is None:
            return {}
    return found


def _next_card(fact: str, facts: Facts, lying: Facts) -> Told:
    """The next card of a fact entered one by one; none if other cards lie there."""
    told, there = facts.get(fact), lying.get(fact, ())
    if isinstance(told, tuple) and isinstance(there, tuple) and told[: len(there)] == there:
        return fact, told[len(there) : len(there) + 1], told[: len(there) + 1]
    return fact, None, None
