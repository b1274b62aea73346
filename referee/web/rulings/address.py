"""Where the ruling about a number is: under which options, and under an address to be sent on."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from flask import abort, url_for

from referee.store import TableRow
from referee.web.view.view import View

from .number import Dispute
from .recount import open_options
from .what_if import PREFIX, edition_options

SIGNS = 40


def asked_options(view: View, args: Mapping[str, str]) -> dict[str, Any]:
    """The options an address asks for: those of an edition, then single ones; only what differs from the table's."""
    editions = view.history.game.info.editions
    edition = args.get("edition", "")
    base = edition_options(view, edition) if edition in editions else {}
    named = {option.field.name: args[PREFIX + option.field.name] for option in open_options(view) if PREFIX + option.field.name in args}
    return {name: value for name, value in {**base, **named}.items() if str(value) != str(view.history.options[name])}


def find_dispute(view: View, number: int, seat: str) -> Dispute:
    """The cell of a round and a seat; 404 where nothing is scored that this reader may see."""
    if seat not in view.names:
        abort(404)
    try:
        return Dispute.about(view, number, seat)
    except LookupError:
        abort(404)


def seal(table: TableRow, number: int, seat: str, revision: int) -> str:
    """What the address of a shared ruling must carry."""
    told = f"ruling {table.code} {number} {seat} {revision}"
    return hmac.new(table.watch_link.encode(), told.encode(), hashlib.sha256).hexdigest()[:SIGNS]


def share_address(view: View, number: int, seat: str, endpoint: str = "shared.ruling", **more: Any) -> str:
    """The address that shows a ruling of this table, as it stands, to anybody."""
    revision = view.history.revision
    token = seal(view.table, number, seat, revision)
    return url_for(endpoint, code=view.table.code, number=number, seat=seat, revision=revision, token=token, _external=True, **more)
