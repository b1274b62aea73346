"""The dispute desk's form: rows of facts over one pad, and the verdict while they are tapped."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from flask import request, url_for
from flask_babel import gettext as _

from referee.games import QUESTIONS
from referee.kernel import fields
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal, Ruling
from referee.kernel.question import Answer, Question
from referee.web.desk.draft import Draft
from referee.web.forms.fields import FieldView, Pad, Remark, Verdict, as_keys, field_view, pad
from referee.web.http.parts import Actions, Form, Go, Header, Link, Page, Sentence
from referee.web.view.page_header import page_header, short_name
from referee.web.view.seat_words import spoken
from referee.web.view.view import field_label
from referee.words import ruling_sentence

from .inquiry import Inquiry
from .ruling import question_text, reasons

MAX_TYPED = 200


@dataclass(frozen=True)
class Hand:
    """A fact that is cards; the one that is ``lit`` is filled by the pad."""

    name: str
    label: str
    active: bool
    cards: Sequence[str]
    text: str
    error: Sentence | None


@dataclass(frozen=True, kw_only=True)
class AskPage(Page):
    """A question with the facts told so far, beside the game's others; ``typed_wrong`` says why typed cards cannot be read.

    ``mark`` tells the ruling from others, so that a wide room asks for each once.
    """

    question: str
    tabs: Sequence[tuple[Link, bool]]
    form: Form
    address: str
    hands: Sequence[Hand]
    pad: Pad | None
    fields: Sequence[FieldView]
    verdict: Verdict
    typed: str
    typed_wrong: str
    actions: Actions
    mark: str


def ask_page(inquiry: Inquiry) -> AskPage:
    """The form as far as it is filled in, and what is wrong with any of it."""
    answer = inquiry.answer
    wrong = {ruling.field: ruling for ruling in reversed(answer.rulings) if _told(inquiry, ruling)} if isinstance(answer, Illegal) else {}
    hidden = {"q": inquiry.question.id, **inquiry.kept}
    # Without any fact in the address those of the table would be filled in again.
    cleared = url_for("ask.ask", game=inquiry.id, **(hidden | ({"players": ""} if inquiry.table else {})))
    typed, typed_wrong = _typed(inquiry)
    if inquiry.table:
        header = replace(page_header(inquiry.table, _("Ask"), inquiry.table.url("tables.table")), live=False)
    else:
        header = Header(_("Ask"), url_for("ask.games"), short_name(inquiry.id))
    return AskPage(
        header=header,
        question=question_text(inquiry),
        tabs=[(_tab(inquiry, known), known is inquiry.question) for known in QUESTIONS[inquiry.id]],
        form=Form(url_for("ask.ask", game=inquiry.id), hidden),
        address=inquiry.address,
        hands=[_hand(inquiry, field, wrong.get(field.name)) for field in inquiry.hands],
        pad=_pad(inquiry, inquiry.active_field) if inquiry.active_field else None,
        fields=[_other(inquiry, one, wrong.get(one.name)) for one in inquiry.fields if not isinstance(one, fields.Cards)],
        verdict=_verdict(inquiry, answer),
        typed=typed,
        typed_wrong=typed_wrong,
        actions=Actions(
            go=Go(_("Show the ruling"), inquiry.url()) if isinstance(answer, Answer) else None, plain=[Link(_("Start over"), cleared)]
        ),
        mark=f"{crc32(inquiry.url().encode()):x}",
    )


def _tab(inquiry: Inquiry, known: Question) -> Link:
    """A question of the game; what belongs to the table goes along."""
    href = url_for("ask.ask", game=inquiry.id, q=known.id, **inquiry.kept)
    return Link(inquiry.view.plain.say(f"question.{known.id}.short"), href)


def _typed(inquiry: Inquiry) -> tuple[str, str]:
    """Typed cards that could not be read, and which sign is in the way."""
    typed = request.args.get("typed", "")[:MAX_TYPED]
    if not typed or inquiry.active_field is None:
        return "", ""
    try:
        read_cards(typed, inquiry.active_field.deck)
    except Unreadable as bad:
        ruling = Ruling("card_" + bad.code, params={"token": bad.token, "position": bad.position + 1})
        return typed, ruling_sentence(inquiry.view.speaker, ruling)
    return "", ""


def _other(inquiry: Inquiry, field: fields.Field, wrong: Ruling | None) -> FieldView:
    """A fact that is no cards, as keys, with what was told or else the default."""
    text = inquiry.raw.get(field.name) or ("" if field.default is None else str(field.default))
    draft = Draft({field.name: text.split() if isinstance(field, fields.Many) else [text]})
    return as_keys(field_view(inquiry.view, field, draft, wrong, None), field, False)


def _told(inquiry: Inquiry, ruling: Ruling) -> bool:
    """Whether something has been said that is wrong, rather than nothing yet."""
    return bool(inquiry.raw.get(ruling.field or ""))


def _hand(inquiry: Inquiry, field: fields.Cards, wrong: Ruling | None) -> Hand:
    return Hand(
        name=field.name,
        label=field_label(inquiry.view, field),
        active=field is inquiry.active_field,
        cards=inquiry.cards(field),
        text=inquiry.raw.get(field.name, ""),
        error=spoken(inquiry.view.speaker, wrong) if wrong else None,
    )


def _pad(inquiry: Inquiry, field: fields.Cards) -> Pad:
    """The pad of the lit fact: its own cards chosen, and no more copies than the others have left."""
    taken = inquiry.taken(field)
    free = {card: max(0, copies - taken[card]) for card, copies in field.deck.counts.items()}
    offered = fields.Cards(name=field.name, deck=field.deck, least=field.least, most=field.most, left=free)
    return pad(inquiry.view, offered, None, Counter(inquiry.cards(field)), mode="put")


def _verdict(inquiry: Inquiry, answer: Answer | Illegal) -> Verdict:
    """The verdict under the pad: the answer and its first reason, or what is still needed."""
    if isinstance(answer, Illegal):
        told = next((ruling for ruling in answer.rulings if _told(inquiry, ruling) or ruling.field is None), None)
        if told is None:
            return Verdict(empty=_missing(inquiry, answer.rulings[0]))
        return Verdict(remark=Remark(False, ruling_sentence(inquiry.view.speaker, told), told.clause))
    why = reasons(inquiry.view.speaker, answer)
    remark = Remark(not isinstance(answer.verdict, Ruling), why[0].text, why[0].clause) if why else None
    return Verdict(spoken(inquiry.view.speaker, answer.verdict).text, clause=answer.verdict.clause, remark=remark)


def _missing(inquiry: Inquiry, ruling: Ruling) -> str:
    """What to tell next."""
    field = next((known for known in inquiry.fields if known.name == ruling.field), None)
    if field is None:
        return ruling_sentence(inquiry.view.plain, ruling)
    return _("Still needed: %(fact)s", fact=inquiry.view.plain.say(f"field.{field.label or field.name}", {"seat": field.about}))
