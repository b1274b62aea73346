"""The refusal: what is wrong in one line, why, the facts, and the ways out."""

from collections.abc import Sequence

from referee.kernel.board import Spot
from referee.kernel.contract import Level, Ruling
from referee.kernel.history import Played
from referee.kernel.ledger import NO_SUCH_CARD
from referee.service.draft import WHY_ALLOWED, Draft
from referee.service.errors import Refused
from referee.web.http.parts import ChoiceKey, Fact, Go, RefusalBox
from referee.web.http.words import gettext as _
from referee.web.view.log_words import reason_text
from referee.web.view.seat_words import spoken, worst_first
from referee.web.view.view import View, field_label
from referee.words import plain_number, ruling_sentence


def refusal_of(view: View, refused: Refused, cards: Sequence[str], draft: Draft) -> RefusalBox:
    """The refusal above the pad; its main button leads back to the unchanged entry."""
    rulings = worst_first(refused.checked.objections)
    first, rest = rulings[0], rulings[1:]
    telling, move = _told_first(rulings), refused.checked.move
    seat, kind = (move.seat, move.kind) if move else (None, "")
    facts = _facts(view, telling, seat, kind, cards)
    illegal = all(ruling.level is Level.ILLEGAL for ruling in rulings)
    no_card = telling.code in NO_SUCH_CARD
    return RefusalBox(
        title=missing_text(view, first) or ruling_sentence(view.translator, first),
        why=ruling_sentence(view.translator, first, ".why"),
        clause=first.clause,
        facts=facts,
        others=[spoken(view.translator, ruling) for ruling in rest],
        go=_way_back(view, facts, seat),
        overrule=illegal and view.hosts,
        earlier=_earlier(view, first, seat),
        accept=[ruling.code for ruling in rulings],
        usual=[ChoiceKey(code, reason_text(code), draft.reason == code) for code in WHY_ALLOWED],
        reason="" if draft.reason in WHY_ALLOWED else draft.reason,
        unreasoned=draft.unreasoned,
        never=never_allowed() if no_card and view.hosts else "",
    )


def _way_back(view: View, facts: Sequence[Fact], seat: str | None) -> Go:
    """The button to the unchanged entry; beside cards of others it names its player."""
    return Go(fix_text(view, seat) if facts and seat else _("Fix it"), "#entry")


def _told_first(rulings: Sequence[Ruling]) -> Ruling:
    """The ruling whose cards are shown: that no such card exists, else the worst."""
    return next((ruling for ruling in rulings if ruling.code in NO_SUCH_CARD), rulings[0])


def never_allowed() -> str:
    """Why a card that does not exist cannot be allowed, and what to do."""
    return _("You can’t allow a card that doesn’t exist. Fix one entry.")


def fix_text(view: View, seat: str | None) -> str:
    """The label of a link to correct an entry, with its player's name."""
    return _("Fix %(name)s’s", name=view.names[seat]) if seat else _("Fix the entry")


def missing_text(view: View, ruling: Ruling) -> str:
    """The name of the missing field; "" for any other ruling."""
    nothing = ruling.code == "missing" or (
        ruling.code == "too_few_cards" and not ruling.params.get("found")
    )
    field = next(
        (field for prompt in view.prompts for field in prompt.fields if field.name == ruling.field),
        None,
    )
    return _("Missing: %(what)s", what=field_label(view, field)) if nothing and field else ""


def _earlier(view: View, ruling: Ruling, seat: str | None) -> str:
    """The address to correct the entry that used up the slot, as that one may be wrong; or ""."""
    round_, kind = ruling.params.get("round"), ruling.params.get("slot")
    of_seat = (played for played in view.history.played if played.move.seat == seat)
    used = next((one for one in of_seat if (one.round, one.move.kind) == (round_, kind)), None)
    return view.url("corrections.correct", seq=used.seq) if used else ""


def _facts(
    view: View, ruling: Ruling, seat: str | None, kind: str, cards: Sequence[str]
) -> list[Fact]:
    """The colliding cards in rows: the entries that have the card, then the refused one."""
    card = ruling.params.get("card")
    if not card:
        return []
    holders = [holder for holder, _place in ruling.params.get("holders", [])]
    rows = [_fact(view, played, card) for played in _told_by(view, card, holders)]
    return (
        [
            *rows,
            Fact(
                view.names.get(seat or "", ""), view.translator.word(kind), _marked(cards, {card})
            ),
        ]
        if cards
        else rows
    )


def _told_by(view: View, card: str, holders: Sequence[str | None]) -> list[Played]:
    """Each holder's newest entry with the card, of this round if any; otherwise any seat's."""
    told = (
        [played for played in view.history.played if card in _cards_told(played)] if holders else []
    )
    now = [played for played in told if played.round == view.scene.round] or told
    newest = {played.move.seat: played for played in now}
    return [newest[holder] for holder in dict.fromkeys(holders) if holder in newest] or [
        *newest.values()
    ]


def _cards_told(played: Played) -> list[str]:
    return [
        *played.cards,
        *(value for value in played.move.data.values() if isinstance(value, str)),
    ]


def _fact(view: View, played: Played, card: str) -> Fact:
    seat, kind = played.move.seat or "", view.translator.word(played.move.kind)
    if (points := view.points(played.round, seat)) is not None:
        kind = _("%(what)s, %(points)s", what=kind, points=plain_number(points))
    href = view.url("corrections.correct", seq=played.seq)
    return Fact(
        view.names.get(seat, ""),
        kind,
        _marked(played.cards or [card], {card}),
        change_href=href,
        change=fix_text(view, seat),
    )


def _marked(cards: Sequence[str], bad: set[str]) -> list[Spot]:
    return [Spot(card, "bad" if card in bad else "") for card in cards]
