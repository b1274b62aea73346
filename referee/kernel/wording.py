"""Sentences as short texts of a word code and a clause: ``guide_flip PY-6``."""

from collections.abc import Iterable, Mapping
from typing import Any

from .board import Say
from .cards import Card
from .contract import Result, SeatId, Step, rank_by


def words(text: str, **params: Any) -> Say:
    """The sentence of such a text, with parameters."""
    code, _, clause = text.partition(" ")
    return Say(code, params, clause)


def said(*texts: str | Say) -> tuple[Say, ...]:
    """Several sentences, some with parameters; empty texts are skipped."""
    return tuple(words(text) if isinstance(text, str) else text for text in texts if text)


def step(
    title: str | Say,
    *body: str | Say,
    cards: Iterable[Card] = (),
    deal: Iterable[tuple[Say, int, int]] = (),
    **params: Any,
) -> Step:
    """A step of the guide; the parameters belong to its title."""
    return Step(
        words(title, **params) if isinstance(title, str) else title,
        said(*body),
        tuple(cards),
        tuple(deal),
    )


def ranked_by_two(
    scores: Mapping[SeatId, tuple[int, int]], number: str, highest: str, more: str, shared: str
) -> Result:
    """The result by two numbers; texts are codes with clauses, ``number`` a parameter's name."""
    ranking = rank_by(scores)
    first = list(ranking[0])
    best, second = scores[first[0]]
    level = [seat for seat, (score, _) in scores.items() if score == best]
    tie = [words(more, who=first, n=second)] if len(first) < len(level) else []
    share = [words(shared, who=first)] if len(first) > 1 else []
    return Result(ranking, (words(highest, who=level, **{number: best}), *tie, *share))
