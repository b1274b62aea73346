"""Options as form fields: entry and detail, everyday ones, the edition, and a fold of the rest."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel import fields
from referee.kernel.contract import Option
from referee.rulebook import Rulebook, Setting
from referee.web.http import context, rendering
from referee.web.http.parts import ChoiceKey, Sentence
from referee.web.http.words import gettext as _

from .fields import FieldView

Errors = Mapping[str, Sentence]
# The edition made of a group's own rulings.
GROUP = "group"
# Options shown first, as every newcomer understands them.
FIRST = ("entry", "depth")


@dataclass(frozen=True)
class Fold:
    """Fields folded under a title, with a summary of what is chosen."""

    title: str
    note: str
    open: bool
    fields: Sequence[FieldView]


def option_groups(
    game: str,
    options: Sequence[Option],
    names: Mapping[str, str],
    raw: Mapping[str, Any],
    wrong: Errors,
    held: Sequence[str] = (),
) -> tuple[list[FieldView], list[Fold]]:
    """The questions for everybody and the fold of the rest; ``held`` is the group's edition."""
    book, lang = rendering.book(game), context.language()
    decided = {name for edition in book.editions for name in edition.options}
    first, folded = _order(options, decided)
    shown, rest = (
        [option_field(book, lang, option, names, raw, wrong) for option in part]
        for part in (first, folded)
    )
    if len(book.editions) > 1 or held:
        shown.append(edition_field(book, lang, raw, held))
    return shown, [_more(rest, _otherwise(folded, raw))] if rest else []


def _more(rest: Sequence[FieldView], note: str) -> Fold:
    """The fold of the rest, open if something in it is wrong."""
    title = _("%(n)s more house rules", n=len(rest)) if len(rest) > 1 else _("1 more house rule")
    return Fold(title, note, any(field.error for field in rest), rest)


def _order(
    options: Sequence[Option], decided: Collection[str]
) -> tuple[list[Option], list[Option]]:
    """The options to show and those to fold; those an edition decides are in neither."""
    asked = {option.field.name: option for option in options}
    first = [asked[name] for name in FIRST if name in asked]
    others = [option for name, option in asked.items() if name not in (*FIRST, *decided)]
    everyday = [option for option in others if option.everyday]
    return first + everyday, [option for option in others if not option.everyday]


def every_rule(game: str, options: Sequence[Option], raw: Mapping[str, Any]) -> Fold:
    """All these house rules in one fold, including those an edition decides."""
    book, lang = rendering.book(game), context.language()
    fields_ = [option_field(book, lang, option, {}, raw, {}) for option in options]
    return Fold(_("House rules"), _otherwise(options, raw), False, fields_)


def _otherwise(options: Sequence[Option], raw: Mapping[str, Any]) -> str:
    """The number of house rules changed from the default; a seat is not counted."""
    rules = [option.field for option in options if not isinstance(option.field, fields.Seat)]
    changed = sum(str(raw.get(rule.name, rule.default)) != str(rule.default) for rule in rules)
    return _("%(n)s changed", n=changed) if changed else _("All standard")


def edition_field(
    book: Rulebook, lang: str, raw: Mapping[str, Any], held: Sequence[str] = ()
) -> FieldView:
    """The question which edition to play; a group's own rulings are one."""
    rows = [
        ChoiceKey(edition.id, edition.answer[lang]) for edition in book.editions if edition.answer
    ]
    question = next((edition.question[lang] for edition in book.editions if edition.question), "")
    if held:
        rows = [
            ChoiceKey(GROUP, _("Our decisions"), help="; ".join(held)),
            *(rows or [ChoiceKey("page", _("Standard rules"))]),
        ]
    chosen = raw.get("edition", "page")
    return FieldView(
        "choice",
        "edition",
        question or _("Rule set"),
        clause=_first_clause(book),
        value=chosen,
        options=rows,
    )


def _first_clause(book: Rulebook) -> str:
    names = [name for edition in book.editions for name in edition.options]
    return next(
        (entry.id for entry in book.ambiguities if any(name in entry.options for name in names)), ""
    )


def option_field(
    book: Rulebook,
    lang: str,
    option: Option,
    names: Mapping[str, str],
    raw: Mapping[str, Any],
    wrong: Errors,
) -> FieldView:
    """An option as a field, with the words of the rulebook."""
    field = option.field
    about = book.about(field.name)
    chosen = raw.get(field.name, field.default)
    several = len(about.options) > 1
    model = FieldView(
        type(field).__name__.lower(),
        field.name,
        option_label(book, lang, field, several),
        help=None if several else about.text[lang],
        clause=about.clause if isinstance(about, Setting) else about.id,
        value=chosen,
        error=wrong.get(field.name),
    )
    if isinstance(field, fields.Seat):
        return replace(
            model,
            type="choice",
            options=[ChoiceKey(seat, names.get(seat, seat)) for seat in field.values],
        )
    if isinstance(field, fields.Choice):
        texts = {choice.value: choice.text[lang] for choice in book.choices(field.name)}
        default = {str(field.default): _("default")}
        rows = [
            ChoiceKey(value, texts.get(value, value), note=default.get(value))
            for value in field.values
        ]
        return replace(model, options=rows, lines=True)
    return (
        replace(model, low=field.low, high=field.high) if isinstance(field, fields.Int) else model
    )


def option_label(book: Rulebook, lang: str, field: fields.Field, several: bool) -> str:
    """The title of an option's ambiguity, with the option's own name if it has several."""
    title = book.about(field.name).title[lang]
    own = rendering.make_translator(book.game, {}, lang=lang).say(
        f"option.{field.name}", default=""
    )
    return _("%(title)s: %(choice)s", title=title, choice=own) if several and own else title
