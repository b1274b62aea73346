"""Tables of the sample sheets played to their end, as records, with the result of each beside them.

``python -m tests.support.sheet_records`` makes all of them again, from the samples as they are now.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from referee.kernel.history import History
from referee.kernel.record import dump
from referee.sheets import game_of_sheet
from tests.support.paths import ROOT
from tests.support.sensible_play import sensible_move
from tests.support.sheet_games import added, begun
from tests.support.sheets import SAMPLES

FOLDER = ROOT / "tests" / "own" / "records"
RESULTS = FOLDER / "results.toml"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Emi", "Finn", "Gwen", "Hiro")
EACH = 3
SEEDS = 12
"""The shortest of so many games is taken."""
PLAYERS: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("hearts", "wizard"), (3, 4, 6)),
    **dict.fromkeys(("spades", "tichu"), (4, 4, 4)),
    "oh-hell": (3, 5, 7),
    "skat": (3, 3, 4),
    "koi-koi": (2, 2, 2),
    "daifugo": (4, 5, 6),
    **dict.fromkeys(("rummy-500", "phase-10", "farkle", "golf"), (2, 3, 4)),
}
"""How many play at each table of a sample."""


def finished_game(name: str, number: int, seed: int) -> History:
    """A game of a sample as people play it, to its end."""
    rng = random.Random(f"{name} {number} {seed}")
    history = begun(game_of_sheet(SAMPLES[name]), rng, PLAYERS[name][number - 1])
    while move := sensible_move(name, history.game, history.state, rng):
        history = added(history, move)
    return history


def made(name: str, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A record, and the totals and winners of its game by the names of the players."""
    games = (finished_game(name, number, seed) for seed in range(SEEDS))
    history = min(games, key=lambda one: one.revision)
    names = dict(zip(history.seats, NAMES[number - 1 :] + NAMES, strict=False))
    result = history.game.result(history.state)
    assert result is not None
    return dump(history, names), {
        "totals": {names[seat]: total for seat, total in history.state.scores.items()},
        "winners": [names[seat] for seat in result.winners],
    }


def written(record: Mapping[str, Any]) -> str:
    """A record as a file: an entry a line."""
    parts = []
    for key, value in record.items():
        told = json.dumps(value, ensure_ascii=False)
        if key == "events":
            told = "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in value) + "\n]"
        parts.append(f'"{key}": {told}')
    return "{" + ",\n".join(parts) + "}\n"


def results_told(results: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The results of all records as TOML."""
    for name, result in results.items():
        totals = ", ".join(f"{who} = {total}" for who, total in result["totals"].items())
        yield f"[{name}]\ntotals = {{ {totals} }}\nwinners = {json.dumps(result['winners'])}\n"


def main() -> None:
    """Write every record and the results."""
    results = {}
    for name in SAMPLES:
        for number in range(1, EACH + 1):
            record, results[f"{name}-{number}"] = made(name, number)
            (FOLDER / f"{name}-{number}.json").write_text(written(record), encoding="utf-8")
    RESULTS.write_text("\n".join(results_told(results)), encoding="utf-8")


if __name__ == "__main__":
    main()
