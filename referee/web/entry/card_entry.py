"""The page of one seat's pad: slots, keys, the verdict on the tapped cards, and the button."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup, escape

from referee.kernel import contract, fields
from referee.kernel.contract import Checked, Level, Line, Move, Prompt, Ruling
from referee.service.draft import Draft, card_texts, cards_of, choose_prompt, count_cards, entry
from referee.web.forms.fields import CardGroup, FieldView, Pad, Remark, ShownVerdict, pad
from referee.web.http.parts import ChoiceKey, Go
from referee.web.http.words import gettext as _
from referee.web.view.seat_words import worst_first
from referee.web.view.verdict import checked_now
from referee.web.view.view import View
from referee.words import line_sentence, plain_number, ruling_sentence

from .entry_form import (
    EntryForm,
    LiveCell,
    SlotChoice,
    TurnView,
    cards_in,
    chosen_cards,
    pad_prompts,
)


def pad_entry(view: View, seat: str, draft: Draft) -> EntryForm:
    """Build the page of one seat's pad."""
    prompts = pad_prompts(view, seat)
    cards = chosen_cards(prompts, draft)
    active = choose_prompt(prompts, draft)
    field, number = cards_of(active), count_cards(prompts, draft)
    checked = checked_now(view, entry(active, draft)) if card_texts(active, draft) else None
    split = _split(active, draft, cards)
    lines = _lines_now(view, checked)
    fits = number is not None and field.least <= number <= field.most
    hint = _hint(view, prompts, active if cards and fits and len(prompts) > 1 else None)
    slots = tuple(
        slot_of(view, seat, slot, fits and slot.name == active.kind)
        for slot in view.history.game.info.slots
    )
    return EntryForm(
        turn_view=TurnView(view.names[seat], hint, slots),
        keys=lambda: _keys(view, seat, field, cards, checked, alone=len(prompts) == 1),
        typed=" ".join(text for text in draft.texts("typed") if cards_in(prompts[0], text) is None),
        verdict=_verdict(view, active, checked, lines, cards, split),
        go=_go(view, active, checked, lines),
        split=split,
        live=None if view.secret else _live(view, seat, active, checked, lines),
    )


def _live(
    view: View, seat: str, active: Prompt, checked: Checked | None, lines: Sequence[Line] | None
) -> LiveCell:
    named = checked and active.kind in view.history.game.info.made
    points = (
        sum(line.points for line in lines)
        if checked and lines is not None and not checked.objections
        else None
    )
    return LiveCell(
        seat,
        view.translator.word(active.kind, short=True) if named else "",
        points,
        bool(checked and checked.objections),
    )


def _keys(
    view: View,
    seat: str,
    field: fields.Cards,
    cards: Sequence[str],
    checked: Checked | None,
    alone: bool,
) -> Pad:
    wrong = {ruling.params.get("card") for ruling in checked.objections} if checked else set()
    keys = replace(pad(view, field, seat, Counter(cards)), single=alone and field.most == 1)
    return (
        keys.with_keys(lambda key: replace(key, refused=bool(key.chosen) and key.card in wrong))
        if wrong
        else keys
    )


def _hint(view: View, prompts: Sequence[Prompt], active: Prompt | None) -> str:
    """A hint: the game's own, the active alternative's, the only prompt's, or the first round's."""
    if said := view.scene.hint:
        return view.say(said)
    if active:
        return view.translator.say(f"hint.{active.kind}", default="")
    if len(prompts) == 1:
        return view.kind_name(prompts[0].kind)
    if view.scene.complete == 0 and (first := view.translator.say("hint.first", default="")):
        return first
    return _("one pack") if view.scene.deck.most_alike == 1 else _("two packs")


def _split(active: Prompt, draft: Draft, cards: Sequence[str]) -> FieldView | None:
    """The tapped cards as choices for a declared part (the prompt's second card field)."""
    second = [field for field in active.fields if isinstance(field, fields.Cards)][1:]
    if not second or not cards:
        return None
    picked = draft.texts(second[0].name)
    options = [
        ChoiceKey(card, "", cards[:at].count(card) < picked.count(card))
        for at, card in enumerate(cards)
    ]
    return FieldView("cards", second[0].name, "", options=options)


def slot_of(
    view: View, seat: str, slot: contract.Slot, active: bool, opens: str = ""
) -> SlotChoice:
    """A slot of a seat: free (linked to ``opens``), active, or used with its score."""
    made = [
        line
        for line in view.lines
        if line.seat == seat and line.slot == slot.name and line.part == "score"
    ]
    return SlotChoice(
        n=slot.size,
        name=view.translator.word(slot.name, short=True),
        whole=view.translator.word(slot.name),
        used=sum(line.points for line in made) if made else None,
        active=active and not made,
        refused=active and bool(made),
        href=view.url("sheets.sheet", open=f"{made[0].round}-{seat}") if made else opens,
    )


def _go(view: View, prompt: Prompt, checked: Checked | None, lines: Sequence[Line] | None) -> Go:
    if checked and not checked.objections:
        return Go(record_text(view, prompt, checked, lines), kind="record")
    wrong = (
        Markup(ruling_sentence(view.translator, worst_first(checked.objections)[0]))
        if checked
        else ""
    )
    return Go(wrong or ask_text(view, prompt), kind="open")


def ask_text(view: View, prompt: Prompt) -> str:
    """The instruction what to tap, in the game's own words if it has some."""
    if view.wanted:
        return _("Tap the marked cards")
    tap = _("Tap %(name)s’s cards", name=view.names.get(prompt.seat or "", ""))
    return view.translator.say(f"ask.{prompt.kind}", {"seat": prompt.seat}, default=tap)


def record_text(
    view: View, prompt: Prompt, checked: Checked, lines: Sequence[Line] | None = None
) -> str:
    """The main button's words for a legal move; ``lines`` are its score lines if already known.

    A card chosen from a place is named; a count may have its own words (``.1``).
    """
    assert checked.move is not None
    points = sum(
        line.points for line in (lines_after(view, checked.move) if lines is None else lines)
    )
    params: dict[str, Any] = {
        "seat": prompt.seat,
        "slot": prompt.kind,
        "points": points,
        **checked.move.data,
    }
    code = f"record.{prompt.kind}"
    for field in prompt.fields:
        if isinstance(field, fields.Many | fields.Cards):
            params["n"] = len(params[field.name] or ())
            code = (
                f"{code}.{params['n']}" if view.translator.find(f"{code}.{params['n']}") else code
            )
        if isinstance(field, fields.Place) and (spot := field.shows.get(str(params[field.name]))):
            params |= {f"{field.name}_owner": spot[0], field.name: spot[1]}
    return view.translator.say(code, params, default=_("Record"))


def lines_after(view: View, move: Move) -> list[Line]:
    """The score lines that a move would give its seat in this round."""
    game, round_ = view.history.game, view.scene.round
    lines = game.lines(game.advance(view.state, move))
    return [
        line
        for line in lines
        if line.seat == move.seat and line.round == round_ and line.part == "score"
    ]


def _lines_now(view: View, checked: Checked | None) -> list[Line] | None:
    """The score lines of the tapped cards; None if nothing is tapped or it is impossible."""
    if (
        checked is None
        or checked.move is None
        or any(ruling.level is Level.IMPOSSIBLE for ruling in checked.rulings)
    ):
        return None
    return lines_after(view, checked.move)


def _verdict(
    view: View,
    prompt: Prompt,
    checked: Checked | None,
    lines: Sequence[Line] | None,
    cards: Sequence[str],
    split: FieldView | None,
) -> ShownVerdict:
    """The verdict; of a split only its parts, without the remark, once a part is declared."""
    if split is None:
        return _judged(view, prompt, checked, lines, cards)
    if not any(card.on for card in split.options):
        return ShownVerdict(view.translator.word(prompt.kind))
    return replace(_judged(view, prompt, checked, lines, cards), remark=None)


def _judged(
    view: View,
    prompt: Prompt,
    checked: Checked | None,
    lines: Sequence[Line] | None,
    cards: Sequence[str],
) -> ShownVerdict:
    if checked is None:
        return ShownVerdict(empty=ask_text(view, prompt))
    if lines is None:
        return ShownVerdict(_named(view, prompt.kind), remark=_wrong(view, checked.objections[0]))
    found = _summary(view, lines, prompt.kind)
    if checked.objections:
        return replace(found, remark=_wrong(view, checked.objections[0]), groups=(), cards=cards)
    return found if found.groups else replace(found, cards=cards)


def _named(view: View, kind: str) -> str:
    """The word of a slot, or the name of any other kind."""
    made = kind in view.history.game.info.made
    return view.translator.word(kind) if made else view.kind_name(kind)


def _wrong(view: View, ruling: Ruling) -> Remark:
    return Remark(False, ruling_sentence(view.translator, ruling), ruling.clause)


def _summary(view: View, lines: Sequence[Line], kind: str) -> ShownVerdict:
    """The first line as headline, with its remark, or the card groups that add up to it."""
    name = _named(view, kind)
    if not lines:
        return ShownVerdict(name)
    first, parts = lines[0], [line for line in lines[1:] if line.cards]
    colon = "：" if name and ord(name[-1]) > 0x2E80 else ": "
    number = line_sentence(view.translator, first, ".sum") or plain_number(_number(view, first))
    say = escape(name) + colon + escape(number)
    remark = line_sentence(view.translator, first, ".remark")
    if sum(line.points for line in parts):
        groups = [_group(view, line) for line in parts]
        return ShownVerdict(say, first.clause, remark, groups=groups)
    ok = any(line.points for line in lines)
    return ShownVerdict(say, first.clause, remark=Remark(ok, remark) if remark else None)


def _group(view: View, line: Line) -> CardGroup:
    said = (line_sentence(view.translator, line, part) for part in (".remark", ".sum"))
    return CardGroup(line.cards, next(filter(None, said), ""), line.clause)


def _number(view: View, line: Line) -> int:
    """The number in a line: its points, or the sum of its cards if points count games won."""
    wins = view.history.game.info.tally or any(shown.unit for shown in view.scene.shown.values())
    return int(line.params.get("sum", line.points)) if wins else line.points
