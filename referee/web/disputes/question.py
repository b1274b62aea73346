"""View models of pauses: the line on every phone, the box over an entry, the page to decide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from referee.event import Event
from referee.kernel.contract import Line
from referee.kernel.history import Played
from referee.service.disputes import Dispute
from referee.web.http import context, permissions, rendering
from referee.web.http.errors import ErrorPage
from referee.web.http.parts import (
    Actions,
    DisputeBox,
    Fact,
    Form,
    Go,
    Link,
    Notice,
    Page,
    RefusalBox,
)
from referee.web.http.words import gettext as _
from referee.web.rulings.number import ScoredCell, number_ruling
from referee.web.rulings.recount import in_short
from referee.web.view.log_words import (
    clock,
    dispute_sentence,
    reason_text,
    settled_text,
    subject,
    who,
)
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import spoken
from referee.web.view.seen import leaders
from referee.web.view.view import View, pack_cards

from .settling import Given, Unclear

MOST_INTERPRETATIONS = 3


def first_dispute(view: View) -> Dispute | None:
    """The dispute on every phone: the oldest that entering waits for, else the oldest open."""
    return min(
        (dispute for dispute in view.disputes.values() if dispute.open),
        key=lambda dispute: not dispute.waits,
        default=None,
    )


def dispute_notice(view: View, in_place: bool = False) -> Notice | None:
    """The line while entering is paused; ``in_place`` opens it over the entry, keeping choices."""
    dispute = first_dispute(view)
    if dispute is None or not dispute.waits:
        return None
    href = view.url("calls.question", seq=dispute.seq)
    text = _("The game is paused: %(what)s", what=subject(view, dispute))
    return Notice(text, href, _("Show"), f"{href}?part=1" if in_place else "")


def dispute_line(view: View, dispute: Dispute) -> str:
    """Who paused the game, and about what."""
    return dispute_sentence(view, dispute, who(view, dispute.event.by))


def held_box(view: View, dispute: Dispute) -> RefusalBox:
    """The pause over an entry that is kept; the big button leads back to it."""
    address = view.url("calls.question", seq=dispute.seq)
    kept = _("Paused until you decide. Your cards stay selected.")
    return RefusalBox(
        title=dispute_line(view, dispute),
        why=view.plain.in_a_row([quoted(dispute.event), kept]),
        clause=dispute.clause,
        facts=facts(view, dispute),
        others=[spoken(view.translator, line) for line in lines_of(view, dispute)],
        go=Go(_("Back to the entry") if view.may_enter else _("Back to the game"), "#entry"),
        dispute=DisputeBox(
            refresh=f"{address}?part={'held' if dispute.waits else '1'}",
            text=_("Decide") if view.may_enter else _("Show"),
            href=address,
        ),
    )


def entry_of(view: View, dispute: Dispute) -> Played | None:
    """The entry a dispute is about; None if it is undone or hidden from this reader."""
    event = view.history.event(dispute.of)
    return view.history.find(dispute.of) if event and not view.hides(event) else None


def facts(view: View, dispute: Dispute) -> list[Fact]:
    """The cards of the entry."""
    played = entry_of(view, dispute)
    if played is None:
        return []
    shown = pack_cards(view, played.cards)
    return (
        [Fact(view.names.get(played.move.seat or "", ""), view.kind_name(played.move.kind), shown)]
        if shown
        else []
    )


def lines_of(view: View, dispute: Dispute) -> list[Line]:
    """The lines of the score sheet that the entry made, as far as this reader may see."""
    played = entry_of(view, dispute)
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


def clauses_of(view: View, dispute: Dispute) -> tuple[str, ...]:
    """The clause it names first, then those of the entry's lines."""
    return tuple(
        dict.fromkeys(
            clause
            for clause in (dispute.clause, *(line.clause for line in lines_of(view, dispute)))
            if clause
        )
    )


def quoted(event: Event) -> str:
    """The words of a dispute, in the language's quotation marks."""
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
    view: View, dispute: Dispute, given: Given = MappingProxyType({}), wrong: Unclear | None = None
) -> PausedPage:
    """The page of a pause; ``wrong`` is the error in its form."""
    cell = cell_of(view, dispute)
    decides = dispute.open and view.may_enter
    number_asked = cell is not None and not view.history.game.info.tally
    page = PausedPage(
        header=page_header(view, _("Ruling"), view.url("tables.table")),
        view=view,
        title=subject(view, dispute),
        question=_("How many points?") if number_asked else _("What do you decide?"),
        said=dispute_line(view, dispute),
        words=quoted(dispute.event),
        state="" if dispute.open else _state(view, dispute),
        state_url=view.url("calls.question", seq=dispute.seq, part="state")
        if dispute.open
        else None,
        waits=dispute.waits,
        facts=number_ruling(cell, view.translator).facts[:1] if cell else facts(view, dispute),
        asks_points=number_asked,
        keeps=decides and permissions.may(view.access_level, "calls.settle", "keep for the group"),
        given=given,
        error=_error(wrong),
        # News must not replace what is being written here.
        preview_url=context.this_address(query=False),
    )
    if not decides:
        return replace(page, actions=Actions(go=_back(view), plain=_why(view, cell)))
    later = _settle_form(view, dispute, outcome="go")
    return replace(
        page,
        answers=[*pause_answers(view, dispute, cell, given)],
        form=_settle_form(view, dispute, clause=next(iter(clauses_of(view, dispute)), "")),
        later=later if dispute.waits else None,
    )


def _settle_form(view: View, dispute: Dispute, **hidden: str) -> Form:
    return Form(view.url("calls.settle", seq=dispute.seq), {"key": context.new_key(), **hidden})


def _back(view: View) -> Go:
    return Go(_("Back to the game"), view.url("tables.table"))


def pause_answers(
    view: View, dispute: Dispute, cell: ScoredCell | None, given: Given
) -> Iterator[PauseAnswer]:
    """Our rules, each interpretation that changes the number, or something else."""
    chosen = str(given.get("answer") or "stands")
    tally = view.history.game.info.tally
    own = cell.by_rules if cell else None
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
    for one in own.mattering[:MOST_INTERPRETATIONS] if own else ():
        value, other = (
            f"{one.option}={one.value}",
            None if tally or own is None else own.by(one),
        )
        note = rendering.book(view.table.game).about(one.option).title[context.language()]
        yield PauseAnswer(
            value, one.name, note, other, _then(own, other), _continue(other), chosen == value
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


def _then(cell: ScoredCell | None, points: int | None) -> str:
    """The player's total under an answer, and who would lead."""
    if cell is None or points is None:
        return ""
    view, seat = cell.view, cell.seat
    counts = view.so_far or cell.round <= view.scene.complete
    moved = points - cell.points if counts else 0
    sums = {**view.totals, **{one: view.totals[one] + moved for one in view.partners(seat)}}
    has = _("Then %(name)s has %(points)s.", name=cell.name, points=rendering.num(sums[seat]))
    ahead = leaders(sums, view.history.game.info)
    first, *others = view.heads_of(one for one in view.history.seats if one in ahead) or [""]
    if others or not first:
        return has
    who = {"name": view.side_name(first), "points": rendering.num(sums[first])}
    leads = (
        _("%(name)s still leads with %(points)s.", **who)
        if ahead == view.leaders
        else _("%(name)s would lead with %(points)s.", **who)
    )
    return view.plain.in_a_row([has, leads])


def cell_of(view: View, dispute: Dispute) -> ScoredCell | None:
    """The cell of the sheet that the entry scored in."""
    played = entry_of(view, dispute)
    if played is None or not played.move.seat or not is_scored(view, played):
        return None
    return ScoredCell.about(view, played.round, played.move.seat)


def _why(view: View, cell: ScoredCell | None) -> list[Link]:
    if cell is None:
        return []
    return [Link(_("Ruling"), view.url("rulings.ruling", number=cell.round, seat=cell.seat))]


def _state(view: View, dispute: Dispute) -> str:
    if dispute.settled is None:
        return ""
    told = settled_text(view, dispute.settled, subject(view, dispute))
    by = _("%(at)s, %(who)s", at=clock(dispute.settled.at), who=who(view, dispute.settled.by))
    words = (
        ""
        if dispute.outcome == "ruled" and not dispute.settled.data.get("option")
        else dispute.settled.reason
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
    header = page_header(view, _("Pause the game"), view.url("tables.table"))
    actions = Actions(go=_back(view))
    return ErrorPage(header=header, view=view, title=_error(wrong), actions=actions)
