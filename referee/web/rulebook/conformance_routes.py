"""How another program tests its rules against the referee's: every golden record with its lines as data, and a page that says how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, url_for

from referee.conformance import FORMAT, document, everything, example, files
from referee.games import GAMES
from referee.web.http import rendering
from referee.web.http.parts import Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name

conformance = Blueprint("conformance", __name__)


@dataclass(frozen=True)
class CaseFile:
    """The cases of one game: how many, by which version of its rules, and where they are."""

    name: str
    cases: int
    version: str
    href: str


@dataclass(frozen=True, kw_only=True)
class ConformancePage(Page):
    """What the files hold, how a program tests itself, and one case to look at."""

    format: str
    fields: Sequence[tuple[str, str]]
    steps: Sequence[str]
    games: Sequence[CaseFile]
    everything: str
    example: str


@conformance.get("/conformance")
def about() -> Any:
    """How another program tests itself."""
    model = ConformancePage(
        header=Header(_("For other programs"), url_for("rules.all_rules")),
        format=FORMAT,
        fields=_fields(),
        steps=_steps(),
        games=[
            CaseFile(short_name(name), len(files(name)), game.info.version, url_for("conformance.of_game", game=name))
            for name, game in GAMES.items()
        ],
        everything=url_for("conformance.all_games"),
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
