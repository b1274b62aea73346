"""Random play: whole games from a seed, with every move and option drawn at random among those that
stand.

``python -m tests.support.random_play GAME [FIRST] [COUNT]`` plays many and says which seeds fail.
"""

from __future__ import annotations

import json
import random
import sys
import traceback
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import complete_options
from referee.kernel.game import AnyGame
from referee.kernel.history import History, replay
from tests.support.sheets import OF_SHEETS
from tests.support.toy import LOW_TOY, TOY
from tests.support.tricks import TRICKS
from tools.sample import MOST_RETREATS, Stuck, sample_game, sample_options

EVERY: Mapping[str, AnyGame] = {"toy": TOY, "low-toy": LOW_TOY, "tricks": TRICKS, **GAMES}
ALL: Mapping[str, AnyGame] = {**EVERY, **OF_SHEETS}
"""With the games of the sheets among the samples, for properties of the contract alone."""


def seat_ids(count: int) -> tuple[str, ...]:
    """The seats of a random table; their order is not the alphabet's."""
    return tuple(f"p{(7 * at + 3) % 10}" for at in range(count))


def start_event(game: AnyGame, seed: int, **fixed: Any) -> Event:
    """The first event of the table of a seed: seats, an edition, and options, of which some may be
    fixed.
    """
    rng = random.Random(f"{game.info.id} {seed}")
    least, most = game.info.seats
    seats = seat_ids(rng.randint(least, most))
    # Half of the tables keep to an edition, as most people do; the others try every combination.
    options = {} if seed % 2 else sample_options(game.info, seats, rng)
    edition = rng.choice(sorted(game.info.editions))
    chosen = complete_options(game.info, seats, options | fixed, edition)
    return Event(
        1,
        "start",
        data={
            "seats": list(seats),
            "edition": edition,
            "options": json_of(chosen),
            "rules_version": game.info.version,
        },
    )


def first_state(game: AnyGame, start: Event) -> Any:
    """The table of such an event before its first move."""
    told, seats = start.data, tuple(start.data["seats"])
    return game.setup(seats, complete_options(game.info, seats, told["options"], told["edition"]))


def json_of(value: Any) -> Any:
    """The value as it comes back from JSON."""
    return json.loads(json.dumps(value))


def play_events(game: AnyGame, seed: int, **fixed: Any) -> list[Event]:
    """The events of a whole game; AssertionError names the seed and what was asked where nothing
    stands.
    """
    return play_out(game, seed, **fixed)[0]


MAY_CONTRADICT = frozenset(
    {"blind-date", "captains-orders", "cracker", "indian-chief", "the-things", "three-draw"}
)
"""Games in which random answers may say of hidden cards what cannot be true, so that nothing true
can follow.
"""


def play_out(game: AnyGame, seed: int, **fixed: Any) -> tuple[list[Event], Any]:
    """The events of a whole game, as ``play_events``, and the state it was played into, without any
    replay.

    Where hidden cards are not told, whatever stands can be followed by something that stands.
    """
    start = start_event(game, seed, **fixed)
    first = first_state(game, start)
    try:
        samples = sample_game(
            game, first, random.Random(seed), MOST_RETREATS if game.info.id in MAY_CONTRADICT else 0
        )
    except Stuck as stuck:
        raise AssertionError(f"{game.info.id}, seed {seed}, {start.data}: {stuck}") from stuck
    end = game.advance(samples[-1].state, samples[-1].move) if samples else first
    return [
        start,
        *(
            Event(seq, "move", one.prompt.seat, one.prompt.kind, json_of(one.answer))
            for seq, one in enumerate(samples, 2)
        ),
    ], end


@lru_cache(maxsize=400)
def random_history(game_id: str, seed: int, entry: str = "") -> History:
    """The whole game of a seed, replayed from its events; ``entry`` fixes that option."""
    game = ALL[game_id]
    history = replay(game, play_events(game, seed, **({"entry": entry} if entry else {})))
    assert history.broken is None, (
        f"{game_id}, seed {seed}: judged legal, yet refused on replay: {history.broken}"
    )
    return history


def open_history(game_id: str, seed: int) -> History:
    """The whole game of a seed, entered openly where that can be chosen."""
    chosen = any(option.field.name == "entry" for option in ALL[game_id].info.options)
    return random_history(game_id, seed, "open" if chosen else "")


def main(game_id: str, first: int = 0, count: int = 100) -> int:
    """Play ``count`` games; the number that failed."""
    failed = 0
    for seed in range(first, first + count):
        try:
            history = random_history(game_id, seed)
            assert history.game.result(history.state) is not None, "no result at the end"
        except Exception:
            failed += 1
            print(f"--- {game_id}, seed {seed}\n{traceback.format_exc(limit=-3)[-900:]}")
    print(f"{game_id}: {count} games, {failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1], *map(int, sys.argv[2:4]))))
