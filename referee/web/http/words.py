"""The interface's words, read from the .po files, whose keys are the English text."""

from collections.abc import Mapping
from functools import cache

from markupsafe import Markup

from referee.data_files import read_words
from referee.words import catalogue_file

from .context import language


def gettext(text: str, /, **told: object) -> str:
    """Translate a sentence of the interface."""
    said = _said(language(), text)
    return said % told if told else said


def marked_up(text: str, /, **told: object) -> Markup:
    """Translate a sentence for a template, with its arguments escaped."""
    said = _marked_up(language(), text)
    return said % told if told else said


@cache
def _said(lang: str, text: str) -> str:
    return interface(lang).get(text, text)


@cache
def _marked_up(lang: str, text: str) -> Markup:
    said = Markup(_said(lang, text))
    return said if "%(" in said else said % {}


@cache
def interface(lang: str) -> Mapping[str, str]:
    """Return one language's messages by their English text; none without a catalogue."""
    path = catalogue_file(lang, "referee")
    return read_words(path, lang) if path.exists() else {}
