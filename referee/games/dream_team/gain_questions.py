"""The question who gets which card of a row, lottery by lottery."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Move, Ruling, SeatId
from referee.kernel.facts import (
    asked_again,
    cards_told,
    given_value,
    impossible,
    players_counted,
)
from referee.kernel.fields import Cards, Field, Place, Seat
from referee.kernel.game import check, find_prompt
from referee.kernel.options import changed, unwatched
from referee.kernel.question import (
    Answer,
    Facts,
    Options,
    Question,
    Raw,
    cards_in,
    lettered,
    letters,
    number_or_default,
)

from .game import GAME, still_to_draw
from .judging import phase
from .state import DECK, State

PLAYERS = players_counted(GAME)
WON = ("won_pair", "won_match")
GAINED = ("alone", *WON, "last", "leftover", "leftover_again")
TOLD = (*GAINED, "again", "pair_new")


def happened(state: State, codes: tuple[str, ...]) -> tuple[Message, ...]:
    """Effects of the newest entry with one of these codes; tuples become lists, as in JSON."""
    told = (said for said in state.effects if said.code in codes)
    return tuple(
        replace(
            said,
            params={
                name: list(x) if isinstance(x, tuple) else x for name, x in said.params.items()
            },
        )
        for said in told
    )


def _gain_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The row and first markers; then the lotteries and later markers the facts so far lead to."""
    seats, place, asked = _seats(raw), _place(raw), list[Field]()
    first = (_row_cards(raw), *(_mark(place, seat, 1) for seat in seats))
    starting = seats if raw.get("row") else letters(PLAYERS.high)
    start = Seat(name="start", values=starting, default=starting[0])
    rest = (start, replace(PLAYERS, default=len(seats)))
    if all(given_value(wanted, raw) is not None for wanted in (*first, *rest)):
        with suppress(Illegal):
            _walk(options, raw, asked)
    return (*first, *asked, *rest)


def _name(stem: str, number: int, seat: SeatId = "") -> str:
    """The field name for the n-th nominations of the turn, such as ``mark_2_B``."""
    return "_".join([stem, *([str(number)] if number > 1 else []), *([seat] if seat else [])])


def _row_cards(raw: Raw) -> Cards:
    """The row (DT-4): one card more than there are players."""
    told = number_or_default(raw, PLAYERS) if raw.get("players") else None
    return Cards(
        name="row", deck=DECK, least=(told or PLAYERS.low) + 1, most=(told or PLAYERS.high) + 1
    )


def _seats(raw: Raw) -> tuple[SeatId, ...]:
    """As many seats as the facts state, or as the row has cards for."""
    told = (
        number_or_default(raw, PLAYERS)
        if raw.get("players")
        else len(cards_told(raw, _row_cards(raw))) - 1
    )
    return letters(max(told, PLAYERS.low))


def _place(raw: Raw) -> Place:
    """A place in the row, counted from 1 at the left; it shows its card once the row is known."""
    places = tuple(str(place) for place in range(1, len(_seats(raw)) + 2))
    row = cards_told(raw, _row_cards(raw))
    return Place(
        name="mark",
        values=places,
        shows={place: (None, card) for place, card in zip(places, row, strict=False)},
    )


def _mark(place: Place, seat: SeatId, number: int) -> Place:
    """The place a seat marks in the n-th nominations of the turn."""
    again = number > 1
    return replace(
        place,
        name=_name("mark", number, seat),
        optional=again,
        about=seat,
        label="mark_again" if again else "mark",
    )


def _draws(number: int) -> Cards:
    return Cards(
        name=_name("draws", number), deck=DECK, least=0, most=DECK.size, optional=True, default=()
    )


def _walk(
    options: Options, facts: Raw, asked: list[Field]
) -> tuple[State, tuple[Message, ...], tuple[Ruling, ...]]:
    """Play the turn as far as the facts go.

    Returns the state, the effects, and the rulings of a marker that breaks a clause, which ends it.
    Adds the fields needed after the first markers to ``asked``. Raises Illegal on impossible facts.
    """
    state, said, used = _laid(options, facts), list[Message](), Counter[str]()
    while state.turn == 1:
        if phase(state) == "draw":
            move, name = _next_draw(state, facts, asked, used)
        else:
            move, name = _next_mark(state, facts, asked)
        if not all(move.data.values()):
            break
        checked = check(GAME, state, move.kind, move.seat, move.data)
        if checked.move is None or checked.rulings:
            wrong = asked_again(checked.rulings, name)
            breach = all(ruling.level is Level.ILLEGAL for ruling in checked.rulings)
            if move.kind == "nominate" and breach:
                return state, tuple(said), wrong.rulings
            raise wrong
        state = GAME.advance(state, checked.move)
        said += happened(state, TOLD)
    for name, n in used.items():
        if extra := cards_in(facts, name)[n:]:
            raise impossible(name, "draws_left", "DT-18", {"card": extra[0], "n": n})
    return state, tuple(said), ()


def _next_draw(
    state: State, facts: Raw, asked: list[Field], used: Counter[str]
) -> tuple[Move, str]:
    """The next card drawn in a lottery, as told or not, and its fact."""
    draws = _draws(state.now.nominations)
    asked += [] if draws.name in used else [draws]
    drawn = cards_told(facts, draws)[used[draws.name] :][:1]
    used[draws.name] += len(drawn)
    return Move("draw", state.drawer, {"card": drawn}), draws.name


def _next_mark(state: State, facts: Raw, asked: list[Field]) -> tuple[Move, str]:
    """The next marker, as told or not, and its fact."""
    number, place = state.now.nominations, _place(facts)
    if number > 1 and not state.now.marks:
        asked += [_mark(place, other, number) for other in state.waiting]
    mark = _mark(place, state.waiting[0], number)
    return Move("nominate", state.waiting[0], {"place": given_value(mark, facts)}), mark.name


def _laid(options: Options, facts: Raw) -> State:
    """The turn with its row (DT-4); raises Illegal with every card that cannot be there."""
    seats, wrong = _seats(facts), list[Ruling]()
    # These options cannot matter: no team can end the game in its first turn.
    start = given_value(Seat(name="start", values=seats, default=seats[0]), facts)
    state = GAME.setup(
        seats,
        changed(unwatched(options, ("end_at", "end_check")), {"depth": "full", "start": start}),
    )
    for card in cards_told(facts, _row_cards(facts)):
        move = Move("row", None, {"card": (card,)})
        found = tuple(GAME.judge(state, move))
        wrong += found
        state = state if found else GAME.advance(state, move)
    if wrong:
        raise asked_again(wrong, "row")
    return state


def _gains(options: Options, facts: Facts) -> Answer:
    """Who gains which card of the row (DT-6 to DT-25), as far as the facts go."""
    state, said, broken = _walk(options, facts, [])
    gained = _gained(state)
    cards = tuple(gained.items())
    rows = (
        _row(facts),
        *_lotteries(state),
        *(BoardRow(tuple(Spot(card, "hit") for card in had), seat) for seat, had in cards if had),
    )
    if broken:
        return Answer(broken[0], broken[0].code, said, rows, rulings=broken)
    if state.turn > 1:
        last = next(line for line in reversed(GAME.lines(state)) if line.code in GAINED)
        return Answer(
            Message("gets_two", {"seat": last.seat, "cards": list(gained[last.seat])}, last.clause),
            cards,
            said,
            rows,
        )
    verdict = _waiting_for(state)
    return Answer(
        verdict, (cards, verdict.code, verdict.params["seat"], verdict.params.get("n")), said, rows
    )


def _waiting_for(state: State) -> Message:
    """Who must nominate again or draw next, if the facts end before the turn."""
    if phase(state) == "nominate":
        return Message("nominates_again", {"seat": state.waiting[0]}, "DT-21")
    seat = state.drawer
    prompt = find_prompt(GAME.prompts(state), "draw", seat)
    params = {"seat": seat, "n": still_to_draw(state), "card": state.now.row[state.now.lots[0]]}
    return Message("draws_next", params, prompt.clause if prompt else "")


def _gained(state: State) -> dict[SeatId, tuple[Card, ...]]:
    """The cards each seat gained, including those discarded again as pairs."""
    had: dict[SeatId, tuple[Card, ...]] = dict.fromkeys(state.seats, ())
    for line in GAME.lines(state):
        if line.code in GAINED:
            had[line.seat] += (str(line.params["card"]),) if line.code in WON else line.cards
    return had


def _row(facts: Facts) -> BoardRow:
    marks = {seat: facts[_name("mark", 1, seat)] for seat in _seats(facts)}
    row = enumerate(cards_in(facts, "row"), 1)
    spots = tuple(
        Spot(card, marks=tuple(seat for seat, place in marks.items() if place == str(at)))
        for at, card in row
    )
    return BoardRow(spots, title=Message("row", {}, "DT-4"))


def _lotteries(state: State) -> Iterator[BoardRow]:
    """The cards of each lottery with the match that won it; then those of a running lottery."""
    for line in GAME.lines(state):
        if line.code in WON:
            spots = tuple(
                Spot(card, "hit" if card == line.params["drawn"] else "off") for card in line.cards
            )
            yield BoardRow(
                spots, title=Message("lottery_for", {"card": line.params["card"]}, "DT-14")
            )
    if state.now.lots:
        spots = tuple(
            Spot(card, note=Message("drawn_by", {"seat": seat}, "DT-17"))
            for seat, card in state.now.draws
        )
        yield BoardRow(
            (*spots, Spot(state="next")),
            title=Message("lottery_for", {"card": state.now.row[state.now.lots[0]]}, "DT-14"),
        )


def _turn_facts(state: State) -> Raw:
    """Facts of the running turn; only players and row once somebody must nominate again."""
    named, now = lettered(state.seats), state.now
    raw: dict[str, Any] = {"players": str(len(state.seats)), "row": list(now.row)}
    if state.start:
        raw["start"] = named[state.start]
    if now.nominations > 1:
        return raw
    turn = [
        line
        for line in GAME.lines(state)
        if line.round == state.game and line.params.get("turn") == state.turn
    ]
    won = [line for line in turn if line.code in WON]
    raw |= {_name("mark", 1, named[seat]): str(place + 1) for seat, place in now.marks.items()}
    return raw | {
        "draws": [card for line in won for card in line.cards] + [card for _, card in now.draws]
    }


GAINS = Question("gains", "DT-8", _gain_fields, _gains, _turn_facts)
