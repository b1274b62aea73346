"""The page around the application as everybody sees and hears it: while it loads, starts, stops,
and what it says below the application.
"""

from __future__ import annotations

import re
from threading import Event

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from referee.words import LANGUAGES
from tests.browser.phone import SIZE
from tests.browser.site_tabs import BOOT
from tests.browser.survey import CUT, LAID, TAGS, objections, options
from tests.browser.test_site_loading import SAVES, Breaking
from tests.support.built_site import Site
from tests.support.paths import ROOT
from tests.support.plain_words import codes
from tests.support.static_host import hosting

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]
ROOMS = [(320, 568), (360, 740), (390, 664), (820, 1180), (1280, 800)]
WORKER = (ROOT / "referee/browser/shell/worker.js").read_text(encoding="utf-8")
STAGES = sorted(set(re.findall(r'stage: "(\w+)"', WORKER)))
STOPPED = ["busy", "none", "too old", "newer file", "damaged", "error"]
PYTHON = """(() => {
  const page = `<!doctype html><html lang="LANG"><meta charset="utf-8"><title>Game</title>
    <meta name="viewport" content="width=device-width">
    <main class="finale"><h1>Game</h1></main></html>`;
  const answer = () => ({
    status: 200, headers: [["Content-Type", "text/html; charset=utf-8"]],
    body: new TextEncoder().encode(page).buffer,
  });
  const asked = [];
  window.Worker = class {
    constructor() { window.python = this; }
    terminate() {}
    tell(data) { this.onmessage({ data }); }
    postMessage({ kind, number }) { if (kind === "ask") asked.push(number); }
    answer() {
      for (const number of asked.splice(0)) {
        this.tell({ kind: "answered", number, answer: answer() });
      }
    }
  };
})()"""
"""What stands for Python: it says what it is told to, and its one page has a game that is over."""
UNANSWERED = """() => navigator.serviceWorker.dispatchEvent(
  new MessageEvent("message", { data: { kind: "unanswered" } }))"""
INSTALLABLE = """() => window.dispatchEvent(
  Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt() {} }))"""
BY_HAND = """() => Object.defineProperty(navigator, "standalone", { value: false })"""


UNREACHED = """() => {
  const isUnreached = (one) => {
    one.scrollIntoView({ block: "nearest" });
    const { x, y, width, height, right, bottom } = one.getBoundingClientRect();
    return Math.min(width, height) < 43.5
      || x < 0 || right > innerWidth || bottom > innerHeight + .5
      || !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  return [...document.querySelectorAll("button, a")]
    .filter((one) => one.checkVisibility() && isUnreached(one))
    .map((one) => `unreached: ${one.id} ${one.textContent}`);
}"""
"""What is to be tapped and is too small, outside the window or under something else."""


@pytest.fixture
def own_host() -> type[Breaking]:
    """A host whose line breaks once that is wanted."""

    class Own(Breaking):
        broken, mended = Event(), Event()
        asked: list[tuple[str, str]] = []  # noqa: RUF012 - of this class alone

    return Own


def seen(page: Page) -> list[str]:
    """What is wrong with the page as it is, in both lights and in every room."""
    found: list[str] = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        for frame in page.frames[1:]:
            frame.evaluate(Axe().axe_script)
        found += objections(Axe().run(page, options=options("tag", TAGS)).response)
        for width, height in ROOMS:
            page.set_viewport_size({"width": width, "height": height})
            wrong = page.evaluate(CUT) + page.evaluate(UNREACHED) + page.evaluate(LAID)["over"]
            found += [f"{width} × {height} {theme}: {one}" for one in wrong]
    return found


def tell(page: Page, **data: str) -> None:
    page.evaluate("(data) => window.python.tell(data)", data)


@pytest.fixture
def tab(chromium: Browser, lang: str) -> Page:
    context = chromium.new_context(
        viewport=SIZE, has_touch=True, locale=lang, reduced_motion="reduce"
    )
    context.add_init_script(PYTHON.replace("LANG", lang))
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_around_the_application_is_clear_for_everybody(
    tab: Page, lang: str, site: Site, own_host: type[Breaking]
) -> None:
    """Loading, reading meanwhile, stopped and going on; each stage of a start, each notice and each
    reason why there is none: no objection of axe, nothing cut, small or over another, in the words
    of the language.
    """
    words = codes(lang, "site")
    wrong: dict[str, list[str]] = {}
    with hosting(site.folder, site.port, own_host):
        tab.goto(site.url)
        expect(tab.locator("[data-group=rules][data-done]")).to_be_visible(timeout=BOOT)
        wrong["loading"] = seen(tab)
        tab.locator("[data-ready]").first.click()
        expect(tab.frame_locator("#frame").locator("main")).to_be_visible()
        wrong["reading"] = seen(tab)
        tab.locator("#back").dblclick()
        own_host.broken.set()
        expect(tab.locator("#onward")).to_have_text(words["onward"], timeout=BOOT)
        wrong["broken"] = seen(tab)
        own_host.mended.set()
        tab.locator("#onward").dblclick()
        expect(tab.locator("#starting")).to_be_visible(timeout=BOOT)
        wrong |= stages(tab, words)
        tab.evaluate("window.python.answer()")
        expect(tab.locator("#frame")).to_be_visible(timeout=BOOT)
        wrong |= notices(tab, words)
        wrong |= stops(tab, words)
    assert {state: found for state, found in wrong.items() if found} == {}


def stages(tab: Page, words: dict[str, str]) -> dict[str, list[str]]:
    """What a start says, stage by stage."""
    wrong = {}
    for stage in STAGES:
        tell(tab, kind="starting", stage=stage, by="sources")
        expect(tab.locator("#doing")).to_have_text(words[f"starting {stage}"])
        wrong[stage] = seen(tab)
    expect(tab.locator("#first")).to_have_text(words["first start"])
    return wrong


def notices(tab: Page, words: dict[str, str]) -> dict[str, list[str]]:
    """What is said below the application; a tap takes it away."""
    wrong = {}
    ways = {"no answer": [UNANSWERED], "install by hand": [BY_HAND], "install": [INSTALLABLE]}
    for said, scripts in ways.items():
        for script in scripts:
            tab.evaluate(script)
        if said.startswith("install"):
            tab.evaluate("localStorage.clear()")
            tab.evaluate("document.querySelector('#frame').dispatchEvent(new Event('load'))")
        expect(tab.locator("#told")).to_have_text(words[said])
        wrong[said] = seen(tab)
        tab.locator("#later").dblclick()
        expect(tab.locator("#later")).to_be_hidden()
    return wrong


def stops(tab: Page, words: dict[str, str]) -> dict[str, list[str]]:
    """Why there is no application, and the ways on."""
    wrong = {}
    for why in STOPPED:
        tell(tab, kind="stopped", why=why, text="SomeError: with.a_long_name")
        expect(tab.locator("#why")).to_contain_text(words[why].partition("{")[0])
        wrong[why] = seen(tab)
    return wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_before_the_first_load_is_clear(tab: Page, lang: str, host: Site) -> None:
    """Where the browser is to save."""
    tab.context.add_init_script(SAVES)
    tab.goto(host.url)
    expect(tab.locator("#onward")).to_have_text(codes(lang, "site")["load"], timeout=BOOT)
    assert seen(tab) == []
