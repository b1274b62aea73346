"""Commands for authors of games, and for the pages that are made of the code."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import click

from referee.commands.base import OK, REFUSED, Answer, CommandOption, Games, Invocation, command
from referee.commands.rules import games_beginning
from referee.files import PACKAGE
from referee.games import QUESTIONS
from referee.report import failure
from referee.words import Translator
from tools import api_page, lines_schema, new_game, permissions_page, sheet_schema
from tools import conformance as cases
from tools.docs import page, trouble
from tools.new_game import silent, stages
from tools.record_schema import schema_text
from tools.sample import Stuck

check_option = click.option("--check", metavar="FILE", cls=CommandOption)
game_argument = click.argument("game", shell_complete=games_beginning)


@command("docs")
@check_option
def document(asked: Invocation, check: str | None) -> Answer:
    """The Markdown page of every move; with ``--check``, whether a file still matches it."""
    return _of_all(asked, lambda games: page(games, asked.lang), check)


@command("schema")
@check_option
def schema(asked: Invocation, check: str | None) -> Answer:
    """The JSON schema of records; with ``--check``, whether a file still matches it."""
    return _of_all(asked, schema_text, check)


@command("sheet-schema")
@check_option
def schema_of_sheets(asked: Invocation, check: str | None) -> Answer:
    """The JSON schema of score sheets; with ``--check``, whether a file still matches it."""
    return _written(asked, sheet_schema.schema_text(), check)


@command("conformance")
@click.argument("game", required=False, shell_complete=games_beginning)
@click.option("--schema", "of_format", is_flag=True, cls=CommandOption)
def conformance(asked: Invocation, game: str | None, of_format: bool) -> Answer:
    """The golden records of a game or of all as JSON, with their lines; or the JSON schema."""
    if game:
        asked.game(game)
    if of_format:
        return OK, lines_schema.schema_text(asked.games)
    return OK, cases.document(game) if game else cases.everything()


@command("permissions")
@check_option
def permissions(asked: Invocation, check: str | None) -> Answer:
    """The Markdown page of all permissions; with ``--check``, whether a file still matches it."""
    return _written(asked, permissions_page.page(permissions_page.every_address()), check)


@command("api")
@check_option
def api(asked: Invocation, check: str | None) -> Answer:
    """The Markdown page of the API; with ``--check``, whether a file still matches it."""
    return _written(asked, api_page.page(), check)


@command("new-game")
@click.argument("game")
@click.option("--prefix", cls=CommandOption)
def make_game(asked: Invocation, game: str, prefix: str | None) -> Answer:
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
def silent_codes(asked: Invocation, game: str) -> Answer:
    """Missing entries for the catalogues of a game; empty if every code has words."""
    text = silent.page(asked.game(game), QUESTIONS.get(game, ()))
    return REFUSED if text else OK, text


@command("check")
@game_argument
@click.option("--only", type=click.Choice(stages.STAGES), cls=CommandOption)
def check_game(asked: Invocation, game: str, only: str | None) -> Answer:
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


def _stage(asked: Invocation, stage: str, game: str) -> Told | None:
    """Run a stage, with its name and time on stderr; returns its output if it fails."""
    began = monotonic()
    click.echo(f"{click.style(stage, bold=True)}  {asked.say(f'stage.{stage}')}", err=True)
    told = {"loads": _loads, "plays": _plays, "words": _speaks}.get(stage, _keeps_properties)(
        asked, stage, game
    )
    click.echo(f"  {asked.say('seconds', n=round(monotonic() - began))}", err=True)
    return told


def _loads(asked: Invocation, _stage: str, game: str) -> Told | None:
    """Every file exists, and game and rulebook load together."""
    known = game in asked.games or game in asked.broken
    if known and (lacks := new_game.missing(game)):
        return {"missing": lacks}, [asked.say("missing"), *(f"  {file}" for file in lacks)]
    asked.game(game)
    return None


def _plays(asked: Invocation, _stage: str, game: str) -> Told | None:
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


def _speaks(asked: Invocation, stage: str, game: str) -> Told | None:
    text = silent.page(asked.game(game), QUESTIONS.get(game, ()))
    return (
        ({"silent": text}, [asked.say("silent"), text])
        if text
        else _keeps_properties(asked, stage, game)
    )


def _keeps_properties(asked: Invocation, stage: str, game: str) -> Told | None:
    asked.game(game)
    found = stages.broken(stage, game)
    if found is None:
        return {"laws": []}, [asked.say("no_tests")]
    if not found:
        return None
    lines = [line for broken in found for line in _broken_text(broken)]
    return {"laws": [vars(broken) for broken in found]}, lines


def _broken_text(broken: stages.Broken) -> Iterator[str]:
    yield click.style(f"✗ {broken.test}", fg="red")
    yield from (f"  {line}" for line in broken.wants.splitlines())
    yield from (f"    {line}" for line in broken.said.splitlines())


def _playable(asked: Invocation) -> Games:
    """The games that can be played at random, with a warning for each other one."""
    found = {name: trouble(game) for name, game in asked.games.items()}
    asked.warn(_trouble(asked, name, error) for name, error in found.items() if error)
    return {name: game for name, game in asked.games.items() if not found[name]}


def _trouble(asked: Invocation, game: str, error: Exception) -> dict[str, Any]:
    if not isinstance(error, Stuck):
        return asked.slip("breaks_off", game, error)
    code = "stuck" if error.refusals else "endless"
    return asked.failure(code, game, n=error.moves, kind=error.kind, why=", ".join(error.refusals))


def _of_all(asked: Invocation, write: Callable[[Games], str], check: str | None) -> Answer:
    """A page about every playable game; the exit status is 1 if a game is missing."""
    asked.name_left_out()
    games = _playable(asked)
    status, *told = _written(asked, write(games), check)
    return (status if games.keys() == asked.games.keys() else REFUSED, *told)


def _written(asked: Invocation, text: str, file: str | None) -> Answer:
    if file is None:
        return OK, text
    if asked.text(file) == text:
        return OK, {"same": True}, [asked.say("same", file=Path(file).name)]
    return REFUSED, failure(Translator(asked.lang, "kernel", {}), "out_of_date", {}, where=file)


COMMANDS = (
    *(document, schema, schema_of_sheets, conformance, permissions, api),
    *(make_game, silent_codes, check_game),
)
