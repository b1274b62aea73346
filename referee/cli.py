"""The command line: list the games, play a record, look up or search for a clause, audit a database, document the moves, add a game.

Answers are JSON on standard output, failures too, all of one shape. Exit status: 0 all is well, 1 refused, 2 unreadable.
"""

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
from referee.web.http.rights import PAGE

from . import new_game, rulebook
from .docs import page
from .games import GAMES, QUESTIONS, find_question
from .new_game import silent
from .report import answer_json, broken_json, failure, questions_json, rules_version, ruling_json, table_json
from .search import find
from .store import Store
from .store.errors import StoreError
from .words import LANGUAGES, Speaker

OK, REFUSED, UNREADABLE = 0, 1, 2
Games = Mapping[str, AnyGame]
Answer = tuple[int, Any]
"""The exit status, and what is printed: a text as it is, anything else as JSON."""


class Unreadable(Exception):
    """What was named cannot be read; its one argument is the failure."""


def main(argv: Sequence[str] | None = None, games: Games = GAMES) -> int:
    """Run one command; the exit status."""
    asked = _parser().parse_args(argv)
    try:
        status, answer = asked.run(asked, games)
    except Unreadable as wrong:
        status, answer = UNREADABLE, wrong.args[0]
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
    searching.add_argument("--game", metavar="GAME", help="rules of this game; of every game where it has none")
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


def list_games(asked: argparse.Namespace, games: Games) -> Answer:
    """The games: id, name, seats, version of the rules."""
    return OK, [
        {"id": name, "name": rulebook.title(name, asked.lang), "seats": list(game.info.seats), "rules_version": game.info.version}
        for name, game in games.items()
    ]


def play_record(asked: argparse.Namespace, games: Games) -> Answer:
    """What a record comes to, or the first refusal."""
    history, speaker = _load(asked, games)
    return (REFUSED, broken_json(speaker, history.broken)) if history.broken else (OK, table_json(speaker, history))


def what_if(asked: argparse.Namespace, games: Games) -> Answer:
    """A record counted under other options: totals and ranks, what they would have refused, and where the count had to stop."""
    history, speaker = _load(asked, games)
    options = _pairs(asked.options)
    if unknown := options.keys() - history.options.keys():
        return REFUSED, failure(speaker, "no_option", {"found": min(unknown)}, where="options")
    try:
        other = rescored(history, options)
    except Illegal as wrong:
        return REFUSED, failure(speaker, "no_start", {}, wrong.rulings, where="options")
    return OK, {
        "options": options,
        "here": totals(history.lines, history.seats),
        "other": other.totals,
        "ranks": [list(group) for group in other.ranks],
        "refused": [{"event": made.seq, "rulings": [ruling_json(speaker, one) for one in made.rulings]} for made in other.overruled],
        "stopped": other.broke.seq if other.broke else None,
    }


def _load(asked: argparse.Namespace, games: Games) -> tuple[History, Speaker]:
    """The record's history and the words for it; Unreadable with what is wrong with the file."""
    try:
        history, names = loads(sys.stdin.read() if asked.record == "-" else _text(asked, asked.record), games)
    except BadRecord as bad:
        raise Unreadable(failure(Speaker(asked.lang, "kernel", {}), bad.code, bad.params, where=bad.where)) from bad
    except Illegal as bad:
        raise Unreadable(failure(Speaker(asked.lang, "kernel", {}), "no_start", {}, bad.rulings, where="options")) from bad
    return history, Speaker(asked.lang, history.game.info.id, names)


def _text(asked: argparse.Namespace, file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as bad:
        raise Unreadable(_failure(asked, "no_file", file)) from bad


def look_up(asked: argparse.Namespace, games: Games) -> Answer:
    """A clause or an ambiguity, with its example, options and source."""
    lang = asked.lang
    try:
        book, found = rulebook.find(asked.clause.upper())
    except KeyError:
        return REFUSED, _failure(asked, "no_clause", asked.clause)
    shared = {"id": found.id, "game": book.game, "version": book.version, "text": found.text[lang], "options": list(found.options)}
    if isinstance(found, rulebook.Clause):
        example = found.example[lang] if found.example else None
        return OK, shared | {"kind": found.kind, "example": example, "source": {"heading": found.source, "url": book.source.url}}
    choices = [{"option": one.option, "value": one.value, "text": one.text[lang], "default": one.default} for one in found.choices]
    point = {"kind": "ambiguity", "title": found.title[lang], "why": found.why[lang], "clauses": list(found.clauses), "choices": choices}
    return OK, shared | point


def ask(asked: argparse.Namespace, games: Games) -> Answer:
    """The dispute desk's ruling, or the facts it still needs; without a question, what can be asked."""
    game, said = _game(asked, games if asked.game in QUESTIONS else {}), Speaker(asked.lang, asked.game, {})
    if not asked.question:
        return OK, {"game": asked.game, "questions": questions_json(asked.game, said)}
    question = find_question(asked.game, asked.question)
    if question is None:
        known = [question.id for question in QUESTIONS[asked.game]]
        return UNREADABLE, failure(said, "unknown_question", {"found": asked.question}, questions=known)
    raw, own = _pairs(asked.facts), _pairs(asked.option)
    if unknown := own.keys() - {option.field.name for option in game.info.options}:
        return REFUSED, failure(said, "no_option", {"found": min(unknown)}, where="options")
    if asked.edition not in game.info.editions:
        return REFUSED, failure(said, "no_edition", {"found": asked.edition}, where="edition")
    try:
        options = complete_options(game.info, seats_of(game), own, asked.edition)
        answer, hangs = settle_strictly(question, options, raw), readings(question, options, raw, game.info.options)
    except Illegal as wrong:
        return REFUSED, failure(said, "refused_facts", {}, wrong.rulings)
    return OK, answer_json(question, raw, options, answer, hangs, said)


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    return dict(text.partition("=")[::2] for text in texts)


def search(asked: argparse.Namespace, games: Games) -> Answer:
    """The rules that answer best, the best first; refused where nothing is found."""
    if asked.game is not None and asked.game not in rulebook.games():
        return REFUSED, _failure(asked, "unknown_game", asked.game)
    found = find(asked.words, asked.lang, asked.game)
    return OK if found else REFUSED, [
        {"id": one.id, "game": one.game, "score": round(one.score, 2), "text": one.entry.text[asked.lang]} for one in found
    ]


def audit(asked: argparse.Namespace, games: Games) -> Answer:
    """Every stored table replayed: those that break off, and those of another version of the rules with their totals now."""
    if not Path(asked.database).is_file():
        return UNREADABLE, _failure(asked, "no_file", asked.database)
    try:
        with Store(asked.database) as store:
            found = [_audit_table(store, table_id, games, asked.lang) for table_id in store.table_ids()]
    except (StoreError, sqlite3.Error) as bad:
        return UNREADABLE, _failure(asked, "no_database", asked.database, detail=str(bad))
    broken = [row for row in found if "error" in row]
    other = [row for row in found if "totals" in row]
    return REFUSED if broken else OK, {"tables": len(found), "broken": broken, "other_version": other}


def _audit_table(store: Store, table_id: int, games: Games, lang: str) -> dict[str, Any]:
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


def document(asked: argparse.Namespace, games: Games) -> Answer:
    """The Markdown page of every move, or with ``--check`` whether a file still is that page."""
    return _written(asked, page(games, asked.lang))


def rights(asked: argparse.Namespace, _games: Games) -> Answer:
    """The Markdown page of who may do what, or with ``--check`` whether a file still is that page."""
    return _written(asked, PAGE)


def make_game(asked: argparse.Namespace, games: Games) -> Answer:
    """The files of a new game, or why there can be none of this name."""
    try:
        return OK, {"written": new_game.create(asked.game, asked.prefix, {game.info.prefix for game in games.values()})}
    except new_game.Refused as no:
        return REFUSED, _failure(asked, no.code, no.found)


def silent_codes(asked: argparse.Namespace, games: Games) -> Answer:
    """Entries for the catalogues of a game; empty where every code has words."""
    text = silent.page(_game(asked, games), QUESTIONS.get(asked.game, ()))
    return REFUSED if text else OK, text


def check_game(asked: argparse.Namespace, games: Games) -> Answer:
    """The files a game lacks; if none, whether its tests pass, once RECORDS.md has its moves."""
    _game(asked, games)
    if lacks := new_game.missing(asked.game):
        return REFUSED, {"missing": lacks}
    (Path(__file__).parent / "RECORDS.md").write_text(page(games, "en"), encoding="utf-8")
    kept = new_game.keep(asked.game)
    return OK if kept else REFUSED, {"game": asked.game, "passed": kept}


def _game(asked: argparse.Namespace, games: Games) -> AnyGame:
    if asked.game not in games:
        raise Unreadable(_failure(asked, "unknown_game", asked.game))
    return games[asked.game]


def _written(asked: argparse.Namespace, text: str) -> Answer:
    if asked.check is None:
        return OK, text
    if _text(asked, asked.check) == text:
        return OK, {"same": True}
    return REFUSED, failure(Speaker(asked.lang, "kernel", {}), "out_of_date", {}, where=asked.check)


def _failure(asked: argparse.Namespace, code: str, found: str, **params: str) -> dict[str, Any]:
    return failure(Speaker(asked.lang, "kernel", {}), code, {"found": found, **params})
