"""Read TOML tables into the types of a rulebook, with errors naming file and entry."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, TypeVar, get_args

import msgspec

from .texts import MalformedRulebook, RuleText

T = TypeVar("T")
Kind = Literal["engine", "computed", "table", "information"]
KINDS: tuple[str, ...] = get_args(Kind)
ONE = {
    "str": "a text",
    "date": "a date",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
MANY = {"str": "texts", "array": "lists", "object": "tables"}
WRONG = re.compile(
    r"(?:Object missing required field `(?P<missing>\w+)`"
    r"|Object contains unknown field `(?P<unknown>.*?)`"
    r"|Expected `(?P<wanted>\w+)[^`]*`(?P<empty> matching regex)?.*?"
    r"|Invalid enum value .*?)(?: - at `\$\.?(?P<place>.*)`)?",
    re.DOTALL,
)


def convert_table(kind: type[T], table: Mapping[str, Any], place: str) -> T:
    """Convert a table; MalformedRulebook for a wrong, missing or unknown key.

    A table of any keys is read key by key, as no error of msgspec names such a key.
    """
    try:
        return msgspec.convert(table, kind, builtin_types=(date,))
    except msgspec.ValidationError as error:
        raise MalformedRulebook(f"{place}: {_told(str(error), table)}") from error


def _told(said: str, table: Mapping[str, Any]) -> str:
    """An error of msgspec by its entry; it says: Expected `str`, got `int` - at `$.clause[0].id`.

    The last name of the path is the key, what follows it a place inside its value.
    """
    found = WRONG.fullmatch(said)
    assert found, said
    path = re.findall(r"\w+|\[[^]]*\]", found["place"] or "")
    if path[:1] == ["[...]"]:
        path[0] = next(iter(table))
    name = found["missing"] or found["unknown"]
    path += [name] if name is not None else []
    last = max(n for n, step in enumerate(path) if step is name or not step.startswith("["))

    entries: list[str] = []
    entry: Any = table
    for step in path[:last]:
        if step.startswith("["):
            number = int(step[1:-1])
            entry = entry[number]
            entries[-1] += f" {_label(entry, number)}"
        else:
            entry = entry[step]
            entries.append(step)
    return ": ".join([*entries, _wrong(found, path[last], entry.get(path[last]), path[last + 1 :])])


def _label(entry: Mapping[str, Any], number: int) -> str:
    names = map(entry.get, ("id", "value", "version"))
    return next(filter(None, names), None) or f"number {number + 1}"


def _wrong(found: re.Match[str], key: str, value: object, inside: list[str]) -> str:
    wanted = found["wanted"]
    if found["missing"]:
        return f"'{key}' is missing"
    if found["unknown"] is not None or wanted == RuleText.__name__:
        return f"unknown key '{key}'"
    if inside:
        return f"'{key}' must be {'a table' if '[...]' in inside else 'a list'} of {MANY[wanted]}"
    if wanted is None:
        return f"{key} '{value}' is none of {', '.join(KINDS)}"
    return (
        f"'{key}' is empty" if found["empty"] else f"'{key}' must be {ONE[wanted]}, not {value!r}"
    )
