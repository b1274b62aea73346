"""What is told by a word code and its clause, written as one text: ``guide_flip PY-6``."""

from collections.abc import Iterable, Mapping
from typing import Any

from .board import Say
from .cards import Card
from .contract import Result, SeatId, Step, rank_by


def words(text: str, **params: Any) -> Say:
    """What is said by such a text."""
    code, _, clause = text.partition(" ")
    return Say(code, params, clause)


def said(*texts: str | Say) -> tuple[Say, ...]:
    """Several of them, some with parameters; an empty text says nothing."""
    return tuple(words(text) if isinstance(text, str) else text for text in texts if text)


def step(
    title: str | Say,
    *body: str | Say,
    cards: Iterable[Card] = (),
    deal: Iterable[tuple[Say, int, int]] = (),
    **params: Any,
) -> Step:
    """A step of the guide, with the parameters of its title."""
    return Step(
        words(title, **params) if isinstance(title, str) else title,
        said(*body),
        tuple(cards),
        tuple(deal),
    )


def ranked_by_two(
    scores: Mapping[SeatId, tuple[int, int]], number: str, highest: str, more: str, shared: str
) -> Result:
    """The end of a game by a ``number`` of that name, then by a second one, told in words with
    their clauses.
    """
    ranking = rank_by(scores)
    first = list(ranking[0])
    best, second = scores[first[0]]
    level = [seat for seat, (score, _) in scores.items() if score == best]
    tie = [words(more, who=first, n=second)] if len(first) < len(level) else []
    share = [words(shared, who=first)] if len(first) > 1 else []
    return Result(ranking, (words(highest, who=level, **{number: best}), *tie, *share))
