"""The Things at the dispute desk: who dies in a fight, who wins a call, which cards may be laid, who may be made to swap."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.kernel.board import Row, Say, cards_row
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Ruling, SeatId
from referee.kernel.evening import Series
from referee.kernel.facts import asked_again, cards_told, each, players_of
from referee.kernel.fields import Cards, Choice, Field, Flag, Int, Many, Seat
from referee.kernel.game import Options, check, find_prompt
from referee.kernel.options import changed
from referee.kernel.question import Answer, Facts, Question, Raw, cards_in, entered, lettered, number_or_default, refused, seated
from referee.kernel.turns import order_from

from .fights import DEFENCE, HAND, RANKS, SPECIALS, Fight, Play, by_specials, cards_by, deck, explained, reds
from .game import SINGLE as GAME
from .judging import CALLS
from .state import HUMAN, THING, State

PLAYERS = players_of(GAME, 4)
NO_FACTS = ("no_copy_left", "not_so_many")
"""Objections to cards that cannot be in a hand, rather than to laying them."""
UNASKED = ("nobody_a_thing",)
"""What the log of a table would prove, but who wins does not hang on it."""


def _moment(options: Options, seats: tuple[SeatId, ...], active: str, depth: str = "full") -> State:
    """A turn of a game that has been going on for a while, so that red cards may be in any hand."""
    dealer = seats[seats.index(active) - 1]
    return replace(GAME.setup(seats, changed(options, {"start": dealer, "depth": depth})), untouched=False)


def _fight_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    attacker, target = str(raw.get("attacker")), str(raw.get("target"))
    laid = Cards(name="cards", deck=deck(len(seats), options), least=0, most=HAND, optional=True, default=())
    labels = {target: "defends_with", attacker: "attacks_with"}
    helpers = tuple(seat for seat in seats if seat not in labels)
    return (
        *(replace(cards, label=labels.get(str(cards.about), "helps_with")) for cards in each(seats, laid)),
        Many(name="attackers", values=helpers, optional=True, default=()),
        Seat(name="attacker", values=seats),
        Seat(name="target", values=seats),
        PLAYERS,
    )


def _fight(options: Options, facts: Facts) -> Answer:
    """Who dies, if anybody: the special cards, or else the ranks, of both sides (TT-44 to TT-51)."""
    state = _fought(options, facts)
    after, _ = entered(GAME, state, "judge", None, {})
    verdict, *rest = after.effects
    rest += [Say("guide_flames", clause=prompt.clause) for prompt in GAME.prompts(after) if prompt.kind == "fate"]
    lines = tuple(explained(state.running, options))
    why = (Say("only_specials", {}, "TT-49"),) if by_specials(state.running, options) else ()
    return Answer(verdict, (after.dead, after.phase == "fate"), why, tuple(_fight_rows(state, state.running)), lines, also=tuple(rest))


def _fought(options: Options, facts: Facts) -> State:
    """The fight with everybody's cards on the table: the attack first, then the defence, each clockwise."""
    attacker, target, joining = str(facts["attacker"]), str(facts["target"]), cards_in(facts, "attackers")
    seats = seated(facts, PLAYERS)
    raw: dict[str, object] = {"target": target, "cards": facts[f"cards_{attacker}"]}
    state, _ = entered(GAME, _moment(options, seats, attacker), "attack", attacker, raw, {"cards": f"cards_{attacker}"})
    attackers = [seat for seat in order_from(seats, attacker) if seat in joining]
    defenders = [seat for seat in order_from(seats, target) if seat not in (attacker, *joining)]
    for seat in (*attackers, *defenders):
        if cards := cards_in(facts, f"cards_{seat}"):
            side = {} if seat == target else {"joins": "attack" if seat in joining else DEFENCE}
            state, _ = entered(GAME, state, "play", seat, {"cards": cards, **side}, {"cards": f"cards_{seat}"})
    return state


def _fight_rows(state: State, fight: Fight) -> Iterator[Row]:
    """Whoever laid cards, as the game's board has them; what both sides come to is the verdict."""
    special = by_specials(fight, state.options)
    for row in GAME.scene(state).board:
        if row.seat and cards_by(fight, row.seat):
            counted = tuple(replace(spot, state="hit" if spot.card in SPECIALS or not special else "off") for spot in row.spots)
            yield replace(row, spots=counted, backs=None)


def _fight_now(evening: Series[State]) -> dict[str, Any]:
    state, fight = evening.now, evening.now.fight
    letter = lettered(state.seats)
    if fight is None:
        return {"players": str(len(state.seats)), "attacker": letter[state.active]}
    joined = dict.fromkeys(play.seat for play in fight.plays if play.side != DEFENCE and play.seat != fight.attacker)
    return {
        "players": str(len(state.seats)),
        "attacker": letter[fight.attacker],
        "target": letter[fight.target],
        "attackers": " ".join(letter[seat] for seat in joined),
        **{f"cards_{letter[seat]}": list(cards_by(fight, seat)) for seat in state.seats if cards_by(fight, seat)},
    }


def _call_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    return (
        Choice(name="call", values=CALLS),
        Seat(name="caller", values=seats),
        Many(name="things", values=seats, optional=True, default=()),
        Many(name="dead", values=seats, optional=True, default=()),
        players_of(GAME),
    )


def _call(options: Options, facts: Facts) -> Answer:
    """Who wins when somebody calls the end and everybody shows (TT-1 to TT-3, TT-59 to TT-61)."""
    caller, dead, seats = str(facts["caller"]), cards_in(facts, "dead"), seated(facts, PLAYERS)
    if caller in dead:
        raise Illegal([Ruling("is_dead", "TT-59", Level.IMPOSSIBLE, {"seat": caller}, "dead")])
    state = _moment(options, seats, caller, "quick")
    state = replace(state, dead=tuple(seat for seat in seats if seat in dead))
    prompt = next(prompt for prompt in GAME.prompts(state) if prompt.kind == "call")
    state, _ = entered(GAME, state, "call", prompt.seat, {"call": facts["call"], **({} if prompt.seat else {"caller": caller})})
    while asked := find_prompt(GAME.prompts(state), "sides", None):
        told = {each.name: THING if each.about in cards_in(facts, "things") else HUMAN for each in asked.fields}
        state, _ = entered(GAME, state, "sides", None, told, spared=UNASKED)
    return _shown(state)


def _shown(state: State) -> Answer:
    """The end, or that the call was void."""
    result = GAME.result(state)
    winners = result.winners if result else ()
    rows = tuple(replace(row, backs=None, active=row.seat in winners) for row in GAME.scene(state).board if row.seat)
    if result is None:
        return Answer(state.effects[0], "void", rows=rows)
    reason, *none_left = result.reasons
    side = str(next(line.params["winner"] for line in state.finished if line.counts))
    verdict = none_left[0] if none_left else Say(f"{side}_side_wins", {}, reason.clause)
    win = (Say("winners_are", {"seats": list(winners)}, reason.clause),) if winners else ()
    # Whether the dead share the victory of their side.
    code = "dead_share" if state.options["dead_share"] == "yes" else "dead_share_nothing"
    clauses = dict.fromkeys(line.clause for line in state.finished if line.counts and line.seat in state.dead)
    return Answer(verdict, winners, (reason, *win), rows, also=tuple(Say(code, {}, clause) for clause in clauses))


def _call_now(evening: Series[State]) -> dict[str, Any]:
    state, call = evening.now, evening.now.call
    letter = lettered(state.seats)
    return {
        "players": str(len(state.seats)),
        "caller": letter[call.caller if call else next(iter(state.alive))],
        "things": " ".join(letter[seat] for seat in state.seats if state.sides.get(seat) == THING),
        "dead": " ".join(letter[seat] for seat in state.dead),
        **({"call": call.kind} if call else {}),
    }


def _lay_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    cards = Cards(name="cards", deck=deck(len(seats), options), least=1, most=HAND)
    before = replace(cards, name="before", least=0, optional=True, default=())
    red = reds((*cards_told(raw, cards), *cards_told(raw, before)))
    held = Int(name="held", low=1, high=HAND, default=None if raw.get("thing") and not red else HAND)
    stays = (Choice(name="red_stays", values=("yes", "no")),) if red and number_or_default(raw, held) > len(cards_told(raw, cards)) else ()
    return (cards, before, *stays, Flag(name="thing"), held, Seat(name="who", values=seats, default=seats[0]), PLAYERS)


def _lay(options: Options, facts: Facts) -> Answer:
    """Whether one player may lay these cards in a fight after those laid before (TT-36 to TT-42)."""
    cards, before, who, seats = cards_in(facts, "cards"), cards_in(facts, "before"), str(facts["who"]), seated(facts, PLAYERS)
    attacker = next(seat for seat in seats if seat != who)
    state = replace(_moment(options, seats, attacker), fight=Fight(attacker, who), sides={who: THING} if facts["thing"] else {})
    if before:
        _objections(state, who, before, "before")
        state = replace(state, fight=Fight(attacker, who, (Play(who, DEFENCE, before),)))
    objections = _objections(replace(state, hands={**state.hands, who: int(str(facts["held"]))}), who, cards, "cards")
    if not objections and facts.get("red_stays") == "no":
        # A Thing that lays its last red card; no log can show it before the hand does.
        objections = (Ruling("last_red_laid", "TT-40", params={"seat": who}, field="cards"),)
    verdict = objections[0] if objections else Say("may_lay", {"cards": list(cards)}, "TT-36")
    why = (Say("red_stays", {}, "TT-40"),) if facts.get("red_stays") == "yes" and not objections else ()
    rows = (*cards_row(before, "laid_before"), *cards_row(cards, "lays_now", "off" if objections else "hit"))
    return Answer(verdict, tuple(ruling.code for ruling in objections), why, rows, rulings=objections, yes=not objections)


def _objections(state: State, who: SeatId, cards: tuple[Card, ...], field: str) -> tuple[Ruling, ...]:
    """What speaks against laying cards; raises Illegal where they cannot be in a hand."""
    checked = refused(check(GAME, state, "play", who, {"cards": list(cards)}), field)
    if wrong := [ruling for ruling in checked.rulings if ruling.code in NO_FACTS]:
        raise asked_again(wrong, field)
    return checked.objections


def _swap_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    active = str(raw.get("active") or seats[0])
    others = tuple(seat for seat in seats if seat != active)
    alone = options["nobody_willing"] == "search"
    only_red = Choice(name="only_red", values=("nobody", "active", "partner"))
    return (
        Seat(name="partner", values=others, optional=alone),
        Many(name="willing", values=others, optional=True, default=()),
        *((only_red,) if raw.get("partner") or not alone else ()),
        Seat(name="active", values=seats, default=seats[0]),
        PLAYERS,
    )


def _swap(options: Options, facts: Facts) -> Answer:
    """Whether the active player may swap with that player, given who is willing (TT-24 to TT-29)."""
    active, partner, willing = str(facts["active"]), facts["partner"], cards_in(facts, "willing")
    give, want = RANKS[:2]
    state = _moment(options, seated(facts, PLAYERS), active)
    raw = {"give": give, "want": want, "willing": list(willing), "partner": partner}
    checked = refused(check(GAME, state, "talk", active, raw), "partner")
    rows = tuple(Row(seat=seat, stamp=Say("is_willing") if seat in willing else None, active=seat == partner) for seat in state.seats)
    objections = checked.objections
    # Nobody willing swaps an only red card, which no log can show; a forced partner lays it aside (TT-29).
    only = {"active": active, "partner": partner if partner in willing else None}.get(str(facts.get("only_red")))
    if only and not objections:
        objections = (Ruling("last_red_given", "TT-28", params={"seat": only}, field="partner"),)
    if objections:
        return Answer(objections[0], tuple(ruling.code for ruling in objections), rows=rows, rulings=objections, yes=False)
    assert checked.move is not None
    told = GAME.advance(state, checked.move).effects
    if partner is None:
        return Answer(Say("may_search", {}, "TT-63"), (), told, rows, yes=True)
    code, clause = ("may_swap", "TT-25") if partner in willing else ("may_force", "TT-26")
    return Answer(Say(code, {"seat": partner}, clause), (), told, rows, yes=True)


QUESTIONS = (
    Question("fight", "TT-43", _fight_fields, _fight, _fight_now),
    Question("call", "TT-59", _call_fields, _call, _call_now),
    Question("lay", "TT-36", _lay_fields, _lay),
    Question(
        "swap", "TT-26", _swap_fields, _swap,
        lambda evening: {"players": str(len(evening.seats)), "active": lettered(evening.seats)[evening.now.active]},
    ),
)
