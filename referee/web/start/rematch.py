"""The next table of the same people: house rules kept, deal passed on, phones carried along."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from flask import redirect, request, url_for

from referee.event import Event
from referee.kernel.contract import Illegal
from referee.kernel.fields import Seat
from referee.service.seats import NEXT
from referee.service.settings import SETTING, TableSettings, table_settings
from referee.store.values import Grant, TableRow
from referee.web.http import context
from referee.web.http.limits import may_open_table
from referee.web.rulings.group_rulings import find_group_rulings, own_options
from referee.web.view.access import entered_by, view_of

_OPENING = threading.Lock()


def redirect_to_next(before: Grant) -> Any:
    """Redirect to the next table, or to its form if a house rule is no longer valid."""
    try:
        table = play_again(before, request.form.get("key", "")[:60])
    except Illegal:
        return redirect(
            url_for("start.people", game=before.table.game, again=before.table.code), 303
        )
    begun = context.service().history(table).played
    return redirect(url_for("tables.table" if begun else "start.setup", code=table.code), 303)


def play_again(before: Grant, key: str) -> TableRow:
    """Open the next table once. Raises Illegal for an invalid house rule, Fault 429."""
    device = context.device()
    assert device is not None
    with _OPENING:
        newest = [*_followed(before)][-1]
        if twin := just_opened(device, key):
            return twin
        if newest.table.id != before.table.id and not view_of(newest.table, newest).over:
            return newest.table
        may_open_table()
        seated = context.store().seats(before.table.id)
        seats = [(f"s{at + 1}", row.name, row.person_id) for at, row in enumerate(seated)]
        rules = rules_before(before, [row.name for row in seated]) | _ruled_since(before)
        edition = str(rules.pop("edition", "page"))
        table = context.service().open(
            before.table.game, seats, rules, edition, before.table.group_id, key
        )
        copy_to_next_table(newest, table)
        context.store().grant(device, table.id, "host")
    return table


def rules_before(before: Grant, names: Sequence[str]) -> dict[str, Any]:
    """A table's house rules and edition; the left neighbour takes over dealing or starting."""
    history = context.service().history(before.table)
    kept, named = dict(history.options), dict[str, str]()
    for option in history.game.info.options:
        if isinstance(option.field, Seat):
            name = before.names.get(str(kept.pop(option.field.name)), "")
            if name in names:
                named[option.field.name] = f"s{(names.index(name) + 1) % len(names) + 1}"
    edition = history.events[0].data.get("edition", "page")
    return kept | named | ({} if edition == "page" else {"edition": edition})


def just_opened(device: str, key: str) -> TableRow | None:
    """The table that this form already opened: a double tap opens only one."""
    grants = context.store().tables_of_device(device, 1)
    newest = [grant for grant in grants if context.is_kept(grant.table)]
    if not newest or not key:
        return None
    start_event = context.service().history(newest[0].table).events[0]
    return newest[0].table if start_event.data.get("key") == key else None


def copy_to_next_table(before: Grant, table: TableRow) -> None:
    """Carry phones and settings of a finished table to the next, and log which it is."""
    view, store = view_of(before.table, before), context.store()
    if not (view.is_player and view.over) or view.seats.next_code:
        return
    store.carry(before.table.id, table.id)
    held, first = asdict(table_settings(view.history.table_events)), asdict(TableSettings())
    if settings := {name: value for name, value in held.items() if value != first[name]}:
        store.announce(
            table.id,
            (Event(0, SETTING, data=settings, by=entered_by(view)), f"house-{before.table.code}"),
        )
    store.announce(
        before.table.id,
        (Event(0, NEXT, data={"code": table.code}, by=entered_by(view)), f"next-{table.code}"),
    )


def _followed(grant: Grant) -> Iterator[Grant]:
    """A table and its successors, as far as this device may follow."""
    following: Grant | None = grant
    while following is not None and context.is_kept(following.table):
        yield following
        code = view_of(following.table, following).seats.next_code
        found = context.find_table(code) if code else None
        following = found[1] if found else None


def _ruled_since(before: Grant) -> dict[str, Any]:
    """The group's rulings since this table began; earlier ones were already decided on."""
    game = context.find_game(before.table.game).info.id
    held = find_group_rulings(before.table.group_id, game)
    return own_options(
        game, {name: known for name, known in held.items() if known.at >= before.table.created}
    )
