"""The dispute desk: put the cards down and get the ruling; a ruling is an address that anybody can open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.asking import first_choice
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal
from referee.kernel.fields import Cards
from referee.kernel.frozen import replace
from referee.kernel.moments import DONE, MOST_DONE, MOVER
from referee.kernel.question import Answer, Question
from referee.kernel.rows import row_after
from referee.web.http import context, rendering
from referee.web.http.parts import Header, Link, Page, Sentence
from referee.web.http.security import MAX_ADDRESS, whole
from referee.web.http.words import gettext as _
from referee.web.rulings.ruling import printed, show_ruling
from referee.web.view.page_header import short_name
from referee.web.view.view import field_label

from .at_table import comparison_at, keep_link
from .form import MAX_TYPED, ask_page, keys_of, newest_tables
from .inquiry import Inquiry, fresh_inquiry, read_inquiry
from .ruling import ruling_of
from .tapped import facts_of

ask_pages = Blueprint("ask", __name__)
NEXT_STEP = 1024
"""So many signs of an address are kept for the next step and the seal."""


@dataclass(frozen=True)
class Opening:
    """A question, and where it must be known anyway its first fact: ``label`` names it, each of ``ways`` tells it with the question."""

    link: Link
    label: str = ""
    ways: Sequence[Link] = ()


@dataclass(frozen=True, kw_only=True)
class GamesPage(Page):
    """The games one may ask about, each with its questions."""

    games: Sequence[tuple[str, Sequence[Opening]]]


@ask_pages.get("/ask")
def games() -> Any:
    """The games one may ask about, with all that can be asked; those that this device played last stand first."""
    order = [game for game in dict.fromkeys((*(table.game for table in newest_tables()), *QUESTIONS)) if game in QUESTIONS]
    rows = [(short_name(game), [_opening(game, question) for question in QUESTIONS[game]]) for game in order]
    return rendering.page("ask/games.html", GamesPage(header=Header(_("Ask the referee"), url_for("home.home")), games=rows))


def _opening(game: str, question: Question) -> Opening:
    link = Link(rendering.speaker(game, {}, html=False).say(f"question.{question.id}.short"), url_for("ask.ask", game=game, q=question.id))
    fresh = fresh_inquiry(GAMES[game], question)
    first = None if question.at else first_choice(question, fresh.options)
    if first is None:
        return Opening(link)
    keys = [(key.label, {"q": question.id, first.name: key.value}) for key in keys_of(fresh.view, first)]
    ways = [Link(text, context.path("ask.ask", game=game, **facts)) for text, facts in keys]
    return Opening(link, field_label(fresh.view, first), ways)


@ask_pages.get("/ask/<game>")
def ask(game: str) -> Any:
    """A question with the facts told so far; a tapped card is put down, or taken back, first.

    ``draft`` says that the rest is what was tapped at its table: where anything was, it is asked whether that may be done.
    """
    if "draft" in request.args:
        return redirect(_asked_of_draft(game), 303)
    inquiry = _open(game, request.args.get("q", ""))
    if not request.args.keys() & {"players", *(field.name for field in inquiry.fields)} and inquiry.table:
        inquiry = prefilled(inquiry)
    changed = _tapped(inquiry)
    if changed is not None and not rendering.is_fragment():
        return redirect(changed.address, 303)
    return rendering.page("ask/form.html", ask_page(changed or inquiry))


def _asked_of_draft(game: str) -> str:
    inquiry = _open(game, "may")
    tapped = facts_of(inquiry.table, request.args.to_dict(flat=False)) if inquiry.table else {}
    there: dict[str, Any] = {"table": inquiry.table.table.code} if inquiry.table else {}
    return replace(inquiry, raw=tapped).address if tapped else url_for("ask.ask", game=game, **there)


def _open(game: str, field: str) -> Inquiry:
    question = find_question(game, field) if field else next(iter(QUESTIONS.get(game, ())), None)
    if question is None:
        abort(404)
    try:
        return read_inquiry(GAMES[game], question)
    except Illegal:
        abort(400)


def prefilled(inquiry: Inquiry) -> Inquiry:
    """The inquiry with what the table shows; what is not complete there yet is left to be told."""
    assert inquiry.table is not None
    told = {**_known(inquiry), **(inquiry.question.facts(inquiry.table.state) if inquiry.question.facts else {})}
    texts = {name: " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value) for name, value in told.items()}
    filled = inquiry.with_facts(**texts)
    for _attempt in filled.fields:
        rulings = filled.answer.rulings if isinstance(filled.answer, Illegal) else ()
        wrong = {ruling.field for ruling in rulings if ruling.field in filled.raw}
        if not wrong:
            return filled
        filled = filled.with_facts(**dict.fromkeys(filter(None, wrong), ""))
    return inquiry


def _known(inquiry: Inquiry) -> dict[str, object]:
    """What any table knows: how many play, and who asks about a move, if this phone has a seat."""
    assert inquiry.table is not None
    if inquiry.of_table:
        return {MOVER: inquiry.table.seat} if inquiry.table.seat else {}
    return {"players": len(inquiry.table.history.seats)} if any(field.name == "players" for field in inquiry.fields) else {}


def _tapped(inquiry: Inquiry) -> Inquiry | None:
    """The inquiry after a tap on a card of the pad or of a hand, on the next row, or after typed cards; None if nothing was tapped."""
    active = inquiry.active_field
    if following := request.args.get("next"):
        return inquiry.with_facts(lit=following)
    if place := request.args.get("take"):
        name, _colon, index = place.rpartition(":")
        field = next((known for known in inquiry.hands if known.name == name), None)
        at = whole(index, -1)
        return _without(inquiry, field.name, at, inquiry.cards(field)) if field and at >= 0 else inquiry
    if active is None or not (request.args.get("put") or request.args.get("typed")):
        return None
    cards = inquiry.cards(active)
    try:
        added = read_cards((request.args.get("put") or request.args["typed"])[:MAX_TYPED], active.deck)
    except Unreadable:
        return None
    if request.args.get("put") and added and added[0] in cards and not _left(inquiry, active, added[0]):
        return _without(inquiry, active.name, cards.index(added[0]), cards)
    return _with(inquiry, active, cards + added)


def _left(inquiry: Inquiry, active: Cards, card: str) -> bool:
    """Whether one more copy of a card can lie there: the pack has one, and the fact has room."""
    return active.deck.counts[card] > inquiry.taken(active)[card] and len(inquiry.cards(active)) < active.most


def _with(inquiry: Inquiry, active: Cards, cards: tuple[str, ...]) -> Inquiry:
    """More cards in a hand; one that is full lights the next that lacks cards or has none, and too many are refused there, not dropped."""
    told = inquiry.with_facts(**{active.name: " ".join(cards), "lit": active.name})
    if len(cards) != active.most:
        return told
    following = row_after(told.hands, told.held, active.name)
    return told.with_facts(lit=following.name if following else "")


def _without(inquiry: Inquiry, name: str, index: int, cards: tuple[str, ...]) -> Inquiry:
    return inquiry.with_facts(**{name: " ".join(cards[:index] + cards[index + 1 :]), "lit": name})


@ask_pages.get("/ask/<game>/<question>", endpoint="ruling")
def ruling_page(game: str, question: str) -> Any:
    """The ruling; facts that are missing or impossible are asked for again."""
    inquiry = _open(game, question)
    if isinstance(inquiry.answer, Illegal):
        return rendering.page("ask/form.html", ask_page(inquiry), 422)
    keep = keep_link(inquiry, inquiry.answer)
    sent = inquiry.sent
    pdf = inquiry.url("ask.picture", fmt="pdf", **sent)
    href = go_on(inquiry, inquiry.answer)
    ways = [way for way in (Link(_("And then?"), href) if href else None, keep) if way]
    ruling = ruling_of(inquiry, inquiry.answer, inquiry.view.speaker, comparison_at(inquiry, inquiry.answer))
    if inquiry.answer.after and not href:
        full = Sentence(_("This moment has as many steps as can be told."))
        ruling = replace(ruling, also=[*ruling.also, full])
    return show_ruling(
        Header(title=_("Ruling"), where=short_name(game), back=inquiry.url("ask.ask")),
        inquiry.view,
        ruling,
        share=inquiry.url(**sent, _external=True),
        plain=ways[:1] or [Link(_("Print"), pdf, "print")],
        links=[*ways[1:], Link(_("Print the ruling"), pdf)] if ways else [],
        picture=inquiry.url("ask.picture", fmt="png", **sent, _external=True),
    )


def go_on(inquiry: Inquiry, answer: Answer) -> str:
    """Where the next step is asked, with what was just ruled on done.

    Nowhere from a question without steps, and where an address holds no more of them.
    """
    if not answer.after:
        return ""
    done = "; ".join(filter(None, (inquiry.raw.get(DONE), answer.after)))
    there: dict[str, Any] = {"players": inquiry.raw.get("players"), **inquiry.kept, DONE: done}
    href = url_for("ask.ask", game=inquiry.id, q=inquiry.question.id, **there)
    return href if len(done) <= MOST_DONE and len(href) <= MAX_ADDRESS - NEXT_STEP else ""


@ask_pages.get("/ask/<game>/<question>/ruling.<fmt>")
def picture(game: str, question: str, fmt: str) -> Response:
    """The ruling as a picture to share or a page to print."""
    inquiry = _open(game, question)
    if isinstance(inquiry.answer, Illegal):
        abort(404)
    address = "" if inquiry.of_table else inquiry.url(**inquiry.sent, _external=True)
    ruling = ruling_of(inquiry, inquiry.answer, inquiry.view.plain)
    return printed(game, ruling, fmt, f"{game}-{question}", address)
