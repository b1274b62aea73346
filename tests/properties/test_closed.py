"""What is not asked now is refused by a clause and in words: whose turn it is, what comes first, or
that the game is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from referee.kernel.contract import Illegal, Level, Ruling, SeatId, complete_options
from referee.kernel.game import AnyGame, check, find_prompt, play
from referee.rulebook import Ambiguity
from referee.words import ruling_sentence
from tests.properties.test_words import blemish
from tests.support.examples import kept
from tests.support.random_play import random_history
from tests.support.sheets import OF_SHEETS, PLAYED, book_of, speaker
from tests.support.tiers import cases, property_test

SEEDS = cases(3, 5)
EVERY_NTH = 3
Tried = tuple[str, SeatId | None]


@cache
def states(game_id: str) -> tuple[tuple[tuple[SeatId, ...], Any], ...]:
    """States of random games from the first to the last, each with its seats."""
    found: list[tuple[tuple[SeatId, ...], Any]] = []
    for seed in SEEDS:
        history = random_history(game_id, seed)
        each = [history.start, *(played.state for played in history.played)]
        found += [
            (history.seats, state) for state in (*each[seed % EVERY_NTH :: EVERY_NTH], each[-1])
        ]
    return tuple(found)


@cache
def ever_asked(game_id: str) -> frozenset[tuple[str, bool]]:
    """Every kind that these games ask, and whether of a seat."""
    game = PLAYED[game_id]
    return frozenset(
        (prompt.kind, prompt.seat is not None)
        for _, state in states(game_id)
        for prompt in game.prompts(state)
    )


def tries(game_id: str) -> Iterator[tuple[tuple[SeatId, ...], Any, Tried, Ruling]]:
    """Everything that is asked at some time and not at this moment, with what the referee says."""
    game = PLAYED[game_id]
    for seats, state in states(game_id):
        prompts = game.prompts(state)
        for kind, of_seat in sorted(ever_asked(game_id)):
            for seat in seats if of_seat else (None,):
                if find_prompt(prompts, kind, seat) is None:
                    (ruling,) = check(game, state, kind, seat, {}, prompts=prompts).rulings
                    yield seats, state, (kind, seat), ruling


OF_THE_PROGRAM = re.compile(r"入力|\benter|\bdue\b|\basked\b")
"""What a program waits for, and no player says."""


@property_test
@pytest.mark.parametrize("game_id", PLAYED)
def test_what_is_not_asked_is_refused_in_a_referees_words(game_id: str) -> None:
    """A move out of time is refused as a player would say it, not by what is entered now."""
    said = {ruling.code: (seats, ruling) for seats, _state, _tried, ruling in tries(game_id)}
    assert said
    for seats, ruling in said.values():
        for lang in ("en", "ja"):
            translator = speaker(game_id, lang, dict.fromkeys(seats, "Ann"))
            for part in ("", ".why"):
                # The name of a move may say that only the end of the game is entered.
                said_of_it = str(ruling_sentence(translator, ruling, part))
                sentence = re.sub("“.*?”|「.*?」", "", said_of_it)
                assert not OF_THE_PROGRAM.search(sentence), (ruling.code, sentence)


@property_test
@pytest.mark.parametrize("game_id", PLAYED)
def test_what_is_not_asked_names_a_clause_in_words(game_id: str) -> None:
    """A move that is not asked is refused with a clause and words: `INFO.kinds` names the clause
    of each kind, `closed` says more.
    """
    book, codes, said = book_of(game_id), set(), dict[str, Ruling]()
    for _, _, tried, ruling in tries(game_id):
        codes.add(ruling.code)
        said[repr((ruling.code, ruling.clause, sorted(map(str, ruling.params))))] = ruling
        assert ruling.level is Level.IMPOSSIBLE, tried
        assert book.entry(ruling.clause), (tried, ruling)
    wanted = {"not_now"} if len(ever_asked(game_id)) > 1 else set()
    if game_id in OF_SHEETS:
        # A sheet knows steps, but no turns and no reasons of its own.
        wanted = {"not_now"} if len(PLAYED[game_id].info.kinds) > 1 else set()
        assert codes == {*wanted, "over"}
    else:
        assert codes > {*wanted, "over"} or codes > {*wanted, "not_on_turn"}, codes
    for ruling in said.values():
        for lang in ("en", "ja"):
            translator = speaker(
                game_id, lang, {seat: f"N{seat}" for seats, _ in states(game_id) for seat in seats}
            )
            for part in ("", ".why"):
                sentence = ruling_sentence(translator, ruling, part)
                assert translator.find(f"ruling.{ruling.code}"), (ruling, lang)
                assert not blemish(sentence), (sentence, ruling)
                assert sentence or part, ruling


FULL = {"depth": "full"}
FLIP, DRAW, STOP = ("flip", "a", {"card": "4"}), ("draw", "a", {"card": "4"}), ("stop", "a", {})
BEGGAR = ("beggar", "a", {"cards": ["QS", "9H"]})
LAID = [("card", "a", {"card": "4"}), ("card", "b", {"card": "5"})]
ROW = [("row", None, {"card": card}) for card in ("9", "9", "8", "10")]
DRAWN = [("draw", "a", {"card": "9"}), ("pass", "a", {"card": "3"})]
FIGHT = [("attack", "b", {"target": "c", "cards": ["9S"]}), ("judge", None, {})]
Told = tuple[str, SeatId | None, dict[str, Any]]


@pytest.mark.parametrize(
    ("game_id", "moves", "tried", "wanted"),
    kept(
        [
            ("pyramid", [FLIP], ("flip", "b"), "not_on_turn PY-4"),
            ("pyramid", [FLIP, FLIP], ("flip", "a"), "bust_ends_turn PY-8"),
            ("pyramid", [FLIP, FLIP], ("build", "a"), "bust_ends_turn PY-8"),
            ("pyramid", [FLIP, STOP], ("stop", "a"), "not_now PY-9"),
            ("pyramid", [], ("build", "a"), "not_now PY-9"),
            ("cracker", DRAWN, ("draw", "b"), "not_now CR-7"),
            ("cracker", DRAWN, ("stop", "b"), "not_now CR-18"),
            ("cracker", DRAWN, ("change", "c"), "not_on_turn CR-12"),
            ("not-a-pair", [], ("card", "b"), "marker_first NP-6"),
            ("not-a-pair", LAID[:1], ("card", "a"), "not_awaited NP-7"),
            ("not-a-pair", LAID, ("card", "b"), "not_awaited NP-7"),
            ("long-seat", [DRAW, STOP], ("stop", "a"), "has_stopped LS-9"),
            ("long-seat", [DRAW], ("stop", "b"), "not_on_turn LS-10"),
            ("the-pairs", [], ("from_reserve", "a"), "no_reserve TP-9"),
            ("the-pairs", [], ("from_reserve", "b"), "not_on_turn TP-4"),
            ("the-pairs", [], ("keep", "b"), "not_on_turn TP-4"),
            ("dream-team", ROW, ("row", None), "not_now DT-4"),
            ("indian-chief", [BEGGAR], ("thief", "a"), "not_awaited IC-8"),
            ("three-draw", [DRAW, STOP], ("stop", "a"), "has_stopped TD-3"),
            ("three-draw", [DRAW], ("pass", "b"), "not_yet TD-A8"),
            ("the-things", FIGHT, ("draw", "c"), "dead_acts TT-52"),
        ]
    ),
)
def test_an_illegal_try_names_its_clause(
    game_id: str, moves: list[Told], tried: Tried, wanted: str
) -> None:
    """Every refusal of `judge` names a clause."""
    game, seats = PLAYED[game_id], ("a", "b", "c")
    state = game.setup(seats, complete_options(game.info, seats, FULL))
    for kind, seat, raw in moves:
        state = play(game, state, kind, seat, raw)
    (ruling,) = check(game, state, *tried, {}).rulings
    assert f"{ruling.code} {ruling.clause}" == wanted
    assert ruling.level is Level.IMPOSSIBLE


@pytest.mark.parametrize("game_id", PLAYED)
def test_every_kind_ever_asked_has_a_clause(game_id: str) -> None:
    """`INFO.kinds` names the clause of every kind of move that is ever asked."""
    info, book = PLAYED[game_id].info, book_of(game_id)
    for kind in {*info.kinds, *(kind for kind, _ in ever_asked(game_id))}:
        clause = info.clause_of(kind)
        assert clause, kind
        assert book.entry(clause), kind
    assert not info.turn_clause or book.entry(info.turn_clause)


NUMBERS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "eleven",
]


@pytest.mark.parametrize("game_id", PLAYED)
def test_too_few_or_too_many_players_are_refused_by_a_clause_that_says_how_many(
    game_id: str,
) -> None:
    """Also where more may play than the game is for: then by the clause that lets them."""
    info, book = PLAYED[game_id].info, book_of(game_id)
    least, most = info.seats
    for count in {max(0, least - 1), most + 1}:
        with pytest.raises(Illegal) as refused:
            complete_options(info, tuple("abcdefghijk"[:count]), {})
        ruling = next(ruling for ruling in refused.value.rulings if ruling.code == "seats")
        entry = book.entry(ruling.clause)
        beside = entry.why if isinstance(entry, Ambiguity) else entry.example
        said = [entry.text["en"], beside["en"] if beside else ""]
        words = set(re.findall(r"[a-z]+|\d+", " ".join(said).lower()))
        for number in (least, most):
            assert {NUMBERS[number], str(number)} & words, (ruling.clause, said)


@property_test
@pytest.mark.parametrize("game_id", PLAYED)
def test_a_kind_or_a_seat_that_the_game_does_not_know_is_not_asked(game_id: str) -> None:
    """A kind or a seat that is not the game’s is refused as not asked."""
    game: AnyGame = PLAYED[game_id]
    for _, state in states(game_id)[::20]:
        for kind, seat in (
            ("nonsense", None),
            ("nonsense", state.seats[0]),
            *((kind, "nobody") for kind in game.info.kinds),
        ):
            (ruling,) = check(game, state, kind, seat, {}).rulings
            assert (ruling.code, ruling.clause) == ("not_asked", "")
