"""The Things questions: who dies in a fight, who wins a call, which cards to play, forced swaps."""

from dataclasses import replace
from typing import Any

from referee.kernel.board import Message, cards_row
from referee.kernel.contract import Ruling
from referee.kernel.facts import (
    impossible,
    players_told,
)
from referee.kernel.fields import Cards, Choice, Field, Int, Seat
from referee.kernel.game import Options, check, find_prompt
from referee.kernel.question import (
    Answer,
    Facts,
    Question,
    Raw,
    cards_in,
    entered,
    lettered,
    letters,
    number_in,
    refused,
    seated,
)
from referee.kernel.series import Series

from .asking import CALLS
from .fight_questions import FIGHT, LAY, PLAYERS, moment
from .fights import (
    HAND,
    RANKS,
    deck,
    reds,
)
from .game import SINGLE as GAME
from .state import HUMAN, THING, State

WILLING = ("nobody", "partner", "another")
SWAPS = {"swap": "partner", "forced": "nobody", "talk": ""}
# An objection ignored here: it concerns the log and cannot change who wins.
UNASKED = ("nobody_a_thing",)


def _call_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    """The call, how many of each side live, the caller and its side, and how many are dead."""
    living = tuple(Int(name=name, low=0, high=PLAYERS.high) for name in ("humans", "things"))
    dead = tuple(
        Int(name=name, low=0, high=PLAYERS.high - 1, default=0)
        for name in ("dead_humans", "dead_things")
    )
    caller = Seat(name="caller", values=letters(PLAYERS.high), default=letters(1)[0])
    return (
        Choice(name="call", values=CALLS),
        *living,
        Choice(name="caller_is", values=(HUMAN, THING)),
        *dead,
        caller,
    )


def _call(options: Options, facts: Facts) -> Answer:
    """Who wins when a player calls and all show their hands (TT-1 to TT-3, TT-59 to TT-61)."""
    caller = str(facts["caller"])
    sides = _sides(facts)
    living = number_in(facts, "humans") + number_in(facts, "things")
    # Nobody else is named, so the order of the sides does not matter.
    others = [seat for seat in letters(PLAYERS.high) if seat != caller][: len(sides) - 1]
    told = dict(zip((caller, *others), sides, strict=True))
    state = replace(
        moment(options, tuple(sorted(told)), caller, "quick"), dead=tuple(others[living - 1 :])
    )
    prompt = next(prompt for prompt in GAME.prompts(state) if prompt.kind == "call")
    state, _ = entered(
        GAME,
        state,
        "call",
        prompt.seat,
        {"call": facts["call"], **({} if prompt.seat else {"caller": caller})},
    )
    while asked := find_prompt(GAME.prompts(state), "sides", None):
        state, _ = entered(
            GAME,
            state,
            "sides",
            None,
            {each.name: told[str(each.about)] for each in asked.fields},
            spared=UNASKED,
        )
    return _call_answer(state)


def _sides(facts: Facts) -> list[str]:
    """Sides of the caller, the other living, the dead; raises Illegal on impossible counts."""
    alive = [HUMAN] * number_in(facts, "humans") + [THING] * number_in(facts, "things")
    caller = str(facts["caller_is"])
    dead = [HUMAN] * number_in(facts, "dead_humans") + [THING] * number_in(facts, "dead_things")
    low, high, count = PLAYERS.low, PLAYERS.high, len(alive) + len(dead)
    if not low <= count <= high:
        raise impossible(
            "humans", "not_so_many_play", "TT-4", {"n": count, "low": low, "high": high}
        )
    if caller not in alive:
        raise impossible("caller_is", "caller_not_alive", "TT-59")
    alive.remove(caller)
    return [caller, *alive, *dead]


def _call_answer(state: State) -> Answer:
    """The end of the game, or that the call was void."""
    result = GAME.result(state)
    if result is None:
        return Answer(state.effects[0], "void")
    reason, *none_left = result.reasons
    side = str(next(line.params["winner"] for line in state.finished if line.counts))
    verdict = none_left[0] if none_left else Message(f"{side}_side_wins", {}, reason.clause)
    # Whether the dead share their side's victory.
    code = "dead_share" if state.options["dead_share"] == "yes" else "dead_share_nothing"
    clauses = dict.fromkeys(
        line.clause for line in state.finished if line.counts and line.seat in state.dead
    )
    return Answer(
        verdict,
        (side, len(result.winners)),
        (reason,),
        also=tuple(Message(code, {}, clause) for clause in clauses),
    )


def _call_now(series: Series[State]) -> dict[str, Any]:
    """The call and its caller; the counts of both sides only if every side is known."""
    state, call = series.now, series.now.call
    sides = [(side, seat in state.dead) for seat in state.seats if (side := state.sides.get(seat))]
    names = {
        "humans": (HUMAN, False),
        "things": (THING, False),
        "dead_humans": (HUMAN, True),
        "dead_things": (THING, True),
    }
    known = (
        {name: sides.count(which) for name, which in names.items()}
        if len(sides) == len(state.seats)
        else {}
    )
    called = {"call": call.kind, "caller": lettered(state.seats)[call.caller]} if call else {}
    return {
        **called,
        **known,
        **({"caller_is": state.sides[call.caller]} if call and call.caller in state.sides else {}),
    }


def _swap_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    active = str(raw.get("active") or seats[0])
    partner = Seat(
        name="partner",
        values=tuple(seat for seat in seats if seat != active),
        optional=options["nobody_willing"] == "search",
    )
    willing = Choice(name="willing", values=WILLING)
    asked = raw.get("partner") or not partner.optional
    only_red = (Choice(name="only_red", values=("nobody", "active", "partner")),) if asked else ()
    return (
        partner,
        willing,
        *only_red,
        Seat(name="active", values=seats, default=seats[0]),
        PLAYERS,
    )


def _swap(options: Options, facts: Facts) -> Answer:
    """Whether the active player may swap with this partner, by who is willing (TT-24 to TT-29)."""
    active, partner, willing = str(facts["active"]), facts["partner"], str(facts["willing"])
    seats = seated(facts, PLAYERS)
    another = next(seat for seat in seats if seat not in (active, partner))
    who = {"partner": partner, "another": another}.get(willing)
    raw = {"give": RANKS[0], "want": RANKS[1], "partner": partner, "willing": [who] if who else []}
    state = moment(options, seats, active)
    checked = refused(check(GAME, state, "talk", active, raw), "partner")
    objections = checked.objections
    # Neither the active player nor a willing partner may give an only red card, which no log can
    # show; a forced partner puts it aside (TT-29).
    only = {"active": active, "partner": partner if willing == "partner" else None}.get(
        str(facts.get("only_red"))
    )
    if only and not objections:
        objections = (Ruling("last_red_given", "TT-28", params={"seat": only}, field="partner"),)
    if objections:
        return Answer(
            objections[0],
            tuple(ruling.code for ruling in objections),
            rulings=objections,
            yes=False,
        )
    assert checked.move is not None
    told = GAME.advance(state, checked.move).effects
    if partner is None:
        return Answer(Message("may_search", {}, "TT-63"), (), told, yes=True)
    code, clause = ("may_swap", "TT-25") if willing == "partner" else ("may_force", "TT-26")
    return Answer(Message(code, {"seat": partner}, clause), (), told, yes=True)


def _swap_now(series: Series[State]) -> dict[str, Any]:
    """The active player; right after a swap, its two players."""
    state, letter = series.now, lettered(series.seats)
    last = state.finished[-1] if state.finished else None
    if last is None or last.code not in SWAPS:
        return {**players_told(series), "active": letter[state.active]}
    willing = {"willing": SWAPS[last.code]} if SWAPS[last.code] else {}
    return {
        **players_told(series),
        "active": letter[last.seat],
        "partner": letter[str(last.params["other"])],
        **willing,
    }


def _throw_fields(options: Options, _raw: Raw) -> tuple[Field, ...]:
    """The hand before the search, the card drawn, and the one to discard."""
    card = Cards(name="drawn", deck=deck(PLAYERS.low, options))
    return replace(card, name="hand", most=HAND), card, replace(card, name="thrown")


def _throw(options: Options, facts: Facts) -> Answer:
    """Whether a search may end so, which no log shows before the hand (TT-21 to TT-23)."""
    hand, (drawn,), (thrown,) = (cards_in(facts, name) for name in ("hand", "drawn", "thrown"))
    held = (*hand, drawn)
    if thrown not in held:
        params = {"card": thrown}
        raise impossible("thrown", "not_among_these", "TT-22", params)
    rows = (*cards_row(hand, "in_hand"), *cards_row((drawn,), "drawn_now"))
    if reds((drawn,)) and not reds(hand) and thrown != drawn:
        return Answer(
            Message("human_drew_red", {"card": drawn}, "TT-21"), False, rows=rows, yes=False
        )
    if reds(hand) and reds(held) == [thrown]:
        return Answer(
            Message("red_must_stay", {"card": thrown}, "TT-23"), False, rows=rows, yes=False
        )
    clause = "TT-22" if reds(hand) or not reds((drawn,)) else "TT-21"
    return Answer(Message("may_throw", {"card": thrown}, clause), True, rows=rows, yes=True)


QUESTIONS = (
    FIGHT,
    Question("call", "TT-59", _call_fields, _call, _call_now, opening="call"),
    LAY,
    Question("swap", "TT-26", _swap_fields, _swap, _swap_now, opening="willing"),
    Question("throw", "TT-22", _throw_fields, _throw),
)
