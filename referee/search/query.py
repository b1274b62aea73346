"""Which entries answer a question best."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import inf, log

from referee.rulebook import LANGUAGES, load

from . import text
from .index import Entry, Index, index
from .terms import Term, terms

MOST_SIGNS = 200
MOST_FOUND = 50
# What answers this much worse than the best is no answer.
LEAST = 0.15
# How much it matters that little of the question is left over.
COVER = 0.5


@dataclass(frozen=True, slots=True)
class Found:
    """One entry that was found: its game, its id, itself, and how well it answers (the higher the better)."""

    game: str
    id: str
    entry: Entry
    score: float


def find(words: str, lang: str, game: str | None = None, most: int = 10) -> tuple[Found, ...]:
    """The entries of all rulebooks that answer best, those of ``game`` first; none where no word means anything to the rules.

    Both languages are searched whatever the question's; in ``lang`` figures and Latin letters are looked for as well.
    At most the first 200 signs and ``most`` (up to 50 a game) are looked at. KeyError if there is no such game or language.
    """
    if lang not in LANGUAGES:
        raise KeyError(lang)
    return _remembered(words[:MOST_SIGNS], lang, game)[:most]


@lru_cache(maxsize=512)
def _remembered(words: str, lang: str, game: str | None) -> tuple[Found, ...]:
    return rank(index(), words, lang, game)


def rank(known: Index, words: str, lang: str, game: str | None) -> tuple[Found, ...]:
    """As `find`, in an index at hand and up to 50 a game."""
    prefix = load(game).prefix if game is not None else ""
    words = text.fold(words[:MOST_SIGNS])[:MOST_SIGNS].strip()
    scores = _scores(known, terms(known, words, lang, prefix), game)
    found = [Found(book.game, entry.id, entry, scores[row]) for row, (book, entry) in enumerate(known.entries) if row in scores]
    return (*_best(one for one in found if one.game == game), *_best(one for one in found if one.game != game))


def _best(found: Iterable[Found]) -> list[Found]:
    """The best first, without what answers far worse."""
    ranked = sorted(found, key=lambda one: -one.score)
    return [one for one in ranked[:MOST_FOUND] if one.score >= LEAST * ranked[0].score]


def _scores(known: Index, wanted: Iterable[Term], game: str | None) -> dict[int, float]:
    """How well each row answers: what its terms say together, less where much of the question is left over."""
    totals: dict[int, float] = {}
    covered: dict[int, float] = {}
    whole = 0.0
    for term in wanted:
        whole += term.weight
        for row, score in _weigh(known, term, game).items():
            totals[row] = totals.get(row, 0.0) + score
            covered[row] = covered.get(row, 0.0) + term.weight
    return {row: total * (covered[row] / whole) ** COVER for row, total in totals.items()}


def _weigh(known: Index, term: Term, game: str | None) -> dict[int, float]:
    """How much a term says for each row: the best of its ways, none of which is worth more for being rarer than the first."""
    found: dict[int, float] = {}
    itself = known.scores(term.lang, term.ways[0][0])
    dearest = _worth(known, itself, game) if itself else inf
    for match, weight in term.ways:
        scores = known.scores(term.lang, match)
        per_use = weight * min(dearest, _worth(known, scores, game)) / _idf(len(known.entries), len(scores))
        for row, score in scores.items():
            found[row] = max(found.get(row, 0.0), per_use * score)
    return found


def _worth(known: Index, scores: Mapping[int, float], game: str | None) -> float:
    """What a word is worth in the game asked: "captain" tells much, but not in the game of captains."""
    if game is None:
        return _idf(len(known.entries), len(scores))
    return _idf(known.sizes[game], sum(known.entries[row][0].game == game for row in scores))


def _idf(rows: int, having: int) -> float:
    """What bm25 takes a word to be worth that so many of all rows have."""
    return max(log((rows - having + 0.5) / (having + 0.5)), 0.05)
