"""Opening the database before anything is served: what is wrong with it, in words for whoever starts the server."""

from pathlib import Path

from referee.store import Store
from referee.store.errors import NewerDatabase, StoreBusy, StoreError, StoreFailed


def in_both(code: str, **params: object) -> list[str]:
    """Why the server cannot start, in English and in Japanese."""
    from referee.words import LANGUAGES, Speaker

    return [Speaker(lang, "server", {}).say(f"start.{code}", params) for lang in LANGUAGES]


def wrong_with(database: Path) -> list[str]:
    """Make a database or bring it up to date; if that fails, why, in English and in Japanese with SQLite's own words."""
    try:
        Store(database).close()
    except StoreError as problem:
        own = f"SQLite: {problem.cause}" if isinstance(problem, StoreFailed) else str(problem)
        english, japanese = in_both(_sort(problem), file=database)
        return [english, f"{japanese}\n{own}"]
    return []


def _sort(problem: StoreError) -> str:
    match problem:
        case NewerDatabase():
            return "newer"
        case StoreBusy():
            return "busy"
        case StoreFailed():
            return problem.why
    return "failed"
