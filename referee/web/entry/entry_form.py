"""What is asked now: the prompts by the way they are entered, the form's entries, and its parts."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from referee.event import Event, new_move
from referee.kernel import fields
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Prompt
from referee.kernel.detail import DEPTH
from referee.kernel.game import find_prompt
from referee.kernel.history import Played
from referee.service.draft import Draft, card_texts, cards_of, choose_prompt, complete_rows, entry
from referee.store.symbols import Sign
from referee.web.forms.fields import FieldView, Pad, ShownVerdict
from referee.web.http.parts import Go, Link
from referee.web.http.words import gettext as _
from referee.web.sheet.score_sheet import ScoreSheet
from referee.web.view.board import Block
from referee.web.view.page_header import awaited_kinds
from referee.web.view.verdict import entry_from_draft
from referee.web.view.view import View


def entries_of(view: View, draft: Draft) -> list[Event]:
    """The entries of a form: every complete row, the pad's meld, or one plain answer."""
    if draft.kind:
        prompt = find_prompt(view.prompts, draft.kind, draft.seat)
        return (
            [entry_from_draft(view, prompt, draft)]
            if prompt
            else [new_move(draft.kind, draft.seat, {}, draft.accept)]
        )
    if rows := row_prompts(view):
        return [entry(prompt, draft, f".{prompt.seat}") for prompt in complete_rows(rows, draft)]
    if pads := pad_prompts(view, draft.seat):
        return [entry(choose_prompt(pads, draft), draft)]
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


# Which answers a page offers


def asks_rows(view: View) -> bool:
    """Whether all seats are entered together, one row each."""
    return bool(row_prompts(view)) and not any(
        not prompt.aside and prompt.form != "row" for prompt in view.prompts
    )


def plain_prompts(view: View, seat: str | None) -> list[Prompt]:
    """The answers a seat may give (or be refused out of turn), then those of the whole table."""
    own = [prompt for prompt in view.prompts if prompt.seat == seat and prompt.form != "row"]
    asked = [prompt for prompt in own if not prompt.aside or prompt.kind in awaited_kinds(view)]
    return asked + (of_table(view) if seat is not None else [])


def of_table(view: View) -> list[Prompt]:
    """Prompts of the whole table that are expected, or shown at any moment."""
    return [
        prompt
        for prompt in view.prompts
        if prompt.seat is None and (prompt.shown or not prompt.aside)
    ]


def asides(view: View, seat: str | None) -> tuple[Link, ...]:
    """Links to optional entries, each kind once: the current seat's, otherwise the first seat's."""
    left = {*awaited_kinds(view), DEPTH}
    free = [prompt for prompt in view.prompts if prompt.aside and not prompt.shown]
    offered = [prompt for prompt in free if prompt.seat is None or prompt.form == "pad"]
    found: dict[str, Prompt] = {}
    for prompt in sorted(offered, key=lambda prompt: prompt.seat != seat):
        if prompt.kind not in left:
            found.setdefault(prompt.kind, prompt)
    return tuple(
        Link(_aside_text(view, prompt), view.url("tables.table", do=kind, seat=prompt.seat))
        for kind, prompt in found.items()
    )


def _aside_text(view: View, prompt: Prompt) -> str:
    what = view.kind_name(prompt.kind)
    return _("%(name)s: %(what)s", name=view.names[prompt.seat], what=what) if prompt.seat else what


def shown_first(view: View, seat: str | None) -> list[Prompt]:
    """The prompts that a seat's page shows as its form without a further tap."""
    if asks_rows(view):
        return row_prompts(view)
    if seat and (pads := pad_prompts(view, seat)):
        return pads
    asked, slots = plain_prompts(view, seat), view.history.game.info.made
    # The slots of a seat are in one row, each one tap away.
    return (
        [prompt for prompt in asked if prompt.kind in slots]
        if asked and asked[0].kind in slots
        else asked[:1]
    )


def with_others(view: View, prompts: list[Prompt], seat: str | None) -> list[Prompt]:
    """A tried answer with the page's other answers, so that a refusal hides none of them."""
    return plain_prompts(view, seat) if prompts[0] in shown_first(view, seat) else prompts


def back_to_choice(view: View, draft: Draft, first: str | None) -> Link | None:
    """The link from an opened answer back; answers of the whole table lead to seat ``first``."""
    asked = [
        prompt for prompt in view.prompts if (prompt.kind, prompt.seat) == (draft.kind, draft.seat)
    ]
    if not asked or asked[0] in shown_first(view, draft.seat or first):
        return None
    address = {"seat": draft.seat} if draft.seat else {"go": "1"}
    return way_back(view.url("tables.table", **address))


def way_back(href: str) -> Link:
    """The link back to a page with several answers."""
    return Link(_("Other entries"), href, "back")


# What the page shows


@dataclass(frozen=True)
class SlotChoice:
    """A thing a seat makes once: ``n`` cards, short and ``whole`` name, points if ``used``."""

    n: int
    name: str
    whole: str
    used: int | None
    active: bool
    refused: bool
    href: str


@dataclass(frozen=True)
class TurnView:
    """The acting seat, a hint (or an error if ``wrong``), and its slots."""

    name: str
    hint: str
    slots: Sequence[SlotChoice] = ()
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
class OtherAnswer:
    """Another answer: sent at once, or a form of its own at ``href``."""

    text: str
    kind: str
    seat: str
    href: str


@dataclass(frozen=True)
class AskedPlayer:
    """What a player or a side is asked in a form of the table, and what was entered before.

    ``told`` are labels with values; each of the ``fields`` has its label without the name.
    """

    name: str
    signs: Sequence[Sign]
    told: Sequence[tuple[str, str]]
    fields: Sequence[tuple[str, FieldView]]


@dataclass(frozen=True)
class RowCell:
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
    slots: Sequence[RowCell]
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
class EntryForm:
    """The current task: a pad, rows or plain ``fields`` (None without a form).

    Of the ``fields`` those about a player stand in the rows of ``players``, if there are any.
    One tap answers ``tap``, a tap on the board ``beside``, some of the tapped cards ``split``. Pad
    and tap are built on first use (``keys``, ``choices``), as a preview may not show them.
    """

    turn_view: TurnView | None = None
    keys: Callable[[], Pad] | None = None
    grid: Grid | None = None
    fields: Sequence[FieldView] | None = None
    players: Sequence[AskedPlayer] = ()
    choices: Callable[[], FieldView] | None = None
    verdict: ShownVerdict | None = None
    split: FieldView | None = None
    live: LiveCell | None = None
    typed: str = ""
    go: Go | None = None
    hidden: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    others: Sequence[OtherAnswer] = ()
    board: Sequence[Block] = ()
    beside: OtherAnswer | None = None
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
