"""This phone's settings: language, theme, suits, letters, screen awake, turn alert, typing."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup

from referee import __version__
from referee.web.forms.fields import FieldView
from referee.web.http.context import (
    LANGUAGE_COOKIE,
    LOOKS_COOKIE,
    Looks,
    keep_cookie,
    language,
    local_path,
    looks,
)
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, ChoiceKey, Form, Go, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.rendering import page
from referee.web.http.words import gettext as _
from referee.words import LANGUAGES, language_name

settings_pages = Blueprint("settings", __name__)
LICENCES = "licences/licences.txt"
"""A file of the site."""


@dataclass(frozen=True, kw_only=True)
class SettingsPage(Page):
    """This phone's settings; without a server also where the ``licences`` of the site lie."""

    fields: Sequence[FieldView]
    licences: str
    version: str = __version__


@settings_pages.get("/settings")
@needs("anyone")
def settings() -> Response:
    """The form with the current settings."""
    back = local_path(request.args.get("back", ""))
    model = SettingsPage(
        header=Header(title=_("Settings"), back=back),
        fields=setting_fields(looks()),
        licences="" if has_server() else url_for("home.home") + LICENCES,
        form=Form(url_for("settings.save"), {"back": back}),
        actions=Actions(go=Go(_("Save"))),
    )
    return page("phone/settings.html", model=model)


def setting_fields(own: Looks) -> list[FieldView]:
    """The settings as form fields."""
    return [
        _choice(
            "lang",
            _("Language"),
            language(),
            [(key, _in(key, language_name(key))) for key in LANGUAGES],
        ),
        _choice(
            "theme",
            _("Appearance"),
            own.theme,
            [("auto", _("same as phone")), ("light", _("light")), ("dark", _("dark"))],
        ),
        _choice(
            "suits",
            _("Suit colours"),
            own.suits,
            [("four", _("4 colours")), ("two", _("2 colours"))],
        ),
        FieldView("flag", "letters", _("Letters beside the suits"), value=own.letters),
        FieldView("flag", "awake", _("Keep the screen on"), value=own.awake),
        FieldView(
            "flag",
            "turn",
            _("Alert me when it’s my turn"),
            _("For the player on this phone. Tap once to allow sound."),
            value=own.turn,
        ),
        FieldView(
            "flag",
            "typing",
            _("Type the cards"),
            _("Shows a line for typing below the keys."),
            value=own.typing,
        ),
    ]


def _in(lang: str, name: str) -> Markup:
    """A word marked as its own language, so that screen readers pronounce it right."""
    return Markup('<span lang="{}">{}</span>').format(lang, name)


def _choice(name: str, label: str, value: str, options: list[tuple[str, str]]) -> FieldView:
    return FieldView(
        "choice", name, label, value=value, options=[ChoiceKey(key, text) for key, text in options]
    )


@settings_pages.post("/settings")
@needs("anyone")
def save() -> Response:
    """Keep the choices in cookies and go back."""
    form = request.form
    flags = [form.get(name) == "1" for name in ("letters", "awake", "turn", "typing")]
    own = Looks(form.get("theme", "auto"), form.get("suits", "four"), *flags)
    response = Response(status=303, headers={"Location": local_path(form.get("back", ""))})
    keep_cookie(response, LOOKS_COOKIE, Looks.from_cookie(own.write()).write())
    if form.get("lang") in LANGUAGES:
        keep_cookie(response, LANGUAGE_COOKIE, form["lang"])
    return response
