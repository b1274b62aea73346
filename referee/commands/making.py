"""Commands for whoever writes games: docs, schema, rights, new-game, words, check."""

from pathlib import Path

import click

from referee import conformance as cases
from referee import lines_schema, new_game
from referee.docs import page
from referee.files import CLONED, PACKAGE
from referee.games import QUESTIONS
from referee.new_game import silent
from referee.record_schema import schema_text
from referee.report import failure
from referee.web.http.rights import PAGE
from referee.words import Speaker

from .base import OK, REFUSED, Answer, Asked, Option, Unreadable, command
from .rules import games_beginning

check_option = click.option("--check", metavar="FILE", cls=Option)
game_argument = click.argument("game", shell_complete=games_beginning)


@command("docs")
@check_option
def document(asked: Asked, check: str | None) -> Answer:
    """The Markdown page of every move, or with ``--check`` whether a file still is that page."""
    return _written(asked, page(asked.games, asked.lang), check)


@command("schema")
@check_option
def schema(asked: Asked, check: str | None) -> Answer:
    """The JSON schema of records, or with ``--check`` whether a file still is that schema."""
    return _written(asked, schema_text(asked.games), check)


@command("conformance")
@click.argument("game", required=False, shell_complete=games_beginning)
@click.option("--schema", "of_format", is_flag=True, cls=Option)
def conformance(asked: Asked, game: str | None, of_format: bool) -> Answer:
    """Every golden record of a game, or of all, with its lines as JSON; or the JSON schema of that."""
    if game:
        asked.game(game)
    if of_format:
        return OK, lines_schema.schema_text(asked.games)
    return OK, cases.document(game) if game else cases.everything()


@command("rights")
@check_option
def rights(asked: Asked, check: str | None) -> Answer:
    """The Markdown page of who may do what, or with ``--check`` whether a file still is that page."""
    return _written(asked, PAGE, check)


@command("new-game")
@click.argument("game")
@click.option("--prefix", cls=Option)
def make_game(asked: Asked, game: str, prefix: str | None) -> Answer:
    """The files of a new game, or why there can be none of this name."""
    _in_a_clone(asked)
    try:
        written = new_game.create(game, prefix, {known.info.prefix for known in asked.games.values()})
    except new_game.Refused as no:
        return REFUSED, asked.failure(no.code, no.found)
    return OK, {"written": written}, written


@command("words")
@game_argument
def silent_codes(asked: Asked, game: str) -> Answer:
    """Entries for the catalogues of a game; empty where every code has words."""
    text = silent.page(asked.game(game), QUESTIONS.get(game, ()))
    return REFUSED if text else OK, text


@command("check")
@game_argument
def check_game(asked: Asked, game: str) -> Answer:
    """The files a game lacks; if none, whether its tests pass, once RECORDS.md and the schema have its moves."""
    _in_a_clone(asked)
    asked.game(game)
    if lacks := new_game.missing(game):
        return REFUSED, {"missing": lacks}, [asked.say("missing"), *(f"  {file}" for file in lacks)]
    (PACKAGE / "RECORDS.md").write_text(page(asked.games, "en"), encoding="utf-8")
    (PACKAGE / "record.schema.json").write_text(schema_text(asked.games), encoding="utf-8")
    kept = new_game.keep(game)
    return OK if kept else REFUSED, {"game": game, "passed": kept}, [asked.say("passed" if kept else "failed")]


def _in_a_clone(asked: Asked) -> None:
    if not CLONED:
        raise Unreadable(asked.failure("no_clone", str(PACKAGE)))


def _written(asked: Asked, text: str, file: str | None) -> Answer:
    if file is None:
        return OK, text
    if asked.text(file) == text:
        return OK, {"same": True}, [asked.say("same", file=Path(file).name)]
    return REFUSED, failure(Speaker(asked.lang, "kernel", {}), "out_of_date", {}, where=file)


COMMANDS = (document, schema, conformance, rights, make_game, silent_codes, check_game)
