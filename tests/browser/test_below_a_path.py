"""Below a path, as behind a proxy: pages, light, queue and worker of a phone that loses its
line.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phone import make_phone
from tests.browser.test_offline import LAWYER, POOR, WAIT, put_aside, sent, until
from tests.support.real_server import RealServer, free_port


@pytest.mark.slow
def test_an_entry_waits_and_the_site_is_kept(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    site = f"http://127.0.0.1:{port}/referee"
    with RealServer(tmp_path, port, "--url", site):
        phone = make_phone(chromium, site, service_workers="allow")
        phone.start("indian-chief", 4)
        until(
            phone,
            "navigator.serviceWorker.getRegistration().then(one => one?.scope.endsWith('/referee/')"
            " && navigator.serviceWorker.controller !== null)",
            60,
        )
        until(
            phone,
            "caches.match('/referee/print/sheet?game=blind-date&players=4&paper=letter&rules=yes',"
            " {ignoreVary: true}).then(Boolean)",
            60,
        )
        expect(phone.page.locator("#live.is-live")).to_be_attached(timeout=WAIT)
        phone.meld(LAWYER)
        until(
            phone,
            "caches.match(location.pathname).then(found => found ? found.text() : '').then(text =>"
            " text.includes('data-revision=\"2\"'))",
        )
        phone.page.context.set_offline(True)
        phone.page.goto(f"{site}/rules/indian-chief/IC-29")
        expect(phone.page).to_have_url(re.compile(r"/referee/rules/indian-chief#IC-29$"))
        phone.page.goto(f"{site}/ask/blind-date")
        phone.tap("#known-games a")
        expect(phone.page).to_have_url(re.compile(rf"/referee/t/{phone.code}$"))
        expect(phone.page.locator("#live.is-offline")).to_be_visible(timeout=WAIT)
        put_aside(phone, POOR, 1)
        phone.page.context.set_offline(False)
        sent(phone)
        phone.gained("s2", "+14")
        assert {
            cookie["path"] for cookie in phone.page.context.cookies() if cookie["name"] == "device"
        } == {"/referee/"}
        phone.page.context.close()
