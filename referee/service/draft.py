"""Drafts: a form's content before it is recorded, for recording, preview and correction."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from referee.event import Event, new_move
from referee.kernel import fields
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Prompt

from .corrections import accepted_codes

MAX_FIELD = 4000
NOT_ENTERED = frozenset({"key", "seen", "task", "queued", "replaces", "made"})
"""Fields that say when and from which page something is entered, not its content."""
WHY_ALLOWED = ("house", "misdeal", "agreed")  # The usual reasons to allow a refused entry


@dataclass(frozen=True)
class Draft:
    """A form's texts by field (rows: `field.seat`); an `unreasoned` overrule accepts nothing."""

    raw: Mapping[str, list[str]] = dataclasses.field(default_factory=dict)
    seat: str | None = None
    kind: str = ""
    accept: tuple[str, ...] = ()
    reason: str = ""
    unreasoned: bool = False

    def texts(self, name: str) -> list[str]:
        return [text[:MAX_FIELD] for text in self.raw.get(name, []) if text.strip()]

    def one(self, name: str) -> str:
        return next(iter(self.texts(name)), "")

    def replace(self, **changes: str) -> Draft:
        return Draft(
            {**self.raw, **{name: [value] for name, value in changes.items()}},
            self.seat,
            self.kind,
            self.accept,
            self.reason,
        )


def read_draft(raw: Mapping[str, list[str]]) -> Draft:
    """Read a form's texts into a draft."""
    usual, overrules = first(raw, "reason_kind"), bool(first(raw, "overrule"))
    reason = usual if usual in WHY_ALLOWED else first(raw, "reason")[:500].strip()
    accept = accepted_codes(
        tuple(code[:60] for code in raw.get("accept", ()))[:20], reason, overrules
    )
    kind = first(raw, "instead") or first(raw, "kind")
    return Draft(
        raw, first(raw, "seat") or None, kind[:40], accept, reason, overrules and not reason
    )


def key_of(draft: Draft) -> str:
    """Return the form's key, if any, with a checksum: another entry on a copied page differs."""
    entered = sorted(field for field in draft.raw.items() if field[0] not in NOT_ENTERED)
    key = first(draft.raw, "key")
    return f"{key}.{crc32(repr(entered).encode()):08x}" if key else ""


def first(raw: Mapping[str, Sequence[str]], name: str) -> str:
    """Return a form's first value for a name, or empty; avoids the form's costly KeyError."""
    return raw[name][0] if name in raw else ""


def cards_of(prompt: Prompt) -> fields.Cards:
    """Return the cards field of a pad prompt."""
    return next(field for field in prompt.fields if isinstance(field, fields.Cards))


def card_texts(prompt: Prompt, draft: Draft) -> list[str]:
    """Return a pad prompt's cards, tapped then typed."""
    return [*draft.texts(cards_of(prompt).name), *draft.texts("typed")]


def count_cards(prompts: Sequence[Prompt], draft: Draft) -> int | None:
    """Return the number of cards chosen; None if typed text is unreadable."""
    deck = cards_of(prompts[0]).deck
    try:
        return sum(len(read_cards(text, deck)) for text in card_texts(prompts[0], draft))
    except Unreadable:
        return None


def choose_prompt(prompts: Sequence[Prompt], draft: Draft) -> Prompt:
    """Return the alternative prompt that fits the number of cards, or the nearest."""
    found = count_cards(prompts, draft)
    if found is None:
        return prompts[0]
    return min(
        prompts,
        key=lambda prompt: (
            max(cards_of(prompt).least - found, found - cards_of(prompt).most, 0),
            cards_of(prompt).most,
        ),
    )


def raw_fields(prompt: Prompt, draft: Draft, suffix: str = "") -> dict[str, object]:
    """Return the draft's values for one prompt, each in the shape its field parses."""
    raw: dict[str, Any] = {}
    for field in prompt.fields:
        texts = draft.texts(field.name + suffix)
        if not suffix and field == next(
            (one for one in prompt.fields if isinstance(one, fields.Cards)), None
        ):
            texts = card_texts(prompt, draft)
        if texts:
            raw[field.name] = texts if isinstance(field, fields.Cards | fields.Many) else texts[0]
    return raw


def entry(prompt: Prompt, draft: Draft, suffix: str = "") -> Event:
    """Return the entry that a draft makes for a prompt."""
    return new_move(prompt.kind, prompt.seat, raw_fields(prompt, draft, suffix), draft.accept)


def complete_rows(prompts: Sequence[Prompt], draft: Draft) -> list[Prompt]:
    """Return the row prompts whose required fields are all filled."""

    def is_complete(prompt: Prompt) -> bool:
        needed = (
            field
            for field in prompt.fields
            if not (isinstance(field, fields.Flag) or field.optional)
        )
        return all(draft.texts(f"{field.name}.{prompt.seat}") for field in needed)

    return list(filter(is_complete, prompts))


def draft_of(kind: str, seat: str | None, data: Mapping[str, Any], suffix: str = "") -> Draft:
    """Return the draft that would make a stored entry, for correction; `suffix` marks a row."""

    def texts(value: Any) -> list[str]:
        if isinstance(value, list | tuple):
            return [str(item) for item in value]
        return ["1"] if value is True else [] if value is None or value is False else [str(value)]

    return Draft({name + suffix: texts(value) for name, value in data.items()}, seat, kind)
