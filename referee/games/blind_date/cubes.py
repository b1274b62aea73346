"""Cubes: how many of which, whether they are true and whether one was left (BD-5, BD-18…BD-21, BD-A1, BD-A26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from referee.kernel.cards import Card
from referee.kernel.contract import Ruling, SeatId
from referee.kernel.fields import Value

from .deck import COLOURS, CUBES, NUMBERS, OPPOSITES, attributes, number

Options = Mapping[str, Value]
MOST = 3


def supply(options: Options) -> dict[str, int]:
    """The cubes of each colour; where they are not checked, at least the one of each that six colours need."""
    if options["cube_supply_check"] == "on":
        return {colour: number(options, f"cubes_{colour}") for colour in COLOURS}
    return dict.fromkeys(COLOURS, 1)


def total(options: Options) -> int:
    """How many cubes there are in all."""
    return sum(supply(options).values()) if options["cube_supply_check"] == "on" else CUBES


def could_be_bare(card: Card, laid: Sequence[Collection[str]], options: Options) -> bool:
    """Whether no cube that fits a card can be left after those laid before it (BD-21)."""
    used, had = Counter(cube for cubes in laid for cube in cubes), supply(options)
    return used.total() >= total(options) or all(used[colour] >= had[colour] for colour in attributes(card))


def rewarded(laid: Sequence[Collection[str]], options: Options) -> bool:
    """Whether lying without a cube after those laid before is worth the bonus (BD-33, BD-A26)."""
    return options["no_cube_means"] == "none_fits" or sum(map(len, laid)) >= total(options)


def judge_laid(cubes: Sequence[str], laid: Sequence[Collection[str]], unseen: Collection[Card], options: Options) -> tuple[Ruling, ...]:
    """Everything wrong with cubes beside a face-down card, judged by what lies open."""
    found = []
    if len(cubes) > MOST:
        found.append(_ruling("cubes_many", "BD-18", n=len(cubes), most=MOST))
    found += [_ruling("cubes_twice", "BD-18", cube=cube) for cube, times in Counter(cubes).items() if times > 1]
    found += [_ruling("cubes_contradict", "BD-18", one=one, other=other) for one, other in OPPOSITES if {one, other} <= set(cubes)]
    if not cubes and not any(could_be_bare(card, laid, options) for card in unseen):
        found.append(_ruling("cube_needed", "BD-18"))
    return (*found, *_supply_rulings(cubes, laid, options))


def _supply_rulings(cubes: Sequence[str], laid: Sequence[Collection[str]], options: Options) -> list[Ruling]:
    used = Counter(cube for some in (*laid, cubes) for cube in some)
    found = []
    if used.total() > total(options):
        found.append(_ruling("cubes_supply", "BD-5", n=used.total(), most=total(options)))
    if options["cube_supply_check"] == "on":
        had = supply(options)
        found += [_ruling("cubes_colour", "BD-A1", colour=colour, most=had[colour]) for colour in cubes if used[colour] > had[colour]]
    return found


def judge_shown(card: Card, cubes: Sequence[str], laid: Sequence[Collection[str]], options: Options) -> tuple[Ruling, ...]:
    """Everything a card turned up says against its cubes; ``laid`` are the cubes laid before it."""
    found = [_untrue(card, cube) for cube in cubes if cube not in attributes(card)]
    if not cubes and not could_be_bare(card, laid, options):
        found.append(Ruling("no_cube_false", "BD-21", params={"card": card}, field="card"))
    return tuple(found)


def _untrue(card: Card, cube: str) -> Ruling:
    gender = card in NUMBERS and cube in OPPOSITES[0]
    return Ruling(
        "cube_gender" if gender else "cube_untrue", "BD-11" if gender else "BD-19", params={"card": card, "cube": cube}, field="card"
    )


def judge_bare(
    blinds: Mapping[SeatId, Card],
    bare: Mapping[SeatId, bool],
    seats: Sequence[SeatId],
    unseen: Collection[Card],
    options: Options,
) -> tuple[Ruling, ...]:
    """Claims of lying without a cube that cannot be, whatever cubes the other players laid (quick entry, BD-21).

    Seats without an entry yet may still have laid any cubes true of an unseen card.
    """
    claims = [blinds[seat] for seat in seats if bare.get(seat)]
    if not claims:
        return ()
    shown = [card for seat, card in blinds.items() if not bare.get(seat)]
    missing = len(seats) - len(blinds)
    if any(_could_run_out(claims, [*shown, *others], options) for others in combinations(unseen, missing)):
        return ()
    return (Ruling("no_cube_claim", "BD-21", params={"cards": claims}, field="no_cube"),)


def _could_run_out(claims: Sequence[Card], helpers: Sequence[Card], options: Options) -> bool:
    """Whether the other cards can have taken every cube that would fit, or every cube there is."""
    had, taken = supply(options), Counter(colour for card in helpers for colour in attributes(card))
    if options["no_cube_means"] == "supply_empty":
        return taken.total() >= total(options)
    return all(taken[colour] >= had[colour] for card in claims for colour in attributes(card))


def _ruling(code: str, clause: str, **params: object) -> Ruling:
    return Ruling(code, clause, params=params, field="cubes")
