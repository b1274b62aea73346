"""Further pages of the gallery: the explained round, sheet, correction, grid entry, setup, home, wizard and the rest."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from gallery_models import Model, inline, key, melds, menu, names, page, say, seats, undo
from markupsafe import Markup

Page = tuple[str, Model]
POINTS = ((14, 30, 9, 18), (10, -19, 12, 0), (25, 23, 0, 10), (-17, 6, 25, 10), (39, 25, -12, 20), (6, 33, 30, -31), (30, 10, 34, 25))
MADE = ((3, 6, 1, 7), (1, 5, 2, 3), (4, 3, 6, 2), (5, 1, 4, 1), (7, 4, 5, 6), (2, 7, 3, 5), (6, 2, 7, 4))


def explained() -> Page:
    """Round 4 told, with thefts and refill."""
    a, b, c, d = names()
    thief, _beggar, _poor, lawyer, rich, *_rest = melds(False)
    k, six, q = "KS", "6C", "QD"
    took = say("<b>{}</b> took {} from {}’s {}", "<b>{}</b>が{}を{}の{}から")
    return "explained.html", {
        "page": page(3),
        "seats": seats([(32, -17, ""), (37, 6, ""), (46, 25, ""), (36, 10, "")], None),
        "rows": [
            {"name": a, "kind": rich, "cards": ["AD", "2C", "AS", "3H", "KC"], "points": -17, "arithmetic": "−(1 + 2 + 1 + 3 + 10)", "clause": "IC-32"},
            {"name": b, "kind": thief, "cards": ["6C"], "points": 6, "arithmetic": say("The value of the card", "札の数値"), "clause": "IC-18"},
            {
                "name": c,
                "kind": lawyer,
                "cards": ["KS", "TH", "4D", "AD"],
                "points": 25,
                "arithmetic": say("10 + 10 + 4 + 1 = 25 exactly", "10＋10＋4＋1＝25 ちょうど"),
                "clause": "IC-31",
            },
            {"name": d, "kind": thief, "cards": ["QD"], "points": 10, "arithmetic": say("A queen counts 10", "Qは10"), "clause": "IC-18"},
        ],
        "sections": [
            {
                "title": say("Thefts", "盗み"),
                "note": say("low card first; no points change", "低い札から。点は変わりません"),
                "clause": "IC-22",
                "numbers": None,
                "rows": [
                    {
                        "n": 1,
                        "text": inline(
                            took.replace("<b>{}</b>", f"<b>{b}</b>", 1).replace("{}’s {}", f"{c}’s {lawyer}").replace("{}の{}", f"{c}の{lawyer}"), k
                        ),
                        "detail": inline(say("{} lies in its place now", "今は{}がある"), six),
                        "clause": "IC-21",
                        "cards": [{"card": k, "state": "gone"}, {"card": six, "state": "mark"}],
                    },
                    {
                        "n": 2,
                        "text": inline(say(f"<b>{d}</b> took that {{}} from there", f"<b>{d}</b>がその{{}}を"), six),
                        "detail": inline(say("{} lies in its place now", "今は{}がある"), q),
                        "clause": "IC-28",
                        "cards": [{"card": six, "state": "gone"}, {"card": q, "state": "mark"}],
                    },
                ],
            },
            {
                "title": say("Refill to eight", "8枚まで補充"),
                "note": say("a stolen card counts as drawn", "盗んだ札も数えます"),
                "clause": "IC-13",
                "rows": None,
                "numbers": [{"name": n, "n": x} for n, x in zip(names(), (5, 0, 4, 0), strict=True)],
            },
        ],
        "next_form": {"action": "/t/K7PQ/next", "hidden": {"seen": 20}},
        "actions": {"undo": undo(f"{d}’s theft", f"{d}の盗み"), "go": {"text": say("Start round 5", "第5回を始める")}},
    }


def cell(r: int, s: int, **more: Any) -> Model:
    """One cell of the sheet."""
    made = melds()[MADE[r][s] - 1]
    return {
        "id": f"c{r}-{s}",
        "name": made,
        "short": made[:1],
        "points": POINTS[r][s],
        "was": None,
        "overruled": False,
        "corrected": False,
        "open": False,
        "href": f"?open={r}.{s}#c{r}-{s}",
        "lines": [],
        "history": [],
        "cards": [],
        **more,
    }


def sheet_model(count: int = 4) -> Model:
    """The finished game, one cell open, two corrected."""
    who = (*names(), "Eli", "Fay", "Gus", "Hana")[:count]
    grid = [[cell(r, s % 4) for s in range(count)] for r in range(7)]
    read = inline(say("21:14, Ann: the {} had been read as {}. Was 20.", "21:14 アキ：{}を{}と読み違い。前は20。"), "9S", "6S")
    grid[2][1] = cell(
        2,
        1,
        was=20,
        corrected=True,
        open=True,
        title=say("Bo, Poor man, 23", "ユウ 一文無し 23"),
        where=say("round 3", "第3回"),
        cards=["JS", "4S", "9S"],
        lines=[{"text": say("10 + 4 + 9 spades = 23", "10＋4＋9＝23 スペード"), "clause": "IC-30"}],
        history=[read],
    )
    grid[2][3] = cell(2, 3, was=8, corrected=True)
    ranks = (say("2nd", "2位"), say("1st", "1位"), say("3rd", "3位"), say("4th", "4位"))
    return {
        "columns": [{"id": f"s{i}", "name": n, "short": n[:4]} for i, n in enumerate(who)],
        "rows": [{"label": r + 1, "band": None, "cells": grid[r]} for r in range(7)],
        "totals": [{"total": (107, 108, 98, 52)[i % 4], "rank": ranks[i % 4], "first": i == 1} for i in range(count)],
        "result": {"text": say("Bo wins by one point", "ユウが1点差で勝ち"), "clause": "IC-43"},
        "corrected": True,
        "overruled": False,
    }


def sheet(count: int = 4) -> Page:
    """The whole sheet."""
    plain = [
        {"text": _("Print"), "href": "#p", "icon": "print"},
        {"text": _("Share"), "href": "#s", "icon": "share"},
        {"text": _("Log"), "href": "#l", "icon": "log"},
    ]
    head = {"title": _("Score sheet"), "where": say("Indian Chief", "インディアン・チーフ"), "back": "/", "ruler": None}
    return "sheet.html", {"page": page(6, **head), "sheet": sheet_model(count), "actions": {"plain": plain}}


def correct() -> Page:
    """Before and after of one correction."""
    ch = [
        {
            "label": say("Bo, round 3", "ユウ 第3回"),
            "why": say("10 + 4 + 9 spades", "10＋4＋9 スペード"),
            "clause": "IC-30",
            "old": 20,
            "new": 23,
            "kind": "cell",
        },
        {
            "label": say("Dee, round 3", "ケン 第3回"),
            "why": say("the Beggar meets a third 9", "物乞いに3枚目の9"),
            "clause": "IC-29",
            "old": 8,
            "new": 10,
            "kind": "cell",
        },
        {"label": say("Bo, total", "ユウ 合計"), "why": None, "old": 105, "new": 108, "kind": "total"},
        {"label": say("Dee, total", "ケン 合計"), "why": None, "old": 50, "new": 52, "kind": "total"},
        {"label": say("Winner", "勝者"), "why": None, "old": say("Ann 107", "アキ 107"), "new": say("Bo 108", "ユウ 108"), "kind": "result", "crown": True},
    ]
    head = {"title": say("Correct round 3", "第3回を訂正"), "where": say("Indian Chief", "インディアン・チーフ"), "back": "/", "ruler": None, "live": None}
    return "correct.html", {
        "page": page(6, **head),
        "form": {"action": "/fix", "hidden": {"seq": 9}},
        "subject": {"title": say("Bo, Poor man", "ユウ 一文無し"), "entered": say("entered 20:31 by Ann", "20:31 アキが入力")},
        "was": ["JS", "4S", "6S"],
        "now": ["JS", "4S", {"card": "9S", "state": "mark"}],
        "changes": ch,
        "changes_title": say("Five numbers change", "5つの数が変わります"),
        "reason": say("9 lay upside down", "9が逆さだった"),
        "reasons": [
            {"value": "misread", "label": _("Misread"), "on": True},
            {"value": "key", "label": _("Wrong key")},
            {"value": "player", "label": _("Wrong player")},
        ],
        "actions": {"plain": [{"text": _("Cancel"), "href": "/"}], "go": {"text": say("Correct Bo to 23", "ユウを23に訂正")}},
    }


def spots(i: int, blind: str, match: str, at: str, flag: bool, lit: bool = False) -> list[Model]:
    """The four places of one row."""
    return [
        {"field": f"s{i}.blind", "kind": "card", "value": blind, "title": say("blind", "ブラインド")},
        {"field": f"s{i}.match", "kind": "card", "value": match, "title": say("match", "マッチ")},
        {"field": f"s{i}.at", "kind": "seat", "value": at, "label": at, "title": say("laid at", "置いた先"), "lit": lit},
        {"field": f"s{i}.empty", "kind": "flag", "value": flag, "title": say("no cube", "キューブなし")},
    ]


def date_row(i: int, cards: tuple[str, str, int], total: int, plus: int, verdict: Markup, clause: str) -> Model:
    """One row of the turn."""
    who = names()
    return {
        "id": f"s{i}",
        "name": who[i],
        "slots": spots(i, cards[0], cards[1], who[cards[2]], i == 3, i == 3),
        "total": total,
        "plus": plus,
        "leads": total == 12,
        "verdict": verdict,
        "clause": clause,
    }


def grid() -> Page:
    """A turn of Blind Date, quick entry."""
    a, b, c, d = names()
    rows = [
        date_row(
            0,
            ("QH", "KC", 1),
            10,
            2,
            inline(say(f"{{}} perfect: <b>{b} +4</b>. Two came: <b>{a} +2</b>", f"{{}} 最高：<b>{b}＋4</b>。2枚：<b>{a}＋2</b>"), "KH"),
            "BD-39",
        ),
        date_row(
            1,
            ("5S", "KH", 0),
            8,
            5,
            inline(say(f"{{}} stood up: <b>{a} −2</b>. One came: <b>{b} +1</b>", f"{{}} 空振り：<b>{a}−2</b>。1枚：<b>{b}＋1</b>"), "KC"),
            "BD-43",
        ),
        date_row(
            2,
            ("JC", "JD", 0),
            12,
            1,
            inline(say(f"{{}} lovely: <b>{d} +3</b>. One came: <b>{c} +1</b>", f"{{}} 良い：<b>{d}＋3</b>。1枚：<b>{c}＋1</b>"), "QC"),
            "BD-40",
        ),
        date_row(3, ("AD", "QC", 2), 11, 7, Markup(say(f"Nobody came, no cube: <b>{d} +2</b>", f"誰も来ず、キューブなし：<b>{d}＋2</b>")), "BD-33"),
    ]
    owners = {"5S": b, "KH": b, "QH": a, "JD": c, "AD": d, "KC": a, "QC": d, "JC": c}
    suits = []
    for s, low in zip("SHDC", "5243", strict=True):
        keys = [
            key(r + s, 1, 0 if r + s in owners else 1, 0, {"text": owners[r + s], "clause": None} if r + s in owners else None, owners.get(r + s))
            for r in "KQJA" + low
        ]
        suits.append({"suit": s, "letter": s, "keys": keys})
    heads = [say("blind", "ブラインド"), say("match", "マッチ"), say("laid at", "置いた先"), say("no cube", "キューブ")]
    aim = [{"id": f"s{i}", "name": n, "note": say("own: −2", "自分：−2") if i == 3 else None, "on": i == 2} for i, n in enumerate(names())]
    extra = {
        "suit": "C",
        "text": inline(say(f"Autumn: {{}} <b>{a} +2</b>, {{}} <b>{d} +2</b>", f"秋：{{}} <b>{a}＋2</b>、{{}} <b>{d}＋2</b>"), "KC", "QC"),
        "clause": "BD-52",
    }
    top = {
        "game_name": say("Blind Date", "ブラインドデート"),
        "where": say("Season 2 of 4, turn 1", "秋（2／4）1手目"),
        "ruler": None,
        "banner": {"icon_suit": "C", "title": say("Autumn", "秋"), "text": say("every club match +2", "マッチの♣ごとに＋2"), "clause": "BD-52"},
    }
    return "entry.html", {
        "page": page(0, **top),
        "seats": None,
        "form": {"action": "/t/K7PQ", "hidden": {"seen": 4}},
        "pad": {"columns": 5, "mode": "put", "suits": suits},
        "grid": {"heads": heads, "rows": rows, "extra": extra, "target": {"text": inline(say("Dee laid {} at", "ケンの{}は"), "QC"), "seats": aim}},
        "actions": {"undo": undo("Dee’s target", "ケンの置き先"), "go": {"text": say("Record the turn", "この手番を記録"), "name": "do", "value": "record"}},
    }


def setup() -> Page:
    """What to take out, deal and say."""
    low = inline(say("from {} {} {} {}", "{} {} {} {}から"), "5S", "2H", "4D", "3C")
    deal = {
        "heads": names()[:3],
        "apart_head": say("left over", "余り"),
        "rows": [{"label": low, "counts": [1, 1, 1], "apart": 1}, {"label": say("from K Q J A", "K Q J Aから"), "counts": [5, 5, 5], "apart": 1}],
    }
    deck = [[["KS", "QS", "JS", "AS", "5S"], ["KH", "QH", "JH", "AH", "2H"]], [["KD", "QD", "JD", "AD", "4D"], ["KC", "QC", "JC", "AC", "3C"]]]
    steps = [
        {
            "title": say("Take out these 20 cards", "この20枚を使います"),
            "clause": "BD-2",
            "deck": deck,
            "note": say("Put the other 32 away.", "残り32枚はしまいます。"),
        },
        {"title": say("Ten cubes in the middle", "キューブ10個を中央へ"), "clause": "BD-5", "tokens": {"n": 10, "note": say("six colours", "6色")}},
        {
            "title": say("Shuffle and deal face down", "混ぜて裏向きに配ります"),
            "clause": "BD-7",
            "deal": deal,
            "note": say("Nobody looks at the two left over.", "余りの2枚は誰も見ません。"),
        },
        {
            "title": say("Everyone drops one card", "全員1枚を捨てます"),
            "clause": "BD-8",
            "text": say(
                "Face down, then turn all three up together. They are out until autumn. Five cards stay in each hand.",
                "伏せて出し、一斉に表に。秋まで使いません。手札は5枚です。",
            ),
        },
        {
            "title": say("Who starts?", "誰から？"),
            "clause": "BD-15",
            "text": say(
                "The largest sum of number cards starts. If two are equal, the highest single card.", "数字札の合計が最大の人から。同点なら最も高い1枚。"
            ),
        },
    ]
    head = {"game_name": say("Blind Date", "ブラインドデート"), "where": say("Set up for 3", "3人の準備"), "back": "/", "live": None, "ruler": None}
    go = {"text": say("Dealt. Start summer", "配った。夏を始める")}
    return "setup.html", {
        "page": page(0, **head),
        "steps": steps,
        "form": {"action": "/t/K7PQ/start", "hidden": {}},
        "actions": {"plain": [{"text": _("Print"), "href": "#p", "icon": "print"}], "go": go},
    }


def home() -> Page:
    """Start, join, this phone's tables."""
    a, b, c, _d = names()
    rows = [
        {
            "name": say("Indian Chief", "インディアン・チーフ"),
            "players": ", ".join(names()),
            "state": say("round 5 of 7", "第5回／7回"),
            "running": True,
            "detail": say("Cy leads, 46", "ミオが首位 46"),
            "href": "/t/1",
        },
        {
            "name": say("Blind Date", "ブラインドデート"),
            "players": f"{a}, {b}, {c}",
            "state": say("Fri 13 Nov", "11月13日（金）"),
            "running": False,
            "detail": say("Bo won, 31", "ユウの勝ち 31"),
            "href": "/t/3",
        },
    ]
    foot = [
        {"icon": "ask", "label": _("Ask the referee"), "href": "/ask"},
        {"icon": "book", "label": _("Rules"), "href": "/rules"},
        {"icon": "print", "label": _("Print a sheet"), "href": "/print"},
    ]
    switch = {"label": say("日本語", "English"), "lang": say("ja", "en"), "href": "?lang=ja"}
    return "home.html", {
        "page": {"menu": menu()},
        "start_href": "/new",
        "join": {"action": "/join", "code": "K7", "error": None, "scan_href": "/scan"},
        "tables": rows,
        "foot": foot,
        "switch": switch,
    }
