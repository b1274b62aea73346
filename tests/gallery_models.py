"""Sample view models: one game of Indian Chief and one turn of Blind Date, as the templates receive them."""

from __future__ import annotations

from typing import Any

from flask_babel import get_locale
from flask_babel import gettext as _
from markupsafe import Markup

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
RANK_WORDS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
Model = dict[str, Any]


def ja() -> bool:
    """Whether the page is asked for in Japanese."""
    return str(get_locale()) == "ja"


def say(en: str, jp: str) -> str:
    """The sentence a view would have translated."""
    return jp if ja() else en


def names() -> tuple[str, ...]:
    """The table's four players."""
    return ("アキ", "ユウ", "ミオ", "ケン") if ja() else ("Ann", "Bo", "Cy", "Dee")


def melds(short: bool = True) -> tuple[str, ...]:
    """The seven melds, one to seven cards."""
    if ja():
        return ("泥棒", "物乞い", "一文無し", "弁護士", "金持ち", "医者", "酋長")
    if short:
        return ("Thief", "Beggar", "Poor", "Lawyer", "Rich", "Doctor", "Chief")
    return ("Thief", "Beggar", "Poor man", "Lawyer", "Rich man", "Doctor", "Chief")


def menu() -> list[Model]:
    """The entries of the menu sheet."""
    return [
        {"label": _("Score sheet"), "href": "/gallery/sheet"},
        {"label": _("Log"), "href": "/gallery/log"},
        {"label": _("Join"), "href": "/gallery/join"},
        {"label": _("Rules"), "href": "/gallery/rules"},
        {"label": _("Settings"), "href": "/gallery/settings"},
    ]


def page(done: int = 2, **more: Any) -> Model:
    """Top bar of an Indian Chief table after `done` rounds."""
    where = say(f"Round {done + 1} of 7", f"第{done + 1}回／7回")
    base = {
        "game_name": say("Indian Chief", "インディアン・チーフ"),
        "title": None,
        "where": where,
        "live": "live",
        "ruler": {"done": done, "total": 7, "half": True},
        "banner": None,
        "back": None,
        "menu": menu(),
    }
    return {**base, **more}


def seat(n: int, name: str, total: int, plus: int | None, state: str, leads: bool = False, current: bool = False) -> Model:
    """One column of the strip."""
    return {
        "id": f"s{n}",
        "name": name,
        "short": name[:4],
        "total": total,
        "plus": plus,
        "state": state,
        "leads": leads,
        "dealer": False,
        "href": f"?seat={n}",
        "current": current,
    }


def seats(rows: list[tuple[int, int | None, str]], current: int | None, who: tuple[str, ...] | None = None) -> list[Model]:
    """The strip from (total, points of the round, state) per seat."""
    best = max(total for total, _plus, _state in rows)
    named = zip(who or names(), rows, strict=False)
    return [seat(n, name, t, p, s, t == best, n == current) for n, (name, (t, p, s)) in enumerate(named)]


def slots(used: dict[int, int], lit: int | None, refused: bool = False) -> list[Model]:
    """Seven slots; `used` maps a size to its score."""
    return [{"n": n, "name": m, "used": used.get(n), "lit": n == lit, "refused": refused and n == lit, "href": f"?why={n}"} for n, m in enumerate(melds(), 1)]


def spoken(card: str) -> str:
    """Spoken name of a card."""
    rank = RANK_WORDS.get(card[0], card[0])
    if ja():
        return {"S": "スペード", "H": "ハート", "D": "ダイヤ", "C": "クラブ"}[card[1]] + "の" + card[0].replace("T", "10")
    return f"{rank} of {SUIT_WORDS[card[1]]}"


def key(card: str, copies: int, left: int, chosen: int, reason: Model | None, owner: str | None = None, refused: bool = False) -> Model:
    """One key of the pad."""
    tail = say(f", {left} left", f"、残り{left}枚") if copies > 1 else ""
    return {
        "card": card,
        "rank": card[0].replace("T", "10"),
        "suit": card[1],
        "copies": copies,
        "left": left,
        "chosen": chosen,
        "reason": reason,
        "owner": owner,
        "label": spoken(card) + tail,
        "refused": refused,
    }


def pad(chosen: str, lying: str, copies: int = 2, holder: str = "", bad: str = "") -> Model:
    """A 52-card pad: what is chosen, what lies on the table already, and which card is refused."""
    mine, gone = chosen.split(), lying.split()
    rows = []
    for s in "SHDC":
        keys = []
        for r in RANKS:
            c = r + s
            left = copies - gone.count(c)
            reason = {"text": inline(say("Both {} lie in " + holder, "{}は2枚とも" + holder), c), "clause": "IC-2"} if left <= 0 else None
            keys.append(key(c, copies, max(left, 0), mine.count(c), reason, None, c == bad))
        rows.append({"suit": s, "letter": s, "keys": keys})
    return {"columns": 7, "suits": rows}


def inline(sentence: str, *cards: str) -> Markup:
    """A sentence with drawn cards in the places of {}."""
    from flask import current_app

    draw = current_app.jinja_env.get_template("macros/core.html").module.card
    return Markup(sentence).format(*(Markup(draw(c)) for c in cards))


def undo(en: str, jp: str) -> Model:
    """The undo button of a view."""
    return {"label": _("Undo"), "detail": say(en, jp), "action": "/undo", "hidden": {"seq": 12}}
