"""What the table looks like, how it is set up and what is printed."""

from __future__ import annotations

from referee.kernel.board import Row, Say, Spot
from referee.kernel.contract import Line, Scene, SeatId, Step
from referee.kernel.game import Options, Seats
from referee.kernel.turns import left_of

from . import deck
from .asking import CALL_CLAUSES
from .deck import FIRST_THING, HAND
from .fights import by_specials, cards_by, fighters, sides, strength
from .state import ATTACK, DEFENCE, HUMAN, THING, State, due, phase, pool, side_of


def scene(state: State) -> Scene:
    """Where the game stands, with its board."""
    return Scene(
        round=1,
        where=where(state),
        deck=deck.deck(len(state.seats), state.options),
        holdings=state.holdings,
        complete=int(state.over),
        board=(*(_seat_row(state, seat) for seat in state.seats), *_sides(state), *_piles(state)),
        effects=state.effects,
        dealer=state.dealer,
    )


def where(state: State) -> Say:
    """The moment of the game, and who acts (TT-16, TT-19, TT-58)."""
    at = phase(state)
    if at in ("fight", "fate"):
        assert state.fight is not None
        return Say("where_fight", {"who": state.fight.attacker, "target": state.fight.target}, "TT-36")
    if at == "refill":
        return Say("where_refill", {"who": due(state)[0], "n": HAND - state.hands[due(state)[0]]}, "TT-54")
    if at == "show":
        assert state.call is not None
        return Say(f"where_{state.call.kind}", {"who": state.call.caller}, CALL_CLAUSES[state.call.kind])
    if at == "over":
        return Say("where_over")
    if at == "last":
        return Say("where_last", {"who": state.alive[0]}, "TT-A21")
    return Say("where_turn", {"who": state.active, "n": state.turn}, "TT-19")


def _seat_row(state: State, seat: SeatId) -> Row:
    """One player: the hand as backs or as it was shown, what was laid in the fight, what is proved."""
    hand = state.call.hands.get(seat) if state.call else None
    laid = cards_by(state.fight, seat) if state.fight else ()
    special = state.fight is not None and by_specials(state.fight, state.options)
    value = sum(map(deck.is_special, laid)) if special else strength(state.fight, seat, state.options) if state.fight else 0
    shown = state.hands[seat] if hand is None and seat not in state.dead else None
    return Row(
        spots=tuple(Spot(card) for card in hand or laid),
        seat=seat,
        note=_note(state, seat),
        value=value if laid else None,
        # A human hand is said only once it was shown, as it may change in any swap.
        stamp={THING: Say("known_thing", clause="TT-11"), HUMAN: Say("known_human", clause="TT-10")}.get(side_of(state, seat) or ""),
        backs=shown,
        lit=seat == {"turn": state.active, "refill": next(iter(due(state)), None)}.get(phase(state)),
    )


def _note(state: State, seat: SeatId) -> Say | None:
    fight = state.fight
    if fight and (seat == fight.attacker or seat in fighters(fight, ATTACK)):
        return Say("attacks")
    if fight and (seat == fight.target or seat in fighters(fight, DEFENCE)):
        return Say("defends")
    if seat in state.dead:
        return Say("dead", clause="TT-52")
    return Say("dealer", clause="TT-14") if seat == state.dealer else None


def _sides(state: State) -> tuple[Row, ...]:
    if state.fight is None or not state.full:
        return ()
    by, attack, defence = sides(state.fight, state.options)
    note = Say("unit_specials", clause="TT-49") if by == "specials" else Say("unit_ranks", clause="TT-44")
    return tuple(Row(title=Say(f"side_{side}"), value=n, value_note=note) for side, n in ((ATTACK, attack), (DEFENCE, defence)))


def _piles(state: State) -> tuple[Row, ...]:
    """The draw pile and the discards, with a word when the draw pile runs low (TT-57)."""
    if state.draw is None:
        return (Row(title=Say("both_piles"), backs=pool(state)),)
    down = pool(state) - state.draw - len(state.up)
    low = None if state.draw >= max(HAND, sum(HAND - state.hands[seat] for seat in due(state))) else Say("reshuffle_soon", clause="TT-57")
    note = low if state.draw else Say("reshuffle_next", clause="TT-57")
    piles = [Row(title=Say("draw_pile"), backs=state.draw, note=note), Row(title=Say("discard_pile"), backs=down)]
    faces = Row(title=Say("face_up"), spots=tuple(Spot(card) for card in state.up))
    return (*piles, *([faces] if state.options["search_discards"] == "face_up" and state.full else []))


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup in the order it is done (TT-5…TT-16), with the house rules that change play."""
    count, dealt = len(seats), HAND * len(seats)
    size = deck.packs(count, options)
    many = (Say("guide_many", clause="TT-4"),) if count > deck.MOST_ONE_PACK else ()
    red = deck.extra_red(count, options)
    black = dealt - (1 if red == "one" else 2)
    mixed = (Say("guide_red_mixed", clause="TT-A19"),) if red == "hidden" else ()
    dealing = (Say("guide_dealing", {"n": dealt}, "TT-14", ()), HAND, 0)
    rest = Say("guide_rest", {"n": size * 52 - dealt}, "TT-15")
    house = tuple(Say(code, clause=clause) for name, chosen, code, clause in HOUSE if options[name] == chosen)
    packs_clause = "TT-5" if size == 1 else "TT-A18" if count > deck.MOST_ONE_PACK else "TT-64"
    return (
        Step(Say(f"guide_packs_{size}", clause=packs_clause), many),
        Step(Say("guide_black", {"n": black}, "TT-6"), (Say("guide_black_how", clause="TT-6"),)),
        Step(Say(f"guide_red_{red}", clause="TT-65" if black < dealt - 1 else "TT-7"), mixed, cards=(FIRST_THING,)),
        Step(Say("guide_deal", {"who": str(options["start"])}, "TT-14"), (Say("guide_look", clause="TT-18"),), deal=(dealing,)),
        Step(rest, (Say("guide_first", {"who": left_of(seats, str(options["start"]))}, "TT-16"),)),
        *((Step(Say("guide_house"), house),) if house else ()),
    )


HOUSE = (
    ("trade", "several", "guide_trade", "TT-62"),
    ("nobody_willing", "search", "guide_nobody", "TT-63"),
    ("search_discards", "face_up", "guide_face_up", "TT-66"),
    ("special_effect", "no", "guide_plain", "TT-67"),
    ("specials", "flame_spares_humans", "guide_flames", "TT-A3"),
    ("late_join", "no", "guide_late", "TT-A7"),
    ("call_when", "between_actions", "guide_call_between", "TT-A12"),
    ("call_when", "own_turn", "guide_call_own", "TT-A12"),
)


def boxes(line: Line) -> tuple[str]:
    """The box of the printed sheet: the side of a seat."""
    return (line.params["side"],)
