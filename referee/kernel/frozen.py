"""Frozen values: with other values in some of their fields, and with what they work out once
kept.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


def replace(value: T, /, **changes: Any) -> T:
    """As ``dataclasses.replace``, for a fifth of its cost where a value has no slots.

    What the old value has worked out and kept (a cached property) is not taken over. A name that is
    no field is a TypeError; ``__post_init__`` is not called.
    """
    kind = type(value)
    if not hasattr(value, "__dict__"):
        return dataclasses.replace(value, **changes)  # type: ignore[type-var]
    fields: Mapping[str, object] = kind.__dataclass_fields__  # type: ignore[attr-defined]
    made = object.__new__(kind)
    held = {**value.__dict__, **changes}
    if len(held) > len(fields):
        if unknown := changes.keys() - fields.keys():
            raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
        held = {name: held[name] for name in fields}
    made.__dict__.update(held)
    return made


def with_now(state: T, /, **changes: Any) -> T:
    """A state with other values in some fields of what it has running ``now``."""
    return replace(state, now=replace(state.now, **changes))  # type: ignore[attr-defined]


class cached_property(Generic[T]):  # noqa: N801 - used like the one of functools
    """What a value works out when it is first asked, and keeps.

    Until Python 3.12 the one of functools has a lock that all values share: while one table's
    prompts were worked out, every other table had to wait. Nothing is locked here; two threads at
    once both work out the same.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, value: None, kind: type) -> Self: ...
    @overload
    def __get__(self, value: object, kind: type) -> T: ...
    def __get__(self, value: object, kind: type) -> T | Self:
        if value is None:
            return self
        # Found there from now on, as an instance's own names come before this descriptor.
        found = self._work(value)
        value.__dict__[self._name] = found
        return found
