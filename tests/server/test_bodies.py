"""Bodies that arrive slowly, or never end: bounded by bytes, of each sender and of all, and in
nobody's way.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from referee.server.bodies import MOST, MOST_OF_ONE, SECONDS, Bodies
from referee.server.gateway import LARGE, Gateway
from referee.web.http.security import MAX_BODY

PART = 32 * 1024
FLOOD = 1000
AT_ONCE = 20
SLACK = AT_ONCE * PART
"""One part of each that comes at the same moment is in memory before any can give way."""


class Headers(dict[str, str]):
    """The headers of a request, as the server has them."""

    def get_all(self, name: str) -> list[str]:
        """The values under one name."""
        return [self[name]] if name in self else []


class Sent:
    """A request on its way: so many bytes of its body come, and then nothing, or its end."""

    held = 0
    most = 0

    def __init__(
        self,
        size: int,
        finished: bool,
        told: str | None = "",
        address: str = "192.0.2.7",
        forwarded: str = "",
    ) -> None:
        length = {} if told is None else {"content-length": told or str(size)}
        more = {"x-forwarded-for": forwarded} if forwarded else {}
        self.scope = SimpleNamespace(
            method="POST",
            path="/",
            query_string="",
            server="localhost:80",
            http_version="1.1",
            client=f"{address}:1000",
            scheme="http",
            authority=None,
            headers=Headers(length | more),
        )
        self.size, self.finished, self.read = size, finished, 0
        self.status = 0

    def _keep(self, more: int) -> None:
        self.read += more
        Sent.held += more
        Sent.most = max(Sent.most, Sent.held)

    async def __call__(self) -> bytes:
        """All of it at once."""
        await asyncio.sleep(0)
        self._keep(self.size)
        if not self.finished:
            await asyncio.sleep(1000)
        return b"x" * self.size

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Part by part."""
        for at in range(0, self.size, PART):
            await asyncio.sleep(0)
            part = b"x" * min(PART, self.size - at)
            self._keep(len(part))
            yield part
        if not self.finished:
            await asyncio.sleep(1000)

    def response_str(self, status: int, _headers: Any, _text: str) -> None:
        """What is answered without the application."""
        self._answer(status)

    def response_bytes(self, status: int, _headers: Any, _body: bytes) -> None:
        """What the application answers."""
        self._answer(status)

    def _answer(self, status: int) -> None:
        self.status = status
        Sent.held -= self.read


def echo(environ: Any, start: Any) -> Iterable[bytes]:
    """An application that takes everything."""
    start("200 OK", [])
    return [environ["wsgi.input"].read()]


@pytest.fixture(autouse=True)
def nothing_held() -> None:
    Sent.held = Sent.most = 0


class Hurried(asyncio.SelectorEventLoop):
    """A loop whose clock can be set ahead, so that nobody waits and no slow machine hurries."""

    ahead = 0.0

    def time(self) -> float:
        """The seconds on its clock."""
        return super().time() + self.ahead


def exchanged(sent: list[Sent], proxies: int = 0, app: Any = echo) -> Gateway:
    """The gateway to which all of these were sent, so many at the same moment."""
    gateway = Gateway(app, 4, proxies=proxies)

    loop = Hurried()

    async def all_of_them_sent() -> None:
        gateway.__rsgi_init__(loop)
        asking = []
        for at, one in enumerate(sent):
            asking.append(asyncio.ensure_future(gateway(one.scope, one)))
            if at % AT_ONCE == 0:
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        while any(not one.status and (one.finished or one.read < one.size) for one in sent):
            await asyncio.sleep(0)
        loop.ahead = SECONDS
        await asyncio.gather(*asking)

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(all_of_them_sent())

    # In a thread of its own, as a browser of other tests may have a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(run).result()
    assert gateway._bodies.taken == 0
    assert not gateway._bodies._taken
    assert not gateway._bodies._arriving
    return gateway


@pytest.mark.parametrize("size", [100, LARGE, LARGE + 1, 255_000])
@pytest.mark.parametrize("told", ["", None], ids=["length", "chunked"])
def test_one_address_fills_its_own_share_and_is_in_nobodys_way(size: int, told: str | None) -> None:
    flood = [Sent(size, False, told) for _ in range(FLOOD)]
    others = [Sent(200_000, True, address=f"198.51.100.{at}") for at in range(5)]
    exchanged([*flood[:-50], *others, *flood[-50:]])
    assert [one.status for one in others] == [200] * 5
    found = Counter(one.status for one in flood)
    assert found.keys() <= {503, 408}
    assert found[408] == min(FLOOD, MOST_OF_ONE // (MAX_BODY if told is None else size))
    assert Sent.most <= MOST_OF_ONE + 5 * 200_000 + SLACK


def test_all_addresses_together_have_a_bound_and_the_largest_gives_way() -> None:
    flood = [Sent(255_000, False, address=f"192.0.{at % 200}.1") for at in range(FLOOD)]
    other = Sent(200_000, True, address="198.51.100.1")
    exchanged([*flood[:-50], other, *flood[-50:]])
    assert other.status == 200
    assert {one.status for one in flood} == {503, 408}
    assert Sent.most <= MOST + SLACK


def test_a_short_form_does_not_give_way_to_long_ones() -> None:
    form = Sent(300, False)
    exchanged([form, *(Sent(255_000, False) for _ in range(FLOOD))])
    assert form.status == 408


def test_many_addresses_of_one_customer_are_one_sender() -> None:
    flood = [Sent(255_000, False, address=f"[2001:db8:7:{at:x}::1]") for at in range(FLOOD)]
    exchanged(flood)
    assert Sent.most <= MOST_OF_ONE + SLACK


@pytest.mark.parametrize(("proxies", "most"), [(0, MOST_OF_ONE), (1, MOST)])
def test_behind_a_proxy_whoever_it_names_is_the_sender(proxies: int, most: int) -> None:
    flood = [Sent(255_000, False, forwarded=f"10.0.0.1, 192.0.{at % 200}.1") for at in range(500)]
    exchanged(flood, proxies)
    assert most - MAX_BODY < Sent.most <= most + SLACK


def test_a_proxy_on_this_machine_may_send_for_everybody() -> None:
    flood = [Sent(255_000, False, address="127.0.0.1") for _ in range(500)]
    exchanged(flood)
    assert MOST - MAX_BODY < Sent.most <= MOST + SLACK


def test_what_waits_to_be_answered_counts_until_it_is() -> None:
    """Whole bodies wait for a thread; what comes then is asked to come again."""
    all_of_them = [Sent(255_000, True) for _ in range(200)]
    exchanged(all_of_them)
    assert {one.status for one in all_of_them} == {200, 503}
    assert Sent.most <= MOST_OF_ONE + SLACK


@pytest.mark.parametrize("told", [None, "999999999999999"])
def test_a_body_without_an_end_is_read_no_further_than_any_may_be_long(told: str | None) -> None:
    endless = Sent(100 * MAX_BODY, True, told)
    exchanged([endless])
    assert endless.status == 200
    assert endless.read <= MAX_BODY + PART


def test_a_body_without_an_end_is_refused_by_the_application(app: Flask) -> None:
    endless = Sent(100 * MAX_BODY, True, None)
    endless.scope.path = "/join"
    endless.scope.headers["content-type"] = "application/x-www-form-urlencoded"
    exchanged([endless], app=app)
    assert endless.status == 413
    assert Sent.most <= MAX_BODY + PART


def test_room_is_given_back_once() -> None:
    held = Bodies(100, 60)
    rooms = [held.take("a", 30), held.take("a", 30)]
    for room in (rooms[0], rooms[0], rooms[1]):
        held.give_back(room)
    assert held.taken == 0
