"""A game as a value: its functions, and what the kernel does with any of them: read an answer, check it, play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from .contract import Checked, Illegal, Level, Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from .fields import Bad, Value
from .frozen import replace
from .info import Info

Seats = tuple[SeatId, ...]
Options = Mapping[str, Value]


class Seated(Protocol):
    """What the kernel knows of any state: who sits at the table."""

    @property
    def seats(self) -> Seats: ...


S = TypeVar("S", bound=Seated)


def everything_open(state: S, _seat: SeatId | None) -> S:
    """The state as it is, for a game in which nothing secret is entered."""
    return state


def finished_lines(state: Any) -> tuple[Line, ...]:
    """The score sheet of a state that keeps its lines in ``finished``."""
    lines: tuple[Line, ...] = state.finished
    return lines


def no_own_word(_state: Any, _kind: str, _seat: SeatId | None) -> Ruling | None:
    """The kernel's reasons will do."""
    return None


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """A set of rules. State is a frozen dataclass the game owns; nothing else is remembered anywhere.

    ``prompts`` are what may be told now, ``judge`` is every objection to a move and ``advance`` the state after one that stands.
    ``lines`` are the score sheet, ``scene`` what the table looks like, ``result`` the end once there is one, ``guide`` the setup
    guide and ``paper`` what the printed sheet lays out. ``see`` is the state as one seat may know it. ``closed`` says why a seat may
    not make a move that is not asked, where the game knows more than the kernel; ``starts`` is the option of who begins an evening.
    """

    info: Info
    setup: Callable[[Seats, Options], S]
    prompts: Callable[[S], tuple[Prompt, ...]]
    judge: Callable[[S, Move], tuple[Ruling, ...]]
    advance: Callable[[S, Move], S]
    lines: Callable[[S], tuple[Line, ...]] = finished_lines
    scene: Callable[[S], Scene]
    result: Callable[[S], Result | None]
    guide: Callable[[Seats, Options], tuple[Step, ...]]
    paper: Callable[[S], dict[str, Any]]
    see: Callable[[S, SeatId | None], S] = everything_open
    closed: Callable[[S, str, SeatId | None], Ruling | None] = no_own_word
    starts: str = ""


AnyGame = Game[Any]


def find_prompt(prompts: Sequence[Prompt], kind: str, seat: SeatId | None) -> Prompt | None:
    """The open prompt of that kind and seat, if there is one."""
    return next((p for p in prompts if p.kind == kind and p.seat == seat), None)


def read(prompts: Sequence[Prompt], kind: str, seat: SeatId | None, raw: Mapping[str, object], accept: Sequence[str] = ()) -> Checked:
    """Does it answer an open prompt, and can every field be read? All unreadable fields are reported together."""
    prompt = find_prompt(prompts, kind, seat)
    if prompt is None:
        return Checked(None, (_not_asked(kind, seat),))
    data: dict[str, Value] = {}
    rulings = []
    for wanted in prompt.fields:
        try:
            data[wanted.name] = wanted.parse(raw.get(wanted.name))
        except Bad as bad:
            rulings.append(Ruling(bad.code, bad.clause or prompt.clause, Level.IMPOSSIBLE, bad.params, wanted.name))
    unknown = set(raw) - {wanted.name for wanted in prompt.fields}
    rulings += [Ruling("unknown_field", level=Level.IMPOSSIBLE, params={"name": name[:40]}) for name in sorted(unknown)]
    return Checked(None if rulings else Move(kind, seat, data, tuple(accept)), tuple(rulings))


def check(
    game: Game[S],
    state: S,
    kind: str,
    seat: SeatId | None,
    raw: Mapping[str, object],
    accept: Sequence[str] = (),
    prompts: Sequence[Prompt] | None = None,
) -> Checked:
    """Read a move and let the game judge it; ``prompts`` are the state's, where they are known already."""
    asked = game.prompts(state) if prompts is None else prompts
    prompt = find_prompt(asked, kind, seat)
    if prompt is None:
        return Checked(None, (closed(game, state, asked, kind, seat),))
    checked = read(asked, kind, seat, raw, accept)
    if checked.move is None:
        return checked
    demands = prompt.overrules
    return Checked(checked.move, (*(demands if accept else ()), *game.judge(state, checked.move)), demands)


def _not_asked(kind: str, seat: SeatId | None) -> Ruling:
    return Ruling("not_asked", level=Level.IMPOSSIBLE, params={"kind": kind, "seat": seat})


def closed(game: Game[S], state: S, prompts: Sequence[Prompt], kind: str, seat: SeatId | None) -> Ruling:
    """Why a move that is not asked cannot be made now, by the game's own word if it has one: whose turn it is, what comes first.

    A kind or a seat that the game does not know is not asked at all.
    """
    clause = game.info.clause_of(kind)
    if clause is None or (seat is not None and seat not in state.seats):
        return _not_asked(kind, seat)
    awaited = [prompt for prompt in prompts if not prompt.aside]
    who = tuple(dict.fromkeys(prompt.seat for prompt in awaited))
    params = {"kind": kind, "seat": seat, "who": list(who), "asked": list(dict.fromkeys(prompt.kind for prompt in awaited or prompts))}
    result = None if awaited else game.result(state)
    if result is not None:
        ending = (game.scene(state).where.clause, *(reason.clause for reason in result.reasons), clause)
        return Ruling("over", next(filter(None, ending)), Level.IMPOSSIBLE, params)
    own = game.closed(state, kind, seat)
    if own is not None:
        return replace(own, level=Level.IMPOSSIBLE, field=None)
    alike = tuple(prompt.seat for prompt in awaited if prompt.kind == kind)
    if not alike and (seat is None or seat in who or None in who or not who):
        return Ruling("not_now", clause, Level.IMPOSSIBLE, params)
    who = alike or who
    if seat and len(who) == 1 and who[0] and game.info.turn_clause:
        return Ruling("not_on_turn", game.info.turn_clause, Level.IMPOSSIBLE, {**params, "next": who[0]})
    return Ruling("not_awaited", clause, Level.IMPOSSIBLE, {**params, "who": list(who)})


def play(game: Game[S], state: S, kind: str, seat: SeatId | None, raw: Mapping[str, object], accept: Sequence[str] = ()) -> S:
    """The state after the move; raises Illegal with every objection."""
    checked = check(game, state, kind, seat, raw, accept)
    if checked.objections or checked.move is None:
        raise Illegal(checked.objections)
    return game.advance(state, checked.move)
