"""Twin tables: two walks that differ in one secret entry alone, compared answer by answer on every
phone that must not know it.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from referee.games import GAMES
from referee.kernel.concurrent import still_hidden
from referee.kernel.contract import Prompt, complete_options
from referee.kernel.fields import Value
from referee.sample import Sample, sample_game, sample_move, sample_options

from .devices import Answer, Phone
from .laws import require
from .walker import Step, Walk, steps_of

OWNER = "seat"
LONGEST = 80
"""So many entries come at most before a table asks for a secret."""
Secrets = tuple[Prompt, Mapping[str, Any], Mapping[str, Any]]
PASSING = (
    (r'(name="key" value=|"key": ?)"[^"]*"', ""),
    (r' d="[^"]*"', ""),
    (r"\d{4}-\d\d-\d\dT[\d:.+]+", ""),
    (r"\b\d\d:\d\d\b", ""),
    (r'"(at|played)": ?[\d.]+', ""),
)
"""What no two requests share: keys, times, the glyphs of a picture that hold them."""
ALONE = {"bring_in", "come_late", "move_group", "rule_too_late"}
"""Acts by phones, servers, files or clocks of their own, which the other table has not."""


def secret_games() -> list[str]:
    """The games in which entries may be secret until the reveal."""
    return [
        name
        for name, game in GAMES.items()
        if any(option.field.name == "entry" for option in game.info.options)
    ]


def _secretive(game_id: str, seed: int) -> dict[str, Value]:
    """House rules, drawn at random, by which several seats are asked for secrets at once in a
    sample game.
    """
    game, rng = GAMES[game_id], random.Random(seed)
    seats = tuple(f"s{at}" for at in range(1, game.info.seats[0] + 1))
    while True:
        options = {**sample_options(game.info, seats, rng), "entry": "secret"}
        start = game.setup(seats, complete_options(game.info, seats, options))
        for sample in sample_game(game, start, rng):
            if (
                len(
                    {
                        prompt.seat
                        for prompt in game.prompts(sample.state)
                        if prompt.secret and not prompt.aside
                    }
                )
                > 1
            ):
                return options


class _Recorded(Walk):
    """A walk that keeps every request and its answer."""

    def __init__(self, game: str, seed: int) -> None:
        self.heard: list[Answer] = []
        super().__init__(game, seed, options=_secretive(game, seed))

    def hear(self, answer: Answer) -> None:
        self.heard.append(answer)
        super().hear(answer)


def twins(game: str, seed: int, before: int = 12, after: int = 12) -> int:
    """Walk two tables alike but for one secret, and compare what everybody else is told.

    How many answers were compared after the secret was entered: 0 where no moment for one came.
    """
    with mock.patch("referee.web.view.page_header.REDO_SECONDS", math.inf):
        return _twins(game, seed, before, after)


def _twins(game: str, seed: int, before: int, after: int) -> int:
    """As ``twins``, however long the machine takes: the pages of both must be as old."""
    with _alike(seed):
        one = _Recorded(game, seed)
    with _alike(seed):
        other = _Recorded(game, seed)
    try:
        steps = [step for step in steps_of(game, seed, before + after) if step.act not in ALONE]
        for step in steps[:before]:
            _together(one, other, step, look=False)
        found = _played_to_a_secret(one, other, random.Random(seed))
        return _differ(one, other, found, steps[before:]) if found else 0
    finally:
        one.close()
        other.close()


@contextmanager
def _alike(seed: int) -> Iterator[None]:
    """Codes, links and devices drawn alike in both."""
    rng = random.Random(seed)
    with mock.patch("referee.store.codes.secrets") as drawn:
        drawn.choice, drawn.token_urlsafe = (
            rng.choice,
            lambda size: f"{rng.getrandbits(8 * size):0{2 * size}x}",
        )
        drawn.token_hex = drawn.token_urlsafe
        yield


def _played_to_a_secret(one: _Recorded, other: _Recorded, rng: random.Random) -> Secrets | None:
    """Enter alike at both tables until a secret is asked for; None where none comes, as at a table
    that was ended.
    """
    for _ in range(LONGEST):
        if found := _secrets(one, rng):
            return found
        _together(one, other, Step("enter", rng.getrandbits(32)), look=False)
    return None


def _secrets(walk: Walk, rng: random.Random) -> Secrets | None:
    """A secret question open to the owner's seat with two different answers, while somebody else's
    is awaited too.
    """
    history, seat = walk.history, walk.seat(walk.phones[OWNER])
    awaited = [prompt for prompt in history.prompts if prompt.secret and not prompt.aside]
    own = [prompt for prompt in awaited if prompt.seat == seat]
    if (
        not own
        or len({prompt.seat for prompt in awaited}) < 2
        or walk.stopped(history)
        or not walk.may_enter(walk.phones[OWNER])
    ):
        return None
    drawn = [sample_move(walk.game, history.state, own[:1], rng) for _ in range(8)]
    answers = [one.answer for one in drawn if isinstance(one, Sample)]
    different = [answer for answer in answers if answer != answers[0]]
    return (own[0], answers[0], different[0]) if different else None


def _differ(one: _Recorded, other: _Recorded, found: Secrets, steps: Sequence[Step]) -> int:
    """Enter the two secrets and go on alike until they are revealed."""
    prompt, *answers = found
    for walk, answer in zip((one, other), answers, strict=True):
        entry = {"kind": prompt.kind, "seat": prompt.seat, "data": dict(answer)}
        body = {"seen": walk.history.revision, "key": "secret", "entries": [entry]}
        sent = walk.phones[OWNER].send(f"/api/t/{walk.code}/moves", json=body)
        require(
            sent.status == 201,
            "a legal secret entry is refused",
            f"{walk.game.info.id} {prompt.kind}",
            sent.text,
        )
    secret, compared = one.history.revision, 0
    for step in steps:
        more = _together(one, other, step, secret)
        if more is None:
            break
        compared += more
    return compared


def _together(
    one: _Recorded, other: _Recorded, step: Step, secret: int = 0, look: bool = True
) -> int | None:
    """Do a step at one table, send the same requests at the other, and compare what came back.

    None once the secret is out, or was changed by its owner, as the two tables then differ in more.
    """
    sent: list[tuple[Phone, str, str, dict[str, Any]]] = []
    other.keys = one.keys
    with _alike(step.seed), _noted(sent):
        one.heard.clear()
        (one.step if look else one.act)(step)
    answers, other.code = list(one.heard), one.code
    if step.act == "put_in_order":
        # Done in the store itself, so there is no request to send again.
        other.cast()
    changed = any(method == "POST" and phone.name == OWNER for phone, method, *_rest in sent)
    if secret and (changed or not still_hidden(one.history, secret)):
        return None
    with _alike(step.seed):
        for answer, (phone, method, address, body) in zip(answers, sent, strict=True):
            twin = other.phones[phone.name]
            twin.link = phone.link
            again = twin.look(address) if method == "GET" else twin.send(address, **body)
            if phone.name != OWNER:
                _alike_told(answer, again)
    return sum(phone.name != OWNER for phone, *_sent in sent)


@contextmanager
def _noted(sent: list[tuple[Phone, str, str, dict[str, Any]]]) -> Iterator[None]:
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
    seen = (
        f"{answer}"
        f" {again.status}\n…{told[max(0, at - 120) : at + 120]}…"
        f"\n…{twin[max(0, at - 120) : at + 120]}…"
    )
    require(False, "a hidden entry shows", f"{answer.endpoint}, {answer.phone.name}", seen)


def _passing(text: str) -> str:
    for pattern, put in PASSING:
        text = re.sub(pattern, put, text)
    return text
