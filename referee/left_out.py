"""Why a game cannot be loaded: the file, the line and the error."""

import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from .game_files import GAMES, game_file
from .rulebook import MalformedRulebook

HOME = Path(__file__).parents[1]


@dataclass(frozen=True)
class FileError:
    """An error in a game's folder: ``place`` is the file and, if known, the line."""

    place: str
    said: str


def find_error(game: str, error: BaseException) -> FileError:
    """Locate an error in the files of a game, from the exception of reading or playing them."""
    if isinstance(error, MalformedRulebook):
        return _malformed(game, str(error))
    if isinstance(error, SyntaxError) and error.filename:
        return FileError(
            _place(Path(error.filename), error.lineno), f"{type(error).__name__}: {error.msg}"
        )
    frames = traceback.extract_tb(error.__traceback__)
    folder = game_file(game, "game.py").parent
    own = [frame for frame in frames if folder in Path(frame.filename).parents]
    said = f"{type(error).__name__}: {error}"
    return (
        FileError(_place(Path(own[-1].filename), own[-1].lineno), said)
        if own
        else FileError(_place(folder, None), said)
    )


def _place(file: Path, line: int | None) -> str:
    shown = file.relative_to(HOME) if file.is_relative_to(HOME) else file
    return f"{shown}:{line}" if line else str(shown)


def _malformed(game: str, message: str) -> FileError:
    """The message begins with game and file; a TOML error contains its own line."""
    name, said = re.sub(r"^[\w-]+: ", "", message).split(": ", 1)
    file = GAMES / game.replace("-", "_") / name
    told = re.search(r"\(at line (\d+)", said)
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return FileError(_place(file, int(told[1]) if told else line_of(text, said)), said)


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
    if not label:
        keys = range(after + 1, len(lines) + 1)
        yield from heads
        yield from (n for n in keys if re.match(rf"\s*{re.escape(kind)}\s*=", lines[n - 1]))
        return
    named = re.compile(rf"\s*(id|value|version)\s*=\s*\"{re.escape(label)}\"")
    for head in heads:
        block = takewhile(lambda line: not line.startswith("["), lines[head:])
        if any(map(named.match, block)):
            yield head
