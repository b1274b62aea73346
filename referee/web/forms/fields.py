"""Fields of a form as something to tap: a pad with a key for each card, keys, places on a board,
lists; and the verdict under a pad.
"""

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
from referee.web.desk.draft import Draft
from referee.web.http.parts import Choice, Sentence
from referee.web.http.rendering import text_width
from referee.web.view.view import View, field_label
from referee.words import Speaker, ruling_sentence

SUIT_LETTERS = "SHDC"
KEY_COLUMNS = 5
PAIR = 2
RANK_WIDE = 2
RANK_COLUMNS = 7
KEY_LINE = 34


@dataclass(frozen=True)
class Key:
    """A key of a pad: its card with the copies in the deck, left and chosen, and why it is closed.

    ``most`` is how many may be taken with one pad, 0 where cards are told apart; ``hides`` keeps
    what is left to itself. ``doubt`` is why a rule refuses it: it can be tapped all the same, as
    the table may let it stand.
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
    """The keys of one suit; of all cards where there are numbers instead."""

    suit: str
    keys: Sequence[Key]


@dataclass(frozen=True)
class Pad:
    """Keys by suits, so many abreast, that answer the field ``name``; ``mode`` is choose, put (into
    a place above) or tap.
    """

    suits: Sequence[Suit]
    columns: int
    name: str
    mode: str
    single: bool
    numbers: bool

    def with_keys(self, change: Callable[[Key], Key]) -> Pad:
        """The same pad with every key changed."""
        return replace(
            self, suits=[Suit(suit.suit, [*map(change, suit.keys)]) for suit in self.suits]
        )


@dataclass(frozen=True)
class Remark:
    """The one remark that matters, and whether it is good news."""

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
class Verdict:
    """What is tapped is worth ``say``, by its clause, or ``lead`` in one word; ``empty`` says
    instead what to tap.
    """

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
    """The cards of one seat that can be chosen where they lie, and what they are."""

    name: str
    kind: str
    spots: Sequence[tuple[Card, Choice]]


@dataclass(frozen=True)
class Worth:
    """What a number brings, and the total then."""

    points: int
    total: int


@dataclass(frozen=True)
class FieldView:
    """A field as its macro takes it: ``type`` tells which, ``columns`` how many of its keys stand
    abreast, and ``lines`` that each has one.

    ``label_hidden`` where the turn above says what is asked; ``worth_shown`` where a number's own
    points stand beside it; the tap that chooses the last of ``full`` answers. Its pad is worked out
    by ``keys`` where a page shows it.
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
    options: Sequence[Choice] = ()
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

    @cached_property
    def pad(self) -> Pad | None:
        """The card pad of a field of cards."""
        return self.keys() if self.keys else None


def field_view(
    view: View, field: fields.Field, draft: Draft, wrong: Any, seat: str | None
) -> FieldView:
    """One field as its macro takes it."""
    value = draft.one(field.name)
    error = Sentence(ruling_sentence(view.speaker, wrong), wrong.clause) if wrong else None
    bare = FieldView(
        type(field).__name__.lower(), field.name, field_label(view, field), value=value, error=error
    )
    if isinstance(field, fields.Cards):
        chosen = Counter(card for card in draft.texts(field.name) if card in field.deck.counts)
        return replace(bare, keys=lambda: pad(view, field, seat, chosen))
    if isinstance(field, fields.Place) and field.shows:
        return replace(bare, rows=place_rows(view, field, value))
    if isinstance(field, fields.Choice):
        picked = draft.texts(field.name) or [str(field.default)]
        options = [
            Choice(one, option_label(view, field, one), one in picked) for one in field.offered
        ]
        return replace(
            bare, options=options, full=field.full if isinstance(field, fields.Many) else 0
        )
    if isinstance(field, fields.Int):
        return replace(bare, low=field.low, high=field.high)
    if isinstance(field, fields.Counts):
        return replace(bare, low=0, high=field.high, most=field.most)
    return replace(bare, most=field.most) if isinstance(field, fields.Text) else bare


def as_keys(model: FieldView, field: fields.Field, alone: bool) -> FieldView:
    """The field as keys in columns, opposites side by side; a field that is alone is named by the
    turn's hint.
    """
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
    """How many keys stand side by side, so that the longest label fits and the last row is not a
    lone key.
    """
    if not labels or not most:
        return 0
    columns = min(most, max(1, KEY_LINE // max(map(text_width, labels))))
    rows = -(-len(labels) // columns)
    return -(-len(labels) // rows)


def place_rows(view: View, field: fields.Place, picked: str) -> list[PlaceRow]:
    """The cards of a place field where they lie: one row per seat."""
    rows: dict[str, list[tuple[Card, Choice]]] = {}
    for value, (owner, card) in field.shows.items():
        label = (
            view.plain.say("spot", {"card": card, "seat": owner})
            if owner
            else view.plain.shown(card, "spoken")
        )
        rows.setdefault(owner or "", []).append((card, Choice(value, label, value == picked)))
    places = {
        holding.seat: holding.place for holding in view.scene.holdings if holding.place != "hand"
    }
    return [
        PlaceRow(
            view.names.get(seat, ""),
            view.speaker.word(places[seat]) if seat in places else "",
            spots,
        )
        for seat, spots in rows.items()
    ]


def option_label(view: View, field: fields.Field, value: str) -> str:
    """How one value of a choice is shown: a seat's name, or its word."""
    if value in view.names:
        return view.names[value]
    if isinstance(field, fields.Kind):
        return view.plain.kind(value)
    return (
        value
        if isinstance(field, fields.Int)
        else view.speaker.say(f"field.{field.name}.{value}", default=view.speaker.word(value))
    )


# The pad


def pad(
    view: View, field: fields.Cards, seat: str | None, chosen: Counter[str], mode: str = "choose"
) -> Pad:
    """The card pad: every card of the deck with its copies still to be had, and why a used-up one
    cannot be taken.
    """
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
    """The pad with nothing chosen."""
    deck, holdings = field.deck, view.scene.holdings
    hides, elsewhere = field.layout == "memory", holders(holdings, seat)
    available = dict(deck.counts) if hides else {**left(deck, holdings, seat), **field.left}
    most = {card: min(available[card], field.most) if deck.numbers else 0 for card in deck.counts}
    keys = [
        _key(view, card, copies, available[card], elsewhere.get(card, ()), most[card], hides)
        for card, copies in deck.counts.items()
        if not field.fits or card in field.fits
    ]
    by_suit = [Suit(one, [key for key in keys if key.suit == one]) for one in SUIT_LETTERS]
    suits = [Suit("", keys)] if deck.numbers else [suit for suit in by_suit if suit.keys]
    return Pad(
        suits, 7 if len(deck.counts) > 30 else 5, field.name, mode, field.most == 1, deck.numbers
    )


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
    return Speaker(lang, game, {}).say("key", {"card": card, "left": available})


def _reason(view: View, card: str, copies: int, held: Sequence[Holding]) -> Sentence:
    """Where all copies of a card lie; where some are still about, it is only this entry that they
    do not fit.
    """
    if len(held) < copies:
        return Sentence(view.speaker.say("key.unfit", {"card": card}))
    params = {"card": card, "copies": copies, "holders": [[h.seat, h.place] for h in held]}
    code = "key.closed" if copies == 1 else "key.closed.all" if copies == 2 else "key.closed.many"
    return Sentence(view.speaker.say(code, params), view.history.game.info.deck_clause)
