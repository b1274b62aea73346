"""The ruling on one number of the score sheet: facts, reasons, clauses, other interpretations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import abort

from referee.kernel.board import Spot
from referee.kernel.contract import Line, cards_behind
from referee.kernel.decisions import Decision
from referee.kernel.history import Played
from referee.kernel.rescore import without
from referee.rulebook import Ambiguity
from referee.web.http import context, rendering
from referee.web.http.parts import Fact, Sentence
from referee.web.http.words import gettext as _
from referee.web.view.log_words import reason_text
from referee.web.view.seat_words import spoken
from referee.web.view.view import View, capitalized, pack_cards
from referee.words import Speaker, plain_number

from .recount import (
    Column,
    Comparison,
    Reading,
    compared,
    counted,
    in_short,
    linked,
    readings,
    visible_part,
)
from .ruling import CitedClause, RulingView, citation, deciding, held_open

MOST_LINES = 8
MOST_COLUMNS = 4
TWICE = 2


@dataclass(frozen=True)
class Dispute:
    """A cell of the score sheet (round and seat) as its reader may see it."""

    view: View
    round: int
    seat: str

    @classmethod
    def about(cls, view: View, round_: int, seat: str) -> Dispute | None:
        """The cell; None if nothing visible is scored there."""
        found = cls(visible_part(view), round_, seat)
        return found if found.counted else None

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines that count, then the few lines inside a single game."""
        own = [
            line for line in self.view.lines if (line.round, line.seat) == (self.round, self.seat)
        ]
        inside = [line for line in own if line.part == "game"]
        return (
            *(line for line in own if line.counts),
            *(inside if len(inside) <= MOST_LINES else ()),
        )

    @property
    def counted(self) -> list[Line]:
        return [line for line in self.lines if line.counts]

    @cached_property
    def decision(self) -> Decision | None:
        return self.view.history.decisions.get((self.round, self.seat))

    @cached_property
    def by_rules(self) -> Dispute:
        """The cell by the rules alone, without decisions."""
        if self.decision is None:
            return self
        return replace(self, view=replace(self.view, history=self.view.history.by_rules))

    @property
    def points(self) -> int:
        return sum(line.points for line in self.counted)

    @property
    def slot(self) -> str:
        slot = self.counted[0].slot
        return self.view.plain.word(slot) if slot in self.view.history.game.info.made else ""

    @cached_property
    def overruled(self) -> Played | None:
        """The newest entry of the cell that was allowed against a rule."""
        entered = self.view.history.entered(self.round, self.seat)
        return next((played for played in reversed(entered) if played.move.accept), None)

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """The clauses behind the number, including those of allowed objections."""
        against = self.overruled.accepted if self.overruled else ()
        return tuple(dict.fromkeys(said.clause for said in (*self.lines, *against) if said.clause))

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(line.code for line in self.lines)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """The other interpretations of options linked to its clauses."""
        return tuple(readings(self.view, linked(self.view, self.clauses)))

    @cached_property
    def mattering(self) -> tuple[Reading, ...]:
        """Interpretations that change this number, a total, a place or the lead."""
        told = (reading for reading in self.readings if not reading.counted.broke)
        return tuple(
            reading
            for reading in told
            if reading.counted.differs or self.by(reading) != self.points
        )

    def by(self, reading: Reading) -> int | None:
        return reading.counted.other.points(self.round, self.seat)


def find_dispute(view: View, round_: int, seat: str) -> Dispute:
    """The cell of a round and seat; 404 if nothing visible is scored there."""
    return Dispute.about(view, round_, seat) or abort(404)


def number_ruling(dispute: Dispute, speaker: Speaker) -> RulingView:
    """The ruling on a number, in the speaker's HTML or plain text."""
    asks = _(
        "%(name)s, %(round)s",
        name=dispute.view.names[dispute.seat],
        round=dispute.view.round_name(dispute.round),
    )
    cell = (
        _("%(name)s’s %(what)s", name=dispute.view.names[dispute.seat], what=dispute.slot)
        if dispute.slot
        else asks
    )
    ruled = dispute.by_rules
    said = [spoken(speaker, line) for line in ruled.lines]
    decided = dispute.decision is not None
    return RulingView(
        asks=asks,
        say=verdict_sentence(dispute),
        why=[*decision_words(dispute), *said, *_stands(dispute, speaker)],
        facts=_facts(ruled),
        clauses=rests_on(ruled.view, ruled.clauses, ruled.codes),
        comparison=None if decided else _matter(dispute, cell),
        overruled=_without(dispute, dispute.overruled, cell)
        if dispute.overruled and not decided
        else None,
        deciding=None if decided else _deciding(dispute),
        decided=decided,
    )


def _deciding(dispute: Dispute) -> Sentence | None:
    """The choice in force on the first option that would change the number."""
    other = (one.option for one in dispute.mattering if dispute.by(one) != dispute.points)
    option = next(other, None)
    return (
        deciding(dispute.view.table.game, dispute.view.history.options, option) if option else None
    )


def decision_words(dispute: Dispute) -> list[Sentence]:
    """How the players decided the number, and what it would be by the rules."""
    found = dispute.decision
    if found is None:
        return []
    told, points = found.event.data, plain_number(dispute.by_rules.points)
    option, view = str(told.get("option", "")), dispute.view
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


def verdict_sentence(dispute: Dispute) -> str:
    """The verdict in one sentence, which also says if the players decided it."""
    view, points = dispute.view, plain_number(dispute.points)
    name, round_ = view.names[dispute.seat], capitalized(view.round_name(dispute.round))
    if dispute.slot:
        about = {"name": name, "what": dispute.slot, "points": points}
        if dispute.decision:
            return _("You decided: %(name)s’s %(what)s is worth %(points)s.", **about)
        return _("%(name)s’s %(what)s is worth %(points)s.", **about)
    if not view.history.game.info.tally:
        about = {"round": round_, "name": name, "points": points}
        if dispute.decision:
            return _("You decided: %(name)s scores %(points)s in %(round)s.", **about)
        return _("%(round)s: %(name)s scores %(points)s.", **about)
    if dispute.points > 0:
        return _("%(round)s: %(name)s wins.", round=round_, name=name)
    return _("%(round)s: %(name)s does not win.", round=round_, name=name)


def _stands(dispute: Dispute, speaker: Speaker) -> list[Sentence]:
    """The objections to an allowed entry, and the reason it was allowed."""
    played = dispute.overruled
    if played is None:
        return []
    event = dispute.view.history.event(played.changed)
    why = (
        [Sentence(_("§ Allowed: %(reason)s", reason=reason_text(event.reason)))]
        if event and event.reason
        else []
    )
    return [*(spoken(speaker, ruling) for ruling in played.accepted), *why]


def _facts(dispute: Dispute) -> list[Fact]:
    """The seat's cards and counting cards of others, marked if only some count."""
    view, round_ = dispute.view, dispute.round
    scoring = [card for line in dispute.counted for card in line.cards]
    if max(view.scene.deck.counts.values()) > TWICE:
        # With so many identical cards nobody can tell whose one was.
        rows = {dispute.seat: list(map(Spot, scoring))}
    else:
        own = _laid(view, dispute.seat, round_)
        theirs = _theirs(dispute.counted, own)
        mine = Counter(scoring) - theirs
        others = {
            seat: _marked(_laid(view, seat, round_), theirs)
            for seat in view.history.seats
            if seat != dispute.seat
        }
        marked = _marked(own, mine + theirs)
        plain = len({spot.state for spot in marked}) == 1
        rows = {dispute.seat: list(map(Spot, own)) if plain else marked}
        rows |= {
            seat: cards
            for seat, cards in others.items()
            if any(spot.state == "hit" for spot in cards)
        }
    return [
        Fact(view.names[seat], _made(view, seat, round_), cards)
        for seat, cards in rows.items()
        if cards
    ]


def by_holder(view: View, round_: int, seat: str, lines: Sequence[Line]) -> dict[str, list[str]]:
    """The cards behind a number by the seat that laid them, the scoring seat first.

    If only others' cards count, the seat has those it laid. Identical cards, and cards laid by
    nobody, are with the scoring seat.
    """
    cards = cards_behind(lines, view.scene.deck)
    if max(view.scene.deck.counts.values()) > TWICE:
        return {seat: [*cards]}
    own = _laid(view, seat, round_)
    others = [one for one in view.history.seats if one != seat]
    left = {one: Counter(_laid(view, one, round_)) for one in others} | {seat: Counter(own)}
    theirs = _theirs(lines, own)
    held: dict[str, list[str]] = {seat: []}
    for card in cards:
        near = (*others, seat) if theirs[card] else (seat, *others)
        holder = next((one for one in near if left[one][card]), seat)
        left[holder][card] -= 1
        held.setdefault(holder, []).append(card)
    return held | {seat: held[seat] or own}


def _theirs(lines: Sequence[Line], own: Sequence[str]) -> Counter[str]:
    """The cards of lines that count other seats' cards."""
    return Counter(
        card for line in lines if Counter(line.cards) - Counter(own) for card in line.cards
    )


def _laid(view: View, seat: str, round_: int) -> list[str]:
    """The cards a seat laid in a round: slots it made, or cards that score; not discards."""
    scored = {
        card for line in view.lines if line.round == round_ and line.counts for card in line.cards
    }
    made = view.history.game.info.made
    entered = [
        (played.move.kind, pack_cards(view, played.cards))
        for played in view.history.entered(round_, seat)
    ]
    return [
        card for kind, hand in entered if kind in made or scored.intersection(hand) for card in hand
    ]


def _marked(cards: Sequence[str], hits: Counter[str]) -> list[Spot]:
    marked = []
    for card in cards:
        marked.append(Spot(card, "hit" if hits[card] else "off"))
        hits[card] -= hits[card] > 0
    return marked


def _made(view: View, seat: str, round_: int) -> str:
    made = view.history.game.info.made
    return next(
        (
            view.plain.word(line.slot)
            for line in view.lines
            if (line.round, line.seat) == (round_, seat) and line.slot in made
        ),
        "",
    )


def rests_on(view: View, clauses: Sequence[str], codes: Sequence[str] = ()) -> list[CitedClause]:
    """The clauses with text, rulings on points without options, then open points as chosen."""
    game, cited = view.table.game, set(clauses)
    book = rendering.book(game)
    names = {name for clause in book.clauses if clause.id in cited for name in clause.options}
    behind = [
        point
        for point in book.ambiguities
        if point.choices and (cited & set(point.clauses) or names & set(point.options))
    ]
    # Clauses of an older rulebook may be missing in this one.
    known = [clause for clause in clauses if book.has(clause)]
    entries = [
        *map(book.entry, known),
        *(point for point in (*book.deciding(codes), *behind) if point.id not in cited),
    ]
    chosen = {
        one.id: _chosen(view, one) for one in entries if isinstance(one, Ambiguity) and one.choices
    }
    return [
        citation(game, one.id, chosen.get(one.id) or held_open(game, one.id)) for one in entries
    ]


def _chosen(view: View, point: Ambiguity) -> str:
    book, lang = rendering.book(view.table.game), context.language()
    texts = [
        book.choice_text(option, view.history.options[option], lang)
        for option in point.options
        if book.choices(option)
    ]
    return _(
        "%(title)s. This game: %(choice)s.",
        title=point.title[lang],
        choice=view.speaker.marks.semicolon.join(texts),
    )


def _matter(dispute: Dispute, cell: str) -> Comparison:
    """Whether an interpretation matters, then a column for each that does."""
    found, stuck, view = dispute.mattering, _stuck(dispute), dispute.view
    if not dispute.readings:
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
    first = next((reading for reading in found if reading.leads_otherwise), found[0])
    told = (
        f"{first.name}: {first.counted.instead}" if first.leads_otherwise else first.counted.instead
    )
    shown = [Column(one.name, one.counted.other, dispute.by(one)) for one in found[:MOST_COLUMNS]]
    here = Column(own_choice(view, found, view.history.options), view, dispute.points)
    return compared(told, stuck, here, shown, cell)


def own_choice(view: View, found: Sequence[Reading], options: Mapping[str, object]) -> str:
    """The name of this table's own choice, if the columns differ in one option only."""
    name = found[0].option
    return (
        ""
        if any(reading.option != name for reading in found)
        else in_short(view, name, options[name])
    )


def _stuck(dispute: Dispute) -> str:
    """The interpretations that cannot be counted, each with the round where they stop."""
    view = dispute.view
    named = [
        f"{one.name} ({view.round_name(one.counted.other.scene.round)})"
        for one in dispute.readings
        if one.counted.broke
    ]
    told = view.speaker.marks.semicolon.join(named)
    return (
        _("Not scored, because the game would have gone differently: %(readings)s.", readings=told)
        if told
        else ""
    )


def _without(dispute: Dispute, played: Played, cell: str) -> Comparison:
    found = counted(dispute.view, without(dispute.view.history, played.seq))
    here = Column(_("if allowed"), dispute.view, dispute.points)
    if found.broke is None:
        other = Column(
            _("as if not played"), found.other, found.other.points(dispute.round, dispute.seat)
        )
        return compared(_("Allowed or not?"), found.instead, here, [other], cell)
    left = {**dispute.view.totals}
    left[dispute.seat] -= dispute.points if dispute.round <= dispute.view.scene.complete else 0
    return compared(
        _("Allowed or not?"),
        "",
        here,
        [Column(_("its points left out"), dispute.view, None, left)],
        cell,
    )
