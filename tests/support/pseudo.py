"""A language nobody speaks: accented, bracketed and 40 % longer than English.

A page in it shows what was never translated (no brackets), what is put together from pieces
(brackets inside a sentence) and what has no room for a longer language.
``python -m tests.support.pseudo DOMAIN`` prints one catalogue in it.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from math import ceil

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from referee.words import catalogue

LANGUAGE = "en-XA"
LONGER = 0.4
BRACKETS = "[]"
_ACCENTS = str.maketrans("aeiouyAEIOUYcnCN", "áéíöüýÁÉÍÖÜÝçñÇÑ")
_KEPT = re.compile(r"(\{[^}]*\}|%\(\w+\)s|`[^`]*`|\n)")
"""What programs read: placeholders, code, ends of lines."""
_TEXT = re.compile(r'^("[^"]+" = |[\w-]+ = )(".*")$', re.MULTILINE)
SCREENS = "referee"
_FILL = "·"
_LONGEST = 9
"""So many signs of what fills a text stand together, as lines must end somewhere."""
_SIGN = re.compile(r"band\.\d+\.suit")


def is_sign(code: str) -> bool:
    """Whether a code holds no words but the letter of a suit, which stays as it is."""
    return bool(_SIGN.fullmatch(code))


def pseudo(text: str) -> str:
    """A text with accents, in brackets, and with these as much longer as other languages are."""
    pieces = _KEPT.split(text)
    letters = sum(len(piece) for piece in pieces[::2])
    pieces[::2] = [piece.translate(_ACCENTS) for piece in pieces[::2]]
    said, more = "".join(pieces), ceil(letters * LONGER) - len(BRACKETS)
    gap = " " if " " in said and more > 1 else ""
    return f"[{said}{gap}{_filled(more - len(gap))}]"


def _filled(count: int) -> str:
    return "".join(" " if at % (_LONGEST + 1) == _LONGEST else _FILL for at in range(count))


def pseudo_catalogue(domain: str) -> Catalog:
    """One English catalogue in it; the screens' has no English file, as its keys are the texts."""
    made = Catalog(locale="en", domain=domain)
    for code, text in catalogue("en", domain).items():
        english = code if domain == SCREENS else text
        made.add(code, english if is_sign(code) else pseudo(english))
    return made


def pseudo_toml(toml: str) -> str:
    """A file of an English rulebook's texts in it."""
    return _TEXT.sub(lambda line: line[1] + _quoted(pseudo(_read(line[2]))), toml)


def _read(quoted: str) -> str:
    return str(tomllib.loads(f"text = {quoted}")["text"])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    write_po(sys.stdout.buffer, pseudo_catalogue(sys.argv[1]))
