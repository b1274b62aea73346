"""Tables of a group at random: whole games, taken back and put right here and there, seats that
somebody else takes over.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from referee.kernel.history import History
from referee.sample import Sample, sample_move
from referee.store.values import NewEvent, TableRow
from referee.table_events.seats import CLOSED, REOPENED, SEAT
from referee.web.desk.desk import Breaks, Desk, Entry, NothingToCorrect, NothingToUndo, Refused
from tests.support.random_play import random_history

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal", "Ida", "Jo")


def open_game(
    desk: Desk, game_id: str, seed: int, rng: random.Random, group: int | None = None
) -> TableRow:
    """A table at which a random game is played to its end, by people drawn from ten; its newest
    entry is made at the desk.
    """
    played = random_history(game_id, seed)
    start = played.events[0].data
    names = rng.sample(NAMES, len(played.seats))
    people = [(seat, name, None) for seat, name in zip(played.seats, names, strict=True)]
    table = desk.open(game_id, people, start["options"], start["edition"], group)
    *earlier, last = played.events[1:]
    if earlier:
        accepts = [
            made.let_stand or tuple(ruling.code for ruling in made.demands)
            for made in played.played
        ]
        moves = [
            NewEvent("move", one.seat, one.kind, dict(one.data), accept)
            for one, accept in zip(earlier, accepts, strict=False)
        ]
        desk.store.append(table.id, 1, moves, "moves")
    accept = tuple(ruling.code for ruling in played.played[-1].demands)
    desk.enter(
        table,
        last.seq - 1,
        [Entry(last.kind, last.seat, last.data, accept)],
        "last",
        "host",
        "so",
        overrules=True,
    )
    return table


def changed(desk: Desk, table: TableRow, times: int, rng: random.Random) -> Iterator[str]:
    """Change a table so often: what was done, each time right after it."""
    for at in range(times):
        history, key = desk.history(table), f"c{at}"
        change = rng.choice(
            ["undo", "undo", "correct", "correct", "correct", "replace", "close", "reopen"]
        )
        try:
            if change == "undo":
                desk.undo(table, history.revision, key, "host", history.revision, hosts=True)
            elif change == "correct":
                _correct(desk, table, history, key, rng)
            elif change == "replace":
                _replace(desk, table, key, rng)
            else:
                desk.store.announce(
                    table.id,
                    (NewEvent(CLOSED if change == "close" else REOPENED, data={"round": 1}), key),
                )
                if change == "close":
                    yield change
                    desk.store.announce(
                        table.id, (NewEvent(REOPENED, data={"round": 1}), key + "r")
                    )
        except (Breaks, NothingToUndo, NothingToCorrect, Refused):
            continue
        yield change


def _correct(desk: Desk, table: TableRow, history: History, key: str, rng: random.Random) -> None:
    """Another answer in the place of any, which gives up what no longer stands behind it."""
    if not history.played:
        raise NothingToCorrect
    made = rng.choice(history.played)
    asked = [
        one
        for one in history.game.prompts(made.before)
        if (one.kind, one.seat) == (made.move.kind, made.move.seat)
    ]
    sample = sample_move(history.game, made.before, asked, rng)
    if not isinstance(sample, Sample):
        raise NothingToCorrect
    entry = Entry(sample.prompt.kind, sample.prompt.seat, sample.answer)
    desk.amend(
        table, history.revision, key, "host", "misread", made.seq, entry, rewind=True, hosts=True
    )


def _replace(desk: Desk, table: TableRow, key: str, rng: random.Random) -> None:
    seats = desk.store.seats(table.id)
    name = rng.choice(
        [name for name in NAMES if name not in {row.name for row in seats}] or ["Zoe"]
    )
    if name in {row.name for row in seats}:
        return
    seat = rng.choice(seats).seat
    event = NewEvent(SEAT, seat, data={"seat": seat, "change": "replaced", "round": 1})
    desk.store.replace_seat(table.id, seat, name, (event, key))
