"""The table's two pages put together: what is asked now, and the round explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Response
from flask_babel import gettext as _

from referee.kernel.contract import Prompt
from referee.table_events.calls import Call, waiting
from referee.web.calls.notice import call_notice, held_box
from referee.web.changes.notices import line, marked, notices
from referee.web.desk.desk import Refused
from referee.web.desk.draft import Draft
from referee.web.http import context, rendering
from referee.web.http.page import Header
from referee.web.http.parts import Link
from referee.web.sheet.explained import explained
from referee.web.sheet.score_sheet import sheet_of
from referee.web.view.board import board_of, effects_of
from referee.web.view.log_words import happened
from referee.web.view.page_header import banner_of, page_header
from referee.web.view.scoreboard import asked_kinds, scoreboard
from referee.web.view.undo_button import undo_button
from referee.web.view.view import View, leading

from .card_entry import pad_entry
from .entries import chosen_cards, is_pad, pad_prompts, row_prompts
from .plain import others, plain_entry
from .refusal import collision_of, refusal_of
from .rows import rows_entry


def entry_page(
    view: View,
    draft: Draft,
    refused: Refused | None = None,
    stale_since: int = 0,
    status: int = 200,
    template: str = "entry/page.html",
    correcting: dict[str, Any] | None = None,
    held: Call | None = None,
    go_text: str = "",
    trouble: str = "",
) -> Response:
    """The page on which something is entered: a pad, rows of all seats, or plain fields; ``go_text`` is for a button that records.

    ``trouble`` is why nothing could be recorded: the same entry may be sent again, under its own key.
    """
    asked, seat, other = draft.seat, current_seat(view, draft), correcting or {}
    draft = replace(draft, seat=seat)
    idle = seat is not None and seat not in view.awaited and seat == view.seat and asked not in view.history.seats
    parts = _waiting(view, seat) if idle and not correcting else entry_parts(view, draft, seat, alone=correcting is not None)
    task = _task(view, parts)
    if template == "entry/preview.html" and draft.one("task") not in ("", task):
        return _moved_on(view, draft)
    told = notices(view) if not correcting and not {"pad", "fields", "grid"} & set(parts) else None
    go = parts.pop("go", None)
    collision = None if correcting else collision_of(view, draft, refused)
    records = view.may_enter and not collision
    key = (trouble and draft.one("key")) or context.new_key()
    hidden: dict[str, Any] = {"seen": view.history.revision, "key": key, "seat": seat or "", "task": task}
    hidden |= parts.pop("hidden", {}) | other.get("hidden", {})
    return rendering.page(
        template,
        status,
        header=replace(_with_typing(page_header(view), parts), **other.get("header", {})),
        view=view,
        seats=None if correcting else _scoreboard(view, None if idle else seat),
        form={"action": other.get("action", view.url("tables.record")), "hidden": hidden},
        news={"text": trouble} if trouble else happened(view, stale_since) if stale_since else None if correcting else _news(view, told),
        notices=told,
        refusal=collision or _refusal(view, draft, seat, refused, held),
        actions={"undo": None if correcting else undo_button(view), "go": _go(view, go, other, go_text) if records else None},
        preview_url=other.get("preview", view.url("tables.preview")),
        **parts | ({"others": other["others"]} if "others" in other else {}),
    )


def _refusal(view: View, draft: Draft, seat: str | None, refused: Refused | None, held: Call | None) -> dict[str, Any] | None:
    """The box over the entry: why it was refused, or the question that the table waits for."""
    if refused:
        return refusal_of(view, refused, _cards_tried(view, draft, seat), draft)
    return held_box(view, held) if held else None


def _scoreboard(view: View, current: str | None, explained: bool = False) -> list[dict[str, Any]]:
    """The scoreboard, with the numbers marked that another phone changed."""
    complete = view.scene.complete
    return marked(view, scoreboard(view, current, explained), complete if explained else complete + 1)


def _news(view: View, told: dict[str, Any] | None) -> dict[str, Any] | None:
    """The one line above the pad: a call that is open, else what other phones changed unless the whole list stands here."""
    return call_notice(view, in_place=True) or (None if told else line(view))


def _go(view: View, go: dict[str, Any] | None, other: Mapping[str, Any], text: str) -> dict[str, Any] | None:
    """The big button: its own words while an entry is corrected, ``text`` where it would record, or that the table waits."""
    own = other.get("go") or (text if go and go.get("kind") == "record" else "")
    if go and own:
        return {**go, "text": own}
    return {**go, "text": _("Waits for the referee"), "kind": "open"} if go and waiting(view.history.table_events) else go


def _with_typing(header: Header, parts: Mapping[str, Any]) -> Header:
    """Where there is a pad, the menu also opens the line for typed cards."""
    if "pad" not in parts or "grid" in parts:
        return header
    return replace(header, menu=(header.menu[0], Link(_("Type the cards"), "#typing"), *header.menu[1:]))


def _task(view: View, parts: Mapping[str, Any]) -> str:
    """What is being entered, so that a page notices when something else is asked meanwhile."""
    form = "pad" if "pad" in parts else parts.get("hidden", {}).get("kind", "")
    since = f"r{view.history.revision}" if parts.get("board") else view.scene.round
    return f"{since}-{form}" if {"pad", "fields"} & set(parts) else "-"


def _moved_on(view: View, draft: Draft) -> Response:
    """What was being entered is not asked any more: say so beside what was tapped, or show in its place what is."""
    if view.may_enter and (draft.texts("cards") or draft.texts("typed")):
        asked = draft.one("task").partition("-")[0]
        over = asked.isdecimal() and len(asked) < 6 and int(asked) <= view.scene.complete
        text = (
            _("%(round)s is complete.", round=leading(view.round_name(view.scene.complete))) if over else _("This is not asked any more.")
        )
        note = {"text": text, "href": view.url("tables.table"), "link": _("Show the table")}
        return rendering.page("entry/preview.html", view=view, news=note, seats=_scoreboard(view, None))
    if view.over:
        return Response(headers={"HX-Redirect": view.url("tables.table")})
    response = entry_page(view, Draft())
    response.headers["HX-Retarget"] = "#page"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def current_seat(view: View, draft: Draft) -> str | None:
    """The seat being entered: the one asked for, else this device's own, else the first that is waited for."""
    if draft.seat in view.history.seats:
        return draft.seat
    if draft.kind and any(prompt.kind == draft.kind and prompt.seat is None for prompt in view.prompts):
        return None
    if view.seat and (view.seat in view.awaited or not (None in view.awaited or row_prompts(view))):
        return view.seat
    return next(iter(view.awaited), None)


def entry_parts(view: View, draft: Draft, seat: str | None, alone: bool = False) -> dict[str, Any]:
    """What is asked of the seat, by the way it is best entered; ``alone`` leaves out the other answers there are."""
    if not view.may_enter:
        return _on_table(view) | {"turn_view": {"name": _("Watching"), "hint": _waiting_for(view), "slots": []}}
    wanted = [
        prompt
        for prompt in view.prompts
        if prompt.kind == draft.kind and prompt.seat == seat and prompt.form != "row" and not is_pad(prompt)
    ]
    if wanted:
        return plain_entry(view, wanted if alone else _with_others(view, wanted, seat), draft)
    if row_prompts(view) and not any(not p.aside and p.form != "row" for p in view.prompts):
        return rows_entry(view, draft)
    if seat and pad_prompts(view, seat):
        return pad_entry(view, seat, draft) | _on_table(view) | {"others": others(view, _of_table(view))}
    asked = _plain_prompts(view, seat)
    return _bare(view, asked) | plain_entry(view, asked, draft) if asked else _waiting(view, seat)


def _bare(view: View, asked: Sequence[Prompt]) -> dict[str, Any]:
    """Where the table is only asked whether to go on: the sheet, from which every entry can be corrected instead."""
    plain = asked[0].seat is None and not asked[0].fields and not view.scene.board and not view.unrevealed
    return {"sheet": sheet_of(view)} if plain else {}


def _with_others(view: View, wanted: list[Prompt], seat: str | None) -> list[Prompt]:
    """An answer that was tried with the others that its page offered, so that a refusal closes none of them."""
    if row_prompts(view) or (seat and pad_prompts(view, seat)):
        return wanted
    asked = _plain_prompts(view, seat)
    return asked if asked and asked[0] in wanted else wanted


def _plain_prompts(view: View, seat: str | None) -> list[Prompt]:
    """The answers one seat may give now or, out of turn, be told why not; those of the whole table behind them."""
    own = [
        prompt
        for prompt in view.prompts
        if prompt.seat == seat and prompt.form != "row" and (not prompt.aside or prompt.kind in asked_kinds(view))
    ]
    return own + (_of_table(view) if seat is not None else [])


def _of_table(view: View) -> list[Prompt]:
    """What is asked of the whole table."""
    return [prompt for prompt in view.prompts if prompt.seat is None and not prompt.aside]


def _waiting(view: View, seat: str | None) -> dict[str, Any]:
    """The page of a seat that has nothing to enter now: the board, or the sheet as far as it has grown."""
    board = _on_table(view)
    sheet = None if board["board"] or view.unrevealed else sheet_of(view)
    return board | {"turn_view": {"name": view.names.get(seat or "", ""), "hint": _waiting_for(view), "slots": []}, "sheet": sheet}


def _on_table(view: View) -> dict[str, Any]:
    """What lies on the table, for somebody who has nothing to enter."""
    return {"board": board_of(view), "told": effects_of(view)}


def _waiting_for(view: View) -> str:
    names = [view.names[seat] for seat in view.awaited if seat and not view.over]
    return _("Waiting for %(names)s", names=view.speaker.marks.comma.join(names)) if names else ""


def _cards_tried(view: View, draft: Draft, seat: str | None) -> Sequence[str]:
    prompts = pad_prompts(view, seat)
    return chosen_cards(prompts, draft) if prompts else draft.texts("cards")


def explained_page(view: View, round_: int) -> Response:
    """The round explained: every point with its reason, thefts and what else happened, and what comes next."""
    go = {
        "text": view.plain.say(f"round.start.{view.scene.round}", default="") or view.plain.say("round.start", {"n": view.scene.round}),
        "href": view.url("tables.table", go=1),
    }
    return rendering.page(
        "entry/explained.html",
        header=replace(page_header(view), where=leading(view.round_name(round_)), banner=banner_of(view, round_)),
        view=view,
        seats=_scoreboard(view, None, explained=True),
        notices=notices(view),
        news=call_notice(view),
        actions={"undo": undo_button(view), "go": go if view.may_enter and not view.result else None},
        sheet=sheet_of(view) if view.result else None,
        **vars(explained(view, round_)),
    )
