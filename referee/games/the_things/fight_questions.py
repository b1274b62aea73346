"""Dispute questions about fights: who dies, and whether cards may be played."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.kernel.board import BoardRow, Message, cards_row
from referee.kernel.cards import Card
from referee.kernel.contract import Ruling, SeatId
from referee.kernel.facts import (
    asked_again,
    cards_told,
    counting,
    each_told,
    most_playing,
    nameable,
    players_counted,
    players_of,
)
from referee.kernel.fields import Cards, Choice, Field, Flag, Int, Many, Seat
from referee.kernel.game import Options, check
from referee.kernel.options import changed, unwatched
from referee.kernel.question import (
    Answer,
    Facts,
    Question,
    Raw,
    cards_in,
    entered,
    lettered,
    number_or_default,
    refused,
    seated,
)
from referee.kernel.series import Series
from referee.kernel.turns import order_from

from .fights import (
    DEFENCE,
    HAND,
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
from .state import THING, State

COUNTED = players_counted(GAME)
# House rules that do not concern a fight.
APART = ("extra_red", "nobody_willing", "pack_limit", "search_discards", "speaking", "trade")
FIGHTERS = ("attacker", "target")
# Objections to cards that cannot be in a hand, rather than to playing them.
NO_FACTS = ("no_copy_left", "not_so_many")
PLAYERS = players_of(GAME, 4)


def moment(options: Options, seats: tuple[SeatId, ...], active: str, depth: str = "full") -> State:
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
        Message("guide_flames", clause=prompt.clause)
        for prompt in GAME.prompts(after)
        if prompt.kind == "fate"
    ]
    lines = tuple(explained(state.running, options))
    why = (Message("only_specials", {}, "TT-49"),) if by_specials(state.running, options) else ()
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
    attacker = str(facts["attacker"])
    target = str(facts["target"])
    joining = cards_in(facts, "attackers")
    seats = seated(facts, COUNTED)
    raw: dict[str, object] = {"target": target, "cards": facts[f"cards_{attacker}"]}
    state, _ = entered(
        GAME,
        moment(unwatched(options, APART), seats, attacker),
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


def _fight_rows(state: State, fight: Fight) -> Iterator[BoardRow]:
    """The board rows of all who played cards; the verdict states both sides' totals."""
    special = by_specials(fight, state.options)
    for row in GAME.scene(state).board:
        if row.seat and cards_by(fight, row.seat):
            counted = tuple(
                replace(spot, state="hit" if spot.card in SPECIALS or not special else "off")
                for spot in row.spots
            )
            yield replace(row, spots=counted, backs=None)


def _fight_now(series: Series[State]) -> dict[str, Any]:
    state, fight = series.now, series.now.fight
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
    cards = cards_in(facts, "cards")
    before = cards_in(facts, "before")
    who = str(facts["who"])
    seats = seated(facts, PLAYERS)
    attacker = next(seat for seat in seats if seat != who)
    state = replace(
        moment(options, seats, attacker),
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
    verdict = objections[0] if objections else Message("may_lay", {"cards": list(cards)}, "TT-36")
    why = (
        (Message("red_stays", {}, "TT-40"),)
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


FIGHT = Question("fight", "TT-43", _fight_fields, _fight, _fight_now)
LAY = Question("lay", "TT-36", _lay_fields, _lay)
