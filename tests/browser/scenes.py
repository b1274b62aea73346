"""Every page in the states people see it in: tables built once over HTTP, and how a phone gets to
each scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Browser, expect

from referee.games import GAMES
from tests.browser.away_scenes import AWAY, AWAY_ENTRY, STANDS, until
from tests.browser.change_scenes import PAGES, corrected
from tests.browser.dispute_scenes import DISPUTES
from tests.browser.games import CHIEF
from tests.browser.group_scenes import GROUPS, long_names, many_evenings
from tests.browser.own_scenes import OWN
from tests.browser.phone import GO, NAMES, Phone, key, make_phone
from tests.browser.play import type_names
from tests.browser.question_scenes import QUESTION_SCENES
from tests.browser.sampled import Sampled
from tests.browser.seat_scenes import SEATS, ended_early
from tests.browser.secret_scenes import SECRET
from tests.browser.typed_scenes import KEPT, dates, typed
from tests.browser.undone_scenes import REFUSED, UNDONE

Go = Callable[[Phone, "Tables"], None]
LAWYER = "KH QS 4D AC"


def of_kept(every: Mapping[str, Sampled]) -> dict[str, Sampled]:
    """The tables of games that are kept."""
    return {name: table for name, table in every.items() if table.game in GAMES}


BOARDS: Mapping[str, Sampled] = of_kept(
    {
        "blind-date-matches": Sampled("blind-date", 4, 7, 16, "full"),
        "blind-date-reveal": Sampled("blind-date", 4, 7, 18, "full"),
        "three-draw": Sampled("three-draw", 6, 5, 27),
        "long-seat": Sampled("long-seat", 6, 5, 45),
        "pyramid": Sampled("pyramid", 4, 5, 60, "full"),
        "pyramid-wide": Sampled("pyramid", 3, 4, 116, "full"),
        "pyramid-high": Sampled("pyramid", 4, 5, 114, "full"),
        "not-a-pair": Sampled("not-a-pair", 6, 5, 30),
        "the-pairs": Sampled("the-pairs", 6, 7, 9),
        "captains-orders": Sampled("captains-orders", 8, 5, 2, "full"),
        "captains-orders-ends": Sampled("captains-orders", 5, 5, 0),
        "captains-orders-show": Sampled("captains-orders", 5, 50, 6, "full"),
        "the-things": Sampled("the-things", 8, 5, 1, "full"),
        "the-things-sides": Sampled("the-things", 4, 3, 2),
        "dream-team": Sampled("dream-team", 6, 5, 66),
        "cracker": Sampled("cracker", 5, 5, 7, "full"),
        "cracker-highest": Sampled("cracker", 5, 8, 3),
    }
)
# Taller than the phone: only what is entered stays in sight.
TALL: Mapping[str, Sampled] = of_kept(
    {
        "captains-orders-hands": Sampled("captains-orders", 8, 5, 9, "full"),
        "the-things-fight": Sampled("the-things", 4, 9, 5, "full"),
    }
)
ENDS: Mapping[str, Sampled] = of_kept(
    {
        "blind-date-end": Sampled("blind-date", 4, 5),
        "three-draw-end": Sampled("three-draw", 4, 3),
        "long-seat-end": Sampled("long-seat", 6, 3, depth="quick"),
        "pyramid-end": Sampled("pyramid", 3, 3, depth="quick"),
        "pyramid-built": Sampled("pyramid", 3, 5, depth="full"),
        "not-a-pair-end": Sampled("not-a-pair", 4, 3, depth="quick"),
        "the-pairs-end": Sampled("the-pairs", 6, 7),
        "captains-orders-end": Sampled("captains-orders", 4, 5),
        "the-things-end": Sampled("the-things", 8, 5, depth="full"),
        "dream-team-end": Sampled("dream-team", 4, 3, depth="quick"),
        "cracker-end": Sampled("cracker", 5, 8),
    }
)


class Tables(dict[str, str]):
    """Codes of tables in various states, each built when it is first asked for, by the phone that
    hosts them all.
    """

    def __init__(self, browser: Browser, base: str, lang: str) -> None:
        super().__init__()
        self.host = make_phone(browser, base, lang)
        # Only who has a table has a cookie.
        _ = self["fresh"]

    def __missing__(self, name: str) -> str:
        MAKERS[name](self.host)
        self[name] = self.host.code
        return self.host.code

    @property
    def cookies(self) -> Any:
        """What makes another phone the host's."""
        return self.host.page.context.storage_state()

    def anew(self, name: str) -> str:
        """A table of its own, as the same people again are known from the newest tables only."""
        self.pop(name, None)
        return self[name]

    def own(self, name: str) -> str:
        """A table that no other scene opens, for what stays open at it."""
        MAKERS[name](self.host)
        return self.host.code

    def open(self, phone: Phone, name: str, tail: str = "", **query: str) -> None:
        """Open a page of one of the tables."""
        phone.code = self[name]
        phone.table(tail, **query)

    def link(self, way: str, code: str = "") -> str:
        """A link to a table, else the running one: to a seat, or to watch."""
        self.host.code = code or self["running"]
        self.host.table("/join", way=way)
        return self.host.page.locator(".link-plain input").input_value()

    @property
    def seat(self) -> str:
        """The link to a seat."""
        return self.link("seat")

    @property
    def watch(self) -> str:
        """The link to watch."""
        return self.link("watch")


def started(game: str, players: int, **options: str) -> Callable[[Phone], object]:
    """A table at which nothing was entered."""
    return lambda host: host.start(game, players, show=False, **options)


def _two(host: Phone) -> None:
    host.start("indian-chief", 2, show=False)
    host.melds("JS 4S 9H", LAWYER)
    host.meld_at("s2", "9C 8C")


def _eight(host: Phone) -> None:
    host.start("indian-chief", 8, show=False)
    host.melds(
        "JS 4S 9H", LAWYER, "2H 3H", "2D 3D 4D", "9C TC JC QC KC", "5H 6H 7H", "8D 9D", "2S 3S 5S"
    )
    host.melds("KD KD", "9C 9C 2H")


def _running(host: Phone) -> None:
    host.start("indian-chief", 4, show=False)
    _rounds(host, 3)
    host.meld_at("s2", "9C 9C AC 6H")
    host.meld_at("s3", "AD KS 3C QC 8H")


def _rounds(host: Phone, number: int) -> None:
    """Rounds of the whole game in which nobody steals."""
    for melds, _points in CHIEF[:number]:
        host.melds(*melds)
        kinds = [len(cards.split()) for cards in melds]
        if melds is not CHIEF[-1][0]:
            thieves = [at for at, cards in enumerate(melds, 1) if kinds[at - 1] == 1]
            for seat in sorted(thieves, key=lambda at: melds[at - 1][0] in "TJQK"):
                host.record("decline", f"s{seat}")


def _thefts(host: Phone) -> None:
    host.start("indian-chief", 4, show=False)
    host.melds("6C", "QD", "9S 9H", "KS TH 4D AD")


def _tie(host: Phone) -> None:
    host.start("indian-chief", 4, show=False)
    host.melds("6C", "QD", "6D", "KS TH 4D AD")


def _explained(host: Phone) -> None:
    _tie(host)
    host.record("steal", "s1", card="s4:0")
    host.record("steal", "s3", card="s2:0")
    host.record("decline", "s2")


def _finished(host: Phone) -> None:
    host.start("indian-chief", 4, show=False)
    _rounds(host, 7)
    host.amend(2 + 4 + 1 + 4 + 1 + 1, "s2", "4S JS 9S")


def _stands(host: Phone) -> None:
    """A second Lawyer, let stand."""
    host.start("indian-chief", 3, show=False)
    host.melds("JS 4S 9H", LAWYER, "2H 3H")
    host.meld_at("s1", "9S 9D")
    overruled = {"reason": "Agreed by all", "accept": "meld_used", "overrule": "1"}
    host.record("lawyer", "s2", cards=["KS", "QD", "3D", "2C"], **overruled)
    host.meld_at("s3", "5C 6C 7C")


def _dates4(host: Phone) -> None:
    host.start("blind-date", 4, show=False)
    _turn(host, 4)
    host.record("date", "s1", blind="QD", match="KS", target="s2")


def _turn(host: Phone, players: int) -> None:
    rows = (("QH", "KC", "s2"), ("5S", "KH", "s1"), ("JC", "JD", "s1"), ("AD", "QC", "s3"))
    for at, (blind, match, target) in enumerate(rows[:players], 1):
        host.record("date", f"s{at}", blind=blind, match=match, target=target)


def _dates_done(host: Phone) -> None:
    host.start("blind-date", 3, show=False)
    _turn(host, 3)


MAKERS: Mapping[str, Callable[[Phone], object]] = {
    **{name: table.make for name, table in {**BOARDS, **TALL, **ENDS}.items()},
    "early": ended_early,
    "corrected": corrected,
    "fresh": started("indian-chief", 4),
    "two": _two,
    "eight": _eight,
    "running": _running,
    "thefts": _thefts,
    "tie": _tie,
    "explained": _explained,
    "finished": _finished,
    "stands": _stands,
    "dates3": started("blind-date", 3),
    "dates4": _dates4,
    "dates_done": _dates_done,
    "full": started("blind-date", 4, depth="full"),
    "declared": started("indian-chief", 4, chief_split="declared"),
    "evenings": many_evenings,
    "long_names": long_names,
}


# Scenes


def at(name: str, tail: str = "", **query: str) -> Go:
    """A page of a table as it is."""
    return lambda phone, tables: tables.open(phone, name, tail, **query)


def over(name: str) -> Go:
    """The end of a table."""

    def go(phone: Phone, tables: Tables) -> None:
        tables.open(phone, name)
        expect(phone.page.locator(".ranks")).to_be_visible()

    return go


def opened(name: str) -> Go:
    """A table's sheet with its last cell open."""

    def go(phone: Phone, tables: Tables) -> None:
        tables.open(phone, name, "/sheet")
        phone.tap(phone.page.locator("#sheet a.cell").last)
        expect(phone.page.locator("#lines")).to_be_visible()

    return go


def page(path: str, **query: str) -> Go:
    """A page that belongs to no table."""
    return lambda phone, tables: phone.go(path, **query)


def tapped(name: str, cards: str, seat: str = "", **query: str) -> Go:
    """A table's entry with some cards tapped."""

    def go(phone: Phone, tables: Tables) -> None:
        tables.open(phone, name, **({"seat": seat} if seat else {"go": "1"}), **query)
        phone.cards(cards)
        phone.settle()

    return go


def used_up(phone: Phone, tables: Tables) -> None:
    """A key that is used up, touched."""
    tables.open(phone, "running", seat="s4")
    # What works without the server comes once the page stands.
    until(phone, STANDS)
    phone.tap(key("9C"), closed=True)
    expect(phone.page.locator("#held")).to_be_visible()


def refusal(phone: Phone, tables: Tables) -> None:
    """A meld that was made before."""
    tapped("running", "5H 6S 7S")(phone, tables)
    phone.tap(GO)
    expect(phone.page.locator("#refusal-title")).to_be_visible()


def menu(phone: Phone, tables: Tables) -> None:
    """The menu, open."""
    tables.open(phone, "running", go="1")
    phone.tap("#menu summary")
    expect(phone.page.locator(".menu-top")).to_be_visible()


def changes(phone: Phone, tables: Tables, cards: str = "4S 4S 9S") -> None:
    """What a correction changes."""
    tables.open(phone, "running", "/correct/2")
    phone.cards(cards)
    phone.tap(GO)
    expect(phone.page.locator("#changes")).to_be_visible()


def without_reason(phone: Phone, tables: Tables) -> None:
    """A correction confirmed without saying why."""
    changes(phone, tables)
    phone.tap(GO)
    expect(phone.page.locator("#reason-error")).to_be_visible()


def people(phone: Phone, tables: Tables) -> None:
    """Who plays, some of them known from before."""
    phone.go("/new/indian-chief", again=tables.anew("declared"))


def nobody(phone: Phone, tables: Tables) -> None:
    """A game that can start without a name, on a phone that was in none."""
    phone.page.context.clear_cookies()
    phone.go("/new/indian-chief")
    expect(phone.page.locator("#count")).to_be_visible()


def twice(phone: Phone, tables: Tables) -> None:
    """A name that is there twice, said at its own line."""
    phone.go("/new/indian-chief")
    type_names(phone, [NAMES[0], NAMES[1], NAMES[1]])
    phone.tap(GO)
    expect(phone.page.locator(".person-line .field-error")).to_be_visible()


def whose_sign(phone: Phone, tables: Tables) -> None:
    """The signs offered to somebody who is named."""
    people(phone, tables)
    phone.tap(phone.page.locator(".sign-choice summary").nth(1))
    expect(phone.page.locator(".shapes").nth(1)).to_be_visible()


def options(game: str) -> Go:
    """The rules of a table, every fold open."""

    def go(phone: Phone, tables: Tables) -> None:
        before = tables.anew("declared" if game == "indian-chief" else "full")
        phone.go(f"/new/{game}", again=before)
        phone.tap(".change-rules > summary")
        expect(phone.page.locator(".question").first).to_be_visible()
        for fold in phone.page.locator("details.fold:not([open]) summary").all()[::-1]:
            phone.tap(fold)

    return go


def rules_of_a_table(phone: Phone, tables: Tables) -> None:
    """The rules as a table plays them, with what its group ruled and where they counted."""
    words = "A Beggar laid after a theft counts the card that lies there."
    ruled = [("clause", "IC-22"), ("words", words), ("key", "rules")]
    tables.host.code = phone.code = tables["finished"]
    assert tables.host.post(f"/t/{phone.code}/precedents", ruled) == 303
    phone.go("/rules/indian-chief", table=phone.code)


def partly_filled(name: str) -> Go:
    """Rows with a card in the first place, and the keys that follow."""

    def go(phone: Phone, tables: Tables) -> None:
        tables.open(phone, name, go="1")
        for card in ("JH", "AS"):
            phone.tap(f'#pad button.key[data-card="{card}"]')
            phone.settle()
        expect(phone.page.locator("#target")).to_be_visible()

    return go


def by_link(phone: Phone, tables: Tables) -> None:
    """A link that lets a phone in, before it is accepted."""
    phone.page.goto(tables.seat)


def watching(phone: Phone, tables: Tables) -> None:
    """A table seen by a phone that may only watch."""
    phone.page.context.clear_cookies()
    phone.page.goto(tables.watch)
    phone.tap(GO)
    phone.page.wait_for_url("**/t/*")


def wrong_code(phone: Phone, tables: Tables) -> None:
    """A code that no table has."""
    phone.go("/join")
    phone.page.locator("input[name=code]").fill("0000")
    phone.tap("form.code button")
    expect(phone.page.locator("#join-error")).to_be_visible()


def home_first(phone: Phone, tables: Tables) -> None:
    """The first page on a phone that was at no table."""
    phone.page.context.clear_cookies()
    phone.go("/")


ENTRY: Mapping[str, Go] = {
    "entry-empty": at("fresh"),
    "entry-verdict": tapped("fresh", LAWYER),
    "entry-twice": tapped("fresh", "9S 9S KD"),
    "entry-later": at("running", go="1"),
    "entry-chief": tapped("fresh", "7S 2S 9S KS 4D 5C 8H"),
    "entry-declared": tapped("declared", "7S 2S 9S KS 4D 5C 8H"),
    "entry-2": at("two", seat="s1"),
    "entry-8": tapped("eight", "5D 5H AS", seat="s4"),
    "dates-3": at("dates3"),
    "dates-4": at("dates4", go="1"),
    "dates-target": partly_filled("dates4"),
    **{name: at(name, go="1") for name in BOARDS},
    **AWAY_ENTRY,
    **UNDONE,
}
OTHER: Mapping[str, Go] = {
    "home": page("/"),
    "home-first": home_first,
    "demo": page("/try"),
    "demo-read": page("/try/read", kind="lawyer", cards="KS QH 4D AC"),
    "new": page("/new"),
    "new-people": people,
    "new-people-first": nobody,
    "new-people-twice": twice,
    "new-people-sign": whose_sign,
    "new-options-chief": options("indian-chief"),
    "new-options-dates": options("blind-date"),
    "setup-chief": at("fresh", "/setup"),
    "setup-dates": at("dates3", "/setup"),
    "how-to-play": at("running", "/setup", how="1"),
    "menu": menu,
    "used-up": used_up,
    "refusal": refusal,
    "thefts": at("thefts"),
    "thefts-tie": at("tie"),
    "explained": at("explained"),
    "explained-dates": at("dates_done"),
    "full-sums": at("full"),
    "sheet-open": at("finished", "/sheet", open="3-s2"),
    "sheet-8": at("eight", "/sheet"),
    "sheet-dates": at("dates4", "/sheet", open="1-s1"),
    "ruling": at("finished", "/ruling/3/s1"),
    "ruling-matters": at("finished", "/ruling/2/s3"),
    "ruling-8": at("eight", "/ruling/1/s1"),
    "ruling-stands": at("stands", "/ruling/2/s2"),
    "ruling-dates": at("dates_done", "/ruling/1/s1"),
    "ruling-won": at("long-seat-end", "/ruling/1/s1"),
    "correct": at("running", "/correct/2"),
    "correct-changes": changes,
    "correct-why": without_reason,
    # A later entry no longer stands.
    "correct-breaks": lambda phone, tables: changes(phone, tables, "5H"),
    "fix": at("running", "/fix"),
    "fix-finished": at("finished", "/fix", all="1"),
    "join": at("running", "/join"),
    "join-link": by_link,
    "join-code": page("/join"),
    "join-wrong": wrong_code,
    "print": at("finished", "/print"),
    "share": at("running", "/share"),
    "share-finished": at("finished", "/share"),
    "blanks": page("/print"),
    "settings": page("/settings", back="/"),
    **{name: at("corrected", tail, **query) for name, (tail, query) in PAGES.items()},
    **{name: lambda phone, _tables, rows=rows: typed(phone, rows) for name, rows in KEPT.items()},
    "typed-dates": lambda phone, _tables: dates(phone),
    "rules": page("/rules"),
    "import": page("/import"),
    "rulebook-chief": page("/rules/indian-chief"),
    "rulebook-dates": page("/rules/blind-date"),
    "rulebook-table": rules_of_a_table,
    "error-404": page("/nothing-here"),
    "watching": watching,
    **{name: at(name, go="1") for name in TALL},
    **{name: opened(name) for name in ENDS},
    **{f"finale-{name.removesuffix('-end')}": over(name) for name in ("finished", *ENDS)},
    **{f"setup-{table.game}": at(name, "/setup") for name, table in BOARDS.items()},
    **QUESTION_SCENES,
    **DISPUTES,
    **SEATS,
    **GROUPS,
    **SECRET,
    **AWAY,
    **REFUSED,
    **OWN,
}
OF_GAME = {
    "away-tap": "three-draw",
    "undone-tap": "three-draw",
    "away-place": "the-pairs",
    "away-wide": "pyramid",
    "tv-three-draw": "three-draw",
    "tv-pyramid-wide": "pyramid",
    "tv-the-things": "the-things",
    "tv-phone-pyramid": "pyramid",
    "ruling-won": "long-seat",
    "secret-laid": "not-a-pair",
}
"""Scenes at the table of a game that may be removed."""
SCENES: Mapping[str, Go] = {
    name: go
    for name, go in {**ENTRY, **OTHER}.items()
    if OF_GAME.get(name, "indian-chief") in GAMES
}
