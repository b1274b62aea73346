"""Long Seat questions: the effect of a turn, and the winner."""

from dataclasses import replace
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.facts import counting, each_told, impossible, players_counted
from referee.kernel.fields import Cards, Flag, Int
from referee.kernel.game import Options
from referee.kernel.options import changed
from referee.kernel.question import (
    Answer,
    Facts,
    Question,
    Raw,
    cards_in,
    dealt,
    legal,
    lettered,
    letters,
    number_in,
    played,
    seated,
)
from referee.kernel.wording import message_of, said

from .game import SINGLE as GAME
from .playing import DECK, LONGEST

PLAYERS = players_counted(GAME)
SIDES = tuple(
    Int(name=side, low=0, high=DECK.size, default=0, label=f"{side}_of") for side in ("up", "down")
)
TURN = (
    Cards(name="cards", deck=DECK, least=1, most=LONGEST + 1),
    Cards(name="row", deck=DECK, least=0, most=LONGEST, optional=True, default=()),
    Int(name="up", low=0, high=DECK.size, default=0),
    Flag(name="last"),
)
ME, OTHER = letters(2)


def _turn(options: Options, facts: Facts) -> Answer:
    """Judge a turn card by card: pair, stop, or a card placed after a pair (LS-7 to LS-15)."""
    before, cards = cards_in(facts, "row"), cards_in(facts, "cards")
    deck = len(cards) if facts["last"] else DECK.size
    state = _before(options, before, number_in(facts, "up"), deck)
    state, came, wrong = dealt(GAME, state, "draw", ME, cards, "cards")
    if wrong:
        rows = (_field(before, cards[: came + 1], 0),)
        return Answer(wrong[0], wrong[0].code, rows=rows, rulings=wrong)
    over = state.over
    if state.turn == ME and not over:
        state = played(GAME, state, "stop", ME)
    verdict = state.effects[0]
    lines = tuple(line for line in GAME.lines(state) if line.part == "game" and line.seat == ME)
    outcome = (verdict.code, sum(line.points for line in lines))
    rows = (_field(before, cards, len(verdict.cards)),)
    return Answer(verdict, outcome, _ends(verdict, over, len(state.row)), rows, lines)


def _ends(verdict: Message, over: bool, left: int) -> tuple[Message, ...]:
    """What ended the turn, and what becomes of its cards (LS-8 to LS-15)."""
    if verdict.cards:
        ends = "last_ends LS-15" if over else "pair_ends LS-8"
        return said(ends, "guide_up LS-12", message_of("stays LS-11", n=left))
    ends = "last_ends LS-15" if over else "if_stopping LS-9"
    return said(ends, "guide_down LS-14") if verdict.code == "turned" else said(ends)


def _before(options: Options, row: tuple[Card, ...], up: int, deck: int) -> Any:
    """The state before the turn: the other player's row, and your cards face up."""
    state = GAME.setup(
        (ME, OTHER), changed(options, {"start": OTHER if row else ME, "depth": "full"})
    )
    for card in row:
        state = legal(GAME, state, "draw", OTHER, "row", card=card)
        if state.turn != OTHER:
            raise impossible("row", "pair_in_row", "LS-8", {"card": card})
    state = played(GAME, state, "stop", OTHER) if row else state
    return replace(state, up={**state.up, ME: up}, deck=deck)


def _field(before: tuple[Card, ...], cards: tuple[Card, ...], taken: int) -> BoardRow:
    """The row with the placed cards; the cards taken are marked."""
    first = len(before) + len(cards) - taken
    spots = (
        Spot(card, "hit" if at >= first else "new" if at >= len(before) else "")
        for at, card in enumerate((*before, *cards))
    )
    return BoardRow(tuple(spots), title=Message("field", {}, "LS-5"))


def _turn_facts(state: Any) -> Raw:
    now = state.now
    old = len(now.row) - now.placed
    return {"cards": now.row[old:], "row": now.row[:old], "up": now.up[now.turn], "lit": "cards"}


def _winner(options: Options, facts: Facts) -> Answer:
    """Rank the totals and break a tie (LS-16 to LS-18)."""
    seats = seated(facts, PLAYERS)
    state = GAME.setup(seats, changed(options, {"start": seats[0], "depth": "quick"}))
    for seat in seats:
        state = legal(
            GAME,
            state,
            "counts",
            seat,
            f"{{}}_{seat}",
            up=facts[f"up_{seat}"],
            down=facts[f"down_{seat}"],
        )
    result = GAME.result(state)
    assert result is not None
    lines = tuple(line for line in GAME.lines(state) if line.seat in result.winners)
    return Answer(
        result.reasons[-1], result.winners, result.reasons[:-1], GAME.scene(state).board, lines
    )


def _winner_facts(state: Any) -> Raw:
    now, named = state.now, lettered(state.seats)
    ups = {f"up_{named[seat]}": now.up[seat] for seat in now.seats}
    return {
        **ups,
        **{f"down_{named[seat]}": now.down[seat] for seat in now.seats},
        "players": len(now.seats),
    }


QUESTIONS = (
    Question("turn", "LS-11", lambda options, raw: TURN, _turn, _turn_facts),
    Question(
        "winner",
        "LS-17",
        lambda options, raw: (*each_told(raw, PLAYERS, *SIDES), counting(raw, PLAYERS)),
        _winner,
        _winner_facts,
    ),
)
