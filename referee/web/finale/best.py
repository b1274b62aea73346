"""The best feat of the table, as the end shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.contract import cards_behind
from referee.kernel.feats import Feat, best
from referee.store.signs import Sign
from referee.web.http.parts import Sentence
from referee.web.http.words import gettext as _
from referee.web.view.view import View
from referee.words import line_sentence, plain_number


@dataclass(frozen=True)
class Best:
    """The best feat: whose, what, when, cards and reasons; ``others`` equalled it later."""

    title: str
    when: str
    name: str
    sign: Sign | None
    points: str
    cards: Sequence[str]
    reasons: Sequence[Sentence]
    others: str


def best_of(view: View) -> Best | None:
    """The first of the best feats; None if no entry explains its points."""
    found = best(view.history.game, view.state, view.lines)
    if not found:
        return None
    feat = found[0]
    return Best(
        title=view.plain.say("feat.title"),
        when=view.round_name(feat.round),
        name=feat_name(view, feat),
        sign=view.signs.get(feat.seat),
        points=plain_number(feat.points),
        cards=cards_behind(feat.lines, view.scene.deck),
        reasons=[Sentence(line_sentence(view.speaker, line), line.clause) for line in feat.lines],
        others=_others(view, found[1:]),
    )


def feat_name(view: View, feat: Feat) -> str:
    """Like “Ann’s Chief”; the name alone if the feat has none."""
    slot = feat.lines[0].slot
    return (
        view.plain.say("feat.name", {"seat": feat.seat, "slot": slot})
        if slot in view.history.game.info.made
        else view.names[feat.seat]
    )


def _others(view: View, others: Sequence[Feat]) -> str:
    if not others:
        return ""
    if len(others) > 1:
        return _("and %(n)s more tied", n=len(others))
    return _(
        "and %(whose)s, %(points)s",
        whose=feat_name(view, others[0]),
        points=plain_number(others[0].points),
    )
