"""Common parts of a table's pages: header, scoreboard, undo and redo buttons."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.event import Event
from referee.kernel.concurrent import is_unrevealed
from referee.kernel.contract import Message
from referee.kernel.history import undoable_event, undone
from referee.service.recheck import to_look_again
from referee.store.symbols import Sign
from referee.store.values import Departure
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import Banner, Header, Notice
from referee.web.http.words import gettext as _

from .join_request_bar import join_request_bar
from .view import View

REDO_SECONDS = 10


def page_header(view: View, title: str = "", back: str | None = None) -> Header:
    """Return a page's header: game, place, ruler, banner, live light, menu."""
    scene, name = view.scene, short_name(view.table.game)
    return Header(
        title=title,
        back=back,
        game_name=name,
        where=name if title else view.say(scene.where),
        ruler=None if title else scene.ruler,
        half=view.result is None or any(line.round > scene.complete for line in view.lines),
        banner=None if title else _banner(view, scene.banner),
        live=bool(view.url("live.stream")),
        menu=view.url("menu.menu"),
        notes=_notes(view),
        code=view.table.join_code if has_server() else "",
        join_request=join_request_bar(view),
    )


def _notes(view: View) -> tuple[Notice, ...]:
    """Notices of every page: gone elsewhere, look again, the next game, or an early end."""
    if moved := moved_to(view):
        return (Notice(moved, view.url("departing.move"), _("Look")),)
    own = [
        played
        for played in to_look_again(view.history)
        if played.move.seat == view.seat and view.may_enter
    ]
    if own:
        return (
            Notice(
                _("Please check your cards again."),
                view.url("corrections.correct", seq=own[0].seq),
                _("Look"),
            ),
        )
    if code := view.seats.next_code:
        return (
            Notice(
                _("The next game is ready."), context.path("tables.table", code=code), _("Go there")
            ),
        )
    if not view.seats.closed:
        return ()
    if view.hosts:
        return (Notice(_("Ended early."), view.url("players.players"), _("Reopen the game")),)
    return (Notice(_("Ended early."), view.url("sheets.sheet"), _("Score sheet")),)


def moved_to(view: View) -> str:
    """Where a game goes on that does not go on here; else empty."""
    found = context.store().away([view.table.id]).get(view.table.id)
    return moved_title(found) if found else ""


def moved_title(found: Departure) -> str:
    """Where a game goes on that was moved."""
    if found.back_id:
        return _("This game is back")
    if found.place:
        return _("This game has moved to %(place)s", place=found.server_name)
    if has_server():
        return _("This game has moved to one phone")
    return _("This game has moved to a file")


def short_name(game: str) -> str:
    """Return a game's short name from its rulebook."""
    return rendering.book(game).short[context.language()]


def banner_of(view: View, round_: int) -> Banner | None:
    """Return a round's banner, or None."""
    first = next((played for played in view.history.played if played.round == round_), None)
    return _banner(view, view.history.game.scene(first.before).banner) if first else None


def _banner(view: View, said: Message | None) -> Banner | None:
    if said is None:
        return None
    sentence = view.say(said)
    titled = view.translator.find(f"say.{said.code}.title")
    title = view.translator.say(f"say.{said.code}.title", said.params, default="") or sentence
    return Banner(title, sentence if titled else "", said.clause, said.params.get("suit"))


# The scoreboard


@dataclass(frozen=True)
class ScoreColumn:
    """A side's scoreboard column; `changed` and `gained`: another phone changed total or points.

    Its `id` is its first seat; most sides are one seat.
    """

    id: str
    name: str
    short: str
    signs: Sequence[Sign]
    total: int
    unit: str
    plus: int | None
    state: str
    leads: bool
    href: str
    current: bool
    changed: bool = False
    gained: bool = False


def scoreboard(view: View, current: str | None, explained: bool = False) -> list[ScoreColumn]:
    """Return one column per side."""
    scene, numbers = view.scene, view.scene.numbers(view.totals)
    busy, stateless = _busy(view), explained or view.over
    round_ = scene.complete if explained else scene.complete + 1
    scored = explained or (view.result is None and not view.unrevealed)
    return [
        ScoreColumn(
            id=seat,
            name=view.side_name(seat),
            short=view.short_side_name(seat),
            signs=view.side_signs(seat),
            total=numbers[seat],
            unit=view.say(scene.shown[seat].unit) if seat in scene.shown else "",
            plus=view.points(round_, seat) if scored else None,
            state="" if stateless else _side_state(view, seat, current, busy),
            leads=seat in view.leaders,
            href=view.url("tables.table", seat=_to_open(view, seat, current)),
            current=not explained and current in view.partners(seat),
        )
        for seat in view.heads
    ]


def _to_open(view: View, head: str, current: str | None) -> str:
    """The seat that a tap on a side opens: one that has to enter, in turn."""
    partners = view.partners(head)
    after = partners.index(current) + 1 if current in partners else 0
    turn = (*partners[after:], *partners[:after])
    return next((seat for seat in turn if seat in view.awaited), head)


def _side_state(view: View, head: str, current: str | None, busy: bool) -> str:
    """What its seats are doing: the pen if one enters, ready only if all are."""
    states = [_state(view, seat, current, busy) for seat in view.partners(head)]
    doing = next((state for state in ("entering", "waiting") if state in states), "")
    return doing or (states[0] if len(set(states)) == 1 else "")


def _busy(view: View) -> bool:
    """Whether several seats enter the round together, and one of them has already."""
    together = len(view.awaited) > 1 or any(
        prompt.form in ("pad", "row") or prompt.secret for prompt in view.prompts
    )
    entering = view.scene.complete + 1
    return together and (
        any(line.round == entering for line in view.lines)
        or set(view.awaited) < {*view.history.seats}
    )


def _state(view: View, seat: str, current: str | None, busy: bool) -> str:
    if seat == current:
        return "entering"
    if seat in view.awaited or None in view.awaited:
        return "waiting" if seat in view.awaited else ""
    if any(prompt.seat == seat and prompt.kind in awaited_kinds(view) for prompt in view.prompts):
        return ""
    return "ready" if busy and _has_answered(view, seat) else ""


def _has_answered(view: View, seat: str) -> bool:
    """Whether a seat has answered a current prompt, or made a standard move, this round."""
    wanted = awaited_kinds(view) | view.history.game.info.made
    newest = (played for played in reversed(view.history.played) if played.move.seat == seat)
    last = next((played for played in newest if played.move.kind in wanted), None)
    return last is not None and last.round == view.scene.round


def awaited_kinds(view: View) -> set[str]:
    """Return the kinds of answers awaited now, optional prompts aside."""
    return {prompt.kind for prompt in view.prompts if not prompt.aside}


# Taking back


@dataclass(frozen=True)
class UndoButton:
    """A button's label, what it names, and what it sends."""

    text: str
    detail: str
    action: str
    hidden: dict[str, int | str]


def undo_button(view: View) -> UndoButton | None:
    """Return the undo button, which names the entry it undoes."""
    event = undoable_event(view.history.events)
    if event and event.seat == view.seat:
        event = view.own_secret or event
    elif event and view.hides(event) and event.by != view.seat:
        event = view.own_secret or (event if view.may_undo(event.seq) else None)
    return _button(view, event, event)


def redo_button(view: View, lasting: bool = False) -> UndoButton | None:
    """Return the redo button for 10 seconds after an undo, or longer with `lasting`."""
    back = undone(view.history.events)
    if back is None or _is_hidden(view, int(back.data["of"])):
        return None
    if not lasting and not 0 <= time.time() - back.at <= REDO_SECONDS:
        return None
    made = _button(view, view.history.event(int(back.data["of"])), back)
    return made and replace(made, text=_("Redo"))


def _button(view: View, event: Event | None, of: Event | None) -> UndoButton | None:
    action = view.url("corrections.undo")
    if not (view.may_enter and action) or event is None or of is None:
        return None
    hidden: dict[str, int | str] = {
        "of": of.seq,
        "seen": view.history.revision,
        "key": context.new_key(),
    }
    covered = view.secret and is_unrevealed(view.history, event.seq)
    stored = len(view.undone_with(of))
    goes = _("%(n)s entries", n=stored) if stored > 1 else _what_goes(view, event, covered)
    return UndoButton(_("Undo"), goes, action, hidden)


def _what_goes(view: View, event: Event, covered: bool) -> str:
    """The name of what an undo removes; a hidden entry is named by its seat only."""
    if covered:
        return (
            _("my entry")
            if event.seat == view.seat
            else _("%(name)s’s entry", name=view.names.get(event.seat or "", ""))
        )
    named = view.entry_name(event)
    return _("correction: %(what)s", what=named) if event.type == "amend" else named


def _is_hidden(view: View, seq: int) -> bool:
    event = view.history.event(seq)
    return event is not None and view.hides(event)
