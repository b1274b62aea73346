"""What all commands share: whom they answer and how, in which language, and what their exit
statuses mean.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

import click

from referee.kernel.game import AnyGame
from referee.store.errors import StoreFailed
from referee.words import LANGUAGES, MARKS, Speaker

OK, REFUSED, UNREADABLE = 0, 1, 2
ENDS = tuple(".!?…。！？")
"""What a sentence ends with; those of rulings have no end of their own."""
Games = Mapping[str, AnyGame]
Answer = tuple[int, Any] | tuple[int, Any, Iterable[str]]
"""The exit status, what programs are told (a text is printed as it is), and the lines that people
read; a failure needs none.
"""


class Unreadable(Exception):
    """What was named cannot be read; its one argument is the failure."""


@dataclass
class Asked:
    """One call of the program: the language, the games it knows where these are not all, and
    whether a program asks.
    """

    lang: str
    known: Games | None = None
    json: bool = False

    @cached_property
    def games(self) -> Games:
        """The games it knows, loaded when they are asked for."""
        from referee.games import GAMES

        return GAMES if self.known is None else self.known

    def say(self, sentence: str, /, **params: Any) -> str:
        """A sentence of the commands."""
        return Speaker(self.lang, "commands", {}).say(sentence, params)

    def failure(self, code: str, found: str, **params: Any) -> dict[str, Any]:
        """A failure that is about one thing."""
        from referee.report import failure

        return failure(Speaker(self.lang, "kernel", {}), code, {"found": found, **params})

    def game(self, name: str) -> AnyGame:
        """A game by its id; Unreadable if there is none, or with what is wrong with it if it cannot
        be loaded.
        """
        if name not in self.games:
            raise Unreadable(self.no_game(name))
        return self.games[name]

    def no_game(self, name: str) -> dict[str, Any]:
        """What is wrong with a game that cannot be loaded, or that there is none of this id, with
        those that there are.
        """
        if name in self.broken:
            return self.broken[name]
        told = self.failure("unknown_game", name)
        return {"error": told["error"] | {"games": [*self.games]}}

    @cached_property
    def broken(self) -> Mapping[str, dict[str, Any]]:
        """The failure of every game that cannot be loaded, which tells the file and the line."""
        from referee.games import BROKEN

        named = {folder.replace("_", "-"): error for folder, error in BROKEN.items()}
        return (
            {}
            if self.known is not None
            else {name: self.slip("broken_game", name, error) for name, error in named.items()}
        )

    def slip(self, code: str, game: str, error: Exception) -> dict[str, Any]:
        """A failure that lies in the files of a game."""
        from referee.left_out import slip_in

        found = slip_in(game, error)
        return self.failure(code, game, place=found.place, why=found.said)

    def name_left_out(self) -> None:
        """Say beside an answer about all games which of them cannot be loaded."""
        self.warn(self.broken.values())

    def warn(self, failures: Iterable[Mapping[str, Any]]) -> None:
        """Say beside an answer what is amiss, where it does not disturb who reads it."""
        for failed in failures:
            click.echo("\n".join(failure_lines(failed["error"])), err=True)

    def text(self, file: str) -> str:
        """What a file holds; Unreadable if it is no text."""
        try:
            return Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as bad:
            raise Unreadable(self.failure("no_file", file)) from bad

    @contextmanager
    def progress(self, things: Sequence[Any], label: str) -> Iterator[Iterable[Any]]:
        """The things, with a bar on the terminal that says how far one is."""
        with click.progressbar(
            things,
            label=self.say(label),
            file=sys.stderr,
            hidden=self.json or not sys.stderr.isatty(),
        ) as bar:
            yield bar


def pairs(texts: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` as they are typed."""
    return dict(text.partition("=")[::2] for text in texts)


class Command(click.Command):
    """A command whose help is in the catalogue, under ``command.<name>``."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """Its line in the list of commands."""
        return said(f"command.{self.name}")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The sentence above its options."""
        self.help = said(f"command.{self.name}")
        super().format_help_text(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option that shows its help, in the language that is asked for behind it too."""
        option = super().get_help_option(ctx)
        if option:
            option.help = said("option.help")
            option.is_eager = False
        return option


class Option(click.Option):
    """An option whose help is in the catalogue, under ``option.<name>``."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Its lines in the help."""
        self.help = said(f"option.{self.name}")
        return super().get_help_record(ctx)


def locale_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the terminal, by the variables that name it; English where none spoken here
    is named.
    """
    named = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "") or ""
    return named[:2] if named[:2] in LANGUAGES else LANGUAGES[0]


def said(code: str) -> str:
    """A sentence of the commands in the language of this call."""
    return Speaker(call_language(), "commands", {}).say(code)


def call_language() -> str:
    """The language of this call: the one asked for, else the terminal's."""
    context = click.get_current_context(silent=True)
    return str(context.obj.lang) if context and context.obj else locale_language()


def reason(bad: Exception) -> str:
    """Why a file cannot be used, in the words of whoever said so; ours stand around them
    already.
    """
    return (bad.cause if isinstance(bad, StoreFailed) else str(bad)).rstrip(".")


def _choose(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value:
        context.obj.lang = value


in_language = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    is_eager=True,
    expose_value=False,
    callback=_choose,
    cls=Option,
)


def command(name: str) -> Callable[[Callable[..., Answer]], Command]:
    """Make a command of a function that takes who asked and the parameters, and returns an
    Answer.
    """

    def made(run: Callable[..., Answer]) -> Command:
        @click.option("--json", "as_json", is_flag=True, cls=Option)
        @in_language
        @click.pass_obj  # type: ignore[arg-type]
        @wraps(run)
        def called(asked: Asked, as_json: bool, **parameters: Any) -> int:
            asked.json = as_json
            try:
                status, *told = run(asked, **parameters)
            except Unreadable as wrong:
                status, told = UNREADABLE, [wrong.args[0]]
            _print(asked, *told)
            return status

        return click.command(name, cls=Command)(called)

    return made


def _print(asked: Asked, told: Any, lines: Iterable[str] = ()) -> None:
    """Print for whoever asked; a failure that people read goes to the other stream."""
    wrong = not asked.json and isinstance(told, Mapping) and "error" in told
    if isinstance(told, str):
        text = told
    elif asked.json:
        text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    else:
        text = "".join(
            f"{line}\n" for line in (*(failure_lines(told["error"]) if wrong else ()), *lines)
        )
    try:
        click.echo(text, nl=False, err=wrong)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has had enough; what Python still holds for it goes nowhere when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def failure_lines(error: Mapping[str, Any]) -> Iterator[str]:
    """A failure as people read it."""
    yield click.style(error["sentence"], fg="red")
    marks = MARKS[call_language()]
    for ruling in error["rulings"]:
        sentence = ruling["sentence"]
        if ruling["why"]:
            sentence += ("" if sentence.endswith(ENDS) else marks.stop) + marks.gap + ruling["why"]
        yield "  " + " ".join(filter(None, (sentence, clause(ruling["clause"]))))
    yield from (f"  {one}" for one in error.get("questions", error.get("games", ())))


def clause(number: str | None) -> str:
    """The number of a rule as it stands behind a sentence."""
    return click.style(f"({number})", dim=True) if number else ""
