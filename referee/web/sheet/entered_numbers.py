"""What was entered for each number of a score sheet, small over it: bids and tricks."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.web.view.score_changes import Cell
from referee.web.view.view import View
from referee.words import plain_number

MOST_BOXES = 4
"""More numbers would not fit over a number of the sheet."""


def entered_numbers(view: View) -> Mapping[Cell, str]:
    """What was entered for each number of the sheet, as its printed sheet has it in boxes."""
    return view.shared("entered numbers", lambda: dict(_entered(view)))


def _entered(view: View) -> Iterator[tuple[Cell, str]]:
    game = view.history.game
    # Where points count as they were entered, the boxes would say them twice.
    if game.sheet is None or not game.info.explains:
        return
    for row in game.paper(view.state)["rows"]:
        for entry in row:
            boxes = [_box(box) for box in entry["boxes"]]
            if any(boxes) and len(boxes) <= MOST_BOXES:
                yield (entry["round"], entry["seat"]), " · ".join(filter(None, boxes))


def _box(box: Any) -> str:
    """A box as a small text: a number or a mark; nothing for what is longer, or is not there."""
    if box == "yes":
        return "✓"
    return plain_number(box) if isinstance(box, int) else ""


def names_of_numbers(view: View) -> str:
    """The labels of the small numbers, in their order; empty if there are none."""
    if not entered_numbers(view):
        return ""
    boxes = view.history.game.info.sheet.boxes
    return " · ".join(view.plain.say(f"box.{name}") for name in boxes)
