"""Match a text to a question of a game: the cards and number of players it names, as facts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import normalize

from referee.games import QUESTIONS
from referee.kernel.cards import Card, Deck, named_cards
from referee.kernel.contract import Illegal
from referee.kernel.fields import Cards, Field
from referee.kernel.question import Options, Question, settle
from referee.search import Found

TOGETHER = re.compile(r"(?:[\s,、・/&+]|\band\b|\ban?\b|と)*", re.I)

PLAYERS = "players"
SAID_PLAYERS = re.compile(r"\b(\d{1,2})\s*(?:players?|people|of us)\b|(?<!\d)(\d{1,2})\s*人", re.I)


@dataclass(frozen=True)
class Offer:
    """A question of a game that a text asks, with the facts that the text tells."""

    question: Question
    facts: Mapping[str, str]


def offered(words: str, found: Sequence[Found], options: Options) -> Offer | None:
    """The question whose answer to the text's facts rests on the best rule; None if none fits."""
    game = found[0].game if found else ""
    if game not in QUESTIONS:
        return None
    asked = [
        (place, at)
        for at, question in enumerate(QUESTIONS[game])
        for place in _places(question, options, words, found)
    ]
    if not asked:
        return None
    question = QUESTIONS[game][min(asked)[1]]
    return Offer(question, next(_facts(question, options, words)))


def _places(
    question: Question, options: Options, words: str, found: Sequence[Found]
) -> Iterator[int]:
    """Positions in ``found`` of the rules that the answer rests on; empty without an answer."""
    for facts in _facts(question, options, words):
        clauses = {question.clause, *settle(question, options, facts).clauses}
        yield from (place for place, one in enumerate(found) if clauses & set(one.ids))


def _facts(question: Question, options: Options, words: str) -> Iterator[dict[str, str]]:
    """Answerable facts in the text: number of players, card groups as given or reversed."""
    known = question.fields(options, {})
    fields = [field for field in known if isinstance(field, Cards)]
    groups = card_groups(words, fields[0].deck) if fields else []
    told = _players(words, known)
    # Moves define a moment of a game; the number of players alone is not enough.
    enough = groups or (told and question.at is None)
    if not enough or len(groups) > len(fields):
        return
    names = [field.name for field in fields]
    # A text may name fewer groups than the question has fields.
    as_said, reversed_ = (
        told | dict(zip(names, map(" ".join, ordered), strict=False))
        for ordered in (groups, groups[::-1])
    )
    if _is_answerable(question, options, as_said):
        yield as_said
    elif _is_answerable(question, options, reversed_):
        yield reversed_


def _is_answerable(question: Question, options: Options, facts: Mapping[str, str]) -> bool:
    try:
        settle(question, options, facts)
    except Illegal:
        return False
    return True


def _players(words: str, known: Sequence[Field]) -> dict[str, str]:
    """The number of players, if the text says it and the question asks it."""
    if all(field.name != PLAYERS for field in known):
        return {}
    found = SAID_PLAYERS.search(normalize("NFKC", words))
    return {PLAYERS: found[1] or found[2]} if found else {}


def card_groups(words: str, deck: Deck) -> list[list[Card]]:
    """The cards named in a text; "and" or a comma between two keeps them in one group."""
    plain = normalize("NFKC", words)
    named = list(named_cards(plain, deck))
    groups: list[list[Card]] = [[card] for card, *_ in named[:1]]
    for (_card, _start, end), (card, start, _end) in pairwise(named):
        if TOGETHER.fullmatch(plain, end, start):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups
