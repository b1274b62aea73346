"""How near a question is to the ways people ask: every phrase by itself, compared by its words, in
Japanese by its signs.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from math import log, sqrt

from . import text

# So many of an entry's phrases speak for it.
BEST = 3
# A phrase that is less like the question than this is not like it at all.
LEAST = 0.12
WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False)
class Phrases:
    """The phrases of one game in one language: what each part is worth, and which phrases have it
    how much.
    """

    lang: str
    rows: tuple[int, ...]
    worth: Mapping[str, float]
    having: Mapping[str, tuple["array[int]", "array[float]"]]

    def share(self, part: str) -> float:
        """In how many of the phrases a part stands, of one."""
        return len(self.having[part][0]) / len(self.rows) if part in self.having else 0.0

    def near(self, words: str) -> dict[int, float]:
        """The rows whose phrases are most like a folded question: cosines of the best phrases of
        each, summed.
        """
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
    """Folded phrases made ready, each with the row it asks for."""
    rows, texts = zip(*said, strict=True)
    counted = [parts(one, lang) for one in texts]
    having = Counter(part for counts in counted for part in counts)
    worth = {part: log((len(rows) + 1) / (times + 0.5)) for part, times in having.items()}
    # A part no phrase has still makes a question less like all of them.
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
    """The words of a folded text, in Japanese its signs and their pairs."""
    if lang != "ja":
        return Counter(text.english(words) if lang == "en" else text.words(words))
    runs = WORD.findall(text.plain(words))
    return Counter(chain(*runs, *(map("".join, pairwise(run)) for run in runs)))


def _shares(counts: Mapping[str, int], worth: Mapping[str, float]) -> dict[str, float]:
    """What each part adds to a likeness: a vector of length one."""
    weights = {
        part: (1 + log(times)) * worth.get(part, worth[""]) for part, times in counts.items()
    }
    length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {part: weight / length for part, weight in weights.items()}
