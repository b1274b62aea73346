"""The command line. Exit status: 0 success; 1 refused or no start; 2 unreadable or wrong usage."""

import os
from collections.abc import Iterator, Sequence
from importlib import import_module

import click

from . import __version__
from .commands.base import Asked, Command, Games, Option, in_language, locale_language

MODULES = ("serving", "rules", "keeping", "importing", "making")
"""Modules of commands; the first loads no game, as ``serve`` starts a process that does."""


class Group(Command, click.Group):
    """The program itself, which imports a command's module on demand."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return next((one for one in _commands() if one.name == cmd_name), None)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(str(one.name) for one in _commands())


def _commands() -> Iterator[click.Command]:
    for module in MODULES:
        yield from import_module(f"{__package__}.commands.{module}").COMMANDS


referee = Group("referee")
click.version_option(__version__, prog_name="referee", message="%(prog)s %(version)s", cls=Option)(
    referee
)
in_language(referee)


def main(argv: Sequence[str] | None = None, games: Games | None = None) -> int:
    """Run one command; returns the exit status."""
    colour = False if os.environ.get("NO_COLOR") else None
    try:
        asked = Asked(locale_language(), games)
        return int(
            referee.main(argv, prog_name="referee", obj=asked, color=colour, standalone_mode=False)
            or 0
        )
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except click.Abort:
        return 130
