"""Forms as a person fills them in: whatever a page offers, chosen at random."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from lxml import html

WORDS = (
    *("", "Ann", "Zoë ", "  Bo", "12", "-3", "７", "あかり", "x" * 90, "K♥ Q♠", "7,", "a‮b"),
    "reason\n",
)
KEEP = 0.6
"""How often what a field already holds is left as it is."""


@dataclass(frozen=True)
class Filled:
    """A form ready to be sent: where to, how, and every field by name."""

    action: str
    method: str
    data: dict[str, list[str]]


def forms(page: html.HtmlElement) -> list[html.HtmlElement]:
    """The forms of a page that send something."""
    return [form for form in page.iter("form") if form.get("method", "get").lower() == "post"]


def fill(page: html.HtmlElement, form: html.HtmlElement, rng: Random) -> Filled:
    """The form with something chosen in every field, sent by one of its buttons."""
    data: dict[str, list[str]] = defaultdict(list)
    for group in _groups(page, form).values():
        for field in group if group[0].get("type") not in ("radio",) else [rng.choice(group)]:
            for value in _value(field, rng):
                data[field.get("name", "")].append(value)
    buttons = [element for element in _own(page, form) if _sends(element)]
    button = rng.choice(buttons) if buttons else None
    if button is not None and button.get("name"):
        data[button.get("name", "")].append(button.get("value", ""))
    action = (button.get("formaction") if button is not None else None) or form.get("action", "")
    return Filled(action, form.get("method", "get").lower(), dict(data))


def _own(page: html.HtmlElement, form: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """The controls inside a form, and those elsewhere that name it."""
    yield from form.iter("input", "select", "textarea", "button")
    if form.get("id"):
        yield from page.xpath("//*[@form=$id]", id=form.get("id"))


def _groups(page: html.HtmlElement, form: html.HtmlElement) -> dict[Any, list[html.HtmlElement]]:
    """The fields of a form; the choices of one radio together."""
    groups: dict[Any, list[html.HtmlElement]] = defaultdict(list)
    for at, field in enumerate(_own(page, form)):
        if field.get("name") and not _sends(field) and field.get("disabled") is None:
            groups[field.get("name") if field.get("type") == "radio" else at].append(field)
    return groups


def _sends(element: html.HtmlElement) -> bool:
    return (element.tag == "button" and element.get("type", "submit") == "submit") or element.get(
        "type"
    ) in ("submit", "image")


def _value(field: html.HtmlElement, rng: Random) -> list[str]:
    kept = rng.random() < KEEP
    if field.tag == "select":
        options = [option.get("value", "") for option in field.iter("option")]
        return [rng.choice(options)] if options else []
    if field.get("type") == "checkbox":
        on = field.get("checked") is not None if kept else rng.random() < 0.2
        return [field.get("value", "on")] if on else []
    if field.get("type") in ("hidden", "radio"):
        return [field.get("value", "")]
    own = field.text or "" if field.tag == "textarea" else field.get("value", "")
    return [own if kept else rng.choice(WORDS)]
