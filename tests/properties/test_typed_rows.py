"""Rows typed at the keyboard: every move of every game can be typed and reads back as itself, and
no text breaks the reading.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games import GAMES
from referee.kernel.game import check, find_prompt, play
from referee.kernel.history import Played
from referee.web.entry.typed import ParsedRow, RowProblem, parse_row, write
from referee.web.entry.typed_words import Words
from referee.words import LANGUAGES
from tests.support.random_play import random_history
from tests.support.tiers import cases, property_test

pytestmark = property_test
SEEDS = cases(3, 6)
NAMES = ("Ann", "Anna", "Bo", "De la Cruz", "ミオ", "Bo", "Talk:er", "7", "Éva", "s2")


def words_of(game: str, seats: tuple[str, ...], lang: str) -> Words:
    return Words(GAMES[game], dict(zip(seats, NAMES[: len(seats)], strict=True)), lang)


def typed(played: Played, words: Words) -> str:
    prompts = played.game.prompts(played.before)
    prompt = find_prompt(prompts, played.move.kind, played.move.seat)
    assert prompt is not None
    return write(played.move, prompt, prompts, words)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_move_reads_back_as_it_was_written(game: str, lang: str) -> None:
    """Every move written as a row of text is read back as the same move."""
    for seed in SEEDS:
        history = random_history(game, seed)
        words = words_of(game, history.seats, lang)
        for played in history.played:
            line = typed(played, words)
            row = parse_row(line, played.game.prompts(played.before), words, None)
            assert isinstance(row, ParsedRow), (seed, line, row)
            assert (row.kind, row.seat) == (played.move.kind, played.move.seat), (seed, line)
            checked = check(played.game, played.before, row.kind, row.seat, row.raw)
            assert checked.move, (seed, line, checked.rulings)
            assert checked.move.data == played.move.data, (seed, line)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_typed_has_the_lines_of_the_game_that_was_played(
    game: str, lang: str
) -> None:
    """A game typed row by row has the lines of the game that was played."""
    for seed in SEEDS:
        history = random_history(game, seed)
        words, state = words_of(game, history.seats, lang), history.start
        for played in history.played:
            row = parse_row(typed(played, words), history.game.prompts(state), words, None)
            assert isinstance(row, ParsedRow)
            state = play(history.game, state, row.kind, row.seat, row.raw, played.move.accept)
        assert history.game.lines(state) == history.game.lines(history.state)


SCRAPS = st.sampled_from(
    [
        *("l", "t", "K", "♥", "H", "10", "7", "Ann", ":", "：", "/", "／", " ", "　", ","),
        *("弁護士", "泥棒", "draw", "ハートの10", "-", "+", "s2:3", "\0", "ﬁ", "①", "é"),
    ]
)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=60),
        st.lists(SCRAPS, max_size=14).map("".join),
        st.lists(SCRAPS, max_size=14).map(" ".join),
    ),
    seed=st.integers(0, 10**6),
)
def test_no_text_breaks_it_and_every_refusal_names_its_place(
    game: str, text: str, seed: int
) -> None:
    """No text typed as rows breaks anything."""
    history = random_history(game, seed % len(SEEDS))
    rng = random.Random(seed)
    at = rng.choice(history.played)
    words = words_of(game, history.seats, rng.choice(LANGUAGES))
    prompts = history.game.prompts(at.before)
    turn = next((prompt.seat for prompt in prompts if not prompt.aside), None)
    row = parse_row(text, prompts, words, turn)
    if isinstance(row, RowProblem):
        assert row.code
        assert 1 <= row.at <= len(text) + 1
        assert (row.code == "field") == (row.ruling is not None)
        return
    checked = check(history.game, at.before, row.kind, row.seat, row.raw)
    assert checked.move or checked.rulings
