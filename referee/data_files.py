"""Read the TOML files and word catalogues of this package.

A site holds each of them parsed, as JSON under the same name: a phone reads that twenty times
faster. The files themselves are the only source; `parsed_ahead` makes the JSON of them.
"""

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

DATE = "a date"
"""The only key of a table that stands for a date, which JSON does not have."""


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML file, also where they were parsed ahead; raises TOMLDecodeError."""
    return _read(text) if _is_parsed(text) else tomllib.loads(text)


def read_words(file: Path, lang: str) -> dict[str, str]:
    """The messages of a .po file by code, also where it was parsed ahead; without empty ones."""
    text = file.read_text(encoding="utf-8")
    if _is_parsed(text):
        found: dict[str, str] = _read(text)
        return found
    from babel.messages.pofile import read_po  # Slow to load; a site does without

    with file.open("rb") as lines:
        return {
            str(message.id): str(message.string)
            for message in read_po(lines, locale=lang)
            if message.id and message.string
        }


def parsed_ahead(file: Path) -> bytes:
    """The bytes that a site has of a file: JSON for TOML and words, the file itself else."""
    if file.suffix == ".toml":
        found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    elif file.suffix == ".po":
        found = read_words(file, _language(file))
    else:
        return file.read_bytes()
    told = json.dumps(found, ensure_ascii=False, default=_dated, separators=(",", ":"))
    return told.encode()


def _language(file: Path) -> str:
    """The language of a catalogue: ``ja/LC_MESSAGES/kernel.po``, ``words.ja.po``."""
    return file.stem.rpartition(".")[2] if "." in file.stem else file.parents[1].name


def _is_parsed(text: str) -> bool:
    """No TOML and no .po file begins with a brace."""
    return text.startswith("{")


def _read(text: str) -> Any:
    return json.loads(text, object_hook=_undated)  # noqa: TID251 - made by `parsed_ahead` alone


def _dated(value: object) -> dict[str, str]:
    if isinstance(value, date):
        return {DATE: value.isoformat()}
    raise TypeError(value)


def _undated(table: dict[str, Any]) -> Any:
    return date.fromisoformat(table[DATE]) if table.keys() == {DATE} else table
