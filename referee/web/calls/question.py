"""View models of pauses: the line on every phone, the box over an entry, the page to decide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.kernel.contract import Line
from referee.kernel.history import Event, Played
from referee.table_events.calls import Call
from referee.web.http import context, rendering, rights
from referee.web.http.errors import ErrorPage
from referee.web.http.parts import (
    Actions,
    CalledBox,
    Fact,
    Form,
    Go,
    Link,
    Notice,
    Page,
    RefusalBox,
)
from referee.web.http.words import gettext as _
from referee.web.rulings.number import Dispute, number_ruling
from referee.web.rulings.recount import in_short
from referee.web.view.log_words import clock, reason_text, sentence, settled_text, subject, who
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import spoken
from referee.web.view.view import View, leaders, pack_cards

from .settling import Given, Unclear

MOST_READINGS = 3


def first_call(view: View) -> Call | None:
    """The call on every phone: the oldest that entering waits for, else the oldest open."""
    return min(
        (call for call in view.calls.values() if call.open),
        key=lambda call: not call.waits,
        default=None,
    )


def call_notice(view: View, in_place: bool = False) -> Notice | None:
    """The line while entering is paused; ``in_place`` opens it over the entry, keeping choices."""
    call = first_call(view)
    if call is None or not call.waits:
        return None
    href = view.url("calls.question", seq=call.seq)
    text = _("The game is paused: %(what)s", what=subject(view, call))
    return Notice(text, href, _("Show"), f"{href}?part=1" if in_place else "")


def call_line(view: View, call: Call) -> str:
    """Who calls, and about what."""
    return sentence(view, call, who(view, call.event.by))


def held_box(view: View, call: Call) -> RefusalBox:
    """The pause over an entry that is kept; the big button leads back to it."""
    address = view.url("calls.question", seq=call.seq)
    kept = _("Paused until you decide. Your cards stay selected.")
    return RefusalBox(
        title=call_line(view, call),
        why=view.plain.in_a_row([quoted(call.event), kept]),
        clause=call.clause,
        facts=facts(view, call),
        others=[spoken(view.speaker, line) for line in lines_of(view, call)],
        go=Go(_("Back to the entry") if view.may_enter else _("Back to the game"), "#entry"),
        call=CalledBox(
            refresh=f"{address}?part={'held' if call.waits else '1'}",
            text=_("Decide") if view.may_enter else _("Show"),
            href=address,
        ),
    )


def entry_of(view: View, call: Call) -> Played | None:
    """The entry a call is about; None if it is undone or hidden from this reader."""
    event = view.history.event(call.of)
    return view.history.find(call.of) if event and not view.hides(event) else None


def facts(view: View, call: Call) -> list[Fact]:
    """The cards of the entry."""
    played = entry_of(view, call)
    if played is None:
        return []
    shown = pack_cards(view, played.cards)
    return (
        [Fact(view.names.get(played.move.seat or "", ""), view.kind_name(played.move.kind), shown)]
        if shown
        else []
    )


def lines_of(view: View, call: Call) -> list[Line]:
    """The lines of the score sheet that the entry made, as far as this reader may see."""
    played = entry_of(view, call)
    if played is None:
        return []
    own = [
        line for line in view.lines if (line.round, line.seat) == (played.round, played.move.seat)
    ]
    made = [line for line in own if line.slot == played.move.kind]
    return made or [line for line in own if line.counts == is_scored(view, played)]


def is_scored(view: View, played: Played) -> bool:
    """Whether points are at stake: where a game names items, only making one counts, no theft."""
    made = view.history.game.info.made
    return not made or played.move.kind in made


def clauses_of(view: View, call: Call) -> tuple[str, ...]:
    """The clause it names first, then those of the entry's lines."""
    return tuple(
        dict.fromkeys(
            clause
            for clause in (call.clause, *(line.clause for line in lines_of(view, call)))
            if clause
        )
    )


def quoted(event: Event) -> str:
    """The words of a call, in the language's quotation marks."""
    words = reason_text(event.reason)
    return ("「{}」" if context.language() == "ja" else "“{}”").format(words) if words else ""


# Paused


@dataclass(frozen=True)
class PauseAnswer:
    """A way to decide; ``then`` is what follows, ``button`` the text to confirm it."""

    value: str
    label: str
    note: str = ""
    points: int | None = None
    then: str = ""
    button: str = ""
    on: bool = False


@dataclass(frozen=True, kw_only=True)
class PausedPage(Page):
    """A pause; ``asks_points``: a number is in question; ``state_url`` reloads once decided."""

    title: str
    question: str
    said: str
    words: str
    state: str
    state_url: str | None
    waits: bool
    facts: Sequence[Fact]
    answers: Sequence[PauseAnswer] = ()
    asks_points: bool = False
    keeps: bool = False
    given: Given
    error: str = ""
    later: Form | None = None


def paused_page(
    view: View, call: Call, given: Given | None = None, wrong: Unclear | None = None
) -> PausedPage:
    """The page of a pause; ``wrong`` is the error in its form."""
    dispute = dispute_of(view, call)
    decides = call.open and view.may_enter
    answers = [*pause_answers(view, call, dispute, given or {})] if decides else []
    number_asked = dispute is not None and not view.history.game.info.tally
    back = Go(_("Back to the game"), view.url("tables.table"))
    clause = next(iter(clauses_of(view, call)), "")
    form = Form(
        view.url("calls.settle", seq=call.seq), {"key": context.new_key(), "clause": clause}
    )
    return PausedPage(
        header=page_header(view, _("Ruling"), view.url("tables.table")),
        view=view,
        title=subject(view, call),
        question=_("How many points?") if number_asked else _("What do you decide?"),
        said=call_line(view, call),
        words=quoted(call.event),
        state="" if call.open else _state(view, call),
        state_url=view.url("calls.question", seq=call.seq, part="state") if call.open else None,
        waits=call.waits,
        facts=number_ruling(dispute, view.speaker).facts[:1] if dispute else facts(view, call),
        answers=answers,
        asks_points=number_asked,
        keeps=decides and rights.may(view.standing, "calls.settle", "keep for the group"),
        given=given or {},
        error=_error(wrong),
        form=form if decides else None,
        later=Form(form.action, {"key": context.new_key(), "outcome": "go"})
        if decides and call.waits
        else None,
        # News must not replace what is being written here.
        preview_url=context.this_address(query=False),
        actions=None if decides else Actions(go=back, plain=_why(view, dispute)),
    )


def pause_answers(
    view: View, call: Call, dispute: Dispute | None, given: Given
) -> Iterator[PauseAnswer]:
    """Our rules, each interpretation that changes the number, or something else."""
    chosen = str(given.get("answer") or "stands")
    tally = view.history.game.info.tally
    own = dispute.by_rules if dispute else None
    points = own.points if own and not tally else None
    first = next(iter(own.mattering), None) if own else None
    note = in_short(view, first.option, view.history.options[first.option]) if first else ""
    yield PauseAnswer(
        "stands",
        _("By our rules"),
        note,
        points,
        _then(own, points),
        _continue(points),
        chosen == "stands",
    )
    for reading in own.mattering[:MOST_READINGS] if own else ():
        value, other = (
            f"{reading.option}={reading.value}",
            None if tally or own is None else own.by(reading),
        )
        note = rendering.book(view.table.game).about(reading.option).title[context.language()]
        yield PauseAnswer(
            value, reading.name, note, other, _then(own, other), _continue(other), chosen == value
        )
    asked = (
        _("enter the points and the reason") if points is not None else _("enter what you decided")
    )
    yield PauseAnswer(
        "other", _("Something else"), asked, None, "", _("Continue"), chosen == "other"
    )


def _continue(points: int | None) -> str:
    """The big button names the outcome."""
    return (
        _("Continue")
        if points is None
        else _("Continue with %(points)s points", points=rendering.num(points))
    )


def _then(dispute: Dispute | None, points: int | None) -> str:
    """The player's total under an answer, and who would lead."""
    if dispute is None or points is None:
        return ""
    view, seat = dispute.view, dispute.seat
    counts = view.so_far or dispute.round <= view.scene.complete
    sums = {**view.totals, seat: view.totals[seat] + (points - dispute.points if counts else 0)}
    has = _(
        "Then %(name)s has %(points)s.", name=view.names[seat], points=rendering.num(sums[seat])
    )
    ahead = leaders(sums, view.history.game.info)
    first = next((one for one in view.history.seats if one in ahead), None)
    if len(ahead) != 1 or first is None:
        return has
    who = {"name": view.names[first], "points": rendering.num(sums[first])}
    leads = (
        _("%(name)s still leads with %(points)s.", **who)
        if ahead == view.leaders
        else _("%(name)s would lead with %(points)s.", **who)
    )
    return view.plain.in_a_row([has, leads])


def dispute_of(view: View, call: Call) -> Dispute | None:
    """The cell of the sheet that the entry scored in."""
    played = entry_of(view, call)
    if played is None or not played.move.seat or not is_scored(view, played):
        return None
    return Dispute.about(view, played.round, played.move.seat)


def _why(view: View, dispute: Dispute | None) -> list[Link]:
    if dispute is None:
        return []
    return [Link(_("Ruling"), view.url("rulings.ruling", number=dispute.round, seat=dispute.seat))]


def _state(view: View, call: Call) -> str:
    if call.settled is None:
        return ""
    told = settled_text(view, call.settled, subject(view, call))
    by = _("%(at)s, %(who)s", at=clock(call.settled.at), who=who(view, call.settled.by))
    words = (
        ""
        if call.outcome == "ruled" and not call.settled.data.get("option")
        else call.settled.reason
    )
    return " · ".join(filter(None, [told, words, by]))


def _error(wrong: Unclear | None) -> str:
    told = {
        "unknown_clause": _("There is no such rule."),
        "no_such_entry": _("This entry is gone."),
        "too_many_calls": _("Too many questions are open. Decide one of them first."),
        "too_many_calls_hour": _("Too many questions in an hour. Ask a player to pause."),
        "no_words": _("Enter what you decided."),
        "no_points": _("Enter the points."),
    }
    return told.get(wrong.code, _("Choose an answer.")) if wrong else ""


def not_paused_page(view: View, wrong: Unclear) -> ErrorPage:
    """Why the game is not paused, with the way back."""
    back = Go(_("Back to the game"), view.url("tables.table"))
    header = page_header(view, _("Pause the game"), view.url("tables.table"))
    return ErrorPage(header=header, view=view, title=_error(wrong), actions=Actions(go=back))
