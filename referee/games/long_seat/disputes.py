"""Long Seat at the dispute desk: what a turn brings, and who has won."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Ruling
from referee.kernel.fields import Cards, Field, Flag, Int
from referee.kernel.game import Options
from referee.kernel.question import Answer, Facts, Question, Raw, cards_in, dealt, legal, lettered, letters, number_in, played, seated

from .game import DECK, GAME, LONGEST

PLAYERS = Int(name="players", low=GAME.info.seats[0], high=GAME.info.seats[1], default=2)
ME, OTHER = letters(2)


# What does this turn bring?


def _turn_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    return (
        Cards(name="cards", deck=DECK, least=1, most=LONGEST + 1),
        Cards(name="row", deck=DECK, least=0, most=LONGEST, optional=True, default=()),
        Int(name="up", low=0, high=DECK.size, default=0),
        Flag(name="last"),
    )


def _turn(options: Options, facts: Facts) -> Answer:
    """Card by card: what a pair takes, else what a stop turns over (LS-7 to LS-15); a card after a pair is the verdict."""
    before, cards = cards_in(facts, "row"), cards_in(facts, "cards")
    state = _before(options, before, number_in(facts, "up"), len(cards) if facts["last"] else DECK.size)
    for placed, card in enumerate(cards, 1):
        checked = dealt(GAME, state, "draw", ME, "cards", card=card)
        if checked.move is None or checked.objections:
            rows = (_field(before, cards[:placed], 0),)
            return Answer(checked.objections[0], checked.objections[0].code, rows=rows, rulings=checked.objections)
        state = GAME.advance(state, checked.move)
    return _brought(state, before, cards)


def _before(options: Options, row: tuple[Card, ...], up: int, deck: int) -> Any:
    """The turn's begin: the row placed by another player, and one's own cards face up."""
    start = OTHER if row else ME
    state = GAME.setup((ME, OTHER), {**options, "start": start, "depth": "full"})
    for card in row:
        state = legal(GAME, state, "draw", OTHER, "row", card=card)
        if state.now.turn != OTHER:
            raise Illegal([Ruling("pair_in_row", "LS-8", Level.IMPOSSIBLE, {"card": card}, "row")])
    state = played(GAME, state, "stop", OTHER) if row else state
    return replace(state, now=replace(state.now, up={**state.now.up, ME: up}, deck=deck))


def _brought(state: Any, before: tuple[Card, ...], cards: tuple[Card, ...]) -> Answer:
    """The end of the turn: a pair, or the stop that would follow."""
    over = state.now.over
    if state.now.turn == ME and not over:
        state = played(GAME, state, "stop", ME)
    turn, verdict = state.now.past[-1], state.now.effects[0]
    lines = tuple(line for line in GAME.lines(state) if line.part == "game" and line.seat == ME)
    ends = Say("last_ends", {}, "LS-15") if over else Say("pair_ends", {}, "LS-8") if turn.taken else Say("if_stopping", {}, "LS-9")
    why = [ends]
    if turn.taken:
        why += [Say("guide_up", {}, "LS-12"), Say("stays", {"n": len(state.now.row)}, "LS-11")]
    elif turn.turned:
        why.append(Say("guide_down", {}, "LS-14"))
    rows = (_field(before, cards, len(turn.taken)),)
    return Answer(verdict, (verdict.code, sum(line.points for line in lines)), tuple(why), rows, lines)


def _field(before: tuple[Card, ...], cards: tuple[Card, ...], taken: int) -> Row:
    """The row with the cards placed; those that are taken are marked."""
    first = len(before) + len(cards) - taken
    spots = (Spot(card, "hit" if at >= first else "new" if at >= len(before) else "") for at, card in enumerate((*before, *cards)))
    return Row(tuple(spots), title=Say("field", {}, "LS-5"))


def _turn_facts(state: Any) -> Raw:
    now = state.now
    old = len(now.row) - now.placed
    return {"cards": now.row[old:], "row": now.row[:old], "up": now.up[now.turn], "lit": "cards"}


# Who wins?


def _winner_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    counts = (
        Int(name=f"{side}_{seat}", low=0, high=DECK.size, default=0, about=seat, label=f"{side}_of")
        for seat in seated(raw, PLAYERS)
        for side in ("up", "down")
    )
    return (*counts, PLAYERS)


def _winner(options: Options, facts: Facts) -> Answer:
    """Who has the highest total, and how a tie is broken (LS-16 to LS-18)."""
    seats = seated(facts, PLAYERS)
    state = GAME.setup(seats, {**options, "start": seats[0], "depth": "quick"})
    for seat in seats:
        state = legal(GAME, state, "counts", seat, f"{{}}_{seat}", up=facts[f"up_{seat}"], down=facts[f"down_{seat}"])
    result = GAME.result(state)
    assert result is not None
    lines = tuple(line for line in GAME.lines(state) if line.seat in result.winners)
    return Answer(result.reasons[-1], result.winners, result.reasons[:-1], GAME.scene(state).board, lines)


def _winner_facts(state: Any) -> Raw:
    now, named = state.now, lettered(state.seats)
    ups = {f"up_{named[seat]}": now.up[seat] for seat in now.seats}
    return {**ups, **{f"down_{named[seat]}": now.down[seat] for seat in now.seats}, "players": len(now.seats)}


QUESTIONS = (
    Question("turn", "LS-11", _turn_fields, _turn, _turn_facts),
    Question("winner", "LS-17", _winner_fields, _winner, _winner_facts),
)
