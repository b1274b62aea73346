"""What moves do: actions, fights, refills and the next turn (TT-19…TT-60)."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.kernel.board import Message
from referee.kernel.cards import Card, rank
from referee.kernel.contract import Move, SeatId, cards_of, number_of

from .asking import CALL_CLAUSES, PASSES
from .ending import after_show
from .fights import (
    ATTACK,
    DEFENCE,
    FLAMES,
    HAND,
    Fight,
    Play,
    explained,
    line,
    reds,
    sides,
    specials,
    verdict,
)
from .judging import side_played, told_sides
from .state import HUMAN, THING, Call, State, drawable


def advance(state: State, move: Move) -> State:
    """The state after a move, and after all that follows by itself: end, refill, next turn."""
    state = _MOVES[move.kind](replace(state, effects=()), move)
    if state.call:
        return after_show(state, state.call)
    if not state.refilling:
        return state
    if not state.due:
        return next_turn(state)
    return reshuffled(state) if state.draw == 0 else state


def next_turn(state: State) -> State:
    """The turn passes left, skipping the dead (TT-58)."""
    seat = next(
        each
        for each in state.from_seat(state.active)
        if each != state.active or len(state.alive) == 1
    )
    return replace(state, refilling=False, active=seat, turn=state.turn + 1)


def finished(state: State, draws: bool) -> State:
    """End an action: full entry refills hands (TT-54), quick entry loses count of the draw pile."""
    if state.full:
        return replace(state, refilling=True)
    if draws:
        state = replace(state, draw=None, seen=(), up=(), ranks={}, untouched=False)
        state = state.logged(
            effects=(Message("all_draw", {"n": HAND}, "TT-54"), Message("red_goes", clause="TT-55"))
        )
    return next_turn(state)


def reshuffled(state: State) -> State:
    """The discards become the new draw pile; where each card lies is unknown (TT-57)."""
    after = drawable(state)
    n = after.draw
    return after.logged(
        line(state.active, "TT-57", "reshuffled", n=n),
        effects=(Message("reshuffled", {"n": n}, "TT-57"),),
    )


def _refill(state: State, move: Move) -> State:
    """One player draws up, or until the pile ends, showing red cards (TT-54…TT-56)."""
    seat, shown = str(move.seat), cards_of(move, "shown")
    wanted = HAND - state.hands[seat]
    drawn = wanted + len(shown) if state.draw is None else min(wanted + len(shown), state.draw)
    kept = max(0, drawn - len(shown))
    after = replace(
        state,
        hands={**state.hands, seat: state.hands[seat] + kept},
        draw=None if state.draw is None else state.draw - drawn,
        seen=_seen(state, shown),
        untouched=False,
    )
    lines = [line(seat, "TT-55", "red_shown", played=list(shown))] if shown else []
    return after.logged(*lines, effects=(Message("drew", {"seat": seat, "n": kept}, "TT-54"),))


def _seen(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The seen discards plus these; none if a shuffle may have come unnoticed."""
    return (*state.seen, *cards) if state.draw is not None else ()


def _search(state: State, move: Move) -> State:
    """Draw a card and discard one (TT-20…TT-22, TT-66)."""
    state = _searched(
        replace(state, active=str(move.seat), searching=False), cards_of(move, "card")
    )
    return finished(
        state.logged(line(state.active, "TT-66" if cards_of(move, "card") else "TT-20", "search")),
        draws=False,
    )


def _searched(state: State, up: tuple[Card, ...] = ()) -> State:
    """The piles after a search; the ranks known of the searcher's hand are forgotten."""
    state = reshuffled(state) if state.draw == 0 else state
    ranks = _without(state.ranks, state.active)
    if state.draw is None:
        return replace(state, untouched=False, ranks=ranks)
    return replace(state, draw=state.draw - 1, up=(*state.up, *up), untouched=False, ranks=ranks)


def _without(
    ranks: Mapping[SeatId, tuple[str, ...]], *seats: SeatId
) -> dict[SeatId, tuple[str, ...]]:
    return {seat: held for seat, held in ranks.items() if seat not in seats}


def _talk(state: State, move: Move) -> State:
    """A swap, willing or forced; with the house rule a search instead (TT-24…TT-27, TT-63)."""
    active, partner = str(move.seat), str(move.data["partner"] or "")
    state = replace(state, active=active)
    if not partner:
        opens = state.full and state.options["search_discards"] == "face_up"
        state = replace(state, searching=True) if opens else _searched(state)
        state = state.logged(
            line(active, "TT-63", "talk_search"),
            effects=(Message("nobody_willing", clause="TT-63"),),
        )
        return state if opens else finished(state, draws=False)
    both_human = all(state.sides.get(seat) == HUMAN for seat in (active, partner))
    known = {
        seat: side
        for seat, side in state.sides.items()
        if side == THING or both_human or seat not in (active, partner)
    }
    state = replace(state, sides=known, ranks=_without(state.ranks, active, partner))
    if state.full:
        return finished(_swapped(state, move, partner), draws=False)
    return finished(
        state.logged(
            line(active, "TT-24", "talk", other=partner),
            effects=(Message("mind_the_red", clause="TT-28"),),
        ),
        draws=False,
    )


def _swapped(state: State, move: Move, partner: SeatId) -> State:
    """Record the ranks a swap makes known in both hands (TT-31)."""
    willing = partner in cards_of(move, "willing")
    gave = str(move.data.get("gave") or next(iter(cards_of(move, "give")), move.data["give"]))
    want = str(move.data["want"])
    held = {**state.ranks, partner: (gave,), **({state.active: (want,)} if willing else {})}
    code, clause = ("swap", "TT-25") if willing else ("forced", "TT-26")
    params: dict[str, Any] = {"other": partner, "gave": gave, "want": want}
    told = (
        ()
        if willing
        else (
            Message("forced", {"seat": partner}, "TT-27"),
            Message("lay_aside_red", {"seat": partner}, "TT-29"),
        )
    )
    return replace(state, ranks=held).logged(
        line(state.active, clause, code, **params), effects=told
    )


def _test(state: State, move: Move) -> State:
    """Show and discard a flame card, and look at one card of the target (TT-33, TT-34)."""
    seat, target, cards = str(move.seat), str(move.data["target"]), cards_of(move, "card")
    state = _laid(replace(state, active=seat, seen=_seen(state, cards)), seat, cards)
    told = (Message("look_alone", {"seat": seat, "other": target}, "TT-35"),)
    return finished(
        state.logged(line(seat, "TT-33", "test", other=target), effects=told), draws=True
    )


def _laid(state: State, seat: SeatId, cards: tuple[Card, ...]) -> State:
    """Cards are played openly: a red one proves a Thing, an empty hand a human (TT-11, TT-A16)."""
    left, side = max(0, state.hands[seat] - len(cards)), state.sides.get(seat)
    proved = THING if reds(cards) else side or (None if left else HUMAN)
    held = tuple((Counter(state.ranks.get(seat, ())) - Counter(map(rank, cards))).elements())
    known = {**state.sides, seat: proved} if proved else state.sides
    state = replace(
        state, hands={**state.hands, seat: left}, sides=known, ranks={**state.ranks, seat: held}
    )
    if proved == THING != side:
        return state.logged(line(seat, "TT-11", "proved_thing", "fight"))
    return state


def _attack(state: State, move: Move) -> State:
    """Begin an attack; quick entry includes its outcome (TT-36)."""
    seat, cards = str(move.seat), cards_of(move, "cards")
    plays = (Play(seat, ATTACK, cards),) if cards else ()
    state = replace(state, active=seat, fight=Fight(seat, str(move.data["target"]), plays))
    if state.full:
        return _laid(state, seat, cards)
    by = str(move.data.get("by") or "ranks")
    return _ended(
        replace(state, draw=None), by, number_of(move, "attack"), number_of(move, "defence")
    )


def _play(state: State, move: Move) -> State:
    seat, cards, fight = str(move.seat), cards_of(move, "cards"), state.running
    plays = (*fight.plays, Play(seat, side_played(fight, move), cards))
    return replace(_laid(state, seat, cards), fight=replace(fight, plays=plays))


def _ended(state: State, by: str, attack: int, defence: int) -> State:
    """Give the verdict of the fight.

    If flames spare humans and the log cannot tell, the table says whether the loser dies (TT-A3).
    """
    fight = state.running
    loser, clause = verdict(fight, by, attack, defence)
    open_fate = loser is not None and by == "specials" and _may_survive(state, loser)
    code = "side_loses" if open_fate else _VERDICTS[clause]
    params = {"target": fight.target, "attack": attack, "defence": defence}
    params |= {"loser": loser} if open_fate else {}
    tone = "stop" if loser and not open_fate else ""
    said = Message(code, {**params, "who": fight.attacker, "tone": tone}, clause)
    told = state.logged(line(fight.attacker, clause, code, "fight", **params), effects=(said,))
    if loser is None or not open_fate:
        return _after_fight(told, loser)
    if state.full and state.sides.get(loser) == HUMAN:
        return _burned(told, loser, dies=False)
    return replace(told, fight=replace(fight, loser=loser))


_VERDICTS = {
    "TT-47": "target_dies",
    "TT-48": "nothing",
    "TT-50": "target_dies_special",
    "TT-51": "attacker_dies",
}


def _may_survive(state: State, loser: SeatId) -> bool:
    """Whether flames alone beat somebody who may be human, and so is spared (TT-A3)."""
    if state.options["specials"] != "flame_spares_humans" or state.sides.get(loser) == THING:
        return False
    fight = state.running
    won = specials(fight, ATTACK if loser == fight.target else DEFENCE)
    return not state.full or set(won) <= set(FLAMES)


def _fate(state: State, move: Move) -> State:
    """Burning proves a Thing, survival a human; in quick entry devour cards may kill too."""
    seat, dies = str(move.seat), move.data["fate"] == "dies"
    if state.full:
        state = replace(state, sides={**state.sides, seat: THING if dies else HUMAN})
    return _burned(state, seat, dies)


def _burned(state: State, seat: SeatId, dies: bool) -> State:
    code = "burned" if dies else "spared"
    said = Message(code, {"seat": seat, "tone": "stop" if dies else ""}, "TT-A3")
    return _after_fight(
        state.logged(line(seat, "TT-A3", code, "fight"), effects=(said,)), seat if dies else None
    )


def _after_fight(state: State, dead: SeatId | None) -> State:
    """Discard the fight's cards, face down but seen, and a dead player's hand (TT-52, TT-A9)."""
    cards = tuple(card for play in state.running.plays for card in play.cards)
    state = replace(state, fight=None, seen=_seen(state, cards))
    if dead is not None:
        state = replace(
            state,
            dead=(*state.dead, dead),
            hands={**state.hands, dead: 0},
            ranks=_without(state.ranks, dead),
        )
        said = (
            Message("died", {"seat": dead}, "TT-52"),
            Message("keep_silent", {"seat": dead}, "TT-53"),
        )
        state = state.logged(line(dead, "TT-52", "died", "fight"), effects=said)
    return finished(state, draws=True)


def _call(state: State, move: Move) -> State:
    """A call interrupts everything, and all show their hands (TT-59, TT-60, TT-A12)."""
    caller, kind = str(move.seat or move.data["caller"]), str(move.data["call"])
    return replace(state, call=Call(kind, caller)).logged(
        effects=(Message(f"called_{kind}", {"seat": caller}, CALL_CLAUSES[kind]),)
    )


def _hand(state: State, move: Move) -> State:
    """A hand shown: one red card makes a Thing (TT-10, TT-11, TT-A16)."""
    assert state.call is not None
    seat, cards = str(move.seat), cards_of(move, "hand")
    call = replace(state.call, hands={**state.call.hands, seat: cards})
    return replace(state, call=call, sides={**state.sides, seat: THING if reds(cards) else HUMAN})


_MOVES: dict[str, Callable[[State, Move], State]] = {
    "search": _search,
    "talk": _talk,
    "test": _test,
    "attack": _attack,
    "play": _play,
    # The side to answer plays nothing (TT-42).
    **dict.fromkeys(
        PASSES,
        lambda state, move: replace(
            state, fight=replace(state.running, passed=len(state.running.plays))
        ),
    ),
    # Nobody plays any more cards (TT-43).
    "judge": lambda state, move: _ended(
        state.logged(*explained(state.running, state.options)), *sides(state.running, state.options)
    ),
    "fate": _fate,
    "draw": _refill,
    "red": _refill,
    "call": _call,
    "sides": lambda state, move: replace(state, sides={**state.sides, **told_sides(move)}),
    "hand": _hand,
}
