"""``referee sheet``: check a score sheet that somebody wrote, and count a record by it."""

import json
import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import click

from referee.kernel.game import AnyGame
from referee.kernel.rescore import counted_as
from referee.kernel.strict_json import NotJson, read_json
from referee.own.part import BadSheet, SheetFault
from referee.own.reading import read_sheet
from referee.own.sheet import ID, GameSheet, in_language
from referee.own.trial import ROUNDS, tried
from referee.report import broken_json, failure, table_json
from referee.sheets import game_of_sheet
from referee.words import Translator
from referee.words.faults import FaultWords, fault_words
from referee.words.told import clause_texts

from .base import OK, REFUSED, Answer, Invocation, UnreadableInput, command
from .rules import read_record, replayed, table_lines

SEED = 0
"""A check of the same sheet says the same."""
_PLACE = re.compile(r"line (\d+), column (\d+)")


@command("check", within="sheet")
@click.argument("file")
def check_sheet(asked: Invocation, file: str) -> Answer:
    """The name and the rules of a sheet, or every fault as a sentence; it is played at random."""
    told = _told(asked, file)
    try:
        sheet = read_sheet(told)
    except BadSheet as bad:
        return _faulty(asked, "bad_sheet", bad.faults, told)
    if found := tried(sheet, random.Random(SEED)):
        return _faulty(asked, "sheet_fails", found, told)
    rules = clause_texts(sheet, asked.lang)
    answer = {
        "id": sheet.id,
        "name": in_language(sheet.name, asked.lang),
        "players": list(sheet.players),
        "rules": [{"id": number, "text": text} for number, text in rules.items()],
    }
    return OK, answer, _checked(asked, sheet, rules)


def _checked(asked: Invocation, sheet: GameSheet, rules: Mapping[str, str]) -> Iterator[str]:
    yield click.style(in_language(sheet.name, asked.lang), bold=True)
    wide = max(map(len, rules))
    yield from (
        f"  {click.style(number.ljust(wide), dim=True)}  {text}" for number, text in rules.items()
    )
    yield asked.say("tried", rounds=ROUNDS)


def _faulty(
    asked: Invocation, code: str, faults: Sequence[SheetFault], told: object
) -> tuple[int, dict[str, Any], list[str]]:
    """A sheet with faults: each with its place, what is wrong and what to do."""
    words = [fault_words(fault, told, asked.lang) for fault in faults]
    said = Translator(asked.lang, "kernel", {})
    listed = [_fault_json(*pair) for pair in zip(faults, words, strict=True)]
    lines = [f"  {_sentence(said, one)}" for one in words]
    return REFUSED, failure(said, code, {"n": len(faults)}, faults=listed), lines


def _sentence(said: Translator, words: FaultWords) -> str:
    place = click.style(words.place, bold=True)
    return f"{place}{said.marks.colon}{said.in_a_row((words.text, words.way))}"


def _fault_json(fault: SheetFault, words: FaultWords) -> dict[str, Any]:
    return {
        "code": fault.code,
        "path": list(fault.path),
        "at": list(fault.at) if fault.at else None,
        "place": words.place,
        "sentence": words.text,
        "way": words.way,
        "mend": asdict(words.mend) if words.mend else None,
    }


@command("play", within="sheet")
@click.argument("file")
@click.argument("record")
def play_by_sheet(asked: Invocation, file: str, record: str) -> Answer:
    """The moves of a record counted by a sheet, whether or not it was played by that one."""
    told = _told(asked, file)
    try:
        game = game_of_sheet(told)
    except BadSheet as bad:
        return _faulty(asked, "bad_sheet", bad.faults, told)
    top = read_record(asked, record)
    history, translator = replayed(asked, _of_game(asked, top, game), {game.info.id: game})
    counted = counted_as(history, game)
    if counted.broke:
        return REFUSED, broken_json(translator, counted.broke)
    answer = table_json(translator, counted.history)
    return OK, answer, table_lines(asked, translator, answer)


def _of_game(asked: Invocation, top: Any, game: AnyGame) -> Any:
    """A record of any sheet as one of this game; raises UnreadableInput for one of another game."""
    if not isinstance(top, dict) or not isinstance(top.get("game"), str):
        return top
    if not top["game"].startswith(ID):
        told = asked.failure("no_record_of_sheet", top["game"][:40])
        raise UnreadableInput(told)
    return {**top, "game": game.info.id, "edition": "page"}


def _told(asked: Invocation, file: str) -> Any:
    """A sheet as JSON or TOML; raises UnreadableInput."""
    text = asked.text(file).removeprefix("\ufeff")
    said = Translator(asked.lang, "kernel", {})
    try:
        if text.lstrip().startswith("{"):
            return read_json(text)
        # Dates and endless numbers of TOML are no JSON; a date is read as a text.
        return read_json(json.dumps(tomllib.loads(text), default=str))
    except NotJson as bad:
        raise UnreadableInput(failure(said, "not_json", bad.place, where=file)) from bad
    except (tomllib.TOMLDecodeError, RecursionError) as bad:
        match = _PLACE.search(str(bad))
        line, column = match.groups() if match else (1, 1)
        told = failure(said, "not_toml", {"line": int(line), "column": int(column)}, where=file)
        raise UnreadableInput(told) from bad


COMMANDS = (check_sheet, play_by_sheet)
"""The commands of ``referee sheet``."""
