"""Behind a proxy: every way of every page leads below the address that phones know, and so do
codes, cookies and the worker.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask

from referee.web.http.public_url import ADDRESS
from tests.support.examples import EXAMPLES
from tests.support.talk import opened_by

WAYS = re.compile(
    r'\b(?:href|src|action|formaction|hx-get|hx-post|data-(?:home|manifest|words|read|wide|live|later|awake)|value)="([^"]*)"'
)
START = ("", "new", "rules", "ask", "print", "try", "join", "offline", "nowhere")
OF_A_TABLE = ("sheet", "menu", "join", "players", "fix", "print", "share", "tv", "result", "setup")
GAME = EXAMPLES[0]
OTHERS = [("https://cards.example/", ""), ("http://cards.example:8080/a/b-c/", "/a/b-c")]
SITES = [
    ("https://cards.example/referee/", "/referee"),
    *(pytest.param(site, marks=pytest.mark.slow) for site in OTHERS),
]


Site = tuple[Flask, str, str]


@pytest.fixture(params=SITES, ids=str)
def site(request: pytest.FixtureRequest, new_app: Callable[..., Flask]) -> Site:
    """An application, its address, and the path of that."""
    url, prefix = request.param
    return new_app(URL=url), url, prefix


def test_every_way_of_every_page_stays_below_the_address(site: Site) -> None:
    app, url, prefix = site
    client = app.test_client()
    code = opened_by(client, GAME, below=prefix)["code"]
    of_the_table = [f"t/{code}", *(f"t/{code}/{page}" for page in OF_A_TABLE)]
    pages = [*START, f"settings?back={prefix}/rules", *of_the_table]
    seen, wrong = set[str](), []
    for page in pages:
        answer = client.get(f"{prefix}/{page}", headers={"Accept": "text/html"})
        assert answer.status_code in (200, 303) or page == "nowhere", (page, answer.status_code)
        found = " ".join(WAYS.findall(answer.get_data(as_text=True)))
        for way in found.split():
            own = way.startswith(url.partition("/")[0]) and "cards.example" in way
            if (way.startswith("/") and not way.startswith(f"{prefix}/")) or (
                own and not way.startswith(url)
            ):
                wrong.append(f"{page}: {way}")
            if re.match(rf"{prefix}/(t/|static/|rules)", way):
                seen.add(way.replace("&amp;", "&"))
    assert wrong == []
    assert len(seen) > 50
    for way in sorted(seen):
        assert client.get(way).status_code in (200, 303, 405), way


def test_a_proxy_may_leave_the_path_or_take_it_away(site: Site) -> None:
    app, _, prefix = site
    for path in ("/rules", f"{prefix}/rules"):
        assert f'href="{prefix}/rules/' in app.test_client().get(path).get_data(as_text=True)


def test_links_and_codes_have_the_address(site: Site) -> None:
    app, url, prefix = site
    opened = opened_by(app.test_client(), GAME, below=prefix)
    assert all(link.startswith(f"{url}join/") for link in opened["links"].values())


def test_cookies_are_sent_to_this_site_alone_and_only_safely_where_it_is_safe(
    site: Site,
) -> None:
    app, url, prefix = site
    client = app.test_client()
    body = {"game": GAME, "seats": [{"name": "Ann"}, {"name": "Bo"}]}
    answer = client.post(f"{prefix}/api/tables", json=body)
    sent = [
        *answer.headers.getlist("Set-Cookie"),
        *client.get(f"{prefix}/?lang=ja").headers.getlist("Set-Cookie"),
        *client.post(f"{prefix}/settings", data={"lang": "en"}).headers.getlist("Set-Cookie"),
    ]
    device = "__Host-device" if url.startswith("https:") and not prefix else "device"
    assert {cookie.partition("=")[0] for cookie in sent} == {device, "lang", "looks"}
    assert {re.search(r"Path=([^;]*)", cookie)[1] for cookie in sent} == {f"{prefix}/"}  # type: ignore[index]
    assert ("Secure" in sent[0]) == url.startswith("https")


def test_the_worker_and_the_app_are_of_this_site(site: Site) -> None:
    app, _, prefix = site
    client = app.test_client()
    worker = client.get(f"{prefix}/sw.js").get_data(as_text=True)
    assert f'const HOME = "{prefix}/";' in worker
    kept = json.loads(re.search(r"const KEPT = (.*);", worker)[1])  # type: ignore[index]
    assert [address for address in kept if client.get(address).status_code != 200] == []
    told = client.get(f"{prefix}/manifest-en.webmanifest").get_json(force=True)
    assert (told["scope"], told["start_url"], told["id"]) == (f"{prefix}/",) * 3


def test_pages_of_this_address_may_send_forms_and_others_may_not(
    site: Site,
) -> None:
    app, url, prefix = site
    own = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    for origin, status in ((own, 303), ("https://other.example", 403)):
        headers = {"Origin": origin, "Host": "127.0.0.1:8000"}
        sent = app.test_client().post(f"{prefix}/settings", data={"lang": "en"}, headers=headers)
        assert sent.status_code == status


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("https://cards.example", True),
        ("http://192.168.1.2:8080/referee/", True),
        ("https://[fd00::1]/a", True),
        ("cards.example", False),
        ("ftp://cards.example/", False),
        ("https://cards.example/a b", False),
        ("https://cards.example/?x", False),
        ('https://cards.example/"', False),
    ],
)
def test_what_an_address_may_be(text: str, fine: bool) -> None:
    assert bool(ADDRESS.fullmatch(text)) == fine
