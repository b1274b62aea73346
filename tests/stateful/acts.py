"""What the phones of a walk do: each act draws what it needs from the table as it stands, so that
any acts can follow one another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from referee.kernel.contract import Checked, Level, Option, Prompt, bound
from referee.kernel.game import check, find_prompt
from referee.kernel.history import Played, undoable_event, undone
from referee.service.settings import VALUES
from tools.sample import Sample, read_answer, sample_answer, sample_move

from . import properties
from .devices import Answer, Phone
from .forms import fill, forms
from .spelling import as_form, as_json

if TYPE_CHECKING:
    from .walk import Walk

Act = Callable[["Walk", Random], None]
WHY = "the table agreed"
JUNK: tuple[Any, ...] = ("", "7 ", "K♥", [], ["QS", "QS"], None, 3, -1, True, "−2", "x" * 500)
ENTERING = ("host", "seat", "all", "late")
LINKED = ("program",)
REACHED = (
    *("calls.question", "players.players", "players.player", "own_seat.who", "asks.waits"),
    *("precedents.rulings", "changes.changes", "tables.table", "join.share", "corrections.correct"),
    *("fixes.entries", "sheets.sheet", "groups.group", "settings.settings", "start.people"),
)


def enter(walk: Walk, rng: Random) -> None:
    """Somebody enters what stands, in some spelling, by a form, by JSON or from the queue of a
    phone.
    """
    if (sample := _legal(walk, rng)) is not None:
        phone = somebody(walk, rng)
        before = walk.history
        answer = _send(walk, rng, phone, sample.prompt, sample.answer)
        properties.entered(walk, before, answer, sample.prompt, sample.answer, phone)


def play_on(walk: Walk, rng: Random) -> None:
    """A good many entries follow one another, so that walks come to ends of rounds and of games."""
    for _ in range(rng.randint(5, 25)):
        enter(walk, rng)


def enter_illegal(walk: Walk, rng: Random) -> None:
    """Somebody enters something that may not stand."""
    if (found := _illegal(walk, rng)) is not None:
        prompt, answer, checked = found
        before = walk.history
        sent = _send(walk, rng, somebody(walk, rng), prompt, answer)
        if checked.objections:
            properties.not_recorded(walk, before, sent)


def enter_at_random(walk: Walk, rng: Random) -> None:
    """Somebody enters what nobody asked for, or with fields of something else."""
    history = walk.history
    asked = rng.choice(history.prompts) if history.prompts else Prompt("depth")
    seat = rng.choice([*history.seats, None, "nobody"])
    data = {field.name: rng.choice(JUNK) for field in asked.fields}
    kind = rng.choice((asked.kind, "play", "depth", ""))
    entry = {"kind": kind, "seat": seat, "data": data, "accept": []}
    phone = somebody(walk, rng)
    body = {"seen": history.revision, "key": walk.key(), "entries": [entry]}
    phone.send(f"/api/t/{walk.code}/moves", json=body)


def let_stand(walk: Walk, rng: Random) -> None:
    """Somebody lets stand what breaks a clause: a host may, with a reason."""
    if (found := _illegal(walk, rng)) is None:
        return
    prompt, answer, checked = found
    phone, before = somebody(walk, rng), walk.history
    codes = [ruling.code for ruling in checked.rulings if ruling.level is Level.ILLEGAL]
    sent = _send(walk, rng, phone, prompt, answer, accept=codes, reason=rng.choice((WHY, WHY, "")))
    properties.let_stand(walk, before, sent, phone, checked)


def enter_again(walk: Walk, rng: Random) -> None:
    """The newest thing sent is sent once more, as after a lost answer."""
    if walk.last is not None:
        phone, address, sent = walk.last
        before = walk.history
        walk.phones[phone].send(address, **sent)
        properties.nothing_new(walk, before)


def look_before_entering(walk: Walk, rng: Random) -> None:
    """Somebody taps, and asks what it would count."""
    if (sample := _legal(walk, rng)) is None:
        return
    prompt, phone = sample.prompt, somebody(walk, rng)
    answer = dict(rng.sample(sorted(sample.answer.items()), rng.randint(0, len(sample.answer))))
    if rng.random() < 0.5:
        entry = {"kind": prompt.kind, "seat": prompt.seat, "data": as_json(prompt, answer, rng)}
        phone.send(f"/api/t/{walk.code}/check", json={"entries": [entry]})
    else:
        phone.send(f"/t/{walk.code}/preview", data=_form(walk, rng, phone, prompt, answer))


def undo(walk: Walk, rng: Random) -> None:
    """Somebody takes back the newest entry or correction."""
    if (last := undoable_event(walk.history.events)) is not None:
        _undo(walk, rng, last.seq)


def redo(walk: Walk, rng: Random) -> None:
    """Somebody takes the newest undo back."""
    if (last := undone(walk.history.events)) is not None:
        _undo(walk, rng, last.seq)


def undo_any(walk: Walk, rng: Random) -> None:
    """Somebody takes back any event at all, however old or impossible."""
    _undo(walk, rng, rng.randint(0, walk.history.revision + 1))


def correct(walk: Walk, rng: Random) -> None:
    """Somebody corrects any earlier entry: with the same answer, another one, or one that breaks
    what followed and gives it up.
    """
    if walk.history.played:
        _correct(walk, rng, rng.choice(walk.history.played))


def correct_newest(walk: Walk, rng: Random) -> None:
    """Somebody corrects one of the newest entries."""
    if walk.history.played:
        _correct(walk, rng, rng.choice(walk.history.played[-3:]))


def change_settings(walk: Walk, rng: Random) -> None:
    """A host, or somebody else, changes how the table treats its phones."""
    chosen = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.4}
    phone, before = somebody(walk, rng), walk.history
    sent = phone.send(f"/api/t/{walk.code}/house", json={"key": walk.key(), "settings": chosen})
    properties.host_only(walk, before, sent, phone)


def dispute(walk: Walk, rng: Random) -> None:
    """Anybody starts a dispute, or settles one."""
    phone = anybody(walk, rng)
    if (waiting := walk.open_disputes()) and rng.random() < 0.6:
        outcome = rng.choice(("stands", "corrected", "ruled", "withdrawn", "go", "nonsense"))
        about = _point(walk, rng) if rng.random() < 0.5 else {}
        phone.send(
            f"/api/t/{walk.code}/call/{rng.choice(waiting)}",
            json={"key": walk.key(), "outcome": outcome, "words": WHY} | about,
        )
    else:
        of = rng.choice([0, *(played.seq for played in walk.history.played[-4:])])
        body = {"key": walk.key(), "of": of, "words": rng.choice(("", WHY))}
        phone.send(f"/api/t/{walk.code}/call", json=body)


def settle_all(walk: Walk, rng: Random) -> None:
    """The host settles every open question and opens the table again, so that the game goes on."""
    for seq in walk.open_disputes():
        walk.phones["host"].send(
            f"/api/t/{walk.code}/call/{seq}", json={"key": walk.key(), "outcome": "stands"}
        )
    if walk.closed:
        walk.phones["host"].send(f"/t/{walk.code}/end", data={"do": "reopen", "key": walk.key()})


def keep_a_ruling(walk: Walk, rng: Random) -> None:
    """Somebody keeps a ruling for the group."""
    keep_ruling(walk, anybody(walk, rng), _point(walk, rng))


def keep_ruling(walk: Walk, phone: Phone, point: Mapping[str, str]) -> None:
    """A phone keeps a reading for the group; if it may, that holds from now on."""
    answer = phone.send(f"/api/t/{walk.code}/rulings", json={"key": walk.key()} | dict(point))
    properties.held(walk, answer, point)


def submit(walk: Walk, rng: Random) -> None:
    """Anybody fills in a form of some page, as it is offered to them; some lay the phone down first
    and send it when much has happened since.
    """
    if walk.left and rng.random() < 0.3:
        name, address, data = walk.left.pop(rng.randrange(len(walk.left)))
        walk.phones[name].send(address, data=data)
        return
    phone = anybody(walk, rng)
    endpoint = rng.choice(REACHED)
    address = walk.address(endpoint, rng)
    if address is None or phone.link:
        return
    answer = phone.look(address)
    offered = forms(answer.page) if answer.page is not None else []
    if not offered:
        return
    filled = fill(answer.page, rng.choice(offered), rng)
    if "/open" in filled.action and rng.random() < 0.8:
        return
    if rng.random() < 0.3:
        walk.left.append((phone.name, filled.action or address, filled.data))
    else:
        phone.send(filled.action or address, data=filled.data)


def join(walk: Walk, rng: Random) -> None:
    """Somebody comes by the code, or by a link."""
    phone = walk.phones[rng.choice(("code", "stranger", "away", "lowered"))]
    if rng.random() < 0.6:
        code = rng.choice((walk.code, walk.code.lower(), f" {walk.code} ", "ZZZZ"))
        phone.send("/join", data={"code": code})
    else:
        phone.send(f"/join/{walk.links['watch']}")


def put_in_order(walk: Walk, rng: Random) -> None:
    """The host puts the phones back to what they are called: this one lowered, that one away."""
    walk.cast()


def rename(walk: Walk, rng: Random) -> None:
    """Somebody renames a seat or lets another person take it over."""
    phone, seat = anybody(walk, rng), rng.choice(walk.history.seats)
    data = {
        "seat": seat,
        "do": rng.choice(("rename", "replace")),
        "name": rng.choice(("Dee", "Bo ", "Zoë", "  ", "あかり", "N" * 40)),
        "key": walk.key(),
    }
    phone.send(f"/t/{walk.code}/seats", data=data)


def next_table(walk: Walk, rng: Random) -> None:
    """The same people, one fewer or one more, begin the next table of this game; sometimes the walk
    goes on there.
    """
    game, (least, most) = walk.game.info.id, walk.game.info.seats
    names = list(walk.names().values())[: rng.randint(least, most)]
    names += [f"New {at}" for at in range(least - len(names))]
    phone = somebody(walk, rng)
    answer = phone.send(
        f"/new/{game}/open", data={"again": walk.code, "name": names, "key": walk.key()}
    )
    if answer.status == 303 and phone.name == "host" and rng.random() < 0.5:
        walk.move_to(answer.location.rstrip("/").split("/")[-2])


def _point(walk: Walk, rng: Random) -> dict[str, str]:
    """A reading of an open point."""
    return point_of(walk, rng, rng.choice(walk.game.info.options))


def point_of(walk: Walk, rng: Random, option: Option) -> dict[str, str]:
    """A reading of this one."""
    value = bound(option.field, walk.history.seats).sample(rng)
    return {"clause": option.clause, "option": option.field.name, "value": str(value)}


def somebody(walk: Walk, rng: Random) -> Phone:
    """Mostly a phone that may enter."""
    return anybody(walk, rng) if rng.random() < 0.15 else walk.phones[rng.choice(ENTERING + LINKED)]


def anybody(walk: Walk, rng: Random) -> Phone:
    """Any of the phones, or a program."""
    return rng.choice(list(walk.phones.values()))


def _legal(walk: Walk, rng: Random) -> Sample | None:
    """An answer that stands now, if the draw finds one."""
    history = walk.history
    if not history.prompts:
        return None
    found = sample_move(walk.game, history.state, history.prompts, rng)
    return found if isinstance(found, Sample) and not found.prompt.overrules else None


def _illegal(walk: Walk, rng: Random) -> tuple[Prompt, dict[str, object], Checked] | None:
    """A readable answer that breaks a clause, if the draw finds one."""
    history = walk.history
    for _ in range(20 if history.prompts else 0):
        prompt = rng.choice(history.prompts)
        answer = sample_answer(prompt, rng)
        if read_answer(prompt, answer) is None:
            continue
        checked = check(
            walk.game, history.state, prompt.kind, prompt.seat, answer, (), history.prompts
        )
        if checked.objections:
            return prompt, answer, checked
    return None


def _seen(walk: Walk, phone: Phone) -> int:
    """The revision a phone says it has seen."""
    return max(1, walk.history.revision - phone.lag)


def _send(
    walk: Walk,
    rng: Random,
    phone: Phone,
    prompt: Prompt,
    answer: Mapping[str, Any],
    accept: Sequence[str] = (),
    reason: str = "",
) -> Answer:
    """Send an entry by a form, from the queue or as JSON."""
    by = "json" if phone.link else rng.choice(("form", "json", "queue"))
    if by == "json":
        entry = {
            "kind": prompt.kind,
            "seat": prompt.seat,
            "data": as_json(prompt, answer, rng),
            "accept": list(accept),
        }
        body = {"seen": _seen(walk, phone), "key": walk.key(), "entries": [entry], "reason": reason}
        return walk.keep(phone, f"/api/t/{walk.code}/moves", json=body)
    data = (
        _form(walk, rng, phone, prompt, answer)
        | {"reason": [reason], "accept": list(accept)}
        | ({"overrule": ["1"]} if accept else {})
    )
    return walk.keep(
        phone, f"/t/{walk.code}/entry", data=data | ({"queued": ["1"]} if by == "queue" else {})
    )


def _form(
    walk: Walk, rng: Random, phone: Phone, prompt: Prompt, answer: Mapping[str, Any]
) -> dict[str, list[str]]:
    own = {"seen": [str(_seen(walk, phone))], "key": [walk.key()], "seat": [prompt.seat or ""]}
    if prompt.form == "row" and rng.random() < 0.5:
        return own | as_form(prompt, answer, rng, f".{prompt.seat}")
    return own | {"kind": [prompt.kind]} | as_form(prompt, answer, rng)


def _undo(walk: Walk, rng: Random, of: int) -> None:
    phone, before = somebody(walk, rng), walk.history
    body = {"of": of, "seen": _seen(walk, phone), "key": walk.key()}
    if phone.link or rng.random() < 0.5:
        answer = walk.keep(phone, f"/api/t/{walk.code}/undo", json=body)
    else:
        answer = walk.keep(phone, f"/t/{walk.code}/undo", data=body)
    properties.undo_and_redo(walk, before, answer, of)


def _correct(walk: Walk, rng: Random, played: Played) -> None:
    asked = find_prompt(walk.game.prompts(played.before), played.move.kind, played.move.seat)
    if asked is None:
        return
    other = None if rng.random() < 0.2 else sample_move(walk.game, played.before, [asked], rng)
    answer: Mapping[str, Any] = other.answer if isinstance(other, Sample) else played.answer
    phone, before, rewind = somebody(walk, rng), walk.history, rng.random() < 0.4
    if phone.link or rng.random() < 0.5:
        entry = {"kind": asked.kind, "seat": asked.seat, "data": as_json(asked, answer, rng)}
        body = {
            "of": played.seq,
            "seen": _seen(walk, phone),
            "key": walk.key(),
            "entry": entry,
            "reason": WHY,
            "rewind": rewind,
        }
        sent = walk.keep(phone, f"/api/t/{walk.code}/amend", json=body)
        properties.corrected(walk, before, sent, played, answer, phone)
        return
    data = {
        "seat": [asked.seat or ""],
        "kind": [asked.kind],
        "reason_kind": ["misread"],
        **as_form(asked, answer, rng),
    }
    shown = phone.send(f"/t/{walk.code}/correct/{played.seq}", data=data)
    if shown.status != 200:
        return
    again = {"seen": [str(_seen(walk, phone))], "key": [walk.key()]} | (
        {"rewind": ["1"]} if rewind else {}
    )
    sent = walk.keep(phone, f"/t/{walk.code}/amend/{played.seq}", data=data | again)
    properties.corrected(walk, before, sent, played, answer, phone)
    properties.as_the_page_said(walk, before, shown, sent, played)
