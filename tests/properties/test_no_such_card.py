"""A card that does not exist is never let stand: not by a host, not with a reason; a log that once
let one stand is played as ever.

A game may have no cards that are told; Indian Chief has.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import Checked, Level, Prompt
from referee.kernel.fields import Cards
from referee.kernel.game import check
from referee.kernel.history import History, extend, replay
from referee.kernel.ledger import NO_SUCH_CARD, left
from referee.kernel.record import dump, loads
from tests.properties.test_every_game import ids_of, upto
from tests.support.options import depths
from tests.support.random_play import json_of, play_events
from tests.support.talk import CHIEF, error_of, play, renamed, send, table
from tests.support.tiers import cases, property_test
from tests.web.entry.test_let_stand import form_of
from tools.sample import sample_answer

NEVER = "You can’t allow a card that doesn’t exist. Fix one entry."
SEEDS = cases(4, 7, 3)

Found = tuple[int, Prompt, dict[str, Any], Checked]


def answers_with_a_card_too_many(history: History, rng: random.Random) -> Iterator[Found]:
    """Answers with a card of which all copies lie elsewhere: after how many moves, to what, and
    what the referee says.
    """
    for at, played in enumerate(history.played):
        scene = history.game.scene(played.before)
        copies = left(scene.deck, scene.holdings)
        # Most likely are those of which no copy is left.
        cards = (
            sorted(copies, key=lambda card: (copies[card], rng.random()))[:3]
            if scene.holdings
            else []
        )
        for prompt in history.game.prompts(played.before) if cards else ():
            for field in (one for one in prompt.fields if isinstance(one, Cards)):
                answer = json_of(sample_answer(prompt, rng))
                told = [rng.choice(cards), *answer.get(field.name, ())]
                answer[field.name] = told[: max(1, len(told) - 1)]
                checked = check(history.game, played.before, prompt.kind, prompt.seat, answer)
                if NO_SUCH_CARD & {ruling.code for ruling in checked.objections}:
                    yield at, prompt, answer, checked


@cache
def some(game_id: str) -> Sequence[tuple[History, list[Found]]]:
    """Random games, each with all such answers that were found."""
    full = {"depth": "full"} if "full" in depths(game_id) else {}
    played = [replay(GAMES[game_id], play_events(GAMES[game_id], seed, **full)) for seed in SEEDS]
    found = [
        [*answers_with_a_card_too_many(history, random.Random(seed))]
        for seed, history in zip(SEEDS, played, strict=True)
    ]
    return [(history, answers) for history, answers in zip(played, found, strict=True) if answers]


@property_test
@pytest.mark.parametrize("game_id", GAMES)
def test_a_card_that_does_not_exist_cannot_be(game_id: str) -> None:
    """A card told oftener than the deck has it is impossible, whatever is accepted."""
    tables = some(game_id)
    assert tables or game_id != CHIEF
    for history, found in tables:
        for at, prompt, answer, checked in found:
            told = [ruling for ruling in checked.objections if ruling.code in NO_SUCH_CARD]
            assert all(ruling.level is Level.IMPOSSIBLE for ruling in told)
            codes = [ruling.code for ruling in checked.objections]
            again = check(
                history.game, history.played[at].before, prompt.kind, prompt.seat, answer, codes
            )
            assert [one for one in again.objections if one.code in NO_SUCH_CARD] == told


@property_test
@pytest.mark.parametrize("game_id", GAMES)
def test_a_log_that_let_such_a_card_stand_is_played_as_ever(game_id: str) -> None:
    """An old log keeps what it let stand, also sent as a record."""
    stood = 0
    for history, found in some(game_id):
        for at, prompt, answer, checked in found:
            codes = tuple(ruling.code for ruling in checked.objections)
            if any(
                ruling.level is Level.IMPOSSIBLE and ruling.code not in NO_SUCH_CARD
                for ruling in checked.objections
            ):
                continue
            before = upto(history, at)
            after = extend(
                before,
                [Event(before.revision + 1, "move", prompt.seat, prompt.kind, answer, codes)],
            )
            assert after.broken is None, (prompt, answer)
            assert NO_SUCH_CARD & {*after.played[-1].allowed}
            again, _names = loads(json.dumps(dump(after, {})), GAMES)
            assert again.broken is None
            assert again.state == after.state
            stood += 1
            if stood > len(SEEDS):
                return
    assert stood or game_id != CHIEF


@property_test
@pytest.mark.parametrize("game_id", GAMES)
def test_no_host_lets_such_a_card_stand_and_the_page_leads_to_the_entries(
    app: Flask, client: FlaskClient, game_id: str
) -> None:
    """A host is told so by program and by page, and the page leads to an entry that has the
    card.
    """
    ways = 0
    for history, found in some(game_id):
        at, prompt, answer, checked = found[-1]
        before = upto(history, at)
        ids = ids_of(before)
        opened = play(client, before, ids)
        seen = table(client, opened)["revision"]
        codes = [ruling.code for ruling in checked.objections]
        entry = renamed(
            {"kind": prompt.kind, "seat": prompt.seat, "data": answer, "accept": codes}, ids
        )
        refused = error_of(send(client, opened, entry, seen=seen, key="a", reason="so"), 422)
        assert (refused["code"], refused["message"]) == ("no_such_card", NEVER)
        page = client.post(f"/t/{opened['code']}/entry?lang=en", data=form_of(entry, seen, "b"))
        assert page.status_code == 422
        if 'class="refusal"' not in page.text:
            continue
        assert 'name="overrule"' not in page.text
        assert NEVER in page.text
        holders = any(
            ruling.params.get("holders")
            for ruling in checked.objections
            if ruling.code in NO_SUCH_CARD
        )
        assert not holders or f'href="/t/{opened["code"]}/correct/' in page.text, entry
        ways += holders
    assert ways or game_id != CHIEF
