"""Not a Pair questions: the state of a zone, whose card may be taken, and who has won."""

from dataclasses import replace
from itertools import takewhile
from typing import Any

from referee.kernel import ledger
from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import Deck
from referee.kernel.contract import Illegal, Move, SeatId
from referee.kernel.facts import (
    card_needed,
    cards_told,
    counting,
    each_told,
    most_playing,
    nameable,
    players_counted,
    players_of,
    players_told,
)
from referee.kernel.fields import Cards, Field, Int, Place, Seat
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
    lettered,
    letters,
    refused,
    seated,
)
from referee.kernel.wording import message_of
from referee.shapes.zone import gain, total

from .game import SINGLE as GAME
from .playing import DECKS, HIGHEST, ROUNDS, State

PLAYERS = players_of(GAME, 4)
COUNTED = players_counted(GAME)
ME = letters(1)[0]


def _deck(raw: Raw, players: Int = PLAYERS) -> Deck:
    return DECKS[most_playing(raw, players)]


def _counted(raw: Raw, least: int = COUNTED.low) -> Int:
    """The number of players: at least ``least``, and enough for the numbers stated (NP-2)."""
    all_cards = Cards(name="", deck=DECKS[COUNTED.high], least=0, most=ROUNDS)
    rows = (name for name in raw if name.rpartition("_")[0] in ("cards", "zone", "last"))
    highest = max(
        (int(card) for name in rows for card in cards_told(raw, replace(all_cards, name=name))),
        default=0,
    )
    return replace(
        COUNTED,
        default=max(least, next(seats for seats, most in HIGHEST.items() if most >= highest)),
    )


def _zone_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    deck = _deck(raw)
    zone = Cards(name="zone", deck=deck, least=0, most=ROUNDS, optional=True, default=())
    return Cards(name="gained", deck=deck, least=1, most=ROUNDS), zone, PLAYERS


def _zone(options: Options, facts: Facts) -> Answer:
    """The zone after taking the cards one by one, and its sum (NP-13 to NP-15)."""
    gained, before = cards_in(facts, "gained"), cards_in(facts, "zone")
    seats = seated(facts, PLAYERS)
    state = GAME.setup(seats, changed(options, {"start": ME, "depth": "quick"}))
    # During a game a zone may have an odd number of cards.
    legal(GAME, state, "zone", ME, "zone", spared="odd_zone", cards=before)
    if clash := ledger.clash(DECKS[len(seats)], (), None, (*before, *gained), "NP-1", "gained"):
        raise Illegal(clash)
    zone, why, rows = before, list[Message](), list[BoardRow]()
    for card in gained:
        after = gain(zone, card)
        both = len(after) < len(zone)
        why.append(
            Message("both_leave" if both else "joins", {"card": card}, "NP-14" if both else "NP-13")
        )
        spots = (
            *(Spot(other, "" if other in after else "gone") for other in zone),
            Spot(card, "gone" if both else "new"),
        )
        rows.append(BoardRow(spots, title=Message("zone_title", {}, "NP-13"), value=total(after)))
        zone = after
    verdict = Message("zone_now", {"sum": total(zone), "n": len(zone)}, why[-1].clause)
    return Answer(verdict, total(zone), (*why, Message("counts_sum", {}, "NP-18")), tuple(rows))


def _take_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The cards in front of all, the marker, and the takes: one more than the facts have."""
    players = _counted(raw)
    seats = seated(raw, players, "marker")
    cards = Cards(name="cards", deck=_deck(raw, players), label="shown")
    lying = {
        seat: (seat, card)
        for seat in seats
        for card in cards_told(raw, replace(cards, name=f"cards_{seat}"))
    }
    names = [f"take_{at}" for at in range(1, len(seats) + 1)]
    told = len(list(takewhile(raw.get, names)))
    # The places show the cards once all of them are known.
    shows = lying if len(lying) == len(seats) else {}
    takes = (
        Place(name=name, values=seats, shows=shows, optional=True) for name in names[: told + 1]
    )
    marker = Seat(name="marker", values=nameable(raw, players, "marker"))
    return (
        *each_told(raw, players, cards, naming=("marker",)),
        marker,
        *takes,
        counting(raw, players, "marker"),
    )


def _take(options: Options, facts: Facts) -> Answer:
    """Takes one by one along the chain (NP-9 to NP-12); the first forbidden one is the verdict."""
    now, why = _open(options, facts), list[Message]()
    after = now
    for name, owner in facts.items():
        if not name.startswith("take_") or not owner:
            continue
        taker = str(now.taker)
        if wrong := refused(check(GAME, now, "take", taker, {"owner": owner}), name).objections:
            return Answer(
                wrong[0], wrong[0].code, tuple(why), GAME.scene(now).board[:1], rulings=wrong
            )
        after = _taken(now, str(owner))
        why.append(
            Message(
                "took",
                {"who": taker, "from": owner, "card": now.laid[str(owner)]},
                GAME.lines(after)[0].clause,
            )
        )
        now = replace(now, taken=(*now.taken, (taker, str(owner))))
    if not now.open:
        verdict = Message("all_taken", {"who": after.marker}, "NP-12")
    elif len(now.choices) == 1:
        (owner,) = now.choices
        params = {"who": now.taker, "from": owner, "card": now.laid[owner]}
        verdict = Message("must_take", params, GAME.lines(_taken(now, owner))[0].clause)
    else:
        verdict = message_of("next_taker NP-10" if now.taken else "all_open NP-9", who=now.taker)
        why.insert(
            0, message_of("may_take " + ("NP-10" if now.taken else "NP-9"), seats=list(now.choices))
        )
    return Answer(
        verdict,
        (verdict.params["who"], frozenset(now.choices)),
        tuple(why),
        GAME.scene(now).board[:1],
    )


def _taken(state: State, owner: SeatId) -> State:
    return GAME.advance(state, Move("take", state.taker, {"owner": owner}))


def _open(options: Options, facts: Facts) -> State:
    """All cards revealed, none taken; raises Illegal for a card that cannot be there.

    The cards are put into the state here because ``advance`` makes forced takes by itself.
    """
    state = GAME.setup(
        seated(facts, COUNTED), changed(options, {"start": facts["marker"], "depth": "full"})
    )
    for seat in state.around:
        (card,) = cards_in(facts, f"cards_{seat}")
        legal(GAME, state, "card", seat, f"cards_{seat}", card=card)
        state = replace(state, laid={**state.laid, seat: card})
    return state


def _take_facts(state: Any) -> Raw:
    now = state.now
    named = lettered(now.seats)
    fronts = {f"cards_{named[seat]}": card for seat, card in now.laid.items()}
    takes = {f"take_{at}": named[owner] for at, (_, owner) in enumerate(now.taken, 1)}
    active = next(
        ({"lit": f"cards_{named[seat]}"} for seat in now.around if seat not in now.laid), {}
    )
    return {**fronts, **takes, **active, "marker": named[now.marker], "players": len(now.seats)}


def _winner_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    players = _counted(raw, 4)
    deck = _deck(raw, players)
    zone = Cards(
        name="zone", deck=deck, least=0, most=ROUNDS, optional=True, default=(), label="shown"
    )
    last = (
        (Cards(name="last", deck=deck, label="last_of"),) if options["last_card"] == "yes" else ()
    )
    return (*each_told(raw, players, *last), *each_told(raw, players, zone), counting(raw, players))


def _winner(options: Options, facts: Facts) -> Answer:
    """The highest sum, then more cards, then shared (NP-18 to NP-21)."""
    seats = seated(facts, COUNTED)
    if not any(cards_in(facts, f"zone_{seat}") for seat in seats):
        raise card_needed(f"zone_{seats[0]}", "NP-18")
    state = GAME.setup(seats, changed(options, {"start": ME, "depth": "quick"}))
    for seat in seats:
        state = legal(GAME, state, "zone", seat, f"zone_{seat}", cards=facts[f"zone_{seat}"])
    if options["last_card"] == "yes":
        for seat in seats:
            state = legal(GAME, state, "last", seat, f"last_{seat}", card=facts[f"last_{seat}"])
    result = GAME.result(state)
    assert result is not None
    lines = (
        line
        for line in GAME.lines(state)
        if line.part == "last" or (line.seat in result.winners and line.part != "rest")
    )
    return Answer(
        result.reasons[-1],
        result.winners,
        result.reasons[:-1],
        GAME.scene(state).board,
        tuple(lines),
    )


def _winner_facts(state: Any) -> Raw:
    """The zones of all seats; omitted once the last hand cards have gone in."""
    now = state.now
    if now.lasts and now.phase == "over":
        return players_told(state)
    return {
        **{f"zone_{letter}": now.zones[seat] for seat, letter in lettered(now.seats).items()},
        **players_told(state),
    }


QUESTIONS = (
    Question("zone", "NP-14", _zone_fields, _zone, players_told),
    Question("take", "NP-10", _take_fields, _take, _take_facts),
    Question("winner", "NP-18", _winner_fields, _winner, _winner_facts),
)
