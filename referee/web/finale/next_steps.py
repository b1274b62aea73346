"""The ways on from the end: next game of a session, next table, other pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from referee.kernel.fields import Seat
from referee.kernel.turns import left_of
from referee.web.http import context
from referee.web.http.authorize import is_member
from referee.web.http.parts import Form, Go, Link
from referee.web.http.words import gettext as _
from referee.web.view.view import View

AGAIN = "again"


@dataclass(frozen=True)
class NextGame:
    """What changes in the setup before the session's next game."""

    form: Form
    says: tuple[str, ...]
    other: Link


def next_game(view: View) -> NextGame | None:
    """The session's next game as one tap starts it; None on phones that may not enter."""
    prompt = next((prompt for prompt in view.prompts if prompt.kind == AGAIN), None)
    if prompt is None or view.result is None or not view.may_enter:
        return None
    given = [field for field in prompt.fields if field.default is not None]
    start = {field.name: str(field.default) for field in given}
    hidden: Mapping[str, Any] = {
        "seen": view.history.revision,
        "key": context.new_key(),
        "kind": AGAIN,
        "seat": "",
        **start,
    }
    says = tuple(
        view.plain.say(f"next.{name}", {"seat": seat, "n": view.scene.round + 1})
        for name, seat in start.items()
    )
    return NextGame(
        Form(view.url("tables.record"), hidden),
        (*says, view.plain.say("next.deal")),
        Link(_("Change who starts"), view.url("tables.table", do=AGAIN, seat="")),
    )


def next_step(view: View) -> Go:
    """The main button: next game of the session, next table, or same people again."""
    if next_game(view):
        return Go(view.kind_name(AGAIN), form="next")
    if view.seats.next_code:
        return Go(_("Go to the next game"), url_for("tables.table", code=view.seats.next_code))
    if not is_member(view.table.group_id):
        return Go(_("Start a game"), url_for("start.games"))
    if not view.stands("player"):
        return Go(_("Another game"), url_for("start.games", again=view.table.code))
    return Go(_("Same players again"), form="again")


def again_says(view: View) -> tuple[str, ...]:
    """What changes for the same people's next table: the left neighbour deals or starts."""
    if next_step(view).form != "again" or view.result is None:
        return ()
    seats, options = view.history.seats, view.history.options
    fields = [
        option.field for option in view.history.game.info.options if isinstance(option.field, Seat)
    ]
    named = [(field.name, options.get(field.name)) for field in fields]
    says = [
        view.plain.say(f"again.{name}", {"seat": left_of(seats, seat)})
        for name, seat in named
        if seat in seats
    ]
    return (*says, view.plain.say("next.deal"))


def links(view: View) -> list[Link]:
    """The secondary links."""
    found = [
        Link(_("Score sheet"), view.url("sheets.sheet"), "sheet"),
        *([Link(_("Fix a mistake"), view.url("fixes.entries"), "fix")] if view.is_player else []),
    ]
    if is_member(view.table.group_id):
        group = context.store().group(view.table.group_id)
        found += [
            Link(_("Another game"), url_for("start.games", again=view.table.code), "cards"),
            Link(_("Group"), url_for("groups.group", link=group.link), "seats"),
        ]
    return found
