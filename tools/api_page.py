"""The documentation page of the API, from its OpenAPI document."""

from collections.abc import Iterator
from typing import Any

from referee.web.api.openapi import describe

from .permissions_page import pages_alone

Schema = dict[str, Any]


def page() -> str:
    """The whole page in Markdown; the options of each game are in RECORDS.md."""
    with pages_alone().app_context():
        told = describe({}, "")
    schemas = told["components"]["schemas"]
    schemas["Start"]["properties"] |= {"game": {"type": "string"}, "options": {"type": "object"}}
    parts = [
        "# The API",
        f"{told['info']['description']} The same for programs: `GET /api/openapi.json`.",
        "## Addresses",
    ]
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            parts += _operation(f"{method.upper()} {path}", operation)
    parts.append("## Bodies and answers")
    for name, schema in sorted(schemas.items()):
        parts += _object(name, schema)
    return "\n\n".join(parts) + "\n"


def _operation(address: str, told: Schema) -> Iterator[str]:
    yield f"### `{address}`"
    yield f"{told['summary']}."
    asked = [f"`{one['name']}`" for one in told["parameters"] if one["in"] == "query"]
    lines = [f"- query: {', '.join(asked)}"]
    if "requestBody" in told:
        lines.append(f"- body: {_content(told['requestBody'])}")
    for status, answer in told["responses"].items():
        lines.append(f"- {status} {answer['description']}: {_content(answer)}")
    yield "\n".join(lines)


def _content(told: Schema) -> str:
    return _type(told["content"]["application/json"]["schema"])


def _object(name: str, told: Schema) -> Iterator[str]:
    yield f"### {name}"
    yield told.get("description", "Any object.")
    rows = [
        f"| `{field}` | {_type(kind)} | {'yes' if field in told['required'] else ''} |"
        for field, kind in told.get("properties", {}).items()
    ]
    if rows:
        yield "\n".join(["| field | type | required |", "|---|---|---|", *rows])


def _type(told: Schema) -> str:
    """A type in words: a link to an object, a list of a type, or the values there are."""
    if "$ref" in told:
        name = told["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in told:
        return " or ".join(map(_type, told["anyOf"]))
    if "enum" in told:
        return ", ".join(f"`{value}`" for value in told["enum"])
    if "items" in told:
        return f"list of {_type(told['items'])}"
    return f"`{told['const']}`" if "const" in told else told.get("type", "any value")
