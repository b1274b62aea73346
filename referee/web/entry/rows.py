"""Rows: one line per seat, form and scoreboard in one, with a verdict under each row.

Cards and seats are tapped below the rows; numbers are typed in place, or below if alone.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from referee.kernel import fields
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Line, Prompt
from referee.kernel.game import check
from referee.service.draft import Draft, complete_rows, raw_fields
from referee.web.forms.fields import FieldView, Key, Pad, pad
from referee.web.http.parts import ChoiceKey, Go, Sentence
from referee.web.http.rendering import text_width
from referee.web.http.words import gettext as _
from referee.web.view.seen import leaders
from referee.web.view.view import View
from referee.words import line_sentence, ruling_sentence

from .entry_form import EntryForm, Extra, Grid, GridRow, RowCell, next_place, row_prompts

LINE = 45


def rows_entry(view: View, draft: Draft) -> EntryForm:
    """Build the page of a round entered in rows."""
    asked = row_prompts(view)
    prompts = {prompt.seat: prompt for prompt in asked}
    active, pattern = draft.one("slot") or next_place(asked, draft), asked[0]
    complete = complete_rows(asked, draft)
    lines, objections = _so_far(view, complete, draft)
    ahead, recorded = _ahead(view, lines), _recorded(view, pattern.kind)

    def places(seat: str) -> tuple[RowCell, ...]:
        """A seat's places; a finished seat's hold its recorded values."""
        told = None if seat in prompts else recorded.get(seat, {})
        asked = prompts.get(seat, pattern).fields
        return tuple(_place(view, field, seat, draft, active, told) for field in asked)

    rows = [_row(view, seat, places(seat), lines, seat in ahead) for seat in view.history.seats]
    heads = [view.translator.say(f"field.{field.name}") for field in pattern.fields]
    extra, lit = _extra(view, lines), active or _first_empty(asked, draft)
    go = _go(view, pattern, len(complete), len(prompts), lit)
    if objections:
        extra, go = objections[0], Go(objections[0].text, kind="open")
    return EntryForm(
        grid=Grid(heads, rows, extra, _target(view, pattern, draft, active), _numbers(rows)),
        keys=(lambda: _rows_pad(view, pattern, draft, active)) if _cards(pattern) else None,
        go=go,
    )


def _ahead(view: View, lines: Sequence[Line]) -> frozenset[str]:
    """Who leads with the points of the rows so far."""
    shown = dict(view.totals)
    for line in lines:
        if line.seat in shown:
            shown[line.seat] += line.points
    return leaders(shown, view.history.game.info)


def _recorded(view: View, kind: str) -> dict[str | None, Mapping[str, Any]]:
    """The rows of this round already recorded, by seat."""
    moves = [played.move for played in view.history.played if played.round == view.scene.round]
    return {move.seat: move.data for move in moves if move.kind == kind}


def _cards(prompt: Prompt) -> list[fields.Cards]:
    return [field for field in prompt.fields if isinstance(field, fields.Cards)]


def _first_empty(prompts: Sequence[Prompt], draft: Draft) -> str:
    """The name of the first empty required place, typed ones included."""
    wanted = (field for prompt in prompts for field in _named(prompt) if not draft.texts(field))
    return next(wanted, "")


def _named(prompt: Prompt) -> list[str]:
    return [
        f"{field.name}.{prompt.seat}"
        for field in prompt.fields
        if not (isinstance(field, fields.Flag) or field.optional)
    ]


def _numbers(rows: Sequence[GridRow]) -> list[FieldView]:
    places = [place for row in rows for place in row.slots]
    if any(place.kind in ("card", "seat") for place in places):
        return []
    return [
        FieldView("int", one.field, one.title, low=one.low, high=one.high)
        for one in places
        if one.kind == "int" and not one.fixed
    ]


def _go(view: View, prompt: Prompt, complete: int, asked: int, active: str) -> Go:
    """The button: record the whole round, more quietly some rows, or before that what to tap."""
    name, _dot, seat = active.partition(".")
    if not complete:
        return Go(
            view.translator.say(
                f"ask.{prompt.kind}", {"seat": seat, "place": name}, default=_("Record")
            ),
            kind="open",
        )
    code, kind = (
        (f"record.{prompt.kind}", "record") if complete == asked else ("record.rows", "quiet")
    )
    return Go(view.translator.say(code, {"n": complete}, default=_("Record")), kind=kind)


def _so_far(view: View, complete: Sequence[Prompt], draft: Draft) -> tuple[list[Line], list[Extra]]:
    game, state, wrong = view.history.game, view.state, []
    for prompt in complete:
        raw = raw_fields(prompt, draft, f".{prompt.seat}")
        checked = check(
            game, state, prompt.kind, prompt.seat, raw, draft.accept, view.sight.prompts
        )
        wrong += [
            Extra(ruling_sentence(view.translator, ruling), ruling.clause, wrong=True)
            for ruling in checked.objections
        ]
        if checked.move and not checked.objections:
            state = game.advance(state, checked.move)
    return [line for line in game.lines(state) if line.round == view.scene.round], wrong


def _row(
    view: View, seat: str, slots: Sequence[RowCell], lines: Sequence[Line], leads: bool
) -> GridRow:
    own = [line for line in lines if line.seat == seat]
    told = [
        line for line in lines if line.part == "score" and line.params.get("at", line.seat) == seat
    ]
    points = sum(line.points for line in own)
    return GridRow(
        id=seat,
        name=view.names[seat],
        slots=slots,
        total=view.totals[seat] + points,
        plus=points if own else None,
        verdict=_verdict(view, told),
        clause=next((line.clause for line in told if line.points), told[0].clause if told else ""),
        leads=leads,
    )


def _verdict(view: View, told: Sequence[Line]) -> Markup:
    """The verdict on a seat's cards in one line; a long one omits zero scores, then reasons."""
    said = [(line, remark) for line in told if (remark := _remark(view, line))]
    telling = (
        [(line, remark) for line, remark in said if line.points]
        if any(line.points for line in told)
        else said
    )
    stop = Markup(view.translator.marks.stop + view.translator.marks.gap)
    for remarks in (said, telling):
        text = stop.join(remark for _line, remark in remarks)
        if text_width(text) <= LINE:
            return text
    return stop.join(_remark(view, line, ".brief") for line, _said in telling)


def _remark(view: View, line: Line, part: str = ".remark") -> Markup:
    """A remark, with its points and their receiver in bold."""
    text = Markup(
        line_sentence(view.translator, line, part)
        or line_sentence(view.translator, line, ".remark")
    )
    gives = view.translator.say("say.gives", {"seat": line.seat, "points": line.points}, default="")
    return text.replace(gives, Markup("<b>{}</b>").format(Markup(gives))) if gives else text


def _place(
    view: View,
    field: fields.Field,
    seat: str,
    draft: Draft,
    active: str,
    recorded: Mapping[str, Any] | None,
) -> RowCell:
    name, title = f"{field.name}.{seat}", view.plain.say(f"field.{field.name}")
    value: Any = recorded.get(field.name) if recorded else draft.one(name)
    if isinstance(value, tuple):
        value = value[0] if value else ""
    if isinstance(field, fields.Int):
        told = "" if value is None else str(value)
        return RowCell(
            name, "int", told, "", title, False, recorded is not None, field.low, field.high
        )
    kind = (
        "card"
        if isinstance(field, fields.Cards)
        else "flag"
        if isinstance(field, fields.Flag)
        else "seat"
    )
    if isinstance(field, fields.Cards) and value:
        value = _canonical(field, str(value))
    label = view.names.get(value, "") if kind == "seat" else ""
    return RowCell(name, kind, value, label, title, name == active, recorded is not None)


def _canonical(field: fields.Cards, text: str) -> str:
    try:
        return read_cards(text, field.deck)[0]
    except (Unreadable, IndexError):
        return ""


def _extra(view: View, lines: Sequence[Line]) -> Extra | None:
    """The season's points on their own line, so that nobody looks for them in the rows."""
    extra = [line for line in lines if line.part == "season"]
    if not extra:
        return None
    text = Markup(view.translator.marks.comma).join(_remark(view, line) for line in extra)
    banner, clause = view.scene.banner, extra[0].clause
    if banner is None:
        return Extra(text, clause)
    named = Markup("{}{}{}").format(
        view.translator.say(f"say.{banner.code}.title"), view.translator.marks.colon, text
    )
    return Extra(named if text_width(named) <= LINE else text, clause, banner.params.get("suit"))


def _target(view: View, prompt: Prompt, draft: Draft, active: str) -> FieldView | None:
    """The bar of seats above the pad while a seat's place is active."""
    name, _dot, seat = active.partition(".")
    names = [field.name for field in prompt.fields]
    if name not in names or not isinstance(prompt.fields[at := names.index(name)], fields.Seat):
        return None
    before = draft.one(f"{names[max(0, at - 1)]}.{seat}")
    text = (
        view.translator.say("say.laid_at", {"seat": seat, "card": before})
        if before
        else view.names[seat]
    )
    own = {seat: view.plain.say("say.own_place", default="")}
    seats = [
        ChoiceKey(one, view.names[one], draft.one(active) == one, note=own.get(one))
        for one in view.history.seats
    ]
    return FieldView("seat", "put", text, options=seats)


def _rows_pad(view: View, prompt: Prompt, draft: Draft, active: str) -> Pad:
    """The pad of the active place; a second tap removes its card; cards elsewhere are closed."""
    cards = _cards(prompt)
    laid = [(field.name, seat) for field in cards for seat in view.history.seats]
    taken = {
        _canonical(cards[0], text): (name, seat)
        for name, seat in laid
        if (text := draft.one(f"{name}.{seat}"))
    }
    waits = _waits(view, prompt, active)

    def judged(key: Key) -> Key:
        key = _taken(view, key, *taken.get(key.card, ("", "")), active)
        return replace(key, reason=waits, chosen=0) if waits and not key.reason else key

    return pad(view, cards[0], None, Counter(), mode="put").with_keys(judged)


def _waits(view: View, prompt: Prompt, active: str) -> Sentence | None:
    """Why the pad takes no card while a seat's place is active."""
    name, _dot, seat = active.partition(".")
    if not any(isinstance(field, fields.Seat) and field.name == name for field in prompt.fields):
        return None
    return Sentence(
        view.translator.say(
            f"ask.{prompt.kind}", {"seat": seat, "place": name}, default=view.names[seat]
        )
    )


def _taken(view: View, key: Key, name: str, seat: str, active: str) -> Key:
    if seat and f"{name}.{seat}" == active:
        return replace(key, chosen=1)
    if not seat or key.reason:
        return key
    text = view.translator.say(
        "say.lies_already",
        {"card": key.card, "seat": seat, "place": name},
        default=view.names[seat],
    )
    return replace(key, reason=Sentence(text), owner=view.short_names[seat])
