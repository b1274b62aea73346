"""The edition without a server is the same program: its rules decide alike in the Python of a
browser, and its pages are those of a server but for what is named here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import GAMES
from tests.support.editions import Difference, Differences, editions
from tests.support.evening import play
from tests.support.site_python import MISSING, built, running, there
from tests.support.tiers import SOAK
from tests.support.two_pythons import PLAYS, compare

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("site-python"),
    pytest.mark.skipif(bool(MISSING), reason=str(MISSING)),
]
SEEDS = range(2_000_000, 2_000_004)
"""The usual options and all others, in both depths of entry."""
TAPS, LOOKS, ACTS = (1000, 200, 200) if SOAK else (12, 30, 40)
TABLE = r"/cards/t/\w+"
PARTS = (
    Difference(
        "how the line is",
        r'<span class="live is-live"[^>]*>\s*<i [^>]*></i>\s*<span>[^<]*</span></span>',
        r'<span class="live is-alone">.*?</span></span>',
    ),
    Difference("news come", r' data-live="/[^"]*"', r' data-channel="[^"]*"'),
    Difference("the app of the page", r' data-manifest="[^"]*"'),
    Difference("entries kept for later", r" [^ ]*/queue\.js"),
    Difference("the code in the bar", r'<span class="bar-code">.*?</span>'),
    Difference(
        "joining by a code", r'<h2 [^>]*>[^<]*<small>.*?\s*<form class="code"[\s\S]*?</form>\n'
    ),
    Difference("joining at the start", r'<section class="invite">[\s\S]*?</section>'),
    Difference("joining from the TV", r'<aside class="tv-corner">[\s\S]*?</aside>'),
    Difference(
        "inviting",
        rf'(?:<li>)?<a href="{TABLE}/(?:join|result.png)">.*?</a>(?:</li>)?',
        rf'(?:<li>)?<a href="{TABLE}/join">.*?</a>(?:</li>)?',
        at="/(?:menu|players)$",
    ),
    Difference(
        "who is there",
        rf'<a href="{TABLE}/players".*?</a>',
        rf'<a href="{TABLE}/players".*?</a>',
        "/menu$",
    ),
    Difference(
        "players and phones",
        r'<title>.*?</title>|<h1>.*?</h1>| hx-get="[^"]*" hx-trigger="every 5s"[^>]*'
        r'|<small>.*?</small>|<em>.*?</em>|<h2 class="ways-head">.*?</ul>'
        r'|<form class="detail"[\s\S]*?</form>|<li><details id="renew">[\s\S]*?</details></li>',
        r"<title>.*?</title>|<h1>.*?</h1>|<small>.*?</small>",
        at="/players$",
    ),
    Difference(
        "whose phone this is",
        rf'<form class="inset player-form" method="post" action="{TABLE}/seat">[\s\S]*?</form>',
    ),
    Difference(
        "the backup and several phones",
        "",
        r'<ul class="ways"><li><a href="/cards/(?:backup|several)">.*?</ul>',
    ),
    Difference(
        "blank paper",
        r'<a href="/cards/print">.*?</a>|<p class="hint"><a [^>]*/print/.*?</p>',
        r'<a href="/cards/blank-sheets">.*?</a>|<p class="hint"><a [^>]*/blank-sheets#.*?</p>',
    ),
    Difference("licences", "", r' \S+ <a class="plain-link" href="[^"]*/licences/.*?</a>'),
    Difference("games that move here", r'<li><a href="/cards/bring">.*?</li>', at="/new$"),
    Difference("games that move away", rf'<li><a href="{TABLE}/move">.*?</li>', at="/share$"),
    Difference("which phone asked", r'"phone": "\w+"', r'"phone": "\w+"', at=r"\.json$"),
    Difference(
        "setting a ruling",
        "",
        r'<script type="module" src="[^"]*/press.js"></script>'
        r'|<div class="inset press"[\s\S]*?</div>',
        at="/ruling/",
    ),
    Difference("the printed sheet", rf'"{TABLE}/print"', '"#"', at="/sheet$"),
    Difference(
        "printing",
        rf'<li><a href="{TABLE}/print">.*?</ul>',
        rf'<li><a href="{TABLE}/print">.*?</ul>',
        at="/share$",
    ),
    Difference("the sheet as a picture", rf'<li><a href="{TABLE}/sheet.png.*?</li>'),
    Difference("the result as a picture", rf'<li><a href="{TABLE}/result.png.*?</li>'),
    Difference("sharing a ruling", r'<a class="button" href="[^"]*/cards/ruling/.*?</a>'),
)
HEADERS = {
    "Content-Security-Policy": ("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": ("DENY", "SAMEORIGIN"),
    "Referrer-Policy": ("no-referrer", "same-origin"),
}
"""Of a server, and of a browser."""
OF_EACH = ("/join",)
"""Addresses that each edition answers in its own way: without a server nobody joins."""
BROWSER_ONLY = ("/cards/backup", "/cards/several", "/cards/blank-sheets")
VISITED = (
    *("/preview", "/entry", "/undo", "/correct/", "/amend/", "/fix", "/rows", "/detail", "/call"),
    *("/sheet", "/lines.csv", "/rounds.csv", "/message.txt", "/bgstats.bgsplay", "/result", "/tv"),
    *("/rules/", "/ask/", "/ruling/", "/precedents", "/players/", "/seats", "/end", "/again"),
    *("/g/", "/p/", "/group.json", "/setup", "/settings", "/new/", "/try", "/import", "/backup"),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site as everybody builds it."""
    return built(tmp_path_factory.mktemp("site"))


@pytest.mark.parametrize("game", GAMES)
def test_random_games_are_the_same_in_the_python_of_a_browser(site: Path, game: str) -> None:
    """Entries, questions, refusals, lines, scenes and results, step by step."""
    with running(there(site, PLAYS)) as python:
        found = compare(python, game, SEEDS)
    assert found.different == ()
    assert found.games == len(SEEDS)


def test_pages_of_an_evening_are_the_same(site: Path, tmp_path: Path) -> None:
    """In both Pythons to the byte; on a server but for the differences, each of which is met."""
    named = Differences(PARTS, HEADERS, BROWSER_ONLY, OF_EACH)
    with editions(site, tmp_path, named) as all_of_them:
        for game in GAMES:
            play(all_of_them, game, TAPS, LOOKS, ACTS)
    assert all_of_them.unlike == []
    assert named.met == {part.name for part in PARTS}
    assert [one for one in VISITED if not any(one in asked for asked in all_of_them.asked)] == []
