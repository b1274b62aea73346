"""The form of a question with cards: rows of facts above one pad, with a live verdict."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from flask import request, url_for

from referee.kernel import fields
from referee.kernel.card_rows import row_after
from referee.kernel.cards import Unreadable, read_cards
from referee.kernel.contract import Illegal, Option, Ruling
from referee.kernel.missing_facts import is_few
from referee.kernel.question import Answer, choices
from referee.kernel.situations import DONE
from referee.kernel.told_moves import read_move, steps
from referee.service.draft import Draft
from referee.store.values import TableRow
from referee.web.forms.fields import (
    KEY_COLUMNS,
    FieldView,
    Pad,
    Remark,
    ShownVerdict,
    as_keys,
    field_view,
    pad,
    value_label,
)
from referee.web.forms.options import Fold, every_rule
from referee.web.http import context
from referee.web.http.authorize import is_member
from referee.web.http.parts import Actions, ChoiceKey, Form, Go, Header, Link, Page, Sentence
from referee.web.http.permissions import may
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import find_group_rulings, own_options
from referee.web.rulings.recount import AS_PLAYED
from referee.web.view.board import Block, blocks_of
from referee.web.view.page_header import page_header, short_name
from referee.web.view.seat_words import spoken
from referee.web.view.view import field_label
from referee.words import ruling_sentence

from .inquiry import OPTION, Inquiry
from .place import own_href
from .ruling import lead, question_text, reasons

MAX_TYPED, NEWEST, NEWEST_STEPS = 200, 20, 8


@dataclass(frozen=True)
class CardInput:
    """A row of cards; the ``active`` one is filled by the pad."""

    name: str
    label: str
    active: bool
    cards: Sequence[str]
    text: str
    error: Sentence | None


@dataclass(frozen=True, kw_only=True)
class AskPage(Page):
    """A question with the facts so far; ``typed_wrong`` says why typed cards cannot be read.

    ``after`` is the next row; ``needed`` the next required fact; ``numbers`` share one keypad;
    ``more`` would not change the answer. ``told`` are hidden values in the form of ``rules``;
    ``as_ruled`` links to the group's rulings. ``when``, ``done`` and ``board`` describe the moment;
    ``mark`` is a hash of the ruling, so that a wide screen fetches it once.
    """

    form: Form
    address: str
    hands: Sequence[CardInput]
    pad: Pad | None
    after: ChoiceKey | None
    needed: FieldView | None
    numbers: Sequence[FieldView]
    fields: Sequence[FieldView]
    more: Sequence[FieldView]
    rules: Fold | None
    told: Mapping[str, Any]
    as_ruled: Link | None
    when: str
    done: Sequence[str]
    board: Sequence[Block]
    verdict: ShownVerdict
    typed: str
    typed_wrong: str
    actions: Actions
    mark: str


def ask_page(inquiry: Inquiry) -> AskPage:
    """Build the form with the facts so far and their errors."""
    answer = inquiry.state.answer
    wrong = (
        {ruling.field: ruling for ruling in reversed(answer.rulings) if _told(inquiry, ruling)}
        if isinstance(answer, Illegal)
        else {}
    )
    # With no fact in the address, the table's facts would be filled in again.
    cleared = url_for(
        "ask.ask",
        game=inquiry.id,
        q=inquiry.question.id,
        **(inquiry.kept | ({"players": ""} if inquiry.table else {})),
    )
    typed, typed_wrong = _typed(inquiry)
    needed, numbers, others, more = _asked(inquiry, wrong)
    return AskPage(
        header=_header(inquiry),
        form=Form(url_for("ask.ask", game=inquiry.id), _hidden(inquiry)),
        address=inquiry.address,
        hands=[_hand(inquiry, field, wrong.get(field.name)) for field in inquiry.hands],
        pad=_pad(inquiry, inquiry.active_field) if inquiry.active_field else None,
        after=_after(inquiry),
        needed=needed,
        numbers=numbers,
        fields=others,
        more=more,
        rules=_house_rules(inquiry),
        told=_told_facts(inquiry),
        as_ruled=_as_ruled(inquiry),
        when=_when(inquiry, answer),
        done=_done(inquiry),
        board=blocks_of(inquiry.view, inquiry.view.scene.board)
        if inquiry.moment is not None and inquiry.view.scene.board
        else [],
        verdict=_verdict(inquiry, answer),
        typed=typed,
        typed_wrong=typed_wrong,
        actions=Actions(go=_why(inquiry, answer), plain=[Link(_("Clear"), cleared)]),
        mark=f"{crc32(inquiry.url().encode()):x}",
    )


def _when(inquiry: Inquiry, answer: Answer | Illegal) -> str:
    when = answer.when if isinstance(answer, Answer) else None
    return spoken(inquiry.view.translator, when).text if when else ""


def _why(inquiry: Inquiry, answer: Answer | Illegal) -> Go | None:
    """The button to the ruling; it names the number in question."""
    if not isinstance(answer, Answer):
        return None
    number = lead(answer) if answer.yes is None else ""
    return Go(_("Why %(points)s?", points=number) if number else _("Why?"), inquiry.url())


def _header(inquiry: Inquiry) -> Header:
    back, title = own_href(inquiry.id, inquiry.table), question_text(inquiry)
    if inquiry.table:
        return replace(page_header(inquiry.table, title, back), live=False, where="")
    return Header(title, back, short_name(inquiry.id))


def _hidden(inquiry: Inquiry) -> dict[str, Any]:
    return {
        "q": inquiry.question.id,
        **inquiry.kept,
        **({DONE: inquiry.raw[DONE]} if DONE in inquiry.raw else {}),
    }


def _told_facts(inquiry: Inquiry) -> dict[str, Any]:
    """The hidden values of the form of house rules."""
    shown = {OPTION + option.field.name for option in open_choices(inquiry)}
    return {
        **inquiry.raw,
        "q": inquiry.question.id,
        **{name: value for name, value in inquiry.kept.items() if name not in shown},
    }


def _as_ruled(inquiry: Inquiry) -> Link | None:
    """A link to the same question under the group's rulings, if they differ."""
    own = next(
        filter(
            None,
            (
                own_options(inquiry.id, find_group_rulings(group, inquiry.id))
                for group in _groups(inquiry)
            ),
        ),
        {},
    )
    if all(inquiry.options[name] == value for name, value in own.items()):
        return None
    return Link(
        _("Our decisions"), replace(inquiry, options={**inquiry.options, **own}).url("ask.ask")
    )


def _groups(inquiry: Inquiry) -> list[int]:
    if inquiry.table:
        return (
            [inquiry.table.table.group_id]
            if may(inquiry.table.access_level, "ask.ask", "rulings")
            else []
        )
    return [
        *filter(
            is_member,
            dict.fromkeys(table.group_id for table in newest_tables() if table.game == inquiry.id),
        )
    ]


def newest_tables() -> list[TableRow]:
    """Tables this device used last, newest first."""
    device = context.device()
    return (
        [grant.table for grant in context.store().tables_of_device(device, NEWEST)]
        if device
        else []
    )


Asked = tuple[FieldView | None, Sequence[FieldView], Sequence[FieldView], Sequence[FieldView]]


def _asked(inquiry: Inquiry, wrong: Mapping[str | None, Ruling]) -> Asked:
    """Sort the loose facts: next required, numbers, given or relevant, and irrelevant."""
    now = inquiry.state
    given = {name for name, text in inquiry.raw.items() if text}
    needed: list[fields.Field] = []
    figures: list[FieldView] = []
    others: list[FieldView] = []
    rest: list[FieldView] = []
    for field in _loose(inquiry):
        shown = _other(inquiry, field, wrong.get(field.name))
        if field.name not in {*given, *now.needed, *now.matter, *wrong}:
            rest.append(shown)
        elif _is_figure(field):
            figures.append(shown)
        else:
            # A required fact that was given can still be changed in both places.
            if field.name in now.needed:
                needed.append(field)
            if field.name in given or field.name not in now.needed:
                others.append(shown)
    return _other(inquiry, needed[0], None) if needed else None, figures, others, rest


def _loose(inquiry: Inquiry) -> list[fields.Field]:
    """The facts that are no cards."""
    return [
        field
        for field in inquiry.fields
        if not isinstance(field, fields.Cards) and field.name != DONE
    ]


def _is_figure(field: fields.Field) -> bool:
    return isinstance(field, fields.Counts) or (isinstance(field, fields.Int) and not is_few(field))


def _after(inquiry: Inquiry) -> ChoiceKey | None:
    """The next row without cards, once the active one has enough."""
    lit = inquiry.active_field
    following = (
        row_after(inquiry.hands, inquiry.held, lit.name)
        if lit and inquiry.held[lit.name] >= lit.least
        else None
    )
    return ChoiceKey(following.name, field_label(inquiry.view, following)) if following else None


def _house_rules(inquiry: Inquiry) -> Fold | None:
    """The form of house rules, its fields named as in the address."""
    options = open_choices(inquiry)
    if not options:
        return None
    fold = every_rule(inquiry.id, options, inquiry.options)
    return replace(fold, fields=[replace(field, name=OPTION + field.name) for field in fold.fields])


def open_choices(inquiry: Inquiry) -> list[Option]:
    """House rules that can be changed in the question."""
    return [
        option
        for option in inquiry.game.info.options
        if choices(option) and option.field.name not in AS_PLAYED
    ]


def _done(inquiry: Inquiry) -> list[str]:
    entries = [read_move(entry) for entry in steps(inquiry.raw.get(DONE, ""))[-NEWEST_STEPS:]]
    said = inquiry.view.plain
    return [
        f"{said.seat(seat)}{said.marks.colon}{said.kind(kind)}" if seat else said.kind(kind)
        for kind, seat, _raw in entries
    ]


def _typed(inquiry: Inquiry) -> tuple[str, str]:
    """Unreadable typed cards and the error that names the wrong character."""
    typed = request.args.get("typed", "")[:MAX_TYPED]
    if not typed or inquiry.active_field is None:
        return "", ""
    try:
        read_cards(typed, inquiry.active_field.deck)
    except Unreadable as bad:
        ruling = Ruling(
            "card_" + bad.code, params={"token": bad.token, "position": bad.position + 1}
        )
        return typed, ruling_sentence(inquiry.view.translator, ruling)
    return "", ""


def _other(inquiry: Inquiry, field: fields.Field, wrong: Ruling | None) -> FieldView:
    """A fact without cards as keys, with its value or default (for numbers a placeholder)."""
    usual = "" if field.default is None else str(field.default)
    # A value derived from other facts may change with them, so it is never sent as a fact.
    gathered = usual if field.optional and not isinstance(field, fields.Many) else ""
    text = inquiry.raw.get(field.name) or ("" if _is_figure(field) or gathered else usual)
    draft = Draft({field.name: text.split() if isinstance(field, fields.Many) else [text]})
    shown = as_keys(field_view(inquiry.view, field, draft, wrong, None), field, False)
    if gathered:
        shown = replace(
            shown,
            help=_("If left empty: %(value)s", value=value_label(inquiry.view, field, gathered)),
        )
    if _is_figure(field):
        return replace(shown, placeholder=usual)
    if isinstance(field, fields.Int):
        keys = [ChoiceKey(one, one) for one in map(str, range(field.low, field.high + 1))]
        return replace(shown, type="choice", options=keys, columns=KEY_COLUMNS)
    return shown


def _told(inquiry: Inquiry, ruling: Ruling) -> bool:
    """Whether the fact has a wrong value, as opposed to none yet."""
    return bool(inquiry.raw.get(ruling.field or ""))


def _hand(inquiry: Inquiry, field: fields.Cards, wrong: Ruling | None) -> CardInput:
    return CardInput(
        name=field.name,
        label=field_label(inquiry.view, field),
        active=field is inquiry.active_field,
        cards=inquiry.cards(field),
        text=inquiry.raw.get(field.name, ""),
        error=spoken(inquiry.view.translator, wrong) if wrong else None,
    )


def _pad(inquiry: Inquiry, field: fields.Cards) -> Pad:
    """The pad of the active row; cards in other rows reduce the copies left."""
    taken = inquiry.taken(field)
    free = {card: max(0, copies - taken[card]) for card, copies in field.deck.counts.items()}
    offered = fields.Cards(
        name=field.name, deck=field.deck, least=field.least, most=field.most, left=free
    )
    return pad(inquiry.view, offered, None, Counter(inquiry.cards(field)), mode="put")


def _verdict(inquiry: Inquiry, answer: Answer | Illegal) -> ShownVerdict:
    """The verdict and its first reason, or the missing fact."""
    if isinstance(answer, Illegal):
        told = next(
            (ruling for ruling in answer.rulings if _told(inquiry, ruling) or ruling.field is None),
            None,
        )
        if told is None:
            return ShownVerdict(empty=_missing(inquiry, answer.rulings[0]))
        return ShownVerdict(
            remark=Remark(False, ruling_sentence(inquiry.view.translator, told), told.clause)
        )
    why = reasons(inquiry.view.translator, answer)
    remark = Remark(_good(answer), why[0].text, why[0].clause) if why else None
    return ShownVerdict(
        spoken(inquiry.view.translator, answer.verdict).text,
        clause=answer.verdict.clause,
        remark=remark,
        lead=lead(answer),
    )


def _good(answer: Answer) -> bool:
    """Whether the answer is good news: no refusal, no "no", no negative points."""
    lost = isinstance(answer.outcome, int) and answer.outcome < 0
    return not (isinstance(answer.verdict, Ruling) or answer.yes is False or lost)


def _missing(inquiry: Inquiry, ruling: Ruling) -> str:
    field = next((known for known in inquiry.fields if known.name == ruling.field), None)
    if field is None:
        return ruling_sentence(inquiry.view.plain, ruling)
    return _(
        "Missing: %(fact)s",
        fact=inquiry.view.plain.say(f"field.{field.label or field.name}", {"seat": field.about}),
    )
