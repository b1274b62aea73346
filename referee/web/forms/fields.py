"""Fields of a form as something to tap: keys, places on a board, lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.kernel import fields
from referee.web.desk.draft import Draft
from referee.web.http.text_width import text_width
from referee.web.view.view import View, field_label
from referee.words import ruling_sentence

from .pad import pad

FEW = 16
KEY_COLUMNS = 5
PAIR = 2
RANK_WIDE = 2
RANK_COLUMNS = 7
KEY_LINE = 34
MOST_KEYS = 11
"""More numbers than these stand one more abreast."""


def field_view(view: View, wanted: fields.Field, draft: Draft, wrong: Any, seat: str | None) -> dict[str, Any]:
    """One field as its macro takes it."""
    model: dict[str, Any] = {
        "type": type(wanted).__name__.lower(),
        "name": wanted.name,
        "label": field_label(view, wanted),
        "help": None,
        "clause": "",
        "value": draft.one(wanted.name),
        "error": {"text": ruling_sentence(view.speaker, wrong), "clause": wrong.clause} if wrong else None,
    }
    if isinstance(wanted, fields.Cards):
        chosen = Counter(card for card in wanted.deck.counts for _copy in [0] if card in draft.texts(wanted.name))
        model["pad"] = pad(view, wanted, seat, chosen, name=wanted.name)
    elif isinstance(wanted, fields.Place) and wanted.shows:
        model["rows"] = place_rows(view, wanted, draft.one(wanted.name))
    elif isinstance(wanted, fields.Choice):
        picked = draft.texts(wanted.name) or [str(wanted.default)]
        model["options"] = [{"value": value, "label": option_label(view, wanted, value), "on": value in picked} for value in wanted.values]
    elif isinstance(wanted, fields.Int):
        model |= {"low": wanted.low, "high": wanted.high}
        if wanted.high - wanted.low < FEW:
            model |= {
                "type": "choice",
                "options": [
                    {"value": str(n), "label": str(n), "on": draft.one(wanted.name) == str(n)} for n in range(wanted.low, wanted.high + 1)
                ],
            }
    elif isinstance(wanted, fields.Text):
        model["most"] = wanted.most
    return model


def as_keys(model: dict[str, Any], wanted: fields.Field, alone: bool) -> dict[str, Any]:
    """The field as keys in columns: numbers as a keypad, opposites side by side; a field that is alone is named by the turn's hint."""
    if isinstance(wanted, fields.Int):
        columns = KEY_COLUMNS + (wanted.about is not None or len(model.get("options", [])) > MOST_KEYS)
    elif isinstance(wanted, fields.Many):
        columns = PAIR
    else:
        columns = min(len(wanted.values), KEY_COLUMNS - 1) if isinstance(wanted, fields.Choice) else 0
    told = alone or isinstance(wanted, fields.Cards)
    labels = [str(option["label"]) for option in model.get("options", [])]
    ranks = isinstance(wanted, fields.Choice) and max(map(text_width, labels), default=0) <= RANK_WIDE
    if ranks and columns:
        columns = KEY_COLUMNS if len(labels) <= 2 * KEY_COLUMNS else RANK_COLUMNS
    else:
        columns = columns_for(labels, columns)
    return model | {"columns": columns, "told": told}


def columns_for(labels: Sequence[str], most: int) -> int:
    """How many keys stand side by side, so that the longest label fits and the last row is not a lone key."""
    if not labels or not most:
        return 0
    columns = min(most, max(1, KEY_LINE // max(map(text_width, labels))))
    rows = -(-len(labels) // columns)
    return -(-len(labels) // rows)


def place_rows(view: View, wanted: fields.Place, picked: str) -> list[dict[str, Any]]:
    """The cards of a place field where they lie: one row per seat."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for value, (owner, card) in wanted.shows.items():
        label = view.plain.say("spot", {"card": card, "seat": owner})
        rows.setdefault(owner or "", []).append({"value": value, "card": card, "label": label, "on": value == picked})
    places = {holding.seat: holding.place for holding in view.scene.holdings if holding.place != "hand"}
    return [
        {"name": view.names.get(seat, ""), "kind": view.speaker.word(places[seat]) if seat in places else "", "spots": spots}
        for seat, spots in rows.items()
    ]


def option_label(view: View, wanted: fields.Field, value: str) -> str:
    """How one value of a choice is shown: a seat's name, or its word."""
    if value in view.names:
        return view.names[value]
    return view.speaker.say(f"field.{wanted.name}.{value}", default=view.speaker.word(value))
