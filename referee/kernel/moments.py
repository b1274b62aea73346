"""Rules questions of any game, from its contract alone: what is legal, is it over, who is next.

Each is about the state of a table or of an imagined game, after the moves in ``done``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count
from typing import Any

from .board import Row, Say, Spot
from .contract import Illegal, Level, Line, Move, Prompt, Ruling, SeatId, places, rank_by, totals
from .depth import DEPTH
from .earlier import resumed
from .evening import START
from .facts import players_of
from .fields import Bad, Cards, Field, Kind, Seat, Text, Value
from .game import AnyGame, check, find_prompt
from .options import changed
from .question import Answer, Facts, Options, Question, Raw, played, seated, seats_of

MOVE, MOVER, DONE, KIND = "move", "mover", "done", "told_kind"
MOST_DONE, MOST_NAMED, MOST_ANSWERS = 4000, 3, 400
"""Characters of ``done`` that fit an address; kinds of move named in a row; answers of a round."""
NOBODY = "-"
MISSING, TOO_MANY = ("missing", "too_few_cards"), "too_many_steps"
States = Callable[[Options], Any]
Answering = Callable[[Options, Facts], Answer]


def every_question(game: AnyGame) -> tuple[Question, ...]:
    """The questions about a moment of this game: ``may``, ``end`` and ``next``."""
    fresh = Moments(game)
    return tuple(
        replace(fresh.question(id_), at=partial(_bound, game, id_))
        for id_ in ("may", "end", "next")
    )


def _bound(game: AnyGame, id_: str, states: States, whole: bool) -> Question:
    return replace(Moments(game, states, whole).question(id_), at=partial(_bound, game, id_))


APART, NUMBERED = re.compile(r"[\s;%]"), re.compile(r"%(\d{1,6})\.")
"""Characters that would end a value, and their escaped form ``%<codepoint>.``."""


def told_move(move: Move) -> str:
    """A move as text for the fact ``done``; `read_move` is the inverse."""
    told = {
        name: value
        for name, value in move.data.items()
        if not (value is None or value is False or value == "")
    }
    values = (f"{name}={APART.sub(_numbered, _text(value))}" for name, value in told.items())
    return " ".join((move.kind, move.seat or NOBODY, *values))


def _numbered(sign: re.Match[str]) -> str:
    return f"%{ord(sign[0])}."


def _sign(number: re.Match[str]) -> str:
    return chr(int(number[1]))


def _text(value: Value) -> str:
    return (
        ",".join(map(str, value))
        if isinstance(value, tuple)
        else "yes"
        if value is True
        else str(value)
    )


@dataclass(frozen=True)
class Moments:
    """Moments of a table (``states`` by options), else fresh; ``whole`` if nothing is hidden."""

    game: AnyGame
    states: States | None = None
    whole: bool = True

    def question(self, id_: str) -> Question:
        clause = self.game.info.players_clause
        if id_ == "may":
            may = self._dated(self._may)
            return Question(id_, clause, self._may_fields, may, moment=self.state)
        if id_ == "end":
            return Question(id_, clause, self._end_fields, self._end, moment=self._end_state)
        following = self._dated(self._next)
        return Question(id_, clause, lambda *_told: self._loose(None), following, moment=self.state)

    def _dated(self, answer: Answering) -> Answering:
        """Without a table, add to each answer how far into a game it is."""
        if self.states:
            return answer

        def dated(options: Options, facts: Facts) -> Answer:
            done = steps(str(facts.get(DONE) or ""))
            when = Say("after_steps", {"n": len(done)}) if done else Say("at_start")
            found = answer(options, facts)
            return replace(found, when=found.when or when)

        return dated

    def state(self, options: Options, facts: Raw) -> Any:
        """The state in question, after the moves in ``done``; raises Illegal if impossible."""
        if len(str(facts.get(DONE) or "").strip()) > MOST_DONE:
            raise Illegal([Ruling(TOO_MANY, params={"most": MOST_DONE}, field=DONE)])
        state = self.states(options) if self.states else self._fresh(options, facts, {})
        for entry in steps(str(facts.get(DONE) or "")):
            kind, seat, raw = read_move(entry)
            try:
                state = played(self.game, state, kind, seat, **raw)
            except Illegal as wrong:
                raise Illegal([replace(ruling, field=DONE) for ruling in wrong.rulings]) from wrong
        return state

    def _fresh(self, options: Options, facts: Raw, fixed: Mapping[str, Value]) -> Any:
        seats = seated(facts, players_of(self.game, len(seats_of(self.game))))
        offered = {option.field.name: option.field for option in self.game.info.options}
        wanted: dict[str, Value] = {DEPTH: "full", "entry": "open", **fixed}
        own = {
            name: value
            for name, value in wanted.items()
            if value in getattr(offered.get(name), "values", ())
        }
        inside = {
            name: seats[0]
            for name, field in offered.items()
            if isinstance(field, Seat) and options.get(name) not in seats
        }
        return self.game.setup(seats, changed(options, {**inside, **own}))

    def _loose(self, players: int | None) -> tuple[Field, ...]:
        done = Text(name=DONE, optional=True, most=MOST_DONE, excess=TOO_MANY)
        return (done,) if self.states else (players_of(self.game, players), done)

    # May this be done?

    def _may_fields(self, options: Options, raw: Raw) -> tuple[Field, ...]:
        """Any known kind of move, its seat and the fields of its prompt."""
        loose = self._loose(len(seats_of(self.game)))
        try:
            state = self.state(options, raw)
        except Illegal:
            return loose
        prompts = self.game.prompts(state)
        move = Kind(name=MOVE, values=_kinds(self.game, prompts))
        kind = raw.get(MOVE)
        if kind not in move.values:
            return (move, *loose)
        seats = _movers(state, prompts, str(kind))
        mover = (Seat(name=MOVER, values=tuple(state.seats), default=seats[0]),) if seats else ()
        asked = raw.get(MOVER) if raw.get(MOVER) in state.seats else next(iter(seats), None)
        prompt = _prompt(prompts, str(kind), str(asked) if asked else None)
        return (move, *mover, *(prompt.fields if prompt else ()), *loose)

    def _may(self, options: Options, facts: Facts) -> Answer:
        """The verdict on the move, and its effects. Without a table, unknown hands cause no
        refusal; a yes that fails for the dealt cards says ``if_held``.
        """
        state = self.state(options, facts)
        answer = self._judged(state, facts)
        if answer.yes or self.states or facts.get(DONE) or self.game.untold is None:
            return answer
        other = self._judged(self.game.untold(state), facts)
        return replace(other, when=Say("if_held")) if other.yes else other

    def _judged(self, state: Any, facts: Facts) -> Answer:
        kind = str(facts[MOVE])
        prompts = self.game.prompts(state)
        prompt = _prompt(prompts, kind, str(facts[MOVER]) if facts.get(MOVER) else None)
        seat = prompt.seat if prompt else facts.get(MOVER)
        fields = prompt.fields if prompt else ()
        raw = {
            field.name: _as_told(facts.get(field.name))
            for field in fields
            if facts.get(field.name) is not None
        }
        checked = check(self.game, state, kind, str(seat) if seat else None, raw, prompts=prompts)
        rows = tuple(
            _cards_row(field, facts)
            for field in fields
            if isinstance(field, Cards) and facts.get(field.name)
        )
        if objections := checked.entered.objections:
            if missing := [
                ruling
                for ruling in objections
                if ruling.code in MISSING and ruling.field and not facts.get(ruling.field)
            ]:
                raise Illegal(missing)
            cited = _cited(
                objections, self.game.info.clause_of(kind) or f"{self.game.info.prefix}-1"
            )
            return Answer(
                cited[0],
                (False, tuple(ruling.code for ruling in cited)),
                rows=rows,
                rulings=cited,
                yes=False,
            )
        assert checked.move is not None
        clause = (
            (prompt.clause if prompt else "")
            or self.game.info.clause_of(kind)
            or f"{self.game.info.prefix}-1"
        )
        verdict = Say("may_do", {"kind": kind}, clause)
        if not self.whole:
            return Answer(verdict, (True,), rows=rows, rulings=checked.rulings, yes=True)
        after = self.game.advance(state, checked.move)
        known = self.game.lines(state)
        lines = tuple(line for line in self.game.lines(after) if line not in known)
        sums = totals(self.game.lines(after), after.seats)
        outcome = (
            True,
            tuple((who, n) for who, n in sums.items() if n),
            _ranking(self.game, after),
        )
        also = tuple(filter(None, (_awaited(self.game, after),)))
        effects, then = self.game.scene(after).effects, told_move(checked.move)
        return Answer(
            verdict, outcome, effects, rows, lines, checked.rulings, also, yes=True, after=then
        )

    # Is it over?

    def _end_fields(self, options: Options, raw: Raw) -> tuple[Field, ...]:
        """None for a table; else the fields of quick entry, one answer after the other."""
        players, *_done = loose = self._loose(None)
        if self.states:
            return loose
        asked = list[Field]()
        with suppress(Illegal):
            self._counted(options, raw, asked)
        return (players, *asked)

    def _end(self, options: Options, facts: Facts) -> Answer:
        """The ranking and the reason for each step, or that the game goes on and the standings."""
        state = self._end_state(options, facts)
        result, sums = self.game.result(state), totals(self.game.lines(state), state.seats)
        scene = self.game.scene(state)
        numbers = scene.numbers(sums)
        ranking = result.ranking if result else rank_by(sums, self.game.info.low_wins)
        rows = tuple(_rank_rows(ranking, numbers, bool(result and result.won)))
        reasons = result.reasons if result else ()
        clause = next(
            filter(None, (scene.where.clause, *(one.clause for one in reasons))),
            f"{self.game.info.prefix}-1",
        )
        if result is None:
            # Without a fixed number of rounds, the round of an imagined game means nothing.
            where = scene.where if self.states or not self.game.earlier or scene.ruler else None
            told = (_awaited(self.game, state), where)
            return Answer(
                Say("not_over", {}, clause),
                (False, ranking),
                tuple(filter(None, told)),
                rows,
                yes=False,
            )
        code = "has_won" if len(result.winners) == 1 else "have_won" if result.won else "none_won"
        won = Say(code, {"seats": list(result.winners)}, clause)
        return Answer(
            won,
            (True, ranking, result.won),
            reasons,
            rows,
            _final_lines(self.game, state),
            yes=True,
        )

    def _end_state(self, options: Options, facts: Raw) -> Any:
        return self.state(options, facts) if self.states else self._counted(options, facts, [])

    def _counted(self, options: Options, raw: Raw, asked: list[Field]) -> Any:
        """The state in quick entry as far as known; fields go to ``asked``; may raise Illegal."""
        state = self._fresh(options, raw, {DEPTH: "quick"})
        if self.game.earlier:
            _done, of = self.game.scene(state).ruler or (0, 0)
            state = resumed(self.game.earlier, state, of, raw, asked)
        complete = self.game.scene(state).complete
        for _answer in range(MOST_ANSWERS):
            open_ = [prompt for prompt in self.game.prompts(state) if not prompt.aside]
            if not open_ or self.game.scene(state).complete > complete or self.game.result(state):
                break
            try:
                state = _told(self.game, state, open_, raw, asked)
            except (Bad, Illegal):
                break
        return state

    # What comes now?

    def _next(self, options: Options, facts: Facts) -> Answer:
        """Who is to move and how, the cards left, and before the first move the setup."""
        state = self.state(options, facts)
        scene, fallback = self.game.scene(state), f"{self.game.info.prefix}-1"
        verdict = _awaited(self.game, state) or Say("nothing_awaited", {}, scene.where.clause)
        told = tuple(filter(None, (scene.where, scene.hint, scene.banner)))
        started = changed(options, {START: options.get(START, state.seats[0])})
        steps = () if facts.get(DONE) or self.states else self.game.guide(state.seats, started)
        deal = tuple(
            Row(title=what, value=each) for step in steps for what, each, _over in step.deal
        )
        setup = tuple(said for step in steps for said in (step.title, *step.body))
        outcome = (verdict.code, str(sorted(verdict.params.items())))
        return Answer(
            replace(verdict, clause=verdict.clause or fallback), outcome, told, deal, also=setup
        )


def steps(done: str) -> list[str]:
    """The moves of the fact ``done`` as texts; ``;`` separates them."""
    return [*filter(None, map(str.strip, done.split(";")))]


def read_move(entry: str) -> tuple[str, SeatId | None, dict[str, str]]:
    """The kind, seat and answers of one move of the fact ``done``."""
    kind, _, rest = entry.partition(" ")
    seat, *pairs = rest.split() or [NOBODY]
    values = (pair.partition("=")[::2] for pair in pairs)
    return (
        kind,
        None if seat == NOBODY else seat,
        {name: NUMBERED.sub(_sign, value) for name, value in values},
    )


def _kinds(game: AnyGame, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """Kinds of move: required ones first, then optional ones, then all others."""
    asked = [prompt.kind for aside in (False, True) for prompt in prompts if prompt.aside is aside]
    return tuple(kind for kind in dict.fromkeys((*asked, *game.info.kinds)) if kind != DEPTH)


def _movers(state: Any, prompts: Sequence[Prompt], kind: str) -> tuple[SeatId, ...]:
    """The seats to choose from, those asked or on turn first; none for a move of the table."""
    own = [prompt for prompt in prompts if prompt.kind == kind]
    if own and all(prompt.seat is None for prompt in own):
        return ()
    asked = sorted(
        (prompt for prompt in own or prompts if prompt.seat), key=lambda prompt: prompt.aside
    )
    return tuple(dict.fromkeys((*(str(prompt.seat) for prompt in asked), *state.seats)))


def _prompt(prompts: Sequence[Prompt], kind: str, seat: SeatId | None) -> Prompt | None:
    return find_prompt(prompts, kind, seat) or find_prompt(prompts, kind, None)


def _as_told(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else value


def _cards_row(field: Cards, facts: Facts) -> Row:
    cards = facts[field.name]
    return Row(
        tuple(map(Spot, cards if isinstance(cards, tuple) else ())), title=Say("asked_cards")
    )


def _cited(objections: Sequence[Ruling], clause: str) -> tuple[Ruling, ...]:
    """The objections, broken clauses first; one without a clause cites the move's."""
    by_clause = sorted(objections, key=lambda ruling: ruling.level is not Level.ILLEGAL)
    return tuple(
        ruling if ruling.clause else replace(ruling, clause=clause) for ruling in by_clause
    )


def _awaited(game: AnyGame, state: Any) -> Say | None:
    """Who is asked for what now; after a game of a series, who begins the next one."""
    prompts = game.prompts(state)
    waiting = [prompt for prompt in prompts if not prompt.aside]
    again = find_prompt(prompts, "again", None)
    if again and not waiting:
        return Say("begins_next", {"seat": again.fields[0].default}, again.clause)
    seats = tuple(dict.fromkeys(prompt.seat for prompt in waiting if prompt.seat))
    kinds = tuple(dict.fromkeys(prompt.kind for prompt in waiting))
    if not waiting:
        return None
    clause = (
        (game.info.turn_clause if len(seats) == 1 else "")
        or waiting[0].clause
        or game.info.clause_of(kinds[0])
        or ""
    )
    code = "awaits" if len(kinds) <= MOST_NAMED else "awaits_seats"
    return Say(
        code if seats else "awaits_table", {"seats": list(seats), "kinds": list(kinds)}, clause
    )


def _ranking(game: AnyGame, state: Any) -> object:
    result = game.result(state)
    return result.ranking if result else None


def _rank_rows(
    ranking: Sequence[Sequence[SeatId]], numbers: Mapping[SeatId, int], won: bool
) -> Iterator[Row]:
    for at, group in places(ranking):
        place = Say("place", {"n": at})
        yield from (
            Row(seat=seat, note=place, value=numbers[seat], active=won and at == 1)
            for seat in group
        )


def _final_lines(game: AnyGame, state: Any) -> tuple[Line, ...]:
    """The lines that count of the newest round."""
    lines = [line for line in game.lines(state) if line.counts]
    newest = max((line.round for line in lines), default=0)
    return tuple(line for line in lines if line.round == newest)


def _told(game: AnyGame, state: Any, open_: Sequence[Prompt], raw: Raw, asked: list[Field]) -> Any:
    """The state after the next answer, its fields added to ``asked``; raises Bad or Illegal."""
    seat = open_[0].seat
    kinds = tuple(prompt.kind for prompt in open_ if prompt.seat == seat)
    kind: Value = kinds[0]
    if len(kinds) > 1:
        asked.append(_own(Kind(name=KIND, values=kinds), seat, asked))
        kind = asked[-1].parse(raw.get(asked[-1].name))
    prompt = next(one for one in open_ if one.kind == kind and one.seat == seat)
    named = [(field, _own(field, seat, asked)) for field in prompt.fields]
    asked += [own for _field, own in named]
    values = {field.name: _as_told(own.parse(raw.get(own.name))) for field, own in named}
    return played(
        game,
        state,
        prompt.kind,
        seat,
        **{name: value for name, value in values.items() if value is not None},
    )


def _own(field: Field, seat: SeatId | None, asked: Sequence[Field]) -> Field:
    """The field under a unique name, about the seat that is asked."""
    stem = f"{field.name}_{seat}" if seat and field.about is None else field.name
    taken = {known.name for known in asked}
    name = next(
        name
        for name in chain((stem,), (f"{stem}_{again}" for again in count(1)))
        if name not in taken
    )
    return replace(field, name=name, about=field.about or seat, label=field.label or field.name)
