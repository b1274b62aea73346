"""Every field of every form of every page takes numbers that no database holds, and the page
stands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from lxml import html
from lxml.html import HtmlElement

from tests.support.talk import CHIEF, DOCTOR, Open, send
from tests.web.group.test_group import group_of
from tests.web.people.test_seats import open_next

HUGE = ("100000000000000000000", "9" * 5000, str(2**63))
MOST_OF_KIND = 2
"""So many pages of each kind are looked at."""
UNTRIED = ("/ask/", "/rules/", "/static/", "/api/", "/print/")
"""Addresses in great numbers, which have no form that is sent."""


def pages(app: Flask, client: FlaskClient, start: str) -> Iterator[tuple[str, HtmlElement]]:
    """Some pages of every kind that can be reached from one, by taps."""
    site, seen, waiting = app.url_map.bind("localhost"), dict[str, int](), deque([start])
    known = {start}
    while waiting:
        address = waiting.popleft()
        endpoint = str(site.match(urlsplit(address).path, method="GET")[0]) + "?".join(
            sorted(urlsplit(address).query.split("=")[:1])
        )
        seen[endpoint] = seen.get(endpoint, 0) + 1
        if seen[endpoint] > MOST_OF_KIND or endpoint.startswith("live."):
            continue
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code < 500, address
        if answer.mimetype != "text/html" or not answer.text.strip():
            continue
        page = html.fromstring(answer.text)
        yield address, page
        for link in page.xpath("//@href"):
            found = urlsplit(urljoin(f"http://localhost{address}", str(link)))
            path = found.path + (f"?{found.query}" if found.query else "")
            if (
                found.netloc == "localhost"
                and path not in known
                and not path.startswith(UNTRIED)
                and site.test(found.path, "GET")
            ):
                known.add(path)
                waiting.append(path)


def actions(app: Flask, address: str, form: HtmlElement) -> Iterator[tuple[str, str, str]]:
    """Wherever a form is sent to, with its endpoint: by itself, by its buttons, by what changes in
    it.
    """
    site, method = app.url_map.bind("localhost"), form.method.upper()
    sent = [
        (method, form.action),
        *((method, one) for one in form.xpath(".//@formaction")),
        *(("POST", one) for one in form.xpath(".//@hx-post | @hx-post")),
    ]
    for way, action in dict.fromkeys(sent):
        path = urlsplit(urljoin(f"http://localhost{address}", action or address)).path
        yield way, path, str(site.match(path, method=way)[0])


def test_no_number_in_any_form_is_too_large(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    first = open_table(CHIEF, "Ann", "Bo", "Cy")
    second = open_next(client, first, "Anna", "Bo", "Cy")
    assert send(client, {"code": second}, DOCTOR).status_code == 201
    tried: set[tuple[str, str]] = set()
    found = [
        *pages(app, client, group_of(client)),
        *pages(app, client, f"/t/{second}"),
        *pages(app, client, "/"),
    ]
    for address, page in found:
        for form in page.forms:
            sent = {name: value or "" for name, value in form.form_values()}
            for method, action, endpoint in actions(app, address, form):
                for name in [
                    name for name in form.fields if (endpoint, name) not in tried and name != "sure"
                ]:
                    tried.add((endpoint, name))
                    for huge in HUGE:
                        told = {**sent, name: huge}
                        more = {"query_string": told} if method == "GET" else {"data": told}
                        answer = client.open(action, method=method, **more)
                        assert answer.status_code < 500, (address, endpoint, name, huge[:30])
    assert {("identities.merge", "other"), ("groups.change_person", "name")} <= tried
    assert len({endpoint for endpoint, _name in tried}) > 15
