"""One answer in the many spellings that people and programs send."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from referee.kernel.contract import Prompt
from referee.kernel.fields import Cards, Field, Flag, Int, Many, Text

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
KANA = {"S": "スペードの", "H": "ハートの", "D": "ダイヤの", "C": "クラブの"}


def wide(text: str) -> str:
    """Full-width letters and figures."""
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


def _ten(card: str) -> str:
    return card.replace("T", "10") if card[1:] in SUITS else card


CARD: Sequence[Callable[[str], str]] = (
    str,
    str.lower,
    wide,
    _ten,
    lambda card: f" {card}",
    lambda card: f"{card}.",
    lambda card: f"{card}\n",
    lambda card: f"{card},",
    lambda card: card if card.isdigit() else card[0] + SUITS[card[1]],
    lambda card: card if card.isdigit() else KANA[card[1]] + _ten(card)[:-1],
)
JOINED = (" ", ", ", "、", "  ", "/")
YES = (True, "1", "on", "yes", "true")
NO = (False, "0", "no", "false")


def as_json(prompt: Prompt, answer: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """The answer's fields as a program might send them; what may be left out sometimes is."""
    return {
        field.name: _json(field, answer[field.name], rng)
        for field in prompt.fields
        if field.name in answer and not _may_go(field, answer[field.name], rng)
    }


def as_form(
    prompt: Prompt, answer: Mapping[str, Any], rng: Random, suffix: str = ""
) -> dict[str, list[str]]:
    """The answer's fields as a form sends them: texts alone."""
    return {name + suffix: _texts(value) for name, value in as_json(prompt, answer, rng).items()}


def _may_go(field: Field, value: Any, rng: Random) -> bool:
    empty = False if isinstance(field, Flag) else [] if isinstance(field, Many) else None
    left_out = empty if field.default is None else field.default
    may = field.optional or left_out is not None
    return value == left_out and may and rng.random() < 0.5


def _json(field: Field, value: Any, rng: Random) -> Any:
    if value is None:
        return None
    if isinstance(field, Cards):
        if rng.random() < 0.3:
            # Whoever writes several cards in one go writes them all alike.
            return rng.choice(JOINED).join(map(rng.choice(CARD), value))
        return [rng.choice(CARD)(card) if rng.random() < 0.4 else card for card in value]
    if isinstance(field, Int):
        return rng.choice(
            (value, value, str(value), f" {value} ", wide(str(value)), str(value).replace("-", "−"))
        )
    if isinstance(field, Flag):
        return rng.choice(YES if value else NO)
    if isinstance(field, Many):
        return rng.choice((list(value), " ".join(value), ", ".join(value)))
    if isinstance(field, Text):
        return rng.choice((value, f" {value} "))
    return value


def _texts(value: Any) -> list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    return ["1"] if value is True else [] if value is None or value is False else [str(value)]
