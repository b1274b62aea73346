"""The entry page: pad, rows or plain fields for what is asked now, with the verdict on what has been tapped so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel import contract, fields
from referee.kernel.contract import Checked, Level, Prompt
from referee.kernel.game import check
from referee.web.desk.draft import Draft, card_texts, cards_of, choose, count, entry
from referee.web.forms.pad import Pad, pad
from referee.web.forms.verdict import Verdict
from referee.web.http.parts import Go
from referee.web.view.view import View
from referee.words import ruling_sentence

from .asked import Asked, Slot, Split, SplitCard, Turn
from .entries import cards_in, chosen_cards, pad_prompts
from .preview import points_of, verdict_of


def pad_entry(view: View, seat: str, draft: Draft) -> Asked:
    """Everything the page of one seat's pad shows: slots, keys, verdict, button."""
    prompts = pad_prompts(view, seat)
    cards = chosen_cards(prompts, draft)
    lit = choose(prompts, draft)
    number = count(prompts, draft)
    checked = None
    if card_texts(lit, draft):
        asked = entry(lit, draft)
        checked = check(view.history.game, view.state, asked.kind, asked.seat, asked.raw, asked.accept)
    split = _split(lit, draft, cards)
    fits = number is not None and cards_of(lit).least <= number <= cards_of(lit).most
    hint = _hint(view, prompts, lit if cards and fits and len(prompts) > 1 else None)
    keys = _marked(pad(view, cards_of(lit), seat, Counter(cards), name=cards_of(lit).name), checked)
    return Asked(
        turn_view=Turn(view.names[seat], hint, slots(view, seat, lit.kind if fits else "", checked)),
        pad=replace(keys, single=len(prompts) == 1 and cards_of(lit).most == 1),
        typed=" ".join(text for text in draft.texts("typed") if cards_in(prompts[0], text) is None),
        verdict=_verdict(view, seat, lit, checked, cards, split),
        go=go_button(view, seat, lit, checked),
        split=split,
    )


def _verdict(view: View, seat: str, lit: Prompt, checked: Checked | None, cards: Sequence[str], split: Split | None) -> Verdict:
    """The verdict; while nothing is declared only what it would be, and then without the remark, as the parts take its place."""
    if split is None:
        return verdict_of(view, seat, lit, checked, cards)
    if not any(card.on for card in split.cards):
        return Verdict(view.speaker.word(lit.kind))
    return replace(verdict_of(view, seat, lit, checked, cards), remark=None)


def _marked(pad: Pad, checked: Checked | None) -> Pad:
    """The pad with the keys marked whose cards cannot be."""
    wrong = {ruling.params.get("card") for ruling in checked.objections} if checked else set()
    return pad.with_keys(lambda key: replace(key, refused=bool(key.chosen) and key.card in wrong)) if wrong else pad


def _hint(view: View, prompts: Sequence[Prompt], lit: Prompt | None) -> str:
    """What helps to enter: the game's own word now, what the lit alternative needs, else what is asked or with how many packs."""
    if said := view.scene.hint:
        return view.speaker.say(f"say.{said.code}", said.params)
    if lit:
        return view.speaker.say(f"hint.{lit.kind}", default="")
    if len(prompts) == 1:
        return view.kind_name(prompts[0].kind)
    copies = max(view.scene.deck.counts.values())
    return _("one pack") if copies == 1 else _("two packs")


def _split(lit: Prompt, draft: Draft, cards: Sequence[str]) -> Split | None:
    """The cards of a declared part (a second card field of the prompt), to be chosen among the tapped ones."""
    second = [wanted for wanted in lit.fields if isinstance(wanted, fields.Cards)][1:]
    if not second or not cards:
        return None
    picked = Counter(draft.texts(second[0].name))
    return Split(second[0].name, [SplitCard(card, _take(picked, card)) for card in cards])


def _take(picked: Counter[str], card: str) -> bool:
    picked[card] -= 1
    return picked[card] >= 0


def slots(view: View, seat: str, lit: str, checked: Checked | None) -> list[Slot]:
    """The things this seat makes once each: free, lit, or used with their score."""
    return [_slot(view, seat, slot, slot.name == lit) for slot in view.history.game.info.slots]


def _slot(view: View, seat: str, slot: contract.Slot, lit: bool) -> Slot:
    made = [line for line in view.lines if line.seat == seat and line.slot == slot.name and line.part == "score"]
    return Slot(
        n=slot.size,
        name=view.speaker.word(slot.name, short=True),
        used=sum(line.points for line in made) if made else None,
        lit=lit and not made,
        refused=lit and bool(made),
        href=view.url("sheets.sheet", open=f"{made[0].round}-{seat}") if made else "",
    )


def go_button(view: View, seat: str | None, prompt: Prompt, checked: Checked | None) -> Go:
    """The big button: says what it will record, or what is wrong."""
    if checked is None:
        return Go(ask_text(view, prompt), kind="open")
    if checked.objections:
        return Go(Markup(ruling_sentence(view.speaker, _worst(checked))), kind="open")
    return Go(record_text(view, prompt, checked), kind="record")


def ask_text(view: View, prompt: Prompt) -> str:
    """What to tap, in the game's own words where it has some."""
    return view.speaker.say(
        f"ask.{prompt.kind}", {"seat": prompt.seat}, default=_("Tap %(name)s’s cards", name=view.names.get(prompt.seat or "", ""))
    )


def record_text(view: View, prompt: Prompt, checked: Checked) -> str:
    """The big button's words for a move that stands.

    A card chosen where it lies is named, and a number of things may have words of its own (``.1``).
    """
    assert checked.move is not None
    params: dict[str, Any] = {"seat": prompt.seat, "slot": prompt.kind, "points": points_of(view, checked.move), **checked.move.data}
    code = f"record.{prompt.kind}"
    for wanted in prompt.fields:
        if isinstance(wanted, fields.Many):
            params["n"] = len(params[wanted.name])
            code = f"{code}.{params['n']}" if view.speaker.find(f"{code}.{params['n']}") else code
        if isinstance(wanted, fields.Place) and (spot := wanted.shows.get(str(params[wanted.name]))):
            params |= {f"{wanted.name}_owner": spot[0], wanted.name: spot[1]}
    return view.speaker.say(code, params, default=_("Record"))


def _worst(checked: Checked) -> Any:
    return sorted(checked.objections, key=lambda ruling: ruling.level is not Level.IMPOSSIBLE)[0]
