"""Everything a scene says beside where we are and its banner: what was told, the hint, the board, the units of the strip."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.kernel.board import Say
from referee.kernel.contract import Scene

HALF_WIDTH = re.compile(r"[ぁ-ヿ一-鿿）」][:;,!?(]|[,;!?] ?[ぁ-ヿ一-鿿]|[。、：）] | （|左回り(?!」)|配り手")
"""Punctuation of another script in a Japanese text, and two words that were one person or one direction too many."""


def said(scene: Scene) -> Iterator[Say]:
    """Every sentence, note and stamp."""
    notes = [note for row in scene.board for note in (row.title, row.note, row.value_note, row.stamp, *(spot.note for spot in row.spots))]
    units = [shown.unit for shown in scene.shown.values()]
    yield from (say for say in (*scene.effects, scene.hint, *notes, *units) if say is not None)
