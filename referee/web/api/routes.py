"""The JSON API for programs; a device's cookie or a link of the table authorises the caller."""

from typing import Any

from flask import Response, abort, jsonify, request, url_for

from referee import __version__
from referee.games import GAMES
from referee.kernel import record as records
from referee.kernel.contract import totals
from referee.kernel.history import newest as newest_entry
from referee.rulebook import find
from referee.rulebook import games as rulebooks
from referee.search import find as search
from referee.store.values import TableRow
from referee.web.desk.desk import Refused
from referee.web.desk.taking_in import NotTaken, read_record, stored
from referee.web.http import context, rendering
from referee.web.http.admission import admitted, own_group, played_before
from referee.web.http.errors import Fault, speak_as
from referee.web.http.json_body import Part, body, json_body, read_entries, read_key, read_moves
from referee.web.http.limits import may_open_table, may_read_record
from referee.web.people.joining import let_in
from referee.web.people.joining import renew_links as renew
from referee.web.people.naming import LONGEST, BadName, read_names
from referee.web.start.next_table import copy_to_next_table
from referee.web.view.access import entered_by, note_own, view_of
from referee.web.view.record import record_of
from referee.words import LANGUAGES

from .access import answered, api, discreet, find_game, open_view, recorded
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
def openapi() -> Response:
    """The OpenAPI document."""
    return jsonify(describe(GAMES, __version__))


@api.get("/games")
def games() -> Response:
    """List the games."""
    return jsonify(games=[game_json(game) for game in GAMES.values()])


@api.get("/games/<game_id>")
def game(game_id: str) -> Response:
    """A game: options, editions, slots and kinds of moves."""
    return jsonify(game_details(find_game(game_id, 404)))


@api.get("/rules/search")
def search_rules() -> Response:
    """Search for ``q``, rules of ``game`` first: clauses, open points and settings."""
    words, game_id = request.args.get("q", ""), request.args.get("game") or None
    if game_id is not None and game_id not in rulebooks():
        raise Fault(404, "unknown_game", name=game_id[:40])
    return jsonify(rules=[found_json(one) for one in search(words, context.language(), game_id)])


@api.get("/rules/<clause_id>")
def rule(clause_id: str) -> Response:
    """A clause of a rulebook, or a point that its source leaves open."""
    try:
        book, entry = find(clause_id)
    except KeyError as unknown:
        raise Fault(404, "unknown_clause") from unknown
    return jsonify(rule_json(book, entry))


@api.post("/tables")
def open_table() -> Response:
    """Start a table: 201 with its code and three links; this device becomes a host.

    ``again`` (a table's code) or ``group`` (a group's link) lets the new table join that group.
    """
    game_id, edition, options, names, again, link = body(_read_start)
    chosen = find_game(game_id, 422)
    if edition not in chosen.info.editions:
        raise Fault(422, "unknown_edition", name=edition[:40], where="edition")
    if unknown := set(options) - {option.field.name for option in chosen.info.options}:
        raise Fault(422, "unknown_key", where=f"options.{min(unknown)[:40]}")
    seats = [(f"s{at}", name, None) for at, name in enumerate(_named(names), 1)]
    speak_as(game_id, {seat: name for seat, name, _ in seats})
    if again and link:
        raise Fault(422, "again_or_group", where="group")
    before = played_before(again) if again else None
    group = before.table.group_id if before else own_group(link).id if link else None
    may_open_table()
    table = context.desk().open(game_id, seats, options, edition, group)
    if before:
        copy_to_next_table(before, table)
    let_in(table, "host")
    address = url_for("api.table", code=table.code)
    seated = [{"id": seat, "name": name} for seat, name, _ in seats]
    told = {"code": table.code, "game": game_id, "revision": 1, "href": address, "seats": seated}
    response = answered(201, **told, group=_group_address(table), links=_links(table))
    response.headers["Location"] = address
    return response


@api.post("/records")
def bring_in() -> Response:
    """Import a record as a new table with this device as host; 200 if it is here already."""
    told = json_body()
    try:
        may_read_record()
        new = read_record(told, GAMES)
        may_open_table()
        taken = stored(context.store(), new)
    except NotTaken as bad:
        if isinstance(told, dict) and told.get("game") in rulebooks():
            speak_as(told["game"], {})
        raise Fault(422, "bad_record", bad.rulings, where=bad.pointer) from bad
    if not taken.new:
        return answered(200, new=False, more=taken.more)
    let_in(taken.table, "host")
    return answered(200, new=True, code=taken.table.code, links=_links(taken.table))


def _group_address(table: TableRow) -> str:
    """The address of a table's group; its link lets other tables join."""
    link = context.store().group(table.group_id).link
    return url_for("groups.group", link=link, _external=True)


def _read_start(part: Part) -> tuple[str, str, dict[str, Any], list[str], str, str]:
    names = part.each("seats", lambda seat: seat.text("name"))
    game, edition = part.text("game"), part.text("edition", "page")
    return (
        game,
        edition,
        part.mapping("options"),
        names,
        part.text("again", ""),
        part.text("group", ""),
    )


def _named(typed: list[str]) -> list[str]:
    """Validate the names as sent; Fault gives the index of an invalid one."""
    try:
        return read_names(typed)
    except BadName as bad:
        raise Fault(
            422, bad.code, where=f"seats[{bad.at}].name", name=bad.name, most=LONGEST
        ) from bad


@api.post("/t/<code>/links")
def renew_links(code: str) -> Response:
    """Renew the join code and the links (hosts only): 201. Devices that joined stay."""
    view = open_view()
    key = body(read_key)
    renew(view, key)
    table, made = context.store().table(view.table.id), context.store().written(view.table.id, key)
    assert made is not None
    return answered(201, revision=made.last, join_code=table.join_code, links=_links(table))


def _links(table: TableRow) -> dict[str, str]:
    links = {"host": table.host_link, "seat": table.seat_link, "watch": table.watch_link}
    return {
        role: url_for("join.by_link", link=link, _external=True) for role, link in links.items()
    }


@api.get("/t/<code>")
def table(code: str) -> Response:
    """A table: revision, scene, totals, prompts, score sheet, result."""
    return jsonify(table_json(open_view()))


@api.get("/t/<code>/record")
def record(code: str) -> Response:
    """Download the table's record; before a reveal it ends with the last revealed round."""
    view = open_view()
    response = jsonify(record_of(view))
    response.headers["Content-Disposition"] = (
        f'attachment; filename="referee-{view.table.code}.json"'
    )
    return response


@api.post("/t/<code>/moves")
def moves(code: str) -> Response:
    """Record all entries or none: 201 with the revision; 409 if stale; 422 with the rulings."""
    table, grant = admitted()
    seen, key, entries, reason = body(read_moves)
    try:
        history = context.desk().enter(
            table, seen, entries, key, entered_by(grant), reason, grant.role == "host"
        )
    except Refused as refused:
        raise discreet(view_of(table, grant), entries[refused.index], refused) from refused
    if any(made.accept for made in entries):
        note_own(table, key, len(entries))
    return recorded(history.revision)


@api.post("/t/<code>/check")
def check_entries(code: str) -> Response:
    """Check entries without recording them: rulings, lines and points."""
    view = open_view()
    return jsonify(trial_json(view, body(read_entries)))


@api.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Undo the newest entry, or the event ``of``: 201 with the new revision."""
    view = open_view()
    seen, key, of = body(lambda part: (part.number("seen"), read_key(part), part.number("of", 0)))
    newest = view.own_secret or newest_entry(view.history.events)
    of = of or (newest.seq if newest else 0)
    if not view.may_take_back(of):
        abort(403)
    history = context.desk().undo(view.table, seen, key, entered_by(view), of, view.hosts)
    note_own(view.table, key)
    return recorded(history.revision)


@api.post("/check")
def check_record() -> Response:
    """Play a whole record through: lines, totals, rulings and result. Nothing is kept."""
    try:
        history, names = records.load(json_body(), GAMES)
    except (TypeError, ValueError, OverflowError) as bad:
        # The body may be anything; only its sender can correct it.
        raise (
            bad if isinstance(bad, records.BadRecord) else records.BadRecord("unreadable", "record")
        ) from bad
    said = rendering.speaker(history.game.info.id, names, html=False)
    return jsonify(replay_json(history, totals(history.lines, history.seats), said))
