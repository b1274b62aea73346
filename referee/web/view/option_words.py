"""Choices and settings in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from referee.kernel import fields
from referee.table_events.settings import VALUES
from referee.web.http import context, rendering


def house_rules(game: str, options: Mapping[str, Any], defaults: Mapping[str, Any]) -> list[str]:
    """The options of a table that are not the page's, in the words of the rulebook."""
    book, lang = rendering.book(game), context.language()
    texts = []
    for name, value in options.items():
        if value != defaults.get(name):
            texts += [choice.text[lang] for choice in book.choices(name) if choice.value == value]
    return texts


def chosen_text(game: str, option: str, value: fields.Value) -> str:
    """What a choice of an option says, under the heading of its open point."""
    book, lang = rendering.book(game), context.language()
    title = book.about(option).title[lang]
    return str(_("%(title)s: %(choice)s", title=title, choice=book.choice_text(option, value, lang)))


def settings_text(data: Mapping[str, Any]) -> str:
    """What a setting event set, for the log."""
    told = settings_words()
    known = [(told[name][0], told[name][1][value][0]) for name, value in data.items() if name in told and value in VALUES[name]]
    return "; ".join(_("%(setting)s: %(value)s", setting=setting, value=value) for setting, value in known)


def settings_words() -> dict[str, tuple[str, dict[Any, tuple[str, str]]]]:
    """Every setting with its label and, for each value, its name and a sentence."""
    return {
        "newcomers": (
            _("A phone that was not here before"),
            {
                "link": (_("as its link says"), _("The join link lets it enter, the code alone lets it watch.")),
                "enter": (_("may enter"), _("The code is enough to enter.")),
                "watch": (_("only watches"), _("Until you let it enter.")),
            },
        ),
        "consent": (
            _("Correcting an entry from before the last round"),
            {
                False: (_("anybody who may enter"), _("The change is made at once and shown on every phone.")),
                True: (_("only with the host’s word"), _("You see before and after, and agree or decline.")),
            },
        ),
        "calls": (
            _("While the referee is called"),
            {
                "wait": (_("entering waits"), _("Nothing is recorded until the call is settled.")),
                "go": (_("entering goes on"), _("The call is shown, and nobody has to wait for it.")),
            },
        ),
    }
