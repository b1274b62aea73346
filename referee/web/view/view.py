"""A table seen by one reader: the history, the names, the words and the addresses that all its
pages share.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, Self, TypeVar

from referee.kernel.concurrent import still_hidden
from referee.kernel.contract import Line, Prompt, Result, Say, Scene, rank_by, totals
from referee.kernel.fields import Field
from referee.kernel.history import Event, History, together
from referee.kernel.info import Info
from referee.store.signs import Sign
from referee.store.values import Role, TableRow
from referee.table_events.asks import Ask, open_asks
from referee.table_events.calls import Call, calls
from referee.table_events.seats import SEAT, Seats, seats
from referee.table_events.unseen import move_of, unseen
from referee.web.desk.sight import Sight, sight_of
from referee.web.http import context, rendering
from referee.web.http.rights import Least, Standing, reaches, standing
from referee.words import Speaker

T = TypeVar("T")
LONGEST_SHARED = 5
"""So many letters of a shared beginning leave no room for the one that tells."""


@dataclass(frozen=True)
class View:
    """One table, one reader: ``seat`` is the seat this device has claimed (None: it enters for
    everybody).

    ``only`` keeps to one seat's prompts, while an earlier entry of it is being corrected. ``seen``
    is the revision up to which this device has been shown what changed (None: nothing is ever told
    here), ``made`` what it changed itself since. ``so_far`` counts the running round among the
    totals. ``signs`` are the stamps of those who sit there. ``number`` is what the device is called
    by at this table (0: it is a program), ``held`` says that the host set its role. ``wanted`` are
    cards that the page asks to tap.
    """

    table: TableRow
    history: History
    names: Mapping[str, str]
    role: Role
    seat: str | None = None
    only: str | None = None
    seen: int | None = None
    made: frozenset[int] = frozenset()
    so_far: bool = False
    let_in: bool = False
    signs: Mapping[str, Sign] = field(default_factory=dict)
    number: int = 0
    held: bool = False
    wanted: tuple[str, ...] = ()

    @cached_property
    def sight(self) -> Sight:
        """What this reader sees of the table, shared with all who see the same."""
        return sight_of(self.history, self.seat)

    @property
    def state(self) -> Any:
        """What this reader may see of the state."""
        return self.sight.state

    @property
    def secret(self) -> bool:
        """Whether entries stay hidden from other seats until the reveal."""
        return self.sight.secret

    @cached_property
    def unrevealed(self) -> bool:
        """Whether something is still secret to others."""
        return bool(self.history.played) and self.history.played[-1].seq > self.sight.revealed

    @property
    def scene(self) -> Scene:
        """The table as it looks now."""
        return self.sight.scene

    @property
    def lines(self) -> tuple[Line, ...]:
        """The score sheet as this reader may see it."""
        return self.sight.lines

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """What is asked now."""
        prompts = self.history.prompts
        return (
            prompts
            if self.only is None
            else tuple(prompt for prompt in prompts if prompt.seat == self.only)
        )

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        return self.history.result

    @cached_property
    def speaker(self) -> Speaker:
        """This game's words as HTML."""
        return rendering.speaker(self.table.game, self.names)

    @cached_property
    def plain(self) -> Speaker:
        """This game's words as plain text."""
        return rendering.speaker(self.table.game, self.names, html=False)

    @property
    def watched(self) -> Self:
        """The table as somebody sees it who only watches."""
        return replace(self, seat=None)

    @cached_property
    def totals(self) -> dict[str, int]:
        """Points of every seat after the newest complete round, or so far."""
        return totals(self.lines, self.history.seats, None if self.so_far else self.scene.complete)

    @cached_property
    def leaders(self) -> frozenset[str]:
        """The seats in the lead; nobody while all are level."""
        if self.scene.ahead is not None:
            return frozenset(self.scene.ahead)
        numbers = {seat: shown.value for seat, shown in self.scene.shown.items()} or self.totals
        return leaders(numbers, self.history.game.info)

    @property
    def low_wins(self) -> bool:
        """Whether the lowest total wins."""
        return self.history.game.info.low_wins

    @property
    def ranked(self) -> bool:
        """Whether the seats have places: not where nobody comes out before another."""
        return self.history.game.info.ranked

    @cached_property
    def awaited(self) -> tuple[str | None, ...]:
        """The seats an answer is waited for, in seat order; None stands for the table."""
        asked = {prompt.seat for prompt in self.prompts if not prompt.aside}
        return tuple(seat for seat in (*self.history.seats, None) if seat in asked)

    @cached_property
    def unseen(self) -> tuple[Event, ...]:
        """What changed by other phones and is still to be told on this one."""
        if self.seen is None:
            return ()
        told = unseen(self.history, self.seen, self.made)
        return tuple(event for event in told if not _was_secret(self, event))

    @cached_property
    def calls(self) -> dict[int, Call]:
        """Every call for the referee by its number, oldest first."""
        return calls(self.history.table_events)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """The phones that wait for somebody's yes, while the table is played."""
        return () if self.over else open_asks(self.history.table_events)

    @cached_property
    def seats(self) -> Seats:
        """What became of the seats, and whether the table was ended early."""
        return seats(self.history.table_events)

    @cached_property
    def people(self) -> dict[int | None, str]:
        """The names of those who took over a seat or gave one up, by person."""
        told = [event.data for event in self.history.table_events if event.type == SEAT]
        known = context.store().persons(
            [
                person
                for each in told
                for person in (each.get("was"), each.get("now"))
                if person is not None
            ]
        )
        return {person: row.name for person, row in known.items() if row.name}

    @property
    def over(self) -> bool:
        """Whether the table is at its end: the game's own, or the one that the host made."""
        return self.seats.closed is not None or self.result is not None

    @property
    def standing(self) -> Standing:
        """What this device is at the table."""
        return standing(self.role, self.let_in)

    def stands(self, least: Least) -> bool:
        """Whether that is enough for what is meant for ``least``."""
        return reaches(self.standing, least)

    @property
    def is_player(self) -> bool:
        """Whether this device is one of those that enter."""
        return self.stands("seat")

    @property
    def on_turn(self) -> bool:
        """Whether the seat that this device has claimed is waited for."""
        return self.seat is not None and self.seat in self.awaited

    @property
    def may_enter(self) -> bool:
        """Whether this device may enter now: at a table that was ended early nobody does."""
        return self.is_player and self.seats.closed is None

    @property
    def hosts(self) -> bool:
        """Whether this device is the host's."""
        return self.stands("host")

    def say(self, said: Say | None) -> str:
        """What a game says as data, in its words."""
        return self.speaker.say(f"say.{said.code}", said.params) if said else ""

    def url(self, endpoint: str, **values: Any) -> str:
        """An address below this table's."""
        return context.path(endpoint, code=self.table.code, **values)

    def ask_url(self, **about: Any) -> str:
        """Where the referee is asked in this game."""
        return context.path("ask.ask", game=self.table.game, table=self.table.code, **about)

    def points(self, round_: int, seat: str) -> int | None:
        """A seat's points in a round, or None if nothing is scored there yet."""
        scored = self.sight.scored.get((round_, seat))
        return sum(line.points for line in scored) if scored else None

    def round_name(self, round_: int) -> str:
        """What a round is called: "Round 3", "Autumn, turn 1"."""
        return self.plain.say(f"round.name.{round_}", default="") or self.plain.say(
            "round.name", {"n": round_}
        )

    def round_label(self, round_: int) -> str:
        """What stands before a round's row on the sheet."""
        return self.plain.say(f"round.label.{round_}", default=str(round_))

    def hides(self, event: Event) -> bool:
        """Whether an entry is still secret to this reader: another seat's, not revealed yet or
        taken back before it was.
        """
        if event.type not in ("move", "amend") or not self.secret or event.seat == self.seat:
            return False
        seq = int(event.data["of"]) if event.type == "amend" else event.seq
        return self.history.find(seq) is None or (
            seq > self.sight.revealed and still_hidden(self.history, seq)
        )

    def may_take_back(self, seq: int) -> bool:
        """Whether this device may undo an event: what is still secret is its seat’s, or whoever’s
        entered it or enters for all.
        """
        event = self.history.event(seq)
        own = (self.seat or self.role, self.seat)
        return (
            event is None
            or self.hosts
            or self.seat is None
            or event.by in own
            or not self.hides(event)
        )

    def undone_with(self, event: Event) -> list[int]:
        """What an undo of an event takes back: what one tap stored with it; where entries are
        secret each goes alone.
        """
        return [event.seq] if self.secret else together(self.history, event.seq)

    @property
    def own_secret(self) -> Event | None:
        """What this device’s seat has entered and may still take back as if it had never been."""
        own = [
            played.seq
            for played in self.history.played
            if played.move.seat == self.seat and played.seq > self.sight.revealed
        ]
        return (
            self.history.event(own[-1])
            if self.seat and own and still_hidden(self.history, own[-1])
            else None
        )

    def entry_name(self, event: Event) -> str:
        """How undo and the log name an entry: "Cy’s Doctor"; a secret one by its seat alone."""
        if self.hides(event):
            return self.plain.seat(event.seat)
        bare = f"{self.plain.seat(event.seat)}, {self.kind_name(event.kind)}"
        try:
            return self.plain.say(
                f"entry.{event.kind}", {"seat": event.seat, **event.answer}, default=bare
            )
        except (LookupError, TypeError, ValueError):
            # Tables of earlier versions hold answers as they were typed.
            return bare

    def kind_name(self, kind: str) -> str:
        """The name of a kind of move."""
        return self.plain.kind(kind)

    @property
    def short_names(self) -> dict[str, str]:
        """What tells the seats apart in a narrow column."""
        return self.shared("short names", lambda: distinct_names(self.names))

    def shared(self, what: Hashable, work: Callable[[], T]) -> T:
        """What comes out alike for every reader who sees, may do and is told the same of the table:
        worked out once for all of them.
        """
        if what not in self._shared:
            self._shared[what] = work()
        found: T = self._shared[what]
        return found

    @cached_property
    def _shared(self) -> dict[Hashable, Any]:
        return shared_by(self)


def shared_by(view: View) -> dict[Hashable, Any]:
    """What readers of a history share who see, may do and are told the same: it depends on nothing
    of the reader but what stands here.
    """
    told = tuple(event.seq for event in view.unseen)
    place = (
        context.reader(),
        type(view),
        view.table.code,
        tuple(view.names.items()),
        tuple(view.signs.items()),
    )
    reader = (view.sight.seat, view.only, view.so_far, view.may_enter, view.wanted, told)
    found: dict[Hashable, Any] = view.history.kept.setdefault((place, reader), {})
    return found


def _was_secret(view: View, event: Event) -> bool:
    """Whether an event changed what only its own seat had seen, which is nobody else's matter."""
    if not view.secret or event.type not in ("amend", "retract"):
        return False
    of = move_of(view.history.events, event.seq)
    return of is not None and still_hidden(
        context.desk().earlier(view.table.id, view.history, event.seq - 1), of
    )


def field_label(view: View, field: Field) -> str:
    """What a field is called; one about a seat names it."""
    return view.speaker.say(
        f"field.{field.label or field.name}", {"seat": field.about}, default=field.name
    )


def pack_cards(view: View, cards: Iterable[str]) -> list[str]:
    """Those of these cards that the pack in play has."""
    return [card for card in cards if card in view.scene.deck.counts]


def leaders(points: Mapping[str, int], info: Info) -> frozenset[str]:
    """The seats in the lead; nobody while all are level, or where nobody comes out before
    another.
    """
    groups = rank_by(points, info.low_wins)
    return frozenset(groups[0]) if info.ranked and len(groups) > 1 else frozenset()


def capitalized(text: str) -> str:
    """A text as it begins a line."""
    return text[:1].upper() + text[1:]


# Names short enough for a narrow column, and still told apart


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """The shortest form of every seat's name that tells it from the others."""
    return {
        seat: _shortest(name, [other for at, other in names.items() if at != seat])
        for seat, name in names.items()
    }


def _shortest(name: str, others: Sequence[str]) -> str:
    """Its beginning as far as it tells; if that would be long, its first letter and what follows
    the beginning they share.
    """
    alike = [other for other in others if _shared(name, other) >= LONGEST_SHARED]
    if alike:
        stem = _shared(name, *alike)
        return f"{name[:1]}…{_beginning(name[stem:], [other[stem:] for other in alike], 2)}"
    return _beginning(name, others, 4 if name.isascii() else 3)


def _beginning(name: str, others: Sequence[str], least: int) -> str:
    shared = max((_shared(name, other) for other in others), default=0)
    return name[: max(shared + 1, least)]


def _shared(*names: str) -> int:
    """How many letters they begin with alike."""
    return len(list(takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))))
