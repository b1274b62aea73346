"""The log in words: who, when, entries, disputes and how they were settled."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from referee.event import Event
from referee.kernel import fields
from referee.kernel.contract import Move
from referee.kernel.history import all_undone
from referee.service.disputes import CALL, GO_ON, SETTLED, Dispute, ruling_point
from referee.service.seats import SEAT
from referee.service.settings import SETTING, VALUES
from referee.web.http import context, rendering
from referee.web.http.parts import Notice
from referee.web.http.words import gettext as _
from referee.words import plain_card, plain_number

from .pages import capitalized
from .view import View

AFFAIRS = (CALL, SETTLED, GO_ON)
REASONS = ("misread", "key", "player")


def clock(at: float) -> str:
    """Return hours and minutes in the server's local time; empty for 0."""
    return datetime.fromtimestamp(at).strftime("%H:%M") if at else ""


def who(view: View, by: str) -> str:
    """Return the name of an author: a seat's name, else the phone's role."""
    return view.names.get(by) or table_text(f"by.{by}", by)


def reason_text(reason: str) -> str:
    """Return a reason: a ready-made one translated, any other as written."""
    return table_text(f"reason.{reason}", reason)


def kind_label(view: View, event: Event) -> str | None:
    """Return an event's label if its text does not say it: corrected, undone, allowed."""
    if event.type == "amend":
        return _("Corrected")
    if event.type == "retract":
        target = view.history.event(int(event.data["of"]))
        return _("Redone") if target and target.type == "retract" else _("Undone")
    return _("Allowed") if event.accept else None


def event_text(view: View, event: Event, hides: bool, points: bool = True) -> str:
    """Return an event in words as far as the reader may know, with its `points`."""
    if event.type == "retract":
        target = view.history.root(event)
        return "" if target is event else event_text(view, target, False)
    if event.type == "ruling":
        return _ruled(view, event)
    if event.type == SETTING:
        return settings_text(event.data)
    if event.type in AFFAIRS:
        return _dispute_text(view, event)
    if event.type not in ("move", "amend"):
        return table_event_text(view, event) or event.kind or event.type
    return view.plain.seat(event.seat) if hides else _entry_text(view, event, points)


def _entry_text(view: View, event: Event, points: bool) -> str:
    """The seat and entry with its `points`, or with its answers if it scores nothing by itself."""
    made, name = points_made(view, event), view.entry_name(event)
    if (own := view.names.get(event.seat or "", "")) not in name:
        name = f"{own}{view.plain.marks.comma}{name}"
    if made is None:
        more = answer_text(view, event.data.get("entry", event.data), name, cards=False)
    else:
        more = plain_number(made) if points else ""
    return view.plain.marks.worth.join(filter(None, (name, more)))


def points_made(view: View, event: Event) -> int | None:
    """Return the round's points that an entry scored by itself, while it counts."""
    played = view.history.changed_by(event.seq)
    made = event.kind in view.history.game.info.made
    return view.points(played.round, event.seat) if played and event.seat and made else None


def move_name(view: View, move: Move) -> str:
    """Return the name of an entry: seat and kind."""
    own = f"{view.plain.seat(move.seat)}{view.plain.marks.comma}{view.kind_name(move.kind)}"
    return view.plain.say(f"entry.{move.kind}", {"seat": move.seat, **move.data}, default=own)


def answer_text(
    view: View, move: Mapping[str, Any] | Move, said: str = "", cards: bool = True
) -> str:
    """Return an entry's answers in words, leaving out those in `said`."""
    data = move.data if isinstance(move, Move) else move
    answers = [
        " ".join(filter(None, _values(view, name, value, cards))) for name, value in data.items()
    ]
    return view.plain.marks.comma.join(text for text in answers if text and text not in said)


def _values(view: View, name: str, value: Any, cards: bool) -> Iterator[str]:
    """The words for a field's value; places have none, cards only if not drawn."""
    about = next(
        (seat for seat in view.history.seats if name.endswith((f"_{seat}", f"-{seat}"))), ""
    )
    own, whose = name[: -len(about) - 1] if about else name, view.names.get(about, "")
    for one in value if isinstance(value, list | tuple) else [value]:
        if one is None or one is False:
            continue
        if one is True:
            yield f"{whose} {view.plain.say(f'field.{own}')}".strip()
        elif one in view.scene.deck.counts and isinstance(value, list | tuple):
            yield plain_card(one) if cards else ""
        else:
            yield f"{whose} {_word(view, own, one)}".strip()


def _word(view: View, name: str, value: Any) -> str:
    if isinstance(value, int):
        return plain_number(value)
    code = next(
        (code for code in (f"field.{name}.{value}", f"word.{value}") if view.plain.find(code)), ""
    )
    return view.names.get(value) or (
        view.plain.say(code) if code else value if value.replace(" ", "").isdigit() else ""
    )


def _ruled(view: View, event: Event) -> str:
    clause, option = ruling_point(event.data)
    if event.data.get("withdrawn"):
        return table_text("event.ruling.withdrawn", clause=clause)
    return table_text(
        "event.ruling",
        what=chosen_text(view.table.game, option, event.data.get("value")) if option else clause,
    )


def happened(view: View, since: int) -> Notice:
    """Return a notice of the last three events recorded since a revision."""
    newer = [event for event in view.history.events if event.seq > since and event.type != "start"]
    return Notice(
        _("Since then: %(what)s", what="; ".join(_briefly(view, event) for event in newer[-3:]))
    )


def _briefly(view: View, event: Event) -> str:
    what = event_text(view, event, view.hides(event))
    return _("Undone: %(what)s", what=what) if event.type == "retract" else what


def table_event_text(view: View, event: Event) -> str:
    """Return the text of an event about seats, phones or the table; else empty."""
    told, code = event.data, f"event.{event.type}"
    params = {
        "name": view.names.get(str(told.get("seat")), ""),
        "n": told.get("phone", 0),
        "code": told.get("code", ""),
    }
    if event.type == SEAT:
        params |= {
            "now": view.people.get(told.get("now"), "?"),
            "was": view.people.get(told.get("was"), "?"),
        }
    changed = ".".join(filter(None, (code, told.get("change"), told.get("renewed") and "renewed")))
    return table_text(changed, table_text(code, "", **params), **params)


def really(
    view: View,
    seat: str | None,
    was: tuple[str, Mapping[str, Any]],
    now: tuple[str, Mapping[str, Any]],
) -> str:
    """Return "Bo’s 2♦ was really 10♦" if only a card changed; `was` and `now`: kind and fields."""
    cards = [
        Counter(next((value for value in data.values() if isinstance(value, list | tuple)), ()))
        for _kind, data in (was, now)
    ]
    gone, came = ([*(cards[at] - cards[1 - at]).elements()] for at in (0, 1))
    if (
        seat is None
        or was[0] != now[0]
        or len(gone) != 1
        or len(came) != 1
        or not {*gone, *came} <= view.scene.deck.counts.keys()
    ):
        return ""
    return _(
        "%(name)s’s %(old)s was really %(new)s",
        name=view.names[seat],
        old=plain_card(gone[0]),
        new=plain_card(came[0]),
    )


def corrected_card(view: View, event: Event) -> str:
    """Return the same for a correction in the log, compared with the answer before it."""
    of, earlier = event.data.get("of"), view.history.events[: event.seq - 1]
    gone = all_undone(earlier)
    before = [
        one
        for one in earlier
        if one.seq not in gone and (one.seq == of or (one.type == "amend" and one.data["of"] == of))
    ]
    if event.type != "amend" or not before:
        return ""
    return really(
        view, event.seat, (before[-1].kind, before[-1].answer), (event.kind, event.answer)
    )


# Disputes


def subject(view: View, dispute: Dispute) -> str:
    """Return the subject of a dispute: an entry, else a clause, else the game."""
    event = view.history.event(dispute.of)
    return view.entry_name(event) if event else dispute.clause or _("this whole game")


def dispute_sentence(view: View, dispute: Dispute, by: str) -> str:
    """Return who paused the game about what; `by` is their name."""
    return capitalized(_("%(who)s paused the game: %(what)s", who=by, what=subject(view, dispute)))


def _dispute_text(view: View, event: Event) -> str:
    found = view.disputes.get(event.seq if event.type == CALL else int(event.data.get("of", 0)))
    if found is None:
        return event.type
    if event.type == CALL:
        return dispute_sentence(view, found, who(view, event.by))
    what = subject(view, found)
    return (
        _("To be decided later: %(what)s", what=what)
        if event.type == GO_ON
        else settled_text(view, event, what)
    )


def settled_text(view: View, event: Event, what: str) -> str:
    """Return how a dispute was settled, in one line."""
    option, outcome = event.data.get("option"), event.data.get("outcome")
    if outcome not in ("corrected", "withdrawn", "ruled"):
        return table_text(
            "settled.stands" if view.disputes[int(event.data["of"])].of else "settled", what=what
        )
    in_words = event.reason or str(event.data.get("points", event.data.get("clause", "")))
    how = chosen_text(view.table.game, option, event.data.get("value")) if option else in_words
    return table_text(f"settled.{outcome}", what=what, how=how)


# Choices and settings


def house_rules(game: str, options: Mapping[str, Any], defaults: Mapping[str, Any]) -> list[str]:
    """Return the options that differ from the defaults, in the rulebook's words."""
    book, lang = rendering.book(game), context.language()
    chosen = {name: value for name, value in options.items() if value != defaults.get(name)}
    return [
        choice.text[lang]
        for name, value in chosen.items()
        for choice in book.choices(name)
        if choice.value == value
    ]


def chosen_text(game: str, option: str, value: fields.Value) -> str:
    """Return an option's choice, with the title of its open point."""
    book, lang = rendering.book(game), context.language()
    title = book.about(option).title[lang]
    return str(
        _("%(title)s: %(choice)s", title=title, choice=book.choice_text(option, value, lang))
    )


def settings_text(data: Mapping[str, Any]) -> str:
    """Return the settings of an event, for the log."""
    codes = [
        (f"setting.{name}", f"setting.{name}.{value}")
        for name, value in data.items()
        if value in VALUES.get(name, ())
    ]
    return "; ".join(
        _("%(setting)s: %(value)s", setting=table_text(setting), value=table_text(value))
        for setting, value in codes
    )


def table_text(code: str, default: str | None = None, /, **params: object) -> str:
    """Return text about a table, in the words that all games share."""
    return rendering.make_translator("tables", {}, html=False).say(code, params, default)
