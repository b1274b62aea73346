"""The first load of the edition without a server: what is shown, read and printed meanwhile, and
how it goes on after a break.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.site_tabs import BOOT, Browsing, Ended, Entering, frame_of
from tests.support.built_site import LARGE, Site, listed
from tests.support.random_play import random_history
from tests.support.static_host import PATH, Host, hosting
from tests.support.talk import play

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]
CUT = 1_000_000
ROUND = 20
"""Entries after which a round is over."""
SAVES = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
FETCHED = """async (path) => {
  const answer = await fetch(path);
  const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return [answer.status, answer.headers.get("Content-Type"), [...new Uint8Array(digest)].join()];
}"""
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.includes(" sheets "));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}"""


class Breaking(Host):
    """A host whose line breaks in the middle of one file, until it is mended; it knows ranges."""

    broken = Event()
    """What came before the line broke has been read by then."""
    mended = Event()
    asked: list[tuple[str, str]]

    def do_GET(self) -> None:  # noqa: N802 - the name that is asked for
        name = self.path.removeprefix(PATH)
        wanted = self.headers.get("Range", "")
        type(self).asked.append((name, wanted))
        if not name.endswith(LARGE):
            super().do_GET()
            return
        data = Path(self.translate_path(self.path)).read_bytes()
        at = int(found[1]) if (found := re.match(r"bytes=(\d+)-", wanted)) else 0
        self.send_response(206 if at else 200)
        self.send_header("Content-Length", str(len(data) - at))
        if at:
            self.send_header("Content-Range", f"bytes {at}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        if self.mended.is_set():
            self.wfile.write(data[at:])
            return
        self.wfile.write(data[at:CUT])
        self.wfile.flush()
        self.broken.wait(BOOT / 1000)


class Waiting(Host):
    """A host that keeps one file back until it is let go."""

    let_go = Event()

    def do_GET(self) -> None:  # noqa: N802 - the name that is asked for
        if self.path.endswith(LARGE):
            self.let_go.wait(BOOT / 1000)
        super().do_GET()


@pytest.fixture
def breaking() -> type[Breaking]:
    """A host with a memory of its own."""

    class Own(Breaking):
        broken, mended = Event(), Event()
        asked: list[tuple[str, str]] = []  # noqa: RUF012 - of this class alone

    return Own


@pytest.mark.parametrize("by", ["a tap", "the line"])
def test_what_was_broken_off_goes_on_from_there(
    site: Site, browsing: Browsing, breaking: type[Breaking], by: str
) -> None:
    """It says where it stopped; then only the bytes that are missing are asked for."""
    files = listed(site.folder)["files"]
    with hosting(site.folder, site.port, breaking):
        page = browsing.context.new_page()
        page.goto(site.url)
        come = CUT + sum(file["size"] for name, file in files.items() if name != LARGE)
        told = f"{come / 1e6:.1f}"
        expect(page.locator("#far")).to_contain_text(f"{told} of", timeout=BOOT)
        breaking.broken.set()
        expect(page.locator("#halt-why")).to_have_text(f"Stopped at {told} MB.", timeout=BOOT)
        before = len(breaking.asked)
        breaking.mended.set()
        if by == "a tap":
            page.get_by_role("button", name="Continue").click()
        else:
            page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
    again = [asked for asked in breaking.asked[before:] if asked[0].startswith("runtime/")]
    # Nothing of what had come whole.
    assert again == [(LARGE, f"bytes={CUT}-")]


def test_rules_and_sheets_are_there_while_it_loads(site: Site, browsing: Browsing) -> None:
    """They are read below the line that counts on; afterwards the reader says when to begin."""

    class Own(Waiting):
        let_go = Event()

    with hosting(site.folder, site.port, Own):
        page = browsing.context.new_page()
        page.goto(site.url)
        inside = page.frame_locator("#frame")
        page.get_by_role("link", name="Print a blank sheet").click(timeout=BOOT)
        sheet = inside.get_by_role("link", name="Pairs, 4 players", exact=True)
        href = sheet.get_attribute("href")
        assert href == f"{PATH}sheets/en/pairs-4-a4.pdf"
        assert fetched(page, href)[:2] == [200, "application/pdf"]
        page.get_by_role("button", name="Back").click()
        page.get_by_role("link", name="Read the rules of a game").click()
        read_pairs(inside)
        Own.let_go.set()
        expect(page.locator("#while")).to_contain_text("Everything is loaded.", timeout=BOOT)
        # Whoever reads goes on reading.
        expect(inside.get_by_text("The deck has 55 cards")).to_be_visible()
        inside.get_by_role("link", name="Ask the referee").click()
        expect(inside.get_by_role("heading", name="Ask the referee")).to_be_visible(timeout=BOOT)
    assert page.url == f"{site.url}ask/pairs"


def read_pairs(inside: FrameLocator) -> None:
    inside.get_by_role("link", name=re.compile("^Pairs")).click()
    expect(inside.get_by_text("The deck has 55 cards")).to_be_visible()


def fetched(page: Page, path: str) -> list[Any]:
    """Status, type and hash of a file, as a page has it."""
    found: list[Any] = page.evaluate(FETCHED, path)
    return found


def test_a_phone_that_saves_is_asked_first(
    site: Site, browsing: Browsing, breaking: type[Breaking]
) -> None:
    breaking.mended.set()
    browsing.context.add_init_script(SAVES)
    with hosting(site.folder, site.port, breaking):
        page = browsing.context.new_page()
        page.goto(site.url)
        whole = sum(file["size"] for file in listed(site.folder)["files"].values())
        asked = f"Load {whole / 1e6:.0f} MB now?"
        expect(page.locator("#halt-why")).to_have_text(asked, timeout=BOOT)
        assert not any(name.startswith("runtime/") for name, _wanted in breaking.asked)
        page.get_by_role("button", name="Load").click()
        expect(page.locator("#frame")).to_be_visible(timeout=BOOT)


def test_blank_sheets_open_without_the_host(site: Site, browsing: Browsing) -> None:
    """The usual ones are kept by themselves, any other one once it was opened."""
    other = f"{PATH}sheets/ja/pairs-4-letter.pdf"
    idle = json.loads((site.folder / "sheets/idle.json").read_text(encoding="utf-8"))
    wanted = {f"{PATH}{name}" for name in idle["en"]} | {other}
    with hosting(site.folder, site.port):
        page = browsing.open(site.url)
        hashes = {path: fetched(page, path) for path in [*sorted(wanted)[:3], other]}
        ends = time.monotonic() + BOOT / 1000
        while missing := wanted - set(page.evaluate(KEPT)):
            assert time.monotonic() < ends, missing
    page.reload()
    expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
    assert {path: fetched(page, path) for path in hashes} == hashes
    assert all(told[0] == 200 for told in hashes.values())
    assert frame_of(page).locator("#page").count() == 1


def test_a_sheet_is_set_once_typst_was_loaded(site: Site, browsing: Browsing) -> None:
    """Its size is said before; it is loaded once, for rulings, too, and its worker is gone then."""
    with hosting(site.folder, site.port):
        page = browsing.open(site.url)
        entering = Entering(frame_of(page), ROUND)
        with suppress(Ended):
            play(entering, random_history("pairs", 1))
        frame_of(page).goto(f"{site.url}t/{entering.code}/print")
        inside = page.frame_locator("#frame")
        inside.get_by_role("button", name="Print").click()
        said = inside.locator("[data-press=ask]")
        expect(said).to_contain_text(re.compile(r"This loads 1\d\.\d MB, once\."), timeout=BOOT)
        said.get_by_role("button", name="Load").click()
        first = opened(inside)
    # From here on without the host.
    inside.get_by_role("button", name="Print").click()
    again = opened(inside, first)
    there = [f"{PATH}t/{entering.code}/ruling/1/s{seat}" for seat in range(1, 9)]
    ruling = next(path for path in there if fetched(page, path)[0] == 200)
    frame_of(page).goto(urljoin(site.url, ruling))
    inside.get_by_role("button", name="Print the ruling").click()
    assert opened(inside).startswith("blob:")
    assert first.startswith("blob:")
    assert again.startswith("blob:")
    assert not [worker.url for worker in page.workers if "press" in worker.url]


def opened(inside: FrameLocator, before: str = "") -> str:
    """The address of the PDF once there is another one."""
    link = inside.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible(timeout=BOOT)
    expect(link).not_to_have_attribute("href", before, timeout=BOOT)
    expect(link).to_be_visible(timeout=BOOT)
    return link.get_attribute("href") or ""


def test_the_first_page_speaks_the_other_language(site: Site, browsing: Browsing) -> None:
    """Chosen while it loads, the language is that of what is read and of the application."""

    class Own(Waiting):
        let_go = Event()

    with hosting(site.folder, site.port, Own):
        page = browsing.context.new_page()
        page.goto(site.url)
        page.get_by_role("button", name="日本語").click(timeout=BOOT)
        expect(page.locator("h2")).to_have_text("待っている間に")
        link = page.get_by_role("link", name="ゲームのルールを読む")
        assert link.get_attribute("href") == f"{site.url}ready/ja/rules.html"
        Own.let_go.set()
        expect(page.frame_locator("#frame").locator("html")).to_have_attribute(
            "lang", "ja", timeout=BOOT
        )
