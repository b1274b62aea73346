"""Sentences as short texts of a word code and a clause: ``guide_flip PY-6``."""

from collections.abc import Iterable, Mapping
from typing import Any

from .board import Message
from .cards import Card
from .contract import Result, SeatId, Step, rank_by


def message_of(text: str, **params: Any) -> Message:
    """The sentence of such a text, with parameters."""
    code, _, clause = text.partition(" ")
    return Message(code, params, clause)


def said(*texts: str | Message) -> tuple[Message, ...]:
    """Several sentences, some with parameters; empty texts are skipped."""
    return tuple(message_of(text) if isinstance(text, str) else text for text in texts if text)


def step(
    title: str | Message,
    *body: str | Message,
    cards: Iterable[Card] = (),
    deal: Iterable[tuple[Message, int, int]] = (),
    **params: Any,
) -> Step:
    """A step of the guide; the parameters belong to its title."""
    return Step(
        message_of(title, **params) if isinstance(title, str) else title,
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
    tie = [message_of(more, who=first, n=second)] if len(first) < len(level) else []
    share = [message_of(shared, who=first)] if len(first) > 1 else []
    return Result(ranking, (message_of(highest, who=level, **{number: best}), *tie, *share))
