"""Captain's Orders: mutineers seek the captain, who has the lowest card; three rounds win."""

from referee.kernel.board import BoardRow, Message, Shown, Spot
from referee.kernel.contract import Result, Scene, SeatId, Step, rank_by
from referee.kernel.fields import Cards, Many, Seat
from referee.kernel.game import Earlier, Game, Options, Seats, finished_lines
from referee.kernel.info import SEAT, Asked, Info, Option, Sheet, one_of
from referee.kernel.paper import printed
from referee.kernel.turns import left_of
from referee.kernel.wording import message_of, said, step
from referee.shapes.zone import total

from . import judging, playing, scoring
from .judging import HOW
from .state import DECK, HAND, TO_WIN, Past, State, dealt
from .statistics import STATISTICS, counted

CARD, WHO = Cards(name="card", deck=DECK), Seat(name="who")
# Dealt cards of eight players, less one for each other hand but the empty one.
MOST_HELD = 7 * HAND
INFO = Info(
    id="captains-orders",
    prefix="CO",
    deck_clause="CO-1",
    turn_clause="CO-10",
    kinds={
        "order": Asked("CO-13", (CARD,)),
        "obey": Asked("CO-25"),
        "pass": Asked("CO-15", (Seat(name="whom"),)),
        "ask": Asked("CO-17", (Seat(name="whom"),)),
        "accuse": Asked("CO-19", (Seat(name="whom"),)),
        "declare": Asked("CO-34", (CARD,), ("card",)),
        "silent": Asked("CO-A5"),
        "discard": Asked("CO-A16", (CARD,)),
        "challenge": Asked("CO-26", (CARD,), aside=True),
        "hand": Asked("CO-20", (Cards(name="cards", deck=DECK, most=MOST_HELD),)),
        "accused": Asked("CO-19", (Seat(name="accuser"), Seat(name="whom")), table=True),
        "declared": Asked("CO-34", (WHO, HOW, Seat(name="to", optional=True), CARD), table=True),
        "emptied": Asked("CO-33", (WHO,), table=True),
        "won": Asked("CO-6", (Many(name="winners", values=(SEAT,)),), table=True),
    },
    version="2026.1",
    seats=(4, 8),
    family="roles",
    statistics=STATISTICS,
    options=(
        one_of("declare_tie", "CO-A2", "right", "wrong"),
        one_of("captain_accuses", "CO-A3", "failed", "forbidden"),
        one_of("false_declare", "CO-A4", "best_mutineer", "nobody"),
        one_of("undeclared", "CO-A5", "best_mutineer", "auto_declare"),
        one_of("asked_empty", "CO-A6", "may_declare", "no_declare"),
        one_of("no_mutineer", "CO-A9", "nobody", "captains_share"),
        one_of("double_three", "CO-A11", "shared", "play_on"),
        one_of("discards_open", "CO-A16", "no", "yes"),
        one_of("last_pass_discard", "CO-A17", "no", "yes"),
        Option(Seat(name="first_dealer", optional=True), "CO-11"),
        one_of("depth", "CO-20", "quick", "full"),
    ),
    sheet=Sheet(boxes=("hand",), rows=10),
)


def setup(seats: Seats, options: Options) -> State:
    """Return a table before its first round; by default the first seat deals."""
    dealer = str(options.get("first_dealer") or seats[0])
    return State(
        seats, options, str(options["depth"]), dealer, dealt(seats, dealer), dict.fromkeys(seats, 0)
    )


def scene(state: State) -> Scene:
    """Return the round, the board, the hint and the wins."""
    at, ending = state.phase, state.now.ending
    empty = message_of("empty_hand CO-34", seat=ending.seat) if at == "declare" and ending else None
    return Scene(
        state.round,
        message_of("over CO-41")
        if state.over
        else message_of("round CO-11", n=state.round, seat=state.dealer),
        DECK,
        banner=message_of("show_hands CO-33") if at == "show" else empty,
        holdings=state.holdings,
        complete=len(state.past),
        board=_board(state),
        hint=_hint(state),
        effects=state.effects,
        shown={
            seat: Shown(wins, Message("of_wins", {"n": TO_WIN}))
            for seat, wins in state.wins.items()
        },
        dealer=state.dealer,
    )


def _hint(state: State) -> Message | None:
    order, begins = state.now.order, message_of("hint_begins CO-10", seat=state.now.turn)
    if state.phase == "turn" and order:
        return message_of(
            "hint_lowest CO-26" if order.card == "1" else "hint_order CO-26", card=order.card
        )
    ending = begins if state.fresh else message_of("hint_ending CO-33")
    return {
        "show": message_of("hint_show CO-20"),
        "ending": ending,
        "turn": message_of("hint_free CO-12"),
    }.get(state.phase)


def _board(state: State) -> tuple[BoardRow, ...]:
    """Show the order and hands, at the end the last hands, in quick entry only shown ones."""
    if state.over:
        past = state.past[-1]
        return tuple(_shown_row(state, seat, past) for seat in state.seats) if past.hands else ()
    if state.phase == "ending":
        return ()
    rows, order = tuple(_row(state, seat) for seat in state.seats), state.now.order
    if state.now.ending is not None or state.depth == "quick":
        return rows
    spot = Spot(order.card, "new") if order else Spot(note=Message("no_order"))
    return (
        BoardRow(
            (spot,),
            title=Message("on_table"),
            note=message_of("order_of CO-14", seat=order.owner) if order else None,
        ),
        *rows,
    )


def _row(state: State, seat: SeatId) -> BoardRow:
    now = state.now
    if seat == now.emptied:
        return BoardRow(seat=seat, note=message_of("no_cards CO-33"))
    if seat in now.hands:
        return _shown_row(state, seat, Past(now.hands, (), (), {}))
    owner = now.order is not None and now.order.owner == seat
    note = message_of("owns_order CO-14") if owner else message_of("wins CO-41", n=state.wins[seat])
    backs = now.counts[seat] if state.depth == "full" else None
    return BoardRow(
        seat=seat, backs=backs, note=note, active=now.turn == seat and now.ending is None
    )


def _shown_row(state: State, seat: SeatId, past: Past) -> BoardRow:
    cards, captain, won = past.hands[seat], seat in past.captains, seat in past.winners
    spots = tuple(
        Spot(card, "next" if captain and int(card) == min(map(int, cards)) else "")
        for card in cards
    )
    note = (
        message_of("is_captain CO-2") if captain else message_of("wins CO-41", n=state.wins[seat])
    )
    return BoardRow(
        spots,
        seat,
        note=note,
        value=total(cards),
        value_note=message_of("won_round CO-6") if won else None,
        active=won,
    )


def result(state: State) -> Result | None:
    """Rank by rounds won once somebody has three (CO-41), with any tie explained (CO-A11)."""
    if not state.over:
        return None
    ranking = rank_by(state.wins)
    first = list(ranking[0])
    tied_before = any(list(past.wins.values()).count(TO_WIN) > 1 for past in state.past[:-1])
    tie = "shared CO-A11" if len(first) > 1 else "sole_leader CO-A11" if tied_before else ""
    return Result(
        ranking,
        said(
            message_of("three_wins CO-41", who=first, n=state.wins[first[0]]),
            message_of(tie, who=first) if tie else "",
        ),
    )


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """Return the steps: the deal, a turn, and how a round and the game end."""
    dealer, rest = str(options.get("first_dealer") or seats[0]), DECK.size - HAND * len(seats)
    first = message_of("guide_first CO-10", seat=left_of(seats, dealer))
    dealt = ((message_of("guide_hands CO-9"), HAND, rest),)
    return (
        step("guide_shuffle CO-1", "guide_deck CO-1", n=DECK.size),
        step(
            "guide_deal CO-9",
            message_of("guide_rest CO-9", n=rest),
            first,
            deal=dealt,
            seat=dealer,
            n=HAND,
        ),
        step(
            "guide_free CO-12",
            "guide_free_how CO-12",
            f"guide_discards_{options['discards_open']} CO-A16",
        ),
        step("guide_order CO-12", "guide_order_how CO-26", "guide_own CO-32"),
        step(
            "guide_end CO-33",
            "guide_accuse CO-19",
            f"guide_captain_{options['captain_accuses']} CO-A3",
            f"guide_tie_{options['declare_tie']} CO-A2",
            f"guide_asked_{options['asked_empty']} CO-A6",
            f"guide_silent_{options['undeclared']} CO-A5",
            f"guide_false_{options['false_declare']} CO-A4",
            f"guide_last_discard_{options['last_pass_discard']} CO-A17",
            f"guide_alone_{options['no_mutineer']} CO-A9",
        ),
        step("guide_win CO-41", f"guide_double_{options['double_three']} CO-A11", n=TO_WIN),
    )


GAME = Game(
    info=INFO,
    setup=setup,
    prompts=lambda state: tuple(judging.prompts(state)),
    judge=judging.judge,
    advance=playing.advance,
    lines=lambda state: (
        state.finished
        if state.over
        else (*state.finished, *scoring.round_lines(state, state.now.hands))
    ),
    scene=scene,
    result=result,
    guide=guide,
    # A hand's points, or nothing if only the winners were named.
    paper=printed(
        finished_lines,
        lambda line: (None if line.code in ("named", "not_named") else line.params["sum"],),
        scoring.WON,
    ),
    counted=counted,
    earlier=Earlier(lambda _state: (playing.WON_BEFORE,), playing.skipped),
)
