"""Questions: the points of a blind date or of a whole turn, and who starts."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.kernel.board import BoardRow, Message, Spot, cards_row
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Line, Move, Ruling, SeatId, totals
from referee.kernel.facts import (
    asked_again,
    cards_told,
    counting,
    each,
    each_told,
    impossible,
    nameable,
    players_counted,
    players_told,
)
from referee.kernel.fields import Bad, Cards, Choice, Field, Flag, Int, Many, Place, Seat
from referee.kernel.game import find_prompt, with_now
from referee.kernel.options import changed
from referee.kernel.question import (
    Answer,
    Facts,
    Options,
    Question,
    Raw,
    cards_in,
    judged,
    lettered,
    letters,
    number_in,
    seated,
)
from referee.kernel.wording import message_of

from . import playing, worlds
from .cubes import judge_bare
from .dates import DECK, NUMBERS, SEASON_CLAUSES, SEASONS, season_of
from .game import GAME
from .state import State, Turn

MOST = GAME.info.seats[1]
PLAYERS = players_counted(GAME)
SEASON = Choice(name="season", values=SEASONS)
# Rulings that do not stop an answer: an own match is scored anyway, an impossible claim is the
# answer.
SPARED = LET_STAND, REFUTED = "own_match_forbidden", "no_cube_claim"


def _moment(options: Options, count: int, depth: str, season: str = SEASONS[0]) -> State:
    """Return the first turn of a season, without entries."""
    return replace(
        GAME.setup(letters(count), changed(options, {"depth": depth, "entry": "open"})),
        turn=_first_turn(season),
    )


def _first_turn(season: str) -> int:
    return 2 * SEASONS.index(season) + 1


def _date_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    matches = Cards(name="matches", deck=DECK, least=0, most=MOST - 1, optional=True, default=())
    own = Cards(name="own", deck=DECK, optional=True, default=())
    seats = letters(MOST)
    owner = (Seat(name="owner", values=seats, default=seats[0]),) if raw.get("own") else ()
    # The answer covers the other seasons too.
    return (
        Cards(name="blind", deck=DECK, label="the_blind"),
        matches,
        own,
        SEASON,
        Flag(name="no_cube"),
        *owner,
    )


def _date(options: Options, facts: Facts) -> Answer:
    """Score a blind date for its owner and for each match, in every season (BD-31 to BD-46)."""
    season, owner = str(facts["season"]), str(facts.get("owner") or "A")
    state, rulings = _visited(options, facts, season, owner)
    if refuted := _refuted(rulings, cards_row(cards_in(facts, "blind"), "owner")):
        return refuted
    lines = GAME.lines(state)
    points = totals(lines, state.seats)
    others = {seat: card for seat, (card, _) in state.now.matches.items() if seat != owner}
    kinds = _kinds_of(lines)
    mine = (Spot(state.now.blinds[owner]), *map(Spot, cards_in(facts, "own")))
    rows = [BoardRow(mine, title=Message("owner"), value=points[owner])]
    for seat, card in others.items():
        spot = Spot(card, "hit" if points[seat] else "off")
        rows.append(
            BoardRow((spot,), title=Message("kind", {"kind": kinds[card]}), value=points[seat])
        )

    # What the other seasons would make of it, where that differs.
    worth = {}
    for other in SEASONS:
        elsewhere = totals(GAME.lines(replace(state, turn=_first_turn(other))), state.seats)
        worth[other] = _worth(elsewhere, owner, others, kinds)
    n, now = len(others) or "own", worth[season]
    also = [message_of(f"rule_of_{season} {SEASON_CLAUSES[season]}")]
    also += [
        Message(f"also_{n}", {**said, "season": other}, SEASON_CLAUSES[other])
        for other, said in worth.items()
        if said != now
    ]
    outcome = (tuple(points.values()), tuple(ruling.code for ruling in rulings))
    return Answer(
        Message(f"date_{n}", now, "BD-31"), outcome, (), tuple(rows), lines, rulings, tuple(also)
    )


def _kinds_of(lines: tuple[Line, ...]) -> dict[Card, str]:
    return {
        line.cards[-1]: str(line.params["date"])
        for line in lines
        if line.slot == "match" and "date" in line.params
    }


def _visited(
    options: Options, facts: Facts, season: str, owner: SeatId
) -> tuple[State, tuple[Ruling, ...]]:
    """Lay the matches at the blind date in the order given; return the state and objections."""
    seats, blind = letters(MOST), cards_in(facts, "blind")[0]
    others, own = cards_in(facts, "matches"), cards_in(facts, "own")
    if not others and not own:
        raise impossible("matches", "missing", "BD-27")
    state = with_now(
        _moment(options, MOST, "full", season),
        blinds={owner: blind},
        bare={owner: bool(facts["no_cube"])},
    )
    laid = [
        *zip((seat for seat in seats if seat != owner), others, strict=False),
        *((owner, card) for card in own),
    ]
    found: list[Ruling] = []
    for seat, card in laid:
        move = Move("match", seat, {"card": (card,), "target": owner})
        found += GAME.judge(state, move)
        if wrong := [ruling for ruling in found if ruling.code not in SPARED]:
            raise asked_again(wrong, "own" if seat == owner else "matches")
        state = GAME.advance(state, move)
    return state, (*found, *judge_bare(state))


def _refuted(rulings: tuple[Ruling, ...], rows: tuple[BoardRow, ...]) -> Answer | None:
    """Return the answer to an impossible claim of lying without a cube (BD-21), else None."""
    claim = next((ruling for ruling in rulings if ruling.code == REFUTED), None)
    return Answer(claim, claim.code, rows=rows, rulings=(claim,)) if claim else None


def _worth(
    points: Mapping[SeatId, int],
    owner: SeatId,
    others: Mapping[SeatId, Card],
    kinds: Mapping[Card, str],
) -> dict[str, Any]:
    """Return everybody's points at a blind date by card, as parameters of a sentence."""
    told: dict[str, Any] = {"owner": points[owner]}
    for at, (seat, card) in enumerate(others.items(), 1):
        told |= {f"card_{at}": card, f"n_{at}": points[seat]}
    return told | ({"kind": kinds[told["card_1"]]} if others else {})


def _turn_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    blind, match = (Cards(name=name, deck=DECK, label=f"{name}_of") for name in ("blind", "match"))
    cards = each_told(raw, PLAYERS, blind, match)
    lying = {
        seat: (None, card)
        for seat in seats
        for card in cards_told(raw, replace(blind, name=f"blind_{seat}"))
    }
    # A match is placed by the blind date it lies at.
    targets = each(
        seats,
        Place(
            name="target",
            values=seats,
            shows=lying if len(lying) == len(seats) else {},
            label="target_of",
        ),
    )
    bare = Many(name="bare", values=seats, optional=True, default=())
    asked = find_prompt(GAME.prompts(_moment(options, len(seats), "quick")), "start", None)
    starter = (Seat(name="starter", values=seats, default=seats[0]),) if asked else ()
    return (*cards, *targets, SEASON, bare, *starter, counting(raw, PLAYERS))


def _turn(options: Options, facts: Facts) -> Answer:
    """Score every blind date and match of a turn (BD-31 to BD-54)."""
    season, count = str(facts["season"]), number_in(facts, "players")
    state, rulings = _entered(options, facts, _moment(options, count, "quick", season))
    blinds = tuple(
        BoardRow((Spot(cards_in(facts, f"blind_{seat}")[0]),), seat=seat) for seat in state.seats
    )
    if refuted := _refuted(rulings, blinds):
        return refuted
    lines = tuple(line for line in state.finished if line.part != "reset")
    points = totals(lines, state.seats)
    params: dict[str, Any] = {}
    for at, (seat, n) in enumerate(points.items(), 1):
        params |= {f"seat_{at}": seat, f"n_{at}": n}
    outcome = (tuple(points.values()), tuple(ruling.code for ruling in rulings))
    rule = message_of(f"rule_of_{season} {SEASON_CLAUSES[season]}")
    verdict, rows = (
        Message(f"turn_{len(state.seats)}", params, "BD-31"),
        _spots(state, lines, points),
    )
    return Answer(verdict, outcome, (), rows, lines, rulings, (rule,))


def _spots(
    state: State, lines: tuple[Line, ...], points: Mapping[SeatId, int]
) -> tuple[BoardRow, ...]:
    """Show each blind date, with who laid its matches; the value is the owner's whole turn."""
    counted = {line.cards[-1] for line in lines if line.slot == "match" and line.points}
    turn = state.past[-1]
    spots = {seat: [Spot(turn.blinds[seat])] for seat in state.seats}
    for seat, (card, target) in turn.matches.items():
        spots[target].append(Spot(card, "hit" if card in counted else "off", marks=(seat,)))
    return tuple(
        BoardRow(tuple(spots[seat]), seat=seat, value=points[seat]) for seat in state.seats
    )


def _entered(options: Options, facts: Facts, state: State) -> tuple[State, tuple[Ruling, ...]]:
    """Enter every seat's row; return the state and the objections."""
    found: list[Ruling] = []
    if "starter" in facts:
        state = GAME.advance(state, Move("start", None, {"starter": facts["starter"]}))
    for seat in state.seats:
        names = {name: f"{name}_{seat}" for name in ("blind", "match", "target")}
        row = {name: facts[fact] for name, fact in names.items()}
        move = Move("date", seat, {**row, "no_cube": seat in cards_in(facts, "bare")})
        state, rulings = judged(GAME, state, move, {**names, "no_cube": "bare"}, SPARED)
        found += rulings
    return state, tuple(found)


def _lying(state: State) -> dict[str, Any]:
    """Return the turn being entered, or the last turn if nothing of it has been entered."""
    last = state.now == Turn() and bool(state.past)
    turn, number = (state.past[-1], state.turn - 1) if last else (state.now, state.turn)
    letter = lettered(state.seats)
    bare = " ".join(letter[seat] for seat, bare in turn.bare.items() if bare)
    first = turn.start2 or (next(iter(turn.matches), None) if state.depth == "full" else None)
    return {
        "players": str(len(state.seats)),
        "season": season_of(number),
        "bare": bare,
        **_cards_of(turn, letter),
        **({"starter": letter[first]} if first else {}),
        **_due(state),
    }


def _cards_of(turn: Turn, letter: Mapping[SeatId, SeatId]) -> dict[str, Any]:
    matches = turn.matches.items()
    return {
        **{f"blind_{letter[seat]}": [card] for seat, card in turn.blinds.items()},
        **{f"match_{letter[seat]}": [card] for seat, (card, _) in matches},
        **{f"target_{letter[seat]}": letter[target] for seat, (_, target) in matches},
    }


def _due(state: State) -> Raw:
    """Return the fact of the only player due to turn a card up or lay a match, if just one is."""
    due = [
        prompt
        for prompt in GAME.prompts(state)
        if prompt.kind in ("reveal", "match") and not prompt.aside
    ]
    if len(due) != 1:
        return {}
    fact = "blind" if due[0].kind == "reveal" else "match"
    return {"lit": f"{fact}_{lettered(state.seats)[str(due[0].seat)]}"}


def _start_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    sums = each_told(
        raw,
        PLAYERS,
        Int(name="sum", low=0, high=sum(NUMBERS.values()), label="sum_of"),
        naming=("previous",),
    )
    previous = Seat(name="previous", values=nameable(raw, PLAYERS, "previous"), optional=True)
    asked = (
        *sums,
        Choice(name="when", values=("order1", "order2")),
        previous,
        counting(raw, PLAYERS, "previous"),
    )
    with suppress(Bad, Illegal):
        state, phase, told = _summed(
            options, {wanted.name: wanted.parse(raw.get(wanted.name)) for wanted in asked}
        )
        # Ask who of the level seats has the highest card, unless the sums show it (BD-A12).
        level = playing.leaders(told) if options["order_tie"] == "highest_card" else ()
        if len(level) > 1 and playing.starter(state, phase) is None:
            return (*asked, Seat(name="highest", values=level))
    return asked


def _starts(options: Options, facts: Facts) -> Answer:
    """Answer who starts, given all sums, and the order of play (BD-15, BD-22, BD-25, BD-26)."""
    state, phase, sums = _summed(options, facts)
    if highest := facts.get("highest"):
        state = with_now(state, **{f"start{phase}": highest})
    clause, previous = ("BD-15" if phase == 1 else "BD-25"), facts["previous"]
    level = playing.leaders(sums)
    first = playing.starter(state, phase)
    around = playing.order(state, phase)
    if first is None and not level and phase == 2 and not previous:
        raise impossible("previous", "missing", "BD-26")
    rows = tuple(
        BoardRow(seat=seat, value=total, active=seat == first) for seat, total in sums.items()
    )
    why = [Message(f"guide_tie_{options['order_tie']}", clause="BD-A12")] if len(level) > 1 else []
    if around:
        why.append(Message("order_is", {"seats": list(around)}, "BD-A14"))
    if around and phase == 1:
        last = playing.waiting(with_now(state, cubes=dict.fromkeys(around, ())))[0]
        why.append(Message("chooses_exchange", {"seat": last}, "BD-22"))
    return Answer(_who_starts(first, level, phase, clause), (first, level), tuple(why), rows)


def _summed(options: Options, facts: Facts) -> tuple[State, int, Mapping[SeatId, int]]:
    """Return the table, the order asked for (1 or 2) and the sums; raise Illegal if impossible."""
    phase, previous = (1 if facts["when"] == "order1" else 2), facts["previous"]
    state = _moment(options, number_in(facts, "players"), "full")
    # In a second turn number cards may be anywhere.
    state = replace(state, turn=2, worlds=worlds.unknown(state.seats, frozenset(), len(NUMBERS)))
    for seat in state.seats:
        move = Move("sum", seat, {"sum": facts[f"sum_{seat}"]})
        if wrong := tuple(GAME.judge(state, move)):
            clause = "BD-15" if phase == 1 else "BD-25"
            raise Illegal([replace(ruling, clause=clause, field=f"sum_{seat}") for ruling in wrong])
        state = GAME.advance(state, move)
    sums = state.now.sums1
    if phase == 2:
        state = with_now(state, sums1={}, sums2=sums)
    return replace(state, starts=(str(previous),) if previous else ()), phase, sums


def _sums_now(state: State) -> Raw:
    """Return the latest sums of the turn and who started last."""
    now, letter = state.now, lettered(state.seats)
    second = bool(now.cubes or now.sums2)
    sums = now.sums2 if second else now.sums1
    previous = (playing.starter(state, 1) if second else None) or next(reversed(state.starts), None)
    return {
        **players_told(state),
        **({"when": "order2" if second else "order1"} if state.depth == "full" else {}),
        **{f"sum_{letter[seat]}": total for seat, total in sums.items()},
        **({"previous": letter[previous]} if previous else {}),
    }


def _who_starts(
    first: SeatId | None, level: tuple[SeatId, ...], phase: int, clause: str
) -> Message:
    if first is None:
        if level:
            return Message("level", {"seats": list(level)}, clause)
        return Message("nobody_starts", {}, "BD-A13")
    if not level:
        return Message("starts_again", {"seat": first}, "BD-26" if phase == 2 else "BD-A13")
    return Message("starts", {"seat": first}, clause)


QUESTIONS = (
    Question(
        "date", "BD-31", _date_fields, _date, lambda state: {"season": _lying(state)["season"]}
    ),
    Question("turn", "BD-31", _turn_fields, _turn, _lying),
    Question("starts", "BD-15", _start_fields, _starts, _sums_now, opening="when"),
)
