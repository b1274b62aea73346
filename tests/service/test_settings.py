"""The house: what the host set last holds, and nothing that is not offered."""

from __future__ import annotations

from referee.event import Event
from referee.kernel.history import replay
from referee.service.settings import TableSettings, table_settings
from tests.support.toy import TOY


def setting(seq: int, **data: object) -> Event:
    return Event(seq, "setting", data=data)


def test_the_newest_setting_holds() -> None:
    """Each name by itself, and what a table begins with where there is none."""
    assert table_settings(()) == TableSettings("link", "wait")
    watch, enter = setting(2, newcomers="watch", calls="go"), setting(5, newcomers="enter")
    assert table_settings((watch, enter)) == TableSettings("enter", "go")


def test_what_is_not_offered_is_passed_over() -> None:
    """Unknown names, values of other names, lists."""
    odd = setting(2, newcomers="host", calls=["go"], colour="red")
    assert table_settings((odd, Event(3, "call", data={"calls": "go"}))) == TableSettings()


def test_a_history_keeps_its_table_events_apart() -> None:
    """They change no score, and are at hand without a look at every move."""
    start = Event(1, "start", data={"seats": ["s1", "s2"], "options": {}})
    history = replay(TOY, [start, setting(2, calls="go")])
    assert [event.seq for event in history.table_events] == [2]
    assert history.state == history.start
