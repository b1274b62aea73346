"""A game as a value: its functions, and what the kernel does with any of them: read an answer,
check it, play it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from .contract import (
    Checked,
    Illegal,
    Info,
    Level,
    Line,
    Move,
    Prompt,
    Result,
    Ruling,
    Say,
    Scene,
    SeatId,
    Step,
    read_fields,
)
from .fields import Field, Rng, Value
from .statistics import Counted

Seats = tuple[SeatId, ...]
Options = Mapping[str, Value]


class Seated(Protocol):
    """What the kernel knows of any state: who sits at the table."""

    @property
    def seats(self) -> Seats: ...


@dataclass(frozen=True)
class GameState:
    """What most states have: who plays by which options, how much is entered, the lines so far, and
    what the newest entry led to.
    """

    seats: Seats
    options: Options
    depth: str
    finished: tuple[Line, ...] = field(default=(), kw_only=True)
    effects: tuple[Say, ...] = field(default=(), kw_only=True)


class HasNow(Protocol):
    """A state that keeps the running round or turn in ``now``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def now(self) -> Any: ...


S = TypeVar("S", bound=Seated)
N = TypeVar("N", bound=HasNow)


def with_now(state: N, /, **changes: Any) -> N:
    """A state with other values in some fields of what it has running ``now``."""
    return replace(state, now=replace(state.now, **changes))


def finished_lines(state: Any) -> tuple[Line, ...]:
    """The score sheet of a state that keeps its lines in ``finished``."""
    lines: tuple[Line, ...] = state.finished
    return lines


Told = Mapping[str, Mapping[SeatId, Value]]
"""What was told of the rounds before: for each fact the value of every seat."""


@dataclass(frozen=True)
class Earlier(Generic[S]):
    """What a game of several rounds asks of the earlier ones.

    ``asks`` are the facts about each seat, ``skipped`` the state after so many rounds of which
    those are told.
    """

    asks: Callable[[S], tuple[Field, ...]]
    skipped: Callable[[S, int, Told], S]


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """A set of rules. State is a frozen dataclass the game owns; nothing else is remembered
    anywhere.

    ``prompts`` are what may be told now, ``judge`` is every objection to a move and ``advance`` the
    state after one that stands. ``lines`` are the score sheet, ``scene`` what the table looks like,
    ``result`` the end once there is one, ``guide`` the setup guide and ``paper`` what the printed
    sheet lays out. ``see`` is the state as one seat may know it. ``closed`` says why a seat may not
    make a move that is not asked, where the game knows more than the kernel; ``starts`` is the
    option of who begins an evening. ``feats`` are what may be told as the best of the night, worth
    most by a measure of the game's own. ``counted`` are its statistics, from a score sheet that was
    entered in full. ``sample`` is how a random answer is made where fields drawn one by one hardly
    ever stand, as numbers that must add up: the fields of one that stands, or None where they may
    be drawn. ``earlier`` is what a game of several rounds must know of those before, where only the
    last one is told. ``untold`` is a fresh state as if hands could hold whatever they may hold
    later: the desk is asked of a hand about which nobody said anything.
    """

    info: Info
    setup: Callable[[Seats, Options], S]
    prompts: Callable[[S], tuple[Prompt, ...]]
    judge: Callable[[S, Move], Iterable[Ruling]]
    advance: Callable[[S, Move], S]
    lines: Callable[[S], tuple[Line, ...]] = finished_lines
    scene: Callable[[S], Scene]
    result: Callable[[S], Result | None]
    guide: Callable[[Seats, Options], tuple[Step, ...]]
    paper: Callable[[S], dict[str, Any]]
    see: Callable[[S, SeatId | None], S] = lambda state, _seat: state
    closed: Callable[[S, str, SeatId | None], Ruling | None] = lambda _state, _kind, _seat: None
    starts: str = ""
    feats: Callable[[S], Iterable[Line]] | None = None
    counted: Callable[[Sequence[Line]], Iterable[Counted]] | None = None
    sample: Callable[[S, Prompt, Rng], Mapping[str, Value] | None] | None = None
    earlier: Earlier[S] | None = None
    untold: Callable[[S], S] | None = None


AnyGame = Game[Any]


def find_prompt(prompts: Sequence[Prompt], kind: str, seat: SeatId | None) -> Prompt | None:
    """The open prompt of that kind and seat, if there is one."""
    return next((p for p in prompts if p.kind == kind and p.seat == seat), None)


def _read(prompt: Prompt, raw: Mapping[str, object], accept: Sequence[str]) -> Checked:
    """Can every field be read? All unreadable ones are reported together."""
    data, rulings = read_fields(((field, prompt.clause) for field in prompt.fields), raw)
    unknown = set(raw) - {field.name for field in prompt.fields}
    rulings += [
        Ruling("unknown_field", level=Level.IMPOSSIBLE, params={"name": name[:40]})
        for name in sorted(unknown)
    ]
    return Checked(
        None if rulings else Move(prompt.kind, prompt.seat, data, tuple(accept)), tuple(rulings)
    )


def check(
    game: Game[S],
    state: S,
    kind: str,
    seat: SeatId | None,
    raw: Mapping[str, object],
    accept: Sequence[str] = (),
    prompts: Sequence[Prompt] | None = None,
) -> Checked:
    """Read a move and let the game judge it; ``prompts`` are the state's, where they are known
    already.
    """
    asked = game.prompts(state) if prompts is None else prompts
    prompt = find_prompt(asked, kind, seat)
    if prompt is None:
        return Checked(None, (closed(game, state, asked, kind, seat),))
    checked = _read(prompt, raw, accept)
    if checked.move is None:
        return checked
    demands = prompt.overrules
    return Checked(
        checked.move, (*(demands if accept else ()), *game.judge(state, checked.move)), demands
    )


def closed(
    game: Game[S], state: S, prompts: Sequence[Prompt], kind: str, seat: SeatId | None
) -> Ruling:
    """Why a move that is not asked cannot be made now, by the game's own word if it has one: whose
    turn it is, what comes first.

    A kind or a seat that the game does not know is not asked at all.
    """
    clause = game.info.clause_of(kind)
    if clause is None or (seat is not None and seat not in state.seats):
        return Ruling("not_asked", level=Level.IMPOSSIBLE, params={"kind": kind, "seat": seat})
    awaited = [prompt for prompt in prompts if not prompt.aside]
    who = tuple(dict.fromkeys(prompt.seat for prompt in awaited))
    params = {
        "kind": kind,
        "seat": seat,
        "who": list(who),
        "asked": list(dict.fromkeys(prompt.kind for prompt in awaited or prompts)),
    }
    result = None if awaited else game.result(state)
    if result is not None:
        ending = (
            game.scene(state).where.clause,
            *(reason.clause for reason in result.reasons),
            clause,
        )
        return Ruling("over", next(filter(None, ending)), Level.IMPOSSIBLE, params)
    own = game.closed(state, kind, seat)
    if own is not None:
        return replace(own, level=Level.IMPOSSIBLE, field=None)
    alike = tuple(prompt.seat for prompt in awaited if prompt.kind == kind)
    if not alike and (seat is None or seat in who or None in who or not who):
        return Ruling("not_now", clause, Level.IMPOSSIBLE, params)
    who = alike or who
    if seat and len(who) == 1 and who[0] and game.info.turn_clause:
        return Ruling(
            "not_on_turn", game.info.turn_clause, Level.IMPOSSIBLE, {**params, "next": who[0]}
        )
    return Ruling("not_awaited", clause, Level.IMPOSSIBLE, {**params, "who": list(who)})


def play(
    game: Game[S],
    state: S,
    kind: str,
    seat: SeatId | None,
    raw: Mapping[str, object],
    accept: Sequence[str] = (),
) -> S:
    """The state after the move; raises Illegal with every objection."""
    checked = check(game, state, kind, seat, raw, accept)
    if checked.objections or checked.move is None:
        raise Illegal(checked.objections)
    return game.advance(state, checked.move)
