"""Rows: one line per seat that is form and scoreboard in one, with the verdict of every seat's cards under its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel import fields
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Line, Prompt
from referee.kernel.game import check
from referee.kernel.history import Played
from referee.web.desk.draft import Draft, complete_rows, raw_fields
from referee.web.forms.pad import Key, Pad, pad
from referee.web.http.parts import Go, Sentence
from referee.web.http.text_width import text_width
from referee.web.view.view import View, leaders
from referee.words import line_sentence, ruling_sentence

from .asked import Asked, Extra, Grid, GridRow, Place, Target, TargetSeat
from .entries import row_prompts

LINE = 45


def rows_entry(view: View, draft: Draft) -> Asked:
    """Everything the page of a round entered in rows shows."""
    prompts = {prompt.seat: prompt for prompt in row_prompts(view)}
    lit = draft.one("slot") or first_empty(list(prompts.values()), draft)
    lines, objections = _so_far(view, list(prompts.values()), draft)
    pattern = next(iter(prompts.values()))
    shown = {seat: view.totals[seat] + sum(line.points for line in lines if line.seat == seat) for seat in view.history.seats}
    ahead = leaders(shown, view.low_wins)
    rows = [
        _row(view, seat, prompts.get(seat) or pattern, draft, lit, lines, seat in prompts, seat in ahead)
        for seat in view.history.seats
    ]
    complete = complete_rows(list(prompts.values()), draft)
    heads = [view.speaker.say(f"field.{wanted.name}") for wanted in pattern.fields]
    extra = objections[0] if objections else _extra(view, lines)
    return Asked(
        grid=Grid(heads, rows, extra, _target(view, pattern, draft, lit)),
        pad=_rows_pad(view, pattern, draft, lit),
        go=Go(objections[0].text, kind="open") if objections else _go(view, pattern, len(complete), len(prompts), lit),
    )


def _go(view: View, prompt: Prompt, complete: int, asked: int, lit: str) -> Go:
    """The button says whether it records the whole round or, less loudly, only some rows, and before that what to tap."""
    name, _dot, seat = lit.partition(".")
    if not complete:
        return Go(view.speaker.say(f"ask.{prompt.kind}", {"seat": seat, "place": name}, default=_("Record")), kind="open")
    code, kind = (f"record.{prompt.kind}", "record") if complete == asked else ("record.rows", "quiet")
    return Go(view.speaker.say(code, {"n": complete}, default=_("Record")), kind=kind)


def first_empty(prompts: Sequence[Prompt], draft: Draft) -> str:
    """The first place that nothing has been put into."""
    names = [f"{wanted.name}.{prompt.seat}" for prompt in prompts for wanted in prompt.fields if not isinstance(wanted, fields.Flag)]
    return next((name for name in names if not draft.texts(name)), "")


def _so_far(view: View, prompts: Sequence[Prompt], draft: Draft) -> tuple[list[Line], list[Extra]]:
    """The lines of this round if the complete rows were recorded now, and what is wrong with any of them."""
    game, state, wrong = view.history.game, view.state, []
    for prompt in complete_rows(prompts, draft):
        checked = check(game, state, prompt.kind, prompt.seat, raw_fields(prompt, draft, f".{prompt.seat}"), draft.accept)
        wrong += [Extra(ruling_sentence(view.speaker, ruling), ruling.clause, wrong=True) for ruling in checked.objections]
        if checked.move and not checked.objections:
            state = game.advance(state, checked.move)
    return [line for line in game.lines(state) if line.round == view.scene.round], wrong


def _row(
    view: View, seat: str, prompt: Prompt, draft: Draft, lit: str, lines: Sequence[Line], asked: bool, leads: bool
) -> GridRow:
    told = [line for line in lines if line.part == "score" and line.params.get("at", line.seat) == seat]
    points = sum(line.points for line in lines if line.seat == seat)
    recorded = {} if asked else _recorded(view, seat, prompt.kind)
    return GridRow(
        id=seat,
        name=view.names[seat],
        slots=[_place(view, wanted, seat, draft, lit, recorded, not asked) for wanted in prompt.fields],
        total=view.totals[seat] + points,
        plus=points if any(line.seat == seat for line in lines) else None,
        verdict=_verdict(view, told),
        clause=next((line.clause for line in told if line.points), told[0].clause if told else ""),
        leads=leads,
    )


def _verdict(view: View, told: Sequence[Line]) -> Markup:
    """What the cards at one seat are worth, as full as one line holds: at need without what scores nothing, then without reasons."""
    telling = [line for line in told if line.points] or list(told)
    forms = ((told, ".remark"), (telling, ".remark"), (telling, ".brief"))
    stop = view.speaker.marks.stop + view.speaker.marks.gap
    texts = [[_remark(view, line, part) for line in lines if line_sentence(view.speaker, line, ".remark")] for lines, part in forms]
    return Markup(stop).join(next((text for text in texts if text_width(Markup(stop).join(text)) <= LINE), texts[-1]))


def _remark(view: View, line: Line, part: str) -> Markup:
    """A remark with what it gives to whom in bold."""
    text = Markup(line_sentence(view.speaker, line, part) or line_sentence(view.speaker, line, ".remark"))
    gives = view.speaker.say("say.gives", {"seat": line.seat, "points": line.points}, default="")
    return text.replace(gives, Markup("<b>{}</b>").format(Markup(gives))) if gives else text


def _recorded(view: View, seat: str, kind: str) -> Mapping[str, Any]:
    found: list[Played] = [p for p in view.history.played if p.move.seat == seat and p.move.kind == kind and p.round == view.scene.round]
    return found[-1].move.data if found else {}


def _place(
    view: View, wanted: fields.Field, seat: str, draft: Draft, lit: str, recorded: Mapping[str, Any], fixed: bool
) -> Place:
    name = f"{wanted.name}.{seat}"
    value: Any = recorded.get(wanted.name) if recorded else draft.one(name)
    if isinstance(value, tuple):
        value = value[0] if value else ""
    kind = "card" if isinstance(wanted, fields.Cards) else "flag" if isinstance(wanted, fields.Flag) else "seat"
    if kind == "card" and value:
        value = _canonical(wanted, str(value))
    label = view.names.get(value, "") if kind == "seat" else ""
    return Place(name, kind, value, label, view.plain.say(f"field.{wanted.name}"), name == lit, fixed)


def _canonical(wanted: fields.Field, text: str) -> str:
    assert isinstance(wanted, fields.Cards)
    try:
        return read_cards(text, wanted.deck)[0]
    except (Unreadable, IndexError):
        return ""


def _extra(view: View, lines: Sequence[Line]) -> Extra | None:
    """The season's points in a line of their own, so that nobody looks for them in the dates."""
    extra = [line for line in lines if line.part == "season"]
    if not extra:
        return None
    marks = view.speaker.marks
    text = Markup(marks.comma).join(_remark(view, line, ".remark") for line in extra)
    banner, clause = view.scene.banner, extra[0].clause
    if banner is None:
        return Extra(text, clause)
    named = Markup("{}{}{}").format(view.speaker.say(f"say.{banner.code}.title"), marks.colon, text)
    return Extra(named if text_width(named) <= LINE else text, clause, banner.params.get("suit"))


def _target(view: View, prompt: Prompt, draft: Draft, lit: str) -> Target | None:
    """The bar of seats above the pad while a place for a seat is lit."""
    name, _dot, seat = lit.partition(".")
    wanted = next((field for field in prompt.fields if field.name == name), None)
    if not isinstance(wanted, fields.Seat):
        return None
    before = draft.one(f"{_card_before(prompt, name)}.{seat}")
    text = view.speaker.say("say.laid_at", {"seat": seat, "card": before}) if before else view.names[seat]
    own = view.plain.say("say.own_place", default="")
    seats = [TargetSeat(one, view.names[one], own if one == seat else None, draft.one(lit) == one) for one in view.history.seats]
    return Target(text, seats)


def _card_before(prompt: Prompt, name: str) -> str:
    names = [wanted.name for wanted in prompt.fields]
    return names[max(0, names.index(name) - 1)]


def _rows_pad(view: View, prompt: Prompt, draft: Draft, lit: str) -> Pad:
    """The pad that fills the lit place and takes its card back; cards put elsewhere are used up, with their owner's name."""
    wanted = next(field for field in prompt.fields if isinstance(field, fields.Cards))
    names = [field.name for field in prompt.fields if isinstance(field, fields.Cards)]
    taken = {
        _canonical(wanted, draft.one(f"{name}.{seat}")): (name, seat)
        for name in names
        for seat in view.history.seats
        if draft.one(f"{name}.{seat}")
    }
    return pad(view, wanted, None, Counter(), mode="put").with_keys(lambda key: _taken(view, key, *taken.get(key.card, ("", "")), lit))


def _taken(view: View, key: Key, name: str, seat: str, lit: str) -> Key:
    if seat and f"{name}.{seat}" == lit:
        return replace(key, chosen=1)
    if not seat or key.reason:
        return key
    text = view.speaker.say("say.lies_already", {"card": key.card, "seat": seat, "place": name}, default=view.names[seat])
    return replace(key, reason=Sentence(text), owner=view.short_names[seat])
