"""Plain entry: one form per alternative, each field by its kind."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from referee.event import Event
from referee.kernel import fields
from referee.kernel.contract import Checked, Level, Prompt, Ruling
from referee.kernel.game import check
from referee.service.draft import Draft
from referee.web.forms.fields import FieldView, Remark, ShownVerdict, as_keys, field_view
from referee.web.http.parts import Go
from referee.web.http.words import gettext as _
from referee.web.view.board import Block, board_of, on_board
from referee.web.view.pages import capitalized
from referee.web.view.verdict import checked_now, entry_from_draft, tapped_field
from referee.web.view.view import View, field_label
from referee.words import ruling_sentence

from .card_entry import ask_text, record_text, slot_of
from .entry_form import EntryForm, OtherAnswer, TurnView
from .one_tap import judged_pad, left_open, objection, refused_places, tap_view, with_chosen, worths
from .player_rows import player_rows


def plain_entry(view: View, prompts: Sequence[Prompt], draft: Draft) -> EntryForm:
    """The plain alternatives of a seat or the table: the first as form, the others as buttons."""
    main = _opened(prompts, draft)
    made = entry_from_draft(view, main, draft)
    checked = _checked(view, main, made)
    tap = tapped_field(main)
    again = _tapped_again(view, main, tap, draft, checked)
    rest = [prompt for prompt in prompts if prompt is not main]
    instead = _without_fields(rest) if tap and not again else None
    listed = _fields(view, main, tap, draft, checked)
    heading = _heading(view, main, made.data, _doubt(view, main, draft, listed))
    heading = _with_slots(view, prompts, main, heading)
    asked = EntryForm(
        turn_view=heading,
        fields=listed,
        players=player_rows(view, main, listed),
        choices=_choices(view, tap, main, draft),
        verdict=_noted(view, checked),
        go=again or _instead(view, instead) or _go(view, main, tap, made.data, checked),
        hidden={"kind": main.kind, "seat": main.seat or ""},
        others=[*nothing(view, main), *others(view, _further(view, rest, instead, heading))],
        board=_board(view, main, draft),
    )
    if beside := tapped_beside(view, main):
        asked = _with_beside(view, asked, beside)
    return asked if instead or made.data else _narrowed(view, main, draft, asked)


def _with_beside(view: View, asked: EntryForm, beside: Prompt) -> EntryForm:
    """The page with another answer of the seat on its board."""
    board = _board(view, beside, Draft(), "beside")
    return replace(asked, board=board, beside=OtherAnswer("", beside.kind, beside.seat or "", ""))


def _without_fields(prompts: Sequence[Prompt]) -> Prompt | None:
    return next((prompt for prompt in prompts if not prompt.fields), None)


def _further(
    view: View, rest: Sequence[Prompt], instead: Prompt | None, heading: TurnView
) -> list[Prompt]:
    """The other answers with a button; a slot is chosen by its own tap and needs none."""
    left_out = view.history.game.info.made if heading.slots else ()
    return [one for one in rest if one.kind not in left_out and one is not instead]


def _opened(prompts: Sequence[Prompt], draft: Draft) -> Prompt:
    """The answer that was opened or tried, else the first."""
    return next((prompt for prompt in prompts if prompt.kind == draft.kind), prompts[0])


def _choices(
    view: View, tap: fields.Field | None, main: Prompt, draft: Draft
) -> Callable[[], FieldView] | None:
    """The field that a tap answers, unless it lies on the board."""
    if tap is None or on_board(view, tap, ()):
        return None
    return lambda: tap_view(view, tap, main, draft)


def _instead(view: View, prompt: Prompt | None) -> Go | None:
    """The button of another answer without fields, where a tap answers the form."""
    if prompt is None:
        return None
    return Go(_recorded_text(view, prompt), kind="quiet", name="instead", value=prompt.kind)


def _with_slots(view: View, prompts: Sequence[Prompt], main: Prompt, heading: TurnView) -> TurnView:
    """The heading with the seat's slots, if the answers are slots: a tap chooses one."""
    seat, open_ = main.seat, {prompt.kind for prompt in prompts}
    made = view.history.game.info.made
    if seat is None or main.kind not in made or len(open_ & made) < 2:
        return heading
    slots = tuple(
        slot_of(
            view,
            seat,
            slot,
            slot.name == main.kind,
            view.url("tables.table", seat=seat, do=slot.name) if slot.name in open_ else "",
        )
        for slot in view.history.game.info.slots
    )
    return replace(
        heading, hint=view.translator.say("hint.slots", default=heading.hint), slots=slots
    )


def _tapped_again(
    view: View, main: Prompt, tap: fields.Field | None, draft: Draft, checked: Checked | None
) -> Go | None:
    """A button to record the choice shown, if the entry was undone or is being corrected."""
    value = draft.one(tap.name) if tap else ""
    if tap is None or not value or checked is None or checked.move is None or checked.objections:
        return None
    return Go(record_text(view, main, checked), kind="record", name=tap.name, value=value)


def _board(view: View, form: Prompt, draft: Draft, form_id: str = "entry") -> list[Block]:
    return board_of(view, form, draft, refused_places(view, form, draft), form_id)


def tapped_beside(view: View, main: Prompt) -> Prompt | None:
    """Another answer of the seat by a tap on the board, if the form asks for nothing there."""
    if any(on_board(view, field, ()) for field in main.fields):
        return None
    others = (
        prompt
        for prompt in view.prompts
        if prompt.seat == main.seat and prompt.kind != main.kind and prompt.form == "tap"
    )
    return next(
        (prompt for prompt in others if prompt.fields and on_board(view, prompt.fields[-1], ())),
        None,
    )


def _narrowed(view: View, main: Prompt, draft: Draft, asked: EntryForm) -> EntryForm:
    """A hint of how many choices are legal; a single one is preselected but still needs the tap."""
    if len(main.fields) > 1 or asked.tap is None or asked.turn_view is None:
        return asked
    free, of = left_open(asked.tap)
    if len(free) == of:
        return asked
    if len(free) > 1 or not free:
        hint = view.translator.say(
            f"fits.{main.kind}", {"n": len(free), "seat": main.seat}, default=asked.turn_view.hint
        )
        return replace(asked, turn_view=replace(asked.turn_view, hint=hint))
    name = asked.tap.name
    checked = checked_now(
        view, entry_from_draft(view, main, draft.replace(**{name: free[0]}))
    ).entered
    hint = view.translator.say(
        f"only.{main.kind}", {"seat": main.seat, name: free[0]}, default=asked.turn_view.hint
    )
    go = Go(record_text(view, main, checked), kind="record", name=name, value=free[0])
    tap = with_chosen(asked.tap, free[0])
    return replace(asked, choices=lambda: tap, turn_view=replace(asked.turn_view, hint=hint), go=go)


def _checked(view: View, main: Prompt, made: Event) -> Checked | None:
    """The check of what is given so far; None of an untouched form."""
    return checked_now(view, made).entered if made.data or _says_itself(main) else None


def _says_itself(prompt: Prompt) -> bool:
    """Whether a prompt is answered by its defaults; an empty default has to be chosen instead."""
    return all(field.default not in (None, (), "") for field in prompt.fields)


def nothing(view: View, main: Prompt) -> list[OtherAnswer]:
    """The explicit answer "nobody" or "nothing", if it is legal, so that no slip can make it."""
    if not main.fields or not all(
        isinstance(field, fields.Many | fields.Cards) for field in main.fields
    ):
        return []
    checked = check(
        view.history.game, view.state, main.kind, main.seat, {}, prompts=view.sight.prompts
    )
    if checked.move is None or checked.entered.objections:
        return []
    several = view.translator.say("record.nothing", default="") if len(main.fields) > 1 else ""
    text = several or record_text(view, main, checked)
    return [OtherAnswer(text, main.kind, main.seat or "", "")]


def _may_be_left(field: fields.Field) -> bool:
    return (
        field.optional or field.default is not None or isinstance(field, fields.Flag | fields.Many)
    )


def _fields(
    view: View, main: Prompt, tap: fields.Field | None, draft: Draft, checked: Checked | None
) -> list[FieldView]:
    """The fields to draw, without places on the board and the field that a tap answers."""
    wrong = (
        {ruling.field: ruling for ruling in checked.objections}
        if checked and draft.raw.get("kind")
        else {}
    )
    worth = worths(view, main, draft)
    return [
        replace(
            _drawn(view, main, field, draft, wrong.get(field.name)), worth=worth.get(field.name)
        )
        for field in main.fields
        if not on_board(view, field, wrong) and field is not tap
    ]


def _drawn(
    view: View, main: Prompt, field: fields.Field, draft: Draft, wrong: Ruling | None
) -> FieldView:
    """A field as keys; before the final tap, cards are judged and defaults not preselected."""
    tap = tapped_field(main)
    model = field_view(
        view, replace(field, default=None) if tap else field, draft, wrong, main.seat
    )
    model = replace(
        as_keys(model, field, len(main.fields) == 1),
        worth_shown=field in _last_numbers(main),
        of=field.label,
        sum=next((total for names, total in main.sums if field.name in names), None),
    )
    keys = model.keys if tap else None
    return (
        replace(model, keys=lambda: judged_pad(view, main, draft, field, keys())) if keys else model
    )


def _last_numbers(prompt: Prompt) -> Collection[fields.Field]:
    """The last number about each seat: beside it stands what all of the seat's bring."""
    numbers = [one for one in prompt.fields if isinstance(one, fields.Int) and one.about]
    return {one.about: one for one in numbers}.values()


def _doubt(view: View, main: Prompt, draft: Draft, listed: Sequence[FieldView]) -> Ruling | None:
    """The objection to cards already chosen, before the final tap, unless a field shows it."""
    tap, open_to = tapped_field(main), {model.name for model in listed if not model.error}
    cards = [
        field
        for field in main.fields
        if isinstance(field, fields.Cards) and field is not tap and field.name in open_to
    ]
    chosen = [
        (field, card)
        for field in cards
        if tap
        for card in draft.texts(field.name)
        if card in field.deck.counts
    ]
    doubts = (objection(view, main, draft, field, card) for field, card in chosen)
    return next(filter(None, doubts), None)


def _heading(view: View, main: Prompt, raw: Mapping[str, object], doubt: Ruling | None) -> TurnView:
    """The acting seat and a hint (next step or objection); entries open to all are named."""
    anytime = main.aside and main.seat is None
    heading = view.translator.say(
        f"turn.{main.kind}",
        {"seat": main.seat},
        default=view.kind_name(main.kind) if anytime else "",
    )
    kind = (
        "" if heading or not main.fields else view.translator.say(f"kind.{main.kind}", default="")
    )
    name, hint = (
        heading or capitalized(view.translator.seat(main.seat)),
        view.say(None if anytime else view.scene.hint) or kind,
    )
    if doubt:
        return TurnView(
            name, ruling_sentence(view.translator, doubt), clause=doubt.clause, wrong=True
        )
    asks_more = raw and main.fields[-1].name not in raw
    return TurnView(
        name,
        view.translator.say(f"then.{main.kind}", {**raw, "seat": main.seat}, default=hint)
        if asks_more
        else hint,
    )


def _noted(view: View, checked: Checked | None) -> ShownVerdict | None:
    rulings = checked.rulings if checked and not checked.objections else ()
    noted = next((ruling for ruling in rulings if ruling.level is Level.NOTE), None)
    if noted is None:
        return None
    why = Markup(ruling_sentence(view.translator, noted, ".why"))
    return ShownVerdict(
        Markup(ruling_sentence(view.translator, noted)),
        noted.clause,
        remark=Remark(True, why) if why else None,
    )


def _go(
    view: View,
    prompt: Prompt,
    tap: fields.Field | None,
    raw: Mapping[str, object],
    checked: Checked | None,
) -> Go:
    if tap:
        return Go(ask_text(view, prompt), kind="open")
    if checked and not checked.objections:
        return Go(record_text(view, prompt, checked), kind="record")
    return Go(_left_text(view, prompt, raw, checked), kind="open")


def _left_text(
    view: View, prompt: Prompt, raw: Mapping[str, object], checked: Checked | None
) -> str:
    """What is asked; once something is given, what is missing or wrong."""
    needed = (field for field in prompt.fields if not _may_be_left(field))
    left = next((field for field in needed if field.name not in raw), None)
    if raw and left:
        return _("Missing: %(what)s", what=field_label(view, left))
    if raw and checked:
        return Markup(ruling_sentence(view.translator, checked.objections[0]))
    asked = view.kind_name(prompt.kind)
    return view.translator.say(f"ask.{prompt.kind}", {"seat": prompt.seat}, default=asked)


def others(view: View, prompts: Sequence[Prompt]) -> list[OtherAnswer]:
    """Buttons for further answers: sent at once without fields, otherwise opened as a form."""
    return [
        OtherAnswer(
            view.kind_name(prompt.kind),
            prompt.kind,
            prompt.seat or "",
            view.url("tables.table", seat=prompt.seat or "", do=prompt.kind),
        )
        if prompt.fields
        else OtherAnswer(_recorded_text(view, prompt), prompt.kind, prompt.seat or "", "")
        for prompt in prompts
    ]


def _recorded_text(view: View, prompt: Prompt) -> str:
    return view.translator.say(
        f"record.{prompt.kind}",
        {"seat": prompt.seat, "slot": prompt.kind},
        default=view.kind_name(prompt.kind),
    )
