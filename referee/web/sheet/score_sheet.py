"""The score sheet: rounds by seats, every number with its lines, corrections and place."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from markupsafe import Markup

from referee.kernel.causes import Causes, causes
from referee.kernel.contract import Line, SeatId, rank_by
from referee.kernel.history import Played
from referee.store.symbols import Sign
from referee.web.changes.notifications import altered
from referee.web.http.parts import Banner, Link, Sentence
from referee.web.http.words import gettext as _
from referee.web.view.log_words import answer_text, clock, move_name, really, reason_text, who
from referee.web.view.score_changes import Cell, Correction, corrections, last_number
from referee.web.view.seat_words import early_end, handover_notes, ordinal, result_text
from referee.web.view.seen import leaders
from referee.web.view.view import View
from referee.words import line_sentence, plain_number

from .entered_numbers import entered_numbers, names_of_numbers
from .explained import HeldCards, allowed_of, behind, decided_sentences, question_href

FEW = 6


@dataclass(frozen=True)
class SheetColumn:
    """A side with its people's signs; ``shared`` if a seat of it passed to another person."""

    name: str
    short: str
    shared: bool
    signs: Sequence[Sign]


# With more entries behind a number, one link to the list replaces the buttons.
MOST_FIXES = 3


@dataclass(frozen=True)
class OpenedCell:
    """The details of a number: cards (``others``: other players'), lines, notes, corrections."""

    title: str
    where: str
    cards: Sequence[str]
    others: Sequence[HeldCards]
    lines: Sequence[Sentence]
    notes: Sequence[Markup]
    history: Sequence[Markup]
    ruling_href: str | None
    question: str
    correct: Sequence[Link]


@dataclass(frozen=True)
class SheetCell:
    """A number, or the ``text`` shown for it; ``was`` is the number before a correction.

    ``told`` is what was entered for it, where those are numbers, too.
    """

    id: str
    href: str
    name: str
    told: str
    points: int
    text: str
    was: int | None
    corrected: bool
    allowed: bool
    changed: bool
    opened: OpenedCell | None


@dataclass(frozen=True)
class SheetRow:
    """A round with a cell per side (None: no number); ``band`` heads it and the next rounds."""

    label: str
    band: Banner | None
    cells: Sequence[SheetCell | None]


@dataclass(frozen=True)
class SheetTotal:
    """A side's total, its rank in words if known, and whether it is ahead."""

    total: int
    rank: str
    first: bool
    changed: bool


@dataclass(frozen=True)
class ScoreSheet:
    """The whole sheet; ``handovers`` say who played from when, ``told`` what small numbers are."""

    columns: Sequence[SheetColumn]
    rows: Sequence[SheetRow]
    totals: Sequence[SheetTotal]
    result: Sentence | None
    handovers: Sequence[str]
    told: str

    @property
    def cells(self) -> list[SheetCell]:
        return [cell for row in self.rows for cell in row.cells if cell]


def sheet_of(view: View, opened: str = "", placed: bool = False) -> ScoreSheet:
    """The whole sheet; ``opened`` is a cell ("round-seat"), ``placed`` shows ranks early."""
    return view.shared(("sheet", opened, placed), lambda: _sheet(view, opened, placed))


def _sheet(view: View, opened: str, placed: bool) -> ScoreSheet:
    corrected, changed = corrections(view), altered(view)
    # The seats that more than one person played.
    shared = {taken.seat for taken in view.seats.handovers}
    rounds = max(view.history.game.info.rounds, max((line.round for line in view.lines), default=0))
    moved = {seat for _, seat in changed}
    return ScoreSheet(
        columns=[
            SheetColumn(
                view.side_name(seat),
                view.short_side_name(seat),
                not shared.isdisjoint(view.partners(seat)),
                view.side_signs(seat),
            )
            for seat in view.heads
        ],
        rows=[
            SheetRow(
                view.round_label(round_),
                _band(view, round_),
                [
                    _cell(view, (round_, seat), opened, corrected.get((round_, seat), ()), changed)
                    for seat in view.heads
                ],
            )
            for round_ in range(1, rounds + 1)
        ],
        totals=_totals(view, moved, placed),
        result=_result(view),
        handovers=handover_notes(view),
        told=names_of_numbers(view),
    )


def _band(view: View, round_: int) -> Banner | None:
    if not (title := view.translator.say(f"band.{round_}", default="")):
        return None
    return Banner(
        title,
        view.translator.say(f"band.{round_}.text", default=""),
        "",
        view.plain.say(f"band.{round_}.suit", default=""),
    )


def _cell(
    view: View, at: Cell, opened: str, corrected: Sequence[Correction], changed: Collection[Cell]
) -> SheetCell | None:
    lines = view.sight.scored.get(at, [])
    if not lines:
        return None
    (name, whole), own = _slot_name(view, lines), f"{at[0]}-{at[1]}"
    return SheetCell(
        id=f"cell-{own}",
        href=view.url("sheets.sheet", open=None if own == opened else own, _anchor=f"cell-{own}"),
        name=name,
        told=entered_numbers(view).get(at, ""),
        points=sum(line.points for line in lines),
        text=line_sentence(view.translator, lines[0], ".cell"),
        was=last_number(corrected),
        corrected=bool(corrected),
        allowed=bool(allowed_of(view, *at)) or at in view.history.decisions,
        changed=at in changed,
        opened=_opened(view, *at, lines, corrected, whole) if own == opened else None,
    )


def _slot_name(view: View, lines: Sequence[Line]) -> tuple[str, str]:
    slot = lines[0].slot
    if slot not in view.history.game.info.made:
        return "", ""
    return view.translator.word(slot, short=True), view.translator.word(slot)


def _opened(
    view: View,
    round_: int,
    seat: str,
    lines: Sequence[Line],
    changed: Sequence[Correction],
    name: str,
) -> OpenedCell:
    said = line_sentence(view.translator, lines[0], ".cell") or plain_number(
        sum(line.points for line in lines)
    )
    cards, others = behind(view, round_, seat, lines)
    shown, marks = round_ <= view.scene.complete or not view.unrevealed, view.translator.marks
    return OpenedCell(
        title=Markup(marks.worth).join(
            (Markup(marks.comma).join(filter(None, (view.side_name(seat), Markup(name)))), said)
        ),
        where=view.round_name(round_),
        cards=cards,
        others=others,
        lines=tuple(
            Sentence(view.line_text(view.translator, line), line.clause)
            for line in (*lines, *_of_game(view, round_, seat))
        ),
        notes=(
            *(_overruled(view, played.changed) for played in allowed_of(view, round_, seat)),
            *(Markup.escape(said.text) for said in decided_sentences(view, round_, seat)),
        ),
        history=tuple(_note(view, correction) for correction in changed),
        ruling_href=view.url("rulings.ruling", number=round_, seat=seat) if shown else None,
        question=question_href(view, round_, seat),
        correct=tuple(_correct_links(view, round_, seat)) if view.may_enter else (),
    )


def _of_game(view: View, round_: int, seat: str) -> Iterator[Line]:
    """The lines inside the game itself behind the side's points."""
    return (
        line
        for line in view.lines
        if line.part == "game" and line.round == round_ and view.head(line.seat) == seat
    )


def _correct_links(view: View, round_: int, seat: str) -> list[Link]:
    """Links to correct the entries behind a number: each of a few, or else the list of all."""
    found, listed = causes_of(view, round_, seat), view.url("fixes.entries")
    if len(found.entries) > MOST_FIXES:
        return [Link(_("Fix it"), listed)]
    names = (
        [_("Fix it")]
        if len(found.entries) == 1 and found.whole
        else _told_apart(view, found.entries)
    )
    entries = zip(found.entries, names, strict=True)
    links = [
        Link(name, view.url("corrections.correct", seq=played.seq)) for played, name in entries
    ]
    return links if links and found.whole else [*links, Link(_("in the list of entries"), listed)]


def causes_of(view: View, round_: int, seat: str) -> Causes:
    """The entries that can change a number; before a reveal only the reader's own."""
    if view.unrevealed and round_ > view.scene.complete:
        own = [
            played
            for played in view.history.played
            if played.round == round_ and played.move.seat == view.seat
        ]
        return Causes(tuple(own), True)

    def number(lines: Sequence[Line]) -> tuple[int, str] | None:
        counted = [
            line
            for line in lines
            if line.round == round_ and view.head(line.seat) == seat and line.counts
        ]
        return (
            (sum(line.points for line in counted), line_sentence(view.plain, counted[0], ".cell"))
            if counted
            else None
        )

    return causes(view.history.played, (round_, seat), number, FEW, Random(view.history.revision))


def _told_apart(view: View, entries: Sequence[Played]) -> list[str]:
    """Names for entries: player and kind, then the answer, then the round if still equal."""
    names = [move_name(view, played.move) for played in entries]
    if len(set(names)) < len(names):
        told = [
            (name, answer_text(view, played.move, name))
            for name, played in zip(names, entries, strict=True)
        ]
        names = [view.plain.marks.comma.join(filter(None, both)) for both in told]
    if len(set(names)) < len(names):
        names = [
            f"{name} ({view.round_name(played.round)}, {at})"
            for at, (name, played) in enumerate(zip(names, entries, strict=True), 1)
        ]
    return names


def _note(view: View, correction: Correction) -> Markup:
    """A correction: time, author, reason, entry, answers and the previous number."""
    event, marks = correction.event, view.translator.marks
    japanese = view.translator.lang == "ja"
    reason = Markup("{}{}").format(marks.colon, reason_text(event.reason)) if event.reason else ""
    told = Markup("{} {}{}" if japanese else "{}, {}{}").format(
        clock(event.at), who(view, event.by), reason
    )
    old = "–" if correction.old is None else plain_number(correction.old)
    number = [_("Was %(old)s.", old=old).rstrip(".。")] if correction.moved else []
    return (
        Markup(marks.stop + marks.gap).join([told, *_answers(view, correction), *number])
        + marks.stop
    )


def _answers(view: View, correction: Correction) -> list[str]:
    was, now = correction.was, correction.now
    if was is None:
        return []
    if now and (
        card := really(
            view, now.move.seat, (was.move.kind, was.move.data), (now.move.kind, now.move.data)
        )
    ):
        return [card]
    name, before, after = (
        move_name(view, was.move),
        answer_text(view, was.move),
        answer_text(view, now.move) if now else "",
    )
    return [
        f"{name}{view.plain.marks.colon}{before or '–'} → {after or '–'}"
        if before != after
        else name
    ]


def _overruled(view: View, seq: int) -> Markup:
    event = view.history.event(seq)
    assert event is not None
    pattern = Markup("§ {}、{}：{}" if view.translator.lang == "ja" else "§ {}, {}: {}")
    return pattern.format(clock(event.at), who(view, event.by), reason_text(event.reason))


def _totals(view: View, changed: Collection[str], placed: bool) -> list[SheetTotal]:
    """The last row: totals with ranks, or games won with the series' leader."""
    tally = view.history.game.info.tally
    ended = view.result if not tally else None
    places = view.placed(ended.ranking if ended else rank_by(view.totals, view.low_wins))
    ahead = ended.winners if ended else leaders(view.totals, view.history.game.info)
    shown = view.ranked and not tally and (ended or placed)
    ranks = {
        seat: ordinal(*places[seat]) if shown else _("won") if tally else "" for seat in places
    }
    return [
        SheetTotal(view.totals[seat], ranks[seat], seat in ahead, seat in changed)
        for seat in view.heads
    ]


def running_totals(view: View) -> dict[SeatId, list[int]]:
    """Each side's total before the first round and after each complete one."""
    rounds = range(1, view.scene.complete + 1)
    return {
        seat: [*accumulate((view.points(n, seat) or 0 for n in rounds), initial=0)]
        for seat in view.heads
    }


def axis_label(view: View, round_: int) -> str:
    """The label below a round of a chart: its number, or the band that begins there."""
    if view.plain.say("band.1", default=""):
        return view.plain.say(f"band.{round_}", default="")
    return view.round_label(round_)


def _result(view: View) -> Sentence | None:
    if view.seats.closed and view.result is None:
        return Sentence(early_end(view))
    return Sentence(result_text(view), view.result.reasons[0].clause) if view.result else None
