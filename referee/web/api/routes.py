"""The JSON API for programs; a device's cookie or a link of the table authorises the caller."""

from flask import Response, abort, jsonify, request, url_for

from referee import __version__
from referee.exchange.import_record import ImportRefused, read_record, stored
from referee.games import GAMES
from referee.kernel import record as records
from referee.kernel.contract import totals
from referee.kernel.game import AnyGame
from referee.kernel.history import undoable_event as newest_entry
from referee.kernel.info import Info
from referee.own.part import BadSheet
from referee.rulebook import find_rule
from referee.rulebook import games as rulebooks
from referee.search import find_answers
from referee.service.errors import Refused
from referee.sheets import game_in, game_of_sheet
from referee.store.values import TableRow
from referee.web.http import context, rendering
from referee.web.http.authorize import authorize, own_group, played_before
from referee.web.http.errors import Fault, speak_as
from referee.web.http.limits import may_open_table, may_read_record
from referee.web.http.permissions import needs
from referee.web.people.joining import let_in
from referee.web.people.joining import renew_links as renew
from referee.web.people.naming import LONGEST, BadName, read_names
from referee.web.start.rematch import copy_to_next_table
from referee.web.view.access import entered_by, note_own, view_of
from referee.web.view.record import record_of
from referee.words import LANGUAGES
from referee.words.faults import fault_words

from . import bodies
from .access import api, discreet, find_game, json_answer, open_view, recorded
from .bodies import body, json_body, read_key
from .openapi import describe
from .tables_json import (
    found_json,
    game_details,
    game_json,
    replay_json,
    rule_json,
    table_json,
    trial_json,
)


@api.get("/")
@needs("anyone")
def index() -> Response:
    """The version, the languages and the addresses of the API."""
    return jsonify(
        name="Referee",
        version=__version__,
        languages=list(LANGUAGES),
        links={
            "games": url_for("api.games"),
            "tables": url_for("api.open_table"),
            "check": url_for("api.check_record"),
            "openapi": url_for("api.openapi"),
        },
    )


@api.get("/openapi.json")
@needs("anyone")
def openapi() -> Response:
    """The OpenAPI document."""
    return jsonify(describe(GAMES, __version__))


@api.get("/games")
@needs("anyone")
def games() -> Response:
    """List the games."""
    return jsonify(games=[game_json(game) for game in GAMES.values()])


@api.get("/games/<game_id>")
@needs("anyone")
def game(game_id: str) -> Response:
    """A game: options, editions, slots and kinds of moves."""
    return jsonify(game_details(find_game(game_id, 404)))


@api.get("/rules/search")
@needs("anyone")
def search_rules() -> Response:
    """Search for ``q``, rules of ``game`` first: clauses, open points and settings."""
    words, game_id = request.args.get("q", ""), request.args.get("game") or None
    if game_id is not None and game_id not in rulebooks():
        raise Fault(404, "unknown_game", name=game_id[:40])
    return jsonify(
        rules=[found_json(one) for one in find_answers(words, context.language(), game_id)]
    )


@api.get("/rules/<clause_id>")
@needs("anyone")
def rule(clause_id: str) -> Response:
    """A clause of a rulebook, or a point that its source leaves open."""
    try:
        book, entry = find_rule(clause_id)
    except KeyError as unknown:
        raise Fault(404, "unknown_clause") from unknown
    return jsonify(rule_json(book, entry))


@api.post("/tables")
@needs("anyone", cases={"again": "member", "joining": "member"})
def open_table() -> Response:
    """Start a table: 201 with its code and three links; this device becomes a host.

    ``again`` (a table's code) or ``group`` (a group's link) lets the new table join that group.
    """
    told = body(bodies.Start)
    rules = _rules_of(told)
    _check_rules(told, rules.info)
    names = {f"s{at}": name for at, name in enumerate(_names(told.seats), 1)}
    speak_as(told.game, names)

    if told.again and told.group:
        raise Fault(422, "again_or_group", where="group")
    before = played_before(told.again) if told.again else None
    group = before.table.group_id if before else own_group(told.group).id if told.group else None
    may_open_table()
    if rules.sheet:
        speak_as(context.service().keep_game(rules.sheet), names)

    seats = [(seat, name, None) for seat, name in names.items()]
    table = context.service().open(rules.info.id, seats, told.options, told.edition, group)
    if before:
        copy_to_next_table(before, table)
    let_in(table, "host")
    return _opened(table, names)


def _rules_of(told: bodies.Start) -> AnyGame:
    """The game to start; raise Fault if it is unknown, told twice, or its sheet has a fault."""
    if bool(told.game) == bool(told.sheet):
        raise Fault(422, "game_or_sheet", where="sheet" if told.sheet else "game")
    if not told.sheet:
        return find_game(told.game, 422)
    try:
        return game_of_sheet(told.sheet)
    except BadSheet as bad:
        fault = bad.faults[0]
        said = fault_words(fault, told.sheet, context.language())
        where = ".".join(map(str, ("sheet", *fault.path)))
        raise Fault(422, "sheet_fault", place=said.place, text=said.text, where=where) from bad


def _check_rules(told: bodies.Start, info: Info) -> None:
    """Raise Fault for an unknown edition or option."""
    if told.edition not in info.editions:
        raise Fault(422, "unknown_edition", name=told.edition[:40], where="edition")
    if unknown := set(told.options) - {option.field.name for option in info.options}:
        raise Fault(422, "unknown_key", where=f"options.{min(unknown)[:40]}")


def _opened(table: TableRow, names: dict[str, str]) -> Response:
    address = url_for("api.table", code=table.code)
    response = json_answer(
        201,
        code=table.code,
        game=table.game,
        revision=1,
        href=address,
        seats=[{"id": seat, "name": name} for seat, name in names.items()],
        group=_group_address(table),
        links=_links(table),
    )
    response.headers["Location"] = address
    return response


@api.post("/records")
@needs("anyone")
def bring_in() -> Response:
    """Import a record as a new table with this device as host; 200 if it is here already."""
    told = json_body()
    try:
        may_read_record()
        new = read_record(told, GAMES)
        may_open_table()
        taken = stored(context.store(), new)
    except ImportRefused as bad:
        if isinstance(told, dict) and told.get("game") in rulebooks():
            speak_as(told["game"], {})
        raise Fault(422, "bad_record", bad.rulings, where=bad.pointer) from bad
    if not taken.new:
        return json_answer(200, new=False, more=taken.more)
    let_in(taken.table, "host")
    return json_answer(200, new=True, code=taken.table.code, links=_links(taken.table))


def _group_address(table: TableRow) -> str:
    """The address of a table's group; its link lets other tables join."""
    link = context.store().group(table.group_id).link
    return url_for("groups.group", link=link, _external=True)


def _names(seats: list[bodies.Named]) -> list[str]:
    """Validate the names as sent; Fault gives the index of an invalid one."""
    try:
        return read_names([seat.name for seat in seats])
    except BadName as bad:
        raise Fault(
            422, bad.code, where=f"seats[{bad.at}].name", name=bad.name, most=LONGEST
        ) from bad


@api.post("/t/<code>/links")
@needs("host")
def renew_links(code: str) -> Response:
    """Renew the join code and the links (hosts only): 201. Devices that joined stay."""
    view = open_view()
    key = read_key(body(bodies.Keyed))
    renew(view, key)
    table, made = context.store().table(view.table.id), context.store().written(view.table.id, key)
    assert made is not None
    return json_answer(201, revision=made.last, join_code=table.join_code, links=_links(table))


def _links(table: TableRow) -> dict[str, str]:
    links = {"host": table.host_link, "seat": table.seat_link, "watch": table.watch_link}
    return {
        role: url_for("join.by_link", link=link, _external=True) for role, link in links.items()
    }


@api.get("/t/<code>")
@needs("watch")
def table(code: str) -> Response:
    """A table: revision, scene, totals, prompts, score sheet, result."""
    return jsonify(table_json(open_view()))


@api.get("/t/<code>/record")
@needs("watch")
def record(code: str) -> Response:
    """Download the table's record; before a reveal it ends with the last revealed round."""
    view = open_view()
    response = jsonify(record_of(view))
    response.headers["Content-Disposition"] = (
        f'attachment; filename="referee-{view.table.code}.json"'
    )
    return response


@api.post("/t/<code>/moves")
@needs("seat", cases={"let stand": "host"})
def moves(code: str) -> Response:
    """Record all entries or none: 201 with the revision; 409 if stale; 422 with the rulings."""
    table, grant = authorize()
    sent = body(bodies.Moves)
    key, entries = read_key(sent), [entry.as_entered() for entry in sent.entries]
    try:
        history = context.service().enter(
            table,
            sent.seen,
            entries,
            key,
            entered_by(grant),
            sent.reason.strip(),
            grant.role == "host",
        )
    except Refused as refused:
        raise discreet(view_of(table, grant), entries[refused.index], refused) from refused
    if any(made.accept for made in entries):
        note_own(table, key, len(entries))
    return recorded(history.revision)


@api.post("/t/<code>/check")
@needs("watch")
def check_entries(code: str) -> Response:
    """Check entries without recording them: rulings, lines and points."""
    view = open_view()
    entries = [entry.as_entered() for entry in body(bodies.Entries).entries]
    return jsonify(trial_json(view, entries))


@api.post("/t/<code>/undo")
@needs("seat", cases={"let stand": "host"}, own="a secret entry before the reveal")
def undo(code: str) -> Response:
    """Undo the newest entry, or the event ``of``: 201 with the new revision."""
    view = open_view()
    sent = body(bodies.Undo)
    key = read_key(sent)
    newest = view.own_secret or newest_entry(view.history.events)
    of = sent.of or (newest.seq if newest else 0)
    if not view.may_undo(of):
        abort(403)
    history = context.service().undo(view.table, sent.seen, key, entered_by(view), of, view.hosts)
    note_own(view.table, key)
    return recorded(history.revision)


@api.post("/check")
@needs("anyone")
def check_record() -> Response:
    """Play a whole record through: lines, totals, rulings and result. Nothing is kept."""
    try:
        told = json_body()
        history, names = records.load(told, {**GAMES, **game_in(told)})
    except (TypeError, ValueError, OverflowError) as bad:
        # The body may be anything; only its sender can correct it.
        raise (
            bad if isinstance(bad, records.BadRecord) else records.BadRecord("unreadable", "record")
        ) from bad
    said = rendering.translator_of(history.game, names, html=False)
    counted = totals(history.lines, history.seats, sides=history.sides)
    return jsonify(replay_json(history, counted, said))
