"""API routes of Ask the referee: questions, rulings and disputes."""

from collections.abc import Callable
from typing import Any

from flask import Response, jsonify, request
from msgspec.structs import asdict

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.contract import Illegal
from referee.kernel.question import settle_strictly
from referee.kernel.rescore import without
from referee.report import answer_json, questions_json
from referee.store.values import MAX_REASON
from referee.web.ask.inquiry import read_inquiry
from referee.web.ask.ruling import cited_clauses
from referee.web.disputes.settling import (
    TOO_MANY,
    Settled,
    Unclear,
    find_dispute,
    settle_dispute,
    start_dispute,
)
from referee.web.http import rendering
from referee.web.http.errors import Fault, rulings_json, speak_as
from referee.web.http.parts import Sentence
from referee.web.http.permissions import needs
from referee.web.rulings.group_rulings import (
    find_group_rulings,
    read_ruling,
    save_ruling,
    says_nothing,
)
from referee.web.rulings.number import (
    ScoredCell,
    decision_words,
    find_cell,
    rests_on,
    verdict_sentence,
)
from referee.web.rulings.recount import (
    Interpretation,
    Recount,
    open_options,
    otherwise,
    recount_of,
    totals_and_places,
    visible_part,
)
from referee.web.rulings.signed_links import share_address
from referee.web.rulings.what_if import PREFIX, options_in_address
from referee.web.view.score_changes import changed_cells
from referee.web.view.view import View

from . import bodies
from .access import api, open_view, recorded
from .bodies import body, read_key
from .tables_json import lines_json, picked, result_json


@api.get("/ask/<game_id>")
@needs("anyone")
def questions(game_id: str) -> Response:
    """List the questions about a game and the facts each needs."""
    if game_id not in QUESTIONS:
        raise Fault(404, "unknown_game", name=game_id[:40])
    return jsonify(
        game=game_id,
        questions=questions_json(game_id, rendering.make_translator(game_id, {}, html=False)),
    )


@api.get("/ask/<game_id>/<question_id>")
@needs("anyone")
def ask(game_id: str, question_id: str) -> Response:
    """The ruling on the facts in the query; 422 names each missing or impossible fact."""
    question = find_question(game_id, question_id)
    if question is None:
        raise Fault(404, "not_found")
    inquiry = read_inquiry(GAMES[game_id], question)
    speak_as(inquiry.id, inquiry.names)
    try:
        answer = settle_strictly(inquiry.question, inquiry.options, inquiry.raw)
    except Illegal as wrong:
        raise Fault(422, "facts", wrong.rulings) from wrong
    translator, sent = inquiry.view.plain, {**inquiry.sent, "_external": True}
    told = answer_json(
        inquiry.question, inquiry.raw, inquiry.options, answer, inquiry.hangs, translator
    )
    cited = [picked(one, "id href text") for one in cited_clauses(inquiry, answer)]
    links = _links(inquiry.url(**sent), lambda fmt: inquiry.url("ask.picture", fmt=fmt, **sent))
    return jsonify({**told, "cited": cited, "links": links})


def _links(page: str, file: Callable[[str], str]) -> dict[str, str]:
    """Addresses of a ruling that anybody can open: page, picture and PDF."""
    return {"page": page, "picture": file("png"), "pdf": file("pdf")}


@api.get("/t/<code>/rulings")
@needs("player")
def rulings(code: str) -> Response:
    """List the rulings of the table's group for this game."""
    table = open_view().table
    held = find_group_rulings(table.group_id, table.game).values()
    return jsonify(
        rulings=[
            {**picked(known, "clause value words text at"), "option": known.option or None}
            for known in held
        ]
    )


@api.post("/t/<code>/rulings")
@needs("player")
def make_ruling(code: str) -> Response:
    """Keep or withdraw (``withdrawn``) a ruling of the group: 201 with the revision."""
    view = open_view()
    sent = body(bodies.NewRuling)
    key, words = read_key(sent), sent.words[:MAX_REASON].strip()
    told = read_ruling(view, asdict(sent), sent.withdrawn)
    if told is None:
        raise Fault(422, "unknown_clause")
    if says_nothing(told, words):
        raise Fault(422, "no_words")
    return recorded(save_ruling(view, told, words, key))


@api.get("/t/<code>/what-if", endpoint="what_if")
@needs("watch")
def what_if_api(code: str) -> Response:
    """The table under other options (``?o.match=rank``, ``?edition=original``); 422 if invalid."""
    view = visible_part(open_view())
    editions = view.history.game.info.editions
    names = {"lang", "edition", *(PREFIX + option.field.name for option in open_options(view))}
    if unknown := set(request.args) - names:
        raise Fault(422, "unknown_key", where=min(unknown)[:40])
    if request.args.get("edition", "page") not in editions:
        raise Fault(422, "unknown_edition", name=request.args["edition"][:40], where="edition")
    asked = options_in_address(view, request.args)
    found = otherwise(view, asked)
    return jsonify(
        {"options": dict(found.other.history.options), "asked": dict(asked), **_beside(view, found)}
    )


@api.get("/t/<code>/ruling/<int:number>/<seat>", endpoint="ruling")
@needs("watch")
def ruling_api(code: str, number: int, seat: str) -> Response:
    """The ruling on one number of the score sheet and other interpretations; 404 if not scored."""
    return jsonify(_ruling(find_cell(open_view(), number, seat)))


@api.post("/t/<code>/call", endpoint="call")
@needs("watch")
def dispute_api(code: str) -> Response:
    """Start a dispute: 201 with the revision, which is also its number."""
    view = open_view()
    sent = body(bodies.NewCall)
    try:
        return recorded(start_dispute(view, asdict(sent), read_key(sent)))
    except Unclear as unclear:
        raise Fault(TOO_MANY.get(unclear.code, 422), unclear.code, where=unclear.where) from unclear


@api.post("/t/<code>/call/<int:seq>", endpoint="settle")
@needs(
    "watch",
    cases={"settle": "seat", "go on": "seat", "keep for the group": "player"},
    own="a dispute",
)
def settle_api(code: str, seq: int) -> Response:
    """Settle or withdraw a dispute: 201 with the revision; 409 if it is settled already."""
    view = open_view()
    sent = body(bodies.Settlement)
    key = read_key(sent)
    try:
        return recorded(settle_dispute(view, find_dispute(view, seq), asdict(sent), key).revision)
    except Unclear as unclear:
        raise Fault(422, unclear.code, where=unclear.where) from unclear
    except Settled as settled:
        raise Fault(409, "call_settled") from settled


def _ruling(cell: ScoredCell) -> dict[str, Any]:
    view, mattering = cell.view, {(one.option, one.value) for one in cell.mattering}
    interpretations = [
        {**_interpretation(cell, one), "matters": (one.option, one.value) in mattering}
        for one in cell.interpretations
    ]
    cited = [picked(one, "id href text") for one in rests_on(view, cell.clauses, cell.codes)]
    at = (cell.view, cell.round, cell.seat)
    links = _links(share_address(*at), lambda fmt: share_address(*at, "shared.picture", fmt=fmt))
    return {
        **picked(cell, "round seat points"),
        "game": view.table.game,
        "options": dict(view.history.options),
        **_verdict(cell),
        "also": [_sentence("decided", said) for said in decision_words(cell)],
        "cited": cited,
        "links": links,
        "text": verdict_sentence(cell),
        "decided": _decided(cell),
        "lines": lines_json(cell.lines, view.plain),
        "clauses": cited,
        "matters": bool(mattering),
        "here": _standing(view),
        "readings": interpretations,
        "overruled": _overruled(cell),
    }


def _decided(cell: ScoredCell) -> dict[str, Any] | None:
    """The players' decision on the number: interpretation, if any, and the points by the rules."""
    found = cell.decision
    if found is None:
        return None
    told = {name: found.event.data.get(name) for name in ("option", "value")}
    return {**told, "by_rules": cell.by_rules.points}


def _verdict(cell: ScoredCell) -> dict[str, Any]:
    """The verdict on a number and its reasons, shaped like the answer of ``ask``."""
    params = {"seat": cell.seat, "round": cell.round, "points": cell.points}
    clause = next(iter(cell.clauses), "")
    verdict = {**_sentence("number", Sentence(verdict_sentence(cell), clause)), "params": params}
    lines = lines_json(cell.lines, cell.view.plain)
    why = [{name: line[name] for name in ("code", "params", "clause", "text")} for line in lines]
    return {"verdict": verdict, "why": why}


def _sentence(code: str, said: Sentence) -> dict[str, Any]:
    return {"code": code, "params": {}, "clause": said.clause, "text": said.text}


def _interpretation(cell: ScoredCell, one: Interpretation) -> dict[str, Any]:
    text = rendering.book(cell.view.table.game).choice_text(
        one.option, one.value, cell.view.plain.lang
    )
    points = None if one.counted.broke else cell.by(one)
    counted = {
        "counted": one.counted.broke is None,
        "points": points,
        "other": _standing(one.counted.other),
    }
    clause = rendering.book(cell.view.table.game).about(one.option).id
    there = (
        None if one.counted.broke else ScoredCell.about(one.counted.other, cell.round, cell.seat)
    )
    said = _verdict(there) if there else {"verdict": None, "why": []}
    return {**picked(one, "option value"), "clause": clause, "text": text, **said, **counted}


def _overruled(cell: ScoredCell) -> dict[str, Any] | None:
    played = cell.allowed_entry
    if played is None:
        return None
    event = cell.view.history.event(played.changed)
    found = recount_of(cell.view, without(cell.view.history, played.seq))
    return {
        "seq": played.seq,
        "reason": event.reason if event else "",
        "rulings": rulings_json(played.accepted, cell.view.plain),
        "without": _beside(cell.view, found),
    }


def _beside(view: View, found: Recount) -> dict[str, Any]:
    translator, broke = view.plain, found.broke
    changed = sorted(changed_cells(found.here, found.here.history, found.other.history).items())
    return {
        "text": found.instead,
        "here": _standing(found.here),
        "other": _standing(found.other),
        "changes": [
            {"round": round_, "seat": seat, "old": old, "new": new}
            for (round_, seat), (old, new) in changed
        ],
        "lines": lines_json(found.other.lines, translator),
        "result": result_json(found.other.result, translator),
        "refused": [
            {**picked(played, "seq round"), "rulings": rulings_json(played.accepted, translator)}
            for played in found.allowed
        ],
        "stopped": {
            "seq": broke.seq,
            "round": found.other.scene.round,
            "rulings": rulings_json(broke.rulings, translator),
        }
        if broke
        else None,
    }


def _standing(view: View) -> dict[str, Any]:
    places = totals_and_places(view)
    return {
        "totals": {seat: place.total for seat, place in places.items()},
        "places": {seat: place.place for seat, place in places.items() if place.rank},
        "ahead": [seat for seat, place in places.items() if place.first],
    }
