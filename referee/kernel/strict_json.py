"""JSON from elsewhere, read in one place: nothing comes in that could not be written again."""

import json
from typing import Any

_STRICT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class NotJson(ValueError):
    """A text that cannot be read from a line and column on; from its first, where all of it holds
    what no JSON could.
    """

    def __init__(self, why: str, line: int = 1, column: int = 1) -> None:
        super().__init__(why)
        self.place = {"line": line, "column": column}


def read_json(text: str | bytes) -> Any:
    """What a JSON text holds; NotJson.

    Python alone takes more: NaN, numbers beyond every bound (1e999), nesting until it gives up, and
    half a character (``"\\ud800"``), which can be kept and shown nowhere.
    """
    try:
        found = json.loads(text)  # noqa: TID251 - here it is made strict
        _STRICT.encode(found).encode()
    except json.JSONDecodeError as bad:
        raise NotJson(bad.msg, bad.lineno, bad.colno) from bad
    except (ValueError, RecursionError) as bad:
        raise NotJson(str(bad)) from bad
    return found
