"""Cracker: cards go left until a hand is one number or a run; the others lose their highest."""

from collections import Counter
from dataclasses import replace

from referee.kernel.board import BoardRow, Spot
from referee.kernel.contract import Asked, Info, Message, Option, Scene, SeatId, Sheet, Step, one_of
from referee.kernel.detail import with_depth
from referee.kernel.earlier import MOST_POINTS, points_before
from referee.kernel.fields import Cards, Choice, Int, Seat
from referee.kernel.game import Earlier, Game, Options, Seats, finished_lines
from referee.kernel.info import SEAT, Statistic
from referee.kernel.paper import printed
from referee.kernel.wording import message_of, step

from . import asking, judging, playing
from .state import DEALT, DECK, State, deal, is_due, losers, winners

SHEET_ROUNDS = 10
# Far beyond a session, so that a table can choose any number it agrees on (CR-A9).
MOST_ROUNDS = 99

CARD, SHOWN = Cards(name="card", deck=DECK), Cards(name="hand", deck=DECK, least=0, most=DEALT + 1)
WHICH = Choice(name="which", values=("same", "other"))
HIGH = Int(name=f"high_{SEAT}", low=0, high=DEALT)
INFO = Info(
    id="cracker",
    prefix="CR",
    deck_clause="CR-1",
    turn_clause="CR-12",
    kinds={
        "won": Asked("CR-13", (Seat(name="who"),), table=True),
        "stop": Asked("CR-18", table=True),
        "draw": Asked("CR-7", (CARD,)),
        "pair": Asked("CR-8"),
        "pass": Asked("CR-11", (WHICH, CARD), ("which",)),
        "change": Asked("CR-17", (CARD,)),
        "out": Asked("CR-14", (SHOWN,), ("hand",)),
        "highs": Asked("CR-20", (HIGH,), (HIGH.name,), table=True),
        "hand": Asked("CR-20", (Seat(name="who"), SHOWN), table=True),
        "also": Asked("CR-A1", (Seat(name="who"), SHOWN), ("hand",), table=True),
    },
    version="2026.1",
    seats=(3, 5),
    family="numbers",
    statistics=(Statistic("gain", "most", "CR-21"),),
    options=(
        one_of("depth", "CR-20", "quick", "full"),
        Option(Seat(name="dealer"), "CR-2"),
        Option(
            Int(name="rounds", low=0, high=MOST_ROUNDS, default=0, usual=SHEET_ROUNDS),
            "CR-A9",
            everyday=True,
        ),
        one_of("simultaneous", "CR-A1", "passer", "receiver", "both"),
        one_of("min_out", "CR-A2", "1", "2"),
        one_of("change_count", "CR-A3", "by_number", "same_card"),
        one_of("change_pair", "CR-A4", "no", "yes"),
        one_of("change_order", "CR-A5", "always", "after_pair_choice"),
        one_of("next_dealer", "CR-A7", "left", "winner", "loser"),
        one_of("opening_draw", "CR-A13", "each_deal", "first_deal_only"),
        one_of("final_tie", "CR-A12", "shared", "extra_round"),
    ),
    sheet=Sheet(boxes=("high",), rows=SHEET_ROUNDS),
)


def setup(seats: Seats, options: Options) -> State:
    """Return a table before its first round."""
    depth = str(options["depth"])
    return State(seats, options, depth, deal(seats, options, depth, str(options["dealer"]), 1))


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """Return the setup steps, in order, and the house rules."""
    dealer, left = options["dealer"], DECK.size - DEALT * len(seats)
    next_dealer = f"guide_next_{options['next_dealer']} CR-A7"
    first = f"guide_{options['opening_draw']} CR-A13"
    out = f"guide_min_{options['min_out']} CR-A2", f"guide_same_{options['simultaneous']} CR-A1"
    counted = f"guide_{options['change_count']} CR-A3"
    pair = f"guide_pair_{options['change_pair']} CR-A4"
    change = counted, f"guide_{options['change_order']} CR-A5", pair, "guide_no_deck CR-18"
    rounds = int(str(options["rounds"])) or len(seats)
    dealt = ((message_of("guide_hands CR-3"), DEALT, left),)
    return (
        step("guide_take CR-1", n=DECK.size),
        step(
            "guide_deal CR-3",
            message_of("guide_dealer CR-2", seat=dealer),
            next_dealer,
            deal=dealt,
            n=DEALT,
        ),
        step("guide_deck CR-4", "guide_winning CR-5", n=left),
        step("guide_first CR-6", first, "guide_turn CR-11", "guide_keep CR-9", seat=dealer),
        step("guide_out CR-13", *out),
        step("guide_change CR-17", *change),
        step("guide_rounds CR-22", f"guide_tie_{options['final_tie']} CR-A12", n=rounds),
    )


def scene(state: State) -> Scene:
    """Return where the match stands, with hand sizes, the received card, deck and discards."""
    of = max(state.rounds, state.number)
    finished = state.number if state.over else state.number - 1
    return Scene(
        state.number,
        Message("round_of", {"n": state.number, "of": of}, "CR-22"),
        DECK,
        (finished, of),
        holdings=() if state.over else state.lying,
        complete=finished,
        board=() if state.over else _board(state),
        hint=None if state.over else _hint(state),
        effects=state.effects,
        dealer=state.now.dealer,
    )


def _hint(state: State) -> Message:
    now = state.now
    running = message_of("deck_left CR-4", n=now.deck)
    if is_due(state) and now.deck:
        running = message_of("change_now CR-17", card=now.received, n=now.deck)
    told = {
        "reveal": message_of("n_to_tell CR-20", n=len(losers(state))),
        "quick": message_of("deals CR-6", seat=now.dealer, n=state.number),
    }
    return told.get(now.step, running)


def _board(state: State) -> tuple[BoardRow, ...]:
    now = state.now
    if now.step == "reveal":
        return tuple(
            _revealed(state, seat) for seat in state.seats if now.hands or seat in now.shown
        )
    if now.step == "quick":
        return ()
    counts = Counter(now.discards)
    piles = tuple(
        Spot(card, note=Message("times", {"n": counts[card]}))
        for card in DECK.counts
        if counts[card]
    )
    middle = BoardRow(piles, title=Message("middle" if piles else "deck"), backs=now.deck)
    return (*(_hand_row(state, seat) for seat in state.seats), middle)


def _revealed(state: State, seat: SeatId) -> BoardRow:
    cards = tuple(Spot(card) for card in sorted(state.now.shown.get(seat, ()), key=int))
    size = state.now.hands[seat].size if seat in state.now.hands and not cards else None
    return BoardRow(
        cards, seat, backs=size, stamp=Message("out") if seat in winners(state) else None
    )


def _hand_row(state: State, seat: SeatId) -> BoardRow:
    """Show a hand size; in turn, the received card and its passes in a row (CR-17)."""
    now = state.now
    size = now.hands[seat].size
    if seat != now.active:
        note = (
            Message("passed_last")
            if seat == now.by
            else Message("dealer")
            if seat == now.dealer
            else None
        )
        return BoardRow((), seat, note=note, backs=size)
    if not now.received:
        first = now.step == "draw"
        return BoardRow(
            (Spot(state="next"),) if first else (),
            seat,
            note=Message("draws_first") if first else None,
            backs=size,
            active=True,
        )
    note, count = Message("drawn" if now.by is None else "received"), now.trip[1]
    row = BoardRow(
        (Spot(now.received, "new"),), seat, note=note, backs=max(0, size - 1), active=True
    )
    if count < 2:
        return row
    return replace(
        row, value=count, value_note=Message("in_a_row", {"of": len(state.seats)}, "CR-17")
    )


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=asking.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lambda state: state.finished if state.over else (*state.finished, *state.now.log),
        scene=scene,
        result=playing.result,
        guide=guide,
        closed=judging.closed,
        # A seat's highest card; nothing for the one that went out.
        paper=printed(
            finished_lines, lambda line: (None if line.code == "gain" else -line.points,), ("gain",)
        ),
        highlights=lambda state: (line for line in state.finished if line.code == "gain"),
        counted=lambda lines: (
            (line.seat, "gain", line.points) for line in lines if line.code == "gain"
        ),
        earlier=Earlier(lambda _state: (points_before(-MOST_POINTS),), playing.skipped),
    ),
    # Only before a round has any entry.
    lambda state: (
        not state.over
        and state.now.step in ("quick", "draw", "open")
        and state.now.by is None
        and not state.now.log
    ),
    playing.switch,
    quick_midway=True,
)
