"""Rows typed from paper: the empty page, and one on which a row is doubtful, a theft must be told
or rows wait.
"""

from __future__ import annotations

from tests.browser.phone import Phone

DOUBTFUL = (
    "l KH QS 4D",
    "p JS 4S 9H",
    "r AS 2C 3D 3H TC",
    "b 9C 9D",
    "p 2H 3H 4H",
    "l KS TH 4D AD",
)
THIEF = ("l KH QS 4D AC", "p JS 4S 9H", "t 9C", "b 9D 9H", "p 2H 3H 4H")
KEPT = {"typed": (), "typed-doubtful": DOUBTFUL, "typed-theft": THIEF}


def typed(phone: Phone, rows: tuple[str, ...]) -> None:
    """Type rows at a table of this phone's own."""
    phone.start("indian-chief", 4, show=False)
    phone.table("/rows")
    if rows:
        phone.page.locator("#lines").fill("\n".join(rows))
        phone.tap("#paper button")
        phone.page.locator("#kept").wait_for()


def dates(phone: Phone) -> None:
    """A game whose rows have several fields."""
    phone.start("blind-date", 4, show=False)
    phone.table("/rows")
    second = phone.page.locator("#next b").inner_text()
    phone.page.locator("#lines").fill(f"QH KC 2\n{second}: QH KC 99")
    phone.tap("#paper button")
    phone.page.locator("#kept").wait_for()
