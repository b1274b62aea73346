"""How points follow and what is checked, in sentences: their words, their gaps, their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from referee.own.draft import as_draft
from referee.own.sentences import SheetSentence, said
from referee.own.sheet import in_language

from . import Translator, plain_number

SENTENCE, REASON, CHECK, UNMET = "sentence", "reason", "check", "unmet"
"""What is said: how points follow, in a sentence and in a word; what is checked, and what is wrong
if a check is not met.
"""


def pieces(kind: str, lang: str, what: str = SENTENCE) -> list[tuple[str, str]]:
    """A sentence as pairs of words and the gap behind them; the last gap may be empty."""
    message = Translator(lang, "own", {}).find(f"{what}.{kind}") or ""
    return [(words, gap or "") for words, gap, _, _ in Formatter().parse(message)]


def label_of(name: str, told: Mapping[str, Any], lang: str) -> str:
    """What an entry, a value of the sheet or a number that every sheet has is called."""
    for part in ("ask", "let"):
        for one in told.get(part, ()):
            if one.get("name") == name:
                label = one.get("label", name)
                return in_language({"": label} if isinstance(label, str) else label, lang)
    return Translator(lang, "own", {}).find(f"amount.{name}") or name


def sentence_texts(
    sentence: SheetSentence, told: Mapping[str, Any], lang: str, what: str = SENTENCE
) -> Iterator[str]:
    """The text of each line that a sentence stands for."""
    for kind in (sentence.kind, f"{sentence.kind}.2"):
        if pieces(kind, lang, what):
            yield text_of(SheetSentence(kind, sentence.gaps), told, lang, what)


def row_texts(told: Mapping[str, Any], lang: str, what: str = SENTENCE) -> dict[int, str]:
    """The texts of those lines of a sheet that are recognised as sentences, by their number."""
    draft = as_draft(told)
    return {
        one.at + number: text
        for one in said(draft)
        if one.sentence
        for number, text in enumerate(sentence_texts(one.sentence, draft, lang, what))
    }


def text_of(
    sentence: SheetSentence, told: Mapping[str, Any], lang: str, what: str = SENTENCE
) -> str:
    """A sentence with everything in its gaps."""
    return "".join(
        words + (_shown(sentence.gaps[gap], told, lang) if gap else "")
        for words, gap in pieces(sentence.kind, lang, what)
    )


def _shown(value: int | str, told: Mapping[str, Any], lang: str) -> str:
    return plain_number(value) if isinstance(value, int) else label_of(value, told, lang)
