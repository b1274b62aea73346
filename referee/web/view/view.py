"""A table as one reader sees it: history, names, words and addresses for its pages."""

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
LONGEST_SHARED = 5  # Length of a common prefix that leaves no room for the letter that differs


@dataclass(frozen=True)
class View:
    """One table, one reader: `seat` is the seat this device claims (None: it enters for all).

    `only` limits prompts to one seat while its entry is corrected. `seen` is the revision up to
    which this device saw changes (None: no notifications); `made` are its own later events.
    `so_far` counts the current round in totals. `signs` are by seat. `number` names the device at
    this table (0: a program); `held`: the host fixed its role. `wanted` are cards that the page
    asks to tap.
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
        """What this reader sees, shared with all who see the same."""
        return sight_of(self.history, self.seat)

    @property
    def state(self) -> Any:
        return self.sight.state

    @property
    def secret(self) -> bool:
        """Whether entries stay hidden from other seats until the reveal."""
        return self.sight.secret

    @cached_property
    def unrevealed(self) -> bool:
        return bool(self.history.played) and self.history.played[-1].seq > self.sight.revealed

    @property
    def scene(self) -> Scene:
        return self.sight.scene

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.sight.lines

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        prompts = self.history.prompts
        return (
            prompts
            if self.only is None
            else tuple(prompt for prompt in prompts if prompt.seat == self.only)
        )

    @property
    def result(self) -> Result | None:
        return self.history.result

    @cached_property
    def speaker(self) -> Speaker:
        """This game's words as HTML."""
        return rendering.speaker(self.table.game, self.names)

    @cached_property
    def plain(self) -> Speaker:
        return rendering.speaker(self.table.game, self.names, html=False)

    @property
    def watched(self) -> Self:
        """The view of somebody without a seat."""
        return replace(self, seat=None)

    @cached_property
    def totals(self) -> dict[str, int]:
        """Each seat's points after the last complete round, or `so_far`."""
        return totals(self.lines, self.history.seats, None if self.so_far else self.scene.complete)

    @cached_property
    def leaders(self) -> frozenset[str]:
        if self.scene.ahead is not None:
            return frozenset(self.scene.ahead)
        numbers = {seat: shown.value for seat, shown in self.scene.shown.items()} or self.totals
        return leaders(numbers, self.history.game.info)

    @property
    def low_wins(self) -> bool:
        return self.history.game.info.low_wins

    @property
    def ranked(self) -> bool:
        return self.history.game.info.ranked

    @cached_property
    def awaited(self) -> tuple[str | None, ...]:
        """The seats whose answer is awaited, in seat order; None stands for the table."""
        asked = {prompt.seat for prompt in self.prompts if not prompt.aside}
        return tuple(seat for seat in (*self.history.seats, None) if seat in asked)

    @cached_property
    def unseen(self) -> tuple[Event, ...]:
        """Other phones' changes that this phone has not announced yet."""
        if self.seen is None:
            return ()
        told = unseen(self.history, self.seen, self.made)
        return tuple(event for event in told if not _was_secret(self, event))

    @cached_property
    def calls(self) -> dict[int, Call]:
        return calls(self.history.table_events)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """Phones that wait to be admitted; none once the game is over."""
        return () if self.over else open_asks(self.history.table_events)

    @cached_property
    def seats(self) -> Seats:
        return seats(self.history.table_events)

    @cached_property
    def people(self) -> dict[int | None, str]:
        """Names of people who took over or gave up a seat, by person id."""
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
        """Whether the game is over, or the host ended it."""
        return self.seats.closed is not None or self.result is not None

    @property
    def standing(self) -> Standing:
        return standing(self.role, self.let_in)

    def stands(self, least: Least) -> bool:
        return reaches(self.standing, least)

    @property
    def is_player(self) -> bool:
        """Whether this device's role allows entries."""
        return self.stands("seat")

    @property
    def on_turn(self) -> bool:
        return self.seat is not None and self.seat in self.awaited

    @property
    def may_enter(self) -> bool:
        """Whether this device may enter now; nobody may once the host ended the table."""
        return self.is_player and self.seats.closed is None

    @property
    def hosts(self) -> bool:
        return self.stands("host")

    def say(self, said: Say | None) -> str:
        return self.speaker.say(f"say.{said.code}", said.params) if said else ""

    def url(self, endpoint: str, **values: Any) -> str:
        return context.path(endpoint, code=self.table.code, **values)

    def ask_url(self, **about: Any) -> str:
        return context.path("ask.ask", game=self.table.game, table=self.table.code, **about)

    def points(self, round_: int, seat: str) -> int | None:
        """A seat's points in a round, or None if it has none yet."""
        scored = self.sight.scored.get((round_, seat))
        return sum(line.points for line in scored) if scored else None

    def round_name(self, round_: int) -> str:
        """The name of a round: "Round 3", "Autumn, turn 1"."""
        return self.plain.say(f"round.name.{round_}", default="") or self.plain.say(
            "round.name", {"n": round_}
        )

    def round_label(self, round_: int) -> str:
        return self.plain.say(f"round.label.{round_}", default=str(round_))

    def hides(self, event: Event) -> bool:
        """Whether another seat's entry is secret to this reader: unrevealed, or undone before."""
        if event.type not in ("move", "amend") or not self.secret or event.seat == self.seat:
            return False
        seq = int(event.data["of"]) if event.type == "amend" else event.seq
        return self.history.find(seq) is None or (
            seq > self.sight.revealed and still_hidden(self.history, seq)
        )

    def may_take_back(self, seq: int) -> bool:
        """Whether it may undo an event; a secret one needs its seat, author, host or no seat."""
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
        """Events undone together, as one tap stored them; secret entries go alone."""
        return [event.seq] if self.secret else together(self.history, event.seq)

    @property
    def own_secret(self) -> Event | None:
        """This seat's last unrevealed entry, which can still be undone without trace."""
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

    def kind_name(self, kind: str) -> str:
        return self.plain.kind(kind)

    @property
    def short_names(self) -> dict[str, str]:
        return self.shared("short names", lambda: distinct_names(self.names))

    def shared(self, what: Hashable, work: Callable[[], T]) -> T:
        """Cache a value for all readers with the same view, rights and notifications."""
        if what not in self._shared:
            self._shared[what] = work()
        found: T = self._shared[what]
        return found

    @cached_property
    def _shared(self) -> dict[Hashable, Any]:
        return shared_by(self)


def shared_by(view: View) -> dict[Hashable, Any]:
    """Return the cache of readers with the same view; its key is all they may depend on."""
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
    """Whether an event changed an entry that only its own seat had seen."""
    if not view.secret or event.type not in ("amend", "retract"):
        return False
    of = move_of(view.history.events, event.seq)
    return of is not None and still_hidden(
        context.desk().earlier(view.table.id, view.history, event.seq - 1), of
    )


def field_label(view: View, field: Field) -> str:
    """Return a field's label, with the seat it is about."""
    return view.speaker.say(
        f"field.{field.label or field.name}", {"seat": field.about}, default=field.name
    )


def pack_cards(view: View, cards: Iterable[str]) -> list[str]:
    """Return those cards that are in the current deck."""
    return [card for card in cards if card in view.scene.deck.counts]


def leaders(points: Mapping[str, int], info: Info) -> frozenset[str]:
    """Return the leading seats; empty while all are level or in an unranked game."""
    groups = rank_by(points, info.low_wins)
    return frozenset(groups[0]) if info.ranked and len(groups) > 1 else frozenset()


def capitalized(text: str) -> str:
    """Capitalise the first letter only."""
    return text[:1].upper() + text[1:]


# Names that are short but distinct


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return the shortest distinct form of each seat's name."""
    return {
        seat: _shortest(name, [other for at, other in names.items() if at != seat])
        for seat, name in names.items()
    }


def _shortest(name: str, others: Sequence[str]) -> str:
    """A distinct prefix; after a long common prefix, the first letter and what differs."""
    alike = [other for other in others if _shared(name, other) >= LONGEST_SHARED]
    if alike:
        stem = _shared(name, *alike)
        return f"{name[:1]}…{_beginning(name[stem:], [other[stem:] for other in alike], 2)}"
    return _beginning(name, others, 4 if name.isascii() else 3)


def _beginning(name: str, others: Sequence[str], least: int) -> str:
    shared = max((_shared(name, other) for other in others), default=0)
    return name[: max(shared + 1, least)]


def _shared(*names: str) -> int:
    return len(list(takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))))
