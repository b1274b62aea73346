"""The Things at the dispute desk: who dies in a fight, who wins a call, which cards may be laid, who may be made to swap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.kernel.board import Row, Say, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Checked, Illegal, Level, Ruling, SeatId
from referee.kernel.evening import Series
from referee.kernel.facts import cards_told, players_of
from referee.kernel.fields import Cards, Choice, Field, Flag, Int, Many, Seat
from referee.kernel.game import check, find_prompt
from referee.kernel.question import Answer, Facts, Options, Question, Raw, cards_in, lettered, letters, number_or_default, refused, seated

from . import deck
from .asking import CALLS
from .fights import by_specials, cards_by, explained
from .game import SINGLE as GAME
from .judging import last_red_given, last_red_laid
from .state import DEFENCE, HUMAN, THING, Fight, Play, State, phase

PLAYERS = players_of(GAME, 4)
NO_FACTS = ("no_copy_left", "not_so_many")
"""Objections to cards that cannot be in a hand, rather than to laying them."""
UNASKED = ("nobody_a_thing",)
"""What the log of a table would prove, but who wins does not hang on it."""


def _seats(facts: Facts) -> tuple[SeatId, ...]:
    return letters(int(str(facts["players"])))


def _moment(options: Options, seats: tuple[SeatId, ...], active: str, depth: str = "full") -> State:
    """A turn of a game that has been going on for a while, so that red cards may be in any hand."""
    dealer = seats[seats.index(active) - 1]
    return replace(GAME.setup(seats, {**options, "start": dealer, "depth": depth}), untouched=False)


def _does(state: State, kind: str, seat: SeatId | None, field: str = "", **raw: object) -> State:
    """The state after a move; raises Illegal, at the fact ``field``, where anything speaks against it."""
    checked = check(GAME, state, kind, seat, raw, UNASKED)
    if checked.objections or checked.move is None:
        raise Illegal([replace(ruling, field=ruling.field if ruling.field == "target" else field) for ruling in checked.objections])
    return GAME.advance(state, checked.move)


def _fight_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    attacker, target = str(raw.get("attacker")), str(raw.get("target"))
    labels = {target: "defends_with", attacker: "attacks_with"}
    laid = Cards(name="cards", deck=deck.deck(len(seats), options), least=0, most=deck.HAND, optional=True, default=())
    cards = (replace(laid, name=f"cards_{seat}", about=seat, label=labels.get(seat, "helps_with")) for seat in seats)
    helpers = tuple(seat for seat in seats if seat not in (attacker, target))
    return (
        *cards,
        Many(name="attackers", values=helpers, optional=True, default=()),
        Seat(name="attacker", values=seats),
        Seat(name="target", values=seats),
        PLAYERS,
    )


def _fight(options: Options, facts: Facts) -> Answer:
    """Who dies, if anybody: the special cards, or else the ranks, of both sides (TT-44 to TT-51)."""
    state = _fought(options, facts)
    assert state.fight is not None
    after = _does(state, "judge", None)
    verdict, *rest = after.effects
    rest += [Say("guide_flames", clause=prompt.clause) for prompt in GAME.prompts(after) if prompt.kind == "fate"]
    lines = tuple(explained(state, state.fight))
    why = (Say("only_specials", {}, "TT-49"),) if by_specials(state.fight, state.options) else ()
    return Answer(verdict, (after.dead, phase(after) == "fate"), why, tuple(_fight_rows(state, state.fight)), lines, also=tuple(rest))


def _fought(options: Options, facts: Facts) -> State:
    """The fight with everybody's cards on the table: the attack first, then the defence, each clockwise."""
    attacker, target, joining = str(facts["attacker"]), str(facts["target"]), cards_in(facts, "attackers")
    seats = _seats(facts)
    state = _moment(options, seats, attacker)
    state = _does(state, "attack", attacker, f"cards_{attacker}", target=target, cards=facts[f"cards_{attacker}"])
    helpers = [seat for seat in (*seats, *seats)[seats.index(attacker) :][: len(seats)] if seat not in (attacker, target)]
    defenders = [seat for seat in (*seats, *seats)[seats.index(target) :][: len(seats)] if seat in helpers and seat not in joining]
    for seat in (*(seat for seat in helpers if seat in joining), target, *defenders):
        if cards := cards_in(facts, f"cards_{seat}"):
            side = {} if seat == target else {"joins": "attack" if seat in joining else DEFENCE}
            state = _does(state, "play", seat, f"cards_{seat}", cards=cards, **side)
    return state


def _fight_rows(state: State, fight: Fight) -> Iterator[Row]:
    """Whoever laid cards, as the game's board has them; what both sides come to is the verdict."""
    special = by_specials(fight, state.options)
    for row in GAME.scene(state).board:
        if row.seat and cards_by(fight, row.seat):
            counted = tuple(replace(spot, state="hit" if deck.is_special(spot.card) or not special else "off") for spot in row.spots)
            yield replace(row, spots=counted, backs=None)


def _fight_now(evening: Series[State]) -> dict[str, Any]:
    state = evening.now
    letter = lettered(state.seats)
    if state.fight is None:
        return {"players": str(len(state.seats)), "attacker": letter[state.active]}
    fight = state.fight
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
    caller, dead, seats = str(facts["caller"]), cards_in(facts, "dead"), _seats(facts)
    if caller in dead:
        raise Illegal([Ruling("is_dead", "TT-59", Level.IMPOSSIBLE, {"seat": caller}, "dead")])
    state = _moment(options, seats, caller, "quick")
    state = replace(state, dead=tuple(seat for seat in seats if seat in dead))
    prompt = next(prompt for prompt in GAME.prompts(state) if prompt.kind == "call")
    state = _does(state, "call", prompt.seat, "call", call=facts["call"], **({} if prompt.seat else {"caller": caller}))
    while asked := find_prompt(GAME.prompts(state), "sides", None):
        told = {each.name: THING if each.about in cards_in(facts, "things") else HUMAN for each in asked.fields}
        state = _does(state, "sides", None, "things", **told)
    return _shown(state)


def _shown(state: State) -> Answer:
    """The end, or that the call was void."""
    result = GAME.result(state)
    winners = result.winners if result else ()
    rows = tuple(replace(row, backs=None, lit=row.seat in winners) for row in GAME.scene(state).board if row.seat)
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
    state = evening.now
    letter, call = lettered(state.seats), state.call
    shown = {seat for seat, side in call.sides.items() if side == THING} if call else set()
    things = [letter[seat] for seat in state.seats if seat in state.things or seat in shown]
    return {
        "players": str(len(state.seats)),
        "caller": letter[call.caller if call else next(iter(state.alive))],
        "things": " ".join(things),
        "dead": " ".join(letter[seat] for seat in state.dead),
        **({"call": call.kind} if call else {}),
    }


def _lay_fields(options: Options, raw: Raw) -> tuple[Field, ...]:
    seats = seated(raw, PLAYERS)
    whole = deck.deck(len(seats), options)
    cards = Cards(name="cards", deck=whole, least=1, most=deck.HAND)
    before = Cards(name="before", deck=whole, least=0, most=deck.HAND, optional=True, default=())
    thing = Flag(name="thing")
    red = any(map(deck.is_red, (*cards_told(raw, cards), *cards_told(raw, before))))
    held = Int(name="held", low=1, high=deck.HAND, default=None if raw.get("thing") and not red else deck.HAND)
    stays = (Choice(name="red_stays", values=("yes", "no")),) if red and number_or_default(raw, held) > len(cards_told(raw, cards)) else ()
    return (cards, before, *stays, thing, held, Seat(name="who", values=seats, default=seats[0]), PLAYERS)


def _lay(options: Options, facts: Facts) -> Answer:
    """Whether one player may lay these cards in a fight after those laid before (TT-36 to TT-42)."""
    cards, before, who, seats = cards_in(facts, "cards"), cards_in(facts, "before"), str(facts["who"]), _seats(facts)
    attacker = next(seat for seat in seats if seat != who)
    plays = (Play(who, DEFENCE, before),) if before else ()
    state = replace(_moment(options, seats, attacker), fight=Fight(attacker, who, plays))
    state = replace(state, hands={**state.hands, who: int(str(facts["held"]))}, things=(who,) if facts["thing"] else ())
    if before:
        bare = replace(state, fight=Fight(attacker, who), hands={**state.hands, who: deck.HAND})
        _readable(check(GAME, bare, "play", who, {"cards": list(before)}), "before")
    checked = _readable(check(GAME, state, "play", who, {"cards": list(cards)}))
    objections = checked.objections or ((last_red_laid(who),) if facts.get("red_stays") == "no" else ())
    verdict = objections[0] if objections else Say("may_lay", {"cards": list(cards)}, "TT-36")
    why = (Say("red_stays", {}, "TT-40"),) if facts.get("red_stays") == "yes" and not objections else ()
    rows = (*_laid_row(before, "laid_before", ""), *_laid_row(cards, "lays_now", "off" if objections else "hit"))
    return Answer(verdict, tuple(ruling.code for ruling in objections), why, rows, rulings=objections)


def _readable(checked: Checked, field: str = "cards") -> Checked:
    """The check where the cards can be in a hand; raises Illegal where they cannot."""
    if wrong := [replace(ruling, field=field) for ruling in checked.rulings if ruling.code in NO_FACTS]:
        raise Illegal(wrong)
    return refused(checked, field)


def _laid_row(cards: tuple[Card, ...], title: str, state: str) -> Iterator[Row]:
    if cards:
        yield Row(tuple(Spot(card, state) for card in cards), title=Say(title))


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
    give, want = deck.RANKS[:2]
    state = _moment(options, _seats(facts), active)
    raw = {"give": give, "want": want, "willing": list(willing), "partner": partner}
    checked = refused(check(GAME, state, "talk", active, raw), "partner")
    rows = tuple(Row(seat=seat, stamp=Say("is_willing") if seat in willing else None, lit=seat == partner) for seat in state.seats)
    # Nobody willing swaps an only red card; a forced partner lays it aside (TT-28, TT-29).
    only = {"active": active, "partner": partner if partner in willing else None}.get(str(facts.get("only_red")))
    if objections := checked.objections or ((last_red_given(str(only)),) if only else ()):
        codes = tuple(ruling.code for ruling in objections)
        return Answer(objections[0], codes, rows=rows, rulings=objections)
    assert checked.move is not None
    told = GAME.advance(state, checked.move).effects
    if partner is None:
        return Answer(Say("may_search", {}, "TT-63"), (), told, rows)
    code, clause = ("may_swap", "TT-25") if partner in willing else ("may_force", "TT-26")
    return Answer(Say(code, {"seat": partner}, clause), (), told, rows)


def _turn_now(evening: Series[State]) -> dict[str, Any]:
    state = evening.now
    return {"players": str(len(state.seats)), "active": lettered(state.seats)[state.active]}


QUESTIONS = (
    Question("fight", "TT-43", _fight_fields, _fight, _fight_now),
    Question("call", "TT-59", _call_fields, _call, _call_now),
    Question("lay", "TT-36", _lay_fields, _lay),
    Question("swap", "TT-26", _swap_fields, _swap, _turn_now),
)
