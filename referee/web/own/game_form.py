"""Page 1 of a sheet: its name, how many can play, who wins, when it is over."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.own.draft import Draft
from referee.own.length import MOST_LINES, Length, for_each_count, formula_of_length, length_of
from referee.own.reading import NAME_SIGNS
from referee.own.sheet import HIGHEST, MOST_PLAYERS, MOST_ROUNDS
from referee.web.http.context import language
from referee.web.http.parts import ChoiceKey, Page
from referee.web.http.words import gettext as _

from .address import said_in, sent_number, sent_text, split_step, with_text
from .sheet_words import over_text

FEWEST_KEY, LAST_KEY = 2, 8
"""The numbers of players that can be tapped; the last stands for all above it."""
ROUNDS, POINTS, FOR_TEAMS, TWO_TEAMS = 10, 500, 4, 2
FOR_DIVISION = 60


@dataclass(frozen=True)
class RoundsView:
    """The number of rounds: one, one by players, or one for each number of players."""

    way: str
    number: int
    text: str
    by_players: Sequence[tuple[int, int]]
    ways: Sequence[ChoiceKey]


@dataclass(frozen=True, kw_only=True)
class OwnGamePage(Page):
    """Page 1: what is told so far, and what is missing."""

    name: str
    counts: Sequence[ChoiceKey]
    wins: Sequence[ChoiceKey]
    ends: Sequence[ChoiceKey]
    rounds: RoundsView | None
    goal: int | None
    in_teams: ChoiceKey | None
    missing: Mapping[str, str]


def changed_game(told: Draft, form: Mapping[str, str]) -> Draft:
    """The sheet with everything that page 1 was sent, and one tap on it."""
    found = copy.deepcopy(told)
    if "name" in form:
        with_text(found, "name", sent_text(form["name"], NAME_SIGNS), language())
    if form.get("wins") in ("high", "low"):
        _put_flag(found, "low_wins", form["wins"] == "low")
    _put_over(found, form)
    if "teams-shown" in form and (form.get("teams") == "1") != bool(found.get("teams")):
        _put_number(found, "teams", TWO_TEAMS if form.get("teams") else 0)
    verb, at = split_step(form.get("do", ""))
    if verb == "players" and FEWEST_KEY <= at <= LAST_KEY:
        _put_players(found, at)
    elif verb.startswith("rounds-"):
        _step_rounds(found, 1 if verb == "rounds-more" else -1)
    elif verb.startswith("way-"):
        _put_way(found, verb.removeprefix("way-"))
    return found


def _put_flag(told: Draft, key: str, on: bool) -> None:
    if on != told.get(key, False):
        told.update({key: True}) if on else told.pop(key)


def _put_number(told: Draft, key: str, number: int) -> None:
    told.update({key: number}) if number else told.pop(key, None)


def _put_players(told: Draft, tapped: int) -> None:
    """The first tap is the smallest number, the next one above it the largest."""
    least, most = told.get("players", (0, 0))
    highest = MOST_PLAYERS if tapped == LAST_KEY else tapped
    length = length_now(told)
    is_range = 0 < least == most < tapped
    told["players"] = [least, highest] if is_range else [tapped, highest]
    if told.get("teams", 0) > told["players"][0]:
        told.pop("teams")
    if length and length.way == "table":
        _put_length(told, Length("table", 0, _by_players(told, length)))


def length_now(told: Draft) -> Length | None:
    """How the number of rounds is told; None if the game does not end by it alone."""
    over = told.get("over", {})
    return length_of(over["rounds"]) if [*over] == ["rounds"] else None


def _put_over(told: Draft, form: Mapping[str, str]) -> None:
    """When it is over, as chosen, with the numbers that were shown."""
    end, over = form.get("over"), told.get("over", {})
    if end == "stop":
        told.pop("over", None)
    elif end == "points":
        goal = over.get("points", POINTS)
        told["over"] = {"points": max(1, sent_number(form, "goal", goal))}
    elif end == "rounds":
        length = length_now(told)
        if length is None:
            told["over"] = {"rounds": ROUNDS}
        else:
            _put_length(told, _sent_length(length, form))


def _sent_length(length: Length, form: Mapping[str, str]) -> Length:
    """The number of rounds with the numbers of the form."""
    if length.way == "table":
        told = length.by_players or {}
        sent = {
            count: sent_number(form, f"count.{count}", told.get(count, -1)) for count in range(11)
        }
        known = {count: number for count, number in sent.items() if number > 0 and count}
        return Length("table", 0, known) if known else length
    most = MOST_ROUNDS if length.way == "number" else HIGHEST
    return Length(length.way, min(max(1, sent_number(form, "rounds", length.number)), most))


def _put_length(told: Draft, length: Length) -> None:
    """Another number of rounds; one that says the same stays as it is written."""
    now = length_now(told)
    if length.way == "other" or (now and _same(told, now, length)):
        return
    told["over"] = {"rounds": formula_of_length(length)}


def _same(told: Draft, one: Length, other: Length) -> bool:
    if one.way != "table" or other.way != "table":
        return one == other
    return _by_players(told, one) == _by_players(told, other)


def _by_players(told: Draft, length: Length) -> dict[int, int]:
    least, most = told.get("players", (FEWEST_KEY, FEWEST_KEY))
    return for_each_count(length, (least, most))


def _step_rounds(told: Draft, by: int) -> None:
    length = length_now(told)
    if length and length.way in ("number", "divided", "times"):
        _put_length(told, Length(length.way, max(1, length.number + by)))


def _put_way(told: Draft, way: str) -> None:
    """Another way to tell the rounds, as near as it can be to what was told before."""
    length = length_now(told) or Length("number", ROUNDS)
    by_players = _by_players(told, length)
    first = next(iter(by_players.values()), ROUNDS) or ROUNDS
    if way == "divided":
        told["over"] = {"rounds": formula_of_length(Length("divided", FOR_DIVISION))}
    elif way == "number":
        told["over"] = {"rounds": min(first, MOST_ROUNDS)}
    elif way == "table" and 1 < len(by_players) <= MOST_LINES:
        rounds = {count: number or ROUNDS for count, number in by_players.items()}
        told["over"] = {"rounds": formula_of_length(Length("table", 0, rounds))}


def missing_game(told: Draft) -> dict[str, str]:
    """What page 1 still lacks, by field."""
    found = {}
    if not told.get("name"):
        found["name"] = _("Give your game a name.")
    if not told.get("players"):
        found["players"] = _("Tap how many can play.")
    return found


def game_view(told: Draft, missing: Mapping[str, str]) -> dict[str, object]:
    """The fields of page 1."""
    least, most = told.get("players", (0, 0))
    end = _end_of(told)
    return {
        "name": said_in(told.get("name"), language()),
        "counts": [
            ChoiceKey(
                f"players-{count}",
                f"{count}+" if count == LAST_KEY else str(count),
                least <= count <= most or (count == LAST_KEY < least),
            )
            for count in range(FEWEST_KEY, LAST_KEY + 1)
        ],
        "wins": [
            ChoiceKey("high", _("Most points"), not told.get("low_wins")),
            ChoiceKey("low", _("Fewest points"), bool(told.get("low_wins"))),
        ],
        "ends": _ends(told, end),
        "rounds": _rounds_view(told) if end == "rounds" else None,
        "goal": told["over"]["points"] if end == "points" else None,
        "in_teams": _teams(told),
        "missing": {key: missing.get(key, "") for key in ("name", "players", "teams", "over")},
    }


def _end_of(told: Draft) -> str:
    over = told.get("over", {})
    keys = [*over]
    return "stop" if not keys else keys[0] if keys in (["rounds"], ["points"]) else "kept"


def _ends(told: Draft, end: str) -> list[ChoiceKey]:
    kept = [ChoiceKey("kept", over_text(told, language()), True)] if end == "kept" else []
    return [
        ChoiceKey("rounds", _("After a number of rounds"), end == "rounds"),
        ChoiceKey("points", _("When someone reaches a score"), end == "points"),
        ChoiceKey("stop", _("When we stop"), end == "stop"),
        *kept,
    ]


def _rounds_view(told: Draft) -> RoundsView:
    length = length_now(told) or Length("other")
    by_players = [*_by_players(told, length).items()] if length.way == "table" else []
    least, most = told.get("players", (0, 0))
    ways = [ChoiceKey("way-number-0", _("The same for any number of players"))]
    if length.way == "number":
        ways = [ChoiceKey("way-divided-0", _("It depends on how many play"))]
    elif length.way != "table" and 1 <= most - least < MOST_LINES:
        ways = [ChoiceKey("way-table-0", _("A number for each")), *ways]
    text = over_text(told, language()) if length.way == "other" else ""
    return RoundsView(length.way, length.number, text, by_players, ways)


def _teams(told: Draft) -> ChoiceKey | None:
    teams, least = told.get("teams", 0), told.get("players", (0, 0))[0]
    if not teams and least < FOR_TEAMS:
        return None
    label = _("In two teams") if teams in (0, TWO_TEAMS) else _("In %(n)s teams", n=teams)
    return ChoiceKey("1", label, bool(teams))
