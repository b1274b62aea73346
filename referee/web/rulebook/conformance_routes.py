"""How another program tests its rules against the referee's: every golden record with its lines as data, and a page that says how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, url_for

from referee.conformance import FORMAT, document, everything, example, files
from referee.games import GAMES
from referee.lines_schema import schema_text
from referee.web.http import rendering
from referee.web.http.parts import Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name

conformance = Blueprint("conformance", __name__)


@dataclass(frozen=True)
class CaseFile:
    """The cases of one game: how many, by which version of its rules, where they are, and the size of the file."""

    name: str
    cases: int
    version: str
    href: str
    size: str


@dataclass(frozen=True, kw_only=True)
class ConformancePage(Page):
    """What the files hold, how a program tests itself, what may change, and one case to look at; ``size`` is that of all cases."""

    format: str
    fields: Sequence[tuple[str, str]]
    steps: Sequence[str]
    changes: Sequence[str]
    games: Sequence[CaseFile]
    everything: str
    size: str
    schema: str
    example: str


@conformance.get("/conformance")
def about() -> Any:
    """How another program tests itself."""
    model = ConformancePage(
        header=Header(_("For other programs"), url_for("rules.all_rules")),
        format=FORMAT,
        fields=_fields(),
        steps=_steps(),
        changes=_changes(),
        games=[_case_file(name) for name in GAMES],
        everything=url_for("conformance.all_games"),
        size=_size(everything()),
        schema=url_for("conformance.schema"),
        example=example(next(iter(GAMES))),
    )
    return rendering.page("rulebook/conformance.html", model)


@conformance.get("/conformance.json")
def all_games() -> Response:
    """Every case of every game."""
    return _file(everything())


@conformance.get("/conformance/<game>.json")
def of_game(game: str) -> Response:
    """Every case of a game."""
    if game not in GAMES:
        abort(404)
    return _file(document(game))


@conformance.get("/conformance.schema.json")
def schema() -> Response:
    """What the files may hold, as a JSON schema."""
    return _file(schema_text(GAMES))


def _case_file(game: str) -> CaseFile:
    href = url_for("conformance.of_game", game=game)
    return CaseFile(short_name(game), len(files(game)), GAMES[game].info.version, href, _size(document(game)))


def _size(text: str) -> str:
    return f"{round(len(text.encode()) / 1000)}\u00a0kB"


def _file(text: str) -> Response:
    return rendering.kept(Response(text, mimetype="application/json"))


def _fields() -> list[tuple[str, str]]:
    """The fields of a case, each in a sentence."""
    return [
        ("seats, options", _("Who plays, in their order, and every house rule; nothing is left to a default.")),
        ("moves", _("What was told, in order: kind, seat (null for the table), data, and the codes of rulings that the table let stand.")),
        ("refused", _("The clauses of all objections to a move. If there are any the move does not stand, and the table is as before.")),
        ("lines", _("The score sheet after the last move. Only lines that count make up the totals; the others tell what happened.")),
        ("totals", _("The sum of the lines that count, for every seat.")),
        ("ranking, winners", _("The seats in order, equal ones together, and who has won; null while the game is not over.")),
    ]


def _steps() -> list[str]:
    return [
        _("Take the file of a game, and check its format and the version of its rules: another version may score otherwise."),
        _("For each case set the table up with its seats and options, and make its moves one after the other."),
        _("After each move compare which clauses refuse it; a move that is refused is left out."),
        _("After the last move compare lines, totals, ranking and winners. What differs is a fault of one of the two."),
    ]


def _changes() -> list[str]:
    """What may change from one file to the next, and what never does."""
    return [
        _("Cases are added with any release; what a case comes to changes only with the version of the game’s rules."),
        _("Numbers of clauses never change. A field that changes its meaning or goes makes another format, with another number."),
    ]
