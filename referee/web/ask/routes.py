"""Pages of Ask the referee; the address of a ruling works for anybody."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.card_rows import row_after
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal, Prompt
from referee.kernel.fields import Cards
from referee.kernel.question import Answer
from referee.kernel.situations import DONE, MOST_DONE
from referee.kernel.verdicts import MOVE, MOVER
from referee.service.draft import Draft, choose_prompt, raw_fields, read_draft
from referee.store.values import Grant, TableRow
from referee.web.http import context, rendering
from referee.web.http.authorize import authorize
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, Form, Go, Header, Link, Sentence
from referee.web.http.permissions import needs
from referee.web.http.security import MAX_ADDRESS, number, same_site, whole
from referee.web.http.words import gettext as _
from referee.web.rulings.pause import pause_form
from referee.web.rulings.ruling import render_ruling, show_ruling
from referee.web.view.access import view_of
from referee.web.view.page_header import short_name
from referee.web.view.view import View

from . import unanswered
from .answer import answer_to
from .at_table import comparison_at
from .form import MAX_TYPED, ask_page, newest_tables
from .inquiry import Inquiry, as_texts, read_inquiry
from .other_sheet import other_sheet_page
from .place import PlacePage, box_of, games_page, own_href, place_header, place_page
from .ruling import question_text, ruling_of

ask_pages = Blueprint("ask", __name__)
# Address keys that are no facts of a question.
BESIDE = frozenset(("edition", "entry", "lang", "table", "theme", "words"))
# Characters of an address reserved for the next step and the seal.
NEXT_STEP = 1024


@ask_pages.get("/ask")
@needs("anyone")
def games() -> Any:
    """The page without a game; recently played games come first. Answers ``?words=``."""
    words = request.args.get("words", "").strip()
    played = [table.game for table in newest_tables()]
    if words:
        answer = answer_to(words, None, played=frozenset(played))
        return _with_answer(games_page((), words, answer), words, None)
    order = [game for game in dict.fromkeys((*played, *QUESTIONS)) if game in QUESTIONS]
    return rendering.page("ask/place.html", games_page(order))


def _place(game: str) -> Any:
    """The page of one game; answers ``?words=``."""
    found = _at_table(game)
    if game not in QUESTIONS and not found:
        abort(404)
    view = view_of(*found) if found else None
    words = request.args.get("words", "").strip() if game in QUESTIONS else ""
    seq = number(request.args, "entry")
    if not words:
        model = place_page(game, view, seq)
        listed = unanswered.saved_questions(found)
        clear = Form(view.url("ask.clear_unanswered")) if view and listed else None
        return rendering.page("ask/place.html", replace(model, unanswered=listed, clear=clear))
    model = replace(
        games_page(()),
        header=place_header(game, view, own_href(game, view)),
        view=view,
        box=box_of(game, view, seq, words),
        answer=answer_to(words, game, view),
        preview_url=context.this_address() if view else "",
        actions=Actions(go=Go(_("Back to the game"), view.url("tables.table"))) if view else None,
        form=pause_form(view, seq, words) if view else None,
    )
    return _with_answer(model, words, found)


def _with_answer(model: PlacePage, words: str, found: tuple[TableRow, Grant] | None) -> Any:
    """The page of an answer; a question from this site without a result is saved for the host."""
    answer = model.answer
    if (
        answer
        and answer.nothing
        and found
        and same_site(request.environ)
        and unanswered.save_question(found, words)
    ):
        model = replace(
            model, answer=replace(answer, note=_("The host will see the question, without names."))
        )
    return rendering.page("ask/place.html", model)


def _at_table(game: str) -> tuple[TableRow, Grant] | None:
    """The table in the address, if this device may see it and it plays this game."""
    code = request.args.get("table", "")
    found = context.find_table(code) if code else None
    return found if found and found[0].game == game else None


@ask_pages.post("/t/<code>/unanswered/clear")
@needs("host")
def clear_unanswered(code: str) -> Any:
    """Delete the unanswered questions of this table: 303 to the page of its game."""
    table, _grant = authorize()
    context.store().clear_unanswered(table.id)
    return redirect(url_for("ask.ask", game=table.game, table=code), 303)


@ask_pages.get("/t/<code>/other-sheet")
@needs("watch")
def other_sheet(code: str) -> Any:
    """What another score sheet would make of this game."""
    return other_sheet_page()


@ask_pages.get("/ask/<game>")
@needs("anyone", cases={"rulings": "player", "kept": "seat", "listed": "host"})
def ask(game: str) -> Any:
    """A question with the facts so far; a tapped card is added or removed first.

    ``draft`` asks whether the cards tapped at the table are legal. Without facts: the game's page.
    """
    if "draft" in request.args:
        return redirect(_asked_of_draft(game), 303)
    if not request.args.keys() - BESIDE:
        return _place(game)
    inquiry = _open(game, request.args.get("q", ""))
    if (
        not request.args.keys() & {"players", *(field.name for field in inquiry.fields)}
        and inquiry.table
    ):
        inquiry = prefilled(inquiry)
    changed = _tapped(inquiry)
    if changed is not None and not rendering.is_fragment():
        return redirect(changed.address, 303)
    return rendering.page("ask/form.html", ask_page(changed or inquiry))


def _asked_of_draft(game: str) -> str:
    inquiry = _open(game, "may")
    tapped = (
        _facts_of_entry(inquiry.table, request.args.to_dict(flat=False)) if inquiry.table else {}
    )
    there: dict[str, Any] = {"table": inquiry.table.table.code} if inquiry.table else {}
    return (
        replace(inquiry, raw=tapped).address if tapped else url_for("ask.ask", game=game, **there)
    )


def _facts_of_entry(view: View, raw: Mapping[str, list[str]]) -> dict[str, str]:
    """The move in an entry form as facts; empty if nothing is chosen yet."""
    draft = read_draft(raw)
    prompt = _meant(view, draft)
    told = raw_fields(prompt, draft) if prompt else {}
    if prompt is None or not told:
        return {}
    return {MOVE: prompt.kind, **({MOVER: prompt.seat} if prompt.seat else {}), **as_texts(told)}


def _meant(view: View, draft: Draft) -> Prompt | None:
    """The prompt the draft answers: by its kind, or else by its number of cards."""
    own = [prompt for prompt in view.prompts if prompt.seat in (draft.seat, None)]
    named = [prompt for prompt in own if prompt.kind == draft.kind]
    pads = [
        prompt
        for prompt in own
        if prompt.seat and any(isinstance(field, Cards) for field in prompt.fields)
    ]
    return named[0] if named else choose_prompt(pads, draft) if pads else None


def _open(game: str, field: str) -> Inquiry:
    question = find_question(game, field) if field else next(iter(QUESTIONS.get(game, ())), None)
    if question is None:
        abort(404)
    try:
        return read_inquiry(GAMES[game], question)
    except Illegal:
        abort(400)


def prefilled(inquiry: Inquiry) -> Inquiry:
    """The inquiry with the facts shown at the table; facts not complete there stay empty."""
    assert inquiry.table is not None
    told = {
        **_known(inquiry),
        **(inquiry.question.facts(inquiry.table.state) if inquiry.question.facts else {}),
    }
    filled = inquiry.with_facts(**as_texts(told))
    for _attempt in filled.fields:
        rulings = filled.answer.rulings if isinstance(filled.answer, Illegal) else ()
        wrong = {ruling.field for ruling in rulings if ruling.field in filled.raw}
        if not wrong:
            return filled
        filled = filled.with_facts(**dict.fromkeys(filter(None, wrong), ""))
    return inquiry


def _known(inquiry: Inquiry) -> dict[str, object]:
    """Facts any table knows: the number of players, or this phone's seat as the mover."""
    assert inquiry.table is not None
    if inquiry.of_table:
        return {MOVER: inquiry.table.seat} if inquiry.table.seat else {}
    return (
        {"players": len(inquiry.table.history.seats)}
        if any(field.name == "players" for field in inquiry.fields)
        else {}
    )


def _tapped(inquiry: Inquiry) -> Inquiry | None:
    """The inquiry after a tap on a card, a row or typed cards; None if nothing was tapped."""
    if following := request.args.get("next"):
        return inquiry.with_facts(lit=following)
    if place := request.args.get("take"):
        return _taken_away(inquiry, place)
    active, put = inquiry.active_field, request.args.get("put", "")
    text = put or request.args.get("typed", "")
    if active is None or not text:
        return None
    try:
        added = read_cards(text[:MAX_TYPED], active.deck)
    except Unreadable:
        return None

    cards = inquiry.cards(active)
    # A tap on a chosen card takes it away again, unless another copy of it fits.
    if put and added and added[0] in cards and not _left(inquiry, active, added[0]):
        return _without(inquiry, active.name, cards.index(added[0]), cards)
    return _with(inquiry, active, cards + added)


def _taken_away(inquiry: Inquiry, place: str) -> Inquiry:
    """The inquiry without the card at a place such as ``cards:2``."""
    name, _colon, index = place.rpartition(":")
    field = next((known for known in inquiry.hands if known.name == name), None)
    at = whole(index, -1)
    if field is None or at < 0:
        return inquiry
    return _without(inquiry, field.name, at, inquiry.cards(field))


def _left(inquiry: Inquiry, active: Cards, card: str) -> bool:
    """Whether another copy of a card fits: the pack has one and the fact has room."""
    return (
        active.deck.counts[card] > inquiry.taken(active)[card]
        and len(inquiry.cards(active)) < active.most
    )


def _with(inquiry: Inquiry, active: Cards, cards: tuple[str, ...]) -> Inquiry:
    """Add cards to a row; a full row activates the next. Surplus cards are refused, not dropped."""
    told = inquiry.with_facts(**{active.name: " ".join(cards), "lit": active.name})
    if len(cards) != active.most:
        return told
    following = row_after(told.hands, told.held, active.name)
    return told.with_facts(lit=following.name if following else "")


def _without(inquiry: Inquiry, name: str, index: int, cards: tuple[str, ...]) -> Inquiry:
    return inquiry.with_facts(**{name: " ".join(cards[:index] + cards[index + 1 :]), "lit": name})


@ask_pages.get("/ask/<game>/<question>", endpoint="ruling")
@needs("anyone")
def ruling_page(game: str, question: str) -> Any:
    """The ruling; asks again for missing or impossible facts."""
    inquiry = _open(game, question)
    if isinstance(inquiry.answer, Illegal):
        return rendering.page("ask/form.html", ask_page(inquiry), 422)
    sent, table = inquiry.sent, inquiry.table
    # Someone with only the shared link is not in this game.
    here = table if table and context.find_table(table.table.code) else None
    drawn = {"_external": True, **sent}
    pdf = inquiry.url("ask.picture", fmt="pdf", **sent)
    png = inquiry.url("ask.picture", fmt="png", **drawn) if has_server() else ""
    href = go_on(inquiry, inquiry.answer)
    ways = [Link(_("And then?"), href)] if href else []
    ruling = ruling_of(
        inquiry, inquiry.answer, inquiry.view.translator, comparison_at(inquiry, inquiry.answer)
    )
    if inquiry.answer.after and not href:
        full = Sentence(_("You can’t add more steps here."))
        ruling = replace(ruling, also=[*ruling.also, full])
    return show_ruling(
        Header(title=_("Ruling"), where=short_name(game), back=inquiry.url("ask.ask")),
        inquiry.view,
        ruling,
        inquiry.url(**sent, _external=True),
        ways,
        png,
        back=here.url("tables.table") if here else "",
        pause=pause_form(here, words=question_text(inquiry)) if here else None,
        paper=pdf,
    )


def go_on(inquiry: Inquiry, answer: Answer) -> str:
    """The address to ask about the next step; empty without steps or if the address is too long."""
    if not answer.after:
        return ""
    done = "; ".join(filter(None, (inquiry.raw.get(DONE), answer.after)))
    there: dict[str, Any] = {"players": inquiry.raw.get("players"), **inquiry.kept, DONE: done}
    href = url_for("ask.ask", game=inquiry.id, q=inquiry.question.id, **there)
    return href if len(done) <= MOST_DONE and len(href) <= MAX_ADDRESS - NEXT_STEP else ""


@ask_pages.get("/ask/<game>/<question>/ruling.<fmt>")
@needs("anyone")
def picture(game: str, question: str, fmt: str) -> Response:
    """The ruling as a picture to share or a page to print."""
    inquiry = _open(game, question)
    if isinstance(inquiry.answer, Illegal):
        abort(404)
    address = "" if inquiry.of_table else inquiry.url(**inquiry.sent, _external=True)
    ruling = ruling_of(inquiry, inquiry.answer, inquiry.view.plain)
    return render_ruling(game, ruling, fmt, f"{game}-{question}", address)
