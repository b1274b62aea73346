"""Taking back and putting right: undo, redo, correcting an earlier round, overruling, and nothing
lost on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.change_scenes import MELDS
from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, REDO, UNDO, Phone, box, key
from tests.browser.play import history, replayed_totals

pytestmark = pytest.mark.slow


def two_rounds(phone: Phone) -> None:
    """A table of two, one pack, two rounds behind it."""
    phone.start("indian-chief", 2, show=False)
    for melds in MELDS[:2]:
        phone.melds(*melds)


def whole_game(phone: Phone) -> None:
    """A table of two at its end; nobody steals."""
    phone.start("indian-chief", 2, show=False)
    spades = ["2S", "3S", "4S", "5S", "6S", "7S", "8S"]
    ann = [" ".join(spades[:size]) for size in range(1, 8)]
    bo = [cards.replace("S", "H") for cards in reversed(ann)]
    for cards in zip(ann, bo, strict=True):
        phone.melds(*cards)
        if "may steal now" in phone.page.request.get(f"{phone.base}/t/{phone.code}").text():
            thief = "s1" if len(cards[0].split()) == 1 else "s2"
            phone.record("decline", thief)


# Undo and redo


def on_entry(phone: Phone) -> None:
    two_rounds(phone)
    phone.meld_at("s1", "KC")
    phone.table()


def on_explained(phone: Phone) -> None:
    two_rounds(phone)
    phone.table()
    expect(phone.page.locator("#explained")).to_be_visible()


def on_thefts(phone: Phone) -> None:
    phone.start("indian-chief", 2, show=False)
    phone.melds("KC", "KH QS 4D AC")
    phone.table()


def on_rows(phone: Phone) -> None:
    phone.start("blind-date", 3, show=False)
    phone.record("date", "s1", blind="QH", match="KC", target="s2")
    phone.table()


def on_final_sheet(phone: Phone) -> None:
    whole_game(phone)
    phone.table("/sheet")
    expect(phone.page.locator("#sheet .is-first").first).to_be_visible()


@pytest.mark.parametrize("arrive", [on_entry, on_explained, on_thefts, on_rows, on_final_sheet])
def test_undo_is_one_tap_and_so_is_redo(
    phone: Phone, app: Flask, arrive: Callable[[Phone], None]
) -> None:
    """The newest entry goes; in the place of the button stands the one that brings it back."""
    arrive(phone)
    before = history(app, phone.code)
    phone.taps = 0
    phone.send(UNDO)
    after = history(app, phone.code)
    assert phone.taps == 1
    assert after.played == before.played[:-1]
    phone.send(REDO)
    assert phone.taps == 2
    assert history(app, phone.code).state == before.state


def test_two_quick_undos_take_back_two_entries(phone: Phone, app: Flask) -> None:
    """Where the cards that came back are cleared stands Undo again, and Redo brings the newest undo
    back.
    """
    on_entry(phone)
    phone.page.set_viewport_size({"width": 390, "height": 844})
    before = history(app, phone.code).played
    phone.send(UNDO)
    phone.tap("#band a")
    assert phone.chosen() == []
    phone.send(UNDO)
    assert history(app, phone.code).played == before[:-2]
    phone.send(REDO)
    assert history(app, phone.code).played == before[:-1]
    expect(phone.page.locator(REDO)).to_have_count(0)


def test_undo_below_the_list_of_entries(phone: Phone, app: Flask) -> None:
    """Below the list the newest entry is undone; it stays in the list, struck."""
    two_rounds(phone)
    phone.table("/fix")
    named = phone.page.locator(".fix-name").first.inner_text()
    phone.send(phone.page.locator(".actions .undo button"))
    assert len(history(app, phone.code).played) == 3
    phone.table("/fix")
    expect(phone.page.locator(".ways .is-undone")).to_have_count(1)
    expect(phone.page.locator(".ways .is-undone .fix-what")).to_contain_text(named.split(",")[0])


def test_tapped_cards_are_taken_back_on_the_cards(phone: Phone) -> None:
    """A tap more takes a card back; the suit's own key takes back the last of its suit."""
    phone.start("indian-chief", 4)
    phone.cards("KH QH 4D AC")
    phone.cards("4D 4D")
    assert phone.chosen() == ["QH", "KH", "AC"]
    phone.tap('#pad .suit-back[data-suit="H"]')
    assert phone.chosen() == ["KH", "AC"]
    phone.tap('#pad .suit-back[data-suit="H"]')
    assert phone.chosen() == ["AC"]


# Correcting


def test_correct_an_earlier_round(phone: Phone, app: Flask) -> None:
    """Three taps besides the cards show what changes, from before to after; two more say why and
    confirm.
    """
    two_rounds(phone)
    phone.table("/sheet")
    phone.tap('#sheet a.cell[href*="open=1-s1"]')
    phone.tap('#lines a[href*="/correct/"]')
    expect(phone.page.locator("#pad")).to_be_visible()
    assert phone.chosen() == ["4S", "JS", "9H"]
    phone.cards("4S 9S")
    phone.tap(GO)
    expect(phone.page.locator("#changes")).to_be_visible()
    assert phone.taps == 3 + 2
    changes = [
        re.sub(r"\s+", " ", text)
        for text in phone.page.locator("#changes .change").all_inner_texts()
    ]
    assert any("14" in change and "19" in change for change in changes), changes
    phone.tap(phone.page.locator("#changes .chip").first)
    phone.send()
    assert phone.taps == 3 + 2 + 2
    phone.page.wait_for_url("**/sheet**")
    assert phone.cells()[0] == [19, 25]
    expect(phone.page.locator("#sheet .is-corrected").first).to_be_visible()
    assert phone.totals() == replayed_totals(app, phone.code)
    phone.table()
    phone.send(UNDO)
    phone.table("/sheet")
    assert phone.cells()[0] == [14, 25]


def test_a_correction_after_which_a_later_entry_no_longer_stands(phone: Phone, app: Flask) -> None:
    """Ann's first meld becomes a Lawyer, so that her Lawyer of round 2 is one too many: it is
    named, and play goes back to it. Without a reason the same page asks why, with the change on it.
    """
    two_rounds(phone)
    phone.table("/correct/2")
    phone.cards("9S")
    phone.tap(GO)
    expect(phone.page.locator("#changes .field-error")).to_be_visible()
    expect(phone.page.locator('#changes .field-error a[href$="#IC-8"]')).to_be_visible()
    assert "2" in phone.page.locator(GO).inner_text()
    phone.tap(GO)
    expect(phone.page.locator("#reason-error")).to_be_visible()
    expect(phone.page.locator("#changes .change").first).to_be_visible()
    phone.tap(phone.page.locator("#changes .chip").first)
    phone.send()
    now = history(app, phone.code)
    assert [played.move.kind for played in now.played] == ["lawyer", "lawyer"]
    phone.table()
    undone = history(app, phone.code)
    assert undone.broken is None
    phone.send(UNDO)
    assert len(history(app, phone.code).played) == 4


# Refusal


def refused(phone: Phone) -> None:
    """Ann tries her Lawyer a second time."""
    two_rounds(phone)
    phone.table(go="1")
    phone.cards("5H 6H 7H 8H")
    phone.tap(GO)
    expect(phone.page.locator("#refusal-title")).to_be_visible()


def test_a_refusal_loses_nothing_and_names_the_clause(phone: Phone) -> None:
    """422: the pad is as it was; the way on is one tap away and keeps the cards too."""
    refused(phone)
    expect(phone.page.locator('#refusal a.clause[href$="#IC-8"]').first).to_be_visible()
    assert phone.chosen() == ["5H", "6H", "7H", "8H"]
    phone.tap("#refusal-actions .button-go")
    expect(phone.page.locator("#refusal-title")).to_have_count(0)
    expect(phone.page.locator("#pad")).to_be_visible()
    assert phone.chosen() == ["5H", "6H", "7H", "8H"]


def test_overrule_with_a_reason_and_its_mark_on_the_sheet(phone: Phone, app: Flask) -> None:
    """Nothing is allowed before a reason is tapped; one’s own has a field, and an empty one changes
    nothing. The entry stands then, and the sheet and the log say so.
    """
    refused(phone)
    allow = phone.page.locator('#refusal [name="overrule"]')
    expect(allow).to_be_hidden()
    expect(phone.page.locator("#reason")).to_be_hidden()
    phone.tap('#refusal .chip:has([value="house"])')
    expect(allow).to_have_text("Allow it: House rule", use_inner_text=True)
    above, below = box(allow), box(phone.page.locator("#refusal-actions .button-go"))
    assert above["y"] + above["height"] <= below["y"]
    phone.tap('#refusal .chip:has([value="other"])')
    expect(phone.page.locator("#reason")).to_be_focused()
    phone.tap(allow)
    phone.settle()
    expect(phone.page.locator("#refusal-title")).to_be_visible()
    assert len(history(app, phone.code).played) == 4
    assert phone.chosen() == ["5H", "6H", "7H", "8H"]
    phone.page.locator("#reason").fill("agreed by all")
    phone.send(allow)
    now = history(app, phone.code)
    assert now.played[-1].move.accept == ("meld_used",)
    assert now.events[-1].reason == "agreed by all"
    phone.table("/sheet", open="3-s1")
    expect(phone.page.locator("#sheet .overruled")).to_have_count(1)
    expect(phone.page.locator("#lines")).to_contain_text("agreed by all")
    phone.table("/fix")
    expect(phone.page.locator("main")).to_contain_text("agreed by all")


def test_a_refused_turn_of_blind_date_keeps_its_rows(phone: Phone) -> None:
    """Who had no cube cannot be true: the refusal says so, all rows are still filled, and so they
    are when going on.
    """
    told = ("QH", "KC", "s2", "5S", "KH", "s1")
    places = [f"{name}.{seat}" for seat in ("s1", "s2") for name in ("blind", "match", "target")]
    rows = dict(zip(places, told, strict=True))
    phone.start("blind-date", 3)
    for name in told:
        phone.tap(f'#entry button[name=put][value="{name}"]')
        phone.settle()
    for seat in ("s1", "s2"):
        phone.tap(f'.date[data-seat="{seat}"] label.spot-flag')
        phone.settle()
    phone.tap(GO)
    expect(phone.page.locator("#refusal-title")).to_be_visible()
    assert filled(phone) == rows
    phone.tap("#refusal-actions .button-go")
    expect(phone.page.locator("#refusal-title")).to_have_count(0)
    expect(phone.page.locator("#rows")).to_be_visible()
    assert filled(phone) == rows


def filled(phone: Phone) -> dict[str, str]:
    """The places of the rows that hold something."""
    hidden = phone.page.locator("#entry #rows input[type=hidden]").all()
    return {
        str(box.get_attribute("name")): box.input_value() for box in hidden if box.input_value()
    }


# Nothing lost


def test_what_is_typed_survives_a_refusal_and_is_as_good_as_taps(phone: Phone, app: Flask) -> None:
    """A line opened by its keyboard; what cannot be read comes back as it was typed."""
    phone.start("indian-chief", 4)
    phone.page.locator("details.typed summary").focus()
    phone.page.keyboard.press("Enter")
    line = phone.page.locator("#typed")
    expect(line).to_be_visible()
    line.fill("KH QS 4X")
    line.blur()
    phone.settle()
    phone.tap(GO)
    phone.settle()
    assert line.input_value() == "KH QS 4X"
    assert phone.revision == 1
    line.fill("KH QS 4D AC")
    line.blur()
    phone.send()
    assert history(app, phone.code).state.melds["s1"].kind == "lawyer"


def test_an_entry_made_meanwhile_is_told_and_loses_nothing(
    new_phone: MakePhone, app: Flask
) -> None:
    """409: this phone did not hear of Bo's nine, which makes its own pay more; the cards stay
    chosen, the news is said, the next tap records.
    """
    phone = new_phone()
    phone.start("indian-chief", 4)
    phone.page.context.route("**/live", lambda route: route.abort())
    phone.problems.clear()
    phone.table()
    phone.cards("9D 8H")
    phone.settle()
    phone.meld_at("s2", "9C")
    phone.tap(GO)
    expect(phone.page.locator("#news")).not_to_be_empty()
    expect(phone.page.locator(GO)).to_contain_text("Record anyway, now")
    assert phone.chosen() == ["8H", "9D"]
    assert phone.seat == "s1"
    assert len(history(app, phone.code).played) == 1
    phone.send()
    assert [played.move.kind for played in history(app, phone.code).played] == ["thief", "beggar"]
    phone.problems[:] = [problem for problem in phone.problems if "ERR_FAILED" not in problem]


def test_rows_half_filled_survive_the_entry_of_another(phone: Phone) -> None:
    """Bo's row is recorded elsewhere; what was put into Ann's row here stays."""
    phone.start("blind-date", 3)
    for name in ("QH", "KC"):
        phone.tap(f'#entry button[name=put][value="{name}"]')
        phone.settle()
    phone.record("date", "s2", blind="5S", match="KH", target="s1")
    expect(phone.page.locator('.date[data-seat="s2"] .is-fixed').first).to_be_visible()
    assert filled(phone) == {"blind.s1": "QH", "match.s1": "KC"}
    phone.tap('#target button[value="s2"]')
    phone.send()
    expect(phone.page.locator('.date[data-seat="s1"] .is-fixed').first).to_be_visible()


def test_a_card_gone_meanwhile_is_shown_on_its_key(phone: Phone) -> None:
    """One pack: Bo's phone records the card that is chosen here. It stays chosen, marked, and the
    button says what is wrong.
    """
    phone.start("indian-chief", 2)
    phone.cards("KH QS")
    phone.settle()
    phone.meld_at("s2", "QS")
    expect(phone.page.locator('#strip a[data-seat="s2"] .seat-plus')).to_be_visible()
    phone.settle()
    assert phone.chosen() == ["QS", "KH"]
    expect(phone.page.locator(f"{GO}.is-open")).to_be_visible()
    phone.tap(GO)
    expect(phone.page.locator("#refusal-title")).to_be_visible()
    expect(phone.page.locator(f"{key('QS')}.is-refused")).to_be_visible()
    assert phone.chosen() == ["QS", "KH"]
