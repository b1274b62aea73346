"""Options as fields: the edition's one plain question first, ways of using the app next, every house rule folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from referee.kernel import fields
from referee.kernel.contract import Option
from referee.rulebook import Rulebook, Setting
from referee.web.http import context, rendering

Errors = Mapping[str, Mapping[str, str]]
GROUP = "group"
"""The edition that a group's own rulings make."""


def option_groups(
    game: str, options: Sequence[Option], names: Mapping[str, str], raw: Mapping[str, Any], wrong: Errors, held: Sequence[str] = ()
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The fields shown at once, and the folds of the rest; ``held`` says what the group's own edition decides, if it has one."""
    book, lang = rendering.book(game), context.language()
    settings = {option for setting in book.settings for option in setting.options}
    decided = {name for edition in book.editions for name in edition.options}
    shown = [option_field(book, lang, option, names, raw, wrong) for option in options if option.field.name in settings]
    folded = [option for option in options if option.field.name not in settings | decided]
    rest = [option_field(book, lang, option, names, raw, wrong) for option in folded]
    first = [edition_field(book, lang, raw, held)] if len(book.editions) > 1 or held else []
    folds = (
        [{"title": _("House rules"), "note": _otherwise(folded, raw), "open": bool(wrong), "fields": rest}]
        if rest
        else []
    )
    return first + shown, folds


def _otherwise(options: Sequence[Option], raw: Mapping[str, Any]) -> str:
    """How many of these house rules are chosen otherwise than the source says; who begins is none."""
    rules = [option.field for option in options if not isinstance(option.field, fields.Seat)]
    changed = sum(str(raw.get(rule.name, rule.default)) != str(rule.default) for rule in rules)
    if not changed:
        return _("As the source says, unless you change them.")
    return _("%(n)s otherwise than the source says.", n=changed)


def edition_field(book: Rulebook, lang: str, raw: Mapping[str, Any], held: Sequence[str] = ()) -> dict[str, Any]:
    """The question that tells the editions apart; a group's own rulings are an edition of their own."""
    rows: list[dict[str, Any]] = [{"value": edition.id, "label": edition.text[lang]} for edition in book.editions]
    question = next((edition.question[lang] for edition in book.editions), "") or _("Which rules?")
    if held:
        page = [] if rows else [{"value": "page", "label": _("As the source says")}]
        rows = [{"value": GROUP, "label": _("As your group ruled"), "help": "; ".join(held)}, *page, *rows]
    return {
        "type": "choice",
        "name": "edition",
        "label": question,
        "clause": _first_clause(book),
        "value": raw.get("edition", "page"),
        "options": rows,
        "lines": True,
        "help": None,
        "error": None,
    }


def _first_clause(book: Rulebook) -> str:
    names = [name for edition in book.editions for name in edition.options]
    return next((entry.id for entry in book.ambiguities if any(name in entry.options for name in names)), "")


def option_field(
    book: Rulebook, lang: str, option: Option, names: Mapping[str, str], raw: Mapping[str, Any], wrong: Errors
) -> dict[str, Any]:
    """One option as its macro takes it, with the words of the rulebook."""
    wanted = option.field
    about = book.about(wanted.name)
    chosen = raw.get(wanted.name, wanted.default)
    several = len(about.options) > 1
    model: dict[str, Any] = {
        "type": type(wanted).__name__.lower(),
        "name": wanted.name,
        "label": option_label(book, lang, wanted, several),
        "clause": about.clause if isinstance(about, Setting) else about.id,
        "help": about.text[lang] if not several else None,
        "value": chosen,
        "error": wrong.get(wanted.name),
    }
    if isinstance(wanted, fields.Seat):
        model |= {"type": "choice", "options": [{"value": seat, "label": names.get(seat, seat)} for seat in wanted.values]}
    elif isinstance(wanted, fields.Choice):
        texts = {choice.value: choice for choice in book.choices(wanted.name)}
        model["options"] = [
            {
                "value": value,
                "label": texts[value].text[lang] if value in texts else value,
                "note": _("default") if value == wanted.default else None,
            }
            for value in wanted.values
        ]
        model["lines"] = True
    elif isinstance(wanted, fields.Int):
        model |= {"low": wanted.low, "high": wanted.high}
    return model


def option_label(book: Rulebook, lang: str, wanted: fields.Field, several: bool) -> str:
    """What an option is called: the heading of its ambiguity, and its own name where one ambiguity has several."""
    title = book.about(wanted.name).title[lang]
    own = rendering.speaker(book.game, {}, lang=lang).say(f"option.{wanted.name}", default="")
    return f"{title}: {own}" if several and own else title


