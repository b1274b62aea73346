"""Two nodes behind one address: a code typed in the browser finds its table, and the first page
what both keep, with script and without.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.serving import make_server

from app import create_app
from tests.browser.conftest import MakePhone, Silent
from tests.support.nodes import Behind
from tests.support.talk import CHIEF

pytestmark = pytest.mark.slow


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[dict[str, Flask]]:
    made = {
        letter: create_app(
            {"DATABASE": str(tmp_path / f"{letter}.db"), "RATE_LIMITS": False, "NODE": letter}
        )
        for letter in "AC"
    }
    yield made
    for app in made.values():
        app.extensions["service"].close()


@pytest.fixture
def server(nodes: dict[str, Flask]) -> Iterator[str]:
    served = make_server("127.0.0.1", 0, Behind(nodes), threaded=True, request_handler=Silent)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}"
    for app in nodes.values():
        app.extensions["service"].stop()
    served.shutdown()
    thread.join(5)
    served.server_close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_codes_of_both_nodes_are_typed_and_both_tables_found(
    nodes: dict[str, Flask], new_phone: MakePhone, script: bool
) -> None:
    phone = new_phone(java_script_enabled=script)
    codes = {}
    for letter, app in nodes.items():
        opened = app.test_client().post(
            "/api/tables",
            json={
                "game": CHIEF,
                "seats": [{"name": f"{name} at {letter}"} for name in ("Ann", "Bo")],
            },
        )
        codes[letter] = opened.get_json()["code"]
    for code in codes.values():
        phone.go("/join")
        phone.page.locator("[name=code]").fill(code.lower())
        expect(phone.page.locator(".code-boxes i")).to_have_count(5)
        phone.page.get_by_role("button", name="Join").click()
        phone.page.wait_for_url(f"**/t/{code}/seat")
    phone.go("/")
    expect(phone.page.get_by_text("Ann at C")).to_be_visible()
    other = phone.page.get_by_role("link", name="Your other games and groups")
    assert (other.bounding_box() or {})["height"] >= 44
    if not script:
        expect(phone.page.get_by_text("Ann at A")).to_have_count(0)
        other.click()
        phone.page.wait_for_url("**/at/A")
    expect(phone.page.get_by_text("Ann at A")).to_be_visible()
    phone.page.get_by_text("Ann at A").click()
    phone.page.wait_for_url(f"**/t/{codes['A']}**")
