"""The sheet of a game without a server: a job for the browser, and what that sets of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import pypdfium2
import pytest

from referee.browser import build
from referee.browser.phone import Phone
from referee.games import GAMES
from referee.languages import LANGUAGES
from referee.web.paper import typst
from tests.support.own_phone import SITE, URL, OwnPhone
from tests.support.random_play import random_history
from tests.support.talk import play

OWN, GENERAL = "indian-chief", "pairs"
IMPORT = re.compile(r'^#import "([^"]+)"', re.MULTILINE)
DOTS_PER_POINT = 60 / 72
LIGHTER = 64
"""Of 255: how much lighter or darker a dot may be than those beside it in the other page."""
MOST_UNLIKE = 50
"""Dots of a page, of some 350,000: thin strokes of a heart may fall between two."""


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    opened = Phone(str(tmp_path / "referee.db"), URL)
    yield opened
    opened.close()


def begun(phone: Phone, game: str) -> str:
    """A game that was entered to its end or nearly so; the address of its page."""
    return f"/cards/t/{play(OwnPhone(phone), random_history(game, 1))['code']}"


def job_of(phone: Phone, there: str, query: str = "") -> dict[str, Any]:
    answer = phone.answer("GET", f"{there}/sheet.pdf{query}", [])
    assert answer.status == 200
    assert dict(answer.headers)["Content-Type"] == "application/json"
    told: dict[str, Any] = json.loads(answer.body)
    return told


@pytest.mark.parametrize("game", [OWN, GENERAL])
def test_a_job_has_all_that_is_read(phone: Phone, game: str) -> None:
    """Every source that a source names; of the game what the server's own sheet has but a link."""
    there = begun(phone, game)
    job = job_of(phone, there, "?paper=a5&rules=no")
    sources = job["sources"]
    assert job["template"] in sources
    for path, text in sources.items():
        for named in IMPORT.findall(text):
            found = named.lstrip("/") if named[0] == "/" else PurePosixPath(path).parent / named
            assert str(found) in sources, (path, named)
    inputs = job["inputs"]
    assert (inputs["lang"], inputs["rules"]) == ("en", "no")
    assert inputs["paper"].startswith("a5")
    data = json.loads(inputs["data"])
    assert data["qr"] is data["code"] is None
    assert data["url"] == ""
    assert len(data["players"]) == int(inputs["players"])
    assert typst.pdf_queue.render(job["template"], inputs, "pdf", None).startswith(b"%PDF-")


def test_its_page_leads_to_the_browser_instead_of_a_server(phone: Phone) -> None:
    """What sets it is beside the application; it sets a PDF alone, and the page can be printed."""
    there = begun(phone, GENERAL)
    page = phone.answer("GET", f"{there}/print", []).body.decode()
    assert 'data-worker="/cards/shell/press.js"' in page
    assert 'data-list="/cards/press/list.json"' in page
    assert f'href="{there}/sheet"' in page
    assert phone.answer("GET", f"{there}/sheet.png", []).status == 404


def ruling_of(phone: Phone, there: str, lang: str) -> dict[str, Any]:
    """The job of the ruling on the first number of a game."""
    asked = (f"{there}/ruling/{n}/s{seat}?lang={lang}" for n in range(1, 9) for seat in range(1, 9))
    answers = (phone.answer("GET", path, []) for path in asked)
    page = next(answer for answer in answers if answer.status == 200).body.decode()
    (address,) = re.findall(r'data-job="([^"]+)"', page)
    answer = phone.answer("GET", unescape(address).removeprefix(SITE), [])
    assert dict(answer.headers)["Content-Type"] == "application/json"
    told: dict[str, Any] = json.loads(answer.body)
    assert phone.answer("GET", unescape(address).removeprefix(SITE)[:-3] + "png", []).status == 404
    return told


def test_a_ruling_is_a_job_as_well(phone: Phone) -> None:
    """The one that its page offers to print."""
    job = ruling_of(phone, begun(phone, GENERAL), "ja")
    assert job["template"] in job["sources"]
    assert job["inputs"]["lang"] == "ja"
    pdf = typst.pdf_queue.render(job["template"], job["inputs"], "pdf", None)
    assert pdf.startswith(b"%PDF-")


@pytest.mark.slow
def test_the_browser_sets_what_the_server_does(tmp_path: Path) -> None:
    """Sheets and rulings of all games in both languages: lines with cards may lie a dot higher or
    lower, as the browser's Typst is an older one.
    """
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("no npm or node: Typst for browsers cannot be had")
    jobs = list(all_jobs(tmp_path))
    wrong = {}
    for (name, job), pdf in zip(jobs, set_all([job for _, job in jobs], tmp_path), strict=True):
        native = typst.pdf_queue.render(job["template"], job["inputs"], "pdf", None)
        wrong[name] = unlike(Dots.of(native), Dots.of(pdf))
    assert len(wrong) == 2 * len(GAMES) * len(LANGUAGES)
    assert {name: found for name, found in wrong.items() if found > MOST_UNLIKE} == {}


def test_another_page_is_unlike() -> None:
    """What is compared by would tell a page with another number on it."""
    one, other = (
        Dots.of(typst.render(OWN, lang="en", paper="a4", players=players)) for players in (3, 4)
    )
    assert unlike(one, one) == 0
    assert unlike(one, other) > MOST_UNLIKE


def all_jobs(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    phone = Phone(str(folder / "referee.db"), URL)
    for game in GAMES:
        there = begun(phone, game)
        for lang in LANGUAGES:
            yield f"{game} {lang}", job_of(phone, there, f"?lang={lang}")
            yield f"ruling {game} {lang}", ruling_of(phone, there, lang)
    phone.close()


def set_all(jobs: list[dict[str, Any]], folder: Path) -> list[bytes]:
    """The PDFs of jobs, set by the package that the site holds."""
    packed = folder / build.PRESS_PACKED
    build.fetch_package(f"{build.PRESS}@{build.PRESS_VERSION}", packed, build.PRESS_INTEGRITY)
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    asked = folder / "jobs.json"
    asked.write_text(json.dumps(jobs), encoding="utf-8")
    fonts = ":".join(map(str, sorted(typst.FONTS_FOLDER.glob("*.ttf"))))
    program = Path(__file__).with_name("set_jobs.mjs")
    subprocess.run(["node", program, folder / "package/pkg", fonts, asked], check=True)
    return [Path(f"{asked}.{at}.pdf").read_bytes() for at in range(len(jobs))]


class Dots(NamedTuple):
    """The only page of a PDF in dots: a byte of grey each."""

    width: int
    grey: bytes

    @classmethod
    def of(cls, pdf: bytes) -> Dots:
        document = pypdfium2.PdfDocument(BytesIO(pdf))
        assert len(document) == 1
        bitmap = document[0].render(scale=DOTS_PER_POINT, grayscale=True)
        return cls(bitmap.stride, bytes(bitmap.buffer))


def unlike(one: Dots, other: Dots) -> int:
    """How many dots are not those of the other page, nor of a dot above or below."""
    assert (one.width, len(one.grey)) == (other.width, len(other.grey))
    found = 0
    for at, (a, b) in enumerate(zip(one.grey, other.grey, strict=True)):
        if a != b:
            near = [other.grey[at + row * one.width] for row in (-1, 0, 1)]
            found += not min(near) - LIGHTER <= a <= max(near) + LIGHTER
    return found
