"""The referee's output as JSON: rulings, lines and results, with sentences in one language."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from referee.kernel.board import Message
from referee.kernel.contract import Line, Result, Ruling, complete_options, totals
from referee.kernel.fields import Field
from referee.kernel.history import Broken, History
from referee.kernel.question import AlternativeAnswer, Answer, Question, seats_of

from .games import GAMES, QUESTIONS
from .rulebook import load
from .words import Translator, line_sentence, ruling_sentence


def ruling_json(translator: Translator, ruling: Ruling) -> dict[str, Any]:
    """A ruling with its sentence and its reason."""
    return {
        **asdict(ruling),
        "sentence": str(ruling_sentence(translator, ruling)),
        "why": str(ruling_sentence(translator, ruling, ".why")),
    }


def line_json(translator: Translator, line: Line) -> dict[str, Any]:
    """A line of the score sheet with its sentence."""
    return {**asdict(line), "sentence": str(line_sentence(translator, line))}


def result_json(translator: Translator, result: Result | None) -> dict[str, Any] | None:
    """The result with sentences for its reasons; seats in order, ties grouped."""
    if result is None:
        return None
    reasons = [
        {**asdict(say), "sentence": str(translator.say(f"say.{say.code}", say.params, say.code))}
        for say in result.reasons
    ]
    return {"ranking": [list(group) for group in result.ranking], "reasons": reasons}


def table_json(translator: Translator, history: History) -> dict[str, Any]:
    """A whole table: lines, totals, rulings on valid moves, and the result or None."""
    return {
        "game": history.game.info.id,
        "rules_version": rules_version(history),
        "lines": [line_json(translator, line) for line in history.lines],
        "totals": totals(history.lines, history.seats, sides=history.sides),
        **({"sides": history.sides} if history.game.info.teams else {}),
        "rulings": [
            {"event": played.seq, **ruling_json(translator, ruling)}
            for played in history.played
            for ruling in played.rulings
        ],
        "result": result_json(translator, history.result),
    }


def rules_version(history: History) -> str:
    """The version of the rules a table was started under."""
    return str(history.events[0].data.get("rules_version", history.game.info.version))


def broken_json(translator: Translator, broken: Broken) -> dict[str, Any]:
    """A move that is no longer valid, as a failure."""
    return failure(
        translator,
        "refused",
        {"found": broken.seq},
        broken.rulings,
        where=f"events[{broken.seq - 2}]",
        event=broken.seq,
    )


def failure(
    translator: Translator,
    code: str,
    params: Mapping[str, Any],
    rulings: Sequence[Ruling] = (),
    **more: Any,
) -> dict[str, Any]:
    """The only shape of failures: code, sentence and rulings; ``more`` says where it happened."""
    return {
        "error": {
            "code": code,
            "sentence": str(translator.say(f"bad.{code}", params, code)),
            "rulings": [ruling_json(translator, ruling) for ruling in rulings],
            **more,
        }
    }


def questions_json(game: str, translator: Translator) -> list[dict[str, Any]]:
    """The questions of a game, with the facts each needs."""
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    return [
        {
            "id": question.id,
            "text": translator.say(f"question.{question.id}"),
            "clause": question.clause,
            "fields": [_field(field, translator) for field in question.fields(options, {})],
        }
        for question in QUESTIONS[game]
    ]


def _field(field: Field, translator: Translator) -> dict[str, Any]:
    label = translator.say(
        f"field.{field.label or field.name}", {"seat": field.about}, default=field.name
    )
    return {**field.schema(), "label": label, "default": field.default}


def answer_json(
    question: Question,
    raw: Mapping[str, object],
    options: Mapping[str, Any],
    answer: Answer,
    hangs: Sequence[AlternativeAnswer],
    translator: Translator,
) -> dict[str, Any]:
    """A ruling: facts, options, verdict, reasons, lines, clauses and other interpretations."""
    return {
        "game": translator.game,
        "question": question.id,
        "text": translator.say(f"question.{question.id}"),
        "facts": dict(raw),
        "options": dict(options),
        "when": _said(answer.when, translator) if answer.when else None,
        "yes": answer.yes,
        "verdict": _said(answer.verdict, translator),
        "why": [_said(one, translator) for one in answer.why],
        "lines": [
            {**asdict(line), "text": line_sentence(translator, line)} for line in answer.lines
        ],
        "rulings": [_said(ruling, translator) for ruling in answer.rulings],
        "also": [_said(one, translator) for one in answer.also],
        "clauses": list(
            dict.fromkeys(
                (
                    *answer.clauses,
                    *(point.id for point in load(translator.game).deciding(answer.codes)),
                )
            )
        ),
        "readings": [_interpretation(other, translator) for other in hangs],
    }


def _interpretation(other: AlternativeAnswer, translator: Translator) -> dict[str, Any]:
    return {
        "option": other.option,
        "value": other.value,
        "clause": other.clause,
        "text": load(translator.game).choice_text(other.option, other.value, translator.lang),
        "matters": True,
        "counted": True,
        "verdict": _said(other.answer.verdict, translator),
        "why": [_said(one, translator) for one in other.answer.why],
    }


def _said(one: Message | Ruling, translator: Translator) -> dict[str, Any]:
    text = (
        ruling_sentence(translator, one)
        if isinstance(one, Ruling)
        else translator.say(f"say.{one.code}", one.params)
    )
    return {"code": one.code, "params": dict(one.params), "clause": one.clause, "text": text}
