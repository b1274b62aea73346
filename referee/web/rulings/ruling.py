"""A ruling as pages, picture and paper show it, whatever it is about."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from flask import Response, url_for

from referee.kernel.board import Row
from referee.kernel.fields import Value
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Fact, Form, Go, Header, Link, Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.paper.response import drawn_ruling
from referee.web.view.board import Block, blocks_of
from referee.web.view.log_words import chosen_text
from referee.web.view.view import View

from .recount import Comparison

LONGEST_ADDRESS = 160
"""As many signs as two lines of a picture hold."""


@dataclass(frozen=True)
class CitedClause:
    """A clause or open point with its text; ``aside`` if it only stands beside the verdict."""

    id: str
    href: str
    text: str
    aside: bool = False


@dataclass(frozen=True)
class OtherReading:
    """What another choice of an option that the source leaves open would say."""

    clause: str
    choice: str
    say: str
    href: str


@dataclass(frozen=True)
class RulingView:
    """What was asked, the verdict in one sentence, why, on which facts and clauses, and whether
    another reading would matter.

    ``lead`` is said first and large: yes, no or a number. ``told`` are the facts that are no rows
    of cards, ``also`` what else is to be known, ``board`` cards laid over one another,
    ``overruled`` the table with and without an entry that was let stand.
    """

    asks: str
    say: str
    why: Sequence[Sentence]
    facts: Sequence[Fact]
    clauses: Sequence[CitedClause]
    comparison: Comparison | None = None
    overruled: Comparison | None = None
    lead: str = ""
    told: str = ""
    also: Sequence[Sentence] = ()
    board: Sequence[Row] = ()
    readings: Sequence[OtherReading] = ()
    deciding: Sentence | None = None
    """What this table, or the page, holds on the open point that the verdict hangs on."""
    decided: bool = False
    """Whether people decided it, so that no rule says what else would change it."""


@dataclass(frozen=True, kw_only=True)
class RulingPage(Page):
    """A ruling, its cards laid over one another, and where it leads; ``picture`` is what a message
    shows of its link.
    """

    ruling: RulingView
    board: Sequence[Block]
    links: Sequence[Link]
    actions: Actions
    picture: str


def show_ruling(
    header: Header,
    table: View,
    ruling: RulingView,
    share: str,
    links: Sequence[Link] = (),
    picture: str = "",
    *,
    back: str = "",
    pause: Form | None = None,
    paper: str = "",
) -> Response:
    """The page of a ruling, to be shared under an address; news of a table are heard only where the
    ruling is one of its pages.

    ``back`` leads to the game it is about, which ``pause`` pauses where people do not agree;
    ``paper`` is the address of the ruling as a page to print.
    """
    way = Link(_("Share"), share, "share")
    printing = [Link(_("Print the ruling") if back else _("Print"), paper)] if paper else []
    shared = Go(_("Share ruling"), share, share=_("Link copied"))
    model = RulingPage(
        header=header,
        view=table if header.live else None,
        ruling=ruling,
        board=blocks_of(table, ruling.board),
        links=[*links, *printing] if back else links,
        actions=Actions(go=Go(_("Back to the game"), back), plain=[way])
        if back
        else Actions(go=shared, plain=printing),
        form=pause,
        picture=picture,
    )
    return rendering.page("rulings/ruling.html", model)


def citation(game: str, clause: str, text: str = "", aside: bool = False) -> CitedClause:
    """A clause or open point as it is cited: with its text in the rulebook, or with what is said of
    it here.
    """
    return CitedClause(
        clause,
        rendering.clause_url(clause),
        text or rendering.book(game).entry(clause).text[context.language()],
        aside,
    )


def deciding(game: str, options: Mapping[str, Value], option: str) -> Sentence:
    """What holds by these options on the open point that a verdict hangs on."""
    point = rendering.book(game).about(option)
    return Sentence(chosen_text(game, option, options[option]), point.id)


def held_open(game: str, clause: str) -> str:
    """What is held on a point that the page leaves open and no house rule decides; empty for any
    other clause.
    """
    point = next(
        (one for one in rendering.book(game).ambiguities if one.id == clause and not one.options),
        None,
    )
    return (
        _("The rules don’t say. Used here: %(reading)s", reading=point.why[context.language()])
        if point
        else ""
    )


def printed(game: str, ruling: RulingView, fmt: str, name: str, address: str = "") -> Response:
    """A ruling in plain words as a picture to share or a page to print; 404 for any other format.

    At its foot stands its own address where that is short, else the site's: the code of a table,
    which lets people in, is on no picture.
    """
    book, lang = rendering.book(game), context.language()
    foot = _("%(game)s, rules %(version)s", game=book.name[lang], version=book.version)
    where = address if 0 < len(address) <= LONGEST_ADDRESS else url_for("home.home", _external=True)
    words = {
        "address": where,
        "here": _("this game"),
        "otherwise": _("With another interpretation"),
        "foot": foot,
    }
    return drawn_ruling({**asdict(ruling), **words}, fmt, name)
