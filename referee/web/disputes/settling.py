"""Pauses: made, read and decided, for pages and the API."""

import hashlib
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import abort

from referee.event import Event
from referee.kernel.fields import Value
from referee.kernel.history import History
from referee.service.disputes import (
    ANSWERS,
    CALL,
    GO_ON,
    RULING,
    SETTLED,
    Dispute,
    open_disputes,
    read_disputes,
    too_many,
    too_often,
)
from referee.service.settings import table_settings
from referee.store.values import MAX_REASON
from referee.web.http import context, permissions
from referee.web.http.security import number, whole
from referee.web.rulings.group_rulings import read_ruling
from referee.web.rulings.number import ScoredCell
from referee.web.rulings.recount import Interpretation, otherwise
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


def start_dispute(view: View, given: Given, key: str) -> int:
    """Log a dispute and return its number. Raises Unclear."""
    mark = phone_mark(view)
    data = _read_dispute(view, given) | ({"phone": mark} if mark else {})
    words = str(given.get("words", "")).strip()[:MAX_REASON]

    def decide(history: History) -> list[Event]:
        if too_many(open_disputes(history.table_events), mark):
            raise Unclear("too_many_calls", "words")
        if too_often(history.table_events, entered_by(view), mark, time.time()):
            raise Unclear("too_many_calls_hour", "words")
        waits = {"waits": table_settings(history.table_events).calls == "wait"}
        return [Event(0, CALL, data=data | waits, reason=words, by=entered_by(view))]

    return context.service().write(view.table, key, decide).revision


def _read_dispute(view: View, given: Given) -> dict[str, Any]:
    """What a dispute is about, from a form or body. Raises Unclear."""
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
    """A hash that tells this phone's disputes from others of its table, and nothing else."""
    device = context.device()
    return hashlib.sha256(f"{view.table.id} {device}".encode()).hexdigest()[:12] if device else ""


def find_dispute(view: View, seq: int) -> Dispute:
    """The dispute with this number, or 404."""
    return view.disputes.get(seq) or abort(404)


def is_own(view: View, found: Dispute) -> bool:
    """Whether this phone started the dispute."""
    return bool(found.phone) and found.phone == phone_mark(view)


def settle_dispute(view: View, found: Dispute, given: Given, key: str) -> History:
    """Log how a dispute was settled.

    The phone that started it may withdraw, a host lets entering go on, everybody who may enter
    decides the rest. Raises Unclear or Settled; 403 without the right.
    """
    given = outcome_of_form(given)
    outcome = str(given.get("outcome", ""))
    if outcome not in ANSWERS:
        raise Unclear("unknown_outcome", "outcome")
    own = {
        "withdrawn": is_own(view, found),
        "go": permissions.may(view.access_level, "calls.settle", "go on"),
    }
    if not own.get(
        outcome, permissions.may(view.access_level, "calls.settle", "settle") and view.may_enter
    ):
        abort(403)
    words = str(given.get("words", "")).strip()[:MAX_REASON]
    told = _read_ruled(view, given, words) if outcome == "ruled" else {}
    keeps = permissions.may(view.access_level, "calls.settle", "keep for the group") and bool(
        given.get("next_games", True)
    )
    about = decided_points(view, found, told, given) if outcome in ("ruled", "stands") else {}
    event = partial(Event, 0, reason=words, by=entered_by(view))

    def decide(history: History) -> list[Event]:
        now = read_disputes(history.table_events)[found.seq]
        if not now.open:
            raise Settled
        if outcome == "go":
            return [event(GO_ON, data={"of": found.seq})] if now.waits else []
        # A decision for the next games too is kept for the group, if this phone may do so.
        point = told or (
            _own_point(view, found) if outcome == "stands" and given.get("next_games") else {}
        )
        kept = [event(RULING, data=point)] if point.get("clause") and keeps else []
        data = {"of": found.seq, "outcome": outcome, **told, **about} | (
            {"ruling": history.revision + 1} if kept else {}
        )
        return [*kept, event(SETTLED, data=data)]

    return context.service().write(view.table, key, decide)


def outcome_of_form(given: Given) -> dict[str, Any]:
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


def _own_point(view: View, found: Dispute) -> dict[str, Any]:
    """This game's choice on the first open point that would change the number."""
    played = view.history.find(found.of)
    cell = (
        ScoredCell.about(view, played.round, played.move.seat)
        if played and played.move.seat
        else None
    )
    option = next((one.option for one in cell.by_rules.mattering), None) if cell else None
    if option is None:
        return {}
    clause = next(one.clause for one in view.history.game.info.options if one.field.name == option)
    return {"clause": clause, "option": option, "value": view.history.options[option]}


def decided_points(
    view: View, found: Dispute, told: Mapping[str, Any], given: Given
) -> dict[str, Any]:
    """The entry decided on, with points where they differ from the rules. Raises Unclear."""
    played = view.history.find(found.of)
    if played is None or played.move.seat is None:
        return {}
    cell = ScoredCell.about(view, played.round, played.move.seat)
    about: dict[str, Any] = {"about": found.of}
    if cell is None or view.history.game.info.tally:
        return about
    if told.get("option"):
        points = _under(cell.by_rules, told["option"], told["value"])
    else:
        # Following our rules sets no points.
        points = None if given.get("outcome") == "stands" else _typed_points(given)
    return about if points is None else about | {"points": points}


def _under(cell: ScoredCell, option: str, value: Value) -> int | None:
    """The number under another interpretation; None if the game cannot be counted so."""
    interpretation = Interpretation(option, value, otherwise(cell.view, {option: value}))
    return None if interpretation.counted.broke else cell.by(interpretation)


def _typed_points(given: Given) -> int | None:
    """The points typed; None if the field is empty. Raises Unclear."""
    text = str(given.get("points") or "").strip().replace("−", "-")
    if not text:
        return None
    size = whole(text.removeprefix("-"), -1)
    if size < 0 or len(text) > MOST_DIGITS:
        raise Unclear("no_points", "points")
    return -size if text.startswith("-") else size


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
