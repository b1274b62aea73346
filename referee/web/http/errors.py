"""Errors as one plain sentence, on a page or in JSON; internal details go to the log only."""

import json
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Response, current_app, g, jsonify, request, url_for
from werkzeug.exceptions import HTTPException

from referee.files import PACKAGE
from referee.kernel.contract import Illegal, Ruling
from referee.kernel.record import BadRecord
from referee.service.errors import (
    Breaks,
    Closed,
    HostMustAllow,
    NothingToCorrect,
    NothingToUndo,
    Refused,
    ScoringPaused,
)
from referee.service.supported_games import UnsupportedGame
from referee.store.errors import (
    GameMoved,
    LastHost,
    NameTaken,
    PhoneRemoved,
    Stale,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFailed,
    TooLarge,
    Unknown,
    Unstorable,
)
from referee.words import Translator, ruling_sentence

from .context import find_table, is_kept, language, this_address
from .cross_origin import is_open
from .parts import Actions, Go, Header, Link, Page
from .rendering import make_translator, page

WORDS = "errors"
HTTP_CODES: Mapping[int, str] = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    409: "conflict",
    413: "too_large",
    414: "address_too_long",
    415: "unsupported_type",
    422: "unprocessable",
    429: "too_many",
    431: "headers_too_large",
    500: "broken",
    503: "busy",
}
TYPES = ("text/html", "application/json")


@dataclass(frozen=True)
class Problem:
    """An error to show: HTTP status, word code, rulings, facts for programs (`head`, `where`)."""

    status: int
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


PLAIN: Mapping[type[Exception], Problem] = {
    Closed: Problem(409, "table_closed"),
    HostMustAllow: Problem(403, "host_lets_stand"),
    NothingToUndo: Problem(422, "nothing_to_undo", facts={"where": "of"}),
    NothingToCorrect: Problem(422, "nothing_to_correct", facts={"where": "of"}),
    UnsupportedGame: Problem(410, "no_longer_kept"),
    StoreBusy: Problem(503, "busy"),
    StoreClosed: Problem(503, "closed"),
    GameMoved: Problem(409, "game_moved"),
    LastHost: Problem(409, "last_host"),
    PhoneRemoved: Problem(403, "sent_away"),
    Unknown: Problem(404, "not_found"),
}
"""Problems of errors whose type says all."""


class Fault(Exception):
    """A request that cannot be served; its `problem` is shown."""

    def __init__(
        self, status: int, code: str, /, rulings: Sequence[Ruling] = (), **params: Any
    ) -> None:
        super().__init__(code)
        facts: dict[str, Any] = {name: params[name] for name in ("head", "where") if name in params}
        self.problem = Problem(status, code, params, tuple(rulings), facts)


TOLD: Mapping[type[Exception], Callable[[Any], Problem]] = {
    Fault: lambda error: error.problem,
    HTTPException: lambda error: Problem(
        error.code or 500, HTTP_CODES.get(error.code or 500, "other")
    ),
    StoreFailed: lambda error: Problem(507 if error.why == "full" else 503, f"store_{error.why}"),
    Stale: lambda error: Problem(409, "stale", {"head": error.head}, facts={"head": error.head}),
    TooLarge: lambda error: Problem(
        413, "value_too_large", {"what": error.what, "limit": error.limit, "unit": error.unit}
    ),
    NameTaken: lambda error: Problem(422, "name_taken", {"name": error.name}),
    Unstorable: lambda error: Problem(422, "unstorable", {"what": error.what}),
    Refused: lambda error: Problem(
        422,
        "no_such_card" if error.no_such_card else "refused",
        rulings=error.checked.objections,
        facts={"entry": error.index},
    ),
    Breaks: lambda error: Problem(
        409, "breaks", rulings=error.broken.rulings, facts={"seq": error.broken.seq}
    ),
    ScoringPaused: lambda error: Problem(409, "held", facts={"call": error.dispute.seq}),
    Illegal: lambda error: Problem(422, "options", rulings=error.rulings),
    BadRecord: lambda error: Problem(
        422, "bad_record", {"where": error.where}, facts={"where": error.where}
    ),
}
"""Problems of errors with details; the first type that matches counts."""


def error_response(error: Exception) -> Any:
    """Return an error's page or JSON; redirects and ready responses pass unchanged."""
    of_http = error if isinstance(error, HTTPException) else None
    if of_http and (of_http.response is not None or of_http.code is None or of_http.code < 400):
        return error
    problem = problem_logged(error)
    # A program uses an address for programs, or prefers JSON to HTML.
    preferred = (
        "application/json"
        if request.path.startswith("/api/") or is_open(current_app, request.endpoint)
        else request.accept_mimetypes.best_match(TYPES)
    )
    response = (
        _as_json(problem)
        if preferred == "application/json"
        else _as_page(problem, isinstance(error, StoreError))
    )
    response.headers["Cache-Control"] = "no-store"
    if of_http and (allowed := dict(of_http.get_headers()).get("Allow")):
        response.headers["Allow"] = allowed
    if problem.status in (503, 507):
        response.headers["Retry-After"] = "1"
    return response


def problem_logged(error: Exception) -> Problem:
    """Return an error's problem, and log it if it is a server error (500 or more)."""
    problem = problem_of(error)
    if problem.status >= 500:
        log(error)
    return problem


def problem_of(error: Exception) -> Problem:
    """Return an error's problem; an unknown error is 500 `broken`."""
    plain = next(
        (problem for kind, problem in PLAIN.items() if isinstance(error, kind)),
        Problem(500, "broken"),
    )
    return next((told(error) for kind, told in TOLD.items() if isinstance(error, kind)), plain)


def speak_as(game: str, names: Mapping[str, str]) -> None:
    """Remember the game and names for this request's rulings; nothing is looked up yet."""
    g.rulings_of = (game, names)


def error_sentence(problem: Problem) -> str:
    """Return a problem's sentence in the reader's language."""
    return error_translator().say(
        f"error.{problem.code}", problem.params, default=error_translator().say("error.other")
    )


def error_translator() -> Translator:
    """Return the words for errors in the reader's language."""
    return Translator(language(), WORDS, {})


def ruling_text(translator: Translator, ruling: Ruling) -> str:
    """Return a ruling as plain text, in this module's words if its game has none."""
    sentence = ruling_sentence(translator, ruling)
    return (
        sentence
        if sentence != ruling.code
        else error_translator().say(f"ruling.{ruling.code}", default=ruling.code)
    )


def rulings_json(rulings: Sequence[Ruling], translator: Translator) -> list[dict[str, Any]]:
    """Return rulings as JSON, each with its sentence."""
    return [
        {
            "code": ruling.code,
            "clause": ruling.clause,
            "level": str(ruling.level),
            "field": ruling.field,
            "params": dict(ruling.params),
            "text": ruling_text(translator, ruling),
        }
        for ruling in rulings
    ]


def _request_translator() -> Translator:
    known: tuple[str, Mapping[str, str]] | None = g.get("rulings_of")
    return make_translator(*known, html=False) if known else error_translator()


def _as_json(problem: Problem) -> Response:
    rulings = rulings_json(problem.rulings, _request_translator())
    response = jsonify(
        error={
            "code": problem.code,
            "message": error_sentence(problem),
            "rulings": rulings,
            **problem.facts,
        }
    )
    response.status_code = problem.status
    return response


@dataclass(frozen=True, kw_only=True)
class ErrorPage(Page):
    """An error page with ways on; `repeated` are fields of a form that can be sent again."""

    title: str
    text: str = ""
    detail: str = ""
    action: str = ""
    repeated: Sequence[tuple[str, str]] = ()
    actions: Actions


def _as_page(problem: Problem, of_store: bool) -> Response:
    said = error_translator()
    title = said.say(f"title.{problem.status}", default=said.say("title.other"))
    rulings = " ".join(ruling_text(_request_translator(), ruling) for ruling in problem.rulings)
    back = _way_back(said, of_store)
    repeated = list(request.form.items(multi=True)) if of_store else []
    model = ErrorPage(
        header=Header(title, back.href),
        title=title,
        text=error_sentence(problem),
        detail=rulings,
        action=this_address(),
        repeated=repeated,
        actions=Actions(go=Go(said.say("action.again")), plain=[back])
        if repeated
        else Actions(go=Go(back.text, back.href)),
    )
    return page("shared/error.html", model, problem.status)


def _way_back(said: Translator, of_store: bool) -> Link:
    """A link to the failed entry's table (unchecked after a store error), else home."""
    code = (request.view_args or {}).get("code")
    with suppress(StoreError):
        if (
            code
            and request.endpoint != "tables.table"
            and (of_store or ((found := find_table(code)) and is_kept(found[0])))
        ):
            return Link(said.say("action.table"), url_for("tables.table", code=code))
    return Link(said.say("action.home"), url_for("home.home"))


def log(error: Exception) -> None:
    """Write one line of JSON to stderr: where it failed, but no moves, names or content."""
    cause, own = error.__cause__, type(error).__name__
    line = {
        "at": round(time.time(), 3),
        "level": "error",
        "method": request.method,
        "endpoint": request.endpoint,
        "error": f"{own} from {type(cause).__name__}" if cause else own,
        **({"sqlite": str(cause)} if isinstance(cause, sqlite3.Error) else {}),
        "traceback": [_place(frame) for frame in traceback.extract_tb(error.__traceback__)],
    }
    print(json.dumps(line), file=sys.stderr, flush=True)


def _place(frame: traceback.FrameSummary) -> str:
    file = Path(frame.filename)
    shown = (
        file.relative_to(PACKAGE.parent)
        if file.is_relative_to(PACKAGE.parent)
        else Path(file.parent.name, file.name)
    )
    return f"{shown.as_posix()}:{frame.lineno}"
