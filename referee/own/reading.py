"""Read a sheet from JSON: every fault at once, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from .formula import FUNCTIONS, WORDS
from .kinds import TABLE, TEAM, Known
from .part import BadSheet, SheetFault, SheetPart, is_normal
from .sheet import (
    DEALS,
    FORMAT,
    HIGHEST,
    LOWEST,
    MOST,
    MOST_BYTES,
    MOST_PLAYERS,
    MOST_STEPS,
    PER,
    TYPES,
    Check,
    Formula,
    GameSheet,
    Over,
    Row,
    SheetEntry,
    SheetValue,
    canonical,
    in_language,
)

GIVEN = {
    "round": Known("number", TABLE),
    "players": Known("number", TABLE),
    "total": Known("number", TEAM),
    "me": Known("who"),
    "nobody": Known("who", TABLE),
}
"""The names that every sheet has."""
NAME = re.compile(r"[^\W\d]\w{0,23}")
NAME_SIGNS, LABEL_SIGNS, SENTENCE_SIGNS, SOURCE_SIGNS = 40, 24, 160, 200


def read_sheet(told: object) -> GameSheet:
    """The sheet; raises BadSheet with every fault that can be seen without playing."""
    faults: list[SheetFault] = []
    part = SheetPart(told, (), faults)
    if faults:
        raise BadSheet(faults)
    assert isinstance(told, Mapping)
    if len(canonical(told).encode()) > MOST_BYTES:
        raise BadSheet([SheetFault("sheet_too_long", (), {"most": MOST_BYTES})])
    found = _sheet(part, told)
    part.end()
    if faults:
        raise BadSheet(faults)
    return found


def _sheet(part: SheetPart, told: Mapping[str, Any]) -> GameSheet:
    if part.take("format") != FORMAT:
        part.note("unknown_format", "format", wanted=FORMAT)
    players = _players(part)
    teams = part.number("teams", 0, 5, 0)
    if teams == 1 or teams > players[0]:
        part.note("bad_teams", "teams", most=players[0])
    names = dict(GIVEN)
    asked = [(one, _ask(one, names, teams)) for one in part.list_of("ask", MOST["ask"])]
    if not asked:
        part.note("nothing_asked", "ask")
    lets = tuple(_lets(part, names))
    return GameSheet(
        name=part.text("name", NAME_SIGNS),
        players=players,
        low_wins=part.flag("low_wins"),
        teams=teams,
        over=_over(part, names),
        deal=part.one_of("deal", DEALS, "left"),
        asks=tuple(_limited(one, ask, names) for one, ask in asked),
        lets=lets,
        checks=tuple(_checks(part, names)),
        rows=tuple(_rows(part, names, teams)),
        rank=part.formula("rank", names, "number", 0),
        shown=part.formula("shown", names, "number", 0),
        source=_source(part),
        told=told,
    )


def _source(part: SheetPart) -> str:
    """Where the rules were published: an address of the web, as it becomes a link."""
    found = in_language(part.text("source", SOURCE_SIGNS, {"": ""}), "")
    if found and not found.startswith(("http://", "https://")):
        part.note("not_an_address", "source")
    return found


def _players(part: SheetPart) -> tuple[int, int]:
    """The least and the most players."""
    found = part.take("players")
    whole = isinstance(found, list) and all(type(count) is int for count in found)
    if not whole or len(found) != 2 or not 1 <= found[0] <= found[1] <= MOST_PLAYERS:
        part.note("bad_players", "players", most=MOST_PLAYERS)
        return 1, MOST_PLAYERS
    return found[0], found[1]


def _named(part: SheetPart, names: dict[str, Known], known: Known) -> str:
    """A new name for formulas."""
    name = part.take("name")
    if not isinstance(name, str) or not NAME.fullmatch(name) or not is_normal(name):
        part.note("not_a_name", "name", most=LABEL_SIGNS)
        return ""
    if name in names or name in WORDS or name in FUNCTIONS:
        part.note("name_taken", "name", found=name)
    names[name] = known
    return name


def _ask(part: SheetPart, names: dict[str, Known], teams: int) -> SheetEntry:
    """One entry, as yet without its limits."""
    kind = part.one_of("type", TYPES, "number")
    per = PER[part.one_of("per", (*PER,) if teams else ("player", "table"), "player")]
    step = part.number("step", 1, MOST_STEPS, 1)
    of = tuple(_of(one) for one in part.list_of("of", MOST["of"]))
    optional = part.flag("optional")
    if optional and kind != "who":
        part.note("not_optional", "optional")
    if bool(of) != (kind == "some"):
        part.note("nothing_to_choose" if kind == "some" else "unknown_key", "of", found="of")
    ask = SheetEntry(
        name="",
        label={},
        type=kind,  # type: ignore[arg-type]  # one of TYPES
        low=None,
        high=None,
        per=per,
        step=step,
        secret=part.flag("secret"),
        optional=optional,
        of=of,
    )
    name = _named(part, names, ask.known)
    return replace(ask, name=name, label=part.text("label", LABEL_SIGNS, {"": name}))


def _of(part: SheetPart) -> tuple[Any, int]:
    """One of several things to choose, with its points."""
    found = part.text("name", LABEL_SIGNS), part.number("points", LOWEST, HIGHEST)
    part.end()
    return found


def _limited(part: SheetPart, ask: SheetEntry, names: dict[str, Known]) -> SheetEntry:
    """The entry with its limits, which may use what was entered in earlier steps."""
    low, high = (part.formula(name, names, "number", ask.step - 1) for name in ("low", "high"))
    if (low or high) and ask.type != "number":
        part.note("no_limits", "low" if low else "high")
    part.end()
    return replace(ask, low=low, high=high)


def _lets(part: SheetPart, names: dict[str, Known]) -> Iterator[SheetValue]:
    """The sheet's own values; each may use those before it."""
    for one in part.list_of("let", MOST["let"]):
        made = _needed(one, "value", names, "number")
        name = _named(one, names, replace(made.known, kept=True) if made else Known("number"))
        label = one.text("label", LABEL_SIGNS, {"": name})
        if made:
            yield SheetValue(name, label, made)
        one.end()


def _needed(part: SheetPart, name: str, names: dict[str, Known], kind: str) -> Formula | None:
    """A formula that must be there."""
    before = len(part.faults)
    found = part.formula(name, names, kind, MOST_STEPS)
    if found is None and len(part.faults) == before:
        part.note("missing", name)
    return found


def _checks(part: SheetPart, names: dict[str, Known]) -> Iterator[Check]:
    for one in part.list_of("check", MOST["check"]):
        that, say = _needed(one, "that", names, "yes"), one.text("say", SENTENCE_SIGNS)
        if that:
            yield Check(that, say)
        one.end()


def _rows(part: SheetPart, names: dict[str, Known], teams: int) -> Iterator[Row]:
    rows = [*part.list_of("points", MOST["points"])]
    if not rows:
        part.note("nothing_scores", "points")
    for one in rows:
        points = _needed(one, "points", names, "number")
        when = one.formula("when", names, "yes", MOST_STEPS)
        why, rule = (one.text(name, SENTENCE_SIGNS, {}) for name in ("why", "rule"))
        team = one.one_of("to", ("player", "team") if teams else ("player",), "player") == "team"
        if points:
            yield Row(points, when, why, rule, team)
        one.end()


def _over(part: SheetPart, names: dict[str, Known]) -> Over:
    """When the game ends: rounds know only the number of players."""
    found = part.take("over")
    if found is None:
        return Over()
    one = SheetPart(found, (*part.path, "over"), part.faults)
    rounds = one.formula("rounds", {"players": GIVEN["players"]}, "number", 0)
    goal = one.take("points")
    points = None if goal is None else one.number("points", 1, HIGHEST)
    when = one.formula("when", names, "yes", MOST_STEPS)
    one.end()
    return Over(rounds, points, when)
