"""Every number shown is the sum of the lines behind it: on the pages, the screen in the room, as
JSON and on paper.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lxml.html import HtmlElement

from referee.kernel.contract import Line, totals

from .devices import Answer

if TYPE_CHECKING:
    from .walk import Walk


def answered(walk: Walk, answer: Answer) -> None:
    """Hold the numbers of an answer to the lines that its phone may see."""
    if check := CHECKS.get(answer.endpoint):
        check(walk, answer)


def _table(walk: Walk, answer: Answer) -> None:
    assert answer.page is not None
    shown = _shown(walk, answer)
    for column in answer.page.xpath("//nav[@id='strip']/a[@data-seat]"):
        number = _number(column.xpath(".//*[@class='seat-total']")[0])
        seat = column.get("data-seat")
        _agree(answer, f"strip of {seat}", number, shown[seat])
    _sheet(walk, answer)


def _sheet(walk: Walk, answer: Answer) -> None:
    assert answer.page is not None
    for table in answer.page.xpath("//table[@id='sheet']"):
        for cell in table.xpath(".//a[starts-with(@id, 'cell-')]"):
            round_, _dash, seat = cell.get("id").removeprefix("cell-").partition("-")
            points = cell.xpath("./b[not(@class)]")
            if points:
                behind = _sums(walk.lines_for(answer.phone))[int(round_), seat]
                _agree(answer, "a cell", _number(points[0]), behind)
        for box in table.xpath(".//*[@id='lines']"):
            _opened(walk, answer, box)
        feet = [_number(foot) for foot in table.xpath("./tfoot/tr/td")]
        _agree(answer, "the foot of the sheet", feet, list(_totals(walk, answer).values()))


def _opened(walk: Walk, answer: Answer, box: HtmlElement) -> None:
    """The cards beside an opened number are those of its lines, and no others but what the seat
    itself laid.
    """
    assert answer.page is not None
    opened = answer.page.xpath("//a[@aria-expanded='true']")[0].get("id")
    round_, _dash, seat = opened.removeprefix("cell-").partition("-")
    hands = ".//*[contains(@class, 'lines-body')]//*[contains(@class, 'hand')]"
    drawn = {_card(card) for card in box.xpath(f"{hands}/*[contains(@class, 'mini ')]")}
    lines = [
        line
        for line in walk.lines_for(answer.phone)
        if line.counts and (line.round, line.seat) == (int(round_), seat)
    ]
    behind = {card for line in lines for card in line.cards}
    laid = {card for played in walk.history.entered(int(round_), seat) for card in played.cards}
    others = drawn - (laid - behind)
    _agree(answer, f"the cards of {walk.game.info.id}", sorted(others), sorted(behind))


def _card(element: HtmlElement) -> str:
    rank = element.xpath("./*[@class='mini-rank']")[0].text_content().strip()
    inks = [name for name in element.get("class").split() if name.startswith("ink-")]
    suit = inks[0].removeprefix("ink-").upper() if inks else ""
    return rank.replace("10", "T") + suit if suit else rank


def _screen(walk: Walk, answer: Answer) -> None:
    assert answer.page is not None
    lines, scene = tuple(walk.game.lines(walk.state_of(None))), walk.game.scene(walk.state_of(None))
    sums = totals(lines, walk.history.seats, scene.complete)
    for row in answer.page.xpath("//li[starts-with(@id, 'tv-')]"):
        seat = row.get("id").removeprefix("tv-")
        behind = scene.shown[seat].value if seat in scene.shown else sums[seat]
        for number in row.xpath(".//*[@class='tv-total']/b"):
            _agree(answer, f"the screen, {seat}", _number(number), behind)


def _json(walk: Walk, answer: Answer) -> None:
    told = json.loads(answer.text)
    sums: Counter[str] = Counter(dict.fromkeys(told["totals"], 0))
    for line in told["lines"]:
        if line["part"] in ("score", "season") and line["round"] <= told["scene"]["complete"]:
            sums[line["seat"]] += line["points"]
    _agree(answer, "totals", told["totals"], dict(sums))
    _agree(answer, "lines", len(told["lines"]), len(walk.lines_for(answer.phone)))


CHECKS: Mapping[str, Callable[[Walk, Answer], None]] = {
    "tables.table": _table,
    "sheets.sheet": _sheet,
    "tv.screen": _screen,
    "api.table": _json,
}


def on_paper(walk: Walk) -> None:
    """The boxes of the printed sheet hold the points of their round, or those of the game itself,
    and add up.
    """
    lines = walk.game.lines(walk.history.state)
    counted, own = _sums(lines), _sums([line for line in lines if line.part == "game"], every=True)
    for entry in _entries(walk.game.paper(walk.history.state)):
        if isinstance(entry.get("points"), int) and "round" in entry and "seat" in entry:
            cell = entry["round"], entry["seat"]
            assert entry["points"] in (counted[cell], own[cell]), (
                f"not the sum of its lines: {entry} {counted[cell]} {own[cell]}"
            )


def _entries(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, Mapping):
        yield node
        node = list(node.values())
    for child in node if isinstance(node, list | tuple) else ():
        yield from _entries(child)


def _sums(lines: Sequence[Line], every: bool = False) -> Counter[tuple[int, str]]:
    """Points of every round and seat."""
    sums: Counter[tuple[int, str]] = Counter()
    for line in lines:
        if line.counts or every:
            sums[line.round, line.seat] += line.points
    return sums


def _totals(walk: Walk, answer: Answer) -> dict[str, int]:
    complete = walk.game.scene(walk.state_for(answer.phone)).complete
    return totals(tuple(walk.lines_for(answer.phone)), walk.history.seats, complete)


def _shown(walk: Walk, answer: Answer) -> dict[str, int]:
    """The number under each name: what the game shows there, or the total."""
    scene = walk.game.scene(walk.state_for(answer.phone))
    return _totals(walk, answer) | {seat: shown.value for seat, shown in scene.shown.items()}


def _number(element: HtmlElement) -> int | None:
    """The number an element begins with, minus signs and all."""
    text = "".join(element.xpath("./text() | ./span[@class='is-changed']/text()"))
    text = text.replace("−", "-").strip()
    return int(text) if text.lstrip("-").isdecimal() else None


def _agree(answer: Answer, what: str, shown: object, behind: object) -> None:
    assert shown == behind, (
        f"a number is not the sum of its lines: {what}, shown {shown}, lines {behind}; {answer}"
    )
