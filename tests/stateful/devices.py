"""The phones of a walk: what each sends and what came back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from lxml import html
from werkzeug.routing import MapAdapter

from referee.web.http.permissions import AccessLevel
from tests.support.client import FAILURES, awaiting

Sent = Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """What one request of a phone was answered with."""

    phone: Phone
    method: str
    address: str
    endpoint: str
    status: int
    text: str
    type: str
    access_level: AccessLevel
    location: str = ""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What its address names: a table, an entry."""
        return self.phone.site.match(urlsplit(self.address).path, method=self.method)[1]

    @property
    def refused(self) -> bool:
        """Whether it was not done."""
        return self.status >= 400

    @cached_property
    def page(self) -> html.HtmlElement | None:
        """The page, if it is one."""
        return (
            html.document_fromstring(self.text)
            if self.type == "text/html" and self.text.strip()
            else None
        )

    def __str__(self) -> str:
        return f"{self.phone.name}: {self.method} {self.address} → {self.status}"


@dataclass
class Phone:
    """One phone, or a program with a link: ``look`` at addresses and ``send`` forms or JSON; every
    answer is ``heard``.

    ``lag`` is how many revisions it is behind when it says what it has seen.
    """

    name: str
    client: FlaskClient
    site: MapAdapter
    hear: Callable[[Answer], None]
    access_level_of: Callable[[Phone], AccessLevel]
    link: str = ""
    lag: int = 0

    def look(self, address: str) -> Answer:
        """Open an address; of a stream only how it begins."""
        return self._answer("GET", address)

    def send(self, address: str, **sent: Any) -> Answer:
        """Send a form (``data``) or JSON (``json``)."""
        return self._answer("POST", address, **sent)

    def _answer(self, method: str, address: str, **sent: Any) -> Answer:
        endpoint = str(self.site.match(urlsplit(address).path, method=method)[0])
        known = not self.link or address.startswith("/api/")
        access_level = self.access_level_of(self) if known else "stranger"
        headers = {"Authorization": f"Bearer {self.link}"} if self.link else {}
        with awaiting(*FAILURES):  # the property that nothing fails looks at the status
            response = self.client.open(address, method=method, headers=headers, **sent)
        kind, body = response.mimetype, ""
        if endpoint != "live.stream":
            body = response.get_data(as_text=kind.startswith("text/") or "json" in kind)
        response.close()
        text, where = body if isinstance(body, str) else "", response.headers.get("Location", "")
        status = response.status_code
        answer = Answer(self, method, address, endpoint, status, text, kind, access_level, where)
        self.hear(answer)
        return answer
