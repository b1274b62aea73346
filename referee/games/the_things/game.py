"""The Things: humans and Things with secret sides; the public log is refereed (TT-1…TT-67)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import french
from referee.kernel.contract import Line, Scene, SeatId, Step
from referee.kernel.detail import with_depth
from referee.kernel.fields import Cards, Choice, Int, Many, Seat
from referee.kernel.game import Game, Options, Seats, finished_lines
from referee.kernel.info import SEAT, Asked, Info, Option, Sheet, Statistic, one_of
from referee.kernel.paper import printed
from referee.kernel.series import as_series
from referee.kernel.statistics import Counted, by_code
from referee.kernel.turns import left_of
from referee.kernel.wording import message_of, step

from . import asking, ending, fights, judging, playing
from .fights import ATTACK, DEFENCE, HAND, RANKS, SIDES, fighters
from .state import HUMAN, THING, State, begin

SPEAKING = Choice(name="speaking", values=("free", "clockwise"), default="free")
PACK = french()
CARD, TARGET = Cards(name="card", deck=PACK), Seat(name="target")
LAID = Cards(name="cards", deck=PACK, least=0, most=HAND)
BY, JOINS = Choice(name="by", values=("specials", "ranks")), Choice(name="joins", values=SIDES)
STRENGTHS = tuple(Int(name=side, low=0, high=999) for side in SIDES)
CALL = Choice(name="call", values=asking.CALLS)
SIDE = Choice(name=f"side_{SEAT}", values=(HUMAN, THING))
# What is given is one rank, by house rule several.
TALK = (
    Seat(name="partner", optional=True),
    Choice(name="give", values=RANKS),
    Many(name="give", values=RANKS),
    Choice(name="want", values=RANKS),
    Many(name="willing", values=(SEAT,)),
    Choice(name="gave", values=RANKS, optional=True),
)
INFO = Info(
    id="the-things",
    prefix="TT",
    deck_clause="TT-5",
    kinds={
        "search": Asked("TT-20", (CARD,), ("card",)),
        "talk": Asked("TT-24", TALK, ("give", "want", "willing", "gave")),
        "test": Asked("TT-33", (CARD, TARGET), ("card",)),
        "attack": Asked("TT-36", (TARGET, BY, *STRENGTHS, LAID), ("by", *SIDES, "cards")),
        "play": Asked("TT-42", (JOINS, replace(LAID, least=1)), ("joins",)),
        **dict.fromkeys(asking.PASSES, Asked("TT-42", table=True)),
        "judge": Asked("TT-43", table=True),
        "fate": Asked("TT-A3", (Choice(name="fate", values=("dies", "survives")),)),
        "draw": Asked("TT-54"),
        "red": Asked("TT-55", (replace(CARD, name="shown", most=4 * asking.RED_CARDS),)),
        "call": Asked("TT-59", (CALL, Seat(name="caller")), ("caller",), table=True, aside=True),
        "hand": Asked("TT-59", (Cards(name="hand", deck=PACK, least=0, most=HAND + 1),)),
        "sides": Asked("TT-59", (SIDE,), table=True),
    },
    two_colours=True,
    seats_clause="TT-4",
    version="2026.2",
    seats=(3, 10),
    family="roles",
    statistics=(
        Statistic("as_human", "times", "TT-10", low=None),
        Statistic("as_thing", "times", "TT-11", low=None),
    ),
    options=(
        Option(Seat(name="start"), "TT-14"),
        one_of("depth", "TT-43", "quick", "full"),
        one_of("ace", "TT-A1", "1", "11", "14"),
        one_of("courts", "TT-A2", "rank", "ten"),
        one_of("specials", "TT-A3", "together", "flame_spares_humans"),
        one_of("min_attack", "TT-A5", "one", "none"),
        one_of("pairs", "TT-A6", "fight", "play"),
        one_of("late_join", "TT-A7", "yes", "no"),
        Option(SPEAKING, "TT-A8", unsaid="clockwise"),
        one_of("five_alike", "TT-A11", "series", "cap"),
        one_of("call_when", "TT-A12", "any_moment", "between_actions", "own_turn"),
        one_of("false_call", "TT-A13", "opponents", "void"),
        one_of("may_refuse", "TT-A14", "no", "yes"),
        one_of("packs", "TT-A18", "needed", "more"),
        one_of("extra_red", "TT-A19", "one", "two", "hidden"),
        one_of("pack_limit", "TT-A20", "four", "five"),
        one_of("auto_end", "TT-A21", "ask", "off"),
        one_of("dead_share", "TT-A22", "yes", "no"),
        one_of("trade", "TT-62", "one", "several"),
        one_of("nobody_willing", "TT-63", "forced", "search"),
        one_of("search_discards", "TT-66", "face_down", "face_up"),
        one_of("special_effect", "TT-67", "yes", "no"),
    ),
    tally=True,
    sheet=Sheet(("side",), wide=("side",)),
)
# (option, value, guide text) of the house rules that change play.
HOUSE = (
    ("trade", "several", "guide_trade TT-62"),
    ("nobody_willing", "search", "guide_nobody TT-63"),
    ("search_discards", "face_up", "guide_face_up TT-66"),
    ("special_effect", "no", "guide_plain TT-67"),
    ("specials", "flame_spares_humans", "guide_flames TT-A3"),
    ("late_join", "no", "guide_late TT-A7"),
    ("speaking", "clockwise", "guide_speaking TT-A8"),
    ("call_when", "between_actions", "guide_call_between TT-A12"),
    ("call_when", "own_turn", "guide_call_own TT-A12"),
)


def scene(state: State) -> Scene:
    """The phase, board and effects of the game."""
    return Scene(
        round=1,
        where=_where(state),
        deck=state.deck,
        holdings=state.holdings,
        complete=int(state.over),
        board=(*(_seat_row(state, seat) for seat in state.seats), *_sides(state), *_piles(state)),
        effects=state.effects,
        dealer=str(state.options["start"]),
    )


def _where(state: State) -> Message:
    """The headline: what is going on, and who acts (TT-16, TT-19, TT-58)."""
    if state.over:
        return Message("where_over")
    if call := state.call:
        return Message(f"where_{call.kind}", {"who": call.caller}, asking.CALL_CLAUSES[call.kind])
    if fight := state.fight:
        return Message("where_fight", {"who": fight.attacker, "target": fight.target}, "TT-36")
    if due := state.due:
        return Message("where_refill", {"who": due[0], "n": HAND - state.hands[due[0]]}, "TT-54")
    if state.phase == "last":
        return Message("where_last", {"who": state.alive[0]}, "TT-A21")
    return Message("where_turn", {"who": state.active, "n": state.turn}, "TT-19")


def _seat_row(state: State, seat: SeatId) -> BoardRow:
    """One player: hand (backs or shown), cards in the fight, proven side."""
    hand, fight, value = state.call.hands.get(seat) if state.call else None, state.fight, None
    laid = fights.cards_by(fight, seat) if fight else ()
    if fight and laid:
        special = fights.by_specials(fight, state.options)
        value = (
            sum(card in fights.SPECIALS for card in laid)
            if special
            else fights.strength(fight, seat, state.options)
        )
    return BoardRow(
        spots=tuple(map(Spot, hand or laid)),
        seat=seat,
        note=_note(state, seat),
        value=value,
        # A swap may turn a human into a Thing, so a human is stamped only while proved.
        stamp={THING: message_of("known_thing TT-11"), HUMAN: message_of("known_human TT-10")}.get(
            state.sides.get(seat, "")
        ),
        backs=state.hands[seat] if hand is None and seat not in state.dead else None,
        active=seat
        == {"turn": state.active, "refill": next(iter(state.due), None)}.get(state.phase),
    )


def _note(state: State, seat: SeatId) -> Message | None:
    fight = state.fight
    if fight and (seat == fight.attacker or seat in fighters(fight, ATTACK)):
        return Message("attacks")
    if fight and (seat == fight.target or seat in fighters(fight, DEFENCE)):
        return Message("defends")
    if seat in state.dead:
        return message_of("dead TT-52")
    return message_of("dealer TT-14") if seat == state.options["start"] else None


def _sides(state: State) -> tuple[BoardRow, ...]:
    if state.fight is None or not state.full:
        return ()
    by, *numbers = fights.sides(state.fight, state.options)
    note = message_of("unit_specials TT-49" if by == "specials" else "unit_ranks TT-44")
    return tuple(
        BoardRow(title=Message(f"side_{side}"), value=n, value_note=note)
        for side, n in zip(SIDES, numbers, strict=True)
    )


def _piles(state: State) -> tuple[BoardRow, ...]:
    """The draw pile and the discards, with a note when the draw pile runs low (TT-57)."""
    if state.draw is None:
        return (BoardRow(title=Message("both_piles"), backs=state.pool),)
    low = state.draw < max(HAND, sum(HAND - state.hands[seat] for seat in state.due))
    note = (
        message_of("reshuffle_soon TT-57" if state.draw else "reshuffle_next TT-57")
        if low
        else None
    )
    down = BoardRow(title=Message("discard_pile"), backs=state.pool - state.draw - len(state.up))
    piles = BoardRow(title=Message("draw_pile"), backs=state.draw, note=note), down
    if state.options["search_discards"] != "face_up" or not state.full:
        return piles
    return (*piles, BoardRow(title=Message("face_up"), spots=tuple(map(Spot, state.up))))


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup in order (TT-5…TT-16), with the house rules that change play."""
    count, dealt, start = len(seats), HAND * len(seats), str(options["start"])
    size, many = fights.packs(count, options), count > fights.MOST_ONE_PACK
    red = fights.extra_red(count, options)
    black = dealt - (1 if red == "one" else 2)
    house = [said for name, chosen, said in HOUSE if options[name] == chosen]
    packs_clause = "TT-5" if size == 1 else "TT-A18" if many else "TT-64"
    mixed = "guide_red_mixed TT-A19" if red == "hidden" else ""
    return (
        step(f"guide_packs_{size} {packs_clause}", "guide_many TT-4" if many else ""),
        step("guide_black TT-6", "guide_black_how TT-6", n=black),
        step(
            f"guide_red_{red} {'TT-7' if red == 'one' else 'TT-65'}",
            mixed,
            cards=(fights.FIRST_THING,),
        ),
        step(
            "guide_deal TT-14",
            "guide_look TT-18",
            deal=((message_of("guide_dealing TT-14", n=dealt), HAND, 0),),
            who=start,
        ),
        step(
            "guide_rest TT-15",
            message_of("guide_first TT-16", who=left_of(seats, start)),
            n=size * 52 - dealt,
        ),
        *([step("guide_house", *house)] if house else []),
    )


def counted(lines: Sequence[Line]) -> Iterator[Counted]:
    """The games won as Human (TT-10) and as Thing (TT-11)."""
    won = {(line.round, line.seat) for line in lines if line.code in ("won", "won_dead")}
    return by_code(
        (line for line in lines if (line.round, line.seat) in won),
        {"was_human": "as_human", "was_thing": "as_thing"},
    )


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=begin,
        prompts=asking.prompts,
        judge=judging.judge,
        advance=playing.advance,
        scene=scene,
        result=ending.result,
        guide=guide,
        paper=printed(finished_lines, lambda line: (line.params["side"],), ("won", "won_dead")),
        closed=judging.closed,
        counted=counted,
        untold=lambda state: replace(state, untouched=False),
    ),
    # The depth may change only before an action.
    lambda state: state.phase == "turn" and not state.searching,
)
GAME = as_series(SINGLE)
