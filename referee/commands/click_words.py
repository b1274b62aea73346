"""What click says by itself, in the language of the call: its modules find their words here instead of in gettext.

The catalogue ``click`` is keyed by what click says in English, as that of the interface is by what templates say. What is not there stays
English.
"""

import os
from collections.abc import Mapping

import click
from click import core, decorators, exceptions, formatting, parser, termui, types

from referee.words import LANGUAGES, catalogue

MODULES = (core, decorators, exceptions, formatting, parser, termui, types)


def locale_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the terminal, by the variables that name it; English where it is none that is spoken here."""
    named = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "") or ""
    return named[:2] if named[:2] in LANGUAGES else LANGUAGES[0]


def call_language() -> str:
    """The language of this call: what it asked for, else the terminal's."""
    context = click.get_current_context(silent=True)
    return str(context.obj.lang) if context and context.obj else locale_language()


def word(text: str) -> str:
    """What click says, in the language of this call."""
    lang = call_language()
    return text if lang == LANGUAGES[0] else catalogue(lang, "click").get(text, text)


def counted(one: str, several: str, number: int) -> str:
    """The same of a thing that is counted."""
    return word(one if number == 1 else several)


def install() -> None:
    """Have click take its words from here."""
    for module in MODULES:
        names = vars(module)
        names.update({name: say for name, say in (("_", word), ("ngettext", counted)) if name in names})
