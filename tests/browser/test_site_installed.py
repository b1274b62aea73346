"""The edition without a server as an app of a phone, with its host switched off for good."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.browser.build import PRESS, PRESS_VERSION, PYODIDE, WHEELS
from tests.browser.phone import INIT, SIZE, Phone
from tests.browser.site_phone import Framed, SitePhone, site_phone
from tests.browser.site_tabs import BOOT, Browsing
from tests.browser.test_demo import play_demo
from tests.browser.test_questions import ALONE, put
from tests.browser.test_site import begin_chief, enter
from tests.browser.test_site_loading import KEPT, fetched
from tests.commands.test_build_site import pins
from tests.support.built_site import Site
from tests.support.static_host import PATH, hosting

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]
ROUND = ["KD 7D", "2S 3S 4H", "5C 9C"]
"""What the other three enter after the first player's Lawyer."""


def wait_for_sheets(page: Page, site: Site) -> None:
    """Until the blank sheets of its language are kept."""
    idle = json.loads((site.folder / "sheets/idle.json").read_text(encoding="utf-8"))
    wanted = {f"{PATH}{name}" for name in idle["en"]}
    ends = time.monotonic() + BOOT / 1000
    while missing := wanted - set(page.evaluate(KEPT)):
        assert time.monotonic() < ends, missing
        page.wait_for_timeout(200)


@pytest.fixture
def installed(site: Site, chromium: Browser) -> Iterator[SitePhone]:
    """The app begun at its start address after a visit; nothing answers there any more."""
    context = chromium.new_context(viewport=SIZE, has_touch=True, locale="en")
    context.add_init_script(INIT)
    with hosting(site.folder, site.port):
        page = site_phone(context.new_page(), site.url).page
        wait_for_sheets(cast(Framed, page).tab, site)
        page.close()
    manifest = json.loads((site.folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == PATH
    phone = site_phone(context.new_page(), site.url)
    yield phone
    context.close()
    assert phone.problems == []


def test_an_installed_app_does_everything_with_its_host_switched_off(
    installed: SitePhone, tmp_path: Path
) -> None:
    """A round by taps, a ruling, rules searched and read, statistics, a blank sheet, a backup."""
    tab = cast(Framed, installed.page).tab
    inside = tab.frame_locator("#frame")
    begin_chief(inside)
    for cards in ROUND:
        enter(inside, cards)
    expect(inside.locator("#explained")).to_be_visible(timeout=BOOT)
    expect(inside.locator("#explained")).to_contain_text("25")
    asks_for_a_ruling(installed)
    reads_rules(installed)

    installed.go("/")
    inside.locator(".group-lines a").first.click()
    expect(inside.get_by_role("heading", name="Sessions")).to_be_visible(timeout=BOOT)

    installed.go("/")
    inside.get_by_role("link", name="Print a sheet").click()
    sheet = inside.get_by_role("link", name="Indian Chief, 4 players", exact=True)
    assert fetched(tab, sheet.get_attribute("href") or "")[:2] == [200, "application/pdf"]

    installed.go("/")
    inside.get_by_role("link", name=re.compile("Games are on this phone only")).click()
    with tab.expect_download() as download:
        inside.get_by_role("link", name="Save a backup").click()
    download.value.save_as(tmp_path / "backup.db")
    expect(inside.locator("#last")).to_contain_text("Last backup", timeout=BOOT)
    with closing(sqlite3.connect(tmp_path / "backup.db")) as saved:
        assert saved.execute("SELECT count(*) FROM event").fetchone()[0] > len(ROUND)


def asks_for_a_ruling(phone: Phone) -> None:
    """From the first page, with cards."""
    phone.go("/")
    phone.tap("a[href$='/ask']")
    phone.tap("a[href$='/ask/indian-chief']")
    phone.tap("a[href*='q=worth']")
    put(phone, ALONE)
    expect(phone.page.locator("#verdict")).to_contain_text("The Lawyer is worth 25.")


def reads_rules(phone: Phone) -> None:
    """Found in one's own words, and a rule opened."""
    phone.go("/ask/indian-chief")
    phone.page.locator("#words").fill("can a thief rob a thief")
    phone.tap(".ask-box button")
    expect(phone.page.locator(".answer-say").first).to_be_visible()
    phone.go("/rules")
    phone.tap("a[href*='/rules/indian-chief']")
    phone.tap(phone.page.locator(".toc a").first)
    expect(phone.page.locator(".rule").first).to_be_visible()


WRITTEN = """async () => {
  const told = {};
  for await (const [name, handle] of (await navigator.storage.getDirectory()).entries()) {
    if (name.startsWith("snapshot")) continue;
    const file = await handle.getFile();
    told[name] = [file.size, file.lastModified];
  }
  return told;
}"""


def test_a_practice_round_stores_nothing(installed: SitePhone) -> None:
    """Played whole, it leaves every file of the phone as it was."""
    tab = cast(Framed, installed.page).tab
    installed.go("/")
    before = tab.evaluate(WRITTEN)
    assert "referee.db" in before
    play_demo(installed)
    assert tab.evaluate(WRITTEN) == before


def test_the_licence_of_every_package_can_be_read(host: Site, browsing: Browsing) -> None:
    """From the page that names the version: each wheel and package of npm with its version."""
    page = browsing.open(f"{host.url}settings")
    with browsing.context.expect_page() as opened:
        page.frame_locator("#frame").get_by_role("link", name="Licences").click()
    told = opened.value.locator("body").inner_text()
    lines = {line.lower() for line in told.splitlines()}
    wanted = pins(WHEELS) | {"pyodide": PYODIDE, PRESS: PRESS_VERSION}
    named = {name: f"{name} {version} · " for name, version in wanted.items()}
    assert [
        name for name, start in named.items() if not any(line.startswith(start) for line in lines)
    ] == []
    info = json.loads((host.folder / "runtime/pyodide-lock.json").read_text("utf-8"))["info"]
    emscripten = info["platform"].partition("_")[2].replace("_", ".")
    for part in (f"CPython {info['python']} · PSF", f"Emscripten {emscripten} · MIT", "SQLite 3"):
        assert part in told
