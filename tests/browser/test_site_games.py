"""Whole games by taps without a server: the same taps as on a server, the same record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Counted
from tests.browser.phone import GO, INIT, SIZE
from tests.browser.play import replayed_totals
from tests.browser.rooms import Tour
from tests.browser.site_phone import SitePhone, site_phone
from tests.browser.test_blind_date import play_eight
from tests.browser.test_every_game import WHOLE, Whole, play
from tests.browser.test_indian_chief import play_four
from tests.support.built_site import Site
from tests.support.static_host import hosting
from tests.support.tiers import IN_SLOW, IN_SOAK

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]


@dataclass
class Stay(Tour):
    """A tour of one room."""

    def move(self) -> None:
        """Count the page, and see it where it is."""
        self.moves += 1

    def look(self, page: str) -> None:
        """What pages look like is looked at on a server."""


@contextmanager
def on_site(chromium: Browser, url: str) -> Iterator[SitePhone]:
    """A phone that was never here before."""
    context = chromium.new_context(viewport=SIZE, has_touch=True, locale="en")
    context.add_init_script(INIT)
    yield site_phone(context.new_page(), url)
    context.close()


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    """The site's address; its one host stays for all phones of this file."""
    with hosting(site.folder, site.port):
        yield site.url


@pytest.fixture(scope="module")
def own_phone(chromium: Browser, address: str) -> Iterator[SitePhone]:
    """One phone for all games, as Python takes a while to start."""
    with on_site(chromium, address) as phone:
        yield phone


@pytest.fixture
def new_phone(chromium: Browser, address: str) -> Iterator[SitePhone]:
    """A phone whose first page is that of a newcomer."""
    with on_site(chromium, address) as phone:
        yield phone


def games() -> Iterator[object]:
    """Every game in quick entry, and in full in ``make soak``."""
    for one in WHOLE:
        marks = IN_SLOW if one.depth == "quick" else IN_SOAK
        yield pytest.param(one, id=one.name, marks=marks)


@pytest.mark.parametrize("whole", [*games()])
def test_a_whole_game_by_taps_on_one_phone(
    own_phone: SitePhone, counted: Counted, whole: Whole
) -> None:
    """What the phone kept is what was tapped, and its totals are those of the rules."""
    app = own_phone.app()
    play(app, Stay(own_phone, ()), whole, counted)
    expect(own_phone.page.locator(".finale")).to_be_visible()
    own_phone.table("/sheet")
    assert own_phone.totals() == replayed_totals(app, own_phone.code)
    assert own_phone.problems == []


def test_indian_chief_from_the_first_page_with_thefts_and_a_correction(
    new_phone: SitePhone, counted: Counted
) -> None:
    """The names typed, seven rounds, the sheet, a correction from it."""
    play_four(new_phone, new_phone.app(), counted)


def test_blind_date_by_taps(new_phone: SitePhone, counted: Counted) -> None:
    """Eight turns, with the points of each."""
    play_eight(Stay(new_phone, ()), new_phone.app(), counted, players=4, seed=24)


FULL = """() => {
  const { prototype } = FileSystemSyncAccessHandle;
  prototype.kept = prototype.write;
  prototype.write = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
FREE = (
    "() => { const { prototype } = FileSystemSyncAccessHandle; prototype.write = prototype.kept; }"
)


def test_full_storage_is_said_and_nothing_tapped_is_lost(own_phone: SitePhone) -> None:
    """What was acknowledged stays; the cards stay chosen, and are recorded once there is room."""
    own_phone.start("indian-chief", 3)
    own_phone.meld("KH QS")
    (python,) = own_phone.page.workers
    own_phone.cards("6C")
    own_phone.settle()
    python.evaluate(FULL)
    own_phone.tap(GO)
    expect(own_phone.page.get_by_text("The storage is full.")).to_be_visible()
    assert own_phone.chosen() == ["6C"]
    python.evaluate(FREE)
    own_phone.send()
    melds = [sorted(move.cards) for move in own_phone.history(own_phone.code).played]
    assert melds == [["KH", "QS"], ["6C"]]
