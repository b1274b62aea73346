"""Who may do what: one row for every address, from which the checks run, a page of the documentation is made and tests judge.

``least`` is the least standing that is served; ``cases`` are what of it takes another standing, ``own`` what of it is for whom it
belongs to alone. Nothing here knows a request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Standing = Literal["stranger", "away", "watch", "seat", "player", "host"]
"""What a device is at a table; a program with a link is what the link gives."""
Least = Literal["anyone", "watch", "seat", "player", "host", "link", "member"]

STANDINGS: Mapping[Standing, str] = {
    "stranger": "was never let in",
    "away": "was sent away by a host",
    "watch": "only watches",
    "seat": "enters, and came by the code alone because the host lets everybody enter",
    "player": "enters, let in by the host, by a link that lets enter, or with the table before",
    "host": "opened the table, came by the host’s link, or was a host at the table before",
}
LEASTS: Mapping[Least, str] = {
    "anyone": "everybody, also without a table",
    "link": "whoever has the secret link or the sealed address",
    "watch": "every phone at the table",
    "seat": "the phones that enter",
    "player": "the phones that enter and were let in",
    "member": "hosts and players who were let in at a table of the group; the newest that says something about a phone counts",
    "host": "hosts",
}
RANKS: Mapping[str, int] = {"stranger": -1, "away": -1, "watch": 0, "seat": 1, "player": 2, "member": 2, "host": 3}


@dataclass(frozen=True)
class Right:
    """One address: how and where it is asked, its endpoint, and who may.

    ``outside`` is the status for a device that is not at the table (303 leads to the page where one joins), ``away`` that for
    one sent away where strangers are served.
    """

    method: str
    path: str
    endpoint: str
    least: Least = "watch"
    cases: Mapping[str, Least] = field(default_factory=dict)
    own: tuple[str, ...] = ()
    outside: int = 404
    away: int = 0


AGAIN: Mapping[str, Least] = {"again": "member"}
OVERRULE: Mapping[str, Least] = {"let stand": "host"}
CORRECT: Mapping[str, Least] = {"let stand": "host", "without asking": "host"}
ANSWER: Mapping[str, Least] = {"settle": "seat", "go on": "host", "keep for the group": "player"}
HIDDEN = ("a secret entry before the reveal",)
CASES: Mapping[str, str] = {
    "again": "starting with the people, in the group, of an earlier table (`again=`)",
    "let stand": "letting stand what the rules refuse, with a reason",
    "without asking": "changing an entry from before the last round where the house wants consent; others propose it",
    "settle": "saying how a question was settled",
    "go on": "letting entering go on while a question is open",
    "keep for the group": "making of it a ruling that the group holds to",
    "another seat": "renaming a seat that is not this phone’s",
    "take over": "letting somebody take over a seat",
    "secret seat": "sharing a seat that has a phone, while entries are secret",
    "seat link": "the link that lets enter",
    "host link": "the link that makes a host, and the way to the phones",
    "group": "the group’s link and names",
    "rulings": "what the group holds to",
}
OWN: Mapping[str, str] = {
    "a secret entry before the reveal": "only its seat, and whoever entered it or enters for all, may change it or take it back",
    "a call": "only the phone that called may withdraw it",
    "a name": "a player puts right the name of the seat that the phone has claimed",
}

RIGHTS = (
    # Everybody
    Right("GET", "/", "home.home", "anyone", {"group": "member"}),
    Right("GET", "/new", "start.games", "anyone", AGAIN),
    Right("GET", "/new/<game>", "start.people", "anyone", AGAIN),
    Right("POST", "/new/<game>", "start.seated", "anyone", AGAIN),
    Right("POST", "/new/<game>/open", "start.open_table", "anyone", AGAIN),
    Right("GET", "/rules", "rules.all_rules", "anyone"),
    Right("GET", "/rules/search", "rules.search", "anyone"),
    Right("GET", "/rules/<game>", "rules.rulebook", "anyone", {"rulings": "player"}),
    Right("GET", "/rules/<game>/<clause>", "rules.clause", "anyone", {"rulings": "player"}),
    Right("GET", "/ask", "ask.games", "anyone"),
    Right("GET", "/ask/<game>", "ask.ask", "anyone"),
    Right("GET", "/ask/<game>/<question>", "ask.ruling", "anyone"),
    Right("GET", "/ask/<game>/<question>/ruling.<fmt>", "ask.picture", "anyone"),
    Right("GET", "/print", "print.blanks", "anyone"),
    Right("GET", "/print/<game>", "print.blank", "anyone"),
    Right("GET", "/settings", "settings.settings", "anyone"),
    Right("POST", "/settings", "settings.save", "anyone"),
    Right("GET", "/offline", "offline.without", "anyone"),
    Right("GET", "/offline/words", "offline.queue_words", "anyone"),
    Right("GET", "/sw.js", "offline.worker", "anyone"),
    Right("GET", "/manifest-<lang>.webmanifest", "offline.manifest", "anyone"),
    Right("GET", "/apple-touch-icon.png", "offline.apple_icon", "anyone"),
    Right("GET", "/certificate", "offline.certificate", "anyone"),
    Right("GET", "/static/<path:filename>", "static", "anyone"),
    # By a code or a link
    Right("GET", "/join", "join.ask_code", "anyone"),
    Right("POST", "/join", "join.enter_code", "anyone", away=403),
    Right("GET", "/join/<link>", "join.by_link", "link"),
    Right("POST", "/join/<link>", "join.accept", "link", away=403),
    Right("GET", "/g/<link>", "groups.group", "link", {"group": "member"}, away=403),
    Right("GET", "/g/<link>/t/<code>", "groups.watch", "link", away=403),
    Right("GET", "/g/<link>/again", "groups.again", "member", outside=403),
    Right("POST", "/g/<link>/people", "groups.rename", "member", outside=403),
    Right("GET", "/ruling/<code>/<int:number>/<seat>/<int:revision>/<token>", "shared.ruling", "link"),
    Right("GET", "/ruling/<code>/<int:number>/<seat>/<int:revision>/<token>/ruling.<fmt>", "shared.picture", "link"),
    # At a table
    Right("GET", "/t/<code>", "tables.table", outside=303),
    Right("POST", "/t/<code>/entry", "tables.record", "seat", OVERRULE),
    Right("POST", "/t/<code>/preview", "tables.preview"),
    Right("GET", "/t/<code>/live", "live.stream"),
    Right("GET", "/t/<code>/rev", "live.revision"),
    Right("GET", "/t/<code>/setup", "start.setup"),
    Right("GET", "/t/<code>/sheet", "sheets.sheet", cases={"group": "member", **AGAIN}),
    Right("GET", "/t/<code>/print", "print.paper"),
    Right("GET", "/t/<code>/sheet.<fmt>", "print.filled"),
    Right("GET", "/t/<code>/tv", "tv.screen"),
    Right("GET", "/t/<code>/log", "log.events"),
    Right("POST", "/t/<code>/undo", "corrections.undo", "seat", CORRECT, HIDDEN),
    Right("GET", "/t/<code>/correct/<int:seq>", "corrections.correct", "seat", own=HIDDEN),
    Right("POST", "/t/<code>/correct/<int:seq>", "corrections.show_changes", "seat", OVERRULE, HIDDEN),
    Right("POST", "/t/<code>/correct/<int:seq>/preview", "corrections.preview", "seat", own=HIDDEN),
    Right("POST", "/t/<code>/amend/<int:seq>", "corrections.amend", "seat", CORRECT, HIDDEN),
    Right("GET", "/t/<code>/changes", "changes.changes"),
    Right("POST", "/t/<code>/seen", "changes.see"),
    Right("POST", "/t/<code>/proposals/<int:seq>", "changes.answer", "host"),
    Right("GET", "/t/<code>/house", "house.settings", "host"),
    Right("POST", "/t/<code>/house", "house.save", "host"),
    Right("GET", "/t/<code>/join", "join.share", cases={"seat link": "player", "host link": "host"}),
    Right("GET", "/t/<code>/seats", "seats.seats"),
    Right("POST", "/t/<code>/seats", "seats.change", "player", {"another seat": "host", "take over": "host"}, ("a name",)),
    Right("POST", "/t/<code>/end", "seats.end", "host"),
    Right("GET", "/t/<code>/seat", "seats.own", "seat"),
    Right("POST", "/t/<code>/seat", "seats.claim", "seat", {"secret seat": "host"}),
    Right("GET", "/t/<code>/phones", "phones.listed", "host"),
    Right("POST", "/t/<code>/phones", "phones.change", "host"),
    Right("GET", "/t/<code>/what-if", "rulings.what_if"),
    Right("GET", "/t/<code>/ruling/<int:number>/<seat>", "rulings.ruling"),
    Right("GET", "/t/<code>/precedents", "precedents.rulings", "player"),
    Right("POST", "/t/<code>/precedents", "precedents.rule", "player"),
    Right("GET", "/t/<code>/call", "calls.ask"),
    Right("POST", "/t/<code>/call", "calls.call"),
    Right("GET", "/t/<code>/call/<int:seq>", "calls.question"),
    Right("POST", "/t/<code>/call/<int:seq>", "calls.settle", cases=ANSWER, own=("a call",)),
    # For programs
    Right("GET", "/api/", "api.index", "anyone"),
    Right("GET", "/api/openapi.json", "api.openapi", "anyone"),
    Right("GET", "/api/games", "api.games", "anyone"),
    Right("GET", "/api/games/<game_id>", "api.game", "anyone"),
    Right("GET", "/api/rules/search", "api.search_rules", "anyone"),
    Right("GET", "/api/rules/<clause_id>", "api.rule", "anyone"),
    Right("GET", "/api/ask/<game_id>", "api.questions", "anyone"),
    Right("GET", "/api/ask/<game_id>/<question_id>", "api.ask", "anyone"),
    Right("POST", "/api/check", "api.check_record", "anyone"),
    Right("POST", "/api/tables", "api.open_table", "anyone"),
    Right("GET", "/api/t/<code>", "api.table"),
    Right("GET", "/api/t/<code>/record", "api.record"),
    Right("POST", "/api/t/<code>/moves", "api.moves", "seat", OVERRULE),
    Right("POST", "/api/t/<code>/check", "api.check_entries"),
    Right("POST", "/api/t/<code>/undo", "api.undo", "seat", CORRECT, HIDDEN),
    Right("POST", "/api/t/<code>/amend", "api.amend", "seat", CORRECT, HIDDEN),
    Right("GET", "/api/t/<code>/proposals", "api.proposals"),
    Right("POST", "/api/t/<code>/proposals/<int:seq>/agree", "api.agree", "host"),
    Right("POST", "/api/t/<code>/proposals/<int:seq>/decline", "api.decline", "host"),
    Right("GET", "/api/t/<code>/changes", "api.changes"),
    Right("POST", "/api/t/<code>/seen", "api.seen"),
    Right("GET", "/api/t/<code>/house", "api.settings"),
    Right("POST", "/api/t/<code>/house", "api.set_house", "host"),
    Right("POST", "/api/t/<code>/links", "api.renew_links", "host"),
    Right("GET", "/api/t/<code>/what-if", "api.what_if"),
    Right("GET", "/api/t/<code>/ruling/<int:number>/<seat>", "api.ruling"),
    Right("GET", "/api/t/<code>/rulings", "api.rulings", "player"),
    Right("POST", "/api/t/<code>/rulings", "api.make_ruling", "player"),
    Right("POST", "/api/t/<code>/call", "api.call"),
    Right("POST", "/api/t/<code>/call/<int:seq>", "api.settle", cases=ANSWER, own=("a call",)),
)
BY_ENDPOINT: Mapping[str, Right] = {right.endpoint: right for right in RIGHTS}


def at_table(right: Right) -> bool:
    """Whether a row is about a table that the device has to be at."""
    return right.least in ("watch", "seat", "player", "host")


class Known(Protocol):
    """What is known of a device at its table."""

    @property
    def role(self) -> Literal["watch", "seat", "host"]:
        """What it may do there."""

    @property
    def let_in(self) -> bool:
        """Whether more than the code let it in."""


def standing(known: Known) -> Standing:
    """What a device is at its table."""
    return "player" if known.role == "seat" and known.let_in else known.role


def reaches(standing: Standing, least: Least) -> bool:
    """Whether a standing is enough."""
    return least in ("anyone", "link") or RANKS[standing] >= RANKS[least]


def refusal(standing: Standing, endpoint: str, method: str = "GET") -> int:
    """The status by which a standing is turned away at an address, with its link where it takes one; 0 if it is served."""
    right = BY_ENDPOINT[endpoint]
    if method not in (right.method, "HEAD" if right.method == "GET" else right.method):
        return 405
    if standing == "away" and right.away:
        return right.away
    if reaches(standing, right.least):
        return 0
    return right.outside if standing in ("stranger", "away") else 403


def allowed(standing: Standing, endpoint: str, method: str = "GET") -> bool:
    """Whether a standing is served at an address, in what of it takes no more."""
    return refusal(standing, endpoint, method) == 0


def may(standing: Standing, endpoint: str, case: str) -> bool:
    """Whether a standing is served in a case that takes more than the address itself."""
    return reaches(standing, BY_ENDPOINT[endpoint].cases[case])


def page() -> str:
    """The table as a page of documentation, in Markdown."""
    parts = ["# Who may do what", INTRO, "## What a device can be at a table", _list(STANDINGS), "## Who is served", _list(LEASTS)]
    parts += ["## Every address", "\n".join(["| | address | least | more | own |", "|---|---|---|---|---|", *map(_row, RIGHTS)])]
    parts += ["## What takes more", _list(CASES), "## What is somebody’s own", _list(OWN)]
    return "\n\n".join(parts) + "\n"


INTRO = (
    "Made from `referee/web/http/rights.py` by `python -m referee rights`; the checks run from the same table. "
    "A device that is not at a table is told 404 there, as if there were none, one that may too little 403; "
    "other numbers stand beside the address."
)


def _list(texts: Mapping[Standing, str] | Mapping[Least, str] | Mapping[str, str]) -> str:
    return "\n".join(f"* **{name}**: {text}" for name, text in texts.items())


def _row(right: Right) -> str:
    more = "; ".join(f"{case}: {least}" for case, least in right.cases.items())
    other = [f"not at the table: {right.outside}"] if right.outside != 404 and not right.away else []
    other += [f"sent away: {right.away}"] if right.away else []
    address = " · ".join([f"`{right.path}`", *other])
    return f"| {right.method} | {address} | {right.least} | {more} | {'; '.join(right.own)} |"
