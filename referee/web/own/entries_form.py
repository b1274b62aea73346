"""Page 2 of a sheet: what is entered each round, and what is checked."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.own.draft import Draft, all_names, moved, name_of, without
from referee.own.part import SheetFault
from referee.own.reading import SENTENCE_SIGNS
from referee.own.sentences import CHECKS, SheetSentence, formula_of, new_sentence, sentence_of
from referee.own.sheet import LOWEST, MOST
from referee.web.http.context import language
from referee.web.http.parts import ChoiceKey, Page
from referee.web.http.words import gettext as _
from referee.words import LANGUAGES
from referee.words.sentences import CHECK, UNMET, text_of

from .address import address, said_in, sent_text, split_step, with_text
from .gaps import Piece, sent_gaps, views
from .sheet_words import entry_says, fault_text, faults_at, spelled_out

SIGNS = {"number": "num", "yes": "yesno", "who": "who", "some": "lines"}
"""The sign of each type of entry."""


@dataclass(frozen=True)
class OwnEntryRow:
    """An entry as it is listed: its name, what it is, and what is wrong with it."""

    href: str
    label: str
    says: str
    sign: str
    faults: Sequence[str]


@dataclass(frozen=True)
class CheckRow:
    """A check: its sentence, or its formula where there is none; what is said if it is not met."""

    at: int
    lines: Sequence[Sequence[Piece]]
    formula: str
    formula_href: str
    says: str
    faults: Sequence[str]
    last: bool


@dataclass(frozen=True, kw_only=True)
class OwnEntriesPage(Page):
    """Page 2: the entries, what can be added, the checks."""

    entries: Sequence[OwnEntryRow]
    adds: Sequence[tuple[str, str, str]]
    checks: Sequence[CheckRow]
    offered: Sequence[ChoiceKey]
    faults_here: Sequence[str]


def changed_entries(told: Draft, form: Mapping[str, str]) -> Draft:
    """The sheet with everything that page 2 was sent, and one tap on it."""
    found = copy.deepcopy(told)
    for at, check in enumerate(found.get("check", ())):
        _change_check(found, at, check, form)
    verb, at = split_step(form.get("do", ""))
    kind = verb.removeprefix("add-")
    if verb.startswith("add-") and kind in adding():
        return _added(found, kind)
    if verb.startswith("check-") and verb.removeprefix("check-") in CHECKS:
        return _with_check(found, verb.removeprefix("check-"))
    if verb in ("drop", "up", "down") and at < len(found.get("check", ())):
        return without(found, "check", at) if verb == "drop" else _moved(found, verb, at)
    return found


def _moved(told: Draft, verb: str, at: int) -> Draft:
    return moved(told, "check", at, 1, 1 if verb == "down" else -1)


def _change_check(told: Draft, at: int, check: Draft, form: Mapping[str, str]) -> None:
    """A check with the gaps and the words that were sent."""
    before = sentence_of(check.get("that", ""), told, CHECKS)
    if before:
        after = sent_gaps(before, told, form, f"c.{at}", CHECKS[before.kind])
        if after != before:
            is_own = _is_said_by_itself(check, before, told)
            check["that"] = formula_of(after, CHECKS)
            if is_own:
                check["say"] = unmet(after, told)
                return
    if f"say.{at}" in form:
        text = sent_text(form[f"say.{at}"], SENTENCE_SIGNS)
        with_text(check, "say", text or said_in(check.get("say"), language()), language())


def _is_said_by_itself(check: Draft, sentence: SheetSentence, told: Draft) -> bool:
    """Whether what is said if a check is not met follows from its sentence."""
    told_now = check.get("say", "")
    texts = told_now.values() if isinstance(told_now, dict) else [told_now]
    by_itself = unmet(sentence, told).values()
    return any(text in by_itself for text in texts)


def unmet(sentence: SheetSentence, told: Draft) -> dict[str, str]:
    """What is said if a check is not met, in every language: it is read by others, too."""
    return {lang: text_of(sentence, told, lang, UNMET)[:SENTENCE_SIGNS] for lang in LANGUAGES}


def said_anew(before: Draft, after: Draft) -> Draft:
    """The sheet in which checks say by themselves what an entry is called now."""
    found = copy.deepcopy(after)
    for at, check in enumerate(before.get("check", ())):
        sentence = sentence_of(check.get("that", ""), before, CHECKS)
        now = found.get("check", [])[at : at + 1]
        if sentence and now and _is_said_by_itself(check, sentence, before):
            renamed = sentence_of(now[0].get("that", ""), found, CHECKS)
            if renamed:
                now[0]["say"] = unmet(renamed, found)
    return found


def adding() -> Mapping[str, tuple[str, str]]:
    """What can be added: the words of its key, and its sign."""
    return {
        "points": (_("Points"), "num"),
        "bid": (_("Bid and tricks"), "lines"),
        "yes": (_("Yes or no"), "yesno"),
        "who": (_("Who?"), "who"),
        "number": (_("A number"), "num"),
        "some": (_("Several with points"), "lines"),
    }


def _added(told: Draft, kind: str) -> Draft:
    """The sheet with a new entry; a bid comes with tricks and with their check."""
    count = 2 if kind == "bid" else 1
    if len(told.get("ask", ())) + count > MOST["ask"]:
        return told
    if kind == "bid":
        limit = {"high": "round"}
        _add(told, _("Bid"), **limit)
        others = [one for one in told["ask"][:-1] if one.get("step", 1) == 1]
        _add(told, _("Tricks"), **limit, step=2)
        for one in others:
            one["step"] = 2
        check = SheetSentence("total", {"A": told["ask"][-1]["name"], "X": "round"})
        return _with_sentence(told, check)
    labels = {
        "points": _("Points"),
        "yes": _("Out"),
        "who": _("Winner"),
        "number": _("Number"),
        "some": _("Bonus"),
    }
    more: dict[str, dict[str, object]] = {
        "points": {"low": LOWEST},
        "yes": {"type": "yes"},
        "who": {"type": "who", "per": "table"},
        "some": {"type": "some", "of": [{"name": _("Bonus"), "points": 10}]},
    }
    _add(told, labels[kind], **more.get(kind, {}))
    return told


def _add(told: Draft, label: str, **more: object) -> None:
    asks = told.setdefault("ask", [])
    labels = {said_in(one.get("label", one.get("name")), language()) for one in asks}
    tried = (label, *(f"{label} {number}" for number in range(2, 20)))
    free = next(one for one in tried if one not in labels)
    asks.append({"name": name_of(free, all_names(told)), "label": free, **more})


def _with_check(told: Draft, kind: str) -> Draft:
    sentence = new_sentence(kind, told, CHECKS)
    return _with_sentence(told, sentence) if sentence else told


def _with_sentence(told: Draft, sentence: SheetSentence) -> Draft:
    if len(told.get("check", ())) < MOST["check"]:
        check = {"that": formula_of(sentence, CHECKS), "say": unmet(sentence, told)}
        told.setdefault("check", []).append(check)
    return told


def entries_view(told: Draft, faults: tuple[SheetFault, ...]) -> dict[str, object]:
    """The fields of page 2."""
    checks = told.get("check", [])
    return {
        "entries": [
            OwnEntryRow(
                address("entry", told, at=at),
                said_in(ask.get("label", ask.get("name")), language()),
                entry_says(ask, told),
                SIGNS[ask.get("type", "number")],
                [fault_text(fault, told) for fault in faults_at(faults, "ask", at)],
            )
            for at, ask in enumerate(told.get("ask", ()))
        ],
        "adds": [(f"add-{kind}-0", *words) for kind, words in adding().items()],
        "checks": [_check(told, at, faults, at == len(checks) - 1) for at in range(len(checks))],
        "offered": _offered(told),
        "faults_here": [
            fault_text(one, told) for one in faults if one.path in (("ask",), ("check",))
        ],
    }


def _check(told: Draft, at: int, faults: tuple[SheetFault, ...], last: bool) -> CheckRow:
    check = told["check"][at]
    sentence = sentence_of(check.get("that", ""), told, CHECKS)
    return CheckRow(
        at,
        views(sentence, told, f"c.{at}", CHECK) if sentence else [],
        "" if sentence else spelled_out(check.get("that", ""), told, language()),
        address("formula", told, part="checks", at=at),
        said_in(check.get("say"), language()),
        [fault_text(fault, told) for fault in faults_at(faults, "check", at)],
        last,
    )


def _offered(told: Draft) -> list[ChoiceKey]:
    """The checks for which there are entries, as they would be added."""
    found = []
    for kind in CHECKS:
        sentence = new_sentence(kind, told, CHECKS)
        if sentence and len(told.get("check", ())) < MOST["check"]:
            found.append(ChoiceKey(f"check-{kind}-0", text_of(sentence, told, language(), CHECK)))
    return found
