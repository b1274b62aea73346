"""The cards, the seasons and the score of a blind date (BD-2, BD-11…BD-14, BD-31…BD-54)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from referee.kernel.cards import Card, french, rank, suit
from referee.kernel.contract import Line, Message, SeatId
from referee.kernel.game import Options
from referee.kernel.wording import message_of

DECK = french(cards="KS QS JS AS 5S KH QH JH AH 2H KD QD JD AD 4D KC QC JC AC 3C")
NUMBERS: Mapping[Card, int] = {
    card: int(rank(card)) for card in DECK.counts if rank(card).isdigit()
}
SEASON_CLAUSES = {"summer": "BD-51", "autumn": "BD-52", "winter": "BD-53", "spring": "BD-54"}
SEASONS = tuple(SEASON_CLAUSES)
TURNS = 8
OWN_MATCH = -2


def season_of(turn: int) -> str:
    """Return the season of a turn from 1 to 8 (BD-14, BD-50)."""
    return SEASONS[(turn - 1) // 2]


def first_of_season(turn: int) -> bool:
    """Return whether the cards are dealt again before this turn (BD-49)."""
    return turn % 2 == 1


@lru_cache
def attributes(card: Card) -> tuple[str, ...]:
    """Return the cube colours of a card, two for a number, else three (BD-11, BD-12, BD-13)."""
    gender = () if card in NUMBERS else ("male" if rank(card) in "KJ" else "female",)
    return (
        *gender,
        "healthy" if suit(card) in "HD" else "sick",
        "upper" if rank(card) in "KQ45" else "lower",
    )


@dataclass(frozen=True)
class Date:
    """A kind of date: its word code, its points and the clause that names it."""

    code: str
    points: int
    clause: str


MIX_UP = Date("mix_up", 0, "BD-46")
STOOD_UP = Date("stood_up", -2, "BD-43")
INFECTION = Date("infection", -5, "BD-44")
_SAME_SUIT_SAME_CLASS = {
    (True, True): Date("perfect", 4, "BD-39"),
    (True, False): Date("lovely", 3, "BD-40"),
    (False, True): Date("fine", 2, "BD-41"),
    (False, False): Date("proper", 1, "BD-42"),
}


@dataclass(frozen=True)
class Visit:
    """A match laid beside a blind date; ``place`` counts from 0 in the order of laying."""

    seat: SeatId
    card: Card
    place: int = 0


@dataclass(frozen=True)
class OpenDate:
    """A blind date turned up, with the matches beside it in seat order."""

    owner: SeatId
    blind: Card
    visits: tuple[Visit, ...] = ()
    no_cube: bool = False
    # False while further matches may still come.
    settled: bool = True

    @property
    def others(self) -> tuple[Visit, ...]:
        """The matches other players laid here."""
        return tuple(visit for visit in self.visits if visit.seat != self.owner)

    @property
    def own(self) -> bool:
        """Whether the owner's own match lies here."""
        return len(self.others) < len(self.visits)


@dataclass(frozen=True)
class MatchScore:
    """The score of a match: ``base`` points of the date and ``extra`` points of the season.

    ``why`` is the reason and clause if it does not score, else empty; ``by`` is the deciding card.
    """

    visit: Visit
    date: Date
    value: int
    base: int = 0
    extra: int = 0
    why: str = ""
    by: Card = ""


@cache
def classify(one: Card, other: Card) -> Date:
    """Return the date two cards make, in either order."""
    numbers = [NUMBERS[card] for card in (one, other) if card in NUMBERS]
    if len(numbers) == 2:
        return Date("two_timing", -sum(numbers), "BD-45")
    if numbers:
        return STOOD_UP
    gender, health, society = (
        mine == theirs for mine, theirs in zip(attributes(one), attributes(other), strict=True)
    )
    if gender:
        return MIX_UP
    return _SAME_SUIT_SAME_CLASS[suit(one) == suit(other), society] if health else INFECTION


def worth(season: str, options: Options) -> tuple[Message, ...]:
    """List the possible points of a turn: season, dates, owner (BD-32…BD-54)."""
    dates = (*_SAME_SUIT_SAME_CLASS.values(), STOOD_UP, INFECTION, MIX_UP)
    return (
        message_of(f"season_{season} {SEASON_CLAUSES[season]}", season=season),
        *(message_of(f"worth_{date.code} {date.clause}", points=date.points) for date in dates),
        message_of("worth_two_timing BD-45"),
        message_of("worth_visit BD-32", points=1),
        message_of("worth_no_cube BD-33", points=_bonus(options)),
        message_of("worth_own_match BD-34", points=OWN_MATCH),
    )


def _bonus(options: Options) -> int:
    return int(str(options["no_cube_bonus"]))


def outcomes(spot: OpenDate, season: str, options: Options) -> tuple[MatchScore, ...]:
    """Decide every match at a blind date, in seat order (BD-36, BD-37, BD-A4…BD-A9)."""
    judged = [_judge(spot, visit, season, options) for visit in spot.visits]
    pool, value = _pool(spot, judged, options)
    level = [one for one in pool if one.value == value] if value else []
    tie = options["good_tie" if value > 0 else "bad_tie"] if level[1:] else ""
    chosen, share = _chosen(level, str(tie)), len(level) if tie == "split" else 1
    by = level[0].visit.card if level else ""
    return tuple(
        _scored(spot, one, share, season, options)
        if one in chosen
        else replace(one, why=_reason(one, pool, level, value, season), by=by)
        for one in judged
    )


def _pool(
    spot: OpenDate, judged: Sequence[MatchScore], options: Options
) -> tuple[Sequence[MatchScore], int]:
    """Return the matches compared and the value that decides (BD-36, BD-37).

    The best match scores if it gains; else the worst one scores its loss. An own match takes part
    in either only by house rule (BD-A4).
    """
    others, own = [one for one in judged if one.visit.seat != spot.owner], options["self_match"]
    gainers = judged if own == "full" else others
    best = max((one.value for one in gainers), default=0)
    if best > 0:
        return gainers, best
    losers = judged if own in ("full", "loss_only") else others
    return losers, min((one.value for one in losers if one.value < 0), default=0)


def _chosen(level: Sequence[MatchScore], tie: str) -> Sequence[MatchScore]:
    """Return which of the level matches score, by the house rule on ties (BD-A5, BD-A7)."""
    first_laid = sorted(level, key=lambda one: one.visit.place)
    scoring = {"none": [], "first_placed": first_laid[:1], "last_placed": first_laid[-1:]}
    return scoring.get(tie, level)


def _scored(
    spot: OpenDate, one: MatchScore, share: int, season: str, options: Options
) -> MatchScore:
    """Split the points of a match that scores between its date and its season (BD-A6)."""
    points, value = one.date.points, one.value
    if options["double_when"] == "after" and _doubles(spot.blind, one.visit.card, points, season):
        value *= 2
    # A shared loss is rounded towards zero.
    base, total = -(-points // share), -(-value // share)
    return replace(one, base=base, extra=total - base)


def _judge(spot: OpenDate, visit: Visit, season: str, options: Options) -> MatchScore:
    """Value a match for comparison: shifted (BD-A8, BD-A9) or doubled (BD-A6) by the season."""
    date = classify(spot.blind, visit.card)
    club = season == "autumn" and options["autumn"] == "value_shift" and suit(visit.card) == "C"
    diamond = (
        season == "summer"
        and options["summer"] == "value_shift"
        and visit in summer_visits(spot, options)
    )
    value = date.points + (2 if club or diamond else 0)
    doubled = options["double_when"] == "before" and _doubles(
        spot.blind, visit.card, date.points, season
    )
    return MatchScore(visit, date, 2 * value if doubled else value)


def summer_visits(spot: OpenDate, options: Options) -> tuple[Visit, ...]:
    """Return the matches at a diamond that earn the summer bonus (BD-51, BD-A8)."""
    if suit(spot.blind) != "D" or (options["summer_self"] == "cancel" and spot.own):
        return ()
    return spot.others if options["summer_self"] == "exclude" else spot.visits


def _doubles(blind: Card, match: Card, points: int, season: str) -> bool:
    """Return whether the season doubles this date (BD-53, BD-54, BD-A10)."""
    suits = suit(blind) + suit(match)
    return (season == "winter" and points < 0 and "S" in suits) or (
        season == "spring" and points > 0 and "H" in suits
    )


def _reason(
    one: MatchScore,
    pool: Sequence[MatchScore],
    level: Sequence[MatchScore],
    value: int,
    season: str,
) -> str:
    """Return why a match does not score; ``value`` is the best or worst in its pool."""
    if one not in pool or value <= 0 < one.value:
        return "own_match_idle BD-A4"
    if one in level:
        return "tie_good BD-A7" if value > 0 else "tie_bad BD-A5"
    if value > 0:
        return "beaten BD-36"
    if one.value < 0:
        return "spared BD-37"
    return "mix_up BD-46" if one.date == MIX_UP else f"evened {SEASON_CLAUSES[season]}"


def score_spot(spot: OpenDate, turn: int, season: str, options: Options) -> Iterator[Line]:
    """Yield the lines of a blind date: its dates, its owner's lines, then the season's."""
    decided = outcomes(spot, season, options)
    yield from (
        _date_line(spot, one, turn) for one in sorted(decided, key=lambda one: bool(one.why))
    )
    params = {
        "at": spot.owner,
        "blind": spot.blind,
        "n": len(spot.others),
        "matchers": [visit.seat for visit in spot.others],
    }
    for points, clause, code in _part_a(spot, options):
        yield Line(spot.owner, turn, points, clause, code, params, (spot.blind,), "blind")
    yield from _season_lines(spot, decided, turn, season, options)


def _params(spot: OpenDate, one: MatchScore) -> dict[str, Any]:
    told = {"at": spot.owner, "owner": spot.owner, "blind": spot.blind, "match": one.visit.card}
    return {**told, "date": one.date.code, "value": one.date.points}


def _date_line(spot: OpenDate, one: MatchScore, turn: int) -> Line:
    code, _, clause = (one.why or f"{one.date.code} {one.date.clause}").partition(" ")
    params = _params(spot, one) | ({"by": one.by} if one.by else {})
    if one.date.code == "two_timing":
        params["values"] = [NUMBERS[spot.blind], NUMBERS[one.visit.card]]
    return Line(
        one.visit.seat, turn, one.base, clause, code, params, (spot.blind, one.visit.card), "match"
    )


def _part_a(spot: OpenDate, options: Options) -> Iterator[tuple[int, str, str]]:
    """Yield the points for visits, lying without a cube and an own match (BD-32, BD-33, BD-34)."""
    if spot.own:
        yield OWN_MATCH, "BD-34", "own_match"
        if spot.others:
            yield 0, "BD-32", "visits_lost"
    elif spot.others:
        yield len(spot.others), "BD-32", "visits"
    elif spot.settled and not spot.no_cube:
        yield 0, "BD-32", "nobody_came"
    if spot.no_cube:
        alone = spot.settled and not spot.visits
        yield _bonus(options), "BD-33", "no_cube_alone" if alone else "no_cube"


def _season_lines(
    spot: OpenDate, decided: Sequence[MatchScore], turn: int, season: str, options: Options
) -> Iterator[Line]:
    """Yield the season's points, each in a line of its own, apart from the dates."""
    clubs = season == "autumn" and options["autumn"] != "value_shift"
    for one in decided:
        told = _params(spot, one)
        if one.extra and not one.why:
            yield _season_line(spot, turn, season, one.extra, f"{season}_date", one.visit, **told)
        # In autumn every club match earns 2 more, by house rule only one that scores (BD-52).
        scores = options["autumn"] == "flat" or not one.why
        if clubs and scores and suit(one.visit.card) == "C":
            yield _season_line(spot, turn, season, 2, "autumn", one.visit, **told)

    if season == "summer":
        yield from _summer_lines(spot, turn, options)


def _summer_lines(spot: OpenDate, turn: int, options: Options) -> Iterator[Line]:
    """Yield the summer bonus for matches at a diamond, or that an own match cancels it (BD-A8)."""
    visits, rule = summer_visits(spot, options), options["summer"]
    if visits and rule == "owner":
        yield _season_line(spot, turn, "summer", 2 * len(visits), "summer", n=len(visits))
    elif visits and rule == "matcher":
        for visit in visits:
            yield _season_line(spot, turn, "summer", 2, "summer_match", visit, match=visit.card)
    elif suit(spot.blind) == "D" and spot.own and options["summer_self"] == "cancel":
        yield _season_line(spot, turn, "summer", 0, "summer_cancelled", n=len(spot.visits))


def _season_line(
    spot: OpenDate,
    turn: int,
    season: str,
    points: int,
    code: str,
    visit: Visit | None = None,
    **more: Any,
) -> Line:
    """Return a line of the season for a match, or for the owner of the blind date."""
    at = {"at": spot.owner, "owner": spot.owner, "blind": spot.blind, "season": season}
    told = (turn, points, SEASON_CLAUSES[season], code, {**at, **more})
    if visit is None:
        return Line(spot.owner, *told, (spot.blind,), "blind", "season")
    return Line(visit.seat, *told, (spot.blind, visit.card), "match", "season")
