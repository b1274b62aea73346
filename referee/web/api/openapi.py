"""The OpenAPI 3.1 document, from bodies, answers, the addresses and the games' fields."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from flask import current_app
from msgspec import UNSET, Meta, UnsetType

from referee.data_files import read_toml
from referee.kernel.game import AnyGame
from referee.own.sheet import ID
from referee.web.http.permissions import Address, addresses, at_table
from referee.web.http.security import MAX_BODY
from referee.words import LANGUAGES

from . import answers, bodies, record_types, ruling_answers

Schema = dict[str, Any]
TOLD: Schema = read_toml(Path(__file__).with_name("openapi.toml").read_text(encoding="utf-8"))
TEXT: Schema = {"type": "string"}
KINDS: Mapping[str, type] = vars(record_types) | vars(answers) | vars(ruling_answers) | vars(bodies)
"""Bodies and answers by their names."""
PLACE = "#/components/schemas/{name}"


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
    def address(self) -> Address:
        return next(addresses(current_app, f"api.{self.endpoint}"))

    @property
    def method(self) -> str:
        return self.address.method.lower()

    @property
    def path(self) -> str:
        """The path with its variable parts in braces, as OpenAPI writes it."""
        return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.address.path)


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
    waits = {202: "PendingApproval"} if route.endpoint == "ask_in" else {}
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
    if at_table(route.address.right):
        found["security"] = [{"device": []}, {"link": []}]
    return found


def _fails(route: Route) -> list[int]:
    unknown = [404] if "{" in route.path or route.asks else []
    if route.method == "get":
        # A device that only watches is refused what takes a higher right.
        refused = [403] if route.address.right.least in ("seat", "player", "host") else []
        return [*refused, *unknown, *route.fails]
    stored = [409, 503] if at_table(route.address.right) else [503]
    changes = stored if route.status == 201 else []
    return [400, 403, *unknown, *route.fails, 413, 415, 422, *changes]


def _content(schema: str) -> Schema:
    return {"content": {"application/json": {"schema": {"$ref": PLACE.format(name=schema)}}}}


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
    if route.body and issubclass(KINDS[route.body], bodies.Keyed):
        found.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": False,
                "description": "Required unless the body has `key`",
                "schema": msgspec.json.schema(bodies.Key),
            }
        )
    return found


def option_type(field: Mapping[str, Any]) -> Any:
    """The type of the values that a game's option has; any text for a seat."""
    kind: Any = Literal[tuple(field["values"])] if field.get("values") else str
    if field["type"] == "int":
        kind = Annotated[int, Meta(ge=field["low"], le=field["high"])]
    if field["type"] == "flag":
        kind = bool
    return kind | None if field["optional"] else kind


def options_type(game: AnyGame, whole: bool = False) -> type[msgspec.Struct]:
    """An object with the options of a game; each may be missing, unless it is whole."""
    kinds = {option.field.name: option_type(option.field.schema()) for option in game.info.options}
    return msgspec.defstruct(
        f"Options.{game.info.id}",
        [
            (name, kind) if whole else (name, kind | UnsetType, UNSET)
            for name, kind in kinds.items()
        ],
        forbid_unknown_fields=True,
    )


OF_A_SHEET: Schema = {
    "type": "object",
    "properties": {"dealer": {"type": "string"}},
    "additionalProperties": False,
}
"""The options of a game that is made of a score sheet."""


def _schemas(games: Mapping[str, AnyGame]) -> Schema:
    options = [options_type(game) for game in games.values()]
    named = {name for route in ROUTES for name in (route.answer, route.body) if name in KINDS}
    kinds = [KINDS[name] for name in ("Error", "PendingApproval", *sorted(named))]
    _, found = msgspec.json.schema_components([*kinds, *options], ref_template=PLACE)
    for kind, key in bodies.REQUIRED.items():
        described = found[kind.__name__]
        del described["properties"][key]["default"]
        described["required"] = [*described.get("required", []), key]
    start = found["Start"]["properties"]
    start["game"] = {"anyOf": [{"enum": list(games)}, {"type": "string", "pattern": f"^{ID}"}]}
    known = [{"$ref": PLACE.format(name=one.__name__)} for one in options]
    start["options"] = {"anyOf": [*known, OF_A_SHEET]}
    return {**found, "Any": {"type": "object"}}
