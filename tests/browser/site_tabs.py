"""Tabs of the edition without a server, in a browser that can be killed."""

from __future__ import annotations

import json as plain_json
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Frame, Page, Playwright, expect

from tests.support.random_play import random_history
from tests.support.static_host import PATH
from tests.support.talk import Told, play

BOOT = 120_000
"""Milliseconds until Python is there, on a busy machine."""
ENTRIES = 6
POST = """async ([path, body]) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return [answer.status, await answer.text()];
}"""
GET = "async (path) => { const answer = await fetch(path); return await answer.json(); }"


class Browsing:
    """A browser with a profile on the disk, which can be killed and started anew."""

    def __init__(self, playwright: Playwright, path: str, profile: Path) -> None:
        self._playwright, self._path, self._profile = playwright, path, profile
        self.context: BrowserContext

    def start(self) -> None:
        self.context = self._playwright.chromium.launch_persistent_context(
            str(self._profile),
            executable_path=self._path,
            args=["--no-sandbox"],
            viewport={"width": 390, "height": 664},
        )

    def open(self, url: str) -> Page:
        """A tab that shows the application."""
        page = self.context.new_page()
        page.goto(url)
        expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
        return page

    def kill(self) -> None:
        """End every process of it at once."""
        wanted = str(self._profile).encode()
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if wanted in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
        with suppress(Error):
            self.context.close()


def frame_of(page: Page) -> Frame:
    """The application's own page."""
    (found,) = page.main_frame.child_frames
    return found


class Ended(Exception):
    """Enough was entered."""


class Entering:
    """Posts from inside the frame until so much is acknowledged; ``acknowledged`` is the newest
    revision.
    """

    def __init__(self, frame: Frame, most: int) -> None:
        self._frame, self._most = frame, most
        self.code, self.acknowledged = "", 0

    def post(self, path: str, /, *, json: Any) -> Told:
        """Post JSON; raises Ended right after the last that is wanted was acknowledged."""
        status, text = self._frame.evaluate(POST, [PATH.rstrip("/") + path, json])
        said = plain_json.loads(text)
        if status == 201:
            self.code = said.get("code", self.code)
            self.acknowledged = said["revision"]
            if self.acknowledged > self._most:
                raise Ended
        return Told(status, said)


def revision(frame: Frame, code: str) -> int:
    return int(frame.evaluate(GET, f"{PATH}api/t/{code}")["revision"])


def entered(page: Page) -> tuple[Entering, int]:
    """A game with some entries, and its revision."""
    entering = Entering(frame_of(page), ENTRIES)
    with suppress(Ended):
        play(entering, random_history("pairs", 1))
    return entering, entering.acknowledged


def undo(frame: Frame, code: str, seen: int) -> int:
    """Undo the newest entry; the new revision."""
    status, text = frame.evaluate(
        POST, [f"{PATH}api/t/{code}/undo", {"seen": seen, "key": f"undo {seen}"}]
    )
    assert status == 201, text
    return int(plain_json.loads(text)["revision"])
