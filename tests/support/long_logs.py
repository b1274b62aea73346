"""Long logs: the events of tables that hold many of every type, for properties about how the work
grows with them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import complete_options
from tools.sample import Sample, sample_move

SEATS = ("s1", "s2", "s3")
POOR, OTHER, UNDONE = (
    {"cards": cards} for cards in (["JS", "4S", "9H"], ["JS", "4S", "9S"], ["JD", "4D", "9D"])
)
ROUND = (
    ("poor", "s1", POOR),
    ("thief", "s2", {"cards": ["5H"]}),
    ("thief", "s3", {"cards": ["6H"]}),
)
Log = Callable[[int], list[Event]]


class _Log(list[Event]):
    """The events behind the first one of a table."""

    def add(self, type_: str, **data: Any) -> int:
        """Write a table event or a retraction: its number."""
        self.append(Event(0, type_, data=data, by="watch", reason="words"))
        return len(self) + 1


def busy(times: int) -> list[Event]:
    """A round of Indian Chief, then everything but entries that stand, so many times."""
    log = _Log(Event(0, "move", seat, kind, data, by="host") for kind, seat, data in ROUND)
    log.add("setting", calls="go")
    log.add("call", round=1, of=2, waits=False, phone="q")
    for at in range(times):
        dispute = log.add("call", round=1, of=2 + at % 3, waits=False, phone="p", clause="IC-12")
        log.add("go_on", of=dispute)
        log.add(
            "settled", of=dispute, outcome=("stands", "ruled", "withdrawn", "corrected")[at % 4]
        )
        log.add("ruling", clause="IC-12")
        log.add("setting", newcomers=("link", "watch")[at % 2])
        log.add("seat", seat="s1", change="renamed", round=1)
        log.add("seat", seat="s2", change="replaced", round=1, was=1, now=2)
        log.add("phone", phone=2, change="watches")
        log.add("closed", round=1)
        log.add("reopened")
        _corrections(log, (POOR, OTHER)[at % 2])
    return log


def _corrections(log: _Log, entry: Mapping[str, Any]) -> None:
    """A correction of the first entry, an entry that is taken back, put back and taken back
    again.
    """
    log.append(
        Event(0, "amend", "s1", "poor", {"of": 2, "entry": entry}, reason="misread", by="s1")
    )
    log.append(Event(0, "move", "s2", "poor", UNDONE, by="s2"))
    undo = log.add("retract", of=len(log) + 1)
    log.add("retract", of=log.add("retract", of=undo))


def undone_undos(times: int) -> list[Event]:
    """An entry, its undo, the undo of that, and so on, ten times as many as asked."""
    kind, seat, data = ROUND[0]
    entry = Event(0, "move", seat, kind, data, by="host")
    return [
        entry,
        *(Event(0, "retract", data={"of": seq}, by="watch") for seq in range(2, 2 + 10 * times)),
    ]


def series(times: int) -> list[Event]:
    """A series of Not a Pair, of four times as many entries as asked, all of which stand."""
    return [
        Event(0, "move", seat, kind, dict(data), by="host")
        for kind, seat, data in _series(4 * times)
    ]


@lru_cache
def _series(moves: int) -> list[tuple[str, str | None, Mapping[str, Any]]]:
    game, rng, made = GAMES["not-a-pair"], random.Random(26), []
    state = game.setup(SEATS, complete_options(game.info, SEATS, {}, "page"))
    while len(made) < moves:
        asked = game.prompts(state)
        again = [replace(prompt, aside=False) for prompt in asked if prompt.kind == "again"]
        found = sample_move(game, state, again or asked, rng)
        assert isinstance(found, Sample), found
        made.append((found.prompt.kind, found.prompt.seat, found.answer))
        state = game.advance(state, found.move)
    return made


LOGS: Mapping[str, tuple[str, Log]] = {
    name: (game, log)
    for name, game, log in (
        ("everything", "indian-chief", busy),
        ("undone undos", "indian-chief", undone_undos),
        ("a series", "not-a-pair", series),
    )
    if game in GAMES
}
"""Games, and the logs that grow at their tables."""
