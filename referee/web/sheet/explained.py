"""The round explained: each seat's points with cards, arithmetic and clause, then other events."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from referee.kernel.board import Spot
from referee.kernel.contract import Line
from referee.kernel.history import Played
from referee.store.symbols import Sign
from referee.web.http.parts import Sentence
from referee.web.http.words import gettext as _
from referee.web.rulings.number import ScoredCell, decision_words
from referee.web.rulings.number_cards import by_holder
from referee.web.view.log_words import reason_text
from referee.web.view.seat_words import handover_notes
from referee.web.view.view import View
from referee.words import line_sentence

WENT_AND_CAME = ("gone", "mark")


@dataclass(frozen=True)
class HeldCards:
    """Cards of a player that count for another one."""

    name: str
    cards: Sequence[str]


@dataclass(frozen=True)
class ExplainedRow:
    """A side's points, cards and reasons; ``others`` are counting cards of other players.

    ``correct`` (for players), ``question`` and ``ruling_href`` are addresses.
    """

    seat: str
    name: str
    signs: Sequence[Sign]
    kind: str
    cards: Sequence[str]
    others: Sequence[HeldCards]
    points: int
    reasons: Sequence[Sentence]
    ruling_href: str
    question: str
    correct: str


@dataclass(frozen=True)
class Happening:
    """An event in a sentence, numbered if the order matters, with a remark and a few cards."""

    n: int | None
    text: str
    detail: str
    clause: str
    cards: Sequence[Spot]


@dataclass(frozen=True)
class RoundSection:
    """Other events of a round under one heading; ``numbers`` are (name, short name, n)."""

    title: str
    note: str
    clause: str
    numbers: Sequence[tuple[str, str, Any]]
    rows: Sequence[Happening]


@dataclass(frozen=True)
class Explained:
    """A round: each seat's points, other events, and handovers between players."""

    rows: Sequence[ExplainedRow] = ()
    sections: Sequence[RoundSection] = ()
    handovers: Sequence[str] = ()

    @property
    def clauses(self) -> list[str]:
        """The clauses of its lines, without duplicates, in order."""
        own = [reason.clause for row in self.rows for reason in row.reasons]
        parts = [
            clause
            for part in self.sections
            for clause in (part.clause, *(row.clause for row in part.rows))
        ]
        return [*dict.fromkeys(clause for clause in (*own, *parts) if clause)]


def explained(view: View, round_: int) -> Explained:
    """The round explained, cached for everybody with the same view."""
    return view.shared(("explained", round_), lambda: _explained(view, round_))


def _explained(view: View, round_: int) -> Explained:
    by_seat: dict[str, list[Line]] = {seat: [] for seat in view.heads}
    by_part: dict[str, list[Line]] = {}
    for line in (line for line in view.lines if line.round == round_):
        if not line.counts:
            by_part.setdefault(line.part, []).append(line)
        elif line.seat in view.history.seats:
            by_seat[view.head(line.seat)].append(line)
    return Explained(
        [_row(view, seat, own, round_) for seat, own in by_seat.items() if own],
        [_section(view, part, lines) for part, lines in by_part.items()],
        handover_notes(view),
    )


def _row(view: View, seat: str, lines: Sequence[Line], round_: int) -> ExplainedRow:
    """A side's row; all its lines (a Chief's two parts, a date and its visitors) are reasons."""
    first = lines[0]
    said = [Sentence(view.line_text(view.translator, line), line.clause) for line in lines]
    cards, others = behind(view, round_, seat, lines)
    return ExplainedRow(
        seat=seat,
        name=view.side_name(seat),
        signs=view.side_signs(seat),
        kind=view.translator.word(first.slot) if first.slot in view.history.game.info.made else "",
        cards=cards,
        others=others,
        points=sum(line.points for line in lines),
        reasons=(*said, *decided_sentences(view, round_, seat), *_overruled(view, seat, round_)),
        ruling_href=view.url("rulings.ruling", number=round_, seat=seat),
        question=question_href(view, round_, seat),
        correct=view.url("sheets.sheet", open=f"{round_}-{seat}", _anchor=f"cell-{round_}-{seat}")
        if view.may_enter
        else "",
    )


def behind(
    view: View, round_: int, seat: str, lines: Sequence[Line]
) -> tuple[tuple[str, ...], tuple[HeldCards, ...]]:
    """The seat's own cards behind its number, and those of others."""
    held = by_holder(view, round_, seat, lines)
    own = tuple(held.pop(seat))
    return own, tuple(HeldCards(view.names[one], tuple(cards)) for one, cards in held.items())


def decided_sentences(view: View, round_: int, seat: str) -> list[Sentence]:
    """What the players decided on a number."""
    decided = (round_, seat) in view.history.decisions
    cell = ScoredCell.about(view, round_, seat) if decided else None
    return decision_words(cell) if cell else []


def allowed_of(view: View, round_: int, seat: str) -> list[Played]:
    """The moves of a round that allow an entry of a side against a rule."""
    found = {
        played.seq: played
        for one in view.partners(seat)
        for played in view.history.allowed(round_, one)
    }
    return [found[seq] for seq in sorted(found)]


def _overruled(view: View, seat: str, round_: int) -> list[Sentence]:
    return [
        Sentence(_("§ Allowed: %(reason)s", reason=reason_text(event.reason)))
        for played in allowed_of(view, round_, seat)
        if (event := view.history.event(played.changed))
    ]


def question_href(view: View, round_: int, seat: str) -> str:
    """The address to ask about a side's newest entry in a round, or about the game."""
    entered = [
        played.seq for one in view.partners(seat) for played in view.history.entered(round_, one)
    ]
    return view.ask_url(**({"entry": max(entered)} if entered else {}))


def still_to_play(view: View) -> list[tuple[str, list[str]]]:
    """Each seat's name with the slots it has not made yet."""
    made = {(line.seat, line.slot) for line in view.lines if line.part == "score"}
    slots = [slot.name for slot in view.history.game.info.slots]
    left = {
        seat: [view.translator.word(slot, short=True) for slot in slots if (seat, slot) not in made]
        for seat in view.history.seats
    }
    return [(view.names[seat], names) for seat, names in left.items() if names]


def _section(view: View, part: str, lines: Sequence[Line]) -> RoundSection:
    """A section such as thefts or refill: a number per seat, or events one by one."""
    numbers = all(
        "n" in line.params and view.translator.find(f"line.{line.code}.number") for line in lines
    )
    told = [line for line in lines if not view.translator.find(f"line.{line.code}.number")]
    return RoundSection(
        title=view.translator.say(f"part.{part}", default=part),
        note=view.translator.say(f"part.{part}.note", default=""),
        clause=lines[0].clause
        if numbers
        else view.translator.say(f"part.{part}.clause", default=""),
        numbers=[
            (view.names[line.seat], view.short_names[line.seat], line.params["n"])
            for line in lines
            if line not in told
        ],
        rows=[
            _told(view, line, at if len(told) > 1 or part == "theft" else None)
            for at, line in enumerate(told, 1)
        ],
    )


def _told(view: View, line: Line, number: int | None) -> Happening:
    few = line.cards if len(line.cards) <= len(WENT_AND_CAME) else ()
    text = line_sentence(view.translator, line)
    if not line.nobody and view.names[line.seat] not in line_sentence(view.plain, line):
        # This sentence is usually shown below the seat's name.
        text = Markup("{}：{}" if view.translator.lang == "ja" else "{}: {}").format(
            view.names[line.seat], text
        )
    return Happening(
        n=number,
        text=text,
        detail=line_sentence(view.translator, line, ".remark"),
        clause=line.clause,
        cards=[Spot(card, state) for card, state in zip(few, WENT_AND_CAME, strict=False)],
    )
