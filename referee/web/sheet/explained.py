"""The round explained: every seat's points with cards, arithmetic and clause, then what else happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel.contract import Line, cards_behind
from referee.web.view.log_words import reason_text
from referee.web.view.seat_words import handover_notes
from referee.web.view.view import View
from referee.words import line_sentence

WENT_AND_CAME = ("gone", "mark")


def explained(view: View, round_: int) -> dict[str, Any]:
    """Rows of points, and a section for every other part of the round's lines."""
    lines = [line for line in view.lines if line.round == round_]
    scored = [line for line in lines if line.counts]
    others = sorted((line for line in lines if not line.counts), key=lambda line: line.part)
    order = list(dict.fromkeys(line.part for line in lines if not line.counts))
    return {
        "rows": [row for seat in view.history.seats for row in _rows(view, seat, [line for line in scored if line.seat == seat], round_)],
        "sections": [
            _section(view, part, list(group))
            for part, group in groupby(sorted(others, key=lambda line: order.index(line.part)), key=lambda line: line.part)
        ],
        "round": round_,
        "handovers": handover_notes(view),
    }


def _rows(view: View, seat: str, lines: Sequence[Line], round_: int) -> list[dict[str, Any]]:
    """One row per seat; several lines of it (a Chief's two parts, a date and its visitors) follow one another in the row."""
    if not lines:
        return []
    first = lines[0]
    return [
        {
            "seat": seat,
            "name": view.names[seat],
            "kind": view.speaker.word(first.slot) if _made(view, first.slot) else "",
            "cards": list(cards_behind(lines, view.scene.deck)),
            "points": sum(line.points for line in lines),
            "dispute": view.url("rulings.ruling", number=round_, seat=seat),
            "question": question_href(view, round_, seat),
            "reasons": [_reason(view, line) for line in lines] + _overruled(view, seat, round_),
            "arithmetic": line_sentence(view.speaker, first),
            "clause": first.clause,
        }
    ]


def _reason(view: View, line: Line) -> dict[str, Any]:
    return {"text": line_sentence(view.speaker, line), "clause": line.clause}


def _overruled(view: View, seat: str, round_: int) -> list[dict[str, Any]]:
    """Why the table let an entry of the seat stand although a rule says no."""
    return [
        {"text": _("§ Let stand: %(reason)s", reason=reason_text(event.reason)), "clause": ""}
        for played in view.history.let_stand(round_, seat)
        if (event := view.history.event(played.changed))
    ]


def question_href(view: View, round_: int, seat: str) -> str:
    """Where the referee is called about what a seat entered in a round: its newest entry, or the table where it entered nothing."""
    entered = view.history.entered(round_, seat)
    return view.url("calls.ask", **({"of": entered[-1].seq} if entered else {}))


def _made(view: View, slot: str) -> bool:
    return any(known.name == slot for known in view.history.game.info.slots)


def _section(view: View, part: str, lines: Sequence[Line]) -> dict[str, Any]:
    """Thefts, refill and the like: numbers where each line is just a number for a seat, else told one by one."""
    numbers = all("n" in line.params and view.speaker.find(f"line.{line.code}.number") for line in lines)
    told = [line for line in lines if not view.speaker.find(f"line.{line.code}.number")]
    return {
        "title": view.speaker.say(f"part.{part}", default=part),
        "note": view.speaker.say(f"part.{part}.note", default=""),
        "clause": lines[0].clause if numbers else view.speaker.say(f"part.{part}.clause", default=""),
        "numbers": [_number(view, line) for line in lines if line not in told] or None,
        "rows": [_told(view, line, at + 1 if len(told) > 1 or part == "theft" else None) for at, line in enumerate(told)] or None,
    }


def _number(view: View, line: Line) -> dict[str, Any]:
    return {"name": view.names[line.seat], "short": view.short_names[line.seat], "n": line.params["n"]}


def _told(view: View, line: Line, number: int | None) -> dict[str, Any]:
    few = line.cards if len(line.cards) <= len(WENT_AND_CAME) else ()
    text = line_sentence(view.speaker, line)
    if not line.nobody and view.names[line.seat] not in line_sentence(view.plain, line):
        # A sentence that is else read below the seat's name.
        text = Markup("{}：{}" if view.speaker.lang == "ja" else "{}: {}").format(view.names[line.seat], text)
    return {
        "n": number,
        "text": text,
        "detail": line_sentence(view.speaker, line, ".remark"),
        "clause": line.clause,
        "cards": [{"card": card, "state": state} for card, state in zip(few, WENT_AND_CAME, strict=False)],
    }
