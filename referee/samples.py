"""Score sheets that come with the app: samples to start from, and *Just points*."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from .data_files import read_toml
from .files import PACKAGE
from .kernel.game import AnyGame
from .sheets import game_of_sheet

SAMPLES = (
    *("hearts", "spades", "oh-hell", "wizard", "skat", "rummy-500"),
    *("phase-10", "farkle", "golf", "tichu", "koi-koi", "daifugo"),
)
"""In the order in which they are offered: a file each."""
JUST_POINTS = "just_points"


@cache
def sample_sheet(name: str) -> Mapping[str, Any]:
    """The sheet of a sample or of *Just points*."""
    folder = PACKAGE / "own"
    file = folder / f"{name}.toml" if name == JUST_POINTS else folder / "samples" / f"{name}.toml"
    return read_toml(file.read_text(encoding="utf-8"))


@cache
def sample_games() -> Mapping[str, AnyGame]:
    """The games of all these sheets, by their ids."""
    games = map(game_of_sheet, map(sample_sheet, (JUST_POINTS, *SAMPLES)))
    return {game.info.id: game for game in games}
