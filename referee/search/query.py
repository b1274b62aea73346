"""Rank the entries that answer a question."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log

from referee.rulebook import LANGUAGES, Clause, Rulebook, games, load

from . import text
from .index import Entry, Index, index
from .named import clauses_named, game_named
from .phrases import parts
from .terms import Term, respelled, terms

MOST_SIGNS = 200
MOST_FOUND = 50
# Exponent of the covered share of a question.
COVER = 0.5
# The rank constant of reciprocal rank fusion; a higher one flattens the scores.
EVEN = 10
# The least similarity of phrases when no word matches.
ALONE = 0.6
# Added to the share of a word in a game's phrases, so that its logarithm exists.
UNSAID = 0.002
# The bonus if a phone plays an entry's game: about half of a first place in one list.
PLAYED = 0.05


@dataclass(frozen=True, slots=True)
class Found:
    """One answer: its game, its entry and its score (higher is better).

    ``beside`` are related entries: the open questions and settings of a clause, or for one of those
    the clause and its others. ``alike`` are the rules on the same topic in other games, each with
    its game, if no game was asked for.
    """

    game: str
    entry: Entry
    beside: tuple[Entry, ...]
    alike: tuple[tuple[str, Entry], ...]
    score: float

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.entry.id, *(one.id for one in self.beside))

    @property
    def covered_rules(self) -> frozenset[tuple[str, str]]:
        """All (game, id) pairs it covers."""
        return frozenset(
            (*((self.game, one) for one in self.ids), *((game, one.id) for game, one in self.alike))
        )


def find_answers(
    words: str,
    lang: str,
    game: str | None = None,
    most: int = 10,
    played: frozenset[str] = frozenset(),
) -> tuple[Found, ...]:
    """The answers of a game, best first; of every game if it has none.

    Without ``game`` the question may name one; otherwise ``played`` games rank higher. Searches all
    languages, in ``lang`` also for figures and Latin letters. Reads at most 200 characters, returns
    at most ``most`` answers (up to 50). KeyError for an unknown game or language.
    """
    if lang not in LANGUAGES:
        raise KeyError(lang)
    if game is not None:
        load(game)
    return _remembered(words[:MOST_SIGNS], lang, game, played)[:most]


@lru_cache(maxsize=512)
def _remembered(
    words: str,
    lang: str,
    game: str | None,
    played: frozenset[str],
) -> tuple[Found, ...]:
    return rank(index(), words, lang, game, played)


def rank(
    known: Index,
    words: str,
    lang: str,
    game: str | None,
    played: frozenset[str] = frozenset(),
) -> tuple[Found, ...]:
    """As `find_answers`, with a given index and up to 50 answers."""
    bare = text.bare(text.fold(words[:MOST_SIGNS])[:MOST_SIGNS].strip())
    words = respelled(bare, known.words)
    named, rest = game_named(words)
    asked = game or named
    if asked is None:
        return tuple(_answers(known, words, lang, None, played))
    # The question may be a name alone.
    about = rest.strip()
    if own := tuple(_answers(known, about or words, lang, asked)):
        return own
    if named and not about:
        return (Found(named, load(named).clauses[0], (), (), 0.0),)
    return tuple(_answers(known, words, lang, None))


def _answers(
    known: Index,
    words: str,
    lang: str,
    game: str | None,
    played: frozenset[str] = frozenset(),
) -> Iterator[Found]:
    """One answer per clause with its related entries, best first, without repeats."""
    scores = _scores(known, words, lang, game, played)
    rows = sorted(scores, key=lambda row: -scores[row])
    places = {
        (known.entries[row][0].game, known.entries[row][1].id): place
        for place, row in enumerate(rows)
    }
    told: frozenset[tuple[str, str]] = frozenset()
    for row in rows[:MOST_FOUND]:
        book, entry = known.entries[row]
        if not _untold((book, entry), told):
            continue
        score, together = scores[row], () if game else _together(known, row, scores)
        # For a topic of several games, answer with a game that is played.
        own = [
            one
            for one in together
            if _untold(known.entries[one], told) and known.entries[one][0].game in played
        ]
        if own and book.game not in played:
            book, entry = known.entries[max(own, key=lambda one: scores.get(one, 0.0))]
        answer = Found(
            book.game, entry, tuple(_beside(known, book, entry, places, told)), (), score
        )
        answer = replace(answer, alike=tuple(_alike(known, together, told | answer.covered_rules)))
        told |= answer.covered_rules
        yield answer


def _together(known: Index, row: int, scores: Mapping[int, float]) -> Sequence[int]:
    """The rows on the same topic; of several topics the one with the highest score."""
    about = (rows for rows in known.shared.values() if row in rows)
    return max(about, key=lambda rows: sum(scores.get(one, 0.0) for one in rows), default=())


def _alike(
    known: Index,
    rows: Iterable[int],
    told: frozenset[tuple[str, str]],
) -> Iterator[tuple[str, Entry]]:
    """The entries in these rows that no answer has shown yet."""
    for book, entry in (known.entries[one] for one in rows):
        if _untold((book, entry), told):
            yield book.game, entry


def _untold(one: tuple[Rulebook, Entry], told: frozenset[tuple[str, str]]) -> bool:
    return (one[0].game, one[1].id) not in told


def _beside(
    known: Index,
    book: Rulebook,
    entry: Entry,
    places: Mapping[tuple[str, str], int],
    told: frozenset[tuple[str, str]],
) -> Iterator[Entry]:
    """The related entries; for an open question or setting, those of its best unseen clause."""
    clause: Entry | None = entry
    if not isinstance(entry, Clause):
        on = [
            clause
            for clause in known.behind.get((book.game, entry.id), ())
            if (book.game, clause.id) not in told
        ]
        clause = min(
            on, key=lambda clause: places.get((book.game, clause.id), len(places)), default=None
        )
    if isinstance(clause, Clause):
        beside = (one for one in (clause, *book.hanging(clause)) if one is not entry)
        yield from (one for one in beside if (book.game, one.id) not in told)


def _scores(
    known: Index,
    words: str,
    lang: str,
    game: str | None,
    played: frozenset[str],
) -> dict[int, float]:
    """The score of each row: reciprocal ranks in both lists, its game, and named clauses first."""
    numbers, rest = clauses_named(words, load(game).prefix if game else "")
    scores: dict[int, float] = {}
    by_words, by_phrases = _by_words(known, rest, lang, game), _by_phrases(known, rest, lang, game)
    if not by_words and max(by_phrases.values(), default=0.0) < ALONE:
        by_phrases = {}
    for found in (by_words, by_phrases):
        for place, row in enumerate(sorted(found, key=lambda row: -found[row]), 1):
            scores[row] = scores.get(row, 0.0) + 1 / (EVEN + place)
    if not game:
        likely = sorted(_likeliest(known, rest, lang), key=lambda one: one not in played)
        places = {one: place for place, one in enumerate(likely, 1)}
        for row in scores:
            scores[row] += _of_game(known.entries[row][0].game, places, played)
    return scores | {
        row: 2.0 - numbers.index(entry.id) / 100
        for row, (_, entry) in enumerate(known.entries)
        if entry.id in numbers
    }


def _of_game(game: str, places: Mapping[str, int], played: frozenset[str]) -> float:
    """The score of an entry's game by its rank, plus a bonus if this phone plays it."""
    return 1 / (EVEN + places[game]) + (PLAYED if game in played else 0.0)


def _likeliest(known: Index, words: str, lang: str) -> list[str]:
    """All games, sorted by how often their phrases use the words of the question."""
    lang = _spoken(words, lang)
    said = parts(words, lang)
    return sorted(
        games(),
        key=lambda game: -sum(log(known.phrases[game, lang].share(part) + UNSAID) for part in said),
    )


def _spoken(words: str, lang: str) -> str:
    """The language of a question: Japanese by its characters, else that of the page or English."""
    if text.HAS_JAPANESE.search(words):
        return "ja"
    return "en" if lang == "ja" else lang


def _by_words(known: Index, words: str, lang: str, game: str | None) -> dict[int, float]:
    """The full-text score of each row, reduced if much of the question is left over."""
    totals: dict[int, float] = {}
    covered: dict[int, float] = {}
    whole = 0.0
    for term in terms(words, lang):
        weight = term.weight
        whole += weight
        for row, score in _best_way(known, term).items():
            if game is None or known.entries[row][0].game == game:
                totals[row] = totals.get(row, 0.0) + score
                covered[row] = covered.get(row, 0.0) + weight
    return {row: total * (covered[row] / whole) ** COVER for row, total in totals.items()}


def _best_way(known: Index, term: Term) -> dict[int, float]:
    found: dict[int, float] = {}
    for match, weight in term.ways:
        for row, score in known.scores(term.lang, match).items():
            found[row] = max(found.get(row, 0.0), weight * score)
    return found


def _by_phrases(known: Index, words: str, lang: str, game: str | None) -> dict[int, float]:
    """The similarity of each row to the question, by phrases in its own language."""
    lang = _spoken(words, lang)
    found: dict[int, float] = {}
    for one in [game] if game else games():
        found |= known.phrases[one, lang].near(words)
    return found
