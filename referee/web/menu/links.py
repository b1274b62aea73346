"""The menu of a table: ten ways for a host, nine for a player, six for a watcher."""

from collections.abc import Iterator, Sequence

from referee.kernel.depth import DEPTH
from referee.kernel.history import Event
from referee.web.http import context
from referee.web.http.parts import Way
from referee.web.http.words import gettext as _
from referee.web.view.detail import Detail, detail_of
from referee.web.view.log_words import event_text, points_made
from referee.web.view.view import View
from referee.words import plain_number


def tiles(view: View) -> Sequence[Way]:
    """The three most used; after the end, sharing a picture replaces inviting."""
    sheet = Way(_("Score sheet"), view.url("sheets.sheet"), "sheet")
    invite = Way(_("Invite"), view.url("join.share"), "invite")
    picture = Way(_("Share picture"), view.url("finale.picture"), "share")
    ask = Way(_("Ask the referee"), view.ask_url(), "ask")
    return sheet, picture if view.over else invite, ask


def detail(view: View) -> Detail | None:
    """How much is entered, for the host to change during the game."""
    return detail_of(view) if view.hosts and not view.over else None


def rows(view: View) -> Iterator[Way]:
    """The other ways, each with its current state."""
    # After the end, players need not be told apart any more.
    if view.is_player and not view.hosts and not view.over:
        yield _own_name(view)
    if view.is_player:
        yield Way(_("Fix a mistake"), view.url("fixes.entries"), "fix", _last_entry(view))
    if view.hosts:
        yield Way(
            _("Players and phones"), view.url("players.players"), "people", _who_is_there(view)
        )
    if view.is_player:
        yield Way(
            _("How to play"), view.url("start.setup", how=1), "book", _("setup, deal, all rules")
        )
    yield Way(_("Print and share"), view.url("files.share"), "share", _("paper, picture, file"))
    settings = context.path("settings.settings", back=view.url("tables.table"))
    yield Way(_("Settings"), settings, "settings", _("dark mode, suits, language, sound"))


def home() -> Way:
    """Away from the table."""
    return Way(_("Home"), context.path("home.home"), "home")


def _own_name(view: View) -> Way:
    href, name = view.url("own_seat.who"), view.names.get(view.seat or "", "")
    if not name:
        asks = _("choose your name, or only watch")
        return Way(_("You enter for everyone"), href, "people", asks)
    asks, sign = _("not %(name)s? only watching?", name=name), view.signs.get(view.seat or "")
    return Way(_("You are %(name)s", name=name), href, "people", asks, sign)


def _last_entry(view: View) -> str:
    """The newest entry that this reader may see; a player’s own, if they have one."""
    shown = [event for event in _entries(view) if not view.hides(event)]
    own = (
        [event for event in shown if event.seat == view.seat]
        if view.seat and not view.hosts
        else []
    )
    if own:
        return _("your last entry: %(what)s", what=_what_it_made(view, own[0]))
    if shown:
        return _("last entry: %(what)s", what=event_text(view, shown[0], False))
    return _("nothing entered yet")


def _what_it_made(view: View, event: Event) -> str:
    made = points_made(view, event)
    parts = [view.kind_name(event.kind), "" if made is None else plain_number(made)]
    return view.plain.marks.worth.join(filter(None, parts))


def _entries(view: View) -> Iterator[Event]:
    """The entries as they are now, newest first, without changes of the depth of entry."""
    for played in reversed(view.history.played):
        event = view.history.event(played.changed)
        if event and played.move.kind != DEPTH:
            yield event


def _who_is_there(view: View) -> str:
    phones = sum(not phone.away for phone in context.store().phones(view.table.id))
    if phones == 1:
        return _("%(players)s players, 1 phone", players=len(view.names))
    return _("%(players)s players, %(phones)s phones", players=len(view.names), phones=phones)
