"""What if: the same moves under other options, beside this table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.contract import bound
from referee.kernel.frozen import replace
from referee.kernel.history import Played
from referee.web.forms.fields import FieldView
from referee.web.forms.options import Errors, Fold, option_groups
from referee.web.http import rendering
from referee.web.http.parts import Sentence
from referee.web.http.words import gettext as _
from referee.web.view.score_changes import Change, compare
from referee.web.view.seat_words import spoken, worst_first
from referee.web.view.view import View

from .recount import Column, Comparison, Recount, compared, in_short, open_options

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


def options_in_address(view: View, args: Mapping[str, str]) -> dict[str, Any]:
    """The options an address asks for: those of an edition, then single ones; only what differs from the table's."""
    asked = _edition_options(view, args["edition"]) if args.get("edition") in view.history.game.info.editions else {}
    names = [option.field.name for option in open_options(view)]
    asked |= {name: args[PREFIX + name] for name in names if PREFIX + name in args}
    return {name: value for name, value in asked.items() if str(value) != str(view.history.options[name])}


def outcome(view: View, found: Recount, asked: Mapping[str, object]) -> Outcome:
    """What other options would have made of the table."""
    texts = [in_short(view, option, value) for option, value in asked.items()]
    name = ", ".join(texts) if len(texts) <= FEW else _("%(n)s other choices", n=len(texts))
    return Outcome(
        comparison=compared(found.instead, "", Column("", found.here), [Column(name, found.other)]),
        cells=[row for row in compare(found.here, found.other.history) if row.kind == "cell"],
        refused=[_refused(view, played) for played in found.overruled],
        stopped=_stopped(view, found),
    )


def _refused(view: View, played: Played) -> RefusedEntry:
    why = [spoken(view.speaker, ruling) for ruling in worst_first(played.accepted)]
    return RefusedEntry(_entry_name(view, played.seq), view.round_name(played.round), why)


def _stopped(view: View, found: Recount) -> str:
    """Where the count had to stop, in one sentence."""
    if found.broke is None:
        return ""
    name, round_ = _entry_name(view, found.broke.seq), view.round_name(found.other.scene.round)
    return _("Counted up to %(round)s: “%(name)s” answers nothing that these rules would have asked there.", round=round_, name=name)


def _entry_name(view: View, seq: int) -> str:
    event = view.history.event(seq)
    return view.entry_name(event) if event else ""


def form_of(view: View, chosen: Mapping[str, Any], wrong: Errors) -> tuple[list[FieldView], list[Fold]]:
    """The options as fields, the editions first, and the folds of the rest; what this table plays is marked."""
    game, editions = view.table.game, view.history.game.info.editions
    decided = {name for values in editions.values() for name in values} if len(rendering.book(game).editions) > 1 else set()
    open_ = [option for option in open_options(view) if option.field.name not in decided]
    options = [replace(option, field=bound(option.field, view.history.seats)) for option in open_]
    first, folds = option_groups(game, options, view.names, {**chosen, "edition": _edition_of(view, chosen)}, wrong)
    own = {**view.history.options, "edition": _edition_of(view, view.history.options)}
    return [_marked(field, own) for field in first], [
        replace(
            fold,
            note=_("As at this table, unless you change them."),
            open=any(field.error or field.value != own[field.name] for field in fold.fields),
            fields=[_marked(field, own) for field in fold.fields],
        )
        for fold in folds
    ]


def _marked(field: FieldView, own: Mapping[str, object]) -> FieldView:
    """The field with the value marked that this table plays, under the name that it has in the address."""
    options = [replace(choice, note=_("this table") if choice.value == own[field.name] else None) for choice in field.options]
    return replace(field, options=options, name=field.name if field.name == "edition" else PREFIX + field.name)


def _edition_of(view: View, options: Mapping[str, Any]) -> str:
    """The edition whose choices these options are; empty if they are none's."""
    editions = view.history.game.info.editions
    return next((name for name in editions if _edition_options(view, name).items() <= options.items()), "")


def _edition_options(view: View, edition: str) -> dict[str, Any]:
    """What an edition decides, where another edition decides otherwise."""
    info = view.history.game.info
    defaults = {option.field.name: option.field.default for option in info.options}
    decided = {name for values in info.editions.values() for name in values}
    return {name: info.editions[edition].get(name, defaults[name]) for name in decided}
