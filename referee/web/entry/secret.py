"""Secret entry: the page of a phone that waits for others, and the page of the reveal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from flask import Response

from referee.kernel.history import Played
from referee.service.draft import draft_of
from referee.store.symbols import Sign
from referee.web.changes.notifications import Notifications, read_notifications
from referee.web.disputes.question import dispute_notice
from referee.web.forms.fields import ShownVerdict
from referee.web.http import rendering
from referee.web.http.parts import Actions, Go, Link, Notice, Page
from referee.web.http.words import gettext as _
from referee.web.view.board import Block, board_of
from referee.web.view.page_header import ScoreColumn, page_header, scoreboard, undo_button
from referee.web.view.pages import capitalized
from referee.web.view.seat_words import join_names, number_in_words
from referee.web.view.secrecy import Phones, Secrecy, own_covered, phones_of
from referee.web.view.view import View

from .card_entry import pad_entry
from .entry_form import as_before, pad_prompts

State = Literal["covered", "missing", "open"]


@dataclass(frozen=True)
class LaidPlace:
    """The place of a seat's cards, covered once entered, with its state in a word."""

    seat: str
    name: str
    sign: Sign | None
    state: State
    word: str


@dataclass(frozen=True)
class Laid:
    """The cards of this phone's seat, and the verdict on them."""

    cards: Sequence[str]
    name: str
    verdict: ShownVerdict | None


@dataclass(frozen=True, kw_only=True)
class WaitingPage(Page):
    """The secret entries: who is ready or missing, and this seat's own cards, covered."""

    seats: Sequence[ScoreColumn]
    news: Notice | None
    notifications: Notifications | None
    title: str
    places: Sequence[LaidPlace]
    laid: Laid | None
    board: Sequence[Block]
    waits: str
    enter: Link | None
    refresh: str


def waiting_page(view: View, now: Secrecy) -> Response:
    """The waiting page of a phone; a host's may enter for a seat without a phone."""
    phones, ready = phones_of(view), len(view.history.seats) - len(now.missing)
    played = own_covered(view)
    bare = (
        next((seat for seat in now.missing if seat not in phones.seats), None)
        if view.hosts and view.may_enter
        else None
    )
    model = WaitingPage(
        header=page_header(view),
        view=view,
        seats=[
            replace(column, current=view.seat in view.partners(column.id))
            for column in scoreboard(view, None)
        ],
        news=dispute_notice(view),
        notifications=read_notifications(view),
        title=_ready(ready, len(view.history.seats)),
        places=[_place(view, now, phones, seat) for seat in view.history.seats],
        laid=_laid(view, played) if played else None,
        # A phone lying on the table must show nobody's cards.
        board=board_of(view.watched),
        waits=_("Waiting for %(names)s", names=join_names(view, now.missing)),
        enter=Link(
            _("Enter %(name)s’s", name=view.names[bare]), view.url("tables.table", seat=bare)
        )
        if bare
        else None,
        refresh=view.url("tables.table", since=view.history.revision),
        actions=Actions(undo_button(view)),
    )
    return rendering.page("entry/waiting.html", model)


def _ready(ready: int, seats: int) -> str:
    if not ready:
        return _("No one is ready yet")
    told = {"n": capitalized(number_in_words(ready)), "all": number_in_words(seats)}
    return _("%(n)s of %(all)s ready", **told)


def _place(view: View, now: Secrecy, phones: Phones, seat: str) -> LaidPlace:
    state: State = (
        "missing" if seat in now.missing else "covered" if seat in now.covered else "open"
    )
    return LaidPlace(
        seat, view.names[seat], view.signs.get(seat), state, _word(view, state, phones, seat)
    )


def _word(view: View, state: State, phones: Phones, seat: str) -> str:
    """The state of a seat in a word; for one without a phone, who enters its cards."""
    if state == "open":
        return _("revealed")
    if state == "covered":
        return _("you: ready") if seat == view.seat else _("ready")
    if seat in phones.seats or not phones.seats:
        return _("choosing")
    return (
        _("no phone: %(name)s enters", name=view.names[phones.host])
        if phones.host
        else _("no phone: host enters")
    )


def _laid(view: View, played: Played) -> Laid:
    seat, before = played.move.seat, as_before(view, played)
    draft = draft_of(played.move.kind, seat, played.move.data)
    verdict = pad_entry(before, seat, draft).verdict if seat and pad_prompts(before, seat) else None
    return Laid(_cards(played), view.kind_name(played.move.kind), verdict)


def _cards(played: Played) -> Sequence[str]:
    """The cards of an entry; a declared part of them is not repeated."""
    return next((value for value in played.move.data.values() if isinstance(value, tuple)), ())


# The reveal


@dataclass(frozen=True)
class TurnedRow:
    """A seat's revealed cards: their name, and the points if known."""

    seat: str
    name: str
    sign: Sign | None
    kind: str
    cards: Sequence[str]
    points: int | None


@dataclass(frozen=True, kw_only=True)
class TurnedPage(Page):
    """The reveal, seat after seat; then the page goes on by itself to ``after``."""

    rows: Sequence[TurnedRow]
    go: Go
    after: str


def turned_page(view: View, turned: Sequence[Played]) -> Response:
    """Build the page of the reveal."""
    after = view.url("tables.table")
    model = TurnedPage(
        header=page_header(view),
        view=view,
        rows=[_turned(view, played) for played in turned],
        go=Go(view.translator.say("reveal.next", default=_("Go to the game")), after, "open"),
        after=after,
        actions=Actions(plain=[Link(_("Score sheet"), view.url("sheets.sheet"))]),
    )
    return rendering.page("entry/revealed.html", model)


def _turned(view: View, played: Played) -> TurnedRow:
    seat = str(played.move.seat)
    named = played.move.kind in view.history.game.info.made
    kind = view.translator.word(played.move.kind) if named else ""
    return TurnedRow(
        seat,
        view.names[seat],
        view.signs.get(seat),
        kind,
        _cards(played),
        view.points(played.round, seat) if named else None,
    )
