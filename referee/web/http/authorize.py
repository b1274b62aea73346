"""Access control: check every request against the right of its view before the view runs."""

from typing import Literal

from flask import Response, abort, current_app, g, redirect, request, url_for

from referee.service.settings import table_settings
from referee.store.codes import link_of_others
from referee.store.errors import StoreError
from referee.store.values import Grant, GroupRow, Role, TableRow

from . import context, rendering
from .errors import Fault, speak_as
from .permissions import NOBODY, Right, access_level, at_table, reaches, right_of

BEARER = "bearer "
MAX_LINK = 100


def check() -> Response | None:
    """Admit a request by the right of its view; else 403, 404, 410 or a redirect to join."""
    if request.method == "OPTIONS" or request.endpoint is None:
        return None
    right = right_of(current_app, request.endpoint)
    if right is NOBODY:
        abort(403)
    # The proxy in front should have routed another node's link to that node.
    if link_of_others(str((request.view_args or {}).get("link", "")), context.node()):
        raise Fault(404, "other_node")
    if (
        "again" in right.cases
        and not at_table(right)
        and (again := request.values.get("again", ""))
    ):
        g.again = played_before(again)
    return _admit(right) if at_table(right) else None


def _admit(right: Right) -> Response | None:
    code = str((request.view_args or {})["code"])
    found = _found(code)
    if found is None:
        return _outside(right, code)
    context.find_game(found[0].game)
    g.admitted = found
    if request.blueprint == "api":
        speak_as(found[0].game, found[1].names)
    if not reaches(access_level(found[1].role, found[1].let_in), right.least):
        abort(403)
    return None


def _outside(right: Right, code: str) -> Response:
    if right.outside == 303:
        return redirect(url_for("join.ask_code", code=code), 303)  # type: ignore[return-value]
    if rendering.is_fragment() and request.method == "POST":
        # A device sent away while tapping gets a whole page, not a fragment.
        return Response(headers={"HX-Redirect": context.path("tables.table", code=code)})
    return abort(right.outside)


def _found(code: str) -> tuple[TableRow, Grant] | None:
    given = request.environ.get("HTTP_AUTHORIZATION", "")
    if not request.path.startswith("/api/") or not given.lower().startswith(BEARER):
        return context.find_table(code)
    return _by_link(code, given[len(BEARER) :].strip()[:MAX_LINK])


def _by_link(code: str, link: str) -> tuple[TableRow, Grant] | None:
    """The table and rights of an API client that sends one of its links."""
    store = context.store()
    try:
        table, given = store.table_by_link(link)
        if store.table_by_code(code).id != table.id:
            return None
    except StoreError:
        return None
    role, seats = role_for_link(table, given), store.seats(table.id)
    names, signs = {row.seat: row.name for row in seats}, {row.seat: row.sign for row in seats}
    return table, Grant(table, role, None, table.created, names, signs, let_in=role != "watch")


def authorize() -> tuple[TableRow, Grant]:
    """Return this request's table and its device's grant."""
    found: tuple[TableRow, Grant] = g.admitted
    return found


def role_for_link(table: TableRow, by: Role | Literal["code"]) -> Role:
    """Return the role of a device that comes by code or link, under the host's settings."""
    newcomers = table_settings(context.service().history(table).table_events).newcomers
    if by == "host":
        return by
    enters = newcomers == "enter" if by == "code" else by == "seat" and newcomers != "watch"
    return "seat" if enters else "watch"


# The group


def is_member(group_id: int) -> bool:
    """Whether this device belongs to a group."""
    device = context.device()
    return device is not None and context.store().in_group(device, group_id) is True


def admit_to_group(group: GroupRow) -> bool:
    """Check a request with a group's link; return whether its device belongs, else 403."""
    right, device = right_of(current_app, str(request.endpoint)), context.device()
    belongs = context.store().in_group(device, group.id) if device else None
    if (belongs is False and right.away) or (right.least == "member" and not belongs):
        raise Fault(403, "not_of_the_group")
    return belongs is True


def played_again() -> Grant | None:
    """Return this device's grant at the table to play again, or None."""
    found: Grant | None = g.get("again")
    return found


def own_group(link: str) -> GroupRow:
    """Return the group named by its link or address; 404 if unknown, 403 for non-members."""
    token = link.rpartition("/")[2][:MAX_LINK]
    if link_of_others(token, context.node()):
        raise Fault(404, "other_node")
    try:
        found = context.store().group_by_link(token)
    except StoreError:
        raise Fault(404, "unknown_group", where="group") from None
    if not is_member(found.id):
        raise Fault(403, "not_of_the_group", where="group")
    return found


def played_before(code: str) -> Grant:
    """Return the grant at the table named by `again`; 403 for non-members or no such table."""
    found = context.find_table(code)
    if found is None or not is_member(found[0].group_id):
        raise Fault(403, "not_of_the_group")
    context.find_game(found[0].game)
    return found[1]
