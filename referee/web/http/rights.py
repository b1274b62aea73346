"""Access rights: one row for every address, read from `RIGHTS.md`; checks and tests use it.

`least` is the lowest standing served. `cases` need another standing; `own` is for its owner only.
This module is independent of requests.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

Standing = Literal["stranger", "away", "watch", "seat", "player", "host"]
"""A device's standing at a table; a program with a link has the link's."""
Least = Literal["anyone", "watch", "seat", "player", "host", "link", "member"]
ORDER = (
    ("stranger", "away", "anyone", "link"),
    ("watch",),
    ("seat",),
    ("player", "member"),
    ("host",),
)
RANKS = {name: rank for rank, names in enumerate(ORDER) for name in names}


@dataclass(frozen=True)
class Right:
    """One address: method, path, endpoint, and who may use it.

    `outside`: status when not at the table (303 redirects to join); `away`: status when sent away.
    """

    method: str
    path: str
    endpoint: str
    least: Least
    cases: Mapping[str, Least] = field(default_factory=dict)
    own: tuple[str, ...] = ()
    outside: int = 404
    away: int = 0


def _named(cell: str) -> dict[str, Any]:
    return dict(one.split(": ") for one in cell.split("; ") if one)


def _right(row: str) -> Right:
    cells: list[Any] = [cell.strip(" `") for cell in row.strip("|").split("|")]
    method, path, endpoint, least, cases, own, otherwise = cells
    if least not in get_args(Least):
        raise ValueError(row)
    status = {"not at the table": 404, "sent away": 0} | _named(otherwise)
    own = tuple(one for one in own.split("; ") if one)
    return Right(
        method,
        path,
        endpoint,
        least,
        _named(cases),
        own,
        int(status["not at the table"]),
        int(status["sent away"]),
    )


PAGE = (Path(__file__).parents[2] / "RIGHTS.md").read_text(encoding="utf-8")
RIGHTS = tuple(_right(line) for line in PAGE.splitlines() if line.startswith(("| GET", "| POST")))
BY_ENDPOINT: Mapping[str, Right] = {right.endpoint: right for right in RIGHTS}


def at_table(right: Right) -> bool:
    """Whether a row requires a device at the table."""
    return right.least in ("watch", "seat", "player", "host")


def standing(role: Literal["watch", "seat", "host"], let_in: bool) -> Standing:
    """Return a device's standing from its role and whether more than the code let it in."""
    return "player" if role == "seat" and let_in else role


def reaches(standing: Standing, least: Least) -> bool:
    """Whether a standing is high enough."""
    return RANKS[standing] >= RANKS[least]


def refusal(standing: Standing, endpoint: str, method: str = "GET") -> int:
    """Return the status that refuses a standing at an address, or 0 if it is served."""
    right = BY_ENDPOINT[endpoint]
    if method not in (right.method, "HEAD" if right.method == "GET" else right.method):
        return 405
    if standing == "away" and right.away:
        return right.away
    if reaches(standing, right.least):
        return 0
    return right.outside if standing in ("stranger", "away") else 403


def allowed(standing: Standing, endpoint: str, method: str = "GET") -> bool:
    """Whether an address serves a standing, special cases aside."""
    return refusal(standing, endpoint, method) == 0


def may(standing: Standing, endpoint: str, case: str) -> bool:
    """Whether a standing is served in a special case of an address."""
    return reaches(standing, BY_ENDPOINT[endpoint].cases[case])
