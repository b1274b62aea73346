"""Any game by taps: an answer to any prompt, tapped the way its form is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Locator

from referee.kernel.contract import Prompt
from referee.kernel.detail import DEPTH
from referee.kernel.fields import Cards, Counts, Field, Flag, Int, Many, Text
from referee.web.view.verdict import tapped_field
from tests.browser.phone import GO, Phone
from tools.sample import Sample

RESTED = 400
"""Milliseconds after which a page asks for the verdict on what was typed."""


def record(phone: Phone, one: Sample) -> None:
    """Record what was drawn over HTTP."""
    answer = {name: texts(value) for name, value in one.answer.items()}
    phone.record(one.prompt.kind, one.prompt.seat, **answer)


def ready(phone: Phone, prompt: Prompt, answer: Mapping[str, object]) -> str | Locator:
    """Open the prompt's form if it is not the one shown and tap the answer; returns what is tapped
    last, which sends it.
    """
    if prompt.form == "row":
        return row(phone, prompt, answer)
    if prompt.kind == DEPTH:
        return detail_key(phone, answer[DEPTH])
    turn_to(phone, prompt.seat)
    if prompt.form == "pad" and len(prompt.fields) == 1 and not prompt.aside:
        fill(phone, prompt.fields[0], answer[prompt.fields[0].name])
        phone.settle()
        return GO
    if beside(phone, prompt):
        return last_tap(phone, prompt, answer)
    if not prompt.fields and not shows(phone, prompt):
        return alternative(phone, prompt)
    if not shows(phone, prompt):
        phone.tap(alternative(phone, prompt))
        phone.page.wait_for_selector(
            f'#entry input[name=kind][value="{prompt.kind}"]', state="attached"
        )
        turn_to(phone, prompt.seat)
    return filled(phone, prompt, answer)


def turn_to(phone: Phone, seat: str | None) -> None:
    """Tap a seat of the strip, unless the page is about that one or has no strip."""
    if not seat or not phone.page.locator("#strip [aria-current]").count() or phone.seat == seat:
        return
    phone.tap(f'#strip [data-seat="{seat}"]')
    phone.page.wait_for_selector(f'#strip [aria-current][data-seat="{seat}"]')


def filled(phone: Phone, prompt: Prompt, answer: Mapping[str, object]) -> str | Locator:
    """Tap the answer into the form that is shown; returns what is tapped last, which sends it."""
    field = prompt.fields[-1] if prompt.fields else None
    chosen = texts(answer.get(field.name)) if field else []
    empty = not any(texts(value) for value in answer.values())
    if isinstance(field, Many) and empty and (none := without(phone, prompt)).count():
        return none.first
    if isinstance(field, Many) and field.full and len(chosen) == field.full:
        # The tap that chooses the last of them answers.
        for text in chosen[:-1]:
            choose(phone, field, text, 1)
        phone.settle()
        return f'label:has(input[name="{field.name}"][value="{chosen[-1]}"])'
    by_tap = tapped_field(prompt) is not None
    fields = prompt.fields[:-1] if by_tap else prompt.fields
    for field in fields:
        if by_tap and field.default is not None and answer.get(field.name) == field.default:
            continue
        fill(phone, field, answer.get(field.name))
    phone.settle()
    return last_tap(phone, prompt, answer) if by_tap else GO


def row(phone: Phone, prompt: Prompt, answer: Mapping[str, object]) -> str:
    """Fill the row of a seat: light each place that is not lit by itself, and tap what belongs
    there.
    """
    for field in prompt.fields:
        value = texts(answer.get(field.name))
        if isinstance(field, Flag):
            if value:
                phone.tap(f'label.spot:has(input[name="{field.name}.{prompt.seat}"])')
        else:
            place = phone.page.locator(
                f'label.spot:has([name=slot][value="{field.name}.{prompt.seat}"])'
            )
            if not place.locator("input").is_checked():
                phone.tap(place)
                phone.settle()
            phone.tap(f'button[name=put][value="{value[0]}"]')
        phone.settle()
    return GO


def without(phone: Phone, prompt: Prompt) -> Locator:
    """The button that answers with none of the choices of a form."""
    return phone.page.locator(f'.others form:has(input[name=kind][value="{prompt.kind}"]) button')


def beside(phone: Phone, prompt: Prompt) -> bool:
    """Whether a tap on the board gives this answer beside the form."""
    kind, seat = (phone.page.locator(f"#beside input[name={name}]") for name in ("kind", "seat"))
    return (
        bool(kind.count())
        and kind.input_value() == prompt.kind
        and seat.input_value() == prompt.seat
    )


def shows(phone: Phone, prompt: Prompt) -> bool:
    """Whether the form on the page is this prompt's."""
    kind, seat = (phone.page.locator(f"#entry input[name={name}]") for name in ("kind", "seat"))
    return (
        bool(kind.count())
        and kind.first.input_value() == prompt.kind
        and seat.first.input_value() == (prompt.seat or "")
    )


def alternative(phone: Phone, prompt: Prompt) -> Locator:
    """The button or link of an answer other than the form's own."""
    ways = (
        f'button[name=instead][value="{prompt.kind}"]',
        f'.others form:has(input[name=kind][value="{prompt.kind}"]) button',
        f'.others a[href*="do={prompt.kind}"]',
        f'.slots a[href*="do={prompt.kind}"]',
        f'#other-ways a[href*="do={prompt.kind}"]',
    )
    found = phone.page.locator(", ".join(ways)).locator("visible=true")
    if not found.count():
        phone.tap("#other-ways summary")
    return found.first


def detail_key(phone: Phone, value: object) -> Locator:
    """The key in the menu that changes how much is entered."""
    phone.tap("#menu summary")
    return phone.page.locator(f'#menu .detail button[value="{value}"]')


def last_tap(phone: Phone, prompt: Prompt, answer: Mapping[str, object]) -> Locator:
    """What is tapped last: a key, a spot of the board or a button that answers by itself."""
    field = prompt.fields[-1]
    (value,) = texts(answer[field.name])
    return phone.page.locator(f'button[name="{field.name}"][value="{value}"]:not(.button-go)')


def texts(value: object) -> list[str]:
    """The texts a form would send for a value."""
    if isinstance(value, list | tuple):
        return [str(item) for item in value]
    return [] if value is None or value is False else ["1" if value is True else str(value)]


def fill(phone: Phone, field: Field, value: object) -> None:
    """Tap or type one field; what is chosen already costs no tap."""
    page = phone.page
    named = page.locator(f'[name="{field.name}"]')
    if isinstance(field, Flag):
        if value and not named.first.is_checked():
            phone.tap(page.locator(f'label:has([name="{field.name}"])').first)
    elif isinstance(field, Int):
        count(phone, field, value)
    elif isinstance(field, Counts):
        series(phone, field, str(value))
    elif isinstance(field, Text):
        named.first.fill("".join(texts(value)))
        named.first.blur()
        page.wait_for_timeout(RESTED)
        phone.taps += 1
    else:
        for text in dict.fromkeys(texts(value)):
            choose(phone, field, text, texts(value).count(text))


def count(phone: Phone, field: Int, value: object) -> None:
    """Tap a number on the keys below it, tens and ones where it may be large; its place is tapped
    first unless it is lit.
    """
    if not light(phone, field, str(value)):
        return
    negative, number = str(value).startswith("-"), str(value).lstrip("-")
    split = len(number) - 1 if phone.page.locator(".numpad [data-tens]").count() else 0
    tens, ones = number[:split], number[split:]
    if negative:
        phone.tap('.numpad button[value="-"]')
    for digit in tens:
        phone.tap(f'.numpad button[data-tens][value="{digit}"]')
    phone.tap(f'.numpad button[value="{ones}"]:not([data-tens])')
    phone.settle()


def series(phone: Phone, field: Field, value: str) -> None:
    """Tap numbers one after another into one place."""
    if light(phone, field, value):
        for number in value.split():
            phone.tap(f'.numpad button[value="{number}"]')
        phone.settle()


def light(phone: Phone, field: Field, value: str) -> bool:
    """Light the empty place of a field; False where it holds the value already."""
    place = phone.page.locator(f'.figure [name="{field.name}"]')
    if place.input_value() == value:
        return False
    phone.page.wait_for_selector(".figure.is-lit")
    if not phone.page.locator(f'.figure.is-lit [name="{field.name}"]').count():
        phone.tap(place)
    if place.input_value():
        phone.tap('.numpad button[value=""]')
    return True


def choose(phone: Phone, field: Field, text: str, times: int) -> None:
    """Tap one choice of a field, unless it stands already."""
    box = phone.page.locator(f'input[name="{field.name}"][value="{text}"]').first
    if isinstance(field, Cards):
        for _ in range(times):
            phone.tap(
                phone.page.locator(f'.key[data-card="{text}"]:has(input[name="{field.name}"])')
            )
            phone.settle()
    elif not box.is_checked():
        phone.tap(
            phone.page.locator(f'label:has(input[name="{field.name}"][value="{text}"])').first
        )
