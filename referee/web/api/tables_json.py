"""Games, tables and score sheets as JSON; every code also has its sentence."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask import url_for
from msgspec import Struct

from referee.event import Event
from referee.kernel.contract import Line, Message, Option, Prompt, Result
from referee.kernel.game import AnyGame, check
from referee.kernel.history import History
from referee.rulebook import Ambiguity, Clause, Rulebook, RuleText, load
from referee.search import Found
from referee.web.disputes.question import dispute_line
from referee.web.http import context, rendering
from referee.web.http.errors import rulings_json
from referee.web.view.page_header import moved_to
from referee.web.view.view import View
from referee.words import Translator, catalogue, line_sentence

KIND = "kind."


def as_json(value: Any) -> Any:
    """Convert to JSON: a dataclass by its fields, a rulebook text in the reader's language."""
    if isinstance(value, RuleText):
        return value[context.language()]
    if isinstance(value, tuple):
        return [as_json(one) for one in value]
    if isinstance(value, Mapping):
        return {name: as_json(one) for name, one in value.items()}
    if isinstance(value, Struct):
        return picked(value, " ".join(value.__struct_fields__))
    if dataclasses.is_dataclass(value):
        return picked(value, " ".join(field.name for field in dataclasses.fields(value)))
    return value


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
    info, book, translator = (
        game.info,
        rendering.book(game.info.id),
        rendering.make_translator(game.info.id, {}, html=False),
    )
    names = {known.id: known.text[translator.lang] for known in book.editions}
    kinds = [
        code.removeprefix(KIND)
        for code in catalogue(translator.lang, info.id)
        if code.startswith(KIND)
    ]
    return {
        **game_json(game),
        **picked(info, "prefix rounds"),
        "options": [_option(option, book, translator) for option in info.options],
        "editions": [
            {"id": name, "options": dict(values), "text": names.get(name, name)}
            for name, values in info.editions.items()
        ],
        "slots": [
            {**picked(slot, "name clause"), "text": translator.word(slot.name), "cards": slot.size}
            for slot in info.slots
        ],
        # The name of a slot is also a kind of move.
        "moves": [
            {"kind": kind, "text": translator.kind(kind)}
            for kind in dict.fromkeys([*(slot.name for slot in info.slots), *kinds])
        ],
    }


def _option(option: Option, book: Rulebook, translator: Translator) -> dict[str, Any]:
    name, clause = option.field.name, option.clause
    label = translator.say(f"field.{name}", default=book.about(name).title[translator.lang])
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
    scene, translator = view.scene, view.plain
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
        **sides_json(view.history),
        "scene": {
            **picked(scene, "round complete ruler"),
            "where": message_json(scene.where, translator),
            "banner": message_json(scene.banner, translator) if scene.banner else None,
        },
        "prompts": [prompt_json(prompt, translator) for prompt in view.prompts],
        "lines": lines_json(view.lines, translator),
        "result": result_json(view.result, translator),
        "calls": disputes_json(view),
        "closed": view.seats.closed is not None,
        "next": view.seats.next_code or None,
        "moved": moved_to(view) or None,
    }


def sides_json(history: History) -> dict[str, Any]:
    """The seats whose points count together, where there are teams."""
    return {"sides": as_json(history.sides)} if history.game.info.teams else {}


def prompt_json(prompt: Prompt, translator: Translator) -> dict[str, Any]:
    """A prompt with the schema and label of each field."""
    fields = [
        {**field.schema(), "label": translator.say(f"field.{field.name}", default=field.name)}
        for field in prompt.fields
    ]
    return {
        **picked(prompt, "kind seat clause secret aside form"),
        "text": translator.kind(prompt.kind),
        "fields": fields,
    }


def message_json(told: Message, translator: Translator) -> dict[str, Any]:
    """A ``Message`` with its code, parameters and sentence."""
    return {
        **picked(told, "code params clause"),
        "text": translator.say(f"say.{told.code}", told.params, default=told.code),
    }


def lines_json(lines: Iterable[Line], translator: Translator) -> list[dict[str, Any]]:
    """Score lines with their explanations."""
    names = "seat round points clause code params cards slot part"
    return [{**picked(line, names), "text": line_sentence(translator, line)} for line in lines]


def result_json(result: Result | None, translator: Translator) -> dict[str, Any] | None:
    """The final ranking, winners and reasons; None while the game goes on."""
    return (
        {
            **picked(result, "ranking winners"),
            "reasons": [message_json(reason, translator) for reason in result.reasons],
        }
        if result
        else None
    )


def disputes_json(view: View) -> list[dict[str, Any]]:
    """The open disputes of a table."""
    return [
        {
            **picked(one, "seq round waits"),
            **{name: getattr(one, name) or None for name in ("of", "clause", "option")},
            **picked(one.event, "by at"),
            "words": one.event.reason,
            "text": dispute_line(view, one),
        }
        for one in view.disputes.values()
        if one.open
    ]


def trial_json(view: View, entries: Sequence[Event]) -> dict[str, Any]:
    """Try entries on the visible state without recording: rulings, lines and points."""
    game, state, rulings = view.history.game, view.state, []
    stopped: int | None = None
    for index, entry in enumerate(entries):
        checked = check(game, state, entry.kind, entry.seat, entry.data, entry.accept).entered
        rulings += [{"entry": index, **told} for told in rulings_json(checked.rulings, view.plain)]
        if checked.objections or checked.move is None:
            stopped = index
            break
        state = game.advance(state, checked.move)
    lines = [*_added(view.lines, game.lines(state))]
    points = dict.fromkeys(view.history.seats, 0)
    for line in lines:
        for seat in view.partners(line.seat):
            points[seat] += line.points
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


def replay_json(history: History, totals: dict[str, int], translator: Translator) -> dict[str, Any]:
    """A replayed record: its lines, totals, result, every ruling, and where it broke off."""
    rulings = [
        {"seq": played.seq, **told}
        for played in history.played
        for told in rulings_json(played.rulings, translator)
    ]
    broken = history.broken
    return {
        "game": history.game.info.id,
        "revision": history.revision,
        "stands": broken is None,
        "lines": lines_json(history.lines, translator),
        "totals": totals,
        **sides_json(history),
        "rulings": rulings,
        "broken": {"seq": broken.seq, "rulings": rulings_json(broken.rulings, translator)}
        if broken
        else None,
        "result": result_json(history.result, translator),
    }
