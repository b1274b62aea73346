"""Similarity of a question to known phrases, by words or, in Japanese, by characters and pairs."""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from math import log, sqrt

from . import text

# How many of an entry's best phrases count.
BEST = 3
# Phrases with a lower cosine are ignored.
LEAST = 0.12
WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False)
class Phrases:
    """The phrases of one game and language: weights of parts, and the phrases that contain each."""

    lang: str
    rows: tuple[int, ...]
    worth: Mapping[str, float]
    having: Mapping[str, tuple["array[int]", "array[float]"]]

    def share(self, part: str) -> float:
        """The fraction of phrases that contain a part."""
        return len(self.having[part][0]) / len(self.rows) if part in self.having else 0.0

    def near(self, words: str) -> dict[int, float]:
        """Rows by similarity to a folded question: the cosines of their best phrases, summed."""
        likeness = [0.0] * len(self.rows)
        for part, share in _shares(parts(words, self.lang), self.worth).items():
            for phrase, other in zip(*self.having.get(part, ((), ())), strict=True):
                likeness[phrase] += share * other
        found: dict[int, list[float]] = {}
        for row, like in zip(self.rows, likeness, strict=True):
            if like >= LEAST:
                found.setdefault(row, []).append(like)
        return {row: sum(sorted(likes)[-BEST:]) for row, likes in found.items()}


def phrases(said: Iterable[tuple[int, str]], lang: str) -> Phrases:
    """Prepare folded phrases, each given with the row it asks for."""
    rows, texts = zip(*said, strict=True)
    counted = [parts(one, lang) for one in texts]
    having = Counter(part for counts in counted for part in counts)
    worth = {part: log((len(rows) + 1) / (times + 0.5)) for part, times in having.items()}
    # An unknown part makes a question less similar to every phrase.
    worth[""] = log(2 * (len(rows) + 1))
    found: dict[str, tuple[array[int], array[float]]] = {
        part: (array("H"), array("f")) for part in having
    }
    for number, counts in enumerate(counted):
        for part, share in _shares(counts, worth).items():
            phrases_having, shares = found[part]
            phrases_having.append(number)
            shares.append(share)
    return Phrases(lang, rows, worth, found)


def parts(words: str, lang: str) -> Counter[str]:
    """The words of a folded text; in Japanese its characters and their pairs."""
    if lang != "ja":
        return Counter(text.english(words) if lang == "en" else text.split_words(words))
    runs = WORD.findall(text.plain(words))
    return Counter(chain(*runs, *(map("".join, pairwise(run)) for run in runs)))


def _shares(counts: Mapping[str, int], worth: Mapping[str, float]) -> dict[str, float]:
    """The unit vector of the weighted parts."""
    weights = {
        part: (1 + log(times)) * worth.get(part, worth[""]) for part, times in counts.items()
    }
    length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {part: weight / length for part, weight in weights.items()}
