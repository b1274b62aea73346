"""The search terms of a question, as weighted full-text expressions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain, islice

from . import text

MOST_TERMS = 40
# Weights of expressions; the word itself has 1.
KANA, SAME, FIGURE = 0.45, 0.8, 0.5
# The least similarity of a misspelt word to a known one with the same first letter.
LIKE = 0.8
FEWEST_LETTERS = 4


@dataclass(frozen=True, slots=True)
class Term:
    """One search term: alternative full-text expressions with weights, the word itself first."""

    lang: str
    ways: tuple[tuple[str, float], ...]

    @property
    def weight(self) -> float:
        return max(weight for _, weight in self.ways)


def terms(words: str, lang: str) -> tuple[Term, ...]:
    """The terms of a folded question; with ``lang`` Japanese also its figures and Latin letters."""
    found = [_spaced(words, "en")]
    if lang not in ("en", "ja"):
        found.insert(0, _spaced(words, lang))
    if lang == "ja" or text.HAS_JAPANESE.search(words):
        found.append(_japanese(words))
    return tuple(islice(chain.from_iterable(found), MOST_TERMS))


def _spaced(words: str, lang: str) -> Iterator[Term]:
    """Terms of a language with spaces; English words are reduced to one form."""
    idle, same = text.idle(lang), text.same(lang)
    for word in dict.fromkeys(text.english(words) if lang == "en" else text.split_words(words)):
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
    """Append two similar ``known`` words per unknown one, and "same" for a repeated figure."""
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
    """A pair, or a prefix match for one Japanese character."""
    begins = len(pair) == 1 and text.HAS_JAPANESE.match(pair)
    return f'"{text.plain(pair)}"' + (" *" if begins else "")


def _together(phrase: str) -> str:
    """All pairs of a phrase, anywhere in the entry."""
    return " AND ".join(dict.fromkeys(map(_sign, text.japanese(phrase))))
