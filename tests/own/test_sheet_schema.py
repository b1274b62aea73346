"""The JSON schema of sheets: what it refuses is no sheet, and it knows every key."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.files import PACKAGE
from referee.own.part import BadSheet, SheetFault, SheetPart
from referee.own.reading import read_sheet
from referee.words.faults import KEYS
from tests.support.paths import ROOT
from tests.support.schema import problems
from tests.support.sheets import SAMPLES, damaged
from tests.support.tiers import cases, property_test
from tools.sheet_schema import MEANINGS, sheet_schema

SCHEMA = json.loads((PACKAGE / "sheet.schema.json").read_text(encoding="utf-8"))
OF_SHAPE = {
    *("not_an_object", "not_a_list", "too_many", "not_a_whole_number", "out_of_range", "missing"),
    *("not_yes_or_no", "not_a_choice", "not_a_formula", "text_too_long", "unknown_format"),
    *("unknown_key", "nothing_asked", "nothing_scores"),
}
"""Codes of faults that need no formula or name to be seen."""
BY_OTHERS = (("to",), ("per",), ("of",))
"""What may stand there depends on teams, or on the type of the entry."""


def faults(told: object) -> tuple[SheetFault, ...]:
    """The faults of a sheet; none if it can be read."""
    try:
        read_sheet(told)
    except BadSheet as bad:
        return bad.faults
    return ()


def test_the_file_is_up_to_date() -> None:
    """`python -m tools sheet-schema > referee/sheet.schema.json` writes it."""
    assert sheet_schema() == SCHEMA


@pytest.mark.parametrize("name", [*SAMPLES])
def test_the_samples_are_as_the_schema_says(name: str) -> None:
    """Each of the twelve."""
    assert problems(SCHEMA, SAMPLES[name]) == []


def changed(rng: random.Random) -> dict[str, Any]:
    """A sample in which a few things were damaged; often it is still a sheet."""
    return damaged(rng) if rng.random() < 0.5 else _lightly_changed(rng)


def _lightly_changed(rng: random.Random) -> dict[str, Any]:
    """A sample without one of its parts, or with an empty one, or with a number for a formula."""
    told: dict[str, Any] = copy.deepcopy(rng.choice([*SAMPLES.values()]))
    parts = [told, *(one for key in ("ask", "points") for one in told[key])]
    for _ in range(rng.choice((1, 1, 2))):
        part = rng.choice(parts)
        key = rng.choice([*part, *KEYS[""], *KEYS["ask"], *KEYS["points"]])
        value = rng.choice((None, 1, "1", False, [], {"en": "x"}, "nobody", "who", "https://x"))
        part[key] = value
    return told


@property_test
def test_the_schema_refuses_only_what_is_no_sheet() -> None:
    """Whatever can be read is as the schema says."""
    readable = 0
    for seed in cases(4000, 20_000):
        told = changed(random.Random(seed))
        if not faults(told):
            readable += 1
            assert problems(SCHEMA, told) == [], told
    assert readable >= 300


@property_test
def test_the_schema_refuses_what_has_another_shape() -> None:
    """A fault that needs no reading of formulas is one by the schema, too."""
    seen = Counter[str]()
    for seed in cases(1000, 20_000):
        told = changed(random.Random(seed))
        every = faults(told)
        found = {fault.code for fault in every}
        elsewhere = not any(fault.path[-1:] in BY_OTHERS for fault in every)
        if found and found <= OF_SHAPE and elsewhere:
            seen.update(found)
            assert problems(SCHEMA, told) != [], (found, told)
    assert len(seen) > len(OF_SHAPE) // 2


def objects(schema: dict[str, Any], part: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of the schema by the key of their part."""
    yield part, schema["properties"]
    for name in ("ask", "of", "let", "check", "points", "over"):
        yield name, schema["$defs"][name]["properties"]


def taken(monkeypatch: pytest.MonkeyPatch, told: object) -> dict[str, set[str]]:
    """The keys that reading a sheet asks each of its parts for."""
    found: dict[str, set[str]] = {}
    take: Callable[..., Any] = SheetPart.take

    def note(self: SheetPart, name: str) -> Any:
        steps = [step for step in self.path if isinstance(step, str)]
        found.setdefault(steps[-1] if steps else "", set()).add(name)
        return take(self, name)

    monkeypatch.setattr(SheetPart, "take", note)
    faults(told)
    return found


def test_every_key_of_the_reading_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The schema, its meanings and the words of faults name the keys that a sheet may have."""
    whole = {
        **SAMPLES["hearts"],
        "ask": [{**SAMPLES["hearts"]["ask"][0], "type": "some", "of": [{}]}],
    }
    keys = taken(monkeypatch, whole)
    assert keys == {part: set(names) for part, names in KEYS.items()}
    assert {part: set(names) for part, names in objects(SCHEMA)} == keys
    named = {f"{part}.{name}".lstrip(".") for part, names in keys.items() for name in names}
    assert named == {*MEANINGS}


DOCUMENT = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def test_every_key_is_in_the_table_of_the_document() -> None:
    """docs/adding-a-game.md names each key once, in the order of the schema's meanings."""
    table = DOCUMENT.partition("### The format of a sheet")[2].partition("\nA text is")[0]
    assert re.findall(r"^\| `([a-z_.]+)` \|", table, re.M) == [*MEANINGS]


def test_the_example_of_the_document_is_the_sample() -> None:
    """Wizard, word for word."""
    sample = (PACKAGE / "own" / "samples" / "wizard.toml").read_text(encoding="utf-8")
    assert f"```toml\n{sample}```" in DOCUMENT
