"""Pauses: made, read and decided, for pages and the API."""

import hashlib
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import abort

from referee.kernel.history import History
from referee.store.values import MAX_REASON, NewEvent
from referee.table_events.calls import (
    ANSWERS,
    CALL,
    GO_ON,
    RULING,
    SETTLED,
    Call,
    calls,
    open_calls,
    too_many,
    too_often,
)
from referee.table_events.settings import table_settings
from referee.web.http import context, rights
from referee.web.http.security import number, whole
from referee.web.rulings.group_rulings import read_ruling
from referee.web.rulings.number import Dispute
from referee.web.rulings.recount import Reading, otherwise
from referee.web.view.access import entered_by
from referee.web.view.view import View

Given = Mapping[str, Any]
MOST_DIGITS = 5
TOO_MANY = {"too_many_calls": 409, "too_many_calls_hour": 429}


class Unclear(Exception):
    """What a form or body lacks: a word code, and the field it belongs to."""

    def __init__(self, code: str, where: str) -> None:
        super().__init__(code)
        self.code, self.where = code, where


class Settled(Exception):
    """The question is already settled."""


def make_call(view: View, given: Given, key: str) -> int:
    """Log a call and return its number. Raises Unclear."""
    mark = phone_mark(view)
    data = _read_call(view, given) | ({"phone": mark} if mark else {})
    words = str(given.get("words", "")).strip()[:MAX_REASON]

    def decide(history: History) -> list[NewEvent]:
        if too_many(open_calls(history.table_events), mark):
            raise Unclear("too_many_calls", "words")
        if too_often(history.table_events, entered_by(view), mark, time.time()):
            raise Unclear("too_many_calls_hour", "words")
        waits = {"waits": table_settings(history.table_events).calls == "wait"}
        return [NewEvent(CALL, data=data | waits, reason=words or None, by=entered_by(view))]

    return context.desk().write(view.table, key, decide).revision


def _read_call(view: View, given: Given) -> dict[str, Any]:
    """What a call is about, from a form or body. Raises Unclear."""
    of = str(given.get("of") or "")
    played = view.history.find(number({"of": of}, "of"))
    if of and played is None:
        raise Unclear("no_such_entry", "of")
    about = played or next(reversed(view.history.played), None)
    named = {"of": played.seq} if played else {}
    return {"round": about.round if about else view.scene.round} | named | _read_point(view, given)


def _read_point(view: View, given: Given) -> dict[str, Any]:
    """The clause and open point named in a form or body, if any. Raises Unclear."""
    option = next(
        (one for one in view.history.game.info.options if one.field.name == given.get("option")),
        None,
    )
    named = {"option": option.field.name} if option else {}
    clause = str(given.get("clause", "")).strip().upper()[:20] or (option.clause if option else "")
    if clause.isascii() and clause.isdecimal():
        clause = f"{view.history.game.info.prefix}-{clause}"
    if clause and read_ruling(view, {"clause": clause}, False) is None:
        raise Unclear("unknown_clause", "clause")
    return ({"clause": clause} if clause else {}) | named


def phone_mark(view: View) -> str:
    """A hash that tells this phone's calls from others at its table, and nothing else."""
    device = context.device()
    return hashlib.sha256(f"{view.table.id} {device}".encode()).hexdigest()[:12] if device else ""


def find_call(view: View, seq: int) -> Call:
    """The call with this number, or 404."""
    return view.calls.get(seq) or abort(404)


def is_own(view: View, found: Call) -> bool:
    """Whether this phone made the call."""
    return bool(found.phone) and found.phone == phone_mark(view)


def make_settlement(view: View, found: Call, given: Given, key: str) -> History:
    """Log how a call was settled.

    The caller may withdraw, a host lets entering go on, everybody who may enter decides the rest.
    Raises Unclear or Settled; 403 without the right.
    """
    given = answered(given)
    outcome = str(given.get("outcome", ""))
    if outcome not in ANSWERS:
        raise Unclear("unknown_outcome", "outcome")
    own = {
        "withdrawn": is_own(view, found),
        "go": rights.may(view.standing, "calls.settle", "go on"),
    }
    if not own.get(outcome, rights.may(view.standing, "calls.settle", "settle") and view.may_enter):
        abort(403)
    words = str(given.get("words", "")).strip()[:MAX_REASON]
    told = _read_ruled(view, given, words) if outcome == "ruled" else {}
    keeps = rights.may(view.standing, "calls.settle", "keep for the group") and bool(
        given.get("next_games", True)
    )
    about = decided_points(view, found, told, given) if outcome in ("ruled", "stands") else {}
    event = partial(NewEvent, reason=words or None, by=entered_by(view))

    def decide(history: History) -> list[NewEvent]:
        standing = calls(history.table_events)[found.seq]
        if not standing.open:
            raise Settled
        if outcome == "go":
            return [event(GO_ON, data={"of": found.seq})] if standing.waits else []
        # A decision for the next games too is kept for the group, if this phone may do so.
        point = told or (
            _own_point(view, found) if outcome == "stands" and given.get("next_games") else {}
        )
        kept = [event(RULING, data=point)] if point.get("clause") and keeps else []
        data = {"of": found.seq, "outcome": outcome, **told, **about} | (
            {"ruling": history.revision + 1} if kept else {}
        )
        return [*kept, event(SETTLED, data=data)]

    return context.desk().write(view.table, key, decide)


def answered(given: Given) -> dict[str, Any]:
    """The pause form as an outcome: our rules, another interpretation, or something else."""
    answer = str(given.get("answer") or "")
    if not answer:
        return {**given}
    held = {
        "next_games": given.get("next_games", ""),
        "words": given.get("words", "") if answer == "other" else "",
    }
    if answer == "stands":
        return held | {"outcome": "stands"}
    if answer == "other":
        return held | {
            "outcome": "ruled",
            "points": given.get("points", ""),
            "clause": given.get("clause", ""),
        }
    return held | {"outcome": "ruled", "reading": answer}


def _own_point(view: View, found: Call) -> dict[str, Any]:
    """This game's choice on the first open point that would change the number."""
    played = view.history.find(found.of)
    dispute = (
        Dispute.about(view, played.round, played.move.seat) if played and played.move.seat else None
    )
    option = next((one.option for one in dispute.by_rules.mattering), None) if dispute else None
    if option is None:
        return {}
    clause = next(one.clause for one in view.history.game.info.options if one.field.name == option)
    return {"clause": clause, "option": option, "value": view.history.options[option]}


def decided_points(
    view: View, found: Call, told: Mapping[str, Any], given: Given
) -> dict[str, Any]:
    """The entry decided on, with points where they differ from the rules. Raises Unclear."""
    played = view.history.find(found.of)
    if played is None or played.move.seat is None:
        return {}
    dispute = Dispute.about(view, played.round, played.move.seat)
    about: dict[str, Any] = {"about": found.of}
    if dispute is None or view.history.game.info.tally:
        return about
    if told.get("option"):
        one = Reading(
            told["option"],
            told["value"],
            otherwise(dispute.by_rules.view, {told["option"]: told["value"]}),
        )
        points = None if one.counted.broke else dispute.by_rules.by(one)
        return about if points is None else about | {"points": points}
    # Following our rules sets no points.
    told_points = "" if given.get("outcome") == "stands" else str(given.get("points") or "")
    text = told_points.strip().replace("−", "-")
    if not text:
        return about
    size = whole(text.removeprefix("-"), -1)
    if size < 0 or len(text) > MOST_DIGITS:
        raise Unclear("no_points", "points")
    return about | {"points": -size if text.startswith("-") else size}


def _read_ruled(view: View, given: Given, words: str) -> dict[str, Any]:
    """The ruling: an interpretation, or words and maybe a clause. Raises Unclear."""
    option, _is, value = str(
        given.get("reading") or f"{given.get('option') or ''}={given.get('value') or ''}"
    ).partition("=")
    if option:
        named = next(
            (one.clause for one in view.history.game.info.options if one.field.name == option), ""
        )
        told = read_ruling(view, {"clause": named, "option": option, "value": value}, False)
        if told is None:
            raise Unclear("unknown_reading", "reading")
        return told
    if not words:
        raise Unclear("no_words", "words")
    return _read_point(view, {"clause": given.get("clause") or ""})
