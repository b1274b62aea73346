"""Whole games of Indian Chief by taps, counted; scores against the engine's replay and against
numbers worked out here.
"""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Counted
from tests.browser.games import CHIEF, CHIEF_BEFORE, CHIEF_FINAL, meld_points
from tests.browser.phone import GO, NAMES, UNDO, Phone, key, number, spot
from tests.browser.play import go_on, history, replayed_totals, start_by_taps


def answer(phone: Phone, kind: str) -> Locator:
    """The button of another answer than stealing a card."""
    return phone.page.locator(
        f'button[name=instead][value="{kind}"], .others form:has(input[name=kind][value="{kind}"])'
        " button"
    ).first


def thefts(phone: Phone, round_: int) -> None:
    """What the Thieves of the whole game do in a round: Cy declines, Ann takes, the lower Bo takes
    before Dee.
    """
    if round_ == 1:
        phone.send(answer(phone, "decline"))
    elif round_ == 2:
        phone.steal("TC", "s2")
    elif round_ == 4:
        assert phone.seat == "s2"
        phone.steal("JD", "s3")
        assert phone.seat == "s4"
        phone.steal("6C", "s3")


def test_the_points_of_the_game_follow_from_the_rules() -> None:
    """What the browser is held to comes from the rules, not from the engine."""
    for melds, points in CHIEF:
        hands = [cards.split() for cards in melds]
        for at, cards in enumerate(hands):
            others = [card for place, hand in enumerate(hands) if place != at for card in hand]
            assert meld_points(cards, others) == points[at], cards
    assert [sum(points[at] for _melds, points in CHIEF) for at in range(4)] == CHIEF_BEFORE


def test_a_whole_game_of_four_by_taps(phone: Phone, app: Flask, counted: Counted) -> None:
    """Seven rounds from the first page to the final sheet, with thefts and a correction; never more
    than cards + 1 taps.
    """
    play_four(phone, app, counted)


def play_four(phone: Phone, app: Flask, counted: Counted) -> None:
    """Play the seven rounds, and compare the points of each."""
    start_by_taps(phone, "indian-chief", NAMES[:4])
    counted("home to the first pad, besides names", phone.taps, 4)
    expected, besides, stealing = [0, 0, 0, 0], [], []
    for round_, (melds, points) in enumerate(CHIEF, 1):
        for at, cards in enumerate(melds, 1):
            assert phone.seat == f"s{at}"
            besides.append(phone.meld(cards) - len(cards.split()))
        before = phone.taps
        thefts(phone, round_)
        stealing.append(phone.taps - before)
        expected = [total + gained for total, gained in zip(expected, points, strict=True)]
        expect(phone.page.locator("#explained, .finale").first).to_be_visible()
        if round_ == 7:
            phone.table("/sheet")
        assert phone.totals() == expected
        if round_ < 7:
            shown = phone.page.locator("#explained .explained-points").all_inner_texts()
            assert [number(text) for text in shown] == list(points)
            go_on(phone)
    counted("indian-chief, 4 players, the whole game", phone.taps)
    counted("indian-chief, a player and round, besides cards", max(besides), 1)
    counted("indian-chief, the thefts of a round", max(stealing), 2)
    assert phone.cells() == [list(points) for _melds, points in CHIEF]
    correct_the_sixth(phone)
    assert phone.totals() == CHIEF_FINAL == replayed_totals(app, phone.code)
    first = phone.page.locator("#sheet tfoot .is-first").all_inner_texts()
    assert [number(text) for text in first] == [108]


def correct_the_sixth(phone: Phone) -> None:
    """Bo's 6S of round 3 was a 9S: two numbers of the round change, two totals and the winner."""
    phone.tap('#sheet a.cell[href*="open=3-s2"]')
    phone.tap('#lines a[href*="/correct/"]')
    phone.cards("6S 6S 9S")
    phone.tap(GO)
    expect(phone.page.locator("#changes")).to_be_visible()
    phone.tap(phone.page.locator(".chip").first)
    phone.send()
    phone.page.wait_for_url("**/sheet**")
    assert phone.cells()[2] == [25, 23, 0, 10]
    assert phone.page.locator("#sheet s").count() >= 2


def test_thieves_that_tie(phone: Phone, app: Flask) -> None:
    """Two tied Thieves agree and take different cards; in the next round two others do not agree
    and take nothing.
    """
    phone.start("indian-chief", 4)
    for cards in ("6C", "KH QS", "6D", "KS TH 4D AD"):
        phone.meld(cards)
    assert phone.seat == "s1"
    phone.steal("KS", "s4")
    phone.steal("QS", "s2")
    expect(phone.page.locator("#explained")).to_be_visible()
    go_on(phone)
    for cards in ("9C 8C", "QD", "2H 3H 4H", "KD"):
        phone.meld(cards)
    phone.send(answer(phone, "decline"))
    phone.send(UNDO)
    phone.send(answer(phone, "no_agreement"))
    expect(phone.page.locator("#explained")).to_be_visible()
    acts = [line.code for line in history(app, phone.code).lines if line.part == "theft"]
    assert acts == ["theft", "theft", "theft_failed", "theft_failed"]
    assert phone.totals() == replayed_totals(app, phone.code)


def test_a_theft_that_is_refused_leaves_the_other_cards_and_not_stealing_a_tap_away(
    phone: Phone,
) -> None:
    """A card that may not be taken is shown so before; a tap on it says why."""
    phone.start("indian-chief", 3)
    phone.melds("KS TH 4D AD", "6C", "2H 3H")
    phone.table()
    own = spot(phone.page, "6C", "s2")
    assert "is-doubtful" in str(own.get_attribute("class"))
    assert "is-doubtful" not in str(spot(phone.page, "KS", "s1").get_attribute("class"))
    phone.tap(own)
    expect(phone.page.locator("#refusal-title")).to_be_visible()
    phone.tap("#refusal .button-go")
    phone.send(answer(phone, "decline"))


def test_a_stolen_card_is_known_to_be_in_a_hand(phone: Phone) -> None:
    """With one pack, the key of a stolen card is closed to the other player and open to the
    thief.
    """
    phone.start("indian-chief", 2)
    phone.meld("6C")
    phone.meld("KS TH 4D AD")
    phone.steal("KS", "s2")
    go_on(phone)
    expect(phone.page.locator(f"{key('KS')} input")).to_have_count(1)
    phone.tap('#strip a[data-seat="s2"]')
    expect(phone.page.locator(f"{key('KS')}.is-closed")).to_be_visible()
    phone.tap(key("KS"), closed=True)
    expect(phone.page.locator("#held")).to_be_visible()
    assert phone.chosen() == []
    assert spot(phone.page, "KS", "s2").count() == 0
