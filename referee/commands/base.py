"""Shared parts of the commands: language, output, help and exit status."""

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
from referee.words import LANGUAGES, MARKS, Translator

OK, REFUSED, UNREADABLE = 0, 1, 2
ENDS = tuple(".!?…。！？")
"""Ends of sentences; those of rulings have none of their own."""
Games = Mapping[str, AnyGame]
Answer = tuple[int, Any] | tuple[int, Any, Iterable[str]]
"""Exit status, JSON data (text is printed as is), and lines for people; a failure has none."""


class UnreadableInput(Exception):
    """An input cannot be read; its one argument is the failure."""


@dataclass
class Invocation:
    """One call of the program: its language, its games (None: all), and whether output is JSON."""

    lang: str
    known: Games | None = None
    json: bool = False

    @cached_property
    def games(self) -> Games:
        from referee.games import GAMES

        return GAMES if self.known is None else self.known

    def say(self, sentence: str, /, **params: Any) -> str:
        return Translator(self.lang, "commands", {}).say(sentence, params)

    def failure(self, code: str, found: str, **params: Any) -> dict[str, Any]:
        from referee.report import failure

        return failure(Translator(self.lang, "kernel", {}), code, {"found": found, **params})

    def game(self, name: str) -> AnyGame:
        """The game with this id; raises UnreadableInput if it is unknown or cannot be loaded."""
        if name not in self.games:
            raise UnreadableInput(self.no_game(name))
        return self.games[name]

    def no_game(self, name: str) -> dict[str, Any]:
        """The failure of a game that cannot be loaded, or of an unknown id with all known ones."""
        if name in self.broken:
            return self.broken[name]
        told = self.failure("unknown_game", name)
        return {"error": told["error"] | {"games": [*self.games]}}

    @cached_property
    def broken(self) -> Mapping[str, dict[str, Any]]:
        """The failure of every game that cannot be loaded, with file and line."""
        from referee.games import BROKEN

        named = {folder.replace("_", "-"): error for folder, error in BROKEN.items()}
        return (
            {}
            if self.known is not None
            else {name: self.slip("broken_game", name, error) for name, error in named.items()}
        )

    def slip(self, code: str, game: str, error: Exception) -> dict[str, Any]:
        from referee.left_out import find_error

        found = find_error(game, error)
        return self.failure(code, game, place=found.place, why=found.said)

    def name_left_out(self) -> None:
        self.warn(self.broken.values())

    def warn(self, failures: Iterable[Mapping[str, Any]]) -> None:
        """Print failures to stderr, beside the answer."""
        for failed in failures:
            click.echo("\n".join(failure_lines(failed["error"])), err=True)

    def text(self, file: str) -> str:
        """The text of a file; raises UnreadableInput if it is not UTF-8 text."""
        try:
            return Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as bad:
            raise UnreadableInput(self.failure("no_file", file)) from bad

    @contextmanager
    def progress(self, things: Sequence[Any], label: str) -> Iterator[Iterable[Any]]:
        """The things, with a progress bar on an interactive stderr."""
        with click.progressbar(
            things,
            label=self.say(label),
            file=sys.stderr,
            hidden=self.json or not sys.stderr.isatty(),
        ) as bar:
            yield bar


def pairs(texts: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` arguments as a dict."""
    return dict(text.partition("=")[::2] for text in texts)


class Command(click.Command):
    """A command whose help is in the catalogue, under ``command.<name>`` with its group's name."""

    within = ""

    def get_short_help_str(self, limit: int = 45) -> str:
        return self._help

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = self._help
        super().format_help_text(ctx, formatter)

    @property
    def _help(self) -> str:
        return said(".".join(filter(None, ("command", self.within, self.name))))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The help option; not eager, so that ``--lang`` after it still applies."""
        option = super().get_help_option(ctx)
        if option:
            option.help = said("option.help")
            option.is_eager = False
        return option


class CommandOption(click.Option):
    """An option whose help is in the catalogue, under ``option.<name>``."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = said(f"option.{self.name}")
        return super().get_help_record(ctx)


def locale_language(environment: Mapping[str, str] = os.environ) -> str:
    """The terminal's language by its environment variables; English if unsupported."""
    named = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "") or ""
    return named[:2] if named[:2] in LANGUAGES else LANGUAGES[0]


def said(code: str) -> str:
    """A sentence of the commands in the language of this call."""
    return Translator(call_language(), "commands", {}).say(code)


def call_language() -> str:
    """The language of this call: that of ``--lang``, else the terminal's."""
    context = click.get_current_context(silent=True)
    return str(context.obj.lang) if context and context.obj else locale_language()


def reason(bad: Exception) -> str:
    """Why a file cannot be used, in the error's own words, without a full stop."""
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
    cls=CommandOption,
)


def command(name: str, within: str = "") -> Callable[[Callable[..., Answer]], Command]:
    """Make a command of a function of an Invocation and the parameters that returns an Answer;
    ``within`` is the group that it belongs to.
    """

    def made(run: Callable[..., Answer]) -> Command:
        @click.option("--json", "as_json", is_flag=True, cls=CommandOption)
        @in_language
        @click.pass_obj  # type: ignore[arg-type]
        @wraps(run)
        def called(asked: Invocation, as_json: bool, **parameters: Any) -> int:
            asked.json = as_json
            try:
                status, *told = run(asked, **parameters)
            except UnreadableInput as wrong:
                status, told = UNREADABLE, [wrong.args[0]]
            _print(asked, *told)
            return status

        found = click.command(name, cls=Command)(called)
        found.within = within
        return found

    return made


def _print(asked: Invocation, told: Any, lines: Iterable[str] = ()) -> None:
    """Print as JSON, text or lines; a failure for people goes to stderr."""
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
        # The reader closed the pipe; discard the buffered rest, which Python flushes at exit.
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
    """A clause id as it stands behind a sentence; empty without one."""
    return click.style(f"({number})", dim=True) if number else ""
