"""Two nodes behind one address: a code typed in the browser finds its table, and the first page
what both keep, with script and without.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.support.application import application, served
from tests.support.nodes import Behind
from tests.support.talk import CHIEF

pytestmark = pytest.mark.slow


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[dict[str, Flask]]:
    with ExitStack() as kept:
        yield {
            letter: kept.enter_context(application(tmp_path / f"{letter}.db", NODE=letter))
            for letter in "AC"
        }


@pytest.fixture
def server(nodes: dict[str, Flask]) -> Iterator[str]:
    with served(Behind(nodes)) as address:
        yield address
        for app in nodes.values():
            app.extensions["service"].stop()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_codes_of_both_nodes_are_typed_and_both_tables_found(
    nodes: dict[str, Flask], new_phone: MakePhone, script: bool
) -> None:
    phone = new_phone(java_script_enabled=script)
    codes = {}
    for letter, app in nodes.items():
        seats = [{"name": f"{name} at {letter}"} for name in ("Ann", "Bo")]
        opened = app.test_client().post("/api/tables", json={"game": CHIEF, "seats": seats})
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
