"""Pyramid at the dispute desk: whether a card may lie there, whether that was a bust, and which pyramid wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Checked, Illegal, Level, Ruling
from referee.kernel.evening import Series
from referee.kernel.facts import asked_again, cards_told, players_of, told
from referee.kernel.fields import Cards, Field, Int, Many
from referee.kernel.game import check
from referee.kernel.question import LETTERS, Answer, Facts, Options, Question, Raw, cards_in, legal, letters, number_in, played, seated

from .building import Place, legal_places, name, under
from .ending import shape
from .fields import Text
from .game import GAME
from .scene import pyramid
from .state import DECK, State, Turn, rows

Table = Series[State]

FEWEST = GAME.info.seats[0]
PLAYERS = players_of(GAME, FEWEST)
ME = "A"
HIGHEST_ROW = 10
MOST_UP = 11
SHOWN_PLACES = 3


def _table(options: Options) -> Table:
    return GAME.setup(letters(FEWEST), {**options, "depth": "full", "start": ME})


def _place_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The card, the pyramid row by row from the base, then where: the row, and the place in it."""
    built = tuple(_row_fields(raw))
    counts = [len(cards_told(raw, wanted)) for wanted in built if isinstance(wanted, Cards)]
    row = Int(name="row", low=1, high=min(HIGHEST_ROW, sum(map(bool, counts)) + 1), optional=True)
    asked = told(row, raw)
    if not isinstance(asked, int):
        return (Cards(name="card", deck=DECK), *built, row)
    beyond = 2 if asked == 1 else 1
    at = Int(name="at", low=0, high=max(1, counts[0] - asked + 1) + beyond, optional=True)
    return (Cards(name="card", deck=DECK), *built, row, at)


def _row_fields(raw: Raw) -> Iterator[Field]:
    """One fact for each row that can be there; a row with free places may say which of them are filled."""
    base = room = DECK.size
    for row in range(1, HIGHEST_ROW + 1):
        cards = Cards(name=f"row_{row}", deck=DECK, least=0, most=room, optional=True, default=())
        yield cards
        count = len(cards_told(raw, cards))
        if row == 1:
            base = count
        elif 0 < count < room:
            yield Many(name=f"spots_{row}", values=tuple(map(str, range(1, room + 1))), optional=True, default=())
        room = base - row
        if count < 2:
            return


def _place(options: Options, facts: Facts) -> Answer:
    """Whether the card may lie at that place, or where it may lie at all (PY-10 to PY-14)."""
    table, card = _table(options), cards_in(facts, "card")[0]
    for level in range(1, HIGHEST_ROW + 1):
        table = _with_row(table, level, facts)
    table = _gained(table, card, "card")
    row, at = facts.get("row"), facts.get("at")
    if not isinstance(row, int) or not isinstance(at, int):
        return _anywhere(table, card)
    place = (row, at - 1)
    checked = _build(table, card, place)
    look = "off" if checked.objections else "hit"
    drawn = tuple(
        replace(row, spots=tuple(replace(spot, card=card, state=look) if spot.place == name(place) else spot for spot in row.spots))
        for row in pyramid(table.now)
    )
    if checked.objections:
        return Answer(checked.objections[0], False, rows=drawn, rulings=checked.objections)
    return Answer(Say("may_lie", {"card": card}, checked.rulings[0].clause), True, rows=drawn, rulings=checked.rulings)


def _with_row(table: Table, row: int, facts: Facts) -> Table:
    """The pyramid with one row more, laid card by card; raises Illegal where it cannot have come to be."""
    cards = cards_in(facts, f"row_{row}")
    if not cards:
        return table
    spots = sorted(int(spot) for spot in cards_in(facts, f"spots_{row}"))
    field = f"spots_{row}" if spots else f"row_{row}"
    if spots and len(set(spots)) != len(cards):
        raise Illegal([Ruling("spots_differ", "PY-12", Level.IMPOSSIBLE, {"n": len(cards), "found": len(set(spots))}, field)])
    columns = [spot - 1 for spot in spots] if spots else _columns(table, row, cards, len(cards_in(facts, "row_1")))
    table, wrong = _laid(table, row, columns, cards)
    if wrong:
        raise asked_again(wrong, field)
    return table


def _laid(table: Table, row: int, columns: Sequence[int], cards: Sequence[Card]) -> tuple[Table, tuple[Ruling, ...]]:
    """The table with a row's cards laid one by one, and what keeps the first that cannot lie there away."""
    for column, card in zip(columns, cards, strict=True):
        table = _gained(table, card, f"row_{row}")
        checked = _build(table, card, (row, column))
        if checked.objections or checked.move is None:
            return table, checked.rulings
        table = GAME.advance(table, checked.move)
    return table, ()


def _gained(table: Table, card: Card, field: str) -> Table:
    """The table when that card alone has been turned up and is to be built in; raises Illegal if the deck has no more of them."""
    fresh = replace(table, now=replace(table.now, turn=Turn(ME), deck=DECK.size))
    return played(GAME, legal(GAME, fresh, "flip", ME, field, card=card), "stop", ME)


def _build(table: Table, card: Card, place: Place) -> Checked:
    return check(GAME, table, "build", ME, {"card": card, "place": name(place)})


def _columns(table: Table, row: int, cards: Sequence[Card], base: int) -> Sequence[int]:
    """Where the cards of a row lie if nobody says: side by side as far left as they may, else apart."""
    room = base - row + 1
    runs = [range(left, left + len(cards)) for left in range(room - len(cards) + 1)]
    return next((run for run in runs if not _laid(table, row, run, cards)[1]), None) or _apart(table, row, cards, room) or runs[0]


def _apart(table: Table, row: int, cards: Sequence[Card], room: int) -> list[int] | None:
    """Every card as far left as it may lie, right of the one before; None if there is no such way."""
    found: list[int] = []
    for card in cards:
        table = _gained(table, card, f"row_{row}")
        free = range(found[-1] + 1 if found else 0, room)
        column = next((column for column in free if not _build(table, card, (row, column)).objections), None)
        if column is None:
            return None
        found.append(column)
    return found


def _anywhere(table: Table, card: Card) -> Answer:
    """Every place that takes the card (PY-11, PY-13)."""
    places = legal_places(table.now.open_places, card)
    above = [under(table.now.built[ME], place) for place in places if place[0] > 1]
    rests = (Say("rests_on", {"card": card, "left": two[0], "right": two[1]}, "PY-13") for two in dict.fromkeys(above))
    why = (*islice(rests, SHOWN_PLACES), Say("base_takes", {"card": card}, "PY-11"))
    return Answer(Say("may_go", {"card": card, "n": len(places)}, "PY-12"), places, why, tuple(pyramid(table.now)))


def _shown_pyramid(table: Table) -> Raw:
    """The pyramid of whoever is on turn, row by row, and the card to be placed."""
    turn, laid = table.now.turn, table.now.built[table.now.turn.seat].laid
    first = min((column for row, column in laid if row == 1), default=0)
    found: dict[str, object] = {}
    for row in sorted({row for row, _ in laid}):
        columns = sorted(column for other, column in laid if other == row)
        found[f"row_{row}"] = [laid[row, column] for column in columns]
        if row > 1:
            found[f"spots_{row}"] = [str(column - first + 1) for column in columns]
    card = turn.hand[:1] if turn.building else turn.flips[-1:]
    return {**found, "card": list(card)} if card else found


def _bust_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    return (Cards(name="cards", deck=DECK, least=1, most=MOST_UP),)


def _bust(options: Options, facts: Facts) -> Answer:
    """Whether a number has been turned up twice in the turn (PY-8)."""
    table, cards = _table(options), cards_in(facts, "cards")
    for at, card in enumerate(cards, 1):
        table = legal(GAME, table, "flip", ME, "cards", card=card)
        if table.now.last is not None:
            drawn = tuple(Spot(each, "hit" if each == card else "off") for each in cards[:at])
            lost = Say("lost", {"cards": cards[:at]}, "PY-8")
            return Answer(Say("is_bust", {"card": card}, "PY-8"), card, (lost,), (Row(drawn, title=Say("turned_up")),))
    drawn = tuple(Spot(card) for card in cards)
    why = (Say("may_stop", {"cards": cards}, "PY-9"),)
    return Answer(Say("no_bust", {"n": len(cards)}, "PY-8"), None, why, (Row(drawn, title=Say("turned_up")),))


def _shown_flips(table: Table) -> Raw:
    flips = table.now.turn.flips
    return {"cards": list(flips)} if flips else {}


def _winner_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    return (*(Text(name=f"rows_{seat}", most=60, about=seat, label="rows") for seat in seats), PLAYERS)


def _winner(options: Options, facts: Facts) -> Answer:
    """Who has won by the rows of the pyramids, and what decided it (PY-18 to PY-21)."""
    seats = letters(number_in(facts, "players"))
    table = GAME.setup(seats, {**options, "depth": "quick", "start": ME})
    checked = check(GAME, table, "rows", None, {f"rows_{seat}": facts[f"rows_{seat}"] for seat in seats})
    if checked.objections or checked.move is None:
        raise Illegal([replace(ruling, field=ruling.field or f"rows_{seats[-1]}") for ruling in checked.objections])
    after = GAME.advance(table, checked.move)
    ended = GAME.result(after)
    assert ended is not None
    lines = tuple(line for line in GAME.lines(after) if line.counts)
    first = ended.winners
    decided = next(line.clause for line in lines if line.seat == first[0])
    verdict = Say("wins", {"seat": first[0]}, decided) if len(first) == 1 else Say("shared", {"who": list(first)}, decided)
    why = tuple(said for said in ended.reasons if said.code != verdict.code)
    drawn = tuple(
        Row(
            seat=seat,
            note=Say("shape", {"shape": shape(counts)}),
            value=len(counts),
            value_note=Say("unit", {"n": len(counts)}),
            lit=seat in first,
        )
        for seat, counts in rows(after.now).items()
    )
    return Answer(verdict, ended.ranking, why, drawn, lines, checked.rulings)


def _shown_rows(table: Table) -> Raw:
    counted = zip(LETTERS, rows(table.now).values(), strict=False)
    return {"players": str(len(table.seats)), **{f"rows_{letter}": " ".join(map(str, counts)) or "0" for letter, counts in counted}}


QUESTIONS = (
    Question("place", "PY-12", _place_fields, _place, _shown_pyramid),
    Question("bust", "PY-8", _bust_fields, _bust, _shown_flips),
    Question("winner", "PY-18", _winner_fields, _winner, _shown_rows),
)
