"""The referee's word on a move: whatever the public log can prove, with the clause it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from referee.kernel import ledger
from referee.kernel.cards import Card, rank
from referee.kernel.contract import Level, Move, Ruling, SeatId, cards_of

from . import deck
from .fights import cards_by, fighters
from .state import ATTACK, DEFENCE, HUMAN, Fight, State, drawable, due, from_seat, phase, ranks_of, seat_of, side_of, told_sides

Rulings = tuple[Ruling, ...]
ACTIONS = ("search", "talk", "test", "attack")


def judge(state: State, move: Move) -> Rulings:
    """Every objection to a move; an action of somebody else than the active player, or of a dead one, is out of turn (TT-16, TT-58)."""
    judged = _JUDGES.get(move.kind)
    found = judged(state, move) if judged else ()
    if move.kind not in ACTIONS or move.seat == state.active:
        return found
    if move.seat in state.dead:
        return (Ruling("dead_acts", "TT-58", Level.IMPOSSIBLE, {"seat": move.seat}), *found)
    clause = "TT-16" if state.turn == 1 else "TT-58"
    return (Ruling("out_of_turn", clause, params={"seat": move.seat, "next": state.active}), *found)


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Anything of a dead player before the final show (TT-52)."""
    return Ruling("dead_acts", "TT-52", params={"seat": seat}) if seat in state.dead and state.call is None else None


def _talk(state: State, move: Move) -> Rulings:
    partner = seat_of(move, "partner")
    found = _dead(state, partner, "TT-32", "partner")
    return (*found, *_willing(state, move, partner)) if state.full else found


def _willing(state: State, move: Move, partner: SeatId | None) -> Rulings:
    """Whether the partner was chosen as the ranks and the volunteers allow (TT-24…TT-26, TT-62, TT-63, TT-A14)."""
    volunteers = volunteers_of(move)
    found = list(_offer(state, move, partner))
    refusing = state.options["may_refuse"] == "yes"
    forcing = state.options["nobody_willing"] == "forced"
    if volunteers and partner not in volunteers and not refusing:
        clause = "TT-25" if partner is None else "TT-26"
        found.append(Ruling("volunteer_passed_over", clause, params={"volunteers": list(volunteers)}, field="partner"))
    elif partner is None and forcing:
        found.append(Ruling("partner_needed", "TT-26", Level.IMPOSSIBLE, {"seat": move.seat}, "partner"))
    elif partner is not None and partner not in volunteers and not forcing:
        found.append(Ruling("nobody_forced", "TT-63", params={"seat": partner}, field="partner"))
    return tuple(found)


def _offer(state: State, move: Move, partner: SeatId | None) -> Rulings:
    """The ranks offered, and the one that was given of several (TT-24, TT-62)."""
    if state.options["trade"] == "one":
        return ()
    offered, gave = ranks_of(move), move.data.get("gave")
    if not offered:
        return (Ruling("nothing_offered", "TT-24", Level.IMPOSSIBLE, field="give"),)
    if gave is not None and gave not in offered:
        return (Ruling("not_offered", "TT-62", params={"gave": gave, "offered": list(offered)}, field="gave"),)
    if gave is None and len(offered) > 1 and partner is not None:
        return (Ruling("gave_which", "TT-62", Level.IMPOSSIBLE, {"offered": list(offered)}, "gave"),)
    return ()


def volunteers_of(move: Move) -> tuple[SeatId, ...]:
    """Who was willing to swap, each once (TT-25)."""
    found = move.data["willing"]
    return tuple(dict.fromkeys(found)) if isinstance(found, tuple) else ()


def _test(state: State, move: Move) -> Rulings:
    cards = cards_of(move, "card")
    wrong = (Ruling("not_flame", "TT-33", params={"card": card}, field="card") for card in cards if not deck.is_flame(card))
    return (*_dead(state, str(move.data["target"]), "TT-33", "target"), *wrong, *_cards_laid(state, str(move.seat), cards, "card"))


def _attack(state: State, move: Move) -> Rulings:
    """The attacker's first cards, or in quick entry numbers (TT-36, TT-A5)."""
    seat, target, cards = str(move.seat), str(move.data["target"]), cards_of(move, "cards")
    found = _dead(state, target, "TT-36", "target")
    if not state.full:
        return (*found, *_quick_numbers(state, move))
    if not cards and state.options["min_attack"] == "one":
        return (*found, Ruling("no_attack_card", "TT-36", params={"seat": seat}, field="cards"))
    return (*found, *_laid(state, Fight(seat, target), seat, cards))


def _quick_numbers(state: State, move: Move) -> Rulings:
    """Numbers that no cards make: no special card at all, more than the packs have, or an attack with nothing (TT-36, TT-49)."""
    attack, defence = int(str(move.data["attack"])), int(str(move.data["defence"]))
    most = 12 * deck.packs(len(state.seats), state.options)
    if move.data.get("by") == "specials":
        if attack + defence == 0:
            return (Ruling("no_special_card", "TT-49", field="by"),)
        return (Ruling("too_many_specials", "TT-49", params={"most": most}, field="by"),) if attack + defence > most else ()
    if attack == 0 and state.options["min_attack"] == "one":
        return (Ruling("no_attack_card", "TT-36", params={"seat": move.seat}, field="attack"),)
    return ()


def _dead(state: State, seat: SeatId | None, clause: str, field: str) -> Rulings:
    return (Ruling("is_dead", clause, Level.IMPOSSIBLE, {"seat": seat}, field),) if seat in state.dead else ()


def _play(state: State, move: Move) -> Rulings:
    """Cards laid in a running fight (TT-36…TT-42)."""
    assert state.fight is not None
    seat, fight = str(move.seat), state.fight
    side = side_played(fight, move)
    other = DEFENCE if side == ATTACK else ATTACK
    found = list(_laid(state, fight, seat, cards_of(move, "cards")))
    if seat in fighters(fight, other):
        found.append(Ruling("changed_sides", "TT-A7", params={"seat": seat, "side": other}, field="joins"))
    elif state.options["late_join"] == "no" and _late(fight, seat, side):
        found.append(Ruling("too_late", "TT-A7", params={"seat": seat}))
    if state.options["speaking"] == "clockwise":
        found += _speaking(state, fight, seat, side)
    return tuple(found)


def side_played(fight: Fight, move: Move) -> str:
    """The side a play belongs to."""
    if move.seat in (fight.attacker, fight.target):
        return ATTACK if move.seat == fight.attacker else DEFENCE
    return str(move.data["joins"])


def _late(fight: Fight, seat: SeatId, side: str) -> bool:
    """Whether a helper comes after the side's first cards were answered (TT-A7)."""
    if seat in (fight.attacker, fight.target, *fighters(fight, side)):
        return False
    laid = [play.side for play in fight.plays]
    turns = [now for before, now in zip(["", *laid], laid, strict=False) if now != before]
    return turns.count(side) > (1 if laid and laid[-1] == side else 0)


def _speaking(state: State, fight: Fight, seat: SeatId, side: str) -> Rulings:
    """Within a side the leader speaks first, then the others clockwise, until the other side lays or passes (TT-A8)."""
    order = from_seat(state, fight.attacker if side == ATTACK else fight.target)
    latest: SeatId | None = None
    for play in reversed(fight.plays[fight.passed :]):
        if play.side != side:
            break
        latest = latest or play.seat
    if latest is None or seat not in order or order.index(seat) >= order.index(latest):
        return ()
    return (Ruling("spoke_too_late", "TT-A8", params={"seat": seat, "before": latest}),)


def _laid(state: State, fight: Fight, seat: SeatId, cards: tuple[Card, ...]) -> Rulings:
    """The cards of one player in a fight: one special kind only, a red card kept (TT-40, TT-41)."""
    found = list(_cards_laid(state, seat, cards, "cards"))
    whole = (*cards_by(fight, seat), *cards)
    courts = [card for card in whole if deck.is_special(card)]
    if len({deck.is_red(card) for card in courts}) > 1:
        found.append(Ruling("both_kinds", "TT-41", params={"seat": seat, "courts": courts}, field="cards"))
    is_thing = seat in state.things or any(map(deck.is_red, whole))
    if is_thing and cards and len(cards) >= state.hands[seat]:
        found.append(Ruling("whole_hand", "TT-40", params={"seat": seat}, field="cards"))
    elif state.only_first_red and deck.FIRST_THING in cards:
        found.append(Ruling("last_red", "TT-40", params={"seat": seat, "card": deck.FIRST_THING}, field="cards"))
    elif len(cards) == state.hands[seat]:
        found += _nobody(state, {seat: HUMAN}, "cards")
    return tuple(found)


def last_red_laid(seat: SeatId) -> Ruling:
    """A Thing that would lay its last red card (TT-40); no log can show it before the hand does."""
    return Ruling("last_red_laid", "TT-40", params={"seat": seat}, field="cards")


def last_red_given(seat: SeatId) -> Ruling:
    """A Thing that would give its only red card away in a talk (TT-28); no log can show it."""
    return Ruling("last_red_given", "TT-28", params={"seat": seat}, field="partner")


def _cards_laid(state: State, seat: SeatId, cards: tuple[Card, ...], field: str) -> Rulings:
    """Cards shown from a hand: they exist, the hand has so many, and they fit what is known of it."""
    found = [*_lies_elsewhere(state, cards, field), *_proved_human(state, seat, cards, field), *_too_early(state, cards, field)]
    if len(cards) > state.hands[seat]:
        found.append(Ruling("not_so_many", "TT-36", params={"seat": seat, "n": state.hands[seat]}, field=field))
    elif missing := missing_ranks(state, seat, cards, state.hands[seat] - len(cards)):
        found.append(Ruling("false_rank", "TT-31", params={"seat": seat, "ranks": list(missing)}, field=field))
    return tuple(found)


def missing_ranks(state: State, seat: SeatId, cards: Iterable[Card], unseen: int) -> tuple[str, ...]:
    """Ranks named in a swap that the hand cannot have held, though it must have (TT-31)."""
    owed = Counter(state.ranks.get(seat, ())) - Counter(map(rank, cards))
    return tuple(owed) if owed.total() > unseen else ()


def _lies_elsewhere(state: State, cards: tuple[Card, ...], field: str) -> Rulings:
    """A card of which every copy is known to lie somewhere else (TT-5)."""
    return ledger.clash(deck.deck(len(state.seats), state.options), state.holdings, None, cards, "TT-5", field)


def _proved_human(state: State, seat: SeatId, cards: tuple[Card, ...], field: str) -> Rulings:
    """A red card of somebody who was proved human and has not swapped since (TT-55, TT-21)."""
    red = [card for card in cards if deck.is_red(card)]
    return (Ruling("human_kept_red", "TT-55", params={"seat": seat, "card": red[0]}, field=field),) if red and seat in state.humans else ()


def _too_early(state: State, cards: tuple[Card, ...], field: str) -> Rulings:
    """A red card other than Q♥ before anyone drew, or a second Q♥ (TT-7)."""
    red = [card for card in cards if deck.is_red(card)]
    shown = [held.card for held in state.holdings if deck.is_red(held.card)]
    if not red or not state.only_first_red or [*shown, *red] == [deck.FIRST_THING]:
        return ()
    card = next((card for card in red if card != deck.FIRST_THING), red[0])
    return (Ruling("red_too_early", "TT-7", params={"card": card}, field=field),)


def _red(state: State, move: Move) -> Rulings:
    """Only red cards are shown and discarded, and of a pile that is known those it has, not the Q♥ that was dealt (TT-7, TT-55…TT-57)."""
    cards, seat = cards_of(move, "shown"), due(state)[0]
    black = [card for card in cards if not deck.is_red(card)]
    found = [Ruling("black_shown", "TT-55", params={"card": black[0]}, field="shown")] if black else []
    if state.draw is None:
        return tuple(found)
    if len(cards) > state.draw:
        found.append(Ruling("pile_runs_out", "TT-57", Level.IMPOSSIBLE, {"n": state.draw, "seat": seat}, "shown"))
    if elsewhere := _lies_elsewhere(state, cards, "shown"):
        return (*found, *elsewhere)
    if cards.count(deck.FIRST_THING) > state.to_draw[deck.FIRST_THING]:
        found.append(Ruling("dealt_not_drawn", "TT-7", params={"card": deck.FIRST_THING}, field="shown"))
    return tuple(found)


def _call(state: State, move: Move) -> Rulings:
    """Who may call, and when (TT-59, TT-60, TT-A12, TT-A13)."""
    caller = move.seat or str(move.data["caller"])
    found = []
    when = state.options["call_when"]
    busy = state.searching or phase(state) not in ("turn", "last")
    if (when == "between_actions" and busy) or (when == "own_turn" and caller != state.active):
        found.append(Ruling("call_not_now", "TT-A12", params={"seat": caller, "when": when}))
    if move.data["call"] == "rescue" and caller in state.things:
        found.append(Ruling("thing_calls", "TT-59", params={"seat": caller}, field="call"))
    if move.data["call"] == "departure" and caller in state.humans:
        found.append(Ruling("human_calls", "TT-60", params={"seat": caller}, field="call"))
    return tuple(found)


def _hand(state: State, move: Move) -> Rulings:
    """A hand laid down at the end against everything the log proves."""
    seat, cards, size = str(move.seat), cards_of(move, "hand"), state.hands[str(move.seat)]
    found = [*_lies_elsewhere(state, cards, "hand"), *_proved_human(state, seat, cards, "hand"), *_too_early(state, cards, "hand")]
    if len(cards) != size:
        found.append(Ruling("hand_size", "TT-54", params={"seat": seat, "n": size, "found": len(cards)}, field="hand"))
    elif missing := missing_ranks(state, seat, cards, 0):
        found.append(Ruling("false_rank", "TT-31", params={"seat": seat, "ranks": list(missing)}, field="hand"))
    if any(map(deck.is_red, cards)):
        return tuple(found)
    if seat in state.things:
        return (*found, Ruling("thing_shows_black", "TT-30", params={"seat": seat}, field="hand"))
    return (*found, *_nobody(state, {seat: HUMAN}, "hand"))


def _nobody(state: State, told: Mapping[SeatId, str], field: str | None = None) -> Rulings:
    """Everybody would be human: but somebody was a Thing from the start, and never becomes human again (TT-17, TT-30)."""
    humans = all((told.get(seat) or side_of(state, seat)) == HUMAN for seat in state.seats)
    return (Ruling("nobody_a_thing", "TT-30", field=field),) if humans else ()


_JUDGES: dict[str, Callable[[State, Move], Rulings]] = {
    "search": lambda state, move: _lies_elsewhere(drawable(state), cards_of(move, "card"), "card"),
    "talk": _talk,
    "test": _test,
    "attack": _attack,
    "play": _play,
    "red": _red,
    "call": _call,
    "hand": _hand,
    "sides": lambda state, move: _nobody(state, told_sides(state, move)),
    "fate": lambda state, move: _nobody(state, {str(move.seat): HUMAN}) if move.data["fate"] == "survives" else (),
}
