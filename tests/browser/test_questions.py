"""Ask the referee by taps: from the table to the answer, on one screen, and without script as
well.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from referee.kernel.question import read_facts
from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone, box
from tests.properties.test_ruling_records import asked, cases
from tests.support.asker import CARD, NUMBER, Tap, from_home, taps, tell

pytestmark = pytest.mark.slow

MINE, THEIRS = "7C KD", "7S 7H 2D KS QS TC 5H"
ALONE = "KH QS 4D AC"


def put(phone: Phone, cards: str) -> None:
    """Tap cards on the pad of a question, each when the page has taken in the one before."""
    for card in cards.split():
        row = phone.page.locator(".held-row.is-lit .mini")
        before = row.count()
        phone.tap(f'#pad button[name="put"][value="{card}"]')
        expect(row).to_have_count(before + 1)


def light(phone: Phone, fact: str) -> None:
    """Tap a fact, so that the pad fills it."""
    phone.tap(phone.page.locator(f'.held-who:has(input[value="{fact}"])'))
    expect(phone.page.locator(f'.held-row.is-lit input[value="{fact}"]')).to_have_count(1)


def test_from_the_table_to_the_answer_in_three_taps_and_the_cards(phone: Phone) -> None:
    """Menu, the question, the others' row: everything else is cards, and the answer stands under
    them without another tap.
    """
    phone.start("indian-chief", 4)
    # Such a question is not about what is tapped here already.
    phone.tap('#pad .key[data-card="7C"] .key-tap')
    phone.settle()
    phone.taps = 0
    phone.go("/ask/indian-chief", table=phone.code)
    phone.tap("a[href*='q=worth']")
    put(phone, MINE)
    light(phone, "others")
    put(phone, THEIRS)
    cards = len(MINE.split()) + len(THEIRS.split())
    expect(phone.page.locator("#verdict")).to_contain_text("The Beggar is worth 10.")
    print(f"asking what a Beggar is worth: {phone.taps} taps for {cards} cards")
    assert phone.taps <= cards + 3


def test_what_was_tapped_at_the_table_is_judged_in_two_taps(phone: Phone) -> None:
    """Menu, Ask: whether it may be done stands under the cards, with what they are; the ruling is
    one more.
    """
    phone.start("indian-chief", 4)
    for card in MINE.split():
        phone.tap(f'#pad .key[data-card="{card}"] .key-tap')
    phone.settle()
    phone.taps = 0
    phone.tap("#menu summary")
    phone.tap("#menu .menu-top a[href*='/ask/']")
    phone.page.wait_for_url("**/ask/**mover**")
    expect(phone.page.locator("#verdict .lead")).to_contain_text("Yes")
    assert phone.taps == 2
    phone.tap(GO)
    expect(phone.page.locator("#ruling .lead")).to_contain_text("Yes")
    assert phone.page.evaluate("document.scrollingElement.scrollHeight") <= 740


def test_from_home_the_game_comes_first_and_one_fact_is_asked_at_a_time(phone: Phone) -> None:
    phone.go("/")
    phone.taps = 0
    phone.tap("a[href='/ask']")
    phone.tap("a[href='/ask/captains-orders']")
    phone.tap("a[href='/ask/captains-orders?q=legal']")
    assert phone.taps == 3
    phone.tap('#pad button[name="put"][value="7"]')
    expect(phone.page.locator(".held-row .mini")).to_have_count(1)
    expect(phone.page.locator(".is-next .field")).to_have_count(1)
    phone.tap('.is-next .chip:has(input[value="order"])')
    expect(phone.page.locator("#verdict .lead")).to_contain_text("Yes")
    expect(phone.page.locator(".is-next")).to_have_count(0)


def test_words_with_cards_lead_to_their_ruling(phone: Phone) -> None:
    """Cards that are named in the box fill the facts."""
    phone.go("/ask/indian-chief")
    phone.page.locator("#words").fill("is KH QS 4D AC a lawyer")
    phone.tap(".ask-box button")
    expect(phone.page.locator(".answer-say")).to_contain_text("The Lawyer is worth 25.")
    phone.tap(".answer-case a")
    expect(phone.page.locator("#ruling")).to_contain_text("The Lawyer is worth 25.")


def test_the_ruling_fits_one_screen_and_going_back_finds_the_facts(phone: Phone) -> None:
    """The address of the form holds what was tapped."""
    phone.go("/ask/indian-chief", q="worth")
    put(phone, ALONE)
    phone.tap(GO)
    phone.page.wait_for_url("**/worth?**")
    assert phone.page.evaluate("document.scrollingElement.scrollHeight") <= 740
    phone.page.go_back()
    expect(phone.page.locator(".held-row .mini")).to_have_count(4)


def test_a_beggar_waits_for_the_cards_of_the_others_under_a_whole_pad(phone: Phone) -> None:
    """Nothing is guessed; while cards are tapped, no key of the pad lies under the verdict."""
    phone.go("/ask/indian-chief", q="worth")
    pad, verdict = (box(phone.page.locator(place)) for place in ("#pad", "#verdict"))
    assert pad["y"] + pad["height"] <= verdict["y"] + 2
    put(phone, MINE)
    expect(phone.page.locator("#verdict")).to_contain_text("Missing: Others’ cards")
    expect(phone.page.locator(GO)).to_have_count(0)


def test_a_card_is_taken_back_by_its_key_or_by_the_button(phone: Phone) -> None:
    """A second tap on a card of one pack takes it back; the button takes the last one."""
    phone.go("/ask/indian-chief", q="worth")
    put(phone, "7C KD")
    phone.tap('#pad button[value="7C"]')
    expect(phone.page.locator(".held-row .mini")).to_have_count(1)
    phone.tap(".held-back")
    expect(phone.page.locator(".held-row .mini")).to_have_count(0)


def test_a_decision_changes_the_number_and_is_kept_for_the_next_games(phone: Phone) -> None:
    """From the ruling: pause, another interpretation, also in the next games; three taps and the
    button that names it.
    """
    phone.start("indian-chief", 3, show=False)
    phone.melds("KD 7D", "KH QS 4D AC", "2S 3S 4H")
    phone.table("/ruling/1/s1")
    phone.taps = 0
    phone.tap(".pause button")
    phone.page.wait_for_url("**/call/*")
    phone.tap('.pause-answers label:has([value="match=rank"])')
    expect(phone.page.locator(".pause-then .for-2")).to_be_visible()
    expect(phone.page.locator(".pause-then .for-1")).to_be_hidden()
    phone.tap(".pause-keep")
    phone.tap(phone.page.get_by_role("button", name="Continue with 2 points"))
    phone.settle()
    assert phone.taps == 4
    phone.table("/ruling/1/s1")
    expect(phone.page.locator("#ruling")).to_have_text("You decided: Ann’s Beggar is worth 2.")
    phone.go("/new/indian-chief", again=phone.code)
    expect(phone.page.locator('input[name="edition"][value="group"]')).to_be_checked()


def test_without_script_the_same(new_phone: MakePhone) -> None:
    """Every tap is a link or a form."""
    plain = new_phone(java_script_enabled=False)
    plain.go("/ask/indian-chief", q="worth")
    for card in ALONE.split():
        plain.tap(f'#pad button[name="put"][value="{card}"]')
    expect(plain.page.locator(".held-row .mini")).to_have_count(4)
    plain.tap(GO)
    expect(plain.page.locator("#ruling")).to_contain_text("The Lawyer is worth 25.")


TAPPED = [
    ("three-draw", "round"),
    ("the-pairs", "play"),
    ("blind-date", "turn"),
    ("captains-orders", "winner"),
    ("dream-team", "match"),
    ("pyramid", "winner"),
]
"""Questions that are told by rows, by keys, by cards where they lie, by seats, and by one number or
several.
"""


@pytest.mark.parametrize(("game", "name"), TAPPED)
def test_a_recorded_question_takes_as_many_taps_as_are_counted(
    phone: Phone, game: str, name: str
) -> None:
    case = next(case for case in cases(game, name) if "verdict" in case)
    question, options, _facts = asked(game, case)
    told = tell(question, options, case["facts"]).told
    phone.go("/ask")
    phone.taps = 0
    phone.tap(f"a[href='/ask/{game}']")
    opened = {fact: text for fact, text in told.items() if fact == question.opening}
    says = "".join(f'[href*="{fact}={text}"]' for fact, text in {"q": name, **opened}.items())
    sentence = phone.page.locator(f".ask-rows a{says}")
    if not sentence.is_visible():
        phone.page.locator(".ask-more summary").click()
    phone.tap(sentence)
    expect(phone.page.locator("#entry")).to_have_count(1)
    phone.page.wait_for_load_state()
    made = list(taps(question, options, told, opened))
    for one, after in zip_longest(made, made[1:]):
        tap_one(phone, one, after)
    phone.settle()
    expect(phone.page.locator(GO)).to_have_count(1)
    address = urlsplit(phone.page.locator("#entry").get_attribute("data-address"))
    there = {fact: texts[0] for fact, texts in parse_qs(address.query).items()}
    tapped, meant = (
        {name: value for name, value in read_facts(question, options, facts).items() if value}
        for facts in (there, told)
    )
    assert tapped == meant
    every, chosen = from_home(question, options, told)
    assert phone.taps - cards_of(made) == every
    print(f"{game}, {case['name']}: {every} taps from home beside cards, {chosen} that choose")


def cards_of(made: Sequence[Tap]) -> int:
    return sum(tap.kind == CARD for tap in made)


def tap_one(phone: Phone, one: Tap, after: Tap | None) -> None:
    """One tap, once the page has taken in the one before; a number goes on with ``after`` where
    that is of the same fact.
    """
    phone.settle()
    row = phone.page.locator(f'.held-row input[name="{one.fact}"]')
    if one.kind == "row":
        light(phone, one.fact)
    elif one.kind == CARD and row.count():
        expected = " ".join(filter(None, [row.get_attribute("value"), one.value]))
        phone.tap(f'#pad button[name="put"][value="{one.value}"]')
        expect(row).to_have_value(expected)
    elif one.kind == NUMBER:
        goes_on = after is not None and after.kind == NUMBER and after.fact == one.fact
        by_tens = goes_on and phone.page.locator(".numpad [data-tens]").count()
        tens = "[data-tens]" if by_tens else ":not([data-tens])"
        phone.tap(f'.numpad .button{tens}[value="{one.value}"]')
    elif one.kind == "figure":
        phone.tap(f'.figure .text[name="{one.fact}"]')
    else:
        chosen = f'[name="{one.fact}"][value="{one.value}"]'
        phone.tap(f"label:has(input{chosen})")
        expect(phone.page.locator(f'input:not([type="hidden"]){chosen}')).to_be_checked()
