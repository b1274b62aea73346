"""Questions and rulings of the dispute desk as JSON, the same for the API and the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from referee.kernel.board import Say
from referee.kernel.contract import Ruling, complete_options
from referee.kernel.fields import Field
from referee.kernel.question import Answer, Question, Reading, seats_of

from .games import GAMES, QUESTIONS
from .words import Speaker, line_sentence, ruling_sentence


def questions_json(game: str, said: Speaker) -> list[dict[str, Any]]:
    """The questions of a game, with the facts each needs."""
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    return [
        {
            "id": question.id,
            "text": said.say(f"question.{question.id}"),
            "clause": question.clause,
            "fields": [_field(wanted, said) for wanted in question.fields(options, {})],
        }
        for question in QUESTIONS[game]
    ]


def _field(wanted: Field, said: Speaker) -> dict[str, Any]:
    label = said.say(f"field.{wanted.label or wanted.name}", {"seat": wanted.about}, default=wanted.name)
    return {**wanted.schema(), "label": label, "default": wanted.default}


def answer_json(
    question: Question, raw: Mapping[str, object], options: Mapping[str, Any], answer: Answer, hangs: Sequence[Reading], said: Speaker
) -> dict[str, Any]:
    """A ruling: facts and options as they were told, verdict, reasons, lines, clauses, and what other readings would say."""
    return {
        "game": said.game,
        "question": question.id,
        "text": said.say(f"question.{question.id}"),
        "facts": dict(raw),
        "options": dict(options),
        "verdict": _said(answer.verdict, said),
        "why": [_said(one, said) for one in answer.why],
        "lines": [{**asdict(line), "text": line_sentence(said, line)} for line in answer.lines],
        "rulings": [_said(ruling, said) for ruling in answer.rulings],
        "also": [_said(one, said) for one in answer.also],
        "clauses": list(answer.clauses),
        "readings": [
            {
                "option": other.option,
                "value": other.value,
                "clause": other.clause,
                "verdict": _said(other.answer.verdict, said),
                "why": [_said(one, said) for one in other.answer.why],
            }
            for other in hangs
        ],
    }


def _said(one: Say | Ruling, said: Speaker) -> dict[str, Any]:
    text = ruling_sentence(said, one) if isinstance(one, Ruling) else said.say(f"say.{one.code}", one.params)
    return {"code": one.code, "params": dict(one.params), "clause": one.clause, "text": text}
