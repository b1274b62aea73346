"""The rules of a new table: the standard in a sentence, and the questions that change it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.contract import Info, Option, bound
from referee.kernel.detail import DEPTH
from referee.kernel.fields import Choice, Seat
from referee.web.forms.fields import FieldView
from referee.web.forms.options import Errors, Fold, option_groups
from referee.web.http import context, rendering
from referee.web.http.words import gettext as _
from referee.web.view.detail import Detail, detail_values


@dataclass(frozen=True)
class Rules:
    """A game's standard rules, the questions that change them, and the ``changed`` answers.

    ``standard`` answers every question, as JSON; ``begins`` names who deals or starts if not the
    first. The questions are ``open`` if an answer is wrong; ``detail`` (how much is entered) has
    its own switch.
    """

    sentence: str
    detail: Detail | None
    first: Sequence[FieldView]
    folds: Sequence[Fold]
    changed: Sequence[str]
    standard: str
    begins: str
    open: bool


def rules_of(
    game: str, names: Sequence[str], raw: Mapping[str, Any], wrong: Errors, held: Sequence[str]
) -> Rules:
    """The rules as chosen; seats are called by the names typed so far."""
    info = context.find_game(game).info
    seats = [f"s{at + 1}" for at in range(info.seats[1])]
    called = {seat: _name(names, at) for at, seat in enumerate(seats)}
    options = [replace(option, field=bound(option.field, seats)) for option in info.options]
    offered = [option for option in options if option.field.name != DEPTH]
    first, folds = _briefly(*option_groups(game, offered, called, raw, wrong, held))
    asked = [*first, *(field for fold in folds for field in fold.fields)]
    standard = _standard(info, asked)
    return Rules(
        sentence=str(rendering.make_translator(game, {}).say("game.standard")),
        detail=_detail(game, options, raw),
        first=first,
        folds=folds,
        changed=[_answer(field) for field in asked if _differs(field, standard)],
        standard=json.dumps(standard),
        begins=next((called[seat] for seat in _begin(info, raw) if seat in seats[1:]), ""),
        open=bool(wrong),
    )


def _briefly(
    first: Sequence[FieldView], folds: Sequence[Fold]
) -> tuple[list[FieldView], list[Fold]]:
    """The questions with little help: the rulebook, one tap away, explains open points."""
    shown = [
        field if field.name == "entry" or field.type == "int" else replace(field, help=None)
        for field in first
    ]
    folded = [
        replace(fold, fields=[replace(field, help=None) for field in fold.fields]) for fold in folds
    ]
    return shown, folded


def _name(names: Sequence[str], at: int) -> str:
    """The name typed for a seat, or what it is called without one."""
    typed = names[at] if at < len(names) else ""
    return typed or _("Player %(n)s", n=at + 1)


def _begin(info: Info, raw: Mapping[str, Any]) -> list[str]:
    """The seats that answer who deals or starts."""
    return [str(raw.get(option.field.name)) for option in info.options if _names_seat(option)]


def _names_seat(option: Option) -> bool:
    return isinstance(option.field, Seat)


def _standard(info: Info, asked: Sequence[FieldView]) -> dict[str, str]:
    """The standard answer to every question asked."""
    every = {"edition": "page"} | {
        option.field.name: str(option.field.default)
        for option in info.options
        if not _names_seat(option)
    }
    return {field.name: every[field.name] for field in asked if field.name in every}


def _detail(game: str, options: Sequence[Option], raw: Mapping[str, Any]) -> Detail | None:
    choice = next((option.field for option in options if option.field.name == DEPTH), None)
    if not isinstance(choice, Choice):
        return None
    wanted = str(raw.get(DEPTH))
    on = wanted if wanted in choice.values else str(choice.default)
    return Detail(detail_values(rendering.make_translator(game, {}, html=False), choice.values, on))


def _differs(field: FieldView, standard: Mapping[str, str]) -> bool:
    return field.name in standard and str(field.value) != standard[field.name]


def _answer(field: FieldView) -> str:
    """An answer in words; a number is named by its question."""
    chosen = next((choice.label for choice in field.options if choice.value == field.value), "")
    return chosen or f"{field.label}: {field.value}"
