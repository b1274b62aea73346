"""``referee serve`` and ``referee settings``: what can be set, by flag, by environment, or left as it is."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.server import serve as server
from referee.server.check import CannotStart
from referee.web.http.mounted import ADDRESS
from referee.words import Speaker

from .base import OK, REFUSED, Answer, Asked, Option, command, said

Run = TypeVar("Run", bound=Callable[..., Any])


@dataclass(frozen=True)
class Setting:
    """Something that can be set; what it does stands in the catalogue, under ``option.<name>``."""

    name: str
    default: Any
    type: Any = str

    @property
    def flag(self) -> str:
        """How it is written on the command line."""
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        """How it is written in the environment."""
        return "REFEREE_" + self.name.upper().replace("-", "_")


class Address(click.ParamType[str]):
    """An http or https address, always with a slash at its end."""

    name = "url"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address; a usage error for anything else."""
        if value and not ADDRESS.fullmatch(value):
            self.fail(said("no_address"), param, ctx)
        return value and value.rstrip("/") + "/"


SETTINGS = (
    Setting("host", "0.0.0.0"),
    Setting("port", 8000, click.IntRange(1, 65535)),
    Setting("data", "data"),
    Setting("threads", server.DEFAULT_THREADS, click.IntRange(server.SPARE_THREADS + 1)),
    Setting("tls", False, bool),
    Setting("behind-proxy", 0, click.IntRange(0)),
    Setting("url", "", Address()),
    Setting("copies", 7, click.IntRange(0)),
)


def with_settings(run: Run) -> Run:
    """Give a command the options of every setting; a flag goes before the environment, and that before the default."""
    for one in reversed(SETTINGS):
        flag: dict[str, Any] = {"is_flag": True} if one.type is bool else {"type": one.type}
        run = click.option(one.flag, default=one.default, envvar=one.variable, show_default=True, show_envvar=True, cls=Option, **flag)(run)
    return run


@command("serve")
@with_settings
@click.option("--app", default="referee.application", hidden=True)
def serve(asked: Asked, **told: Any) -> Answer:
    """Serve until Ctrl-C, or say in both languages why it cannot be."""
    told["data"] = Path(told["data"]).expanduser().absolute()
    try:
        server.start(server.Settings(**told))
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return REFUSED, ""
    return OK, ""


@command("settings")
def settings(asked: Asked) -> Answer:
    """What can be set, as the table of the README."""
    told = [{"flag": one.flag, "variable": one.variable, "default": one.default} for one in SETTINGS]
    return OK, told, rows(asked.lang)


def rows(lang: str) -> Iterator[str]:
    """The table of settings, in Markdown."""
    speaker = Speaker(lang, "commands", {})
    yield speaker.say("settings.head")
    yield "|---|---|---|---|"
    for one in SETTINGS:
        default = f"`{one.default}`" if one.default not in ("", False) else "–"
        yield f"| `{one.flag}` | `{one.variable}` | {default} | {speaker.say('option.' + one.name.replace('-', '_'))} |"


COMMANDS = (serve, settings)
