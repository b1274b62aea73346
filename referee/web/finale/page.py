"""The page of the end of a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.store.symbols import Sign
from referee.web.changes.notifications import Notifications, read_notifications
from referee.web.disputes.question import dispute_notice
from referee.web.http import context
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, Form, Header, Link, NavRow, Notice, Page
from referee.web.http.words import gettext as _
from referee.web.sheet.explained import Explained, explained
from referee.web.view.board import Block, board_of
from referee.web.view.kept_games import reminder
from referee.web.view.page_header import page_header, short_name, undo_button
from referee.web.view.pages import capitalized
from referee.web.view.view import View

from .best import BestPlay, best_of
from .chart import Course, course
from .decided import Decided, decided
from .headline import Headline, headline
from .last import LastEntry, last_entry
from .next_steps import NextGame, again_says, links, next_game, next_step
from .ranking import Rank, ranking

# With more events than this the last round is folded.
MANY = 6


@dataclass(frozen=True)
class LastRound:
    """The last round explained, as no other page does it; ``folded`` if it is long."""

    title: str
    explained: Explained
    folded: bool


@dataclass(frozen=True, kw_only=True)
class FinalePage(Page):
    """Who won, how it went, and what comes next; ``share`` is the result as text.

    ``winners`` are the symbols of all winners, None for one without.
    """

    headline: Headline
    winners: Sequence[Sign | None]
    ranks: Sequence[Rank]
    last_entry: LastEntry | None
    best: BestPlay | None
    decided: Sequence[Decided]
    course: Course | None
    board: Sequence[Block] | None
    last: LastRound | None
    next_game: NextGame | None
    again: Form
    again_says: Sequence[str]
    links: Sequence[Link]
    picture: str
    share: str
    reminder: NavRow | None
    low: bool
    news: Notice | None
    notifications: Notifications | None


def finale_page(view: View) -> FinalePage:
    """The page for a table that is over."""
    told, ranks = headline(view), ranking(view)
    return FinalePage(
        header=_header(view),
        view=view,
        headline=told,
        winners=[sign for rank in ranks if rank.first for sign in rank.signs or (None,)],
        ranks=ranks,
        last_entry=last_entry(view),
        best=best_of(view),
        decided=decided(view),
        course=course(view),
        board=board_of(view) or None,
        last=_last(view),
        next_game=next_game(view),
        again=Form(view.url("start.again"), {"key": context.new_key()}),
        again_says=again_says(view),
        links=links(view),
        picture=_picture(view),
        share=share_text(view, told, ranks),
        reminder=None if has_server() else reminder(),
        low=view.low_wins and view.ranked,
        news=dispute_notice(view),
        notifications=read_notifications(view, view.url("finale.result")),
        actions=Actions(undo_button(view), next_step(view)),
    )


def _picture(view: View) -> str:
    """The address of the result as a picture, which only a server draws."""
    return view.url("finale.picture", v=view.history.revision) if has_server() else ""


def _header(view: View) -> Header:
    """The bar says that the game is over; the double rule replaces the ruler."""
    where = _("Finished") if view.result else _("ended early")
    return replace(page_header(view), where=where, ruler=None, banner=None)


def _last(view: View) -> LastRound | None:
    round_ = view.scene.complete
    if not round_:
        return None
    told = explained(view, round_)
    many = sum(len(section.rows) for section in told.sections) > MANY
    name = capitalized(view.round_name(round_))
    title = (
        _("%(round)s, explained", round=name)
        if view.history.game.info.tally
        else _("%(round)s (last)", round=name)
    )
    return LastRound(title, told, many)


def share_text(view: View, told: Headline, ranks: Sequence[Rank]) -> str:
    """The result as one line for a message, without link or table code."""
    marks = view.plain.marks
    totals = marks.comma.join(f"{rank.name} {rank.side or rank.number}" for rank in ranks)
    return f"{short_name(view.table.game)}{marks.colon}{told.text}{marks.stop}{marks.gap}{totals}"
