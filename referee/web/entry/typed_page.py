"""The page to type in a paper sheet: rows entered, doubtful rows with reasons, and the syntax."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response

from referee.kernel.contract import Prompt, Ruling, SeatId, totals
from referee.kernel.game import find_prompt
from referee.kernel.history import Played
from referee.service.disputes import waiting
from referee.web.http import context, rendering
from referee.web.http.errors import error_sentence, problem_of
from referee.web.http.parts import Form, Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.view.page_header import page_header
from referee.web.view.secrecy import phones_of, secrecy
from referee.web.view.view import View, field_label
from referee.words import plain_number, ruling_sentence

from .refusal import missing_text
from .typed import MAX_LINE, RowProblem, beginning, write
from .typed_batch import BatchResult, UnenteredRow
from .typed_words import Words

MOST_SHOWN = 60
# Characters shown of a doubtful row; the box has all of it.
MOST_OF_LINE = MAX_LINE + 40
# Separates alternatives, and fields as they may be typed.
OR = " / "


@dataclass(frozen=True)
class TypedRow:
    """An entered row: round, player, typed form, and points and total once known."""

    round: str
    name: str
    line: str
    points: str
    total: str


@dataclass(frozen=True)
class Doubt:
    """A doubtful row: the line, the column, the problem, and why by which clause."""

    line: str
    at: int
    said: Sentence
    why: str


@dataclass(frozen=True)
class RowKind:
    """A kind of row that can be typed now: its shortest prefix, name and fields."""

    short: str
    name: str
    fields: str


@dataclass(frozen=True, kw_only=True)
class TypedPage(Page):
    """The next player, the possible rows, those entered (newest first), and the box for others."""

    next: str
    ways: Sequence[RowKind]
    rows: Sequence[TypedRow]
    doubts: Sequence[Doubt]
    box: str
    waits: int
    note: str
    total_rows: int


def words_of(view: View) -> Words:
    """The names of things at this table in typed rows."""
    return Words(view.history.game, view.names, view.plain.lang)


def order_of(view: View, prompts: Sequence[Prompt]) -> list[SeatId | None]:
    """The seats to type for, in order; with secret entry this phone's seat, or phoneless ones."""
    asked = list(dict.fromkeys(prompt.seat for prompt in prompts if not prompt.aside))
    if not secrecy(view):
        return asked
    if view.seat:
        return [seat for seat in asked if seat == view.seat]
    return [seat for seat in asked if seat not in phones_of(view).seats]


def typed_page(
    view: View, since: int, outcome: BatchResult | None = None, status: int = 200
) -> Response:
    """The page with the outcome of the rows sent; lists rows entered after revision ``since``."""
    kept = outcome.kept if outcome else ()
    order = order_of(view, view.prompts)
    made = [played for played in view.history.played if played.seq > since]
    model = TypedPage(
        header=page_header(view, _("Enter a paper sheet"), view.url("tables.table")),
        view=view,
        form=Form(
            view.url("typed.enter"),
            {"seen": view.history.revision, "key": context.new_key(), "since": since},
        ),
        next=_next(view, order),
        ways=_ways(view, order[0]) if order else (),
        rows=_rows(view, made[-MOST_SHOWN:]),
        doubts=[_doubt(view, one) for one in kept if one.why],
        box="\n".join(one.line for one in kept),
        waits=sum(one.why is None for one in kept),
        note=_note(view, outcome, order),
        total_rows=len(made),
    )
    return rendering.page("entry/typed.html", model, status)


def _next(view: View, order: Sequence[SeatId | None]) -> str:
    return view.plain.seat(order[0]) if order else ""


def _note(view: View, outcome: BatchResult | None, order: Sequence[SeatId | None]) -> str:
    if outcome and outcome.others:
        return _("Another phone made an entry. The rows now have names. Check and send them again.")
    if outcome and outcome.stopped:
        return error_sentence(problem_of(outcome.stopped))
    if waiting(view.history.table_events):
        return _("The game is paused.")
    if view.over:
        return _("The game is over.")
    return "" if order else _("Nothing to enter on this phone now.")


def _rows(view: View, made: Sequence[Played]) -> list[TypedRow]:
    """Rows entered, newest first; a seat's last row in a round shows its points."""
    last = {(played.round, played.move.seat): played.seq for played in made}
    return [
        _row(view, played, last[played.round, played.move.seat] == played.seq)
        for played in reversed(made)
    ]


def _row(view: View, played: Played, last: bool) -> TypedRow:
    """A row, without anything this phone may not see."""
    seat, event = played.move.seat, view.history.event(played.seq)
    hidden = event is None or view.hides(event)
    prompts = () if hidden else view.history.game.prompts(played.before)
    prompt = find_prompt(prompts, played.move.kind, seat)
    line = write(played.move, prompt, prompts, words_of(view), seat) if prompt else _("ready")
    points = (
        view.points(played.round, seat)
        if seat and last and played.round <= view.scene.complete
        else None
    )
    total = (
        totals(view.lines, view.history.seats, played.round, view.history.sides)[seat]
        if seat and points is not None
        else None
    )
    numbers = [plain_number(number) if number is not None else "" for number in (points, total)]
    return TypedRow(view.round_label(played.round), view.plain.seat(seat), line, *numbers)


def _ways(view: View, seat: SeatId | None) -> list[RowKind]:
    """The ways to type the next seat's move, each kind once."""
    asked = {
        prompt.kind: prompt
        for prompt in reversed(view.prompts)
        if prompt.seat in (seat, None) and not prompt.aside
    }
    words, marks = words_of(view), view.plain.marks
    shorts = {
        kind: marks.between.join(beginning(kind, list(asked), words)) for kind in reversed(asked)
    }
    told = {
        kind: OR.join(field_label(view, field) for field in asked[kind].fields) for kind in shorts
    }
    return [RowKind(short, view.kind_name(kind), told[kind]) for kind, short in shorts.items()]


def _doubt(view: View, kept: UnenteredRow) -> Doubt:
    line = kept.line if len(kept.line) < MOST_OF_LINE else kept.line[:MOST_OF_LINE] + "…"
    match kept.why:
        case RowProblem(code="field", ruling=Ruling() as ruling):
            return Doubt(line, kept.why.at, _ruled(view, ruling), "")
        case RowProblem() as problem:
            return Doubt(line, problem.at, Sentence(_problem(view, problem)), "")
        case Ruling() as ruling:
            return Doubt(
                line, 0, _ruled(view, ruling), ruling_sentence(view.translator, ruling, ".why")
            )
        case _:
            return Doubt(line, 0, _asked_first(view, kept), "")


def _ruled(view: View, ruling: Ruling) -> Sentence:
    return Sentence(
        missing_text(view, ruling) or ruling_sentence(view.translator, ruling), ruling.clause
    )


def _asked_first(view: View, kept: UnenteredRow) -> Sentence:
    asked = [
        prompt
        for prompt in view.prompts
        if prompt.seat == kept.seat and (not prompt.aside or not prompt.fields)
    ]
    kinds = OR.join(dict.fromkeys(view.kind_name(prompt.kind) for prompt in asked))
    text = _(
        "Enter this first, for %(name)s: %(kinds)s", name=view.plain.seat(kept.seat), kinds=kinds
    )
    return Sentence(text, asked[0].clause if asked else "")


def _problem(view: View, problem: RowProblem) -> str:
    told = {
        **problem.params,
        "kinds": OR.join(view.kind_name(kind) for kind in problem.params.get("kinds", ())),
    }
    match problem.code:
        case "too_long":
            return _("A row can have at most %(most)s characters.", **told)
        case "which_seat":
            return _("“%(name)s” is not exactly one player’s name.", **told)
        case "which_kind":
            return _("This could be %(kinds)s. Type more letters.", **told)
        case "several_ways":
            return _("This has more than one meaning. Put / between the parts.")
        case "too_much":
            return _("Too much from here on.")
        case "empty":
            return _("Nothing follows the name.")
    return _("“%(word)s” isn’t needed now. Needed: %(kinds)s.", **told)
