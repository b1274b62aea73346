"""Every text of the interface is there in Japanese, with the same placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.extract import extract_from_dir

from referee.words import LANGUAGES
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


SHELL = ROOT / "referee" / "browser" / "shell"
SAYS = re.compile(r'\b(?:say|stop|halt|tell)\("([^"]+)"(?:, "([^"]+)")?|data-say="([^"{]+)"')
STAGE = re.compile(r'\bstage: "(\w+)"')
WHY = re.compile(r'^export const [A-Z_]+ = "(.+)";$', re.MULTILINE)
QUOTED = re.compile(r'"([^"\n]+)"')


def shell(*names: str) -> str:
    """The text of files of the page around the application."""
    return "\n".join((SHELL / name).read_text(encoding="utf-8") for name in names)


def test_the_page_around_the_application_says_words_of_every_language() -> None:
    """Also each stage of a start, and each reason why there is none; no word is left over."""
    page = shell("shell.html", "shell.js", "loading.js")
    worker = shell("worker.js", "storage.js")
    stages = {f"starting {stage}" for stage in STAGE.findall(worker)}
    assert len(stages) > 2
    said = {code for found in SAYS.findall(page) for code in found if code}
    said |= stages | set(WHY.findall(worker))
    for lang in LANGUAGES:
        known = {code for code, text in codes(lang, "site").items() if text}
        assert said - known == set()
        assert known - set(QUOTED.findall(page + worker)) - stages - {"name"} == set()
