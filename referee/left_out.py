"""Why a game cannot be loaded: the file, the line and the error."""

import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .game_files import GAMES, game_file
from .rulebook import MalformedRulebook

HOME = Path(__file__).parents[1]


@dataclass(frozen=True)
class Slip:
    """An error in a game's folder: ``place`` is the file and, if known, the line."""

    place: str
    said: str


def slip_in(game: str, error: BaseException) -> Slip:
    """Locate an error in the files of a game, from the exception of reading or playing them."""
    if isinstance(error, MalformedRulebook):
        return _malformed(game, str(error))
    if isinstance(error, SyntaxError) and error.filename:
        return Slip(
            _place(Path(error.filename), error.lineno), f"{type(error).__name__}: {error.msg}"
        )
    frames = traceback.extract_tb(error.__traceback__)
    folder = game_file(game, "game.py").parent
    own = [frame for frame in frames if folder in Path(frame.filename).parents]
    said = f"{type(error).__name__}: {error}"
    return (
        Slip(_place(Path(own[-1].filename), own[-1].lineno), said)
        if own
        else Slip(_place(folder, None), said)
    )


def _place(file: Path, line: int | None) -> str:
    shown = file.relative_to(HOME) if file.is_relative_to(HOME) else file
    return f"{shown}:{line}" if line else str(shown)


def _malformed(game: str, message: str) -> Slip:
    """The message begins with game and file; a TOML error contains its own line."""
    name, said = re.sub(r"^[\w-]+: ", "", message).split(": ", 1)
    file = GAMES / game.replace("-", "_") / name
    told = re.search(r"\(at line (\d+)", said)
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return Slip(_place(file, int(told[1]) if told else line_of(text, said)), said)


def line_of(toml: str, message: str) -> int | None:
    """The line a message is about: that of its key, else where its innermost entry begins.

    Entries come from outside in, ``clause SM-1: kind 'engin' is …`` or ``SM-1: unknown key …``.
    """
    lines, at, found = toml.splitlines(), 0, 0
    *entries, last = message.split(": ")
    for entry in entries:
        at = found = next(_headed(lines, at, entry), 0) or found
    key = next(iter(re.findall(r"\w+", last)), "")
    end = next(
        (n for n, line in enumerate(lines[at:], at + 1) if line.startswith("[")), len(lines) + 1
    )
    return (
        next((n for n in range(max(at, 1), end) if re.match(rf"\s*{key}\s*=", lines[n - 1])), found)
        or None
    )


def _headed(lines: list[str], after: int, entry: str) -> Iterator[int]:
    """The lines where an entry begins: list items by label or number, others by table or key."""
    kind, _space, label = entry.partition(" ")
    heads = [
        n
        for n, line in enumerate(lines, 1)
        if n > after and re.match(rf"\[\[?(\w+\.)?{re.escape(kind)}\]", line)
    ]
    if number := re.fullmatch(r"number (\d+)", label):
        yield from heads[int(number[1]) - 1 :]
    for head in heads if label else ():
        block = lines[
            head : next(
                (n for n in range(head, len(lines)) if lines[n].startswith("[")), len(lines)
            )
        ]
        if any(
            re.match(rf"\s*(id|value|version)\s*=\s*\"{re.escape(label)}\"", line) for line in block
        ):
            yield head
    yield from () if label else heads
    yield from (
        n
        for n, line in enumerate(lines, 1)
        if n > after and re.match(rf"\s*{re.escape(kind)}\s*=", line) and not label
    )
