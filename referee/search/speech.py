"""How people speak: words that say little, words that stand for one another, forms of one word; read from words.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any


@lru_cache
def idle(lang: str) -> tuple[str, ...]:
    """Words, in Japanese turns of phrase, that say little by themselves; the longest first."""
    said: str | list[str] = _data()[lang]["idle"]
    return tuple(sorted(said.split() if isinstance(said, str) else said, key=len, reverse=True))


@lru_cache
def same(lang: str) -> Mapping[str, tuple[str, ...]]:
    """For every word of a group the others of its groups."""
    found: dict[str, dict[str, None]] = {}
    for group in _data()[lang]["same"]:
        words: Iterable[str] = group.split() if isinstance(group, str) else group
        for word in words:
            found.setdefault(word, {}).update(dict.fromkeys(other for other in words if other != word))
    return MappingProxyType({word: tuple(others) for word, others in found.items()})


@lru_cache
def forms() -> Mapping[str, str]:
    """English forms that a stem does not bring together, each with its word: "drew", "draw"."""
    return MappingProxyType({form: word for word, others in _data()["en"]["forms"].items() for form in others.split()})


@lru_cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
