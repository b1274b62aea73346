"""The dispute desk for programs: what can be asked of a game, and the ruling on facts given in the address."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.contract import Illegal
from referee.kernel.question import readings, settle_strictly
from referee.report import answer_json, questions_json
from referee.store import MAX_REASON
from referee.web.ask.inquiry import Inquiry, read_inquiry
from referee.web.http import rendering
from referee.web.http.errors import Fault, speak_as
from referee.web.http.json_body import Part, body, read_key
from referee.web.rulings.address import asked_options, find_dispute
from referee.web.rulings.group_rulings import Precedent, keep, precedents_of, read_ruling, says_nothing, sentence
from referee.web.rulings.recount import known, open_options, otherwise
from referee.web.rulings.what_if import PREFIX

from .access import api, open_view, recorded
from .rulings_json import ruling_json, what_if_json


@api.get("/ask/<game_id>")
def questions(game_id: str) -> Response:
    """The questions one may ask about a game, and the facts each needs."""
    if game_id not in QUESTIONS:
        raise Fault(404, "unknown_game", name=game_id[:40])
    return jsonify(game=game_id, questions=questions_json(game_id, rendering.speaker(game_id, {}, html=False)))


@api.get("/ask/<game_id>/<question_id>")
def ask(game_id: str, question_id: str) -> Response:
    """The ruling on the facts in the query; 422 names each that is missing or impossible."""
    question = find_question(game_id, question_id)
    if question is None:
        raise Fault(404, "not_found")
    inquiry: Inquiry = read_inquiry(GAMES[game_id], question, request.args)
    speak_as(inquiry.id, inquiry.names)
    try:
        answer = settle_strictly(question, inquiry.options, inquiry.raw)
    except Illegal as wrong:
        raise Fault(422, "facts", wrong.rulings) from wrong
    hangs = readings(question, inquiry.game, inquiry.options, inquiry.raw)
    return jsonify(answer_json(question, inquiry.raw, inquiry.options, answer, hangs, inquiry.plain))


@api.get("/t/<code>/rulings")
def rulings(code: str) -> Response:
    """What the table's group holds to in this game."""
    view = open_view()
    held = precedents_of(view.table.group_id, view.table.game)
    return jsonify(rulings=[_precedent_json(view.table.game, known) for known in held.values()])


def _precedent_json(game: str, known: Precedent) -> dict[str, Any]:
    return {
        "clause": known.clause,
        "option": known.option or None,
        "value": known.value,
        "words": known.words,
        "text": sentence(game, known),
        "at": known.at,
    }


@api.post("/t/<code>/rulings")
def make_ruling(code: str) -> Response:
    """Keep a reading for the group, or give one up with ``withdrawn``: 201 with the new revision."""
    view = open_view()
    given, words, withdrawn, key = body(_read_ruling)
    told = read_ruling(view, given, withdrawn)
    if told is None:
        raise Fault(422, "unknown_clause")
    if says_nothing(told, words):
        raise Fault(422, "no_words")
    return recorded(keep(view, told, words, key))


def _read_ruling(part: Part) -> tuple[dict[str, Any], str, bool, str]:
    given = {name: part.text(name, "") for name in ("clause", "option", "value")}
    return given, part.text("words", "")[:MAX_REASON].strip(), part.flag("withdrawn"), read_key(part)


@api.get("/t/<code>/what-if", endpoint="what_if")
def what_if_api(code: str) -> Response:
    """The table under other options, ``?o.match=rank`` or ``?edition=original``; 422 if one is unknown or cannot be read."""
    view = known(open_view())
    editions = view.history.game.info.editions
    names = {"lang", "edition", *(PREFIX + option.field.name for option in open_options(view))}
    if unknown := set(request.args) - names:
        raise Fault(422, "unknown_key", where=min(unknown)[:40])
    if request.args.get("edition", "page") not in editions:
        raise Fault(422, "unknown_edition", name=request.args["edition"][:40], where="edition")
    asked = asked_options(view, request.args)
    return jsonify(what_if_json(view, otherwise(view, asked), asked))


@api.get("/t/<code>/ruling/<int:number>/<seat>", endpoint="ruling")
def ruling_api(code: str, number: int, seat: str) -> Response:
    """The ruling about one number of the score sheet; 404 where nothing is scored."""
    return jsonify(ruling_json(find_dispute(open_view(), number, seat)))
