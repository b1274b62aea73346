"""Page 3 of a sheet: how points follow, in sentences, and what is shown instead of the total."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.own.draft import Draft, without
from referee.own.part import SheetFault
from referee.own.sentences import (
    KINDS,
    SHOWN,
    Said,
    SheetSentence,
    formula_of,
    lines_of,
    new_sentence,
    offered,
    said,
    sentence_of,
)
from referee.own.sheet import MOST
from referee.web.http.context import language
from referee.web.http.parts import ChoiceKey, Page
from referee.web.http.words import gettext as _
from referee.words import MARKS, Translator
from referee.words.sentences import sentence_texts

from .address import address, said_in, split_step
from .gaps import Piece, sent_gaps, views
from .sheet_words import ShownFault, fault_text, faults_at, page_of, spelled_out
from .tryit import TryView

ADD_SHOWN = "add-shown-0"
CAN_GO = ("rank", "shown", "source", "deal")
"""Parts of a sheet that it does without."""


@dataclass(frozen=True)
class PointsRow:
    """Lines of a sheet: the sentence for them, or what they say; ``hrefs`` lead to the formulas."""

    at: int
    lines: Sequence[Sequence[Piece]]
    text: str
    hrefs: Sequence[str]
    faults: Sequence[str]
    first: bool
    last: bool


@dataclass(frozen=True, kw_only=True)
class OwnPointsPage(Page):
    """Page 3: the sentences, what can be added, and the trial."""

    rows: Sequence[PointsRow]
    offered: Sequence[ChoiceKey]
    shown: Sequence[Sequence[Piece]]
    shown_text: str
    elsewhere: Sequence[ShownFault]
    trial: TryView | None
    trial_values: str


def changed_points(told: Draft, form: Mapping[str, str]) -> Draft:
    """The sheet with everything that page 3 was sent, and one tap on it."""
    found = _refilled(told, form)
    shown = _shown(found)
    if shown:
        sent = sent_gaps(shown, found, form, "s", SHOWN[shown.kind])
        if sent != shown:
            found["shown"] = formula_of(sent, SHOWN)
    verb, at = split_step(form.get("do", ""))
    kind = verb.removeprefix("add-")
    if verb == "add-shown":
        sentence = new_sentence("shown", found, SHOWN)
        return found | {"shown": formula_of(sentence, SHOWN)} if sentence else found
    if verb.startswith("unset-") and verb.removeprefix("unset-") in CAN_GO:
        found.pop(verb.removeprefix("unset-"), None)
    elif verb.startswith("add-") and kind in KINDS:
        _add(found, kind)
    elif verb in ("drop", "up", "down"):
        return _rearranged(found, verb, at)
    return found


def _refilled(told: Draft, form: Mapping[str, str]) -> Draft:
    """The sheet with what was sent for each gap; a line that says the same stays as it is."""
    found, rows = copy.deepcopy(told), []
    for number, one in enumerate(said(told)):
        lines = found["points"][one.at : one.at + one.count]
        if one.sentence:
            sent = sent_gaps(one.sentence, told, form, f"g.{number}", KINDS[one.sentence.kind])
            if sent != one.sentence:
                lines = _rewritten(lines, one.sentence, sent, told)
        rows += lines
    return found | {"points": rows} if rows else found


def _rewritten(
    lines: Sequence[Draft], before: SheetSentence, after: SheetSentence, told: Draft
) -> list[Draft]:
    """The lines of a sentence with other gaps; their reasons stay if only numbers differ."""
    names = [
        [value for value in one.gaps.values() if isinstance(value, str)] for one in (before, after)
    ]
    kept = [
        {"why": line["why"]} if "why" in line and names[0] == names[1] else {} for line in lines
    ]
    return [line | why for line, why in zip(lines_of(after, told), kept, strict=True)]


def _add(told: Draft, kind: str) -> None:
    for sentence in offered(told):
        lines = lines_of(sentence, told)
        if sentence.kind == kind and len(told.get("points", ())) + len(lines) <= MOST["points"]:
            told.setdefault("points", []).extend(lines)


def _rearranged(told: Draft, verb: str, number: int) -> Draft:
    """The sheet without a sentence, or with it above or below the next one."""
    every = said(told)
    if not 0 <= number < len(every):
        return told
    one = every[number]
    if verb == "drop":
        return without(told, "points", one.at, one.count)
    other = number + (1 if verb == "down" else -1)
    if not 0 <= other < len(every):
        return told
    every[number], every[other] = every[other], one
    return told | {"points": [line for part in every for line in _lines(told, part)]}


def _lines(told: Draft, one: Said) -> list[Draft]:
    return list(told["points"][one.at : one.at + one.count])


def _shown(told: Draft) -> SheetSentence | None:
    return sentence_of(told["shown"], told, SHOWN) if "shown" in told else None


def points_view(told: Draft, faults: tuple[SheetFault, ...], values: str) -> dict[str, object]:
    """The fields of page 3, apart from the trial."""
    every, shown = said(told), _shown(told)
    return {
        "rows": [
            _row(told, one, number, len(every), faults, values) for number, one in enumerate(every)
        ],
        "offered": _offered(told),
        "shown": views(shown, told, "s") if shown else [],
        "shown_text": spelled_out(told["shown"], told, language())
        if "shown" in told and not shown
        else "",
        "trial_values": values,
    }


def _row(
    told: Draft, one: Said, number: int, count: int, faults: tuple[SheetFault, ...], values: str
) -> PointsRow:
    places = range(one.at, one.at + one.count)
    lines = views(one.sentence, told, f"g.{number}") if one.sentence else []
    return PointsRow(
        number,
        lines,
        "" if lines else row_text(told, one.at),
        [address("formula", told, part="points", at=at, **{"try": values}) for at in places],
        _texts(told, [one for at in places for one in faults_at(faults, "points", at)]),
        number == 0,
        number == count - 1,
    )


def _texts(told: Draft, faults: Sequence[SheetFault]) -> list[str]:
    """What is wrong, each once."""
    return [*dict.fromkeys(fault_text(fault, told) for fault in faults)]


def row_text(told: Draft, at: int) -> str:
    """What a line without a sentence says: its own words, else its formula."""
    row, said_ = told["points"][at], Translator(language(), "own", {})
    if "rule" in row:
        return said_in(row["rule"], language())
    points = spelled_out(row.get("points", ""), told, language())
    if "when" not in row:
        return said_.say("own.row", {"points": points})
    when = spelled_out(row["when"], told, language())
    return said_.say("own.row_when", {"points": points, "when": when})


def _offered(told: Draft) -> list[ChoiceKey]:
    """The sentences that can be added, as they would be."""
    room = MOST["points"] - len(told.get("points", ()))
    between = MARKS[language()].semicolon
    found = [
        ChoiceKey(f"add-{one.kind}-0", between.join(sentence_texts(one, told, language())))
        for one in offered(told)
        if len(KINDS[one.kind].lines) <= room
    ]
    shown = new_sentence("shown", told, SHOWN)
    if shown and "shown" not in told:
        found.append(ChoiceKey(ADD_SHOWN, next(sentence_texts(shown, told, language()))))
    return found


def faults_elsewhere(told: Draft, faults: tuple[SheetFault, ...], every: bool) -> list[ShownFault]:
    """What is wrong in no sentence, each with its mend; of other pages only where ``every``."""
    found = []
    for fault in faults:
        head = str(fault.path[0]) if fault.path else ""
        text = fault_text(fault, told, placed=True)
        endpoint = {1: "game", 2: "entries"}.get(page := page_of(fault))
        if head == "let" and len(fault.path) > 1:
            href = address("formula", told, part="values", at=fault.path[1])
            found.append(ShownFault(text, button=_("Change the formula"), href=href))
        elif head in CAN_GO:
            found.append(ShownFault(text, f"unset-{head}-0", _("Delete")))
        elif endpoint and every:
            href = address(endpoint, told, check=1)
            found.append(ShownFault(text, button=_("Page %(n)s", n=page), href=href))
        elif every and len(fault.path) < 2:
            found.append(ShownFault(text))
    return found
