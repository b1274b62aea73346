"""Opening the database before anything is served: what is wrong with it, in words for whoever starts the server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.store import NewerDatabase, Store, StoreBusy, StoreError, StoreFailed

SENTENCES: Mapping[str, tuple[str, str]] = {
    "damaged": (
        "The file with the records is damaged: {}. Put a backup in its place, or move it away to begin with none.",
        "記録のファイルが壊れています: {}。バックアップに置き換えるか、別の場所に移して新しく始めてください。",
    ),
    "newer": (
        "The file with the records was written by a newer Referee: {}. Start that one, or choose another folder: make run DATA=~/referee",
        "記録のファイルは新しい版の Referee のものです: {}。その版で起動するか、別のフォルダーを選んでください: make run DATA=~/referee",
    ),
    "busy": (
        "Another program keeps the file with the records to itself: {}. End it, then start Referee again.",
        "ほかのプログラムが記録のファイルを使っています: {}。終了させてから、もう一度起動してください。",
    ),
    "full": (
        "The disk is full, so the records cannot be kept in {}. Make room, or choose another folder: make run DATA=~/referee",
        "ディスクがいっぱいで、{} に記録できません。空きを作るか、別のフォルダーを選んでください: make run DATA=~/referee",
    ),
    "readonly": (
        "Referee may not write to {}. Allow it, or choose a folder of your own: make run DATA=~/referee",
        "{} に書き込めません。書き込めるようにするか、別のフォルダーを選んでください: make run DATA=~/referee",
    ),
    "failed": (
        "The disk gave an error for {}. Look at the disk, or choose another folder: make run DATA=~/referee",
        "{} でディスクのエラーが起きました。ディスクを確かめるか、別のフォルダーを選んでください: make run DATA=~/referee",
    ),
}


def wrong_with(database: Path) -> tuple[str, str] | None:
    """Make a database or bring it up to date; if that fails, why, in English and in Japanese with SQLite's own words."""
    try:
        Store(database).close()
    except StoreError as problem:
        own = f"SQLite: {problem.cause}" if isinstance(problem, StoreFailed) else str(problem)
        english, japanese = SENTENCES[_sort(problem)]
        return english.format(database), f"{japanese.format(database)}\n{own}"
    return None


def _sort(problem: StoreError) -> str:
    match problem:
        case NewerDatabase():
            return "newer"
        case StoreBusy():
            return "busy"
        case StoreFailed():
            return problem.why
    return "failed"
