"""The board for the room: the pyramid on turn large, the others below it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from referee.kernel.board import BoardRow, Spot
from referee.web.view.board import Block, blocks_of
from referee.web.view.view import View

# A row with more cards than this may be folded.
FOLD = 10
DENSE = 7
# How much larger the cards of the row on turn are.
LIT = 1.3
# Pyramids side by side once none is on turn.
ABREAST = 2


@dataclass(frozen=True)
class Shelf:
    """Blocks side by side: one large, or several at about half its size, with their seats."""

    blocks: Sequence[Block]
    # Its width in cards.
    across: int
    half: bool = False

    @property
    def down(self) -> float:
        """Its height in large cards."""
        return (0.5 if self.half else 1) * max(
            len((block.built or block).rows) for block in self.blocks
        )


@dataclass(frozen=True)
class TvBoard:
    """Rows (``lanes``, ``across`` cards wide) and shelves; all together ``down`` cards high."""

    shelves: Sequence[Shelf]
    lanes: Sequence[Block]
    dense: bool
    across: int
    down: int


def tv_board(view: View) -> TvBoard | None:
    """The cards on the table; None if there are none."""
    rows = [_lying(row) for row in view.scene.board]
    blocks = blocks_of(view, [row for row in rows if _shows(row)])
    if not blocks:
        return None
    shelves = [*_shelves(blocks)]
    lanes = [block for block in blocks if _is_lane(block, beside=any(row.built for row in rows))]
    dense = len(lanes) >= DENSE and not any(block.rows[0].spots for block in lanes)
    across = max(map(_lane_across, lanes), default=1)
    down = sum(shelf.down for shelf in shelves) + sum(map(_lane_down, lanes))
    return TvBoard(shelves, lanes, dense, max(1, ceil(across)), ceil(down / 2 if dense else down))


def _is_lane(block: Block, beside: bool) -> bool:
    """Whether it is a row of cards; beside pyramids an empty one says nothing."""
    if block.bare or block.built:
        return False
    return bool(block.rows[0].spots) or not beside


def _lying(row: BoardRow) -> BoardRow:
    """A row without its empty places; in a block, gaps keep every card in its place."""
    if row.seat is not None or row.title is not None:
        return replace(row, spots=tuple(filter(_is_filled, row.spots)))
    cards = [at for at, spot in enumerate(row.spots) if spot.card]
    if not cards:
        return replace(row, spots=())
    kept = tuple(
        spot if spot.card else Spot(state="gap") for spot in row.spots[cards[0] : cards[-1] + 1]
    )
    return replace(row, spots=kept, shift=row.shift + 2 * cards[0])


def _is_filled(spot: Spot) -> bool:
    return bool(spot.card or spot.marks or (spot.note and not spot.state))


def _shows(row: BoardRow) -> bool:
    return bool(row.spots) or row.seat is not None or row.title is not None


def _shelves(blocks: Sequence[Block]) -> Iterator[Shelf]:
    """The block on turn by itself, the others below it; all alike if none is on turn."""
    large, others = (
        [_at_left(block) for block in blocks if block.bare],
        [block for block in blocks if block.built],
    )
    yield from (Shelf([block], _across([block])) for block in large)
    if large and others:
        yield Shelf(others, _across(others), half=True)
    elif others:
        shelves = [others[at : at + ABREAST] for at in range(0, len(others), ABREAST)]
        yield from (Shelf(shelf, max(map(_across, shelves))) for shelf in shelves)


def _across(blocks: Sequence[Block]) -> int:
    """The width of blocks side by side in cards, with the gaps between them."""
    return ceil(sum((block.built or block).half_cards for block in blocks) / 2) + len(blocks) - 1


def _at_left(block: Block) -> Block:
    least = min(row.shift for row in block.rows)
    rows = [replace(row, shift=row.shift - least) for row in block.rows]
    return replace(block, rows=rows, half_cards=max(len(row.spots) * 2 + row.shift for row in rows))


def _lane_across(block: Block) -> float:
    return min(len(block.rows[0].spots), FOLD) * (LIT if block.rows[0].active else 1)


def _lane_down(block: Block) -> float:
    row = block.rows[0]
    return max(1, ceil(len(row.spots) / FOLD)) * (LIT if row.active and row.spots else 1)
