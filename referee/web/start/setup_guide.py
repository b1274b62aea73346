"""The setup guide as its template takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _

from referee.kernel.cards import suit
from referee.kernel.contract import Step
from referee.web.view.score_words import sentences
from referee.web.view.view import View

PER_PART, PARTS = 5, 2


def steps(view: View) -> list[dict[str, Any]]:
    """Every step: heading and clause, what to do, cards, tokens, the deal."""
    guide = view.history.game.guide(view.history.seats, view.history.options)
    return [_step(view, step) for step in guide]


def _step(view: View, step: Step) -> dict[str, Any]:
    say = view.speaker.say
    told = sentences(view, step.body)
    shown = step.cards or step.count or step.deal
    return {
        "title": say(f"say.{step.title.code}", step.title.params),
        "clause": step.title.clause,
        "text": None if shown else told,
        "note": told if shown and not step.count else None,
        "deck": deck_rows(step.cards) if step.cards else None,
        "tokens": {"n": step.count, "note": told} if step.count else None,
        "deal": _deal(view, step) if step.deal else None,
    }


def deck_rows(cards: Sequence[str]) -> list[list[list[str]]]:
    """Cards in rows of two parts, one suit a part where the cards have suits."""
    parts: dict[str, list[str]] = {}
    for card in cards:
        parts.setdefault("" if card.isdigit() else suit(card), []).append(card)
    groups = list(parts.values())
    return [groups[at : at + PARTS] for at in range(0, len(groups), PARTS)]


def _deal(view: View, step: Step) -> dict[str, Any]:
    apart = any(left for _said, _each, left in step.deal)
    return {
        "heads": [{"name": view.names[seat], "short": view.short_names[seat]} for seat in view.history.seats],
        "apart_head": _("left over") if apart else None,
        "rows": [
            {
                "label": view.speaker.say(f"say.{said.code}", said.params),
                "counts": [each] * len(view.history.seats),
                "apart": left,
            }
            for said, each, left in step.deal
        ],
    }
