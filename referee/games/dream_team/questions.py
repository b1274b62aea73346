"""Dream Team questions: who gets which card, which cards stay in a team, who has won the match."""

from dataclasses import replace
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, SeatId
from referee.kernel.facts import (
    cards_told,
    counting,
    each_told,
    impossible,
)
from referee.kernel.fields import Cards, Choice, Field, Int
from referee.kernel.game import with_now
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
    seated,
)
from referee.shapes import zone

from .gain_questions import GAINS, PLAYERS, happened
from .game import GAME
from .judging import highest, most_cards
from .playing import finish_turn, take
from .state import DECK, TARGET, State

PAIRED = ("pair", "pair_new", "one_stays")
HAPPENED = (*PAIRED, "full", "ends")


# What stays in the team?


def _team_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    team = Cards(
        name="team",
        deck=DECK,
        least=0,
        most=most_cards(_end_at(options)),
        optional=True,
        default=(),
    )
    cards = Cards(name="cards", deck=DECK, least=1, most=2)
    how = Choice(name="gained_how", values=("apart", "together"))
    return (cards, team, how) if len(cards_told(raw, cards)) > 1 else (cards, team)


def _end_at(options: Options) -> int:
    return int(str(options["end_at"]))


def _team(options: Options, facts: Facts) -> Answer:
    """The team after a gain, and whether it ends the game (DT-9 to DT-11, DT-24, DT-27, DT-28)."""
    me, *_ = seats = letters(3)
    team, cards = cards_in(facts, "team"), cards_in(facts, "cards")
    setup = GAME.setup(seats, changed(options, {"depth": "full", "start": me}))
    state = replace(setup, teams={**setup.teams, me: team})
    _possible(state, team, cards)
    state = _take(with_now(state, row=cards), me, str(facts.get("gained_how")))
    after = finish_turn(state)
    left, ended = tuple(sorted(state.teams[me], key=int)), bool(after.finished)
    told = happened(after, HAPPENED)
    why = told if ended else (*told, Message("does_not_end", {"n": state.end_at}, "DT-27"))
    lines = tuple(line for line in GAME.lines(after) if line.seat == me and line.counts)
    spots = (
        *(Spot(card, "hit") for card in left),
        *(Spot(card, "off") for card in state.thrown.get(me, ())),
    )
    row = BoardRow(spots, title=Message("team_after", {}, "DT-10"), value=zone.total(left))
    clause = next((said.clause for said in told if said.code in PAIRED), "DT-8")
    verdict = (
        Message("team_now", {"cards": list(left), "n": zone.total(left)}, clause)
        if left
        else Message("team_empty", {}, clause)
    )
    return Answer(verdict, (left, ended), why, (row,), lines)


def _possible(state: State, team: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """Raises Illegal for an impossible team (DT-10, DT-27) or cards the deck lacks (DT-1)."""
    for at, card in enumerate(team):
        if card in team[:at]:
            raise impossible("team", "team_twins", "DT-10", {"card": card})
    if len(team) >= state.end_at:
        raise impossible("team", "over_before", "DT-27", {"n": len(team)})
    if scarce := clash(DECK, state.holdings, None, cards, "DT-1", "cards"):
        raise Illegal(scarce)


def _take(state: State, seat: SeatId, how: str) -> State:
    """Gain the row: together as the last player, or the second card as the one left over."""
    if how == "together":
        return take(state, seat, tuple(range(len(state.now.row))), "DT-23", "last")
    state = take(state, seat, (0,), "DT-8", "alone")
    return take(state, seat, (1,), "DT-25", "leftover") if len(state.now.row) > 1 else state


# Who has won the match?


def _match_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    sums = Int(name="sum", low=0, high=highest(_end_at(options)), label="sum")
    before = Int(name="before", low=0, high=TARGET - 1, default=0, label="before")
    return (*each_told(raw, PLAYERS, sums, before), counting(raw, PLAYERS))


def _match(options: Options, facts: Facts) -> Answer:
    """Whether these sums end the match, and who has won it (DT-28 to DT-32)."""
    seats = seated(facts, PLAYERS)
    before = {seat: int(str(facts[f"before_{seat}"])) for seat in seats}
    sums = {f"sum_{seat}": facts[f"sum_{seat}"] for seat in seats}
    setup = GAME.setup(seats, changed(options, {"depth": "quick", "start": seats[0]}))
    state = legal(GAME, replace(setup, scores=before), "sums", None, f"sum_{seats[0]}", "", **sums)
    result = GAME.result(state)
    winners, reasons = (result.winners, result.reasons) if result else ((), ())
    added = {
        seat: Message("added", {"values": [before[seat], sums[f"sum_{seat}"]]}, "DT-28")
        for seat in seats
    }
    rows = tuple(
        BoardRow(seat=seat, note=added[seat], value=state.scores[seat], active=seat in winners)
        for seat in seats
    )
    if not winners:
        return Answer(Message("nobody_reached", {"n": TARGET}, "DT-30"), (), rows=rows)
    if len(winners) > 1:
        return Answer(reasons[-1], winners, reasons[:-1], rows)
    params = {"seat": winners[0], "n": state.scores[winners[0]]}
    return Answer(Message("match_won", params, reasons[-1].clause), winners, reasons, rows)


def _newest_sums(state: State) -> Raw:
    raw: dict[str, Any] = {"players": str(len(state.seats))}
    points = {line.seat: line.points for line in GAME.lines(state) if line.counts}
    if not points:
        return raw
    for seat, letter in lettered(state.seats).items():
        raw |= {
            f"sum_{letter}": str(points[seat]),
            f"before_{letter}": str(state.scores[seat] - points[seat]),
        }
    return raw


QUESTIONS = (
    GAINS,
    Question("team", "DT-9", _team_fields, _team),
    Question("match", "DT-30", _match_fields, _match, _newest_sums),
)
