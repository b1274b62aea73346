"""A pad of cards: a key for each card of the pack, with how many copies are left and why one is closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from referee.kernel import fields
from referee.kernel.cards import suit
from referee.kernel.contract import Holding
from referee.kernel.ledger import holders, left
from referee.web.view.view import View
from referee.words import Speaker

SUIT_LETTERS = "SHDC"


def pad(
    view: View, wanted: fields.Cards, seat: str | None, chosen: Counter[str], name: str = "cards", mode: str = "choose"
) -> dict[str, Any]:
    """The card pad: every card of the deck with its copies still to be had, and why a used-up one cannot be taken."""
    deck, holdings = wanted.deck, view.scene.holdings
    hides = wanted.layout == "memory"
    available = dict(deck.counts) if hides else {**left(deck, holdings, seat), **wanted.left}
    keys = [
        _key(view, card, copies, available[card], chosen[card], holders(card, holdings, seat))
        | {"most": min(available[card], wanted.most) if deck.numbers else 0, "hides": hides} | ({"label": card} if hides else {})
        for card, copies in deck.counts.items()
    ]
    if deck.numbers:
        suits = [{"suit": "", "letter": "", "keys": keys}]
    else:
        suits = [{"suit": letter, "letter": letter, "keys": [key for key in keys if key["suit"] == letter]} for letter in SUIT_LETTERS]
    columns = 7 if len(deck.counts) > 30 else 5
    return {"suits": suits, "columns": columns, "name": name, "mode": mode, "single": wanted.most == 1, "numbers": deck.numbers}


def _key(view: View, card: str, copies: int, available: int, chosen: int, held: Sequence[Holding]) -> dict[str, Any]:
    closed = available <= 0
    return {
        "card": card,
        "rank": card[0].replace("T", "10") if not card.isdigit() else card,
        "suit": "" if card.isdigit() else suit(card),
        "copies": copies,
        "left": available,
        "chosen": chosen,
        "label": _label(view.plain.lang, view.table.game, card, available),
        "owner": view.short_names.get(held[0].seat or "", "") if closed and held and copies == 1 else None,
        "reason": _reason(view, card, copies, held) if closed else None,
    }


@lru_cache(maxsize=2048)
def _label(lang: str, game: str, card: str, available: int) -> str:
    return Speaker(lang, game, {}).say("key", {"card": card, "left": available})


def _reason(view: View, card: str, copies: int, held: Sequence[Holding]) -> dict[str, Any]:
    """Where all copies of a card lie; where some are still about, it is only this entry that they do not fit."""
    if len(held) < copies:
        return {"text": view.speaker.say("key.unfit", {"card": card}), "clause": ""}
    params = {"card": card, "copies": copies, "holders": [[h.seat, h.place] for h in held]}
    code = "key.closed" if copies == 1 else "key.closed.all" if copies == 2 else "key.closed.many"
    return {"text": view.speaker.say(code, params), "clause": view.history.game.info.deck_clause}
