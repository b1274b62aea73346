"""Frozen values with other values in some of their fields; every move makes a few new states of old ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def replace(value: T, /, **changes: Any) -> T:
    """As ``dataclasses.replace``, for a fifth of its cost, where there are no slots and no ``__post_init__``.

    What the old value has worked out and kept (a cached property) is not taken over. A name that is no field is a TypeError.
    """
    kind = type(value)
    fields: Mapping[str, object] = kind.__dataclass_fields__  # type: ignore[attr-defined]
    made = object.__new__(kind)
    held = {**value.__dict__, **changes}
    if len(held) > len(fields):
        if unknown := changes.keys() - fields.keys():
            raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
        held = {name: held[name] for name in fields}
    made.__dict__.update(held)
    return made
