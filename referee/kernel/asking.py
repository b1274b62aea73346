"""The facts a rules question still needs, or that could change its answer, by trying values."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as kept
from itertools import combinations, product
from math import prod

from .contract import Illegal
from .fields import Choice, Counts, Field, Flag, Int, Many, Text
from .question import FEW, Answer, Options, Question, Raw, settle

TRIED = 12
"""Values tried of one fact. A fact with more, such as a card, always counts as mattering."""
TOGETHER = 36
PAIRED = 3
"""Values tried of each fact when two facts are tried together."""


@dataclass(frozen=True)
class Standing:
    """The answer so far or its objections, the facts ``needed``, and those that would ``matter``.

    ``tried`` is one set of missing facts, if every set leads to the same answer.
    """

    answer: Answer | Illegal
    needed: tuple[str, ...] = ()
    matter: tuple[str, ...] = ()
    tried: Raw = kept(default_factory=dict)


def standing(question: Question, options: Options, raw: Raw) -> Standing:
    """The answer from the facts given so far, and the other facts to ask for."""
    return _Asked(question, options, raw).standing()


def is_few(field: Int) -> bool:
    """Whether the number has so few values that each gets its own key."""
    return field.high - field.low <= FEW


@dataclass(frozen=True)
class _Asked:
    question: Question
    options: Options
    raw: Raw

    def standing(self) -> Standing:
        answer, fields = self._settled({}), self._fields({})
        untold = [field for field in fields if not self.raw.get(field.name) and not _is_free(field)]
        if isinstance(answer, Answer):
            return Standing(answer, (), self._mattering(untold, answer))
        wrong = _fields_of(answer)
        missing = [field for field in untold if field.name in wrong]
        others = [field for field in untold if field not in missing]
        ways = self._ways(missing) if wrong <= {field.name for field in missing} else []
        if ways:
            whatever = _common([answer for _told, answer in ways])
            one = replace(self, raw={**self.raw, **ways[0][0]})
            return Standing(whatever, (), one._mattering(untold, whatever), ways[0][0])
        leading = (
            field.name
            for field in others
            if not _few(field) or any(self._leads(told, answer) for told in _each(field))
        )
        return Standing(answer, tuple(field.name for field in missing), tuple(leading))

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
        ways = [(told, one) for told, one in found if isinstance(one, Answer)]
        return ways if all(_said(one) == _said(ways[0][1]) for _told, one in ways) else []

    def _mattering(self, untold: Sequence[Field], now: Answer) -> tuple[str, ...]:
        """The facts that, alone or in pairs, could change the answer or the facts asked for."""
        names = {field.name for field in self._fields({})}
        found = {
            field.name
            for field in untold
            if not _few(field) or any(self._changes(told, now, names) for told in _each(field))
        }
        for one, other in combinations([field for field in untold if field.name not in found], 2):
            ways = (_joined(told) for told in product([*_spread(one)], [*_spread(other)]))
            if any(self._changes(told, now, names) for told in ways):
                found |= {one.name, other.name}
        return tuple(field.name for field in untold if field.name in found)

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


def _joined(told: Sequence[Mapping[str, object]]) -> dict[str, object]:
    return {name: value for one in told for name, value in one.items()}


def _common(answers: Sequence[Answer]) -> Answer:
    first, *others = answers
    return replace(
        first,
        why=tuple(one for one in first.why if all(one in other.why for other in others)),
        rows=tuple(one for one in first.rows if all(one in other.rows for other in others)),
        lines=tuple(one for one in first.lines if all(one in other.lines for other in others)),
        also=tuple(one for one in first.also if all(one in other.also for other in others)),
    )


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
