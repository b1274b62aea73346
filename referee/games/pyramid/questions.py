"""Pyramid questions: may a card lie there, was it a bust, which pyramid wins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Ruling, SeatId
from referee.kernel.facts import (
    cards_told,
    counting,
    each_told,
    given_value,
    impossible,
    players_counted,
)
from referee.kernel.fields import Cards, Field, Int, Many
from referee.kernel.game import check
from referee.kernel.options import changed
from referee.kernel.question import (
    Answer,
    Facts,
    Options,
    Question,
    Raw,
    cards_in,
    legal,
    letters,
    played,
    seated,
)

from .game import ROWS, pyramid
from .game import SINGLE as GAME
from .playing import DECK, State, Turn, name, shape, under

FEWEST = GAME.info.seats[0]
PLAYERS = players_counted(GAME)
ME = "A"
HIGHEST_ROW = 10
MOST_UP = 11
SHOWN_PLACES = 3


def _state(options: Options) -> State:
    return GAME.setup(letters(FEWEST), changed(options, {"depth": "full", "start": ME}))


def _place_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The card, the rows from the base up, then the target row and its 1-based place."""
    built = tuple(_row_fields(raw))
    counts = [len(cards_told(raw, wanted)) for wanted in built if isinstance(wanted, Cards)]
    row = Int(name="row", low=1, high=min(HIGHEST_ROW, sum(map(bool, counts)) + 1), optional=True)
    always = (Cards(name="card", deck=DECK), *built, row)
    asked = given_value(row, raw)
    if not isinstance(asked, int):
        return always
    beyond = 2 if asked == 1 else 1
    return (
        *always,
        Int(name="at", low=0, high=max(1, counts[0] - asked + 1) + beyond, optional=True),
    )


def _row_fields(raw: Raw) -> Iterator[Field]:
    """One field per possible row; a partly filled row also gets its occupied spots."""
    base = room = DECK.size
    for row in range(1, HIGHEST_ROW + 1):
        cards = Cards(name=f"row_{row}", deck=DECK, least=0, most=room, optional=True, default=())
        yield cards
        count = len(cards_told(raw, cards))
        if row == 1:
            base = count
        elif 0 < count < room:
            yield Many(
                name=f"spots_{row}",
                values=tuple(map(str, range(1, room + 1))),
                optional=True,
                default=(),
            )
        room = base - row
        if count < 2:
            return


def _place(options: Options, facts: Facts) -> Answer:
    """Judge one place for the card, or list the places that take it (PY-10 to PY-14)."""
    state, card = _state(options), cards_in(facts, "card")[0]
    for level in range(1, HIGHEST_ROW + 1):
        state = _with_row(state, level, facts)
    state = _gained(state, card, "card")
    row, at = facts.get("row"), facts.get("at")
    if not isinstance(row, int):
        return _anywhere(state, card)
    if not isinstance(at, int):
        return _in_row(state, card, row)
    place = (row, at - 1)
    checked = check(GAME, state, "build", ME, {"card": card, "place": name(place)})
    wrong = checked.objections
    look = "off" if wrong else "hit"
    rows = tuple(
        replace(
            row,
            spots=tuple(
                replace(spot, card=card, state=look) if spot.place == name(place) else spot
                for spot in row.spots
            ),
        )
        for row in pyramid(state)
    )
    verdict = wrong[0] if wrong else Message("may_lie", {"card": card}, checked.rulings[0].clause)
    return Answer(verdict, not wrong, rows=rows, rulings=wrong or checked.rulings, yes=not wrong)


def _with_row(state: State, row: int, facts: Facts) -> State:
    """Add one row, card by card; raises Illegal if no legal game builds it."""
    cards = cards_in(facts, f"row_{row}")
    if not cards:
        return state
    spots = sorted(int(spot) for spot in cards_in(facts, f"spots_{row}"))
    field = f"spots_{row}" if spots else f"row_{row}"
    if spots and len(set(spots)) != len(cards):
        raise impossible(
            field, "spots_differ", "PY-12", {"n": len(cards), "found": len(set(spots))}
        )
    refused = list[Illegal]()
    for columns in (
        [[spot - 1 for spot in spots]]
        if spots
        else _columns(state, row, cards, len(cards_in(facts, "row_1")))
    ):
        try:
            return _laid(state, row, columns, cards, field)
        except Illegal as wrong:
            refused.append(wrong)
    raise refused[-1]


def _laid(
    state: State, row: int, columns: Sequence[int], cards: Sequence[Card], field: str
) -> State:
    """Build the cards in order; raises Illegal at the fact ``field`` if one breaks a rule."""
    for column, card in zip(columns, cards, strict=True):
        gained = _gained(state, card, f"row_{row}")
        state = legal(GAME, gained, "build", ME, field, card=card, place=name((row, column)))
    return state


def _gained(state: State, card: Card, field: str) -> State:
    """The state with only this card in hand to build; raises Illegal if no copy is left."""
    fresh = replace(state, turn=Turn(ME), deck=DECK.size)
    return played(GAME, legal(GAME, fresh, "flip", ME, field, card=card), "stop", ME)


def _columns(state: State, row: int, cards: Sequence[Card], base: int) -> Iterator[Sequence[int]]:
    """Columns to try when none are given: side by side, then each card as far left as fits."""
    room, apart = base - row + 1, list[int]()
    runs = [range(left, left + len(cards)) for left in range(room - len(cards) + 1)]
    yield from runs
    for card in cards:
        places = _gained(state, card, f"row_{row}").places_for(card)
        free = [column for at, column in places if at == row and column > max(apart, default=-1)]
        if not free:
            break
        apart.append(free[0])
    yield apart if len(apart) == len(cards) else runs[0]


def _anywhere(state: State, card: Card) -> Answer:
    """List every place that takes the card (PY-11, PY-13)."""
    places = state.places_for(card)
    rests = islice(_rests(state, card, places), SHOWN_PLACES)
    why = (*rests, Message("base_takes", {"card": card}, "PY-11"))
    verdict = Message("may_go", {"card": card, "n": len(places)}, "PY-12")
    return Answer(verdict, places, why, tuple(pyramid(state)))


def _in_row(state: State, card: Card, row: int) -> Answer:
    """Judge whether the row takes the card anywhere, and why not (PY-11 to PY-14)."""
    places = tuple(place for place in state.places_for(card) if place[0] == row)
    drawn = tuple(pyramid(state))
    if places:
        ends = (Message("base_takes", {"card": card}, "PY-11"),) if row == 1 else ()
        why = (*_rests(state, card, places), *ends)
        verdict = Message("may_go_in_row", {"card": card, "row": row, "n": len(places)}, "PY-12")
        return Answer(verdict, places, why[:SHOWN_PLACES], drawn, yes=True)
    spots = ({"card": card, "place": name((row, at))} for at in range(DECK.size))
    tried = [checked for raw in spots if (checked := check(GAME, state, "build", ME, raw)).move]
    wrong = {ruling.code: ruling for checked in tried for ruling in checked.objections}
    # Report `not_on_two` last: it is the least helpful reason.
    found = sorted(wrong.values(), key=lambda ruling: ruling.code == "not_on_two")
    verdict = Message("none_in_row", {"card": card, "row": row}, found[0].clause)
    return Answer(verdict, places, rows=drawn, rulings=tuple(found[:1]), yes=False)


def _rests(state: State, card: Card, places: Sequence[tuple[int, int]]) -> Iterator[Message]:
    above = dict.fromkeys(under(state.built[ME], place) for place in places if place[0] > 1)
    pairs = ({"card": card, "left": left, "right": right} for left, right in above)
    return (Message("rests_on", pair, "PY-13") for pair in pairs)


def _shown_pyramid(table: Any) -> Raw:
    turn = table.now.turn
    laid = table.now.built[turn.seat]
    first = min((column for row, column in laid if row == 1), default=0)
    found: dict[str, object] = {}
    for row in sorted({row for row, _ in laid}):
        columns = sorted(column for other, column in laid if other == row)
        found[f"row_{row}"] = [laid[row, column] for column in columns]
        if row > 1:
            found[f"spots_{row}"] = [str(column - first + 1) for column in columns]
    card = turn.hand[:1] if turn.building else turn.flips[-1:]
    return {**found, "card": list(card)} if card else found


def _bust(options: Options, facts: Facts) -> Answer:
    """Find the first number revealed twice in the turn (PY-8)."""
    state, cards = _state(options), cards_in(facts, "cards")
    verdict = Message("no_bust", {"n": len(cards)}, "PY-8")
    why = Message("may_stop", {"cards": cards}, "PY-9")
    hit = ""
    for at, card in enumerate(cards, 1):
        state = legal(GAME, state, "flip", ME, "cards", card=card)
        if state.last is not None:
            cards, hit = cards[:at], card
            verdict = Message("is_bust", {"card": card}, "PY-8")
            why = Message("lost", {"cards": cards}, "PY-8")
            break
    drawn = tuple(Spot(each, "" if not hit else "hit" if each == hit else "off") for each in cards)
    return Answer(
        verdict, hit, (why,), (BoardRow(drawn, title=Message("turned_up")),), yes=bool(hit)
    )


def _shown_flips(table: Any) -> Raw:
    return {"cards": table.now.turn.flips} if table.now.turn.flips else {}


def _winner(options: Options, facts: Facts) -> Answer:
    """Rank the players by their row counts and name the deciding rule (PY-18 to PY-21)."""
    seats = seated(facts, PLAYERS)
    raw = {f"rows_{seat}": facts[f"rows_{seat}"] for seat in seats}
    state = GAME.setup(seats, changed(options, {"depth": "quick", "start": ME}))
    after, rulings = _built(state, raw)
    ended = GAME.result(after)
    assert ended is not None
    lines, first = tuple(line for line in GAME.lines(after) if line.counts), ended.winners
    decided = next(line.clause for line in lines if line.seat == first[0])
    verdict = Message("wins", {"seat": first[0]}, decided)
    if len(first) > 1:
        verdict = Message("shared", {"who": list(first)}, decided)
    why = tuple(said for said in ended.reasons if said.code != verdict.code)
    drawn = tuple(_counted(seat, counts, seat in first) for seat, counts in after.rows.items())
    return Answer(verdict, ended.ranking, why, drawn, lines, rulings)


def _built(state: State, raw: Raw) -> tuple[State, tuple[Ruling, ...]]:
    """The state with these rows, and the notes on them; an objection is put at the last player."""
    checked = check(GAME, state, "rows", None, raw)
    if checked.objections or checked.move is None:
        last = f"rows_{state.seats[-1]}"
        raise Illegal([replace(one, field=one.field or last) for one in checked.objections])
    return GAME.advance(state, checked.move), checked.rulings


def _counted(seat: SeatId, counts: tuple[int, ...], won: bool) -> BoardRow:
    """A player's pyramid as row counts; its height is the value."""
    n, drawn = len(counts), Message("shape", {"shape": shape(counts)})
    return BoardRow((), seat, note=drawn, value=n, value_note=Message("unit", {"n": n}), active=won)


def _shown_rows(table: Any) -> Raw:
    counted = zip(letters(len(table.seats)), table.now.rows.values(), strict=True)
    return {
        "players": str(len(table.seats)),
        **{f"rows_{letter}": " ".join(map(str, counts)) or "0" for letter, counts in counted},
    }


QUESTIONS = (
    Question("place", "PY-12", _place_fields, _place, _shown_pyramid),
    Question(
        "bust",
        "PY-8",
        lambda options, raw: (Cards(name="cards", deck=DECK, least=1, most=MOST_UP),),
        _bust,
        _shown_flips,
    ),
    Question(
        "winner",
        "PY-18",
        lambda options, raw: (*each_told(raw, PLAYERS, ROWS), counting(raw, PLAYERS)),
        _winner,
        _shown_rows,
    ),
)
