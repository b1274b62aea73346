"""Pages that a browser has already: the very same question is answered by "nothing new" (304) before Flask is troubled with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask

from referee.store import Grant, StoreError
from referee.web.desk.desk import Desk
from referee.web.http.context import sent_device
from referee.web.http.rights import Standing, standing
from referee.web.http.security import PAGE_HEADERS

from .view import View

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_KEPT, LONGEST = 1024, 1000
"""Questions that are remembered, and the signs of one."""
QUESTION = (
    "REQUEST_METHOD",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_COOKIE",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_HX_REQUEST",
    "HTTP_HX_HISTORY_RESTORE_REQUEST",
)
"""All of a request that a table page may depend on; the rest is what its table and its reader's grant say."""

Question = tuple[object, ...]


@dataclass(frozen=True)
class Given:
    """A page that was given away: its tag, and of its table and its reader what it depends on."""

    tag: str
    table_id: int
    code: str
    revision: int
    standing: Standing
    seat: str | None
    names: Mapping[str, str]
    seen: int | None
    made: frozenset[int]

    def for_grant(self, grant: Grant | None) -> bool:
        """Whether a device with this grant would be given the same page, as long as nothing happens at the table."""
        return (
            grant is not None
            and grant.table.id == self.table_id
            and (standing(grant), grant.seat, grant.seen, grant.made) == (self.standing, self.seat, self.seen, self.made)
            and grant.names == self.names
        )


class Unchanged:
    """Which question was answered by which page; forgotten all at once when there are too many."""

    def __init__(self, desk: Desk) -> None:
        self._store = desk.store
        self._given: dict[Question, Given] = {}

    def note(self, environ: WSGIEnvironment, view: View, tag: str) -> None:
        """Note the page with this tag as the answer to a question."""
        question = _question(environ)
        if sum(len(part) for part in question if isinstance(part, str)) > LONGEST:
            return
        if len(self._given) >= MOST_KEPT:
            self._given.clear()
        table = view.table
        given = Given(tag, table.id, table.code, view.history.revision, view.standing, view.seat, view.names, view.seen, view.made)
        self._given[question] = given

    def still(self, environ: WSGIEnvironment, has: str) -> str | None:
        """The tag of the page that answers a question, if it is known and among those that the browser has."""
        given = self._given.get(_question(environ))
        if given is None or given.tag not in has:
            return None
        try:
            grant = self._store.grant_by_code(sent_device(environ), given.code)
            same = given.for_grant(grant) and self._store.head(given.table_id) == given.revision
        except StoreError:
            # Flask's handlers have words for it.
            return None
        return given.tag if same else None


def _question(environ: WSGIEnvironment) -> Question:
    return tuple(map(environ.get, QUESTION))


def install(app: Flask) -> None:
    """Let an application answer what has not changed."""
    app.extensions["unchanged"] = Unchanged(app.extensions["desk"])
    app.wsgi_app = with_unchanged(app.extensions["unchanged"], app.wsgi_app)  # type: ignore[assignment, method-assign]


def with_unchanged(pages: Unchanged, answer: WSGIApplication) -> WSGIApplication:
    """A WSGI application that says so where nothing is new, and leaves everything else to ``answer``."""
    headers = list(PAGE_HEADERS.items())

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        has = environ.get("HTTP_IF_NONE_MATCH")
        if not has or (tag := pages.still(environ, has)) is None:
            return answer(environ, start_response)
        start_response("304 NOT MODIFIED", [("ETag", tag), *headers])
        return []

    return answered
