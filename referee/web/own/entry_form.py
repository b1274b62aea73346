"""One entry of a sheet: its name, for whom it is, its limits, when it is entered."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.own.draft import Draft, all_names, moved, name_of, renamed, with_step, without
from referee.own.reading import LABEL_SIGNS
from referee.own.sheet import MOST, MOST_STEPS
from referee.web.http.context import language
from referee.web.http.parts import ChoiceKey, Page
from referee.web.http.words import gettext as _

from .address import said_in, sent_number, sent_text, split_step, with_text
from .entries_form import said_anew
from .limits import LimitView, limits, put_limits

FIRST_POINTS = 10


@dataclass(frozen=True)
class ThingView:
    """One of several things that can be chosen, with its points."""

    name: str
    points: int


@dataclass(frozen=True, kw_only=True)
class OwnEntryPage(Page):
    """One entry; what does not fit its type is None."""

    label: str
    per: Sequence[ChoiceKey]
    limits: Sequence[LimitView]
    steps: Sequence[ChoiceKey]
    secret: bool
    optional: bool | None
    things: Sequence[ThingView] | None
    faults_here: Sequence[str]
    first: bool
    last: bool


def changed_entry(told: Draft, at: int, form: Mapping[str, str]) -> Draft:
    """The sheet with everything that was sent for one entry, and one tap."""
    found = copy.deepcopy(told)
    ask = found["ask"][at]
    put_limits(ask, form)
    _put_flags(ask, form)
    _put_things(ask, form)
    if form.get("per") in ("player", "team", "table") and form["per"] != ask.get("per", "player"):
        ask["per"] = form["per"]
        if form["per"] == "player":
            del ask["per"]
    step = sent_number(form, "step", ask.get("step", 1))
    if step != ask.get("step", 1) and 0 <= step <= MOST_STEPS:
        found = with_step(found, at, step or 1)
    found = _relabelled(found, at, sent_text(form.get("label", ""), LABEL_SIGNS))
    return said_anew(told, _tapped(found, at, form.get("do", "")))


def _relabelled(told: Draft, at: int, label: str) -> Draft:
    """The sheet with another label, and with the name that is made of it in all formulas."""
    ask = told["ask"][at]
    if not label or label == said_in(ask.get("label", ask.get("name")), language()):
        return told
    old = str(ask.get("name", ""))
    new = name_of(label, all_names(told) - {old})
    found = renamed(told, old, new) if old else told
    found["ask"][at]["name"] = new
    with_text(found["ask"][at], "label", label, language())
    return found


def _tapped(told: Draft, at: int, step: str) -> Draft:
    verb, number = split_step(step)
    ask = told["ask"][at]
    if verb == "drop":
        return without(told, "ask", at)
    if verb in ("up", "down"):
        return moved(told, "ask", at, 1, 1 if verb == "down" else -1)
    if verb == "thing" and ask.get("type") == "some" and len(ask.get("of", ())) < MOST["of"]:
        name = f"{_('Bonus')} {len(ask.get('of', ())) + 1}"
        ask.setdefault("of", []).append({"name": name, "points": FIRST_POINTS})
    if verb == "unthing" and 0 <= number < len(ask.get("of", ())) > 1:
        del ask["of"][number]
    return told


def _put_flags(ask: Draft, form: Mapping[str, str]) -> None:
    """What is ticked; a box that was not on the page changes nothing."""
    for name in ("secret", "optional"):
        if f"{name}-shown" in form and (form.get(name) == "1") != ask.get(name, False):
            ask.update({name: True}) if form.get(name) else ask.pop(name)


def _put_things(ask: Draft, form: Mapping[str, str]) -> None:
    """The names and points of what can be chosen."""
    for at, thing in enumerate(ask.get("of", ())):
        text = sent_text(form.get(f"thing.{at}", ""), LABEL_SIGNS)
        with_text(thing, "name", text or said_in(thing.get("name"), language()), language())
        thing["points"] = sent_number(form, f"worth.{at}", thing.get("points", 0))


def entry_view(told: Draft, at: int, faults: Sequence[str]) -> dict[str, object]:
    """The fields of the page of one entry."""
    ask = told["ask"][at]
    kind = ask.get("type", "number")
    return {
        "label": said_in(ask.get("label", ask.get("name")), language()),
        "per": _per(told, ask),
        "limits": limits(ask, told),
        "steps": _steps(told, ask),
        "secret": bool(ask.get("secret")),
        "optional": bool(ask.get("optional")) if kind == "who" else None,
        "things": [
            ThingView(said_in(one.get("name"), language()), one.get("points", 0))
            for one in ask.get("of", ())
        ]
        if kind == "some"
        else None,
        "faults_here": faults,
        "first": at == 0,
        "last": at == len(told["ask"]) - 1,
    }


def _per(told: Draft, ask: Draft) -> list[ChoiceKey]:
    now = ask.get("per", "player")
    of_team = [ChoiceKey("team", _("Each team"), now == "team")]
    return [
        ChoiceKey("player", _("Each player"), now == "player"),
        *(of_team if told.get("teams") or now == "team" else []),
        ChoiceKey("table", _("Once for all"), now == "table"),
    ]


def _steps(told: Draft, ask: Draft) -> list[ChoiceKey]:
    """Before or after play; a third step only where a sheet has one. Nothing for one entry."""
    steps = [one.get("step", 1) for one in told["ask"]]
    if len(steps) == 1:
        return []
    now, last = ask.get("step", 1), max(steps)
    before, after = _("Before play"), _("After play")
    if last > 2:
        return [ChoiceKey(str(n), _("Step %(n)s", n=n), n == now) for n in range(1, last + 1)]
    if last == 1:
        return [
            ChoiceKey("1", _("With the others"), True),
            ChoiceKey("0", before),
            ChoiceKey("2", after),
        ]
    return [ChoiceKey("1", before, now == 1), ChoiceKey("2", after, now == 2)]
