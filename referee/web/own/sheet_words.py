"""A sheet under way in words: its formulas as a reader spells them, its entries, its faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.own.draft import Draft
from referee.own.formula import FUNCTIONS, WORDS, BadFormula, respelled
from referee.own.part import BadSheet, SheetFault
from referee.own.reading import GIVEN, read_sheet
from referee.own.sheet import LOWEST
from referee.web.http.context import language
from referee.web.http.words import gettext as _
from referee.words import Translator
from referee.words.faults import fault_words, spelling_of

PAGES = {
    "name": 1, "players": 1, "teams": 1, "low_wins": 1, "over": 1, "ask": 2, "check": 2,
}  # fmt: skip
LAST_PAGE = 3


@dataclass(frozen=True)
class ShownFault:
    """A fault in words; ``mend`` is the tap that mends it, ``href`` leads to where it is."""

    text: str
    mend: str = ""
    button: str = ""
    href: str = ""


def spelled_out(formula: object, told: Draft, lang: str) -> str:
    """A formula in the reader's words; as it is stored where it cannot be read."""
    text = str(formula)
    try:
        return respelled(text, {}, spelling_of(told, lang)).replace("-", "−")
    except BadFormula:
        return text


def stored(text: str, told: Draft, lang: str) -> str:
    """A formula as a person wrote it, as it is stored; what is no word at all stays as it is."""
    spelled = {word: name for name, word in spelling_of(told, lang).items()}
    known = {*WORDS, *FUNCTIONS, *GIVEN, *spelled.values()}
    try:
        return respelled(text, spelled, {name: name for name in known})
    except BadFormula:
        return text


def over_text(told: Draft, lang: str) -> str:
    """When the game is over, as a sentence."""
    said, over = Translator(lang, "own", {}), told.get("over", {})
    ends = []
    if "rounds" in over:
        rounds = spelled_out(over["rounds"], told, lang)
        ends.append(said.say("own.over_rounds", {"rounds": rounds}))
    if "points" in over:
        ends.append(said.say("own.over_points", {"points": over["points"]}))
    if "when" in over:
        ends.append(said.say("own.over_when", {"when": spelled_out(over["when"], told, lang)}))
    return said.in_a_row(ends)


def faults_of(told: Draft) -> tuple[SheetFault, ...]:
    """Everything that can be seen to be wrong without playing."""
    try:
        read_sheet(told)
    except BadSheet as bad:
        return bad.faults
    return ()


def faults_at(faults: tuple[SheetFault, ...], *place: str | int) -> list[SheetFault]:
    """The faults of one part of a sheet."""
    return [fault for fault in faults if fault.path[: len(place)] == place]


def page_of(fault: SheetFault) -> int:
    """The page on which a fault can be mended."""
    return PAGES.get(str(fault.path[0]) if fault.path else "", LAST_PAGE)


def fault_text(fault: SheetFault, told: Draft, placed: bool = False) -> str:
    """What is wrong and what to do, with its place if that is not where it is shown."""
    words = fault_words(fault, told, language())
    said = Translator(language(), "own", {})
    text = said.in_a_row((words.text, words.way))
    return f"{words.place}{said.marks.colon}{text}" if placed else text


def entry_says(ask: Mapping[str, object], told: Draft) -> str:
    """What an entry is, in a row of words: “one number per player, 0 to 13, before play”."""
    said = Translator(language(), "own", {})
    return said.marks.comma.join(_entry_parts(ask, told))


def _entry_parts(ask: Mapping[str, object], told: Draft) -> Iterator[str]:
    kind, per = str(ask.get("type", "number")), str(ask.get("per", "player"))
    yield _entry_kinds()[kind][per]
    if kind == "number" and ("high" in ask or ask.get("low", 0) not in (0, LOWEST)):
        yield _limits(ask, told)
    steps = {one.get("step", 1) for one in told.get("ask", ())}
    if len(steps) > 1 and ask.get("step", 1) < max(steps):
        yield _("before play")
    if ask.get("secret"):
        yield _("hidden")
    if ask.get("optional"):
        yield _("or nobody")


def _limits(ask: Mapping[str, object], told: Draft) -> str:
    low, high = spelled_out(ask.get("low", 0), told, language()), ask.get("high")
    if high is None:
        return _("%(low)s or more", low=low)
    top = _("the round number") if high == "round" else spelled_out(high, told, language())
    return _("%(low)s to %(high)s", low=low, high=top)


def _entry_kinds() -> Mapping[str, Mapping[str, str]]:
    return {
        "number": {
            "player": _("one number per player"),
            "team": _("one number per team"),
            "table": _("one number"),
        },
        "yes": {
            "player": _("yes or no per player"),
            "team": _("yes or no per team"),
            "table": _("yes or no"),
        },
        "who": {
            "player": _("one name per player"),
            "team": _("one name per team"),
            "table": _("one player"),
        },
        "some": {
            "player": _("several per player, with points"),
            "team": _("several per team, with points"),
            "table": _("several, with points"),
        },
    }
