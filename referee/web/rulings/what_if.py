"""What if: the same moves under other options, beside this table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask_babel import gettext as _

from referee.kernel.contract import Option, bound
from referee.kernel.history import Broken, Event, Played
from referee.web.forms.fields import FieldView
from referee.web.forms.options import Errors, Fold, option_groups
from referee.web.http import context, rendering
from referee.web.http.parts import Sentence
from referee.web.view.score_changes import Change, compare
from referee.web.view.score_words import worst_first
from referee.web.view.view import View
from referee.words import ruling_sentence

from .comparison import Column, Comparison, compared, instead
from .recount import Otherwise, in_short, open_options

PREFIX = "o."
FEW = 2


@dataclass(frozen=True)
class RefusedEntry:
    """An entry that the other options would have refused: which, in which round, and why."""

    name: str
    where: str
    rulings: Sequence[Sentence]


@dataclass(frozen=True)
class Outcome:
    """Totals and places side by side, the cells that change, what would have been refused, and where the count had to stop."""

    comparison: Comparison
    cells: Sequence[Change]
    refused: Sequence[RefusedEntry]
    stopped: str


def outcome(view: View, found: Otherwise, asked: Mapping[str, object]) -> Outcome:
    """What other options would have made of the table."""
    cells = [row for row in compare(found.here, found.other.history) if row.kind == "cell"]
    here, other = Column("", found.here), Column(_name(view, asked), found.other)
    return Outcome(
        comparison=compared(instead(found.here, found.other), "", here, [other]),
        cells=cells,
        refused=[_refused(view, played) for played in found.overruled],
        stopped=_stopped(view, found, found.broke) if found.broke else "",
    )


def _name(view: View, asked: Mapping[str, object]) -> str:
    """What the other column is called: the choices made, where they are few."""
    book, lang = rendering.book(view.table.game), context.language()
    texts = [in_short(book.choice_text(option, value, lang)) for option, value in asked.items()]
    return ", ".join(texts) if len(texts) <= FEW else _("%(n)s other choices", n=len(texts))


def _refused(view: View, played: Played) -> RefusedEntry:
    objections = [ruling for ruling in worst_first(played.rulings) if ruling.code in played.move.accept]
    why = [Sentence(ruling_sentence(view.speaker, ruling), ruling.clause) for ruling in objections]
    return RefusedEntry(_entry_name(view, played.seq), view.round_name(played.round), why)


def _stopped(view: View, found: Otherwise, broke: Broken) -> str:
    """Where the count had to stop, in one sentence."""
    name, round_ = _entry_name(view, broke.seq), view.round_name(found.other.scene.round)
    return _("Counted up to %(round)s: “%(name)s” answers nothing that these rules would have asked there.", round=round_, name=name)


def _entry_name(view: View, seq: int) -> str:
    event: Event | None = view.history.event(seq)
    return view.entry_name(event) if event else ""


def form_of(view: View, chosen: Mapping[str, Any], wrong: Errors) -> tuple[list[FieldView], list[Fold]]:
    """The options as fields, the editions first, and the folds of the rest; what this table plays is marked."""
    seats, game = view.history.seats, view.table.game
    editions = view.history.game.info.editions
    decided = {name for values in editions.values() for name in values} if len(rendering.book(game).editions) > 1 else set()
    options = [Option(bound(option.field, seats), option.clause) for option in open_options(view) if option.field.name not in decided]
    raw = {**chosen, "edition": edition_of(view, chosen)}
    first, folds = option_groups(game, options, view.names, raw, wrong)
    own = {**view.history.options, "edition": edition_of(view, view.history.options)}
    note = _("As at this table, unless you change them.")
    marked = [
        Fold(
            fold.title,
            note,
            any(field.error or field.value != own[field.name] for field in fold.fields),
            [_marked(field, own[field.name]) for field in fold.fields],
        )
        for fold in folds
    ]
    return [_marked(field, own[field.name]) for field in first], marked


def _marked(field: FieldView, own: object) -> FieldView:
    """The field with the value marked that this table plays, under the name that it has in the address."""
    options = [replace(choice, note=_("this table") if choice.value == own else None) for choice in field.options]
    return replace(field, options=options, name=field.name if field.name == "edition" else PREFIX + field.name)


def edition_of(view: View, options: Mapping[str, Any]) -> str:
    """The edition whose choices these options are; empty if they are none's."""
    editions = {name: edition_options(view, name) for name in view.history.game.info.editions}
    return next((name for name, decided in editions.items() if all(options[option] == decided[option] for option in decided)), "")


def edition_options(view: View, edition: str) -> dict[str, Any]:
    """What an edition decides, where another edition decides otherwise."""
    info = view.history.game.info
    defaults = {option.field.name: option.field.default for option in info.options}
    decided = {name for values in info.editions.values() for name in values}
    return {name: info.editions[edition].get(name, defaults[name]) for name in decided}
