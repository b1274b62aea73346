"""Answers to rules questions about a state: may this be done, who is awaited, who leads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .board import BoardRow, Message, Spot
from .contract import Illegal, Level, Line, Move, Prompt, Ruling, SeatId, places, totals
from .detail import DEPTH
from .fields import Cards, Field, Value
from .game import AnyGame, check, find_prompt
from .question import Answer, Facts
from .told_moves import told_move

MOVE, MOVER = "move", "mover"
MOST_NAMED = 3
"""Kinds of move named in a row."""
MISSING = ("missing", "too_few_cards")


def may(game: AnyGame, state: Any, facts: Facts, whole: bool) -> Answer:
    """Whether the move that is told may be made; ``whole`` if nothing of its effects is hidden."""
    kind, prompts = str(facts[MOVE]), game.prompts(state)
    mover = str(facts.get(MOVER) or "") or None
    prompt = prompt_for(prompts, kind, mover)
    seat, fields = (prompt.seat, prompt.fields) if prompt else (mover, ())
    checked = check(game, state, kind, seat, _raw(fields, facts), prompts=prompts)
    rows = tuple(_cards_rows(fields, facts))
    clause = game.info.clause_of(kind) or game.info.first_clause
    if objections := checked.entered.objections:
        return _refusal(objections, facts, rows, clause)
    assert checked.move is not None
    verdict = Message("may_do", {"kind": kind}, (prompt and prompt.clause) or clause)
    answer = Answer(verdict, (True,), rows=rows, rulings=checked.rulings, yes=True)
    return _with_effects(answer, game, state, checked.move) if whole else answer


def _raw(fields: Sequence[Field], facts: Facts) -> dict[str, object]:
    told = ((field.name, facts.get(field.name)) for field in fields)
    return {name: as_told(value) for name, value in told if value is not None}


def _refusal(
    objections: Sequence[Ruling], facts: Facts, rows: tuple[BoardRow, ...], clause: str
) -> Answer:
    """The objections, broken clauses first; raises Illegal for a field that is not told yet."""
    missing = [
        ruling
        for ruling in objections
        if ruling.code in MISSING and ruling.field and not facts.get(ruling.field)
    ]
    if missing:
        raise Illegal(missing)
    cited = _cited(objections, clause)
    outcome = (False, tuple(ruling.code for ruling in cited))
    return Answer(cited[0], outcome, rows=rows, rulings=cited, yes=False)


def _with_effects(answer: Answer, game: AnyGame, state: Any, move: Move) -> Answer:
    """The answer with the points, the ranking and the next seat that the move leads to."""
    after, known = game.advance(state, move), game.lines(state)
    sums = totals(game.lines(after), after.seats, sides=game.info.sides(after.seats))
    scored = tuple((who, n) for who, n in sums.items() if n)
    following = awaited(game, after)
    return replace(
        answer,
        outcome=(True, scored, _ranking(game, after)),
        why=game.scene(after).effects,
        lines=tuple(line for line in game.lines(after) if line not in known),
        also=(following,) if following else (),
        after=told_move(move),
    )


def kinds_of(game: AnyGame, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """Kinds of move: required ones first, then optional ones, then all others."""
    asked = [prompt.kind for aside in (False, True) for prompt in prompts if prompt.aside is aside]
    return tuple(kind for kind in dict.fromkeys((*asked, *game.info.kinds)) if kind != DEPTH)


def movers(state: Any, prompts: Sequence[Prompt], kind: str) -> tuple[SeatId, ...]:
    """The seats to choose from, those asked or on turn first; none for a move of the table."""
    own = [prompt for prompt in prompts if prompt.kind == kind]
    if own and all(prompt.seat is None for prompt in own):
        return ()
    asked = sorted(
        (prompt for prompt in own or prompts if prompt.seat), key=lambda prompt: prompt.aside
    )
    return tuple(dict.fromkeys((*(str(prompt.seat) for prompt in asked), *state.seats)))


def prompt_for(prompts: Sequence[Prompt], kind: str, seat: SeatId | None) -> Prompt | None:
    """The prompt of that kind for a seat, else for the table."""
    return find_prompt(prompts, kind, seat) or find_prompt(prompts, kind, None)


def as_told(value: Value) -> object:
    """The value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def _cards_rows(fields: Sequence[Field], facts: Facts) -> Iterator[BoardRow]:
    """The cards of every field that has some."""
    for field in fields:
        cards = facts.get(field.name)
        if isinstance(field, Cards) and cards:
            spots = tuple(map(Spot, cards if isinstance(cards, tuple) else ()))
            yield BoardRow(spots, title=Message("asked_cards"))


def _cited(objections: Sequence[Ruling], clause: str) -> tuple[Ruling, ...]:
    """The objections, broken clauses first; one without a clause cites the move's."""
    by_clause = sorted(objections, key=lambda ruling: ruling.level is not Level.ILLEGAL)
    return tuple(
        ruling if ruling.clause else replace(ruling, clause=clause) for ruling in by_clause
    )


def awaited(game: AnyGame, state: Any) -> Message | None:
    """Who is asked for what now; after a game of a series, who begins the next one."""
    prompts = game.prompts(state)
    waiting = [prompt for prompt in prompts if not prompt.aside]
    if not waiting:
        return _begins(find_prompt(prompts, "again", None))
    seats = list(filter(None, dict.fromkeys(prompt.seat for prompt in waiting)))
    kinds = list(dict.fromkeys(prompt.kind for prompt in waiting))
    clause = waiting[0].clause or game.info.clause_of(kinds[0]) or ""
    if len(seats) == 1:
        clause = game.info.turn_clause or clause
    code = "awaits" if len(kinds) <= MOST_NAMED else "awaits_seats"
    return Message(code if seats else "awaits_table", {"seats": seats, "kinds": kinds}, clause)


def _begins(again: Prompt | None) -> Message | None:
    return (
        Message("begins_next", {"seat": again.fields[0].default}, again.clause) if again else None
    )


def _ranking(game: AnyGame, state: Any) -> object:
    result = game.result(state)
    return result.ranking if result else None


def rank_rows(
    ranking: Sequence[Sequence[SeatId]],
    numbers: Mapping[SeatId, int],
    won: bool,
    sides: Sequence[Sequence[SeatId]] = (),
) -> Iterator[BoardRow]:
    """A row per seat with its place and points, the winners marked."""
    for at, group in places(ranking, sides):
        place = Message("place", {"n": at})
        yield from (
            BoardRow(seat=seat, note=place, value=numbers[seat], active=won and at == 1)
            for seat in group
        )


def final_lines(game: AnyGame, state: Any) -> tuple[Line, ...]:
    """The lines that count of the newest round."""
    lines = [line for line in game.lines(state) if line.counts]
    newest = max((line.round for line in lines), default=0)
    return tuple(line for line in lines if line.round == newest)
