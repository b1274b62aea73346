"""The dispute desk: put the cards down and get the ruling; a ruling is an address that anybody can open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal, Ruling
from referee.kernel.fields import Cards
from referee.kernel.question import Answer, readings, settle
from referee.web.forms.verdict import Verdict
from referee.web.http import rendering
from referee.web.http.page import Header, Page
from referee.web.http.parts import Actions, Form, Go, Link
from referee.web.paper.response import drawn_ruling
from referee.web.rulings.one_screen import open_parts
from referee.web.rulings.printed import paper_of
from referee.web.rulings.ruling import RulingView
from referee.web.view.board import Block, blocks_of
from referee.web.view.page_header import page_header, short_name
from referee.words import ruling_sentence

from .at_table import keep_link, matter_at
from .form import FactsForm, Tab, form_of, lit_field, next_hand, tabs, verdict_of
from .inquiry import Inquiry, read_inquiry
from .ruling import question_text, ruling_of

ask_pages = Blueprint("ask", __name__)
MAX_TYPED = 200


@dataclass(frozen=True)
class GameRow:
    """A game one may ask about, and its first question."""

    name: str
    href: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class GamesPage(Page):
    """The games one may ask about."""

    games: Sequence[GameRow]


@dataclass(frozen=True, kw_only=True)
class AskPage(Page):
    """A question with the facts told so far; ``address`` is this page's own, ``typed_wrong`` why typed cards cannot be read."""

    question: str
    tabs: Sequence[Tab]
    form: Form
    address: str
    facts: FactsForm
    verdict: Verdict
    typed: str
    typed_wrong: str
    actions: Actions


@dataclass(frozen=True, kw_only=True)
class AskedRulingPage(Page):
    """A ruling of the desk; ``open_parts`` are the parts that stand open, ``picture`` is what a message shows of its link."""

    ruling: RulingView
    board: Sequence[Block]
    links: Sequence[Link]
    open_parts: frozenset[str]
    picture: str
    actions: Actions


@ask_pages.get("/ask")
def games() -> Any:
    """The games one may ask about."""
    rows = [GameRow(short_name(game), url_for("ask.ask", game=game), _first_words(game)) for game in QUESTIONS]
    return rendering.page("ask/games.html", GamesPage(header=Header(_("Ask the referee"), url_for("home.home")), games=rows))


def _first_words(game: str) -> str:
    said = rendering.speaker(game, {}, html=False)
    return said.say(f"question.{QUESTIONS[game][0].id}")


@ask_pages.get("/ask/<game>")
def ask(game: str) -> Any:
    """A question with the facts told so far; a tapped card is put down, or taken back, first."""
    inquiry = _open(game, request.args.get("q", ""))
    if not request.args.keys() & {wanted.name for wanted in inquiry.fields} and inquiry.table and inquiry.question.facts:
        inquiry = prefilled(inquiry)
    changed = _tapped(inquiry)
    if changed is not None and not rendering.is_fragment():
        return redirect(_address(changed), 303)
    return _ask_page(changed or inquiry)


def _open(game: str, wanted: str) -> Inquiry:
    known = GAMES.get(game)
    questions = QUESTIONS.get(game, ())
    question = find_question(game, wanted) if wanted else next(iter(questions), None)
    if known is None or question is None:
        abort(404)
    try:
        return read_inquiry(known, question)
    except Illegal:
        abort(400)


def prefilled(inquiry: Inquiry) -> Inquiry:
    """The inquiry with what the table shows; what is not complete there yet is left to be told."""
    filled = inquiry.with_facts(**_from_table(inquiry))
    for _attempt in filled.fields:
        answer = answer_to(filled)
        wrong = {ruling.field for ruling in answer.rulings if ruling.field in filled.raw} if isinstance(answer, Illegal) else set()
        if not wrong:
            return filled
        filled = filled.with_facts(**dict.fromkeys(filter(None, wrong), ""))
    return inquiry


def _from_table(inquiry: Inquiry) -> dict[str, str]:
    """The facts as they lie on the table, as far as this reader may see them."""
    assert inquiry.table is not None
    assert inquiry.question.facts is not None
    told = inquiry.question.facts(inquiry.table.state)
    return {name: " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value) for name, value in told.items()}


def _address(inquiry: Inquiry) -> str:
    lit = {"lit": inquiry.raw["lit"]} if "lit" in inquiry.raw else {}
    return url_for("ask.ask", game=inquiry.id, q=inquiry.question.id, **inquiry.args(**lit))


def answer_to(inquiry: Inquiry) -> Answer | Illegal:
    """The answer, or what is missing or wrong."""
    try:
        return settle(inquiry.question, inquiry.options, inquiry.raw)
    except Illegal as wrong:
        return wrong


def _ask_page(inquiry: Inquiry, status: int = 200) -> Response:
    answer = answer_to(inquiry)
    go = Go(_("Show the ruling"), url_for("ask.ruling", game=inquiry.id, question=inquiry.question.id, **inquiry.args()))
    typed, typed_wrong = _typed(inquiry)
    if inquiry.table:
        header = replace(page_header(inquiry.table, _("Ask"), inquiry.table.url("tables.table")), live=False)
    else:
        header = Header(_("Ask"), url_for("ask.games"), short_name(inquiry.id))
    model = AskPage(
        header=header,
        question=question_text(inquiry),
        tabs=tabs(inquiry),
        form=Form(url_for("ask.ask", game=inquiry.id), _hidden(inquiry)),
        address=_address(inquiry),
        facts=form_of(inquiry, answer),
        verdict=verdict_of(inquiry, answer),
        typed=typed,
        typed_wrong=typed_wrong,
        actions=Actions(go=go if isinstance(answer, Answer) else None, plain=[Link(_("Start over"), _cleared(inquiry))]),
    )
    return rendering.page("ask/form.html", model, status)


def _typed(inquiry: Inquiry) -> tuple[str, str]:
    """Typed cards that could not be read, and which sign is in the way."""
    typed = request.args.get("typed", "")[:MAX_TYPED]
    lit = lit_field(inquiry)
    if not typed or lit is None:
        return "", ""
    try:
        read_cards(typed, lit.deck)
    except Unreadable as bad:
        ruling = Ruling("card_" + bad.code, params={"token": bad.token, "position": bad.position + 1})
        return typed, ruling_sentence(inquiry.speaker, ruling)
    return "", ""


def _hidden(inquiry: Inquiry) -> dict[str, str]:
    told = {wanted.name for wanted in inquiry.fields}
    return {"q": inquiry.question.id} | {name: text for name, text in inquiry.args().items() if name not in told}


def _cleared(inquiry: Inquiry) -> str:
    kept: dict[str, Any] = _hidden(inquiry) | ({"players": ""} if inquiry.table else {})
    return url_for("ask.ask", game=inquiry.id, **kept)


def _tapped(inquiry: Inquiry) -> Inquiry | None:
    """The inquiry after a tap on a card of the pad or of a hand, or after typed cards; None if nothing was tapped."""
    lit = lit_field(inquiry)
    if place := request.args.get("take"):
        name, _colon, index = place.rpartition(":")
        wanted = next((known for known in inquiry.hands if known.name == name), None)
        fits = index.isdecimal() and len(index) < 3
        return _without(inquiry, wanted.name, int(index), inquiry.cards(wanted)) if wanted and fits else inquiry
    if lit is None or not (request.args.get("put") or request.args.get("typed")):
        return None
    cards = inquiry.cards(lit)
    try:
        added = read_cards((request.args.get("put") or request.args["typed"])[:MAX_TYPED], lit.deck)
    except Unreadable:
        return None
    if request.args.get("put") and added and added[0] in cards and not _left(inquiry, lit, added[0]):
        return _without(inquiry, lit.name, cards.index(added[0]), cards)
    return _with(inquiry, lit, cards + added)


def _left(inquiry: Inquiry, lit: Cards, card: str) -> bool:
    """Whether one more copy of a card can lie there: the pack has one, and the fact has room."""
    taken = Counter(known for wanted in inquiry.hands if wanted.deck == lit.deck for known in inquiry.cards(wanted))
    return lit.deck.counts[card] > taken[card] and len(inquiry.cards(lit)) < lit.most


def _with(inquiry: Inquiry, lit: Cards, cards: tuple[str, ...]) -> Inquiry:
    """More cards in a hand; one that is full lights the next that lacks some, and too many are refused there, not dropped."""
    told = inquiry.with_facts(**{lit.name: " ".join(cards), "lit": lit.name})
    return told.with_facts(lit=next_hand(told, lit.name)) if len(cards) == lit.most else told


def _without(inquiry: Inquiry, name: str, index: int, cards: tuple[str, ...]) -> Inquiry:
    return inquiry.with_facts(**{name: " ".join(cards[:index] + cards[index + 1 :]), "lit": name})


@ask_pages.get("/ask/<game>/<question>", endpoint="ruling")
def ruling_page(game: str, question: str) -> Any:
    """The ruling; facts that are missing or impossible are asked for again."""
    inquiry = _open(game, question)
    answer = answer_to(inquiry)
    if isinstance(answer, Illegal):
        return _ask_page(inquiry, 422)
    hangs = readings(inquiry.question, inquiry.game, inquiry.options, inquiry.raw)
    keep = keep_link(inquiry, answer, hangs)
    shared = inquiry.args(table=None)
    share = url_for("ask.ruling", game=game, question=question, **shared, _external=True)
    printed = url_for("ask.picture", game=game, question=question, fmt="pdf", **shared)
    links = [Link(_("Print the ruling"), printed)] if keep else []
    ruling = ruling_of(inquiry, answer, hangs, inquiry.speaker, matter_at(inquiry, answer, hangs))
    model = AskedRulingPage(
        header=Header(title=_("Ruling"), where=short_name(game), back=url_for("ask.ask", game=game, q=question, **inquiry.args())),
        actions=Actions(go=Go(_("Share ruling"), share, share=_("Link copied")), plain=[keep or Link(_("Print"), printed, "print")]),
        picture=url_for("ask.picture", game=game, question=question, fmt="png", **shared, _external=True),
        ruling=ruling,
        board=blocks_of(inquiry.view, ruling.board),
        links=links,
        open_parts=open_parts(ruling, len(links)),
    )
    return rendering.page("ask/ruling.html", model)


@ask_pages.get("/ask/<game>/<question>/ruling.<fmt>")
def picture(game: str, question: str, fmt: str) -> Response:
    """The ruling as a picture to share or a page to print."""
    inquiry = _open(game, question)
    answer = answer_to(inquiry)
    if isinstance(answer, Illegal):
        abort(404)
    hangs = readings(inquiry.question, inquiry.game, inquiry.options, inquiry.raw)
    return drawn_ruling(paper_of(game, ruling_of(inquiry, answer, hangs, inquiry.plain)), fmt, f"{game}-{question}")
