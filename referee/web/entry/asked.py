"""The current prompts by the way they are entered, the entries of a form, and the page's parts."""

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
    """The entries of a form: every complete row, the pad's meld, or one plain answer."""
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
    """Put a card or seat into the active place, or remove it; activate the next empty place."""
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
    """Whether a place of a row is filled in place (tick or number), not by a tap below the rows."""
    return isinstance(field, fields.Flag | fields.Int)


def next_place(rows: Sequence[Prompt], draft: Draft, after: str = "") -> str:
    """The name of the next empty place after ``after``, wrapping round; "" when all are full."""
    names = [
        f"{field.name}.{prompt.seat}"
        for prompt in rows
        for field in prompt.fields
        if not stands_alone(field)
    ]
    start = names.index(after) + 1 if after in names else 0
    return next((name for name in names[start:] + names[:start] if not draft.texts(name)), "")


def pad_prompts(view: View, seat: str | None) -> list[Prompt]:
    """A seat's alternatives entered on the card pad alone."""
    return [prompt for prompt in view.prompts if prompt.seat == seat and is_pad(prompt)]


def is_pad(prompt: Prompt) -> bool:
    """Whether the prompt asks for cards only, on the pad."""
    return (
        prompt.form == "pad"
        and not prompt.aside
        and all(isinstance(field, fields.Cards) for field in prompt.fields)
    )


def row_prompts(view: View) -> list[Prompt]:
    """The rows still to be filled, one per seat."""
    return [prompt for prompt in view.prompts if prompt.form == "row"]


def chosen_cards(prompts: Sequence[Prompt], draft: Draft) -> list[str]:
    """The readable cards, tapped and typed."""
    return [
        card for text in card_texts(prompts[0], draft) for card in cards_in(prompts[0], text) or ()
    ]


def cards_in(prompt: Prompt, text: str) -> tuple[str, ...] | None:
    """The cards in a text; None if it cannot be read."""
    try:
        return read_cards(text, cards_of(prompt).deck)
    except Unreadable:
        return None


def as_before(view: View, played: Played) -> View:
    """The table just before an entry that stands, with only its seat's prompts."""
    at = next(at for at, found in enumerate(view.history.played) if found.seq == played.seq)
    return replace(
        view,
        history=replace(view.history, played=view.history.played[:at], broken=None),
        only=played.move.seat,
    )


# What the page shows


@dataclass(frozen=True)
class Slot:
    """A thing a seat makes once: ``n`` cards, short and ``whole`` name, points if ``used``."""

    n: int
    name: str
    whole: str
    used: int | None
    active: bool
    refused: bool
    href: str


@dataclass(frozen=True)
class Turn:
    """The acting seat, a hint (or an error if ``wrong``), and its slots."""

    name: str
    hint: str
    slots: Sequence[Slot] = ()
    clause: str = ""
    wrong: bool = False


@dataclass(frozen=True)
class LiveCell:
    """The tapped cards as a cell of the score sheet; ``wrong`` if the rules refuse them."""

    seat: str
    name: str
    points: int | None
    wrong: bool


@dataclass(frozen=True)
class Other:
    """Another answer: sent at once, or a form of its own at ``href``."""

    text: str
    kind: str
    seat: str
    href: str


@dataclass(frozen=True)
class Place:
    """A place of a row: card, seat, flag or number (``low``–``high``), named ``<field>.<seat>``."""

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
    """A seat's row: its places, total, points this round and verdict."""

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
    """A line under the rows: points outside every row, or an error."""

    text: str
    clause: str
    suit: str | None = None
    wrong: bool = False


@dataclass(frozen=True)
class Grid:
    """A round entered in rows, one per seat; ``numbers`` if it asks for numbers only."""

    heads: Sequence[str]
    rows: Sequence[GridRow]
    extra: Extra | None
    target: FieldView | None
    numbers: Sequence[FieldView] = ()


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The current task: a pad, rows or plain ``fields`` (None without a form).

    One tap answers ``tap``, a tap on the board ``beside``, some of the tapped cards ``split``. Pad
    and tap are built on first use (``keys``, ``choices``), as a preview may not show them.
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
        return bool(self.keys or self.grid or self.choices) or self.fields is not None

    @cached_property
    def has_columns(self) -> bool:
        return any(block.rows[0].columns for block in self.board)

    @cached_property
    def pad(self) -> Pad | None:
        return self.keys() if self.keys else None

    @cached_property
    def tap(self) -> FieldView | None:
        return self.choices() if self.choices else None
