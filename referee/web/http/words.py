"""The interface's words, read from the .po files, whose keys are the English text."""

from functools import cache
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from markupsafe import Markup

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
    said: str = interface(lang).ugettext(text)
    return said


@cache
def _marked_up(lang: str, text: str) -> Markup:
    said = Markup(_said(lang, text))
    return said if "%(" in said else said % {}


@cache
def interface(lang: str) -> Translations:
    """Return one language's messages; without a catalogue, the English keys."""
    path = catalogue_file(lang, "referee")
    if not path.exists():
        return Translations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=lang))
    compiled.seek(0)
    return Translations(compiled)
