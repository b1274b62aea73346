"""Black Plague Blind Date: four seasons of two turns, matches laid at face-down blind dates."""

from dataclasses import replace
from typing import Any

from referee.kernel.contract import (
    Message,
    Result,
    Scene,
    SeatId,
    Step,
    played_off,
    rank_by,
    totals,
)
from referee.kernel.detail import with_depth
from referee.kernel.earlier import MOST_POINTS, carried, points_before
from referee.kernel.fields import Cards, Flag, Int, Many, Seat
from referee.kernel.game import Earlier, Game, Options, Seats, Told
from referee.kernel.info import Asked, Info, Option, Sheet, one_of
from referee.kernel.wording import message_of, step

from . import judging, playing, worlds
from .board import PLACES, board, phases
from .cubes import COLOURS, CUBES, supply
from .dates import DECK, NUMBERS, SEASON_CLAUSES, SEASONS, TURNS, first_of_season, season_of, worth
from .judging import EXCHANGE
from .state import State, Turn, holdings, see
from .statistics import STATISTICS, counted

SEASON_SUITS = dict(zip(SEASONS, "DCSH", strict=True))
TARGET = Seat(name="target")


def _each(*names: str) -> tuple[Cards, ...]:
    return tuple(Cards(name=name, deck=DECK) for name in names)


INFO = Info(
    id="blind-date",
    prefix="BD",
    deck_clause="BD-2",
    kinds={
        "date": Asked("BD-27", (*_each("blind", "match"), TARGET, Flag(name="no_cube"))),
        "discard": Asked("BD-8", _each("card")),
        "sum": Asked("BD-15", (Int(name="sum", low=0, high=14),)),
        "start": Asked("BD-15", (Seat(name="starter"),), table=True),
        "cubes": Asked("BD-18", (Many(name="cubes", values=COLOURS),)),
        "exchange": Asked("BD-22", EXCHANGE),
        "match": Asked("BD-27", (*_each("card"), TARGET)),
        "reveal": Asked("BD-31", _each("card")),
        "playoff": Asked("BD-A15", (Seat(name="winner"),), table=True),
    },
    version="2026.1",
    seats=(3, 4),
    family="pack",
    statistics=STATISTICS,
    options=(
        one_of("entry", "BD-8", "open", "secret"),
        one_of("depth", "BD-31", "quick", "full"),
        one_of("self_match", "BD-A4", "penalty_only", "full", "loss_only", "forbidden"),
        one_of("no_cube_bonus", "BD-A3", "2", "4"),
        one_of("bad_tie", "BD-A5", "all", "none", "first_placed", "last_placed", "split"),
        one_of("good_tie", "BD-A7", "all", "none", "first_placed"),
        one_of("double_when", "BD-A6", "after", "before"),
        one_of("summer", "BD-A8", "owner", "matcher", "value_shift"),
        one_of("summer_self", "BD-A8", "include", "exclude", "cancel"),
        one_of("autumn", "BD-A9", "flat", "only_if_scored", "value_shift"),
        one_of(
            "order_tie",
            "BD-A12",
            "highest_card",
            "previous_start",
            "clockwise_from_previous",
            "table_decides",
        ),
        one_of("no_numbers", "BD-A13", "keep_latest", "season_first", "move_left", "random"),
        one_of("direction", "BD-A14", "clockwise", "counterclockwise"),
        one_of("final_tie", "BD-A15", "shared", "playoff"),
        one_of("leftover", "BD-A16", "hidden", "shown"),
        one_of("discard_number", "BD-A17", "yes", "no"),
        one_of("no_cube_means", "BD-A26", "none_fits", "supply_empty"),
        one_of("cube_supply_check", "BD-A1", "off", "on"),
        *(
            Option(Int(name=f"cubes_{colour}", low=0, high=CUBES, default=guess), "BD-A1")
            for colour, guess in zip(COLOURS, (2, 2, 2, 2, 1, 1), strict=True)
        ),
    ),
    rounds=TURNS,
    sheet=Sheet(
        ("blind", "cubes", "match", "laid"),
        2 * len(SEASONS),
        papers={"a4": 4, "letter": 4},
        alone=("title", "blind", "dates.sum"),
        bands=SEASONS,
    ),
)


def scene(state: State) -> Scene:
    """Return the state of play; the banner is the season's rule."""
    if state.over:
        return Scene(TURNS, Message("over"), DECK, (TURNS, TURNS), complete=TURNS)
    season = season_of(state.turn)
    at, turn = SEASONS.index(season) + 1, 1 if first_of_season(state.turn) else 2
    now = playing.phase(state)
    where = message_of("season_turn", season=at, of=len(SEASONS), turn=turn, name=season, phase=now)
    banner = message_of(
        f"season_{season} {SEASON_CLAUSES[season]}", season=season, suit=SEASON_SUITS[season]
    )
    return Scene(
        round=state.turn,
        where=where,
        deck=DECK,
        ruler=(state.turn - 1, TURNS),
        banner=banner,
        holdings=holdings(state),
        complete=state.turn - 1,
        board=board(state),
        hint=Message("third_records") if now == "blind" else None,
        phases=phases() if now in PLACES else (),
        phase=PLACES.get(now, 0),
        worth=worth(season, state.options),
    )


def result(state: State) -> Result | None:
    """Rank after four seasons; a house rule plays off the first place (BD-10, BD-A15)."""
    if not state.over:
        return None
    scores = totals(state.finished, state.seats)
    ranking = rank_by(scores)
    first = list(ranking[0])
    reason = message_of("most_reputation BD-10", who=first, points=scores[first[0]])
    if len(first) > 1 and state.options["final_tie"] == "playoff":
        return played_off(
            ranking, state.playoff, reason, message_of("playoff_won BD-A15", who=state.playoff)
        )
    return Result(
        ranking, (reason, message_of("shared BD-A15", who=first)) if len(first) > 1 else (reason,)
    )


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """Return the setup steps for three or four players, in order."""
    three, checked = len(seats) == 3, options["cube_supply_check"] == "on"
    cubes = (
        message_of("guide_cube_counts BD-A1", **supply(options))
        if checked
        else message_of("guide_six_colours BD-5")
    )
    numbers = Message("guide_from_numbers", {"cards": list(NUMBERS)}, "BD-6", tuple(NUMBERS))
    courts = message_of("guide_from_courts BD-7")
    dealt = ((numbers, 1, 1), (courts, 5, 1)) if three else ((numbers, 1, 0), (courts, 4, 0))
    only = "guide_drop_no_number BD-A17" if options["discard_number"] == "no" else ""
    tie, around = f"guide_tie_{options['order_tie']} BD-A12", f"guide_{options['direction']} BD-A14"
    return (
        step(
            "guide_take BD-2",
            message_of("guide_rest BD-4", n=52 - len(DECK.counts)),
            cards=DECK.counts,
            n=len(DECK.counts),
        ),
        Step(message_of("guide_cubes BD-5", n=CUBES), (cubes,), count=CUBES),
        step(
            "guide_deal BD-7",
            f"guide_leftover_{options['leftover']} BD-A16" if three else "",
            deal=dealt,
        ),
        *([step("guide_drop BD-8", "guide_drop_how BD-9", only)] if three else []),
        step("guide_start BD-15", "guide_start_how BD-15", tie, around),
    )


def paper(state: State) -> dict[str, Any]:
    """Return ``seasons`` with their finished turns, an entry per seat; ``rows`` are all turns."""
    turns = [
        [_entry(state, number, past, seat) for seat in state.seats]
        for number, past in enumerate(state.past, 1)
    ]
    return {
        "seasons": [
            {"season": SEASONS[at // 2], "turns": turns[at : at + 2]}
            for at in range(0, len(turns), 2)
        ],
        "rows": turns,
    }


def _entry(state: State, number: int, past: Turn, seat: SeatId) -> dict[str, Any]:
    """Return a seat's turn: ``cubes`` by first letter (None: unknown), ``target`` by index."""
    match, target = past.matches[seat]
    cubes = (
        [cube[0].upper() for cube in past.cubes.get(seat, ())]
        if seat in past.cubes or past.bare[seat]
        else None
    )
    at = state.seats.index(target)
    return {
        "round": number,
        "seat": seat,
        "blind": past.blinds[seat],
        "cubes": cubes,
        "match": match,
        "target": at,
        "boxes": [[past.blinds[seat]], cubes, [match], at + 1],
        "points": totals([line for line in state.finished if line.round == number], state.seats)[
            seat
        ],
        "total": totals(state.finished, state.seats, number)[seat],
    }


def skipped(state: State, rounds: int, told: Told) -> State:
    """Return the next turn with the reputation from earlier ones (BD-10)."""
    return replace(state, turn=rounds + 1, finished=carried(told, "BD-10"))


GAME = with_depth(
    Game(
        info=INFO,
        setup=lambda seats, options: State(
            seats, options, str(options["depth"]), worlds.dealt(seats)
        ),
        prompts=judging.prompts,
        judge=judging.judge,
        closed=judging.closed,
        advance=playing.advance,
        # Finished turns are cached; only the current one is computed.
        lines=lambda state: (
            state.finished if state.over else (*state.finished, *playing.turn_lines(state))
        ),
        scene=scene,
        result=result,
        guide=guide,
        paper=paper,
        earlier=Earlier(lambda _state: (points_before(-MOST_POINTS),), skipped),
        see=see,
        # The best date is credited to its visitor.
        highlights=lambda state: (
            line for line in state.finished if line.slot == "match" and line.part == "score"
        ),
        counted=counted,
    ),
    # The entry depth may change between turns.
    lambda state: state.now == Turn() and not state.over,
)
