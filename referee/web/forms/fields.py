"""Fields of a form as something to tap: keys, places on a board, lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel import fields
from referee.web.desk.draft import Draft
from referee.web.http.parts import Sentence
from referee.web.http.text_width import text_width
from referee.web.view.view import View, field_label
from referee.words import ruling_sentence

from .pad import Pad, pad

FEW = 16
KEY_COLUMNS = 5
PAIR = 2
RANK_WIDE = 2
RANK_COLUMNS = 7
KEY_LINE = 34
MOST_KEYS = 11
"""More numbers than these stand one more abreast."""


@dataclass(frozen=True)
class Choice:
    """One value that can be chosen, with what helps to choose it."""

    value: str
    label: str
    on: bool = False
    help: str | None = None
    clause: str = ""
    note: str | None = None


@dataclass(frozen=True)
class PlaceKey:
    """A card that can be chosen where it lies."""

    value: str
    card: str
    label: str
    on: bool


@dataclass(frozen=True)
class PlaceRow:
    """The cards of one seat that can be chosen, and what they are."""

    name: str
    kind: str
    spots: Sequence[PlaceKey]


@dataclass(frozen=True)
class FieldView:
    """A field as its macro takes it: ``type`` tells which, ``columns`` how many of its keys stand abreast, and ``lines`` that each has one.

    ``label_hidden`` where the turn above says what is asked.
    """

    type: str
    name: str
    label: str
    help: str | None = None
    clause: str = ""
    value: Any = None
    error: Sentence | None = None
    pad: Pad | None = None
    rows: Sequence[PlaceRow] = ()
    options: Sequence[Choice] = ()
    low: int | None = None
    high: int | None = None
    most: int | None = None
    lines: bool = False
    columns: int = 0
    label_hidden: bool = False
    placeholder: str = ""


def field_view(view: View, wanted: fields.Field, draft: Draft, wrong: Any, seat: str | None) -> FieldView:
    """One field as its macro takes it."""
    value = draft.one(wanted.name)
    error = Sentence(ruling_sentence(view.speaker, wrong), wrong.clause) if wrong else None
    bare = FieldView(type(wanted).__name__.lower(), wanted.name, field_label(view, wanted), value=value, error=error)
    if isinstance(wanted, fields.Cards):
        chosen = Counter(card for card in wanted.deck.counts if card in draft.texts(wanted.name))
        return replace(bare, pad=pad(view, wanted, seat, chosen, name=wanted.name))
    if isinstance(wanted, fields.Place) and wanted.shows:
        return replace(bare, rows=place_rows(view, wanted, value))
    if isinstance(wanted, fields.Choice):
        picked = draft.texts(wanted.name) or [str(wanted.default)]
        return replace(bare, options=[Choice(one, option_label(view, wanted, one), one in picked) for one in wanted.values])
    if isinstance(wanted, fields.Int):
        bare = replace(bare, low=wanted.low, high=wanted.high)
        numbers = [str(number) for number in range(wanted.low, wanted.high + 1)]
        return replace(bare, type="choice", options=[Choice(one, one, one == value) for one in numbers]) if len(numbers) <= FEW else bare
    return replace(bare, most=wanted.most) if isinstance(wanted, fields.Text) else bare


def as_keys(model: FieldView, wanted: fields.Field, alone: bool) -> FieldView:
    """The field as keys in columns: numbers as a keypad, opposites side by side; a field that is alone is named by the turn's hint."""
    labels = [option.label for option in model.options]
    if isinstance(wanted, fields.Int):
        columns = KEY_COLUMNS + (wanted.about is not None or len(labels) > MOST_KEYS)
    elif isinstance(wanted, fields.Many):
        columns = PAIR
    else:
        columns = min(len(wanted.values), KEY_COLUMNS - 1) if isinstance(wanted, fields.Choice) else 0
    ranks = isinstance(wanted, fields.Choice) and max(map(text_width, labels), default=0) <= RANK_WIDE
    if ranks and columns:
        columns = KEY_COLUMNS if len(labels) <= 2 * KEY_COLUMNS else RANK_COLUMNS
    else:
        columns = columns_for(labels, columns)
    return replace(model, columns=columns, label_hidden=alone or isinstance(wanted, fields.Cards))


def columns_for(labels: Sequence[str], most: int) -> int:
    """How many keys stand side by side, so that the longest label fits and the last row is not a lone key."""
    if not labels or not most:
        return 0
    columns = min(most, max(1, KEY_LINE // max(map(text_width, labels))))
    rows = -(-len(labels) // columns)
    return -(-len(labels) // rows)


def place_rows(view: View, wanted: fields.Place, picked: str) -> list[PlaceRow]:
    """The cards of a place field where they lie: one row per seat."""
    rows: dict[str, list[PlaceKey]] = {}
    for value, (owner, card) in wanted.shows.items():
        label = view.plain.say("spot", {"card": card, "seat": owner})
        rows.setdefault(owner or "", []).append(PlaceKey(value, card, label, value == picked))
    places = {holding.seat: holding.place for holding in view.scene.holdings if holding.place != "hand"}
    return [
        PlaceRow(view.names.get(seat, ""), view.speaker.word(places[seat]) if seat in places else "", spots)
        for seat, spots in rows.items()
    ]


def option_label(view: View, wanted: fields.Field, value: str) -> str:
    """How one value of a choice is shown: a seat's name, or its word."""
    if value in view.names:
        return view.names[value]
    return view.speaker.say(f"field.{wanted.name}.{value}", default=view.speaker.word(value))
