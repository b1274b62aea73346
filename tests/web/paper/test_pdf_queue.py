"""The PDF queue: one process for all sheets, which comes and goes, and whose memory is never the
server's.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest

from referee.web.paper import pdf_worker
from referee.web.paper import typst as paper
from referee.web.paper.pdf_queue import PdfQueue
from tests.support.processes import python

PROC = Path("/proc")
MOST_MB = 20
SHEETS = 10
PRINTING = """
from app import create_app
from referee.web import paper
app = create_app({"DATABASE": "FILE", "RATE_LIMITS": False})
client = app.test_client()
def held():
    lines = open("/proc/self/smaps_rollup").readlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Pss:"))) / 1024
client.get("/print")
before = held()
for players in range(2, 2 + COUNT):
    fmt = ("pdf", "png", "svg")[players % 3]
    lang = "en" if players % 2 else "ja"
    answer = client.get(f"/print/indian-chief?players={players % 4 + 2}&fmt={fmt}&lang={lang}")
    assert answer.status_code == 200, players
print(held() - before)
"""
LEAVING = """
import os, sys
from referee.web.paper import typst as paper
paper.render("indian-chief", lang="en", paper="a4", players=2)
print(paper.pdf_queue.pid, flush=True)
os._exit(1)
"""


@pytest.fixture
def pdf_queue() -> Iterator[PdfQueue]:
    """A queue that ends soon."""
    made = PdfQueue(paper.HOME, paper.FONTS_FOLDER, idle=1.0)
    yield made
    made.close()


def sheet(
    pdf_queue: PdfQueue, players: int = 3, template: str = paper.template("indian-chief", "a4", 3)
) -> bytes:
    """A blank sheet."""
    inputs = paper.sheet_inputs("indian-chief", lang="en", paper="a4", players=players)
    return pdf_queue.render(template, inputs, "pdf", None)


def soon(what: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Whether something comes true within some seconds."""
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.05)
    return what()


def test_one_process_sets_what_many_print_at_once(pdf_queue: PdfQueue) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda at: (sheet(pdf_queue, 2 + at % 4), pdf_queue.pid), range(8)))
    assert len({pid for _page, pid in made}) == 1
    assert [page for page, _pid in made[:4]] == [page for page, _pid in made[4:]]


def test_it_ends_when_nobody_prints_and_begins_again(pdf_queue: PdfQueue) -> None:
    first = sheet(pdf_queue)
    assert pdf_queue.pid is not None
    assert soon(lambda: pdf_queue.pid is None)
    assert sheet(pdf_queue) == first


def test_a_process_that_was_killed_costs_nobody_a_sheet(pdf_queue: PdfQueue) -> None:
    first = sheet(pdf_queue)
    assert pdf_queue.pid is not None
    os.kill(pdf_queue.pid, signal.SIGTERM)
    assert sheet(pdf_queue) == first


def test_a_sheet_that_cannot_be_set_is_told_and_the_next_one_is_set(pdf_queue: PdfQueue) -> None:
    with pytest.raises(RuntimeError, match=r"none\.typ"):
        sheet(pdf_queue, template="none.typ")
    assert sheet(pdf_queue).startswith(b"%PDF")


def test_many_sheets_come_one_after_the_other(
    pdf_queue: PdfQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper, "pdf_queue", pdf_queue)
    paper._compiled.cache_clear()
    ways = [*product(("en", "ja"), ("a4", "letter"), range(2, 7), ("pdf", "svg"))]
    assert len(ways) > pdf_worker.MOST_SHEETS
    pages = [
        paper.render("indian-chief", lang=lang, paper=size, players=players, fmt=fmt)
        for lang, size, players, fmt in ways
    ]
    assert len(set(pages)) == len(ways)


@pytest.mark.skipif(not PROC.exists(), reason="the system does not tell of processes")
def test_it_ends_with_its_server() -> None:
    left = PROC / str(int(python("-c", LEAVING).stdout))
    assert soon(lambda: not left.exists() or "Z" in (left / "stat").read_text().split()[2])


@pytest.mark.skipif(
    not (PROC / "self/smaps_rollup").exists(), reason="the system does not tell of memory"
)
def test_the_server_holds_no_more_after_printing(tmp_path: Path) -> None:
    program = PRINTING.replace("FILE", str(tmp_path / "r.db")).replace("COUNT", str(SHEETS))
    assert float(python("-c", program).stdout) <= MOST_MB


def test_a_press_that_ends_before_its_sheet_is_an_error_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `/health` and pages know it, not as the end of a file."""
    program = tmp_path / "ends.py"
    program.write_text("import sys; sys.stdin.readline()")
    monkeypatch.setattr("referee.web.paper.pdf_queue.PROGRAM", program)
    pdf_queue = PdfQueue(tmp_path, tmp_path)
    with pytest.raises(OSError, match="before its sheet"):
        pdf_queue.render("sheet.typ", {}, "pdf", None)
    pdf_queue.close()
