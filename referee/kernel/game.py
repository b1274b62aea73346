"""A game as a value of functions, and the kernel's part: read an answer, check it, play it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from .contract import (
    Checked,
    Illegal,
    Info,
    Level,
    Line,
    Message,
    Move,
    Params,
    Prompt,
    Result,
    Ruling,
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
    """The kernel's view of any state: the seats at the table."""

    @property
    def seats(self) -> Seats: ...


@dataclass(frozen=True)
class GameState:
    """Common state: seats, options, depth of entry, lines so far, effects of the newest entry."""

    seats: Seats
    options: Options
    depth: str
    finished: tuple[Line, ...] = field(default=(), kw_only=True)
    effects: tuple[Message, ...] = field(default=(), kw_only=True)


class HasNow(Protocol):
    """A state that keeps the running round or turn in ``now``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def now(self) -> Any: ...


S = TypeVar("S", bound=Seated)
N = TypeVar("N", bound=HasNow)


def with_now(state: N, /, **changes: Any) -> N:
    """The state with some fields of its ``now`` changed."""
    return replace(state, now=replace(state.now, **changes))


def finished_lines(state: Any) -> tuple[Line, ...]:
    """The score sheet of a state that keeps its lines in ``finished``."""
    lines: tuple[Line, ...] = state.finished
    return lines


Told = Mapping[str, Mapping[SeatId, Value]]
"""Facts of earlier rounds: for each fact the value of every seat."""


@dataclass(frozen=True)
class Earlier(Generic[S]):
    """Earlier rounds: ``asks`` gives the facts of each seat, ``skipped`` the state after them."""

    asks: Callable[[S], tuple[Field, ...]]
    skipped: Callable[[S, int, Told], S]


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """The rules of a game as pure functions over a frozen dataclass, its state.

    ``prompts`` are the answers possible now, ``judge`` gives every objection to a move, ``advance``
    the state after a legal one. ``lines`` are the score sheet, ``scene`` the table now, ``result``
    the end or None, ``guide`` the setup guide, ``paper`` the printed sheet. ``see`` is the state as
    one seat may know it. ``closed`` explains a move without a prompt, where the kernel cannot.
    ``starts`` names the option of who begins a series. ``highlights`` are candidates for the best
    play. ``counted`` are statistics of a sheet entered in full. ``sample`` makes a legal random
    answer where independent fields rarely are (a fixed sum), or None. ``earlier`` asks about
    previous rounds. ``untold`` is a fresh state whose hands may hold any cards, for rules
    questions. A game that has no folder brings its ``words``, messages by code for each language,
    the ``book`` of its rules, and the ``sheet`` it was made of, as JSON.
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
    highlights: Callable[[S], Iterable[Line]] | None = None
    counted: Callable[[Sequence[Line]], Iterable[Counted]] | None = None
    sample: Callable[[S, Prompt, Rng], Mapping[str, Value] | None] | None = None
    earlier: Earlier[S] | None = None
    untold: Callable[[S], S] | None = None
    words: Callable[[str], Mapping[str, str]] | None = None
    book: Callable[[], Any] | None = None
    sheet: Mapping[str, Any] | None = None


AnyGame = Game[Any]


def find_prompt(prompts: Sequence[Prompt], kind: str, seat: SeatId | None) -> Prompt | None:
    """The open prompt of that kind and seat, or None."""
    return next((p for p in prompts if p.kind == kind and p.seat == seat), None)


def _read(prompt: Prompt, raw: Mapping[str, object], accept: Sequence[str]) -> Checked:
    """The answer as a move, or every unreadable and unknown field as rulings."""
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
    """Read a move and let the game judge it; pass the state's ``prompts`` if already known."""
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
    """Why a move without a prompt is impossible: unknown, over, the game's reason, turn, order."""
    clause = game.info.clause_of(kind)
    if clause is None or (seat is not None and seat not in state.seats):
        return Ruling("not_asked", level=Level.IMPOSSIBLE, params={"kind": kind, "seat": seat})
    awaited = [prompt for prompt in prompts if not prompt.aside]
    params = {"kind": kind, "seat": seat, **_asked(awaited, prompts)}

    if not awaited and (result := game.result(state)):
        return Ruling("over", _ending(game, state, result) or clause, Level.IMPOSSIBLE, params)

    own = game.closed(state, kind, seat)
    if own is not None:
        return replace(own, level=Level.IMPOSSIBLE, field=None)
    return _not_due(game.info, awaited, clause, params)


def _asked(awaited: Sequence[Prompt], prompts: Sequence[Prompt]) -> dict[str, Any]:
    """Who is asked now, and for which kinds of move."""
    who = dict.fromkeys(prompt.seat for prompt in awaited)
    asked = dict.fromkeys(prompt.kind for prompt in awaited or prompts)
    return {"who": list(who), "asked": list(asked)}


def _ending(game: Game[S], state: S, result: Result) -> str:
    """The clause that has ended the game, if one is cited."""
    clauses = (game.scene(state).where.clause, *(reason.clause for reason in result.reasons))
    return next(filter(None, clauses), "")


def _not_due(info: Info, awaited: Sequence[Prompt], clause: str, params: Params) -> Ruling:
    """Why a move is refused while others are awaited: by its time, the turn or its seat."""
    seat, who = params["seat"], params["who"]
    due = [prompt.seat for prompt in awaited if prompt.kind == params["kind"]]
    if not due:
        # It is the time of another move, not the turn of another seat.
        if seat is None or not who or {seat, None} & {*who}:
            return Ruling("not_now", clause, Level.IMPOSSIBLE, params)
        due = who
    if seat and len(due) == 1 and due[0] and info.turn_clause:
        told = {**params, "next": due[0]}
        return Ruling("not_on_turn", info.turn_clause, Level.IMPOSSIBLE, told)
    return Ruling("not_awaited", clause, Level.IMPOSSIBLE, {**params, "who": due})


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
