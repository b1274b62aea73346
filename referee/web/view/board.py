"""The board as its macro takes it: rows of cards, numbers and stamps, in which a spot that is asked for can be tapped."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask_babel import gettext as _

from referee.kernel import fields
from referee.kernel.board import Row, Say, Spot
from referee.kernel.contract import Prompt
from referee.web.desk.draft import Draft
from referee.web.http.parts import Sentence

from .view import View

FACE_DOWN = "?"
ROOMY = 4
FITS = 14
FITS_SMALL = 20


@dataclass(frozen=True)
class DrawnSpot:
    """A spot as it is drawn; ``field`` is the form's field that a tap on it answers, at once where ``tap`` is true."""

    card: str | int
    back: bool
    state: str
    note: str
    marks: list[str]
    place: str
    field: str
    tap: bool
    chosen: bool
    label: str


@dataclass(frozen=True)
class DrawnRow:
    """A row as it is drawn: whose it is or what it is called, its spots, and what stands at its end."""

    name: str
    seat: str | None
    note: str
    spots: list[DrawnSpot]
    value: int | None
    value_note: str
    stamp: str
    counts: tuple[int, ...]
    backs: int | None
    lit: bool
    shift: int
    small: bool


@dataclass(frozen=True)
class Block:
    """One row of a seat, or bare rows over one another, so many half cards wide."""

    rows: list[DrawnRow]
    bare: bool = False
    half_cards: int = 0
    small: bool = False


@dataclass(frozen=True)
class Effects:
    """What the newest entry led to; ``stop`` where it ended something."""

    stop: bool
    head: Sentence
    rest: list[Sentence]


@dataclass(frozen=True)
class TappablePlace:
    """The place that a form asks for: its field, whether one tap answers, what is chosen, and the number to be laid."""

    name: str
    values: frozenset[str]
    tap: bool
    chosen: str
    number: int | None


def board_of(view: View, form: Prompt | None = None, draft: Draft | None = None) -> list[Block]:
    """The blocks of the board from the top down; rows with neither seat nor title that follow one another are one block."""
    asked = asked_place(form, draft or Draft()) if form else None
    small = form is None or not view.scene.deck.numbers or sum(not is_bare(row) for row in view.scene.board) > ROOMY
    return blocks_of(view, view.scene.board, asked, small)


def blocks_of(view: View, board: Sequence[Row], asked: TappablePlace | None = None, small: bool = True) -> list[Block]:
    """Any rows as the blocks of a board."""
    blocks: list[Block] = []
    for bare, rows in groupby(board, key=is_bare):
        drawn = [_row(view, row, asked, small and bool(row.seat) and not _is_asked(row, asked)) for row in rows]
        blocks += [_block(drawn)] if bare else [Block([row]) for row in drawn]
    return blocks


def _block(rows: list[DrawnRow]) -> Block:
    """Rows over one another; wider than the phone they are small, unless there is a place to tap or they would not fit even so."""
    wide = max(len(row.spots) * 2 + row.shift for row in rows)
    tapped = any(spot.field for row in rows for spot in row.spots)
    return Block(rows, True, wide, FITS < wide <= FITS_SMALL and not tapped)


def asked_place(form: Prompt, draft: Draft) -> TappablePlace | None:
    """The place that a form asks for, if any of its spots may be on the board."""
    wanted = next((field for field in form.fields if isinstance(field, fields.Place) and not field.shows), None)
    if wanted is None:
        return None
    return TappablePlace(wanted.name, frozenset(wanted.values), form.form == "tap", draft.one(wanted.name), _number(form, draft))


def places(view: View) -> set[str]:
    """The names of all spots of the board."""
    return {spot.place for row in view.scene.board for spot in row.spots if spot.place}


def on_board(view: View, wanted: fields.Field, wrong: Collection[str | None]) -> bool:
    """Whether a field is answered on the board alone; one with something wrong in it is drawn, so that this can be said there."""
    return isinstance(wanted, fields.Place) and not wanted.shows and wanted.name not in wrong and set(wanted.values) <= places(view)


def effects_of(view: View) -> Effects | None:
    """What the newest entry led to: a headline, and sentences with their clauses."""
    effects = view.scene.effects
    if not effects:
        return None
    head, *rest = (Sentence(_say(view, one), one.clause) for one in effects)
    return Effects(effects[0].params.get("tone") == "stop", head, rest)


def is_bare(row: Row) -> bool:
    """Whether a row is one of a block: it has neither seat nor title."""
    return row.seat is None and row.title is None


def _is_asked(row: Row, asked: TappablePlace | None) -> bool:
    return asked is not None and any(spot.place in asked.values for spot in row.spots)


def _number(form: Prompt, draft: Draft) -> int | None:
    """The number that is to be laid: what is chosen in the form's first field, else what that field holds by itself."""
    first = form.fields[0]
    texts = draft.texts(first.name)
    value: object = texts[0] if texts else first.default
    if isinstance(value, tuple):
        value = value[0] if value else None
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 3 else None


def _row(view: View, row: Row, asked: TappablePlace | None, small: bool) -> DrawnRow:
    return DrawnRow(
        name=view.names[row.seat] if row.seat else _say(view, row.title),
        seat=row.seat,
        note=_say(view, row.note),
        spots=[_spot(view, spot, asked) for spot in row.spots],
        value=row.value,
        value_note=_say(view, row.value_note),
        stamp=_say(view, row.stamp),
        counts=row.counts,
        backs=row.backs,
        lit=row.lit,
        shift=row.shift,
        small=small,
    )


def _spot(view: View, spot: Spot, asked: TappablePlace | None) -> DrawnSpot:
    wanted = asked is not None and spot.place in asked.values
    fits = spot.most is None or asked is None or asked.number is None or asked.number <= spot.most
    state = spot.state
    if wanted and not spot.card:
        state = "next" if fits else "free"
    chosen = wanted and asked is not None and asked.chosen == spot.place
    return DrawnSpot(
        card=asked.number or "" if chosen and not spot.card and asked else spot.card,
        back=spot.card == FACE_DOWN,
        state=state,
        note=_say(view, spot.note),
        marks=[view.short_names[seat] for seat in spot.marks],
        place=spot.place,
        field=asked.name if wanted and asked else "",
        tap=wanted and asked is not None and asked.tap,
        chosen=chosen,
        label=_label(view, spot),
    )


def _label(view: View, spot: Spot) -> str:
    """A spot as it is read aloud: its name, what lies there and who has marked it."""
    named = view.plain.find(f"word.{spot.place}")
    note = view.plain.say(f"say.{spot.note.code}", spot.note.params) if spot.note else ""
    parts = [named or "", spot.card.replace(FACE_DOWN, ""), note, *(view.names[seat] for seat in spot.marks)]
    return ", ".join(part for part in parts if part) or _("Place %(name)s", name=spot.place)


def _say(view: View, said: Say | None) -> str:
    return view.speaker.say(f"say.{said.code}", said.params) if said else ""

