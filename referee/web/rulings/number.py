"""The ruling on one number of the score sheet: facts, reasons, clauses, other interpretations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import abort

from referee.kernel.contract import Line
from referee.kernel.decisions import Decision
from referee.kernel.history import Played
from referee.kernel.rescore import without
from referee.rulebook import Ambiguity, Clause, Rulebook
from referee.web.http import context, rendering
from referee.web.http.parts import Sentence
from referee.web.http.words import gettext as _
from referee.web.view.log_words import reason_text
from referee.web.view.pages import capitalized
from referee.web.view.seat_words import spoken
from referee.web.view.view import View
from referee.words import Translator, plain_number

from .number_cards import card_facts
from .recount import (
    ComparedColumn,
    Comparison,
    Interpretation,
    compared,
    in_short,
    interpretations,
    linked,
    recount_of,
    visible_part,
)
from .ruling import CitedClause, RulingView, citation, deciding, held_open

MOST_LINES = 8
MOST_COLUMNS = 4


@dataclass(frozen=True)
class ScoredCell:
    """A cell of the score sheet (round and first seat of a side) as its reader may see it."""

    view: View
    round: int
    seat: str

    @classmethod
    def about(cls, view: View, round_: int, seat: str) -> ScoredCell | None:
        """The cell; None if nothing visible is scored there."""
        found = cls(visible_part(view), round_, view.head(seat))
        return found if found.scoring_lines else None

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines that count, then the few lines inside a single game."""
        own = [
            line
            for line in self.view.lines
            if (line.round, self.view.head(line.seat)) == (self.round, self.seat)
        ]
        inside = [line for line in own if line.part == "game"]
        return (
            *(line for line in own if line.counts),
            *(inside if len(inside) <= MOST_LINES else ()),
        )

    @property
    def scoring_lines(self) -> list[Line]:
        return [line for line in self.lines if line.counts]

    @cached_property
    def decision(self) -> Decision | None:
        return self.view.history.decisions.get((self.round, self.seat))

    @cached_property
    def by_rules(self) -> ScoredCell:
        """The cell by the rules alone, without decisions."""
        if self.decision is None:
            return self
        return replace(self, view=replace(self.view, history=self.view.history.by_rules))

    @property
    def name(self) -> str:
        return self.view.side_name(self.seat)

    @property
    def points(self) -> int:
        return sum(line.points for line in self.scoring_lines)

    @property
    def slot(self) -> str:
        slot = self.scoring_lines[0].slot
        return self.view.plain.word(slot) if slot in self.view.history.game.info.made else ""

    @cached_property
    def allowed_entry(self) -> Played | None:
        """The newest entry of the cell that was allowed against a rule."""
        entered = (
            played
            for seat in self.view.partners(self.seat)
            for played in self.view.history.entered(self.round, seat)
            if played.move.accept
        )
        return max(entered, key=lambda played: played.seq, default=None)

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses behind the number, including those of allowed objections."""
        against = self.allowed_entry.accepted if self.allowed_entry else ()
        return tuple(dict.fromkeys(said.clause for said in (*self.lines, *against) if said.clause))

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(line.code for line in self.lines)

    @cached_property
    def interpretations(self) -> tuple[Interpretation, ...]:
        """The other interpretations of options linked to its clauses."""
        return tuple(interpretations(self.view, linked(self.view, self.clauses)))

    @cached_property
    def mattering(self) -> tuple[Interpretation, ...]:
        """Interpretations that change this number, a total, a place or the lead."""
        told = (
            interpretation
            for interpretation in self.interpretations
            if not interpretation.counted.broke
        )
        return tuple(
            interpretation
            for interpretation in told
            if interpretation.counted.differs or self.by(interpretation) != self.points
        )

    def by(self, interpretation: Interpretation) -> int | None:
        return interpretation.counted.other.points(self.round, self.seat)


def find_cell(view: View, round_: int, seat: str) -> ScoredCell:
    """The cell of a round and seat; 404 if nothing visible is scored there."""
    return ScoredCell.about(view, round_, seat) or abort(404)


def number_ruling(cell: ScoredCell, translator: Translator) -> RulingView:
    """The ruling on a number, in the translator's HTML or plain text."""
    asks = _(
        "%(name)s, %(round)s",
        name=cell.name,
        round=cell.view.round_name(cell.round),
    )
    label = _("%(name)s’s %(what)s", name=cell.name, what=cell.slot) if cell.slot else asks
    ruled = cell.by_rules
    said = [Sentence(cell.view.line_text(translator, line), line.clause) for line in ruled.lines]
    decided = cell.decision is not None
    return RulingView(
        asks=asks,
        say=verdict_sentence(cell),
        why=[*decision_words(cell), *said, *_stands(cell, translator)],
        facts=card_facts(ruled.view, ruled.round, ruled.seat, ruled.scoring_lines),
        clauses=rests_on(ruled.view, ruled.clauses, ruled.codes),
        comparison=None if decided else _matter(cell, label),
        overruled=_without(cell, cell.allowed_entry, label)
        if cell.allowed_entry and not decided
        else None,
        deciding=None if decided else _deciding(cell),
        decided=decided,
    )


def _deciding(cell: ScoredCell) -> Sentence | None:
    """The choice in force on the first option that would change the number."""
    other = (one.option for one in cell.mattering if cell.by(one) != cell.points)
    option = next(other, None)
    return deciding(cell.view.table.game, cell.view.history.options, option) if option else None


def decision_words(cell: ScoredCell) -> list[Sentence]:
    """How the players decided the number, and what it would be by the rules."""
    found = cell.decision
    if found is None:
        return []
    told, points = found.event.data, plain_number(cell.by_rules.points)
    option, view = str(told.get("option", "")), cell.view
    book = rendering.book(view.table.game)
    known = option and option in view.history.options
    how = (
        book.choice_text(option, told.get("value"), context.language())
        if known
        else found.event.reason
    )
    said = [_("§ Decided: %(how)s", how=how)] if how else []
    clause = book.about(option).id if known else ""
    return [
        *(Sentence(text, clause) for text in said),
        Sentence(_("By the rules it would be %(points)s.", points=points)),
    ]


def verdict_sentence(cell: ScoredCell) -> str:
    """The verdict in one sentence, which also says if the players decided it."""
    view, points = cell.view, plain_number(cell.points)
    name, round_ = cell.name, capitalized(view.round_name(cell.round))
    if cell.slot:
        about = {"name": name, "what": cell.slot, "points": points}
        if cell.decision:
            return _("You decided: %(name)s’s %(what)s is worth %(points)s.", **about)
        return _("%(name)s’s %(what)s is worth %(points)s.", **about)
    if not view.history.game.info.tally:
        about = {"round": round_, "name": name, "points": points}
        if cell.decision:
            return _("You decided: %(name)s scores %(points)s in %(round)s.", **about)
        return _("%(round)s: %(name)s scores %(points)s.", **about)
    if cell.points > 0:
        return _("%(round)s: %(name)s wins.", round=round_, name=name)
    return _("%(round)s: %(name)s does not win.", round=round_, name=name)


def _stands(cell: ScoredCell, translator: Translator) -> list[Sentence]:
    """The objections to an allowed entry, and the reason it was allowed."""
    played = cell.allowed_entry
    if played is None:
        return []
    event = cell.view.history.event(played.changed)
    why = (
        [Sentence(_("§ Allowed: %(reason)s", reason=reason_text(event.reason)))]
        if event and event.reason
        else []
    )
    return [*(spoken(translator, ruling) for ruling in played.accepted), *why]


def rests_on(view: View, clauses: Sequence[str], codes: Sequence[str] = ()) -> list[CitedClause]:
    """The clauses with text, rulings on points without options, then open points as chosen."""
    game, cited = view.table.game, set(clauses)
    book = rendering.book(game)
    # Clauses of an older rulebook may be missing in this one.
    known = map(book.entry, filter(book.has, clauses))
    points = [
        point
        for point in (*book.deciding(codes), *_open_points(book, cited))
        if point.id not in cited
    ]
    return [
        citation(game, one.id, _chosen(view, one) or held_open(game, one.id))
        for one in (*known, *points)
    ]


def _open_points(book: Rulebook, cited: Collection[str]) -> Iterator[Ambiguity]:
    """The points with a choice that belong to these clauses, or to an option of theirs."""
    names = {name for clause in book.clauses if clause.id in cited for name in clause.options}
    for point in book.ambiguities:
        if point.choices and (names.intersection(point.options) or {*cited} & {*point.clauses}):
            yield point


def _chosen(view: View, point: Clause | Ambiguity) -> str:
    """What this game chose on an open point; "" for a clause or a point without a choice."""
    if not isinstance(point, Ambiguity) or not point.choices:
        return ""
    book, lang = rendering.book(view.table.game), context.language()
    texts = [
        book.choice_text(option, view.history.options[option], lang)
        for option in point.options
        if book.choices(option)
    ]
    return _(
        "%(title)s. This game: %(choice)s.",
        title=point.title[lang],
        choice=view.translator.marks.semicolon.join(texts),
    )


def _matter(cell: ScoredCell, label: str) -> Comparison:
    """Whether an interpretation matters, then a column for each that does."""
    found, stuck, view = cell.mattering, _stuck(cell), cell.view
    if not cell.interpretations:
        return Comparison(_("This doesn’t change the totals."), _("The rules are clear here."))
    if not found:
        counted_all = _("All interpretations give the same totals.")
        same = (
            _("All interpretations that can be scored give the same totals.")
            if stuck
            else counted_all
        )
        title = _("This may change the totals.") if stuck else _("This doesn’t change the totals.")
        return Comparison(title, view.plain.in_a_row([same, stuck]))
    first = next(
        (interpretation for interpretation in found if interpretation.leads_otherwise), found[0]
    )
    told = (
        f"{first.name}: {first.counted.instead}" if first.leads_otherwise else first.counted.instead
    )
    shown = [
        ComparedColumn(one.name, one.counted.other, cell.by(one)) for one in found[:MOST_COLUMNS]
    ]
    here = ComparedColumn(own_choice(view, found, view.history.options), view, cell.points)
    return compared(told, stuck, here, shown, label)


def own_choice(view: View, found: Sequence[Interpretation], options: Mapping[str, object]) -> str:
    """The name of this table's own choice, if the columns differ in one option only."""
    name = found[0].option
    return (
        ""
        if any(interpretation.option != name for interpretation in found)
        else in_short(view, name, options[name])
    )


def _stuck(cell: ScoredCell) -> str:
    """The interpretations that cannot be counted, each with the round where they stop."""
    view = cell.view
    named = [
        f"{one.name} ({view.round_name(one.counted.other.scene.round)})"
        for one in cell.interpretations
        if one.counted.broke
    ]
    told = view.translator.marks.semicolon.join(named)
    return (
        _("Not scored, because the game would have gone differently: %(readings)s.", readings=told)
        if told
        else ""
    )


def _without(cell: ScoredCell, played: Played, label: str) -> Comparison:
    found = recount_of(cell.view, without(cell.view.history, played.seq))
    here = ComparedColumn(_("if allowed"), cell.view, cell.points)
    if found.broke is None:
        other = ComparedColumn(
            _("as if not played"), found.other, found.other.points(cell.round, cell.seat)
        )
        return compared(_("Allowed or not?"), found.instead, here, [other], label)
    left = {**cell.view.totals}
    if cell.round <= cell.view.scene.complete:
        left |= {seat: left[seat] - cell.points for seat in cell.view.partners(cell.seat)}
    return compared(
        _("Allowed or not?"),
        "",
        here,
        [ComparedColumn(_("its points left out"), cell.view, None, left)],
        label,
    )
