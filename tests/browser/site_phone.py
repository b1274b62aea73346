"""A phone without a server: what is tapped is a page inside the page of a site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode

from flask import Flask
from playwright.sync_api import Page, expect

from referee.exchange.import_record import read_record
from referee.games import GAMES
from referee.kernel.history import History, replay
from tests.browser.phone import FORM, NAMES, Phone
from tests.browser.site_tabs import BOOT

SENT = """async ([path, init]) => {
  const answer = await fetch(path, init);
  return [answer.url, answer.status, await answer.text()];
}"""


@dataclass(frozen=True)
class Framed:
    """A tab, of which the page inside is looked at and tapped."""

    tab: Page

    def __getattr__(self, name: str) -> Any:
        """What the page inside can do; what only a tab can, the tab does."""
        (inside,) = self.tab.main_frame.child_frames
        return getattr(inside if hasattr(inside, name) else self.tab, name)


@dataclass
class SitePhone(Phone):
    """A phone that keeps its games itself; what others send over HTTP, the page inside fetches."""

    def fetch(self, path: str, body: str | None = None) -> tuple[str, int, str]:
        """The address, status and text of an answer; with a body, to a form."""
        init = {} if body is None else {"method": "POST", "headers": FORM, "body": body}
        url, status, text = self.page.evaluate(SENT, [self.base + path, init])
        return url, status, text

    def start(self, game: str, players: int = 4, *_more: Any, **options: str) -> str:  # type: ignore[override]
        """Start a table as the setup page does, and show it; returns the code."""
        touched = {f"touched.{name}": "1" for name in options}
        names = [("name", name) for name in NAMES[:players]]
        url, status, _text = self.fetch(
            f"/new/{game}/open", urlencode([*names, *options.items(), *touched.items()])
        )
        self.code = url.removeprefix(f"{self.base}/t/").partition("/")[0]
        assert url.endswith("/setup"), status
        self.table()
        return self.code

    def post(self, path: str, body: str | Sequence[tuple[str, str]]) -> int:
        """Send a form as this phone; the status, that of a redirect as 303."""
        url, status, _text = self.fetch(
            path, body if isinstance(body, str) else urlencode(list(body))
        )
        return status if url == self.base + path else 303

    def newest(self) -> str:
        """The table's newest revision."""
        return self.fetch(f"/t/{self.code}/rev")[2]

    def history(self, code: str) -> History:
        """A table, replayed from the record that it gives as a file."""
        record = self.page.evaluate(
            "async (path) => (await fetch(path)).json()", f"{self.base}/t/{code}/record.json"
        )
        told = read_record(record, GAMES)
        return replay(GAMES[told.game], told.events)

    def app(self) -> Flask:
        """What tests ask for histories: the record takes the place of the table service."""
        store = SimpleNamespace(table_by_code=lambda code: code)
        service = SimpleNamespace(store=store, history=self.history)
        return cast(Flask, SimpleNamespace(extensions={"service": service}))


def site_phone(tab: Page, url: str) -> SitePhone:
    """Open a site in a tab and wait until it can be played with."""
    tab.goto(url)
    expect(tab.locator("#frame")).to_be_visible(timeout=BOOT)
    phone = SitePhone(cast(Page, Framed(tab)), url.rstrip("/"))
    phone.listen()
    return phone
