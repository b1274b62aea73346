"""The finished rounds as the printed sheet lays them out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.kernel.contract import SeatId

from .melds import MELDS
from .state import Past, State


def paper(state: State) -> dict[str, Any]:
    """``packs`` and ``rounds``: an entry for every seat of a finished round, with what was taken from it and by it.

    An entry has ``round``, ``seat``, ``meld`` (its number of cards), ``cards``, ``points`` and ``total``; where it applies
    ``took`` (card, seat number), ``lost`` (place in ``cards``, card, seat number, the marker that lies there at the end)
    and ``split`` (places of the Chief's two cards). A card taken when no marker could be laid is not listed as lost.
    """
    sums = dict.fromkeys(state.seats, 0)
    rounds = []
    for number, past in enumerate(state.past, 1):
        rounds.append([_entry(state, number, past, seat, sums) for seat in state.seats])
    return {"packs": state.packs, "rounds": rounds}


def _entry(state: State, number: int, past: Past, seat: SeatId, sums: dict[SeatId, int]) -> dict[str, Any]:
    own = [line for line in state.finished if (line.round, line.seat, line.part) == (number, seat, "score")]
    cards = past.melds[seat].cards
    points = sum(line.points for line in own)
    sums[seat] += points
    entry: dict[str, Any] = {
        "round": number,
        "seat": seat,
        "meld": MELDS[past.melds[seat].kind].size,
        "cards": list(cards),
        "points": points,
        "total": sums[seat],
    }
    took = next((act for act in past.acts if act.kind == "steal" and act.seat == seat), None)
    if took:
        entry["took"] = {"card": took.card, "from": state.seats.index(took.whom)}
    if lost := _lost(state, past, seat):
        entry["lost"] = lost
    two = next((line.cards for line in own if line.code == "chief_two"), ())
    if two:
        entry["split"] = _places(cards, two)
    return entry


def _lost(state: State, past: Past, seat: SeatId) -> list[dict[str, Any]]:
    """Cards stolen from a meld; a marker stolen in its turn only changes the marker that lies there at the end."""
    cards, place_of = past.melds[seat].cards, list(range(len(past.melds[seat].cards)))
    lost: dict[int, dict[str, Any]] = {}
    for act in past.acts:
        if act.kind != "steal" or act.whom != seat:
            continue
        place = place_of[act.index]
        taken = {"index": place, "card": cards[place], "to": state.seats.index(act.seat)}
        lost[place] = lost.get(place, taken) | {"marker": act.marker}
        if act.marker:
            place_of.append(place)
    return [loss for _, loss in sorted(lost.items()) if loss["marker"]]


def _places(cards: tuple[str, ...], two: tuple[str, ...]) -> list[int]:
    wanted, places = Counter(two), []
    for place, card in enumerate(cards):
        if wanted[card] > 0:
            wanted[card] -= 1
            places.append(place)
    return places
