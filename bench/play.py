"""Games to enter: sample games of every game, written down once as entries, and phones that enter
them.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

from bench.client import Answer, Client
from referee.games import GAMES
from referee.kernel.contract import complete_options
from referee.sample import sample_game

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
FRAGMENT = {"HX-Request": "true"}
_keys = count()


@dataclass(frozen=True)
class Step:
    """One entry, as the API and as a form would bring it."""

    kind: str
    seat: str | None
    data: Mapping[str, Any]

    def json(self) -> dict[str, Any]:
        """The entry for the API."""
        return {"kind": self.kind, "seat": self.seat, "data": dict(self.data)}

    def form(self) -> Iterator[tuple[str, str]]:
        """The entry's fields in a form."""
        yield "kind", self.kind
        yield "seat", self.seat or ""
        yield from self.chosen()

    def chosen(self) -> Iterator[tuple[str, str]]:
        """What is tapped for it, one thing after the other."""
        for name, value in self.data.items():
            if isinstance(value, list):
                yield from ((name, str(item)) for item in value)
            elif value is not None and value is not False:
                yield name, "1" if value is True else str(value)


@lru_cache(maxsize=64)
def script(game_id: str, seats: int, seed: int) -> tuple[Step, ...]:
    """All entries of a sample game."""
    game = GAMES[game_id]
    ids = tuple(f"s{at}" for at in range(1, seats + 1))
    start = game.setup(ids, complete_options(game.info, ids, {}, "page"))
    return tuple(
        Step(one.prompt.kind, one.prompt.seat, one.answer)
        for one in sample_game(game, start, random.Random(seed))
    )


class Phone:
    """One phone that enters game after game, each at a table of its own."""

    def __init__(self, port: int, game_id: str, seats: int, seed: int = 0) -> None:
        self.client = Client(port)
        self._game, self._seats = game_id, seats
        self._script = script(game_id, seats, seed)
        self._todo: deque[tuple[str, int, Step]] = deque()

    def open_table(self) -> str:
        """Open a table and note down its entries; its code."""
        seats = [{"name": name} for name in NAMES[: self._seats]]
        answer = self.client.post_json(
            "/api/tables", {"game": self._game, "edition": "page", "seats": seats}
        )
        code = str(expect(answer, 201).header("location").rsplit("/", 1)[1])
        self._todo.extend((code, seen, step) for seen, step in enumerate(self._script, 1))
        return code

    def start_again(self) -> str:
        """Leave what is open and open another table; its code."""
        self._todo.clear()
        return self.open_table()

    def sibling(self, port: int) -> Client:
        """Another connection of the same device."""
        other = Client(port)
        other.cookie = self.client.cookie
        return other

    def prepare(self, entries: int) -> None:
        """Open tables until there are so many entries to make."""
        while len(self._todo) < entries:
            self.open_table()

    @property
    def left(self) -> int:
        """How many entries the open table still takes."""
        return len(self._todo)

    def upcoming_form(self) -> list[tuple[str, str]]:
        """The next entry's form, before it is sent for good."""
        _, seen, step = self._todo[0]
        return [("seen", str(seen)), *step.form()]

    def enter_json(self) -> Answer:
        """The next entry, by the API."""
        path, _, body = self._next_json()
        return expect(self.client.post_json(path, body), 201)

    def begin_json(self) -> int:
        """Send the next entry by the API; the revision that it makes."""
        path, seen, body = self._next_json()
        self.client.begin_json(path, body)
        return seen + 1

    def finish_json(self) -> Answer:
        """The answer to the entry that was begun."""
        return expect(self.client.finish(), 201)

    def enter_form(self, headers: Mapping[str, str] | None = None) -> Answer:
        """The next entry as a phone makes it: the form, and the page part that it leads to."""
        sent = {**FRAGMENT, **(headers or {})}
        answer = self._post_form(sent)
        while answer.status == 303:
            answer = self.client.get(answer.header("location"), sent)
        return expect(answer, 200)

    def enter_form_alone(self) -> Answer:
        """The next entry by the form, without the page it leads to."""
        return expect(self._post_form(FRAGMENT), 200, 303)

    def _post_form(self, headers: Mapping[str, str], *more: tuple[str, str]) -> Answer:
        code, seen, step = self._next()
        fields = [("seen", str(seen)), ("key", f"k{next(_keys)}"), *step.form(), *more]
        return self.client.post_form(f"/t/{code}/entry", fields, headers)

    def _next_json(self) -> tuple[str, int, dict[str, Any]]:
        code, seen, step = self._next()
        return (
            f"/api/t/{code}/moves",
            seen,
            {"seen": seen, "key": f"k{next(_keys)}", "entries": [step.json()]},
        )

    def _next(self) -> tuple[str, int, Step]:
        if not self._todo:
            self.open_table()
        return self._todo.popleft()


class FloorPhone(Phone):
    """The same phone at the floor, which keeps no tables; its pages are as long as ``size``
    says.
    """

    size = 0

    def enter_form(self, headers: Mapping[str, str] | None = None) -> Answer:
        """The next entry, and a page part of the size that the application's has."""
        answer = expect(self._post_form(FRAGMENT, ("size", str(self.size))), 303)
        return expect(self.client.get(answer.header("location"), FRAGMENT), 200)

    def open_table(self) -> str:
        """Note down the entries of another game."""
        code = f"T{next(_keys)}"
        self._todo.extend((code, seen, step) for seen, step in enumerate(self._script, 1))
        return code


def expect(answer: Answer, *statuses: int) -> Answer:
    """The answer, or RuntimeError if it is another one than expected: then nothing was measured."""
    if answer.status not in statuses:
        raise RuntimeError(f"Expected {statuses}, got {answer.status}: {answer.body[:600]!r}")
    return answer
