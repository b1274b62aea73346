"""The referee's output as JSON: rulings, lines and results, with sentences in one language."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from referee.kernel.board import Say
from referee.kernel.contract import Line, Result, Ruling, complete_options, totals
from referee.kernel.fields import Field
from referee.kernel.history import Broken, History
from referee.kernel.question import Answer, Question, Reading, seats_of

from .games import GAMES, QUESTIONS
from .rulebook import load
from .words import Speaker, line_sentence, ruling_sentence


def ruling_json(speaker: Speaker, ruling: Ruling) -> dict[str, Any]:
    """A ruling with its sentence and its reason."""
    return {
        **asdict(ruling),
        "sentence": str(ruling_sentence(speaker, ruling)),
        "why": str(ruling_sentence(speaker, ruling, ".why")),
    }


def line_json(speaker: Speaker, line: Line) -> dict[str, Any]:
    """A line of the score sheet with its sentence."""
    return {**asdict(line), "sentence": str(line_sentence(speaker, line))}


def result_json(speaker: Speaker, result: Result | None) -> dict[str, Any] | None:
    """The result with sentences for its reasons; seats in order, ties grouped."""
    if result is None:
        return None
    reasons = [
        {**asdict(say), "sentence": str(speaker.say(f"say.{say.code}", say.params, say.code))}
        for say in result.reasons
    ]
    return {"ranking": [list(group) for group in result.ranking], "reasons": reasons}


def table_json(speaker: Speaker, history: History) -> dict[str, Any]:
    """A whole table: lines, totals, rulings on valid moves, and the result or None."""
    return {
        "game": history.game.info.id,
        "rules_version": rules_version(history),
        "lines": [line_json(speaker, line) for line in history.lines],
        "totals": totals(history.lines, history.seats),
        "rulings": [
            {"event": played.seq, **ruling_json(speaker, ruling)}
            for played in history.played
            for ruling in played.rulings
        ],
        "result": result_json(speaker, history.result),
    }


def rules_version(history: History) -> str:
    """The version of the rules a table was started under."""
    return str(history.events[0].data.get("rules_version", history.game.info.version))


def broken_json(speaker: Speaker, broken: Broken) -> dict[str, Any]:
    """A move that is no longer valid, as a failure."""
    return failure(
        speaker,
        "refused",
        {"found": broken.seq},
        broken.rulings,
        where=f"events[{broken.seq - 2}]",
        event=broken.seq,
    )


def failure(
    speaker: Speaker,
    code: str,
    params: Mapping[str, Any],
    rulings: Sequence[Ruling] = (),
    **more: Any,
) -> dict[str, Any]:
    """The only shape of failures: code, sentence and rulings; ``more`` says where it happened."""
    return {
        "error": {
            "code": code,
            "sentence": str(speaker.say(f"bad.{code}", params, code)),
            "rulings": [ruling_json(speaker, ruling) for ruling in rulings],
            **more,
        }
    }


def questions_json(game: str, speaker: Speaker) -> list[dict[str, Any]]:
    """The questions of a game, with the facts each needs."""
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    return [
        {
            "id": question.id,
            "text": speaker.say(f"question.{question.id}"),
            "clause": question.clause,
            "fields": [_field(field, speaker) for field in question.fields(options, {})],
        }
        for question in QUESTIONS[game]
    ]


def _field(field: Field, speaker: Speaker) -> dict[str, Any]:
    label = speaker.say(
        f"field.{field.label or field.name}", {"seat": field.about}, default=field.name
    )
    return {**field.schema(), "label": label, "default": field.default}


def answer_json(
    question: Question,
    raw: Mapping[str, object],
    options: Mapping[str, Any],
    answer: Answer,
    hangs: Sequence[Reading],
    speaker: Speaker,
) -> dict[str, Any]:
    """A ruling: facts, options, verdict, reasons, lines, clauses and other interpretations."""
    return {
        "game": speaker.game,
        "question": question.id,
        "text": speaker.say(f"question.{question.id}"),
        "facts": dict(raw),
        "options": dict(options),
        "when": _said(answer.when, speaker) if answer.when else None,
        "yes": answer.yes,
        "verdict": _said(answer.verdict, speaker),
        "why": [_said(one, speaker) for one in answer.why],
        "lines": [{**asdict(line), "text": line_sentence(speaker, line)} for line in answer.lines],
        "rulings": [_said(ruling, speaker) for ruling in answer.rulings],
        "also": [_said(one, speaker) for one in answer.also],
        "clauses": list(
            dict.fromkeys(
                (
                    *answer.clauses,
                    *(point.id for point in load(speaker.game).deciding(answer.codes)),
                )
            )
        ),
        "readings": [
            {
                "option": other.option,
                "value": other.value,
                "clause": other.clause,
                "text": load(speaker.game).choice_text(other.option, other.value, speaker.lang),
                "matters": True,
                "counted": True,
                "verdict": _said(other.answer.verdict, speaker),
                "why": [_said(one, speaker) for one in other.answer.why],
            }
            for other in hangs
        ],
    }


def _said(one: Say | Ruling, speaker: Speaker) -> dict[str, Any]:
    text = (
        ruling_sentence(speaker, one)
        if isinstance(one, Ruling)
        else speaker.say(f"say.{one.code}", one.params)
    )
    return {"code": one.code, "params": dict(one.params), "clause": one.clause, "text": text}
