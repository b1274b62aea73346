"""What a referee says along a stored table, at the end of every golden record and to questions, as
text to be read and compared.

``python -m tests.support.transcript`` writes all anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.games import GAMES
from referee.kernel.board import BoardRow, Message
from referee.kernel.contract import Illegal, Line, Ruling, Scene
from referee.kernel.game import AnyGame
from referee.kernel.history import History
from referee.kernel.question import LETTERS, settle
from referee.kernel.record import load
from referee.words import Translator, line_sentence, ruling_sentence
from tests.support.golden import asked, files, folder_of
from tests.support.golden import records as question_records
from tools.conformance import played, read


def stored(game_id: str) -> tuple[History, dict[str, str]]:
    """The table that was stored when the game was released, and the names of its seats."""
    text = (folder_of(game_id) / "old_table.json").read_text(encoding="utf-8")
    return load(json.loads(text)["record"], GAMES)


def written(game_id: str) -> dict[Path, str]:
    """What is said now, by the files in which it is kept."""
    folder = folder_of(game_id)
    return {
        folder / "old_table.txt": transcript(game_id),
        folder / "records.txt": records(game_id),
        folder / "rulings.txt": rulings(game_id),
    }


def transcript(game_id: str) -> str:
    """Every entry with what was ruled, then what the table says and asks that it did not before; in
    the end lines and result.
    """
    history, names = stored(game_id)
    translator = Translator("en", game_id, names)
    return "\n".join(_lines(history, translator)) + "\n"


def records(game_id: str) -> str:
    """Of every golden record each ruling on the way, and in the end what the table says and asks,
    its lines and the result.
    """
    return "\n".join(line for path in files(game_id) for line in _record(path)) + "\n"


def rulings(game_id: str) -> str:
    """Of every golden record of a question its ruling: verdict, reasons, drawn cards, lines,
    objections and the rest, or what is refused.
    """
    cases = question_records(game_id)
    return "\n".join(line for case in cases for line in _ruled(game_id, case)) + "\n"


def _ruled(game_id: str, case: Mapping[str, Any]) -> Iterator[str]:
    translator = Translator("en", game_id, {letter: letter for letter in LETTERS})
    yield f"# {case['question']}: {case['name']}"
    try:
        answer = settle(*asked(game_id, case))
    except Illegal as refused:
        yield from (
            f"  refused: {_either(ruling, translator)} at {ruling.field}"
            for ruling in refused.rulings
        )
        return
    first = "" if answer.yes is None else "Yes. " if answer.yes else "No. "
    yield f"  {first}{_either(answer.verdict, translator)}"
    yield from (f"  why: {_said(say, translator)}" for say in answer.why)
    yield from (f"  drawn: {_row(row, translator)}" for row in answer.rows)
    yield from (f"  {_line(line, translator)}" for line in answer.lines)
    yield from (f"  objection: {_either(ruling, translator)}" for ruling in answer.rulings)
    yield from (f"  also: {_said(say, translator)}" for say in answer.also)


def _record(path: Path) -> Iterator[str]:
    case = read(path)
    game, seats = GAMES[case["game"]], tuple(case["seats"])
    translator = Translator("en", game.info.id, {seat: seat.title() for seat in seats})
    state = game.setup(seats, case["options"])
    yield f"# {path.stem}"
    for move, checked, after in played(game, state, case["moves"]):
        state = after
        yield from (
            f"  {move['kind']}: {_either(ruling, translator)}" for ruling in checked.rulings
        )
    yield from (f"  {line}" for line in _scene(game.scene(state), translator))
    yield f"  {_asked(game, state)}"
    yield from (f"  {_line(line, translator)}" for line in game.lines(state))
    result = game.result(state)
    if result:
        yield (
            f"  result: {result.ranking}"
            f" {' | '.join(_said(reason, translator) for reason in result.reasons)}".rstrip()
        )


def _lines(history: History, translator: Translator) -> Iterator[str]:
    game = history.game
    states, before = [history.start, *(played.state for played in history.played)], list[str]()
    for at, state in enumerate(states):
        if at:
            played = history.played[at - 1]
            data = {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in played.move.data.items()
            }
            yield (
                f"# {played.move.seat or 'table'} {played.move.kind}"
                f" {json.dumps(data, ensure_ascii=False)}"
            )
            yield from (f"  ruled: {_either(ruling, translator)}" for ruling in played.rulings)
        now = [*_scene(game.scene(state), translator), _asked(game, state)]
        yield from (f"  {line}" for line in now if line not in before)
        before = now
    result = game.result(history.state)
    yield "# lines"
    yield from (f"  {_line(line, translator)}" for line in history.lines)
    yield f"# result {result.ranking if result else None}"
    yield from (f"  {_said(reason, translator)}" for reason in (result.reasons if result else ()))


def _asked(game: AnyGame, state: Any) -> str:
    waiting = [
        f"{prompt.seat or 'table'} {prompt.kind}"
        for prompt in game.prompts(state)
        if not prompt.aside
    ]
    return f"asked: {', '.join(waiting) or 'nothing'}"


def _scene(scene: Scene, translator: Translator) -> Iterator[str]:
    yield (
        f"round {scene.round}, complete {scene.complete}: {_said(scene.where, translator)}; dealer"
        f" {scene.dealer}; ahead {scene.ahead}; ruler {scene.ruler}"
    )
    for label, say in (
        ("banner", scene.banner),
        ("hint", scene.hint),
        *(("effect", one) for one in scene.effects),
    ):
        if say:
            yield f"{label}: {_said(say, translator)}"
    for row in scene.board:
        yield from (f"board: {_row(one, translator)}" for one in row.columns or (row,))
    if scene.phases:
        yield f"phase: {_said(scene.phases[scene.phase], translator)}"
    for seat, shown in scene.shown.items():
        yield f"shown: {seat} {shown.value} {_said(shown.unit, translator)}"
    held = sorted(f"{one.card} {one.seat} {one.place}" for one in scene.holdings)
    yield f"cards: {'; '.join(held)}"


def _row(row: BoardRow, translator: Translator) -> str:
    spots = " ".join(
        f"{spot.card or '_'}{'/' + spot.state if spot.state else ''}"
        f"{'@' + spot.place if spot.place else ''}{_said(spot.note, translator)}"
        for spot in row.spots
    )
    said = [
        _said(say, translator)
        for say in (row.title, row.note, row.value_note, row.stamp, *row.tags)
    ]
    told = (
        f"{row.seat or ''} [{spots}] {row.value} {row.counts} {row.backs}"
        f" {'active' if row.active else ''} {' | '.join(filter(None, said))}".rstrip()
    )
    built = " / ".join(
        f"{one.shift}: " + " ".join(spot.card or "_" for spot in one.spots) for one in row.built
    )
    return f"{told} built {built}" if built else told


def _line(line: Line, translator: Translator) -> str:
    return f"{line.round} {line.seat} {line.points} {line.clause} {line_sentence(translator, line)}"


def _either(said: Message | Ruling, translator: Translator) -> str:
    return (
        f"{ruling_sentence(translator, said)} {said.clause or ''}".rstrip()
        if isinstance(said, Ruling)
        else _said(said, translator)
    )


def _said(say: Message | None, translator: Translator) -> str:
    return f"{translator.say(f'say.{say.code}', say.params)} {say.clause}".strip() if say else ""


if __name__ == "__main__":
    for game in GAMES:
        if (folder_of(game) / "old_table.json").exists():
            for file, text in written(game).items():
                file.write_text(text, encoding="utf-8")
