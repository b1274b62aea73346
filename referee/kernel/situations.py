"""Rules questions of any game, from its contract alone: what is legal, is it over, who is next.

Each is about the state of a table or of an imagined game, after the moves in ``done``.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count
from typing import Any

from .board import BoardRow, Message
from .contract import Illegal, Prompt, Ruling, SeatId, rank_by, totals
from .detail import DEPTH
from .earlier import resumed
from .facts import players_of
from .fields import Bad, Field, Kind, Seat, Text, Value
from .game import AnyGame
from .options import changed
from .question import Answer, Facts, Options, Question, Raw, played, seated, seats_of
from .series import START
from .told_moves import read_move, steps
from .verdicts import (
    MOVE,
    MOVER,
    as_told,
    awaited,
    final_lines,
    kinds_of,
    may,
    movers,
    prompt_for,
    rank_rows,
)

DONE, KIND = "done", "told_kind"
MOST_DONE, MOST_ANSWERS = 4000, 400
"""Characters of ``done`` that fit an address; answers of a round."""
TOO_MANY = "too_many_steps"
States = Callable[[Options], Any]
Answering = Callable[[Options, Facts], Answer]


def every_question(game: AnyGame) -> tuple[Question, ...]:
    """The questions about a moment of this game: ``may``, ``end`` and ``next``."""
    fresh = Situations(game)
    return tuple(
        replace(fresh.question(id_), at=partial(_bound, game, id_))
        for id_ in ("may", "end", "next")
    )


def _bound(game: AnyGame, id_: str, states: States, whole: bool) -> Question:
    return replace(Situations(game, states, whole).question(id_), at=partial(_bound, game, id_))


@dataclass(frozen=True)
class Situations:
    """Situations of a table (``states`` by options), else fresh; ``whole`` if nothing is hidden."""

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
            when = Message("after_steps", {"n": len(done)}) if done else Message("at_start")
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
        move = Kind(name=MOVE, values=kinds_of(self.game, prompts))
        kind = raw.get(MOVE)
        if kind not in move.values:
            return (move, *loose)
        seats = movers(state, prompts, str(kind))
        mover = (Seat(name=MOVER, values=tuple(state.seats), default=seats[0]),) if seats else ()
        asked = raw.get(MOVER) if raw.get(MOVER) in state.seats else next(iter(seats), None)
        prompt = prompt_for(prompts, str(kind), str(asked) if asked else None)
        return (move, *mover, *(prompt.fields if prompt else ()), *loose)

    def _may(self, options: Options, facts: Facts) -> Answer:
        """The verdict on the move, and its effects. Without a table, unknown hands cause no
        refusal; a yes that fails for the dealt cards says ``if_held``.
        """
        state = self.state(options, facts)
        answer = may(self.game, state, facts, self.whole)
        if answer.yes or self.states or facts.get(DONE) or self.game.untold is None:
            return answer
        other = may(self.game, self.game.untold(state), facts, self.whole)
        return replace(other, when=Message("if_held")) if other.yes else other

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
        result, sides = self.game.result(state), self.game.info.sides(state.seats)
        sums = totals(self.game.lines(state), state.seats, sides=sides)
        scene = self.game.scene(state)
        numbers = scene.numbers(sums)
        ranking = result.ranking if result else rank_by(sums, self.game.info.low_wins)
        rows = tuple(rank_rows(ranking, numbers, bool(result and result.won), sides))
        reasons = result.reasons if result else ()
        clause = next(
            filter(None, (scene.where.clause, *(one.clause for one in reasons))),
            self.game.info.first_clause,
        )
        if result is None:
            # Without a fixed number of rounds, the round of an imagined game means nothing.
            where = scene.where if self.states or not self.game.earlier or scene.ruler else None
            told = (awaited(self.game, state), where)
            return Answer(
                Message("not_over", {}, clause),
                (False, ranking),
                tuple(filter(None, told)),
                rows,
                yes=False,
            )
        code = "has_won" if len(result.winners) == 1 else "have_won" if result.won else "none_won"
        won = Message(code, {"seats": list(result.winners)}, clause)
        return Answer(
            won,
            (True, ranking, result.won),
            reasons,
            rows,
            final_lines(self.game, state),
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
        scene, fallback = self.game.scene(state), self.game.info.first_clause
        verdict = awaited(self.game, state) or Message("nothing_awaited", {}, scene.where.clause)
        told = tuple(filter(None, (scene.where, scene.hint, scene.banner)))
        started = changed(options, {START: options.get(START, state.seats[0])})
        steps = () if facts.get(DONE) or self.states else self.game.guide(state.seats, started)
        deal = tuple(
            BoardRow(title=what, value=each) for step in steps for what, each, _over in step.deal
        )
        setup = tuple(said for step in steps for said in (step.title, *step.body))
        outcome = (verdict.code, str(sorted(verdict.params.items())))
        return Answer(
            replace(verdict, clause=verdict.clause or fallback), outcome, told, deal, also=setup
        )


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
    values = {field.name: as_told(own.parse(raw.get(own.name))) for field, own in named}
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
