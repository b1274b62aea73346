"""A stream tells of an entry at once and never twice, at whatever moment of its beginning and
waiting the entry is made.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from referee.event import Event
from referee.service.tables import TableService
from referee.store import Store
from referee.web.http.stream_routes import Events

NOTE = Event(0, "note")
SOON = 0.05
BEGINNING = ("before listen", "after listen", "before head", "after head", "before it is sent")
AFTER = ("before it waits", "while it waits")
Next = Callable[[], bytes]


def in_a_thread(events: Events, _ends: ExitStack) -> Next:
    """The next part, as it is asked for where a server has no loop."""
    parts = iter(events)
    return lambda: next(parts)


def in_a_loop(events: Events, ends: ExitStack) -> Next:
    """The next part, as the server's loop waits for it, in a thread where no other loop runs."""
    thread = ends.enter_context(ThreadPoolExecutor(1))
    runner, parts = asyncio.Runner(), aiter(events)
    ends.callback(lambda: thread.submit(runner.close).result())

    async def part() -> bytes:
        return await anext(parts)

    return lambda: thread.submit(runner.run, part()).result()


def without_beats(part: Next) -> Next:
    """The next part that says something: a wake that finds its news told already is a beat."""

    def told() -> bytes:
        while b"event: beat" in (found := part()):
            pass
        return found

    return told


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store that is not looked through for other processes' entries, which would find late what
    was missed.
    """
    with Store(tmp_path / "referee.db", alone=True) as found:
        yield found


@pytest.mark.parametrize("way", [in_a_thread, in_a_loop])
@pytest.mark.parametrize("moment", [*BEGINNING, *AFTER])
def test_an_entry_is_told_whenever_it_is_made(
    store: Store, monkeypatch: pytest.MonkeyPatch, way: Callable[..., Next], moment: str
) -> None:
    table = store.create_table("chief", NOTE, [("s1", "Ann", None)]).id

    def it_is(now: str) -> None:
        if now == moment:
            store.append(table, 1, [NOTE], "k")

    def told_of(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def told(*given: Any) -> Any:
            it_is(f"before {name}")
            found = work(*given)
            it_is(f"after {name}")
            return found

        return told

    for name in ("listen", "head"):
        monkeypatch.setattr(store, name, told_of(name, getattr(store, name)))
    with ExitStack() as ends:
        events = Events(TableService(store), table, ExitStack())
        ends.callback(events.close)
        part = way(events, ends)
        it_is("before it is sent")
        said = [part()]
        it_is("before it waits")
        later = threading.Timer(SOON, it_is, ["while it waits"])
        later.start()
        if moment in AFTER:
            said.append(part())
        later.join()
        store.append(table, 2, [NOTE], "l")
        said.append(part())
    revisions = [int(one.partition(b"event: rev\ndata: ")[2]) for one in said]
    assert revisions == ([1, 2, 3] if moment in AFTER else [2, 3])


@pytest.mark.parametrize("way", [in_a_thread, in_a_loop])
def test_a_phone_that_is_sent_away_hears_of_that_and_of_nothing_more(
    store: Store, way: Callable[..., Next]
) -> None:
    table = store.create_table("chief", NOTE, [("s1", "Ann", None)]).id
    phones = [store.new_device() for _ in range(2)]
    for phone, role in zip(phones, ("host", "watch"), strict=True):
        store.grant(phone, table, role)  # type: ignore[arg-type]
    number = {phone: store.grant_of(phone, table).number for phone in phones}  # type: ignore[union-attr]
    with ExitStack() as ends:
        stays, goes = (
            way(
                ends.enter_context(closing(Events(TableService(store), table, ExitStack(), phone))),
                ends,
            )
            for phone in phones
        )
        assert b"data: 1" in stays()
        assert b"data: 1" in goes()
        with ThreadPoolExecutor(2) as waiting:
            heard = [waiting.submit(stays), waiting.submit(goes)]
            store.decide(table, number[phones[1]], None, (NOTE, "away"))
            assert [b"data: 2" in one.result(20) for one in heard] == [True, True]
            with pytest.raises((StopIteration, StopAsyncIteration, RuntimeError)):
                goes()
            heard = [waiting.submit(stays)]
            store.append(table, 2, [NOTE], "more")
            assert b"data: 3" in heard[0].result(20)


@pytest.mark.parametrize("way", [in_a_thread, in_a_loop])
def test_a_phone_hears_that_the_game_goes_on_elsewhere(
    store: Store, way: Callable[..., Next]
) -> None:
    """At once, and where it slept meanwhile, once it listens again; later entries are told, too."""
    table = store.create_table("chief", NOTE, [("s1", "Ann", None)]).id
    with ExitStack() as ends, ThreadPoolExecutor(1) as waiting:
        events = Events(TableService(store), table, ExitStack())
        ends.callback(events.close)
        part = without_beats(way(events, ends))
        assert b"event: rev" in part()
        heard = waiting.submit(part)
        store.depart(table, "")
        assert b"event: moved" in heard.result(20)
        asleep = Events(TableService(store), table, ExitStack())
        ends.callback(asleep.close)
        again = without_beats(way(asleep, ends))
        assert [b"event: rev" in again(), b"event: moved" in again()] == [True, True]
        heard = waiting.submit(part)
        store.reopen(table)
        assert b"event: moved" in heard.result(20)
        heard = waiting.submit(part)
        store.append(table, 1, [NOTE], "k")
        assert b"event: rev\ndata: 2" in heard.result(20)
