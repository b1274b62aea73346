"""The documentation page of records: every option and kind of move, with its fields."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee import rulebook
from referee.kernel.contract import Prompt, SeatId, complete_options
from referee.kernel.detail import DEPTH
from referee.kernel.fields import Cards, Field, Seat
from referee.kernel.game import AnyGame
from referee.kernel.info import SEAT, Asked
from referee.kernel.record import FORMAT
from referee.words import Translator

from .conformance import answer, cases
from .sample import sample_answer, sample_game

Schema = dict[str, Any]
MOST_VALUES = 24
SEATS = ("seat1", "seat2")


def page(games: Mapping[str, AnyGame], lang: str) -> str:
    """The whole page in Markdown."""
    say = Translator(lang, "kernel", {}).say
    head = [f"# {say('docs.title')}", say("docs.intro", {"format": FORMAT})]
    return (
        "\n\n".join(
            [*head, *(part for name, game in games.items() for part in _game(name, game, lang))]
        )
        + "\n"
    )


def _game(name: str, game: AnyGame, lang: str) -> Iterator[str]:
    translator = Translator(lang, name, {})
    yield f"## {rulebook.title(name, lang)}"
    least, most = game.info.seats
    yield translator.say(
        "docs.game", {"id": name, "version": game.info.version, "least": least, "most": most}
    )
    yield f"### {translator.say('docs.options')}"
    options = [
        option.field.schema() | {"default": option.field.default, "clause": option.clause}
        for option in game.info.options
    ]
    yield _table(translator, options, "clause")
    for kind, asked in sorted(declared(game).items()):
        yield from _kind(translator, game, kind, asked)


def declared(game: AnyGame) -> dict[str, Asked]:
    """Every kind of move of a game; also those named like an option, such as the depth."""
    options = [one for one in game.info.options if one.asked or one.field.name == DEPTH]
    named = {
        one.field.name: Asked(
            one.clause,
            (replace(one.field, default=None, optional=False),),
            table=True,
            aside=not one.asked,
        )
        for one in options
    }
    return {**named, **game.info.kinds}


def _kind(translator: Translator, game: AnyGame, kind: str, asked: Asked) -> Iterator[str]:
    yield f"### `{kind}`: {translator.say(f'kind.{kind}', default=translator.word(kind))}"
    remarks = [translator.say("docs.by_table" if asked.table else "docs.by_seat"), asked.clause]
    remarks += [translator.say("docs.aside")] if asked.aside else []
    yield " · ".join(filter(None, remarks))
    if asked.fields:
        yield _table(
            translator,
            [
                field.schema() | {"sometimes": field.name in asked.sometimes}
                for field in asked.fields
            ],
        )
    yield f"```json\n{json.dumps(_example(game, kind, asked), ensure_ascii=False)}\n```"


def _example(game: AnyGame, kind: str, asked: Asked) -> Schema:
    """A move of this kind: the first legal one of the golden records, else one at random."""
    fields = {field.name: field for field in asked.fields}
    for move in (move for case in cases(game.info.id) for move in case["moves"]):
        if move["kind"] == kind and not move.keys() & {"accept", "refused"}:
            data = {name: _stored(fields.get(name), value) for name, value in answer(move).items()}
            return {"type": "move", "seat": move.get("seat"), "kind": kind, "data": data}
    named = tuple(map(_of_seats, asked.fields))
    seat = None if asked.table else SEATS[0]
    data = sample_answer(Prompt(kind, seat, named), random.Random(0))
    return {"type": "move", "seat": seat, "kind": kind, "data": data}


def _of_seats(field: Field) -> Field:
    """The field as it is asked at a table with these seats."""
    field = replace(field, name=field.name.replace(SEAT, SEATS[0]))
    return replace(field, values=SEATS) if isinstance(field, Seat) else field


def _stored(field: Field | None, value: object) -> object:
    """The value as the log stores it: cards as a list."""
    cards = field.parse(value) if isinstance(field, Cards) else None
    return list(cards) if isinstance(cards, tuple) else value


def trouble(game: AnyGame) -> Exception | None:
    """The exception that keeps a game from being played at random, or None."""
    try:
        for count in game.info.seats:
            seats: tuple[SeatId, ...] = tuple(f"seat{n}" for n in range(1, count + 1))
            start = game.setup(seats, complete_options(game.info, seats, {}))
            sample_game(game, start, random.Random(count))
    except Exception as error:  # whatever a half-finished game raises
        return error
    return None


def _table(translator: Translator, fields: list[Schema], extra: str = "") -> str:
    columns = ["field", "takes", *([extra] if extra else [])]
    rows = [
        f"| {' | '.join(translator.say(f'docs.{column}') for column in columns)} |",
        f"|{'---|' * len(columns)}",
    ]
    for field in fields:
        cells = [
            f"`{field['name']}`",
            _takes(translator, field),
            *([str(field[extra])] if extra else []),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _takes(translator: Translator, field: Schema) -> str:
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
    said = translator.say(f"docs.type.{kind}", params)
    if field["optional"]:
        said += translator.say("docs.optional")
    if field.get("sometimes"):
        said += translator.say("docs.sometimes")
    return (
        said
        if field.get("default") is None
        else said + translator.say("docs.default", {"value": json.dumps(field["default"])})
    )
