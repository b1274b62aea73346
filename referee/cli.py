"""The command line. Exit status: 0 success; 1 refused or no start; 2 unreadable or wrong usage."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module

import click

from . import __version__
from .commands.base import Command, CommandOption, Games, Invocation, in_language, locale_language

# The first loads no game, as ``serve`` starts a process that does.
MODULES = ("serving", "rules", "keeping", "importing", "building")


class Group(Command, click.Group):
    """A program, which imports the modules of its commands on demand, or a part of one."""

    def __init__(self, name: str, modules: Sequence[str], groups: Sequence[Group] = ()) -> None:
        super().__init__(name)
        self._modules, self._groups = modules, groups
        in_language(self)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return next((one for one in self._all() if one.name == cmd_name), None)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(str(one.name) for one in self._all())

    def _all(self) -> Iterator[click.Command]:
        for module in self._modules:
            yield from import_module(module).COMMANDS
        yield from self._groups


sheet = Group("sheet", [f"{__package__}.commands.sheet"])
referee = Group("referee", [f"{__package__}.commands.{module}" for module in MODULES], [sheet])
click.version_option(
    __version__, prog_name="referee", message="%(prog)s %(version)s", cls=CommandOption
)(referee)


def main(argv: Sequence[str] | None = None, games: Games | None = None) -> int:
    """Run one command; returns the exit status."""
    return run(referee, argv, games)


def run(program: Group, argv: Sequence[str] | None, games: Games | None) -> int:
    """Run one command of a program; returns the exit status."""
    colour = False if os.environ.get("NO_COLOR") else None
    try:
        asked = Invocation(locale_language(), games)
        return int(
            program.main(
                argv, prog_name=program.name, obj=asked, color=colour, standalone_mode=False
            )
            or 0
        )
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except click.Abort:
        return 130
