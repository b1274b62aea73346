"""Every text of the interface is there in Japanese, with the same placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.extract import extract_from_dir

from tests.support.paths import ROOT
from tests.support.plain_words import SCREENS, codes

METHODS = [("templates/**.html", "jinja2"), ("referee/web/**.py", "python"), ("**.*", "ignore")]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
PLACEHOLDER = re.compile(r"%\(\w+\)s")


def used_texts() -> Iterator[tuple[str, str]]:
    """Every text marked for translation, with the file it stands in."""
    for folder in ("templates", "referee/web"):
        found = extract_from_dir(
            ROOT / folder,
            [(pattern.removeprefix(folder + "/"), method) for pattern, method in METHODS],
            keywords=KEYWORDS,
        )
        for file, _line, message, _comments, _context in found:
            for text in message if isinstance(message, tuple) else (message,):
                yield text, f"{folder}/{file}"


def test_every_interface_text_is_in_japanese() -> None:
    catalogue = codes("ja", SCREENS)
    used = dict(used_texts())
    assert len(used) > 100
    missing = {text: file for text, file in used.items() if not catalogue.get(text)}
    assert not missing


def test_no_japanese_text_is_left_over() -> None:
    assert not set(codes("ja", SCREENS)) - set(dict(used_texts()))


def test_placeholders_are_the_same() -> None:
    for text, translated in codes("ja", SCREENS).items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(translated)), text
