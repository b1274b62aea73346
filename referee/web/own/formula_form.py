"""One formula of a sheet: written in the reader's words, with its fault, and keys for words."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.own.draft import Draft, all_names
from referee.own.formula import LENGTH, BadFormula, tokens
from referee.own.part import SheetFault
from referee.web.http.context import language
from referee.web.http.parts import Page
from referee.web.http.words import gettext as _
from referee.words.faults import fault_words, spelling_of

from .address import split_step
from .sheet_words import ShownFault, fault_text, faults_at, faults_of, spelled_out, stored
from .tryit import TryView

PARTS = {"points": "points", "checks": "check", "values": "let"}
"""The list of a sheet for each part of an address."""
FIELDS = {"points": ("when", "points"), "check": ("that",), "let": ("value",)}
MAY_LACK = ("when",)
WORDS = ("if", "else", "max", "min", "difference")
MORE = ("and", "or", "not", "sum", "count", "distinct", "team", "so_far")
CALLED = ("max", "min", "difference", "sum", "count", "distinct", "team", "so_far")
SIGNS = ("+", "−", "×", "÷", "=", "≠", "<", ">", "≤", "≥", "(", ")", ",")
FIRST_SIGNS = 3
OF_PLAYERS = ("me", "nobody")


@dataclass(frozen=True)
class FormulaField:
    """A formula: its text, the same in three pieces around its fault, and the fault in words."""

    name: str
    label: str
    text: str
    pieces: Sequence[str]
    fault: ShownFault | None


@dataclass(frozen=True)
class WordKey:
    """A key for a word: what it says, what it writes, and its tap where no script runs."""

    label: str
    text: str
    tap: str


@dataclass(frozen=True, kw_only=True)
class OwnFormulaPage(Page):
    """The formulas of one line, the keys for names, words and signs, and the trial."""

    title: str
    fields: Sequence[FormulaField]
    names: Sequence[WordKey]
    words: Sequence[WordKey]
    word_list: Sequence[WordKey]
    faults_here: Sequence[str]
    trial: TryView | None
    trial_values: str
    sound: bool


def changed_formula(told: Draft, part: str, at: int, form: Mapping[str, str]) -> Draft:
    """The sheet with the formulas that were sent, and one tap: a word at the end, or a mend."""
    found = copy.deepcopy(told)
    row = found[part][at]
    before = {name: row.get(name) for name in FIELDS[part]}
    for name in FIELDS[part]:
        if name in form:
            _write(row, name, " ".join(form[name].split())[: LENGTH * 2], found)
    verb, number = split_step(form.get("do", ""))
    if verb == "insert" and 0 <= number < len(every := _keys(found)):
        name = FIELDS[part][-1]
        now = spelled_out(row.get(name, ""), found, language())
        _write(row, name, f"{now} {every[number].text}".strip(), found)
    if verb == "mend" and 0 <= number < len(FIELDS[part]):
        _mend(found, part, at, FIELDS[part][number])
    if before != {name: row.get(name) for name in FIELDS[part]}:
        row.pop("rule", None)
    return found


def _write(row: Draft, name: str, text: str, told: Draft) -> None:
    """A formula as a person wrote it; one that says the same stays as it is stored."""
    if text == spelled_out(row.get(name, ""), told, language()):
        return
    if not text and name in MAY_LACK:
        row.pop(name, None)
    else:
        row[name] = stored(text, told, language())


def _mend(told: Draft, part: str, at: int, name: str) -> None:
    for fault in faults_at(faults_of(told), part, at, name):
        mend = fault_words(fault, told, language()).mend
        if mend:
            told[part][at][name] = mend.of(str(told[part][at][name]))
            return


def formula_view(
    told: Draft, part: str, at: int, faults: tuple[SheetFault, ...]
) -> dict[str, object]:
    """The fields of the page of a formula, apart from the trial."""
    row = told[part][at]
    keys = _keys(told)
    names = len(_names(told))
    fields = [
        _field(told, row.get(name, ""), name, number, faults_at(faults, part, at, name))
        for number, name in enumerate(FIELDS[part])
    ]
    others = [fault for fault in faults_at(faults, part, at) if fault.path[2:3] not in _own(part)]
    return {
        "title": {"points": _("Points ="), "check": _("The check"), "let": _("Value")}[part],
        "fields": fields,
        "names": keys[:names],
        "words": keys[names : names + len(WORDS) + FIRST_SIGNS],
        "word_list": keys[names + len(WORDS) + FIRST_SIGNS :],
        "faults_here": [fault_text(fault, told) for fault in others],
        "sound": not any(field.fault for field in fields),
    }


def _own(part: str) -> set[tuple[str, ...]]:
    return {(name,) for name in FIELDS[part]}


def _field(
    told: Draft, formula: object, name: str, number: int, faults: Sequence[SheetFault]
) -> FormulaField:
    labels = {
        "when": _("Only if (optional)"),
        "points": _("Points"),
        "that": _("What must be true"),
        "value": _("Value"),
    }
    text = spelled_out(formula, told, language())
    if not faults:
        return FormulaField(name, labels[name], text, [text, "", ""], None)
    words = fault_words(faults[0], told, language())
    tap = f"mend-{number}" if words.mend else ""
    start, end = _shown_at(faults[0], str(formula), text, told)
    shown = ShownFault(fault_text(faults[0], told), tap, words.button)
    return FormulaField(
        name, labels[name], text, [text[:start], text[start:end], text[end:]], shown
    )


def _shown_at(fault: SheetFault, formula: str, text: str, told: Draft) -> tuple[int, int]:
    """Where a fault stands in the text as it is shown: at the same words, counted from the left."""
    start, end = fault.at or (0, 0)
    spelled = {word: name for name, word in spelling_of(told, language()).items()}
    try:
        there, here = tokens(formula, {}), tokens(text, spelled)
    except BadFormula:
        return start, max(end, start + 1)
    touched = [at for at, token in enumerate(there) if start <= token.at[0] < max(end, start + 1)]
    if not touched or touched[-1] >= len(here):
        return max(0, len(text) - 1), len(text)
    return here[touched[0]].at[0], here[touched[-1]].at[1]


def _names(told: Draft) -> list[str]:
    """The names that a formula may use: entries and values, and those that every sheet has."""
    is_who = any(ask.get("type") == "who" for ask in told.get("ask", ()))
    own = [name for name in spelling_of(told, language()) if name in all_names(told)]
    given = ["round", "players", "total", *(OF_PLAYERS if is_who else ())]
    return [*(name for name in own if name not in (*given, *OF_PLAYERS)), *given]


def _keys(told: Draft) -> list[WordKey]:
    """All keys: names, the words and signs that are used most, and all others."""
    spelled = spelling_of(told, language())
    first = [*_names(told), *WORDS, *SIGNS[:FIRST_SIGNS]]
    every = [*first, *MORE, *SIGNS[FIRST_SIGNS:]]
    labels = [spelled.get(word, word) for word in every]
    return [
        WordKey(label, f"{label}(" if word in CALLED else label, f"insert-{at}")
        for at, (word, label) in enumerate(zip(every, labels, strict=True))
    ]
