"""Rounds of the sample sheets as people play them: their games come to an end soon.

What random numbers give stands as well, but teams that bid at random never make what they bid.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.kernel.contract import Move
from referee.kernel.game import AnyGame
from referee.own.playing import NOBODY, State

Told = dict[str, Any]
VALUES_OF_SKAT = (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 46, 48, 55, 59, 60, 72, 96, 120)


def sensible_move(name: str, game: AnyGame, state: State, rng: random.Random) -> Move | None:
    """An answer to the open step of a sample's game; None once it is over."""
    waiting = [prompt for prompt in game.prompts(state) if not prompt.aside]
    if not waiting:
        return None
    fields = [field.name for field in waiting[0].fields]
    data: Told = {}
    for entry, told in ROUNDS[name](state, rng).items():
        own = [field for field in fields if field.startswith(f"{entry}-")]
        data |= dict(zip(own, told, strict=True)) if own else {entry: told}
    return Move(waiting[0].kind, None, data)


def _dealt(things: int, players: int, rng: random.Random) -> list[int]:
    """So many tricks or cards, each of which any player may have."""
    held = [0] * players
    for _thing in range(things):
        held[rng.randrange(players)] += 1
    return held


def _near(bids: Sequence[int], tricks: int, rng: random.Random) -> list[int]:
    """All the tricks, mostly to those who have bid them."""
    won = list(bids)
    while sum(won) != tricks or (rng.random() < 0.3 and any(won)):
        change = 1 if sum(won) < tricks else -1
        at = rng.choice([at for at, one in enumerate(won) if one + change >= 0])
        won[at] += change
    return won


def _bids(state: State, tricks: int, rng: random.Random) -> list[int]:
    """About as many as there are tricks, but not the same number."""
    bids = _dealt(tricks, len(state.seats), rng)
    bids[-1] += 1 if bids[-1] < tricks and rng.random() < 0.5 else -1 if bids[-1] else 1
    return bids


def _told(state: State, name: str) -> list[Any]:
    return [state.entries[name][seat] for seat in state.seats]


def _hearts(state: State, rng: random.Random) -> Told:
    shooter = [0] * len(state.seats)
    shooter[rng.randrange(len(shooter))] = 13
    hearts = shooter if rng.random() < 0.15 else _dealt(13, len(state.seats), rng)
    queen = max(state.seats, key=lambda seat: (hearts[state.seats.index(seat)], rng.random()))
    return {"hearts": hearts, "queen": queen if rng.random() < 0.6 else rng.choice(state.seats)}


def _spades(state: State, rng: random.Random) -> Told:
    if state.step == 1:
        return {"bid": [rng.choice((0, 2, 3, 3, 3, 4, 4)) for _ in state.seats]}
    return {"won": _near(_told(state, "bid"), 13, rng)}


def _oh_hell(state: State, rng: random.Random) -> Told:
    hand = 1 + abs(min(10, 51 // len(state.seats)) - state.round)
    if state.step == 1:
        return {"bid": _bids(state, hand, rng)}
    return {"won": _near(_told(state, "bid"), hand, rng)}


def _wizard(state: State, rng: random.Random) -> Told:
    if state.step == 1:
        return {"bid": _bids(state, state.round, rng)}
    return {"won": _near(_told(state, "bid"), state.round, rng)}


def _skat(state: State, rng: random.Random) -> Told:
    game, lost = rng.choice(VALUES_OF_SKAT), rng.random() < 0.2
    return {"declarer": rng.choice(state.seats), "game": game, "lost": lost}


def _rummy(state: State, rng: random.Random) -> Told:
    left = [5 * rng.randrange(12) for _ in state.seats]
    left[rng.randrange(len(left))] = 0
    return {"laid": [5 * rng.randrange(4, 34) for _ in left], "left": left}


def _phase_10(state: State, rng: random.Random) -> Told:
    done = [rng.random() < 0.75 for _ in state.seats]
    out = rng.randrange(len(done))
    done[out] = True
    left = [5 * rng.randrange(1, 8 if one else 20) for one in done]
    left[out] = 0
    return {"done": done, "left": left}


def _farkle(state: State, rng: random.Random) -> Told:
    least = [0 if state.scores[seat] else 500 for seat in state.seats]
    kept = [max(low, 50 * rng.randrange(6, 50)) for low in least]
    return {"kept": [one if rng.random() < 0.7 else 0 for one in kept]}


def _golf(state: State, rng: random.Random) -> Told:
    return {"cards": [rng.randrange(-4, 32) for _ in state.seats]}


def _tichu(state: State, rng: random.Random) -> Told:
    if state.step == 1:
        called: tuple[list[str], ...] = (["call.0"], ["call.1"], [], [], [], [])
        return {"call": [rng.choice(called) for _ in state.seats]}
    calls = _told(state, "call")
    callers = [seat for seat, call in zip(state.seats, calls, strict=True) if call]
    first = rng.choice(callers if callers and rng.random() < 0.7 else state.seats)
    double, cards = rng.random() < 0.2, 5 * rng.randrange(-2, 23)
    return {"first": first, "double": double, "cards": [0, 0] if double else [cards, 100 - cards]}


def _koi_koi(state: State, rng: random.Random) -> Told:
    if rng.random() < 0.1:
        return {"winner": NOBODY, "yaku": [], "more": 0, "koi": rng.random() < 0.5}
    yaku = sorted({rng.choice((2, 3)), *rng.sample(range(4, 12), 2)})
    yaku = rng.choice((yaku, yaku[1:], yaku[-1:]))
    more = rng.choice((0, 0, 1, 2)) if yaku[-1] > 8 else 0
    return {
        "winner": rng.choice(state.seats),
        "yaku": [f"yaku.{at}" for at in yaku],
        "more": more,
        "koi": rng.random() < 0.2,
    }


def _daifugo(state: State, rng: random.Random) -> Told:
    places = [at + 1 for at in range(len(state.seats))]
    rng.shuffle(places)
    return {"place": places}


ROUNDS: Mapping[str, Callable[[State, random.Random], Told]] = {
    "hearts": _hearts,
    "spades": _spades,
    "oh-hell": _oh_hell,
    "wizard": _wizard,
    "skat": _skat,
    "rummy-500": _rummy,
    "phase-10": _phase_10,
    "farkle": _farkle,
    "golf": _golf,
    "tichu": _tichu,
    "koi-koi": _koi_koi,
    "daifugo": _daifugo,
}
