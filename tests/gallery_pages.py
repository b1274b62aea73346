"""The pages of the gallery: name → (template, context)."""

from __future__ import annotations

from collections.abc import Callable

import gallery_more as more
import gallery_rest as rest
from gallery_models import Model, inline, melds, names, pad, page, say, seats, slots, undo
from markupsafe import Markup

Page = tuple[str, Model]
LYING = "8H 4S 6S JS AH 3H 6H 9C 9C"


def entry(many: bool = False) -> Page:
    """A Lawyer of 25 about to be recorded."""
    rows: list[tuple[int, int | None, str]] = [(24, None, "entering"), (11, 20, "ready"), (21, 0, "ready"), (18, None, "waiting")]
    who = None
    if many:
        rows += [(37, None, "ready"), (-9, None, "ready"), (30, None, "waiting"), (15, None, "ready")]
        who = (*names(), "Eli", "Fay", "Gus", "Hana")
    a, _b, c, _d = names()
    lawyer = melds()[3]
    return "entry.html", {
        "page": page(2),
        "seats": seats(rows, 0, who),
        "form": {"action": "/t/K7PQ", "hidden": {"seen": 12, "key": "k1"}},
        "turn_view": {"name": a, "hint": say("4 cards make a Lawyer", "4枚なので弁護士"), "slots": slots({1: 10, 3: 14}, 4)},
        "pad": pad("QS KH 4D AC", LYING, holder=say(f"{c}’s Doctor", f"{c}の医者")),
        "verdict": {
            "say": say("Lawyer: 10 + 10 + 4 + 1 = 25", "弁護士：10＋10＋4＋1＝25"),
            "clause": "IC-31",
            "cards": ["KH", "QS", "4D", "AC"],
            "remark": {"ok": True, "text": say("Exactly 25", "ちょうど25"), "clause": None},
        },
        "actions": {"undo": undo(f"{c}’s Doctor", f"{c}の医者"), "go": {"text": say("Record Lawyer, 25", f"{lawyer} 25点を記録")}},
    }


def chief() -> Page:
    """Seven cards, one twice, with the split."""
    a, b, _c, _d = names()
    return "entry.html", {
        "page": page(4),
        "seats": seats([(32, None, "entering"), (37, 25, "ready"), (46, None, "waiting"), (36, None, "waiting")], 0),
        "form": {"action": "/t/K7PQ", "hidden": {"seen": 30}},
        "turn_view": {"name": a, "hint": say("7 cards make the Chief", "7枚なので酋長"), "slots": slots({1: 10, 3: 14, 4: 25, 5: -17}, 7)},
        "pad": pad("2S 7S 7S 9S KS 4D 5C", "6S AH 8D TC"),
        "verdict": {
            "say": say("Chief: 30 + 9 = 39", "酋長：30＋9＝39"),
            "small": say("best of 21 splits", "21通りのうち最高"),
            "clause": "IC-38",
            "groups": [
                {"cards": ["2S", "7S", "7S", "9S", "KS"], "label": Markup(say("flush <b>30</b>", "フラッシュ <b>30</b>")), "clause": "IC-41"},
                {"cards": ["4D", "5C"], "label": Markup(say("4 + 5 = <b>9</b>", "4＋5＝ <b>9</b>")), "clause": "IC-39"},
            ],
        },
        "actions": {"undo": undo(f"{b}’s Lawyer", f"{b}の弁護士"), "go": {"text": say("Record Chief, 39", "酋長 39点を記録")}},
    }


def empty() -> Page:
    """Nothing chosen yet."""
    template, model = entry()
    a, _b, c, _d = names()
    text = say(f"Tap {a}’s cards", f"{a}の札をタップ")
    model["pad"] = pad("", LYING, holder=say(f"{c}’s Doctor", f"{c}の医者"))
    model["verdict"] = {"empty": text}
    model["turn_view"]["slots"] = slots({1: 10, 3: 14}, None)
    model["turn_view"]["hint"] = ""
    model["actions"]["go"] = {"text": text, "kind": "open"}
    model["news"] = {"text": say("Dee recorded Thief, 10", "ケンが泥棒10点を記録"), "href": None}
    return template, model


def refusal() -> Page:
    """A card that cannot be, with the ways out."""
    _a, b, c, _d = names()
    doctor, lawyer = melds()[5], melds()[3]
    rows: list[tuple[int, int | None, str]] = [(38, 10, "ready"), (11, 40, "ready"), (24, None, "entering")]
    lying = "AS 2H 5S 8S 7D 3D KD QS"
    return "entry.html", {
        "page": page(2),
        "seats": seats(rows, 2),
        "form": {"action": "/t/K7PQ", "hidden": {"seen": 12}},
        "turn_view": {"name": c, "hint": say("one pack", "1組"), "slots": slots({1: 4, 3: 20}, 4)},
        "pad": pad("KH QS 4D AC", lying, 1, say(f"{b}’s Doctor", f"{b}の医者"), "QS"),
        "verdict": {"say": f"{lawyer}", "clause": "IC-31", "cards": ["KH", {"card": "QS", "state": "bad"}, "4D", "AC"]},
        "actions": {"undo": undo(f"{b}’s Doctor", f"{b}の医者"), "go": {"text": say("Q♠ is taken", "Q♠は使えません"), "kind": "open"}},
        "refusal": {
            "title": inline(say("There is only one {}", "{}は1枚だけです"), "QS"),
            "why": say("Bo’s Doctor already has it, and this table plays with one pack.", "ユウの医者にあります。この卓は1組です。"),
            "clause": "IC-2",
            "facts": [
                {"name": b, "kind": f"{doctor}, 40", "change_href": "?change=9", "cards": ["AS", "2H", "5S", "8S", {"card": "QS", "bad": True}, "7D"]},
                {"name": c, "kind": lawyer, "change_href": None, "cards": ["KH", {"card": "QS", "bad": True}, "4D", "AC"]},
            ],
            "others": [],
            "overrule": True,
            "reason": "",
            "overrule_text": Markup(say("<b>Or let both stand</b>, with a reason on the record", "<b>両方認める</b>（理由を記録）")),
            "undo": undo(f"{b}’s Doctor", f"{b}の医者"),
            "go": {"text": inline(say("Change Cy’s {}", "ミオの{}を直す"), "QS"), "href": "?change=now"},
        },
    }


def beside() -> Page:
    """Entry with the sheet next to it on a wide screen."""
    template, model = entry()
    return template, {**model, "sheet": more.sheet_model()}


PAGES: dict[str, Callable[[], Page]] = {
    "entry": entry,
    "entry8": lambda: entry(True),
    "chief": chief,
    "empty": empty,
    "refusal": refusal,
    "explained": more.explained,
    "sheet": more.sheet,
    "sheet8": lambda: more.sheet(8),
    "sheet6": lambda: more.sheet(6),
    "correct": more.correct,
    "grid": more.grid,
    "setup": more.setup,
    "home": more.home,
    "game": rest.new_game,
    "people": rest.new_people,
    "options": rest.new_options,
    "log": rest.log,
    "join": rest.join,
    "settings": rest.settings,
    "rules": rest.rules,
    "error": rest.error,
    "ruling": rest.ruling,
    "fields": rest.every_field,
    "beside": beside,
}
