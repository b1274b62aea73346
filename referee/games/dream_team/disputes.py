"""Dream Team disputes: who gets which card, which cards stay in a team, who has won the match."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Move, Ruling, SeatId
from referee.kernel.facts import asked_again, cards_told, counting, each_told, players_counted, told
from referee.kernel.fields import Cards, Choice, Field, Int, Place, Seat, Value
from referee.kernel.game import check, find_prompt, with_now
from referee.kernel.ledger import clash
from referee.kernel.options import changed, unwatched
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
    number_or_default,
    seated,
)
from referee.shapes import zone

from .game import GAME, still_to_draw
from .judging import highest, most_cards, phase
from .playing import finish_turn, take
from .state import DECK, TARGET, State

PLAYERS = players_counted(GAME)
WON = ("won_pair", "won_match")
GAINED = ("alone", *WON, "last", "leftover", "leftover_again")
TOLD = (*GAINED, "again", "pair_new")
PAIRED = ("pair", "pair_new", "one_stays")
HAPPENED = (*PAIRED, "full", "ends")


def _happened(state: State, codes: tuple[str, ...]) -> tuple[Say, ...]:
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


# Who gets which card?


def _gain_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The row and first markers; then the lotteries and later markers the facts so far lead to."""
    seats, place, asked = _seats(raw), _place(raw), list[Field]()
    first = (_row_cards(raw), *(_mark(place, seat, 1) for seat in seats))
    starting = seats if raw.get("row") else letters(PLAYERS.high)
    start = Seat(name="start", values=starting, default=starting[0])
    rest = (start, replace(PLAYERS, default=len(seats)))
    if all(told(wanted, raw) is not None for wanted in (*first, *rest)):
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
) -> tuple[State, tuple[Say, ...], tuple[Ruling, ...]]:
    """Play the turn as far as the facts go.

    Returns the state, the effects, and the rulings of a marker that breaks a clause, which ends it.
    Adds the fields needed after the first markers to ``asked``. Raises Illegal on impossible facts.
    """
    state, place, said, used = _laid(options, facts), _place(facts), list[Say](), Counter[str]()
    answer: Mapping[str, Value]
    while state.turn == 1:
        number = state.now.nominations
        if phase(state) == "draw":
            draws = _draws(number)
            asked += [] if draws.name in used else [draws]
            drawn = cards_told(facts, draws)[used[draws.name] :][:1]
            used[draws.name] += len(drawn)
            kind, seat, name, answer = "draw", state.drawer, draws.name, {"card": drawn}
        else:
            asked += (
                [_mark(place, other, number) for other in state.waiting]
                if number > 1 and not state.now.marks
                else []
            )
            mark = _mark(place, state.waiting[0], number)
            kind, seat, name, answer = (
                "nominate",
                state.waiting[0],
                mark.name,
                {"place": told(mark, facts)},
            )
        if not all(answer.values()):
            break
        checked = check(GAME, state, kind, seat, answer)
        if checked.move is None or checked.rulings:
            wrong = asked_again(checked.rulings, name)
            if kind == "nominate" and all(
                ruling.level is Level.ILLEGAL for ruling in checked.rulings
            ):
                return state, tuple(said), wrong.rulings
            raise wrong
        state = GAME.advance(state, checked.move)
        said += _happened(state, TOLD)
    for name, n in used.items():
        if extra := cards_in(facts, name)[n:]:
            raise Illegal(
                [Ruling("draws_left", "DT-18", Level.IMPOSSIBLE, {"card": extra[0], "n": n}, name)]
            )
    return state, tuple(said), ()


def _laid(options: Options, facts: Raw) -> State:
    """The turn with its row (DT-4); raises Illegal with every card that cannot be there."""
    seats, wrong = _seats(facts), list[Ruling]()
    # These options cannot matter: no team can end the game in its first turn.
    start = told(Seat(name="start", values=seats, default=seats[0]), facts)
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
        *(Row(tuple(Spot(card, "hit") for card in had), seat) for seat, had in cards if had),
    )
    if broken:
        return Answer(broken[0], broken[0].code, said, rows, rulings=broken)
    if state.turn > 1:
        last = next(line for line in reversed(GAME.lines(state)) if line.code in GAINED)
        return Answer(
            Say("gets_two", {"seat": last.seat, "cards": list(gained[last.seat])}, last.clause),
            cards,
            said,
            rows,
        )
    verdict = _waiting_for(state)
    return Answer(
        verdict, (cards, verdict.code, verdict.params["seat"], verdict.params.get("n")), said, rows
    )


def _waiting_for(state: State) -> Say:
    """Who must nominate again or draw next, if the facts end before the turn."""
    if phase(state) == "nominate":
        return Say("nominates_again", {"seat": state.waiting[0]}, "DT-21")
    seat = state.drawer
    prompt = find_prompt(GAME.prompts(state), "draw", seat)
    params = {"seat": seat, "n": still_to_draw(state), "card": state.now.row[state.now.lots[0]]}
    return Say("draws_next", params, prompt.clause if prompt else "")


def _gained(state: State) -> dict[SeatId, tuple[Card, ...]]:
    """The cards each seat gained, including those discarded again as pairs."""
    had: dict[SeatId, tuple[Card, ...]] = dict.fromkeys(state.seats, ())
    for line in GAME.lines(state):
        if line.code in GAINED:
            had[line.seat] += (str(line.params["card"]),) if line.code in WON else line.cards
    return had


def _row(facts: Facts) -> Row:
    marks = {seat: facts[_name("mark", 1, seat)] for seat in _seats(facts)}
    row = enumerate(cards_in(facts, "row"), 1)
    spots = tuple(
        Spot(card, marks=tuple(seat for seat, place in marks.items() if place == str(at)))
        for at, card in row
    )
    return Row(spots, title=Say("row", {}, "DT-4"))


def _lotteries(state: State) -> Iterator[Row]:
    """The cards of each lottery with the match that won it; then those of a running lottery."""
    for line in GAME.lines(state):
        if line.code in WON:
            spots = tuple(
                Spot(card, "hit" if card == line.params["drawn"] else "off") for card in line.cards
            )
            yield Row(spots, title=Say("lottery_for", {"card": line.params["card"]}, "DT-14"))
    if state.now.lots:
        spots = tuple(
            Spot(card, note=Say("drawn_by", {"seat": seat}, "DT-17"))
            for seat, card in state.now.draws
        )
        yield Row(
            (*spots, Spot(state="next")),
            title=Say("lottery_for", {"card": state.now.row[state.now.lots[0]]}, "DT-14"),
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
    happened = _happened(after, HAPPENED)
    why = happened if ended else (*happened, Say("does_not_end", {"n": state.end_at}, "DT-27"))
    lines = tuple(line for line in GAME.lines(after) if line.seat == me and line.counts)
    spots = (
        *(Spot(card, "hit") for card in left),
        *(Spot(card, "off") for card in state.thrown.get(me, ())),
    )
    row = Row(spots, title=Say("team_after", {}, "DT-10"), value=zone.total(left))
    clause = next((said.clause for said in happened if said.code in PAIRED), "DT-8")
    verdict = (
        Say("team_now", {"cards": list(left), "n": zone.total(left)}, clause)
        if left
        else Say("team_empty", {}, clause)
    )
    return Answer(verdict, (left, ended), why, (row,), lines)


def _possible(state: State, team: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """Raises Illegal for an impossible team (DT-10, DT-27) or cards the deck lacks (DT-1)."""
    for at, card in enumerate(team):
        if card in team[:at]:
            raise Illegal([Ruling("team_twins", "DT-10", Level.IMPOSSIBLE, {"card": card}, "team")])
    if len(team) >= state.end_at:
        raise Illegal([Ruling("over_before", "DT-27", Level.IMPOSSIBLE, {"n": len(team)}, "team")])
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
        seat: Say("added", {"values": [before[seat], sums[f"sum_{seat}"]]}, "DT-28")
        for seat in seats
    }
    rows = tuple(
        Row(seat=seat, note=added[seat], value=state.scores[seat], active=seat in winners)
        for seat in seats
    )
    if not winners:
        return Answer(Say("nobody_reached", {"n": TARGET}, "DT-30"), (), rows=rows)
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
        raw |= {
            f"sum_{letter}": str(points[seat]),
            f"before_{letter}": str(state.scores[seat] - points[seat]),
        }
    return raw


QUESTIONS = (
    Question("gains", "DT-8", _gain_fields, _gains, _turn_facts),
    Question("team", "DT-9", _team_fields, _team),
    Question("match", "DT-30", _match_fields, _match, _newest_sums),
)
