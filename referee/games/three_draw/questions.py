"""3-Draw questions: the state of a turn, who wins a round and how many cards, who wins the game."""

from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Line, SeatId, totals
from referee.kernel.facts import (
    counting,
    each_told,
    nameable,
    players_counted,
    players_of,
    players_told,
)
from referee.kernel.fields import Cards, Field, Int, Seat
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
    seated,
)
from referee.kernel.wording import message_of, said
from referee.shapes.zone import total

from . import scoring
from .game import GAME
from .state import DECK, DRAWABLE, MOST, State, paired

PLAYERS = players_counted(GAME)
COUNT = players_of(GAME)
CARDS = Cards(name="cards", deck=DECK, least=1, most=MOST + 1)
FIRST = Cards(name="first", deck=DECK, least=0, most=MOST, optional=True, default=())
# A last seat that never draws, so that the round stays open until all its cards are judged.
LAST = "last"


def _moment(options: Options, seats: tuple[SeatId, ...], **own: str) -> State:
    """Round 1 before the first card; the burned cards are not asked for."""
    state: State = GAME.setup(seats, changed(options, {"start": seats[0], **own}))
    return replace(state, due=0)


def _whole_turn(state: State, seat: SeatId, cards: tuple[Card, ...], field: str) -> State:
    for card in cards:
        state = legal(GAME, state, "draw", seat, field, card=card)
    if state.active == seat:
        return legal(GAME, state, "stop" if cards else "pass", seat, field)
    return state


def _turn(options: Options, facts: Facts) -> Answer:
    """Draw card by card (TD-3 to TD-8); the first card that breaks a rule gives the verdict."""
    seats = letters(MOST)
    state = _moment(options, seats, depth="full")
    if first := cards_in(facts, "first"):
        state = _whole_turn(state, seats[0], first, "first")
    me = str(state.active)
    state, _came, wrong = dealt(GAME, state, "draw", me, cards_in(facts, "cards"), "cards")
    if wrong:
        return Answer(wrong[0], wrong[0].code, rows=_board(state), rulings=wrong)
    sum_ = total(state.row(me))
    goes_on = Message(
        "may_go_on", {"seat": me, "sum": sum_}, "TD-3" if me == state.start else "TD-8"
    )
    verdict = state.effects[0] if me in state.done else goes_on
    limit = (
        message_of("first_drew TD-7", seat=state.start, n=len(state.row(state.start)))
        if me != state.start
        else "guide_at_least_one TD-4"
    )
    if paired(state.row(me)):
        why = said("guide_pair TD-10")
    else:
        why = said(
            limit,
            "pair_counts_too TD-A6" if me != state.start and paired(state.row(state.start)) else "",
        )
    return Answer(verdict, (verdict.code, sum_), why, _board(state))


def _board(state: State) -> tuple[BoardRow, ...]:
    return tuple(shown for shown in GAME.scene(state).board if state.row(str(shown.seat)))


def _turn_facts(state: State) -> Raw:
    now = state.active
    first = {} if now == state.start else {"first": state.row(state.start)}
    return {"cards": state.row(now), **first, "lit": "cards"} if now else {}


def _round_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    cards = Cards(
        name="cards", deck=DECK, least=0, most=MOST, optional=True, default=(), label="shown"
    )
    drawn = each_told(raw, PLAYERS, cards, naming=("first_seat",))
    pot = (
        (Int(name="pot", low=0, high=DRAWABLE, default=0),)
        if options["tie"] == "carry_over" or raw.get("pot")
        else ()
    )
    seats = nameable(raw, PLAYERS, "first_seat")
    first = Seat(name="first_seat", values=seats, default=seats[0])
    return (*drawn, first, *pot, counting(raw, PLAYERS, "first_seat"))


def _round(options: Options, facts: Facts) -> Answer:
    """Who has the highest sum without a pair, and who gets how many cards (TD-10 to TD-14)."""
    state = replace(_drawn(options, facts), pot=number_in(facts, "pot") if "pot" in facts else 0)
    found = scoring.outcome(state, state.leaders, sum(map(len, state.rows.values())))
    lines = tuple(
        line
        for line in scoring.score_lines(state, found)
        if line.points or line.part == "cards" or line.code == "no_card"
    )
    rows = tuple(_row(state, seat, seat in found.gains) for seat in state.seats)
    outcome = (tuple(sorted(found.gains.items())), found.fate == "tie_carry_over")
    out = [seat for seat in state.seats if paired(state.row(seat))]
    pairs = message_of("have_pairs TD-10", seats=out) if out else ""
    best = "highest_wins TD-11" if found.top else ""
    why = said(pairs, best, "guide_one_point TD-13" if found.gains else "")
    return Answer(scoring.headline(state, found), outcome, why, rows, lines)


def _drawn(options: Options, facts: Facts) -> State:
    """The round after all turns, seats in turn order; raises Illegal on an impossible card."""
    start, seats = str(facts["first_seat"]), seated(facts, PLAYERS)
    turns = _moment(options, seats, start=start).order
    state = _moment(options, (*turns, LAST), depth="full", direction="clockwise")
    for seat in turns:
        state = _whole_turn(state, seat, cards_in(facts, f"cards_{seat}"), f"cards_{seat}")
    return replace(state, seats=turns)


def _row(state: State, seat: SeatId, won: bool) -> BoardRow:
    cards, pair = state.row(seat), paired(state.row(seat))
    spots = tuple(Spot(card, "pair" if card == pair else "hit" if won else "") for card in cards)
    return BoardRow(
        spots,
        seat,
        value=None if pair else total(cards),
        stamp=Message("stamp_pair", {}, "TD-10") if pair else None,
    )


def _round_facts(state: State) -> Raw:
    named = lettered(state.seats)
    drawn = {f"cards_{letter}": state.row(seat) for seat, letter in named.items()}
    now = state.active
    active = {"lit": f"cards_{named[now]}"} if now else {}
    return {
        **drawn,
        **active,
        "first_seat": named[state.start],
        "players": len(state.seats),
        **({"pot": state.pot} if state.pot else {}),
    }


def _goal_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    drawn = Int(name="drawn", low=1, high=MOST * len(seated(raw, COUNT)))
    return drawn, Int(name="before", low=0, high=DRAWABLE, default=0), COUNT


def _goal(options: Options, facts: Facts) -> Answer:
    """Whether the cards of this round reach the winning points (TD-15, TD-16)."""
    seats, before = seated(facts, COUNT), number_in(facts, "before")
    winner = seats[0]
    state = _moment(options, seats, depth="quick")
    state = replace(
        state, round=2, finished=(Line(winner, 1, before, "TD-12", "won_cards", {"n": before}),)
    )
    after = legal(GAME, state, "round", None, "drawn", winners=[winner], drawn=facts["drawn"])
    result, points = GAME.result(after), totals(GAME.lines(after), seats)[winner]
    verdict = (
        result.reasons[0]
        if result
        else Message("goes_on", {"n": points, "target": after.goal}, "TD-15")
    )
    won = result is not None
    return Answer(
        verdict,
        won,
        said(message_of("guide_target TD-16", n=after.goal), "guide_one_point TD-13"),
        yes=won,
    )


QUESTIONS = (
    Question("round", "TD-11", _round_fields, _round, _round_facts),
    Question("turn", "TD-6", lambda options, raw: (CARDS, FIRST), _turn, _turn_facts),
    Question("goal", "TD-15", _goal_fields, _goal, players_told),
)
