"""Games, tables and score sheets as JSON; every code also has its sentence."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask import url_for

from referee.kernel.contract import Line, Option, Prompt, Result, Say
from referee.kernel.game import AnyGame, check
from referee.kernel.history import History
from referee.rulebook import Ambiguity, Clause, Rulebook, Text, load
from referee.search import Found
from referee.web.calls.question import call_line
from referee.web.desk.desk import Entry
from referee.web.http import context, rendering
from referee.web.http.errors import rulings_json
from referee.web.view.view import View
from referee.words import Speaker, catalogue, line_sentence

KIND = "kind."


def as_json(value: Any) -> Any:
    """Convert to JSON: a dataclass by its fields, a rulebook text in the reader's language."""
    if isinstance(value, Text):
        return value[context.language()]
    if isinstance(value, tuple):
        return [as_json(one) for one in value]
    if isinstance(value, Mapping):
        return {name: as_json(one) for name, one in value.items()}
    return (
        picked(value, " ".join(field.name for field in dataclasses.fields(value)))
        if dataclasses.is_dataclass(value)
        else value
    )


def picked(one: object, names: str) -> dict[str, Any]:
    """The named attributes of an object as JSON."""
    return {name: as_json(getattr(one, name)) for name in names.split()}


def game_json(game: AnyGame) -> dict[str, Any]:
    """A game as a list item."""
    of_game = {
        "href": url_for("api.game", game_id=game.info.id),
        "rules": url_for("rules.rulebook", game=game.info.id),
    }
    return {
        **picked(game.info, "id version seats"),
        "name": rendering.game_name(game.info.id),
        **of_game,
    }


def game_details(game: AnyGame) -> dict[str, Any]:
    """Everything about a game before it starts."""
    info, book, speaker = (
        game.info,
        rendering.book(game.info.id),
        rendering.speaker(game.info.id, {}, html=False),
    )
    names = {known.id: known.text[speaker.lang] for known in book.editions}
    kinds = [
        code.removeprefix(KIND)
        for code in catalogue(speaker.lang, info.id)
        if code.startswith(KIND)
    ]
    return {
        **game_json(game),
        **picked(info, "prefix rounds"),
        "options": [_option(option, book, speaker) for option in info.options],
        "editions": [
            {"id": name, "options": dict(values), "text": names.get(name, name)}
            for name, values in info.editions.items()
        ],
        "slots": [
            {**picked(slot, "name clause"), "text": speaker.word(slot.name), "cards": slot.size}
            for slot in info.slots
        ],
        # The name of a slot is also a kind of move.
        "moves": [
            {"kind": kind, "text": speaker.kind(kind)}
            for kind in dict.fromkeys([*(slot.name for slot in info.slots), *kinds])
        ],
    }


def _option(option: Option, book: Rulebook, speaker: Speaker) -> dict[str, Any]:
    name, clause = option.field.name, option.clause
    label = speaker.say(f"field.{name}", default=book.about(name).title[speaker.lang])
    choices = as_json(book.choices(name))
    return {
        **option.field.schema(),
        "label": label,
        "default": option.field.default,
        "clause": clause,
        "choices": choices,
    }


def rule_json(book: Rulebook, entry: Clause | Ambiguity) -> dict[str, Any]:
    """A clause, or a point the source leaves open (kind ``open``)."""
    return {
        "kind": "open",
        **as_json(entry),
        **picked(book, "game version"),
        "href": rendering.clause_url(entry.id),
    }


def found_json(found: Found) -> dict[str, Any]:
    """A search result: a rule, or a setting (kind ``setting``), with ``score`` and related ids."""
    book, entry = load(found.game), found.entry
    told = {
        "score": round(found.score, 2),
        "beside": [one.id for one in (*found.beside, *(other for _, other in found.alike))],
    }
    if isinstance(entry, Clause | Ambiguity):
        return rule_json(book, entry) | told
    href = context.path("rules.rulebook", game=book.game, _anchor=f"setting-{entry.id}")
    return {
        **picked(entry, "id options title text choices"),
        **picked(book, "game version"),
        "kind": "setting",
        "href": href,
        **told,
    }


def table_json(view: View) -> dict[str, Any]:
    """A table as this reader may see it."""
    scene, speaker = view.scene, view.plain
    return {
        **picked(view.table, "code game"),
        **picked(view, "role seat totals"),
        "revision": view.history.revision,
        "options": dict(view.history.options),
        "seats": [
            {
                "id": seat,
                "name": view.names[seat],
                "total": view.totals[seat],
                "awaited": seat in view.awaited,
            }
            for seat in view.history.seats
        ],
        "scene": {
            **picked(scene, "round complete ruler"),
            "where": say_json(scene.where, speaker),
            "banner": say_json(scene.banner, speaker) if scene.banner else None,
        },
        "prompts": [prompt_json(prompt, speaker) for prompt in view.prompts],
        "lines": lines_json(view.lines, speaker),
        "result": result_json(view.result, speaker),
        "calls": calls_json(view),
        "closed": view.seats.closed is not None,
        "next": view.seats.next_code or None,
    }


def prompt_json(prompt: Prompt, speaker: Speaker) -> dict[str, Any]:
    """A prompt with the schema and label of each field."""
    fields = [
        {**field.schema(), "label": speaker.say(f"field.{field.name}", default=field.name)}
        for field in prompt.fields
    ]
    return {
        **picked(prompt, "kind seat clause secret aside form"),
        "text": speaker.kind(prompt.kind),
        "fields": fields,
    }


def say_json(told: Say, speaker: Speaker) -> dict[str, Any]:
    """A ``Say`` with its code, parameters and sentence."""
    return {
        **picked(told, "code params clause"),
        "text": speaker.say(f"say.{told.code}", told.params, default=told.code),
    }


def lines_json(lines: Iterable[Line], speaker: Speaker) -> list[dict[str, Any]]:
    """Score lines with their explanations."""
    names = "seat round points clause code params cards slot part"
    return [{**picked(line, names), "text": line_sentence(speaker, line)} for line in lines]


def result_json(result: Result | None, speaker: Speaker) -> dict[str, Any] | None:
    """The final ranking, winners and reasons; None while the game goes on."""
    return (
        {
            **picked(result, "ranking winners"),
            "reasons": [say_json(reason, speaker) for reason in result.reasons],
        }
        if result
        else None
    )


def calls_json(view: View) -> list[dict[str, Any]]:
    """The open calls of a table."""
    return [
        {
            **picked(one, "seq round waits"),
            **{name: getattr(one, name) or None for name in ("of", "clause", "option")},
            **picked(one.event, "by at"),
            "words": one.event.reason,
            "text": call_line(view, one),
        }
        for one in view.calls.values()
        if one.open
    ]


def trial_json(view: View, entries: Sequence[Entry]) -> dict[str, Any]:
    """Try entries on the visible state without recording: rulings, lines and points."""
    game, state, rulings = view.history.game, view.state, []
    stopped: int | None = None
    for index, entry in enumerate(entries):
        checked = check(game, state, entry.kind, entry.seat, entry.raw, entry.accept).entered
        rulings += [{"entry": index, **told} for told in rulings_json(checked.rulings, view.plain)]
        if checked.objections or checked.move is None:
            stopped = index
            break
        state = game.advance(state, checked.move)
    lines = [*_added(view.lines, game.lines(state))]
    points = dict.fromkeys(view.history.seats, 0)
    for line in lines:
        points[line.seat] += line.points
    return {
        "stands": stopped is None,
        "stopped_at": stopped,
        "rulings": rulings,
        "lines": lines_json(lines, view.plain),
        "points": points,
    }


def _added(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Line]:
    """The lines of ``after`` not in ``before``, by repr, as their mappings cannot be hashed."""
    known = Counter(map(repr, before))
    for line in after:
        known[repr(line)] -= 1
        if known[repr(line)] < 0:
            yield line


def replay_json(history: History, totals: dict[str, int], speaker: Speaker) -> dict[str, Any]:
    """A replayed record: its lines, totals, result, every ruling, and where it broke off."""
    rulings = [
        {"seq": played.seq, **told}
        for played in history.played
        for told in rulings_json(played.rulings, speaker)
    ]
    broken = history.broken
    return {
        "game": history.game.info.id,
        "revision": history.revision,
        "stands": broken is None,
        "lines": lines_json(history.lines, speaker),
        "totals": totals,
        "rulings": rulings,
        "broken": {"seq": broken.seq, "rulings": rulings_json(broken.rulings, speaker)}
        if broken
        else None,
        "result": result_json(history.result, speaker),
    }
