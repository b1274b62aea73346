"""The names of things in a typed row: kinds, seats and values, by prefix or code."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from referee.kernel import fields
from referee.kernel.cards import Deck, Unreadable, read_cards
from referee.kernel.contract import SeatId
from referee.kernel.fields import Bad, Field, Value
from referee.kernel.game import AnyGame
from referee.words import LANGUAGES, Translator

BETWEEN = re.compile(r"[\s,、;；]+")
YES = ("1", "+", "x", "yes", "y", "はい", "○")
NO = ("0", "-", "no", "n", "いいえ")


def folded(text: str) -> str:
    """Normalise text for comparison: half-width, case-folded, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def meant(text: str, names: Mapping[str, Collection[str]]) -> list[str]:
    """The keys named exactly so, otherwise those with the prefix; a number is never a prefix."""
    said = folded(text)
    if exact := [one for one, called in names.items() if said in called]:
        return exact
    if not said or said.isdecimal():
        return []
    return [one for one, called in names.items() if any(name.startswith(said) for name in called)]


@dataclass(frozen=True)
class Words:
    """All names at one table in every language; ``seats`` are the players' names."""

    game: AnyGame
    seats: Mapping[SeatId, str]
    lang: str

    def _translators(self) -> Iterable[Translator]:
        return (
            Translator(lang, self.game.info.id, self.seats)
            for lang in dict.fromkeys((self.lang, *LANGUAGES))
        )

    def kind(self, kind: str) -> set[str]:
        return {
            folded(kind.replace("_", " ")),
            *(folded(translator.kind(kind)) for translator in self._translators()),
        }

    def sized(self, text: str) -> str:
        """The slot with this number of cards; "" for any other text."""
        said = folded(text)
        return next((slot.name for slot in self.game.info.slots if str(slot.size) == said), "")

    def seat(self, text: str, among: Sequence[SeatId] = ()) -> list[SeatId]:
        return meant(
            text, {seat: {folded(self.seats[seat]), folded(seat)} for seat in among or self.seats}
        )

    def shown(self, field: Field, value: str, translator: Translator) -> str:
        if value in self.seats:
            return self.seats[value]
        if isinstance(field, fields.Kind):
            return translator.kind(value)
        return translator.say(f"field.{field.name}.{value}", default=translator.word(value))

    def names(self, field: fields.Choice) -> dict[str, set[str]]:
        found = {value: {folded(value)} for value in field.values}
        for translator in self._translators():
            for value, called in found.items():
                called.add(folded(self.shown(field, value, translator)))
        return found

    def label(self, field: Field) -> set[str]:
        code, told = f"field.{field.label or field.name}", {"seat": field.about}
        return {
            folded(translator.say(code, told, default=field.name))
            for translator in self._translators()
        }

    def value(self, field: Field, text: str) -> Value:
        """Parse text as a value of a field; raises Bad."""
        if isinstance(field, fields.Many):
            return field.parse(
                [self._one(field, part) for part in BETWEEN.split(text.strip()) if part]
            )
        if isinstance(field, fields.Choice):
            return field.parse(self._one(field, text))
        if isinstance(field, fields.Flag):
            return self._flag(field, text)
        return _cards(field, text) if isinstance(field, fields.Cards) else field.parse(text)

    def _flag(self, field: Field, text: str) -> bool:
        said = folded(text)
        if said in NO:
            return False
        if said in YES or meant(said, {field.name: self.label(field)}):
            return True
        raise Bad("not_yes_or_no")

    def _one(self, field: fields.Choice, text: str) -> str:
        """The only value a text may mean; a card on the table also by its name and its owner."""
        found = meant(text, self.names(field))
        if len(found) != 1 and isinstance(field, fields.Place):
            found = self._lying(field, text) or found
        if len(found) != 1:
            raise Bad("not_a_choice", values=found or list(field.values))
        return found[0]

    def _lying(self, field: fields.Place, text: str) -> list[str]:
        deck = Deck({card: 1 for _owner, card in field.shows.values()})
        parts = text.split()
        found: dict[str, None] = {}
        for at in range(1, len(parts) + 1):
            card, whose = card_in(" ".join(parts[:at]), deck), " ".join(parts[at:])
            owners = self.seat(whose) if whose else None
            spots = (
                value
                for value, (owner, lies) in field.shows.items()
                if lies == card and (owners is None or owner in owners)
            )
            found |= dict.fromkeys(spots)
        return list(found)


def _cards(field: fields.Cards, text: str) -> Value:
    """The cards in a text, the suit before or after the rank; raises Bad."""
    try:
        return field.parse(text)
    except Bad:
        with suppress(Bad):
            return field.parse(BETWEEN.split(text.strip()))
        raise


def card_in(text: str, deck: Deck) -> str | None:
    """The only card in a text, otherwise None."""
    try:
        cards = read_cards(text, deck) if deck.counts else ()
    except Unreadable:
        return None
    return cards[0] if len(cards) == 1 else None
