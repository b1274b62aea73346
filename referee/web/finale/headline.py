"""Who won, in large letters, and by how much."""

from dataclasses import dataclass

from referee.kernel.contract import rank_by
from referee.web.http.words import gettext as _
from referee.web.view.seat_words import early_end, sentences
from referee.web.view.view import View
from referee.words import plain_number


@dataclass(frozen=True)
class Headline:
    """The headline, the sentence below it and its clause; no ``winners`` if all lost."""

    text: str
    margin: str
    clause: str
    winners: tuple[str, ...]


def headline(view: View) -> Headline:
    """The result, or the state of a table that was ended early."""
    result = view.result
    if result is None:
        return Headline(_ended(view), early_end(view), "", ())
    return Headline(_text(view), _margin(view), result.reasons[0].clause, result.winners)


def _ended(view: View) -> str:
    last = view.scene.complete
    return (
        _("Ended after %(round)s", round=view.round_name(last))
        if last
        else _("Ended early.").rstrip(".。")
    )


def _text(view: View) -> str:
    """The game's own words, the side that won, or names."""
    result = view.result
    assert result is not None
    sides = {side_of(view, seat) for seat in result.winners}
    own = [result.reasons[0].code, *(sides if len(sides) == 1 else ())]
    if said := next(
        (text for code in own if code and (text := view.plain.say(f"headline.{code}", default=""))),
        "",
    ):
        return said
    if result.winners:
        return _win(view, result.winners)
    lost = result.ranking[-1]
    return (
        _("Not this time")
        if len(result.ranking) == 1
        else _("%(name)s loses", name=_names(view, lost))
    )


def _win(view: View, winners: tuple[str, ...]) -> str:
    names = _names(view, winners)
    return _("%(names)s win", names=names) if len(winners) > 1 else _("%(name)s wins", name=names)


def _names(view: View, seats: tuple[str, ...]) -> str:
    return view.plain.shown(seats, "seats")


def side_of(view: View, seat: str) -> str:
    """The side a seat turned out to be on, as a word of the game; empty without sides."""
    lines = (line for line in reversed(view.lines) if line.part == "score" and line.seat == seat)
    return next((str(line.params["side"]) for line in lines if "side" in line.params), "")


def _margin(view: View) -> str:
    """The lead in points; if something else decided, the game's own reasons."""
    assert view.result is not None
    first, *others = view.result.ranking
    totals = view.totals
    level = len(view.heads_of(first))
    if not by_points(view) or level > 2:
        return sentences(view, view.result.reasons)
    top = totals[first[0]]
    if level == 2:
        return _("%(n)s each", n=plain_number(top))
    second = totals[others[0][0]]
    ahead, score = (
        abs(top - second),
        _("%(n)s to %(m)s", n=plain_number(top), m=plain_number(second)),
    )
    return (
        _("by one point, %(score)s", score=score)
        if ahead == 1
        else _("by %(n)s points, %(score)s", n=ahead, score=score)
    )


def by_totals(view: View) -> bool:
    """Whether the totals alone give the final ranking."""
    result = view.result
    told = (
        result is not None
        and result.won
        and len(result.ranking) > 1
        and not view.history.game.info.tally
    )
    return told and result is not None and result.ranking == rank_by(view.totals, view.low_wins)


def by_points(view: View) -> bool:
    """Whether these totals are points, and nothing else decided."""
    result = view.result
    plain = result is not None and (
        len(result.reasons) == 1 or len(view.heads_of(result.winners)) > 1
    )
    return plain and not view.scene.shown and by_totals(view)
