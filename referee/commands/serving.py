"""``referee serve``, ``nginx`` and ``settings``; each setting is a flag or a variable."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.server import serve as server
from referee.server.check import CannotStart
from referee.server.nginx import configuration
from referee.store.codes import LETTERS
from referee.web.http.public_url import ADDRESS
from referee.words import Translator

from .base import OK, REFUSED, Answer, CommandOption, Invocation, command, said

Run = TypeVar("Run", bound=Callable[..., Any])


@dataclass(frozen=True)
class ServerSetting:
    """A setting of these commands; its help is in the catalogue, under ``option.<name>``."""

    name: str
    default: Any
    type: Any = str
    commands: tuple[str, ...] = ("serve",)

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        return "REFEREE_" + self.name.upper().replace("-", "_")


class Port(click.IntRange):
    """A port number."""

    def __init__(self) -> None:
        super().__init__(1, 65535)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(super().convert(value, param, ctx))
        except click.UsageError:
            self.fail(said("no_port"), param, ctx)


class HttpUrl(click.ParamType[str]):
    """An http or https address, always with a slash at its end."""

    name = "url"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value and not ADDRESS.fullmatch(value):
            self.fail(said("no_address"), param, ctx)
        return value and value.rstrip("/") + "/"


class Node(click.ParamType[str]):
    """The letters of a node."""

    name = "letters"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The letters in capitals; a usage error for unknown or repeated ones."""
        letters = value.upper()
        if not set(letters) <= set(LETTERS) or len(set(letters)) < len(letters):
            self.fail(said("no_letters"), param, ctx)
        return letters


class Nodes(click.ParamType[str]):
    """The addresses of all nodes, each behind its letters."""

    name = "A=HOST:PORT …"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text unchanged; a usage error if unreadable or if two nodes share a letter."""
        found = NODE.findall(value)
        letters = "".join(known for known, _ in found)
        if NODE.sub("", value).strip(" ,") or len(set(letters)) < len(letters):
            self.fail(said("no_nodes"), param, ctx)
        return value


NODE = re.compile(
    r"(?<!\S)([A-Z]+)=([\w.-]+:\d{1,5}|\[[\da-fA-F:.]+\]:\d{1,5})(?![^\s,])", re.ASCII
)
SETTINGS = (
    ServerSetting("host", "0.0.0.0"),
    ServerSetting("port", 8000, Port()),
    ServerSetting("data", "data", commands=("serve", "import")),
    ServerSetting("phones", server.DEFAULT_PHONES, click.IntRange(1)),
    ServerSetting("tls", False, bool),
    ServerSetting("behind-proxy", 0, click.IntRange(0)),
    ServerSetting("url", "", HttpUrl(), ("serve", "nginx")),
    ServerSetting("copies", 7, click.IntRange(0)),
    ServerSetting("node", "", Node(), ("serve", "import")),
    ServerSetting("nodes", "", Nodes(), ("nginx",)),
)


def with_settings(name: str) -> Callable[[Run], Run]:
    """Give a command the options of its settings: flag, else environment, else default."""

    def given(run: Run) -> Run:
        for one in reversed([one for one in SETTINGS if name in one.commands]):
            flag: dict[str, Any] = {"is_flag": True} if one.type is bool else {"type": one.type}
            more = {
                "default": one.default,
                "envvar": one.variable,
                "show_default": True,
                "show_envvar": True,
            }
            run = click.option(one.flag, cls=CommandOption, **more, **flag)(run)
        return run

    return given


@command("serve")
@with_settings("serve")
@click.option("--app", default="referee.application", hidden=True)
def serve(asked: Invocation, **told: Any) -> Answer:
    """Serve until Ctrl-C, or say in both languages why the server cannot start."""
    told["data"] = Path(told["data"]).expanduser().absolute()
    try:
        server.start(server.Settings(**told))
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return REFUSED, ""
    return OK, ""


@command("nginx")
@with_settings("nginx")
def nginx(asked: Invocation, url: str, nodes: str) -> Answer:
    """The nginx configuration that routes every request to its node."""
    known = dict(NODE.findall(nodes))
    if not known:
        raise click.UsageError(said("no_nodes"))
    text = configuration(known, url)
    return OK, {"configuration": text}, text.splitlines()


@command("settings")
def settings(asked: Invocation) -> Answer:
    """All settings: lines on a terminal, else the Markdown table of docs/hosting.md."""
    told = [
        {"flag": one.flag, "variable": one.variable, "default": one.default} for one in SETTINGS
    ]
    return OK, told, _plain(asked.lang) if sys.stdout.isatty() else rows(asked.lang)


def _plain(lang: str) -> Iterator[str]:
    translator = Translator(lang, "commands", {})
    for one in SETTINGS:
        default = f" = {one.default}" if one.default not in ("", False) else ""
        yield f"{click.style(one.flag, bold=True)}  {one.variable}{default}"
        yield f"    {translator.say('option.' + one.name.replace('-', '_'))}"


def rows(lang: str) -> Iterator[str]:
    """The table of settings in Markdown."""
    translator = Translator(lang, "commands", {})
    yield translator.say("settings.head")
    yield "|---|---|---|---|"
    for one in SETTINGS:
        default = f"`{one.default}`" if one.default not in ("", False) else "–"
        yield (
            f"| `{one.flag}` | `{one.variable}` | {default} |"
            f" {translator.say('option.' + one.name.replace('-', '_'))} |"
        )


COMMANDS = (serve, nginx, settings)
