"""The quiet pages of the gallery: wizard, log, join, settings, rules, error."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from gallery_models import Model, ja, names, page, say, undo
from markupsafe import Markup

Page = tuple[str, Model]


def head(title: str, **more: Any) -> Model:
    """Top bar of a page that is not the table itself."""
    base = {"title": title, "where": say("Indian Chief", "インディアン・チーフ"), "back": "/", "ruler": None, "live": None}
    return page(2, **{**base, **more})


def new_game() -> Page:
    """Which game."""
    games = [
        {
            "name": say("Indian Chief", "インディアン・チーフ"),
            "players": say("3–8 players", "3〜8人"),
            "line": say("Seven rounds, seven melds", "7ラウンド、7つの役"),
            "deck": say("one or two packs", "1〜2組"),
            "href": "#",
        },
        {
            "name": say("Blind Date", "ブラインドデート"),
            "players": say("3–4 players", "3〜4人"),
            "line": say("Four seasons of meeting people", "四季のデート"),
            "deck": say("20 cards, 10 cubes", "20枚とキューブ10個"),
            "href": "#",
        },
    ]
    return "new/game.html", {"page": head(say("Start a table", "卓を作る"), where=say("Game", "ゲーム"), menu=None), "games": games}


def new_people() -> Page:
    """Who sits where."""
    go = {"text": _("Next"), "name": "do", "value": "next"}
    return "new/people.html", {
        "page": head(say("Indian Chief", "インディアン・チーフ"), where=say("People", "人")),
        "form": {"action": "/new", "hidden": {}},
        "people": list(names()),
        "least": 3,
        "most": 8,
        "known": ["Eli", "Fay", "Gus"],
        "error": {"text": say("Two people are called Ann", "アキが2人います"), "clause": None},
        "actions": {"go": go},
    }


def option(label: str, clause: str, values: list[str], error: Model | None = None) -> Model:
    """One house rule."""
    rows = [{"value": str(i), "label": v, "note": _("as the page says") if i == 0 else None} for i, v in enumerate(values)]
    return {"type": "choice", "name": f"o{clause}", "label": label, "clause": clause, "value": "0", "options": rows, "error": error, "help": None}


def new_options() -> Page:
    """Edition first, the rest folded."""
    editions = [
        {"value": "page", "label": say("As the page says", "ページの通り"), "help": say("Literally, where it speaks.", "書いてある通りに。")},
        {"value": "original", "label": say("Original", "原典"), "help": say("Closer to the first printed rules.", "最初のルールに近い形。")},
    ]
    first = [{"type": "choice", "name": "edition", "label": say("Edition", "版"), "value": "page", "options": editions, "error": None, "help": None}]
    rest = [
        option(say("Beggar matches by", "物乞いの一致"), "IC-A1", [say("value", "数値"), say("rank", "ランク")]),
        option(
            say("Packs", "トランプ"),
            "IC-2",
            [say("one", "1組"), say("two", "2組")],
            {"text": say("Eight players need two packs", "8人なら2組必要です"), "clause": "IC-2"},
        ),
        {
            "type": "int",
            "name": "target",
            "label": say("Cards in hand", "手札"),
            "clause": "IC-9",
            "value": 8,
            "low": 5,
            "high": 12,
            "help": say("Between 5 and 12", "5〜12"),
            "error": None,
        },
        {
            "type": "flag",
            "name": "split",
            "label": say("The player declares the split", "分け方を宣言する"),
            "clause": "IC-40",
            "value": True,
            "help": None,
            "error": None,
        },
    ]
    folds = [{"title": say("Four house rules", "ハウスルール4つ"), "note": say("all as the page says", "すべてページの通り"), "fields": rest, "open": True}]
    return "new/options.html", {
        "page": head(say("Indian Chief", "インディアン・チーフ"), where=say("Rules", "ルール")),
        "form": {"action": "/new", "hidden": {}},
        "first": first,
        "folds": folds,
        "actions": {"plain": [{"text": _("Back"), "href": "/"}], "go": {"text": _("Open the table")}},
    }


def log() -> Page:
    """Who did what, when."""
    a, b, c, _d = names()
    blank = {"kind_label": None, "clause": None, "detail": None, "cards": [], "undone": False, "undo": None, "correct_href": None, "at_iso": "2026-11-20T21:14"}
    events = [
        {
            **blank,
            "seq": 14,
            "at": "21:14",
            "what": say("Bo’s Poor man 20 → 23", "ユウの一文無し 20→23"),
            "who": a,
            "detail": say("9 lay upside down", "9が逆さだった"),
            "kind_label": _("Corrected"),
            "undo": undo("", ""),
        },
        {
            **blank,
            "seq": 13,
            "at": "21:02",
            "what": say("Cy’s Doctor, 0", "ミオの医者 0"),
            "who": c,
            "cards": ["9C", "9C", "2D", "3D", "5D", "8S"],
            "correct_href": "#",
        },
        {**blank, "seq": 12, "at": "21:01", "what": say("Cy’s Doctor, 12", "ミオの医者 12"), "who": c, "undone": True},
        {
            **blank,
            "seq": 11,
            "at": "20:58",
            "what": say("Bo’s second Thief", "ユウの2回目の泥棒"),
            "who": b,
            "kind_label": _("Overruled"),
            "clause": "IC-12",
            "detail": say("it was late", "遅いので"),
            "correct_href": "#",
        },
    ]
    return "log.html", {"page": head(_("Log")), "events": events, "older": "?before=11", "newer": None, "actions": None}


def join() -> Page:
    """Codes and links."""
    qr = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21" role="img" aria-label="QR"><path d="M0 0h7v7H0zM14 0h7v7h-7zM0 14h7v7H0z"/></svg>'
    )
    ways = [
        {
            "title": say("Sit down", "席につく"),
            "text": say("Enter your own cards.", "自分の札を入力します。"),
            "url": "http://192.168.1.9:5000/t/K7PQ?seat=x",
            "qr": qr,
        },
        {"title": say("Watch", "見る"), "text": say("Sees everything, changes nothing.", "見るだけ。"), "url": "http://192.168.1.9:5000/w/9f3k2", "qr": qr},
    ]
    seats = [{"id": f"s{i}", "name": n, "note": _("taken") if i == 1 else None, "on": i == 0} for i, n in enumerate(names())]
    claim = {
        "action": "/claim",
        "hidden": {},
        "seats": seats,
        "note": say("Without a seat this phone enters for everybody.", "席がなければ全員分を入力します。"),
    }
    return "join.html", {"page": head(_("Join")), "code": "K7PQ", "claim": claim, "ways": ways}


def pick(name: str, label: str, value: str, options: list[tuple[str, str]]) -> Model:
    """A choice among the settings."""
    return {"type": "choice", "name": name, "label": label, "value": value, "options": [{"value": v, "label": text} for v, text in options]}


def settings() -> Page:
    """This phone's settings."""
    fields = [
        pick("lang", _("Language"), "ja" if ja() else "en", [("en", "English"), ("ja", "日本語")]),
        pick("theme", _("Light or dark"), "auto", [("auto", _("as the phone")), ("light", _("light")), ("dark", _("dark"))]),
        pick("suits", _("Suit colours"), "four", [("four", _("four")), ("two", _("two"))]),
        {"type": "flag", "name": "letters", "label": _("Letters beside the suits"), "value": False},
        {"type": "flag", "name": "awake", "label": _("Keep the screen awake at the table"), "value": True},
    ]
    go = {"text": _("Save")}
    return "settings.html", {"page": head(_("Settings")), "form": {"action": "/settings", "hidden": {}}, "fields": fields, "actions": {"go": go}}


def rules() -> Page:
    """Clauses with addresses."""
    clauses = [
        {
            "id": "IC-29",
            "kind": "computed",
            "text": say("Two points for each face-up card of the others that matches one of your two.", "他の人の札が自分の2枚と合うごとに2点。"),
            "example": say("7 and K meet 7, 7, Q: three cards, 6 points.", "7とKに7、7、Q：3枚で6点。"),
            "source": "物乞い",
            "options": None,
        },
        {
            "id": "IC-A1",
            "kind": "open",
            "text": say("What does “match” mean?", "「合う」とは？"),
            "example": None,
            "source": None,
            "options": [
                {
                    "label": say("by value", "数値で"),
                    "on": True,
                    "text": say("10, J, Q and K match each other", "10・J・Q・Kは同じ"),
                    "note": say("this table", "この卓"),
                },
                {"label": say("by rank", "ランクで"), "on": False, "text": say("only equal ranks", "同じランクだけ"), "note": None},
            ],
        },
        {
            "id": "IC-2",
            "kind": "engine",
            "text": say("One pack up to five players, two packs from six.", "5人まで1組、6人から2組。"),
            "example": None,
            "source": None,
            "options": None,
        },
    ]
    sections = [
        {"id": "beggar", "title": say("Beggar (2 cards)", "物乞い（2枚）"), "clauses": clauses},
        {"id": "chief", "title": say("Chief (7 cards)", "酋長（7枚）"), "clauses": []},
    ]
    return "rules.html", {
        "page": head(_("Rules")),
        "intro": None,
        "sections": sections,
        "source": say("After a page by okanenainde.", "okanenaindeのページによる。"),
    }


def error() -> Page:
    """A page that is not there."""
    model = {
        "title": say("There is no table K7PX", "K7PXという卓はありません"),
        "text": say("Look at the code once more; it is in the menu of every phone at the table.", "コードをもう一度見てください。"),
        "detail": "404",
    }
    return "error.html", {"page": head(_("Referee"), where=None, back=None), "error": model, "actions": {"go": {"text": _("To the start"), "href": "/"}}}


def ruling() -> Page:
    """What the dispute desk answers."""
    a, b, c, _d = names()
    hit, off = "hit", "off"
    facts = [
        {"name": c, "kind": say("Beggar", "物乞い"), "cards": ["7C", "KD"]},
        {"name": a, "kind": say("Poor man", "一文無し"), "cards": [{"card": "7S", "state": hit}, {"card": "7H", "state": hit}, {"card": "2D", "state": off}]},
        {
            "name": b,
            "kind": say("Lawyer", "弁護士"),
            "cards": [{"card": "KS", "state": hit}, {"card": "QS", "state": hit}, {"card": "TC", "state": hit}, {"card": "5H", "state": off}],
        },
    ]
    clauses = [
        {"id": "IC-29", "text": say("Two points for each face-up card of the others that matches one of your two.", "他の人の札が自分の2枚と合うごとに2点。")},
        {"id": "IC-A1", "text": Markup(say("Matching goes by <b>value</b>: 10, J, Q and K match each other.", "一致は<b>数値</b>で見る：10・J・Q・Kは同じ。"))},
    ]
    rows = [(say("Cy’s Beggar", "ミオの物乞い"), 10, 6), (a, 71, 71), (b, 74, 74), (c, 76, 72)]
    matter = {
        "answer": say("Does it matter? Yes.", "結果は変わる？ はい。"),
        "note": say("Read by rank, Bo would lead instead of Cy.", "ランクで読むと首位はミオでなくユウ。"),
        "readings": [
            {"label": say("by value", "数値で"), "ours": True},
            {"label": say("by rank", "ランクで"), "note": say("“original”", "原典"), "ours": False},
        ],
        "rows": [{"label": n, "values": [{"n": x, "leads": x == 76}, {"n": y, "leads": y == 74 and n == b}]} for n, x, y in rows],
    }
    go = {"text": _("Share"), "href": "#share"}
    return "ruling.html", {
        "page": head(say("Ruling", "裁定")),
        "question": say("Cy asks: how much is my Beggar worth?", "ミオ：この物乞いは何点？"),
        "facts": facts,
        "clauses": clauses,
        "matter": matter,
        "verdict": {"text": say("The Beggar is worth 10.", "物乞いは10点です。"), "why": say("Five cards match, two points each.", "5枚が合い、1枚2点。")},
        "actions": {"plain": [{"text": say("Keep for this group", "この仲間の決まりに"), "href": "#keep"}], "go": go},
    }


def every_field() -> Page:
    """One field of each kind, as a game without a pad asks for them."""
    who = [{"value": f"s{i}", "label": n} for i, n in enumerate(names())]
    none = {"help": None, "error": None, "clause": None}
    fields = [
        {
            **none,
            "type": "cards",
            "name": "cards",
            "label": say("Cards", "カード"),
            "value": "KH QX",
            "error": {"text": say("The second card, QX, is not a card", "2枚目のQXは札ではありません"), "clause": None},
        },
        {**none, "type": "int", "name": "tricks", "label": say("Tricks", "トリック"), "value": 0, "low": 0, "high": 8, "clause": "XX-4"},
        {
            **none,
            "type": "choice",
            "name": "kind",
            "label": say("Kind", "種類"),
            "value": "a",
            "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}],
        },
        {**none, "type": "seat", "name": "by", "label": say("Who?", "誰が？"), "value": "s1", "options": who},
        {
            **none,
            "type": "place",
            "name": "spot",
            "label": say("Where?", "どこに？"),
            "value": "2",
            "options": [{"value": str(i), "label": str(i)} for i in range(1, 5)],
        },
        {**none, "type": "many", "name": "out", "label": say("Who is out?", "抜けた人"), "options": [{**w, "on": w["value"] == "s0"} for w in who]},
        {**none, "type": "flag", "name": "last", "label": say("It was the last card", "最後の札だった"), "value": True},
        {**none, "type": "text", "name": "note", "label": say("Note", "メモ"), "value": "", "most": 200},
    ]
    return "entry.html", {
        "page": page(2, live="off", waiting=2),
        "seats": None,
        "turn_view": None,
        "form": {"action": "/", "hidden": {}},
        "fields": fields,
        "verdict": {"empty": say("Nothing entered yet", "まだ入力がありません")},
        "news": {"text": say("Dee recorded Thief, 10. Yours stays as typed.", "ケンが泥棒10点を記録。入力は残っています。"), "stale": True},
        "actions": {"undo": undo("Bo’s Doctor", "ユウの医者"), "go": {"text": say("Record anyway, still 25", "このまま記録 25点")}},
    }
