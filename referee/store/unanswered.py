"""Questions that found no rule: only their words, a few for each table, for its host."""

from sqlite_utils import Database

MOST = 20
MOST_SIGNS = 200


def store_question(db: Database, table_id: int, words: str, at: float) -> None:
    """Store a question once, dropping the oldest beyond `MOST`; ignore an empty or too long one."""
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


def load_questions(db: Database, table_id: int) -> list[str]:
    """Return a table's questions, newest first."""
    asked = "SELECT words FROM unanswered WHERE table_id = ? ORDER BY at DESC"
    return [words for (words,) in db.execute(asked, (table_id,))]


def clear(db: Database, table_id: int) -> None:
    """Delete a table's questions."""
    db.execute("DELETE FROM unanswered WHERE table_id = ?", (table_id,))
