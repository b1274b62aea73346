"""Ask the referee: every question answered as its golden records say, in both languages, and never
with anything but an answer or what is missing.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.board import Message
from referee.kernel.contract import Illegal, Ruling
from referee.kernel.fields import Field, Flag, Seat
from referee.kernel.question import (
    IN_ADDRESS,
    LETTERS,
    Answer,
    Options,
    Question,
    Raw,
    alternative_answers,
    check_names,
    choices,
    opened_with,
    settle,
    settle_strictly,
)
from referee.rulebook import load
from referee.words import LANGUAGES, Translator, catalogue, line_sentence, ruling_sentence
from tests.support import tiers
from tests.support.golden import asked, options_of, records

# Facts that the form shows as chosen from the first: by letters, which are anybody's from home,
# player A does it, and a card is played on the first pile. The answer names them.
SHOWN_AS_CHOSEN = frozenset(("attacker", "first_seat", "folds", "owner", "place", "start"))
EVERY = [(game, question.id) for game, questions in QUESTIONS.items() for question in questions]
OWN = [(game, one) for game, one in EVERY if find_question(game, one).at is None]
"""The questions with facts of their own; those that every game can be asked are properties of
`test_situations.py`.
"""
FEWEST = 4


def cases(game: str, question: str) -> list[dict[str, Any]]:
    """The golden records of one question; they are read in the test, so that a broken file fails
    its own game alone.
    """
    return [case for case in records(game) if case["question"] == question]


@contextmanager
def named(case: Mapping[str, Any]) -> Iterator[None]:
    """Whatever fails within is told with the name of the record."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as failed:
        failed.add_note(f"record: {case['name']}")
        raise


@pytest.mark.parametrize(("game", "question_id"), EVERY)
def test_a_question_is_answered_as_recorded(game: str, question_id: str) -> None:
    """Every record of rulings.toml gets its verdict, its reasons and its clauses."""
    for case in cases(game, question_id):
        with named(case):
            assert_answered(game, case)


def assert_answered(game: str, case: dict[str, Any]) -> None:
    question, options, facts = asked(game, case)
    if "refused" in case:
        with pytest.raises(Illegal) as refused:
            settle(question, options, facts)
        found = {(ruling.field, ruling.code) for ruling in refused.value.rulings}
        assert (case["refused"]["field"], case["refused"]["code"]) in found
        return
    answer = settle(question, options, facts)
    told = {
        "code": answer.verdict.code,
        **{
            name: list(value) if isinstance(value, tuple) else value
            for name, value in answer.verdict.params.items()
        },
    }
    assert {name: told.get(name) for name in case["verdict"]} == case["verdict"]
    assert set(case.get("clauses", [])) <= {
        *answer.clauses,
        *(point.id for point in load(game).deciding(answer.codes)),
    }
    said = [(one.code, list(one.params.values())) for one in (*answer.why, *answer.also)]
    for code, told_there in case.get("says", {}).items():
        assert any(code == each and told_there in values for each, values in said), (code, said)
    assert not {code for code, _ in said} & set(case.get("never", ()))
    if "readings" in case:
        assert readings_of(game, question, options, facts) == {
            name: set(values) for name, values in case["readings"].items()
        }


def readings_of(
    game: str, question: Question, options: dict[str, Any], facts: dict[str, Any]
) -> dict[str, set[Any]]:
    found: dict[str, set[Any]] = defaultdict(set)
    for reading in alternative_answers(question, options, facts, GAMES[game].info.options):
        found[reading.option].add(reading.value)
    return dict(found)


@tiers.by_turns
@pytest.mark.parametrize("game", QUESTIONS)
def test_an_option_that_was_not_looked_at_changes_nothing(game: str) -> None:
    """The readings of a ruling are those that settling it under every option would find."""
    for case in records(game):
        if "verdict" not in case:
            continue
        question, options, facts = asked(game, case)
        now, among = settle(question, options, facts).outcome, GAMES[game].info.options
        others = [
            (option.field.name, value)
            for option in among
            for value in choices(option)
            if value != options[option.field.name]
        ]
        differing = {
            (name, value)
            for name, value in others
            if outcome(question, {**options, name: value}, facts) not in ("cannot be", now)
        }
        with named(case):
            assert {
                (reading.option, reading.value)
                for reading in alternative_answers(question, options, facts, among)
            } == differing


def outcome(question: Question, options: dict[str, Any], facts: dict[str, Any]) -> object:
    """What a question comes out as, or that its facts cannot be."""
    try:
        return settle(question, options, facts).outcome
    except Illegal:
        return "cannot be"


@pytest.mark.parametrize("game", QUESTIONS)
def test_what_is_held_on_a_point_is_cited_where_it_decides(game: str) -> None:
    """Points that no option decides name what is said there: words of the game, and unless a rule
    refuses a move by them, of a recorded ruling.
    """
    said = Translator("en", game, {})
    answers = [settle(*asked(game, case)) for case in records(game) if "verdict" in case]
    spoken = {code for answer in answers for code in answer.codes}
    for point in load(game).ambiguities:
        kinds = [
            {kind for kind in ("say", "line", "ruling") if said.find(f"{kind}.{code}")}
            for code in point.decides
        ]
        assert all(kinds), point.id
        assert not (point.decides and point.options), point.id
        assert (
            not point.decides or {*point.decides} & spoken or kinds == [{"ruling"}] * len(kinds)
        ), point.id


def test_every_game_can_be_asked_about() -> None:
    assert list(QUESTIONS) == list(GAMES)


@pytest.mark.parametrize("game", QUESTIONS)
def test_every_record_is_about_a_question(game: str) -> None:
    """A record of rulings.toml names a question of questions.py, or one that every game can be
    asked.
    """
    own, every = ({one.id for one in QUESTIONS[game] if bool(one.at) is at} for at in (False, True))
    assert {case["question"] for case in records(game)} - every == own


@pytest.mark.parametrize("game", QUESTIONS)
def test_who_has_won_a_game_of_several_rounds_is_recorded(game: str) -> None:
    """A game that says what `earlier` rounds are asked for has a record of `end` with points
    before.
    """
    if not GAMES[game].earlier:
        return
    codes = {"has_won", "have_won", "none_won"}
    won = [case for case in cases(game, "end") if case.get("verdict", {}).get("code") in codes]
    assert any("_before" in name for case in won for name in case["facts"])


@pytest.mark.parametrize(("game", "question"), OWN)
def test_every_question_has_its_records(game: str, question: str) -> None:
    """Each question has four records in rulings.toml: one refused or answered with no, and one that
    depends on an option if the game has any.
    """
    mine = cases(game, question)
    assert len(mine) >= FEWEST
    assert any("refused" in case for case in mine)


def test_some_questions_of_every_game_that_leaves_something_open_hang_on_a_reading() -> None:
    leaves_open = [
        game
        for game in QUESTIONS
        if any(
            choices(option) and option.field.name not in ("entry", "depth")
            for option in GAMES[game].info.options
        )
    ]
    assert [
        game for game in leaves_open if not any(case.get("readings") for case in records(game))
    ] == []


@pytest.mark.parametrize(("game", "question_id"), EVERY)
def test_no_fact_is_called_like_something_else_in_the_address(game: str, question_id: str) -> None:
    """A fact of a question has a name that no address uses for something else; choose another."""
    question = find_question(game, question_id)
    assert question is not None
    names = {
        wanted.name
        for case in cases(game, question_id)
        for wanted in question.fields(options_of(game, case), asked(game, case)[2])
    }
    assert not names & IN_ADDRESS
    assert not any("." in name for name in names)
    check_names(question, options_of(game, {}))


@pytest.mark.parametrize("name", sorted(IN_ADDRESS))
def test_a_game_is_not_loaded_with_a_fact_that_an_address_could_not_hold(name: str) -> None:
    """Also where it is asked for only once another fact is told."""

    def opened(_options: Options, raw: Raw) -> tuple[Field, ...]:
        return (Flag(name="first"), *((Flag(name=name),) if raw.get("first") is not None else ()))

    question = Question("lies", "PY-1", opened, lambda *_told: Answer(Message("may_lie"), True))
    with pytest.raises(ValueError, match=f"question 'lies': no fact can be called '{name}'"):
        check_names(question, {})


# Words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "question_id"), OWN)
def test_everything_an_answer_says_has_words(game: str, question_id: str, lang: str) -> None:
    """Verdicts and reasons of answers have words in both languages."""
    for case in cases(game, question_id):
        with named(case):
            assert_worded(game, case, lang)


def assert_worded(game: str, case: dict[str, Any], lang: str) -> None:
    question, options, facts = asked(game, case)
    said = Translator(lang, game, {})
    told = [said.say(f"question.{question.id}"), said.say(f"question.{question.id}.short")]
    told += [
        said.say(f"question.{question.id}.{value}") for value in opened_with(question, options)
    ]
    told += [
        said.say(f"field.{wanted.label or wanted.name}", {"seat": wanted.about})
        for wanted in question.fields(options, facts)
    ]
    try:
        answer = settle(question, options, facts)
    except Illegal as wrong:
        told += [ruling_words(said, ruling) for ruling in wrong.rulings]
    else:
        told += answer_words(said, answer)
        book = load(game)
        assert all(book.entry(clause) for clause in answer.clauses)
    assert all(told)
    assert not any("{" in text for text in told)


def answer_words(said: Translator, answer: Answer) -> Iterator[str]:
    """Every sentence of an answer; one without words fails."""
    for one in (answer.verdict, *answer.why, *answer.also, *answer.rulings):
        yield ruling_words(said, one) if isinstance(one, Ruling) else say_words(said, one)
    for line in answer.lines:
        yield line_sentence(said, line)
        assert said.find(f"line.{line.code}"), line.code
    for row in answer.rows:
        spots = [spot.note for spot in row.spots]
        yield from (
            say_words(said, one)
            for one in (row.title, row.note, row.stamp, row.value_note, *spots)
            if one
        )


def ruling_words(said: Translator, ruling: Ruling) -> str:
    text = ruling_sentence(said, ruling)
    assert text != ruling.code, f"no words for {ruling.code}"
    return text


def say_words(said: Translator, one: Message) -> str:
    return said.say(f"say.{one.code}", one.params)


YES_OR_NO = ("Is ", "Are ", "May ", "Can ", "Does ", "Do ", "Has ", "Have ")


@pytest.mark.parametrize(("game", "question_id"), OWN)
def test_a_question_of_yes_or_no_is_answered_by_yes_or_no(game: str, question_id: str) -> None:
    """A question that begins with May, Is, Does … is answered with `yes=`, one that begins with
    What, Who, How … without.
    """
    wanted = Translator("en", game, {}).say(f"question.{question_id}").startswith(YES_OR_NO)
    for case in cases(game, question_id):
        if "verdict" in case:
            with named(case):
                question, options, facts = asked(game, case)
                answer = settle(question, options, facts)
                # Where nothing says which place is meant, all are listed: neither yes nor no.
                assert (answer.yes is not None) is (wanted and not case.get("listed"))
                assert not (answer.yes and isinstance(answer.verdict, Ruling)), (
                    "a refusal is no yes"
                )


SAID_BEFORE = re.compile(r"(yes|no|はい|いいえ)[,.:;、。：！!]", re.IGNORECASE)
"""How a sentence begins that says again what its page puts before it."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", QUESTIONS)
def test_no_sentence_begins_with_the_yes_or_no_that_its_page_puts_before_it(
    game: str, lang: str
) -> None:
    """Any sentence of a game may be the verdict of an answer, or the first of its reasons."""
    words = {**catalogue(lang, "kernel"), **catalogue(lang, game)}
    said = {
        key: text for key, text in words.items() if key.startswith(("say.", "ruling.", "line."))
    }
    assert said
    assert [key for key, text in said.items() if SAID_BEFORE.match(text)] == []


# Anything may be asked


@tiers.by_turns
@pytest.mark.parametrize(("game", "question_id"), EVERY)
def test_whatever_the_facts_are_there_is_an_answer_or_what_is_wrong(
    game: str, question_id: str
) -> None:
    """Facts drawn at random are answered or refused with a ruling; nothing is raised."""
    rng, question = random.Random(f"{game} {question_id}"), find_question(game, question_id)
    assert question is not None
    for _ in range(60):
        options = random_options(rng, game)
        raw: dict[str, Any] = {}
        for _round in range(2):
            raw |= {
                wanted.name: wanted.sample(rng)
                for wanted in question.fields(options, raw)
                if wanted.name not in raw
            }
        answer = answer_or_wrong(question, options, raw)
        if isinstance(answer, Answer):
            assert answer.clauses, raw
            assert all(answer_words(Translator("en", game, {one: one for one in LETTERS}), answer))


NOTHING = (None, (), False, 0)
"""Defaults that say something: nobody or not yet, no card, not the case, none."""


@tiers.property_test
@pytest.mark.parametrize(("game", "question_id"), EVERY)
def test_a_fact_that_may_decide_is_asked_for_unless_leaving_it_out_says_that_there_is_none(
    game: str, question_id: str
) -> None:
    """What changes the answer is asked for: a fact is optional only where leaving it out means
    that there is none.
    """
    rng = random.Random(f"left out: {game} {question_id}")
    question = find_question(game, question_id)
    assert question is not None
    for _ in tiers.cases(60, 300):
        options, raw = random_facts(rng, game, question)
        for wanted in question.fields(options, raw):
            if wanted.default in NOTHING or wanted.name in SHOWN_AS_CHOSEN:
                continue
            fewer = {name: value for name, value in raw.items() if name != wanted.name}
            answers = [told_outcome(question, options, facts) for facts in (raw, fewer)]
            assert None in answers or answers[0] == answers[1], (wanted.name, raw)


def random_facts(
    rng: random.Random, game: str, question: Question
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options and facts at random, few cards in a hand, so that many of them can be answered."""
    options, raw = random_options(rng, game), dict[str, Any]()
    for _round in range(3):
        for wanted in question.fields(options, raw):
            value = wanted.sample(rng)
            if isinstance(value, tuple):
                value = value[: rng.choice((1, 1, 2, 3, 5, 7))]
            raw.setdefault(wanted.name, value)
    return options, raw


def random_options(rng: random.Random, game: str) -> dict[str, Any]:
    """Options at random, but for those that name a seat."""
    drawn = {
        option.field.name: option.field.sample(rng)
        for option in GAMES[game].info.options
        if not isinstance(option.field, Seat)
    }
    return options_of(game, {"options": drawn})


def told_outcome(
    question: Question, options: dict[str, Any], raw: dict[str, Any]
) -> tuple[str, object] | None:
    try:
        answer = settle_strictly(question, options, raw)
    except Illegal:
        return None
    return answer.verdict.code, answer.outcome


@pytest.mark.parametrize("junk", ["", "🂡", "KH " * 400, "0", "-1", "1e9", "A" * 5000, "<b>"])
@pytest.mark.parametrize(("game", "question_id"), EVERY)
def test_junk_is_refused_at_its_field(game: str, question_id: str, junk: str) -> None:
    """A fact that cannot be read is refused at its field."""
    question = find_question(game, question_id)
    assert question is not None
    options = options_of(game, {})
    raw = {wanted.name: junk for wanted in question.fields(options, {})}
    assert answer_or_wrong(question, options, raw)


def answer_or_wrong(
    question: Question, options: dict[str, Any], raw: dict[str, Any]
) -> Answer | tuple[Ruling, ...]:
    """The answer, or everything that is wrong with the facts."""
    try:
        return settle(question, options, raw)
    except Illegal as wrong:
        return wrong.rulings
