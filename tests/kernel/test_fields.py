"""Fields: parse, schema and sample agree, and junk is refused by name."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.cards import french, pairs
from referee.kernel.fields import Bad, Cards, Choice, Field, Flag, Int, Many, Place, Seat, Text
from referee.words import LANGUAGES, Translator

FIELDS: tuple[Field, ...] = (
    Cards(name="pad", deck=french(), least=2, most=5),
    Cards(name="free", deck=french(2), least=0, most=3),
    Cards(name="numbers", deck=pairs(), left={"10": 3, "1": 0}),
    Cards(name="maybe", deck=french(), optional=True),
    Int(name="points", low=-5, high=12),
    Int(name="bid", low=1, high=3, default=2),
    Choice(name="slot", values=("thief", "beggar")),
    Choice(name="rule", values=("once", "twice"), default="once"),
    Many(name="colours", values=("male", "sick", "upper")),
    Seat(name="who", values=("ann", "bo")),
    Place(
        name="spot", values=("ann:0", "bo:1"), shows={"ann:0": ("ann", "AS"), "bo:1": (None, "KS")}
    ),
    Flag(name="gladly"),
    Text(name="why", most=20),
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["AS", "--5", "-", "−3", "1e3", "５", "on", "thief", "ann"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_sample_parses_to_itself_directly_and_through_json(field: Field) -> None:
    rng = random.Random(field.name)
    for _ in range(100):
        value = field.sample(rng)
        assert field.parse(value) == value
        assert field.parse(json.loads(json.dumps(value))) == value


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_sample_is_what_the_schema_says(field: Field) -> None:
    rng, schema = random.Random(field.name), field.schema()
    assert json.loads(json.dumps(schema)) == schema
    assert (schema["name"], schema["type"], schema["optional"]) == (
        field.name,
        type(field).__name__.lower(),
        field.optional,
    )
    for _ in range(100):
        assert_fits(field.sample(rng), schema)


def assert_fits(value: Any, schema: dict[str, Any]) -> None:
    if schema["type"] == "cards":
        assert schema["least"] <= len(value) <= schema["most"]
        assert set(value) <= set(schema["cards"])
    elif schema["type"] == "int":
        assert schema["low"] <= value <= schema["high"]
    elif schema["type"] == "many":
        assert set(value) <= set(schema["values"])
        assert len(set(value)) == len(value)
    elif schema["type"] == "flag":
        assert isinstance(value, bool)
    elif schema["type"] == "text":
        assert 0 < len(value) <= schema["most"]
    else:
        assert value in schema["values"]


@given(st.sampled_from(FIELDS), JSON)
def test_junk_is_read_or_refused_but_never_raises_anything_else(field: Field, raw: Any) -> None:
    try:
        value = field.parse(raw)
    except Bad as refused:
        json.dumps(refused.params)
        said = [
            Translator(lang, "kernel", {}).say(f"ruling.{refused.code}", refused.params)
            for lang in LANGUAGES
        ]
    else:
        said = (
            ["read"]
            if value is None or value == field.default or field.parse(value) == value
            else []
        )
    assert all(said)
    assert said


def refusal(field: Field, raw: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Bad) as caught:
        field.parse(raw)
    return caught.value.code, caught.value.params


@pytest.mark.parametrize(
    ("raw", "code", "params"),
    [
        (None, "too_few_cards", {"least": 2, "found": 0}),
        ("AS", "too_few_cards", {"least": 2, "found": 1}),
        ("AS KS QS JS TS 9S", "too_many_cards", {"most": 5, "found": 6}),
        (["AS", 7], "not_cards", {}),
        ({"AS": 1}, "not_cards", {}),
        ("AS 2", "card_no_suit", {"token": "2", "position": 4}),
        (["AS", "KX"], "card_unknown", {"token": "X", "position": 2}),
        ("A" * 401, "card_too_long", {"token": "A" * 12, "position": 401}),
    ],
)
def test_what_is_wrong_with_cards_is_named(raw: Any, code: str, params: dict[str, Any]) -> None:
    assert refusal(Cards(name="cards", deck=french(), least=2, most=5), raw) == (code, params)


@pytest.mark.parametrize("raw", ["AS KS", ["AS", "KS"], ["AS KS"], ("as", "K♠"), ["AK♠"]])
def test_cards_come_as_one_text_or_as_a_list(raw: Any) -> None:
    assert Cards(name="cards", deck=french(), least=2, most=2).parse(raw) == ("AS", "KS")


@pytest.mark.parametrize(
    ("raw", "value"), [(3, 3), ("3", 3), (" -5 ", -5), ("−5", -5), ("１２", 12)]
)
def test_numbers_are_read(raw: Any, value: int) -> None:
    assert Int(name="n", low=-5, high=12).parse(raw) == value


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("three", "not_a_number"),
        (True, "not_a_number"),
        (1.0, "not_a_number"),
        ("--5", "not_a_number"),
        ("1-2", "not_a_number"),
        ("-", "not_a_number"),
        ([1], "not_a_number"),
        ("²", "not_a_number"),
        (10**30, "not_a_number"),
        (13, "out_of_range"),
        ("-6", "out_of_range"),
        (None, "missing"),
    ],
)
def test_what_is_no_number_in_range_is_named(raw: Any, code: str) -> None:
    assert refusal(Int(name="n", low=-5, high=12), raw)[0] == code


def test_what_is_left_out_is_missing_unless_it_may_be() -> None:
    assert refusal(Choice(name="c", values=("a",)), "") == ("missing", {})
    assert refusal(Text(name="t"), None) == ("missing", {})
    assert Choice(name="c", values=("a", "b"), default="b").parse(None) == "b"
    assert Choice(name="c", values=("a",), optional=True).parse("") is None
    assert Flag(name="f").parse(None) is False
    assert Many(name="m", values=("a",)).parse([]) == ()
    assert Cards(name="c", deck=french(), least=0).parse("") == ()


@pytest.mark.parametrize(
    ("field", "raw", "code"),
    [
        (Choice(name="c", values=("a",)), "b", "not_a_choice"),
        (Choice(name="c", values=("a",)), ["a"], "not_a_choice"),
        (Many(name="m", values=("a", "b")), ["a", "c"], "not_a_choice"),
        (Seat(name="s", values=("ann",)), "bo", "not_a_choice"),
        (Flag(name="f"), "perhaps", "not_yes_or_no"),
        (Flag(name="f"), 2, "not_yes_or_no"),
        (Text(name="t", most=3), "long", "text_too_long"),
        (Text(name="t"), 3, "not_text"),
    ],
)
def test_what_is_no_choice_flag_or_text_is_named(field: Field, raw: Any, code: str) -> None:
    assert refusal(field, raw)[0] == code


def test_forms_say_yes_in_their_own_way() -> None:
    flag = Flag(name="f")
    assert [flag.parse(raw) for raw in ("1", "on", "yes", "true", True)] == [True] * 5
    assert [flag.parse(raw) for raw in ("0", "no", "false", False)] == [False] * 4


def test_many_may_come_as_one_text() -> None:
    assert Many(name="m", values=("a", "b")).parse("b,a") == ("b", "a")


def test_samples_keep_to_the_copies_that_are_left() -> None:
    field, rng = (
        Cards(name="c", deck=french(cards="AS KS QS"), least=1, most=3, left={"AS": 0, "KS": 1}),
        random.Random(1),
    )
    drawn = [field.sample(rng) for _ in range(60)]
    assert all("AS" not in cards for cards in drawn if isinstance(cards, tuple))
