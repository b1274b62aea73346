"""Prompts and rulings of The Things: everything the public log can prove, with its clause."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import groupby

from referee.kernel import ledger
from referee.kernel.cards import Card, french, rank
from referee.kernel.contract import Level, Move, Prompt, Ruling, SeatId, cards_of, number_of
from referee.kernel.fields import Cards, Choice, Field, Int, Many, Seat

from .fights import (
    ATTACK,
    BLACK,
    DEFENCE,
    FIRST_THING,
    FLAMES,
    HAND,
    RANKS,
    RED,
    SIDES,
    SPECIALS,
    Fight,
    cards_by,
    fighters,
    packs,
    reds,
)
from .state import HUMAN, THING, Call, State, drawable

ACTIONS = ("search", "talk", "test", "attack")
CALL_CLAUSES = {"rescue": "TT-59", "departure": "TT-60"}
CLAIMS = {"rescue": HUMAN, "departure": THING}
CALLS = tuple(CLAIMS)
PASSES = ("attack_passes", "defence_passes")
# Red cards of a pack: with few black ones left, a player may show nearly all of them in a row.
RED_CARDS = 26
# The strength of a side seldom exceeds this.
USUAL = 60
Fields = tuple[Field, ...]


def prompts(state: State) -> tuple[Prompt, ...]:
    """Every entry possible now; a call is an aside at any moment (TT-A12)."""
    if state.over:
        return ()
    if state.call:
        return tuple(_ask_show(state, state.call))
    if state.phase == "last":
        return (_ask_last(state),)
    if state.fight:
        asked = tuple(_ask_fight(state, state.fight))
    else:
        asked = _ask_refill(state) if state.refilling else tuple(_ask_turn(state))
    fields = (Choice(name="call", values=CALLS), Seat(name="caller", values=state.alive))
    return (*asked, Prompt("call", None, fields, "TT-59", aside=True, shown=True, form="tap"))


def _ask_last(state: State) -> Prompt:
    """Only one survivor is left: the call the hand allows (TT-A21)."""
    seat = state.alive[0]
    side = state.sides.get(seat)
    values = tuple(call for call, claim in CLAIMS.items() if side in (None, claim))
    return Prompt(
        "call",
        seat,
        (Choice(name="call", values=values, default=values[0] if side else None),),
        "TT-A21",
        form="tap",
    )


def _ask_turn(state: State) -> Iterator[Prompt]:
    """The four actions of the active player; those of others are asides, out of turn."""
    search: Fields = ()
    if state.full and state.options["search_discards"] == "face_up":
        search = (_cards(state, "card", 1, 1, drawable(state).unseen),)
    if state.searching:
        yield Prompt("search", state.active, search, "TT-63", form="pad")
        return
    test = (_cards(state, "card", 1, 1, state.left, FLAMES),) if state.full else ()
    attack: Fields = (_cards(state, "cards", 0, HAND, state.left, _shown(state)),)
    if not state.full:
        by = (
            (Choice(name="by", values=("specials", "ranks")),)
            if state.options["special_effect"] == "yes"
            else ()
        )
        attack = (*by, *(Int(name=side, low=0, high=999, usual=USUAL) for side in SIDES))
    for seat in (state.active, *(seat for seat in state.seats if seat != state.active)):
        yield from _ask_actions(state, seat, search, test, attack)


def _ask_actions(
    state: State, seat: SeatId, search: Fields, test: Fields, attack: Fields
) -> Iterator[Prompt]:
    aside, form = seat != state.active, "pad" if state.full else "tap"
    yield Prompt("search", seat, search, "TT-20", aside=aside, form="pad" if search else "plain")
    if len(state.alive) > 1:
        target = _other(state, seat, "target")
        yield Prompt(
            "talk",
            seat,
            _ask_talk(state, seat),
            "TT-24",
            aside=aside,
            form="plain" if state.full else "tap",
        )
        yield Prompt("test", seat, (*test, target), "TT-33", aside=aside, form=form)
        yield Prompt(
            "attack",
            seat,
            (target, *attack),
            "TT-36",
            aside=aside,
            form="pad" if state.full else "plain",
        )


def _ask_talk(state: State, seat: SeatId) -> Fields:
    """Quick: the partner. Full: the ranks named, who is willing, and the partner."""
    partner = _other(
        state, seat, "partner", state.full, alone=state.options["nobody_willing"] == "search"
    )
    if not state.full:
        return (partner,)
    several = state.options["trade"] == "several"
    give: Field = Many(name="give", values=RANKS) if several else Choice(name="give", values=RANKS)
    gave = (Choice(name="gave", values=RANKS, optional=True),) if several else ()
    willing = Many(name="willing", values=tuple(each for each in state.alive if each != seat))
    return (give, Choice(name="want", values=RANKS), willing, partner, *gave)


def _other(
    state: State, seat: SeatId, name: str, optional: bool = False, alone: bool = False
) -> Seat:
    """Another player; the only one left is the default, unless nobody (``alone``) is an answer."""
    others = [each for each in state.alive if each != seat]
    only = others[0] if len(others) == 1 and not alone else None
    seats = tuple(each for each in state.seats if each != seat)
    return Seat(
        name=name, values=seats, optional=optional or alone, default=only, shut=tuple(state.dead)
    )


def _ask_fight(state: State, fight: Fight) -> Iterator[Prompt]:
    """Any player may add cards, the side to answer first; then the fight is judged (TT-42, TT-43).

    That side may also pass, so that the other side begins again with its first player (TT-A8).
    Whether flames kill is asked if only a Thing dies of them (TT-A3).
    """
    if fight.loser:
        yield Prompt(
            "fate",
            fight.loser,
            (Choice(name="fate", values=("dies", "survives")),),
            "TT-A3",
            form="tap",
        )
        return
    attacking = bool(fight.plays) and fight.plays[-1].side == DEFENCE
    cards = _cards(state, "cards", 1, HAND, state.left, _shown(state))
    for seat in state.from_seat(fight.attacker if attacking else fight.target):
        if state.hands[seat] > 0:
            yield _ask_play(fight, seat, cards)
    if state.options["speaking"] != "free" and fight.passed < len(fight.plays):
        yield Prompt(PASSES[not attacking], None, (), "TT-42")
    yield Prompt("judge", None, (), "TT-43")


def _ask_play(fight: Fight, seat: SeatId, cards: Field) -> Prompt:
    if seat in (fight.attacker, fight.target):
        return Prompt(
            "play", seat, (cards,), "TT-42" if seat == fight.attacker else "TT-38", form="pad"
        )
    joined = next((side for side in SIDES if seat in fighters(fight, side)), None)
    side = Choice(name="joins", values=SIDES, default=joined)
    return Prompt(
        "play", seat, (side, cards), "TT-39" if joined == DEFENCE else "TT-37", form="pad"
    )


def _ask_refill(state: State) -> tuple[Prompt, ...]:
    """Full entry only: the next player draws, with or without red cards shown (TT-54…TT-56)."""
    seat, count = state.due[0], packs(len(state.seats), state.options)
    if state.draw is None:
        # A shuffle may come unnoticed, so each red card may come twice.
        red = Cards(
            name="shown",
            deck=french(2 * count),
            most=2 * count * RED_CARDS,
            left=dict.fromkeys(BLACK, 0),
        )
    else:
        red = _cards(state, "shown", 1, count * RED_CARDS, state.to_draw, RED)
    return (Prompt("draw", seat, (), "TT-54"), Prompt("red", seat, (red,), "TT-55"))


def _ask_show(state: State, call: Call) -> Iterator[Prompt]:
    """The caller first; survivors show hands in full entry; quick entry and the dead tell sides."""
    sides, clause = [], CALL_CLAUSES[call.kind]
    for seat in to_show(state, call):
        if state.full and seat in state.alive:
            n = state.hands[seat]
            hand = _cards(
                state,
                "hand",
                max(0, n - 1),
                n + 1,
                state.left,
                BLACK if state.sides.get(seat) == HUMAN else None,
            )
            yield Prompt("hand", seat, (hand,), clause, form="pad")
        else:
            sides.append(
                Choice(name=f"side_{seat}", values=(HUMAN, THING), about=seat, label="side")
            )
    if sides:
        yield Prompt("sides", None, tuple(sides), clause)


def to_show(state: State, call: Call) -> tuple[SeatId, ...]:
    """Seats still to show; first only the caller if full, or if false calls are void (TT-A13)."""
    hidden = [seat for seat in state.from_seat(call.caller) if seat not in call.hands]
    open_seats = tuple(
        seat
        for seat in (*hidden, *state.dead)
        if seat not in state.sides or (state.full and seat in hidden)
    )
    alone = call.caller in open_seats and (state.full or state.options["false_call"] == "void")
    return (call.caller,) if alone else open_seats


def _shown(state: State) -> Collection[Card] | None:
    """Cards a player can show, None for any: at first the dealt Q♥ is the only red (TT-7)."""
    return (*BLACK, FIRST_THING) if state.only_first_red else None


def _cards(
    state: State,
    name: str,
    least: int,
    most: int,
    copies: Mapping[Card, int],
    fits: Collection[Card] | None = None,
) -> Cards:
    """A card field with ``copies`` left of each card; cards outside ``fits`` have none left."""
    left = {card: n if fits is None or card in fits else 0 for card, n in copies.items()}
    return Cards(
        name=name, deck=state.deck, least=least, most=most, left=left, fits=frozenset(fits or ())
    )


# Rulings


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
    return (
        Ruling("dead_acts", "TT-52", params={"seat": seat})
        if seat in state.dead and state.call is None
        else None
    )


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
        told, most = (
            number_of(move, "attack") + number_of(move, "defence"),
            12 * packs(len(state.seats), state.options),
        )
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
    """Check cards from a hand, or all of it (``field`` "hand"), against the log (TT-7, TT-31)."""
    yield from _lies_elsewhere(state, cards, field)
    red, n, found = reds(cards), state.hands[seat], len(cards)
    if red and state.sides.get(seat) == HUMAN:
        yield Ruling("human_kept_red", "TT-55", params={"seat": seat, "card": red[0]}, field=field)
    shown = reds(tuple(held.card for held in state.holdings))
    if red and state.only_first_red and [*shown, *red] != [FIRST_THING]:
        card = next((card for card in red if card != FIRST_THING), red[0])
        yield Ruling("red_too_early", "TT-7", params={"card": card}, field=field)
    owed = Counter(state.ranks.get(seat, ())) - Counter(map(rank, cards))
    if field == "hand" and found != n:
        yield Ruling(
            "hand_size", "TT-54", params={"seat": seat, "n": n, "found": found}, field=field
        )
    elif found > n:
        yield Ruling("not_so_many", "TT-36", params={"seat": seat, "n": n}, field=field)
    elif owed.total() > n - found:
        # Ranks named in a swap must be in the hand, but have no room left in it.
        yield Ruling("false_rank", "TT-31", params={"seat": seat, "ranks": list(owed)}, field=field)


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
