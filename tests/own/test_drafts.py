"""Sheets under way: their text in an address, their shape, and what changes them."""

from __future__ import annotations

import base64
import random
import zlib
from dataclasses import replace
from typing import Any

import pytest

from referee.own import draft
from referee.own.packed import packed, unpacked
from referee.own.reading import read_sheet
from referee.own.sheet import MOST_BYTES, canonical
from tests.support.sheets import SAMPLES, damaged
from tests.support.tiers import cases


def deflated(text: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(text) + deflate.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_fits_in_an_address(name: str) -> None:
    text = packed(SAMPLES[name])
    assert unpacked(text) == SAMPLES[name]
    assert len(text) < 1200
    assert draft.as_draft(unpacked(text)) == SAMPLES[name]


@pytest.mark.parametrize(
    "text",
    [
        *("", "AAAA", "%%%", "ü", "A", "x" * 5000),
        packed(SAMPLES["wizard"])[:-4],
        packed(SAMPLES["wizard"]) + "AAAA",
        *(deflated(told) for told in (b"", b"[]", b"1", b"{", b"\xff", b'{"a": NaN}', b"[" * 8000)),
        deflated(b'{"a":"' + b"0" * (MOST_BYTES - 7) + b'"}'),
        deflated(b'{"a":"' + b"0" * 10_000_000 + b'"}'),
    ],
)
def test_what_is_no_sheet_is_refused(text: str) -> None:
    """Also what would be far larger than its text."""
    with pytest.raises(ValueError):  # noqa: PT011 - any of its kinds
        unpacked(text)


def test_the_largest_sheet_can_be_packed() -> None:
    rng = random.Random(1)
    text = "".join(chr(rng.randint(0x4E00, 0x9FFF)) for _ in range((MOST_BYTES - 20) // 3))
    told = {"name": text}
    assert unpacked(packed(told)) == told


@pytest.mark.parametrize(
    "told",
    [
        *(None, [], "", {"colour": 1}, {"ask": {}}, {"ask": [1]}, {"ask": [{"of": [{"x": 1}]}]}),
        *({"players": [1]}, {"players": [True, 2]}, {"players": "34"}, {"over": []}),
        *({"name": ""}, {"name": {}}, {"name": {"en": 1}}, {"low_wins": 1}, {"teams": "2"}),
        *({"ask": [{"type": "card"}]}, {"ask": [{"step": 4}]}, {"ask": [{"step": 0}]}),
        {"ask": [{}] * 9},
        {"points": [{"points": 1.5}]},
        {"points": [{"points": "x" * 401}]},
        {"over": {"points": 10**10}},
    ],
)
def test_a_wrong_shape_is_no_draft(told: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - why does not matter
        draft.as_draft(told)


def test_a_sheet_that_can_be_read_is_a_draft() -> None:
    """However it was damaged: what is a draft need not be a sheet, but every sheet is a draft."""
    read = 0
    for seed in cases(300, 3000):
        told = damaged(random.Random(seed))
        try:
            read_sheet(told)
        except ValueError:
            continue
        read += 1
        found = draft.as_draft(told)
        assert found == told or "null" in canonical(told)
        assert replace(read_sheet(found), told={}) == replace(read_sheet(told), told={})
    assert read > 10


def test_a_name_is_made_of_a_label() -> None:
    assert draft.name_of("Queen of spades", set()) == "Queen_of_spades"
    assert draft.name_of("トリック数", set()) == "トリック数"
    assert draft.name_of("ﾎﾟｲﾝﾄ", set()) == "ポイント"
    assert draft.name_of("10 points!", set()) == "points"
    assert draft.name_of("Bid", {"Bid", "Bid2"}) == "Bid3"
    for label in ("round", "if", "max", "★", "123", "ß" * 24, "é́", "_"):
        name = draft.name_of(label, {"entry"})
        sheet = SAMPLES["golf"] | {"ask": [{"name": name}], "points": [{"points": name}]}
        read_sheet(sheet)


def test_another_name_goes_into_every_formula() -> None:
    found = draft.renamed(SAMPLES["spades"] | {"shown": "so_far(bid)"}, "bid", "Bid")
    found["ask"][0]["name"] = "Bid"
    read_sheet(found)
    assert found["let"][1]["value"] == "team(Bid)"
    assert found["shown"] == "so_far(Bid)"


def test_an_entry_before_play_leaves_the_others_after_it() -> None:
    told = {"ask": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}
    found = draft.with_step(told, 0, 1)
    assert [one.get("step") for one in found["ask"]] == [None, 2, 2]
    assert [one.get("step") for one in draft.with_step(found, 0, 2)["ask"]] == [None] * 3
    assert [one.get("step") for one in draft.with_step(told, 2, 2)["ask"]] == [None, None, 2]
    assert [one.get("step") for one in draft.with_step(found, 1, 3)["ask"]] == [None, 3, 2]


def test_lines_are_moved_past_others() -> None:
    told = {"points": [{"points": n} for n in range(4)]}

    def order(at: int, count: int, by: int) -> list[int]:
        return [one["points"] for one in draft.moved(told, "points", at, count, by)["points"]]

    assert order(0, 2, 1) == [2, 0, 1, 3]
    assert order(2, 1, -1) == [0, 2, 1, 3]
    assert order(0, 1, -1) == order(3, 1, 5) == [0, 1, 2, 3]
    assert draft.without(told, "points", 1, 2)["points"] == [{"points": 0}, {"points": 3}]
    assert draft.without(told, "points", 0, 4) == {}
