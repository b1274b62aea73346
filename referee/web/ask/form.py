"""The dispute desk's form: rows of facts over one pad, and the verdict while they are tapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from markupsafe import Markup

from referee.games import QUESTIONS
from referee.kernel import fields
from referee.kernel.contract import Illegal, Ruling
from referee.kernel.question import Answer
from referee.web.desk.draft import Draft
from referee.web.forms.fields import FieldView, as_keys, field_view
from referee.web.forms.pad import Pad, pad
from referee.web.forms.verdict import Remark, Verdict
from referee.web.http.parts import Sentence
from referee.words import ruling_sentence

from .inquiry import Inquiry
from .ruling import reasons, sentence

CROWDED = 3
FEW_KEYS = 8


@dataclass(frozen=True)
class Tab:
    """A question of the game; ``on`` is the one asked."""

    text: str
    href: str
    on: bool


@dataclass(frozen=True)
class Hand:
    """A fact that is cards; the one that is ``lit`` is filled by the pad."""

    name: str
    label: str
    lit: bool
    cards: Sequence[str]
    text: str
    error: Sentence | None


@dataclass(frozen=True)
class FactsForm:
    """The hands, crowded where they are many, the pad, and the other facts; ``numbers`` if cards have no suits."""

    hands: Sequence[Hand]
    crowded: bool
    numbers: bool
    pad: Pad | None
    fields: Sequence[FieldView]


def tabs(inquiry: Inquiry) -> list[Tab]:
    """The questions of the game, the one asked marked; what belongs to the table goes along."""
    kept = {name: text for name, text in inquiry.args().items() if "." in name or name in ("asks", "table")}
    return [
        Tab(
            inquiry.plain.say(f"question.{known.id}.short"),
            url_for("ask.ask", game=inquiry.id, q=known.id, **kept),
            known is inquiry.question,
        )
        for known in QUESTIONS[inquiry.id]
    ]


def lit_hand(inquiry: Inquiry) -> str:
    """The fact that the pad fills: the one asked for, else the first that still lacks cards, has none or has room."""
    asked, hands = inquiry.raw.get("lit", ""), inquiry.hands
    if asked in (wanted.name for wanted in hands):
        return asked
    for enough in (lambda wanted: wanted.least, lambda wanted: 1, lambda wanted: wanted.most):
        if short := next((wanted.name for wanted in hands if len(inquiry.cards(wanted)) < enough(wanted)), ""):
            return short
    return hands[0].name if hands else ""


def next_hand(inquiry: Inquiry, full: str) -> str:
    """The fact that the pad fills once this one is full: the next that lacks cards or has none; empty if all have some."""
    at = [wanted.name for wanted in inquiry.hands].index(full) + 1
    around = (*inquiry.hands[at:], *inquiry.hands[:at])
    return next((wanted.name for wanted in around if len(inquiry.cards(wanted)) < max(wanted.least, 1)), "")


def lit_field(inquiry: Inquiry) -> fields.Cards | None:
    """The field of the fact that the pad fills; None where a question has no cards."""
    lit = lit_hand(inquiry)
    return next((wanted for wanted in inquiry.hands if wanted.name == lit), None)


def form_of(inquiry: Inquiry, answer: Answer | Illegal) -> FactsForm:
    """The facts of a question: its hands, the pad, its other facts, and what is wrong with any of them."""
    lit = lit_hand(inquiry)
    wrong = {ruling.field: ruling for ruling in reversed(answer.rulings) if _told(inquiry, ruling)} if isinstance(answer, Illegal) else {}
    hands = [_hand(inquiry, wanted, wanted.name == lit, wrong.get(wanted.name)) for wanted in inquiry.hands]
    draft = Draft({name: [text] if not isinstance(text, list) else text for name, text in _texts(inquiry).items()})
    others = [wanted for wanted in inquiry.fields if not isinstance(wanted, fields.Cards)]
    return FactsForm(
        hands=hands,
        crowded=len(hands) > CROWDED,
        numbers=any(wanted.deck.numbers for wanted in inquiry.hands),
        pad=_pad(inquiry, lit_field(inquiry)),
        fields=[_other(inquiry, wanted, draft, wrong.get(wanted.name)) for wanted in others],
    )


def _other(inquiry: Inquiry, wanted: fields.Field, draft: Draft, wrong: Ruling | None) -> FieldView:
    """A fact that is no cards, as keys; a number that may be many is typed."""
    model = as_keys(field_view(inquiry.view, wanted, draft, wrong, None), wanted, False)
    return replace(model, type="int") if isinstance(wanted, fields.Int) and wanted.high - wanted.low > FEW_KEYS else model


def _told(inquiry: Inquiry, ruling: Ruling) -> bool:
    """Whether something has been said that is wrong, rather than nothing yet."""
    return bool(inquiry.raw.get(ruling.field or ""))


def _texts(inquiry: Inquiry) -> dict[str, Any]:
    """The other facts as their fields show them: what was told, else the default."""
    shown: dict[str, Any] = {}
    for wanted in inquiry.fields:
        if isinstance(wanted, fields.Cards):
            continue
        told = inquiry.raw.get(wanted.name, "")
        value = told or ("" if wanted.default is None else str(wanted.default))
        shown[wanted.name] = value.split() if isinstance(wanted, fields.Many) else value
    return shown


def _hand(inquiry: Inquiry, wanted: fields.Cards, lit: bool, wrong: Ruling | None) -> Hand:
    return Hand(
        name=wanted.name,
        label=inquiry.speaker.say(f"field.{wanted.label or wanted.name}", {"seat": wanted.about}),
        lit=lit,
        cards=inquiry.cards(wanted),
        text=inquiry.raw.get(wanted.name, ""),
        error=Sentence(Markup(ruling_sentence(inquiry.speaker, wrong)), wrong.clause) if wrong else None,
    )


def _pad(inquiry: Inquiry, wanted: fields.Cards | None) -> Pad | None:
    """The pad of the lit fact: its own cards chosen, and no more copies than the others have left."""
    if wanted is None:
        return None
    taken = Counter(card for known in inquiry.hands if known.deck == wanted.deck for card in inquiry.cards(known))
    free = {card: max(0, copies - taken[card]) for card, copies in wanted.deck.counts.items()}
    offered = fields.Cards(name=wanted.name, deck=wanted.deck, least=wanted.least, most=wanted.most, left=free)
    return pad(inquiry.view, offered, None, Counter(inquiry.cards(wanted)), name="put", mode="put")


def verdict_of(inquiry: Inquiry, answer: Answer | Illegal) -> Verdict:
    """The verdict under the pad: the answer and its first reason, or what is still needed."""
    if isinstance(answer, Illegal):
        told = next((ruling for ruling in answer.rulings if _told(inquiry, ruling) or ruling.field is None), None)
        if told is None:
            return Verdict(empty=_missing(inquiry, answer.rulings[0]))
        return Verdict(remark=Remark(False, Markup(ruling_sentence(inquiry.speaker, told)), told.clause))
    why = reasons(inquiry.speaker, answer)
    remark = Remark(not isinstance(answer.verdict, Ruling), why[0].text, why[0].clause) if why else None
    return Verdict(sentence(inquiry.speaker, answer.verdict), clause=answer.verdict.clause, remark=remark)


def _missing(inquiry: Inquiry, ruling: Ruling) -> str:
    """What to tell next."""
    wanted = next((known for known in inquiry.fields if known.name == ruling.field), None)
    if wanted is None:
        return str(ruling_sentence(inquiry.plain, ruling))
    label = inquiry.plain.say(f"field.{wanted.label or wanted.name}", {"seat": wanted.about})
    return str(_("Still needed: %(fact)s", fact=label))
