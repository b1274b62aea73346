"""Pictures of every page for people to look at: ``python -m tests.browser.shots --into FOLDER
[SCENE …]``.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import BROWSERS
from tests.browser.past import let_time_be_told
from tests.browser.phone import make_phone
from tests.browser.scenes import SCENES, Tables
from tests.support.application import application, served


def shoot(base: str, folder: Path, names: Sequence[str]) -> int:
    """Save FOLDER/<language>-<light>/<scene>.png for the scenes named; returns how many could not
    be reached.
    """
    failed = 0
    with sync_playwright() as playwright:
        path = next(found for name in BROWSERS if (found := shutil.which(name)))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for lang in ("en", "ja"):
            tables = Tables(browser, base, lang)
            for theme in ("light", "dark"):
                (folder / f"{lang}-{theme}").mkdir(parents=True, exist_ok=True)
                for name in names:
                    phone = make_phone(browser, base, lang, theme, storage_state=tables.cookies)
                    try:
                        SCENES[name](phone, tables)
                        phone.page.screenshot(
                            path=folder / f"{lang}-{theme}" / f"{name}.png", full_page=True
                        )
                    except Exception as problem:
                        failed += 1
                        print(f"{lang} {theme} {name}: {problem}", file=sys.stderr)
                    phone.page.context.close()
        browser.close()
    return failed


def folder_named(text: str) -> Path:
    """The folder to save in; a name that begins with ``-`` is a flag mistyped, and is refused."""
    if text.startswith("-"):
        raise argparse.ArgumentTypeError(f"{text!r} looks like a flag, not a folder")
    return Path(text)


def scene_named(text: str) -> str:
    """A scene that there is."""
    if text not in SCENES:
        raise argparse.ArgumentTypeError(f"there is no scene {text!r}")
    return text


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Read the command line; exits with 2 where a flag, a folder or a scene is unknown."""
    parser = argparse.ArgumentParser(prog="tests.browser.shots", description=__doc__)
    parser.add_argument("--into", type=folder_named, required=True, help="folder to save in")
    parser.add_argument("scenes", type=scene_named, nargs="*", metavar="SCENE")
    return parser.parse_args(given)


def main(folder: Path, names: Sequence[str]) -> int:
    """Serve an empty database and photograph it."""
    with (
        tempfile.TemporaryDirectory() as data,
        application(Path(data) / "referee.db") as app,
        served(app) as address,
    ):
        let_time_be_told(app)
        failed = shoot(address, folder, names or tuple(SCENES))
        app.extensions["service"].stop()
    return 1 if failed else 0


if __name__ == "__main__":
    wanted = arguments(sys.argv[1:])
    sys.exit(main(wanted.into, wanted.scenes))
