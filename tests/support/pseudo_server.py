"""The whole app in a language nobody speaks: ``python -m tests.support.pseudo_server FOLDER``
serves it.

It is a process of its own, as the list of languages must be longer before anything reads it. The
first line it prints is its address.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from referee import languages
from tests.support.paths import ROOT

LANG = "eo"
"""A language that Babel knows and nobody has translated the app into."""


def serve(folder: Path) -> None:
    """Write the language into a folder, tell the app of it, print the address and serve it."""
    languages.MARKS[LANG] = replace(languages.MARKS["en"], last=" [&] ")
    languages.LANGUAGES = tuple(languages.MARKS)
    from referee import game_files, words
    from tests.support.pseudo_files import all_domains, copy_files, write_catalogue

    copy_files(folder, LANG)
    games, game_files.GAMES, words.CATALOGUES = game_files.GAMES, folder / "games", folder / "words"
    for domain in all_domains():
        write_catalogue(LANG, domain)
    words.catalogue.cache_clear()

    from werkzeug.serving import make_server

    from app import create_app
    from referee.web.paper import typst
    from tests.browser.past import let_time_be_told

    # Templates of paper hold no words, and are found only inside the project.
    typst.game_file = lambda game, name: games / game.replace("-", "_") / name  # type: ignore[attr-defined]
    app = create_app({"DATABASE": str(folder / "referee.db"), "RATE_LIMITS": False})
    let_time_be_told(app)
    served = make_server("127.0.0.1", 0, app, threaded=True)
    print(f"http://127.0.0.1:{served.server_port}", flush=True)
    served.serve_forever()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of such a server, with its files in a folder, until it is left."""
    command = [sys.executable, "-m", "tests.support.pseudo_server", str(folder)]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True
        ) as server,
    ):
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            assert address, (folder / "log").read_text()
            yield address
        finally:
            server.kill()


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
