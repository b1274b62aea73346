"""Fix a mistake: entries and events by round, newest first; also to choose one to ask about."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

from flask import Blueprint, request

from referee.event import Event
from referee.kernel.history import Played, all_undone
from referee.service.disputes import CALL
from referee.service.former import is_former
from referee.store.symbols import Sign
from referee.web.http import rendering
from referee.web.http.parts import Actions, Go, Header, Link, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.log_words import (
    AFFAIRS,
    clock,
    corrected_card,
    event_text,
    kind_label,
    points_made,
    reason_text,
    who,
)
from referee.web.view.page_header import page_header, redo_button, undo_button
from referee.web.view.pages import capitalized
from referee.web.view.score_changes import corrections, last_number
from referee.web.view.view import View, pack_cards

fixes = Blueprint("fixes", __name__)
# Rounds, and rows of them, shown before the earlier ones are requested.
ROUNDS, MOST = 2, 60


@dataclass(frozen=True)
class EntryRow:
    """An entry now; ``points``, ``was``, ``text``, ``allowed`` as in a cell of the sheet."""

    seq: int
    round: int
    name: str
    sign: Sign | None
    cards: Sequence[str]
    points: int | None
    was: int | None
    allowed: bool
    corrected: bool
    notes: Sequence[str]
    href: str
    text: str = ""


@dataclass(frozen=True)
class QuietRow:
    """Any other event, or an undone entry; ``href`` leads to the question it is about."""

    seq: int
    round: int
    at: str
    label: str
    text: str
    who: str
    undone: bool
    href: str


Row = EntryRow | QuietRow


@dataclass(frozen=True, kw_only=True)
class FixPage(Page):
    """The rounds by name, newest first; ``lead`` says what a tap does."""

    lead: str
    rounds: Sequence[tuple[str, Sequence[Row]]]
    earlier: Link | None


@fixes.get("/t/<code>/fix")
@needs("watch")
def entries(code: str) -> Any:
    """Entries of the newest rounds, with ``?all=1`` of all; ``?ask=1`` to ask about one."""
    _table, view = open_view()
    asks, back = "ask" in request.args, view.url("tables.table")
    found = _asked_about(rows(view, asks)) if asks else list(rows(view))
    shown = found if request.args.get("all") else _newest(found)
    go = Go(_("Back to the game"), back)
    model = FixPage(
        header=_header(view, asks, back),
        view=view,
        lead=_lead(view, asks),
        rounds=[
            (capitalized(view.round_name(number)), [*part])
            for number, part in groupby(shown, lambda row: row.round)
        ],
        earlier=_earlier(view, shown, found[len(shown) :], asks),
        actions=Actions(go=go) if asks else Actions(undo_button(view), go, redo=redo_button(view)),
    )
    return rendering.page("changes/fix.html", model)


def _header(view: View, asks: bool, back: str) -> Header:
    if asks:
        return page_header(view, _("Ask the referee"), view.ask_url())
    return page_header(view, _("Fix a mistake") if view.is_player else _("List of entries"), back)


def _lead(view: View, asks: bool) -> str:
    if asks:
        return _("Ask about which entry?")
    return _("Tap the wrong entry. Everything after it is scored again.") if view.may_enter else ""


def _asked_about(found: Iterable[Row]) -> list[Row]:
    """Each number that can be asked about once, by its newest entry."""
    kept: dict[str, Row] = {}
    for row in found:
        if isinstance(row, EntryRow) and row.href:
            kept.setdefault(row.href, row)
    return list(kept.values())


def rows(view: View, asks: bool = False) -> Iterator[Row]:
    """Events, newest first, corrections in their entry's row; ``asks``: link to questions."""
    events = view.history.events
    changed = corrections(view) if any(event.type == "amend" for event in events) else {}
    undone = all_undone(events)
    undoing = {
        int(event.data["of"]): event
        for event in events
        if event.type == "retract" and event.seq not in undone
    }
    for event, number in reversed([*_by_round(view)]):
        played = view.history.find(event.seq) if event.type == "move" else None
        if played:
            moved = changed.get((played.round, played.move.seat or ""), ())
            yield _entry(view, played, last_number(moved), asks)
        elif not _told_elsewhere(view, event, undone):
            gone = event.type == "move" or event.seq in undone
            yield _quiet(view, event, number, gone, undoing.get(event.seq))


def _by_round(view: View) -> Iterator[tuple[Event, int]]:
    """Every event with its round: an entry's own, else the one then played."""
    number = 1
    for event in view.history.events:
        if is_former(event):
            continue
        played = view.history.find(event.seq)
        number = max(number, played.round) if played else number
        yield event, played.round if played and played.seq == event.seq else number


def _told_elsewhere(view: View, event: Event, undone: set[int]) -> bool:
    """Whether an event is part of its entry's row: a correction or an undo."""
    if event.type == "amend":
        return event.seq not in undone and view.history.find(int(event.data["of"])) is not None
    return event.type == "retract" and view.history.root(event).type == "move"


def _newest(found: Sequence[Row]) -> Sequence[Row]:
    kept = list(dict.fromkeys(row.round for row in found))[:ROUNDS]
    return list(takewhile(lambda row: row.round in kept, found))[:MOST]


def _earlier(view: View, shown: Sequence[Row], left: Sequence[Row], asks: bool) -> Link | None:
    """The link to the earlier rounds; by numbers, unless rounds have names of their own."""
    if not left:
        return None
    first, last = left[-1].round, left[0].round
    if last == shown[-1].round or view.plain.say(f"round.name.{first}", default=""):
        text = _("Earlier entries")
    elif first == last:
        text = capitalized(view.round_name(first))
    elif last == first + 1:
        text = _("Rounds %(first)s and %(last)s", first=first, last=last)
    else:
        text = _("Rounds %(first)s to %(last)s", first=first, last=last)
    return Link(text, view.url("fixes.entries", all=1, **({"ask": 1} if asks else {})))


def _entry(view: View, played: Played, was: int | None, asks: bool) -> EntryRow:
    event = view.history.event(played.changed)
    assert event is not None
    hides = view.hides(event)
    corrected, allowed = event.type == "amend" and not hides, bool(played.allowed) and not hides
    return EntryRow(
        seq=played.seq,
        round=played.round,
        name=event_text(view, event, hides, points=False),
        sign=view.signs.get(played.move.seat or ""),
        cards=[] if hides else pack_cards(view, played.cards),
        points=None if hides else points_made(view, event),
        was=was if corrected else None,
        allowed=allowed,
        corrected=corrected,
        notes=[*_allowed(view, event, allowed), *_corrected(view, event, corrected)],
        href="" if hides else _way(view, played, asks),
    )


def _way(view: View, played: Played, asks: bool) -> str:
    """An entry's link: to its correction, or to the questions about its number."""
    if view.may_enter and not asks:
        return view.url("corrections.correct", seq=played.seq)
    if (played.round, view.head(played.move.seat or "")) not in view.sight.scored:
        return ""
    newest = view.history.entered(played.round, played.move.seat)[-1]
    return view.ask_url(entry=newest.seq)


def _allowed(view: View, event: Event, allowed: bool) -> Iterator[str]:
    if allowed:
        yield _note(_("Allowed"), reason_text(event.reason) if event.type == "move" else "")


def _corrected(view: View, event: Event, corrected: bool) -> Iterator[str]:
    if corrected:
        by = _("corrected at %(at)s by %(who)s", at=clock(event.at), who=who(view, event.by))
        yield _note(by, corrected_card(view, event), reason_text(event.reason))


def _quiet(view: View, event: Event, number: int, undone: bool, undoing: Event | None) -> QuietRow:
    asked = event.seq if event.type == CALL else event.data.get("of", 0)
    by = ""
    if undoing:
        by = _("undone at %(at)s by %(who)s", at=clock(undoing.at), who=who(view, undoing.by))
    return QuietRow(
        seq=event.seq,
        round=number,
        at=clock(event.at),
        label=kind_label(view, event) or "",
        text=event_text(view, event, view.hides(event)),
        who=_note(who(view, event.by), reason_text(event.reason), by),
        undone=undone,
        href=view.url("calls.question", seq=asked) if event.type in AFFAIRS else "",
    )


def _note(*parts: str) -> str:
    return " · ".join(filter(None, parts))
