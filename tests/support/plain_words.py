"""Where the texts that people read are kept, and what is wrong with one of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.pofile import read_po

from referee.game_files import game_file
from referee.games import GAMES
from referee.words import LANGUAGES, SHARED, catalogue_file
from tests.support.paths import ROOT

SCREENS = "referee"
"""The catalogue keyed by its English texts."""
# These speak of the code, where stored names stay: clause, seat, edition.
OF_THE_CODE = ("architecture.md", "adding-a-game.md", "api.md", "permissions.md")
DOCUMENTS = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name not in OF_THE_CODE),
)
LONGEST = 12
LONGEST_OF_RULES = 25
LONGEST_IN_JAPANESE = 40
"""Characters; rules are excepted."""
FOR_RULES = ("line.", "ruling.", "sheet.", "docs.", "bad.", "start.")
"""Codes that say a rule, explain a score, fill paper, or speak to who runs the server."""
BUTTONS = re.compile(r"(?:record|kind|action)\.|round\.start|say\.dealt$")
LONGEST_BUTTON = {"en": 22, "ja": 9}
RETIRED = {
    "en": re.compile(
        r"\b(?:who|what)ever\b|\b(?:some|every|any)body\b|\bevenings?\b|\boverrul|\banew\b"
        r"|\bdispute|\btelevision|\bspectator|\bprecedent|\bstamps?\b|\bclauses?\b"
        r"|\bway of entering\b|\bhow much is entered\b|\b(?:put|puts) (?:right|away)\b"
        r"|\b(?:take[ns]?|took) back\b|\bbrought in\b|\blooked through\b|\bturn(?:s|ed)? up\b"
        r"|\b(?:lays|laid|laying|lies)\b|\b(?:this|your|the next) table\b"
        r"|\bthe table (?:decides|waits|lets|is)\b|\blets? (?:it )?stand\b"
        r"|\bno longer stands?\b|\b(?<!Long )seats?\b",
        re.IGNORECASE,
    ),
    "ja": re.compile(
        r"主催|卓(?!球)|席|条項|条文|スマホ|今夜|入力のしかた|入力方法|異議|履歴|預か"
        r"|用紙(?!サイズ)|(?<!目)印(?![刷象])|まちが|観戦だけ|全部入力|簡単入力|取り戻"
        r"|あなた|第\{n\}回"
    ),
}
WIDE = re.compile(r"[０-９＋＝／－]|−（|[〜：（）。、] |\d–\d|(?<![ -~])[?!]|？(?=[ぁ-ヿ一-鿿])")
"""What Japanese writes half-width, or without a blank after it."""


def codes(lang: str, domain: str) -> dict[str, str]:
    """A catalogue, by code."""
    with catalogue_file(lang, domain).open("rb") as file:
        return {str(one.id): str(one.string) for one in read_po(file) if one.id}


def catalogues(lang: str) -> Iterator[tuple[str, str, str]]:
    """Domain, code and text of everything but the screens."""
    for domain in sorted({*SHARED, *GAMES} - {SCREENS}):
        yield from ((domain, code, text) for code, text in codes(lang, domain).items())


def of_rules(domain: str, code: str) -> bool:
    """Whether a text may be as long as a rule."""
    return code.startswith(FOR_RULES) or domain == "commands"


def rules(lang: str) -> Iterator[tuple[str, str]]:
    """Every text of every rulebook."""
    for game in sorted(GAMES):
        said = tomllib.loads(game_file(game, f"rules.{lang}.toml").read_text(encoding="utf-8"))
        yield from ((game, text) for text in _texts(said))


def _texts(said: Mapping[str, object]) -> Iterator[str]:
    for inner in said.values():
        if isinstance(inner, dict):
            yield from _texts(inner)
        elif isinstance(inner, str):
            yield inner


def bare(text: str) -> str:
    """A text as it is read: one word in the place of a placeholder, nothing quoted for programs."""
    return re.sub(r"\{[^}]*\}|%\(\w+\)s", "X", re.sub(r"`[^`]*`", "", text))


def longest(text: str) -> int:
    """How many words its longest sentence has; a colon, a line or a dot in a list end one, too."""
    return max(len(sentence.split()) for sentence in re.split(r"(?<=[.!?:;·])\s|\n", bare(text)))


def characters(text: str) -> int:
    """How many characters its longest Japanese sentence has."""
    return max(len(sentence) for sentence in re.split(r"(?<=[。？！])|\n", bare(text)))


def retired(lang: str, text: str) -> list[str]:
    """Words in it that are not used any more."""
    return [found[0] for found in RETIRED[lang].finditer(bare(text))]


def screens() -> Iterator[tuple[str, str]]:
    """Every text of the screens that is not plain, with what is wrong."""
    for english, japanese in codes("ja", SCREENS).items():
        wrong = [*retired("en", english), *retired("ja", japanese), *WIDE.findall(bare(japanese))]
        if longest(english) > LONGEST:
            wrong.append(f"{longest(english)} words")
        if wrong:
            yield english, ", ".join(wrong)


def documents() -> Iterator[tuple[Path, str]]:
    """The documents, without what is code."""
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        yield path, re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


assert {*RETIRED} == {*LANGUAGES}
