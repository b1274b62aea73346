"""What is wrong with a score sheet, as sentences: where, what, what to do, and how to mend it.

Nothing of the sheet is trusted: it may be broken in any place, and its names are as people wrote
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.own.formula import WORDS, BadFormula, respelled
from referee.own.mending import ROUNDS, Mend, formula_at, mend
from referee.own.part import UNPRINTABLE, SheetFault
from referee.own.sheet import Path

from . import Translator
from .told import spelled_names

LONGEST = 24
"""How many signs of what a person wrote stand in a sentence."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "": (
        *("format", "name", "players", "teams", "low_wins", "over", "deal", "ask", "let"),
        *("check", "points", "rank", "shown", "source"),
    ),
    "ask": ("name", "label", "type", "low", "high", "per", "step", "secret", "optional", "of"),
    "of": ("name", "points"),
    "let": ("name", "label", "value"),
    "check": ("that", "say"),
    "points": ("when", "points", "why", "rule", "to"),
    "over": ("rounds", "points", "when"),
}
"""The keys of each part of a sheet; all of them have words."""


@dataclass(frozen=True)
class FaultWords:
    """A fault in the reader's words: its place, what is wrong, and what to do about it.

    ``mend`` is a replacement in the formula as it is stored, ``button`` what takes it.
    """

    place: str
    text: str
    way: str
    mend: Mend | None = None
    button: str = ""


def fault_words(fault: SheetFault, told: object, lang: str) -> FaultWords:
    """The words of a fault of a sheet, as it was read from JSON or whatever else it is."""
    return _Fault(fault, told, lang).words()


def spelling_of(told: object, lang: str) -> dict[str, str]:
    """How a reader's language spells the names of a sheet that need not be one."""
    return spelled_names(_labels(told, lang), lang)


def _labels(told: object, lang: str) -> Iterator[tuple[str, str]]:
    """The names of entries and values with their labels, as far as there are any."""
    for key in ("ask", "let"):
        for part in _parts(told, key):
            name = part.get("name") if isinstance(part, Mapping) else None
            if isinstance(name, str) and name:
                yield name, _label(part, lang) or name


def _parts(told: object, key: str) -> list[Any]:
    found = told.get(key) if isinstance(told, Mapping) else None
    return found if isinstance(found, list) else []


def _label(part: Mapping[str, Any], lang: str) -> str:
    """What an entry or a value is called in a language; empty if that is no text."""
    label = part.get("label")
    texts = label if isinstance(label, Mapping) else {"": label}
    found = [text for text in (texts.get(lang), *texts.values()) if isinstance(text, str)]
    return shortened(" ".join(found[0].split())) if found else ""


def shortened(text: str) -> str:
    """What a person wrote, fit for a sentence: its beginning, without hidden characters."""
    plain = UNPRINTABLE.sub("", text)
    return plain if len(plain) <= LONGEST else plain[:LONGEST] + "…"


class _Fault:
    """One fault of one sheet for one reader."""

    def __init__(self, fault: SheetFault, told: object, lang: str) -> None:
        self.fault, self.told = fault, told
        self.said = Translator(lang, "own", {})
        self.spelled = spelling_of(told, lang)
        self.mend = mend(fault, told, self.spelled)
        self.place = _Place(fault.path, told, self.said)

    def words(self) -> FaultWords:
        code = f"fault.{self.fault.code}{_VARIANTS.get(self.fault.code, _plain)(self)}"
        params = self.params()
        return FaultWords(
            self.place.words(),
            self.said.say(code, params),
            self.way(code, params),
            self.mend,
            self.button(),
        )

    def way(self, code: str, params: Mapping[str, Any]) -> str:
        """What to do: to use what the mend offers, or in general."""
        stem = f"fault.{self.fault.code}"
        number = params.get("most", 0)
        offered = (f"{stem}.use",) if self.mend and self.mend.text.strip() else ()
        alone = (f"{stem}.way.alone",) if number < 2 else ()
        every = (f"{code}.way", *offered, *alone, f"{stem}.way.{number}", f"{stem}.way")
        if code == stem:
            every = every[1:]
        return self.said.say(next(filter(self.said.find, every)), params)

    def button(self) -> str:
        """What takes the mend: add, remove or use something."""
        if self.mend is None:
            return ""
        start, end, text = self.mend.start, self.mend.end, self.shown(self.mend.text).strip()
        if not text:
            gone = shortened(formula_at(self.told, self.fault.path)[start:end])
            code = "fault.remove" if gone.strip() else "fault.remove.hidden"
            return self.said.say(code, {"text": gone})
        return self.said.say("fault.add" if start == end else "fault.use", {"text": text})

    def shown(self, text: str) -> str:
        """A piece of a formula in the reader's words; as it is if it cannot be read."""
        try:
            return respelled(text, {}, self.spelled)
        except BadFormula:
            return text

    def params(self) -> dict[str, Any]:
        """What sentences may name: numbers as they are, names as the reader calls them."""
        given = self.fault.params
        words = {f"{word}_word": self.spelled[word] for word in WORDS}
        found = str(given.get("found", given.get("sign", "")) or self.excerpt())
        named = self.spelled.get(found, found)
        choices = [self.said.say(f"choice.{one}") for one in given.get("values", ())]
        numbers = {name: one for name, one in given.items() if isinstance(one, int)}
        return {
            **words,
            **numbers,
            "found": shortened(named),
            "text": self.shown(self.mend.text).strip() if self.mend else "",
            "values": self.said.marks.comma.join(choices),
            "me": self.spelled["me"],
            "players": self.spelled["players"],
        }

    def excerpt(self) -> str:
        """The signs at the place of the fault."""
        start, end = self.fault.at or (0, 0)
        return self.shown(formula_at(self.told, self.fault.path)[start:end])


class _Place:
    """The place of a fault in words: the part of the sheet, and what of it."""

    def __init__(self, path: Path, told: object, said: Translator) -> None:
        self.path, self.told, self.said = path, told, said

    def words(self) -> str:
        """“Entry “Bid”, largest number”."""
        if not self.path or self.path[0] not in KEYS[""]:
            return self.said.say("place.sheet")
        head, *rest = self.path
        whole, part = self.said.say(f"place.{head}"), str(head)
        if rest and isinstance(rest[0], int):
            whole = self.numbered(part, rest.pop(0))
        if len(rest) > 1 and isinstance(rest[1], int):
            del rest[0]
        for step in rest:
            if isinstance(step, int):
                part, told = "of", self.said.say("place.of_number", {"n": step + 1})
            elif step in KEYS.get(part, ()):
                told = self.said.say(f"place.{part}.{step}")
            else:
                break
            whole = self.said.say("place.both", {"whole": whole, "part": told})
        return whole

    def numbered(self, head: str, at: Any) -> str:
        """One of several parts: by its name, or by its number."""
        parts = _parts(self.told, head)
        part = parts[at] if at < len(parts) else None
        if head in ("ask", "let") and isinstance(part, Mapping):
            name = part.get("name")
            label = _label(part, self.said.lang) or (name if isinstance(name, str) else "")
            if shortened(label).strip():
                return self.said.say(f"place.{head}_one", {"name": shortened(label)})
        return self.said.say(f"place.{head}_number", {"n": at + 1})

    @property
    def is_known(self) -> bool:
        """Whether the last key of the place is one of a sheet, though not of this part."""
        return any({*self.path[-1:]} & {*keys} for keys in KEYS.values())


def _plain(_fault: _Fault) -> str:
    return ""


def _of_name(fault: _Fault) -> str:
    """A name that the sheet has, but not here: at the start, or before it is worked out."""
    if fault.fault.params["found"] not in fault.spelled:
        return ""
    return ".start" if fault.fault.path == ROUNDS else ".later"


def _of_sign(fault: _Fault) -> str:
    sign = str(fault.fault.params["sign"])
    if sign.isdigit():
        return ".digit"
    return "" if shortened(sign).strip() and sign.isprintable() else ".hidden"


def _of_excerpt(fault: _Fault) -> str:
    return ".found" if 0 < len(fault.excerpt()) <= LONGEST else ""


_VARIANTS = {
    "unknown_key": lambda fault: ".misplaced" if fault.place.is_known else "",
    "no_name": _of_name,
    "no_sign": _of_sign,
    "unexpected": lambda fault: ".add" if fault.mend and fault.mend.text.strip() == "×" else "",
    "too_large": lambda fault: ".played" if "round" in fault.fault.params else "",
    "not_a_number": _of_excerpt,
    "not_a_yes": _of_excerpt,
}
"""Which of the sentences of a code fits, as what is added to the code."""
