"""Find a game's message codes without words, by random play and random rules questions."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.game_files import game_file
from referee.kernel.board import BoardRow, Message
from referee.kernel.contract import Illegal, Line, Prompt, Ruling, Scene, complete_options
from referee.kernel.fields import Choice, Field, Kind, Place, Seat
from referee.kernel.game import AnyGame, check
from referee.kernel.question import Question, opened_with, seats_of, settle
from referee.words import LANGUAGES, Translator
from tools.sample import Stuck, sample_answer, sample_game, sample_options

TABLES, ASKED = 12, 40
ALWAYS = ("game.line", "game.deck", "round.name", "round.start")
Codes = Iterator[tuple[str, Iterable[str]]]


def page(game: AnyGame, questions: tuple[Question, ...]) -> str:
    """The missing catalogue entries as .po text with placeholders; empty if none is missing."""
    always = ALWAYS if game_file(game.info.id, "sheet.typ").exists() else (*ALWAYS, "sheet.rules")
    found = dict.fromkeys(always, frozenset[str]())
    for code, params in (*_played(game), *_asked(game, questions)):
        found[code] = found.get(code, frozenset()) | frozenset(params)
    return "".join(_part(game, lang, found) for lang in LANGUAGES)


def _part(game: AnyGame, lang: str, found: Mapping[str, Iterable[str]]) -> str:
    translator = Translator(lang, game.info.id, {})
    entries = [
        f'#. {" ".join(f"{{{name}}}" for name in sorted(params)) or "–"}\nmsgid "{code}"\nmsgstr'
        ' ""\n'
        for code, params in sorted(found.items())
        if not any(map(translator.find, _alternatives(code)))
    ]
    return "\n".join([f"# words.{lang}.po", *entries, ""]) if entries else ""


def _alternatives(code: str) -> tuple[str, ...]:
    """The codes of which one needs words: plain words, or a word for one copy of a card."""
    word = (f"word.{code.rpartition('.')[2]}",) if code.startswith(("kind.", "field.")) else ()
    return code, f"{code}.1", *word


def _played(game: AnyGame) -> Codes:
    for seed in range(TABLES):
        rng = random.Random(seed)
        seats = tuple(f"seat{n}" for n in range(rng.randint(*game.info.seats)))
        options = complete_options(game.info, seats, sample_options(game.info, seats, rng))
        for step in game.guide(seats, options):
            yield from _said((step.title, *step.body, *(words for words, _, _ in step.deal)))
        try:
            samples = sample_game(game, game.setup(seats, options), rng)
        except Stuck as stuck:
            yield from _state(game, stuck.state, rng)
            continue
        for sample in samples:
            yield from _state(game, sample.state, rng)
        yield from _state(game, game.advance(samples[-1].state, samples[-1].move), rng)
    yield from ((f"box.{name}", ()) for name in game.info.sheet.boxes)
    yield from ((f"word.{slot.name}", ()) for slot in game.info.slots)


def _state(game: AnyGame, state: Any, rng: random.Random) -> Codes:
    """Codes of one state: sheet, scene, prompts, and rulings on random and unasked moves."""
    result, prompts = game.result(state), game.prompts(state)
    yield from _said(
        (*game.lines(state), *of_table(game.scene(state)), *(result.reasons if result else ()))
    )
    yield from ((f"word.{held.place}", ()) for held in game.scene(state).holdings)
    for kind in game.info.kinds:
        yield from _said(
            check(game, state, kind, rng.choice(state.seats), {}, prompts=prompts).rulings
        )
    for prompt in prompts:
        yield from _prompt(prompt)
        yield from _said(
            check(
                game, state, prompt.kind, prompt.seat, sample_answer(prompt, rng), prompts=prompts
            ).rulings
        )


def of_table(scene: Scene) -> Iterator[Message]:
    """All sentences of a scene, except the names of its places."""
    units = (shown.unit for shown in scene.shown.values())
    yield from filter(
        None,
        (
            scene.where,
            scene.banner,
            scene.hint,
            *scene.effects,
            *scene.phases,
            *_notes(scene.board),
            *units,
        ),
    )


def _notes(rows: Iterable[BoardRow]) -> Iterator[Message]:
    for row in rows:
        yield from filter(
            None,
            (
                row.title,
                row.note,
                row.value_note,
                row.stamp,
                *row.tags,
                *(spot.note for spot in row.spots),
            ),
        )
        yield from _notes(row.columns)


def _prompt(prompt: Prompt) -> Codes:
    names = ("seat", *(field.name for field in prompt.fields))
    asked = (
        ("ask",)
        if prompt.form == "tap" and prompt.fields and not isinstance(prompt.fields[-1], Place)
        else ()
    )
    yield from ((f"{part}.{prompt.kind}", names) for part in ("kind", "record", "entry", *asked))
    yield from _fields(prompt.fields)


def _fields(fields: tuple[Field, ...]) -> Codes:
    for field in fields:
        yield f"field.{field.label or field.name}", ("seat",) if field.about else ()
        if isinstance(field, Choice) and not isinstance(field, Seat | Place | Kind):
            yield from (
                (f"field.{field.name}.{value}", ())
                for value in field.values
                if not re.fullmatch(r"[A-Z0-9]|seat\d", value)
            )


def _said(every: Iterable[Message | Line | Ruling]) -> Codes:
    for one in every:
        if one.code:
            family = (
                "line" if isinstance(one, Line) else "ruling" if isinstance(one, Ruling) else "say"
            )
            yield (
                f"{family}.{one.code}",
                (*one.params, "points") if family == "line" else one.params,
            )


def _asked(game: AnyGame, questions: tuple[Question, ...]) -> Codes:
    rng = random.Random(0)
    for question in questions:
        opened = opened_with(question, complete_options(game.info, seats_of(game), {}))
        told = ("", ".short", *(f".{value}" for value in opened))
        yield from ((f"question.{question.id}{part}", ()) for part in told)
        for _ in range(ASKED):
            options = complete_options(
                game.info, seats_of(game), sample_options(game.info, seats_of(game), rng)
            )
            fields = question.fields(options, {})
            yield from _fields(fields)
            try:
                answer = settle(
                    question, options, {field.name: field.sample(rng) for field in fields}
                )
            except Illegal as wrong:
                yield from _said(wrong.rulings)
                continue
            yield from _said(
                (
                    answer.verdict,
                    *answer.why,
                    *answer.also,
                    *answer.rulings,
                    *answer.lines,
                    *_notes(answer.rows),
                )
            )
