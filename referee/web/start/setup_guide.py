"""View models of the setup guide."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.cards import suit
from referee.kernel.contract import Step
from referee.web.view.seat_words import sentences
from referee.web.view.view import View

PARTS = 2


@dataclass(frozen=True)
class GuideStep:
    """A step; ``deal`` is (what is dealt, cards for each player, cards left)."""

    title: str
    clause: str
    text: str
    deck: Sequence[Sequence[Sequence[str]]]
    deal: Sequence[tuple[str, int, int]]


def guide_steps(view: View) -> list[GuideStep]:
    """Every step of the guide."""
    return [
        _step(view, step)
        for step in view.history.game.guide(view.history.seats, view.history.options)
    ]


def _step(view: View, step: Step) -> GuideStep:
    deal = [(view.say(said), each, left) for said, each, left in step.deal]
    return GuideStep(
        view.say(step.title),
        step.title.clause,
        sentences(view, step.body),
        deck_rows(step.cards),
        deal,
    )


def deck_rows(cards: Sequence[str]) -> list[list[list[str]]]:
    """Cards in rows of two parts, with one suit a part if the cards have suits."""
    parts: dict[str, list[str]] = {}
    for card in cards:
        parts.setdefault("" if card.isdigit() else suit(card), []).append(card)
    groups = list(parts.values())
    return [groups[at : at + PARTS] for at in range(0, len(groups), PARTS)]
