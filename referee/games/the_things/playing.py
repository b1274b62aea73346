"""What a move does: the four actions, the fight, the refill and the turn that follows (TT-19…TT-58)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from referee.kernel.board import Say
from referee.kernel.cards import Card, rank
from referee.kernel.contract import Move, SeatId, cards_of
from referee.kernel.frozen import replace

from . import deck, showing
from .asking import CALL_CLAUSES, PASSES
from .deck import HAND
from .fights import Verdict, explained, only_flames, sides, verdict
from .judging import side_played, volunteers_of
from .state import ATTACK, Call, Fight, Play, State, drawable, due, from_seat, line, logged, ranks_of, seat_of


def advance(state: State, move: Move) -> State:
    """The state after a move that stands; what follows without being told is done at once."""
    return settle(_MOVES[move.kind](replace(state, effects=()), move))


def settle(state: State) -> State:
    """The state after everything that needs no entry: the end, a refill, the next turn."""
    if state.call:
        return showing.settle(state)
    if not state.refilling:
        return state
    if not due(state):
        return next_turn(state)
    return reshuffled(state) if state.draw == 0 else state


def next_turn(state: State) -> State:
    """The turn passes left, over those who are dead (TT-58)."""
    seat = next(each for each in from_seat(state, state.active) if each != state.active or len(state.alive) == 1)
    return replace(state, refilling=False, active=seat, turn=state.turn + 1)


def finished(state: State, draws: bool) -> State:
    """An action is over and everybody draws up (TT-54); quick entry leaves out who showed what, and loses the size of the draw pile."""
    if state.full:
        return replace(state, refilling=True)
    if draws:
        state = replace(state, draw=None, seen=(), up=(), ranks={}, untouched=False)
        state = logged(state, effects=(Say("all_draw", {"n": HAND}, "TT-54"), Say("red_goes", clause="TT-55")))
    return next_turn(state)


def reshuffled(state: State) -> State:
    """The discards become the new draw pile, and nobody knows any more where they are (TT-57)."""
    after = drawable(state)
    n = after.draw
    return logged(after, line(state.active, "TT-57", "reshuffled", n=n), effects=(Say("reshuffled", {"n": n}, "TT-57"),))


def _refill(state: State, move: Move) -> State:
    """One player draws until the hand or the draw pile ends, showing red cards on the way (TT-54…TT-56)."""
    seat, shown = str(move.seat), cards_of(move, "shown")
    wanted = HAND - state.hands[seat]
    drawn = wanted + len(shown) if state.draw is None else min(wanted + len(shown), state.draw)
    kept = max(0, drawn - len(shown))
    after = replace(
        state,
        hands={**state.hands, seat: state.hands[seat] + kept},
        draw=None if state.draw is None else state.draw - drawn,
        seen=(*state.seen, *shown) if state.draw is not None else (),
        untouched=False,
    )
    lines = [line(seat, "TT-55", "red_shown", played=list(shown))] if shown else []
    return logged(after, *lines, effects=(Say("drew", {"seat": seat, "n": kept}, "TT-54"),))


def _search(state: State, move: Move) -> State:
    """A card is drawn and one is discarded (TT-20…TT-22, TT-66)."""
    state = _searched(replace(state, active=str(move.seat), searching=False), cards_of(move, "card"))
    return finished(logged(state, line(state.active, "TT-66" if cards_of(move, "card") else "TT-20", "search")), draws=False)


def _searched(state: State, up: tuple[Card, ...]) -> State:
    """The piles after a search; what ranks the hand holds is open again."""
    state = reshuffled(state) if state.draw == 0 else state
    draw = None if state.draw is None else state.draw - 1
    known = up if draw is not None else ()
    return replace(state, draw=draw, up=(*state.up, *known), untouched=False, ranks=_without(state.ranks, state.active))


def _without(ranks: Mapping[SeatId, tuple[str, ...]], seat: SeatId) -> dict[SeatId, tuple[str, ...]]:
    return {each: held for each, held in ranks.items() if each != seat}


def _talk(state: State, move: Move) -> State:
    """A swap, willing or forced; where the house forces nobody, a search instead (TT-24…TT-27, TT-63)."""
    state, partner = replace(state, active=str(move.seat)), seat_of(move, "partner")
    if partner is None:
        opens = state.full and state.options["search_discards"] == "face_up"
        state = replace(state, searching=True) if opens else _searched(state, ())
        state = logged(state, line(state.active, "TT-63", "talk_search"), effects=(Say("nobody_willing", clause="TT-63"),))
        return state if opens else finished(state, draws=False)
    both_human = {state.active, partner} <= set(state.humans)
    humans = tuple(seat for seat in state.humans if both_human or seat not in (state.active, partner))
    state = replace(state, humans=humans, ranks=_without(_without(state.ranks, state.active), partner))
    if not state.full:
        told = (Say("mind_the_red", clause="TT-28"),)
        return finished(logged(state, line(state.active, "TT-24", "talk", other=partner), effects=told), draws=False)
    return finished(_swapped(state, move, partner), draws=False)


def _swapped(state: State, move: Move, partner: SeatId) -> State:
    """What a swap makes known: the ranks named now lie in those hands (TT-31)."""
    willing = partner in volunteers_of(move)
    gave, want = str(move.data.get("gave") or ranks_of(move)[0]), str(move.data["want"])
    held = {**state.ranks, partner: (gave,), **({state.active: (want,)} if willing else {})}
    code, clause = ("swap", "TT-25") if willing else ("forced", "TT-26")
    params: dict[str, Any] = {"other": partner, "gave": gave, "want": want}
    told = () if willing else (Say("forced", {"seat": partner}, "TT-27"), Say("lay_aside_red", {"seat": partner}, "TT-29"))
    return logged(replace(state, ranks=held), line(state.active, clause, code, **params), effects=told)


def _test(state: State, move: Move) -> State:
    """A flame card is shown and discarded, and one card of the target is looked at (TT-33, TT-34)."""
    state, target = _laid(replace(state, active=str(move.seat)), str(move.seat), cards_of(move, "card")), str(move.data["target"])
    seen = (*state.seen, *cards_of(move, "card")) if state.draw is not None else ()
    told = (Say("look_alone", {"seat": state.active, "other": target}, "TT-35"),)
    state = logged(replace(state, seen=seen), line(state.active, "TT-33", "test", other=target), effects=told)
    return finished(state, draws=True)


def _laid(state: State, seat: SeatId, cards: tuple[Card, ...]) -> State:
    """Cards of a hand lie on the table for all to see: a red one proves a Thing, an empty hand a human (TT-11, TT-A16)."""
    left = max(0, state.hands[seat] - len(cards))
    proved = any(map(deck.is_red, cards)) and seat not in state.things
    things = (*state.things, seat) if proved else state.things
    humans = tuple(each for each in state.humans if each not in things)
    if left == 0 and seat not in things and seat not in humans:
        humans = (*humans, seat)
    held = tuple((Counter(state.ranks.get(seat, ())) - Counter(map(rank, cards))).elements())
    state = replace(state, hands={**state.hands, seat: left}, things=things, humans=humans, ranks={**state.ranks, seat: held})
    return logged(state, line(seat, "TT-11", "proved_thing", "fight")) if proved else state


def _attack(state: State, move: Move) -> State:
    """The attack begins; quick entry says at once how it came out (TT-36)."""
    state, target = replace(state, active=str(move.seat)), str(move.data["target"])
    fight = Fight(state.active, target)
    if state.full:
        cards = cards_of(move, "cards")
        opened = replace(fight, plays=(Play(state.active, ATTACK, cards),) if cards else ())
        return replace(_laid(state, state.active, cards), fight=opened)
    by = str(move.data.get("by") or "ranks")
    found = verdict(fight, by, int(str(move.data["attack"])), int(str(move.data["defence"])))
    return _ended(replace(state, fight=fight, draw=None), found)


def _play(state: State, move: Move) -> State:
    assert state.fight is not None
    seat, cards = str(move.seat), cards_of(move, "cards")
    plays = (*state.fight.plays, Play(seat, side_played(state.fight, move), cards))
    return replace(_laid(state, seat, cards), fight=replace(state.fight, plays=plays))


def _judge(state: State, move: Move) -> State:
    """The side that is to answer lays nothing (TT-42), or nobody lays any more (TT-43)."""
    fight = state.fight
    assert fight is not None
    if move.kind != "judge":
        return replace(state, fight=replace(fight, passed=len(fight.plays)))
    return _ended(logged(state, *explained(state, fight)), verdict(fight, *sides(fight, state.options)))


def _ended(state: State, found: Verdict) -> State:
    """The verdict is said; where flames spare humans, the table may have to say more, unless the loser is known to be one (TT-A3)."""
    fight, flames = state.fight, state.options["specials"] == "flame_spares_humans" and found.by == "specials"
    assert fight is not None
    open_fate = flames and found.loser not in state.things and (not state.full or only_flames(fight, found))
    params = {"target": fight.target, "attack": found.attack, "defence": found.defence, **({"loser": found.loser} if open_fate else {})}
    code = {"TT-47": "target_dies", "TT-48": "nothing", "TT-50": "target_dies_special", "TT-51": "attacker_dies"}[found.clause]
    code = "side_loses" if open_fate else code
    said = Say(code, {**params, "who": fight.attacker, "tone": "stop" if found.loser and not open_fate else ""}, found.clause)
    told = logged(state, line(fight.attacker, found.clause, code, "fight", **params), effects=(said,))
    if not open_fate:
        return _after_fight(told, found.loser)
    if state.full and found.loser in state.humans:
        return _burned(told, found.loser, dies=False)
    return replace(told, fight=replace(fight, loser=found.loser))


def _fate(state: State, move: Move) -> State:
    """Whoever burns was a Thing; whoever does not is human. In quick entry devour cards may have killed as well."""
    seat, dies = str(move.seat), move.data["fate"] == "dies"
    if state.full:
        humans = tuple(each for each in state.humans if each != seat)
        state = replace(state, things=(*state.things, seat), humans=humans) if dies else replace(state, humans=(*humans, seat))
    return _burned(state, seat, dies)


def _burned(state: State, seat: SeatId, dies: bool) -> State:
    code = "burned" if dies else "spared"
    said = Say(code, {"seat": seat, "tone": "stop" if dies else ""}, "TT-A3")
    return _after_fight(logged(state, line(seat, "TT-A3", code, "fight"), effects=(said,)), seat if dies else None)


def _after_fight(state: State, dead: SeatId | None) -> State:
    """The cards of the fight are discarded, face down but seen; a dead player's whole hand with them (TT-52, TT-A9)."""
    fight = state.fight
    assert fight is not None
    cards = tuple(card for play in fight.plays for card in play.cards)
    state = replace(state, fight=None, seen=(*state.seen, *cards) if state.draw is not None else ())
    if dead is not None:
        hands, ranks = {**state.hands, dead: 0}, _without(state.ranks, dead)
        state = replace(state, dead=(*state.dead, dead), hands=hands, ranks=ranks)
        said = (Say("died", {"seat": dead}, "TT-52"), Say("keep_silent", {"seat": dead}, "TT-53"))
        state = logged(state, line(dead, "TT-52", "died", "fight"), effects=said)
    return finished(state, draws=True)


def _call(state: State, move: Move) -> State:
    """A call breaks off whatever is going on, and everybody shows (TT-59, TT-60, TT-A12)."""
    caller, kind = move.seat or str(move.data["caller"]), str(move.data["call"])
    return replace(state, call=Call(kind, caller), effects=(Say(f"called_{kind}", {"seat": caller}, CALL_CLAUSES[kind]),))


_MOVES: dict[str, Callable[[State, Move], State]] = {
    "search": _search,
    "talk": _talk,
    "test": _test,
    "attack": _attack,
    "play": _play,
    **dict.fromkeys(PASSES, _judge),
    "judge": _judge,
    "fate": _fate,
    "draw": _refill,
    "red": _refill,
    "call": _call,
    "sides": showing.tell_sides,
    "hand": showing.lay_hand,
}
