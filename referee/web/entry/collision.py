"""Secret entries that collide: the revealed round, the conflict and its solutions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response

from referee.event import Event
from referee.kernel.board import Spot
from referee.kernel.contract import Prompt
from referee.kernel.history import History, Played
from referee.service.recheck import LOOK, colliding, to_look_again
from referee.web.changes.notifications import Notifications, read_notifications
from referee.web.disputes.question import dispute_notice
from referee.web.http import context, rendering
from referee.web.http.parts import Form, Go, Notice, Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.sheet.explained import ExplainedRow, explained
from referee.web.view.access import entered_by
from referee.web.view.page_header import (
    ScoreColumn,
    UndoButton,
    page_header,
    scoreboard,
    undo_button,
)
from referee.web.view.pages import capitalized
from referee.web.view.seat_words import join_names, spoken
from referee.web.view.secrecy import Phones, phones_of
from referee.web.view.view import View
from referee.words import plain_number, ruling_sentence

from .refusal import fix_text, never_allowed


@dataclass(frozen=True)
class Clash:
    """A colliding entry: player, kind and cards; a link to change it, or a form to ask for it."""

    name: str
    kind: str
    cards: Sequence[Spot]
    change_href: str
    change: str
    ask: Form | None
    asked: bool


@dataclass(frozen=True, kw_only=True)
class CollisionPage(Page):
    """The revealed round and the conflict; ``never`` if no host can allow it."""

    seats: Sequence[ScoreColumn]
    news: Notice | None
    notifications: Notifications | None
    title: str
    rows: Sequence[ExplainedRow]
    wrong: Sequence[Sentence]
    why: Sentence
    clashes: Sequence[Clash]
    never: str
    undo: UndoButton | None
    go: Go


def collision_page(view: View, asked: Prompt, news: Notice | None, status: int) -> Response:
    """The colliding entries with every solution open to this phone."""
    entries, phones = colliding(view.history), phones_of(view)
    round_, first = view.scene.round, asked.overrules[0]
    model = CollisionPage(
        header=page_header(view),
        view=view,
        seats=scoreboard(view, None),
        news=news or dispute_notice(view),
        notifications=read_notifications(view),
        title=_("%(round)s, revealed", round=capitalized(view.round_name(round_))),
        rows=explained(view, round_).rows,
        wrong=[spoken(view.translator, ruling) for ruling in asked.overrules],
        why=Sentence(ruling_sentence(view.translator, first, ".why"), first.clause),
        clashes=[_clash(view, phones, asked, played) for played in entries],
        never=never_allowed(),
        undo=_undo(view, entries),
        go=_go(view, entries),
    )
    return rendering.page("entry/collision.html", model, status)


def _clash(view: View, phones: Phones, asked: Prompt, played: Played) -> Clash:
    seat, bad = (
        str(played.move.seat),
        {str(ruling.params.get("card")) for ruling in asked.overrules},
    )
    points = view.points(played.round, seat)
    kind = view.translator.word(played.move.kind)
    may = view.may_enter and may_change_entry(view, phones, played)
    ask = (
        Form(view.url("corrections.look", seq=played.seq), {"key": context.new_key()})
        if view.may_enter and not may
        else None
    )
    return Clash(
        name=view.names[seat],
        kind=kind
        if points is None
        else _("%(what)s, %(points)s", what=kind, points=plain_number(points)),
        cards=[Spot(card, "bad" if card in bad else "") for card in played.cards],
        change_href=view.url("corrections.correct", seq=played.seq) if may else "",
        change=fix_text(view, seat),
        ask=ask,
        asked=played in to_look_again(view.history),
    )


def may_change_entry(view: View, phones: Phones, played: Played) -> bool:
    """Whether this phone may change an entry: hosts any, players theirs or one without a phone."""
    return (
        view.hosts or view.seat in (None, played.move.seat) or played.move.seat not in phones.seats
    )


def _undo(view: View, entries: Sequence[Played]) -> UndoButton | None:
    """The undo button: a player undoes their entry, a host the newest and with it the reveal."""
    newest = undo_button(view)
    own = next((played for played in entries if played.move.seat == view.seat), None)
    if newest and view.hosts:
        return replace(newest, detail=_("the reveal"))
    if newest and own:
        return replace(newest, detail=_("my entry"), hidden={**newest.hidden, "of": own.seq})
    return None


def _go(view: View, entries: Sequence[Played]) -> Go:
    """The main button: check one's own cards, as host the later entry's; others see who checks."""
    own = next((played for played in entries if played.move.seat == view.seat), None)
    latest = max(entries, key=lambda played: played.changed)
    again = latest if view.hosts or view.seat is None else own
    if again is None or not view.may_enter:
        return Go(
            _(
                "%(names)s: check your cards",
                names=join_names(view, [played.move.seat for played in entries]),
            ),
            "#clashes",
            "open",
        )
    href = view.url("corrections.correct", seq=again.seq)
    if again is own:
        return Go(_("Check my cards"), href)
    return Go(_("Check %(name)s’s cards", name=view.names[str(again.move.seat)]), href)


def ask_to_look(view: View, seq: int, key: str) -> None:
    """Ask the player of a colliding entry to check it; no event if it was asked or is settled."""

    def asked(history: History) -> list[Event]:
        if seq not in {played.seq for played in colliding(history)} - {
            played.seq for played in to_look_again(history)
        }:
            return []
        played = history.find(seq)
        return (
            [Event(0, LOOK, data={"of": seq, "seat": played.move.seat}, by=entered_by(view))]
            if played
            else []
        )

    context.service().write(view.table, key, asked)
