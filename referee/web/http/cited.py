"""A clause as a ruling cites it."""

from __future__ import annotations

from . import context


def citation(game: str, clause: str, text: str | None = None) -> dict[str, str]:
    """Number, address and text of a clause or open point: the rulebook's, or what is said of it here."""
    said = context.book(game).entry(clause).text[context.language()] if text is None else text
    return {"id": clause, "href": context.clause_url(clause), "text": said}
