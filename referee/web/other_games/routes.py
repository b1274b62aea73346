"""Any other game: where to begin with one, and games that people give each other.

A game that is given travels whole in its link, QR code or file, and is shown in full before anybody
plays it. Nothing of it is stored before that.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, redirect, request, url_for
from markupsafe import Markup

from referee.kernel.game import AnyGame
from referee.kernel.strict_json import NotJson, read_json
from referee.own.packed import packed
from referee.own.part import BadSheet
from referee.own.sheet import MOST_BYTES, Told
from referee.rulebook import Rulebook
from referee.samples import JUST_POINTS, SAMPLES, sample_sheet
from referee.sheets import game_of_link, game_of_sheet
from referee.web.http import context, rendering
from referee.web.http.errors import Fault
from referee.web.http.limits import may_read_record
from referee.web.http.parts import Actions, Form, Go, Header, Link, NavRow, Page
from referee.web.http.permissions import needs
from referee.web.http.rendering import address, qr_svg
from referee.web.http.words import gettext as _

other_games = Blueprint("other_games", __name__)
MOST_SIGNS = 12_000
"""Of a link that is pasted."""
MOST_IN_SQUARE = 1_200
"""Signs of a link that phones still read from a QR code."""
FILE = ".referee-game"
TYPE = "application/json"


@dataclass(frozen=True)
class SampleLine:
    """A sample: what it is called, and in a few words what it is like."""

    href: str
    name: str
    line: str


@dataclass(frozen=True, kw_only=True)
class BeginPage(Page):
    """Just points, a new sheet, a sample, or a game that somebody shared."""

    points_href: str
    new_href: str
    shared: Sequence[NavRow]
    samples: Sequence[SampleLine]


@dataclass(frozen=True, kw_only=True)
class OpenPage(Page):
    """Where a shared game is opened; ``wrong`` says why a link is none, ``bad_file`` why a file."""

    link: str
    wrong: str
    bad_file: str


@dataclass(frozen=True, kw_only=True)
class SharedPage(Page):
    """A shared game in full, before it is taken."""

    book: Rulebook
    seats: str


@dataclass(frozen=True, kw_only=True)
class GivePage(Page):
    """A game to give away: its link, with a QR code where that has room, and its file."""

    url: str
    square: Markup | None
    file_href: str


@other_games.get("/own")
@needs("anyone")
def begin() -> Any:
    """Where to begin with a game that is not in the list."""
    points = game_of_sheet(sample_sheet(JUST_POINTS)).info.id
    model = BeginPage(
        header=Header(_("Any other game"), url_for("start.games")),
        points_href=url_for("start.people", game=points),
        new_href=url_for("own_games.new"),
        shared=[_open_row()],
        samples=[
            SampleLine(
                url_for("own_games.from_sample", sample=name),
                _in_language(sample_sheet(name)["name"]),
                line,
            )
            for name, line in _lines().items()
        ],
    )
    return rendering.page("other_games/begin.html", model)


def _open_row() -> NavRow:
    says = _("by link, QR code or file")
    return NavRow(_("Open a shared game"), url_for("other_games.open_form"), "invite", says)


def _in_language(told: Told) -> str:
    return told[context.language()]


def _lines() -> dict[str, str]:
    """What each sample is like, in a few words."""
    lines = (
        _("lowest wins, to 100"),
        _("two teams, bids"),
        _("bid and tricks"),
        _("bid and tricks"),
        _("one against two"),
        _("to 500 points"),
        _("phases and points"),
        _("dice, to 10,000"),
        _("9 rounds, lowest wins"),
        _("two teams, to 1,000"),
        _("12 rounds"),
        _("points by place"),
    )
    return dict(zip(SAMPLES, lines, strict=True))


@other_games.get("/own/open")
@needs("anyone")
def open_form() -> Any:
    """Open a game by its link or file. A link leads here; its game stands behind the #."""
    return _open_page()


@other_games.post("/own/open")
@needs("anyone")
def opened() -> Any:
    """Show the game of a link or a file; 422 if it is none, said where it was chosen."""
    link, file = request.form.get("link", "")[:MOST_SIGNS].strip(), request.files.get("file")
    is_file = bool(file and file.filename)
    try:
        if file and is_file:
            game = game_of_sheet(read_json(file.read(MOST_BYTES + 1)))
        else:
            game = game_of_link(link)
    except BadSheet:
        wrong = _("Part of this game can’t be read. Ask for it again.")
    except (NotJson, ValueError):
        no_link = _("There is no game in this. Copy the whole link.")
        wrong = _("There is no game in this file. Choose another.") if is_file else no_link
    else:
        return redirect(url_for("other_games.shared", sheet=packed(game.sheet or {})), 303)
    return _open_page(link, **{"bad_file" if is_file else "wrong": wrong})


def _open_page(link: str = "", wrong: str = "", bad_file: str = "") -> Response:
    model = OpenPage(
        header=Header(_("Open a shared game"), url_for("other_games.begin")),
        form=Form(url_for("other_games.opened")),
        link=link,
        wrong=wrong,
        bad_file=bad_file,
        actions=Actions(go=Go(_("Show the game"), form="open")),
    )
    return rendering.page("other_games/open.html", model, 422 if wrong or bad_file else 200)


@other_games.get("/own/shared")
@needs("anyone")
def shared() -> Any:
    """A shared game in full, with the ways to play and to change it."""
    game = _asked()
    sheet, (least, most) = packed(game.sheet or {}), game.info.seats
    model = SharedPage(
        header=Header(_("A shared game"), url_for("other_games.open_form")),
        form=Form(url_for("other_games.take"), {"sheet": sheet}),
        book=rendering.book_of(game),
        seats=_("%(least)s–%(most)s players", least=least, most=most)
        if least < most
        else _("%(n)s players", n=least),
        actions=Actions(
            plain=[Link(_("Change"), url_for("own_games.change", sheet=sheet), "pen")],
            go=Go(_("Play"), form="take"),
        ),
    )
    return rendering.page("other_games/shared.html", model)


@other_games.post("/own/take")
@needs("anyone")
def take() -> Any:
    """Keep a game that was shown, and ask who plays."""
    may_read_record()
    game_id = context.service().keep_game(_asked().sheet or {})
    return redirect(url_for("start.people", game=game_id), 303)


@other_games.get("/own/share")
@needs("anyone")
def give() -> Any:
    """The link, the QR code and the file of a game that people made."""
    game = _asked()
    sheet, back = packed(game.sheet or {}), request.args.get("back", "")
    url = f"{address('other_games.open_form')}#{sheet}"
    model = GivePage(
        header=Header(
            _("Share this game"),
            context.local_path(back) if back else url_for("other_games.begin"),
            _name_of(game),
        ),
        url=url,
        square=qr_svg(url, 4, "l") if len(url) <= MOST_IN_SQUARE else None,
        file_href=url_for("other_games.file", sheet=sheet),
    )
    return rendering.page("other_games/give.html", model)


@other_games.get("/own/file")
@needs("anyone")
def file() -> Response:
    """The sheet of a game as a file, named after the game."""
    game = _asked()
    response = Response(json.dumps(game.sheet, ensure_ascii=False, indent=1) + "\n", mimetype=TYPE)
    name = quote(_name_of(game) + FILE)
    response.headers["Content-Disposition"] = (
        f"attachment; filename=\"{game.info.id}{FILE}\"; filename*=UTF-8''{name}"
    )
    return response


def _asked() -> AnyGame:
    """The game of the sheet that came; 422 if it is none, or cannot be read."""
    try:
        return game_of_link(request.values.get("sheet", ""))
    except ValueError as bad:
        raise Fault(422, "bad_sheet") from bad


def _name_of(game: AnyGame) -> str:
    return rendering.book_of(game).name[context.language()]
