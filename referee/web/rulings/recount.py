"""Recount a table under other options: how far it can be counted, and who would lead."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel import fields
from referee.kernel.contract import Option, rank_by
from referee.kernel.history import Broken, Played
from referee.kernel.question import choices
from referee.kernel.rescore import Rescored, rescored
from referee.web.http import context, rendering
from referee.web.http.words import gettext as _
from referee.web.view.seat_words import ordinal
from referee.web.view.seen import leaders
from referee.web.view.view import View

# Seats named in the summary of changed points.
MOST_MOVED = 2
# How the table is entered: recorded entries cannot change it, and hidden ones stay hidden.
AS_PLAYED = ("entry", "depth")


@dataclass(frozen=True)
class SeatRank:
    """The rank of a seat: total, place as number and word, and whether it leads or has won."""

    total: int
    place: int
    rank: str
    first: bool


@dataclass(frozen=True)
class Recount:
    """A recounted table ``other``, and ``here``, this one cut to the moves that were counted."""

    here: View
    other: View
    allowed: tuple[Played, ...] = ()
    broke: Broken | None = None

    @property
    def differs(self) -> bool:
        """Whether a total, a place, the lead or the end of the game differs."""
        return totals_and_places(self.here) != totals_and_places(self.other) or (
            self.here.result is None
        ) != (self.other.result is None)

    @property
    def instead(self) -> str:
        here, other = self.here, self.other
        if here.result is not None and other.result is None:
            return _("The game would not be over.")
        old, new = ahead(here), ahead(other)
        now, then = (here.plain.shown(seats, "seats") for seats in (old, new))
        if old == new:
            return _same(here, other)
        if not new:
            return _("%(now)s would not be ahead.", now=now)
        if not _over(other):
            return (
                _("%(then)s would lead instead of %(now)s.", then=then, now=now)
                if old
                else _("%(then)s would lead.", then=then)
            )
        if old and _over(here):
            return _("%(then)s would win instead of %(now)s.", then=then, now=now)
        return _("%(then)s would win.", then=then)


def effect_in_words(found: Recount) -> str:
    """The effect in words: the largest changes of points, and the new leader or winner."""
    here, other = found.here, found.other
    moved = sorted(other.heads, key=lambda seat: -abs(other.totals[seat] - here.totals[seat]))
    told = [
        _more(here.side_name(seat), other.totals[seat] - here.totals[seat])
        for seat in moved
        if other.totals[seat] != here.totals[seat]
    ]
    if not told or (here.result is None) != (other.result is None):
        return found.instead
    new = here.plain.shown(ahead(other), "seats")
    if ahead(here) == ahead(other) or not ahead(other):
        then = ""
    else:
        then = (
            _("%(then)s would win.", then=new)
            if _over(other)
            else _("%(then)s would lead.", then=new)
        )
    said = here.plain.in_a_row(
        [here.plain.marks.comma.join(told[:MOST_MOVED]) + here.plain.marks.stop, then]
    )
    return _("With the other interpretation, %(said)s", said=said)


def _more(name: str, n: int) -> str:
    return (
        _("%(name)s would have %(n)s more", name=name, n=n)
        if n > 0
        else _("%(name)s would have %(n)s fewer", name=name, n=-n)
    )


@dataclass(frozen=True)
class Interpretation:
    """Another value of an option, and the table counted with it."""

    option: str
    value: Any
    counted: Recount

    @property
    def name(self) -> str:
        return in_short(self.counted.here, self.option, self.value)

    @property
    def leads_otherwise(self) -> bool:
        return ahead(self.counted.here) != ahead(self.counted.other)


def visible_part(view: View) -> View:
    """The table up to the first entry hidden from this reader, so that nothing hidden can show."""
    if not view.unrevealed:
        return view
    events = [view.history.event(played.seq) for played in view.history.played]
    return _cut(
        view,
        next((at for at, event in enumerate(events) if event and view.hides(event)), len(events)),
    )


def without_hidden(view: View) -> View:
    """The table without the moves hidden from this reader."""
    if not view.unrevealed:
        return view
    hidden = {event.seq for event in view.history.events if view.hides(event)}
    return replace(
        view,
        history=replace(
            view.history,
            played=tuple(made for made in view.history.played if made.seq not in hidden),
        ),
    )


def _cut(view: View, moves: int) -> View:
    return replace(
        view, history=replace(view.history, played=view.history.played[:moves], broken=None)
    )


def recount_of(view: View, found: Rescored) -> Recount:
    """A rescored history beside this table, both cut to the moves that could be counted."""
    here = _cut(view, len(found.history.played)) if found.broke else view
    return Recount(here, replace(view, history=found.history), found.allowed, found.broke)


def otherwise(view: View, options: Mapping[str, object]) -> Recount:
    """The table under other options; raises Illegal if one is invalid."""
    return recount_of(view, rescored(view.history, options))


def open_options(view: View) -> list[Option]:
    """The options that can be changed afterwards: no seats, and not how the table is entered."""
    options = view.history.game.info.options
    return [
        option
        for option in options
        if option.field.name not in AS_PLAYED and not isinstance(option.field, fields.Seat)
    ]


def linked(view: View, clauses: Iterable[str]) -> list[Option]:
    """The open options linked to any of these clauses in the rulebook."""
    book, cited = rendering.book(view.table.game), set(clauses)
    names = {name for clause in book.clauses if clause.id in cited for name in clause.options}
    names |= {
        name
        for point in book.ambiguities
        if point.id in cited or cited & set(point.clauses)
        for name in point.options
    }
    return [option for option in open_options(view) if option.field.name in names]


def interpretations(view: View, options: Sequence[Option]) -> Iterator[Interpretation]:
    """Every other value of these options, with the table counted by it."""
    for option in options:
        name = option.field.name
        for value in choices(option):
            if value != view.history.options[name]:
                yield Interpretation(name, value, otherwise(view, {name: value}))


def totals_and_places(view: View) -> dict[str, SeatRank]:
    """The total and place of each seat, as on its score sheet."""
    ended = view.result if not view.history.game.info.tally else None
    places = view.placed(ended.ranking if ended else rank_by(view.totals, view.low_wins))
    first = ended.winners if ended else leaders(view.totals, view.history.game.info)
    return {
        seat: SeatRank(
            view.totals[seat],
            places[seat][0],
            ordinal(*places[seat]) if view.ranked else "",
            seat in first,
        )
        for seat in view.history.seats
    }


def ahead(view: View) -> tuple[str, ...]:
    """The seats that lead or have won."""
    return tuple(seat for seat, place in totals_and_places(view).items() if place.first)


def in_short(view: View, option: str, value: object) -> str:
    """The heading of a choice: the text before its colon."""
    text = rendering.book(view.table.game).choice_text(option, value, context.language())
    return text.replace("：", ": ").partition(": ")[0]


def _same(here: View, other: View) -> str:
    """The changes of points if the leaders stay the same."""
    if here.totals != other.totals:
        return (
            _("This changes the points, not the winner.")
            if _over(here)
            else _("This changes the points, not the leader.")
        )
    if any(line.told for line in here.lines):
        return _("No total changes. Points entered without cards stay as they are.")
    return _("Every total stays the same.")


def _over(view: View) -> bool:
    return view.result is not None and not view.history.game.info.tally


# Side by side


@dataclass(frozen=True)
class ComparedColumn:
    """One count of the table: its name, and the disputed cell's points."""

    label: str
    view: View
    cell: int | None = None
    # Totals not obtained by counting the table.
    totals: dict[str, int] | None = None


@dataclass(frozen=True)
class ComparedNumber:
    """A number of a column and whether it differs; totals have a rank, leaders a crown label."""

    points: int | None
    changed: bool
    crown: str = ""
    rank: str = ""


@dataclass(frozen=True)
class ComparedRow:
    """The numbers of a seat, or of the disputed cell, one per column."""

    name: str
    cells: Sequence[ComparedNumber]
    total: bool = False


@dataclass(frozen=True)
class Comparison:
    """Whether it matters, and the totals side by side, this table first; no columns if equal."""

    title: str
    text: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[ComparedRow] = ()


def compared(
    title: str, text: str, here: ComparedColumn, others: Sequence[ComparedColumn], cell: str = ""
) -> Comparison:
    """Compare this table with the others; the disputed cell comes first if it has a name."""
    columns = [here, *others]
    rows = (
        [
            ComparedRow(
                cell, [ComparedNumber(column.cell, column.cell != here.cell) for column in columns]
            )
        ]
        if cell
        else []
    )
    alike = all(one.view.history.sides == here.view.history.sides for one in others)
    for seat in here.view.heads if alike else here.view.history.seats:
        rows.append(
            ComparedRow(
                here.view.side_name(seat) if alike else here.view.names[seat],
                [_total(column, seat, here.view.totals[seat]) for column in columns],
                True,
            )
        )
    return Comparison(title, text, [column.label for column in columns], rows)


def _total(column: ComparedColumn, seat: str, base: int) -> ComparedNumber:
    if column.totals is not None:
        return ComparedNumber(column.totals[seat], column.totals[seat] != base)
    place = totals_and_places(column.view)[seat]
    crown = (_("has won") if _over(column.view) else _("leads")) if place.first else ""
    return ComparedNumber(place.total, place.total != base, crown, "" if crown else place.rank)
