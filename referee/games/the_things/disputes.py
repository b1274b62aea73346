"""The Things disputes: who dies in a fight, who wins a call, which cards to play, forced swaps."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.kernel.board import Row, Say, cards_row
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Ruling, SeatId
from referee.kernel.evening import Series
from referee.kernel.facts import (
    asked_again,
    cards_told,
    counting,
    each_told,
    most_playing,
    nameable,
    players_counted,
    players_of,
    players_told,
)
from referee.kernel.fields import Cards, Choice, Field, Flag, Int, Many, Seat
from referee.kernel.game import Options, check, find_prompt
from referee.kernel.options import changed, unwatched
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
    number_or_default,
    refused,
    seated,
)
from referee.kernel.turns import order_from

from .fights import (
    DEFENCE,
    HAND,
    RANKS,
    SPECIALS,
    Fight,
    Play,
    by_specials,
    cards_by,
    deck,
    explained,
    reds,
)
from .game import SINGLE as GAME
from .judging import CALLS
from .state import HUMAN, THING, State

PLAYERS = players_of(GAME, 4)
COUNTED = players_counted(GAME)
# House rules that do not concern a fight.
APART = ("extra_red", "nobody_willing", "pack_limit", "search_discards", "speaking", "trade")
FIGHTERS = ("attacker", "target")
# Objections to cards that cannot be in a hand, rather than to playing them.
NO_FACTS = ("no_copy_left", "not_so_many")
WILLING = ("nobody", "partner", "another")
SWAPS = {"swap": "partner", "forced": "nobody", "talk": ""}
# An objection ignored here: it concerns the log and cannot change who wins.
UNASKED = ("nobody_a_thing",)


def _moment(options: Options, seats: tuple[SeatId, ...], active: str, depth: str = "full") -> State:
    """A turn later in the game, so that any hand may have red cards."""
    dealer = seats[seats.index(active) - 1]
    return replace(
        GAME.setup(seats, changed(options, {"start": dealer, "depth": depth})), untouched=False
    )


def _fight_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = nameable(raw, COUNTED, *FIGHTERS)
    attacker, target = str(raw.get("attacker") or seats[0]), str(raw.get("target"))
    pack = deck(most_playing(raw, COUNTED), options)
    laid = Cards(name="cards", deck=pack, least=0, most=HAND, optional=True, default=())
    labels = {target: "defends_with", attacker: "attacks_with"}
    helpers = tuple(seat for seat in seats if seat not in labels)
    return (
        *(
            replace(cards, label=labels.get(str(cards.about), "helps_with"))
            for cards in each_told(raw, COUNTED, laid, naming=FIGHTERS)
        ),
        Many(name="attackers", values=helpers, optional=True, default=()),
        Seat(name="attacker", values=seats, default=seats[0]),
        Seat(name="target", values=seats),
        counting(raw, COUNTED, *FIGHTERS),
    )


def _fight(options: Options, facts: Facts) -> Answer:
    """Who dies, if anybody, by both sides' special cards or else ranks (TT-44 to TT-51)."""
    state = _fought(options, facts)
    after, _ = entered(GAME, state, "judge", None, {})
    verdict, *rest = after.effects
    rest += [
        Say("guide_flames", clause=prompt.clause)
        for prompt in GAME.prompts(after)
        if prompt.kind == "fate"
    ]
    lines = tuple(explained(state.running, options))
    why = (Say("only_specials", {}, "TT-49"),) if by_specials(state.running, options) else ()
    return Answer(
        verdict,
        (after.dead, after.phase == "fate"),
        why,
        tuple(_fight_rows(state, state.running)),
        lines,
        also=tuple(rest),
    )


def _fought(options: Options, facts: Facts) -> State:
    """The fight with all cards played: the attack's first, then the defence's, each clockwise."""
    attacker, target, joining = (
        str(facts["attacker"]),
        str(facts["target"]),
        cards_in(facts, "attackers"),
    )
    seats = seated(facts, COUNTED)
    raw: dict[str, object] = {"target": target, "cards": facts[f"cards_{attacker}"]}
    state, _ = entered(
        GAME,
        _moment(unwatched(options, APART), seats, attacker),
        "attack",
        attacker,
        raw,
        {"cards": f"cards_{attacker}"},
    )
    attackers = [seat for seat in order_from(seats, attacker) if seat in joining]
    defenders = [seat for seat in order_from(seats, target) if seat not in (attacker, *joining)]
    for seat in (*attackers, *defenders):
        if cards := cards_in(facts, f"cards_{seat}"):
            side = {} if seat == target else {"joins": "attack" if seat in joining else DEFENCE}
            state, _ = entered(
                GAME, state, "play", seat, {"cards": cards, **side}, {"cards": f"cards_{seat}"}
            )
    return state


def _fight_rows(state: State, fight: Fight) -> Iterator[Row]:
    """The board rows of all who played cards; the verdict states both sides' totals."""
    special = by_specials(fight, state.options)
    for row in GAME.scene(state).board:
        if row.seat and cards_by(fight, row.seat):
            counted = tuple(
                replace(spot, state="hit" if spot.card in SPECIALS or not special else "off")
                for spot in row.spots
            )
            yield replace(row, spots=counted, backs=None)


def _fight_now(evening: Series[State]) -> dict[str, Any]:
    state, fight = evening.now, evening.now.fight
    letter = lettered(state.seats)
    if fight is None:
        return {"players": str(len(state.seats)), "attacker": letter[state.active]}
    joined = dict.fromkeys(
        play.seat for play in fight.plays if play.side != DEFENCE and play.seat != fight.attacker
    )
    return {
        "players": str(len(state.seats)),
        "attacker": letter[fight.attacker],
        "target": letter[fight.target],
        "attackers": " ".join(letter[seat] for seat in joined),
        **{
            f"cards_{letter[seat]}": list(cards_by(fight, seat))
            for seat in state.seats
            if cards_by(fight, seat)
        },
    }


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
    caller, sides, living = (
        str(facts["caller"]),
        _sides(facts),
        number_in(facts, "humans") + number_in(facts, "things"),
    )
    # Nobody else is named, so the order of the sides does not matter.
    others = [seat for seat in letters(PLAYERS.high) if seat != caller][: len(sides) - 1]
    told = dict(zip((caller, *others), sides, strict=True))
    state = replace(
        _moment(options, tuple(sorted(told)), caller, "quick"), dead=tuple(others[living - 1 :])
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
    return _shown(state)


def _sides(facts: Facts) -> list[str]:
    """Sides of the caller, the other living, the dead; raises Illegal on impossible counts."""
    alive, caller = (
        [HUMAN] * number_in(facts, "humans") + [THING] * number_in(facts, "things"),
        str(facts["caller_is"]),
    )
    dead = [HUMAN] * number_in(facts, "dead_humans") + [THING] * number_in(facts, "dead_things")
    low, high, count = PLAYERS.low, PLAYERS.high, len(alive) + len(dead)
    if not low <= count <= high:
        raise Illegal(
            [
                Ruling(
                    "not_so_many_play",
                    "TT-4",
                    Level.IMPOSSIBLE,
                    {"n": count, "low": low, "high": high},
                    "humans",
                )
            ]
        )
    if caller not in alive:
        raise Illegal([Ruling("caller_not_alive", "TT-59", Level.IMPOSSIBLE, field="caller_is")])
    alive.remove(caller)
    return [caller, *alive, *dead]


def _shown(state: State) -> Answer:
    """The end of the game, or that the call was void."""
    result = GAME.result(state)
    if result is None:
        return Answer(state.effects[0], "void")
    reason, *none_left = result.reasons
    side = str(next(line.params["winner"] for line in state.finished if line.counts))
    verdict = none_left[0] if none_left else Say(f"{side}_side_wins", {}, reason.clause)
    # Whether the dead share their side's victory.
    code = "dead_share" if state.options["dead_share"] == "yes" else "dead_share_nothing"
    clauses = dict.fromkeys(
        line.clause for line in state.finished if line.counts and line.seat in state.dead
    )
    return Answer(
        verdict,
        (side, len(result.winners)),
        (reason,),
        also=tuple(Say(code, {}, clause) for clause in clauses),
    )


def _call_now(evening: Series[State]) -> dict[str, Any]:
    """The call and its caller; the counts of both sides only if every side is known."""
    state, call = evening.now, evening.now.call
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


def _lay_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    cards = Cards(name="cards", deck=deck(len(seats), options), least=1, most=HAND)
    before = replace(cards, name="before", least=0, optional=True, default=())
    red = reds((*cards_told(raw, cards), *cards_told(raw, before)))
    held = Int(
        name="held", low=1, high=HAND, default=None if raw.get("thing") and not red else HAND
    )
    stays = (
        (Choice(name="red_stays", values=("yes", "no")),)
        if red and number_or_default(raw, held) > len(cards_told(raw, cards))
        else ()
    )
    return (
        cards,
        before,
        *stays,
        Flag(name="thing"),
        held,
        Seat(name="who", values=seats, default=seats[0]),
        PLAYERS,
    )


def _lay(options: Options, facts: Facts) -> Answer:
    """Whether a player may add these cards to those already played in a fight (TT-36 to TT-42)."""
    cards, before, who, seats = (
        cards_in(facts, "cards"),
        cards_in(facts, "before"),
        str(facts["who"]),
        seated(facts, PLAYERS),
    )
    attacker = next(seat for seat in seats if seat != who)
    state = replace(
        _moment(options, seats, attacker),
        fight=Fight(attacker, who),
        sides={who: THING} if facts["thing"] else {},
    )
    if before:
        _objections(state, who, before, "before")
        state = replace(state, fight=Fight(attacker, who, (Play(who, DEFENCE, before),)))
    objections = _objections(
        replace(state, hands={**state.hands, who: int(str(facts["held"]))}), who, cards, "cards"
    )
    if not objections and facts.get("red_stays") == "no":
        # A Thing plays its last red card; no log can show it before the hand is shown.
        objections = (Ruling("last_red_laid", "TT-40", params={"seat": who}, field="cards"),)
    verdict = objections[0] if objections else Say("may_lay", {"cards": list(cards)}, "TT-36")
    why = (
        (Say("red_stays", {}, "TT-40"),)
        if facts.get("red_stays") == "yes" and not objections
        else ()
    )
    rows = (
        *cards_row(before, "laid_before"),
        *cards_row(cards, "lays_now", "off" if objections else "hit"),
    )
    return Answer(
        verdict,
        tuple(ruling.code for ruling in objections),
        why,
        rows,
        rulings=objections,
        yes=not objections,
    )


def _objections(
    state: State, who: SeatId, cards: tuple[Card, ...], field: str
) -> tuple[Ruling, ...]:
    """Objections to playing cards; raises Illegal if they cannot be in the hand."""
    checked = refused(check(GAME, state, "play", who, {"cards": list(cards)}), field)
    if wrong := [ruling for ruling in checked.rulings if ruling.code in NO_FACTS]:
        raise asked_again(wrong, field)
    return checked.objections


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
    state = _moment(options, seats, active)
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
        return Answer(Say("may_search", {}, "TT-63"), (), told, yes=True)
    code, clause = ("may_swap", "TT-25") if willing == "partner" else ("may_force", "TT-26")
    return Answer(Say(code, {"seat": partner}, clause), (), told, yes=True)


def _swap_now(evening: Series[State]) -> dict[str, Any]:
    """The active player; right after a swap, its two players."""
    state, letter = evening.now, lettered(evening.seats)
    last = state.finished[-1] if state.finished else None
    if last is None or last.code not in SWAPS:
        return {**players_told(evening), "active": letter[state.active]}
    willing = {"willing": SWAPS[last.code]} if SWAPS[last.code] else {}
    return {
        **players_told(evening),
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
        raise Illegal([Ruling("not_among_these", "TT-22", Level.IMPOSSIBLE, params, "thrown")])
    rows = (*cards_row(hand, "in_hand"), *cards_row((drawn,), "drawn_now"))
    if reds((drawn,)) and not reds(hand) and thrown != drawn:
        return Answer(Say("human_drew_red", {"card": drawn}, "TT-21"), False, rows=rows, yes=False)
    if reds(hand) and reds(held) == [thrown]:
        return Answer(Say("red_must_stay", {"card": thrown}, "TT-23"), False, rows=rows, yes=False)
    clause = "TT-22" if reds(hand) or not reds((drawn,)) else "TT-21"
    return Answer(Say("may_throw", {"card": thrown}, clause), True, rows=rows, yes=True)


QUESTIONS = (
    Question("fight", "TT-43", _fight_fields, _fight, _fight_now),
    Question("call", "TT-59", _call_fields, _call, _call_now, opening="call"),
    Question("lay", "TT-36", _lay_fields, _lay),
    Question("swap", "TT-26", _swap_fields, _swap, _swap_now, opening="willing"),
    Question("throw", "TT-22", _throw_fields, _throw),
)
