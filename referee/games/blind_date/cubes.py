"""Cubes; if all entries can be true (BD-5, BD-15, BD-18…BD-21, BD-25, BD-33, BD-A1, BD-A26)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from referee.kernel.cards import Card
from referee.kernel.contract import Ruling, SeatId
from referee.kernel.game import Options

from . import worlds
from .dates import DECK, NUMBERS, attributes
from .state import State, holdings

COLOURS = ("male", "female", "healthy", "sick", "upper", "lower")
OPPOSITES = (("male", "female"), ("healthy", "sick"), ("upper", "lower"))
CUBES, MOST = 10, 3
Laid = Sequence[Collection[str]]


def supply(options: Options) -> dict[str, int]:
    """Return the cubes of each colour; unchecked, the one that each colour has at least."""
    if options["cube_supply_check"] == "on":
        return {colour: int(str(options[f"cubes_{colour}"])) for colour in COLOURS}
    return dict.fromkeys(COLOURS, 1)


def _total(options: Options) -> int:
    return sum(supply(options).values()) if options["cube_supply_check"] == "on" else CUBES


def rewarded(state: State) -> bool:
    """Return whether lying without a cube now earns the bonus (BD-33, BD-A26)."""
    return state.options["no_cube_means"] == "none_fits" or sum(
        map(len, state.now.cubes.values())
    ) >= _total(state.options)


def _could_be_bare(card: Card, laid: Laid, options: Options) -> bool:
    """Return whether no cube that fits a card can be left after those laid (BD-21)."""
    used, had = Counter(cube for cubes in laid for cube in cubes), supply(options)
    return used.total() >= _total(options) or all(
        used[colour] >= had[colour] for colour in attributes(card)
    )


def judge_laid(state: State, cubes: Sequence[str]) -> Iterator[Ruling]:
    """Yield the objections to cubes beside a face-down card, judged by the open cards."""
    yield from _judge_colours(cubes)

    # No cube at all: only if none that fits some unseen card is left.
    options, laid = state.options, list(state.now.cubes.values())
    if not cubes and not any(_could_be_bare(card, laid, options) for card in unseen(state)):
        yield _ruling("cube_needed", "BD-18")

    yield from _judge_supply(options, cubes, laid)


def _judge_colours(cubes: Sequence[str]) -> Iterator[Ruling]:
    """Yield the objections to cubes that no card can have together (BD-18)."""
    if len(cubes) > MOST:
        yield _ruling("cubes_many", "BD-18", n=len(cubes), most=MOST)
    for cube, times in Counter(cubes).items():
        if times > 1:
            yield _ruling("cubes_twice", "BD-18", cube=cube)
    for one, other in OPPOSITES:
        if {one, other} <= set(cubes):
            yield _ruling("cubes_contradict", "BD-18", one=one, other=other)


def _judge_supply(options: Options, cubes: Sequence[str], laid: Laid) -> Iterator[Ruling]:
    """Yield the objections to more cubes than there are, in all or of a colour (BD-5, BD-A1)."""
    used, had = Counter(cube for some in (*laid, cubes) for cube in some), supply(options)
    if used.total() > _total(options):
        yield _ruling("cubes_supply", "BD-5", n=used.total(), most=_total(options))
    if options["cube_supply_check"] == "on":
        for colour in cubes:
            if used[colour] > had[colour]:
                yield _ruling("cubes_colour", "BD-A1", colour=colour, most=had[colour])


def _ruling(code: str, clause: str, **params: object) -> Ruling:
    return Ruling(code, clause, params=params, field="cubes")


def judge_shown(state: State, seat: SeatId, card: Card) -> Iterator[Ruling]:
    """Yield a turned-up card's contradictions with its cubes (BD-11, BD-19, BD-21)."""
    cubes = state.now.cubes[seat]
    for cube in cubes:
        if cube not in attributes(card):
            gender = card in NUMBERS and cube in OPPOSITES[0]
            code, clause = ("cube_gender", "BD-11") if gender else ("cube_untrue", "BD-19")
            yield Ruling(code, clause, params={"card": card, "cube": cube}, field="card")
    if not cubes and not _could_be_bare(card, _laid_before(state, seat), state.options):
        yield Ruling("no_cube_false", "BD-21", params={"card": card}, field="card")


def _laid_before(state: State, seat: SeatId) -> Laid:
    laid = state.now.cubes
    return list(laid.values())[: list(laid).index(seat)]


def judge_bare(state: State) -> tuple[Ruling, ...]:
    """Object to an impossible claim of no cube, whatever cubes others laid (quick entry, BD-21)."""
    blinds, bare, options = state.now.blinds, state.now.bare, state.options
    claims = [blinds[seat] for seat in state.seats if bare.get(seat)]
    shown = [card for seat, card in blinds.items() if not bare.get(seat)]
    if not claims:
        return ()
    # The other cards, unseen ones included, must be able to take every fitting cube, or all.
    had, needed = supply(options), {colour for card in claims for colour in attributes(card)}
    every = _total(options) if options["no_cube_means"] == "supply_empty" else 0
    left = () if every else tuple(sorted((colour, had[colour]) for colour in needed))
    if _may_have_taken(unseen(state), len(state.seats) - len(blinds), tuple(shown), left, every):
        return ()
    return (Ruling("no_cube_claim", "BD-21", params={"cards": claims}, field="no_cube"),)


@lru_cache(maxsize=256)
def _may_have_taken(
    unseen: tuple[Card, ...],
    others: int,
    shown: tuple[Card, ...],
    left: tuple[tuple[str, int], ...],
    every: int,
) -> bool:
    """Return whether the shown and ``others`` unseen cards can take ``left`` or ``every`` cubes."""
    for cards in combinations(unseen, others):
        taken = Counter(colour for card in (*shown, *cards) for colour in attributes(card))
        if taken.total() >= every if every else all(taken[colour] >= most for colour, most in left):
            return True
    return False


# Whether all entries can be true together


def consistent(state: State, without: SeatId | None = None) -> bool:
    """Return whether the face-down cards, except ``without``, and the hands can be as entered.

    Every face-down card needs a card of its own that fits its cubes; a number card there must be
    missing from the sums.
    """
    hidden = [seat for seat in state.now.cubes if seat not in (*state.now.blinds, without)]
    if not hidden:
        return bool(state.possible)
    fitting = {seat: _candidates(state, seat) for seat in hidden}
    ways = {_numbers_before(world, hidden) for world in state.possible}
    return any(_all_fit(numbers, fitting) for numbers in ways)


def _all_fit(
    numbers: Sequence[tuple[SeatId, Card | None]], fitting: Mapping[SeatId, Collection[Card]]
) -> bool:
    """Return whether these number cards fit the cubes, and other cards fit the other seats."""
    if any(card and card not in fitting[seat] for seat, card in numbers):
        return False
    bare = [seat for seat, card in numbers if card is None]
    return _distinct([{card for card in fitting[seat] if card not in NUMBERS} for seat in bare])


def contested(state: State) -> tuple[SeatId, ...]:
    """Return the face-down seats short of cards: without any one, the rest can be true."""
    return tuple(
        seat
        for seat in state.now.cubes
        if seat not in state.now.blinds and consistent(state, without=seat)
    )


def unseen(state: State) -> tuple[Card, ...]:
    """Return the cards that do not lie open this season."""
    lying = {holding.card for holding in holdings(state)}
    return tuple(card for card in DECK.counts if card not in lying)


def _candidates(state: State, seat: SeatId) -> tuple[Card, ...]:
    """Return the cards that a seat's face-down card can be, by its cubes alone."""
    cubes, before = set(state.now.cubes[seat]), _laid_before(state, seat)
    fitting = (card for card in unseen(state) if cubes <= set(attributes(card)))
    return tuple(card for card in fitting if cubes or _could_be_bare(card, before, state.options))


def _numbers_before(
    world: worlds.World, hidden: Sequence[SeatId]
) -> tuple[tuple[SeatId, Card | None], ...]:
    """Return the number card, or None, face down before each seat in a world."""
    lies = {
        seat: card
        for card, (place, seat) in zip(worlds.CARDS, world, strict=True)
        if place == "blind"
    }
    return tuple((seat, lies.get(seat)) for seat in hidden)


def _distinct(choices: Sequence[set[Card]]) -> bool:
    """Return whether a different card can be taken from each set."""
    if not choices:
        return True
    return any(_distinct([rest - {card} for rest in choices[1:]]) for card in choices[0])
