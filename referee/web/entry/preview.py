"""The verdict under the pad: what the tapped cards are worth and why, before anything is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask_babel import gettext as _
from markupsafe import Markup, escape

from referee.kernel.contract import Checked, Level, Line, Move, Prompt, Ruling
from referee.web.forms.verdict import CardGroup, Remark, Verdict
from referee.web.view.view import View
from referee.words import line_sentence, plain_number, ruling_sentence


def lines_after(view: View, move: Move) -> list[Line]:
    """The score lines that a move would give its seat in this round."""
    after = view.history.game.advance(view.state, move)
    return [
        line
        for line in view.history.game.lines(after)
        if line.seat == move.seat and line.round == view.scene.round and line.part == "score"
    ]


def points_of(view: View, move: Move) -> int:
    """The points that a move would give its seat."""
    return sum(line.points for line in lines_after(view, move))


def verdict_of(view: View, seat: str, prompt: Prompt, checked: Checked | None, cards: Sequence[str]) -> Verdict:
    """The verdict's two lines: name, arithmetic, result and clause; then the cards and the one remark that matters."""
    if checked is None:
        tap = _("Tap %(name)s’s cards", name=view.names[seat])
        return Verdict(empty=view.speaker.say(f"ask.{prompt.kind}", {"seat": seat}, default=tap))
    if checked.move is None or any(ruling.level is Level.IMPOSSIBLE for ruling in checked.rulings):
        ruling = checked.objections[0]
        return Verdict(_named(view, prompt.kind), remark=_refusal_remark(view, ruling))
    lines = lines_after(view, checked.move)
    found = summary(view, lines, prompt.kind)
    if checked.objections:
        return replace(found, remark=_refusal_remark(view, checked.objections[0]), groups=(), cards=cards)
    return found if found.groups else replace(found, cards=cards)


def _named(view: View, kind: str) -> str:
    """A thing made by its name, any other answer by that of its kind."""
    made = any(slot.name == kind for slot in view.history.game.info.slots)
    return view.speaker.word(kind) if made else view.kind_name(kind)


def _refusal_remark(view: View, ruling: Ruling) -> Remark:
    return Remark(False, ruling_sentence(view.speaker, ruling), ruling.clause)


def summary(view: View, lines: Sequence[Line], slot: str) -> Verdict:
    """The headline, which is the first line, with the remark or the groups of cards that the other lines add up to it."""
    if not lines:
        return Verdict(_named(view, slot))
    first, parts = lines[0], [line for line in lines[1:] if line.cards]
    say = _colon(_named(view, slot), line_sentence(view.speaker, first, ".sum") or plain_number(_number(view, first)))
    remark = line_sentence(view.speaker, first, ".remark")
    if parts and sum(line.points for line in parts):
        groups = [
            CardGroup(
                line.cards, line_sentence(view.speaker, line, ".remark") or line_sentence(view.speaker, line, ".sum"), line.clause
            )
            for line in parts
        ]
        return Verdict(say, first.clause, remark, groups=groups)
    ok = any(line.points for line in lines)
    return Verdict(say, first.clause, remark=Remark(ok, remark) if remark else None)


def _number(view: View, line: Line) -> int:
    """What a line comes to: its points, or what its cards sum up to where points are games won."""
    wins = view.history.game.info.tally or any(shown.unit for shown in view.scene.shown.values())
    return int(line.params.get("sum", line.points)) if wins else line.points


def _colon(name: str, rest: Markup | str) -> Markup:
    colon = "：" if _is_wide(name) else ": "
    return escape(name) + colon + escape(rest)


def _is_wide(text: str) -> bool:
    return bool(text) and ord(text[-1]) > 0x2E80
