"""The desk's question for a search that holds facts: the cards it names, put into the fields they fit."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from unicodedata import normalize

from referee.games import GAMES, QUESTIONS
from referee.kernel.cards import Card, Deck, named_cards
from referee.kernel.contract import Illegal, complete_options
from referee.kernel.fields import Cards
from referee.kernel.question import Options, Question, seats_of, settle
from referee.search import Found
from referee.web.http import context, rendering
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _

TOGETHER = re.compile(r"(?:[\s,、・/&+]|\band\b|\ban?\b|と)*", re.I)


def offered(words: str, found: Sequence[Found], query: Mapping[str, str]) -> Link | None:
    """The question of the game found whose answer, with the cards the words name, rests on the best rule; None where nothing fits."""
    game = found[0].game if found else ""
    if game not in QUESTIONS:
        return None
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {}, query.get("edition", "page"))
    fitting = [(place, at) for at, question in enumerate(QUESTIONS[game]) for place in _places(question, options, words, found)]
    if not fitting:
        return None
    question = QUESTIONS[game][min(fitting)[1]]
    facts = next(_facts(question, options, words))
    asked = rendering.speaker(game, {}, html=False).say(f"question.{question.id}")
    told = _("Ask the referee: %(question)s %(cards)s", question=asked, cards=" · ".join(facts.values()))
    return Link(told, context.path("ask.ruling", game=game, question=question.id, **facts, **query))


def _places(question: Question, options: Options, words: str, found: Sequence[Found]) -> Iterator[int]:
    """At which places the rules are found that the answer rests on; none where the facts are no answer yet."""
    for facts in _facts(question, options, words):
        clauses = {question.clause, *settle(question, options, facts).clauses}
        yield from (place for place, one in enumerate(found) if clauses & set(one.ids))


def _facts(question: Question, options: Options, words: str) -> Iterator[dict[str, str]]:
    """The cards named, each group of them a fact, first as said and then the other way round, where that can be answered."""
    fields = [field for field in question.fields(options, {}) if isinstance(field, Cards)]
    groups = _groups(words, fields[0].deck) if fields else []
    if not 0 < len(groups) <= len(fields):
        return
    for ordered in (groups, groups[::-1]):
        facts = {field.name: " ".join(group) for field, group in zip(fields, ordered, strict=False)}
        try:
            settle(question, options, facts)
        except Illegal:
            continue
        yield facts
        return


def _groups(words: str, deck: Deck) -> list[list[Card]]:
    """The cards a text names, in groups: with nothing but "and" or a comma between them they belong together."""
    plain = normalize("NFKC", words)
    named = list(named_cards(plain, deck))
    groups: list[list[Card]] = [[card] for card, *_ in named[:1]]
    for (_card, _start, end), (card, start, _end) in pairwise(named):
        if TOGETHER.fullmatch(plain, end, start):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups
