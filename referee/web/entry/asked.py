"""What is asked now: the prompts by the way they are entered, what the fields of a form enter, and
what the page shows of it.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from referee.kernel import fields
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Prompt
from referee.kernel.history import Played
from referee.web.desk.desk import Entry
from referee.web.desk.draft import Draft, card_texts, cards_of, choose, complete_rows, entry
from referee.web.forms.fields import FieldView, Pad, Verdict
from referee.web.http.parts import Go
from referee.web.sheet.score_sheet import ScoreSheet
from referee.web.view.board import Block
from referee.web.view.standing import told
from referee.web.view.view import View


def entries_of(view: View, draft: Draft) -> list[Entry]:
    """The entries a form makes: every complete row, the pad's meld, or one plain answer."""
    if draft.kind:
        prompt = next(
            (p for p in view.prompts if p.kind == draft.kind and p.seat == draft.seat), None
        )
        return (
            [told(view, prompt, draft)]
            if prompt
            else [Entry(draft.kind, draft.seat, {}, draft.accept)]
        )
    if rows := row_prompts(view):
        return [entry(prompt, draft, f".{prompt.seat}") for prompt in complete_rows(rows, draft)]
    if pads := pad_prompts(view, draft.seat):
        return [entry(choose(pads, draft), draft)]
    return []


def fill(draft: Draft, put: str, view: View) -> Draft:
    """Put a card or a seat into the lit place of the rows, and light the next empty one; what lies
    there already is taken back.
    """
    rows = row_prompts(view)
    places = {f"{field.name}.{prompt.seat}": field for prompt in rows for field in prompt.fields}
    active = draft.one("slot")
    if active not in places:
        return draft
    field = places[active]
    if stands_alone(field) or (isinstance(field, fields.Seat) and put not in field.values):
        return draft
    if draft.one(active) == put:
        return draft.replace(**{active: "", "slot": active})
    filled = draft.replace(**{active: put[:40]})
    return filled.replace(slot=next_place(rows, filled, active))


def stands_alone(field: fields.Field) -> bool:
    """Whether a place of a row is filled where it stands, by a tick or a number, and not by what is
    tapped below.
    """
    return isinstance(field, fields.Flag | fields.Int)


def next_place(rows: Sequence[Prompt], draft: Draft, after: str = "") -> str:
    """The next empty place in the order in which the rows are filled, from the first; nothing when
    all are full.
    """
    names = [
        f"{field.name}.{prompt.seat}"
        for prompt in rows
        for field in prompt.fields
        if not stands_alone(field)
    ]
    start = names.index(after) + 1 if after in names else 0
    return next((name for name in names[start:] + names[:start] if not draft.texts(name)), "")


def pad_prompts(view: View, seat: str | None) -> list[Prompt]:
    """The alternatives of a seat that are entered on the card pad alone."""
    return [prompt for prompt in view.prompts if prompt.seat == seat and is_pad(prompt)]


def is_pad(prompt: Prompt) -> bool:
    """Whether cards are all that is asked."""
    return (
        prompt.form == "pad"
        and not prompt.aside
        and all(isinstance(field, fields.Cards) for field in prompt.fields)
    )


def row_prompts(view: View) -> list[Prompt]:
    """The rows that are still to be filled, one per seat."""
    return [prompt for prompt in view.prompts if prompt.form == "row"]


def chosen_cards(prompts: Sequence[Prompt], draft: Draft) -> list[str]:
    """The cards tapped and typed, as far as they can be read."""
    return [
        card for text in card_texts(prompts[0], draft) for card in cards_in(prompts[0], text) or ()
    ]


def cards_in(prompt: Prompt, text: str) -> tuple[str, ...] | None:
    """The cards of a text; None if it cannot be read."""
    try:
        return read_cards(text, cards_of(prompt).deck)
    except Unreadable:
        return None


def as_before(view: View, played: Played) -> View:
    """The table as it was just before an entry that stands, with nothing but its seat's prompts."""
    at = next(at for at, found in enumerate(view.history.played) if found.seq == played.seq)
    return replace(
        view,
        history=replace(view.history, played=view.history.played[:at], broken=None),
        only=played.move.seat,
    )


# What the page shows


@dataclass(frozen=True)
class Slot:
    """A thing a seat makes once: its size and name, in short and ``whole``, the points it was
    ``used`` for, whether it is what is tapped now, where a tap leads.
    """

    n: int
    name: str
    whole: str
    used: int | None
    active: bool
    refused: bool
    href: str


@dataclass(frozen=True)
class Turn:
    """Who acts, what helps them or is ``wrong``, and what they have still to make."""

    name: str
    hint: str
    slots: Sequence[Slot] = ()
    clause: str = ""
    wrong: bool = False


@dataclass(frozen=True)
class LiveCell:
    """What is tapped as it would stand on the sheet; ``wrong`` where it may not."""

    seat: str
    name: str
    points: int | None
    wrong: bool


@dataclass(frozen=True)
class Other:
    """A further answer: sent as it is, or a form of its own at ``href``."""

    text: str
    kind: str
    seat: str
    href: str


@dataclass(frozen=True)
class Place:
    """A place of a row: a card, a seat, a flag or a number from ``low`` to ``high``, under the
    field's name and the seat's.
    """

    field: str
    kind: str
    value: Any
    label: str
    title: str
    active: bool
    fixed: bool
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class GridRow:
    """A seat's row: what it has laid, its total, and what that is worth."""

    id: str
    name: str
    slots: Sequence[Place]
    total: int
    plus: int | None
    verdict: str
    clause: str
    leads: bool


@dataclass(frozen=True)
class Extra:
    """A line under the rows: points of nobody's row, or what is wrong."""

    text: str
    clause: str
    suit: str | None = None
    wrong: bool = False


@dataclass(frozen=True)
class Grid:
    """A round entered in rows, one for each seat; ``numbers`` are its places where all that is
    asked are numbers.
    """

    heads: Sequence[str]
    rows: Sequence[GridRow]
    extra: Extra | None
    target: FieldView | None
    numbers: Sequence[FieldView] = ()


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked now, entered by a pad, in rows, or in plain fields (None where there is no
    form); what else is on the page then.

    Of the fields ``tap`` is answered by one tap, ``split`` by some of the tapped cards. ``beside``
    is answered by a tap on the board. What a preview does not show is worked out where a page first
    shows it: the pad by ``keys``, the tap by ``choices``.
    """

    turn_view: Turn | None = None
    keys: Callable[[], Pad] | None = None
    grid: Grid | None = None
    fields: Sequence[FieldView] | None = None
    choices: Callable[[], FieldView] | None = None
    verdict: Verdict | None = None
    split: FieldView | None = None
    live: LiveCell | None = None
    typed: str = ""
    go: Go | None = None
    hidden: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    others: Sequence[Other] = ()
    board: Sequence[Block] = ()
    beside: Other | None = None
    sheet: ScoreSheet | None = None

    @property
    def in_use(self) -> bool:
        """Whether there is a form that somebody may be filling in."""
        return bool(self.keys or self.grid or self.choices) or self.fields is not None

    @cached_property
    def has_columns(self) -> bool:
        """Whether the board stands in columns."""
        return any(block.rows[0].columns for block in self.board)

    @cached_property
    def pad(self) -> Pad | None:
        """The card pad."""
        return self.keys() if self.keys else None

    @cached_property
    def tap(self) -> FieldView | None:
        """The field each of whose choices is one tap."""
        return self.choices() if self.choices else None
