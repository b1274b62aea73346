"""Twin tables: two walks that differ in one secret entry alone, compared answer by answer on every
phone that must not know it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, ClassVar
from unittest import mock

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from referee.games import GAMES
from referee.kernel.concurrent import is_unrevealed
from referee.kernel.contract import Prompt, complete_options
from referee.kernel.fields import Value
from tools.sample import Sample, sample_game, sample_move, sample_options

from . import acts
from .devices import Answer, Phone
from .machine import TABLES, Acts
from .walk import Walk, alike

OWNER = "seat"
ENTRIES = 12
"""As many entries at most were made before a secret is looked for."""
LONGEST = 80
"""So many entries come at most before a table asks for a secret."""
Sent = tuple[Phone, str, str, dict[str, Any]]
Secrets = tuple[Prompt, Mapping[str, Any], Mapping[str, Any]]
PASSING = (
    (r'(name="key" value=|"key": ?)"[^"]*"', ""),
    (r' d="[^"]*"', ""),
    (r"\d{4}-\d\d-\d\dT[\d:.+]+", ""),
    (r"\b\d\d:\d\d\b", ""),
    (r'"(at|played)": ?[\d.]+', ""),
)
"""What no two requests share: keys, times, the glyphs of a picture that hold them."""


def _secretive(game_id: str, seed: int) -> dict[str, Value]:
    """House rules, drawn at random, by which several seats are asked for secrets at once in a
    sample game.
    """
    game, rng = GAMES[game_id], Random(seed)
    seats = tuple(f"s{at}" for at in range(1, game.info.seats[0] + 1))
    while True:
        options = {**sample_options(game.info, seats, rng), "entry": "secret"}
        start = game.setup(seats, complete_options(game.info, seats, options))
        for sample in sample_game(game, start, rng):
            if len(_awaited(game.prompts(sample.state))) > 1:
                return options


class _Recorded(Walk):
    """A walk that keeps every answer."""

    def __init__(self, game: str, rng: Random, options: Mapping[str, Any]) -> None:
        self.heard: list[Answer] = []
        super().__init__(game, rng, options)

    def hear(self, answer: Answer) -> None:
        self.heard.append(answer)
        super().hear(answer)


class Twins(Acts):
    """Two tables alike but for one secret; every act is done at one, its requests are sent again at
    the other.
    """

    compared: ClassVar[int] = 0
    """Answers that were compared since the secret was entered."""

    @initialize(seed=TABLES, entries=st.integers(0, ENTRIES))
    def begin(self, seed: int, entries: int) -> None:
        """Play alike until a secret is asked for, and enter another one at each table."""
        self.kept, self.secret = ExitStack(), 0
        # However long the machine takes, the pages of both are as old.
        self.kept.enter_context(mock.patch("referee.web.view.page_header.REDO_SECONDS", math.inf))
        options = _secretive(self.game, seed)
        with alike(seed):
            self.one = _Recorded(self.game, Random(seed), options)
        self.kept.callback(self.one.close)
        with alike(seed):
            self.other = _Recorded(self.game, Random(seed), options)
        self.kept.callback(self.other.close)
        rng, found = Random(seed), None
        for at in range(LONGEST):
            if at >= entries and (found := _secrets(self.one, rng)):
                break
            self._together(acts.enter, rng)
        assume(found)
        self._enter(found)
        self._together(Walk.open_all, rng)

    def do(self, act: acts.Act, rng: Random) -> None:
        """Do an act and open every address at both tables, until the secret is out."""
        if self.secret:
            self._together(act, rng)
        if self.secret:
            self._together(Walk.open_all, rng)

    def teardown(self) -> None:
        if hasattr(self, "kept"):
            self.kept.close()

    def _enter(self, found: Secrets) -> None:
        """Enter the two secrets."""
        prompt, *answers = found
        for walk, answer in zip((self.one, self.other), answers, strict=True):
            entry = {"kind": prompt.kind, "seat": prompt.seat, "data": dict(answer)}
            body = {"seen": walk.history.revision, "key": "secret", "entries": [entry]}
            sent = walk.phones[OWNER].send(f"/api/t/{walk.code}/moves", json=body)
            assert sent.status == 201, f"a legal secret entry is refused: {sent.text}"
        self.secret = self.one.history.revision

    def _together(self, act: acts.Act, rng: Random) -> None:
        """Do an act at one table, send the same requests at the other, and compare the answers.

        Once the secret is out, or was changed by its owner, the two tables differ in more.
        """
        one, other, seed = self.one, self.other, rng.getrandbits(32)
        sent: list[Sent] = []
        other.keys = one.keys
        one.heard.clear()
        with alike(seed), _noted(sent):
            act(one, rng)
        answers, other.code = list(one.heard), one.code
        if act is acts.put_in_order:
            # Done in the store itself, so there is no request to send again.
            other.cast()
        changed = any(method == "POST" and phone.name == OWNER for phone, method, *_rest in sent)
        if self.secret and (changed or not is_unrevealed(one.history, self.secret)):
            self.secret = 0
            return
        with alike(seed):
            for answer, (phone, method, address, body) in zip(answers, sent, strict=True):
                twin = other.phones[phone.name]
                twin.link = phone.link
                again = twin.look(address) if method == "GET" else twin.send(address, **body)
                if phone.name != OWNER:
                    _alike_told(answer, again)
                    Twins.compared += bool(self.secret)


def _awaited(prompts: Iterable[Prompt]) -> dict[str | None, Prompt]:
    """The secret questions by seat."""
    return {prompt.seat: prompt for prompt in prompts if prompt.secret and not prompt.aside}


def _secrets(walk: Walk, rng: Random) -> Secrets | None:
    """A secret question open to the owner's seat with two different answers, while somebody else's
    is awaited too.
    """
    history, owner = walk.history, walk.phones[OWNER]
    awaited = _awaited(history.prompts)
    own = awaited.get(walk.seat(owner))
    if own is None or len(awaited) < 2 or walk.stopped(history) or not walk.may_enter(owner):
        return None
    drawn = [sample_move(walk.game, history.state, [own], rng) for _ in range(8)]
    answers = [one.answer for one in drawn if isinstance(one, Sample)]
    other = next((answer for answer in answers if answer != answers[0]), None)
    return (own, answers[0], other) if other is not None else None


@contextmanager
def _noted(sent: list[Sent]) -> Iterator[None]:
    """Keep what every phone sends."""
    look, send = Phone.look, Phone.send

    def looked(phone: Phone, address: str) -> Answer:
        sent.append((phone, "GET", address, {}))
        return look(phone, address)

    def posted(phone: Phone, address: str, **body: Any) -> Answer:
        sent.append((phone, "POST", address, body))
        return send(phone, address, **body)

    with mock.patch.object(Phone, "look", looked), mock.patch.object(Phone, "send", posted):
        yield


def _alike_told(answer: Answer, again: Answer) -> None:
    told, twin = _passing(answer.text), _passing(again.text)
    if (answer.status, answer.location, told) == (again.status, again.location, twin):
        return
    at = next(
        (at for at, (one, two) in enumerate(zip(told, twin, strict=False)) if one != two),
        min(len(told), len(twin)),
    )
    around = slice(max(0, at - 120), at + 120)
    seen = f"{answer} {again.status}\n…{told[around]}…\n…{twin[around]}…"
    raise AssertionError(f"a hidden entry shows: {seen}")


def _passing(text: str) -> str:
    for pattern, put in PASSING:
        text = re.sub(pattern, put, text)
    return text
