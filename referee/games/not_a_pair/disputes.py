"""Not a Pair at the dispute desk: what becomes of a zone, whose card may be taken, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from referee.kernel import ledger
from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Deck
from referee.kernel.contract import Illegal, Level, Line, Move, Ruling, SeatId
from referee.kernel.fields import Cards, Field, Int, Seat
from referee.kernel.game import check, find_prompt
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, legal, lettered, letters, refused, seated
from referee.shapes.zone import gain, total

from .game import GAME
from .state import DECKS, ROUNDS

PLAYERS = Int(name="players", low=GAME.info.seats[0], high=GAME.info.seats[1], default=4)
ME = letters(1)[0]


def _deck(raw: Raw) -> Deck:
    return DECKS[len(seated(raw, PLAYERS))]


# What becomes of the zone?


def _zone_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    deck = _deck(raw)
    zone = Cards(name="zone", deck=deck, least=0, most=ROUNDS, optional=True, default=())
    return Cards(name="gained", deck=deck, least=1, most=ROUNDS), zone, PLAYERS


def _zone(options: Options, facts: Facts) -> Answer:
    """The zone after the cards taken, one after the other, and its sum (NP-13 to NP-15)."""
    gained, before = cards_in(facts, "gained"), cards_in(facts, "zone")
    seats = seated(facts, PLAYERS)
    state = GAME.setup(seats, {**options, "start": ME, "depth": "quick"})
    # In the course of a game a zone may have an odd number of cards.
    legal(GAME, state, "zone", ME, "zone", spared="odd_zone", cards=before)
    if clash := ledger.clash(DECKS[len(seats)], (), None, (*before, *gained), "NP-1", "gained"):
        raise Illegal(clash)
    zone, why, rows = before, list[Say](), list[Row]()
    for card in gained:
        after = gain(zone, card)
        both = len(after) < len(zone)
        why.append(Say("both_leave" if both else "joins", {"card": card}, "NP-14" if both else "NP-13"))
        spots = (*(Spot(other, "" if other in after else "gone") for other in zone), Spot(card, "gone" if both else "new"))
        rows.append(Row(spots, title=Say("zone_title", {}, "NP-13"), value=total(after)))
        zone = after
    verdict = Say("zone_now", {"sum": total(zone), "n": len(zone)}, why[-1].clause)
    return Answer(verdict, total(zone), (*why, Say("counts_sum", {}, "NP-18")), tuple(rows))


def _zone_facts(state: Any) -> Raw:
    return {"players": len(state.seats)}


# Whose card may be taken?


def _take_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The cards in front of all, the marker, and the takes as they are told: one more than there are."""
    seats, deck = seated(raw, PLAYERS), _deck(raw)
    fronts = (Cards(name=f"cards_{seat}", deck=deck, least=1, most=1, about=seat, label="shown") for seat in seats)
    names = [f"take_{at}" for at in range(1, len(seats) + 1)]
    told = len(list(takewhile(raw.get, names)))
    takes = (Seat(name=name, values=seats, optional=True) for name in names[: told + 1])
    return (*fronts, Seat(name="marker", values=seats), *takes, PLAYERS)


def _take(options: Options, facts: Facts) -> Answer:
    """The takes one by one, each by whoever lost the card before (NP-9 to NP-12); the first that is not allowed is the verdict."""
    state = _open(options, facts)
    owners = [str(owner) for name, owner in facts.items() if name.startswith("take_") and owner]
    now, taken = state.now, list[tuple[SeatId, SeatId]]()
    for owner in owners:
        now = replace(state.now, taken=tuple(taken))
        checked = refused(check(GAME, replace(state, now=now), "take", now.taker, {"owner": owner}), f"take_{len(taken) + 1}")
        if checked.objections:
            rows = GAME.scene(replace(state, now=now)).board[:1]
            why = tuple(_takes(now, _goes(state, taken)))
            return Answer(checked.objections[0], checked.objections[0].code, why, rows, rulings=checked.objections)
        taken.append((str(now.taker), owner))
    now, goes = replace(state.now, taken=tuple(taken)), _goes(state, taken)
    verdict = _next_take(now, goes)
    outcome = (verdict.params["who"], frozenset(now.choices))
    state = replace(state, now=now)
    prompt = find_prompt(GAME.prompts(state), "take", now.taker)
    may = (Say("may_take", {"seats": list(now.choices)}, prompt.clause),) if prompt and len(now.choices) > 1 else ()
    return Answer(verdict, outcome, (*may, *_takes(now, goes)), GAME.scene(state).board[:1])


def _goes(state: Any, taken: Sequence[tuple[SeatId, SeatId]]) -> Any:
    """The round as the game goes on from all cards open: those takes, and by itself every take that leaves no choice."""
    for at, (taker, owner) in enumerate(taken):
        if len(_takes_in(state)) <= at:
            state = _taking(state, taker, owner)
    now = state.now
    # Laid here, the cards have not set off a first take that leaves no choice.
    return _taking(state, now.taker, now.choices[0]) if now.taker and len(now.choices) == 1 else state


def _taking(state: Any, taker: SeatId, owner: SeatId) -> Any:
    return GAME.advance(state, Move("take", taker, {"owner": owner}))


def _takes_in(state: Any) -> tuple[Line, ...]:
    return tuple(line for line in GAME.lines(state) if line.code in ("took", "paired"))


def _open(options: Options, facts: Facts) -> Any:
    """All cards turned up, none taken; raises Illegal at a card that cannot lie there.

    Cards are judged by the game but laid here, as it takes by itself what only one may take.
    """
    seats, marker = seated(facts, PLAYERS), str(facts["marker"])
    state = GAME.setup(seats, {**options, "start": marker, "depth": "full"})
    for seat in state.now.around:
        (card,) = cards_in(facts, f"cards_{seat}")
        legal(GAME, state, "card", seat, f"cards_{seat}", card=card)
        state = replace(state, now=replace(state.now, laid={**state.now.laid, seat: card}))
    return state


def _next_take(now: Any, goes: Any) -> Say:
    """Who takes next, or that the round is over (NP-9, NP-10, NP-11, NP-12)."""
    if not now.open:
        return Say("all_taken", {"who": goes.now.marker}, "NP-12")
    if len(now.choices) == 1:
        (owner,) = now.choices
        return Say("must_take", {"who": now.taker, "from": owner, "card": now.laid[owner]}, _takes_in(goes)[len(now.taken)].clause)
    return Say("next_taker", {"who": now.taker}, "NP-10") if now.taken else Say("all_open", {"who": now.taker}, "NP-9")


def _takes(now: Any, goes: Any) -> Iterator[Say]:
    for (taker, owner), line in zip(now.taken, _takes_in(goes), strict=False):
        yield Say("took", {"who": taker, "from": owner, "card": now.laid[owner]}, line.clause)


def _take_facts(state: Any) -> Raw:
    now = state.now
    named = lettered(now.seats)
    fronts = {f"cards_{named[seat]}": card for seat, card in now.laid.items()}
    takes = {f"take_{at}": named[owner] for at, (_, owner) in enumerate(now.taken, 1)}
    lit = next(({"lit": f"cards_{named[seat]}"} for seat in now.around if seat not in now.laid), {})
    return {**fronts, **takes, **lit, "marker": named[now.marker], "players": len(now.seats)}


# Who wins?


def _winner_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats, deck = seated(raw, PLAYERS), _deck(raw)
    zones = (
        Cards(name=f"zone_{seat}", deck=deck, least=0, most=ROUNDS, optional=True, default=(), about=seat, label="shown") for seat in seats
    )
    lasts = (Cards(name=f"last_{seat}", deck=deck, about=seat, label="last_of") for seat in seats if options["last_card"] == "yes")
    return (*zones, *lasts, PLAYERS)


def _winner(options: Options, facts: Facts) -> Answer:
    """The highest sum, then more cards, then shared (NP-18 to NP-21)."""
    seats = seated(facts, PLAYERS)
    if not any(cards_in(facts, f"zone_{seat}") for seat in seats):
        raise Illegal([Ruling("too_few_cards", "NP-18", Level.IMPOSSIBLE, {"least": 1, "found": 0}, f"zone_{seats[0]}")])
    state = GAME.setup(seats, {**options, "start": ME, "depth": "quick"})
    for seat in seats:
        state = legal(GAME, state, "zone", seat, f"zone_{seat}", cards=facts[f"zone_{seat}"])
    if options["last_card"] == "yes":
        for seat in seats:
            state = legal(GAME, state, "last", seat, f"last_{seat}", card=facts[f"last_{seat}"])
    result = GAME.result(state)
    assert result is not None
    lines = (line for line in GAME.lines(state) if line.part == "last" or (line.seat in result.winners and line.part != "rest"))
    return Answer(result.reasons[-1], result.winners, result.reasons[:-1], GAME.scene(state).board, tuple(lines))


def _winner_facts(state: Any) -> Raw:
    """The zones of all seats before the last hand cards come in."""
    now = state.now
    if now.lasts and now.phase == "over":
        return _zone_facts(state)
    return {**{f"zone_{letter}": now.zones[seat] for seat, letter in lettered(now.seats).items()}, **_zone_facts(state)}


QUESTIONS = (
    Question("zone", "NP-14", _zone_fields, _zone, _zone_facts),
    Question("take", "NP-10", _take_fields, _take, _take_facts),
    Question("winner", "NP-18", _winner_fields, _winner, _winner_facts),
)
