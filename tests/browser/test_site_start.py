"""How the edition for one phone starts: from what an earlier visit made, and with files that it
cannot open.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlite_utils import Database

from referee import __version__
from referee.store.connect import prepare
from referee.store.schema import MIGRATIONS, STEPS
from tests.browser.site_tabs import BOOT, Browsing, frame_of
from tests.support.built_site import Site

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]
HEADER = 100
"""Bytes before the content of an SQLite file."""
DAMAGE = """async (start) => {
  const folder = await navigator.storage.getDirectory();
  for await (const [name, file] of folder.entries()) {
    if (!name.startsWith(start)) continue;
    const { size } = await file.getFile();
    const written = await file.createWritable({ keepExistingData: true });
    await written.write({ type: "write", position: Math.floor(size / 2), data: "damaged" });
    await written.close();
  }
}"""
WRITE = """async ([name, bytes]) => {
  const folder = await navigator.storage.getDirectory();
  const file = await folder.getFileHandle(name, { create: true });
  const written = await file.createWritable();
  await written.write(new Uint8Array(bytes));
  await written.close();
}"""
NAMES = """async () => {
  const names = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
  return names.sort();
}"""
MADE = """async (wanted) => {
  const { path, version } = await (await fetch("/cards/files.json")).json();
  const cache = await caches.open(`referee ${path} ${version}`);
  for (const name of wanted) await cache.delete(`/cards/made/${name}`);
  if (wanted.length) return [];
  const made = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return made.filter((name) => name.startsWith("/cards/made/")).sort();
}"""
FORBID = """async () => {
  const { path, version } = await (await fetch("/cards/files.json")).json();
  const cache = await caches.open(`referee ${path} ${version}`);
  await cache.put("/cards/made/tries", new Response("9"));
  await cache.delete("/cards/made/snapshot");
}"""


def started_by(page: Page) -> str:
    """What the program was started from."""
    return page.locator("html").get_attribute("data-by") or ""


def wait_until_made(page: Page) -> None:
    """Until what is made in idle time is made."""
    expect(page.locator("html[data-made]")).to_be_attached(timeout=BOOT)


@pytest.fixture
def visited(host: Site, browsing: Browsing) -> Page:
    """The application after a first visit, in which everything was made for the next."""
    page = browsing.open(host.url)
    assert started_by(page) == "files"
    wait_until_made(page)
    return page


def test_a_second_visit_starts_from_a_snapshot(visited: Page, browsing: Browsing) -> None:
    """Also one that was killed; what it shows is the same, and every page answers."""
    shown = frame_of(visited).locator("main").inner_text()
    url = visited.url
    browsing.kill()
    browsing.start()
    page = browsing.open(url)
    assert started_by(page) == "snapshot"
    assert frame_of(page).locator("main").inner_text() == shown
    inside = page.frame_locator("#frame")
    inside.get_by_role("link", name="Start a game").click()
    expect(inside.get_by_role("link", name="Indian Chief").first).to_be_visible(timeout=BOOT)


@pytest.mark.parametrize("harm", ["damaged", "lost"])
def test_without_a_whole_snapshot_it_starts_from_its_files(visited: Page, harm: str) -> None:
    """And makes another one."""
    if harm == "damaged":
        visited.evaluate(DAMAGE, "snapshot-")
    else:
        visited.evaluate(MADE, ["snapshot"])
    visited.reload()
    expect(visited.locator("#frame")).to_be_visible(timeout=BOOT)
    assert started_by(visited) == "files"
    wait_until_made(visited)
    visited.reload()
    expect(visited.locator("#frame")).to_be_visible(timeout=BOOT)
    assert started_by(visited) == "snapshot"


def test_a_phone_whose_snapshots_failed_makes_no_more(visited: Page) -> None:
    """It starts from its files, each time."""
    visited.evaluate(FORBID)
    for _ in range(2):
        visited.reload()
        expect(visited.locator("#frame")).to_be_visible(timeout=BOOT)
        assert started_by(visited) == "files"
        wait_until_made(visited)
    assert "/cards/made/snapshot" not in visited.evaluate(MADE, [])


# Files that this version did not write


def older(path: Path) -> bytes:
    """A file of a version that had one migration less."""
    with closing(Database(path)) as db:
        MIGRATIONS.apply(db, stop_before=list(STEPS)[-1])
    return path.read_bytes()


def newer(path: Path) -> bytes:
    """A file of a version that had one migration more."""
    prepare(path, 1)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        values = (MIGRATIONS.name, "tomorrow", "2030-01-01")
        db.execute("INSERT INTO _sqlite_migrations VALUES (NULL, ?, ?, ?)", values)
        db.commit()
    return path.read_bytes()


def put(browsing: Browsing, site: Site, file: bytes) -> Page:
    """Open the site with this file in the place of its games."""
    page = browsing.context.new_page()
    # Of the same origin, with none of its scripts.
    page.goto(site.url.replace("/cards/", "/"), wait_until="commit")
    page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(f"{site.url}empty")
    page.evaluate(WRITE, ["referee.db", list(file)])
    page.unroute("**/*")
    page.goto(site.url)
    return page


def test_an_older_file_is_copied_before_it_is_migrated(
    host: Site, browsing: Browsing, tmp_path: Path
) -> None:
    page = put(browsing, host, older(tmp_path / "older.db"))
    expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
    assert f"referee-before-{__version__}.db" in page.evaluate(NAMES)


def test_a_newer_file_is_refused_and_can_be_saved(
    host: Site, browsing: Browsing, tmp_path: Path
) -> None:
    file = newer(tmp_path / "newer.db")
    page = put(browsing, host, file)
    expect(page.locator("#why")).to_contain_text("A newer version", timeout=BOOT)
    expect(page.locator("#anew")).to_be_hidden()
    # Its header says by now how it is written to.
    assert saved(page)[HEADER:] == file[HEADER:]


def test_a_damaged_file_is_saved_and_set_aside(host: Site, browsing: Browsing) -> None:
    """The sentence, a button that saves it as it is, one that begins with no games."""
    file = b"no database " * 1000
    page = put(browsing, host, file)
    expect(page.locator("#why")).to_contain_text("damaged", timeout=BOOT)
    assert saved(page) == file
    page.locator("#anew").click()
    expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
    assert [name for name in page.evaluate(NAMES) if name.startswith("referee-aside-")]
    page.reload()
    expect(page.locator("#frame")).to_be_visible(timeout=BOOT)


def saved(page: Page) -> bytes:
    """What the button saves."""
    with page.expect_download() as download:
        page.locator("#save").click()
    assert download.value.suggested_filename == "referee.db"
    return download.value.path().read_bytes()
