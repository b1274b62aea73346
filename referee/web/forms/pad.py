"""A pad of cards: a key for each card of the pack, with how many copies are left and why one is closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.kernel import fields
from referee.kernel.cards import suit
from referee.kernel.contract import Holding
from referee.kernel.ledger import holders, left
from referee.web.http.parts import Sentence
from referee.web.view.view import View
from referee.words import Speaker

SUIT_LETTERS = "SHDC"


@dataclass(frozen=True)
class Key:
    """A key of a pad: its card with the copies in the deck, left and chosen, and why it is closed.

    ``most`` is how many may be taken with one pad, 0 where cards are told apart; ``hides`` keeps what is left to itself.
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


@dataclass(frozen=True)
class Suit:
    """The keys of one suit; of all cards where there are numbers instead."""

    suit: str
    keys: Sequence[Key]


@dataclass(frozen=True)
class Pad:
    """Keys by suits, so many abreast, that answer the field ``name``; ``mode`` is choose, put (into a place above) or tap."""

    suits: Sequence[Suit]
    columns: int
    name: str
    mode: str
    single: bool
    numbers: bool

    def with_keys(self, change: Callable[[Key], Key]) -> Pad:
        """The same pad with every key changed."""
        return replace(self, suits=[Suit(suit.suit, [*map(change, suit.keys)]) for suit in self.suits])


def pad(view: View, wanted: fields.Cards, seat: str | None, chosen: Counter[str], name: str = "cards", mode: str = "choose") -> Pad:
    """The card pad: every card of the deck with its copies still to be had, and why a used-up one cannot be taken."""
    deck, holdings = wanted.deck, view.scene.holdings
    hides = wanted.layout == "memory"
    available = dict(deck.counts) if hides else {**left(deck, holdings, seat), **wanted.left}
    most = {card: min(available[card], wanted.most) if deck.numbers else 0 for card in deck.counts}
    keys = [
        _key(view, card, copies, available[card], chosen[card], holders(card, holdings, seat), most[card], hides)
        for card, copies in deck.counts.items()
    ]
    suits = [Suit("", keys)] if deck.numbers else [Suit(one, [key for key in keys if key.suit == one]) for one in SUIT_LETTERS]
    return Pad(suits, 7 if len(deck.counts) > 30 else 5, name, mode, wanted.most == 1, deck.numbers)


def _key(view: View, card: str, copies: int, available: int, chosen: int, held: Sequence[Holding], most: int, hides: bool) -> Key:
    closed = available <= 0
    return Key(
        card=card,
        rank=card[0].replace("T", "10") if not card.isdigit() else card,
        suit="" if card.isdigit() else suit(card),
        copies=copies,
        left=available,
        chosen=chosen,
        label=card if hides else _label(view.plain.lang, view.table.game, card, available),
        owner=view.short_names.get(held[0].seat or "", "") if closed and held and copies == 1 else None,
        reason=_reason(view, card, copies, held) if closed else None,
        most=most,
        hides=hides,
    )


@lru_cache(maxsize=2048)
def _label(lang: str, game: str, card: str, available: int) -> str:
    return Speaker(lang, game, {}).say("key", {"card": card, "left": available})


def _reason(view: View, card: str, copies: int, held: Sequence[Holding]) -> Sentence:
    """Where all copies of a card lie; where some are still about, it is only this entry that they do not fit."""
    if len(held) < copies:
        return Sentence(view.speaker.say("key.unfit", {"card": card}))
    params = {"card": card, "copies": copies, "holders": [[h.seat, h.place] for h in held]}
    code = "key.closed" if copies == 1 else "key.closed.all" if copies == 2 else "key.closed.many"
    return Sentence(view.speaker.say(code, params), view.history.game.info.deck_clause)
