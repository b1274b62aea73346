"""The facts of a question as entries of the table it is asked at, so that a ruling on them can say what they do to its totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.kernel import fields
from referee.kernel.contract import Illegal, Move, Prompt
from referee.kernel.game import check
from referee.kernel.history import History
from referee.kernel.question import Answer, Facts, Raw, letters, read_facts, settle
from referee.kernel.rescore import let_stand
from referee.web.view.view import View

from .inquiry import Inquiry

MOST_ENTRIES = 12


def entered(inquiry: Inquiry, answer: Answer, view: View) -> View | None:
    """The table with the facts on it: as it is, or as if they were entered now; None where they cannot be placed for certain."""
    history, facts = view.history, read_facts(inquiry.question, inquiry.options, inquiry.raw)
    *_, lying = _shown(inquiry, history)
    for _entry in range(MOST_ENTRIES):
        if any(_lies(inquiry, answer, facts, shown) for shown in (*_shown(inquiry, history), lying)):
            return replace(view, history=history, so_far=True)
        moves = list(_moves(inquiry, history, facts, lying, view.seat))
        if len({move.seat for move, _new in moves}) != 1:
            return None
        move, new = moves[0]
        history, lying = let_stand(history, move).history, {**lying, **new}
    return None


def _shown(inquiry: Inquiry, history: History) -> Iterator[Facts]:
    """All the facts that the table shows, those last that a question opened there is asked about."""
    question = inquiry.question
    for read in filter(None, (question.every and question.every(history.state), question.facts and (question.facts(history.state),))):
        yield from (_readable(inquiry, raw) for raw in read)
    if question.facts is None:
        yield {}


def _readable(inquiry: Inquiry, raw: Raw) -> Facts:
    found: dict[str, fields.Value] = {}
    for wanted in inquiry.fields:
        if wanted.name in raw:
            try:
                found[wanted.name] = wanted.parse(_as_told(raw[wanted.name]))
            except fields.Bad:
                continue
    return found


def _as_told(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value if isinstance(value, list) else str(value)


def _lies(inquiry: Inquiry, answer: Answer, facts: Facts, shown: Facts) -> bool:
    """Whether the table shows what was told, and whatever else it shows of it leaves the answer as it is."""
    said = {wanted.name for wanted in inquiry.fields if not _unsaid(wanted, facts[wanted.name])}
    if not _any_cards(shown) or any(name not in shown or _same(facts[name]) != _same(shown[name]) for name in said):
        return False
    more = {name: value for name, value in shown.items() if name not in said}
    try:
        return settle(inquiry.question, inquiry.options, {**inquiry.raw, **more}).outcome == answer.outcome
    except Illegal:
        return False


def _any_cards(shown: Facts) -> bool:
    """Whether more is shown than who plays."""
    return any(isinstance(value, tuple) and value for value in shown.values()) or len(shown) > 1


def _unsaid(wanted: fields.Field, value: fields.Value) -> bool:
    return value in (None, (), False) or (value == wanted.default and not isinstance(wanted, fields.Cards))


def _same(value: fields.Value) -> object:
    return Counter(value) if isinstance(value, tuple) else value


def _moves(inquiry: Inquiry, history: History, facts: Facts, lying: Facts, seat: str | None) -> Iterator[tuple[Move, Facts]]:
    """Every entry that is open at the table, legal, and says what the facts say, with the facts that lie there by it."""
    named = dict(zip(letters(len(history.seats)), history.seats, strict=True))
    for prompt in history.prompts:
        if seat is not None and prompt.seat not in (None, seat):
            continue
        told = _told(prompt, named, facts, lying)
        raw = {name: _as_entered(value, prompt, name, named) for name, (_fact, value, _now) in told.items()}
        checked = check(inquiry.game, history.state, prompt.kind, prompt.seat, raw)
        if raw and checked.move is not None and not checked.objections:
            yield checked.move, {fact: now for fact, _value, now in told.values()}


def _as_entered(value: fields.Value, prompt: Prompt, name: str, named: Mapping[str, str]) -> object:
    """A fact as the table is told it: a seat by its own name."""
    wanted = next(wanted for wanted in prompt.fields if wanted.name == name)
    return named.get(str(value), value) if isinstance(wanted, fields.Seat) else _as_told(value)


Told = tuple[str, fields.Value, fields.Value]
"""A fact, what of it is entered, and what of it lies there then."""


def _told(prompt: Prompt, named: Mapping[str, str], facts: Facts, lying: Facts) -> dict[str, Told]:
    """What the facts say in answer to a prompt, by the names of its fields; nothing where they lack any of it."""
    found: dict[str, Told] = {}
    for wanted in prompt.fields:
        stem = wanted.name.removesuffix(f"_{wanted.about}")
        letter = next((letter for letter, seat in named.items() if seat == (wanted.about or prompt.seat)), "")
        whole = ((fact, facts.get(fact), facts.get(fact)) for fact in (f"{stem}_{letter}", stem))
        by_one = (_next_card(fact, facts, lying) for fact in (f"{stem}s_{letter}", f"{stem}s"))
        said = next((one for one in (*whole, *by_one) if one[1] not in (None, ())), None)
        if said is not None:
            found[wanted.name] = said
        elif not wanted.optional and wanted.default is None:
            return {}
    return found


def _next_card(fact: str, facts: Facts, lying: Facts) -> Told:
    """The card that comes next of those told one by one; none where others lie there."""
    told, there = facts.get(fact), lying.get(fact, ())
    if isinstance(told, tuple) and isinstance(there, tuple) and told[: len(there)] == there:
        return fact, told[len(there) : len(there) + 1], told[: len(there) + 1]
    return fact, None, None
