"""Open the database before serving, and explain what is wrong with it."""

import re
from pathlib import Path

from referee.files import CLONED
from referee.store import Store
from referee.store.errors import NewerDatabase, StoreBusy, StoreError, StoreFailed


def in_both(code: str, **params: object) -> list[str]:
    """Why the server cannot start, in English and in Japanese."""
    from referee.words import LANGUAGES, Translator

    texts = [Translator(lang, "server", {}).say(f"start.{code}", params) for lang in LANGUAGES]
    return (
        texts
        if CLONED
        else [
            re.sub(r"make run (\w+)=", lambda named: f"referee serve --{named[1].lower()} ", text)
            for text in texts
        ]
    )


def wrong_with(database: Path) -> list[str]:
    """Create or migrate a database; on failure why, in English, Japanese and SQLite's words."""
    try:
        Store(database).close()
    except StoreError as problem:
        own = f"SQLite: {problem.cause}" if isinstance(problem, StoreFailed) else str(problem)
        english, japanese = in_both(_sort(problem), file=database)
        return [english, f"{japanese}\n{own}"]
    return []


def of_others(database: Path, node: str) -> list[str]:
    """Why a database is not this node's, in English and in Japanese; empty if it is."""
    with Store(database) as store:
        others = "".join(sorted(store.letters() - set(node)))
    return in_both("other_node", file=database, letters=others, node=node) if others else []


def _sort(problem: StoreError) -> str:
    match problem:
        case NewerDatabase():
            return "newer"
        case StoreBusy():
            return "busy"
        case StoreFailed():
            return problem.why
    return "failed"
