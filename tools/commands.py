"""Commands for authors of games: docs, schema, conformance, rights, new-game, words, check."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import click

from referee.commands.base import OK, REFUSED, Answer, Asked, Games, Option, command
from referee.commands.rules import games_beginning
from referee.files import PACKAGE
from referee.games import QUESTIONS
from referee.report import failure
from referee.sample import Stuck
from referee.web.http.rights import PAGE
from referee.words import Speaker
from tools import conformance as cases
from tools import lines_schema, new_game
from tools.docs import page, trouble
from tools.new_game import silent, stages
from tools.record_schema import schema_text

check_option = click.option("--check", metavar="FILE", cls=Option)
game_argument = click.argument("game", shell_complete=games_beginning)


@command("docs")
@check_option
def document(asked: Asked, check: str | None) -> Answer:
    """The Markdown page of every move; with ``--check``, whether a file still matches it."""
    return _of_all(asked, lambda games: page(games, asked.lang), check)


@command("schema")
@check_option
def schema(asked: Asked, check: str | None) -> Answer:
    """The JSON schema of records; with ``--check``, whether a file still matches it."""
    return _of_all(asked, schema_text, check)


@command("conformance")
@click.argument("game", required=False, shell_complete=games_beginning)
@click.option("--schema", "of_format", is_flag=True, cls=Option)
def conformance(asked: Asked, game: str | None, of_format: bool) -> Answer:
    """The golden records of a game or of all as JSON, with their lines; or the JSON schema."""
    if game:
        asked.game(game)
    if of_format:
        return OK, lines_schema.schema_text(asked.games)
    return OK, cases.document(game) if game else cases.everything()


@command("rights")
@check_option
def rights(asked: Asked, check: str | None) -> Answer:
    """The Markdown page of all rights; with ``--check``, whether a file still matches it."""
    return _written(asked, PAGE, check)


@command("new-game")
@click.argument("game")
@click.option("--prefix", cls=Option)
def make_game(asked: Asked, game: str, prefix: str | None) -> Answer:
    """Write the files of a new game, or say why the name cannot be used."""
    try:
        written = new_game.create(
            game, prefix, {known.info.prefix for known in asked.games.values()}
        )
    except new_game.Refused as no:
        return REFUSED, asked.failure(no.code, no.found)
    return OK, {"written": written}, written


@command("words")
@game_argument
def silent_codes(asked: Asked, game: str) -> Answer:
    """Missing entries for the catalogues of a game; empty if every code has words."""
    text = silent.page(asked.game(game), QUESTIONS.get(game, ()))
    return REFUSED if text else OK, text


@command("check")
@game_argument
@click.option("--only", type=click.Choice(stages.STAGES), cls=Option)
def check_game(asked: Asked, game: str, only: str | None) -> Answer:
    """Check a game stage by stage; the first failing stage is explained and ends the check."""
    for stage in [only] if only else stages.STAGES:
        told = _stage(asked, stage, game)
        if told is not None:
            return (
                REFUSED,
                {"game": game, "stage": stage, **told[0]},
                [*told[1], asked.say("failed", stage=stage)],
            )
    return (
        OK,
        {"game": game, "passed": True},
        [asked.say("passed_only", stage=only) if only else asked.say("passed")],
    )


Told = tuple[dict[str, Any], list[str]]
"""The output of a failing stage: data for programs, and lines for people."""


def _stage(asked: Asked, stage: str, game: str) -> Told | None:
    """Run a stage, with its name and time on stderr; returns its output if it fails."""
    began = monotonic()
    click.echo(f"{click.style(stage, bold=True)}  {asked.say(f'stage.{stage}')}", err=True)
    told = {"loads": _loads, "plays": _plays, "words": _speaks}.get(stage, _keeps_laws)(
        asked, stage, game
    )
    click.echo(f"  {asked.say('seconds', n=round(monotonic() - began))}", err=True)
    return told


def _loads(asked: Asked, _stage: str, game: str) -> Told | None:
    """Every file exists, and game and rulebook load together."""
    known = game in asked.games or game in asked.broken
    if known and (lacks := new_game.missing(game)):
        return {"missing": lacks}, [asked.say("missing"), *(f"  {file}" for file in lacks)]
    asked.game(game)
    return None


def _plays(asked: Asked, _stage: str, game: str) -> Told | None:
    """The game can be played at random; then write RECORDS.md and record.schema.json."""
    own = asked.game(game)
    asked.name_left_out()
    if error := trouble(own):
        told = _trouble(asked, game, error)
        return told, [told["error"]["sentence"]]
    games = _playable(asked)
    (PACKAGE / "RECORDS.md").write_text(page(games, "en"), encoding="utf-8")
    (PACKAGE / "record.schema.json").write_text(schema_text(games), encoding="utf-8")
    return None


def _speaks(asked: Asked, stage: str, game: str) -> Told | None:
    text = silent.page(asked.game(game), QUESTIONS.get(game, ()))
    return (
        ({"silent": text}, [asked.say("silent"), text]) if text else _keeps_laws(asked, stage, game)
    )


def _keeps_laws(asked: Asked, stage: str, game: str) -> Told | None:
    asked.game(game)
    found = stages.broken(stage, game)
    if found is None:
        return {"laws": []}, [asked.say("no_tests")]
    laws = [vars(law) for law in found]
    return ({"laws": laws}, [line for law in found for line in _law(law)]) if laws else None


def _law(law: stages.Broken) -> Iterator[str]:
    yield click.style(f"✗ {law.test}", fg="red")
    yield from (f"  {line}" for line in law.wants.splitlines())
    yield from (f"    {line}" for line in law.said.splitlines())


def _playable(asked: Asked) -> Games:
    """The games that can be played at random, with a warning for each other one."""
    found = {name: trouble(game) for name, game in asked.games.items()}
    asked.warn(_trouble(asked, name, error) for name, error in found.items() if error)
    return {name: game for name, game in asked.games.items() if not found[name]}


def _trouble(asked: Asked, game: str, error: Exception) -> dict[str, Any]:
    if not isinstance(error, Stuck):
        return asked.slip("breaks_off", game, error)
    code = "stuck" if error.refusals else "endless"
    return asked.failure(code, game, n=error.moves, kind=error.kind, why=", ".join(error.refusals))


def _of_all(asked: Asked, write: Callable[[Games], str], check: str | None) -> Answer:
    """A page about every playable game; the exit status is 1 if a game is missing."""
    asked.name_left_out()
    games = _playable(asked)
    status, *told = _written(asked, write(games), check)
    return (status if games.keys() == asked.games.keys() else REFUSED, *told)


def _written(asked: Asked, text: str, file: str | None) -> Answer:
    if file is None:
        return OK, text
    if asked.text(file) == text:
        return OK, {"same": True}, [asked.say("same", file=Path(file).name)]
    return REFUSED, failure(Speaker(asked.lang, "kernel", {}), "out_of_date", {}, where=file)


COMMANDS = (document, schema, conformance, rights, make_game, silent_codes, check_game)
