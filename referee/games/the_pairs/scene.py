"""What the table looks like, how it is set up, how it ends and what is printed."""

from __future__ import annotations

from referee.kernel.board import Row, Spot
from referee.kernel.contract import Line, Result, Say, Scene, Step
from referee.kernel.game import Options, Seats

from .state import DECK, HAND, PILES, State, deck_size

FORESEEN = (3, 5)


def scene(state: State) -> Scene:
    """Where the game stands: deck and piles in the middle, then everybody's reserve and number of hand cards."""
    full = state.depth == "full"
    return Scene(
        1,
        _where(state),
        DECK,
        holdings=state.holdings,
        complete=int(state.over),
        board=_board(state) if full else (),
        hint=_hint(state),
        effects=state.effects,
    )


def _where(state: State) -> Say:
    if state.over:
        return Say("team_won" if state.phase == "won" else "team_lost", {"n": state.to_go}, "TP-24" if state.phase == "won" else "TP-25")
    return Say("to_go", {"n": state.to_go}, "TP-24") if state.depth == "full" else Say("quick_entry", {}, "TP-24")


def _hint(state: State) -> Say | None:
    if state.over or state.depth == "quick":
        return None
    return Say("which_card", {}, "TP-19") if state.phase == "draw" else Say("in_deck", {"n": state.deck}, "TP-5")


def _board(state: State) -> tuple[Row, ...]:
    """Deck and piles (TP-7), reserve and hand of every seat, and the numbers laid so far where they may be looked up (TP-A9)."""
    newest = {said.params.get("place") for said in state.effects}
    tops = zip(PILES, state.tops, strict=True)
    piles = (Spot(top or "", "new" if name in newest else "", Say(name), name) for name, top in tops)
    deck = Spot("?" if state.deck else "", "" if state.deck else "gap", Say("deck_n", {"n": state.deck}), "deck")
    rows = [Row((deck, *piles), title=Say("middle", {}, "TP-7"))]
    for seat in state.seats:
        mine = seat == state.at and not state.over
        spot = Spot(state.reserves.get(seat, ""), "" if seat in state.reserves else "free", place="reserve" if mine else "")
        stamp = Say("stamp_out", {}, "TP-17") if seat == state.out else None
        rows.append(Row((spot,), seat, note=Say("hand_and_reserve", {}, "TP-7"), backs=state.hands[seat], stamp=stamp, lit=mine))
    if state.options["look_through"] == "yes":
        laid = [card for pile in state.piles for card in pile]
        rows.append(Row(title=Say("laid_so_far", {}, "TP-A9"), counts=tuple(map(laid.count, DECK.counts))))
    return tuple(rows)


def lines(state: State) -> tuple[Line, ...]:
    """At the end the game is won or lost for everybody alike; then turns and pairs of each (TP-24, TP-25)."""
    if not state.over:
        return ()
    won = state.phase == "won"
    score = tuple(Line(seat, 1, int(won), "TP-24" if won else "TP-25", state.phase, {"n": state.to_go}) for seat in state.seats)
    out = (Line(state.out, 1, 0, "TP-17", "out", {"n": state.hands[state.out]}, part="out"),) if state.out else ()
    tallies = (("TP-5", "turns", state.turns), ("TP-12", "pairs", state.pairs)) if state.turns else ()
    counts = (
        Line(seat, 1, 0, clause, code, {"n": tally.get(seat, 0)}, part=code) for clause, code, tally in tallies for seat in state.seats
    )
    return (*score, *out, *counts)


def result(state: State) -> Result | None:
    """Everybody has won, or everybody has lost (TP-24, TP-25)."""
    if not state.over:
        return None
    if state.phase == "won":
        return Result((state.seats,), (Say("all_laid", {}, "TP-24"),))
    lost = Say("lost_by", {"who": state.out, "n": state.to_go}, "TP-25") if state.out else _where(state)
    return Result((state.seats,), (lost,), won=False)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup in the order it is done (TP-1…TP-7)."""
    n = len(seats)
    unusual = () if FORESEEN[0] <= n <= FORESEEN[1] else (Say("guide_number", {"least": FORESEEN[0], "most": FORESEEN[1]}, "TP-A10"),)
    look = Say(f"guide_look_{options['look_through']}", {}, "TP-A9")
    return (
        Step(Say("guide_shuffle", {"n": DECK.size}, "TP-1"), unusual, deal=((Say("guide_hands", {}, "TP-2"), HAND, deck_size(n)),)),
        Step(Say("guide_deck", {"n": deck_size(n)}, "TP-2"), (Say("guide_piles", {}, "TP-7"), look)),
        Step(Say("guide_reserve", {}, "TP-7"), (Say("guide_one_reserve", {}, "TP-15"),)),
        Step(
            Say("guide_first", {"who": options["start"]}, "TP-3"),
            (Say("guide_clockwise", {}, "TP-4"), Say("guide_secret", {}, "TP-6"), Say(f"guide_talk_{options['table_talk']}", {}, "TP-A8")),
        ),
    )


def boxes(line: Line) -> tuple[int]:
    """The box of the printed sheet: the cards left."""
    return (line.params["n"],)
