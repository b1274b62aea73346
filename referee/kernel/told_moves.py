"""Moves as text, for the fact ``done`` of rules questions, and read back from it."""

import re

from .contract import Move, SeatId
from .fields import Value

NOBODY = "-"
APART, NUMBERED = re.compile(r"[\s;%]"), re.compile(r"%(\d{1,6})\.")
"""Characters that would end a value, and their escaped form ``%<codepoint>.``."""


def told_move(move: Move) -> str:
    """A move as text for the fact ``done``; `read_move` is the inverse."""
    told = {
        name: value
        for name, value in move.data.items()
        if not (value is None or value is False or value == "")
    }
    values = (f"{name}={APART.sub(_numbered, _text(value))}" for name, value in told.items())
    return " ".join((move.kind, move.seat or NOBODY, *values))


def _numbered(sign: re.Match[str]) -> str:
    return f"%{ord(sign[0])}."


def _sign(number: re.Match[str]) -> str:
    return chr(int(number[1]))


def _text(value: Value) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "yes" if value is True else str(value)


def steps(done: str) -> list[str]:
    """The moves of the fact ``done`` as texts; ``;`` separates them."""
    return [*filter(None, map(str.strip, done.split(";")))]


def read_move(entry: str) -> tuple[str, SeatId | None, dict[str, str]]:
    """The kind, seat and answers of one move of the fact ``done``."""
    kind, _, rest = entry.partition(" ")
    seat, *pairs = rest.split() or [NOBODY]
    values = (pair.partition("=")[::2] for pair in pairs)
    return (
        kind,
        None if seat == NOBODY else seat,
        {name: NUMBERED.sub(_sign, value) for name, value in values},
    )
