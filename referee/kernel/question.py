"""Rules questions: facts as fields, answered by the game's own judgement and nothing else.

Imagined seats are letters. Missing or impossible facts are asked for again, never guessed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from .board import BoardRow, Message
from .cards import Card
from .contract import Checked, Illegal, Level, Line, Move, Option, Ruling, SeatId, read_fields
from .fields import Bad, Choice, Field, Flag, Int, Value
from .game import AnyGame, Game, S, check
from .options import Watched, changed

Options = Mapping[str, Value]
Raw = Mapping[str, object]
Facts = Mapping[str, Value]
T = TypeVar("T")
LETTERS = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J")
FEW = 6
MOST_SIGNS = 40
NOTHING: tuple[object, ...] = (None, "", (), [])
IN_ADDRESS = frozenset(
    (
        "asks",
        "draft",
        "edition",
        "entry",
        "fmt",
        "game",
        "lang",
        "lit",
        "next",
        "put",
        "q",
        "question",
        "revision",
        "seal",
        "table",
        "take",
        "theme",
        "typed",
        "v",
        "words",
    )
)
"""Parameters that addresses use themselves; no fact may have such a name."""
OPENED = 4
"""Rounds of follow-up facts that `check_names` goes through."""


@dataclass(frozen=True)
class Answer:
    """A ruling on a question: ``verdict`` in a sentence, ``why`` in a few words, facts as ``rows``.

    ``lines`` are the score lines behind the verdict, ``rulings`` every objection and note. An
    interpretation matters if it changes the ``outcome`` (points, a winner, a yes or no). ``yes`` is
    None unless it is a yes-or-no question; ``after`` is the move that leads on from there. ``when``
    is the moment it is for, if not a table's own; it is said first.
    """

    verdict: Message | Ruling
    outcome: object
    why: tuple[Message, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    lines: tuple[Line, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    also: tuple[Message, ...] = ()
    yes: bool | None = None
    after: str = ""
    when: Message | None = None

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it cites, the verdict's first."""
        return tuple(
            dict.fromkeys((*self.grounds, *(said.clause for said in self.also if said.clause)))
        )

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(
            part.code for part in (self.verdict, *self.why, *self.lines, *self.rulings, *self.also)
        )

    @property
    def grounds(self) -> tuple[str, ...]:
        """The clauses its verdict rests on."""
        cited = [part.clause for part in (self.verdict, *self.why, *self.lines, *self.rulings)]
        return tuple(dict.fromkeys(clause for clause in cited if clause))


@dataclass(frozen=True)
class Question:
    """A kind of question about a game: ``fields`` are the facts it needs, given those so far.

    ``answer`` raises Illegal for impossible facts. ``facts`` reads them from a table's state;
    ``lit`` among them names the fact that takes the table's next card. ``every`` yields all sets of
    facts it could be about. ``at`` binds it to a table, given its state by options and whether all
    of it is open. ``moment`` is the state in question; raises Illegal if there is none. ``opening``
    is a Choice asked together with it, with a sentence for each value.
    """

    id: str
    clause: str
    fields: Callable[[Options, Raw], tuple[Field, ...]]
    answer: Callable[[Options, Facts], Answer]
    facts: Callable[[Any], Raw] | None = None
    every: Callable[[Any], Iterator[Raw]] | None = None
    at: "Callable[[Callable[[Options], Any], bool], Question] | None" = None
    moment: Callable[[Options, Raw], Any] | None = None
    opening: str = ""


def opened_with(question: Question, options: Options) -> tuple[str, ...]:
    """The values of the question's ``opening`` fact, if it has one."""
    fields = question.fields(options, {}) if question.opening else ()
    field = next((one for one in fields if one.name == question.opening), None)
    return field.values if isinstance(field, Choice) else ()


def check_names(question: Question, options: Options) -> None:
    """Raise ValueError if a fact has a name that an address cannot carry."""
    raw = dict[str, object]()
    for _opened in range(OPENED):
        for field in question.fields(options, raw):
            if field.name in IN_ADDRESS or "." in field.name:
                where = f"question {question.id!r}: no fact can be called {field.name!r}"
                raise ValueError(f"{where}; addresses use that name themselves")
            with suppress(IndexError):
                raw.setdefault(field.name, field.sample(_First()))


class _First:
    """A random source that always takes the first choice."""

    def randint(self, a: int, _b: int) -> int:
        return a

    def choice(self, seq: Sequence[T], /) -> T:
        return seq[0]

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        return list(population[:k])


@dataclass(frozen=True)
class AlternativeAnswer:
    """The answer if one option had another value."""

    option: str
    clause: str
    value: Value
    answer: Answer


def read_facts(question: Question, options: Options, raw: Raw) -> Facts:
    """The facts as values; raises Illegal naming every field that is missing or unreadable."""
    found, rulings = read_fields(
        ((field, question.clause) for field in question.fields(options, raw)), raw
    )
    if rulings:
        raise Illegal(rulings)
    return found


def settle(question: Question, options: Options, raw: Raw) -> Answer:
    """The answer to a question; raises Illegal for missing, unreadable or impossible facts."""
    return question.answer(options, read_facts(question, options, raw))


def settle_strictly(question: Question, options: Options, raw: Raw) -> Answer:
    """As `settle`, but raises Illegal for unknown facts too, such as a misspelt name."""
    asked = {field.name for field in question.fields(options, raw)}
    strange = [
        Ruling("unknown_field", question.clause, Level.IMPOSSIBLE, {"name": name[:MOST_SIGNS]})
        for name in raw
        if name not in asked
    ]
    try:
        answer = settle(question, options, raw)
    except Illegal as wrong:
        raise Illegal([*strange, *wrong.rulings]) from wrong
    if strange:
        raise Illegal(strange)
    return answer


def alternative_answers(
    question: Question, options: Options, raw: Raw, among: Sequence[Option]
) -> tuple[AlternativeAnswer, ...]:
    """Every other value of these options that would change the outcome; unread ones cannot."""
    asking, answering = Watched(options), Watched(options)
    facts = read_facts(question, asking, raw)
    now = question.answer(answering, facts).outcome
    found = list[AlternativeAnswer]()
    for option in among:
        name = option.field.name
        if name not in asking.seen | answering.seen:
            continue
        for value in choices(option):
            if value == options[name]:
                continue
            other = changed(options, {name: value})
            with suppress(Illegal):
                read = read_facts(question, other, raw) if name in asking.seen else facts
                if read == facts and name not in answering.seen:
                    continue
                answer = question.answer(other, read)
                found += (
                    [AlternativeAnswer(name, option.clause, value, answer)]
                    if answer.outcome != now
                    else []
                )
    return tuple(found)


def cards_in(facts: Raw, name: str) -> tuple[Card, ...]:
    """The cards, or names, of a fact; empty if it was left out."""
    value = facts.get(name)
    return value if isinstance(value, tuple) else ()


def number_in(facts: Facts, name: str) -> int:
    """The number of a fact that has a default or is required."""
    value = facts[name]
    assert isinstance(value, int)
    return value


def number_or_default(raw: Raw, field: Int) -> int:
    """The number of a fact that others depend on, else its default or lowest value."""
    try:
        number = field.parse(raw.get(field.name))
    except Bad:
        number = field.default
    return number if isinstance(number, int) else field.low


def choices(option: Option) -> Sequence[Value]:
    """An option's values if few; none for seats and wide ranges, which are no interpretations."""
    field = option.field
    if isinstance(field, Flag):
        return (False, True)
    if isinstance(field, Int):
        return range(field.low, field.high + 1) if field.high - field.low < FEW else ()
    return field.values if type(field) is Choice else ()


def seats_of(game: AnyGame) -> tuple[SeatId, ...]:
    """The seats of an imagined table: four, or the nearest number the game allows."""
    least, most = game.info.seats
    return LETTERS[: max(least, min(4, most))]


def lettered(seats: Sequence[SeatId]) -> dict[SeatId, SeatId]:
    """The letter for each seat of a running table."""
    return dict(zip(seats, LETTERS, strict=False))


def letters(count: int) -> tuple[SeatId, ...]:
    """The first ``count`` imagined seats."""
    return LETTERS[:count]


def seated(raw: Raw, players: Int, *naming: str) -> tuple[SeatId, ...]:
    """The seats by the fact ``players``; if optional and missing, up to the last seat in any fact:
    as the last letter of its name, or as its value if in ``naming``.
    """
    if not players.optional or raw.get(players.name):
        return letters(number_or_default(raw, players))
    told = [name for name, value in raw.items() if value not in NOTHING]
    last = max(
        (
            LETTERS.index(letter) + 1
            for name in told
            if (letter := name.rpartition("_")[2]) in LETTERS
        ),
        default=0,
    )
    named = max(
        (LETTERS.index(str(raw[name])) + 1 for name in naming if raw.get(name) in LETTERS),
        default=0,
    )
    return letters(min(max(number_or_default({}, players), last, named), players.high))


def played(game: Game[S], state: S, kind: str, seat: SeatId | None, **raw: object) -> S:
    """The state after a given move, with illegal rulings accepted; raises Illegal if impossible."""
    checked = check(game, state, kind, seat, raw)
    if checked.move is None or any(ruling.level is Level.IMPOSSIBLE for ruling in checked.rulings):
        raise Illegal(checked.rulings)
    return game.advance(
        state, replace(checked.move, accept=tuple(ruling.code for ruling in checked.objections))
    )


def refused(checked: Checked, field: str | None = None) -> Checked:
    """The check itself if the move was readable; else raises Illegal, at ``field`` if given."""
    if checked.move is None:
        raise Illegal([replace(ruling, field=field or ruling.field) for ruling in checked.rulings])
    return checked


def dealt(
    game: Game[S], state: S, kind: str, seat: SeatId | None, cards: Sequence[Card], at: str
) -> tuple[S, int, tuple[Ruling, ...]]:
    """Play cards one by one: state, number played, objections to the next one. Raises Illegal at
    the fact ``at`` if the deck has no such cards.
    """
    for came, card in enumerate(cards):
        checked = check(game, state, kind, seat, {"card": card})
        if checked.move is None or any(
            ruling.code == "no_copy_left" for ruling in checked.objections
        ):
            raise Illegal([replace(ruling, field=at) for ruling in checked.objections])
        if checked.objections:
            return state, came, checked.objections
        state = game.advance(state, checked.move)
    return state, len(cards), ()


def entered(
    game: Game[S],
    state: S,
    kind: str,
    seat: SeatId | None,
    raw: Raw,
    at: Mapping[str, str] = {},
    spared: tuple[str, ...] = (),
) -> tuple[S, tuple[Ruling, ...]]:
    """The state after a move, and its rulings; raises Illegal for those not ``spared``.

    ``at`` maps the move's fields to facts, where the names differ.
    """
    checked = check(game, state, kind, seat, raw)
    return _stands(game, state, checked.move, checked.rulings, at, spared)


def judged(
    game: Game[S], state: S, move: Move, at: Mapping[str, str] = {}, spared: tuple[str, ...] = ()
) -> tuple[S, tuple[Ruling, ...]]:
    """As `entered`, for a move that is due and already parsed."""
    return _stands(game, state, move, tuple(game.judge(state, move)), at, spared)


def _stands(
    game: Game[S],
    state: S,
    move: Move | None,
    rulings: tuple[Ruling, ...],
    at: Mapping[str, str],
    spared: tuple[str, ...],
) -> tuple[S, tuple[Ruling, ...]]:
    wrong = [
        replace(ruling, field=at.get(ruling.field or "", ruling.field))
        for ruling in rulings
        if ruling.code not in spared
    ]
    if wrong or move is None:
        raise Illegal(wrong)
    return game.advance(state, replace(move, accept=spared)), rulings


def legal(
    game: Game[S],
    state: S,
    kind: str,
    seat: SeatId | None,
    at: str,
    spared: str = "",
    **raw: object,
) -> S:
    """The state after a move, legal but for ruling ``spared``. Else raises Illegal at the fact
    ``at``, where ``{}`` is the ruling's field or the move's first.
    """
    checked = check(game, state, kind, seat, raw)
    own = next(iter(raw), "")
    wrong = [
        replace(ruling, field=at.format(ruling.field or own))
        for ruling in checked.objections
        if ruling.code != spared
    ]
    if wrong or checked.move is None:
        raise Illegal(wrong)
    return game.advance(state, checked.move)
