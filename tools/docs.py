"""The documentation page of records: every option and kind of move, with its fields.

Prompts are found by random play: a game for each value of each option, then more until every kind
of move has come up. After PLAIN games the players avoid some kinds.
"""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

from referee import rulebook
from referee.kernel.contract import Move, Prompt, SeatId, complete_options
from referee.kernel.fields import Choice, Value
from referee.kernel.game import AnyGame
from referee.kernel.record import FORMAT
from referee.sample import Sample, sample_answer, sample_game, sample_options
from referee.words import Speaker, catalogue

Schema = dict[str, Any]
Table = tuple[tuple[SeatId, ...], dict[str, Value]]
MOST_MORE = 1500
PLAIN = 100
SELDOM = 10
MOST_VALUES = 24


def page(games: Mapping[str, AnyGame], lang: str) -> str:
    """The whole page in Markdown."""
    say = Speaker(lang, "kernel", {}).say
    head = [f"# {say('docs.title')}", say("docs.intro", {"format": FORMAT})]
    return (
        "\n\n".join(
            [*head, *(part for name, game in games.items() for part in _game(name, game, lang))]
        )
        + "\n"
    )


def _game(name: str, game: AnyGame, lang: str) -> Iterator[str]:
    speaker = Speaker(lang, name, {})
    yield f"## {rulebook.title(name, lang)}"
    least, most = game.info.seats
    yield speaker.say(
        "docs.game", {"id": name, "version": game.info.version, "least": least, "most": most}
    )
    yield f"### {speaker.say('docs.options')}"
    options = [
        option.field.schema() | {"default": option.field.default, "clause": option.clause}
        for option in game.info.options
    ]
    yield _table(speaker, options, "clause")
    for kind, samples in sorted(_kinds(game).items()):
        yield from _kind(speaker, kind, samples)


def _kind(speaker: Speaker, kind: str, samples: list[Sample]) -> Iterator[str]:
    prompt = samples[0].prompt
    yield f"### `{kind}`: {speaker.say(f'kind.{kind}', default=speaker.word(kind))}"
    remarks = [speaker.say("docs.by_seat" if prompt.seat else "docs.by_table"), prompt.clause]
    remarks += [speaker.say("docs.aside")] if prompt.aside else []
    yield " · ".join(filter(None, remarks))
    asked = [_schemas(sample) for sample in samples]
    fields = [
        _merge([schema for schemas in asked for schema in schemas if schema["name"] == name])
        | {
            "sometimes": not all(
                any(schema["name"] == name for schema in schemas) for schemas in asked
            )
        }
        for name in dict.fromkeys(schema["name"] for schemas in asked for schema in schemas)
    ]
    if fields:
        yield _table(speaker, fields)
    example = {"type": "move", "seat": prompt.seat, "kind": kind, "data": samples[0].answer}
    yield f"```json\n{json.dumps(example, ensure_ascii=False)}\n```"


def described_moves(game: AnyGame) -> dict[str, list[list[Schema]]]:
    """By kind of move, each sample's field schemas; ``SEAT`` replaces seats in names."""
    return {
        kind: [_schemas(sample) for sample in samples] for kind, samples in _kinds(game).items()
    }


def _schemas(sample: Sample) -> list[Schema]:
    """The schemas of a sample's fields; ``SEAT`` replaces the seat in the name."""
    return [
        field.schema() | ({"name": field.name.replace(field.about, "SEAT")} if field.about else {})
        for field in sample.prompt.fields
    ]


def trouble(game: AnyGame) -> Exception | None:
    """The exception that keeps a game from being played at random, or None."""
    try:
        _kinds(game)
    except Exception as error:  # whatever a half-finished game raises
        return error
    return None


@cache
def _kinds(game: AnyGame) -> dict[str, list[Sample]]:
    """Sample answers by kind of move; a kind never played has an invented one."""
    found: dict[str, list[Sample]] = {}
    asked: dict[str, list[Sample]] = {}
    named = {
        code.removeprefix("kind.")
        for code in catalogue("en", game.info.id)
        if code.startswith("kind.")
    }
    game, first = _as_logged(game), _tables(game)
    for seed, (seats, chosen) in enumerate(chain(first, _more_tables(game))):
        if seed >= len(first) and named <= found.keys() | asked.keys():
            break
        options = complete_options(game.info, seats, chosen)
        played = game if seed < PLAIN else _leaning(game, random.Random(seed))
        for sample in sample_game(played, game.setup(seats, options), random.Random(seed)):
            found.setdefault(sample.prompt.kind, []).append(sample)
            for prompt in game.prompts(sample.state):
                if prompt.kind not in asked:
                    answer = sample_answer(prompt, random.Random(0))
                    asked[prompt.kind] = [
                        Sample(sample.state, prompt, answer, Move(prompt.kind, prompt.seat))
                    ]
    return asked | found


def _as_logged(game: AnyGame) -> AnyGame:
    """The game without demands on answers, so that prompts only in old logs are sampled."""
    return replace(
        game,
        prompts=lambda state: tuple(
            replace(prompt, overrules=()) for prompt in game.prompts(state)
        ),
    )


def _tables(game: AnyGame) -> list[Table]:
    """Seats and options of the first games: fewest and most seats, then each option's values."""
    least, most = map(_seats, game.info.seats)
    found: list[Table] = [(least, {}), (most, {})]
    choices = [option.field for option in game.info.options if isinstance(option.field, Choice)]
    full = {
        field.name: "full" for field in choices if field.name == "depth" and "full" in field.values
    }
    for field in choices:
        found += [
            (least, {**full, field.name: value}) for value in field.values if value != field.default
        ]
    return found


def _more_tables(game: AnyGame) -> Iterator[Table]:
    for rng in map(random.Random, range(MOST_MORE)):
        seats = _seats(rng.randint(*game.info.seats))
        yield seats, sample_options(game.info, seats, rng)


def _leaning(game: AnyGame, rng: random.Random) -> AnyGame:
    """The game with half of its kinds of move rarely chosen, where there is an alternative."""
    shunned = {*rng.sample([*game.info.kinds], len(game.info.kinds) // 2)}

    def prompts(state: Any) -> tuple[Prompt, ...]:
        asked = tuple(game.prompts(state))
        liked = tuple(
            prompt for prompt in asked if prompt.kind not in shunned or rng.randint(1, SELDOM) == 1
        )
        return asked if all(prompt.aside for prompt in liked) else liked

    return replace(game, prompts=prompts)


def _seats(count: int) -> tuple[SeatId, ...]:
    return tuple(f"seat{n}" for n in range(1, count + 1))


def _merge(schemas: list[Schema]) -> Schema:
    merged = dict(schemas[0])
    for schema in schemas[1:]:
        for key, value in schema.items():
            if key in ("least", "low"):
                merged[key] = min(merged[key], value)
            elif key in ("most", "high"):
                merged[key] = max(merged[key], value)
            elif key in ("values", "cards"):
                merged[key] = list(dict.fromkeys([*merged[key], *value]))
    return merged


def _table(speaker: Speaker, fields: list[Schema], extra: str = "") -> str:
    columns = ["field", "takes", *([extra] if extra else [])]
    rows = [
        f"| {' | '.join(speaker.say(f'docs.{column}') for column in columns)} |",
        f"|{'---|' * len(columns)}",
    ]
    for field in fields:
        cells = [
            f"`{field['name']}`",
            _takes(speaker, field),
            *([str(field[extra])] if extra else []),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _takes(speaker: Speaker, field: Schema) -> str:
    values = field.get("values", ())
    shown = ", ".join(f"`{value}`" for value in values[:MOST_VALUES]) + (
        ", …" if len(values) > MOST_VALUES else ""
    )
    params = {**field, "values": shown, "example": ", ".join(field.get("cards", [])[:2])}
    kind = (
        "cards.exactly"
        if field["type"] == "cards" and field["least"] == field["most"]
        else field["type"]
    )
    said = speaker.say(f"docs.type.{kind}", params)
    if field["optional"]:
        said += speaker.say("docs.optional")
    if field.get("sometimes"):
        said += speaker.say("docs.sometimes")
    return (
        said
        if field.get("default") is None
        else said + speaker.say("docs.default", {"value": json.dumps(field["default"])})
    )
