"""Prompts of each phase and objections to melds, to points without cards and to thefts."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from referee.kernel.cards import rank
from referee.kernel.contract import (
    Holding,
    Level,
    Move,
    Prompt,
    Ruling,
    SeatId,
    cards_of,
    number_of,
    playoff,
)
from referee.kernel.fields import Cards, Choice, Field, Int, Many, Place
from referee.kernel.ledger import clash, holders, left

from .melds import BEST, DECLARED, MELDS, POSSIBLE, RICH, TENS, others_shown, unfilled
from .state import (
    HIDDEN,
    Meld,
    State,
    due,
    holdings,
    lay_out,
    lying,
    overfull,
    round_made,
    steals,
    thieves,
    tied,
)


def see(state: State, seat: SeatId | None) -> State:
    """Hide the others' melds until all are entered; who has entered one stays visible."""
    if not state.secret or state.phase != "choosing":
        return state
    hidden = {
        other: replace(meld, kind=HIDDEN, cards=(), two=())
        for other, meld in state.melds.items()
        if other != seat
    }
    return replace(state, melds={**state.melds, **hidden})


# Prompts


def prompts(state: State) -> tuple[Prompt, ...]:
    """Ask for melds (used ones too, to refuse them), a card conflict, thefts or the play-off."""
    match state.phase:
        case "choosing":
            return tuple(_choosing(state))
        case "conflict":
            return (Prompt("stand", None, (), "IC-2", overrules=_collisions(state)),)
        case "thefts":
            return tuple(_thefts(state))
        case _:
            return playoff(state, "IC-A9")


def _choosing(state: State) -> Iterator[Prompt]:
    known = holdings(state)
    for seat in state.seats:
        if seat not in state.melds:
            yield from (
                _quick_prompts(state, seat) if state.quick else _meld_prompts(state, known, seat)
            )
    if not (state.secret or state.quick):
        # A theft can be tried while melds are being entered, and is refused.
        card = _ask_card(replace(state, rows=lay_out(state)))
        yield from (
            Prompt("steal", seat, (card,), "IC-19", aside=True, form="tap")
            for seat in thieves(state)
        )


def _meld_prompts(state: State, known: tuple[Holding, ...], seat: SeatId) -> Iterator[Prompt]:
    seen, whole = see(state, seat), unfilled(state, seat)
    copies = left(state.deck, known if seen is state else holdings(seen), seat)
    for kind in MELDS.values():
        least, clause = (state.held[seat], "IC-A10") if kind is whole else (kind.size, "IC-7")
        asked: tuple[Field, ...] = (
            Cards(name="cards", deck=state.deck, least=least, most=kind.size, left=copies),
        )
        if kind.name == "chief" and state.options["chief_split"] == "declared":
            asked = (
                *asked,
                Cards(name="two", deck=state.deck, least=2, most=2, optional=True, layout="split"),
            )
        yield Prompt(
            kind.name,
            seat,
            asked,
            clause,
            secret=state.secret,
            aside=whole not in (None, kind),
            form="pad",
        )


def _quick_prompts(state: State, seat: SeatId) -> list[Prompt]:
    """Ask for a seat's seven melds, unused ones first; a used one is refused."""
    used = {kind for kind in MELDS if round_made(state, seat, kind)}
    asked = (
        Prompt(name, seat, (_ask_points(state, seat, name),), kind.clause, aside=name in used)
        for name, kind in MELDS.items()
    )
    return sorted(asked, key=lambda prompt: prompt.aside)


def _ask_points(state: State, seat: SeatId, kind: str) -> Field:
    """Return the field for the points of a meld; its bounds cover every house rule."""
    short = MELDS[kind] is unfilled(state, seat)
    if kind in ("lawyer", "doctor"):
        return Choice(name="score", values=tuple(map(str, POSSIBLE[kind](state))))
    if kind == "rich":
        return Int(name="lost", low=0 if short else -max(POSSIBLE[kind](state)), high=RICH)
    # At most, every matching card counts twice, the own two included.
    beggar = 4 * (min(others_shown(state), TENS * state.packs) + 2)
    bounds = {
        "thief": (1, 10),
        "beggar": (0, beggar),
        "poor": (0, 30),
        "chief": (DECLARED, BEST[state.packs]),
    }
    low, high = bounds[kind]
    return Int(name="score", low=0 if short else low, high=high)


def _collisions(state: State) -> tuple[Ruling, ...]:
    """Return a ruling for each card with more copies in secret melds than there are packs."""
    known = holders(holdings(state))
    found = {card: [[held.seat, held.place] for held in known[card]] for card in overfull(state)}
    params = (
        {"card": card, "copies": state.packs, "found": len(who), "holders": who}
        for card, who in found.items()
    )
    return tuple(Ruling("copies_collide", "IC-2", Level.IMPOSSIBLE, facts) for facts in params)


def _thefts(state: State) -> Iterator[Prompt]:
    """Ask for the due thefts; any other theft can be entered and is refused with its clause."""
    now, card = due(state), _ask_card(state)
    for seat in (*now, *(seat for seat in state.seats if seat not in now)):
        yield Prompt("steal", seat, (card,), "IC-19", aside=seat not in now, form="tap")
    for seat in now:
        yield Prompt("decline", seat, (), "IC-19", aside=_must_steal(state, seat))
    if len(tied(state, now[0])) > 1:
        named = (
            ()
            if state.options["tie_fail"] == "all_tied"
            else (Many(name="seats", values=now, optional=True, default=now),)
        )
        yield Prompt(
            "no_agreement", None, named, "IC-24", aside=len(now) < 2 or bool(_agreed(state, now))
        )


def _ask_card(state: State) -> Place:
    values = tuple(
        f"{seat}:{index}" for seat, row in state.rows.items() for index in range(len(row))
    )
    return Place(name="card", values=values, shows=lying(state))


# Objections to a meld


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Return every objection to a move, judged by the view of its seat."""
    if move.kind in MELDS and move.seat is not None:
        return tuple(_judge_meld(see(state, move.seat), move.seat, meld_of(move)))
    return tuple(_judge_theft(state, move))


def meld_of(move: Move) -> Meld:
    """Read a meld from a move, with its cards or by its points."""
    for name, sign in (("score", 1), ("lost", -1)):
        if name in move.data:
            return Meld(move.kind, points=sign * number_of(move, name))
    return Meld(move.kind, cards_of(move), cards_of(move, "two"))


def _judge_meld(state: State, seat: SeatId, meld: Meld) -> Iterator[Ruling]:
    if used := round_made(state, seat, meld.kind):
        yield Ruling("meld_used", "IC-8", params={"slot": meld.kind, "round": used})
    if meld.points is not None:
        # A hand too small for its meld scores nothing (IC-A10).
        short = meld.points == 0 and MELDS[meld.kind] is unfilled(state, seat)
        if not short and meld.points not in POSSIBLE[meld.kind](state):
            params = {"slot": meld.kind, "n": meld.points}
            yield Ruling(
                "score_impossible",
                MELDS[meld.kind].clause,
                params=params,
                field="lost" if meld.kind == "rich" else "score",
            )
        return
    if len(meld.cards) > state.held[seat]:
        yield Ruling("hand_too_small", "IC-A10", params={"n": state.held[seat]}, field="cards")
    yield from clash(state.deck, holdings(state), seat, meld.cards, "IC-2", "cards")
    if meld.kind == "chief" and len(meld.cards) == MELDS["chief"].size:
        yield from _judge_chief(state, meld)


def _judge_chief(state: State, meld: Meld) -> Iterator[Ruling]:
    if state.packs == 1 and max(Counter(map(rank, meld.cards)).values()) > 4:
        yield Ruling("five_with_one_pack", "IC-42", field="cards")
    if state.options["chief_split"] == "declared":
        if not meld.two:
            yield Ruling("split_missing", "IC-A4", field="two")
        elif Counter(meld.two) - Counter(meld.cards):
            yield Ruling(
                "two_not_in_chief",
                "IC-38",
                Level.IMPOSSIBLE,
                params={"cards": list(meld.two)},
                field="two",
            )


# Objections to a theft


def losing(state: State, move: Move) -> tuple[SeatId, ...]:
    """Return the tied Thieves that cannot agree and so may not steal (IC-24, IC-A8)."""
    return cards_of(move, "seats") or due(state)


def target(move: Move) -> tuple[SeatId, int]:
    """Return whose row is stolen from and the index in it."""
    whom, _, index = str(move.data["card"]).rpartition(":")
    return whom, int(index)


def _judge_theft(state: State, move: Move) -> Iterator[Ruling]:
    if move.kind == "steal" and state.phase == "choosing":
        code, clause = (
            ("steal_too_early", "IC-19") if steals(state) else ("no_steal_in_last_round", "IC-A11")
        )
        yield Ruling(code, clause, Level.IMPOSSIBLE)
    elif move.kind == "steal":
        yield from _judge_thief(state, str(move.seat))
        yield from _judge_target(state, str(move.seat), *target(move))
    elif move.kind == "decline" and _must_steal(state, str(move.seat)):
        yield Ruling("must_steal", "IC-A6")
    elif move.kind == "no_agreement":
        yield from _judge_disagreement(state, losing(state, move))


def _judge_thief(state: State, seat: SeatId) -> Iterator[Ruling]:
    done = next((act for act in state.acts if act.seat == seat), None)
    if seat not in thieves(state):
        yield Ruling("not_a_thief", "IC-19", params={"seat": seat, "slot": state.melds[seat].kind})
    elif done and done.kind == "no_agreement":
        yield Ruling("tie_failed", "IC-24", params={"seat": seat})
    elif done:
        yield Ruling(
            "already_stole" if done.kind == "steal" else "already_declined",
            "IC-19",
            params={"seat": seat},
        )
    elif seat not in due(state):
        yield Ruling(
            "lower_first",
            "IC-22",
            params={"seats": list(due(state)), "card": state.melds[seat].cards[0]},
        )


def _judge_target(state: State, seat: SeatId, whom: SeatId, index: int) -> Iterator[Ruling]:
    spot = state.rows[whom][index]
    params = {"card": spot.card, "whom": whom, "seat": seat}
    if (
        spot.player == seat
        and spot.taken_by is None
        and not (state.options["steal_back_own"] == "yes" and whom != seat)
    ):
        yield Ruling("own_card", "IC-27", params=params, field="card")
    if spot.taken_by is not None:
        fellow = spot.taken_by in tied(state, seat) and spot.taken_by not in (seat, spot.player)
        code, clause = ("same_card", "IC-23") if fellow else ("card_gone", "IC-20")
        yield Ruling(code, clause, Level.IMPOSSIBLE, params | {"by": spot.taken_by}, "card")


def _must_steal(state: State, seat: SeatId) -> bool:
    """Return whether thefts are forced and there is something to steal (IC-A6)."""
    targets = ((whom, index) for whom, row in state.rows.items() for index in range(len(row)))
    return state.options["steal"] == "forced" and any(
        not any(_judge_target(state, seat, *each)) for each in targets
    )


def _judge_disagreement(state: State, seats: tuple[SeatId, ...]) -> Iterator[Ruling]:
    if done := _agreed(state, seats):
        yield Ruling("tie_already_stole", "IC-24", params={"seats": done})
    elif len(seats) < 2:
        named = state.options["tie_fail"] == "only_conflicting"
        clause, field = ("IC-A8", "seats") if named else ("IC-24", None)
        yield Ruling("two_to_disagree", clause, Level.IMPOSSIBLE, {"seats": list(seats)}, field)


def _agreed(state: State, now: tuple[SeatId, ...]) -> list[SeatId]:
    """Return the tied Thieves that have stolen: with any, the tie cannot fail as a whole."""
    if state.options["tie_fail"] == "only_conflicting":
        return []
    return [
        act.seat for act in state.acts if act.kind == "steal" and act.seat in tied(state, now[0])
    ]
