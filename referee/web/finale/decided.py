"""What decided the game: at most three facts, counted from the log."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.event import Event
from referee.kernel.contract import SeatId, rank_by
from referee.kernel.history import all_undone, extend
from referee.web.http.parts import Link
from referee.web.http.words import gettext as _
from referee.web.sheet.score_sheet import running_totals
from referee.web.view.log_words import move_name
from referee.web.view.pages import capitalized
from referee.web.view.view import View
from referee.words import plain_number

from .headline import by_points, by_totals

MOST_CORRECTIONS = 5
# A margin of at most one point in this many is narrow.
NARROW = 10


@dataclass(frozen=True)
class Decided:
    """A fact, its round, and a link to check it; ``corrected`` if a correction did it."""

    round: str
    text: str
    link: Link | None
    corrected: bool = False


def decided(view: View) -> list[Decided]:
    """The last change of lead, corrections that changed the result, the smallest miss."""
    return [*_last_change(view), *_corrections(view), *_smallest(view)][:3]


# The lead


def leads(view: View) -> list[tuple[SeatId, ...]]:
    """The sides that lead after each round, ties together, each by its first seat."""
    running = running_totals(view)
    after = (
        {seat: totals[n] for seat, totals in running.items()}
        for n in range(1, view.scene.complete + 1)
    )
    return [rank_by(totals, view.low_wins)[0] for totals in after]


def changes_of_lead(view: View) -> int:
    """How often the sole lead passed to another player."""
    alone = [first[0] for first in leads(view) if len(first) == 1] if view.ranked else []
    return sum(before != after for before, after in pairwise(alone))


def _last_change(view: View) -> Iterator[Decided]:
    """When the winner took the lead for good, from the one player who led alone."""
    front = leads(view)
    if (
        not by_totals(view)
        or not _are_points(view)
        or view.result is None
        or len(view.heads_of(view.result.winners)) > 1
        or len(front) < 2
    ):
        return
    winner = view.result.winners[0]
    at = max((n for n, first in enumerate(front) if first != (winner,)), default=-1) + 1
    if at >= len(front):
        return
    if at == 0:
        yield Decided("", _("%(name)s led after every round.", name=view.side_name(winner)), None)
        return
    if len(front[at - 1]) > 1:
        # A shared lead was not taken from anybody.
        return
    others = view.plain.shown(view.partners(front[at - 1][0]), "seats")
    entry = entry_name(view, at + 1, winner)
    text = _("%(entry)s takes the lead from %(others)s and keeps it.", entry=entry, others=others)
    yield _of_entry(view, at + 1, winner, text)


def entry_name(view: View, round_: int, seat: SeatId) -> str:
    """A side's entry in a round, with its points."""
    lines = view.sight.scored.get((round_, view.head(seat)), [])
    points = plain_number(view.points(round_, seat))
    slot = lines[0].slot if lines else ""
    if slot not in view.history.game.info.made:
        return _("%(name)s (%(points)s)", name=view.side_name(seat), points=points)
    whose = view.plain.say("feat.name", {"seat": seat, "slot": slot})
    return _("%(whose)s (%(points)s)", whose=whose, points=points)


def _are_points(view: View) -> bool:
    """Whether a round can bring more than one point, rather than being won or lost."""
    return any(line.points > 1 for line in view.lines if line.counts)


def _of_entry(view: View, round_: int, seat: SeatId, text: str) -> Decided:
    lines = view.sight.scored.get((round_, view.head(seat)), [])
    link = (
        Link(lines[0].clause, view.url("rulings.ruling", number=round_, seat=view.head(seat)))
        if lines
        else None
    )
    return Decided(capitalized(view.round_name(round_)), text, link)


# Corrections


def _corrections(view: View) -> Iterator[Decided]:
    """Corrections without which somebody else would have won, newest first."""
    if view.result is None:
        return
    history, retracted = view.history, all_undone(view.history.events)
    stand = [
        event for event in history.events if event.type == "amend" and event.seq not in retracted
    ]
    for event in reversed(stand[-MOST_CORRECTIONS:]):
        without = extend(history, [Event(history.revision + 1, "retract", data={"of": event.seq})])
        other = None if without.broken else without.game.result(without.state)
        played = history.changed_by(event.seq)
        if other is None or played is None or set(other.winners) == set(view.result.winners):
            continue
        corrected = _("%(entry)s was corrected.", entry=move_name(view, played.move))
        text = corrected + view.plain.marks.gap + _otherwise(view, other.winners)
        link = Link(_("all entries"), view.url("fixes.entries"))
        yield Decided(capitalized(view.round_name(played.round)), text, link, corrected=True)


def _otherwise(view: View, winners: Sequence[SeatId]) -> str:
    if not winners:
        return _("Without that nobody would have won.")
    return _(
        "Without that %(names)s would have won.", names=view.plain.shown(tuple(winners), "seats")
    )


# What was missing


def _smallest(view: View) -> Iterator[Decided]:
    """What the runner-up missed in their weakest round, if the number of rounds is fixed."""
    ruler = view.scene.ruler
    if (
        not by_points(view)
        or view.result is None
        or len(view.heads_of(view.result.winners)) > 1
        or ruler is None
        or ruler[0] != ruler[1]
    ):
        return
    winner, second = view.result.winners[0], view.result.ranking[1]
    short = abs(view.totals[winner] - view.totals[second[0]]) + 1
    if len(view.heads_of(second)) > 1 or short > max(2, abs(view.totals[winner]) // NARROW):
        return
    round_, points = min(
        _rounds(view, second[0]).items(), key=lambda made: -made[1] if view.low_wins else made[1]
    )
    wanted = points - short if view.low_wins else points + short
    told = {
        "n": plain_number(wanted),
        "entry": entry_name(view, round_, second[0]),
        "name": view.side_name(second[0]),
    }
    text = _("Close: %(n)s for %(entry)s would have won it for %(name)s.", **told)
    yield _of_entry(view, round_, second[0], text)


def _rounds(view: View, seat: SeatId) -> Mapping[int, int]:
    return {n: view.points(n, seat) or 0 for n in range(1, view.scene.complete + 1)}
