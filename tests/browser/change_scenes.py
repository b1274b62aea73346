"""A table at which another phone corrected something, and the pages that tell of it."""

from __future__ import annotations

from tests.browser.phone import Phone, make_phone

MELDS = (("JS 4S 9H", "KH QS 4D AC"), ("2H 3H 4H 9C", "9D 8D"), ("KC KD", "5H 6H 7H"))
PAGES = {
    "changes": ("/changes", {}),
    "changes-line": ("", {"go": "1"}),
    "changes-sheet": ("/sheet", {}),
    "fix-corrected": ("/fix", {}),
}


def corrected(host: Phone) -> None:
    """Two players in their fourth round: Bo's phone corrected round three, and Ann's Poor Man of
    round one.
    """
    host.start("indian-chief", 2, show=False)
    for melds in MELDS:
        host.melds(*melds)
    host.table("/join")
    link = host.page.locator(".link-plain input").input_value()
    browser = host.page.context.browser
    assert browser is not None
    guest = make_phone(browser, host.base, host.lang)
    assert guest.post(link.removeprefix(host.base), "") == 303
    assert guest.post(f"/t/{host.code}/seat", "seat=s2") == 303
    guest.code = host.code
    guest.amend(7, "s2", "5H 6H 8H")
    guest.amend(2, "s1", "JS 4S 9S")
    guest.page.context.close()
