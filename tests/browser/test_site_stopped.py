"""What the edition for one phone does where it cannot go on: no space, no storage, other tabs, a
host that has another version by now.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site_tabs import BOOT, Browsing, entered, frame_of, revision
from tests.browser.test_site_start import NAMES, WRITE, put, wait_until_made
from tests.support.built_site import LARGE, Site, listed, newer
from tests.support.static_host import HOST, PATH, Host, hosting

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]
DAMAGED = b"no database " * 1000
USED = "async () => (await navigator.storage.estimate()).usage"
LOCKS = """async () => {
  const { held, pending } = await navigator.locks.query();
  return held.length + pending.length;
}"""
ASK = """() => {
  const { port1 } = new MessageChannel();
  const told = { data: { kind: "request", tried: 9 }, ports: [port1] };
  navigator.serviceWorker.dispatchEvent(new MessageEvent("message", told));
}"""
HOLD = """(name) => {
  navigator.locks.request(name, () => new Promise(() => null));
}"""
NO_FOLDER = """StorageManager.prototype.getDirectory =
  () => Promise.reject(new DOMException("private", "SecurityError"))"""
NO_WORKER = "delete Navigator.prototype.serviceWorker"
OPENED = """async (names) => {
  const body = names.map((name) => `name=${name}`).join("&");
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return (await fetch("/cards/new/pairs/open", { method: "POST", headers, body })).status;
}"""
VERSION = "async () => (await (await fetch('/cards/files.json')).json()).version"
END = """self.dispatchEvent(new MessageEvent("message", { data: { kind: "ask", number: 0 } }))"""


def test_a_page_that_has_stopped_asks_for_nothing(host: Site, browsing: Browsing) -> None:
    """Python is not begun again and again for what somebody else asks."""
    page = put(browsing, host, DAMAGED)
    expect(page.locator("#why")).to_contain_text("damaged", timeout=BOOT)
    page.evaluate(ASK)
    assert page.evaluate(LOCKS) == 0
    assert page.workers == []
    expect(page.locator("#frame")).to_have_count(0)


def test_what_another_page_holds_is_said_and_stays_said(host: Site, browsing: Browsing) -> None:
    other = browsing.context.new_page()
    other.goto(host.url.replace(PATH, "/"), wait_until="commit")
    other.evaluate(HOLD, f"referee {PATH}")
    page = browsing.context.new_page()
    page.goto(host.url)
    expect(page.locator("#why")).to_contain_text("Another tab", timeout=BOOT)
    expect(page.locator("#frame")).to_have_count(0)
    expect(page.locator("#stopped")).to_be_visible()
    assert page.workers == []


def test_python_that_ends_says_so_once(host: Site, browsing: Browsing) -> None:
    """Not that it could not start; begun anew, it has every game."""
    page = browsing.open(host.url)
    entering, known = entered(page)
    page.workers[0].evaluate(END)
    expect(page.locator("#why")).to_contain_text("did not answer", timeout=BOOT)
    page.locator("#again").click()
    expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
    assert revision(frame_of(page), entering.code) == known


@pytest.mark.parametrize("missing", [NO_FOLDER, NO_WORKER])
def test_a_private_window_is_told_before_anything_is_loaded(
    site: Site, browsing: Browsing, missing: str
) -> None:
    class Own(Host):
        asked: list[str] = []  # noqa: RUF012 - of this class alone

        def do_GET(self) -> None:  # noqa: N802 - the name that is asked for
            self.asked.append(self.path)
            super().do_GET()

    browsing.context.add_init_script(missing)
    with hosting(site.folder, site.port, Own):
        page = browsing.context.new_page()
        page.goto(site.url)
        expect(page.locator("#why")).to_contain_text("keeps nothing here", timeout=BOOT)
    assert not [path for path in Own.asked if "/runtime/" in path]


# No space


def limit(page: Page, more: int) -> None:
    """Let this site use only so many bytes more than it does; nothing is said of what it had."""
    session = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    most = page.evaluate(USED) + more
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": most})


def test_no_space_for_the_first_load_is_said(host: Site, browsing: Browsing) -> None:
    page = browsing.context.new_page()
    page.goto(host.url.replace(PATH, "/"), wait_until="commit")
    limit(page, 3_000_000)
    page.goto(host.url)
    expect(page.locator("#why")).to_contain_text("No space is left", timeout=BOOT)


def test_no_space_for_the_first_file_is_said(host: Site, browsing: Browsing) -> None:
    page = browsing.context.new_page()
    page.goto(host.url)
    expect(page.locator("#starting")).to_be_visible(timeout=BOOT)
    limit(page, 1000)
    page.reload()
    expect(page.locator("#why")).to_contain_text("No space is left", timeout=BOOT)


def test_games_get_the_space_of_what_makes_starts_faster(host: Site, browsing: Browsing) -> None:
    """An entry without space is refused; the next one has that of the snapshot."""
    page = browsing.open(host.url)
    wait_until_made(page)
    limit(page, 40_000)
    frame = frame_of(page)
    opened = 0
    while (status := frame.evaluate(OPENED, [f"A{opened}", "B", "C", "D"])) == 200:
        opened += 1
        assert opened < 200
    assert status == 507
    page.wait_for_function(f"async () => !(await ({NAMES})()).some((n) => n.startsWith('snap'))")
    assert frame.evaluate(OPENED, ["A", "B", "C", "D"]) == 200
    expect(page.locator("#stopped")).to_be_hidden()


def test_a_backup_without_space_is_refused_as_such(
    host: Site, browsing: Browsing, tmp_path: Path
) -> None:
    page = browsing.open(host.url)
    page.goto(f"{host.url}backup")
    inside = page.frame_locator("#frame")
    with page.expect_download() as download:
        inside.get_by_role("link", name="Save a backup").click(timeout=BOOT)
    download.value.save_as(tmp_path / "referee.db")
    with closing(sqlite3.connect(tmp_path / "referee.db")) as db:
        db.execute("CREATE TABLE large AS SELECT zeroblob(30000000)")
        db.commit()
    wait_until_made(page)
    limit(page, 0)
    inside.get_by_text("Restore a backup").click()
    inside.locator("#file").set_input_files(tmp_path / "referee.db")
    inside.get_by_role("button", name="Restore this backup").click()
    expect(inside.get_by_text("The storage is full.")).to_be_visible(timeout=BOOT)


# Files that were set aside


def test_only_a_damaged_file_is_set_aside(host: Site, browsing: Browsing) -> None:
    """Of two tabs that stopped, the second one begins anew when the first has games again."""
    second = put(browsing, host, DAMAGED)
    first = browsing.context.new_page()
    first.goto(host.url)
    for page in (first, second):
        expect(page.locator("#why")).to_contain_text("damaged", timeout=BOOT)
    first.locator("#anew").click()
    expect(first.locator("#frame")).to_be_visible(timeout=BOOT)
    entering, known = entered(first)
    first.close()
    second.locator("#anew").click()
    expect(second.locator("#frame")).to_be_visible(timeout=BOOT)
    assert revision(frame_of(second), entering.code) == known


def test_older_copies_are_few_and_can_be_saved(host: Site, browsing: Browsing) -> None:
    """The newest two that were set aside, and the one before an update, each as it is."""
    page = put(browsing, host, DAMAGED)
    expect(page.locator("#why")).to_contain_text("damaged", timeout=BOOT)
    for year in (2024, 2025):
        for end in ("db", "db-wal"):
            page.evaluate(WRITE, [f"referee-aside-{year}-01-01T00-00-00.{end}", [year % 100]])
    page.evaluate(WRITE, ["referee-before-1.0.db", [1]])
    page.locator("#anew").click()
    expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
    page.goto(f"{host.url}backup")
    copies = page.frame_locator("#frame").locator("#copies p:has(a)")
    expect(copies).to_have_count(4, timeout=BOOT)
    saved = {}
    for at in range(4):
        with page.expect_download() as download:
            copies.nth(at).get_by_role("link", name="Save the file").click()
        saved[download.value.suggested_filename] = download.value.path().read_bytes()
    (newest,) = {name for name in saved if not name.startswith(("referee-aside-2025", "referee-b"))}
    assert saved == {
        "referee-before-1.0.db": b"\1",
        "referee-aside-2025-01-01T00-00-00.db": bytes([25]),
        "referee-aside-2025-01-01T00-00-00.db-wal": bytes([25]),
        newest: DAMAGED,
    }


# Another version


def test_a_version_that_comes_in_mid_load_is_loaded_instead(
    site: Site, browsing: Browsing, tmp_path: Path
) -> None:
    """Nobody has to ask for it, as there is no game yet."""
    later = newer(site, tmp_path / "later")

    class Changing(Host):
        now = ""

        def do_GET(self) -> None:  # noqa: N802 - the name that is asked for
            if self.path.endswith(LARGE):
                type(self).now = str(later)
            self.directory = self.now or self.directory
            super().do_GET()

    with hosting(site.folder, site.port, Changing):
        page = browsing.open(site.url)
        assert page.evaluate(VERSION) == listed(later)["version"]


def test_a_version_is_taken_with_two_tabs_open(
    site: Site, browsing: Browsing, tmp_path: Path
) -> None:
    """Wanted in the tab without Python; both then show the new one, with all games."""
    later = newer(site, tmp_path / "later")
    with hosting(site.folder, site.port):
        first = browsing.open(site.url)
        entering, known = entered(first)
    with hosting(later, site.port):
        second = browsing.open(site.url)
        assert second.workers == []
        second.locator("#do").click(timeout=BOOT)
        for page in (first, second):
            page.wait_for_function(
                "async () => (await caches.keys()).filter((n) => !/press|ready|sheets/.test(n))"
                ".length === 1"
            )
            expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
            page.wait_for_function("document.querySelector('#frame').contentDocument.body")
            assert revision(frame_of(page), entering.code) == known


def test_nothing_is_asked_of_anybody_else(host: Site, browsing: Browsing) -> None:
    """From the first load to an entry, every request goes to the host of the site."""
    asked: list[str] = []
    browsing.context.on("request", lambda request: asked.append(request.url))
    page = browsing.open(host.url)
    entered(page)
    wait_until_made(page)
    assert len(asked) > 50
    own = (f"http://{HOST}:{host.port}/", "blob:")
    assert [url for url in asked if not url.startswith(own)] == []
