"""The setup guide as its template takes it."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.cards import suit
from referee.kernel.contract import Step
from referee.web.view.seat_words import sentences
from referee.web.view.view import View

PER_PART, PARTS = 5, 2


@dataclass(frozen=True)
class GuideStep:
    """A step: heading and clause, what to do or a note below its cards, so many tokens or its deal.

    The deal has rows of what is dealt, how many cards each seat gets, and how many are left over.
    """

    title: str
    clause: str
    text: str
    note: str
    deck: Sequence[Sequence[Sequence[str]]]
    tokens: int
    deal: Sequence[tuple[str, int, int]]


def steps(view: View) -> list[GuideStep]:
    """Every step: heading and clause, what to do, cards, tokens, the deal."""
    return [_step(view, step) for step in view.history.game.guide(view.history.seats, view.history.options)]


def _step(view: View, step: Step) -> GuideStep:
    told = sentences(view, step.body)
    shown = step.cards or step.count or step.deal
    return GuideStep(
        title=view.say(step.title),
        clause=step.title.clause,
        text="" if shown else told,
        note=told if shown else "",
        deck=deck_rows(step.cards),
        tokens=step.count,
        deal=[(view.say(said), each, left) for said, each, left in step.deal],
    )


def deck_rows(cards: Sequence[str]) -> list[list[list[str]]]:
    """Cards in rows of two parts, one suit a part where the cards have suits."""
    parts: dict[str, list[str]] = {}
    for card in cards:
        parts.setdefault("" if card.isdigit() else suit(card), []).append(card)
    groups = list(parts.values())
    return [groups[at : at + PARTS] for at in range(0, len(groups), PARTS)]
