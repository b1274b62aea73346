"""A player asking the referee who knows the facts of a record and tells only what is asked: which
facts, and by which taps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from referee.games import GAMES
from referee.kernel.card_rows import lit_row, row_after
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.fields import Cards, Counts, Field, Int, Many, Place, Text
from referee.kernel.history import replay
from referee.kernel.missing_facts import QuestionState, evaluate, is_few
from referee.kernel.question import NOTHING, Question
from tests.support.options import depths
from tests.support.random_play import play_events

MOST = 60
TABLES = 4
FROM_HOME = FROM_TABLE = 2
"""Where one asks: the game and the question; in a game the tile of its menu and the question."""
CARD, NUMBER, KEY = "card", "number", "key"
ONE_KEY = 14
"""Each number so far has a key of its own; larger ones are tapped as tens and ones."""


@dataclass(frozen=True)
class Asked:
    """How a question stands in the end, the facts that had to be known, those that were told, and
    those that one could have told.
    """

    end: QuestionState
    needed: frozenset[str]
    told: Mapping[str, str]
    offered: frozenset[str]


@dataclass(frozen=True)
class Tap:
    """A tap at the form: a ``card`` or a ``number`` of a fact, a ``key`` of another, or one that
    has a ``row`` or a ``figure`` lit.
    """

    kind: str
    fact: str
    value: str = ""


def tell(question: Question, options: Mapping[str, Any], facts: Mapping[str, Any]) -> Asked:
    """Every fact of these that the referee asks for, one after the other."""
    known = {
        name: ("yes" if value else "no") if isinstance(value, bool) else str(value)
        for name, value in facts.items()
    }
    told, needed, offered = dict[str, str](), set[str](), set[str]()
    for _fact in range(MOST):
        now = evaluate(question, options, told)
        needed |= set(now.needed)
        offered |= {*now.needed, *now.matter}
        new = next(
            (name for name in (*now.needed, *now.matter) if name in known and name not in told),
            None,
        )
        if new is None:
            break
        told[new] = known[new]
    return Asked(now, frozenset(needed), told, frozenset(offered))


def taps(
    question: Question,
    options: Mapping[str, Any],
    told: Mapping[str, str],
    opened: Mapping[str, str],
) -> Iterator[Tap]:
    """Every tap at the form by which these facts are told: rows of cards first, then the others as
    they stand; ``opened`` are told already.
    """
    raw, lit = dict(opened), ""
    while True:
        fields = [
            field
            for field in question.fields(options, raw)
            if not (isinstance(field, Text) and not isinstance(field, Counts))
        ]
        rows = [field for field in fields if isinstance(field, Cards)]
        left = [
            field
            for field in fields
            if told.get(field.name) and field.name not in raw and _has_keys(field, told[field.name])
        ]
        held = {row.name: len(read_cards(raw.get(row.name, ""), row.deck)) for row in rows}
        now = lit_row(rows, held, lit)
        field = (
            next((row for row in left if row is now), None)
            or next((row for row in left if row in rows), None)
            or next(iter(left), None)
        )
        if field is None:
            return
        raw[field.name] = told[field.name]
        if not isinstance(field, Cards):
            yield from _keys(field, told[field.name], fields, raw)
            continue
        if field is not now:
            yield Tap("row", field.name)
        cards = read_cards(told[field.name], field.deck)
        yield from (Tap(CARD, field.name, card) for card in cards)
        after = row_after(rows, {**held, field.name: len(cards)}, field.name)
        lit = field.name if len(cards) < field.most else after.name if after else ""


def _has_keys(field: Field, value: str) -> bool:
    """Whether the pad has these cards already; which ones there are may hang on how many play."""
    try:
        return not isinstance(field, Cards) or bool(read_cards(value, field.deck))
    except Unreadable:
        return False


def _keys(
    field: Field, value: str, fields: Sequence[Field], raw: Mapping[str, str]
) -> Iterator[Tap]:
    if isinstance(field, Int | Counts) and _is_figure(field):
        # Keys fill the lit number, and light the next that is empty once it can have no more.
        before = [one for one in fields if _is_figure(one)]
        empty = next((one for one in before if one.name not in raw or one is field), field)
        last = before[max(0, before.index(field) - 1)]
        if empty is not field or (
            isinstance(last, Counts) and last is not field and int(raw[last.name].split()[-1]) > 1
        ):
            yield Tap("figure", field.name)
        by_digit = isinstance(field, Int) and (field.high > ONE_KEY or field.low < 0)
        keys = value if by_digit else value.split()
        yield from (Tap(NUMBER, field.name, key) for key in keys)
    elif isinstance(field, Many):
        yield from (Tap(KEY, field.name, one) for one in value.replace(",", " ").split())
    elif value != _usual(field):
        yield Tap(CARD if isinstance(field, Place) and field.shows else KEY, field.name, value)


def _is_figure(field: Field) -> bool:
    return isinstance(field, Counts) or (isinstance(field, Int) and not is_few(field))


def _usual(field: Field) -> str:
    """What the form shows as told before anything is."""
    return "" if field.default is None else str(field.default)


def from_home(
    question: Question, options: Mapping[str, Any], told: Mapping[str, str]
) -> tuple[int, int]:
    """The taps from home to the ruling: all but those on cards, and of these the ones that choose
    rather than tell what lies there.

    The sentence that is tapped tells the fact that the question opens with. What lies there are
    cards, in whose row, and numbers, as on a sheet.
    """
    opened = {name: text for name, text in told.items() if name == question.opening}
    made = [tap for tap in taps(question, options, told, opened) if tap.kind != CARD]
    return FROM_HOME + len(made), FROM_HOME + sum(
        tap.kind == KEY and not tap.value.isdecimal() for tap in made
    )


def from_table(
    question: Question, options: Mapping[str, Any], told: Mapping[str, str], shown: Collection[str]
) -> int:
    """The taps that choose, from a table to the ruling, where the facts ``shown`` there are filled
    in.
    """
    filled = {name: text for name, text in told.items() if name in shown}
    return FROM_TABLE + sum(
        tap.kind == KEY and not tap.value.isdecimal()
        for tap in taps(question, options, told, filled)
    )


def shown_at_tables(game: str, question: Question) -> frozenset[str]:
    """The facts of a question that tables fill in, at any moment of a few whole games."""
    read = question.facts or (lambda _state: {})
    return frozenset(
        name
        for state in _states(game)
        for name, value in {**read(state), "players": True}.items()
        if value not in NOTHING
    )


@cache
def _states(game: str) -> list[Any]:
    """The moments of whole games in every way of entering."""
    histories = (
        replay(GAMES[game], play_events(GAMES[game], seed, **({"depth": depth} if depth else {})))
        for seed in range(TABLES)
        for depth in depths(game)
    )
    return [played.state for history in histories for played in history.played]
