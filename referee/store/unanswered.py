"""Questions at a table that found no rule: the words alone, a few of each table, for its host."""

from sqlite_utils import Database

MOST = 20
MOST_SIGNS = 200


def keep(db: Database, table_id: int, words: str, at: float) -> None:
    """Keep a question once; beyond `MOST` the oldest goes. What is empty or too long is not
    kept.
    """
    if not 0 < len(words) <= MOST_SIGNS:
        return
    db.execute(
        "INSERT INTO unanswered VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET at = ?3",
        (table_id, words, at),
    )
    db.execute(
        "DELETE FROM unanswered WHERE table_id = ?1 AND words NOT IN "
        "(SELECT words FROM unanswered WHERE table_id = ?1 ORDER BY at DESC LIMIT ?2)",
        (table_id, MOST),
    )


def listed(db: Database, table_id: int) -> list[str]:
    """The questions kept of a table, the newest first."""
    return [
        words
        for (words,) in db.execute(
            "SELECT words FROM unanswered WHERE table_id = ? ORDER BY at DESC", (table_id,)
        )
    ]


def clear(db: Database, table_id: int) -> None:
    """Forget the questions of a table."""
    db.execute("DELETE FROM unanswered WHERE table_id = ?", (table_id,))
