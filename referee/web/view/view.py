"""A table as one reader sees it: what is seen, who reads, and the addresses and words for it."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from markupsafe import Markup

from referee.event import Event
from referee.kernel.concurrent import is_unrevealed
from referee.kernel.contract import Line
from referee.kernel.fields import Field
from referee.service.seats import SEAT
from referee.service.tables import TableService
from referee.service.unread import move_of, unread_events
from referee.store.symbols import Sign
from referee.words import TOGETHER, Translator, line_sentence

from .pages import Pages
from .reader import Reader
from .seen import SeenHistory

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class View(SeenHistory, Reader, Pages):
    """One table, one reader.

    `service` knows earlier histories and people; a table that is not stored has none. `wanted` are
    cards that the page asks to tap.
    """

    service: TableService | None = None
    wanted: tuple[str, ...] = ()

    @property
    def may_enter(self) -> bool:
        """Whether this device may enter now; nobody may once the host ended the table."""
        return self.is_player and self.seats.closed is None

    def side_name(self, seat: str) -> str:
        """The names of a seat's side: "Ann + Cy"; without teams its own."""
        return TOGETHER.join(self.names[one] for one in self.partners(seat))

    def short_side_name(self, seat: str) -> str:
        return TOGETHER.join(self.short_names[one] for one in self.partners(seat))

    def seat_signs(self, seat: str) -> tuple[Sign, ...]:
        return (self.signs[seat],) if seat in self.signs else ()

    def side_signs(self, seat: str) -> tuple[Sign, ...]:
        return tuple(sign for one in self.partners(seat) for sign in self.seat_signs(one))

    def names_of(self, line: Line) -> str:
        """Who made a line: its seat, or that seat's whole side."""
        return self.side_name(line.seat) if line.of_side else self.names[line.seat]

    def line_text(self, translator: Translator, line: Line) -> str:
        """A line's sentence, with the player named where it is one of several on a side."""
        text: str = line_sentence(translator, line)
        if line.of_side or len(self.partners(line.seat)) == 1:
            return text
        pattern = Markup("{}{}{}") if isinstance(text, Markup) else "{}{}{}"
        return pattern.format(self.names[line.seat], translator.marks.colon, text)

    @cached_property
    def unread_events(self) -> tuple[Event, ...]:
        """Other phones' changes that this phone has not announced yet."""
        if self.seen is None:
            return ()
        told = unread_events(self.history, self.seen, self.made)
        return tuple(event for event in told if not self._was_secret(event))

    def _was_secret(self, event: Event) -> bool:
        """Whether an event changed an entry that only its own seat had seen."""
        if self.service is None or not self.secret or event.type not in ("amend", "retract"):
            return False
        of = move_of(self.history.events, event.seq)
        before = self.service.earlier(self.table.id, self.history, event.seq - 1)
        return of is not None and is_unrevealed(before, of)

    @cached_property
    def people(self) -> dict[int | None, str]:
        """Names of people who took over or gave up a seat, by person id."""
        moved = [event.data for event in self.history.table_events if event.type == SEAT]
        ids = [one for each in moved for one in (each.get("was"), each.get("now"))]
        if self.service is None or not ids:
            return {}
        known = self.service.store.persons([person for person in ids if person is not None])
        return {person: row.name for person, row in known.items() if row.name}

    def may_undo(self, seq: int) -> bool:
        """Whether it may undo an event; a secret one needs its seat, author, host or no seat."""
        event = self.history.event(seq)
        if event is None or self.hosts or self.seat is None:
            return True
        return event.by in (self.seat or self.role, self.seat) or not self.hides(event)

    def entry_name(self, event: Event) -> str:
        """The name of an entry: "Cy’s Doctor"; a secret one by its seat only."""
        if self.hides(event):
            return self.plain.seat(event.seat)
        bare = f"{self.plain.seat(event.seat)}, {self.kind_name(event.kind)}"
        try:
            return self.plain.say(
                f"entry.{event.kind}", {"seat": event.seat, **event.answer}, default=bare
            )
        except (LookupError, TypeError, ValueError):
            # Tables of earlier versions have answers as typed.
            return bare

    def shared(self, what: Hashable, work: Callable[[], T]) -> T:
        """Cache a value for all readers with the same view, rights and notifications."""
        if what not in self._shared:
            self._shared[what] = work()
        found: T = self._shared[what]
        return found

    @cached_property
    def _shared(self) -> dict[Hashable, Any]:
        """The cache of all readers with the same view; its key is all it may depend on."""
        pages = (type(self), self.lang, self.root, self.table.code)
        told = (
            *self.names.items(),
            *self.signs.items(),
            *(event.seq for event in self.unread_events),
        )
        reader = (self.sight.seat, self.only, self.so_far, self.may_enter, self.wanted)
        found: dict[Hashable, Any] = self.history.kept.setdefault((pages, told, reader), {})
        return found


def field_label(view: View, field: Field) -> str:
    """Return a field's label, with the seat it is about."""
    own = short_label(view, field)
    if not field.about or names_seat(view, field):
        return own
    name = view.side_name(field.about) if field.of_side else view.names[field.about]
    return Markup("{}{}{}").format(name, view.translator.marks.colon, own)


def short_label(view: View, field: Field) -> str:
    """Return a field's label as its game says it."""
    return view.translator.say(
        f"field.{field.label or field.name}", {"seat": field.about}, default=field.name
    )


def names_seat(view: View, field: Field) -> bool:
    """Whether a field's label already names the seat it is about."""
    return "{seat" in (view.translator.find(f"field.{field.label or field.name}") or "")


def pack_cards(view: View, cards: Iterable[str]) -> list[str]:
    """Return those cards that are in the current deck."""
    return [card for card in cards if card in view.scene.deck.counts]
