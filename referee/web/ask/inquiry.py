"""An inquiry: a question with cards as its address holds it, so that the address alone gives the
same answer to anybody.

``?<fact>=…`` are the facts, ``o.<option>=…`` the house rules that differ from the page's,
``name.<letter>=…`` what the seats are called, ``asks=…`` who asks, ``table=…`` the table it came
from (for those who may see it). A question about a moment of that table is sent with the
``revision`` at which it was asked and a ``seal``: who has that sees this ruling. Sealed links from
before call the revision ``at``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from flask import request, url_for

from referee.kernel.asking import Standing, standing
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal, Move, Ruling, complete_options
from referee.kernel.fields import Cards, Field, Value
from referee.kernel.game import AnyGame
from referee.kernel.history import Event, History, Played, replay
from referee.kernel.moments import States
from referee.kernel.question import (
    LETTERS,
    Answer,
    Question,
    Raw,
    Reading,
    readings,
    seats_of,
    settle,
)
from referee.kernel.rows import lit_row
from referee.store.values import TableRow
from referee.web.http import context
from referee.web.http.security import whole
from referee.web.rulings.recount import AS_PLAYED, linked, otherwise, without_hidden
from referee.web.rulings.sealed import opened, seal
from referee.web.view.view import View

MAX_NAME = 40
OPTION, NAME = "o.", "name."
ABOUT = frozenset(("asks", "edition", "lang", "revision", "seal", "table"))
"""What an address holds besides facts, options and names."""
REVISION, EARLIER_REVISION = "revision", "at"


@dataclass(frozen=True)
class Inquiry:
    """A question of a game with the facts told so far as texts, the options it is asked under, and
    the seats' names.
    """

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
        return tuple(field for field in self.fields if isinstance(field, Cards))

    @cached_property
    def active_field(self) -> Cards | None:
        """The fact that the pad fills."""
        return lit_row(self.hands, self.held, self.raw.get("lit", ""))

    @property
    def held(self) -> dict[str, int]:
        """How many cards each fact holds."""
        return {field.name: len(self.cards(field)) for field in self.hands}

    @cached_property
    def standing(self) -> Standing:
        """How it stands with the facts told so far, and what else is asked."""
        return standing(self.question, self.options, self.raw)

    @cached_property
    def answer(self) -> Answer | Illegal:
        """The answer, or what is missing or wrong."""
        try:
            return settle(self.question, self.options, self.raw)
        except Illegal:
            return self.standing.answer

    @cached_property
    def settled(self) -> Raw:
        """The facts that the answer rests on; what is missing and does not matter is one of the
        ways it can be.
        """
        try:
            settle(self.question, self.options, self.raw)
        except Illegal:
            return {**self.raw, **self.standing.tried}
        return self.raw

    @cached_property
    def hangs(self) -> tuple[Reading, ...]:
        """The readings that would change the answer, none of a moment that is not all open; raises
        Illegal where there is no answer.
        """
        among = self.game.info.options
        if self.table and self.of_table and self.table.unrevealed:
            return ()
        if self.of_table and isinstance(self.answer, Answer):
            among = tuple(linked(self.view, self.answer.clauses))
        return readings(self.question, self.options, self.settled, among)

    @property
    def of_table(self) -> bool:
        """Whether it is about a moment of its table, rather than one put down by its facts."""
        return self.table is not None and self.question.at is not None

    @cached_property
    def moment(self) -> Any:
        """The state it is about, if it is about one that can be."""
        try:
            return self.question.moment(self.options, self.raw) if self.question.moment else None
        except Illegal:
            return None

    @cached_property
    def view(self) -> View:
        """The table at the moment it is about, else one of nobody, for its words and for what draws
        pads and fields.
        """
        if self.table is not None and self.of_table:
            return replace(self.table, history=_with_state(self.table.history, self.moment))
        seats = seats_of(self.game)
        start = Event(1, "start", data={"seats": list(seats), "options": dict(self.options)})
        names = {seat: self.names.get(seat, seat) for seat in LETTERS}
        history = _with_state(replay(self.game, [start]), self.moment)
        return View(TableRow(0, "", self.id, 0, 0.0, "", "", ""), history, names, "watch")

    def cards(self, field: Cards) -> tuple[str, ...]:
        """The cards told for one fact, as far as they can be read."""
        try:
            return read_cards(self.raw.get(field.name, ""), field.deck)
        except Unreadable:
            return ()

    def taken(self, field: Cards) -> Counter[str]:
        """How many copies of each card of its pack all the facts hold."""
        return Counter(
            card for known in self.hands if known.deck == field.deck for card in self.cards(known)
        )

    def with_facts(self, **changes: str) -> Inquiry:
        """The same inquiry with other facts."""
        raw = {name: text for name, text in {**self.raw, **changes}.items() if text}
        return replace(self, raw=raw)

    @property
    def kept(self) -> dict[str, Any]:
        """What its address holds besides the facts: the options that are not the page's, names, who
        asks, and the table.
        """
        standard = options_of(self.game, None)
        own = {
            OPTION + name: _text(value)
            for name, value in self.options.items()
            if value != standard.get(name)
        }
        called = {
            NAME + seat: self.names[seat]
            for seat in LETTERS
            if self.names[seat] != seat and not self.of_table
        }
        asked = {"asks": self.asks} if self.asks else {}
        return {
            **own,
            **called,
            **asked,
            **({"table": self.table.table.code} if self.table else {}),
        }

    @property
    def address(self) -> str:
        """The address of its form, with the fact that the pad fills where one was asked for."""
        return self.url("ask.ask", **({"lit": self.raw["lit"]} if "lit" in self.raw else {}))

    def url(self, endpoint: str = "ask.ruling", **more: Any) -> str:
        """The address of its ruling, or of another page with everything it holds."""
        named = {field.name for field in self.fields}
        told = {name: text for name, text in self.raw.items() if name in named}
        asked = {"q" if endpoint == "ask.ask" else "question": self.question.id}
        return url_for(endpoint, game=self.id, **{**asked, **told, **self.kept, **more})

    @property
    def sent(self) -> dict[str, Any]:
        """What else the address holds that is sent to anybody: of a moment of a table the revision
        and the seal, else no table.
        """
        if self.table is None or not self.of_table:
            return {"table": None}
        revision = self.table.history.revision
        return {REVISION: revision, "seal": seal(self.table.table, "ask", revision)}


def read_inquiry(game: AnyGame, question: Question) -> Inquiry:
    """The inquiry that the request's address holds; options of the table it comes from, if it may
    be seen, come first.

    Raises Illegal for options that cannot be read.
    """
    args = request.args
    view = _table(args.get("table", ""), game)
    about = {*ABOUT, _revision_name()}
    facts = [name for name in args if name not in about and not name.startswith((OPTION, NAME))]
    # Nothing is cut off: what is too long for its field is refused there.
    texts = {name: " ".join(args.getlist(name)) for name in facts}
    own = {
        name.removeprefix(OPTION): text for name, text in args.items() if name.startswith(OPTION)
    }
    own = {name: text for name, text in own.items() if not (view and name in AS_PLAYED)}
    edition = args.get("edition", "page")
    if unknown := {
        *(set(own) - {option.field.name for option in game.info.options}),
        *({edition} - set(game.info.editions)),
    }:
        raise Illegal([Ruling("unknown_field", params={"name": min(unknown)[:MAX_NAME]})])
    played = options_of(game, view, edition=edition)
    options = options_of(game, view, own, edition)
    called = {seat: args.get(NAME + seat, "")[:MAX_NAME].strip() for seat in LETTERS}
    seated = {**dict(zip(LETTERS, view.names.values(), strict=False)), **view.names} if view else {}
    names = {seat: name or seat for seat, name in {**called, **seated}.items()}
    told, asks = (
        {name: text for name, text in texts.items() if text},
        args.get("asks", "")[:MAX_NAME].strip(),
    )
    if view and question.at:
        question = question.at(_states(view, played), not view.unrevealed)
    return Inquiry(game, question, told, options, names, asks, view)


def options_of(
    game: AnyGame, view: View | None, own: Mapping[str, Any] | None = None, edition: str = "page"
) -> Mapping[str, Value]:
    """The house rules of the table, else of the edition, but for what is ``own``.

    What names a player of the table is left out, as the desk has seats of its own. Raises Illegal.
    """
    held: dict[str, Value] = {}
    if view:
        seats = view.history.seats
        held = {name: one for name, one in view.history.options.items() if one not in seats}
    return complete_options(game.info, seats_of(game), {**held, **(own or {})}, edition)


def _revision_name() -> str:
    """What the address calls the revision; links that were sealed earlier have the earlier name."""
    earlier = "seal" in request.args and REVISION not in request.args
    return EARLIER_REVISION if earlier else REVISION


def _table(code: str, game: AnyGame) -> View | None:
    """The table an address names, as it stood at its revision, for those who may see it or have the
    seal of this ruling.
    """
    at, token = request.args.get(_revision_name(), ""), request.args.get("seal", "")
    revision = whole(at, 0)
    found = context.find_table(code) if code else None
    if found is None:
        sealed = opened(code, revision, token, "ask") if code and revision else None
        return sealed if sealed and sealed.table.game == game.info.id else None
    table, grant = found
    if table.game != game.info.id:
        return None
    history = context.desk().history(table)
    if revision and revision < history.revision:
        history = context.desk().earlier(table.id, history, revision)
    return View(
        table, history, grant.names, grant.role, grant.seat, let_in=grant.let_in, signs=grant.signs
    )


def _states(view: View, played: Mapping[str, Value]) -> States:
    """What its reader may see of the table under any options, for each of which it is counted
    once.
    """
    # Whether what lies covered could be counted so would tell of it.
    recount = cache(lambda changed: otherwise(without_hidden(view), dict(changed)))

    def under(options: Mapping[str, Value]) -> Any:
        """Raises Illegal where the table cannot be counted so."""
        changed = tuple((name, value) for name, value in options.items() if value != played[name])
        if not changed:
            return view.state
        found = recount(changed)
        if found.broke:
            raise Illegal(found.broke.rulings)
        return found.other.state

    return under


def _with_state(history: History, state: Any) -> History:
    """The history as if its newest entry had led there."""
    if state is None or state is history.state:
        return history
    return replace(
        history,
        played=(*history.played, Played(0, 0, history.game, history.state, Move(""), (), state)),
    )


def _text(value: Value) -> str:
    return "yes" if value is True else "no" if value is False else str(value)
