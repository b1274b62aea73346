"""What the table looks like, how it is set up and how it ends."""

from __future__ import annotations

from typing import Any

from referee.kernel.contract import Result, Say, Scene, Step, rank_by, totals
from referee.kernel.game import Options, Seats

from .cubes import supply
from .deck import COURTS, CUBES, DECK, NUMBERS, SEASON_CLAUSES, SEASON_SUITS, SEASONS, TURNS, first_of_season, season_of
from .phases import phase
from .state import State, Turn, holdings


def scene(state: State) -> Scene:
    """Where the game stands; the banner is the season's rule."""
    if state.over:
        return Scene(TURNS, Say("over"), DECK, (TURNS, TURNS), complete=TURNS)
    season = season_of(state.turn)
    at, turn = SEASONS.index(season) + 1, 1 if first_of_season(state.turn) else 2
    where = Say("season_turn", {"season": at, "of": len(SEASONS), "turn": turn, "name": season, "phase": phase(state)})
    banner = Say(f"season_{season}", {"season": season, "suit": SEASON_SUITS[season]}, SEASON_CLAUSES[season])
    return Scene(state.turn, where, DECK, (state.turn - 1, TURNS), banner, holdings(state), state.turn - 1)


def result(state: State) -> Result | None:
    """The ranking after four seasons; a play-off, where the house wants one, decides the first place (BD-10, BD-A15)."""
    if not state.over:
        return None
    scores = totals(state.finished, state.seats)
    ranking = rank_by(scores)
    first = ranking[0]
    reason = Say("most_reputation", {"who": list(first), "points": scores[first[0]]}, "BD-10")
    if len(first) == 1:
        return Result(ranking, (reason,))
    if state.options["final_tie"] == "shared":
        return Result(ranking, (reason, Say("shared", {"who": list(first)}, "BD-A15")))
    if state.playoff is None:
        return None
    rest = tuple(seat for seat in first if seat != state.playoff)
    return Result(((state.playoff,), rest, *ranking[1:]), (reason, Say("playoff_won", {"who": state.playoff}, "BD-A15")))


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup in the order it is done, for three or four players."""
    three, checked = len(seats) == 3, options["cube_supply_check"] == "on"
    cubes = Say("guide_cube_counts", supply(options), "BD-A1") if checked else Say("guide_six_colours", clause="BD-5")
    steps = [
        Step(
            Say("guide_take", {"n": len(DECK.counts)}, "BD-2"),
            (Say("guide_rest", {"n": 52 - len(DECK.counts)}, "BD-4"),),
            tuple(DECK.counts),
        ),
        Step(Say("guide_cubes", {"n": CUBES}, "BD-5"), (cubes,), count=CUBES),
        Step(
            Say("guide_deal", clause="BD-7"),
            (Say(f"guide_leftover_{options['leftover']}", clause="BD-A16"),) if three else (),
            deal=(
                (Say("guide_from_numbers", {"cards": list(NUMBERS)}, "BD-6", tuple(NUMBERS)), 1, 1 if three else 0),
                (Say("guide_from_courts", clause="BD-7"), 5 if three else 4, len(COURTS) - (15 if three else 16)),
            ),
        ),
    ]
    if three:
        only = (Say("guide_drop_no_number", clause="BD-A17"),) if options["discard_number"] == "no" else ()
        steps.append(Step(Say("guide_drop", clause="BD-8"), (Say("guide_drop_how", clause="BD-9"), *only)))
    tie = Say(f"guide_tie_{options['order_tie']}", clause="BD-A12")
    around = Say(f"guide_{options['direction']}", clause="BD-A14")
    return (*steps, Step(Say("guide_start", clause="BD-15"), (Say("guide_start_how", clause="BD-15"), tie, around)))


def paper(state: State) -> dict[str, Any]:
    """``seasons``: for each season begun its turns, for each turn one entry per seat in seat order; turns to come are left out."""
    turns = [_turn(state, number, past) for number, past in enumerate(state.past, 1)]
    return {"seasons": [{"season": SEASONS[at // 2], "turns": turns[at : at + 2]} for at in range(0, len(turns), 2)]}


def _turn(state: State, number: int, past: Turn) -> list[dict[str, Any]]:
    """The entries of one turn; ``target`` is the place of the owner among the seats.

    Of cubes it has the first letters, and None where quick entry knows only that there were some.
    """
    points = totals([line for line in state.finished if line.round == number], state.seats)
    running = totals(state.finished, state.seats, number)
    return [
        {
            "round": number,
            "seat": seat,
            "blind": past.blinds[seat],
            "cubes": [cube[0].upper() for cube in past.cubes.get(seat, ())] if seat in past.cubes or past.bare[seat] else None,
            "match": past.matches[seat][0],
            "target": state.seats.index(past.matches[seat][1]),
            "points": points[seat],
            "total": running[seat],
        }
        for seat in state.seats
    ]
