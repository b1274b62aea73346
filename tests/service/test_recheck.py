"""Looking again: a player is asked until the cards of that entry are others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.event import Event
from referee.service import recheck
from tests.kernel.test_history import table


def test_who_changed_the_cards_after_being_asked_is_asked_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked again after that change, it is asked again; nobody else is."""
    first, other = table(2).played
    asked = replace(table(2), table_events=(Event(5, "look", data={"of": first.seq}),))
    again = replace(table(2), table_events=(*asked.table_events, Event(7, "look", data={"of": 2})))
    changed = replace(first, changed=6)

    def told(history: object, *colliding: object) -> tuple[object, ...]:
        monkeypatch.setattr(recheck, "colliding", lambda _history: colliding)
        return recheck.to_look_again(history)

    assert told(table(2), first, other) == ()
    assert told(asked, first, other) == (first,)
    assert told(asked, changed, other) == ()
    assert told(again, changed, other) == (changed,)
