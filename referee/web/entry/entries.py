"""What the fields of a form would enter: every complete row, the pad's meld, or one plain answer."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel import fields
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Prompt
from referee.kernel.fields import Flag, Seat
from referee.web.desk.desk import Entry
from referee.web.desk.draft import Draft, card_texts, cards_of, choose, complete_rows, entry
from referee.web.view.view import View


def entries_of(view: View, draft: Draft) -> list[Entry]:
    """The entries a form makes: every complete row, the pad's meld, or one plain answer."""
    if draft.kind:
        prompt = next((p for p in view.prompts if p.kind == draft.kind and p.seat == draft.seat), None)
        return [entry(prompt, draft)] if prompt else [Entry(draft.kind, draft.seat, {}, draft.accept)]
    if rows := row_prompts(view):
        return [entry(prompt, draft, f".{prompt.seat}") for prompt in complete_rows(rows, draft)]
    if pads := pad_prompts(view, draft.seat):
        return [entry(choose(pads, draft), draft)]
    return []


def fill(draft: Draft, put: str, view: View) -> Draft:
    """Put a card or a seat into the lit place of the rows, and light the next empty one; what lies there already is taken back."""
    rows = row_prompts(view)
    names = [f"{wanted.name}.{prompt.seat}" for prompt in rows for wanted in prompt.fields]
    lit = draft.one("slot")
    if lit not in names:
        return draft
    wanted = next(wanted for prompt in rows for wanted in prompt.fields if f"{wanted.name}.{prompt.seat}" == lit)
    if isinstance(wanted, Seat) and put not in wanted.values:
        # A card tapped while a seat is asked for is the card that is laid there.
        return draft.replace(**{names[max(0, names.index(lit) - 1)]: put[:40]})
    if draft.one(lit) == put:
        return draft.replace(**{lit: "", "slot": lit})
    filled = draft.replace(**{lit: put[:40]})
    return filled.replace(slot=next_place(rows, filled, lit))


def next_place(rows: list[Prompt], draft: Draft, after: str = "") -> str:
    """The next empty place in the order in which the rows are filled; nothing when all are full."""
    names = [f"{wanted.name}.{prompt.seat}" for prompt in rows for wanted in prompt.fields if not isinstance(wanted, Flag)]
    start = names.index(after) + 1 if after in names else 0
    return next((name for name in names[start:] + names[:start] if not draft.texts(name)), "")


def pad_prompts(view: View, seat: str | None) -> list[Prompt]:
    """The alternatives of a seat that are entered on the card pad alone."""
    return [prompt for prompt in view.prompts if prompt.seat == seat and is_pad(prompt)]


def is_pad(prompt: Prompt) -> bool:
    """Whether cards are all that is asked."""
    return prompt.form == "pad" and not prompt.aside and all(isinstance(wanted, fields.Cards) for wanted in prompt.fields)


def row_prompts(view: View) -> list[Prompt]:
    """The rows that are still to be filled, one per seat."""
    return [prompt for prompt in view.prompts if prompt.form == "row"]


def chosen_cards(prompts: Sequence[Prompt], draft: Draft) -> list[str]:
    """The cards tapped and typed, as far as they can be read."""
    return [card for text in card_texts(prompts[0], draft) for card in cards_in(prompts[0], text) or ()]


def cards_in(prompt: Prompt, text: str) -> tuple[str, ...] | None:
    """The cards of a text; None if it cannot be read."""
    try:
        return read_cards(text, cards_of(prompt).deck)
    except Unreadable:
        return None
