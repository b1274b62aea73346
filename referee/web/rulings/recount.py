"""The same table under other options, as one reader may see it: what differs, who leads, and how far it could be counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel import fields
from referee.kernel.contract import Option, rank_by
from referee.kernel.history import Broken, Played
from referee.kernel.question import choices
from referee.kernel.rescore import Rescored, rescored
from referee.web.http import rendering
from referee.web.view.score_words import ordinal
from referee.web.view.view import View, leaders

AS_PLAYED = ("entry", "depth")
"""How the table is entered: what was told cannot be told otherwise afterwards, and what is hidden stays so."""


@dataclass(frozen=True)
class Place:
    """Where a seat stands: its total, its place in words and in numbers, and whether it leads or has won."""

    total: int
    place: int
    rank: str
    first: bool


@dataclass(frozen=True)
class Otherwise:
    """A table counted in another way: ``here`` is this table as far as the other could be counted, ``other`` the same moves otherwise."""

    here: View
    other: View
    overruled: tuple[Played, ...] = ()
    broke: Broken | None = None

    @property
    def differs(self) -> bool:
        """Whether a total, a place or the lead would be another, or the game not be over."""
        return standing(self.here) != standing(self.other) or (self.here.result is None) != (self.other.result is None)


@dataclass(frozen=True)
class Reading:
    """One other value of one option, and the table counted with it."""

    option: str
    value: Any
    counted: Otherwise


def known(view: View) -> View:
    """The table up to the first entry that is still hidden from this reader, so that nothing hidden can show."""
    if not view.unrevealed:
        return view
    played = view.history.played
    shown = next((at for at, each in enumerate(played) if _hidden(view, each)), len(played))
    return cut(view, shown)


def _hidden(view: View, played: Played) -> bool:
    event = view.history.event(played.seq)
    return event is not None and view.hides(event)


def cut(view: View, moves: int) -> View:
    """The table as it was after so many moves."""
    return replace(view, history=replace(view.history, played=view.history.played[:moves], broken=None))


def counted(view: View, found: Rescored) -> Otherwise:
    """A rescored history beside this table, both as far as the moves could be counted."""
    here = cut(view, len(found.history.played)) if found.broke else view
    return Otherwise(here, replace(view, history=found.history), found.overruled, found.broke)


def otherwise(view: View, options: Mapping[str, object]) -> Otherwise:
    """The table under other options; raises Illegal if one cannot be read."""
    return counted(view, rescored(view.history, options))


def open_options(view: View) -> list[Option]:
    """The options that may be read otherwise afterwards: neither seats nor how the table is entered."""
    options = view.history.game.info.options
    return [option for option in options if option.field.name not in AS_PLAYED and not isinstance(option.field, fields.Seat)]


def linked(view: View, clauses: Iterable[str]) -> list[Option]:
    """The options that change any of these clauses, by the rulebook."""
    book, cited = rendering.book(view.table.game), set(clauses)
    names = {name for clause in book.clauses if clause.id in cited for name in clause.options}
    names |= {name for point in book.ambiguities if point.id in cited or cited & set(point.clauses) for name in point.options}
    return [option for option in open_options(view) if option.field.name in names]


def readings(view: View, options: Sequence[Option]) -> Iterator[Reading]:
    """Every other value of these options, with the table counted by it."""
    for option in options:
        name = option.field.name
        for value in choices(option):
            if value != view.history.options[name]:
                yield Reading(name, value, otherwise(view, {name: value}))


def standing(view: View) -> dict[str, Place]:
    """Totals and places of every seat, as its score sheet has them."""
    ended = view.result if not view.history.game.info.tally else None
    places: dict[str, tuple[int, bool]] = {}
    for group in ended.ranking if ended else rank_by(view.totals, view.low_wins):
        places.update(dict.fromkeys(group, (len(places) + 1, len(group) > 1)))
    first = ended.winners if ended else leaders(view.totals, view.low_wins)
    return {seat: Place(view.totals[seat], places[seat][0], ordinal(*places[seat]), seat in first) for seat in view.history.seats}


def ahead(view: View) -> tuple[str, ...]:
    """The seats that lead or have won."""
    return tuple(seat for seat, place in standing(view).items() if place.first)


def in_short(text: str) -> str:
    """The heading of a choice: what stands before its colon."""
    return text.replace("：", ": ").partition(": ")[0]
