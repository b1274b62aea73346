"""A phone at the table: a Chromium page of 360 × 740 whose taps are counted, and short ways to do
what players do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from tests.browser.in_page import in_page

SIZE: ViewportSize = {"width": 360, "height": 740}
GO = "#actions .button-go"
UNDO = "#actions .button-undo"
REDO = "#actions .button-redo"
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
NAMES_JA = ("アキ", "ユウ", "ミオ", "ケン", "ハナ", "リク", "サラ", "トモ")
PATIENCE = 20_000
"""Milliseconds a test waits for what is to come, however busy the machine is."""
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LOADS = 4
_OVERTAKEN = ("interrupted by another navigation", "net::ERR_ABORTED")
_BROWSERS_OWN = "Failed to load resource: the server responded with a status of 4"


@dataclass
class Phone:
    """One phone with cookies of its own; ``taps`` counts what a thumb would do, ``problems`` what
    its console complained of.

    While it is ``away`` from the server, requests without an answer are no problem.
    """

    page: Page
    base: str
    lang: str = "en"
    taps: int = 0
    code: str = ""
    problems: list[str] = field(default_factory=list)
    away: bool = False

    def listen(self) -> None:
        """Collect errors of the page and its console, apart from the browser's own lines about
        answers like 422.
        """
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._complain)

    def _complain(self, message: ConsoleMessage) -> None:
        unanswered = self.away and (
            "net::ERR_" in message.text
            or message.text.startswith("htmx: htmx:error: Failed to fetch")
        )
        if (
            message.type == "error"
            and not unanswered
            and not message.text.startswith(_BROWSERS_OWN)
        ):
            self.problems.append(message.text)

    # Getting about

    def go(self, path: str = "", **query: str) -> None:
        """Open an address of the site by its path."""
        address = self.base + path + (f"?{urlencode(query)}" if query else "")
        for _ in range(LOADS):
            try:
                self.page.goto(address)
            except Error as interrupted:
                # A page that has just heard news may be loading itself anew at this very moment.
                if not any(sign in interrupted.message for sign in _OVERTAKEN):
                    raise
                self.page.wait_for_load_state()
            else:
                return
        self.page.goto(address)

    def table(self, tail: str = "", **query: str) -> None:
        """Open a page of this phone's table."""
        self.go(f"/t/{self.code}{tail}", **query)

    def start(
        self,
        game: str,
        players: int = 4,
        show: bool = True,
        names: Sequence[str] = (),
        **options: str,
    ) -> str:
        """Start a table over HTTP, with this phone as its host, and show it; returns the code."""
        names = names or (NAMES_JA if self.lang == "ja" else NAMES)[:players]
        touched = {f"touched.{name}": "1" for name in options}
        body = urlencode([*(("name", name) for name in names), *options.items(), *touched.items()])
        answer = self.page.request.post(f"{self.base}/new/{game}/open", data=body, headers=FORM)
        self.code = answer.url.removeprefix(f"{self.base}/t/").partition("/")[0]
        assert answer.url.endswith(("/setup", "/join")), answer.status
        if show:
            self.table()
        return self.code

    def post(self, path: str, body: str | Sequence[tuple[str, str]]) -> int:
        """Send a form as this phone without opening its answer; returns the status."""
        data = body if isinstance(body, str) else urlencode(list(body))
        return self.page.request.post(
            self.base + path, data=data, headers=FORM, max_redirects=0
        ).status

    def record(self, kind: str, seat: str | None, **fields: Any) -> None:
        """Record an entry over HTTP, for tests that only need the table to be further on."""
        row = kind == "date"
        about = [("seat", ""), ("kind", "")] if row else [("seat", seat or ""), ("kind", kind)]
        form = [("seen", self.newest()), *about]
        for name, value in fields.items():
            form += [
                (f"{name}.{seat}" if row else name, part)
                for part in (value if isinstance(value, list) else [value])
            ]
        assert self.post(f"/t/{self.code}/entry", form) == 303, (kind, seat, fields)

    def newest(self) -> str:
        """The table's newest revision."""
        return self.page.request.get(f"{self.base}/t/{self.code}/rev").text()

    def amend(self, seq: int, seat: str, cards: str) -> None:
        """Correct the cards of an entry over HTTP, as misread."""
        form = [("seen", self.newest()), ("seat", seat), ("reason_kind", "misread")]
        form += [("cards", card) for card in cards.split()]
        assert self.post(f"/t/{self.code}/amend/{seq}", form) == 303

    def melds(self, *melds: str) -> None:
        """Record a meld for each seat in turn over HTTP, each named by its number of cards."""
        for seat, cards in enumerate(melds, 1):
            self.meld_at(f"s{seat}", cards)

    def meld_at(self, seat: str, cards: str) -> None:
        """Record one seat's meld over HTTP."""
        self.record(KINDS[len(cards.split())], seat, cards=cards.split())

    # Tapping

    def tap(self, target: str | Locator, closed: bool = False) -> None:
        """One tap; ``closed`` for what says that it is disabled and yet answers."""
        (self.page.locator(target) if isinstance(target, str) else target).tap(
            timeout=PATIENCE, force=closed
        )
        self.taps += 1

    def cards(self, cards: str) -> None:
        """Tap cards on the pad, one tap each; a card named twice is tapped twice."""
        for card in cards.split():
            self.tap(key(card))

    def send(self, button: str | Locator = GO) -> None:
        """Tap a button that records something, and wait until the page shows a newer revision."""
        before = self.revision
        refusal = "" if self.page.locator("#refusal-title").count() else ", #refusal-title"
        self.tap(button)
        news = self.page.locator(f'#page:not([data-revision="{before}"]){refusal}').first
        expect(news).to_be_attached(timeout=PATIENCE)
        assert self.revision != before, f"refused: {self.page.locator('#refusal').inner_text()}"

    def meld(self, cards: str) -> int:
        """Tap a meld and record it; returns how many taps it took."""
        before = self.taps
        self.cards(cards)
        self.send()
        return self.taps - before

    def steal(self, card: str, whom: str) -> None:
        """Take a card that lies in front of somebody."""
        self.send(spot(self.page, card, whom))

    def verdict(self, cards: str) -> str:
        """Tap cards and wait for what the referee says to exactly those."""
        self.cards(cards)
        return self.judged()

    def judged(self) -> str:
        """The verdict, once the last tap has been answered."""
        self.settle()
        return self.page.locator("#verdict").inner_text()

    def arrive(self, code: str) -> None:
        """Wait until a table is open; a page that waited may set out for it twice."""
        expect(self.page).to_have_url(re.compile(f"/t/{code}$"))
        self.page.wait_for_load_state()

    def gained(self, seat: str, points: str, most: int = PATIENCE) -> None:
        """Wait until a seat shows what it made in this round, so many milliseconds at most."""
        plus = self.page.locator(f'#strip a[data-seat="{seat}"] .seat-plus')
        expect(plus).to_have_text(points, timeout=most)

    def settle(self) -> None:
        """Wait until nothing is being fetched any more, here or where a tap has led meanwhile."""
        try:
            self.page.evaluate(_UNTIL_FETCHED)
        except Error as left:
            if "context was destroyed" not in left.message:
                raise
            self.page.wait_for_load_state()
            self.settle()

    # Reading

    @property
    def revision(self) -> int:
        """The revision the page shows."""
        return int(self.page.locator("#page").get_attribute("data-revision") or 0)

    @property
    def path(self) -> str:
        """The path of the open page."""
        return self.page.url.removeprefix(self.base).partition("?")[0]

    @property
    def seat(self) -> str | None:
        """The seat whose entry is open."""
        return self.page.locator("#strip [aria-current]").get_attribute("data-seat")

    def chosen(self) -> list[str]:
        """The cards chosen on the pad."""
        inputs = self.page.locator("#pad input:checked")
        return [box.input_value() for box in inputs.all()]

    def totals(self) -> list[int]:
        """The totals of the strip, or of the sheet's last row."""
        found = self.page.locator("#strip .seat-total")
        if not found.count():
            found = self.page.locator("#sheet tfoot td")
        return [number(text) for text in found.all_inner_texts()]

    def cells(self) -> list[list[int]]:
        """The points on the sheet, round by round, as they stand now (struck numbers left out)."""
        rows = self.page.locator("#sheet tbody tr:has(.cell)").all()
        return [
            [number(text) for text in row.locator("a.cell > b").evaluate_all(STANDING)]
            for row in rows
        ]


_COUNT_FETCHES = in_page("count_fetches")
_STAYS_AWAKE = in_page("stays_awake")
"""A phone can keep itself awake; the browser of the tests would play a film in every page that is
open, which is most of a machine's time.
"""
_UNTIL_FETCHED = in_page("until_fetched")
KINDS = {1: "thief", 2: "beggar", 3: "poor", 4: "lawyer", 5: "rich", 6: "doctor", 7: "chief"}
STANDING = in_page("standing")


def key(card: str) -> str:
    """The key of a card on the pad."""
    return f'#pad .key[data-card="{card}"]'


def spot(page: Page, card: str, whom: str) -> Locator:
    """A card in front of a seat, among those that may be stolen."""
    rank = re.compile(f"^{card[0].replace('T', '10')}$")
    lying = page.locator(f'#entry button.key.ink-{card[1].lower()}[name=card][value^="{whom}:"]')
    return lying.filter(has=page.locator(".key-rank", has_text=rank)).first


def box(part: Locator) -> FloatRect:
    """Where a part that is seen lies."""
    found = part.bounding_box()
    assert found is not None
    return found


def number(text: str) -> int:
    """The number a text begins with; its minus may be the true sign."""
    return int(text.strip().split()[0].replace("−", "-"))


INIT = _COUNT_FETCHES + _STAYS_AWAKE
"""What every page of a phone begins with."""


def make_phone(
    browser: Browser, base: str, lang: str = "en", theme: Any = "light", **more: Any
) -> Phone:
    """A new phone: a context with cookies, language and light of its own."""
    context = browser.new_context(
        device_scale_factor=2,
        has_touch=True,
        is_mobile=False,
        locale=lang,
        color_scheme=theme,
        **{"viewport": SIZE, "service_workers": "block"} | more,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(INIT)
    phone = Phone(context.new_page(), base, lang)
    phone.listen()
    return phone
