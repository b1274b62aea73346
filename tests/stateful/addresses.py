"""What there is to open: every address of the application's own map, filled with what a table has,
and what its pages link to.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urljoin, urlsplit

from lxml import html
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BuildError, Rule

from referee.games import QUESTIONS
from referee.kernel.question import Question
from referee.own.packed import packed
from referee.rulebook import load
from referee.samples import SAMPLES, sample_sheet
from referee.words import LANGUAGES

from .devices import Answer

if TYPE_CHECKING:
    from .walk import Walk

KEPT = 30
FORMATS = ("pdf", "png", "svg")
LINKS = ("href", "action", "formaction", "hx-get", "data-href", "data-url")

Filler = Callable[["Walk", Random], Any]


def _question(walk: Walk, rng: Random) -> str:
    return rng.choice([question.id for question in QUESTIONS[walk.game.info.id]])


def _clause(walk: Walk, rng: Random) -> str:
    return rng.choice([clause.id for clause in load(walk.game.info.id).clauses])


FILLED: Mapping[str, Filler] = {
    "code": lambda walk, _rng: walk.code,
    "seq": lambda walk, rng: rng.randint(0, walk.history.revision + 1),
    "number": lambda walk, rng: rng.randint(
        0, walk.history.game.scene(walk.history.state).round + 1
    ),
    "seat": lambda walk, rng: rng.choice([*walk.history.seats, "nobody"]),
    "game": lambda walk, _rng: walk.game.info.id,
    "game_id": lambda walk, _rng: walk.game.info.id,
    **dict.fromkeys(("question", "question_id"), _question),
    **dict.fromkeys(("clause", "clause_id"), _clause),
    "lang": lambda _walk, rng: rng.choice(LANGUAGES),
    "fmt": lambda _walk, rng: rng.choice(FORMATS),
    "filename": lambda _walk, rng: rng.choice(("entry.css", "app.js", "icons.svg")),
    "version": lambda _walk, _rng: "0123456789ab",
    "old": lambda _walk, rng: rng.choice(("call", "files", "log", "phones", "what-if")),
    "sample": lambda _walk, rng: rng.choice(SAMPLES),
    "part": lambda _walk, rng: rng.choice(("points", "checks", "values")),
    "at": lambda _walk, rng: rng.randint(0, 2),
    "name": lambda _walk, rng: rng.choice(
        ("record.json", "rounds.csv", "lines.csv", "message.txt")
    ),
}


class Seen:
    """The addresses that pages led to: by endpoint, the newest ones, each with the phone that was
    shown it.
    """

    def __init__(self) -> None:
        self.links: dict[str, deque[tuple[str, str]]] = defaultdict(lambda: deque(maxlen=KEPT))

    def read(self, answer: Answer) -> None:
        """Note every address that a page links to."""
        if answer.page is None:
            return
        for address in linked(answer.page, answer.address):
            try:
                endpoint, _arguments = answer.phone.site.match(urlsplit(address).path, method="GET")
            except HTTPException:
                continue
            self.links[endpoint].append((answer.phone.name, address))


def linked(page: html.HtmlElement, base: str) -> Iterator[str]:
    """The addresses of this site that a page can lead to by one tap."""
    for name in LINKS:
        for value in page.xpath(f"//@{name}"):
            address = urlsplit(urljoin(f"http://localhost{base}", str(value)))
            if address.netloc == "localhost":
                yield address.path + (f"?{address.query}" if address.query else "")


def fitting(walk: Walk, rng: Random) -> Iterator[tuple[str, str]]:
    """Every address that can be opened now, with its endpoint: one of each rule, and one of each
    that a page led to.
    """
    for rule in walk.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and (filled := _filled(walk, rng, rule)) is not None:
            yield rule.endpoint, filled
    game, question = walk.game.info.id, rng.choice(QUESTIONS[walk.game.info.id])
    facts = urlencode(_facts(walk, question, rng), doseq=True)
    yield "ask.ruling", f"/ask/{game}/{question.id}?{facts}"
    yield "ask.picture", f"/ask/{game}/{question.id}/ruling.svg?{facts}"
    yield "api.ask", f"/api/ask/{game}/{question.id}?{facts}"
    for round_, seat in rng.sample(
        cells := sorted({(line.round, line.seat) for line in walk.history.lines if line.counts}),
        min(2, len(cells)),
    ):
        yield "sheets.sheet", f"/t/{walk.code}/sheet?open={round_}-{seat}"
        yield "tables.table", f"/t/{walk.code}?round={round_}"
    sheet = packed(sample_sheet(rng.choice(SAMPLES)))
    for endpoint, page in (("shared", "shared"), ("give", "share"), ("file", "file")):
        yield f"other_games.{endpoint}", f"/own/{page}?sheet={sheet}"
    for endpoint, links in list(walk.seen.links.items()):
        _phone, address = rng.choice(list(links))
        yield endpoint, address


def _facts(walk: Walk, question: Question, rng: Random) -> dict[str, Any]:
    """Facts for a question: each field that those before it ask for."""
    facts: dict[str, Any] = {}
    while wanted := [
        field for field in question.fields(walk.history.options, facts) if field.name not in facts
    ]:
        for field in wanted:
            facts[field.name] = None if field.optional and rng.random() < 0.5 else field.sample(rng)
    return {name: value for name, value in facts.items() if value is not None}


def _filled(walk: Walk, rng: Random, rule: Rule) -> str | None:
    """The address of a rule with values of this table; None where only a page knows them."""
    if "link" in rule.arguments:
        return None if rule.arguments != {"link"} else _by_link(walk, rng, rule)
    if not rule.arguments <= FILLED.keys():
        return None
    try:
        return walk.site.build(
            rule.endpoint, {name: FILLED[name](walk, rng) for name in rule.arguments}
        )
    except BuildError:
        return None


def _by_link(walk: Walk, rng: Random, rule: Rule) -> str:
    of_group = rule.endpoint.startswith("groups.")
    link = walk.group_link if of_group else rng.choice(list(walk.links.values()))
    return walk.site.build(rule.endpoint, {"link": link})
