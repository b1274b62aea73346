"""The command line: list the games, play a record, look up or search for a clause, audit a database, document the moves, add a game.

Answers are JSON on standard output, failures too, all of one shape. Exit status: 0 all is well, 1 refused, 2 unreadable.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.contract import Illegal, complete_options, totals
from referee.kernel.game import AnyGame
from referee.kernel.history import History, replay
from referee.kernel.question import readings, seats_of, settle_strictly
from referee.kernel.record import BadRecord, loads
from referee.kernel.rescore import rescored
from referee.web.desk.desk import as_event
from referee.web.http.rights import page as rights_page

from . import new_game, rulebook
from .docs import page
from .games import GAMES, QUESTIONS, find_question
from .new_game import laws, silent
from .report import answer_json, broken_json, failure, questions_json, rules_version, ruling_json, table_json
from .search import find
from .store import Store, StoreError
from .words import LANGUAGES, Speaker

OK, REFUSED, UNREADABLE = 0, 1, 2


def main(argv: Sequence[str] | None = None, games: Mapping[str, AnyGame] = GAMES) -> int:
    """Run one command; the exit status."""
    asked = _parser().parse_args(argv)
    status, answer = asked.run(asked, games)
    try:
        print(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, indent=1) + "\n", end="", flush=True)
    except BrokenPipeError:
        # Whoever reads has had enough; what Python still holds for it goes nowhere when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(status)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m referee", description="Referee and scorekeeper for games played with physical cards.")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="language of the sentences")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Any, words: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, parents=[shared], help=words, description=words)
        made.set_defaults(run=run)
        return made

    command("games", list_games, "list the games")
    command("play", play_record, "replay a record: lines, totals, rulings, result").add_argument(
        "record", help="a JSON file, or - for standard input"
    )
    otherwise = command("what-if", what_if, "count a record under other options, beside its own")
    otherwise.add_argument("record", help="a JSON file, or - for standard input")
    otherwise.add_argument("options", nargs="+", metavar="NAME=VALUE", help="a house rule, such as match=rank")
    command("rule", look_up, "show a clause").add_argument("clause", help="its number, such as IC-29 or BD-A4")
    asked = command("ask", ask, "the dispute desk: the ruling on a question, or what can be asked of a game")
    asked.add_argument("game", help="such as indian-chief")
    asked.add_argument("question", nargs="?", help="such as worth; without it the questions are listed")
    asked.add_argument("facts", nargs="*", metavar="FACT=VALUE", help='such as cards="7C KD"')
    asked.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    asked.add_argument("--edition", default="page", help="a named set of house rules, such as original")
    searching = command("search", search, "search the rules of every game")
    searching.add_argument("words", help="a question or a few words, in English or Japanese")
    searching.add_argument("--game", metavar="GAME", help="rules of this game first")
    command("audit", audit, "replay every table of a database").add_argument("database", help="the SQLite file")
    docs = command("docs", document, "describe every move of every game, in Markdown")
    who = command("rights", rights, "who may do what at which address, in Markdown")
    for written in (docs, who):
        written.add_argument("--check", metavar="FILE", help="only say whether FILE is this page")
    made = command("new-game", make_game, "write a tiny game that can be played at once, to be made another")
    made.add_argument("game", help="its id, such as high-card")
    made.add_argument("--prefix", help="two capital letters that its clauses begin with; the initials if left out")
    command("words", silent_codes, "the message codes of a game that have no words yet, ready for its .po").add_argument("game")
    command("check", check_game, "run the tests that are about one game, and write RECORDS.md anew").add_argument("game")
    return parser


def list_games(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """The games: id, name, seats, version of the rules."""
    return OK, [
        {"id": name, "name": _name(name, asked.lang), "seats": list(game.info.seats), "rules_version": game.info.version}
        for name, game in games.items()
    ]


def play_record(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """What a record comes to, or the first refusal."""
    found = _load(asked, games)
    if isinstance(found, dict):
        return UNREADABLE, found
    history, speaker = found
    if history.broken:
        return REFUSED, broken_json(speaker, history.broken)
    return OK, table_json(speaker, history)


def what_if(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """A record counted under other options: totals and ranks, what they would have refused, and where the count had to stop."""
    found = _load(asked, games)
    if isinstance(found, dict):
        return UNREADABLE, found
    history, speaker = found
    options = dict(_pair(text) for text in asked.options)
    if unknown := set(options) - set(history.options):
        return REFUSED, failure(speaker, "no_option", {"found": min(unknown)}, where="options")
    try:
        other = rescored(history, options)
    except Illegal as wrong:
        return REFUSED, failure(speaker, "no_start", {}, wrong.rulings, where="options")
    refused = [{"event": made.seq, "rulings": [ruling_json(speaker, ruling) for ruling in made.rulings]} for made in other.overruled]
    return OK, {
        "options": options,
        "here": totals(history.lines, history.seats),
        "other": other.totals,
        "ranks": [list(group) for group in other.ranks],
        "refused": refused,
        "stopped": other.broke.seq if other.broke else None,
    }


def _load(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[History, Speaker] | dict[str, Any]:
    """The record's history and the words for it, or what is wrong with the file."""
    shared = Speaker(asked.lang, "kernel", {})
    try:
        text = sys.stdin.read() if asked.record == "-" else Path(asked.record).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return failure(shared, "no_file", {"found": asked.record})
    try:
        history, names = loads(text, games)
    except BadRecord as bad:
        return failure(shared, bad.code, bad.params, where=bad.where)
    except Illegal as bad:
        return failure(shared, "no_start", {}, bad.rulings, where="options")
    return history, Speaker(asked.lang, history.game.info.id, names)


def look_up(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """A clause or an ambiguity, with its example, options and source."""
    lang = asked.lang
    try:
        book, found = rulebook.find(asked.clause.upper())
    except KeyError:
        return REFUSED, failure(Speaker(lang, "kernel", {}), "no_clause", {"found": asked.clause})
    shared = {"id": found.id, "game": book.game, "version": book.version, "text": found.text[lang], "options": list(found.options)}
    if isinstance(found, rulebook.Clause):
        example = found.example[lang] if found.example else None
        return OK, {**shared, "kind": found.kind, "example": example, "source": {"heading": found.source, "url": book.source.url}}
    choices = [
        {"option": choice.option, "value": choice.value, "text": choice.text[lang], "default": choice.default} for choice in found.choices
    ]
    return OK, {
        **shared,
        "kind": "ambiguity",
        "title": found.title[lang],
        "why": found.why[lang],
        "clauses": list(found.clauses),
        "choices": choices,
    }


def ask(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """The dispute desk's ruling, or the facts it still needs; without a question, what can be asked."""
    if asked.game not in QUESTIONS:
        return UNREADABLE, _unknown_game(asked)
    game, said = games[asked.game], Speaker(asked.lang, asked.game, {})
    question = find_question(asked.game, asked.question or "")
    if question is None and asked.question:
        known = [question.id for question in QUESTIONS[asked.game]]
        return UNREADABLE, failure(said, "unknown_question", {"found": asked.question}, questions=known)
    if question is None:
        return OK, {"game": asked.game, "questions": questions_json(asked.game, said)}
    raw, own = dict(_pair(text) for text in asked.facts), dict(_pair(text) for text in asked.option)
    if unknown := set(own) - {option.field.name for option in game.info.options}:
        return REFUSED, failure(said, "no_option", {"found": min(unknown)}, where="options")
    if asked.edition not in game.info.editions:
        return REFUSED, failure(said, "no_edition", {"found": asked.edition}, where="edition")
    try:
        options = complete_options(game.info, seats_of(game), own, asked.edition)
        answer, hangs = settle_strictly(question, options, raw), readings(question, game, options, raw)
    except Illegal as wrong:
        return REFUSED, failure(said, "refused_facts", {}, wrong.rulings)
    return OK, answer_json(question, raw, options, answer, hangs, said)


def _pair(text: str) -> tuple[str, str]:
    name, _equals, value = text.partition("=")
    return name, value


def search(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """The rules that answer best, the best first; refused where nothing is found."""
    if asked.game is not None and asked.game not in rulebook.games():
        return REFUSED, _unknown_game(asked)
    found = find(asked.words, asked.lang, asked.game)
    return OK if found else REFUSED, [
        {"id": one.id, "game": one.game, "score": round(one.score, 2), "text": one.entry.text[asked.lang]} for one in found
    ]


def audit(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """Every stored table replayed: those that break off, and those of another version of the rules with their totals now."""
    shared = Speaker(asked.lang, "kernel", {})
    if not Path(asked.database).is_file():
        return UNREADABLE, failure(shared, "no_file", {"found": asked.database})
    try:
        with Store(asked.database) as store:
            found = [_audit_table(store, table_id, games, asked.lang) for table_id in store.table_ids()]
    except (StoreError, sqlite3.Error) as bad:
        return UNREADABLE, failure(shared, "no_database", {"found": asked.database, "detail": str(bad)})
    broken = [row for row in found if "error" in row]
    other = [row for row in found if "totals" in row]
    return REFUSED if broken else OK, {"tables": len(found), "broken": broken, "other_version": other}


def _audit_table(store: Store, table_id: int, games: Mapping[str, AnyGame], lang: str) -> dict[str, Any]:
    """One table: ``error`` if it breaks off, ``totals`` if its rules are of another version, neither if all is well."""
    game_id, names = store.table(table_id).game, {row.seat: row.name for row in store.seats(table_id)}
    speaker, row = Speaker(lang, game_id, names), {"table": table_id, "game": game_id}
    game = games.get(game_id)
    if game is None:
        return row | failure(speaker, "unknown_game", {"found": game_id})
    try:
        history = replay(game, [as_event(stored) for stored in store.events(table_id)])
    except Illegal as bad:
        return row | failure(speaker, "no_start", {}, bad.rulings, event=1)
    except (LookupError, TypeError, ValueError):
        # Whatever a damaged file holds, the tables after it must still be looked at.
        return row | failure(speaker, "no_start", {}, event=1)
    if history.broken:
        return row | broken_json(speaker, history.broken)
    played_under = rules_version(history)
    if played_under == game.info.version:
        return row
    return row | {"played_under": played_under, "now": game.info.version, "totals": totals(history.lines, history.seats)}


def document(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """The Markdown page of every move, or with ``--check`` whether a file still is that page."""
    return _written(asked, page(games, asked.lang))


def rights(asked: argparse.Namespace, _games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """The Markdown page of who may do what, or with ``--check`` whether a file still is that page."""
    return _written(asked, rights_page())


def make_game(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """The files of a new game, or why there can be none of this name."""
    try:
        return OK, {"written": new_game.create(asked.game, asked.prefix, {game.info.prefix for game in games.values()})}
    except new_game.Refused as no:
        return REFUSED, failure(Speaker(asked.lang, "kernel", {}), no.code, {"found": no.found})


def silent_codes(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """Entries for the catalogues of a game; empty where every code has words."""
    if asked.game not in games:
        return UNREADABLE, _unknown_game(asked)
    text = silent.page(games[asked.game], QUESTIONS.get(asked.game, ()))
    return REFUSED if text else OK, text


def check_game(asked: argparse.Namespace, games: Mapping[str, AnyGame]) -> tuple[int, Any]:
    """The files a game lacks; if none, whether its tests pass, once RECORDS.md has its moves."""
    if asked.game not in games:
        return UNREADABLE, _unknown_game(asked)
    if lacks := laws.missing(asked.game):
        return REFUSED, {"missing": lacks}
    (Path(__file__).parent / "RECORDS.md").write_text(page(games, "en"), encoding="utf-8")
    kept = laws.keep(asked.game)
    return OK if kept else REFUSED, {"game": asked.game, "passed": kept}


def _unknown_game(asked: argparse.Namespace) -> dict[str, Any]:
    return failure(Speaker(asked.lang, "kernel", {}), "unknown_game", {"found": asked.game})


def _written(asked: argparse.Namespace, text: str) -> tuple[int, Any]:
    if asked.check is None:
        return OK, text
    shared = Speaker(asked.lang, "kernel", {})
    try:
        same = Path(asked.check).read_text(encoding="utf-8") == text
    except (OSError, UnicodeDecodeError):
        return UNREADABLE, failure(shared, "no_file", {"found": asked.check})
    return (OK, {"same": True}) if same else (REFUSED, failure(shared, "out_of_date", {}, where=asked.check))


def _name(game_id: str, lang: str) -> str:
    return rulebook.load(game_id).name[lang] if game_id in rulebook.games() else game_id
