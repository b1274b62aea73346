"""Sheets under way in addresses and forms: read, written, and what was sent with them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from flask import redirect, request, url_for

from referee.own.draft import Draft, as_draft, new_draft
from referee.own.packed import packed, unpacked
from referee.own.part import UNPRINTABLE
from referee.own.sheet import MOST_BYTES, canonical, in_language
from referee.web.http.errors import Fault
from referee.web.http.security import whole

SHEET, SHOWS_FAULTS = "sheet", "check"
MOST_SIGNS = 7000
"""Of a sheet in an address, which has room for little more."""
LARGEST = 100_000


def asked_draft() -> Draft:
    """The sheet of a request; an empty one if there is none, 422 for what is no sheet."""
    text = request.values.get(SHEET, "")
    if not text:
        return new_draft()
    try:
        return as_draft(unpacked(text))
    except ValueError as bad:
        raise Fault(422, "bad_sheet") from bad


def written(told: Draft) -> str:
    """A sheet as it is sent; 422 if it has become too large for that."""
    text = packed(told)
    if len(text) > MOST_SIGNS or len(canonical(told).encode()) > MOST_BYTES:
        raise Fault(422, "sheet_too_large")
    return text


def address(endpoint: str, told: Draft, **more: Any) -> str:
    """The address of a page about a sheet."""
    given = {name: value for name, value in more.items() if value != ""}
    return url_for(f"own_games.{endpoint}", sheet=written(told), **given)


def lead(endpoint: str, told: Draft, **more: Any) -> Any:
    """303 to a page about a sheet, so that a reload does nothing twice."""
    return redirect(address(endpoint, told, **more), 303)


def shows_faults() -> bool:
    """Whether a page says what is missing: not before somebody wants to go on."""
    return request.args.get(SHOWS_FAULTS) == "1"


def sent_number(form: Mapping[str, str], name: str, default: int) -> int:
    """A whole number of a form, also below zero and as other keyboards write it."""
    text = unicodedata.normalize("NFKC", form.get(name, "")).strip().replace("−", "-")
    number = whole(text.removeprefix("-"), -1)
    if number < 0 or number > LARGEST:
        return default
    return -number if text.startswith("-") else number


def sent_text(text: str, most: int) -> str:
    """A text of a form, without what nobody sees and without braces."""
    return " ".join(UNPRINTABLE.sub(" ", unicodedata.normalize("NFC", text)).split())[:most].strip()


def said_in(told: Any, lang: str) -> str:
    """A text of a sheet in a language; empty if there is none."""
    if not told:
        return ""
    return in_language({"": told} if isinstance(told, str) else told, lang)


def with_text(part: Draft, key: str, text: str, lang: str) -> None:
    """Put a text into a part of a sheet, unless it says the same already."""
    if text == said_in(part.get(key), lang):
        return
    if text:
        part[key] = text
    else:
        part.pop(key, None)


def split_step(step: str) -> tuple[str, int]:
    """A tap and its number: ``drop-2``; -1 without one."""
    verb, _, number = step.rpartition("-")
    at = whole(number, -1)
    return (verb, at) if verb and at >= 0 else (step, -1)
