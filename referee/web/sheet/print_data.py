"""The printed sheet's data: what the game lays out for its template, with names, places and corrections added."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.kernel.contract import complete_options, rank_by
from referee.web.view.option_words import house_rules
from referee.web.view.score_changes import corrections, last_number
from referee.web.view.seat_words import handover_notes
from referee.web.view.view import View


def sheet_data(view: View, date: str, url: str, qr: Sequence[str]) -> dict[str, Any]:
    """Everything a filled sheet needs; a game in progress leaves its rounds to come empty."""
    game, history = view.history.game, view.history
    defaults = complete_options(game.info, history.seats, {})
    edition = history.events[0].data.get("edition", "page")
    decided = game.info.editions.get(edition, {})
    placed = {seat: place for place, seat in _places(view)} if view.result else {}
    laid_out = game.paper(history.state)
    _mark(laid_out, corrections(view), {(made.round, seat) for made in history.played for seat in made.seats_let_stand})
    for entry in (entry for row in laid_out.get("rows", []) for entry in row):
        entry["boxes"] = [view.plain.word(value) if isinstance(value, str) else value for value in entry["boxes"]]
    return {
        "code": view.table.join_code,
        "date": date,
        "place": None,
        "recorder": None,
        "url": url,
        "qr": list(qr),
        "edition": edition,
        "house": [
            *(note.rstrip(".。") for note in handover_notes(view)),
            *house_rules(view.table.game, {k: v for k, v in history.options.items() if k not in decided}, defaults),
        ],
        "players": [
            {
                "name": view.names[seat],
                "dealer": seat == view.scene.dealer,
                "total": view.totals[seat] if view.result else None,
                "place": placed.get(seat),
            }
            for seat in history.seats
        ],
        **laid_out,
    }


def _places(view: View) -> list[tuple[int, str]]:
    """Who came in which place; of an evening on which nobody has won a game there is none."""
    assert view.result is not None
    if view.history.game.info.tally and not any(view.totals.values()):
        return []
    places, place = [], 1
    for group in rank_by(view.totals) if view.history.game.info.tally else view.result.ranking:
        places += [(place, seat) for seat in group]
        place += len(group)
    return places


def _mark(node: Any, changed: Mapping[tuple[int, str], Any], overruled: Collection[tuple[int, str | None]]) -> None:
    """Mark every entry (a mapping with ``round`` and ``seat``) that was corrected or overruled."""
    if isinstance(node, list):
        for child in node:
            _mark(child, changed, overruled)
    elif isinstance(node, dict):
        own: tuple[Any, Any] = (node.get("round"), node.get("seat"))
        if (was := last_number(changed.get(own, ()))) is not None:
            node["was"] = was
        if own in overruled:
            node["overruled"] = True
        for child in node.values():
            _mark(child, changed, overruled)
