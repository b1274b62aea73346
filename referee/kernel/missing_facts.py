"""The facts a rules question still needs, or that could change its answer, by trying values."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as kept
from itertools import combinations, product
from math import prod
from typing import TypeVar

from .contract import Illegal
from .fields import Choice, Counts, Field, Flag, Int, Many, Text
from .question import FEW, Answer, Options, Question, Raw, settle

T = TypeVar("T")
TRIED = 12
"""Values tried of one fact. A fact with more, such as a card, always counts as mattering."""
TOGETHER = 36
PAIRED = 3
"""Values tried of each fact when two facts are tried together."""


@dataclass(frozen=True)
class QuestionState:
    """The answer so far or its objections, the facts ``needed``, and those that would ``matter``.

    ``tried`` is one set of missing facts, if every set leads to the same answer.
    """

    answer: Answer | Illegal
    needed: tuple[str, ...] = ()
    matter: tuple[str, ...] = ()
    tried: Raw = kept(default_factory=dict)


def evaluate(question: Question, options: Options, raw: Raw) -> QuestionState:
    """The answer from the facts given so far, and the other facts to ask for."""
    return _Asked(question, options, raw).state()


def is_few(field: Int) -> bool:
    """Whether the number has so few values that each gets its own key."""
    return field.high - field.low <= FEW


@dataclass(frozen=True)
class _Asked:
    question: Question
    options: Options
    raw: Raw

    def state(self) -> QuestionState:
        answer, untold = self._settled({}), self._untold()
        if isinstance(answer, Answer):
            return QuestionState(answer, (), self._mattering(untold, answer))
        wrong = _fields_of(answer)
        missing = [field for field in untold if field.name in wrong]
        needed = tuple(field.name for field in missing)

        # Whatever the missing facts are, the answer may be the same.
        if ways := self._ways(missing) if wrong <= {*needed} else []:
            whatever, tried = _common([answer for _told, answer in ways]), ways[0][0]
            one = replace(self, raw={**self.raw, **tried})
            return QuestionState(whatever, (), one._mattering(untold, whatever), tried)
        others = [field for field in untold if field not in missing]
        return QuestionState(answer, needed, tuple(self._leading(others, answer)))

    def _untold(self) -> list[Field]:
        return [
            field
            for field in self._fields({})
            if not self.raw.get(field.name) and not _is_free(field)
        ]

    def _leading(self, others: Sequence[Field], now: Illegal) -> Iterator[str]:
        """The facts that could lead on from these errors, or have too many values to try."""
        for field in others:
            if not _few(field) or any(self._leads(told, now) for told in _each(field)):
                yield field.name

    def _fields(self, told: Raw) -> tuple[Field, ...]:
        return self.question.fields(self.options, {**self.raw, **told})

    def _settled(self, told: Raw) -> Answer | Illegal:
        try:
            return settle(self.question, self.options, {**self.raw, **told})
        except Illegal as wrong:
            return wrong

    def _ways(self, missing: Sequence[Field]) -> list[tuple[Raw, Answer]]:
        """Every combination of the missing facts, if all lead to the same answer; else none."""
        values = [[*_each(field)] for field in missing if _few(field)]
        if len(values) < len(missing) or not 0 < prod(map(len, values)) <= TOGETHER:
            return []
        found: list[tuple[Raw, Answer | Illegal]] = [
            (told, self._settled(told)) for told in map(_joined, product(*values))
        ]
        names = {field.name for field in missing}
        # A combination that needs further facts is open; an impossible one tells nothing.
        if any(isinstance(one, Illegal) and not _fields_of(one) & names for _told, one in found):
            return []
        return _agreeing([(told, one) for told, one in found if isinstance(one, Answer)])

    def _mattering(self, untold: Sequence[Field], now: Answer) -> tuple[str, ...]:
        """The facts that, alone or in pairs, could change the answer or the facts asked for."""
        names = {field.name for field in self._fields({})}
        found = {
            field.name
            for field in untold
            if not _few(field) or any(self._changes(told, now, names) for told in _each(field))
        }
        left = [field for field in untold if field.name not in found]
        for one, other in combinations(left, 2):
            if self._change_together(one, other, now, names):
                found |= {one.name, other.name}
        return tuple(field.name for field in untold if field.name in found)

    def _change_together(
        self, one: Field, other: Field, now: Answer, names: Collection[str]
    ) -> bool:
        ways = product([*_spread(one)], [*_spread(other)])
        return any(self._changes(_joined(told), now, names) for told in ways)

    def _changes(self, told: Raw, now: Answer, names: Collection[str]) -> bool:
        then, new = self._settled(told), {field.name for field in self._fields(told)} - {*names}
        if isinstance(then, Answer):
            return bool(new) or _said(then) != _said(now)
        # Only a newly asked fact is missing; an impossible combination changes nothing.
        return _fields_of(then) <= new

    def _leads(self, told: Raw, now: Illegal) -> bool:
        """Whether these facts lead to other questions, to fewer errors or to an answer."""
        then = self._settled(told)
        if isinstance(then, Answer) or _fields_of(then) < _fields_of(now):
            return True
        return [field.name for field in self._fields(told)] != [
            field.name for field in self._fields({})
        ]


def _is_free(field: Field) -> bool:
    return isinstance(field, Text) and field.optional and not isinstance(field, Counts)


def _fields_of(wrong: Illegal) -> set[str]:
    return {str(ruling.field) for ruling in wrong.rulings}


def _agreeing(ways: list[tuple[Raw, Answer]]) -> list[tuple[Raw, Answer]]:
    """These ways if all lead to the same answer, else none."""
    return ways if all(_said(one) == _said(ways[0][1]) for _told, one in ways) else []


def _joined(told: Sequence[Mapping[str, object]]) -> dict[str, object]:
    return {name: value for one in told for name, value in one.items()}


def _common(answers: Sequence[Answer]) -> Answer:
    """The first answer with what all of them say."""
    return replace(
        answers[0],
        why=_shared([answer.why for answer in answers]),
        rows=_shared([answer.rows for answer in answers]),
        lines=_shared([answer.lines for answer in answers]),
        also=_shared([answer.also for answer in answers]),
    )


def _shared(parts: Sequence[tuple[T, ...]]) -> tuple[T, ...]:
    first, *others = parts
    return tuple(one for one in first if all(one in other for other in others))


def _said(answer: Answer) -> object:
    return answer.verdict, answer.outcome


def _few(field: Field) -> bool:
    if isinstance(field, Int):
        return field.high - field.low < TRIED
    return isinstance(field, Flag) or (
        isinstance(field, Choice) and not isinstance(field, Many) and len(field.values) <= TRIED
    )


def _each(field: Field) -> Iterator[Mapping[str, object]]:
    values: Iterable[object] = field.values if isinstance(field, Choice) else ("yes", "no")
    if isinstance(field, Int):
        values = range(field.low, field.high + 1)
    yield from ({field.name: str(value)} for value in values)


def _spread(field: Field) -> Iterator[Mapping[str, object]]:
    """The fact with about ``PAIRED`` of its values, evenly spread."""
    each = [*_each(field)]
    yield from each[:: max(1, len(each) // PAIRED)]
