"""An evening of one phone: games by taps, every page looked at, and whatever can be sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from urllib.parse import urlencode, urljoin, urlsplit

from lxml import html

from bench.phone import JSON, Answer, Phone, open_table, script, seats_of
from tests.stateful.forms import fill, forms
from tests.support.asked_alike import URL
from tests.support.editions import BELOW, Editions

WAYS = "//@href | //@hx-get | //@data-href"
PLACES = ("", "new", "try", "ask", "rules", "settings", "import", "backup", "api/openapi.json")
PAGES = (
    *("", "/menu", "/sheet", "/share", "/players", "/players/s1", "/fix", "/tv", "/setup", "/join"),
    *("/rows", "/precedents", "/result", "/correct/3", "/record.json", "/rounds.csv", "/lines.csv"),
    *("/message.txt", "/bgstats.bgsplay", "/changes", "/beside", "/rev", "/ruling/1/s1"),
)
"""Of the site, and of a table."""
SENDS, GOES_ON = 0.7, 0.8
"""How often a form is sent, and how often the walk goes on from where it leads."""


def play(device: Editions, game: str, taps: int, looks: int, acts: int) -> None:
    """Enter so many steps of a game by taps, with looks around it, and so many random acts."""
    seats = seats_of(game, 4)
    code = open_table(device, game, seats)
    table = f"{BELOW}/t/{code}"
    phone = Phone(device, code)
    phone.look()
    for step in islice(script(game, seats), taps):
        phone.enter(step)
    look_around(device, looks, *(f"{table}{page}" for page in PAGES))
    act(device, [f"{table}{page}" for page in PAGES], Random(game), acts)
    record = device.ask("GET", f"{table}/record.json")
    device.ask("POST", "/api/records", {"Content-Type": JSON}, record.body)
    look_around(device, looks, f"{BELOW}/?lang=ja", *(f"{BELOW}/{place}" for place in PLACES))
    home = f"{BELOW}/?lang=en"
    groups = [way for way in ways(device.ask("GET", home), home) if "/g/" in way]
    look_around(device, looks // 2, *groups[:1])
    look_around(device, looks, *(f"{table}{page}" for page in PAGES))


def look_around(device: Editions, most: int, *start: str) -> None:
    """Open pages, what they lead to, and what that leads to."""
    seen, todo = set[str](), deque(start)
    while todo and len(seen) < most:
        at = todo.popleft()
        if at not in seen:
            seen.add(at)
            todo += ways(device.ask("GET", at), at)


def act(device: Editions, starts: Sequence[str], rng: Random, times: int) -> None:
    """Send forms as they come, filled at random, and go where they lead."""
    at = starts[0]
    answer = device.ask("GET", at)
    for _time in range(times):
        page = page_of(answer)
        offered = [] if page is None else forms(page)
        if page is not None and offered and rng.random() < SENDS:
            form = fill(page, rng.choice(offered), rng)
            body = urlencode(form.data, doseq=True).encode()
            answer = device.ask("POST", urljoin(at, form.action), {}, body)
        else:
            leads = [*ways(answer, at)]
            at = rng.choice(leads) if leads and rng.random() < GOES_ON else rng.choice(starts)
            answer = device.ask("GET", at)


def page_of(answer: Answer) -> html.HtmlElement | None:
    """The page that came, if one did."""
    told = answer.headers.get("Content-Type", "")
    shows = "html" in told and answer.body
    return html.document_fromstring(answer.body.decode()) if shows else None


def ways(answer: Answer, at: str) -> Iterator[str]:
    """The addresses of the site to which an answer leads."""
    page = page_of(answer)
    found = [] if page is None else [str(one) for one in page.xpath(WAYS)]
    for one in [answer.headers.get("Location", at), *found]:
        to = urlsplit(urljoin(urljoin(URL, at), one))
        inside = to.netloc == urlsplit(URL).netloc and to.path.startswith(f"{BELOW}/")
        if inside and "/static/" not in to.path:
            yield f"{to.path}?{to.query}".rstrip("?")
