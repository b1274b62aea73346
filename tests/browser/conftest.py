"""A server in a thread, one Chromium for all tests, and phones that fail the test when their
console complains.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.past import let_time_be_told
from tests.browser.phone import PATIENCE, Phone, make_phone
from tests.browser.site_tabs import Browsing
from tests.browser.survey import Survey
from tests.support.application import application, served
from tests.support.built_site import Site, built_site
from tests.support.static_host import hosting

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without windows, so that its pages open in a third of the time."""
MakePhone = Callable[..., Phone]
Counted = Callable[..., None]
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser; what is surveyed in one language is visited
    once, so it stays on one worker.
    """
    for item in items:
        if isinstance(item, pytest.Function) and Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
            if "survey" in item.fixturenames:
                item.add_marker(pytest.mark.xdist_group(f"survey-{item.callspec.params['lang']}"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One table of the taps that were counted, beside the most there may be."""
    ended = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    counts = {
        tuple(noted) for report in ended for name, noted in report.user_properties if name == "taps"
    }
    if not counts:
        return
    terminalreporter.section("taps")
    terminalreporter.write_line(f"{'':<52}{'taps':>6}{'at most':>9}")
    for what, taps, most in sorted(counts):
        terminalreporter.write_line(f"{what:<52}{taps:>6}{most or '–':>9}")


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The whole application on an empty database, without rate limits."""
    with application(tmp_path_factory.mktemp("browser") / "referee.db") as made:
        let_time_be_told(made)
        yield made


@pytest.fixture(scope="session")
def server(app: Flask) -> Iterator[str]:
    """Its address while it is served."""
    with served(app) as address:
        yield address
        app.extensions["service"].stop()


@pytest.fixture(scope="session")
def site() -> Site:
    """The edition without a server."""
    return built_site()


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The system's Chromium; without one, every test that needs it is skipped."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    return path


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright, browser_path: str) -> Iterator[Browser]:
    """One browser for all tests."""
    browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def new_phone(chromium: Browser, server: str) -> Iterator[MakePhone]:
    """Makes phones; afterwards none of their pages may have complained."""
    phones: list[Phone] = []

    def make(lang: str = "en", theme: str = "light", **more: Any) -> Phone:
        phones.append(make_phone(chromium, server, lang, theme, **more))
        return phones[-1]

    yield make
    for phone in phones:
        phone.page.context.close()
    assert [problem for phone in phones for problem in phone.problems] == []


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Counted:
    """Puts taps into the table that is printed at the end, and holds them to the most there may
    be.
    """

    def note(what: str, taps: int, most: int = 0) -> None:
        record_property("taps", (what, taps, most))
        assert not most or taps <= most, what

    return note


@pytest.fixture
def phone(new_phone: MakePhone) -> Phone:
    """One phone."""
    return new_phone()


@pytest.fixture(scope="session")
def survey(chromium: Browser, server: str) -> Survey:
    """Measures of every page, each taken once."""
    return Survey(chromium, server)


@pytest.fixture
def host(site: Site) -> Iterator[Site]:
    with hosting(site.folder, site.port):
        yield site


@pytest.fixture
def browsing(playwright: Playwright, browser_path: str, tmp_path: Path) -> Iterator[Browsing]:
    made = Browsing(playwright, browser_path, tmp_path / "profile")
    made.start()
    yield made
    made.kill()
