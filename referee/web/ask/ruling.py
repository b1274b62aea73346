"""A ruling in words: facts, sentence, reasons, clauses, and other interpretations."""

from dataclasses import replace

from markupsafe import Markup

from referee.kernel import fields
from referee.kernel.board import BoardRow, Message
from referee.kernel.contract import Line, Ruling
from referee.kernel.facts import given_value
from referee.kernel.question import AlternativeAnswer, Answer
from referee.web.http import rendering
from referee.web.http.parts import Fact, Sentence
from referee.web.http.words import gettext as _
from referee.web.rulings.recount import Comparison
from referee.web.rulings.ruling import (
    CitedClause,
    OtherVerdict,
    RulingView,
    citation,
    deciding,
    held_open,
)
from referee.web.view.board import is_bare
from referee.web.view.log_words import chosen_text
from referee.web.view.seat_words import spoken
from referee.words import Translator, plain_number, ruling_sentence

from .inquiry import Inquiry

# An answer with more rows has no room for the deciding sentence on a phone.
MOST_ROWS = 7


def reasons(translator: Translator, answer: Answer) -> list[Sentence]:
    """The reasons: a refusal's own, the answer's, the arithmetic, then further objections."""
    why = (
        ruling_sentence(translator, answer.verdict, ".why")
        if isinstance(answer.verdict, Ruling)
        else ""
    )
    said = [Sentence(why, answer.verdict.clause)] if why else []
    others = (ruling for ruling in answer.rulings if ruling != answer.verdict)
    rest: tuple[Message | Line | Ruling, ...] = (*answer.why, *answer.lines, *others)
    several = len({line.seat for line in answer.lines}) > 1
    said += [
        _whose(translator, one)
        if several and isinstance(one, Line) and not one.nobody
        else spoken(translator, one)
        for one in rest
    ]
    return list({one.text: one for one in reversed(said)}.values())[::-1]


def _whose(translator: Translator, line: Line) -> Sentence:
    """A reason of one seat among several, with its name unless the sentence has it."""
    said, name = spoken(translator, line), translator.shown(line.seat, "seat")
    return (
        said
        if name in said.text
        else replace(said, text=Markup("{}{}{}").format(name, translator.marks.colon, said.text))
    )


def lead(answer: Answer) -> str:
    """The first word of the answer: yes, no or the number."""
    if answer.yes is not None:
        return _("Yes") if answer.yes else _("No")
    return (
        plain_number(answer.outcome)
        if isinstance(answer.outcome, int) and not isinstance(answer.outcome, bool)
        else ""
    )


def question_text(inquiry: Inquiry) -> str:
    """The question in a player's words, with the asker's name."""
    words = inquiry.view.plain.say(f"question.{inquiry.question.id}")
    return (
        _("%(name)s asks: %(question)s", name=inquiry.asks, question=words)
        if inquiry.asks
        else words
    )


def ruling_of(
    inquiry: Inquiry, answer: Answer, translator: Translator, comparison: Comparison | None = None
) -> RulingView:
    """The ruling on an inquiry; rows of overlapping cards become its board."""
    return RulingView(
        asks=question_text(inquiry),
        say=spoken(translator, answer.verdict).text,
        lead=lead(answer),
        why=reasons(translator, answer),
        facts=[_fact(row, translator) for row in answer.rows if not is_bare(row)],
        clauses=cited_clauses(inquiry, answer),
        comparison=comparison,
        told=_dated(answer, _told(inquiry, translator), translator),
        also=[spoken(translator, said) for said in answer.also],
        board=list(filter(is_bare, answer.rows)),
        interpretations=[
            _other_verdict(inquiry, answer, other, translator) for other in inquiry.hangs
        ],
        # A ranking of many rows leaves no room on a phone; the rules below contain it.
        deciding=None if len(answer.rows) > MOST_ROWS else _deciding(inquiry, answer),
    )


def _deciding(inquiry: Inquiry, answer: Answer) -> Sentence | None:
    """The choice in force on the deciding option; one linked to a cited clause comes first."""
    book = rendering.book(inquiry.id)
    grounds = [clause for clause in book.clauses if clause.id in answer.grounds]
    near = {point.id for clause in grounds for point in book.hanging(clause)}.union(answer.grounds)
    other = next(iter(sorted(inquiry.hangs, key=lambda one: one.clause not in near)), None)
    return deciding(inquiry.id, inquiry.options, other.option) if other else None


def _dated(answer: Answer, told: str, translator: Translator) -> str:
    when = spoken(translator, answer.when).text if answer.when else ""
    return Markup(" · ").join(filter(None, (when, told)))


def _told(inquiry: Inquiry, translator: Translator) -> str:
    """Facts besides cards and seats, without defaults (except choices) and empty values."""
    loose = [
        field
        for field in inquiry.fields
        if not isinstance(field, fields.Cards | fields.Text) and not field.about
    ]
    known = [(field, given_value(field, inquiry.raw)) for field in loose]
    rare = [
        (field, value)
        for field, value in known
        if value != field.default or type(field) is fields.Choice
    ]
    return Markup(
        " · ".join(
            _told_fact(field, value, translator)
            for field, value in rare
            if value not in (None, False, ())
        )
    )


def _told_fact(field: fields.Field, value: fields.Value, translator: Translator) -> str:
    """A fact with its label; a true flag is only its label."""
    label = translator.say(f"field.{field.label or field.name}", {"seat": None}, default=field.name)
    if value is True:
        return label
    values = value if isinstance(value, tuple) else (value,)
    words = translator.marks.comma.join(_fact_word(field, one, translator) for one in values)
    return f"{label}{translator.marks.colon}{words}"


def _fact_word(field: fields.Field, value: object, translator: Translator) -> str:
    """A value as in the form: a seat's name, a choice's word, a number."""
    if not isinstance(field, fields.Choice):
        return translator.shown(value, "")
    if value in translator.seats:
        return translator.shown(value, "seat")
    if isinstance(field, fields.Kind):
        return translator.shown(value, "kind")
    return translator.say(f"field.{field.name}.{value}", default=translator.word(value))


def _fact(row: BoardRow, translator: Translator) -> Fact:
    name = (
        translator.seat(row.seat)
        if row.seat
        else spoken(translator, row.title).text
        if row.title
        else ""
    )
    kind = row.stamp or row.note
    return Fact(
        name,
        spoken(translator, kind).text if kind else "",
        [spot for spot in row.spots if spot.card],
        value=row.value,
    )


def cited_clauses(inquiry: Inquiry, answer: Answer) -> list[CitedClause]:
    """The clauses with their text, then the open points with the choice in force."""
    options = {other.option: other.clause for other in inquiry.hangs}
    held = [
        point.id
        for point in rendering.book(inquiry.id).deciding(answer.codes)
        if point.id not in answer.clauses
    ]
    chosen = [
        citation(inquiry.id, clause, chosen_text(inquiry.id, option, inquiry.options[option]))
        for option, clause in options.items()
    ]
    clauses = (clause for clause in answer.clauses if clause not in options.values())
    texts = (
        (clause, held_open(inquiry.id, clause) if clause in answer.grounds else "")
        for clause in clauses
    )
    cited = [
        citation(inquiry.id, clause, text, clause not in answer.grounds) for clause, text in texts
    ]
    return [
        *cited,
        *(citation(inquiry.id, point, held_open(inquiry.id, point)) for point in held),
        *chosen,
    ]


def _other_verdict(
    inquiry: Inquiry, answer: Answer, other: AlternativeAnswer, translator: Translator
) -> OtherVerdict:
    """Another interpretation: its verdict, or its first sentence that differs from here."""
    (verdict, *rest), here = (_all_said(one, translator) for one in (other.answer, answer))
    return OtherVerdict(
        clause=other.clause,
        choice=chosen_text(inquiry.id, other.option, other.value),
        say=verdict
        if verdict != here[0]
        else next((said for said in rest if said not in here), verdict),
        href=replace(inquiry, options={**inquiry.options, other.option: other.value}).url(),
    )


def _all_said(answer: Answer, translator: Translator) -> list[str]:
    said = (
        spoken(translator, answer.verdict),
        *reasons(translator, answer),
        *(spoken(translator, one) for one in answer.also),
    )
    first, *rest = (one.text for one in said)
    return [
        translator.in_a_row([f"{lead(answer)}{translator.marks.stop}", first])
        if answer.yes is not None
        else first,
        *rest,
    ]
