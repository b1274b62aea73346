"""The edition for one phone's browser, asked as Flask's own client asks."""

from __future__ import annotations

import json as plain_json
from dataclasses import dataclass
from typing import Any

from referee.browser.phone import Phone
from tests.support.talk import Told

SITE = "https://games.example"
URL = f"{SITE}/cards/"


@dataclass(frozen=True)
class OwnPhone:
    """Posts JSON to an application that has no server; its site is below a path."""

    phone: Phone

    def post(self, path: str, /, *, json: Any) -> Told:
        """Post JSON."""
        headers = [("Content-Type", "application/json")]
        body = plain_json.dumps(json).encode()
        answer = self.phone.answer("POST", f"/cards{path}", headers, body)
        return Told(answer.status, plain_json.loads(answer.body))
