"""What must hold at every step of a walk."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.kernel.concurrent import as_of
from referee.kernel.contract import Checked, Prompt
from referee.kernel.fields import Bad
from referee.kernel.game import find_prompt
from referee.kernel.history import Event, History, newest, replay, undone
from referee.web.http.rights import BY_ENDPOINT, at_table, refusal

from . import numbers
from .broken import require
from .devices import Answer, Phone

if TYPE_CHECKING:
    from .walker import Walk

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
    if answer.status >= 500:
        require(
            False,
            "a fault inside",
            _place_of(walk.fault) or answer.endpoint,
            f"{answer}\n{walk.fault}",
        )
    require(
        answer.status in TOLD,
        "a status nobody expects",
        f"{answer.endpoint} {answer.status}",
        answer,
    )
    if answer.page is not None:
        _page_is_sound(answer)


def told_briefly(answer: Answer) -> None:
    """What is wrong with a file is told in a page that any phone can show."""
    require(
        len(answer.text) < MOST_OF_REFUSAL,
        "a refusal longer than a page",
        answer.endpoint,
        len(answer.text),
    )


def _as_the_rights_say(walk: Walk, answer: Answer) -> None:
    """Whoever may not is turned away as the table of rights says, and nobody else."""
    right, arguments = BY_ENDPOINT[answer.endpoint], answer.arguments
    if not at_table(right) or arguments.get("code") != walk.code:
        return
    expected, place = (
        refusal(answer.standing, answer.endpoint, answer.method),
        f"{answer.endpoint}, {answer.standing}",
    )
    if expected:
        require(
            answer.status == expected,
            "somebody is served beyond their rights, or turned away otherwise",
            place,
            f"{answer}, not {expected}",
        )
    elif answer.status in (403, 404):
        known = right.cases or right.own or len(arguments) > 1
        require(known, "somebody is turned away who may", place, answer)


def _place_of(fault: str) -> str:
    """Where a fault inside came from: the last line of this project in its traceback."""
    places = re.findall(
        r'File "[^"]*?/((?:referee|templates|app)[^"]*)", line \d+, in (\S+)', fault
    )
    last = fault.strip().rsplit("\n", 1)[-1]
    return f"{places[-1][0]} {places[-1][1]}: {last.split(':')[0]}" if places else last[:80]


def _page_is_sound(answer: Answer) -> None:
    page = answer.page
    assert page is not None
    ids = page.xpath("//@id")
    twice = sorted({one for one in ids if ids.count(one) > 1})
    require(not twice, "an id twice on a page", f"{answer.endpoint} {twice[:3]}", answer)
    chosen = [
        (_form_of(one), one.get("name")) for one in page.xpath("//input[@type='radio'][@checked]")
    ]
    twice = sorted({one for one in chosen if chosen.count(one) > 1})
    require(not twice, "two of one choice are chosen", f"{answer.endpoint} {twice[:3]}", answer)
    for element in page.xpath("//script|//style"):
        element.drop_tree()
    found = CODES.search(str(page.text_content()))
    require(
        found is None,
        "a code where words should be",
        f"{answer.endpoint} {found and found.group()}",
        answer,
    )


def _form_of(element: Any) -> str:
    """The form an input belongs to: the one it names, else the one around it."""
    around = next(
        (form.get("id") or form.get("action", "") for form in element.iterancestors("form")), ""
    )
    return str(element.get("form") or around)


def _keeps_secrets(walk: Walk, answer: Answer) -> None:
    for device in walk.devices:
        require(device not in answer.text, "a device's id is told", answer.endpoint, answer)
    for name, secret in walk.hidden_from(answer.phone, answer.address):
        require(
            secret not in answer.text,
            "somebody is told what they must not know",
            f"{answer.endpoint}: {name}",
            answer,
        )


# Every table


def table_is_sound(walk: Walk) -> None:
    """The log replays to what is shown, and every answer in it is complete and in its one
    spelling.
    """
    history, events = walk.history, walk.stored()
    fresh = replay(walk.game, events)
    require(
        fresh.broken is None,
        "a stored log does not replay",
        str(fresh.broken and fresh.broken.event.kind),
        fresh.broken,
    )
    require(_standing(fresh) == _standing(history), "a replay gives other moves", walk.game.info.id)
    require(
        repr(fresh.lines) == repr(history.lines), "a replay gives other lines", walk.game.info.id
    )
    require(
        repr(fresh.state) == repr(history.state), "a replay gives another state", walk.game.info.id
    )
    numbers.on_paper(walk)
    for played in fresh.played:
        _is_canonical(fresh, played.changed, played.before, played.answer)


def _is_canonical(history: History, seq: int, before: Any, answer: Mapping[str, Any]) -> None:
    event = history.event(seq)
    assert event is not None
    place = f"{history.game.info.id} {event.kind}"
    require(
        dict(event.answer) == dict(answer),
        "an answer is not stored as it was read",
        place,
        f"{event.answer} {answer}",
    )
    prompt = find_prompt(history.game.prompts(before), event.kind, event.seat)
    assert prompt is not None
    names = [field.name for field in prompt.fields]
    require(
        list(event.answer) == names,
        "a stored answer is not complete",
        place,
        f"{event.answer} {names}",
    )


def _standing(history: History) -> list[Any]:
    return [(played.seq, played.changed, repr(played.move)) for played in history.played]


# One act


def not_recorded(walk: Walk, before: History, answer: Answer) -> None:
    """What is refused stores nothing, and says so."""
    require(
        answer.refused,
        "an illegal entry is not refused",
        f"{walk.game.info.id} {answer.endpoint} {answer.status}",
        answer,
    )
    nothing_new(walk, before)


def nothing_new(walk: Walk, before: History) -> None:
    """The log is as long as it was."""
    new = walk.history.events[before.revision :]
    require(not new, "something is stored that must not be", walk.game.info.id, new)


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
        require(not new, "a refused entry is stored", answer.endpoint, f"{answer} {new}")
        free = walk.may_enter(phone) and not phone.lag and not walk.stopped(before)
        require(
            not free,
            "a legal entry is refused",
            f"{walk.game.info.id} {prompt.kind} {answer.endpoint} {answer.status}",
            f"{answer}\n{prompt.kind} {prompt.seat} {dict(sent)}\n{_words(answer)}",
        )
        return
    require(
        walk.may_enter(phone),
        "an entry is taken from who may not enter",
        f"{phone.name} {answer.endpoint}",
        answer,
    )
    expected = {field.name: _plain(field.parse(sent.get(field.name))) for field in prompt.fields}
    if answer.status == 204 and phone.lag and not new:
        # What was saved on a phone was entered by another one meanwhile.
        of_seat = [
            one
            for one in before.played
            if (one.move.seat, one.move.kind) == (prompt.seat, prompt.kind)
        ]
        require(bool(of_seat), "a saved entry is lost", answer.endpoint, f"{answer} {expected}")
        return
    require(len(new) == 1, "an entry is not one event", answer.endpoint, f"{answer} {new}")
    require(
        dict(new[0].data) == expected,
        "an entry does not read back equal",
        f"{walk.game.info.id} {prompt.kind}",
        f"{new[0].data} {expected}",
    )


def let_stand(walk: Walk, before: History, answer: Answer, phone: Phone, checked: Checked) -> None:
    """Only a host lets stand what breaks a clause, with a reason, and it is marked."""
    new = [event for event in walk.history.events[before.revision :] if event.type == "move"]
    for event in new:
        require(
            walk.standing(phone) == "host",
            "somebody else than a host lets an entry stand",
            f"{phone.name} {answer.endpoint}",
            answer,
        )
        require(
            event.accept and event.reason,
            "an entry is let stand without a mark or a reason",
            answer.endpoint,
            event,
        )
    require(not (new and answer.refused), "a refused entry is stored", answer.endpoint, answer)


def host_only(walk: Walk, before: History, answer: Answer, phone: Phone) -> None:
    """Nobody but a host does this."""
    changed = walk.history.revision > before.revision
    require(
        not changed or walk.standing(phone) == "host",
        "somebody else than a host did what is a host's",
        f"{phone.name} {answer.endpoint}",
        answer,
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
    require(same, "a ruling that was kept does not hold", walk.game.info.id, f"{found} {point}")


def let_in_by(walk: Walk, phone: Phone, given: str) -> None:
    """Whoever comes by a link and does what its page says is what the link gives: at the end of a
    table, too.
    """
    found = walk.standing(phone)
    known = found == "host" if given == "host" else found in ("watch", "seat", "player")
    require(
        known,
        "a link does not give what it says",
        f"{given}, {'closed' if walk.closed else 'open'}",
        found,
    )


def taken_back(walk: Walk, before: History, answer: Answer, of: int) -> None:
    """An undo of the newest, and a redo of that, are the identity."""
    new = walk.history.events[before.revision :]
    if answer.refused or not new:
        require(not new, "a refused undo is stored", answer.endpoint, f"{answer} {new}")
        return
    last, back = newest(before.events), undone(before.events)
    if (last and last.seq == of) or (back and back.seq == of):
        earlier = as_of(before, of - 1)
        require(
            _standing(earlier) == _standing(walk.history),
            "an undo is not the table before it",
            walk.game.info.id,
            f"{answer} of {of}",
        )


def corrected(
    walk: Walk, before: History, answer: Answer, played: Any, sent: Mapping[str, Any], phone: Phone
) -> None:
    """A correction puts its answer in the place of the earlier one, as it was read; what is refused
    changes nothing.
    """
    new: list[Event] = list(walk.history.events[before.revision :])
    if answer.refused:
        require(
            not any(event.type == "amend" for event in new),
            "a refused correction is stored",
            answer.endpoint,
            f"{answer} {new}",
        )
        return
    now = walk.history.find(played.seq)
    require(
        now is not None and bool(new),
        "a correction is not stored",
        answer.endpoint,
        f"{answer} {new}",
    )
    assert now is not None
    prompt = find_prompt(walk.game.prompts(now.before), now.move.kind, now.move.seat)
    assert prompt is not None
    expected = {field.name: _plain(_read(field, sent)) for field in prompt.fields}
    require(
        now.answer == expected,
        "a correction does not read back equal",
        f"{walk.game.info.id} {now.move.kind}",
        f"{now.answer} {expected}",
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
        require(
            (str(sum(cell)) if cell else "–") == said,
            "a correction does not what its page said",
            walk.game.info.id,
            f"{said}: {cell}",
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
