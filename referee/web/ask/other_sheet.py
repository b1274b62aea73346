"""What another score sheet would make of this game: the same entries, counted by both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from referee.kernel.contract import Illegal
from referee.kernel.game import AnyGame
from referee.kernel.rescore import counted_as
from referee.own.packed import packed
from referee.sheets import game_of_link
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Form, Go, Header, NavRow, Page
from referee.web.http.words import gettext as _
from referee.web.rulings.recount import (
    ComparedColumn,
    Comparison,
    compared,
    effect_in_words,
    recount_of,
    visible_part,
)
from referee.web.view.access import open_view
from referee.web.view.own_games import own_games
from referee.web.view.page_header import page_header, short_name
from referee.web.view.view import View


@dataclass(frozen=True, kw_only=True)
class OtherSheetPage(Page):
    """The sheets to compare with, and what the one asked for would make of this game."""

    sheets: Sequence[NavRow]
    link: str
    wrong: str
    comparison: Comparison | None


def other_sheet_page() -> Any:
    """The page; with a link or a sheet both counts side by side, 422 if it cannot be read."""
    _table, view = open_view()
    asked = request.args.get("sheet", "")
    game, wrong = _asked_game(asked) if asked else (None, "")
    if game and not wrong:
        wrong = _unfit(view, game)
    model = OtherSheetPage(
        header=_header(view),
        view=view,
        form=Form(view.url("ask.other_sheet")),
        sheets=[*_sheets(view)],
        link=asked if wrong else "",
        wrong=wrong,
        comparison=_compared(view, game) if game and not wrong else None,
        actions=Actions(go=Go(_("Compare"), form="compare")),
    )
    return rendering.page("ask/other_sheet.html", model, 422 if wrong else 200)


def _header(view: View) -> Header:
    return page_header(view, _("Another score sheet"), view.ask_url())


def _asked_game(link: str) -> tuple[AnyGame | None, str]:
    """The game of a sheet or of a link to one; else why it is none."""
    try:
        return game_of_link(link), ""
    except ValueError:
        return None, _("There is no game in this. Copy the whole link.")


def _unfit(view: View, game: AnyGame) -> str:
    least, most = game.info.seats
    if least <= len(view.history.seats) <= most:
        return ""
    return _("This sheet is for %(least)s to %(most)s players.", least=least, most=most)


def _sheets(view: View) -> Iterator[NavRow]:
    """The other sheets that this table's group has played."""
    for game in own_games(view.table.group_id, but=view.table.game):
        sheet = packed(context.find_game(game).sheet or {})
        yield NavRow(short_name(game), view.url("ask.other_sheet", sheet=sheet), "sheet")


def _compared(view: View, game: AnyGame) -> Comparison:
    """Both counts, as far as the entries of this game are ones of the other sheet."""
    seen = visible_part(view)
    try:
        counted = counted_as(seen.history, game)
    except Illegal:
        return Comparison(_("This sheet can’t count this game."))
    if counted.broke and not counted.history.played:
        return Comparison(
            _("This sheet can’t count this game."), _("It asks for other things each round.")
        )
    found = recount_of(seen, counted)
    text = "" if not found.differs else effect_in_words(found)
    columns = [ComparedColumn(_("now"), found.here), ComparedColumn(_("other"), found.other)]
    title = _("This changes the totals.") if found.differs else _("This doesn’t change the totals.")
    return compared(title, text, columns[0], columns[1:])
