"""The command line, ``referee`` or ``python -m referee``.

Exit status: 0 all is well; 1 refused (by the rules, by an audit, or the server cannot start); 2 not to be read, or called wrongly.
"""

import os
from collections.abc import Sequence
from contextlib import nullcontext

import click

from . import __version__
from .commands import importing, keeping, making, rules, serving
from .commands.base import Asked, Command, Games, Option
from .commands.click_words import locale_language
from .games import GAMES


class Group(Command, click.Group):
    """The program itself."""


referee = Group("referee", commands=[*serving.COMMANDS, *rules.COMMANDS, *keeping.COMMANDS, *importing.COMMANDS, *making.COMMANDS])
click.version_option(__version__, prog_name="referee", message="%(prog)s %(version)s", cls=Option)(referee)


def main(argv: Sequence[str] | None = None, games: Games = GAMES) -> int:
    """Run one command; the exit status."""
    colour = False if os.environ.get("NO_COLOR") else None
    try:
        asked = Asked(games, locale_language())
        return int(referee.main(argv, prog_name="referee", obj=asked, color=colour, standalone_mode=False) or 0)
    except click.ClickException as wrong:
        context = getattr(wrong, "ctx", None)
        # What was asked for on the command line holds for what is said about it.
        with context.scope(cleanup=False) if context else nullcontext():
            wrong.show()
        return wrong.exit_code
    except click.Abort:
        return 130
