"""An inquiry: a question to the dispute desk as its address holds it, so that the address alone gives the same answer to anybody.

``?<fact>=…`` are the facts, ``o.<option>=…`` the house rules that differ from the page's, ``name.<letter>=…`` what the
seats are called, ``asks=…`` who asks, ``table=…`` the table it came from (for those who may see it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal, Ruling, complete_options
from referee.kernel.fields import Cards, Field, Value
from referee.kernel.frozen import cached_property
from referee.kernel.game import AnyGame
from referee.kernel.history import Event, replay
from referee.kernel.question import LETTERS, Question, seats_of
from referee.store import TableRow
from referee.web.http import context, rendering
from referee.web.view.view import View
from referee.words import Speaker

Args = MultiDict[str, str]
MAX_NAME, MAX_FACT = 40, 400
OPTION, NAME = "o.", "name."
ABOUT = frozenset(("asks", "edition", "lang", "table"))
"""What an address holds besides facts, options and names."""


@dataclass(frozen=True)
class Inquiry:
    """A question of a game with the facts told so far as texts, the options it is asked under, and the seats' names."""

    game: AnyGame
    question: Question
    raw: Mapping[str, str]
    options: Mapping[str, Value]
    names: Mapping[str, str]
    asks: str = ""
    table: View | None = None

    @property
    def id(self) -> str:
        """The game it is about."""
        return self.game.info.id

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The facts it needs."""
        return self.question.fields(self.options, self.raw)

    @cached_property
    def hands(self) -> tuple[Cards, ...]:
        """The facts that are cards."""
        return tuple(wanted for wanted in self.fields if isinstance(wanted, Cards))

    @cached_property
    def speaker(self) -> Speaker:
        """The game's words as HTML, seats by their names here."""
        return rendering.speaker(self.id, self.names)

    @cached_property
    def plain(self) -> Speaker:
        """The game's words as plain text."""
        return rendering.speaker(self.id, self.names, html=False)

    @cached_property
    def view(self) -> View:
        """A table at which nothing has been played, for what draws pads and fields."""
        seats = seats_of(self.game)
        start = Event(1, "start", data={"seats": list(seats), "options": dict(self.options)})
        names = {seat: self.names.get(seat, seat) for seat in LETTERS}
        return View(TableRow(0, "", self.id, 0, 0.0, "", "", ""), replay(self.game, [start]), names, "watch")

    def cards(self, wanted: Cards) -> tuple[str, ...]:
        """The cards told for one fact, as far as they can be read."""
        try:
            return read_cards(self.raw.get(wanted.name, ""), wanted.deck)
        except Unreadable:
            return ()

    def with_facts(self, **changes: str) -> Inquiry:
        """The same inquiry with other facts."""
        raw = {name: text for name, text in {**self.raw, **changes}.items() if text}
        return replace(self, raw=raw)

    def with_option(self, option: str, value: Value) -> Inquiry:
        """The same inquiry under another choice of one option."""
        return replace(self, options={**self.options, option: value})

    @cached_property
    def own_options(self) -> dict[str, str]:
        """The options that are not the page's, as texts."""
        standard = complete_options(self.game.info, seats_of(self.game), {})
        return {name: _text(value) for name, value in self.options.items() if value != standard.get(name)}

    def args(self, **more: Any) -> dict[str, Any]:
        """Everything that its address holds."""
        named = {wanted.name for wanted in self.fields}
        told = {name: text for name, text in self.raw.items() if name in named}
        own = {OPTION + name: text for name, text in self.own_options.items()}
        called = {NAME + seat: name for seat, name in self.names.items() if name != seat}
        table = {"table": self.table.table.code} if self.table else {}
        asked = {"asks": self.asks} if self.asks else {}
        return {**told, **own, **called, **asked, **table, **more}


def read_inquiry(game: AnyGame, question: Question, args: Args | None = None) -> Inquiry:
    """The inquiry that the request's address holds; options of the table it comes from, if it may be seen, come first.

    Raises Illegal for options that cannot be read.
    """
    args = request.args if args is None else args
    view = _table(args.get("table", ""), game)
    texts = {name: " ".join(args.getlist(name))[:MAX_FACT] for name in args if name not in ABOUT and not name.startswith((OPTION, NAME))}
    own = {name.removeprefix(OPTION): text for name, text in args.items() if name.startswith(OPTION)}
    seats = seats_of(game)
    base = {name: value for name, value in view.history.options.items() if value not in view.history.seats} if view else {}
    edition = args.get("edition", "page")
    if unknown := {*(set(own) - {option.field.name for option in game.info.options}), *({edition} - set(game.info.editions))}:
        raise Illegal([Ruling("unknown_field", params={"name": min(unknown)[:MAX_NAME]})])
    options = complete_options(game.info, seats, {**base, **own}, edition)
    called = {seat: args.get(NAME + seat, "")[:MAX_NAME].strip() for seat in LETTERS}
    names = {seat: name or seat for seat, name in {**called, **_seated(view)}.items()}
    raw = {name: text for name, text in texts.items() if text}
    return Inquiry(game, question, raw, options, names, args.get("asks", "")[:MAX_NAME].strip(), view)


def _table(code: str, game: AnyGame) -> View | None:
    found = context.find_table(code) if code else None
    if found is None or found[0].game != game.info.id:
        return None
    table, grant = found
    return View(table, context.desk().history(table), grant.names, grant.role, grant.seat, let_in=grant.let_in)


def _seated(view: View | None) -> dict[str, str]:
    """The letters of a table's seats with their names, in seat order."""
    return dict(zip(LETTERS, view.names.values(), strict=False)) if view else {}


def _text(value: Value) -> str:
    return "yes" if value is True else "no" if value is False else str(value)
