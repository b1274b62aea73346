"""Commands about games and their rules: games, play, what-if, rule, ask, search."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from referee import rulebook
from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.contract import Illegal, complete_options, places, totals
from referee.kernel.history import History
from referee.kernel.question import alternative_answers, seats_of, settle_strictly
from referee.kernel.record import BadRecord, load
from referee.kernel.rescore import rescored
from referee.kernel.strict_json import NotJson, read_json
from referee.own.part import BadSheet
from referee.report import (
    answer_json,
    broken_json,
    failure,
    questions_json,
    ruling_json,
    table_json,
)
from referee.search import find_answers
from referee.sheets import game_in
from referee.words import TOGETHER, Translator, plain_number, signed

from .base import (
    OK,
    REFUSED,
    UNREADABLE,
    Answer,
    CommandOption,
    Games,
    Invocation,
    UnreadableInput,
    clause,
    command,
    pairs,
)


def games_beginning(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[str]:
    """Shell completion: the ids of games with this prefix."""
    return [name for name in GAMES if name.startswith(typed)]


@command("games")
def list_games(asked: Invocation) -> Answer:
    """The games: id, name, seats, version of the rules."""
    rows = [
        {
            "id": name,
            "name": rulebook.title(name, asked.lang),
            "seats": list(game.info.seats),
            "rules_version": game.info.version,
        }
        for name, game in asked.games.items()
    ]
    asked.name_left_out()
    wide = max(map(len, asked.games))
    lines = [
        f"{click.style(name.ljust(wide), bold=True)}  {rulebook.title(name, asked.lang)}"
        for name in asked.games
    ]
    return OK, rows, lines


@command("play")
@click.argument("record")
def play_record(asked: Invocation, record: str) -> Answer:
    """The score sheet and result of a record, or its first refused move."""
    history, translator = _load(asked, record)
    if history.broken:
        return REFUSED, broken_json(translator, history.broken)
    told = table_json(translator, history)
    return OK, told, table_lines(asked, translator, told)


def table_lines(
    asked: Invocation, translator: Translator, told: Mapping[str, Any]
) -> Iterator[str]:
    """A table as people read it: lines, rulings on valid moves, totals, ranking."""
    sides = told.get("sides") or [[seat] for seat in told["totals"]]
    whose = {seat: TOGETHER.join(map(translator.seat, side)) for side in sides for seat in side}
    for line in told["lines"]:
        points = click.style(f"{signed(line['points']):>5}", bold=True)
        name = whose[line["seat"]] if line["of_side"] else translator.seat(line["seat"])
        yield (
            f"{line['round'] or '':>3} {points}  {name}: "
            f"{line['sentence']} {clause(line['clause'])}"
        )
    yield from (
        f"{ruling['event']:>3}        {ruling['sentence']} {clause(ruling['clause'])}"
        for ruling in told["rulings"]
    )
    yield click.style(asked.say("totals"), bold=True)
    yield from (f"  {plain_number(told['totals'][side[0]]):>5}  {whose[side[0]]}" for side in sides)
    if told["result"]:
        yield click.style(asked.say("ranking"), bold=True)
        yield from _ranking(translator, told["result"]["ranking"], sides)
        yield from (f"  {reason['sentence']}" for reason in told["result"]["reasons"])


def _ranking(
    translator: Translator, groups: Sequence[Sequence[str]], sides: Sequence[Sequence[str]] = ()
) -> Iterator[str]:
    for place, group in places(groups, sides):
        yield f"  {place:>5}  {translator.marks.listed([translator.seat(seat) for seat in group])}"


@command("what-if")
@click.argument("record")
@click.argument("options", nargs=-1, required=True, metavar="NAME=VALUE...")
def what_if(asked: Invocation, record: str, options: Sequence[str]) -> Answer:
    """A record counted under other options: totals, ranks, refusals, and where the count stops."""
    history, translator = _load(asked, record)
    chosen = pairs(options)
    if unknown := chosen.keys() - history.options.keys():
        return REFUSED, failure(translator, "no_option", {"found": min(unknown)}, where="options")
    try:
        other = rescored(history, chosen)
    except Illegal as wrong:
        return REFUSED, failure(translator, "no_start", {}, wrong.rulings, where="options")
    told = {
        "options": chosen,
        "here": totals(history.lines, history.seats, sides=history.sides),
        "other": other.totals,
        "ranks": [list(group) for group in other.ranks],
        "refused": [
            {"event": made.seq, "rulings": [ruling_json(translator, one) for one in made.rulings]}
            for made in other.allowed
        ],
        "stopped": other.broke.seq if other.broke else None,
    }
    return OK, told, _otherwise(asked, translator, told)


def _otherwise(asked: Invocation, translator: Translator, told: Mapping[str, Any]) -> Iterator[str]:
    for seat, points in told["here"].items():
        other = click.style(
            f"{plain_number(told['other'][seat]):>5}", bold=points != told["other"][seat]
        )
        yield f"{plain_number(points):>5} → {other}  {translator.seat(seat)}"
    yield from _ranking(translator, told["ranks"])
    yield from (
        f"{row['event']:>3} {one['sentence']} {clause(one['clause'])}"
        for row in told["refused"]
        for one in row["rulings"]
    )
    if told["stopped"]:
        yield asked.say("stopped", event=told["stopped"])


def _load(asked: Invocation, record: str) -> tuple[History, Translator]:
    """The record's history and a Translator for it; raises UnreadableInput with its error."""
    top = read_record(asked, record)
    said = Translator(asked.lang, "kernel", {})
    try:
        games = {**asked.games, **game_in(top)}
    except BadSheet as bad:
        raise UnreadableInput(failure(said, "unreadable_sheet", {}, where="sheet")) from bad
    return replayed(asked, top, games)


def read_record(asked: Invocation, record: str) -> Any:
    """The JSON of a record, in a file or from standard input; raises UnreadableInput."""
    try:
        return read_json(sys.stdin.read() if record == "-" else asked.text(record))
    except NotJson as bad:
        said = Translator(asked.lang, "kernel", {})
        raise UnreadableInput(failure(said, "not_json", bad.place, where="record")) from bad


def replayed(asked: Invocation, record: Any, games: Games) -> tuple[History, Translator]:
    """The history of a record and a Translator for it; raises UnreadableInput."""
    said = Translator(asked.lang, "own", {})
    try:
        history, names = load(record, games)
    except BadRecord as bad:
        raise UnreadableInput(failure(said, bad.code, bad.params, where=bad.where)) from bad
    except Illegal as bad:
        raise UnreadableInput(failure(said, "no_start", {}, bad.rulings, where="options")) from bad
    game = history.game
    if game.words is None:
        return history, Translator(asked.lang, game.info.id, names)
    return history, Translator(asked.lang, "own", names, told=game.words(asked.lang))


@command("rule")
@click.argument("number", metavar="CLAUSE")
def look_up(asked: Invocation, number: str) -> Answer:
    """A clause or an ambiguity, with its example, options and source."""
    lang = asked.lang
    try:
        book, found = rulebook.find_rule(number.upper())
    except KeyError:
        return REFUSED, asked.failure("no_clause", number)
    shared = {
        "id": found.id,
        "game": book.game,
        "version": book.version,
        "text": found.text[lang],
        "options": list(found.options),
    }
    head = f"{click.style(found.id, bold=True)} {rulebook.title(book.game, lang)}"
    told, lines = (
        _clause(book, found, lang)
        if isinstance(found, rulebook.Clause)
        else _ambiguity(found, lang)
    )
    return OK, shared | told, [head, *lines]


Told = tuple[dict[str, Any], list[str]]
"""What is said of a clause: data for programs, and lines for people."""


def _clause(book: rulebook.Rulebook, found: rulebook.Clause, lang: str) -> Told:
    example = found.example[lang] if found.example else None
    source = {"heading": found.source, "url": book.source.url}
    lines = [found.text[lang], *([example] if example else [])]
    lines.append(click.style(f"{found.source}, {book.source.url}", dim=True))
    return {"kind": found.kind, "example": example, "source": source}, lines


def _ambiguity(found: rulebook.Ambiguity, lang: str) -> Told:
    choices = [
        {"option": one.option, "value": one.value, "text": one.text[lang], "default": one.default}
        for one in found.choices
    ]
    told = {
        "kind": "ambiguity",
        "title": found.title[lang],
        "why": found.why[lang],
        "clauses": list(found.clauses),
        "choices": choices,
    }
    offered = [
        f"  {'*' if one['default'] else ' '} {one['option']}={one['value']}: {one['text']}"
        for one in choices
    ]
    return told, [found.title[lang], found.text[lang], found.why[lang], *offered]


@command("ask")
@click.argument("game", shell_complete=games_beginning)
@click.argument("question", required=False)
@click.argument("facts", nargs=-1, metavar="[FACT=VALUE]...")
@click.option("--option", "own", multiple=True, metavar="NAME=VALUE", cls=CommandOption)
@click.option("--edition", default="page", cls=CommandOption)
def ask(
    asked: Invocation,
    game: str,
    question: str | None,
    facts: Sequence[str],
    own: Sequence[str],
    edition: str,
) -> Answer:
    """The ruling on a question, or the facts it still needs; without a question, all questions."""
    rules, said = asked.game(game), Translator(asked.lang, game, {})
    if game not in QUESTIONS:
        raise UnreadableInput(asked.no_game(game))
    if not question:
        told = questions_json(game, said)
        return (
            OK,
            {"game": game, "questions": told},
            [f"{click.style(one['id'], bold=True)}  {one['text']}" for one in told],
        )
    found = find_question(game, question)
    if found is None:
        known = [one.id for one in QUESTIONS[game]]
        return UNREADABLE, failure(said, "unknown_question", {"found": question}, questions=known)
    raw, house = pairs(facts), pairs(own)
    if unknown := house.keys() - {option.field.name for option in rules.info.options}:
        return REFUSED, failure(said, "no_option", {"found": min(unknown)}, where="options")
    if edition not in rules.info.editions:
        return REFUSED, failure(said, "no_edition", {"found": edition}, where="edition")
    try:
        options = complete_options(rules.info, seats_of(rules), house, edition)
        answer, hangs = (
            settle_strictly(found, options, raw),
            alternative_answers(found, options, raw, rules.info.options),
        )
    except Illegal as wrong:
        return REFUSED, failure(said, "refused_facts", {}, wrong.rulings)
    ruling = answer_json(found, raw, options, answer, hangs, said)
    return OK, ruling, _ruling(ruling)


def _ruling(told: Mapping[str, Any]) -> Iterator[str]:
    when = [f"{told['when']['text']}:"] if told["when"] else []
    yield " ".join([*when, click.style(told["verdict"]["text"], bold=True)])
    yield from (
        f"  {one['text']} {clause(one['clause'])}"
        for part in ("why", "rulings", "also")
        for one in told[part]
    )
    yield from (
        f"  {other['option']}={other['value']}: {other['verdict']['text']}"
        f" {clause(other['clause'])}"
        for other in told["readings"]
    )


@command("search")
@click.argument("words")
@click.option("--game", shell_complete=games_beginning, cls=CommandOption)
def search(asked: Invocation, words: str, game: str | None) -> Answer:
    """The rules that match best, best first; exit status 1 if there are none."""
    if game is not None and game not in rulebook.games():
        return REFUSED, asked.no_game(game)
    found = find_answers(words, asked.lang, game)
    told = [
        {
            "id": one.id,
            "game": one.game,
            "score": round(one.score, 2),
            "text": one.entry.text[asked.lang],
        }
        for one in found
    ]
    lines = [f"{click.style(str(one['id']), bold=True)}  {one['text']}" for one in told]
    return OK if found else REFUSED, told, lines or [asked.say("nothing_found")]


COMMANDS = (list_games, play_record, what_if, look_up, ask, search)
