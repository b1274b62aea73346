"""An inquiry: a question with cards in its address, so that anybody gets the same answer.

``?<fact>=…`` are facts, ``o.<option>=…`` house rules unlike the page's, ``name.<letter>=…`` names,
``asks=…`` the asker, ``table=…`` the table (if visible). A question on a moment of a table has its
``revision`` (``at`` in old links) and a ``seal`` that shows it to anybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from flask import request, url_for

from referee.event import Event
from referee.kernel.card_rows import lit_row
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal, Move, Ruling, complete_options
from referee.kernel.fields import Cards, Field, Value
from referee.kernel.game import AnyGame
from referee.kernel.history import History, Played, replay
from referee.kernel.missing_facts import QuestionState, evaluate
from referee.kernel.question import (
    LETTERS,
    AlternativeAnswer,
    Answer,
    Question,
    Raw,
    alternative_answers,
    seats_of,
    settle,
)
from referee.kernel.situations import States
from referee.store.values import TableRow
from referee.web.http import context
from referee.web.http.security import whole
from referee.web.rulings.recount import AS_PLAYED, linked, otherwise, without_hidden
from referee.web.rulings.signed_links import opened, signature
from referee.web.view.access import make_view
from referee.web.view.view import View

MAX_NAME = 40
OPTION, NAME = "o.", "name."
# The keys of an address besides facts, options and names.
ABOUT = frozenset(("asks", "edition", "lang", "revision", "seal", "table"))
REVISION, EARLIER_REVISION = "revision", "at"


@dataclass(frozen=True)
class Inquiry:
    """A question of a game with the facts so far as texts, the options and the seats' names."""

    game: AnyGame
    question: Question
    raw: Mapping[str, str]
    options: Mapping[str, Value]
    names: Mapping[str, str]
    asks: str = ""
    table: View | None = None

    @property
    def id(self) -> str:
        return self.game.info.id

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return self.question.fields(self.options, self.raw)

    @cached_property
    def hands(self) -> tuple[Cards, ...]:
        return tuple(field for field in self.fields if isinstance(field, Cards))

    @cached_property
    def active_field(self) -> Cards | None:
        return lit_row(self.hands, self.held, self.raw.get("lit", ""))

    @property
    def held(self) -> dict[str, int]:
        return {field.name: len(self.cards(field)) for field in self.hands}

    @cached_property
    def state(self) -> QuestionState:
        return evaluate(self.question, self.options, self.raw)

    @cached_property
    def answer(self) -> Answer | Illegal:
        """The answer, or Illegal with the missing and wrong facts."""
        try:
            return settle(self.question, self.options, self.raw)
        except Illegal:
            return self.state.answer

    @cached_property
    def settled(self) -> Raw:
        """The facts behind the answer; an irrelevant missing fact gets a possible value."""
        try:
            settle(self.question, self.options, self.raw)
        except Illegal:
            return {**self.raw, **self.state.tried}
        return self.raw

    @cached_property
    def hangs(self) -> tuple[AlternativeAnswer, ...]:
        """Interpretations that change the answer; none before a reveal. Raises Illegal."""
        among = self.game.info.options
        if self.table and self.of_table and self.table.unrevealed:
            return ()
        if self.of_table and isinstance(self.answer, Answer):
            among = tuple(linked(self.view, self.answer.clauses))
        return alternative_answers(self.question, self.options, self.settled, among)

    @property
    def of_table(self) -> bool:
        """Whether it is about a moment of its table, rather than one put down by its facts."""
        return self.table is not None and self.question.at is not None

    @cached_property
    def moment(self) -> Any:
        """The game state asked about; None without one, or if it is impossible."""
        try:
            return self.question.moment(self.options, self.raw) if self.question.moment else None
        except Illegal:
            return None

    @cached_property
    def view(self) -> View:
        """The table at the moment asked about, or one without players for words and pads."""
        if self.table is not None and self.of_table:
            return replace(self.table, history=_with_state(self.table.history, self.moment))
        seats = seats_of(self.game)
        start = Event(1, "start", data={"seats": list(seats), "options": dict(self.options)})
        names = {seat: self.names.get(seat, seat) for seat in LETTERS}
        history = _with_state(replay(self.game, [start]), self.moment)
        return make_view(TableRow(0, "", self.id, 0, 0.0, "", "", ""), history, names)

    def cards(self, field: Cards) -> tuple[str, ...]:
        """The readable cards of one fact."""
        try:
            return read_cards(self.raw.get(field.name, ""), field.deck)
        except Unreadable:
            return ()

    def taken(self, field: Cards) -> Counter[str]:
        """The copies of each card of its pack in all facts."""
        return Counter(
            card for known in self.hands if known.deck == field.deck for card in self.cards(known)
        )

    def with_facts(self, **changes: str) -> Inquiry:
        raw = {name: text for name, text in {**self.raw, **changes}.items() if text}
        return replace(self, raw=raw)

    @property
    def kept(self) -> dict[str, Any]:
        """Address keys besides facts: options unlike the page's, names, asker and table."""
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
        """The address of its form, with the active fact if the request named one."""
        return self.url("ask.ask", **({"lit": self.raw["lit"]} if "lit" in self.raw else {}))

    def url(self, endpoint: str = "ask.ruling", **more: Any) -> str:
        """The address of its ruling or of another page, with all its values."""
        named = {field.name for field in self.fields}
        told = {name: text for name, text in self.raw.items() if name in named}
        asked = {"q" if endpoint == "ask.ask" else "question": self.question.id}
        return url_for(endpoint, game=self.id, **{**asked, **told, **self.kept, **more})

    @property
    def sent(self) -> dict[str, Any]:
        """Keys for a shared address: revision and seal for a table's moment, otherwise no table."""
        if self.table is None or not self.of_table:
            return {"table": None}
        revision = self.table.history.revision
        return {REVISION: revision, "seal": signature(self.table.table, "ask", revision)}


def read_inquiry(game: AnyGame, question: Question) -> Inquiry:
    """Read the inquiry from the request's address; raises Illegal for unreadable options."""
    view = _table(request.args.get("table", ""), game)
    own, edition = _house_rules(game, view)
    options = options_of(game, view, own, edition)
    if view and question.at:
        played = options_of(game, view, edition=edition)
        question = question.at(_states(view, played), not view.unrevealed)
    asks = request.args.get("asks", "")[:MAX_NAME].strip()
    return Inquiry(game, question, _facts(), options, _names(view), asks, view)


def _facts() -> dict[str, str]:
    """The facts of the address. None is cut off: a field refuses a text that is too long."""
    about = {*ABOUT, _revision_name()}
    texts = {
        name: " ".join(request.args.getlist(name))
        for name in request.args
        if name not in about and not name.startswith((OPTION, NAME))
    }
    return {name: text for name, text in texts.items() if text}


def _house_rules(game: AnyGame, view: View | None) -> tuple[dict[str, str], str]:
    """The address's options, without those a table has played by, and its edition.

    Raises Illegal for one that the game does not have.
    """
    own = {
        name.removeprefix(OPTION): text
        for name, text in request.args.items()
        if name.startswith(OPTION) and not (view and name.removeprefix(OPTION) in AS_PLAYED)
    }
    edition = request.args.get("edition", "page")
    unknown = set(own) - {option.field.name for option in game.info.options}
    unknown |= {edition} - set(game.info.editions)
    if unknown:
        raise Illegal([Ruling("unknown_field", params={"name": min(unknown)[:MAX_NAME]})])
    return own, edition


def _names(view: View | None) -> dict[str, str]:
    """The names by letter, from the address; those of a table also by its seats."""
    called = {seat: request.args.get(NAME + seat, "")[:MAX_NAME].strip() for seat in LETTERS}
    if view:
        called |= {**dict(zip(LETTERS, view.names.values(), strict=False)), **view.names}
    return {seat: name or seat for seat, name in called.items()}


def options_of(
    game: AnyGame, view: View | None, own: Mapping[str, Any] | None = None, edition: str = "page"
) -> Mapping[str, Value]:
    """Options of the table or edition, overridden by ``own``, except players. Raises Illegal."""
    held: dict[str, Value] = {}
    if view:
        seats = view.history.seats
        held = {name: one for name, one in view.history.options.items() if one not in seats}
    return complete_options(game.info, seats_of(game), {**held, **(own or {})}, edition)


def _revision_name() -> str:
    """The key of the revision; older sealed links use the earlier name."""
    earlier = "seal" in request.args and REVISION not in request.args
    return EARLIER_REVISION if earlier else REVISION


def _table(code: str, game: AnyGame) -> View | None:
    """The table of an address at its revision, if visible to the caller or sealed."""
    at, token = request.args.get(_revision_name(), ""), request.args.get("seal", "")
    revision = whole(at, 0)
    found = context.find_table(code) if code else None
    if found is None:
        sealed = opened(code, revision, token, "ask") if code and revision else None
        return sealed if sealed and sealed.table.game == game.info.id else None
    table, grant = found
    if table.game != game.info.id:
        return None
    history = context.service().history(table)
    if revision and revision < history.revision:
        history = context.service().earlier(table.id, history, revision)
    told = {"seat": grant.seat, "let_in": grant.let_in, "signs": grant.signs}
    return make_view(table, history, grant.names, grant.role, **told)


def _states(view: View, played: Mapping[str, Value]) -> States:
    """Return a function from options to the visible state; it recounts the table once for each."""
    # Counting covered cards under other rules would reveal something about them.
    recount = cache(lambda changed: otherwise(without_hidden(view), dict(changed)))

    def under(options: Mapping[str, Value]) -> Any:
        """Raises Illegal if the table cannot be counted under these options."""
        changed = tuple((name, value) for name, value in options.items() if value != played[name])
        if not changed:
            return view.state
        found = recount(changed)
        if found.broke:
            raise Illegal(found.broke.rulings)
        return found.other.state

    return under


def _with_state(history: History, state: Any) -> History:
    """The history as if its newest entry had led to this state."""
    if state is None or state is history.state:
        return history
    return replace(
        history,
        played=(*history.played, Played(0, 0, history.game, history.state, Move(""), (), state)),
    )


def as_texts(facts: Mapping[str, object]) -> dict[str, str]:
    """Facts as an address has them: cards and other lists with spaces between."""
    return {
        name: " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        for name, value in facts.items()
    }


def _text(value: Value) -> str:
    return "yes" if value is True else "no" if value is False else str(value)
