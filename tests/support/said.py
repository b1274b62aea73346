"""Everything a scene says beside where we are and its banner: what was told, the hint, the board,
the units of the strip.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.board import Message
from referee.kernel.contract import Scene


def said(scene: Scene) -> Iterator[Message]:
    """Every sentence, note and stamp."""
    notes = [
        note
        for row in scene.board
        for note in (
            row.title,
            row.note,
            row.value_note,
            row.stamp,
            *(spot.note for spot in row.spots),
        )
    ]
    units = [shown.unit for shown in scene.shown.values()]
    yield from (
        say for say in (*scene.effects, *scene.worth, scene.hint, *notes, *units) if say is not None
    )
