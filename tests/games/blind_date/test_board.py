"""The board of full entry: what lies open, and nothing of what lies covered; the phases of a
turn.
"""

from __future__ import annotations

import pytest

from referee.games.blind_date.game import GAME
from referee.games.blind_date.state import State
from referee.kernel.board import BoardRow, spots_of
from tests.games.blind_date.table import FOUR, exchanged, laid, move, swapped, table, told

CUBES = [["female", "healthy"], ["upper", "sick"], ["male"], ["lower"]]
SWAPPED = swapped(CUBES)


def columns(state: State) -> dict[str | None, BoardRow]:
    """The columns of a scene by their seats."""
    (row,) = GAME.scene(state).board
    return {column.seat: column for column in row.columns}


def matched() -> State:
    """After two matches, the second at the first seat's."""
    state = exchanged(CUBES, (5, 2, 3, 4))
    return move(
        move(state, "match", "n", card="KC", target="e"), "match", "e", card="KH", target="n"
    )


def test_only_full_entry_has_a_board() -> None:
    assert GAME.scene(table()).board == GAME.scene(table()).phases == ()
    assert GAME.scene(table(("n", "e", "s"), depth="full")).board == ()


@pytest.mark.parametrize(
    ("state", "phase"),
    [
        (table(depth="full"), "sums"),
        (told(), "dates"),
        (laid(CUBES), "swap"),
        (SWAPPED, "sums"),
        (exchanged(CUBES, (5, 2, 3, 4)), "matches"),
    ],
)
def test_the_scene_says_in_which_part_the_turn_is(state: State, phase: str) -> None:
    scene = GAME.scene(state)
    assert len(scene.phases) == 6
    assert scene.phases[scene.phase].code == f"phase_{phase}"
    assert [said.code for said in scene.phases[: scene.phase]].count("phase_sums") == (
        2 if phase == "matches" else scene.phase > 0
    )


def test_a_covered_card_shows_nothing_but_its_cubes() -> None:
    column = columns(laid(CUBES[:1]))["n"]
    assert [spot.card for spot in column.spots] == ["?"]
    assert [said.params["cube"] for said in column.tags] == ["female", "healthy"]
    assert [spot.card for spot in columns(laid(CUBES[:1]))["e"].spots] == [""]


def test_matches_lie_in_the_column_with_the_marker_of_who_laid_them() -> None:
    assert [(spot.card, spot.marks) for spot in columns(matched())["n"].spots[1:]] == [
        ("KH", ("e",))
    ]
    assert [(spot.card, spot.marks) for spot in columns(matched())["e"].spots[1:]] == [
        ("KC", ("n",))
    ]


def test_a_match_may_be_laid_at_every_column_and_ones_own_says_what_it_costs() -> None:
    found = columns(matched())
    assert {spot.place for spot in spots_of(found.values()) if spot.place} == set(FOUR)
    assert {seat: column.spots[0].state for seat, column in found.items()} == {
        "n": "next",
        "e": "next",
        "s": "free",
        "w": "next",
    }
    assert {
        seat: column.value_note.code for seat, column in found.items() if column.value_note
    } == {"s": "own_place"}


def test_where_the_own_match_is_forbidden_nothing_is_said_of_its_price() -> None:
    state = exchanged(CUBES, (5, 2, 3, 4), self_match="forbidden")
    assert not any(column.value_note for column in columns(state).values())


def test_turned_up_the_card_itself_lies_there() -> None:
    state = matched()
    for seat, card in (("s", "QC"), ("w", "AC")):
        state = move(state, "match", seat, card=card, target="n")
    assert [spot.card for spot in columns(move(state, "reveal", "n", card="QH"))["n"].spots] == [
        "QH",
        "KH",
        "QC",
        "AC",
    ]
