"""The cards behind a number of the score sheet, by the seat that laid them."""

from collections import Counter
from collections.abc import Sequence

from referee.kernel.board import Spot
from referee.kernel.contract import Line, cards_behind
from referee.web.http.parts import Fact
from referee.web.view.view import View, pack_cards

# A deck with more copies of a card than this does not tell whose card it was.
TWICE = 2


def card_facts(view: View, round_: int, seat: str, lines: Sequence[Line]) -> list[Fact]:
    """The seat's cards and counting cards of others, marked if only some count."""
    if view.scene.deck.most_alike > TWICE:
        # With so many identical cards nobody can tell whose one was.
        rows = {seat: [Spot(card) for line in lines for card in line.cards]}
    else:
        rows = _marked_rows(view, round_, seat, lines)
    return [
        Fact(view.names[one], _made(view, one, round_), cards)
        for one, cards in rows.items()
        if cards
    ]


def _marked_rows(
    view: View, round_: int, seat: str, lines: Sequence[Line]
) -> dict[str, list[Spot]]:
    """The seat's own cards, then those of others of which some count."""
    own = _laid(view, seat, round_)
    theirs = _theirs(lines, own)
    mine = Counter(card for line in lines for card in line.cards) - theirs
    rows: dict[str, list[Spot]] = {seat: []}
    for other in (one for one in view.history.seats if one != seat):
        # A card that counts is marked at the first seat that has it.
        cards = _marked(_laid(view, other, round_), theirs)
        if any(spot.state == "hit" for spot in cards):
            rows[other] = cards
    marked = _marked(own, mine + theirs)
    all_alike = len({spot.state for spot in marked}) == 1
    rows[seat] = [*map(Spot, own)] if all_alike else marked
    return rows


def by_holder(view: View, round_: int, seat: str, lines: Sequence[Line]) -> dict[str, list[str]]:
    """The cards behind a number by the seat that laid them, the scoring seat first.

    If only others' cards count, the seat has those it laid. Identical cards, and cards laid by
    nobody, are with the scoring seat.
    """
    cards = cards_behind(lines, view.scene.deck)
    if view.scene.deck.most_alike > TWICE:
        return {seat: [*cards]}
    own = _laid(view, seat, round_)
    others = [one for one in view.history.seats if one != seat]
    left = {one: Counter(_laid(view, one, round_)) for one in others} | {seat: Counter(own)}
    theirs = _theirs(lines, own)
    held: dict[str, list[str]] = {seat: []}
    for card in cards:
        near = (*others, seat) if theirs[card] else (seat, *others)
        holder = next((one for one in near if left[one][card]), seat)
        left[holder][card] -= 1
        held.setdefault(holder, []).append(card)
    return held | {seat: held[seat] or own}


def _theirs(lines: Sequence[Line], own: Sequence[str]) -> Counter[str]:
    """The cards of lines that count other seats' cards."""
    return Counter(
        card for line in lines if Counter(line.cards) - Counter(own) for card in line.cards
    )


def _laid(view: View, seat: str, round_: int) -> list[str]:
    """The cards a seat laid in a round: slots it made, or cards that score; not discards."""
    scored = {
        card for line in view.lines if line.round == round_ and line.counts for card in line.cards
    }
    made = view.history.game.info.made
    entered = [
        (played.move.kind, pack_cards(view, played.cards))
        for played in view.history.entered(round_, seat)
    ]
    return [
        card for kind, hand in entered if kind in made or scored.intersection(hand) for card in hand
    ]


def _marked(cards: Sequence[str], hits: Counter[str]) -> list[Spot]:
    marked = []
    for card in cards:
        marked.append(Spot(card, "hit" if hits[card] else "off"))
        hits[card] -= hits[card] > 0
    return marked


def _made(view: View, seat: str, round_: int) -> str:
    made = view.history.game.info.made
    return next(
        (
            view.plain.word(line.slot)
            for line in view.lines
            if (line.round, line.seat) == (round_, seat) and line.slot in made
        ),
        "",
    )
