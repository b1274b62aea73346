"""The board for its macro: rows of cards, numbers and stamps, with tappable spots."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from referee.kernel import fields
from referee.kernel.board import BoardRow, Spot, spots_of
from referee.kernel.contract import Prompt
from referee.service.draft import Draft
from referee.web.http.security import whole
from referee.web.http.words import gettext as _

from .verdict import tapped_field
from .view import View

FACE_DOWN = "?"
ROOMY = 4
MANY = 5
FITS = 14
FITS_SMALL = 20


@dataclass(frozen=True)
class TappablePlace:
    """A form's place field; `ready`: all else is given; `refused`: by a rule; `form`: its id."""

    name: str
    values: Collection[str]
    tap: bool
    chosen: str
    number: int | None
    ready: bool
    refused: Collection[str]
    form: str


@dataclass(frozen=True)
class Block:
    """A seat's row, columns side by side, or stacked bare rows; `half_cards` is its width."""

    view: View
    rows: Sequence[BoardRow]
    asked: TappablePlace | None
    bare: bool
    half_cards: int
    small: bool

    @property
    def built(self) -> "Block | None":
        rows = self.rows[0].built
        return Block(self.view, rows, None, True, _half_cards(rows), True) if rows else None

    @property
    def columns(self) -> "list[Block]":
        return [
            Block(self.view, [row], self.asked, False, 0, False) for row in self.rows[0].columns
        ]

    def asks(self, spot: Spot) -> TappablePlace | None:
        return self.asked if self.asked and spot.place in self.asked.values else None

    def opens(self, spot: Spot) -> str:
        """The address of another form that a tap opens before a card is chosen, or empty."""
        if (
            not spot.opens
            or self.asked is None
            or self.asked.number is not None
            or spot.place not in self.asked.values
        ):
            return ""
        return self.view.url("tables.table", seat=self.rows[0].seat or "", do=spot.opens)

    def label(self, spot: Spot) -> str:
        view, card = self.view, spot.card.replace(FACE_DOWN, "")
        note = view.plain.say(f"say.{spot.note.code}", spot.note.params) if spot.note else ""
        parts = [
            view.plain.find(f"word.{spot.place}"),
            card,
            note,
            *(view.names[seat] for seat in spot.marks),
        ]
        return ", ".join(part for part in parts if part) or _("Place %(name)s", name=spot.place)


def board_of(
    view: View,
    form: Prompt | None = None,
    draft: Draft | None = None,
    refused: Collection[str] = (),
    form_id: str = "entry",
) -> list[Block]:
    """Return the board's blocks, top down; consecutive bare rows form one block."""
    asked = asked_place(view, form, draft, refused, form_id) if form and draft else None
    small = (
        form is None
        or not view.scene.deck.numbers
        or sum(not is_bare(row) for row in view.scene.board) > ROOMY
    )
    board = (
        view.scene.board
        if form is None or asked
        else [_entering(row, form.seat) for row in view.scene.board]
    )
    return blocks_of(view, board, asked, small)


def _entering(row: BoardRow, seat: str | None) -> BoardRow:
    return (
        replace(
            row,
            columns=tuple(replace(column, active=column.seat == seat) for column in row.columns),
        )
        if row.columns
        else row
    )


def blocks_of(
    view: View, board: Sequence[BoardRow], asked: TappablePlace | None = None, small: bool = True
) -> list[Block]:
    """Return blocks; stacked rows wider than the phone are small if untappable and then fitting."""
    blocks: list[Block] = []
    for bare, group in groupby(board, key=is_bare):
        for rows in [list(group)] if bare else ([row] for row in group):
            tapped = asked is not None and any(
                spot.place in asked.values for spot in spots_of(rows)
            )
            wide = _half_cards(rows)
            narrow = FITS < wide <= FITS_SMALL if bare else small and rows[0].seat is not None
            blocks.append(Block(view, rows, asked, bare, wide, narrow and not tapped))
    return blocks


def is_dense(blocks: Sequence[Block]) -> bool:
    """Whether rows stand two abreast: many short ones, without long rows of open cards."""
    rows = [block.rows[0] for block in blocks if not block.bare and block.rows[0].seat]
    return len(blocks) > MANY and (
        not any(row.spots for row in rows) or any(row.backs is not None for row in rows)
    )


def spot_shown(spot: Spot, block: Block) -> tuple[object, ...] | None:
    """Return what a spot shows, if only its card, place and prompt do; else None."""
    if spot.note or spot.marks or spot.opens:
        return None
    asked = block.asks(spot)
    chosen = asked is not None and asked.chosen == spot.place
    asks = asked and (
        asked.name,
        asked.tap,
        asked.form,
        chosen and asked.number,
        spot.place in asked.refused,
    )
    return block.view.table.game, spot.place, spot.card, spot.state, chosen, asks


def _half_cards(rows: Sequence[BoardRow]) -> int:
    return max(len(row.spots) * 2 + row.shift for row in rows)


def asked_place(
    view: View, form: Prompt, draft: Draft, refused: Collection[str], form_id: str
) -> TappablePlace | None:
    """Return the place that a form asks for, if it may be on the board; else None."""
    field = next((field for field in form.fields if may_lie(view, field)), None)
    if not isinstance(field, fields.Choice):
        return None
    ready = all(
        draft.texts(other.name) or other.default is not None
        for other in form.fields
        if other is not field
    )
    tap, chosen, number = field is tapped_field(form), draft.one(field.name), _number(form, draft)
    return TappablePlace(
        field.name, frozenset(field.offered), tap, chosen, number, ready, refused, form_id
    )


def spot_names(view: View) -> set[str]:
    """Return the names of the board's spots."""
    return {spot.place for spot in spots_of(view.scene.board) if spot.place}


def on_board(view: View, field: fields.Field, wrong: Collection[str | None]) -> bool:
    """Whether a field is answered only on the board; a faulty one also shows as a field."""
    return (
        may_lie(view, field)
        and field.name not in wrong
        and set(getattr(field, "values", ())) <= spot_names(view)
    )


def may_lie(view: View, field: fields.Field) -> bool:
    """Whether a field asks for a spot of the board, or for seats with spots there."""
    if isinstance(field, fields.Seat):
        return bool(field.values) and set(field.values) <= spot_names(view)
    return isinstance(field, fields.Place) and not field.shows


def is_bare(row: BoardRow) -> bool:
    """Whether a row has no seat, title or columns."""
    return row.seat is None and row.title is None and not row.columns


def _number(form: Prompt, draft: Draft) -> int | None:
    """The number to lay: the first field's choice or default; None if not a number."""
    first = form.fields[0]
    texts = draft.texts(first.name)
    value: object = texts[0] if texts else first.default
    if isinstance(value, tuple):
        value = value[0] if value else None
    found = whole(value, -1) if isinstance(value, str) else -1
    return found if found >= 0 else None
