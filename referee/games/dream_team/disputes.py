"""Dream Team at the dispute desk: who gets which card, what stays in a team, who has won the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Ruling, SeatId
from referee.kernel.fields import Bad, Cards, Choice, Field, Int, Seat, Value
from referee.kernel.game import check, find_prompt
from referee.kernel.ledger import clash
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, legal, lettered, letters, seated
from referee.shapes import zone

from .game import GAME
from .judging import phase
from .matches import finish_turn
from .scene import still_to_draw
from .state import DECK, TARGET, State, drawer, waiting, with_turn
from .sums import highest, most_cards
from .turns import take

USUAL = 3
PLAYERS = Int(name="players", low=GAME.info.seats[0], high=GAME.info.seats[1], default=USUAL)
WON = ("won_pair", "won_match")
GAINED = ("alone", *WON, "last", "leftover", "leftover_again")
TOLD = (*GAINED, "again", "pair_new")
PAIRED = ("pair", "pair_new", "one_stays")
HAPPENED = (*PAIRED, "full", "ends")


def _listed(said: Say) -> Say:
    """The same words with parameters that are JSON data."""
    return replace(said, params={name: list(value) if isinstance(value, tuple) else value for name, value in said.params.items()})


# Who gets which card?


@dataclass(frozen=True)
class Walk:
    """A turn as far as the facts tell it: ``effects`` on the way, ``asked`` what it needed to know after the first markers.

    It stops at the end of the turn (``over``), at the clause a marker breaks (``broken``), at a fact that cannot be
    (``refused``), or where the facts run out. ``drawn`` counts the cards used of each fact about lotteries.
    """

    state: State
    effects: tuple[Say, ...] = ()
    asked: tuple[Field, ...] = ()
    drawn: Mapping[str, int] = field(default_factory=dict)
    broken: tuple[Ruling, ...] = ()
    refused: tuple[Ruling, ...] = ()

    @property
    def over(self) -> bool:
        """Whether every card of the row has its owner."""
        return self.state.turn > 1


def _gain_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The row and the first markers; lotteries and later markers once the facts so far lead to them."""
    seats = seated(raw, PLAYERS)
    size = len(seats) + 1
    first = (Cards(name="row", deck=DECK, least=size, most=size), *(_mark(seat, 1, size) for seat in seats))
    rest = (Seat(name="start", values=seats), PLAYERS)
    try:
        facts = {wanted.name: wanted.parse(raw.get(wanted.name)) for wanted in (*first, *rest)}
    except Bad:
        return (*first, *rest)
    later = (wanted for number in range(1, size) for wanted in (*(_mark(seat, number + 1, size) for seat in seats), _draws(number)))
    return (*first, *_walk(options, {**facts, **dict(_readable(later, raw))}).asked, *rest)


def _readable(fields: Iterable[Field], raw: Raw) -> Iterator[tuple[str, Value]]:
    for wanted in fields:
        try:
            yield wanted.name, wanted.parse(raw.get(wanted.name))
        except Bad:
            continue


def _name(stem: str, number: int, seat: SeatId = "") -> str:
    """A fact of the n-th nominations of the turn."""
    return "_".join([stem, *([str(number)] if number > 1 else []), *([seat] if seat else [])])


def _mark(seat: SeatId, number: int, size: int) -> Field:
    places = tuple(str(place) for place in range(1, size + 1))
    name, again = _name("mark", number, seat), number > 1
    return Choice(name=name, values=places, optional=again, about=seat, label="mark_again" if again else "mark")


def _draws(number: int) -> Field:
    return Cards(name=_name("draws", number), deck=DECK, least=0, most=DECK.size, optional=True, default=())


def _walk(options: Options, facts: Facts) -> Walk:
    seats = seated(facts, PLAYERS)
    setup: State = GAME.setup(seats, {**options, "depth": "full", "start": facts["start"]})
    walk = Walk(setup)
    for card in cards_in(facts, "row"):
        walk = _step(walk, "row", None, {"card": [card]}, "row")
    while not (walk.over or walk.broken or walk.refused):
        before = walk.state
        walk = _draw(walk, facts) if phase(before) == "draw" else _nominate(walk, facts)
        if walk.state is before:
            break
    for name, used in walk.drawn.items():
        if not walk.refused and (extra := cards_in(facts, name)[used:]):
            return replace(walk, refused=(Ruling("draws_left", "DT-18", Level.IMPOSSIBLE, {"card": extra[0], "n": used}, name),))
    return walk


def _step(walk: Walk, kind: str, seat: SeatId | None, raw: Mapping[str, object], name: str) -> Walk:
    """The walk after a move that is a fact; refused, at the fact's own field, where it cannot be."""
    checked = check(GAME, walk.state, kind, seat, raw)
    if checked.move is None or checked.rulings:
        return replace(walk, refused=(*walk.refused, *(replace(ruling, field=name) for ruling in checked.rulings)))
    state: State = GAME.advance(walk.state, checked.move)
    return replace(walk, state=state, effects=(*walk.effects, *(_listed(said) for said in state.effects if said.code in TOLD)))


def _nominate(walk: Walk, facts: Facts) -> Walk:
    """The next marker (DT-6, DT-21), unless it is not told or may not lie there (DT-A8)."""
    state, number, due = walk.state, walk.state.now.nominations, waiting(walk.state)[0]
    if number > 1 and not state.now.marks:
        walk = replace(walk, asked=(*walk.asked, *(_mark(seat, number, state.row_size) for seat in waiting(state))))
    name = _name("mark", number, due)
    place = facts.get(name)
    if place is None:
        return walk
    after = _step(walk, "nominate", due, {"place": place}, name)
    if after.refused and all(ruling.level is Level.ILLEGAL for ruling in after.refused):
        return replace(walk, broken=after.refused)
    return after


def _draw(walk: Walk, facts: Facts) -> Walk:
    """The next card of the lottery (DT-15, DT-17), unless no more are told."""
    number = walk.state.now.nominations
    name = _name("draws", number)
    if name not in walk.drawn:
        walk = replace(walk, asked=(*walk.asked, _draws(number)), drawn={**walk.drawn, name: 0})
    at, cards = walk.drawn[name], cards_in(facts, name)
    if at == len(cards):
        return walk
    after = _step(walk, "draw", drawer(walk.state), {"card": [cards[at]]}, name)
    return replace(after, drawn={**walk.drawn, name: at + 1})


def _gains(options: Options, facts: Facts) -> Answer:
    """Who gains which card of the row (DT-6 to DT-25), as far as it is told."""
    walk = _walk(options, facts)
    if walk.refused:
        raise Illegal(walk.refused)
    gained = _gained(walk.state)
    cards = tuple((seat, gained[seat]) for seat in walk.state.seats)
    rows = (_row(facts), *_lotteries(walk.state), *(Row(tuple(Spot(card, "hit") for card in had), seat) for seat, had in cards if had))
    if walk.broken:
        return Answer(walk.broken[0], walk.broken[0].code, walk.effects, rows, rulings=walk.broken)
    if walk.over:
        last = next(line for line in reversed(GAME.lines(walk.state)) if line.code in GAINED)
        verdict = Say("gets_two", {"seat": last.seat, "cards": list(gained[last.seat])}, last.clause)
        return Answer(verdict, cards, walk.effects, rows)
    verdict = _waiting_for(walk.state)
    return Answer(verdict, (cards, verdict.code, verdict.params["seat"], verdict.params.get("n")), walk.effects, rows)


def _waiting_for(state: State) -> Say:
    """Who is to do what, where the facts end before the turn."""
    if phase(state) == "nominate":
        return Say("nominates_again", {"seat": waiting(state)[0]}, "DT-21")
    seat = drawer(state)
    prompt = find_prompt(GAME.prompts(state), "draw", seat)
    params = {"seat": seat, "n": still_to_draw(state), "card": state.now.row[state.now.lots[0]]}
    return Say("draws_next", params, prompt.clause if prompt else "")


def _gained(state: State) -> dict[SeatId, tuple[Card, ...]]:
    """The cards every seat gained, pairs thrown out again among them."""
    had: dict[SeatId, tuple[Card, ...]] = dict.fromkeys(state.seats, ())
    for line in GAME.lines(state):
        if line.code in GAINED:
            had[line.seat] = (*had[line.seat], *((str(line.params["card"]),) if line.code in WON else line.cards))
    return had


def _row(facts: Facts) -> Row:
    marks = {seat: facts[_name("mark", 1, seat)] for seat in seated(facts, PLAYERS)}
    row = enumerate(cards_in(facts, "row"), 1)
    spots = tuple(Spot(card, marks=tuple(seat for seat, place in marks.items() if place == str(at))) for at, card in row)
    return Row(spots, title=Say("row", {}, "DT-4"))


def _lotteries(state: State) -> Iterator[Row]:
    """The cards of each lottery with the match that won it, and those of one that is not over."""
    for line in GAME.lines(state):
        if line.code in WON:
            spots = tuple(Spot(card, "hit" if card == line.params["drawn"] else "off") for card in line.cards)
            yield Row(spots, title=Say("lottery_for", {"card": line.params["card"]}, "DT-14"))
    if state.now.lots:
        spots = tuple(Spot(card, note=Say("drawn_by", {"seat": seat}, "DT-17")) for seat, card in state.now.draws)
        yield Row((*spots, Spot(state="next")), title=Say("lottery_for", {"card": state.now.row[state.now.lots[0]]}, "DT-14"))


def _turn_facts(state: State) -> Raw:
    """The row, the markers and the lotteries of the running turn, as long as nobody had to nominate again."""
    named, now = lettered(state.seats), state.now
    raw: dict[str, Any] = {"players": str(len(state.seats)), "row": list(now.row)}
    if state.start:
        raw["start"] = named[state.start]
    if now.nominations > 1:
        return raw
    turn = [line for line in GAME.lines(state) if line.round == state.game and line.params.get("turn") == state.turn]
    won = [line for line in turn if line.code in WON]
    raw |= {_name("mark", 1, named[seat]): str(place + 1) for seat, place in now.marks.items()}
    return raw | {"draws": [card for line in won for card in line.cards] + [card for _, card in now.draws]}


# What stays in the team?


def _team_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    team = Cards(name="team", deck=DECK, least=0, most=most_cards(_end_at(options)), optional=True, default=())
    cards = Cards(name="cards", deck=DECK, least=1, most=2)
    two = any(isinstance(value, tuple) and len(value) > 1 for _, value in _readable((cards,), raw))
    how = Choice(name="gained_how", values=("apart", "together"))
    return (cards, team, how) if two else (cards, team)


def _end_at(options: Options) -> int:
    return int(str(options["end_at"]))


def _team(options: Options, facts: Facts) -> Answer:
    """What a team is after gaining cards, and whether it ends the game (DT-9 to DT-11, DT-24, DT-27, DT-28)."""
    me, *_ = seats = letters(USUAL)
    team, cards = cards_in(facts, "team"), cards_in(facts, "cards")
    setup: State = GAME.setup(seats, {**options, "depth": "full", "start": me})
    state = replace(setup, teams={**setup.teams, me: team})
    _possible(state, team, cards)
    state = _take(with_turn(state, row=cards), me, str(facts.get("gained_how")))
    after = finish_turn(state)
    left, ended = tuple(sorted(state.teams[me], key=int)), bool(after.finished)
    happened = tuple(_listed(said) for said in after.effects if said.code in HAPPENED)
    why = happened if ended else (*happened, Say("does_not_end", {"n": state.end_at}, "DT-27"))
    lines = tuple(line for line in GAME.lines(after) if line.seat == me and line.counts)
    spots = (*(Spot(card, "hit") for card in left), *(Spot(card, "off") for card in state.thrown.get(me, ())))
    row = Row(spots, title=Say("team_after", {}, "DT-10"), value=zone.total(left))
    clause = next((said.clause for said in happened if said.code in PAIRED), "DT-8")
    verdict = Say("team_now", {"cards": list(left), "n": zone.total(left)}, clause) if left else Say("team_empty", {}, clause)
    return Answer(verdict, (left, ended), why, (row,), lines)


def _possible(state: State, team: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """Raises Illegal for a team no game can have now (DT-10, DT-27), and for cards the deck cannot have (DT-1)."""
    for at, card in enumerate(team):
        if card in team[:at]:
            raise Illegal([Ruling("team_twins", "DT-10", Level.IMPOSSIBLE, {"card": card}, "team")])
    if len(team) >= state.end_at:
        raise Illegal([Ruling("over_before", "DT-27", Level.IMPOSSIBLE, {"n": len(team)}, "team")])
    if scarce := clash(DECK, state.holdings, None, cards, "DT-1", "cards"):
        raise Illegal(scarce)


def _take(state: State, seat: SeatId, how: str) -> State:
    """The cards of the row gained: as the last player's together, or the second one as the card left over."""
    if how == "together":
        return take(state, seat, tuple(range(len(state.now.row))), "DT-23", "last")
    state = take(state, seat, (0,), "DT-8", "alone")
    return take(state, seat, (1,), "DT-25", "leftover") if len(state.now.row) > 1 else state


# Who has won the match?


def _match_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    sums = (Int(name=f"sum_{seat}", low=0, high=highest(_end_at(options)), about=seat, label="sum") for seat in seats)
    before = (Int(name=f"before_{seat}", low=0, high=TARGET - 1, default=0, about=seat, label="before") for seat in seats)
    return (*sums, *before, PLAYERS)


def _match(options: Options, facts: Facts) -> Answer:
    """Whether the match is over with these sums, and who has won it (DT-28 to DT-32)."""
    seats = seated(facts, PLAYERS)
    before = {seat: int(str(facts[f"before_{seat}"])) for seat in seats}
    sums = {f"sum_{seat}": facts[f"sum_{seat}"] for seat in seats}
    setup: State = GAME.setup(seats, {**options, "depth": "quick", "start": seats[0]})
    state: State = legal(GAME, replace(setup, scores=before), "sums", None, f"sum_{seats[0]}", "", **sums)
    result = GAME.result(state)
    winners = result.winners if result else ()
    added = {seat: Say("added", {"values": [before[seat], sums[f"sum_{seat}"]]}, "DT-28") for seat in seats}
    rows = tuple(Row(seat=seat, note=added[seat], value=state.scores[seat], lit=seat in winners) for seat in seats)
    if result is None:
        return Answer(Say("nobody_reached", {"n": TARGET}, "DT-30"), (), rows=rows)
    reasons = tuple(_listed(said) for said in result.reasons)
    if len(winners) > 1:
        return Answer(reasons[-1], winners, reasons[:-1], rows)
    params = {"seat": winners[0], "n": state.scores[winners[0]]}
    return Answer(Say("match_won", params, reasons[-1].clause), winners, reasons, rows)


def _newest_sums(state: State) -> Raw:
    raw: dict[str, Any] = {"players": str(len(state.seats))}
    points = {line.seat: line.points for line in GAME.lines(state) if line.counts}
    if not points:
        return raw
    for seat, letter in lettered(state.seats).items():
        raw |= {f"sum_{letter}": str(points[seat]), f"before_{letter}": str(state.scores[seat] - points[seat])}
    return raw


QUESTIONS = (
    Question("gains", "DT-8", _gain_fields, _gains, _turn_facts),
    Question("team", "DT-9", _team_fields, _team),
    Question("match", "DT-30", _match_fields, _match, _newest_sums),
)
