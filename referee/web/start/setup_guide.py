"""The setup guide as its template takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from referee.kernel.cards import suit
from referee.kernel.contract import Step
from referee.web.view.score_words import sentences
from referee.web.view.view import View

PER_PART, PARTS = 5, 2


@dataclass(frozen=True)
class Head:
    """A seat above the deal."""

    name: str
    short: str


@dataclass(frozen=True)
class DealRow:
    """One deal: how many cards each seat gets, and how many are left over."""

    label: str
    counts: Sequence[int]
    apart: int


@dataclass(frozen=True)
class Deal:
    """The deal; ``apart_head`` stands over the cards left over where there are any."""

    heads: Sequence[Head]
    apart_head: str
    rows: Sequence[DealRow]


@dataclass(frozen=True)
class GuideStep:
    """A step: heading and clause, what to do or a note below its cards, so many tokens or its deal."""

    title: str
    clause: str
    text: str
    note: str
    deck: Sequence[Sequence[Sequence[str]]]
    tokens: int
    deal: Deal | None


def steps(view: View) -> list[GuideStep]:
    """Every step: heading and clause, what to do, cards, tokens, the deal."""
    guide = view.history.game.guide(view.history.seats, view.history.options)
    return [_step(view, step) for step in guide]


def _step(view: View, step: Step) -> GuideStep:
    say = view.speaker.say
    told = sentences(view, step.body)
    shown = step.cards or step.count or step.deal
    return GuideStep(
        title=say(f"say.{step.title.code}", step.title.params),
        clause=step.title.clause,
        text="" if shown else told,
        note=told if shown else "",
        deck=deck_rows(step.cards),
        tokens=step.count,
        deal=_deal(view, step) if step.deal else None,
    )


def deck_rows(cards: Sequence[str]) -> list[list[list[str]]]:
    """Cards in rows of two parts, one suit a part where the cards have suits."""
    parts: dict[str, list[str]] = {}
    for card in cards:
        parts.setdefault("" if card.isdigit() else suit(card), []).append(card)
    groups = list(parts.values())
    return [groups[at : at + PARTS] for at in range(0, len(groups), PARTS)]


def _deal(view: View, step: Step) -> Deal:
    apart = any(left for _said, _each, left in step.deal)
    return Deal(
        heads=[Head(view.names[seat], view.short_names[seat]) for seat in view.history.seats],
        apart_head=_("left over") if apart else "",
        rows=[
            DealRow(view.speaker.say(f"say.{said.code}", said.params), [each] * len(view.history.seats), left)
            for said, each, left in step.deal
        ],
    )
