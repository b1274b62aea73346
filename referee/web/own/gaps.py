"""Sentences with gaps on a page: a list or a number for each gap, and what was sent for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.own.draft import Draft
from referee.own.matching import AMOUNT, GAPS, NUMBER
from referee.own.sentences import SentenceKind, SheetSentence, choices, gaps_of
from referee.web.http.context import language
from referee.web.http.parts import ChoiceKey
from referee.web.http.words import gettext as _
from referee.words.sentences import SENTENCE, label_of, pieces

from .address import sent_number

AS_NUMBER = "#"
"""What is chosen in the list of a gap where a number stands instead of a name."""


@dataclass(frozen=True)
class GapView:
    """A gap: a list of names, a number, or a list with a number beside it."""

    name: str
    label: str
    options: Sequence[ChoiceKey]
    number: int | None


@dataclass(frozen=True)
class Piece:
    """Some words of a sentence and the gap behind them."""

    words: str
    gap: GapView | None


def views(
    sentence: SheetSentence, told: Draft, prefix: str, what: str = SENTENCE
) -> list[list[Piece]]:
    """Each line of a sentence, piece by piece."""
    lines = (pieces(kind, language(), what) for kind in (sentence.kind, f"{sentence.kind}.2"))
    return [
        [
            Piece(words, _gap(sentence, gap, told, f"{prefix}.{gap}") if gap else None)
            for words, gap in line
        ]
        for line in lines
        if line
    ]


def _gap(sentence: SheetSentence, gap: str, told: Draft, name: str) -> GapView:
    value, kind = sentence.gaps[gap], GAPS[gap]
    number = value if isinstance(value, int) else None
    options = [
        ChoiceKey(one, label_of(one, told, language()), one == value) for one in choices(told, gap)
    ]
    if kind == AMOUNT:
        options = [ChoiceKey(AS_NUMBER, _("a number"), number is not None), *options]
    return GapView(name, _("number") if kind == NUMBER else _("entry"), options, number)


def sent_gaps(
    sentence: SheetSentence, told: Draft, form: Mapping[str, str], prefix: str, kind: SentenceKind
) -> SheetSentence:
    """The sentence with everything that was sent for its gaps."""
    sent = {
        gap: _sent(sentence.gaps[gap], gap, told, form, f"{prefix}.{gap}") for gap in gaps_of(kind)
    }
    return SheetSentence(sentence.kind, sent)


def _sent(value: int | str, gap: str, told: Draft, form: Mapping[str, str], name: str) -> int | str:
    number = value if isinstance(value, int) else 0
    if GAPS[gap] == NUMBER:
        return sent_number(form, name, number)
    chosen = form.get(name, value)
    if GAPS[gap] == AMOUNT and chosen == AS_NUMBER:
        return sent_number(form, f"{name}.n", number)
    return chosen if chosen in choices(told, gap) else value
