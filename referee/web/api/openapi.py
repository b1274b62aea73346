"""The description of the API (OpenAPI 3.1), made from a table of routes and from the games' own field schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.game import AnyGame
from referee.kernel.record import FORMAT
from referee.store import MAX_REASON
from referee.table_events.calls import ANSWERS
from referee.table_events.settings import VALUES
from referee.web.http.security import MAX_BODY
from referee.web.people.naming import LONGEST

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
YES_NO: Schema = {"type": "boolean"}
ANY_OBJECT: Schema = {"type": "object"}
ANY_VALUE: Schema = {}


@dataclass(frozen=True)
class Route:
    """One operation: method, path, endpoint, what it does, names of the schemas of body and answer, the ways it can fail, what its query holds."""

    method: str
    path: str
    endpoint: str
    summary: str
    answer: str
    body: str = ""
    status: int = 200
    fails: tuple[int, ...] = ()
    guarded: bool = False
    asks: tuple[str, ...] = ()


READING = (404,)
SENDING = (400, 403, 413, 415, 422)
ENTERING = (*SENDING, 404, 409, 503)
ROUTES = (
    Route("get", "/api/", "index", "Where everything is", "Any"),
    Route("get", "/api/openapi.json", "openapi", "This description", "Any"),
    Route("get", "/api/games", "games", "The games", "Games"),
    Route("get", "/api/games/{game_id}", "game", "A game: options, editions, slots and kinds of moves", "Game", fails=READING),
    Route("get", "/api/rules/search", "search_rules", "The rules that answer a question best", "FoundRules", fails=READING, asks=("q", "game")),
    Route("get", "/api/rules/{clause_id}", "rule", "A clause of a rulebook, or a point its source leaves open", "Rule", fails=READING),
    Route("get", "/api/ask/{game_id}", "questions", "What can be asked at the dispute desk, and the facts it needs", "Questions", fails=READING),
    Route("get", "/api/ask/{game_id}/{question_id}", "ask", "The ruling on the facts in the query", "RulingOnFacts", fails=(404, 422)),
    Route("post", "/api/tables", "open_table", "Start a table; this device becomes a host", "Opened", "Start", 201, (*SENDING, 503)),
    Route("get", "/api/t/{code}", "table", "A table as the caller may see it", "Table", fails=READING, guarded=True),
    Route("get", "/api/t/{code}/what-if", "what_if", "The table under other options: `o.<option>=<value>`, `edition=<name>`", "WhatIf", fails=(404, 422), guarded=True),
    Route("get", "/api/t/{code}/ruling/{number}/{seat}", "ruling", "The ruling about one number of the score sheet, by round and seat", "RulingOnNumber", fails=READING, guarded=True),
    Route("get", "/api/t/{code}/record", "record", "The table's record", "Record", fails=READING, guarded=True),
    Route("post", "/api/t/{code}/moves", "moves", "Record entries, all or none", "Recorded", "Moves", 201, ENTERING, True),
    Route("post", "/api/t/{code}/check", "check_entries", "What would be said to entries", "Trial", "Entries", 200, (*SENDING, 404), True),
    Route("post", "/api/t/{code}/undo", "undo", "Take back the newest entry, or the event `of`", "Recorded", "Undo", 201, ENTERING, True),
    Route("post", "/api/t/{code}/amend", "amend", "Correct an entry; 202 with a proposal where the host is asked", "Recorded", "Amend", 201, ENTERING, True),
    Route("get", "/api/t/{code}/proposals", "proposals", "The oldest corrections that wait for the host, and how many more there are", "Proposals", fails=READING, guarded=True),
    Route("post", "/api/t/{code}/proposals/{seq}/agree", "agree", "Make a correction that was proposed; hosts only", "Recorded", "Agree", 201, ENTERING, True),
    Route("post", "/api/t/{code}/proposals/{seq}/decline", "decline", "Turn a proposal down; hosts only", "Recorded", "Decline", 201, ENTERING, True),
    Route("get", "/api/t/{code}/changes", "changes", "What changed and this device has not been shown yet, the newest of it", "Changes", fails=READING, guarded=True),
    Route("post", "/api/t/{code}/seen", "seen", "Note what this device has been shown", "Recorded", "Seen", 200, (*SENDING, 404), True),
    Route("get", "/api/t/{code}/house", "settings", "How the table treats its phones", "House", fails=READING, guarded=True),
    Route("post", "/api/t/{code}/house", "set_house", "Change settings of the table; hosts only", "Recorded", "NewHouse", 201, ENTERING, True),
    Route("post", "/api/t/{code}/links", "renew_links", "Renew the code to join by and the links; hosts only", "Links", "Keyed", 201, ENTERING, True),
    Route("get", "/api/t/{code}/rulings", "rulings", "What the table's group holds to in this game", "Rulings", fails=READING, guarded=True),
    Route("post", "/api/t/{code}/rulings", "make_ruling", "Keep a reading for the group, or give one up", "Recorded", "NewRuling", 201, ENTERING, True),
    Route("post", "/api/t/{code}/call", "call", "Call the referee: the new revision is the number of the call", "Recorded", "NewCall", 201, ENTERING, True),
    Route("post", "/api/t/{code}/call/{seq}", "settle", "Settle a call, or with `go` let entering go on meanwhile", "Recorded", "Settlement", 201, ENTERING, True),
    Route("post", "/api/check", "check_record", "Play a whole record through, keeping nothing", "Replayed", "Record", 200, SENDING),
)
KEYED = ("Moves", "Undo", "Amend", "Agree", "Decline", "NewHouse", "Keyed")
MEANINGS = {
    200: "Done", 201: "Recorded", 202: "The host is asked", 400: "No readable JSON", 403: "Not allowed with this device or link", 404: "Unknown, or not let in",
    409: "The table moved on: `head` is its revision; or its host has ended it early", 413: "Too large", 415: "No JSON", 422: "Cannot be used; `rulings` say why", 503: "Try again",
}


def describe(games: Mapping[str, AnyGame], version: str) -> Schema:
    """The whole description."""
    paths: dict[str, Schema] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Referee", "version": version, "description": f"Bodies are JSON of at most {MAX_BODY} bytes. Every error has the same shape."},
        "paths": paths,
        "components": {
            "schemas": _schemas(games),
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}, "device": {"type": "apiKey", "in": "cookie", "name": "device"}},
        },
    }


def _operation(route: Route) -> Schema:
    answers = {str(route.status): _content(route.answer, MEANINGS[route.status])}
    if route.endpoint == "amend":
        answers["202"] = _content("Proposed", MEANINGS[202])
    answers |= {str(status): _content("Error", MEANINGS[status]) for status in route.fails}
    found: Schema = {"operationId": route.endpoint, "summary": route.summary, "parameters": _parameters(route), "responses": answers}
    if route.body:
        found["requestBody"] = {"required": True, **_content(route.body)}
    if route.guarded:
        found["security"] = [{"device": []}, {"link": []}]
    return found


def _content(schema: str, description: str = "") -> Schema:
    content: Schema = {"content": {"application/json": {"schema": _ref(schema)}}}
    return {"description": description, **content} if description else content


def _parameters(route: Route) -> list[Schema]:
    names = [part.partition("}")[0] for part in route.path.split("{")[1:]]
    found: list[Schema] = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in names]
    found += [{"name": name, "in": "query", "required": False, "schema": TEXT} for name in route.asks]
    found.append({"name": "lang", "in": "query", "required": False, "schema": {"enum": ["en", "ja"]}})
    if route.body in KEYED:
        found.append({"name": "Idempotency-Key", "in": "header", "required": False, "description": "In place of `key`", "schema": TEXT})
    return found


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(required: str = "", **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required.split()}


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def value_schema(field: Mapping[str, Any]) -> Schema:
    """The JSON schema of a value that a field of this schema accepts."""
    match field["type"]:
        case "cards":
            return _list({"type": "string", "examples": field["cards"][:3]}, minItems=0 if field["optional"] else field["least"], maxItems=field["most"])
        case "int":
            return {"type": "integer", "minimum": field["low"], "maximum": field["high"]}
        case "flag":
            return YES_NO
        case "many":
            return _list({"enum": field["values"]})
        case "choice" | "place" if field["values"]:
            return {"enum": field["values"]}
        case "text":
            return {"type": "string", "maxLength": field["most"]}
    return TEXT


def _options(game: AnyGame) -> Schema:
    fields = [option.field.schema() for option in game.info.options]
    return {"type": "object", "properties": {field["name"]: value_schema(field) for field in fields}, "additionalProperties": False}


def _schemas(games: Mapping[str, AnyGame]) -> Schema:
    options = {f"Options.{name}": _options(game) for name, game in games.items()}
    return {**_told(), **_asked(), **_ruled(), **_otherwise(), **_changed(), **_bodies(list(games)), **_answers(), **options, "Any": ANY_OBJECT}


def _told() -> Schema:
    ruling = {"code": TEXT, "clause": TEXT, "level": {"enum": ["impossible", "illegal", "note"]}, "field": _or_null(TEXT), "params": ANY_OBJECT, "text": TEXT}
    error = _object("code message rulings", code=TEXT, message=TEXT, rulings=_list(_ref("Ruling")), head=WHOLE, where=TEXT, entry=WHOLE, seq=WHOLE, call=WHOLE)
    return {
        "Ruling": _object(" ".join(ruling), **ruling),
        "Error": _object("error", error=error),
        "Say": _object("code text", code=TEXT, params=ANY_OBJECT, clause=TEXT, text=TEXT),
        "Line": _object(
            "seat round points code text", seat=TEXT, round=WHOLE, points=WHOLE, clause=TEXT, code=TEXT, params=ANY_OBJECT,
            cards=_list(TEXT), slot=TEXT, part=TEXT, text=TEXT,
        ),
        "Result": _object("ranking winners reasons", ranking=_list(_list(TEXT)), winners=_list(TEXT), reasons=_list(_ref("Say"))),
        "Totals": {"type": "object", "additionalProperties": WHOLE},
    }


def _asked() -> Schema:
    field = _object("name type optional", name=TEXT, type=TEXT, optional=YES_NO, label=TEXT)
    return {
        "Field": {**field, "description": "How an answer has to look; what else it holds depends on its type."},
        "Prompt": _object(
            "kind seat fields", kind=TEXT, text=TEXT, seat=_or_null(TEXT), clause=TEXT, secret=YES_NO, aside=YES_NO, form=TEXT,
            fields=_list(_ref("Field")),
        ),
        "Seat": _object("id name", id=TEXT, name=TEXT, total=WHOLE, awaited=YES_NO),
        "Games": _object("games", games=_list(_ref("Game"))),
        "Game": _object(
            "id name version seats", id=TEXT, name=TEXT, version=TEXT, seats=_list(WHOLE), prefix=TEXT, rounds=WHOLE, href=TEXT, rules=TEXT,
            options=_list(_ref("Field")), editions=_list(ANY_OBJECT), slots=_list(ANY_OBJECT), moves=_list(ANY_OBJECT),
        ),
        "Rule": _object("id game version kind text", score={"type": "number"}, title=TEXT, id=TEXT, game=TEXT, version=TEXT, kind=TEXT, text=TEXT, options=_list(TEXT), href=TEXT),
        "FoundRules": _object("rules", rules=_list(_ref("Rule"))),
        "Table": _object(
            "code game revision seats totals scene prompts lines result calls closed next", code=TEXT, game=TEXT, revision=WHOLE, role=TEXT, seat=_or_null(TEXT),
            options=ANY_OBJECT, seats=_list(_ref("Seat")), totals=_ref("Totals"), scene=ANY_OBJECT, prompts=_list(_ref("Prompt")),
            lines=_list(_ref("Line")), result=_or_null(_ref("Result")), calls=_list(_ref("Call")), closed=YES_NO, next=_or_null(TEXT),
        ),
        "Call": _object(
            "seq round text waits", seq=WHOLE, round=WHOLE, of=_or_null(WHOLE), clause=_or_null(TEXT), option=_or_null(TEXT), words=TEXT, by=TEXT,
            at={"type": "number"}, waits=YES_NO, text=TEXT,
        ),
    }


def _ruled() -> Schema:
    said = _list(_ref("Say"))
    reading = _object("option value clause verdict why", option=TEXT, value=ANY_VALUE, clause=TEXT, verdict=_ref("Say"), why=said)
    held = _object("clause text", clause=TEXT, option=_or_null(TEXT), value=ANY_VALUE, words=TEXT, text=TEXT, at={"type": "number"})
    return {
        "Rulings": _object("rulings", rulings=_list(held)),
        "NewRuling": _object("clause", clause=TEXT, option=TEXT, value=TEXT, words={"type": "string", "maxLength": MAX_REASON}, withdrawn=YES_NO, key=TEXT),
        "Questions": _object("game questions", game=TEXT, questions=_list(_object("id text clause fields", id=TEXT, text=TEXT, clause=TEXT, fields=_list(_ref("Field"))))),
        "RulingOnFacts": _object(
            "game question facts options verdict why lines clauses readings", game=TEXT, question=TEXT, text=TEXT, facts=ANY_OBJECT, options=ANY_OBJECT,
            verdict=_ref("Say"), why=said, lines=_list(_ref("Line")), rulings=said, also=said, clauses=_list(TEXT), readings=_list(reading),
        ),
    }


def _otherwise() -> Schema:
    """Tables and numbers of their sheets counted by other options."""
    standing = _object("totals places ahead", totals=_ref("Totals"), places=_ref("Totals"), ahead=_list(TEXT))
    stopped = _object("seq round rulings", seq=WHOLE, round=WHOLE, rulings=_list(_ref("Ruling")))
    beside = {
        "text": TEXT, "here": standing, "other": standing, "lines": _list(_ref("Line")), "result": _or_null(_ref("Result")),
        "changes": _list(_object("round seat old new", round=WHOLE, seat=TEXT, old=_or_null(WHOLE), new=_or_null(WHOLE))),
        "refused": _list(stopped), "stopped": _or_null(stopped),
    }
    reading = _object("option value text counted matters points other", option=TEXT, text=TEXT, counted=YES_NO, matters=YES_NO, points=_or_null(WHOLE), other=standing)
    overruled = _object("seq reason rulings without", seq=WHOLE, reason=TEXT, rulings=_list(_ref("Ruling")), without=_object(" ".join(beside), **beside))
    return {
        "WhatIf": _object(f"options asked {' '.join(beside)}", options=ANY_OBJECT, asked=ANY_OBJECT, **beside),
        "RulingOnNumber": _object(
            "round seat points text lines clauses matters here readings overruled", round=WHOLE, seat=TEXT, points=WHOLE, text=TEXT,
            lines=_list(_ref("Line")), clauses=_list(_object("id href text", id=TEXT, href=TEXT, text=TEXT)), matters=YES_NO, here=standing,
            readings=_list(reading), overruled=_or_null(overruled),
        ),
    }


def _changed() -> Schema:
    """Corrections, what they changed, and the settings that say who decides about them."""
    number = _object("kind label old new", kind={"enum": ["cell", "total", "result"]}, label=TEXT, old=ANY_VALUE, new=ANY_VALUE)
    told = {"seq": WHOLE, "type": TEXT, "by": TEXT, "at": {"type": "number"}, "reason": TEXT, "text": TEXT, "numbers": _list(number)}
    change = _object(f"move clauses {' '.join(told)}", **told, move=_or_null(WHOLE), clauses=_list(TEXT))
    proposal = _object(f"move outdated {' '.join(told)}", **told, move=WHOLE, outdated=YES_NO)
    house: dict[str, Any] = {name: {"enum": list(values)} for name, values in VALUES.items()}
    reason: Schema = {"type": "string", "maxLength": MAX_REASON}
    return {
        "Amend": _object("seen of entry reason", seen=WHOLE, key=TEXT, of=WHOLE, entry=_ref("Entry"), reason=reason, rewind=YES_NO),
        "Agree": _object("seen", seen=WHOLE, key=TEXT),
        "Keyed": _object("", key=TEXT),
        "Decline": _object("reason", key=TEXT, reason=reason),
        "Seen": _object("upto", upto=WHOLE),
        "House": _object(" ".join(house), **house),
        "NewHouse": _object("settings", key=TEXT, settings=_object(**house)),
        "Proposed": _object("revision proposal", revision=WHOLE, proposal=WHOLE),
        "Proposals": _object("proposals more", proposals=_list(proposal), more=WHOLE),
        "Changes": _object("revision changes", revision=WHOLE, changes=_list(change)),
    }


def _bodies(games: list[str]) -> Schema:
    entries = _list(_ref("Entry"), minItems=1)
    named = _object("name", name={"type": "string", "maxLength": LONGEST})
    words = {"type": "string", "maxLength": MAX_REASON}
    return {
        "NewCall": _object("", of=WHOLE, clause=TEXT, option=TEXT, words=words, key=TEXT),
        "Settlement": _object(
            "outcome", outcome={"enum": list(ANSWERS)}, clause=TEXT, option=TEXT, value=TEXT, words=words, key=TEXT,
        ),
        "Entry": _object("kind", kind=TEXT, seat=_or_null(TEXT), data=ANY_OBJECT, accept=_list(TEXT)),
        "Entries": _object("entries", entries=entries),
        "Moves": _object("seen entries", seen=WHOLE, key=TEXT, entries=entries, reason={"type": "string", "maxLength": MAX_REASON}),
        "Undo": _object("seen", seen=WHOLE, key=TEXT, of=WHOLE),
        "Start": _object(
            "game seats", game={"enum": games}, edition={"type": "string", "default": "page"}, seats=_list(named, minItems=1),
            options={"anyOf": [_ref(f"Options.{game}") for game in games]},
        ),
        "Record": _object(
            "format game seats events", format={"const": FORMAT}, game=TEXT, rules_version=TEXT, edition=TEXT, options=ANY_OBJECT,
            seats=_list(_ref("Seat")), events=_list(ANY_OBJECT),
        ),
    }


def _answers() -> Schema:
    lines, rulings = _list(_ref("Line")), _list(_ref("Ruling"))
    return {
        "Links": _object("revision join_code links", revision=WHOLE, join_code=TEXT, links={"type": "object", "additionalProperties": TEXT}),
        "Opened": _object(
            "code game revision href links", code=TEXT, game=TEXT, revision=WHOLE, href=TEXT, seats=_list(_ref("Seat")),
            links=_object("host seat watch", host=TEXT, seat=TEXT, watch=TEXT),
        ),
        "Recorded": _object("revision", revision=WHOLE),
        "Trial": _object("stands rulings lines points", stands=YES_NO, stopped_at=_or_null(WHOLE), rulings=rulings, lines=lines, points=_ref("Totals")),
        "Replayed": _object(
            "stands lines totals rulings result", game=TEXT, revision=WHOLE, stands=YES_NO, lines=lines, totals=_ref("Totals"), rulings=rulings,
            broken=_or_null(ANY_OBJECT), result=_or_null(_ref("Result")),
        ),
    }
