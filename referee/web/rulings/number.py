"""The ruling about one number of the sheet: its facts, one sentence, why, the clauses, and whether another reading would matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from referee.kernel.board import Spot
from referee.kernel.contract import Line, Ruling
from referee.kernel.frozen import cached_property
from referee.kernel.history import Played
from referee.kernel.rescore import without
from referee.rulebook import Ambiguity
from referee.web.http import context, rendering
from referee.web.http.parts import Sentence
from referee.web.view.log_words import reason_text
from referee.web.view.view import View
from referee.words import line_sentence, plain_number, ruling_sentence

from .comparison import Column, Comparison, compared, instead
from .recount import Reading, counted, in_short, known, linked, readings, standing
from .ruling import CitedClause, FactRow, RulingView, citation

MOST_LINES = 8
MOST_COLUMNS = 4
TWICE = 2


@dataclass(frozen=True)
class Dispute:
    """One cell of the score sheet as its reader may see it: a round and a seat."""

    view: View
    round: int
    seat: str

    @classmethod
    def about(cls, view: View, round_: int, seat: str) -> Dispute:
        """The cell; LookupError if nothing is scored there that this reader may see."""
        found = cls(known(view), round_, seat)
        if not found.counted:
            raise LookupError(f"nothing is scored in round {round_} for {seat}")
        return found

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What counts in the cell, then how the seat came by the points of the game itself."""
        own = [line for line in self.view.lines if (line.round, line.seat) == (self.round, self.seat)]
        counts = [line for line in own if line.counts]
        inside = [line for line in own if line.part == "game"]
        return (*counts, *(inside if len(inside) <= MOST_LINES else ()))

    @property
    def counted(self) -> list[Line]:
        """The lines that make up its number."""
        return [line for line in self.lines if line.counts]

    @property
    def points(self) -> int:
        """Its number."""
        return sum(line.points for line in self.counted)

    @cached_property
    def overruled(self) -> Played | None:
        """The newest entry of the cell that stands although a rule says no."""
        entered = self.view.history.entered(self.round, self.seat)
        return next((played for played in reversed(entered) if played.move.accept), None)

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it rests on."""
        against = objections(self.overruled) if self.overruled else []
        named = [*(line.clause for line in self.lines), *(ruling.clause for ruling in against)]
        return tuple(dict.fromkeys(clause for clause in named if clause))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every other reading of the options that these clauses hang on."""
        return tuple(readings(self.view, linked(self.view, self.clauses)))

    @cached_property
    def mattering(self) -> tuple[Reading, ...]:
        """The readings by which this number, a total, a place or the lead would be another."""
        return tuple(reading for reading in self.readings if not reading.counted.broke and self.differs(reading))

    def differs(self, reading: Reading) -> bool:
        """Whether this number or anything that follows from it would be another."""
        return reading.counted.differs or self.by(reading) != self.points

    def by(self, reading: Reading) -> int | None:
        """The number by another reading."""
        return reading.counted.other.points(self.round, self.seat)


def objections(played: Played) -> list[Ruling]:
    """The rulings against an entry that the table let stand."""
    return [ruling for ruling in played.rulings if ruling.code in played.move.accept]


def number_ruling(dispute: Dispute) -> RulingView:
    """The ruling about a number."""
    return RulingView(
        asks=_("%(name)s, %(round)s", name=dispute.view.names[dispute.seat], round=dispute.view.round_name(dispute.round)),
        say=said(dispute),
        why=[*_why(dispute), *_stands(dispute)],
        facts=list(_facts(dispute)),
        clauses=rests_on(dispute.view, dispute.clauses),
        comparison=_matter(dispute),
        overruled=_without(dispute, dispute.overruled) if dispute.overruled else None,
    )


def said(dispute: Dispute) -> str:
    """The verdict in one sentence."""
    view, points = dispute.view, plain_number(dispute.points)
    name, round_ = view.names[dispute.seat], _capital(view.round_name(dispute.round))
    if slot := _slot(dispute):
        return _("The %(what)s is worth %(points)s.", what=slot, points=points)
    if view.history.game.info.tally and dispute.points > 0:
        return _("%(round)s: %(name)s wins.", round=round_, name=name)
    if view.history.game.info.tally:
        return _("%(round)s: %(name)s does not win.", round=round_, name=name)
    return _("%(round)s: %(name)s scores %(points)s.", round=round_, name=name, points=points)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _slot(dispute: Dispute) -> str:
    slot = dispute.counted[0].slot
    known_slots = {known_slot.name for known_slot in dispute.view.history.game.info.slots}
    return dispute.view.plain.word(slot) if slot in known_slots else ""


def _why(dispute: Dispute) -> Iterator[Sentence]:
    for line in dispute.lines:
        yield Sentence(line_sentence(dispute.view.speaker, line), line.clause)


def _stands(dispute: Dispute) -> Iterator[Sentence]:
    """What speaks against an entry that was let stand, and why it was."""
    played = dispute.overruled
    for ruling in objections(played) if played else []:
        yield Sentence(ruling_sentence(dispute.view.speaker, ruling), ruling.clause)
    event = dispute.view.history.event(played.changed) if played else None
    if event and event.reason:
        yield Sentence(_("§ Let stand: %(reason)s", reason=reason_text(event.reason)))


def _facts(dispute: Dispute) -> Iterator[FactRow]:
    """The seat's own cards, and those of the others that count for it; marked where only some count."""
    own = _laid(dispute.view, dispute.seat, dispute.round)
    counted_cards = [card for line in dispute.counted for card in line.cards]
    if max(dispute.view.scene.deck.counts.values()) > TWICE:
        # So many cards are alike that nobody can say whose one of them was.
        yield from _fact(dispute, dispute.seat, list(map(Spot, counted_cards)))
        return
    theirs = Counter(card for line in dispute.counted if Counter(line.cards) - Counter(own) for card in line.cards)
    mine = Counter(counted_cards) - theirs
    others = {seat: _marked(_laid(dispute.view, seat, dispute.round), theirs) for seat in _others(dispute)}
    marked = _marked(own, mine + theirs)
    plain = len({spot.state for spot in marked}) == 1
    yield from _fact(dispute, dispute.seat, list(map(Spot, own)) if plain else marked)
    for seat, cards in others.items():
        if any(spot.state == "hit" for spot in cards):
            yield from _fact(dispute, seat, cards)


def _laid(view: View, seat: str, round_: int) -> list[str]:
    """The cards of a seat's entries in a round: what it made, and else what points are given for, not cards put away."""
    slots = {slot.name for slot in view.history.game.info.slots}
    scored = {card for line in view.lines if line.round == round_ and line.counts for card in line.cards}
    entered = [played for played in view.history.played if played.move.seat == seat and played.round == round_]
    hands = [
        (
            played.move.kind,
            [card for value in played.move.data.values() if isinstance(value, tuple) for card in value if card in view.scene.deck.counts],
        )
        for played in entered
    ]
    return [card for kind, hand in hands if kind in slots or scored.intersection(hand) for card in hand]


def _others(dispute: Dispute) -> list[str]:
    return [seat for seat in dispute.view.history.seats if seat != dispute.seat]


def _fact(dispute: Dispute, seat: str, cards: list[Spot]) -> Iterator[FactRow]:
    if cards:
        yield FactRow(dispute.view.names[seat], _made(dispute.view, seat, dispute.round), cards)


def _marked(cards: Sequence[str], hits: Counter[str]) -> list[Spot]:
    marked = []
    for card in cards:
        marked.append(Spot(card, "hit" if hits[card] else "off"))
        hits[card] -= hits[card] > 0
    return marked


def _made(view: View, seat: str, round_: int) -> str:
    slots = {slot.name for slot in view.history.game.info.slots}
    line = next((line for line in view.lines if (line.round, line.seat) == (round_, seat) and line.slot in slots), None)
    return view.plain.word(line.slot) if line else ""


def rests_on(view: View, clauses: Sequence[str]) -> list[CitedClause]:
    """The clauses with their text, then the open points behind them with what this table has chosen."""
    book = rendering.book(view.table.game)
    entries = [book.entry(clause) for clause in clauses]
    entries += [point for point in book.ambiguities if point.id not in clauses and _behind(view, point, clauses)]
    return [
        citation(view.table.game, entry.id, _chosen(view, entry) if isinstance(entry, Ambiguity) and entry.choices else "")
        for entry in entries
    ]


def _behind(view: View, point: Ambiguity, clauses: Sequence[str]) -> bool:
    """Whether a point the source leaves open decides one of these clauses by an option."""
    book = rendering.book(view.table.game)
    names = {name for clause in book.clauses if clause.id in clauses for name in clause.options}
    return bool(point.choices) and bool(set(point.clauses) & set(clauses) or names & set(point.options))


def _chosen(view: View, point: Ambiguity) -> str:
    book, lang = rendering.book(view.table.game), context.language()
    texts = [book.choice_text(option, view.history.options[option], lang) for option in point.options if book.choices(option)]
    return _("%(title)s. This table: %(choice)s.", title=point.title[lang], choice=view.speaker.marks.semicolon.join(texts))


def _matter(dispute: Dispute) -> Comparison:
    """Yes or no first; then one column for every reading that would change something."""
    found, stuck, in_a_row = dispute.mattering, _stuck(dispute), dispute.view.plain.in_a_row
    if not dispute.readings:
        return Comparison(_("Does it matter? No."), _("The rules leave nothing open here."))
    if not found:
        same = _("Every reading that can be counted gives the same totals.") if stuck else _("Every reading gives the same totals.")
        return Comparison(_("Does it matter? Perhaps.") if stuck else _("Does it matter? No."), in_a_row([same, stuck]))
    first = next((reading for reading in found if _leads_otherwise(reading)), found[0])
    told = instead(first.counted.here, first.counted.other)
    if _leads_otherwise(first):
        told = f"{reading_name(dispute.view, first)}: {told}"
    shown = [Column(reading_name(dispute.view, one), one.counted.other, dispute.by(one)) for one in found[:MOST_COLUMNS]]
    here = Column(_here(dispute.view, found), dispute.view, dispute.points)
    return compared(_("Does it matter? Yes."), in_a_row([told, stuck]), here, shown, _cell_name(dispute))


def _leads_otherwise(reading: Reading) -> bool:
    here, other = standing(reading.counted.here), standing(reading.counted.other)
    return {seat for seat in here if here[seat].first} != {seat for seat in other if other[seat].first}


def reading_name(view: View, reading: Reading) -> str:
    """What a reading is called where there is little room."""
    return in_short(rendering.book(view.table.game).choice_text(reading.option, reading.value, context.language()))


def _here(view: View, found: Sequence[Reading]) -> str:
    """What this table's own reading is called, where only one option is in question."""
    options = {reading.option for reading in found}
    if len(options) > 1:
        return ""
    name = options.pop()
    return in_short(rendering.book(view.table.game).choice_text(name, view.history.options[name], context.language()))


def _stuck(dispute: Dispute) -> str:
    """The readings that cannot be counted to the end, each with the round in which the game would have gone another way."""
    view = dispute.view
    named = [
        f"{reading_name(view, one)} ({view.round_name(one.counted.other.scene.round)})" for one in dispute.readings if one.counted.broke
    ]
    if not named:
        return ""
    told = view.speaker.marks.semicolon.join(named)
    return _("Not to be counted, as the game would have gone another way: %(readings)s.", readings=told)


def _cell_name(dispute: Dispute) -> str:
    name = dispute.view.names[dispute.seat]
    what = _slot(dispute) or dispute.view.round_name(dispute.round)
    return _("%(name)s’s %(what)s", name=name, what=what) if _slot(dispute) else _("%(name)s, %(round)s", name=name, round=what)


def _without(dispute: Dispute, played: Played) -> Comparison:
    """The entry that was let stand beside the table as it would be without it."""
    found = counted(dispute.view, without(dispute.view.history, played.seq))
    here = Column(_("let stand"), dispute.view, dispute.points)
    if found.broke is None:
        other = Column(_("as if not played"), found.other, found.other.points(dispute.round, dispute.seat))
        text = instead(dispute.view, found.other)
    else:
        left = {**dispute.view.totals}
        left[dispute.seat] -= dispute.points if dispute.round <= dispute.view.scene.complete else 0
        other, text = Column(_("its points left out"), dispute.view, None, left), ""
    return compared(_("Let stand, or not?"), text, here, [other], _cell_name(dispute))
