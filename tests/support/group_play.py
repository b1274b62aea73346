"""Tables of a group at random: whole games, taken back and put right here and there, seats that
somebody else takes over.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from referee.event import Event, new_move
from referee.games import GAMES
from referee.kernel.history import History
from referee.service.errors import Breaks, NothingToCorrect, NothingToUndo, Refused
from referee.service.seats import CLOSED, REOPENED, SEAT
from referee.service.tables import TableService
from referee.store.outcomes import OutcomeRow
from referee.store.values import TableRow
from referee.web.group.story import TableSummary
from referee.web.group.table_summary import summary_of
from tests.support.random_play import random_history
from tools.sample import Sample, sample_move

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal", "Ida", "Jo")


def open_game(
    service: TableService, game_id: str, seed: int, rng: random.Random, group: int | None = None
) -> TableRow:
    """A table at which a random game is played to its end, by people drawn from ten; its newest
    entry is made by the table service.
    """
    played = random_history(game_id, seed)
    start = played.events[0].data
    names = rng.sample(NAMES, len(played.seats))
    people = [(seat, name, None) for seat, name in zip(played.seats, names, strict=True)]
    table = service.open(game_id, people, start["options"], start["edition"], group)
    *earlier, last = played.events[1:]
    if earlier:
        accepts = [
            made.allowed or tuple(ruling.code for ruling in made.demands) for made in played.played
        ]
        moves = [replace(one, accept=accept) for one, accept in zip(earlier, accepts, strict=False)]
        service.store.append(table.id, 1, moves, "moves")
    accept = tuple(ruling.code for ruling in played.played[-1].demands)
    move = new_move(last.kind, last.seat, last.data, accept)
    service.enter(table, last.seq - 1, [move], "last", "host", "so", overrules=True)
    return table


def changed(
    service: TableService, table: TableRow, times: int, rng: random.Random
) -> Iterator[str]:
    """Change a table so often: what was done, each time right after it."""
    for at in range(times):
        history, key = service.history(table), f"c{at}"
        change = rng.choice(
            ["undo", "undo", "correct", "correct", "correct", "replace", "close", "reopen"]
        )
        try:
            if change == "undo":
                service.undo(table, history.revision, key, "host", history.revision, hosts=True)
            elif change == "correct":
                _correct(service, table, history, key, rng)
            elif change == "replace":
                _replace(service, table, key, rng)
            else:
                reopened = Event(0, REOPENED, data={"round": 1})
                if change == "close":
                    service.store.announce(table.id, (replace(reopened, type=CLOSED), key))
                    yield change
                    key += "r"
                service.store.announce(table.id, (reopened, key))
        except (Breaks, NothingToUndo, NothingToCorrect, Refused):
            continue
        yield change


def _correct(
    service: TableService, table: TableRow, history: History, key: str, rng: random.Random
) -> None:
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
    entry = new_move(sample.prompt.kind, sample.prompt.seat, sample.answer)
    service.amend(
        table, history.revision, key, "host", "misread", made.seq, entry, rewind=True, hosts=True
    )


def _replace(service: TableService, table: TableRow, key: str, rng: random.Random) -> None:
    seats = service.store.seats(table.id)
    taken = {row.name for row in seats}
    name = rng.choice([name for name in NAMES if name not in taken] or ["Zoe"])
    if name in taken:
        return
    seat = rng.choice(seats).seat
    event = Event(0, SEAT, seat, data={"seat": seat, "change": "replaced", "round": 1})
    service.store.replace_seat(table.id, seat, name, (event, key))


def summary(row: OutcomeRow) -> TableSummary:
    """A table's outcome for its group's story."""
    info = GAMES[row.game].info
    return summary_of(row, info.low_wins, info.made)
