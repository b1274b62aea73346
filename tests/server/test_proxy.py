"""Behind nginx, over http and https, at the root and below a path, which nginx leaves or takes
away.
"""

from __future__ import annotations

import http.client
import json
import re
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from referee.server.certificate import certificate
from tests.support.nginx import proxying
from tests.support.real_server import PATIENCE, RealServer, free_port

CONFIG = """
server {{
    listen 127.0.0.1:{port}{tls};
    location {prefix}/ {{
        proxy_pass http://127.0.0.1:{behind}{rest};
        proxy_set_header X-Forwarded-For $http_x_test_client;
    }}
}}
"""


@dataclass
class Site:
    """A server behind nginx, as a phone finds it."""

    url: str
    authority: Path | None

    def ask(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> http.client.HTTPResponse:
        parts = urlsplit(self.url)
        assert parts.hostname
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
        if self.authority:
            secure = ssl.create_default_context(cafile=str(self.authority))
            connection = http.client.HTTPSConnection(
                parts.hostname, parts.port, timeout=20, context=secure
            )
        sent = {"Content-Type": "application/json", "Connection": "close"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, str) or body is None else json.dumps(body)
        connection.request(method, path, data, sent)
        return connection.getresponse()


@pytest.fixture(
    params=[
        ("http", "", ""),
        ("https", "", ""),
        ("http", "/referee", ""),
        ("https", "/referee", "/"),
    ],
    ids=lambda one: "".join(one),
)
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    scheme, prefix, rest = request.param
    port, behind, tls, authority = free_port(), free_port(), "", None
    if scheme == "https":
        files = certificate(tmp_path / "tls", ("127.0.0.1",))
        authority, tls = (
            files.authority,
            f" ssl; ssl_certificate {files.chain}; ssl_certificate_key {files.key}",
        )
    url = f"{scheme}://127.0.0.1:{port}{prefix}/"
    config = CONFIG.format(port=port, tls=tls, prefix=prefix, behind=behind, rest=rest)
    with (
        RealServer(tmp_path, behind, "--behind-proxy", "1", "--url", url),
        proxying(tmp_path, config) as proxy,
    ):
        made = Site(url, authority)
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                assert made.ask("GET", f"{prefix}/").status == 200
                break
            except ConnectionError:
                if proxy.poll() is not None or time.monotonic() > ends:
                    pytest.fail((tmp_path / "error.log").read_text())
                time.sleep(0.05)
        yield made


@pytest.mark.slow
def test_an_evening_behind_a_proxy(site: Site) -> None:
    """Links, cookie, page, worker, form and stream; and the limiter counts phones, not the
    proxy.
    """
    prefix = urlsplit(site.url).path.rstrip("/")
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    start = ("POST", f"{prefix}/api/tables", {"game": "pairs", "seats": seats})
    answer = site.ask(*start)
    cookie, opened = str(answer.getheader("Set-Cookie")), json.load(answer)
    assert all(link.startswith(f"{site.url}join/") for link in opened["links"].values())
    assert f"Path={prefix}/;" in f"{cookie};"
    assert ("Secure" in cookie) == site.url.startswith("https")
    mine, table = {"Cookie": cookie.partition(";")[0]}, f"{prefix}/t/{opened['code']}"
    page = site.ask("GET", table, **mine).read().decode()
    assert f'data-live="{table}/live"' in page
    assert re.search(rf'src="{prefix}/static/js-\w+/app\.js"', page)
    assert f'HOME = "{prefix}/"' in site.ask("GET", f"{prefix}/sw.js").read().decode()
    own = "{0.scheme}://{0.netloc}".format(urlsplit(site.url))
    for origin, status in ((own, 303), ("https://other.example", 403)):
        headers = {"Content_Type": "application/x-www-form-urlencoded", "Origin": origin}
        assert site.ask("POST", f"{prefix}/settings", "lang=en", **headers).status == status
    with site.ask("GET", f"{table}/live", **mine) as stream:
        lines = [stream.readline() for _ in range(3)]
        assert b"event: rev\n" in lines
    statuses = [site.ask(*start, X_Test_Client=f"198.51.100.{n // 120}").status for n in range(122)]
    assert statuses == [201] * 122, "phones at two addresses are one to the limiter"
    assert site.ask(*start, X_Test_Client="198.51.100.0").status == 429
