"""The fast lane: an entry that is plain and goes through is recorded before Flask is troubled with it.

What Flask surrounds an entry with costs more than judging and storing it. Nothing is decided here that is not decided there:
the same functions read, admit, judge and store. Whatever is not plain, or does not go through, is left to Flask as if nothing
had happened; a key that was used up meanwhile is known again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs

from flask import Flask

from referee.store import Grant

from .api_body import Part, parse, read_moves, read_whole
from .context import RANKS, sent_device
from .desk import Desk
from .drafts import key_of, read_draft
from .security import MAX_BODY, MAX_PARTS, same_site
from .tables import entered_by, entries_of, seen_by

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NOT_PLAIN = frozenset({"put", "refresh", "queued", "overrule"})
"""Fields of a form that ask for more than to record it."""


class Answer(NamedTuple):
    """What is answered: status, headers, body."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


Record = Callable[[Desk, Grant, bytes], Answer | None]


def by_program(desk: Desk, grant: Grant, raw: bytes) -> Answer | None:
    """A batch as JSON: 201 with the new revision."""
    seen, key, entries, _ = read_whole(Part(parse(raw), "body"), read_moves)
    if any(made.accept for made in entries):
        return None
    history = desk.enter(grant.table, seen, entries, key, entered_by(grant))
    body = b'{"revision":%d}\n' % history.revision
    return Answer("201 CREATED", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))], body)


def by_form(desk: Desk, grant: Grant, raw: bytes) -> Answer | None:
    """A page's form: 303 to its table."""
    form = parse_qs(raw.decode(), keep_blank_values=True, max_num_fields=MAX_PARTS, errors="strict")
    draft, seen = read_draft(form), int(form["seen"][0])
    if NOT_PLAIN & form.keys() or not (key := key_of(draft)):
        return None
    view = seen_by(grant, grant.table, desk.known(grant.table, seen))
    if not (entries := entries_of(view, draft)):
        return None
    desk.enter(grant.table, seen, entries, key, entered_by(grant))
    headers = [("Content-Type", "text/html; charset=utf-8"), ("Location", f"/t/{grant.table.code}"), ("Content-Length", "0")]
    return Answer("303 SEE OTHER", headers, b"")


def way_of(path: str) -> tuple[str, str, Record] | None:
    """The code of the table that entries at this address are for, their type of content and what records them; None elsewhere."""
    match path.split("/"):
        case ["", "api", "t", code, "moves"]:
            return code, "application/json", by_program
        case ["", "t", code, "entry"]:
            return code, "application/x-www-form-urlencoded", by_form
    return None


def install(app: Flask) -> None:
    """Let an application record plain entries by the fast lane; what is put around it later surrounds both."""
    app.wsgi_app = with_lane(app.extensions["desk"], app.wsgi_app)  # type: ignore[method-assign]


def with_lane(desk: Desk, answer: WSGIApplication) -> WSGIApplication:
    """A WSGI application that records plain entries, and leaves everything else to ``answer``."""

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or (found := recorded(desk, environ)) is None:
            return answer(environ, start_response)
        start_response(found.status, found.headers)
        return [found.body]

    return answered


def recorded(desk: Desk, environ: WSGIEnvironment) -> Answer | None:
    """The answer to an entry that went through; None for anything else, whose body can then be read again."""
    if (way := way_of(environ["PATH_INFO"])) is None:
        return None
    code, content_type, record = way
    if (raw := body_of(environ, content_type)) is None:
        return None
    device = sent_device(environ.get("HTTP_COOKIE", ""))
    try:
        grant = desk.store.grant_by_code(device, code) if device else None
        if grant is None or RANKS[grant.role] < RANKS["seat"]:
            return None
        return record(desk, grant, raw)
    except Exception:
        # Whatever it is, Flask comes upon it again and has words for it.
        return None


def body_of(environ: WSGIEnvironment, content_type: str) -> bytes | None:
    """The body of a request that depends on nothing but it, its path and its device; None for any other."""
    size, sent = environ.get("CONTENT_LENGTH", ""), environ.get("CONTENT_TYPE", "").lower().replace(" ", "")
    if sent.removesuffix(";charset=utf-8") != content_type or not size.isdecimal() or int(size) > MAX_BODY or not same_site(environ):
        return None
    if environ.get("QUERY_STRING") or environ.get("SCRIPT_NAME") or "HTTP_AUTHORIZATION" in environ:
        return None
    raw: bytes = environ["wsgi.input"].read(int(size))
    environ["wsgi.input"] = BytesIO(raw)
    return raw
