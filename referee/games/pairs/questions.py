"""Pairs questions: scores of cards and folds, the first player, the losing score."""

from collections import Counter
from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Line, Ruling, SeatId
from referee.kernel.facts import (
    counting,
    each_told,
    impossible,
    nameable,
    players_counted,
    players_of,
    players_told,
)
from referee.kernel.fields import Cards, Field, Flag, Int, Seat
from referee.kernel.ledger import clash
from referee.kernel.options import changed
from referee.kernel.question import (
    Answer,
    Facts,
    Options,
    Question,
    Raw,
    cards_in,
    legal,
    lettered,
    letters,
    number_in,
    seated,
)

from .game import GAME
from .playing import DECK, State, goal, holders, holdings, lowest

NUMBERS = len(DECK.counts)
PLAYERS = players_counted(GAME)
COUNT = players_of(GAME)
SCORED = Int(name="scored", low=1, high=NUMBERS)
ME, OTHER = letters(2)
CARD, DEALING = Cards(name="card", deck=DECK), Flag(name="dealing")
STACK = Cards(name="stack", deck=DECK, least=0, most=NUMBERS, optional=True, default=())
TOLD = {"pair": "pair_scores", "replaced": "not_in_deal"}
"""The wording without a player's name, by the game's word code."""


def _moment(options: Options, seats: tuple[SeatId, ...], turn: SeatId | None) -> State:
    """A round before its first card, with ``turn`` to act; None means the deal."""
    state: State = GAME.setup(seats, changed(options, {"depth": "full", "taken_from": "nearest"}))
    return replace(state, turn=turn, due=() if turn else seats)


def _with_stack(state: State, seat: SeatId, stack: tuple[Card, ...], field: str) -> State:
    """Set the stack of a seat; raises Illegal without copies left (PA-1) or with a pair (PA-12)."""
    wrong = clash(DECK, holdings(state), None, stack, "PA-1", field)
    doubled = next((card for card in stack if stack.count(card) > 1), None)
    if wrong or doubled:
        raise Illegal(
            wrong or (Ruling("pair_in_stack", "PA-12", Level.IMPOSSIBLE, {"card": doubled}, field),)
        )
    return replace(state, stacks={**state.stacks, seat: stack})


def _row(state: State, seat: SeatId, hit: Card = "") -> BoardRow:
    return BoardRow(
        tuple(Spot(card, "hit" if card == hit else "") for card in state.stacks[seat]), seat
    )


def _pair(options: Options, facts: Facts) -> Answer:
    """Judge a card taken (PA-11, PA-12), or a card of the deal, which may be replaced (PA-9)."""
    (card,), stack = cards_in(facts, "card"), cards_in(facts, "stack")
    state = _with_stack(
        _moment(options, (ME, OTHER), None if facts["dealing"] else ME), ME, stack, "stack"
    )
    after = legal(GAME, state, "deal" if facts["dealing"] else "draw", ME, "card", card=card)
    found, said = GAME.lines(after), next(iter(after.effects), Message("", {}, "PA-6"))
    points = sum(line.points for line in found)
    verdict = Message(TOLD.get(said.code, "no_pair"), {"card": card, "points": points}, said.clause)
    spots = (*_row(state, ME, card).spots, Spot(card, "hit" if card in stack else "new"))
    why = (Message("guide_kept", {}, "PA-13"), Message("guide_again", {}, "PA-15")) if found else ()
    return Answer(
        verdict,
        points,
        why,
        (BoardRow(spots, title=Message("in_front", {}, "PA-11")),),
        found,
        yes=said.code in TOLD,
    )


def _pair_facts(state: State) -> Raw:
    seat = state.turn or state.due[0]
    return {
        "stack": state.stacks[seat],
        **({} if state.turn else {"dealing": "yes"}),
        "lit": "card",
    }


def _stacks_fields(raw: Raw, *naming: str) -> tuple[Field, ...]:
    return each_told(
        raw, PLAYERS, Cards(name="stack", deck=DECK, most=NUMBERS, label="stack_of"), naming=naming
    )


def _fold_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = nameable(raw, PLAYERS, "folds")
    folds = Seat(name="folds", values=seats, default=seats[0])
    return (*_stacks_fields(raw, "folds"), folds, counting(raw, PLAYERS, "folds"))


def _fold(options: Options, facts: Facts) -> Answer:
    """Score a fold: the lowest card in play, of any seat (PA-14, PA-A1)."""
    seats, me = seated(facts, PLAYERS), str(facts["folds"])
    state = _moment(options, seats, me)
    for seat in seats:
        state = _with_stack(state, seat, cards_in(facts, f"stack_{seat}"), f"stack_{seat}")
    after = legal(GAME, state, "fold", me, "folds")
    (line,) = GAME.lines(after)
    rows = tuple(
        _row(state, seat, lowest(state) if seat == line.params["whose"] else "") for seat in seats
    )
    whose = (
        (Message(f"whose_{options['taken_from']}", {}, "PA-A1"),)
        if len(holders(state, me)) > 1
        else ()
    )
    return Answer(
        after.effects[0], line.points, (Message("guide_kept", {}, "PA-13"), *whose), rows, (line,)
    )


def _stacks(state: State) -> Raw:
    """Every stack of the round; ``lit`` is the stack that gets the next card."""
    named = lettered(state.seats)
    stacks: Raw = {f"stack_{named[seat]}": stack for seat, stack in state.stacks.items()}
    folds = {"folds": named[state.turn]} if state.turn else {}
    return {
        **stacks,
        **players_told(state),
        "lit": f"stack_{named[state.turn or state.due[0]]}",
        **folds,
    }


def _start(options: Options, facts: Facts) -> Answer:
    """Replay the deal: lowest card first (PA-7), more cards on a tie (PA-8), no pair (PA-9)."""
    seats = seated(facts, PLAYERS)
    dealt = {seat: cards_in(facts, f"stack_{seat}") for seat in seats}
    state = _moment(options, seats, None)
    laid, verdict = Counter[SeatId](), None
    while state.turn is None and laid[seat := state.due[0]] < len(dealt[seat]):
        state = legal(GAME, state, "deal", seat, f"stack_{seat}", card=dealt[seat][laid[seat]])
        laid[seat] += 1
        verdict = state.effects[0] if state.effects else verdict
    for seat in seats:
        if laid[seat] < len(dealt[seat]):
            raise impossible(
                f"stack_{seat}", "not_dealt", "PA-8", {"card": dealt[seat][laid[seat]]}
            )
    assert verdict is not None
    why = (
        Message("guide_tie", {}, "PA-8")
        if max(laid.values()) > 1 or state.turn is None
        else Message("guide_lowest", {}, "PA-7")
    )
    rows = tuple(
        _row(state, seat, state.stacks[seat][-1] if seat == state.turn else "") for seat in seats
    )
    return Answer(verdict, (verdict.code, state.turn), (why,), rows)


def _start_facts(state: State) -> Raw:
    return players_told(state) if state.turn else _stacks(state)


def _goal(options: Options, facts: Facts) -> Answer:
    """The losing score for this number of players (PA-4, PA-A2)."""
    count = number_in(facts, "players")
    points = goal(letters(count), options)
    return Answer(
        Message("losing_score", {"n": points, "players": count}, "PA-4"),
        points,
        (Message("guide_loser", {}, "PA-3"),),
    )


def _lost(options: Options, facts: Facts) -> Answer:
    """Judge whether the card kept this round reaches the losing score (PA-3, PA-13)."""
    seats, before = seated(facts, COUNT), number_in(facts, "before")
    state, limit = GAME.setup(seats, changed(options, {"depth": "quick"})), goal(seats, options)
    if before >= limit:
        raise impossible("before", "lost_before", "PA-3", {"goal": limit})
    state = replace(state, finished=(Line(ME, 1, before, "PA-13", "keeps", {}),))
    after = legal(GAME, state, "round", None, "scored", who=ME, points=facts["scored"])
    result, now = GAME.result(after), before + number_in(facts, "scored")
    verdict = Message("is_lost" if result else "goes_on", {"points": now, "goal": limit}, "PA-3")
    return Answer(
        verdict,
        result is not None,
        (Message("guide_goal", {"n": limit}, "PA-4"),),
        yes=result is not None,
    )


QUESTIONS = (
    Question("pair", "PA-12", lambda options, raw: (CARD, STACK, DEALING), _pair, _pair_facts),
    Question("fold", "PA-14", _fold_fields, _fold, _stacks),
    Question(
        "start",
        "PA-7",
        lambda options, raw: (*_stacks_fields(raw), counting(raw, PLAYERS)),
        _start,
        _start_facts,
    ),
    Question("goal", "PA-4", lambda options, raw: (COUNT,), _goal, players_told),
    Question(
        "lost",
        "PA-3",
        lambda options, raw: (Int(name="before", low=0, high=60), SCORED, COUNT),
        _lost,
        players_told,
    ),
)
