"""``referee build-site``: the edition for one phone's browser as a folder for any web host."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from .base import OK, REFUSED, Answer, CommandOption, Invocation, command
from .serving import HttpUrl


@command("build-site")
@click.argument("folder", metavar="OUT")
@click.option("--url", required=True, type=HttpUrl(), cls=CommandOption)
def build_site(asked: Invocation, folder: str, url: str) -> Answer:
    """Build the site for its public address; what it needs is fetched, and checked."""
    from referee.browser.build import CannotBuild, build

    try:
        with TemporaryDirectory() as fetched:
            told: dict[str, Any] = build(Path(folder), url, Path(fetched))
    except (CannotBuild, OSError) as bad:
        return REFUSED, asked.failure("no_site", folder, detail=str(bad))
    megabytes = f"{told['bytes'] / 1e6:.1f}"
    return OK, told, [asked.say("site_built", folder=folder, megabytes=megabytes)]


COMMANDS = (build_site,)
