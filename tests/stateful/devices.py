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
        endpoint = self._endpoint("GET", address)
        if endpoint != "live.stream":
            return self._answer("GET", address, endpoint)
        access_level = (
            self.access_level_of(self)
            if not self.link or address.startswith("/api/")
            else "stranger"
        )
        with awaiting(*FAILURES):  # the property that nothing fails looks at the status
            response = self.client.get(address, headers=self._headers(), buffered=False)
        response.close()
        return self._heard("GET", address, endpoint, access_level, response, "")

    def send(self, address: str, **sent: Any) -> Answer:
        """Send a form (``data``) or JSON (``json``)."""
        return self._answer("POST", address, self._endpoint("POST", address), **sent)

    def _answer(self, method: str, address: str, endpoint: str, **sent: Any) -> Answer:
        access_level = (
            self.access_level_of(self)
            if not self.link or address.startswith("/api/")
            else "stranger"
        )
        with awaiting(*FAILURES):
            response = self.client.open(address, method=method, headers=self._headers(), **sent)
        text = response.get_data(
            as_text=response.mimetype.startswith("text/") or "json" in response.mimetype
        )
        return self._heard(
            method, address, endpoint, access_level, response, text if isinstance(text, str) else ""
        )

    def _heard(
        self,
        method: str,
        address: str,
        endpoint: str,
        access_level: AccessLevel,
        response: Any,
        text: str,
    ) -> Answer:
        status, type_, location = (
            response.status_code,
            response.mimetype,
            response.headers.get("Location", ""),
        )
        answer = Answer(
            self, method, address, endpoint, status, text, type_, access_level, location
        )
        self.hear(answer)
        return answer

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.link}"} if self.link else {}

    def _endpoint(self, method: str, address: str) -> str:
        return str(self.site.match(urlsplit(address).path, method=method)[0])
