"""What must hold at every step of a walk."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.event import Event
from referee.kernel.concurrent import as_of
from referee.kernel.contract import Checked, Prompt
from referee.kernel.fields import Bad
from referee.kernel.game import find_prompt
from referee.kernel.history import History, replay, undoable_event, undone
from referee.web.http.edition import has_view
from referee.web.http.permissions import at_table, refusal, right_of

from . import numbers
from .devices import Answer, Phone

if TYPE_CHECKING:
    from .walk import Walk

TOLD = frozenset(
    {200, 201, 202, 204, 301, 302, 303, 304, 308, 400, 403, 404, 405, 409, 413, 415, 422, 429}
)
MOST_OF_REFUSAL = 200_000
CODES = re.compile(
    r"(?<![\w/.])(?:say|ruling|line|entry|kind|word|ask|turn|record|field|choice|round|band)\.[a-z]+[a-z_.]*|\{\w*(?::\w+)?\}|%\(\w+\)s"
)

# Every answer


def answered(walk: Walk, answer: Answer) -> None:
    """No fault inside, a status that may be told, words instead of codes, and nothing that this
    phone must not know.
    """
    sound(walk, answer)
    _as_the_rights_say(walk, answer)
    _keeps_secrets(walk, answer)
    # A page may lead to another table of the group, which has numbers of its own.
    own = answer.arguments.get("code", walk.code) == walk.code
    if own and answer.status == 200 and answer.method == "GET":
        numbers.answered(walk, answer)


def sound(walk: Walk, answer: Answer) -> None:
    """No fault inside, a status that may be told, and a page that holds together, whatever table it
    is of.
    """
    if answer.status >= 500 and walk.faults:
        raise walk.faults[-1]
    assert answer.status in TOLD, f"a status nobody expects: {answer}"
    if answer.page is not None:
        _page_is_sound(answer)


def told_briefly(answer: Answer) -> None:
    """What is wrong with a file is told in a page that any phone can show."""
    assert len(answer.text) < MOST_OF_REFUSAL, f"a refusal longer than a page: {len(answer.text)}"


def _as_the_rights_say(walk: Walk, answer: Answer) -> None:
    """Whoever may not is turned away as the rights say, and nobody else."""
    right, arguments = right_of(walk.app, answer.endpoint), answer.arguments
    if not at_table(right) or arguments.get("code") != walk.code:
        return
    if not has_view(walk.app, answer.endpoint):
        # What is of the other edition is nowhere here.
        assert answer.status == 404, answer
        return
    access_level, expected = answer.access_level, refusal(answer.access_level, right)
    if expected:
        assert answer.status == expected, (
            f"somebody is not turned away with {expected}: {access_level} {answer}"
        )
    elif answer.status in (403, 404):
        known = right.cases or right.own or len(arguments) > 1
        assert known, f"somebody is turned away who may: {access_level} {answer}"


def _page_is_sound(answer: Answer) -> None:
    page = answer.page
    assert page is not None
    ids = page.xpath("//@id")
    twice = sorted({one for one in ids if ids.count(one) > 1})
    assert not twice, f"an id twice on a page: {twice[:3]} {answer}"
    chosen = [
        (_form_of(one), one.get("name")) for one in page.xpath("//input[@type='radio'][@checked]")
    ]
    twice = sorted({one for one in chosen if chosen.count(one) > 1})
    assert not twice, f"two of one choice are chosen: {twice[:3]} {answer}"
    for element in page.xpath("//script|//style"):
        element.drop_tree()
    found = CODES.search(str(page.text_content()))
    assert found is None, f"a code where words should be: {found} {answer}"


def _form_of(element: Any) -> str:
    """The form an input belongs to: the one it names, else the one around it."""
    around = next(
        (form.get("id") or form.get("action", "") for form in element.iterancestors("form")), ""
    )
    return str(element.get("form") or around)


def _keeps_secrets(walk: Walk, answer: Answer) -> None:
    for device in walk.devices:
        assert device not in answer.text, f"a device's id is told: {answer}"
    for name, secret in walk.hidden_from(answer.phone, answer.address):
        assert secret not in answer.text, (
            f"somebody is told what they must not know: {name} {answer}"
        )


# Every table


def table_is_sound(walk: Walk) -> None:
    """The log replays to what is shown, and every answer in it is complete and in its one
    spelling.
    """
    history, events = walk.history, walk.stored()
    fresh = replay(walk.game, events)
    assert fresh.broken is None, f"a stored log does not replay: {fresh.broken}"
    assert _effective_moves(fresh) == _effective_moves(history), "a replay gives other moves"
    assert repr(fresh.lines) == repr(history.lines), "a replay gives other lines"
    assert repr(fresh.state) == repr(history.state), "a replay gives another state"
    numbers.on_paper(walk)
    for played in fresh.played:
        _is_canonical(fresh, played.changed, played.before, played.answer)


def _is_canonical(history: History, seq: int, before: Any, answer: Mapping[str, Any]) -> None:
    event = history.event(seq)
    assert event is not None
    place = f"{history.game.info.id} {event.kind}"
    assert dict(event.answer) == dict(answer), (
        f"an answer is not stored as it was read: {place}; {event.answer} {answer}"
    )
    prompt = find_prompt(history.game.prompts(before), event.kind, event.seat)
    assert prompt is not None
    names = [field.name for field in prompt.fields]
    assert list(event.answer) == names, (
        f"a stored answer is not complete: {place}; {event.answer} {names}"
    )


def _effective_moves(history: History) -> list[Any]:
    return [(played.seq, played.changed, repr(played.move)) for played in history.played]


# One act


def not_recorded(walk: Walk, before: History, answer: Answer) -> None:
    """What is refused stores nothing, and says so."""
    assert answer.refused, f"an illegal entry is not refused: {answer}"
    nothing_new(walk, before)


def nothing_new(walk: Walk, before: History) -> None:
    """The log is as long as it was."""
    new = walk.history.events[before.revision :]
    assert not new, f"something is stored that must not be: {new}"


def entered(
    walk: Walk,
    before: History,
    answer: Answer,
    prompt: Prompt,
    sent: Mapping[str, Any],
    phone: Phone,
) -> None:
    """What stands is recorded for whoever may enter, and reads back equal; for nobody else."""
    new = walk.history.events[before.revision :]
    if answer.refused:
        assert not new, f"a refused entry is stored: {answer} {new}"
        assert not _free(walk, before, phone), (
            f"a legal entry is refused: {answer}\n{prompt} {sent}\n{_words(answer)}"
        )
        return
    assert walk.may_enter(phone), f"an entry is taken from who may not enter: {answer}"
    if answer.status == 204 and phone.lag and not new:
        _was_entered(before, prompt)
        return
    assert len(new) == 1, f"an entry is not one event: {answer} {new}"
    expected = {field.name: _plain(field.parse(sent.get(field.name))) for field in prompt.fields}
    assert dict(new[0].data) == expected, f"an entry reads back as {new[0].data}, not {expected}"


def _free(walk: Walk, before: History, phone: Phone) -> bool:
    """Whether whatever stands may be entered by a phone."""
    return walk.may_enter(phone) and not phone.lag and not walk.stopped(before)


def _was_entered(before: History, prompt: Prompt) -> None:
    """What was saved on a phone was entered by another one meanwhile."""
    known = {(played.move.seat, played.move.kind) for played in before.played}
    assert (prompt.seat, prompt.kind) in known, f"a saved entry is lost: {prompt}"


def let_stand(walk: Walk, before: History, answer: Answer, phone: Phone, checked: Checked) -> None:
    """Only a host lets stand what breaks a clause, with a reason, and it is marked."""
    new = [event for event in walk.history.events[before.revision :] if event.type == "move"]
    for event in new:
        assert walk.access_level_of(phone) == "host", (
            f"somebody else than a host lets an entry stand: {answer}"
        )
        assert event.accept, f"an entry is let stand without a mark: {event}"
        assert event.reason, f"an entry is let stand without a reason: {event}"
    assert not (new and answer.refused), f"a refused entry is stored: {answer}"


def host_only(walk: Walk, before: History, answer: Answer, phone: Phone) -> None:
    """Nobody but a host does this."""
    changed = walk.history.revision > before.revision
    assert not changed or walk.access_level_of(phone) == "host", (
        f"somebody else than a host did what is a host's: {answer}"
    )


def held(walk: Walk, answer: Answer, point: Mapping[str, str]) -> None:
    """A ruling that was kept holds, whatever clock the one before it had."""
    if answer.status != 201 or answer.phone.link:
        return
    told = answer.phone.look(f"/api/t/{walk.code}/rulings")
    found = [
        one["value"] for one in json.loads(told.text)["rulings"] if one["option"] == point["option"]
    ]
    same = [str(value) for value in found] == [point["value"]]
    assert same, f"a ruling that was kept does not hold: {found} {point}"


def let_in_by(walk: Walk, phone: Phone, given: str) -> None:
    """Whoever comes by a link and does what its page says is what the link gives: at the end of a
    table, too.
    """
    found = walk.access_level_of(phone)
    known = found == "host" if given == "host" else found in ("watch", "seat", "player")
    assert known, f"a link does not give what it says: {given}, not {found}"


def undo_and_redo(walk: Walk, before: History, answer: Answer, of: int) -> None:
    """An undo of the newest, and a redo of that, are the identity."""
    new = walk.history.events[before.revision :]
    if answer.refused or not new:
        assert not new, f"a refused undo is stored: {answer} {new}"
        return
    last, back = undoable_event(before.events), undone(before.events)
    if (last and last.seq == of) or (back and back.seq == of):
        earlier = as_of(before, of - 1)
        assert _effective_moves(earlier) == _effective_moves(walk.history), (
            f"an undo is not the table before it: {answer} of {of}"
        )


def corrected(
    walk: Walk, before: History, answer: Answer, played: Any, sent: Mapping[str, Any], phone: Phone
) -> None:
    """A correction puts its answer in the place of the earlier one, as it was read; what is refused
    changes nothing.
    """
    new: list[Event] = list(walk.history.events[before.revision :])
    if answer.refused:
        assert not any(event.type == "amend" for event in new), (
            f"a refused correction is stored: {answer} {new}"
        )
        return
    now = walk.history.find(played.seq)
    assert new, f"a correction is not stored: {answer}"
    assert now is not None, f"a correction is not stored: {answer} {new}"
    prompt = find_prompt(walk.game.prompts(now.before), now.move.kind, now.move.seat)
    assert prompt is not None
    expected = {field.name: _plain(_read(field, sent)) for field in prompt.fields}
    assert now.answer == expected, (
        f"a correction does not read back equal: {now.move.kind}; {now.answer} {expected}"
    )


def as_the_page_said(walk: Walk, before: History, shown: Answer, sent: Answer, played: Any) -> None:
    """The seat that is corrected has the number that was shown before it was confirmed."""
    if sent.refused or walk.history.revision == before.revision or shown.page is None:
        return
    for number in shown.page.xpath("//*[@id='changes']//li[contains(@class, 'is-own')]/b"):
        said = number.text_content().strip().replace("−", "-")
        cell = [
            line.points
            for line in walk.lines_for(sent.phone)
            if line.counts and (line.round, line.seat) == (played.round, played.move.seat)
        ]
        assert (str(sum(cell)) if cell else "–") == said, (
            f"a correction does not what its page said: {said}: {cell}"
        )


def _read(field: Any, sent: Mapping[str, Any]) -> Any:
    try:
        return field.parse(sent.get(field.name))
    except Bad:
        return None


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _words(answer: Answer) -> str:
    if answer.page is None:
        return answer.text[:600]
    box = answer.page.xpath("//*[@id='refusal' or @id='news' or @role='status' or @role='alert']")
    return " ".join(" ".join(one.text_content().split()) for one in box)[:600]
