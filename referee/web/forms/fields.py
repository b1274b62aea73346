"""Views of form fields: card pads, keys, places on a board, lists, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from referee.kernel import fields
from referee.kernel.cards import Card, suit
from referee.kernel.contract import Holding
from referee.kernel.ledger import holders, left
from referee.service.draft import Draft
from referee.web.http.parts import ChoiceKey, Sentence
from referee.web.http.rendering import text_width
from referee.web.view.view import View, field_label
from referee.words import Translator, ruling_sentence

SUIT_LETTERS = "SHDC"
KEY_COLUMNS = 5
PAIR = 2
RANK_WIDE = 2
RANK_COLUMNS = 7
KEY_LINE = 34


@dataclass(frozen=True)
class Key:
    """A key of a pad: the card, its copies in the deck, left and chosen, and why it is closed.

    ``most`` is the maximum on one pad (0: cards are distinct); ``hides`` keeps ``left`` secret.
    ``doubt`` is an objection; the key still works, as the table may allow the card.
    """

    card: str
    rank: str
    suit: str
    copies: int
    left: int
    chosen: int
    label: str
    owner: str | None
    reason: Sentence | None
    most: int
    hides: bool
    refused: bool = False
    doubt: Sentence | None = None
    wanted: bool = False


@dataclass(frozen=True)
class Suit:
    """The keys of one suit, or of all cards if they are numbers."""

    suit: str
    keys: Sequence[Key]


@dataclass(frozen=True)
class Pad:
    """Keys by suit for the field ``name``; ``mode``: choose, put (into a place above) or tap."""

    suits: Sequence[Suit]
    columns: int
    name: str
    mode: str
    single: bool
    numbers: bool

    def with_keys(self, change: Callable[[Key], Key]) -> Pad:
        return replace(
            self, suits=[Suit(suit.suit, [*map(change, suit.keys)]) for suit in self.suits]
        )


@dataclass(frozen=True)
class Remark:
    """The most important remark, and whether it is good news."""

    ok: bool
    text: str
    clause: str = ""


@dataclass(frozen=True)
class CardGroup:
    """Cards that belong together, and what they bring."""

    cards: Sequence[str]
    label: str
    clause: str


@dataclass(frozen=True)
class ShownVerdict:
    """The verdict ``say`` with its clause and ``lead`` word; ``empty`` says instead what to tap."""

    say: str = ""
    clause: str = ""
    small: str = ""
    cards: Sequence[str] = ()
    groups: Sequence[CardGroup] = ()
    remark: Remark | None = None
    empty: str = ""
    lead: str = ""


@dataclass(frozen=True)
class PlaceRow:
    """A seat's cards that can be chosen in place."""

    name: str
    kind: str
    spots: Sequence[tuple[Card, ChoiceKey]]


@dataclass(frozen=True)
class Worth:
    """The points of a number, and the total then."""

    points: int
    total: int


@dataclass(frozen=True)
class FieldView:
    """A field for its template macro; ``type`` names the macro, ``columns`` the keys in a row.

    ``lines``: one key per line; ``full``: choosing this many answers; ``label_hidden``: the heading
    names it; ``worth_shown``: points appear beside it. ``keys`` builds the pad on first use.
    ``of`` names what its numbers are, which add up to ``sum``.
    """

    type: str
    name: str
    label: str
    help: str | None = None
    clause: str = ""
    value: Any = None
    error: Sentence | None = None
    keys: Callable[[], Pad] | None = None
    rows: Sequence[PlaceRow] = ()
    options: Sequence[ChoiceKey] = ()
    low: int | None = None
    high: int | None = None
    most: int | None = None
    lines: bool = False
    columns: int = 0
    full: int = 0
    label_hidden: bool = False
    placeholder: str = ""
    worth: Worth | None = None
    worth_shown: bool = False
    of: str = ""
    sum: int | None = None

    @cached_property
    def pad(self) -> Pad | None:
        return self.keys() if self.keys else None


def field_view(
    view: View, field: fields.Field, draft: Draft, wrong: Any, seat: str | None
) -> FieldView:
    """A field for its template macro, with the draft's value and the ruling against it."""
    value = draft.one(field.name)
    error = Sentence(ruling_sentence(view.translator, wrong), wrong.clause) if wrong else None
    bare = FieldView(
        type(field).__name__.lower(), field.name, field_label(view, field), value=value, error=error
    )
    if isinstance(field, fields.Cards):
        chosen = Counter(card for card in draft.texts(field.name) if card in field.deck.counts)
        return replace(bare, keys=lambda: pad(view, field, seat, chosen))
    if isinstance(field, fields.Place) and field.shows:
        return replace(bare, rows=place_rows(view, field, value))
    if isinstance(field, fields.Choice):
        return replace(bare, options=_options(view, field, draft), full=getattr(field, "full", 0))
    if isinstance(field, fields.Int):
        return replace(bare, low=field.low, high=field.high)
    if isinstance(field, fields.Counts):
        return replace(bare, low=0, high=field.high, most=field.most)
    return replace(bare, most=field.most) if isinstance(field, fields.Text) else bare


def _options(view: View, field: fields.Choice, draft: Draft) -> list[ChoiceKey]:
    picked = draft.texts(field.name) or [str(field.default)]
    return [ChoiceKey(one, value_label(view, field, one), one in picked) for one in field.offered]


def as_keys(model: FieldView, field: fields.Field, alone: bool) -> FieldView:
    """The field as keys in columns; a lone field has no label, as the heading names it."""
    labels = [option.label for option in model.options]
    if isinstance(field, fields.Many):
        columns = PAIR
    else:
        columns = (
            min(len(field.offered), KEY_COLUMNS - 1) if isinstance(field, fields.Choice) else 0
        )
    ranks = (
        isinstance(field, fields.Choice) and max(map(text_width, labels), default=0) <= RANK_WIDE
    )
    if ranks and columns:
        columns = KEY_COLUMNS if len(labels) <= 2 * KEY_COLUMNS else RANK_COLUMNS
    else:
        columns = columns_for(labels, columns)
    return replace(model, columns=columns, label_hidden=alone or isinstance(field, fields.Cards))


def columns_for(labels: Sequence[str], most: int) -> int:
    """The number of columns that fits the longest label and leaves no lone key in the last row."""
    if not labels or not most:
        return 0
    columns = min(most, max(1, KEY_LINE // max(map(text_width, labels))))
    rows = -(-len(labels) // columns)
    return -(-len(labels) // rows)


def place_rows(view: View, field: fields.Place, picked: str) -> list[PlaceRow]:
    """The cards of a place field in place: one row per seat."""
    rows: dict[str, list[tuple[Card, ChoiceKey]]] = {}
    for value, (owner, card) in field.shows.items():
        label = (
            view.plain.say("spot", {"card": card, "seat": owner})
            if owner
            else view.plain.shown(card, "spoken")
        )
        rows.setdefault(owner or "", []).append((card, ChoiceKey(value, label, value == picked)))
    places = {
        holding.seat: holding.place for holding in view.scene.holdings if holding.place != "hand"
    }
    return [
        PlaceRow(
            view.names.get(seat, ""),
            view.translator.word(places[seat]) if seat in places else "",
            spots,
        )
        for seat, spots in rows.items()
    ]


def value_label(view: View, field: fields.Field, value: str) -> str:
    """The label of a choice's value: a seat's name, or its word."""
    if value in view.names:
        return view.names[value]
    if isinstance(field, fields.Kind):
        return view.plain.kind(value)
    return (
        value
        if isinstance(field, fields.Int)
        else view.translator.say(f"field.{field.name}.{value}", default=view.translator.word(value))
    )


# The pad


def pad(
    view: View, field: fields.Cards, seat: str | None, chosen: Counter[str], mode: str = "choose"
) -> Pad:
    """The card pad: each card's copies left or why none is; cached without ``chosen``."""
    what = ("pad", field.name, field.least, field.most, seat, mode)
    of, keys = view.shared(what, lambda: (field, _pad(view, field, seat, mode)))
    if of != field:
        keys = _pad(view, field, seat, mode)
    return (
        keys.with_keys(
            lambda key: replace(key, chosen=chosen[key.card]) if key.card in chosen else key
        )
        if chosen
        else keys
    )


def _pad(view: View, field: fields.Cards, seat: str | None, mode: str) -> Pad:
    deck, holdings = field.deck, view.scene.holdings
    hides, elsewhere = field.layout == "memory", holders(holdings, seat)
    available = dict(deck.counts) if hides else {**left(deck, holdings, seat), **field.left}
    most = {card: min(available[card], field.most) if deck.numbers else 0 for card in deck.counts}
    keys = [
        _key(view, card, copies, available[card], elsewhere.get(card, ()), most[card], hides)
        for card, copies in deck.counts.items()
        if not field.fits or card in field.fits
    ]
    suits = [Suit("", keys)] if deck.numbers else _by_suit(keys)
    return Pad(
        suits, 7 if len(deck.counts) > 30 else 5, field.name, mode, field.most == 1, deck.numbers
    )


def _by_suit(keys: Sequence[Key]) -> list[Suit]:
    suits = [Suit(one, [key for key in keys if key.suit == one]) for one in SUIT_LETTERS]
    return [suit for suit in suits if suit.keys]


def _key(
    view: View,
    card: str,
    copies: int,
    available: int,
    held: Sequence[Holding],
    most: int,
    hides: bool,
) -> Key:
    closed = available <= 0
    return Key(
        card=card,
        rank=card[0].replace("T", "10") if not card.isdigit() else card,
        suit="" if card.isdigit() else suit(card),
        copies=copies,
        left=available,
        chosen=0,
        label=card if hides else _label(view.plain.lang, view.table.game, card, available),
        owner=view.short_names.get(held[0].seat or "", "")
        if closed and held and copies == 1
        else None,
        reason=_reason(view, card, copies, held) if closed else None,
        most=most,
        hides=hides,
        wanted=card in view.wanted,
    )


@lru_cache(maxsize=2048)
def _label(lang: str, game: str, card: str, available: int) -> str:
    return Translator(lang, game, {}).say("key", {"card": card, "left": available})


def _reason(view: View, card: str, copies: int, held: Sequence[Holding]) -> Sentence:
    """Where all copies of a card are; if some are free, they do not fit this entry."""
    if len(held) < copies:
        return Sentence(view.translator.say("key.unfit", {"card": card}))
    params = {"card": card, "copies": copies, "holders": [[h.seat, h.place] for h in held]}
    code = "key.closed" if copies == 1 else "key.closed.all" if copies == 2 else "key.closed.many"
    return Sentence(view.translator.say(code, params), view.history.game.info.deck_clause)
