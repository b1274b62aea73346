"""A ruling on any subject, for page, picture and paper."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from flask import Response, url_for

from referee.kernel.board import BoardRow
from referee.kernel.fields import Value
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, Fact, Form, Go, Header, Link, Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.paper.job import Press, press_of
from referee.web.paper.response import drawn_ruling
from referee.web.view.board import Block, blocks_of
from referee.web.view.log_words import chosen_text
from referee.web.view.view import View

from .recount import Comparison

# Characters that fit on two lines of a picture.
LONGEST_ADDRESS = 160
PRINTED = "ruling"  # The name of its PDF


@dataclass(frozen=True)
class CitedClause:
    """A clause or open point with its text; ``aside`` if the verdict does not rest on it."""

    id: str
    href: str
    text: str
    aside: bool = False


@dataclass(frozen=True)
class OtherVerdict:
    """The verdict of another choice on an open point."""

    clause: str
    choice: str
    say: str
    href: str


@dataclass(frozen=True)
class RulingView:
    """The question, the verdict with its reasons, facts and clauses, and other interpretations.

    ``lead`` is yes, no or a number; ``told`` facts without cards; ``also`` further remarks;
    ``board`` overlapping cards; ``overruled`` compares with a table without the allowed entry.
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
    board: Sequence[BoardRow] = ()
    interpretations: Sequence[OtherVerdict] = ()
    # The choice in force on the open point the verdict depends on.
    deciding: Sentence | None = None
    # Decided by the players, so other interpretations do not matter.
    decided: bool = False


@dataclass(frozen=True, kw_only=True)
class RulingPage(Page):
    """A ruling with its board and links; ``picture`` is the preview image of its address."""

    ruling: RulingView
    board: Sequence[Block]
    links: Sequence[Link]
    actions: Actions
    picture: str
    press: Press | None


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
    """The page of a ruling with its address ``share``, if others can open it.

    It updates live only within a game. ``back`` leads to the game, ``pause`` pauses it, and
    ``paper`` is the address to print, or that of the job to set it where no server does.
    """
    press = press_of(PRINTED, job=paper) if paper and not has_server() else None
    ways = [Link(_("Share"), share, "share")] if share else []
    text = _("Print the ruling") if back else _("Print")
    printing = [Link(text, paper)] if paper and not press else []
    shared = Go(_("Share ruling"), share, share=_("Link copied"))
    model = RulingPage(
        header=header,
        view=table if header.live else None,
        ruling=ruling,
        board=blocks_of(table, ruling.board),
        links=[*links, *printing] if back else links,
        actions=Actions(go=Go(_("Back to the game"), back), plain=ways)
        if back
        else Actions(go=shared, plain=printing),
        form=pause,
        picture=picture,
        press=press,
    )
    return rendering.page("rulings/ruling.html", model)


def citation(game: str, clause: str, text: str = "", aside: bool = False) -> CitedClause:
    """A clause or open point with its text in the rulebook, or with the given one."""
    return CitedClause(
        clause,
        rendering.clause_url(clause),
        text or rendering.book(game).entry(clause).text[context.language()],
        aside,
    )


def deciding(game: str, options: Mapping[str, Value], option: str) -> Sentence:
    """The choice in force on the open point that a verdict depends on."""
    point = rendering.book(game).about(option)
    return Sentence(chosen_text(game, option, options[option]), point.id)


def held_open(game: str, clause: str) -> str:
    """The interpretation of an open point without options; "" for any other clause."""
    point = next(
        (one for one in rendering.book(game).ambiguities if one.id == clause and not one.options),
        None,
    )
    return (
        _("The rules don’t say. Used here: %(reading)s", reading=point.why[context.language()])
        if point
        else ""
    )


def render_ruling(
    game: str, ruling: RulingView, fmt: str, name: str, address: str = ""
) -> Response:
    """A ruling in plain words as a picture or page; 404 for any other format.

    Its foot has its own or the site's address, never a table's code, which lets people in.
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
