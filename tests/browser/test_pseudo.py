"""Every page in a language nobody speaks: nothing is left in English, and longer words have
room.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.phone import make_phone
from tests.browser.scenes import SCENES, Tables
from tests.browser.survey import CUT, LAID, await_styles
from tests.browser.untranslated import untranslated
from tests.support.pseudo_server import LANG, served
from tests.support.tiers import IN_SLOW, one_in

FAST = ("entry-verdict",)
"""What the fast tier sees."""


@pytest.fixture(scope="session")
def pseudo_tables(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Tables on a server of their own, which speaks the language among others."""
    with served(tmp_path_factory.mktemp("pseudo")) as address:
        yield Tables(chromium, address, LANG)


@pytest.mark.xdist_group("pseudo")
@one_in(9)
@pytest.mark.parametrize(
    "scene", [pytest.param(one, marks=() if one in FAST else IN_SLOW) for one in SCENES]
)
def test_a_page_is_whole_in_another_language(
    chromium: Browser, pseudo_tables: Tables, scene: str
) -> None:
    """Words, labels and titles are translated; no text lies over another, and none is cut."""
    base, cookies = pseudo_tables.host.base, pseudo_tables.cookies
    phone = make_phone(
        chromium, base, LANG, "light", storage_state=cookies, reduced_motion="reduce"
    )
    SCENES[scene](phone, pseudo_tables)
    await_styles(phone.page)
    laid = phone.page.evaluate(LAID)
    assert untranslated(phone.page) == []
    assert (laid["over"], laid["edge"]) == ([], [])
    assert phone.page.evaluate(CUT) == []
    width: int = phone.page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= phone.page.evaluate("innerWidth")
    assert phone.problems == []
    # What waits must not reach the table when the browser is online again.
    phone.page.evaluate("localStorage.clear()")
    phone.page.context.close()
