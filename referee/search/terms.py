"""What is looked for: the words of a question as full-text expressions, each with what it counts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from . import text
from .index import Index

MOST_TERMS = 40
# What an expression counts; a word itself counts 1.
IDLE, KANA, STEM, SAME, MISTYPED, UNFINISHED, SIDE_BY_SIDE = 0.07, 0.45, 0.4, 0.8, 0.7, 0.6, 0.6
NEAR = 4
BY_NUMBER = 25.0
MOST_SPELLINGS = 6
NUMBER = re.compile(r"(?<![a-z0-9])([a-z]{2})[- ]?(a?\d{1,3})(?![a-z0-9])")
ONLY_NUMBER = re.compile(r"a?\d{1,3}")
AGAIN = frozenset(("again", "another", "same", "second"))
CARDS = frozenset(map(str, range(1, 11)))
EQUAL = ("equal", "same", "double")


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is looked for: full-text expressions any of which will do, the word itself first, each with what it counts."""

    lang: str
    ways: tuple[tuple[str, float], ...]

    @property
    def weight(self) -> float:
        """What it counts at best."""
        return max(weight for _, weight in self.ways)


def terms(known: Index, words: str, lang: str, prefix: str) -> tuple[Term, ...]:
    """What a folded question looks for; ``prefix`` is that of the game asked, whose clauses a bare number means."""
    asked = _numbers(known, words, prefix)
    rest = NUMBER.sub(" ", words) if asked else words
    found = [(Term("en", ((f'number : "{number}"', BY_NUMBER),)) for number in asked), _english(known, rest)]
    if lang == "ja" or text.HAS_JAPANESE.search(rest):
        found.append(_japanese(rest))
    return tuple(islice(chain.from_iterable(found), MOST_TERMS))


def _numbers(known: Index, words: str, prefix: str) -> list[str]:
    """Clauses asked for by number, as the index spells them."""
    numbers = [letters + figure for letters, figure in NUMBER.findall(words)]
    if prefix and ONLY_NUMBER.fullmatch(words):
        numbers.append(prefix.lower() + words)
    return [number for number in dict.fromkeys(numbers) if number in known.words]


def _english(known: Index, words: str) -> Iterator[Term]:
    said, idle = text.english(words), text.idle("en")
    twice = _named_twice(said)
    if twice:
        # "A 5 on a 5" asks about equal cards, not about fives.
        yield Term("en", tuple((f'"{word}"', 1.0) for word in EQUAL))
        said = [word for word in said if word not in twice | AGAIN]
    for word in dict.fromkeys(said):
        yield Term("en", ((f'"{word}"', IDLE),) if word in idle else tuple(_ways(known, word, word == said[-1]).items()))
    telling = [word for word in said if word not in idle]
    yield from (Term("en", ((f'NEAR("{one}" "{other}", {NEAR})', SIDE_BY_SIDE),)) for one, other in dict.fromkeys(pairwise(telling)))


def _named_twice(said: Sequence[str]) -> frozenset[str]:
    """Cards that are named twice, or as one more of the same."""
    return frozenset(card for before, card in pairwise(said) if card in CARDS and (before in AGAIN or said.count(card) > 1))


def _ways(known: Index, word: str, is_last: bool) -> dict[str, float]:
    """A word and what may stand for it; for one that is nowhere in the rules the words most like it, and the last may be unfinished."""
    same = text.same("en")
    ways = {f'"{word}"': 1.0} | {f'"{other}"': SAME for other in same.get(word) or same.get(word.removesuffix("s"), ())}
    if word in known.words or known.scores("en", f'"{word}"'):
        return ways
    ways |= {f'"{other}"': MISTYPED**slips for other, slips in _respelled(word, known.words)}
    return ways | ({f'"{word}" *': UNFINISHED} if is_last and len(word) > 1 else {})


@lru_cache(maxsize=1024)
def _respelled(word: str, words: frozenset[str]) -> tuple[tuple[str, float], ...]:
    """The telling words most like an unknown one, with how many slips apart: one, two if it is long."""
    if len(word) < 4 or word.isdigit():
        return ()
    close = process.extract(word, words, scorer=OSA.distance, score_cutoff=1 if len(word) < 6 else 2, limit=None)
    telling = [(slips, other) for other, slips, _ in close if len(other) > 2 and other not in text.idle("en")]
    return tuple((other, slips) for slips, other in sorted(telling)[:MOST_SPELLINGS])


def _japanese(words: str) -> Iterator[Term]:
    kept = words
    for idle in text.idle("ja"):
        kept = kept.replace(idle, " ")
    for pair in dict.fromkeys(text.japanese(kept)):
        ways = [(_sign(pair), KANA if text.HIRAGANA.fullmatch(pair) else 1.0)]
        # The ending of a verb differs from question to rule: 引か, 引き, 引く.
        yield Term("ja", (*ways, (_sign(pair[0]), STEM)) if text.VERB.fullmatch(pair) else tuple(ways))
    for phrase, others in text.same("ja").items():
        if phrase in words:
            yield Term("ja", tuple((_together(other), SAME) for other in (phrase, *others)))


def _sign(pair: str) -> str:
    """A pair, or a sign that begins one."""
    begins = len(pair) == 1 and text.HAS_JAPANESE.match(pair)
    return f'"{text.plain(pair)}"' + (" *" if begins else "")


def _together(phrase: str) -> str:
    """All pairs of a phrase, wherever they stand in the entry."""
    return " AND ".join(dict.fromkeys(map(_sign, text.japanese(phrase))))
