"""Rulings of The Things: everything the public log can prove, with its clause."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from referee.kernel import ledger
from referee.kernel.cards import Card, rank
from referee.kernel.contract import Level, Move, Ruling, SeatId, cards_of, number_of

from .fights import (
    ATTACK,
    DEFENCE,
    FIRST_THING,
    FLAMES,
    RED,
    SPECIALS,
    Fight,
    cards_by,
    fighters,
    packs,
    reds,
)
from .state import HUMAN, THING, State, drawable

ACTIONS = ("search", "talk", "test", "attack")


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Every objection; actions of the dead or out of turn come first (TT-16, TT-58)."""
    if move.kind in ACTIONS and move.seat in state.dead:
        yield Ruling("dead_acts", "TT-58", Level.IMPOSSIBLE, {"seat": move.seat})
    elif move.kind in ACTIONS and move.seat != state.active:
        yield Ruling(
            "out_of_turn",
            "TT-16" if state.turn == 1 else "TT-58",
            params={"seat": move.seat, "next": state.active},
        )
    if move.kind in _JUDGES:
        yield from _JUDGES[move.kind](state, move)


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """The ruling on an entry for a dead player before the final show (TT-52)."""
    if seat in state.dead and state.call is None:
        return Ruling("dead_acts", "TT-52", params={"seat": seat})
    return None


def _search(state: State, move: Move) -> Iterable[Ruling]:
    return _lies_elsewhere(drawable(state), cards_of(move, "card"), "card")


def _talk(state: State, move: Move) -> Iterator[Ruling]:
    """The partner must fit the ranks and the volunteers (TT-24…TT-26, TT-62, TT-63, TT-A14)."""
    partner = move.data["partner"]
    yield from _dead(state, partner, "TT-32", "partner")
    if not state.full:
        return
    volunteers = list(dict.fromkeys(cards_of(move, "willing")))
    forcing = state.options["nobody_willing"] == "forced"
    if state.options["trade"] == "several":
        yield from _offer(list(dict.fromkeys(cards_of(move, "give"))), move)
    if volunteers and partner not in volunteers and state.options["may_refuse"] == "no":
        clause = "TT-25" if partner is None else "TT-26"
        yield Ruling(
            "volunteer_passed_over", clause, params={"volunteers": volunteers}, field="partner"
        )
    elif partner is None and forcing:
        yield Ruling("partner_needed", "TT-26", Level.IMPOSSIBLE, {"seat": move.seat}, "partner")
    elif partner is not None and partner not in volunteers and not forcing:
        yield Ruling("nobody_forced", "TT-63", params={"seat": partner}, field="partner")


def _offer(offered: list[str], move: Move) -> Iterator[Ruling]:
    """Several ranks offered, and the one of them that was given (TT-24, TT-62)."""
    gave = move.data["gave"]
    if not offered:
        yield Ruling("nothing_offered", "TT-24", Level.IMPOSSIBLE, field="give")
    elif gave is not None and gave not in offered:
        yield Ruling(
            "not_offered", "TT-62", params={"gave": gave, "offered": offered}, field="gave"
        )
    elif gave is None and len(offered) > 1 and move.data["partner"] is not None:
        yield Ruling("gave_which", "TT-62", Level.IMPOSSIBLE, {"offered": offered}, "gave")


def _test(state: State, move: Move) -> Iterator[Ruling]:
    cards = cards_of(move, "card")
    yield from _dead(state, move.data["target"], "TT-33", "target")
    yield from (
        Ruling("not_flame", "TT-33", params={"card": card}, field="card")
        for card in cards
        if card not in FLAMES
    )
    yield from _from_hand(state, str(move.seat), cards, "card")


def _attack(state: State, move: Move) -> Iterator[Ruling]:
    """The attacker's first cards; in quick entry, numbers cards can make (TT-36, TT-49, TT-A5)."""
    seat, target, cards = str(move.seat), str(move.data["target"]), cards_of(move, "cards")
    yield from _dead(state, target, "TT-36", "target")
    by_number = not state.full
    if by_number and move.data.get("by") == "specials":
        told = number_of(move, "attack") + number_of(move, "defence")
        most = 12 * packs(len(state.seats), state.options)
        if told == 0:
            yield Ruling("no_special_card", "TT-49", field="by")
        elif told > most:
            yield Ruling("too_many_specials", "TT-49", params={"most": most}, field="by")
    elif state.options["min_attack"] == "one" and not (
        number_of(move, "attack") if by_number else cards
    ):
        yield Ruling(
            "no_attack_card",
            "TT-36",
            params={"seat": seat},
            field="attack" if by_number else "cards",
        )
    elif not by_number:
        yield from _laid(state, Fight(seat, target), seat, cards)


def _dead(state: State, seat: object, clause: str, field: str) -> Iterator[Ruling]:
    if seat in state.dead:
        yield Ruling("is_dead", clause, Level.IMPOSSIBLE, {"seat": seat}, field)


def _play(state: State, move: Move) -> Iterator[Ruling]:
    """Cards played in a running fight (TT-36…TT-42)."""
    seat, fight = str(move.seat), state.running
    side = side_played(fight, move)
    other = DEFENCE if side == ATTACK else ATTACK
    yield from _laid(state, fight, seat, cards_of(move, "cards"))
    if seat in fighters(fight, other):
        yield Ruling("changed_sides", "TT-A7", params={"seat": seat, "side": other}, field="joins")
    elif state.options["late_join"] == "no" and _late(fight, seat, side):
        yield Ruling("too_late", "TT-A7", params={"seat": seat})
    latest = fight.plays[-1] if len(fight.plays) > fight.passed else None
    if state.options["speaking"] == "clockwise" and latest is not None and latest.side == side:
        # Within a side the leader plays first, then the others clockwise, until the other side
        # plays or passes.
        order = state.from_seat(fight.attacker if side == ATTACK else fight.target)
        if order.index(seat) < order.index(latest.seat):
            yield Ruling("spoke_too_late", "TT-A8", params={"seat": seat, "before": latest.seat})


def side_played(fight: Fight, move: Move) -> str:
    """The side a play belongs to: attack or defence."""
    if move.seat in (fight.attacker, fight.target):
        return ATTACK if move.seat == fight.attacker else DEFENCE
    return str(move.data["joins"])


def _late(fight: Fight, seat: SeatId, side: str) -> bool:
    """Whether a helper joins after the side's first cards were answered (TT-A7)."""
    turns = [laid for laid, _ in groupby(play.side for play in fight.plays)]
    return seat not in (fight.attacker, fight.target, *fighters(fight, side)) and turns.count(
        side
    ) > (turns[-1:] == [side])


def _laid(state: State, fight: Fight, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Ruling]:
    """One player's cards in a fight: one special kind only, a red card kept (TT-40, TT-41)."""
    yield from _from_hand(state, seat, cards, "cards")
    whole = (*cards_by(fight, seat), *cards)
    courts = [card for card in whole if card in SPECIALS]
    if len({card in RED for card in courts}) > 1:
        yield Ruling("both_kinds", "TT-41", params={"seat": seat, "courts": courts}, field="cards")
    is_thing = state.sides.get(seat) == THING or reds(whole)
    if is_thing and cards and len(cards) >= state.hands[seat]:
        yield Ruling("whole_hand", "TT-40", params={"seat": seat}, field="cards")
    elif state.only_first_red and FIRST_THING in cards:
        yield Ruling("last_red", "TT-40", params={"seat": seat, "card": FIRST_THING}, field="cards")
    elif len(cards) == state.hands[seat]:
        yield from _nobody(state, {seat: HUMAN}, "cards")


def _from_hand(state: State, seat: SeatId, cards: tuple[Card, ...], field: str) -> Iterator[Ruling]:
    """Check cards from a hand, or all of it (``field`` "hand"), against the log."""
    yield from _lies_elsewhere(state, cards, field)
    yield from _red_in_hand(state, seat, reds(cards), field)

    n, found = state.hands[seat], len(cards)
    owed = Counter(state.ranks.get(seat, ())) - Counter(map(rank, cards))
    if field == "hand" and found != n:
        params = {"seat": seat, "n": n, "found": found}
        yield Ruling("hand_size", "TT-54", params=params, field=field)
    elif found > n:
        yield Ruling("not_so_many", "TT-36", params={"seat": seat, "n": n}, field=field)
    elif owed.total() > n - found:
        # Ranks named in a swap must be in the hand, but have no room left in it.
        yield Ruling("false_rank", "TT-31", params={"seat": seat, "ranks": list(owed)}, field=field)


def _red_in_hand(state: State, seat: SeatId, red: Sequence[Card], field: str) -> Iterator[Ruling]:
    """Object to red cards of a human (TT-55), or before anybody can have drawn one (TT-7)."""
    if not red:
        return
    if state.sides.get(seat) == HUMAN:
        yield Ruling("human_kept_red", "TT-55", params={"seat": seat, "card": red[0]}, field=field)
    shown = reds(tuple(held.card for held in state.holdings))
    if state.only_first_red and [*shown, *red] != [FIRST_THING]:
        card = next((card for card in red if card != FIRST_THING), red[0])
        yield Ruling("red_too_early", "TT-7", params={"card": card}, field=field)


def _lies_elsewhere(state: State, cards: tuple[Card, ...], field: str) -> tuple[Ruling, ...]:
    """Cards of which every copy is known to lie elsewhere (TT-5)."""
    return ledger.clash(state.deck, state.holdings, None, cards, "TT-5", field)


def _red(state: State, move: Move) -> Iterator[Ruling]:
    """Only red cards are shown, and only ones a known pile can have (TT-7, TT-55…TT-57)."""
    cards = cards_of(move, "shown")
    if black := [card for card in cards if card not in RED]:
        yield Ruling("black_shown", "TT-55", params={"card": black[0]}, field="shown")
    if state.draw is None:
        return
    if len(cards) > state.draw:
        yield Ruling(
            "pile_runs_out",
            "TT-57",
            Level.IMPOSSIBLE,
            {"n": state.draw, "seat": move.seat},
            "shown",
        )
    elsewhere = _lies_elsewhere(state, cards, "shown")
    yield from elsewhere
    if not elsewhere and cards.count(FIRST_THING) > state.to_draw[FIRST_THING]:
        yield Ruling("dealt_not_drawn", "TT-7", params={"card": FIRST_THING}, field="shown")


def _call(state: State, move: Move) -> Iterator[Ruling]:
    """Who may call, and when (TT-59, TT-60, TT-A12, TT-A13)."""
    caller, when = move.seat or move.data["caller"], state.options["call_when"]
    busy = state.searching or state.phase not in ("turn", "last")
    if (when == "between_actions" and busy) or (when == "own_turn" and caller != state.active):
        yield Ruling("call_not_now", "TT-A12", params={"seat": caller, "when": when})
    forbidden = {
        ("rescue", THING): ("thing_calls", "TT-59"),
        ("departure", HUMAN): ("human_calls", "TT-60"),
    }
    if wrong := forbidden.get((str(move.data["call"]), state.sides.get(str(caller), ""))):
        yield Ruling(*wrong, params={"seat": caller}, field="call")


def _hand(state: State, move: Move) -> Iterator[Ruling]:
    """A hand shown at the end, checked against everything the log proves."""
    seat, cards = str(move.seat), cards_of(move, "hand")
    yield from _from_hand(state, seat, cards, "hand")
    if not reds(cards) and state.sides.get(seat) == THING:
        yield Ruling("thing_shows_black", "TT-30", params={"seat": seat}, field="hand")
    elif not reds(cards):
        yield from _nobody(state, {seat: HUMAN}, "hand")


def told_sides(move: Move) -> Mapping[SeatId, str]:
    """The sides a move states, by seat."""
    return {name.removeprefix("side_"): str(side) for name, side in move.data.items()}


def _nobody(state: State, told: Mapping[SeatId, str], field: str | None = None) -> Iterator[Ruling]:
    """Not everybody can be human: one began as a Thing, and Things stay Things (TT-17, TT-30)."""
    if all((told.get(seat) or state.sides.get(seat)) == HUMAN for seat in state.seats):
        yield Ruling("nobody_a_thing", "TT-30", field=field)


_JUDGES: dict[str, Callable[[State, Move], Iterable[Ruling]]] = {
    "search": _search,
    "talk": _talk,
    "test": _test,
    "attack": _attack,
    "play": _play,
    "red": _red,
    "call": _call,
    "hand": _hand,
    "sides": lambda state, move: _nobody(state, told_sides(move)),
    "fate": lambda state, move: (
        _nobody(state, {str(move.seat): HUMAN}) if move.data["fate"] == "survives" else ()
    ),
}
