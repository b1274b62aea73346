"""Cubes: how many of which, whether they are true and whether one was left (BD-5, BD-18…BD-21, BD-A1, BD-A26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from referee.kernel.cards import Card
from referee.kernel.contract import Ruling, SeatId
from referee.kernel.game import Options, Seats

from .deck import COLOURS, CUBES, NUMBERS, OPPOSITES, attributes, number

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


def judge_laid(cubes: Sequence[str], laid: Sequence[Collection[str]], unseen: Collection[Card], options: Options) -> Iterator[Ruling]:
    """Everything wrong with cubes beside a face-down card, judged by what lies open."""
    if len(cubes) > MOST:
        yield _ruling("cubes_many", "BD-18", n=len(cubes), most=MOST)
    yield from (_ruling("cubes_twice", "BD-18", cube=cube) for cube, times in Counter(cubes).items() if times > 1)
    yield from (_ruling("cubes_contradict", "BD-18", one=one, other=other) for one, other in OPPOSITES if {one, other} <= set(cubes))
    if not cubes and not any(could_be_bare(card, laid, options) for card in unseen):
        yield _ruling("cube_needed", "BD-18")
    used, had = Counter(cube for some in (*laid, cubes) for cube in some), supply(options)
    if used.total() > total(options):
        yield _ruling("cubes_supply", "BD-5", n=used.total(), most=total(options))
    if options["cube_supply_check"] == "on":
        yield from (_ruling("cubes_colour", "BD-A1", colour=colour, most=had[colour]) for colour in cubes if used[colour] > had[colour])


def judge_shown(card: Card, cubes: Sequence[str], laid: Sequence[Collection[str]], options: Options) -> Iterator[Ruling]:
    """Everything a card turned up says against its cubes; ``laid`` are the cubes laid before it (BD-11, BD-19, BD-21)."""
    for cube in cubes:
        if cube not in attributes(card):
            gender = card in NUMBERS and cube in OPPOSITES[0]
            code, clause = ("cube_gender", "BD-11") if gender else ("cube_untrue", "BD-19")
            yield Ruling(code, clause, params={"card": card, "cube": cube}, field="card")
    if not cubes and not could_be_bare(card, laid, options):
        yield Ruling("no_cube_false", "BD-21", params={"card": card}, field="card")


def judge_bare(
    blinds: Mapping[SeatId, Card], bare: Mapping[SeatId, bool], seats: Seats, unseen: Collection[Card], options: Options
) -> tuple[Ruling, ...]:
    """Claims of lying without a cube that cannot be, whatever cubes the other players laid (quick entry, BD-21).

    Seats without an entry yet may still have laid any cubes true of an unseen card. The other cards must be able to have
    taken every cube that would fit, or every cube there is.
    """
    claims = [blinds[seat] for seat in seats if bare.get(seat)]
    shown = [card for seat, card in blinds.items() if not bare.get(seat)]
    had, fitting = supply(options), [colour for card in claims for colour in attributes(card)]
    for others in combinations(unseen, len(seats) - len(blinds)) if claims else ():
        taken = Counter(colour for card in (*shown, *others) for colour in attributes(card))
        if options["no_cube_means"] == "supply_empty":
            out = taken.total() >= total(options)
        else:
            out = all(taken[colour] >= had[colour] for colour in fitting)
        if out:
            return ()
    return (Ruling("no_cube_claim", "BD-21", params={"cards": claims}, field="no_cube"),) if claims else ()


def _ruling(code: str, clause: str, **params: object) -> Ruling:
    return Ruling(code, clause, params=params, field="cubes")
