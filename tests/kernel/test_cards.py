"""Card notation: every accepted spelling, and every way in which a text is no card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.cards import (
    MAX_TEXT,
    RANKS,
    SUITS,
    Deck,
    Unreadable,
    french,
    pairs,
    rank,
    read_cards,
    suit,
)
from referee.kernel.contract import Line, cards_behind

DECK, NUMBERS = french(), pairs()
CARD = st.sampled_from(sorted(DECK.counts))
SUIT_SIGNS = {"S": "♠♤", "H": "♥♡❤", "D": "♦♢", "C": "♣♧"}
SUIT_NAMES = {
    "S": ["spades", "Spade", "スペード"],
    "H": ["hearts", "HEART", "ハート"],
    "D": ["diamonds", "ダイヤ", "ダイア"],
    "C": ["clubs", "Club", "クラブ", "クローバー"],
}
RANK_NAMES = {
    "A": ["ace", "エース", "1"],
    "T": ["10"],
    "J": ["Jack", "ジャック"],
    "Q": ["queen", "クイーン"],
    "K": ["King", "キング"],
}


def spellings(card: str) -> list[str]:
    """Ways of writing one card."""
    ranks = [rank(card), *RANK_NAMES.get(rank(card), [])]
    suits = [suit(card), *SUIT_SIGNS[suit(card)], *SUIT_NAMES[suit(card)]]
    wide = card.translate({ord(char): ord(char) + 0xFEE0 for char in card})
    pairs_ = [(one, other) for one in ranks for other in suits]
    forms = ("{0}{1}", "{0} {1}", "{1}{0}", "{1}の{0}", "{0} of {1}")
    return [wide, card.lower(), *(form.format(*pair) for pair in pairs_ for form in forms)]


def test_a_pack_has_52_cards_and_two_packs_twice_as_many() -> None:
    assert len(DECK.counts) == DECK.size == len(RANKS) * len(SUITS) == 52
    assert french(2).size == 104
    assert not DECK.numbers


def test_a_pairs_deck_has_as_many_copies_as_the_number_says() -> None:
    assert NUMBERS.numbers
    assert NUMBERS.size == 55
    assert all(copies == int(card) for card, copies in NUMBERS.counts.items())


@pytest.mark.parametrize("card", sorted(DECK.counts))
def test_every_spelling_of_a_card_is_read(card: str) -> None:
    assert {text: read_cards(text, DECK) for text in spellings(card)} == dict.fromkeys(
        spellings(card), (card,)
    )


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("QS TH 9C", "QS TH 9C"),
        ("qs,th;9c", "QS TH 9C"),
        ("QS10H9C", "QS TH 9C"),
        ("AKQ♠", "AS KS QS"),
        ("♠AKQ ♥10 2", "AS KS QS TH 2H"),
        ("AK♠ 32♦", "AS KS 3D 2D"),
        ("♠️A", "AS"),
        ("Ｑ♠、１０♥", "QS TH"),
        ("ハートの10とスペードのQ".replace("と", "、"), "TH QS"),
        ("A♥・K♥", "AH KH"),
        ("QS QS", "QS QS"),
        ("[A♠] (2♣)", "AS 2C"),
        ("queen of spades, ace of hearts", "QS AH"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_several_cards_in_one_text(text: str, cards: str) -> None:
    assert read_cards(text, DECK) == tuple(cards.split())


@pytest.mark.parametrize(
    ("text", "code", "token", "position"),
    [
        ("QX", "unknown", "X", 1),
        ("QS XX 9C", "unknown", "XX", 3),
        ("QS 9", "no_suit", "9", 3),
        ("9C Q♠ ♥", "no_rank", "H", 6),
        ("♠", "no_rank", "S", 0),
        ("♥10 ♠", "no_rank", "S", 4),
        ("11S", "unknown", "11S", 0),
        ("AS joker", "unknown", "OKER", 4),
        ("AS?", "unknown", "?", 2),
        ("ハートの王", "unknown", "王", 4),
        ("A" * (MAX_TEXT + 1), "too_long", "A" * 12, MAX_TEXT),
    ],
)
def test_a_bad_token_is_named_with_its_place(
    text: str, code: str, token: str, position: int
) -> None:
    assert refused(text) == (code, token, position)


def refused(text: str, deck: Deck = DECK) -> tuple[str, str, int]:
    with pytest.raises(Unreadable) as caught:
        read_cards(text, deck)
    return caught.value.code, caught.value.token, caught.value.position


def test_the_place_counts_characters_as_they_were_written() -> None:
    assert refused("㍍AS")[2] == 0
    assert refused("♠️A ㍍")[2] == 4


def test_a_card_the_deck_lacks_is_named() -> None:
    assert refused("AS 7H", french(cards="AS KS")) == ("not_in_deck", "7H", 3)


@pytest.mark.parametrize(
    ("text", "cards"), [("7", "7"), ("10 9 1", "10 9 1"), ("３、０５", "3 5"), ("8/8", "8 8")]
)
def test_numbers_of_a_pairs_deck(text: str, cards: str) -> None:
    assert read_cards(text, NUMBERS) == tuple(cards.split())


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("0", "not_in_deck", 0),
        ("3 11", "not_in_deck", 2),
        ("7x", "unknown", 1),
        ("AS", "unknown", 0),
    ],
)
def test_what_is_no_number_of_a_pairs_deck(text: str, code: str, position: int) -> None:
    assert refused(text, NUMBERS)[::2] == (code, position)


@given(st.lists(CARD, max_size=20), st.sampled_from([" ", ",", "、", " / ", "+", ""]))
def test_what_is_written_canonically_is_read_back(cards: list[str], between: str) -> None:
    assert read_cards(between.join(cards), DECK) == tuple(cards)


WRITTEN = CARD.flatmap(
    lambda card: st.tuples(
        st.just(card), st.sampled_from([card.lower(), card[0] + SUIT_SIGNS[card[1]][0]])
    )
)
SIGNS = "AKQJT0123456789SHDC♠♥♦♣ ,、のofOF　ｑ１"


@given(st.lists(WRITTEN, min_size=1, max_size=12))
def test_cards_with_the_rank_first_may_be_mixed(written: list[tuple[str, str]]) -> None:
    assert read_cards(" ".join(text for _, text in written), DECK) == tuple(
        card for card, _ in written
    )


@given(
    st.text(max_size=60) | st.text(alphabet=SIGNS, max_size=60),
    st.sampled_from([DECK, NUMBERS, french(cards="AS")]),
)
def test_any_text_is_read_or_refused_with_a_place_inside_it(text: str, deck: Deck) -> None:
    try:
        cards, bad = read_cards(text, deck), None
    except Unreadable as refused:
        cards, bad = (), refused
    assert set(cards) <= set(deck.counts)
    assert bad is None or 0 <= bad.position <= len(text)
    assert bad is None or bad.code in ("unknown", "no_suit", "no_rank", "not_in_deck", "too_long")


@pytest.mark.parametrize(
    ("packs", "drawn"), [(1, ("AS", "KH")), (2, ("AS", "KH", "AS")), (3, ("AS", "KH", "AS"))]
)
def test_a_card_that_several_lines_name_is_drawn_as_often_as_there_are_copies(
    packs: int, drawn: tuple[str, ...]
) -> None:
    lines = [
        Line("s1", 1, 1, "XY-1", "x", cards=("AS", "KH")),
        Line("s1", 1, 1, "XY-1", "x", cards=("AS",)),
    ]
    assert cards_behind(lines, Deck({"AS": packs, "KH": packs})) == drawn


def test_a_line_names_its_cards_though_no_deck_has_them() -> None:
    assert cards_behind([Line("s1", 1, 1, "XY-1", "x", cards=("AS", "AS"))], Deck({"KH": 1})) == (
        "AS",
        "AS",
    )
