"""Not a Pair: take a card a round, never two of a number; highest sum after eight rounds wins."""

from collections.abc import Container, Iterator
from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Shown, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import (
    Level,
    Move,
    Prompt,
    Ruling,
    Scene,
    SeatId,
    Step,
    card_of,
    cards_of,
)
from referee.kernel.detail import with_depth
from referee.kernel.fields import Cards, Place, Seat
from referee.kernel.game import Game, Options, Seats
from referee.kernel.info import SEAT, Asked, Info, Option, Sheet, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import printed
from referee.kernel.series import as_series
from referee.kernel.wording import message_of, step
from referee.shapes.zone import total

from .playing import (
    DECKS,
    HAND,
    HIDDEN,
    HIGHEST,
    ROUNDS,
    State,
    advance,
    highlights,
    left_over,
    lines,
    result,
    see,
)

FEWEST_FORESEEN = 3
ALL_CARDS = DECKS[max(HIGHEST)]
CARD = Cards(name="card", deck=ALL_CARDS)
ZONE = Cards(name="cards", deck=ALL_CARDS, least=0, most=ROUNDS, optional=True, default=())
INFO = Info(
    id="not-a-pair",
    prefix="NP",
    deck_clause="NP-1",
    kinds={
        "card": Asked("NP-7", (CARD,)),
        "take": Asked("NP-10", (Place(name="owner", values=(SEAT,)),)),
        "zone": Asked("NP-18", (ZONE,)),
        "last": Asked("NP-21", (CARD,)),
    },
    version="2026.1",
    range_clause="NP-A7",
    seats=(min(HIGHEST), max(HIGHEST)),
    family="numbers",
    options=(
        Option(Seat(name="start", optional=True), "NP-A9"),
        one_of("last_card", "NP-21", "no", "yes"),
        one_of("tie_count", "NP-A4", "with_option", "before_option"),
        one_of("show_discards", "NP-A6", "no", "yes"),
        one_of("direction", "NP-A8", "clockwise", "counterclockwise"),
        one_of("depth", "NP-18", "full", "quick"),
        one_of("entry", "NP-7", "open", "secret"),
    ),
    editions={"page": {}, "last_card": {"last_card": "yes"}},
    tally=True,
    sheet=Sheet(boxes=("cards", "sum"), rows=12),
)


def setup(seats: Seats, options: Options) -> State:
    """The state before the first card."""
    return State(seats, options, str(options["depth"]), dict.fromkeys(seats, ()))


def prompts(state: State) -> tuple[Prompt, ...]:
    """Every entry possible now; takes out of turn are asides, so a ruling can name the clause."""
    match state.phase:
        case "lay" if not state.laid:
            return (_card(state, "card", state.marker, "NP-6", False),)
        case "lay":
            return _from_each(state, "card", state.around, state.laid, "NP-7")
        case "take":
            return _ask_takes(state)
        case "zones":
            zone = (_cards(state, "cards", 0, ROUNDS),)
            due = (seat for seat in state.seats if seat not in state.entered)
            return tuple(Prompt("zone", seat, zone, "NP-18") for seat in due)
        case "last":
            return _from_each(state, "last", state.seats, state.lasts, "NP-21")
        case _:
            return ()


def _from_each(
    state: State, kind: str, seats: Seats, told: Container[SeatId], clause: str
) -> tuple[Prompt, ...]:
    """Ask everybody who has not told it yet for a card, secretly if agreed."""
    secret = state.options["entry"] == "secret"
    return tuple(_card(state, kind, seat, clause, secret) for seat in seats if seat not in told)


def _ask_takes(state: State) -> tuple[Prompt, ...]:
    clause, owner = "NP-10" if state.taken else "NP-9", Place(name="owner", values=(*state.laid,))
    around = sorted(state.laid, key=lambda seat: seat != state.taker)
    return tuple(
        Prompt("take", seat, (owner,), clause, aside=seat != state.taker, form="tap")
        for seat in around
    )


def _cards(state: State, name: str, least: int = 1, most: int = 1) -> Cards:
    """A field for cards in play (NP-2); hides the copies left if discards are covered (NP-A6)."""
    layout = "pad" if state.options["show_discards"] == "yes" else "memory"
    default = None if least else ()
    return Cards(
        name=name,
        deck=state.deck,
        least=least,
        most=most,
        optional=not least,
        default=default,
        layout=layout,
        clause="NP-2",
    )


def _card(state: State, kind: str, seat: SeatId, clause: str, secret: bool) -> Prompt:
    return Prompt(kind, seat, (_cards(state, "card"),), clause, secret, form="tap")


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Every objection to a move, from what its seat may know."""
    match move.kind:
        case "card" | "last":
            yield from clash(
                state.deck, see(state, move.seat).holdings, None, [card_of(move)], "NP-1", "card"
            )
        case "take":
            yield from _take(state, move)
        case "zone":
            yield from _final_zone(state, cards_of(move))


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """The ruling on a card laid before the start player's (NP-6)."""
    if kind != "card" or state.phase != "lay" or state.laid or seat == state.marker:
        return None
    return Ruling("marker_first", "NP-6", params={"seat": seat, "next": state.marker})


def _take(state: State, move: Move) -> Iterator[Ruling]:
    """A take repeated or too early, then one of a card that may not be taken (NP-9, NP-10)."""
    seat, owner = move.seat, str(move.data["owner"])
    if seat != state.taker:
        if any(seat == taker for taker, _ in state.taken):
            clause = "NP-9" if seat == state.marker else "NP-10"
            yield Ruling("second_take", clause, params={"seat": seat})
        else:
            yield Ruling("not_your_take", "NP-10", params={"seat": seat, "next": state.taker})
    yield from _taken_card(state, seat, owner)


def _taken_card(state: State, seat: SeatId | None, owner: SeatId) -> Iterator[Ruling]:
    """A card that is gone, one's own, or marked while another is left (NP-9, NP-10)."""
    clause = "NP-10" if state.taken else "NP-9"
    params = {"owner": owner, "card": state.laid[owner], "seat": seat}
    others = [other for other in state.open if other not in (state.marker, seat)]
    if owner not in state.open:
        yield Ruling("already_taken", clause, Level.IMPOSSIBLE, params, "owner")
    elif owner == seat:
        yield Ruling("own_card", clause, params=params, field="owner")
    elif owner == state.marker and others:
        yield Ruling("marked_card", "NP-10", params={**params, "others": others}, field="owner")


def _final_zone(state: State, cards: tuple[Card, ...]) -> Iterator[Ruling]:
    """An impossible zone: too many copies, a number twice, an odd count (NP-1, NP-14, NP-15)."""
    numbers = sorted(set(cards), key=int)
    yield from clash(
        state.deck,
        [held for held in state.holdings if held.seat in state.entered],
        None,
        numbers,
        "NP-1",
        "cards",
    )
    yield from (
        Ruling("twice_in_zone", "NP-15", params={"card": card}, field="cards")
        for card in numbers
        if cards.count(card) > 1
    )
    if len(cards) % 2:
        yield Ruling("odd_zone", "NP-14", params={"n": len(cards), "rounds": ROUNDS}, field="cards")


# What the table looks like


def scene(state: State) -> Scene:
    """The board: the cards in front of the seats, then the zones with their sums."""
    over = state.phase == "over"
    return Scene(
        1,
        _where(state),
        state.deck,
        (min(state.round - 1, ROUNDS), ROUNDS),
        holdings=state.holdings,
        complete=int(over),
        board=tuple(_board(state)),
        hint=_hint(state),
        effects=state.effects,
        shown={seat: Shown(total(zone)) for seat, zone in state.zones.items()},
    )


def _where(state: State) -> Message:
    told = {
        "over": message_of("game_over NP-16", n=ROUNDS),
        "zones": message_of("quick_entry NP-18"),
        "last": message_of("last_cards NP-21"),
    }
    clause = "NP-5" if state.round == 1 else "NP-12"
    return told.get(state.phase) or Message(
        "round_marker", {"n": state.round, "of": ROUNDS, "who": state.marker}, clause
    )


def _hint(state: State) -> Message | None:
    laid = "laid_hidden NP-8" if state.options["entry"] == "secret" else "turned_up NP-8"
    first = laid if state.laid else "marked_open NP-6"
    told = {
        "lay": first,
        "take": "not_the_marked NP-10",
        "zones": "zone_at_end NP-18",
        "last": "last_goes_in NP-21",
    }
    return message_of(told[state.phase]) if state.phase in told else None


def _board(state: State) -> Iterator[BoardRow]:
    """Cards in front from the marker on; zones; by option one of each discarded pair (NP-A6)."""
    if state.phase in ("lay", "take"):
        first = next((seat for seat in state.around if seat not in state.laid), None)
        yield BoardRow(
            tuple(_front(state, seat, first) for seat in state.around),
            title=Message("in_front", {}, "NP-6"),
        )
    yield from (_zone(state, seat) for seat in state.seats)
    if state.discards and state.options["show_discards"] == "yes":
        yield BoardRow(
            tuple(map(Spot, sorted(state.discards[::2], key=int))),
            title=Message("pairs_gone", {}, "NP-A6"),
        )


def _front(state: State, seat: SeatId, first: SeatId | None) -> Spot:
    """The card in front of a seat, struck once taken; the marker is on the start player's card."""
    marked = seat == state.marker
    card = "?" if state.laid.get(seat) == HIDDEN else state.laid.get(seat, "")
    shape = (
        ("next" if seat == first else "free")
        if not card
        else "gone"
        if state.phase == "take" and seat not in state.open
        else ""
    )
    note = Message("marked_by" if marked else "laid_by", {"who": seat})
    return Spot(card, shape, note, place=seat)


def _zone(state: State, seat: SeatId) -> BoardRow:
    zone = state.zones[seat]
    newest = {
        (said.params.get("who"), said.params.get("card"))
        for said in state.effects
        if said.code in ("took", "last_added")
    }
    spots = tuple(Spot(card, "new" if (seat, card) in newest else "") for card in zone)
    done = result(state)
    won = Message("winner", {}, "NP-18") if done and seat in done.winners else None
    return BoardRow(
        spots,
        seat,
        note=Message("n_cards", {"n": len(zone)}),
        value=total(zone),
        value_note=won,
        active=seat == state.taker,
    )


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup in order (NP-1…NP-5)."""
    n = len(seats)
    last = options["last_card"]
    around = f"guide_{options['direction']} NP-A8"
    entry = f"guide_entry_{options['entry']} NP-7"
    removed = [str(number) for number in range(HIGHEST[n] + 1, 11)]
    dealt = [(message_of("guide_hands NP-3"), HAND, left_over(n))]
    taken = (
        message_of("guide_remove NP-2", cards=removed) if removed else message_of("guide_all NP-2")
    )
    few = "" if n >= FEWEST_FORESEEN else message_of("guide_few NP-A7", least=FEWEST_FORESEEN)
    spare = message_of("guide_spare NP-4", n=left_over(n)) if left_over(n) else ""
    return (
        step(
            taken, message_of("guide_cards_left NP-1", n=DECKS[n].size), few, cards=DECKS[n].counts
        ),
        step("guide_deal NP-3", spare, deal=dealt, n=HAND),
        step("guide_marker NP-5", "guide_first NP-6", around, entry, who=options["start"]),
        step(
            "guide_eight NP-16",
            f"guide_last_{last} " + ("NP-21" if last == "yes" else "NP-17"),
            n=ROUNDS,
        ),
    )


def next_start(state: State) -> SeatId:
    """The suggested next start player: the next in turn order; the table decides (NP-A9)."""
    return state.order[1]


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=prompts,
        judge=judge,
        advance=advance,
        lines=lines,
        scene=scene,
        result=result,
        guide=guide,
        paper=printed(lines, lambda line: (line.params["n"], line.params["sum"]), ("won",)),
        see=see,
        closed=closed,
        highlights=highlights,
    ),
    # Quick entry at any time, dropping the cards in front; full entry only from the first round on.
    lambda state: (
        state.phase in ("lay", "zones")
        and not state.laid
        and not state.entered
        and (state.depth == "full" or state.round == 1)
    ),
    lambda state, depth: replace(state, depth=depth, effects=(), laid={}, taken=()),
    quick_midway=True,
)
GAME = as_series(SINGLE, next_start)
