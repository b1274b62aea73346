"""The OpenAPI 3.1 document, from ``openapi.toml``, the table of rights and the games' fields."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.kernel.game import AnyGame
from referee.kernel.record import FORMAT
from referee.store.values import MAX_REASON
from referee.table_events.calls import ANSWERS
from referee.table_events.settings import VALUES
from referee.web.http.json_body import MAX_KEY
from referee.web.http.rights import BY_ENDPOINT, Right, at_table
from referee.web.http.security import MAX_BODY
from referee.web.people.naming import LONGEST
from referee.words import LANGUAGES

Schema = dict[str, Any]
TOLD: Schema = tomllib.loads(Path(__file__).with_name("openapi.toml").read_text(encoding="utf-8"))
OBJECTS: Mapping[str, str] = TOLD["objects"] | {
    "House": " ".join(f"{name}:house_{name}" for name in VALUES),
    "house": " ".join(f"{name}?:house_{name}" for name in VALUES),
}
TYPES: Mapping[str, Schema] = TOLD["types"] | {
    "reason": {"type": "string", "maxLength": MAX_REASON},
    "player": {"type": "string", "maxLength": LONGEST},
    "outcome": {"enum": list(ANSWERS)},
    "format": {"const": FORMAT},
    "key": {
        "type": "string",
        "minLength": 1,
        "maxLength": MAX_KEY,
        "description": (
            "What makes a repeat known. Required unless the header Idempotency-Key holds it"
        ),
    },
    "again_code": {
        "type": "string",
        "description": "The code of an earlier table of this device: the new one joins its group",
    },
    "group_link": {
        "type": "string",
        "description": (
            "The address of a group that this device belongs to, or the link in it: the new table "
            "joins it. Not beside `again`"
        ),
    },
    **{f"house_{name}": {"enum": list(values)} for name, values in VALUES.items()},
}
TEXT = TYPES["text"]


@dataclass(frozen=True)
class Route:
    """An operation: ``answer`` and ``body`` name schemas, ``asks`` query keys, ``fails`` codes."""

    endpoint: str
    summary: str
    answer: str
    body: str = ""
    status: int = 200
    asks: tuple[str, ...] = ()
    fails: tuple[int, ...] = ()

    @property
    def right(self) -> Right:
        return BY_ENDPOINT[f"api.{self.endpoint}"]

    @property
    def method(self) -> str:
        return self.right.method.lower()

    @property
    def path(self) -> str:
        """The path with its variable parts in braces, as OpenAPI writes it."""
        return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.right.path)


ROUTES = [Route(endpoint, **told) for endpoint, told in TOLD["routes"].items()]


def describe(games: Mapping[str, AnyGame], version: str) -> Schema:
    """Build the whole document."""
    paths: dict[str, Schema] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Referee",
            "version": version,
            "description": TOLD["description"].format(most=MAX_BODY),
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(games),
            "securitySchemes": TOLD["security"],
        },
    }


def _operation(route: Route) -> Schema:
    waits = {202: "Asked"} if route.endpoint == "ask_in" else {}
    answers = {route.status: route.answer, **waits, **dict.fromkeys(_fails(route), "Error")}
    responses = {
        str(status): {"description": TOLD["meanings"][str(status)], **_content(schema)}
        for status, schema in answers.items()
    }
    found: Schema = {
        "operationId": route.endpoint,
        "summary": route.summary,
        "parameters": _parameters(route),
        "responses": responses,
    }
    if route.body:
        found["requestBody"] = {"required": True, **_content(route.body)}
    if at_table(route.right):
        found["security"] = [{"device": []}, {"link": []}]
    return found


def _fails(route: Route) -> list[int]:
    unknown = [404] if "{" in route.path or route.asks else []
    if route.method == "get":
        return [*unknown, *route.fails]
    stored = [409, 503] if at_table(route.right) else [503]
    return [400, 403, 413, 415, 422, *unknown, *(stored if route.status == 201 else [])]


def _content(schema: str) -> Schema:
    return {"content": {"application/json": {"schema": _type(schema)}}}


def _parameters(route: Route) -> list[Schema]:
    found: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": TEXT}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    found += [
        {"name": name, "in": "query", "required": False, "schema": TEXT} for name in route.asks
    ]
    found.append(
        {"name": "lang", "in": "query", "required": False, "schema": {"enum": list(LANGUAGES)}}
    )
    if "key?" in dict(_parts(OBJECTS.get(route.body, ""))):
        found.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": False,
                "description": "Required unless the body has `key`",
                "schema": TYPES["key"],
            }
        )
    return found


def _type(told: str) -> Schema:
    """Return the schema of a type in the notation of ``openapi.toml``."""
    if told.endswith("|null"):
        return {"anyOf": [_type(told.removesuffix("|null")), {"type": "null"}]}
    if told.endswith("[]"):
        return _list(_type(told.removesuffix("[]")))
    if told[0].isupper():
        return {"$ref": f"#/components/schemas/{told}"}
    return _object(OBJECTS[told]) if told in OBJECTS else TYPES[told]


def _object(told: str) -> Schema:
    parts = dict(_parts(told))
    properties = {name.rstrip("?"): _type(kind) for name, kind in parts.items()}
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in parts if not name.endswith("?")],
    }


def _parts(told: str) -> Iterator[tuple[str, str]]:
    for part in told.split():
        name, _colon, kind = part.partition(":")
        yield from _parts(OBJECTS[name[3:]]) if name.startswith("...") else [(name, kind or "text")]


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def value_schema(field: Mapping[str, Any]) -> Schema:
    """The JSON schema of the values that a game's field accepts."""
    match field["type"]:
        case "cards":
            least = 0 if field["optional"] else field["least"]
            return _list(
                {**TEXT, "examples": field["cards"][:3]}, minItems=least, maxItems=field["most"]
            )
        case "int":
            return {"type": "integer", "minimum": field["low"], "maximum": field["high"]}
        case "flag":
            return TYPES["yes_no"]
        case "many":
            return _list({"enum": field["values"]})
        case "choice" | "place" if field["values"]:
            return {"enum": field["values"]}
        case "text":
            return {**TEXT, "maxLength": field["most"]}
    return TEXT


def _options(game: AnyGame) -> Schema:
    fields = [option.field.schema() for option in game.info.options]
    return {
        "type": "object",
        "properties": {field["name"]: value_schema(field) for field in fields},
        "additionalProperties": False,
    }


def _schemas(games: Mapping[str, AnyGame]) -> Schema:
    found = {name: _object(told) for name, told in OBJECTS.items() if name[0].isupper()}
    found["Field"] |= {
        "description": "How an answer has to look; what else it holds depends on its type."
    }
    for body in ("Entries", "Moves", "Start"):
        found[body]["properties"]["seats" if body == "Start" else "entries"]["minItems"] = 1
    found["Start"]["properties"]["game"] = {"enum": list(games)}
    found["Start"]["properties"]["options"] = {
        "anyOf": [_type(f"Options.{game}") for game in games]
    }
    options = {f"Options.{name}": _options(game) for name, game in games.items()}
    return {**found, **options, "Totals": TYPES["points_by_seat"], "Any": TYPES["object"]}
