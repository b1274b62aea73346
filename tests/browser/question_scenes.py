"""Where one asks, in the states people see it in: every game's first question asked and ruled on,
and what a group has ruled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from referee.games import QUESTIONS
from tests.browser.phone import Phone
from tests.support.golden import records

Go = Callable[[Phone, Any], None]
CHIEF = "indian-chief"
BEGGAR = {"cards": "7C KD", "others": "7S 7H 2D KS QS TC 5H"}


def recorded(game: str, question: str) -> dict[str, str]:
    """The facts of the first golden record of a question that has an answer."""
    case = next(
        case for case in records(game) if case["question"] == question and "verdict" in case
    )
    return {name: str(value) for name, value in case["facts"].items()}


def asked(game: str, question: str, **more: str) -> Go:
    """The form with the facts of a golden record."""
    return lambda phone, tables: phone.go(
        f"/ask/{game}", q=question, **recorded(game, question), **more
    )


def ruled(game: str, question: str) -> Go:
    """The ruling on the facts of a golden record."""
    return lambda phone, tables: phone.go(f"/ask/{game}/{question}", **recorded(game, question))


def wrong(phone: Phone, tables: Any) -> None:
    """Facts that cannot be, with a ruling asked for all the same."""
    phone.go(f"/ask/{CHIEF}/worth", cards="7C 7C")
    expect(phone.page.locator(".field-error")).to_be_visible()


def at_table(path: str, **query: str) -> Go:
    """A page of Ask the referee that came from a table."""
    return lambda phone, tables: phone.go(path, table=tables["finished"], **query)


def kept(phone: Phone, tables: Any) -> None:
    """What a group has ruled, after it ruled once."""
    tables.open(phone, "declared", "/precedents")
    told = [
        ("key", "kept"),
        ("option", "match"),
        ("clause", "IC-A1"),
        ("value", "rank"),
        ("words", "We always did"),
    ]
    assert phone.post(f"/t/{phone.code}/precedents", told) == 303
    phone.page.reload()
    expect(phone.page.locator(".held-rulings")).to_be_visible()


QUESTION_SCENES: Mapping[str, Go] = {
    "ask": lambda phone, tables: phone.go("/ask"),
    "ask-found": lambda phone, tables: phone.go("/ask", words="two thieves"),
    "ask-nothing": lambda phone, tables: phone.go(f"/ask/{CHIEF}", words="qqqqxxxx"),
    "ask-game": lambda phone, tables: phone.go(f"/ask/{CHIEF}"),
    "ask-empty": lambda phone, tables: phone.go(f"/ask/{CHIEF}", q="worth"),
    "ask-place": at_table(f"/ask/{CHIEF}"),
    "ask-another": lambda phone, tables: tables.open(phone, "finished", "/fix", ask="1"),
    "ask-answer": at_table(f"/ask/{CHIEF}", words="IC-A1"),
    "ask-answer-cards": lambda phone, tables: phone.go(
        f"/ask/{CHIEF}", words="is KH QS 4D AC a lawyer"
    ),
    "ask-wrong": wrong,
    "ask-at-table": at_table(f"/ask/{CHIEF}", q="thieves"),
    "ask-ruling-at-table": at_table(f"/ask/{CHIEF}/worth", **BEGGAR),
    "precedents": kept,
    **{
        f"ask-{game}": asked(game, [one.id for one in questions if one.at is None][-1])
        for game, questions in QUESTIONS.items()
    },
    "ask-may": at_table(f"/ask/{CHIEF}", q="may"),
    "ask-end": at_table(f"/ask/{CHIEF}/end"),
    "ask-next": lambda phone, tables: phone.go(f"/ask/{CHIEF}/next", players="5"),
    **{f"ask-ruling-{game}": ruled(game, questions[0].id) for game, questions in QUESTIONS.items()},
}
