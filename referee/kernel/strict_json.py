"""Strict JSON from outside: it refuses every value that could not be written again."""

import json
from typing import Any

_STRICT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class NotJson(ValueError):
    """Text that is no JSON from ``line`` and ``column`` on; 1, 1 if a value is not allowed."""

    def __init__(self, why: str, line: int = 1, column: int = 1) -> None:
        super().__init__(why)
        self.place = {"line": line, "column": column}


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text; raises NotJson.

    Python alone allows NaN, 1e999, endless nesting and lone surrogates (``"\\ud800"``).
    """
    try:
        found = json.loads(text)  # noqa: TID251 - here it is made strict
        _STRICT.encode(found).encode()
    except json.JSONDecodeError as bad:
        raise NotJson(bad.msg, bad.lineno, bad.colno) from bad
    except (ValueError, RecursionError) as bad:
        raise NotJson(str(bad)) from bad
    return found
