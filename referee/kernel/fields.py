"""Fields: inputs of a prompt, declared once for forms, API, command line and fuzz tests.

Each can ``parse`` form texts or JSON, describe its ``schema`` and ``sample`` a value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from .cards import Card, Deck, Unreadable, read_cards

Value = int | str | bool | tuple[str, ...] | None
T = TypeVar("T")
DESCRIBED = ("least", "most", "cards", "low", "high", "values")
"""Attributes that ``schema`` includes, where a field has them."""


class Rng(Protocol):
    """The part of random.Random that sampling needs; passed in, never imported."""

    def randint(self, a: int, b: int) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


class Bad(ValueError):
    """An unreadable value: ``code`` and ``params`` make the sentence, ``clause`` is its own."""

    def __init__(self, code: str, clause: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code, self.clause, self.params = code, clause, params


@dataclass(frozen=True, kw_only=True)
class Field:
    """Base of all fields: a name, whether it is ``optional``, and its ``default``.

    A field ``about`` a seat, or ``of_side`` its whole side, is called ``label``, so that a form
    can have one for each.
    """

    name: str
    optional: bool = False
    default: Value = None
    about: str | None = None
    of_side: bool = False
    label: str = ""

    def parse(self, raw: object) -> Value:
        """The value of ``raw`` (text, list of texts or JSON); raises Bad."""
        if raw is not None and raw not in ("", [], ()):
            return self._parse(raw)
        return self.default if self.optional or self.default is not None else self._empty()

    def schema(self) -> dict[str, Any]:
        """JSON-schema-like description for the API and the generated documentation."""
        own = {name: getattr(self, name) for name in DESCRIBED if hasattr(self, name)}
        shown = {
            name: list(value) if isinstance(value, tuple) else value for name, value in own.items()
        }
        return {
            "name": self.name,
            "type": type(self).__name__.lower(),
            "optional": self.optional,
            **shown,
        }

    def sample(self, rng: Rng) -> Value:
        raise NotImplementedError

    def _empty(self) -> Value:
        raise Bad("missing")

    def _parse(self, raw: object) -> Value:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Cards(Field):
    """From ``least`` to ``most`` cards; ``left`` maps cards to copies left (absent: all).

    Keys exist for the cards in ``fits`` (empty: all); others can be typed and are then judged.
    ``clause``, if given, is cited for a card outside the deck, instead of the prompt's.
    """

    deck: Deck
    least: int = 1
    most: int = 1
    left: Mapping[Card, int] = field(default_factory=dict)
    layout: str = "pad"
    clause: str = ""
    fits: frozenset[Card] = frozenset()

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(self.deck.counts)

    def _empty(self) -> Value:
        if self.least == 0:
            return ()
        raise Bad("too_few_cards", least=self.least, found=0)

    def _parse(self, raw: object) -> Value:
        parts = raw if isinstance(raw, list | tuple) else [raw]
        texts = [text for text in parts if isinstance(text, str)]
        if len(texts) != len(parts):
            raise Bad("not_cards")
        try:
            cards = tuple(card for text in texts for card in read_cards(text, self.deck))
        except Unreadable as bad:
            clause = self.clause if bad.code == "not_in_deck" else ""
            raise Bad(
                "card_" + bad.code, clause, token=bad.token, position=bad.position + 1
            ) from bad
        if len(cards) < self.least:
            raise Bad("too_few_cards", least=self.least, found=len(cards))
        if len(cards) > self.most:
            raise Bad("too_many_cards", most=self.most, found=len(cards))
        return cards

    def sample(self, rng: Rng) -> Value:
        pool = [
            card
            for card, copies in self.deck.counts.items()
            for _ in range(self.left.get(card, copies))
        ]
        return tuple(rng.sample(pool, min(len(pool), rng.randint(self.least, self.most))))


@dataclass(frozen=True, kw_only=True)
class Int(Field):
    """A whole number from ``low`` to ``high``; samples go up to ``usual``, if given."""

    low: int
    high: int
    usual: int | None = None

    def _parse(self, raw: object) -> Value:
        if isinstance(raw, bool) or not isinstance(raw, int | str):
            raise Bad("not_a_number")
        text = str(raw).strip().replace("−", "-")
        if len(text) > 9 or not text.removeprefix("-").isdecimal():
            raise Bad("not_a_number")
        number = int(text)
        if not self.low <= number <= self.high:
            raise Bad("out_of_range", low=self.low, high=self.high)
        return number

    def sample(self, rng: Rng) -> Value:
        return rng.randint(self.low, self.high if self.usual is None else self.usual)


@dataclass(frozen=True, kw_only=True)
class Choice(Field):
    """One of a few values; the one it ``holds`` and those ``shut`` can be read, but not offered."""

    values: tuple[str, ...]
    holds: str = ""
    shut: tuple[str, ...] = ()

    @property
    def offered(self) -> tuple[str, ...]:
        return tuple(
            value for value in self.values if value != self.holds and value not in self.shut
        )

    def _parse(self, raw: object) -> Value:
        if not isinstance(raw, str) or raw not in self.values:
            raise Bad("not_a_choice", values=list(self.values))
        return raw

    def sample(self, rng: Rng) -> Value:
        return rng.choice(self.offered)


@dataclass(frozen=True, kw_only=True)
class Many(Choice):
    """Any number of values; the game judges duplicates. ``full`` of them submit a tap form."""

    full: int = 0

    def _empty(self) -> Value:
        return ()

    def _parse(self, raw: object) -> Value:
        parts = raw if isinstance(raw, list | tuple) else [raw]
        texts = [
            text
            for part in parts
            for text in (part.replace(",", " ").split() if isinstance(part, str) else [part])
        ]
        if not all(text in self.values for text in texts):
            raise Bad("not_a_choice", values=list(self.values))
        return tuple(map(str, texts))

    def sample(self, rng: Rng) -> Value:
        return tuple(rng.sample(self.offered, rng.randint(0, len(self.offered))))


@dataclass(frozen=True, kw_only=True)
class Seat(Choice):
    """One of the seats at the table, by id."""

    values: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Kind(Choice):
    """One of the kinds of move that a game has."""


@dataclass(frozen=True, kw_only=True)
class Place(Choice):
    """A spot in a layout, by name; to draw it, ``shows`` maps spots to (seat or None, card)."""

    shows: Mapping[str, tuple[str | None, Card]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Flag(Field):
    """Yes or no; absent means no."""

    def _empty(self) -> Value:
        return False

    def _parse(self, raw: object) -> Value:
        if isinstance(raw, bool):
            return raw
        if raw in ("1", "on", "yes", "true", "0", "no", "false"):
            return raw in ("1", "on", "yes", "true")
        raise Bad("not_yes_or_no")

    def sample(self, rng: Rng) -> Value:
        return rng.choice((False, True))


@dataclass(frozen=True, kw_only=True)
class Text(Field):
    """Free text of at most ``most`` characters; ``excess`` is the error code for longer texts."""

    most: int = 200
    excess: str = "text_too_long"

    def _parse(self, raw: object) -> Value:
        if not isinstance(raw, str):
            raise Bad("not_text")
        text = raw.strip()
        if len(text) > self.most:
            raise Bad(self.excess, most=self.most)
        return text or self.parse(None)

    def sample(self, rng: Rng) -> Value:
        return rng.choice(("because", "agreed", "理由"))


@dataclass(frozen=True, kw_only=True)
class Counts(Text):
    """Descending numbers such as ``5 3 1``; keys offer at most ``high`` for the first."""

    high: int

    def sample(self, rng: Rng) -> Value:
        counts = [rng.randint(0, 6)]
        while counts[-1] > 1 and rng.randint(0, 3):
            counts.append(rng.randint(1, counts[-1] - 1))
        return " ".join(map(str, counts))
