"""A frozen value with other values in some fields is the same as the standard library makes it."""

from __future__ import annotations

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier

import pytest

from referee.kernel.frozen import cached_property, replace


@dataclass(frozen=True)
class Point:
    value: int
    other: int = 2

    @cached_property
    def sum(self) -> int:
        return self.value + self.other


def test_it_makes_what_the_standard_library_makes() -> None:
    old = Point(1)
    assert replace(old, value=5) == dataclasses.replace(old, value=5) == Point(5, 2)
    assert hash(replace(old, value=5)) == hash(Point(5, 2))
    assert old == Point(1, 2)
    assert replace(old) is not old


@dataclass(frozen=True, slots=True)
class Slotted:
    value: int
    other: int = 2


def test_a_value_with_slots_is_no_exception() -> None:
    assert replace(Slotted(1), value=5) == Slotted(5, 2)
    with pytest.raises(TypeError):
        replace(Slotted(1), third=3)


def test_what_was_worked_out_is_worked_out_anew() -> None:
    old = Point(1)
    assert old.sum == 3
    assert replace(old, value=5).sum == 7


def test_a_name_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Point has no field sum"):
        replace(Point(1), sum=3)


def test_the_new_value_is_frozen_too() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(Point(1), value=5).value = 6  # type: ignore[misc]


def test_one_value_working_something_out_holds_up_no_other() -> None:
    both = Barrier(2)

    class Slow:
        @cached_property
        def found(self) -> bool:
            """What is found."""
            return both.wait(10) in (0, 1)

    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(lambda value=value: value.found) for value in (Slow(), Slow())]
        assert [one.result(20) for one in asked] == [True, True]
    assert Slow.found.__doc__ == "What is found."
