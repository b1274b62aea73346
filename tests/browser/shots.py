"""Pictures of every page for people to look at: ``python -m tests.browser.shots FOLDER [SCENE …]``."""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from app import create_app
from tests.browser.conftest import BROWSERS, Silent
from tests.browser.past import let_time_be_told
from tests.browser.phone import make_phone
from tests.browser.scenes import SCENES, Tables


def shoot(base: str, folder: Path, names: Sequence[str]) -> int:
    """Save FOLDER/<language>-<light>/<scene>.png for the scenes named; returns how many could not be reached."""
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
                        phone.page.screenshot(path=folder / f"{lang}-{theme}" / f"{name}.png", full_page=True)
                    except Exception as problem:
                        failed += 1
                        print(f"{lang} {theme} {name}: {problem}", file=sys.stderr)
                    phone.page.context.close()
        browser.close()
    return failed


def main(folder: str, *names: str) -> int:
    """Serve an empty database and photograph it."""
    with tempfile.TemporaryDirectory() as data:
        app = create_app({"DATABASE": str(Path(data) / "referee.db"), "RATE_LIMITS": False})
        let_time_be_told(app)
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Silent)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        failed = shoot(f"http://127.0.0.1:{server.server_port}", Path(folder), names or tuple(SCENES))
        app.extensions["desk"].close()
        server.shutdown()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if sys.argv[1:] else "python -m tests.browser.shots FOLDER [SCENE …]")
