"""The refusal: what is wrong in one line, why, the facts side by side, and the ways out."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from referee.kernel.board import Spot
from referee.kernel.contract import Level, Move, Ruling
from referee.kernel.frozen import replace
from referee.kernel.history import Played
from referee.kernel.rescore import let_stand
from referee.web.desk.desk import Refused
from referee.web.desk.draft import Draft
from referee.web.http import rendering
from referee.web.http.parts import Fact, Go, RefusalBox, Sentence
from referee.web.http.words import gettext as _
from referee.web.view.seat_words import worst_first
from referee.web.view.view import View, field_label
from referee.words import plain_number, ruling_sentence


def refusal_of(view: View, refused: Refused, cards: Sequence[str], draft: Draft) -> RefusalBox:
    """The block that rises over the pad; its big button leads back to the entry, which is still as it was."""
    rulings = worst_first(refused.checked.objections)
    first, rest = rulings[0], rulings[1:]
    move = refused.checked.move
    seat = move.seat if move else None
    illegal = all(ruling.level is Level.ILLEGAL for ruling in rulings)
    return RefusalBox(
        title=missing_text(view, first) or ruling_sentence(view.speaker, first),
        why=ruling_sentence(view.speaker, first, ".why"),
        clause=first.clause,
        facts=_facts(view, first, seat, move.kind if move else "", cards),
        others=[Sentence(ruling_sentence(view.speaker, ruling), ruling.clause) for ruling in rest],
        go=Go(_change(view, seat, first.params.get("card"), cards), "#entry"),
        overrule=illegal and view.hosts,
        stands=_if_it_stands(view, move) if illegal and view.hosts and move else "",
        accept=[ruling.code for ruling in rulings],
        reason=draft.reason,
        unreasoned=draft.unreasoned,
    )


def missing_text(view: View, ruling: Ruling) -> str:
    """What is still missing, by its name; empty for any other ruling."""
    nothing = ruling.code == "missing" or (ruling.code == "too_few_cards" and not ruling.params.get("found"))
    field = next((field for prompt in view.prompts for field in prompt.fields if field.name == ruling.field), None)
    return _("Still missing: %(what)s", what=field_label(view, field)) if nothing and field else ""


def _if_it_stands(view: View, move: Move) -> str:
    """The totals that would be others if the entry were let stand; empty where nothing is added up yet or entries are secret."""
    if view.only is not None or view.history.options.get("entry") == "secret":
        return ""
    after = replace(view, history=let_stand(view.history, move).history)
    changed = [f"{view.names[seat]} {plain_number(total)}" for seat, total in after.totals.items() if total != view.totals[seat]]
    return _("If it stands: %(totals)s", totals=view.speaker.marks.comma.join(changed)) if changed else ""


def _change(view: View, seat: str | None, card: Any, cards: Sequence[str]) -> Markup | str:
    """The harmless way out by name: whose entry, and which of its cards where one is the trouble."""
    if card not in cards or not seat:
        return _("Change it")
    return Markup(_("Change %(name)s’s %(card)s", name=escape(view.names[seat]), card=rendering.draw_card(str(card))))


def _facts(view: View, ruling: Ruling, seat: str | None, kind: str, cards: Sequence[str]) -> list[Fact]:
    """The rows of cards that collide: every holder's entry and the one just tried."""
    card = ruling.params.get("card")
    if not card:
        return []
    holders = dict.fromkeys(holder for holder, _place in ruling.params.get("holders", []))
    laid = [played for played in view.history.played if played.round == view.scene.round and card in played.cards]
    newest = {played.move.seat: played for played in laid}
    rows = [_fact(view, newest[holder], card) for holder in holders if holder in newest]
    return [*rows, Fact(view.names.get(seat or "", ""), view.speaker.word(kind), _marked(cards, {card}))] if cards else rows


def _fact(view: View, played: Played, card: str) -> Fact:
    seat, kind = played.move.seat or "", view.speaker.word(played.move.kind)
    if (points := view.points(played.round, seat)) is not None:
        kind = f"{kind}{view.speaker.marks.comma}{plain_number(points)}"
    return Fact(view.names.get(seat, ""), kind, _marked(played.cards, {card}), view.url("corrections.correct", seq=played.seq))


def _marked(cards: Sequence[str], bad: set[str]) -> list[Spot]:
    return [Spot(card, "bad" if card in bad else "") for card in cards]
