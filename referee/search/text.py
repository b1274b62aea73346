"""Text normalisation for the search: width, case, English word forms, Japanese character pairs.

Stop words, synonyms and word forms are in words.en.toml and words.ja.toml.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from referee.data_files import read_toml

SUITS = {
    "♠": (" spades ", "スペード"),
    "♥": (" hearts ", "ハート"),
    "♦": (" diamonds ", "ダイヤ"),
    "♣": (" clubs ", "クラブ"),
}
NAMED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {
    name + plural: str(number) for number, name in enumerate(NAMED, 2) for plural in ("", "s", "es")
}
PLURAL = re.compile(r"\b(\d+)s\b")
KANJI_NUMBERS = dict(zip("一二三四五六七八九", "123456789", strict=True)) | {"十": "10"}
COUNTED = re.compile(r"([一二三四五六七八九十])(?=[人枚点個つ組回周倍])")
OBLIGED = re.compile(r"\b(?:have|has|had|need|needs|got|obliged|forced|required) to\b|\bgotta\b")
WORD = re.compile(r"[a-z0-9\u00df-\u024f]+")
JAPANESE = r"\u3005\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff"
RUN = re.compile(rf"[{JAPANESE}]+|[a-z0-9\u00df-\u024f]+")
LETTERS = re.compile(r"[^\W_]+")
HAS_JAPANESE = re.compile(rf"[{JAPANESE}]")
HIRAGANA = re.compile(r"[\u3041-\u309f]+")
KATAKANA = {ord("ァ") + step: ord("ぁ") + step for step in range(ord("ヶ") - ord("ァ") + 1)}


def fold(text: str) -> str:
    """Normalise width and case, drop apostrophes, make kanji numbers before counters digits."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")
    return COUNTED.sub(lambda found: KANJI_NUMBERS[found[1]], plain)


def english(text: str) -> list[str]:
    """The words of a folded text in one form each; numbers 2 to 12 as digits, suits by name."""
    for suit, (name, _) in SUITS.items():
        text = text.replace(suit, name)
    text = PLURAL.sub(r"\1", OBLIGED.sub("must", text))
    return [NUMBERS.get(word) or forms().get(word, word) for word in WORD.findall(text)]


def split_words(text: str) -> list[str]:
    """The words of a folded text in any other language, unchanged."""
    return LETTERS.findall(text)


def japanese(text: str) -> Iterator[str]:
    """The pairs of adjacent characters of a folded text.

    A figure or Latin word stays whole, and comes again with the next character ("3" and "3人"). A
    lone character stays single. `plain` makes them comparable.
    """
    for suit, (_, name) in SUITS.items():
        text = text.replace(suit, name)
    before = ""
    for run in RUN.finditer(text):
        signs = run.group()
        if not HAS_JAPANESE.match(signs):
            yield signs
            before = signs if text[run.end() : run.end() + 1] else ""
            continue
        if before and text[run.start() - 1] == before[-1]:
            yield before + signs[0]
        before = ""
        yield from [signs[at : at + 2] for at in range(len(signs) - 1)] or [signs]


def last_signs(text: str) -> list[str]:
    """The last character of every Japanese run; no pair begins with it, so it is indexed alone."""
    return [run[-1] for run in RUN.findall(text) if HAS_JAPANESE.match(run) and len(run) > 1]


def bare(words: str) -> str:
    """A folded question without filler ("right", "yeah", 「っけ」), unless it is all filler."""
    before, after = _around()
    return after.sub("", before.sub("", words)).strip() or words


def plain(signs: str) -> str:
    """Katakana as hiragana, so that each finds the other."""
    return signs.translate(KATAKANA)


@lru_cache
def idle(lang: str) -> tuple[str, ...]:
    """Stop words, in Japanese stop phrases; longest first."""
    said: str | Iterable[str] = _data(lang).get("idle", ())
    return tuple(sorted(said.split() if isinstance(said, str) else said, key=len, reverse=True))


@lru_cache
def _around() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns for filler before a question, and after one in either language."""
    before, after = (_data("en")[key].split() for key in ("before", "after"))
    ends = "|".join(map(re.escape, sorted(_data("ja")["after"], key=len, reverse=True)))
    # As in 引くん; elsewhere ん may belong to the last word.
    ends += "|(?<=[いうくぐすつぬぶむる])ん"
    # "left or right" and a suit are part of the question, not filler.
    gap = rf"(?:[^\w{''.join(SUITS)}]|_)"
    spoken = rf"(?<!\bor)(?<!\bthe)\b{gap}+(?:{'|'.join(after)})"
    return (
        re.compile(rf"^(?:(?:{'|'.join(before)})\b{gap}+)+(?=\w)"),
        re.compile(rf"(?:(?:{spoken})+|(?:{gap}*(?:{ends}))+)?{gap}*$"),
    )


@lru_cache
def same(lang: str) -> Mapping[str, tuple[str, ...]]:
    """The synonyms of each word."""
    found: dict[str, dict[str, None]] = {}
    for group in _data(lang).get("same", ()):
        words: Iterable[str] = group.split() if isinstance(group, str) else group
        for word in words:
            found.setdefault(word, {}).update(
                dict.fromkeys(other for other in words if other != word)
            )
    return MappingProxyType({word: tuple(others) for word, others in found.items()})


@lru_cache
def forms() -> Mapping[str, str]:
    """English forms that stemming misses, with their base word: "drew", "draw"."""
    return MappingProxyType(
        {form: word for word, others in _data("en")["forms"].items() for form in others.split()}
    )


@lru_cache
def _data(lang: str) -> Mapping[str, Any]:
    file = Path(__file__).with_name(f"words.{lang}.toml")
    return read_toml(file.read_text(encoding="utf-8")) if file.exists() else {}
