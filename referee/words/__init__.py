"""Turn codes and parameters into sentences in the reader's language, as plain text or HTML.

Catalogues are gettext .po files, read without compiling: one per game, the shared ones here.
Placeholders are str.format fields; the format spec names how a value is shown.
"""

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from markupsafe import Markup, escape

from referee.data_files import read_words
from referee.game_files import game_file
from referee.kernel.contract import Line, Ruling
from referee.languages import LANGUAGES as LANGUAGES
from referee.languages import MARKS as MARKS
from referee.languages import Marks as Marks

CATALOGUES = Path(__file__).parent
SHARED = (
    *("kernel", "errors", "server", "sheets", "tables", "referee", "queue", "commands", "site"),
    "own",
)
TOGETHER = " + "
"""Between the names of partners."""
_SUIT_MARKS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def catalogue_file(lang: str, domain: str) -> Path:
    """The file of a catalogue: a game's by its id, else a shared one beside this module."""
    shared = CATALOGUES / lang / "LC_MESSAGES" / f"{domain}.po"
    return shared if domain in SHARED else game_file(domain, f"words.{lang}.po")


@cache
def catalogue(lang: str, domain: str) -> Mapping[str, str]:
    """The messages of a catalogue, from another language if the file is missing, else empty."""
    path = next(
        (path for known in (lang, *LANGUAGES) if (path := catalogue_file(known, domain)).exists()),
        None,
    )
    return {} if path is None else read_words(path, lang)


def language_name(lang: str) -> str:
    """The name of a language in that language."""
    return Locale.parse(lang).language_name or lang


def plain_card(card: str) -> str:
    """A card as text: ``10♥``, ``Q♠``; a Pairs card is its number."""
    return card if card.isdigit() else card[0].replace("T", "10") + _SUIT_MARKS[card[1]]


def signed(number: int) -> str:
    """A number with a plus or a true minus sign; zero has none."""
    return f"+{number}" if number > 0 else plain_number(number)


def plain_number(number: int | None) -> str:
    """A number with a true minus sign; a dash for None."""
    if number is None:
        return "–"
    return f"−{-number}" if number < 0 else str(number)


@cache
def _parts(message: str) -> list[tuple[str, str | None]]:
    """The literal texts (with None) and the placeholders (spec and name), in order."""
    parts: list[tuple[str, str | None]] = []
    for literal, name, spec, _ in string.Formatter().parse(message):
        parts += [(literal, None)] if name is None else [(literal, None), (spec or "", name)]
    return parts


class Translator:
    """Formats a game's codes in one language; ``seats`` maps seat ids to player names.

    With ``html`` it makes Markup: inserted text is escaped, and ``draw_card`` draws cards. ``told``
    are words of a game that people wrote themselves: they come first, and are escaped as well.
    """

    def __init__(
        self,
        lang: str,
        game: str,
        seats: Mapping[str, str],
        html: bool = False,
        draw_card: Callable[[str], str] = plain_card,
        told: Mapping[str, str] | None = None,
    ) -> None:
        self.lang, self.game, self.seats, self.html = lang, game, seats, html
        self.draw_card, self.told = draw_card, told or {}

    @property
    def marks(self) -> Marks:
        return MARKS[self.lang]

    def find(self, code: str) -> str | None:
        """The message of a code: the game's own, else the shared one."""
        known = (self.told, catalogue(self.lang, self.game), catalogue(self.lang, "kernel"))
        return next((found for words in known if (found := words.get(code))), None)

    def say(
        self, code: str, params: Mapping[str, Any] | None = None, default: str | None = None
    ) -> str:
        """The sentence of a code; KeyError for an unknown one without a default."""
        message = self.find(code)
        if message is None:
            if default is None:
                raise KeyError(f"{self.game}: no words for {code!r} in {self.lang!r}")
            return default
        values = params or {}
        written = escape if self.html and code in self.told else str
        text = "".join(
            [
                written(part or "") if name is None else self.shown(values[name], part or "")
                for part, name in _parts(message)
            ]
        )
        return Markup(text) if self.html else text

    def word(self, value: object, short: bool = False) -> str:
        """The name of a slot, place or choice value."""
        code = f"word.{value}"
        return (self.find(f"{code}.short") if short else None) or self.find(code) or str(value)

    def kind(self, kind: str) -> str:
        return self.find(f"kind.{kind}") or self.word(kind)

    def seat(self, seat: str | None) -> str:
        """The name of a seat; None is the whole table."""
        return self.word("table") if seat is None else self.seats.get(seat, seat)

    def shown(self, value: Any, spec: str) -> str:
        show = _SHOWN.get(spec)
        text = (
            show(self, value)
            if show
            else plain_number(value)
            if isinstance(value, int)
            else str(value)
        )
        safe = isinstance(text, Markup) or not self.html
        return text if safe else str(escape(text))

    def in_a_row(self, sentences: Iterable[str]) -> str:
        return self.marks.gap.join(filter(None, sentences))

    def _cards(self, cards: Sequence[str]) -> str:
        drawn = [self.draw_card(card) for card in ([cards] if isinstance(cards, str) else cards)]
        return (
            Markup(" ").join(drawn)
            if any(isinstance(card, Markup) for card in drawn)
            else " ".join(drawn)
        )

    def _spoken(self, card: str) -> str:
        """A card as read aloud; a Pairs card is its number."""
        if card.isdigit():
            return card
        return self.say(
            "spoken", {"rank": self.say(f"rank.{card[0]}"), "suit": self.say(f"suit.{card[1]}")}
        )

    def _holders(self, holders: Sequence[Sequence[str | None]]) -> str:
        """Locations of cards as (seat, place) pairs; no seat means shared."""
        places = dict.fromkeys(map(tuple, holders))
        return self.marks.listed(
            [
                self.say("holder" if seat else "holder.shared", {"seat": seat, "place": place})
                for seat, place in places
            ]
        )

    def _name(self, seat: str | None) -> str:
        name = self.seat(seat)
        return escape(name) if self.html else name


_SHOWN: dict[str, Callable[[Translator, Any], str]] = {
    "card": lambda self, card: self.draw_card(card),
    "cards": Translator._cards,
    "spoken": Translator._spoken,
    "seat": Translator._name,
    "seats": lambda self, seats: self.marks.listed([self._name(seat) for seat in seats]),
    "word": lambda self, value: self.word(value),
    "short": lambda self, value: self.word(value, short=True),
    "holders": Translator._holders,
    "kind": lambda self, kind: self.kind(kind),
    "kinds": lambda self, kinds: self.marks.comma.join(self.kind(kind) for kind in kinds),
    "words": lambda self, values: self.marks.listed([self.word(value) for value in values]),
    "signed": lambda self, number: signed(int(number)),
    "minus": lambda self, number: plain_number(int(number)),
    "plus": lambda self, values: self.marks.plus.join(map(plain_number, values)),
    "s": lambda self, number: "" if int(number) == 1 else "s",
}


def ruling_sentence(translator: Translator, ruling: Ruling, part: str = "") -> str:
    """The sentence of a ruling; with ``part`` ``.why`` its reason, or empty.

    Variants: ``.1`` for that number of copies, ``.alone`` without holders or facts told.
    """
    params = {"field": ruling.field, **ruling.params}
    stem = f"ruling.{ruling.code}"
    stems = [f"{stem}.{params['copies']}", stem] if "copies" in params else [stem]
    parts = [f"{part}.alone", part] if [] in (params.get("holders"), params.get("told")) else [part]
    code = next(
        (
            found
            for name in stems
            for found in (name + end for end in parts)
            if translator.find(found)
        ),
        stem + part,
    )
    return translator.say(code, params, default="" if part else ruling.code)


def line_sentence(translator: Translator, line: Line, part: str = "") -> str:
    """The sentence of a score line, or its ``.sum`` or ``.remark`` (empty without one)."""
    params = {
        "seat": line.seat,
        "points": line.points,
        "cards": line.cards,
        "slot": line.slot,
        **line.params,
    }
    return translator.say(f"line.{line.code}{part}", params, default="" if part else line.code)
