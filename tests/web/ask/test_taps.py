"""Cards tapped on a question: each goes into the row that is lit, none is lost, and at a
table that row is the one played into.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES, QUESTIONS
from referee.kernel.contract import complete_options
from referee.kernel.fields import Cards
from referee.kernel.history import History
from referee.kernel.question import Question, seats_of
from referee.web.ask.inquiry import Inquiry
from referee.web.ask.routes import prefilled
from tests.support.examples import kept
from tests.support.random_play import random_history
from tests.support.tiers import by_turns, cases, property_test
from tests.support.views import view_of

EVERY = [
    pytest.param(game, question, id=f"{game} {question.id}")
    for game, questions in QUESTIONS.items()
    for question in questions
]
TAPS = 8


def of_cards(game: str, question: Question, facts: dict[str, Any]) -> list[Cards]:
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    return [wanted for wanted in question.fields(options, facts) if isinstance(wanted, Cards)]


def told_cards(facts: dict[str, Any], hands: list[Cards]) -> dict[str, list[str]]:
    return {wanted.name: str(facts.get(wanted.name, "")).split() for wanted in hands}


@by_turns
@pytest.mark.parametrize(("game", "question"), EVERY)
def test_cards_tapped_one_after_the_other_fill_the_rows_in_order_and_none_is_lost(
    client: FlaskClient, game: str, question: Question
) -> None:
    rng, facts, tapped = random.Random(f"{game} {question.id}"), dict[str, Any](), Counter[str]()
    for _tap in range(TAPS):
        page = client.get(f"/ask/{game}", query_string={"q": question.id, **facts}).text
        lit = re.search(r'name="lit" value="(\w+)" checked', page)
        if lit is None:
            return
        hands = of_cards(game, question, facts)
        before = told_cards(facts, hands)
        wanted = next(one for one in hands if one.name == lit[1])
        if len(before[lit[1]]) == wanted.most:
            return
        free = [card for card, copies in wanted.deck.counts.items() if tapped[card] < copies]
        card = rng.choice(free)
        put = {"q": question.id, **facts, "lit": lit[1], "put": card}
        answer = client.get(f"/ask/{game}", query_string=put)
        facts = dict(parse_qsl(urlsplit(answer.headers["Location"]).query))
        tapped[card] += 1
        after = told_cards(facts, of_cards(game, question, facts))
        assert after[lit[1]] == [*before[lit[1]], card]
        assert Counter(one for cards in after.values() for one in cards) == tapped
        order = [name for name, cards in after.items() if cards]
        assert order == list(after)[: len(order)], "a row was passed over"


@pytest.mark.parametrize(("game", "question"), EVERY)
def test_a_card_too_many_is_refused_where_it_lies(
    client: FlaskClient, game: str, question: Question
) -> None:
    for wanted in of_cards(game, question, {}):
        full = list(wanted.deck.counts)[: wanted.most + 1]
        if len(full) <= wanted.most:
            continue
        told = {wanted.name: " ".join(full[:-1]), "lit": wanted.name, "put": full[-1]}
        tapped = {"q": question.id, **told}
        page = client.get(f"/ask/{game}", query_string=tapped, follow_redirects=True).text
        assert f'name="{wanted.name}" value="{" ".join(full)}"' in page
        row = page[page.index(f'value="{wanted.name}" checked') :]
        assert 'class="field-error"' in row[: row.index("</div>")]


# At a table


def inquiry_at(game: str, question: Question, history: History) -> Inquiry:
    names = {seat: seat for seat in history.seats}
    view = view_of(history, names, "host")
    base = {name: value for name, value in history.options.items() if value not in history.seats}
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), base)
    return Inquiry(GAMES[game], question, {}, options, {}, "", view)


def lit_and_grown(game: str, question: Question, history: History) -> Iterator[tuple[str, str]]:
    """At every entry of one card, by the only seat that was awaited: the row that was lit before
    it, and the row it is in after it.

    Where the lit row is none of the table's, it is for the card in question, which the player
    chooses.
    """
    for at, played in enumerate(history.played[:60]):
        here, there = (replace(history, played=history.played[:moves]) for moves in (at, at + 1))
        awaited = {prompt.seat for prompt in here.prompts if not prompt.aside}
        asked, then = (prefilled(inquiry_at(game, question, one)) for one in (here, there))
        before, after = (
            {wanted.name: one.cards(wanted) for wanted in one.hands} for one in (asked, then)
        )
        entered = [
            part
            for value in played.move.data.values()
            for part in (value if isinstance(value, tuple) else (value,))
        ]
        grown = [
            name
            for name, cards in after.items()
            if name in before and cards[:-1] == before[name] and cards and cards[-1] in entered
        ]
        lit = asked.active_field.name if asked.active_field else ""
        if len(awaited) == len(grown) == 1 and (before[lit] or after[lit]):
            yield lit, grown[0]


@pytest.mark.slow
def test_opened_from_a_table_the_row_is_lit_that_the_next_card_belongs_to(app: Flask) -> None:
    seen = set[str]()
    with app.test_request_context():
        for game, questions in QUESTIONS.items():
            for question in questions:
                for seed in range(4) if question.facts else ():
                    for lit, grown in lit_and_grown(game, question, random_history(game, seed)):
                        assert lit == grown, (game, question.id, seed)
                        seen.add(game)
    others = kept(["long-seat", "three-draw", "pyramid", "dream-team", "not-a-pair"])
    assert {"blind-date", *others} <= seen


def as_told(value: object) -> object:
    return list(value) if isinstance(value, list | tuple) else str(value)


@property_test
@pytest.mark.parametrize("game", GAMES)
def test_what_a_table_lends_can_be_read(game: str) -> None:
    """Every fact, by the field that asks for it; a row of cards may have begun only."""
    for question in (question for question in QUESTIONS[game] if question.facts):
        for seed in cases(2, 6):
            history = random_history(game, seed)
            options = inquiry_at(game, question, history).options
            for moves in range(0, len(history.played), 3):
                assert question.facts is not None
                raw = question.facts(replace(history, played=history.played[:moves]).state)
                told = {name: as_told(value) for name, value in raw.items()}
                for field in question.fields(options, told):
                    if field.name in told:
                        (replace(field, least=0) if isinstance(field, Cards) else field).parse(
                            told[field.name]
                        )
