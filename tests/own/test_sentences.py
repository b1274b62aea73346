"""Sentences with gaps: lines of a sheet and back, for every kind and whatever is in the gaps."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.own import sentences
from referee.own.matching import GAPS, NUMBER
from referee.own.reading import read_sheet
from referee.own.sentences import CHECKS, KINDS, SHOWN, Said, SentenceKind, SheetSentence
from referee.words import LANGUAGES
from referee.words.sentences import (
    CHECK,
    REASON,
    SENTENCE,
    UNMET,
    pieces,
    sentence_texts,
    text_of,
)
from referee.words.told import clause_texts, told_words
from tests.support.sheets import SAMPLES
from tests.support.tiers import cases

SHEET: dict[str, Any] = {
    "format": "referee-sheet/1",
    "name": "Any",
    "players": [4, 4],
    "ask": [
        {"name": "bid", "label": "Bid"},
        {"name": "点", "label": "点"},
        {"name": "N", "label": "Like a gap"},
        {"name": "bonus", "type": "some", "of": [{"name": "Bonus", "points": 5}]},
        {"name": "out", "type": "who"},
        {"name": "first", "type": "who", "per": "table"},
        {"name": "done", "type": "yes"},
        {"name": "cards", "label": "Cards"},
    ],
    "let": [{"name": "worth", "value": "bid + cards"}],
    "points": [{"points": "0"}],
}
TEAMS = SHEET | {"teams": 2, "ask": [*SHEET["ask"][:-1], SHEET["ask"][-1] | {"per": "team"}]}
EVERY = {**KINDS, **CHECKS, **SHOWN}


def filled(
    kind: str, kinds: dict[str, SentenceKind], rng: random.Random, told: Any
) -> SheetSentence:
    """A sentence with anything in its gaps that may be there."""
    gaps: dict[str, int | str] = {}
    for gap in sentences.gaps_of(kinds[kind]):
        names = sentences.choices(told, gap)
        number = rng.choice((0, 1, -1, 7, -10, 100_000, rng.randint(-999, 999)))
        gaps[gap] = number if GAPS[gap] == NUMBER or not names else rng.choice(names)
    return SheetSentence(kind, gaps)


@pytest.mark.parametrize("told", [SHEET, TEAMS], ids=["players", "teams"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_is_found_in_its_lines(kind: str, told: Any) -> None:
    """Whatever is in its gaps and whatever is around it; and the lines can be played."""
    for seed in cases(20, 200):
        rng = random.Random(seed)
        one = filled(kind, dict(KINDS), rng, told)
        other = filled(rng.choice([*KINDS]), dict(KINDS), rng, told)
        lines, more = (sentences.lines_of(each, told) for each in (one, other))
        found = sentences.said(told | {"points": [*more, *lines]})
        assert found == [Said(0, len(more), other), Said(len(more), len(lines), one)], lines
        read_sheet(told | {"points": lines})


@pytest.mark.parametrize("kind", CHECKS)
def test_a_check_is_found_in_its_formula(kind: str) -> None:
    for seed in cases(20, 200):
        one = filled(kind, dict(CHECKS), random.Random(seed), SHEET)
        formula = sentences.formula_of(one, CHECKS)
        assert sentences.sentence_of(formula, SHEET, CHECKS) == one
        read_sheet(SHEET | {"check": [{"that": formula, "say": "No"}]})


def test_what_is_shown_is_found_in_its_formula() -> None:
    one = SheetSentence("shown", {"A": "点"})
    assert sentences.sentence_of("so_far(点)", SHEET, SHOWN) == one
    assert sentences.formula_of(one, SHOWN) == "so_far(点)"


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ({"points": "10 + bid", "when": "点 = bid"}, "same"),
        ({"points": "bid * 5"}, "each"),
        ({"points": "-bid", "when": "bid > 0"}, "minus"),
        ({"points": 5, "when": "me = out"}, "to_who"),
        ({"points": "round"}, None),
        ({"points": "bid", "when": "bid"}, None),
        ({"points": "gone"}, None),
        ({"points": "(bid"}, None),
        ({"points": "out"}, None),
        ({"when": "done"}, None),
        ({"points": "5 × cards", "to": "team"}, None),
        ({"points": "20 + 10 × bid", "when": "点 = done"}, None),
    ],
)
def test_other_ways_to_write_the_same(row: Any, kind: str | None) -> None:
    (found,) = sentences.said(SHEET | {"points": [row]})
    assert (found.sentence.kind if found.sentence else None) == kind


def test_the_same_name_must_be_in_both_gaps() -> None:
    row = {"when": "max(bid) = 26 and cards < 26", "points": "26"}
    assert sentences.said(SHEET | {"points": [row]}) == [Said(0, 1, None)]


def test_sentences_of_the_samples() -> None:
    """Whoever opens a sample reads these; what is missing is read in its own words."""
    found = {
        name: [one.sentence.kind if one.sentence else "" for one in sentences.said(told)]
        for name, told in SAMPLES.items()
    }
    assert found["wizard"] == ["exact"]
    assert found["hearts"] == ["unless", "someone"]
    assert found["rummy-500"] == ["as_entered", "minus"]
    assert found["oh-hell"] == ["same"]
    assert found["golf"] == found["farkle"] == ["as_entered"]
    for name, told in SAMPLES.items():
        assert sum(one.count for one in sentences.said(told)) == len(told["points"]), name


def test_only_sentences_are_offered_for_which_there_are_entries() -> None:
    points = {"ask": [{"name": "points"}]}
    assert sentences.offered({}) == []
    found = [one.kind for one in sentences.offered(points)]
    assert "as_entered" in found
    assert not {"exact", "to_who", "to_yes"} & {*found}
    assert {one.kind for one in sentences.offered(SHEET)} == {*KINDS}


def test_a_new_sentence_begins_with_what_no_other_one_uses() -> None:
    told = SAMPLES["rummy-500"] | {"points": SAMPLES["rummy-500"]["points"][:1]}
    assert SheetSentence("minus", {"A": "left"}) in sentences.offered(told)


def test_a_new_sentence_compares_what_was_won_with_what_was_bid() -> None:
    told = {"ask": [{"name": "bid"}, {"name": "won", "step": 2}]}
    assert sentences.new_sentence("exact", told) == SheetSentence(
        "exact", {"A": "won", "B": "bid", "C": "won", "N": 20, "M": 10, "K": -10}
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_has_words_with_its_gaps(lang: str) -> None:
    for kinds, what in ((KINDS, SENTENCE), (SHOWN, SENTENCE), (CHECKS, CHECK)):
        for kind, pattern in kinds.items():
            parts = [*pieces(kind, lang, what), *pieces(f"{kind}.2", lang, what)]
            gaps = sorted(gap for _, gap in parts if gap)
            assert sorted({*gaps}) == sorted(sentences.gaps_of(pattern)), kind
            lines = [pieces(kind, lang, what), pieces(f"{kind}.2", lang, what)]
            assert sum(map(bool, lines)) == len(pattern.lines)
    for kind, pattern in KINDS.items():
        assert len(
            [*filter(None, (pieces(one, lang, REASON) for one in (kind, f"{kind}.2")))]
        ) == len(pattern.lines)
    for kind, pattern in CHECKS.items():
        assert {gap for _, gap in pieces(kind, lang, UNMET) if gap} == {*sentences.gaps_of(pattern)}


def test_a_sentence_is_said_in_both_languages() -> None:
    told = SAMPLES["wizard"]
    (one,) = sentences.said(told)
    assert one.sentence
    assert [*sentence_texts(one.sentence, told, "en")] == [
        "If Tricks = Bid: 20 + 10 for each Tricks",
        "otherwise: −10 for each one off",
    ]
    assert [*sentence_texts(one.sentence, told, "ja")] == [
        "トリック数が予想と同じなら、20点+トリック数1につき10点",
        "違えば、差1につき−10点",
    ]
    check = sentences.sentence_of(told["check"][0]["that"], told, CHECKS)
    assert check
    assert text_of(check, told, "en", CHECK) == "All Tricks together = the round number"
    assert text_of(check, told, "en", UNMET) == "All Tricks together must be the round number"


def test_a_sheet_without_words_of_its_own_is_told_in_sentences() -> None:
    """Its rules, and the reasons of its points; what is no sentence is told as a formula."""
    rows = [{key: row[key] for key in ("when", "points")} for row in SAMPLES["wizard"]["points"]]
    told = SAMPLES["wizard"] | {"points": [*rows, {"points": "round"}], "let": None}
    sheet = read_sheet(told)
    assert [*clause_texts(sheet, "en").values()][-4:-1] == [
        "If Tricks = Bid: 20 + 10 for each Tricks.",
        "Otherwise: −10 for each one off.",
        "round.",
    ]
    words = told_words(sheet, "ja")
    assert [words[f"line.row_{at}.remark"] for at in range(3)] == [
        "トリック数=予想", "トリック数≠予想", "点",
    ]  # fmt: skip
