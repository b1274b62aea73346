"""Several nodes behind one address in one process: requests go where nginx's printed configuration
would lead them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from flask import Flask
from werkzeug.test import Client

from referee.server.nginx import configuration

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MAP = re.compile(r'^map "([^"]*)" (\$\w+) {\n(.*?)^}', re.M | re.S)
ENTRY = re.compile(r'^ +(default|"[^"]*") (\S+);$', re.M)
UPSTREAM = re.compile(r"^upstream (\w+) {\n(.*?)^}", re.M | re.S)
URL = "http://localhost/"


@dataclass
class Behind:
    """The one address: a WSGI application over those of the nodes, by the letters of each; ``down``
    are nodes that do not answer.
    """

    nodes: Mapping[str, Flask]
    down: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        text = configuration({letters: f"{letters}:1" for letters in self.nodes}, URL)
        self._maps = {
            name: (source, ENTRY.findall(body)) for source, name, body in MAP.findall(text)
        }
        self._upstreams = {
            name: re.findall(r"server (\w+):1", body) for name, body in UPSTREAM.findall(text)
        }

    def phone(self) -> Client:
        """A phone that knows the one address alone."""
        return Client(self)

    def ways(self, address: str, cookies: Mapping[str, str] | None = None) -> list[str]:
        """The letters of the nodes that a request is for, the first one first."""
        parts = urlsplit(address)
        asked = {f"$arg_{name}": values[0] for name, values in parse_qs(parts.query).items()}
        sent = {f"$cookie_{name}": value for name, value in (cookies or {}).items()}
        return self._upstreams[
            self._value("$referee_node", {"$uri": unquote(parts.path), **asked, **sent})
        ]

    def _value(self, name: str, known: Mapping[str, str]) -> str:
        if name not in self._maps:
            return known.get(name, "")
        source, entries = self._maps[name]
        text = re.sub(r"\$\w+", lambda used: self._value(used[0], known), source)
        found = dict(entries)["default"]
        for pattern, value in entries:
            kind = re.match(r'"~(\*?)(.*)"', pattern)
            if kind and re.search(kind[2], text, re.I if kind[1] else 0):
                found = value
                break
        return self._value(found, known) if found.startswith("$") else found

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        cookies = {
            name: one.value for name, one in SimpleCookie(environ.get("HTTP_COOKIE", "")).items()
        }
        way = self.ways(f"{environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}", cookies)
        up = [letters for letters in way if letters not in self.down]
        if not up:
            start_response("502 Bad Gateway", [])
            return [b""]
        answer: Any = self.nodes[up[0]](environ, start_response)
        return answer  # type: ignore[no-any-return]
