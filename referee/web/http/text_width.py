"""How wide a text will stand, known before any browser has set it."""

from __future__ import annotations

from unicodedata import east_asian_width

from markupsafe import Markup


def text_width(text: str) -> int:
    """The width in Latin letters: kana and kanji are two wide, of markup only what it shows counts, a drawn sign is one."""
    shown, signs = (text.striptags(), text.count("<svg")) if isinstance(text, Markup) else (text, 0)
    return signs + sum(2 if east_asian_width(letter) in "WF" else 1 for letter in shown)


def lines(text: str, most: int) -> int:
    """How many lines it takes where a line holds so many Latin letters."""
    return max(1, -(-text_width(text) // most))
