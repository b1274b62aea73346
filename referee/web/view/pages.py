"""The addresses and words of a table's pages, in one language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any

from referee.kernel.contract import Message
from referee.store.symbols import Sign
from referee.store.values import TableRow
from referee.web.http import context, rendering
from referee.words import LANGUAGES, Translator

LONGEST_SHARED = 5  # Length of a common prefix that leaves no room for the letter that differs


@dataclass(frozen=True, kw_only=True)
class Pages:
    """A table's names, signs, words and addresses; `root` is the path of the site in its host."""

    table: TableRow
    names: Mapping[str, str]
    signs: Mapping[str, Sign] = field(default_factory=dict)
    lang: str = LANGUAGES[0]
    root: str = ""

    def url(self, endpoint: str, **values: Any) -> str:
        return context.path_below(self.root, endpoint, code=self.table.code, **values)

    def ask_url(self, **about: Any) -> str:
        game, code = self.table.game, self.table.code
        return context.path_below(self.root, "ask.ask", game=game, table=code, **about)

    @cached_property
    def translator(self) -> Translator:
        """This game's words as HTML."""
        return rendering.make_translator(self.table.game, self.names, lang=self.lang)

    @cached_property
    def plain(self) -> Translator:
        return rendering.make_translator(self.table.game, self.names, html=False, lang=self.lang)

    def say(self, said: Message | None) -> str:
        return self.translator.say(f"say.{said.code}", said.params) if said else ""

    def round_name(self, round_: int) -> str:
        """The name of a round: "Round 3", "Autumn, turn 1"."""
        return self.plain.say(f"round.name.{round_}", default="") or self.plain.say(
            "round.name", {"n": round_}
        )

    def round_label(self, round_: int) -> str:
        return self.plain.say(f"round.label.{round_}", default=str(round_))

    def kind_name(self, kind: str) -> str:
        return self.plain.kind(kind)

    @cached_property
    def short_names(self) -> dict[str, str]:
        return distinct_names(self.names)


def capitalized(text: str) -> str:
    """Capitalise the first letter only."""
    return text[:1].upper() + text[1:]


# Names that are short but distinct


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return the shortest distinct form of each seat's name."""
    return {
        seat: _shortest(name, [other for at, other in names.items() if at != seat])
        for seat, name in names.items()
    }


def _shortest(name: str, others: Sequence[str]) -> str:
    """A distinct prefix; after a long common prefix, the first letter and what differs."""
    alike = [other for other in others if _common(name, other) >= LONGEST_SHARED]
    if alike:
        stem = _common(name, *alike)
        return f"{name[:1]}…{_beginning(name[stem:], [other[stem:] for other in alike], 2)}"
    return _beginning(name, others, 4 if name.isascii() else 3)


def _beginning(name: str, others: Sequence[str], least: int) -> str:
    common = max((_common(name, other) for other in others), default=0)
    return name[: max(common + 1, least)]


def _common(*names: str) -> int:
    return len(list(takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))))
