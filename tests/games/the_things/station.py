"""A table of The Things with real cards: it plays by the words of the rules at random, and tells
the referee only what an entry asks.

Whatever it tells is true, so that nothing of it may be refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games import GAMES
from referee.kernel.cards import french, rank
from referee.kernel.contract import complete_options
from referee.kernel.game import check
from tests.games.the_things import oracle as fight
from tests.games.the_things.test_oracle import options_of

GAME = GAMES["the-things"]
HAND = 5
CALLS = 0.02
ACTS = ("search", "talk", "attack", "attack", "test")
SIDES = ("attack", "defence")


class Station:
    """One game; ``effects`` keeps what was entered, ``called`` is set once somebody has called the
    end.

    ``acts`` are the actions chosen from; with ``switching`` the depth of entry changes now and
    then.
    """

    def __init__(
        self,
        seats: Sequence[str],
        options: Mapping[str, Any],
        rng: random.Random,
        acts: Sequence[str] = ACTS,
        switching: bool = False,
    ) -> None:
        self.seats, self.rng, self.acts, self.switching = tuple(seats), rng, acts, switching
        self.options = complete_options(GAME.info, self.seats, options)
        self.series = GAME.setup(self.seats, self.options)
        self.effects: list[tuple[str, str | None, dict[str, Any]]] = []
        self.dead: dict[str, bool] = {}
        self.plays: dict[str, list[tuple[str, list[str]]]] = {}
        self.called = False
        self.active = self._after(str(self.options["start"]))
        self._deal()

    # What everybody sees

    @property
    def state(self) -> Any:
        """The referee's state of this game."""
        return self.series.now

    @property
    def full(self) -> bool:
        """Whether every card shown is entered now."""
        return bool(self.state.full)

    @property
    def alive(self) -> list[str]:
        """The survivors, clockwise from the active player."""
        return [seat for seat in self._from(self.active) if seat not in self.dead]

    def is_thing(self, seat: str) -> bool:
        """TT-10, TT-11: a red card in hand."""
        return any(map(fight.is_red, self.hands[seat]))

    def _from(self, seat: str) -> list[str]:
        at = self.seats.index(seat)
        return [*self.seats[at:], *self.seats[:at]]

    def _after(self, seat: str) -> str:
        return next(each for each in (*self._from(seat)[1:], seat) if each not in self.dead)

    def tell(self, kind: str, seat: str | None = None, **raw: Any) -> None:
        """An entry, which must stand."""
        self.effects.append((kind, seat, raw))
        checked = check(GAME, self.series, kind, seat, raw)
        objections = [
            f"{ruling.code} {ruling.clause} {dict(ruling.params)}" for ruling in checked.objections
        ]
        assert not objections, f"{objections}\n{self.options}\n{self.effects}"
        assert checked.move is not None
        self.series = GAME.advance(self.series, checked.move)

    def _asked(self, kind: str) -> bool:
        return any(prompt.kind == kind for prompt in GAME.prompts(self.series))

    # Cards

    def _deal(self) -> None:
        """TT-6, TT-7, TT-14, TT-15, TT-64, TT-65."""
        many = len(self.seats) >= {"four": 4, "five": 5}[self.options["pack_limit"]]
        packs = 2 if len(self.seats) > 5 or (many and self.options["packs"] == "more") else 1
        rest = [card for card in french(packs).counts for _ in range(packs)]
        self.rng.shuffle(rest)
        extra = self.options["extra_red"] if many else "one"
        red = [rest.pop(rest.index("QH"))]
        if extra != "one":
            red.append(rest.pop(next(at for at, card in enumerate(rest) if fight.is_red(card))))
        if extra == "hidden":
            red.append(rest.pop(next(at for at, card in enumerate(rest) if not fight.is_red(card))))
            self.rng.shuffle(red)
            rest.append(red.pop())
        black = [card for card in rest if not fight.is_red(card)][
            : HAND * len(self.seats) - len(red)
        ]
        for card in black:
            rest.remove(card)
        dealing = self.rng.sample([*black, *red], HAND * len(self.seats))
        self.hands = {seat: [dealing.pop() for _ in range(HAND)] for seat in self.seats}
        self.pile, self.discards = self.rng.sample(rest, len(rest)), []

    def _draw(self) -> str:
        """TT-57: the top card; an empty pile is made of the discards first."""
        if not self.pile:
            self.pile, self.discards = self.rng.sample(self.discards, len(self.discards)), []
        return self.pile.pop()

    def _give(self, seat: str, cards: Iterable[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)

    def _spare(self, seat: str) -> list[str]:
        """The cards a player may part with: a Thing keeps its only red one (TT-23, TT-28,
        TT-40).
        """
        red = [card for card in self.hands[seat] if fight.is_red(card)]
        return [card for card in self.hands[seat] if red != [card]]

    # Turns

    def play(self, turns: int) -> None:
        """So many turns, then a call where nobody has called before."""
        for _ in range(turns):
            self._turn()
            if self.called:
                return
        self._call()

    def _turn(self) -> None:
        if self._maybe_call(between=True):
            return
        if len(self.alive) == 1:
            self._call()
            return
        if self.switching and self.rng.random() < 0.4:
            self.tell("depth", depth=self.rng.choice(("quick", "full")))
        self.told_draw_is_true()
        flames = any(map(fight.is_flame, self.hands[self.active]))
        getattr(
            self, "_" + self.rng.choice([act for act in self.acts if flames or act != "test"])
        )()
        if not self.called:
            self.active = self._after(self.active)

    def told_draw_is_true(self) -> None:
        """What the referee says of the piles is so, or it says nothing."""
        assert self.state.draw in (None, len(self.pile)), (
            self.state.draw,
            len(self.pile),
            self.effects,
        )

    def _search(self, clause: str = "search") -> None:
        """TT-20 to TT-23, TT-66."""
        drawn = self._draw()
        if fight.is_red(drawn) and not self.is_thing(self.active):
            gone = drawn
        else:
            self.hands[self.active].append(drawn)
            gone = self.rng.choice(self._spare(self.active))
            self.hands[self.active].remove(gone)
        self.discards.append(gone)
        shown = self.full and self.options["search_discards"] == "face_up"
        if clause == "search" or shown:
            self.tell("search", self.active, **({"card": [gone]} if shown else {}))

    def _test(self) -> None:
        """TT-33."""
        card = self.rng.choice([card for card in self.hands[self.active] if fight.is_flame(card)])
        self._give(self.active, [card])
        self.discards.append(card)
        self.tell(
            "test",
            self.active,
            target=self.rng.choice(self.alive[1:]),
            **({"card": [card]} if self.full else {}),
        )
        self._refill()

    # Talk

    def _talk(self) -> None:
        """TT-24 to TT-32, TT-62, TT-63."""
        several = self.options["trade"] == "several"
        spare = self._spare(self.active)
        offered = self.rng.sample(spare, self.rng.randint(1, 3 if several else 1))
        want = self.rng.choice("A23456789TJQK")
        able = [
            seat for seat in self.alive[1:] if any(rank(card) == want for card in self._spare(seat))
        ]
        willing = [seat for seat in able if self.rng.random() < 0.8]
        others = self.alive[1:] if self.options["nobody_willing"] == "forced" or willing else [None]
        refuses = (
            willing
            and self.options["may_refuse"] == "yes"
            and self.options["nobody_willing"] == "forced"
            and self.rng.random() < 0.5
        )
        partner = self.rng.choice(willing if willing and not refuses else others)
        give = self.rng.choice(offered)
        raw: dict[str, Any] = {"partner": partner} if partner else {}
        if self.full:
            ranks = list(dict.fromkeys(map(rank, offered)))
            raw |= {"give": ranks if several else rank(give), "want": want, "willing": willing}
            raw |= {"gave": rank(give)} if several and partner else {}
        self.tell("talk", self.active, **raw)
        if partner is None:
            self._search("talk")
        else:
            self._swap(partner, give, want if partner in willing else None)

    def _swap(self, partner: str, give: str, want: str | None) -> None:
        """A willing partner gives the rank wanted; of a forced one a card is drawn at random of
        those not laid aside (TT-27, TT-29).
        """
        hand = self.hands[partner]
        if want:
            got = self.rng.choice([card for card in self._spare(partner) if rank(card) == want])
        else:
            aside = self.rng.choice([card for card in hand if fight.is_red(card)] or hand)
            got = self.rng.choice([card for at, card in enumerate(hand) if at != hand.index(aside)])
        self._give(partner, [got])
        self._give(self.active, [give])
        self.hands[partner].append(give)
        self.hands[self.active].append(got)

    # Attack

    def _attack(self) -> None:
        """TT-36 to TT-52."""
        attacker, target = self.active, self.rng.choice(self.alive[1:])
        self.plays = {side: [] for side in SIDES}
        self.started = dict.fromkeys(SIDES, False)
        least = 0 if self.options["min_attack"] == "none" and self.rng.random() < 0.4 else 1
        cards = self._lay(attacker, "attack", least)
        if least and not cards:
            self._search()
            return
        if self.full:
            self.tell("attack", attacker, target=target, cards=cards)
        quiet, side = 0, "attack"
        while quiet < 2 and not self.called:
            laid = self._wave(
                side, attacker, target, first=side == "attack" and not self.started["attack"]
            )
            quiet = 0 if laid else quiet + 1
            self.started[side] = True
            side = SIDES[side == "attack"]
        if not self.called:
            self._judge(attacker, target)

    def _lay(self, seat: str, side: str, least: int = 0) -> list[str]:
        """Some cards of a player: of one special kind only, and a Thing keeps a red one (TT-40,
        TT-41).
        """
        before = [
            card
            for cards in self.plays.values()
            for who, laid in cards
            if who == seat
            for card in laid
        ]
        hand, found = self.rng.sample(self.hands[seat], len(self.hands[seat])), []
        for card in hand[: self.rng.randint(least, self.rng.choice((2, HAND)))]:
            kept = [each for each in self.hands[seat] if each not in found]
            reds = sum(map(fight.is_red, kept))
            if (
                fight.plays_both_kinds([*before, *found, card])
                or (fight.is_red(card) and reds == 1)
                or card in found
            ):
                continue
            found.append(card)
        if found:
            self._give(seat, found)
            self.plays[side].append((seat, found))
        return found

    def _wave(self, side: str, attacker: str, target: str, first: bool) -> bool:
        """One side lays what it wants: the leader first, then clockwise, or as they like; whether
        anybody laid.
        """
        leader = attacker if side == "attack" else target
        order = [
            seat
            for seat in self._from(leader)
            if seat not in self.dead and seat != (target if side == "attack" else attacker)
        ]
        order = self.rng.sample(order, len(order)) if self.options["speaking"] == "free" else order
        other = {seat for seat, _ in self.plays[SIDES[side == "attack"]]}
        mine = {seat for seat, _ in self.plays[side]}
        laid = first and bool(mine)
        for seat in order:
            late = (
                self.options["late_join"] == "no"
                and self.started[side]
                and seat not in {*mine, leader}
            )
            if seat in other or late or (first and seat == leader) or self.rng.random() < 0.55:
                continue
            if cards := self._lay(seat, side):
                laid = True
                joins = {} if seat in (attacker, target) else {"joins": side}
                if self.full:
                    self.tell("play", seat, cards=cards, **joins)
                if self._maybe_call():
                    return True
        if not laid and self.full and self._asked(f"{side}_passes"):
            self.tell(f"{side}_passes")
        return laid

    def _judge(self, attacker: str, target: str) -> None:
        """TT-44 to TT-51, TT-67, TT-A3."""
        words = options_of(self.options)
        special = [
            fight.specials(self.plays[side]) if self.options["special_effect"] == "yes" else 0
            for side in SIDES
        ]
        sums = [fight.strength(self.plays[side], words) for side in SIDES]
        found = fight.verdict(*sums, *special)
        loser = {"target": target, "active": attacker, "": None}[found]
        laid = [card for side in SIDES for _, cards in self.plays[side] for card in cards]
        thing = {seat: self.is_thing(seat) for seat in self.seats}
        flames = any(special) and fight.only_flames(
            self.plays["attack" if found == "target" else "defence"]
        )
        if (
            flames
            and self.options["specials"] == "flame_spares_humans"
            and loser
            and not thing[loser]
        ):
            loser = None
        self._tell_verdict(attacker, target, special if any(special) else sums, any(special))
        if self._asked("fate"):
            asked = next(
                prompt.seat for prompt in GAME.prompts(self.series) if prompt.kind == "fate"
            )
            self.tell("fate", asked, fate="dies" if asked == loser else "survives")
        self.plays = {}
        self.discards += laid
        if loser:
            self.dead[loser] = thing[loser]
            self.discards += self.hands[loser]
            self.hands[loser] = []
        assert set(self.state.dead) == set(self.dead), self.effects
        self._refill()

    def _tell_verdict(
        self, attacker: str, target: str, numbers: Sequence[int], by_specials: bool
    ) -> None:
        if self.full:
            self.tell("judge")
            return
        by = (
            {"by": "specials" if by_specials else "ranks"}
            if self.options["special_effect"] == "yes"
            else {}
        )
        self.tell("attack", attacker, target=target, attack=numbers[0], defence=numbers[1], **by)

    # Refill

    def _refill(self) -> None:
        """TT-54 to TT-57: everybody draws up to five; what is shown is told pile by pile where the
        referee knows the pile.
        """
        for seat in self.alive:
            shown: list[str] = []
            drawn = 0
            thing = self.is_thing(seat)
            while len(self.hands[seat]) < HAND:
                if not self.pile and drawn and self.full and self.state.draw is not None:
                    self._tell_drawn(seat, shown)
                    shown = []
                card = self._draw()
                drawn += 1
                if fight.is_red(card) and (not thing or self.rng.random() < 0.5):
                    self.discards.append(card)
                    shown.append(card)
                else:
                    self.hands[seat].append(card)
            if drawn and self.full:
                self._tell_drawn(seat, shown)
            if self._maybe_call():
                return

    def _tell_drawn(self, seat: str, shown: Sequence[str]) -> None:
        self.tell("red" if shown else "draw", seat, **({"shown": list(shown)} if shown else {}))

    # The end

    def _maybe_call(self, between: bool = False) -> bool:
        """TT-A12: a call now and then, at any moment or only where a turn begins."""
        if self.rng.random() < CALLS and (between or self.options["call_when"] == "any_moment"):
            self._call()
        return self.called

    def _call(self) -> None:
        """TT-59 to TT-61: a call that the caller's hand allows; all show, and those win who
        should.
        """
        self.called = True
        caller = (
            self.alive[0]
            if self.options["call_when"] == "own_turn"
            else self.rng.choice(self.alive)
        )
        call = "departure" if self.is_thing(caller) else "rescue"
        seat = next(prompt.seat for prompt in GAME.prompts(self.series) if prompt.kind == "call")
        self.tell("call", seat, call=call, **({} if seat else {"caller": caller}))
        things = {seat: self.dead.get(seat, self.is_thing(seat)) for seat in self.seats}
        while GAME.scene(self.series).complete == 0:
            prompt = GAME.prompts(self.series)[0]
            if prompt.kind == "hand":
                self.tell("hand", prompt.seat, hand=list(self.hands[str(prompt.seat)]))
            else:
                assert prompt.kind == "sides", prompt
                self.tell(
                    "sides",
                    **{
                        each.name: "thing" if things[str(each.about)] else "human"
                        for each in prompt.fields
                    },
                )
        won = {line.seat for line in GAME.lines(self.series) if line.counts and line.points}
        assert won == fight.winners(
            call, caller, things, list(self.dead), options_of(self.options)
        ), self.effects
