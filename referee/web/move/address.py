"""The address of a server as people type or paste it."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from referee.web.http.move_codes import LENGTH, code_form

MOST = 300
HOST = re.compile(r"(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)(:\d{1,5})?", re.ASCII)
PATH = re.compile(r"(/[\w.~-]+)*", re.ASCII)
OWN_MACHINE = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?")
PAGE = "/bring"
"""The page of a server that shows a code."""


@dataclass(frozen=True)
class ServerAddress:
    """Where a server is, and the code that came with its link, if any."""

    base: str
    code: str = ""

    def target(self, code: str) -> str:
        """Where a game is sent to; with several nodes a code begins with its node's letter."""
        return f"{self.base}{PAGE}/{code[0] if len(code) > LENGTH else 'here'}"


class BadAddress(ValueError):
    """Not an address that this page can reach; ``http`` if that alone is what is wrong."""

    def __init__(self, http: bool = False) -> None:
        super().__init__("http" if http else "address")
        self.http = http


def read_address(typed: str) -> ServerAddress:
    """Read an address with or without https; raises BadAddress.

    A page that came by https reaches no server by http, but on the same machine.
    """
    text = typed.strip()[:MOST]
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host = parts.netloc.lower().encode("idna").decode()
    except ValueError as bad:
        raise BadAddress from bad
    path = parts.path.rstrip("/").removesuffix(PAGE)
    if parts.scheme not in ("http", "https") or not _is_plain(host, path):
        raise BadAddress
    if parts.scheme == "http" and not OWN_MACHINE.fullmatch(host):
        raise BadAddress(http=True)
    return ServerAddress(f"{parts.scheme}://{host}{path}", code_form(parts.fragment))


def _is_plain(host: str, path: str) -> bool:
    return bool(HOST.fullmatch(host) and PATH.fullmatch(path))


def split_target(target: str) -> tuple[str, str]:
    """Return a server's address and the short name by which people know it."""
    base = target.rpartition(PAGE)[0]
    parts: SplitResult = urlsplit(base)
    return base, f"{parts.netloc}{parts.path}"
