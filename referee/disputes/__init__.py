"""The dispute desk: every question that can be asked of each game, and how it is answered."""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    blind_date,
    captains_orders,
    cracker,
    dream_team,
    indian_chief,
    long_seat,
    not_a_pair,
    pyramid,
    the_pairs,
    the_things,
    three_draw,
)
from .question import Answer, Facts, Options, Question, Raw, Reading, read_facts, readings, settle, settle_told

__all__ = [
    "QUESTIONS",
    "Answer",
    "Facts",
    "Options",
    "Question",
    "Raw",
    "Reading",
    "find",
    "read_facts",
    "readings",
    "settle",
    "settle_told",
]

QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    "indian-chief": indian_chief.QUESTIONS,
    "blind-date": blind_date.QUESTIONS,
    "three-draw": three_draw.QUESTIONS,
    "long-seat": long_seat.QUESTIONS,
    "pyramid": pyramid.QUESTIONS,
    "not-a-pair": not_a_pair.QUESTIONS,
    "the-pairs": the_pairs.QUESTIONS,
    "the-things": the_things.QUESTIONS,
    "dream-team": dream_team.QUESTIONS,
    "captains-orders": captains_orders.QUESTIONS,
    "cracker": cracker.QUESTIONS,
}


def find(game: str, question: str) -> Question | None:
    """The question of a game by its id."""
    return next((known for known in QUESTIONS.get(game, ()) if known.id == question), None)
