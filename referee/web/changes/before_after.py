"""A correction's changes, before and after, shown before it is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.event import Event
from referee.kernel.board import Spot
from referee.kernel.history import History, Played
from referee.web.http import context
from referee.web.http.parts import Actions, Form, Go, Link, Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.view.log_words import REASONS, clock, reason_text, who
from referee.web.view.page_header import page_header, short_name
from referee.web.view.pages import capitalized
from referee.web.view.score_changes import NumberChange, compare
from referee.web.view.seat_words import number_in_words
from referee.web.view.view import View
from referee.words import ruling_sentence


class Heading(NamedTuple):
    """Which entry is corrected, and the way back."""

    title: str
    where: str
    back: str


def heading_of(view: View, played: Played) -> Heading:
    """The heading for the correction of an entry."""
    title = _("Fix %(round)s", round=view.round_name(played.round))
    # What all players entered together is no single number of the sheet.
    number = f"{played.round}-{played.move.seat}" if played.move.seat else None
    return Heading(title, short_name(view.table.game), view.url("sheets.sheet", open=number))


@dataclass(frozen=True, kw_only=True)
class ChangesPage(Page):
    """A correction's changes; hidden fields send the entry again on confirmation.

    ``instead``: its new kind; ``own``: the corrected seat's number; ``lost``: later entries lost.
    """

    form: Form
    repeated: Sequence[tuple[str, object]]
    entry_name: str
    entered: str
    instead: str
    was: Sequence[Spot]
    now: Sequence[Spot] | None
    own: NumberChange | None
    others_title: str
    changes: Sequence[NumberChange]
    breaks: Sentence | None
    lost: Sequence[str]
    reasons: Mapping[str, str]
    reason: str
    reason_error: str
    actions: Actions


def changes_page(
    view: View, played: Played, entry: Event, after: History, reason: str, wrong: str = ""
) -> ChangesPage:
    """The page to confirm a correction."""
    event, breaks, new = view.history.event(played.seq), after.broken, after.find(played.seq)
    assert event is not None
    own, changes = _changes(view, played, after)
    back = view.url("corrections.correct", seq=played.seq)
    return ChangesPage(
        header=replace(page_header(view, heading_of(view, played).title, back), live=False),
        view=view,
        form=_form(view, played, entry, after),
        repeated=_repeated(entry),
        entry_name=view.entry_name(event),
        entered=_("entered at %(at)s by %(who)s", at=clock(event.at), who=who(view, event.by)),
        instead=view.entry_name(replace(event, kind=entry.kind, data=entry.data))
        if entry.kind != played.move.kind
        else "",
        was=moved_cards(played),
        now=moved_cards(new, played) if new else None,
        own=own,
        others_title=_others_title(changes, played.move.seat, breaks is not None),
        changes=changes,
        breaks=Sentence(breaks_text(view, after), breaks.rulings[0].clause) if breaks else None,
        lost=_lost(view, after),
        reasons={usual: reason_text(usual) for usual in REASONS},
        reason=reason,
        reason_error=wrong,
        actions=Actions(
            plain=[Link(_("Cancel"), view.url("sheets.sheet"))],
            go=Go(_go(view, after, view.entry_name(event)), kind="record"),
        ),
    )


def _changes(
    view: View, played: Played, after: History
) -> tuple[NumberChange | None, list[NumberChange]]:
    """The entry's own number, and the others; lost entries are listed by name instead."""
    changes = compare(view, after, (played.round, played.move.seat or ""))
    own = next((change for change in changes if change.kind == "own"), None)
    others = [change for change in changes if change.kind != "own"]
    if after.broken:
        others = [change for change in others if change.new != "–"]
    return own, others


def _form(view: View, played: Played, entry: Event, after: History) -> Form:
    hidden: dict[str, object] = {"seen": view.history.revision, "key": context.new_key()}
    hidden |= {"seat": entry.seat or "", "kind": entry.kind}
    if after.broken:
        hidden["rewind"] = 1
    return Form(view.url("corrections.amend", seq=played.seq), hidden)


def _repeated(entry: Event) -> list[tuple[str, object]]:
    fields = [
        (name, value)
        for name, values in entry.data.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    return [*fields, *(("accept", code) for code in entry.accept)]


def _go(view: View, after: History, name: str) -> str:
    """The button names the corrected entry, or the round to go back to."""
    if after.broken:
        lost = view.history.find(after.broken.seq)
        return _("Fix and go back to %(round)s", round=view.round_name(lost.round if lost else 1))
    return _("Fix %(what)s", what=name)


def _others_title(others: Sequence[NumberChange], seat: str | None, falls: bool) -> str:
    """How many other numbers change; empty if entries are lost and no other changes."""
    others = [change for change in others if change.kind == "cell"]
    if not others:
        return "" if falls else _("No other score changes")
    number = capitalized(number_in_words(len(others)))
    if not seat:
        return _("1 score changes") if len(others) == 1 else _("%(n)s scores change", n=number)
    if seat in {change.seat for change in others}:
        return (
            _("1 other score changes")
            if len(others) == 1
            else _("%(n)s other scores change", n=number)
        )
    return (
        _("1 other player’s score changes")
        if len(others) == 1
        else _("%(n)s scores of other players change", n=number)
    )


def _lost(view: View, after: History) -> list[str]:
    """The names of the lost entries, from the first invalid one on."""
    if after.broken is None:
        return []
    fallen = [played for played in view.history.played if played.seq >= after.broken.seq]
    names = [(played, view.history.event(played.changed)) for played in fallen]
    return [
        _("%(name)s, %(round)s", name=view.entry_name(event), round=view.round_name(played.round))
        for played, event in names
        if event
    ]


def breaks_text(view: View, after: History) -> str:
    """Which later entry becomes invalid, and by which rule."""
    assert after.broken is not None
    text = _("A later entry becomes invalid: %(what)s.", what=view.entry_name(after.broken.event))
    ruling = after.broken.rulings[0]
    return view.plain.in_a_row(
        [text, ruling_sentence(view.translator, ruling) if ruling.clause else ""]
    )


def moved_cards(played: Played, before: Played | None = None) -> list[Spot]:
    """The cards of an entry; those that an earlier answer lacks are marked."""
    old = before.cards if before else played.cards
    return [Spot(card, "" if card in old else "mark") for card in played.cards]
