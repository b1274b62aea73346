"""The application in the browser of one phone: a folder on a static host, and no server."""

from __future__ import annotations

import gzip
import json as plain_json
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, FrameLocator, Page, expect

from referee.games import GAMES
from tests.browser.site_tabs import (
    BOOT,
    ENTRIES,
    Browsing,
    Ended,
    Entering,
    entered,
    frame_of,
    revision,
    undo,
)
from tests.support.built_site import Site, listed, newer
from tests.support.random_play import random_history
from tests.support.real_server import RealServer
from tests.support.static_host import HOST, PATH, free_port, hosting
from tests.support.talk import play

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]
KEPT = """async () => {
  const site = await (await fetch("/cards/files.json")).json();
  const cache = await caches.open(`referee ${site.path} ${site.version}`);
  const hashes = {};
  for (const name of Object.keys(site.files)) {
    const answer = await cache.match(`/cards/${name}`);
    const all = await answer.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
    hashes[name] = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  return [site.version, hashes];
}"""
LOSES_ONE_ANSWER = """(() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!String(asked[0]).includes("/bring/") || sessionStorage.lost) return answer;
    sessionStorage.lost = "yes";
    throw new TypeError("lost");
  };
})()"""


def test_what_was_acknowledged_survives_a_kill_in_every_game(
    host: Site, browsing: Browsing
) -> None:
    """The browser ends the moment an entry was acknowledged; started anew it has all of them."""
    known: dict[str, int] = {}
    for at, game in enumerate(GAMES):
        frame = frame_of(browsing.open(host.url))
        assert {code: revision(frame, code) for code in known} == known
        history = random_history(game, at)
        entering = Entering(frame, ENTRIES)
        with suppress(Ended):
            play(entering, history)
        browsing.kill()
        known[entering.code] = entering.acknowledged
        browsing.start()
    frame = frame_of(browsing.open(host.url))
    assert {code: revision(frame, code) for code in known} == known
    assert len(known) == len(GAMES)


def test_a_game_by_taps_goes_on_without_the_host(site: Site, browsing: Browsing) -> None:
    """Begun and entered by taps; with the host switched off it is there after a reload."""
    with hosting(site.folder, site.port):
        page = browsing.open(site.url)
        inside = page.frame_locator("#frame")
        gained = inside.locator("#strip .seat-plus")
        begin_chief(inside)
        expect(gained).to_have_text("+25", timeout=BOOT)
        # The address of the page is that of its frame.
        assert "/t/" in page.url
    page.reload()
    expect(gained).to_have_text("+25", timeout=BOOT)
    expect(inside.get_by_text("This phone only")).to_be_attached()


def begin_chief(inside: FrameLocator) -> None:
    """Start a game of Indian Chief and enter the first player's cards, by taps."""
    inside.get_by_role("link", name="Start a game").click()
    inside.get_by_role("link", name="Indian Chief").first.click()
    inside.get_by_role("button", name="Start").click()
    inside.get_by_role("link", name="Start round 1").click()
    enter(inside, "KH QS 4D AC")


def enter(inside: FrameLocator | Page, cards: str) -> None:
    """Tap cards and record them for the player whose turn it is."""
    for card in cards.split():
        inside.locator(f'#pad label:has(input[value="{card}"])').first.click()
    inside.locator("#actions .button-go:not(.is-open)").click()
    expect(inside.locator("#pad input:checked")).to_have_count(0)


def test_a_game_moves_to_a_server_and_back(host: Site, browsing: Browsing, tmp_path: Path) -> None:
    """In the middle of a round, to another site; its first answer is lost, and there is one game
    all the same. It goes on there, and then by a file on the phone again.
    """
    with RealServer(tmp_path) as server:
        address = server.address.replace("127.0.0.1", "localhost")
        browsing.context.add_init_script(LOSES_ONE_ANSWER)
        page = browsing.open(host.url)
        inside = page.frame_locator("#frame")
        begin_chief(inside)
        code = page.url.partition("/t/")[2].partition("?")[0].partition("/")[0]

        there = browsing.context.new_page()
        there.goto(f"{address}/bring")
        there.get_by_role("button", name="Show a code").click()
        link = there.get_by_label("The link", exact=True).input_value()

        page.goto(f"{host.url}t/{code}/join")
        inside.get_by_role("link", name="Move to a server").click(timeout=BOOT)
        link = link.replace(server.address, address)
        inside.get_by_label("Address of the server").fill(link)
        inside.get_by_role("button", name="Move the game").click()
        inside.get_by_role("button", name="Try again").click(timeout=BOOT)
        with browsing.context.expect_page() as opened:
            inside.get_by_role("link", name="Open it").click(timeout=BOOT)
        go_on_there(opened.value)
        assert f"{address}/t/" in opened.value.url
        file = saved_there(opened.value, tmp_path)
        assert len(plain_json.loads(file.read_text(encoding="utf-8"))["events"]) == 2

        page.goto(f"{host.url}import")
        inside.locator("#files").set_input_files(file, timeout=BOOT)
        inside.get_by_role("button", name="Import").click()
        inside.get_by_role("link", name="Go to the game").click()
        enter(inside, "2S 3S 4H")
        back = page.url.partition("/t/")[2].partition("?")[0].partition("/")[0]
        assert revision(frame_of(page), back) == 4
        assert revision(frame_of(page), code) == 2
        there.goto(f"{address}/")
        expect(there.locator('.kept a[href*="/t/"]')).to_have_count(1)


def go_on_there(page: Page) -> None:
    """Come in by the host's link, and enter the second player's cards."""
    page.get_by_role("button", name="Join this game").click()
    page.get_by_role("button", name="Enter for everyone").click()
    enter(page, "KD 7D")
    expect(page.locator("#strip .seat-plus").first).to_have_text("+25")


def saved_there(page: Page, folder: Path) -> Path:
    """Move the server's game to a phone: the file that is saved."""
    page.goto(f"{page.url.partition('?')[0]}/move")
    page.get_by_role("button", name="Move the game").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the file").click()
    file = folder / "moved.json"
    download.value.save_as(file)
    return file


def test_a_second_tab_hears_of_entries_and_takes_over(host: Site, browsing: Browsing) -> None:
    """One Python serves both; where its tab is closed, the other one goes on."""
    first = browsing.open(host.url)
    entering, _ = entered(first)
    second = browsing.open(f"{host.url}t/{entering.code}/sheet")
    shown = frame_of(second)
    before = shown.locator("#page").get_attribute("data-revision")
    undo(frame_of(first), entering.code, int(before or 0))
    expect(shown.locator("#page")).not_to_have_attribute("data-revision", before or "")
    first.close()
    ends = time.monotonic() + BOOT / 1000
    while time.monotonic() < ends:
        with suppress(Error):
            if revision(frame_of(second), entering.code) == int(before or 0) + 1:
                return
    raise AssertionError("the second tab never took over")


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LOCKED = "async () => (await navigator.locks.query()).held.length"


def hide(page: Page, hidden: bool = True) -> None:
    """Tell a tab that it is not seen any more, or seen again."""
    page.evaluate(HIDE, hidden)


def wait_for_closed_files(page: Page) -> None:
    """Wait until no tab has the files open."""
    ends = time.monotonic() + BOOT / 1000
    while page.evaluate(LOCKED):
        assert time.monotonic() < ends, "the files are still open"


def sleep(page: Page, asleep: bool = True) -> None:
    """Freeze a tab as phones do, or wake it."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen" if asleep else "active"})


DEAF = """
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (kind, act, ...more) {
  const awake = kind === "message" ? (event) => { if (!window.deaf) act(event); } : act;
  listen.call(this, kind, awake, ...more);
};"""


@pytest.mark.parametrize("deaf", [False, True])
def test_a_tab_that_sleeps_keeps_the_games_from_no_other(
    host: Site, browsing: Browsing, deaf: bool
) -> None:
    """Another tab goes on with them; the first one, awake again, shows what was entered there.

    A tab may hear afterwards what was said while it slept, or it may not.
    """
    browsing.context.add_init_script(DEAF)
    first = browsing.open(host.url)
    entering, known = entered(first)
    hide(first)
    wait_for_closed_files(first)
    first.evaluate("(deaf) => { window.deaf = deaf }", deaf)
    sleep(first)
    second = browsing.open(host.url)
    assert revision(frame_of(second), entering.code) == known
    after = undo(frame_of(second), entering.code, known)
    second.close()
    # What the first one remembers is old by now.
    sleep(first, asleep=False)
    first.evaluate("() => { window.deaf = false }")
    hide(first, hidden=False)
    assert revision(frame_of(first), entering.code) == after
    assert undo(frame_of(first), entering.code, after) > after


def test_a_tab_seen_again_needs_no_new_start(host: Site, browsing: Browsing) -> None:
    """It opens the files again, with the Python that it has, also while it is not seen."""
    page = browsing.open(host.url)
    entering, known = entered(page)
    (python,) = page.workers
    hide(page)
    wait_for_closed_files(page)
    assert revision(frame_of(page), entering.code) == known
    wait_for_closed_files(page)
    hide(page, hidden=False)
    undo(frame_of(page), entering.code, known)
    assert page.workers == [python]


def test_a_tab_that_crashes_is_followed_by_another(host: Site, browsing: Browsing) -> None:
    """It has a request of the other tab and does not answer: that is asked again.

    Where one process has both, the service worker ends too, and knows nothing of it.
    """
    first = browsing.context.new_page()
    first.goto(host.url)
    expect(first.locator("#starting")).to_be_visible(timeout=BOOT)
    second = browsing.context.new_page()
    second.goto(host.url)
    expect(second.locator("#starting")).to_be_visible(timeout=BOOT)
    with suppress(Error):
        first.goto("chrome://crash")
    expect(second.locator("#frame")).to_be_visible(timeout=BOOT)


WRITTEN = """async ([path, bodies]) => {
  const heard = new BroadcastChannel("referee");
  let written = 0;
  heard.onmessage = () => { written += 1; };
  const stands = [];
  for (const body of bodies) {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    stands.push(answer.status);
  }
  for (let waited = 0; written < bodies.length && waited < 100; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return [stands, written];
}"""


def test_each_entry_is_written_through_before_it_is_acknowledged(
    host: Site, browsing: Browsing
) -> None:
    """Python says of each answer whether the disk was written for it."""
    page = browsing.open(host.url)
    entering, known = entered(page)
    path = f"{PATH}api/t/{entering.code}/undo"
    bodies = [{"seen": known + at, "key": f"undo {at}"} for at in range(3)]
    # The news goes to other tabs alone, and the worker is one; so the page hears it.
    assert frame_of(page).evaluate(WRITTEN, [path, bodies]) == [[201] * 3, 3]


INSTALLABLE = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { window.prompted = true; };
  window.dispatchEvent(event);
}"""


def test_the_home_screen_is_offered_once_after_a_game(host: Site, browsing: Browsing) -> None:
    """The offer stands below the page, which keeps its buttons, and does not come back."""
    page = browsing.open(host.url)
    offer = page.get_by_role("button", name="Add it")
    page.evaluate(INSTALLABLE)
    entering = Entering(frame_of(page), 1000)
    play(entering, random_history("the-pairs", 1))
    expect(offer).to_be_hidden()
    frame_of(page).goto(f"{host.url}t/{entering.code}/result")
    expect(offer).to_be_visible(timeout=BOOT)
    shown, below = page.locator("#frame").bounding_box(), offer.bounding_box()
    assert shown is not None
    assert below is not None
    assert shown["y"] + shown["height"] <= below["y"]
    offer.click()
    assert page.evaluate("window.prompted")
    expect(offer).to_be_hidden()

    frame_of(page).goto(f"{host.url}t/{entering.code}/result")
    expect(page.frame_locator("#frame").locator(".finale").first).to_be_attached(timeout=BOOT)
    expect(offer).to_be_hidden()


PART = """async (path) => {
  const answer = await fetch(path, { headers: { Range: "bytes=4-7" } });
  return [answer.status, answer.headers.get("Content-Range").split("/")[0], await answer.text()];
}"""


def test_a_film_comes_in_parts(host: Site, browsing: Browsing) -> None:
    """Some browsers play no other; its first box is named after four bytes."""
    page = browsing.open(host.url)
    found = page.evaluate(PART, f"{PATH}static/awake.mp4")
    assert found == [206, "bytes 4-7", "ftyp"]


ATTACK = """<!doctype html><iframe name="inside"></iframe>
<form method="post" target="inside" action="{action}"><button>Win</button></form>"""


def test_a_form_of_another_site_is_refused(host: Site, browsing: Browsing, tmp_path: Path) -> None:
    """Nothing is entered by a page that leads a frame here with a form."""
    page = browsing.open(host.url)
    entering, known = entered(page)
    undoing = f"{host.url}t/{entering.code}/undo"
    (tmp_path / "index.html").write_text(ATTACK.format(action=undoing), encoding="utf-8")
    other = free_port()
    with hosting(tmp_path, other):
        attacking = browsing.context.new_page()
        attacking.goto(f"http://{HOST}:{other}{PATH}")
        with attacking.expect_response(undoing) as refused:
            attacking.get_by_role("button").click()
    assert refused.value.status == 403
    assert revision(frame_of(page), entering.code) == known


def test_a_new_version_waits_until_it_is_wanted(
    site: Site, browsing: Browsing, tmp_path: Path
) -> None:
    """The old one goes on, whole; after a tap every file kept is one of the new version."""
    later = newer(site, tmp_path / "later")
    with hosting(site.folder, site.port):
        browsing.open(site.url).close()
    with hosting(later, site.port):
        page = browsing.open(site.url)
        assert page.evaluate(KEPT)[0] == listed(site.folder)["version"]
        page.locator("#do").click(timeout=BOOT)
        expect(page.locator("#frame")).to_be_visible(timeout=BOOT)
        ends = time.monotonic() + BOOT / 1000
        while page.evaluate(KEPT)[0] != listed(later)["version"]:
            assert time.monotonic() < ends
        wanted = {name: file["hash"] for name, file in listed(later)["files"].items()}
        assert page.evaluate(KEPT)[1] == wanted


def unpacked(site: Path, folder: Path) -> Path:
    """A copy of a site whose packed files are there as they are, too."""
    shutil.copytree(site, folder)
    for packed in folder.rglob("*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    return folder


def test_two_starts_from_one_snapshot_share_no_chance(site: Site, tmp_path: Path) -> None:
    """Random numbers, ids and the phone's own secret are new in each; libraries work."""
    script = Path(__file__).parents[1] / "support" / "two_starts.mjs"
    ran = subprocess.run(
        ["node", str(script), str(unpacked(site.folder, tmp_path / "site"))],
        check=True,
        capture_output=True,
        text=True,
    )
    *starts, refused = map(plain_json.loads, ran.stdout.splitlines())
    assert [start["status"] for start in starts] == [200] * 3
    assert all("Expected `int`, got `str`" in start["refused"] for start in starts)
    for values in zip(*(start["chance"] for start in starts), strict=True):
        assert len(set(values)) == 3, values
    assert refused == "The snapshot is of another program."
