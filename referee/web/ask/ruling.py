"""A ruling in a reader's words: facts, sentence, reasons, clauses with their text, and what another reading would say."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for
from flask_babel import gettext as _
from markupsafe import Markup, escape

from referee.kernel import fields
from referee.kernel.board import Row, Say
from referee.kernel.contract import Ruling
from referee.kernel.question import LETTERS, Answer, Reading
from referee.web.http.parts import Sentence
from referee.web.rulings.comparison import Comparison
from referee.web.rulings.ruling import CitedClause, FactRow, OtherReading, RulingView, citation
from referee.web.view.board import is_bare
from referee.web.view.option_words import chosen_text
from referee.words import Speaker, line_sentence, ruling_sentence

from .inquiry import Inquiry


def sentence(speaker: Speaker, said: Say | Ruling) -> str:
    """What a verdict, a reason or a heading says."""
    if isinstance(said, Ruling):
        return _text(speaker, ruling_sentence(speaker, said))
    return _text(speaker, speaker.say(f"say.{said.code}", said.params))


def _text(speaker: Speaker, text: str) -> str:
    return Markup(text) if speaker.html else text


def reasons(speaker: Speaker, answer: Answer) -> list[Sentence]:
    """Why, in few words: of a refusal its own reason, what the answer says, the arithmetic, then every other objection."""
    said = []
    if isinstance(answer.verdict, Ruling) and (why := ruling_sentence(speaker, answer.verdict, ".why")):
        said.append(Sentence(_text(speaker, why), answer.verdict.clause))
    said += [Sentence(sentence(speaker, one), one.clause) for one in answer.why]
    said += [Sentence(_text(speaker, line_sentence(speaker, line)), line.clause) for line in answer.lines]
    said += [Sentence(sentence(speaker, ruling), ruling.clause) for ruling in answer.rulings if ruling != answer.verdict]
    return list({str(one.text): one for one in reversed(said)}.values())[::-1]


def question_text(inquiry: Inquiry) -> str:
    """The question as a player asks it, and who does."""
    words = inquiry.plain.say(f"question.{inquiry.question.id}")
    return str(_("%(name)s asks: %(question)s", name=inquiry.asks, question=words)) if inquiry.asks else words


def ruling_of(
    inquiry: Inquiry, answer: Answer, hangs: Sequence[Reading], speaker: Speaker, comparison: Comparison | None = None
) -> RulingView:
    """The ruling on told facts; rows that are one block of cards, such as cards laid over one another, are its board."""
    return RulingView(
        asks=question_text(inquiry),
        say=sentence(speaker, answer.verdict),
        why=reasons(speaker, answer),
        facts=[_fact(row, speaker) for row in answer.rows if not is_bare(row)],
        clauses=_cited(inquiry, answer, hangs),
        comparison=comparison,
        told=_told(inquiry, speaker),
        also=[Sentence(sentence(speaker, said), said.clause) for said in answer.also],
        board=list(filter(is_bare, answer.rows)),
        readings=[_reading(inquiry, answer, reading, speaker) for reading in hangs],
    )


def _told(inquiry: Inquiry, speaker: Speaker) -> str:
    """The facts that are neither cards nor about one seat; but for a choice only where they are not what is usual."""
    loose = [wanted for wanted in inquiry.fields if not isinstance(wanted, fields.Cards) and not wanted.about]
    told = [(wanted, wanted.parse(inquiry.raw.get(wanted.name))) for wanted in loose]
    return _text(speaker, " · ".join(_told_fact(wanted, value, speaker) for wanted, value in told if not _is_usual(wanted, value)))


def _is_usual(wanted: fields.Field, value: fields.Value) -> bool:
    return value in (None, False, ()) or (value == wanted.default and type(wanted) is not fields.Choice)


def _told_fact(wanted: fields.Field, value: fields.Value, speaker: Speaker) -> str:
    """A fact under its label; one that is only true is its label."""
    label = speaker.say(f"field.{wanted.label or wanted.name}", {"seat": None}, default=wanted.name)
    if value is True:
        return label
    values = value if isinstance(value, tuple) else (value,)
    words = speaker.marks.comma.join(_fact_word(wanted, one, speaker) for one in values)
    return f"{label}{speaker.marks.colon}{words}"


def _fact_word(wanted: fields.Field, value: object, speaker: Speaker) -> str:
    """One value as the form shows it: a seat's name, a choice's word, a number."""
    if isinstance(wanted, fields.Choice) and value in LETTERS:
        return str(escape(speaker.seat(str(value)))) if speaker.html else speaker.seat(str(value))
    if isinstance(wanted, fields.Choice):
        return speaker.say(f"field.{wanted.name}.{value}", default=speaker.word(value))
    return str(escape(value)) if speaker.html else str(value)


def _fact(row: Row, speaker: Speaker) -> FactRow:
    name = speaker.seat(row.seat) if row.seat else sentence(speaker, row.title) if row.title else ""
    kind = row.stamp or row.note
    return FactRow(name, sentence(speaker, kind) if kind else "", [spot for spot in row.spots if spot.card], row.value)


def _cited(inquiry: Inquiry, answer: Answer, hangs: Sequence[Reading]) -> list[CitedClause]:
    """The clauses with their text, then the open points it hangs on with what is chosen here."""
    options = {reading.option: reading.clause for reading in hangs}
    chosen = [citation(inquiry.id, clause, chosen_text(inquiry.id, option, inquiry.options[option])) for option, clause in options.items()]
    clauses = (clause for clause in answer.clauses if clause not in options.values())
    return [*(citation(inquiry.id, clause, aside=clause not in answer.grounds) for clause in clauses), *chosen]


def _reading(inquiry: Inquiry, answer: Answer, reading: Reading, speaker: Speaker) -> OtherReading:
    otherwise = inquiry.with_option(reading.option, reading.value)
    return OtherReading(
        clause=reading.clause,
        choice=chosen_text(inquiry.id, reading.option, reading.value),
        say=_otherwise(answer, reading.answer, speaker),
        href=url_for("ask.ruling", game=inquiry.id, question=inquiry.question.id, **otherwise.args()),
    )


def _otherwise(answer: Answer, other: Answer, speaker: Speaker) -> str:
    """What another reading says: its verdict, or where that has the same words the first thing that is said only there."""
    verdict, here = sentence(speaker, other.verdict), _all_said(answer, speaker)
    if verdict != here[0]:
        return verdict
    return next((said for said in _all_said(other, speaker) if said not in here), verdict)


def _all_said(answer: Answer, speaker: Speaker) -> list[str]:
    also = (sentence(speaker, said) for said in answer.also)
    return [sentence(speaker, answer.verdict), *(one.text for one in reasons(speaker, answer)), *also]
