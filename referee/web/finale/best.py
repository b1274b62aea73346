"""The best play of the game, as the end shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.contract import cards_behind
from referee.kernel.highlights import Highlight, best_plays
from referee.store.symbols import Sign
from referee.web.http.parts import Sentence
from referee.web.http.words import gettext as _
from referee.web.view.view import View
from referee.words import line_sentence, plain_number


@dataclass(frozen=True)
class BestPlay:
    """The best play: whose, what, when, cards and reasons; ``others`` equalled it later."""

    title: str
    when: str
    name: str
    sign: Sign | None
    points: str
    cards: Sequence[str]
    reasons: Sequence[Sentence]
    others: str


def best_of(view: View) -> BestPlay | None:
    """The first of the best plays; None if no entry explains its points."""
    found = best_plays(view.history.game, view.state, view.lines)
    if not found:
        return None
    highlight = found[0]
    return BestPlay(
        title=view.plain.say("feat.title"),
        when=view.round_name(highlight.round),
        name=highlight_name(view, highlight),
        sign=view.signs.get(highlight.seat),
        points=plain_number(highlight.points),
        cards=cards_behind(highlight.lines, view.scene.deck),
        reasons=[
            Sentence(line_sentence(view.translator, line), line.clause) for line in highlight.lines
        ],
        others=_others(view, found[1:]),
    )


def highlight_name(view: View, highlight: Highlight) -> str:
    """Like “Ann’s Chief”; the name alone if the highlight has none."""
    slot = highlight.lines[0].slot
    return (
        view.plain.say("feat.name", {"seat": highlight.seat, "slot": slot})
        if slot in view.history.game.info.made
        else view.names[highlight.seat]
    )


def _others(view: View, others: Sequence[Highlight]) -> str:
    if not others:
        return ""
    if len(others) > 1:
        return _("and %(n)s more tied", n=len(others))
    return _(
        "and %(whose)s, %(points)s",
        whose=highlight_name(view, others[0]),
        points=plain_number(others[0].points),
    )
