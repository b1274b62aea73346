"""The board as its macro takes it: rows of cards, numbers and stamps, in which a spot that is asked for can be tapped."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask_babel import gettext as _

from referee.kernel import fields
from referee.kernel.board import Row, Spot
from referee.kernel.contract import Prompt
from referee.web.desk.draft import Draft

from .standing import refused
from .view import View

FACE_DOWN = "?"
ROOMY = 4
FITS = 14
FITS_SMALL = 20


@dataclass(frozen=True)
class TappablePlace:
    """The place that a form asks for: its field, whether one tap answers, what is chosen, what a rule refuses, the number to be laid."""

    name: str
    values: Collection[str]
    tap: bool
    chosen: str
    refused: Collection[str]
    number: int | None
    form: str


@dataclass(frozen=True)
class Block:
    """One row of a seat, or bare rows over one another, so many half cards wide."""

    view: View
    rows: Sequence[Row]
    asked: TappablePlace | None
    bare: bool
    half_cards: int
    small: bool

    @property
    def built(self) -> "Block | None":
        """The cards behind a seat's counts."""
        rows = self.rows[0].built
        return Block(self.view, rows, None, True, _half_cards(rows), True) if rows else None

    def asks(self, spot: Spot) -> TappablePlace | None:
        """The place that a tap on a spot answers."""
        return self.asked if self.asked and spot.place in self.asked.values else None

    def opens(self, spot: Spot) -> str:
        """Where a tap leads that opens another form, before a card is chosen."""
        if not spot.opens or self.asked is None or self.asked.number is not None or spot.place not in self.asked.values:
            return ""
        return self.view.url("tables.table", seat=self.rows[0].seat or "", do=spot.opens)

    def label(self, spot: Spot) -> str:
        """A spot as it is read aloud: its name, what lies there and who has marked it."""
        view, card = self.view, spot.card.replace(FACE_DOWN, "")
        note = view.plain.say(f"say.{spot.note.code}", spot.note.params) if spot.note else ""
        parts = [view.plain.find(f"word.{spot.place}"), card, note, *(view.names[seat] for seat in spot.marks)]
        return ", ".join(part for part in parts if part) or _("Place %(name)s", name=spot.place)


def board_of(view: View, form: Prompt | None = None, draft: Draft | None = None, form_id: str = "entry") -> list[Block]:
    """The blocks of the board from the top down; rows with neither seat nor title that follow one another are one block."""
    asked = asked_place(view, form, draft, form_id) if form and draft else None
    small = form is None or not view.scene.deck.numbers or sum(not is_bare(row) for row in view.scene.board) > ROOMY
    return blocks_of(view, view.scene.board, asked, small)


def blocks_of(view: View, board: Sequence[Row], asked: TappablePlace | None = None, small: bool = True) -> list[Block]:
    """Any rows as the blocks of a board.

    Rows over one another that are wider than the phone are small, unless there is a place to tap or they would not fit even so.
    """
    blocks: list[Block] = []
    for bare, group in groupby(board, key=is_bare):
        for rows in [list(group)] if bare else ([row] for row in group):
            tapped = asked is not None and any(spot.place in asked.values for row in rows for spot in row.spots)
            wide = _half_cards(rows)
            narrow = FITS < wide <= FITS_SMALL if bare else small and rows[0].seat is not None
            blocks.append(Block(view, rows, asked, bare, wide, narrow and not tapped))
    return blocks


def _half_cards(rows: Sequence[Row]) -> int:
    return max(len(row.spots) * 2 + row.shift for row in rows)


def asked_place(view: View, form: Prompt, draft: Draft, form_id: str) -> TappablePlace | None:
    """The place that a form asks for, if any of its spots may be on the board."""
    field = next((field for field in form.fields if isinstance(field, fields.Place) and not field.shows), None)
    if field is None:
        return None
    tap, chosen = form.form == "tap", draft.one(field.name)
    barred = frozenset(refused(view, form, field, draft) if tap else ())
    return TappablePlace(field.name, frozenset(field.offered), tap, chosen, barred, _number(form, draft), form_id)


def places(view: View) -> set[str]:
    """The names of all spots of the board."""
    return {spot.place for row in view.scene.board for spot in row.spots if spot.place}


def on_board(view: View, field: fields.Field, wrong: Collection[str | None]) -> bool:
    """Whether a field is answered on the board alone; one with something wrong in it is drawn, so that this can be said there."""
    return isinstance(field, fields.Place) and not field.shows and field.name not in wrong and set(field.values) <= places(view)


def is_bare(row: Row) -> bool:
    """Whether a row is one of a block: it has neither seat nor title."""
    return row.seat is None and row.title is None


def _number(form: Prompt, draft: Draft) -> int | None:
    """The number that is to be laid: what is chosen in the form's first field, else what that field holds by itself."""
    first = form.fields[0]
    texts = draft.texts(first.name)
    value: object = texts[0] if texts else first.default
    if isinstance(value, tuple):
        value = value[0] if value else None
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 3 else None
