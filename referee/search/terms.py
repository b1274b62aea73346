"""What is looked for: the words of a question as full-text expressions, each with what it
counts.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain, islice

from . import text

MOST_TERMS = 40
# What an expression counts; a word itself counts 1.
KANA, SAME, FIGURE = 0.45, 0.8, 0.5
# So like must an unknown word be to a known one that begins alike to be a slip of it.
LIKE = 0.8
FEWEST_LETTERS = 4


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is looked for: full-text expressions any of which will do, the word itself
    first, each with what it counts.
    """

    lang: str
    ways: tuple[tuple[str, float], ...]

    @property
    def weight(self) -> float:
        """What it counts at best."""
        return max(weight for _, weight in self.ways)


def terms(words: str, lang: str) -> tuple[Term, ...]:
    """What a folded question looks for; figures and Latin letters in Japanese as well where that is
    the language of the page.
    """
    found = [_spaced(words, "en")]
    if lang not in ("en", "ja"):
        found.insert(0, _spaced(words, lang))
    if lang == "ja" or text.HAS_JAPANESE.search(words):
        found.append(_japanese(words))
    return tuple(islice(chain.from_iterable(found), MOST_TERMS))


def _spaced(words: str, lang: str) -> Iterator[Term]:
    """The words of English, or as they stand of a language that is neither English nor Japanese."""
    idle, same = text.idle(lang), text.same(lang)
    for word in dict.fromkeys(text.english(words) if lang == "en" else text.words(words)):
        if word not in idle:
            others = same.get(word) or same.get(word.removesuffix("s"), ())
            yield Term(
                lang,
                (
                    (f'"{word}"', FIGURE if word.isdigit() else 1.0),
                    *((f'"{other}"', SAME) for other in others),
                ),
            )


def respelled(words: str, known: frozenset[str]) -> str:
    """A folded question with the two ``known`` words most like each unknown one after it, and
    "same" where a figure is said twice.
    """
    said = Counter(text.english(words))
    same = ["same"] if any(times > 1 and word.isdigit() for word, times in said.items()) else []
    return " ".join(
        (
            words,
            *chain.from_iterable(_likest(word, known) for word in said if word not in known),
            *same,
        )
    )


@lru_cache(maxsize=1024)
def _likest(word: str, known: frozenset[str]) -> list[str]:
    alike = (other for other in known if other[0] == word[0])
    return (
        []
        if len(word) < FEWEST_LETTERS or word.isdigit()
        else get_close_matches(word, alike, 2, LIKE)
    )


def _japanese(words: str) -> Iterator[Term]:
    kept = words
    for idle in text.idle("ja"):
        kept = kept.replace(idle, " ")
    for pair in dict.fromkeys(text.japanese(kept)):
        yield Term("ja", ((_sign(pair), KANA if text.HIRAGANA.fullmatch(pair) else 1.0),))
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
