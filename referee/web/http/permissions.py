"""Permissions: each view says by ``needs`` whom it serves; checks, pages and tests ask for it.

`least` is the lowest access level served. `cases` need another one; `own` is for its owner only.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from flask import Flask, current_app

from .edition import has_view

AccessLevel = Literal["stranger", "away", "watch", "seat", "player", "host"]
"""A device's access level at a table; a program with a link has the link's."""
Least = Literal["anyone", "watch", "seat", "player", "host", "link", "member", "nobody"]
ORDER = (
    ("stranger", "away", "anyone", "link"),
    ("watch",),
    ("seat",),
    ("player", "member"),
    ("host",),
    ("nobody",),
)
RANKS = {name: rank for rank, names in enumerate(ORDER) for name in names}
ViewFunction = TypeVar("ViewFunction", bound=Callable[..., Any])


@dataclass(frozen=True)
class Right:
    """Who may use a view.

    `outside`: status when not at the table (303 redirects to join); `away`: status when sent away.
    """

    least: Least
    cases: Mapping[str, Least]
    own: str = ""
    outside: int = 404
    away: int = 0


@dataclass(frozen=True)
class Address:
    """A path with its method, the endpoint of its view, and who may use it."""

    method: str
    path: str
    endpoint: str
    right: Right


NOBODY = Right("nobody", {})
"""The right of a view that does not say whom it serves."""


def needs(
    least: Least,
    cases: Mapping[str, Least] | None = None,
    own: str = "",
    outside: int = 404,
    away: int = 0,
) -> Callable[[ViewFunction], ViewFunction]:
    """Decorate a view, above or below its route, with who may use it."""
    right = Right(least, cases or {}, own, outside, away)

    def marked(view: ViewFunction) -> ViewFunction:
        vars(view)["right"] = right
        return view

    return marked


def right_of(app: Flask, endpoint: str) -> Right:
    """Return who may use the view of an endpoint."""
    found: Right = vars(app.view_functions[endpoint]).get("right", NOBODY)
    return found


def addresses(app: Flask, endpoint: str | None = None) -> Iterator[Address]:
    """Every address of an application, or those of one endpoint, in the order of registration.

    What its edition leaves out is none.
    """
    for rule in app.url_map.iter_rules(endpoint):
        if not has_view(app, rule.endpoint):
            continue
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield Address(method, rule.rule, rule.endpoint, right_of(app, rule.endpoint))


def at_table(right: Right) -> bool:
    """Whether a right requires a device at the table."""
    return right.least in ("watch", "seat", "player", "host")


def access_level(role: Literal["watch", "seat", "host"], let_in: bool) -> AccessLevel:
    """Return a device's access level from its role and whether more than the code let it in."""
    return "player" if role == "seat" and let_in else role


def reaches(level: AccessLevel, least: Least) -> bool:
    """Whether an access level is high enough."""
    return RANKS[level] >= RANKS[least]


def refusal(level: AccessLevel, right: Right) -> int:
    """Return the status that refuses an access level, or 0 if it is served."""
    if level == "away" and right.away:
        return right.away
    if reaches(level, right.least):
        return 0
    return right.outside if level in ("stranger", "away") else 403


def permits(level: AccessLevel, endpoint: str) -> bool:
    """Whether an endpoint serves an access level, special cases aside."""
    return refusal(level, right_of(current_app, endpoint)) == 0


def may(level: AccessLevel, endpoint: str, case: str) -> bool:
    """Whether an access level is served in a special case of an endpoint."""
    return reaches(level, right_of(current_app, endpoint).cases[case])
