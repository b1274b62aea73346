"""Games, tables and score sheets as JSON, with every code also said as a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from flask import url_for

from referee.kernel.contract import Line, Option, Prompt, Result, Say, Slot
from referee.kernel.fields import Field
from referee.kernel.game import AnyGame, check
from referee.kernel.history import History
from referee.rulebook import Ambiguity, Choice, Clause, Rulebook, Setting, load
from referee.search import Found
from referee.web.desk.desk import Entry
from referee.web.http import context, rendering
from referee.web.http.errors import rulings_json
from referee.web.view.view import View
from referee.words import Speaker, catalogue, line_sentence

from .calls_json import calls_json

KIND = "kind."


def game_json(game: AnyGame) -> dict[str, Any]:
    """A game in a list."""
    info = game.info
    return {
        "id": info.id,
        "name": rendering.game_name(info.id),
        "version": info.version,
        "seats": list(info.seats),
        "href": url_for("api.game", game_id=info.id),
        "rules": url_for("rules.rulebook", game=info.id),
    }


def game_details(game: AnyGame) -> dict[str, Any]:
    """Everything known of a game before it starts."""
    info, book, lang = game.info, rendering.book(game.info.id), context.language()
    said = rendering.speaker(info.id, {}, html=False)
    return {
        **game_json(game),
        "prefix": info.prefix,
        "rounds": info.rounds,
        "options": [_option(option, book, said) for option in info.options],
        "editions": [
            {
                "id": edition,
                "options": dict(values),
                "text": next((known.text[lang] for known in book.editions if known.id == edition), edition),
            }
            for edition, values in info.editions.items()
        ],
        "slots": [_slot(slot, said) for slot in info.slots],
        "moves": _kinds(game, said),
    }


def _option(option: Option, book: Rulebook, said: Speaker) -> dict[str, Any]:
    wanted = option.field
    told = rulebook_entry(book, wanted.name)
    label = said.say(f"field.{wanted.name}", default=told.title[said.lang] if told else wanted.name)
    choices = [choice_json(choice) for choice in told.choices if choice.option == wanted.name] if told else []
    return {**wanted.schema(), "label": label, "default": wanted.default, "clause": option.clause, "choices": choices}


def _slot(slot: Slot, said: Speaker) -> dict[str, Any]:
    return {"name": slot.name, "text": said.word(slot.name), "cards": slot.size, "clause": slot.clause}


def _kinds(game: AnyGame, said: Speaker) -> list[dict[str, str]]:
    """The kinds of moves a game has words for; a slot's name is a kind too."""
    named = [code.removeprefix(KIND) for code in catalogue(said.lang, game.info.id) if code.startswith(KIND)]
    kinds = dict.fromkeys([*(slot.name for slot in game.info.slots), *named])
    return [{"kind": kind, "text": said.kind(kind)} for kind in kinds]


def field_json(wanted: Field, said: Speaker) -> dict[str, Any]:
    """A field's schema with its label."""
    return {**wanted.schema(), "label": said.say(f"field.{wanted.name}", default=wanted.name)}


def rulebook_entry(book: Rulebook, option: str) -> Ambiguity | Setting | None:
    """What the rulebook tells of an option, if it does."""
    known: tuple[Ambiguity | Setting, ...] = (*book.ambiguities, *book.settings)
    return next((told for told in known if option in told.options), None)


def choice_json(choice: Choice) -> dict[str, Any]:
    """One value of an option."""
    return {"option": choice.option, "value": choice.value, "default": choice.default, "text": choice.text[context.language()]}


def rule_json(book: Rulebook, entry: Clause | Ambiguity) -> dict[str, Any]:
    """A clause, or a point the source leaves open (kind ``open``)."""
    lang = context.language()
    shared = {
        "id": entry.id,
        "game": book.game,
        "version": book.version,
        "text": entry.text[lang],
        "options": list(entry.options),
        "href": rendering.clause_url(entry.id),
    }
    if isinstance(entry, Clause):
        return shared | {
            "kind": entry.kind,
            "example": entry.example[lang] if entry.example else None,
            "source": entry.source,
            "section": entry.section,
        }
    choices = [choice_json(choice) for choice in entry.choices]
    return shared | {"kind": "open", "title": entry.title[lang], "why": entry.why[lang], "clauses": list(entry.clauses), "choices": choices}


def found_json(found: Found) -> dict[str, Any]:
    """One answer of the search: a rule with its ``score``, or a setting (kind ``setting``)."""
    book, entry = load(found.game), found.entry
    if not isinstance(entry, Setting):
        return rule_json(book, entry) | {"score": round(found.score, 2)}
    lang = context.language()
    return {
        "id": entry.id,
        "game": book.game,
        "version": book.version,
        "kind": "setting",
        "title": entry.title[lang],
        "text": entry.text[lang],
        "options": list(entry.options),
        "choices": [choice_json(choice) for choice in entry.choices],
        "href": context.path("rules.rulebook", game=book.game, _anchor=f"setting-{entry.id}"),
        "score": round(found.score, 2),
    }


def table_json(view: View) -> dict[str, Any]:
    """A table as this reader may see it."""
    scene, said = view.scene, view.plain
    return {
        "code": view.table.code,
        "game": view.table.game,
        "revision": view.history.revision,
        "role": view.role,
        "seat": view.seat,
        "options": dict(view.history.options),
        "seats": [
            {"id": seat, "name": view.names[seat], "total": view.totals[seat], "awaited": seat in view.awaited}
            for seat in view.history.seats
        ],
        "totals": view.totals,
        "scene": {
            "round": scene.round,
            "complete": scene.complete,
            "ruler": list(scene.ruler) if scene.ruler else None,
            "where": say_json(scene.where, said),
            "banner": say_json(scene.banner, said) if scene.banner else None,
        },
        "prompts": [prompt_json(prompt, said) for prompt in view.prompts],
        "lines": lines_json(view.lines, said),
        "result": result_json(view.result, said),
        "calls": calls_json(view),
        "closed": view.seats.closed is not None,
        "next": view.seats.next_code or None,
    }


def prompt_json(prompt: Prompt, said: Speaker) -> dict[str, Any]:
    """What is asked now, and how each answer has to look."""
    return {
        "kind": prompt.kind,
        "text": said.kind(prompt.kind),
        "seat": prompt.seat,
        "clause": prompt.clause,
        "secret": prompt.secret,
        "aside": prompt.aside,
        "form": prompt.form,
        "fields": [field_json(wanted, said) for wanted in prompt.fields],
    }


def say_json(told: Say, said: Speaker) -> dict[str, Any]:
    """Something said: code, parameters and sentence."""
    return {
        "code": told.code,
        "params": dict(told.params),
        "clause": told.clause,
        "text": said.say(f"say.{told.code}", told.params, default=told.code),
    }


def lines_json(lines: Iterable[Line], said: Speaker) -> list[dict[str, Any]]:
    """Score lines with their explanations."""
    return [
        {
            "seat": line.seat,
            "round": line.round,
            "points": line.points,
            "clause": line.clause,
            "code": line.code,
            "params": dict(line.params),
            "cards": list(line.cards),
            "slot": line.slot,
            "part": line.part,
            "text": line_sentence(said, line),
        }
        for line in lines
    ]


def result_json(result: Result | None, said: Speaker) -> dict[str, Any] | None:
    """How it ended, or None while it goes on."""
    if result is None:
        return None
    reasons = [say_json(reason, said) for reason in result.reasons]
    return {"ranking": [list(tied) for tied in result.ranking], "winners": list(result.winners), "reasons": reasons}


def trial_json(view: View, entries: Sequence[Entry]) -> dict[str, Any]:
    """What the referee would say to entries, and what they would score, from what this reader may see."""
    game, state, rulings = view.history.game, view.state, []
    stopped: int | None = None
    for index, entry in enumerate(entries):
        checked = check(game, state, entry.kind, entry.seat, entry.raw, entry.accept).entered
        rulings += [{"entry": index, **told} for told in rulings_json(checked.rulings, view.plain)]
        if checked.objections or checked.move is None:
            stopped = index
            break
        state = game.advance(state, checked.move)
    lines = _added(view.lines, game.lines(state))
    points = dict.fromkeys(view.history.seats, 0)
    for line in lines:
        points[line.seat] += line.points
    return {"stands": stopped is None, "stopped_at": stopped, "rulings": rulings, "lines": lines_json(lines, view.plain), "points": points}


def _added(before: Sequence[Line], after: Sequence[Line]) -> list[Line]:
    """The lines of ``after`` that were not there before; lines hold mappings, so they are told apart by their text."""
    known, added = Counter(map(repr, before)), []
    for line in after:
        if known[repr(line)]:
            known[repr(line)] -= 1
        else:
            added.append(line)
    return added


def replay_json(history: History, totals: dict[str, int], said: Speaker) -> dict[str, Any]:
    """A record played through: its score sheet, every ruling that was let stand, and where it broke off."""
    rulings = [{"seq": played.seq, **told} for played in history.played for told in rulings_json(played.rulings, said)]
    broken = history.broken
    return {
        "game": history.game.info.id,
        "revision": history.revision,
        "stands": broken is None,
        "lines": lines_json(history.lines, said),
        "totals": totals,
        "rulings": rulings,
        "broken": {"seq": broken.seq, "rulings": rulings_json(broken.rulings, said)} if broken else None,
        "result": result_json(history.game.result(history.state), said),
    }
