"""Apply moves, find the captain and the winner, write the score sheet (CO-2…CO-40)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Line, Move, Ruling, SeatId, card_of, cards_of
from referee.kernel.earlier import carried
from referee.kernel.fields import Int
from referee.kernel.game import Options, Seats, Told, with_now
from referee.kernel.turns import left_of
from referee.shapes.zone import total

from .state import TO_WIN, Act, Ending, Hands, Order, Past, State, dealt


def advance(state: State, move: Move) -> State:
    """Return the state after a move; settle the round once all of it is known."""
    state = _MOVES[move.kind](replace(state, effects=()), move)
    ending = state.now.ending
    if ending is None:
        return _own_order(state)
    known = not state.to_show or ending.kind == "named"
    return settle(state, ending) if state.phase == "show" and known else state


def _order(state: State, move: Move) -> State:
    """Lay a card face up as the order (CO-13, CO-14) and discard an older one (CO-29)."""
    seat, card, old = str(move.seat), card_of(move), state.now.order
    act = Act("new_order", seat, old.owner, card) if old else Act("order", seat, card=card)
    said = Say(
        "told_new_order" if old else "told_order",
        {"seat": seat, "card": card},
        "CO-29" if old else "CO-14",
        (card,),
    )
    state = _laid(_acted(state, act, {seat: -1}), Order(seat, card))
    return _next(
        _gave(state, seat, card), seat, Ending("empty", seat, how="order", card=card), said
    )


def _laid(state: State, order: Order) -> State:
    """Put an order on the table and discard an older one (CO-29)."""
    old = state.now.order
    return with_now(state, order=order, out=(*state.now.out, old.card) if old else state.now.out)


def _hand_over(state: State, move: Move) -> State:
    """Pass or ask for a card face down; its receiver discards one card (CO-15…CO-18)."""
    seat, whom, passes = str(move.seat), str(move.data["whom"]), move.kind == "pass"
    giver, taker = (seat, whom) if passes else (whom, seat)
    discards = state.now.counts[giver] > 1 or state.options["last_pass_discard"] == "yes"
    state = _gave(
        _acted(state, Act(move.kind, seat, whom), {giver: -1, taker: 0 if discards else 1}), giver
    )
    said = [Say(f"told_{move.kind}", {"seat": seat, "whom": whom}, "CO-15" if passes else "CO-17")]
    if discards:
        said.append(Say("told_discard", {"seat": taker}, "CO-16" if passes else "CO-18"))
        shows = state.options["discards_open"] == "yes"
        state = with_now(state, discarder=taker) if shows else _gave(state, taker)
    return _next(state, seat, Ending("empty", giver, taker, move.kind), *said)


def _obey(state: State, move: Move) -> State:
    """Give the owner a card face down, at least as high as the order; no discard (CO-25…CO-27)."""
    seat, order, before = str(move.seat), state.now.order, replace(state.now, before=None)
    assert order is not None
    state = _gave(
        _acted(state, Act("obey", seat, order.owner, order.card), {seat: -1, order.owner: 1}), seat
    )
    high = tuple(
        n + (rank <= int(order.card)) for rank, n in enumerate(state.now.least[order.owner], 1)
    )
    state = with_now(state, least={**state.now.least, order.owner: high}, before=before)
    said = Say("told_obey", {"seat": seat, "whom": order.owner, "card": order.card}, "CO-27")
    return _next(state, seat, Ending("empty", seat, order.owner, "obey"), said)


def _acted(state: State, act: Act, changes: Mapping[SeatId, int]) -> State:
    """Log the act and change the number of cards in hands."""
    counts = {seat: max(0, n + changes.get(seat, 0)) for seat, n in state.now.counts.items()}
    return with_now(state, log=(*state.now.log, act), counts=counts, before=None)


def _gave(state: State, seat: SeatId, card: Card = "10") -> State:
    """Update ``least`` once a hand lost a card; a seen card frees no rank above its own (CO-26)."""
    # An empty hand keeps its value: the last card is checked against it.
    if state.now.counts[seat] == 0:
        return state
    lower = [max(0, n - (rank <= int(card))) for rank, n in enumerate(state.now.least[seat], 1)]
    return with_now(
        state, least={**state.now.least, seat: tuple(max(lower[at:]) for at in range(len(lower)))}
    )


def _next(state: State, seat: SeatId, empty: Ending, *said: Say) -> State:
    """Pass the turn to the left, or end the round if a hand is empty (CO-33)."""
    if state.now.counts[empty.seat] == 0:
        return _end(
            state, silenced(state, empty), *said, Say("told_empty", {"seat": empty.seat}, "CO-33")
        )
    return with_now(replace(state, effects=said), turn=left_of(state.seats, seat))


def silenced(state: State, empty: Ending) -> Ending:
    """Settle the declaration where the house rules leave no choice (CO-A5, CO-A6)."""
    if empty.how == "ask" and state.options["asked_empty"] == "no_declare":
        return replace(empty, declared=False)
    automatic = state.options["undeclared"] == "auto_declare" and empty.card
    return replace(empty, declared=True) if automatic else empty


def _own_order(state: State) -> State:
    """Discard an order that has come round to its owner; the turn goes on to the left (CO-32)."""
    now = state.now
    if now.order is None or now.order.owner != now.turn or now.discarder is not None:
        return state
    card, owner = now.order.card, now.order.owner
    said = Say("told_dropped", {"seat": owner, "card": card}, "CO-32", (card,))
    now = replace(
        now,
        order=None,
        out=(*now.out, card),
        log=(*now.log, Act("dropped", owner, card=card)),
        turn=left_of(state.seats, owner),
    )
    return replace(state, now=now, effects=(*state.effects, said))


def _challenge(state: State, move: Move) -> State:
    """Return a card below the order; its giver takes the turn again (CO-26)."""
    seat, card, before = str(move.seat), card_of(move), state.now.before
    assert before is not None
    back = replace(before, log=(*before.log, Act("challenge", seat, before.turn, card)))
    said = Say(
        "told_challenge",
        {"seat": seat, "whom": before.turn, "card": card, "tone": "stop"},
        "CO-26",
        (card,),
    )
    return replace(state, now=back, effects=(said,))


def _discard(state: State, move: Move) -> State:
    """Record an open discard, seen by all (CO-A16)."""
    seat, card, ending = str(move.seat), card_of(move), state.now.ending
    if ending and card == state.now.last_card and seat == ending.whom:
        ending = replace(ending, how="gone")
    log, out = (*state.now.log, Act("discard", seat, card=card)), (*state.now.out, card)
    return with_now(_gave(state, seat, card), log=log, out=out, discarder=None, ending=ending)


def _end(state: State, ending: Ending, *said: Say) -> State:
    """End the round and show all hands (CO-20, CO-33), unless a declaration may still come."""
    shows = ending.kind == "accusation" or ending.declared is not None
    return with_now(
        replace(state, effects=(*said, Say("told_show", {}, "CO-20")) if shows else said),
        ending=ending,
    )


def _accuse(state: State, move: Move) -> State:
    accuser = str(move.seat or move.data["accuser"])
    return _end(with_now(state, before=None), Ending("accusation", accuser, str(move.data["whom"])))


def _declared(state: State, move: Move) -> State:
    """Apply a quick-entry declaration; a last card that is an order lies on the table."""
    who, to, how, card = (
        str(move.data["who"]),
        str(move.data["to"] or ""),
        str(move.data["how"]),
        card_of(move),
    )
    return _end(
        _laid(state, Order(who, card)) if how == "order" else state,
        Ending("empty", who, to, how, card, True),
    )


def _declare(state: State, move: Move) -> State:
    """Declare with the last card shown, or keep silent (CO-34)."""
    ending, declared = state.now.ending, move.kind == "declare"
    assert ending is not None
    card = (ending.card or "".join(cards_of(move, "card"))) if declared else ""
    said = Say(
        "told_declare" if declared else "told_silent",
        {"seat": ending.seat, "card": card},
        "CO-34" if declared else "CO-A5",
    )
    return _end(state, replace(ending, declared=declared, card=card), said)


def _won(state: State, move: Move) -> State:
    winners = tuple(seat for seat in state.seats if seat in cards_of(move, "winners"))
    return with_now(state, ending=Ending("named"), winners=winners, discarder=None, hands={})


_MOVES: dict[str, Callable[[State, Move], State]] = {
    "depth": lambda state, move: replace(state, depth=str(move.data["depth"])),
    "order": _order,
    "pass": _hand_over,
    "ask": _hand_over,
    "obey": _obey,
    "challenge": _challenge,
    "discard": _discard,
    "hand": lambda state, move: with_now(
        state, hands={**state.now.hands, str(move.seat): tuple(sorted(cards_of(move), key=int))}
    ),
    "accuse": _accuse,
    "accused": _accuse,
    "declared": _declared,
    "emptied": lambda state, move: _end(
        state, Ending("empty", str(move.data["who"]), declared=False)
    ),
    "won": _won,
    "declare": _declare,
    "silent": _declare,
}


# Who is captain, and who wins a round

_ACTS = {
    "order": "CO-14",
    "new_order": "CO-29",
    "pass": "CO-15",
    "ask": "CO-17",
    "obey": "CO-27",
    "discard": "CO-A16",
    "dropped": "CO-32",
    "challenge": "CO-26",
}
# Codes of the lines that win a round.
WON = (
    "named",
    "captains_share",
    "emptied_first",
    "emptied_right",
    "found_one",
    "found",
    "most_tied",
    "only_mutineer",
    "most_left",
    "most",
)


@dataclass(frozen=True)
class Verdict:
    """How a round ended.

    ``right``: the accusation or declaration was. ``best``: the most points of a mutineer. A rightly
    declared captain is among the ``captains``, without a card in hand.
    """

    winners: Seats
    captains: Seats = ()
    lowest: int = 0
    right: bool = False
    points: Mapping[SeatId, int] = field(default_factory=dict)
    best: int = 0


def captains(hands: Hands) -> Seats:
    """Return the seats with the lowest card (CO-2, CO-4); table cards do not count (CO-A8)."""
    low = str(lowest(hands))
    return tuple(seat for seat, cards in hands.items() if low in cards)


def lowest(hands: Hands) -> int:
    """Return the lowest rank in all hands, or 0 if they are empty."""
    return min((int(card) for cards in hands.values() for card in cards), default=0)


def judged(ending: Ending, hands: Hands, options: Options) -> Verdict:
    """Decide who wins the round, from all hands as shown."""
    if ending.declared:
        return _declaration(ending, hands, options)
    if ending.kind != "accusation":
        return _mutineers(hands, (), options)
    # A mutineer who accuses a captain wins alone (CO-21, CO-22, CO-38); otherwise the accuser is
    # out (CO-23, CO-39).
    found = captains(hands)
    if ending.seat in found or ending.whom not in found:
        return _mutineers(hands, (ending.seat,), options)
    return replace(_mutineers(hands, (), options), winners=(ending.seat,), right=True)


def _declaration(ending: Ending, hands: Hands, options: Options) -> Verdict:
    """Accept a declaration if no hand has a card below the last one (CO-35, CO-37, CO-A2)."""
    rest = dict(hands)
    if ending.how not in ("order", "gone"):
        rest[ending.whom] = tuple((Counter(rest[ending.whom]) - Counter([ending.card])).elements())
    low, last = lowest(rest), int(ending.card)
    if not (last < low or low == 0 or (last == low and options["declare_tie"] == "right")):
        failed = _mutineers(hands, (ending.seat,), options)
        return replace(failed, winners=()) if options["false_declare"] == "nobody" else failed
    tied = captains(rest) if last == low else ()
    return replace(
        _mutineers(hands, (), options),
        winners=(ending.seat,),
        captains=(ending.seat, *tied),
        lowest=last,
        right=True,
    )


def _mutineers(hands: Hands, out: Sequence[SeatId], options: Options) -> Verdict:
    """Let the best mutineers win, ties included (CO-24, CO-40); with none, see CO-A9."""
    found = captains(hands)
    sums = {seat: total(cards) for seat, cards in hands.items()}
    able = [seat for seat in hands if seat not in found and seat not in out]
    best = max((sums[seat] for seat in able), default=0)
    winners = tuple(seat for seat in able if sums[seat] == best)
    if not able and options["no_mutineer"] == "captains_share":
        winners = tuple(seat for seat in found if seat not in out)
    return Verdict(winners, found, lowest(hands), False, sums, best)


def settle(state: State, ending: Ending) -> State:
    """Score and store the round; deal the next unless the game is over (CO-11, CO-41)."""
    # An empty hand has not been shown.
    hands = (
        {}
        if ending.kind == "named"
        else {seat: state.now.hands.get(seat, ()) for seat in state.seats}
    )
    verdict = judged(ending, hands, state.options) if hands else Verdict(state.now.winners)
    lines = (*round_lines(state, hands), *_scores(state, ending, verdict, hands))
    wins = {seat: state.wins[seat] + (seat in verdict.winners) for seat in state.seats}
    past = (*state.past, Past(hands, verdict.captains, verdict.winners, wins))
    after = replace(
        state,
        finished=(*state.finished, *lines),
        past=past,
        wins=wins,
        effects=tuple(_told(ending, verdict)),
    )
    dealer = left_of(state.seats, state.dealer)
    return after if after.over else replace(after, dealer=dealer, now=dealt(state.seats, dealer))


def round_lines(state: State, hands: Hands) -> Iterator[Line]:
    """Yield the round's log and each shown hand with its points (CO-7)."""
    ending = state.now.ending
    for act in state.now.log:
        yield Line(
            act.seat,
            state.round,
            0,
            _ACTS[act.kind],
            act.kind,
            {"whom": act.whom, "card": act.card},
            part="log",
        )
    if ending is not None and ending.kind == "empty":
        if ending.how in ("pass", "ask") and state.options["last_pass_discard"] == "no":
            yield Line(ending.whom, state.round, 0, "CO-A17", "no_discard", part="log")
        if ending.declared is not None:
            code, clause = ("declaration", "CO-34") if ending.declared else ("silence", "CO-33")
            yield Line(ending.seat, state.round, 0, clause, code, {"card": ending.card}, part="log")
    elif ending is not None and ending.kind == "accusation":
        yield Line(
            ending.seat, state.round, 0, "CO-19", "accusation", {"whom": ending.whom}, part="log"
        )
    for seat, cards in hands.items():
        if seat != state.now.emptied:
            yield Line(
                seat,
                state.round,
                0,
                "CO-7",
                "hand",
                {"values": list(map(int, cards)), "sum": total(cards)},
                part="show",
            )


def _scores(state: State, ending: Ending, verdict: Verdict, hands: Hands) -> Iterator[Line]:
    """Yield who was captain, then one counting line per seat (CO-2, CO-4, CO-5, CO-36)."""
    if found := verdict.captains:
        clause, code = ("CO-4", "captains") if len(found) > 1 else ("CO-2", "captain")
        yield Line(
            found[0],
            state.round,
            0,
            clause,
            code,
            {"card": str(verdict.lowest), "who": list(found)},
            part="show",
        )
    if mutineers := [seat for seat in hands if seat not in verdict.captains]:
        yield Line(
            mutineers[0], state.round, 0, "CO-5", "mutineers", {"who": mutineers}, part="show"
        )
    if ending.declared and not verdict.right and ending.how in ("pass", "ask", "obey"):
        params = {"card": ending.card, "from": ending.seat}
        yield Line(ending.whom, state.round, 0, "CO-36", "passed_counts", params, part="show")
    known = {
        "best": verdict.best,
        "low": verdict.lowest,
        "card": str(verdict.lowest),
        "by": ending.seat,
        "whom": ending.whom,
    }
    known |= {"last": ending.card, "who": list(verdict.winners)}
    for seat in state.seats:
        won = seat in verdict.winners
        clause, code = (_why_won if won else _why_lost)(seat, ending, verdict)
        yield Line(
            seat,
            state.round,
            int(won),
            clause,
            code,
            {"sum": verdict.points.get(seat, 0), **known},
            hands.get(seat, ()),
        )


def _why_won(seat: SeatId, ending: Ending, verdict: Verdict) -> tuple[str, str]:
    """Return the clause and code by which a seat wins the round."""
    if ending.kind == "named":
        return "CO-6", "named"
    tied = len(verdict.captains) > 1
    if seat in verdict.captains:
        if not verdict.right:
            return "CO-A9", "captains_share"
        return ("CO-37", "emptied_first") if tied else ("CO-35", "emptied_right")
    if verdict.right:
        return ("CO-38", "found_one") if tied else ("CO-21", "found")
    if len(verdict.winners) > 1:
        return "CO-40", "most_tied"
    if seat == ending.seat:
        return "CO-A5", "only_mutineer"
    return ("CO-24", "most_left") if ending.kind == "accusation" else ("CO-6", "most")


def _why_lost(seat: SeatId, ending: Ending, verdict: Verdict) -> tuple[str, str]:
    captain = seat in verdict.captains
    if ending.kind == "named":
        return "CO-6", "not_named"
    if verdict.right:
        if ending.kind == "accusation":
            return ("CO-21", "found_out") if seat == ending.whom else ("CO-22", "beaten")
        return ("CO-37", "captain_late") if captain else ("CO-35", "too_late")
    if seat == ending.seat and ending.kind == "accusation":
        return ("CO-39", "captain_accused") if captain else ("CO-23", "accused_wrong")
    if seat == ending.seat:
        return ("CO-35", "declared_wrong") if ending.declared else ("CO-A5", "silent")
    if captain:
        return "CO-8", "captain_lost"
    return ("CO-6", "less") if verdict.winners else ("CO-A4", "nobody_wins")


def _told(ending: Ending, verdict: Verdict) -> Iterator[Say]:
    """Yield the announcements of the end of a round, headline first."""
    params = {"who": verdict.winners, "seat": ending.seat, "whom": ending.whom}
    if verdict.winners:
        yield Say("told_won", params, "CO-40" if len(verdict.winners) > 1 else "CO-6")
    else:
        able = set(verdict.points) - {*verdict.captains, ending.seat}
        yield Say("told_nobody", {}, "CO-A4" if ending.declared and able else "CO-A9")
    if ending.kind == "accusation":
        yield (
            Say("told_found", params, "CO-21")
            if verdict.right
            else Say("told_not_found", params, "CO-23")
        )
    elif ending.declared:
        yield Say("told_right" if verdict.right else "told_wrong", params, "CO-35")
    if verdict.captains:
        shown = {"card": str(verdict.lowest), "who": verdict.captains}
        yield (
            Say("told_captains", shown, "CO-4")
            if len(verdict.captains) > 1
            else Say("told_captain", shown, "CO-2")
        )
    if verdict.winners and not verdict.right and verdict.best:
        yield Say("told_most", {"best": verdict.best}, "CO-7")


WINS = "wins_before"
# The field for the rounds a seat won before the first one entered.
WON_BEFORE = Int(name=WINS, low=0, high=TO_WIN, default=0, label=WINS)


def skipped(state: State, _rounds: int, told: Told) -> State:
    """Start the next round with earlier wins; raise Illegal if they end the game (CO-41)."""
    wins = {seat: int(str(n)) for seat, n in told[WINS].items()}
    after = replace(state, wins=wins, finished=carried(told, "CO-41", WINS))
    if after.over:
        first, bounds = max(wins, key=wins.__getitem__), {"low": 0, "high": TO_WIN - 1}
        wrong = Ruling("out_of_range", "CO-41", Level.IMPOSSIBLE, bounds, f"{WINS}_{first}")
        raise Illegal([wrong])
    return after
