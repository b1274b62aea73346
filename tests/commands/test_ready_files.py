"""What a site without a server holds to be read before Python is there."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import urljoin, urlsplit

import pytest
from lxml import html

from referee.browser.ready import drawn_pages, idle_list, leads
from referee.games import GAMES
from referee.kernel.strict_json import read_json
from referee.languages import LANGUAGES
from referee.rulebook import load
from referee.web.paper import typst
from referee.web.paper.blank_files import SIZES, BlankFile, blank_files

SITE = "https://games.example"
PATH = "/cards/"
SHEETS = {file.name(lang) for lang in LANGUAGES for size in SIZES for file in blank_files(size)}
OWN_SHEET = BlankFile("indian-chief", 4, "a5")
TOO_MANY = BlankFile("the-things", 10, "a5")


@pytest.fixture(scope="module")
def pages() -> dict[str, html.HtmlElement]:
    """Every page by its address."""
    return {
        f"{PATH}ready/{lang}/{name}": html.document_fromstring(data.decode())
        for lang, name, data in drawn_pages(SITE + PATH)
    }


def test_every_rule_of_every_game_is_in_a_page(pages: dict[str, html.HtmlElement]) -> None:
    """In each language, under the name by which it is linked."""
    for lang in LANGUAGES:
        for game in GAMES:
            page = pages[f"{PATH}ready/{lang}/rules/{game}.html"]
            assert page.get("lang") == lang
            places = set(page.xpath("//@id"))
            assert {clause.id for clause in load(game).clauses} <= places, game


def test_pages_need_no_script_and_lead_to_each_other(pages: dict[str, html.HtmlElement]) -> None:
    """A link leads to a page or sheet of the site, to a place there, or out of the frame."""
    wrong = []
    for at, page in pages.items():
        assert not page.xpath("//script|//noscript|//*[@style]|//form"), at
        for link in page.xpath("//a[@href]"):
            there = urlsplit(urljoin(SITE + at, link.get("href")))
            target = link.get("target")
            if there.path in pages and there.netloc == urlsplit(SITE).netloc:
                known = not there.fragment or there.fragment in pages[there.path].xpath("//@id")
                fine = known and target is None
            elif there.path.removeprefix(PATH) in SHEETS:
                fine = target == "_blank"
            else:
                fine = target == ("_top" if SITE in urljoin(SITE, link.get("href")) else "_blank")
            if not fine:
                wrong.append((at, link.get("href"), target))
    assert wrong == []


def test_a_page_says_its_own_policy(pages: dict[str, html.HtmlElement]) -> None:
    """A host of files says none; only a host can say who may frame a page."""
    for at, page in pages.items():
        (told,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert told.startswith("default-src 'none'; "), at
        assert "frame-ancestors" not in told, at


@pytest.mark.parametrize(
    ("there", "leads_to"),
    [
        ("/cards/rules", ("/cards/ready/ja/rules.html", "")),
        ("/cards/rules/pairs#PA-2", ("/cards/ready/ja/rules/pairs.html#PA-2", "")),
        ("/cards/rules/pairs/PA-2?edition=page", ("#PA-2", "")),
        ("/cards/blank-sheets?paper=a5", ("/cards/ready/ja/sheets-a5.html", "")),
        ("#PA-2", ("#PA-2", "")),
        ("/cards/", ("/cards/", ' target="_top"')),
        ("/cards/ask/pairs", ("/cards/ask/pairs", ' target="_top"')),
        ("https://elsewhere.example/", ("https://elsewhere.example/", ' target="_blank"')),
    ],
)
def test_where_a_link_leads(there: str, leads_to: tuple[str, str]) -> None:
    assert leads(there, PATH, "ja") == leads_to


def test_there_is_a_sheet_for_every_number_of_players() -> None:
    """On each of the usual papers; a phone keeps those of one language on the first of them."""
    for size in SIZES:
        asked = {(file.game, file.players) for file in blank_files(size)}
        for game, known in GAMES.items():
            least, most = known.info.seats
            assert {(game, n) for n in range(least, most + 1)} <= asked
    kept = read_json(idle_list().decode())
    assert kept.keys() == set(LANGUAGES)
    for lang, names in kept.items():
        assert names == [file.name(lang) for file in blank_files(SIZES[0])]
        assert set(names) <= SHEETS


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("file", [OWN_SHEET, TOO_MANY], ids=lambda file: file.game)
def test_a_sheet_has_the_same_bytes_each_time(file: BlankFile, lang: str) -> None:
    """Set twice, each time by a process of its own; it is one page on its paper."""
    drawn = []
    for _ in range(2):
        typst._compiled.cache_clear()
        typst.pdf_queue.close()
        drawn.append(file.drawn(lang))
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith(b"%PDF-")
    assert not re.search(rb"/(CreationDate|ModDate)", drawn[0])
    assert PurePosixPath(file.name(lang)).name == f"{file.game}-{file.players}-a5.pdf"
