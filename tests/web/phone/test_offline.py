"""Without the server: what the worker keeps exists, what makes the site an app is whole, and an
entry that waited is told where it stands.
"""

from __future__ import annotations

import json
import re
import struct
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from tests.support.first_load import IMPORTED
from tests.support.paths import ROOT
from tests.support.talk import Opened

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")
MANIFEST = re.compile(r'data-manifest="([^"]+)"')
LATER = re.compile(r'data-later="([^"]+)"')
WORDS = re.compile(r'data-words="([^"]+)"')
STATIC = ROOT / "static"
MEANT = {"who": "Ann", "what": "Lawyer", "n": 2, "name": "Ann’s Lawyer", "cards": "KH QD"}


def listed(client: FlaskClient, name: str) -> list[str]:
    """One of the worker's lists of addresses."""
    found = re.search(rf"^const {name} = (\[.*\]);$", client.get("/sw.js").text, re.MULTILINE)
    assert found
    addresses: list[str] = json.loads(found[1])
    return addresses


def test_the_worker_is_served_for_the_whole_site(client: FlaskClient) -> None:
    """From the root, as a script, asked for anew each time, under the policy of every page."""
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
    again = client.get("/sw.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_everything_the_worker_keeps_exists(client: FlaskClient) -> None:
    """One missing address would keep the worker from being installed at all."""
    for address in listed(client, "KEPT"):
        assert client.get(address).status_code == 200, address


def test_all_rulebooks_are_kept(client: FlaskClient) -> None:
    """And with them every clause, which is a place in one of them."""
    kept = listed(client, "KEPT")
    assert {"/offline", "/rules", "/print"} < set(kept)
    assert {f"/rules/{game}" for game in GAMES} < set(kept)


def test_the_sheets_kept_are_those_that_pages_offer(client: FlaskClient) -> None:
    """As the form asks for them, letter by letter, to be found again; each is a PDF."""
    form = client.get("/print").text
    fields = [*dict.fromkeys(re.findall(r'<(?:select|input)[^>]* name="(\w+)"', form))]
    later = listed(client, "LATER")
    assert len(later) > 5 * len(GAMES)
    for address in later:
        asked = dict(parse_qsl(urlsplit(address).query))
        assert [*asked] == [name for name in fields if name in asked], address
        for name, value in asked.items():
            assert name == "game" or f'name="{name}" value="{value}"' in form, address
    for address in later[:: len(later) // 6]:
        answer = client.get(address)
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf"), address


def test_the_worker_changes_with_language_and_looks(client: FlaskClient) -> None:
    """So that the pages on the phone are in the words and colours that it shows."""
    versions = set()
    for name, value in (("lang", "en"), ("lang", "ja"), ("looks", "dark.two")):
        client.set_cookie(name, value)
        versions |= {*re.findall(r'CACHE = "referee-(\w+)"', client.get("/sw.js").text)}
    assert len(versions) == 3


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_manifest_is_whole(client: FlaskClient, lang: str) -> None:
    """Name, start, colours, and icons of the sizes they claim, one of each size for any mask."""
    client.set_cookie("lang", lang)
    address = MANIFEST.search(client.get("/").text)
    assert address
    answer = client.get(address[1])
    assert answer.mimetype == "application/manifest+json"
    assert "Set-Cookie" not in answer.headers
    told = json.loads(answer.text)
    assert (told["lang"], told["display"]) == (lang, "standalone")
    assert (told["scope"], told["start_url"]) == ("/", "/")
    assert bool(JAPANESE.search(told["description"])) == (lang == "ja")
    pictures = [icon for icon in told["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon["purpose"]) for icon in pictures} == {
        (f"{n}x{n}", kind) for n in (192, 512) for kind in ("any", "maskable")
    }
    for icon in pictures:
        assert "{}x{}".format(*size(client.get(icon["src"]).data)) == icon["sizes"]


def test_an_unknown_language_has_no_manifest(client: FlaskClient) -> None:
    """Nothing is invented for it."""
    assert client.get("/manifest-xx.webmanifest").status_code == 404


def test_the_icon_of_the_home_screen(client: FlaskClient) -> None:
    """Where phones look for it without being told."""
    assert size(client.get("/apple-touch-icon.png").data) == (180, 180)


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("path", ["/", "/rules"])
def test_every_page_brings_the_queue_once_it_stands(client: FlaskClient, path: str) -> None:
    """What waits is sent from whichever page is opened; the scripts named exist, and the phone
    keeps them.
    """
    kept = listed(client, "KEPT")
    page = client.get(path).text
    later, words = LATER.search(page), WORDS.search(page)
    assert later
    assert words
    scripts = ["deferred", "live", "numbers", "pad", "queue", "keep_awake"]
    assert re.findall(r"/static/js-\w+/(\w+)\.js", later[1]) == scripts
    for address in (*later[1].split(), words[1]):
        assert client.get(address).status_code == 200
        assert address in kept


def test_what_a_kept_script_imports_is_kept(client: FlaskClient) -> None:
    """At the address at which it asks for it."""
    kept = listed(client, "KEPT")
    imported = {
        urljoin(address, name)
        for address in kept
        if "/static/js-" in address
        for name in IMPORTED.findall(client.get(address).text)
    }
    assert len(imported) > 8
    assert imported <= set(kept)


def test_the_queue_has_words_in_both_languages(client: FlaskClient) -> None:
    """The same sentences with the same gaps, all of them used by the scripts."""
    told = [client.get(f"/offline/words-{lang}.js").text for lang in ("en", "ja")]
    english, japanese = (json.loads(text.removeprefix("export default ")[:-2]) for text in told)
    assert client.get("/offline/words-xx.js").status_code == 404
    assert english.keys() == japanese.keys()
    texts = [path.read_text() for path in STATIC.glob("*.js")]
    scripts = "".join(text for text in texts if '"./words.js"' in text)
    for code, text in japanese.items():
        gaps, others = (set(re.findall(r"\{\w+\}", said)) for said in (text, english[code]))
        # The name stands beside it anyway.
        assert gaps == others or (code == "probably" and gaps - others == {"{who}"}), code
        shown = re.sub(r"\{\w+\}", "", text)
        assert JAPANESE.search(shown) or code in ("plain", "of", "between"), code
        assert set(re.findall(r"\{(\w+)\}", text)) <= set(MEANT), code
        assert f'"{code}"' in scripts, code


# An entry that waited


def send(client: FlaskClient, table: Opened, seat: str, cards: str, seen: int, key: str) -> Any:
    """An entry as the queue sends it."""
    form = {"seat": seat, "cards": cards.split(), "seen": seen, "key": key, "queued": "1"}
    return client.post(f"/t/{table['code']}/entry", data=form, headers={"HX-Request": "true"})


def test_an_entry_that_waited_is_told_its_revision(client: FlaskClient, opened: Opened) -> None:
    """The next of the queue has seen this one and nothing else."""
    first = send(client, opened, "s1", "KH QD 4D AC", 1, "a")
    assert (first.status_code, first.headers["X-Revision"], first.data) == (204, "2", b"")
    second = send(client, opened, "s2", "JS 4S 9H", 2, "b")
    assert (second.status_code, second.headers["X-Revision"]) == (204, "3")


def test_a_repeated_entry_is_told_its_own_revision_not_the_newest(
    client: FlaskClient, opened: Opened
) -> None:
    """Its answer was lost and others entered since: what is sent behind it must not seem to have
    seen them.
    """
    send(client, opened, "s1", "KH QD 4D AC", 1, "a")
    send(client, opened, "s2", "JS 4S 9H", 2, "other phone")
    again = send(client, opened, "s1", "KH QD 4D AC", 1, "a")
    assert (again.status_code, again.headers["X-Revision"]) == (204, "2")
    behind = send(client, opened, "s2", "7C", 2, "c")
    assert behind.status_code == 409
    assert "Bo" in behind.text


def test_what_is_stored_behind_others_has_not_seen_them(
    client: FlaskClient, opened: Opened
) -> None:
    """The queue goes on from what its phone had seen, so that an answer of the same seat in between
    is still told.
    """
    send(client, opened, "s2", "JS 4S 9H", 1, "other phone")
    for _ in range(2):
        first = send(client, opened, "s1", "KH QD 4D AC", 1, "a")
        assert (first.status_code, first.headers["X-Revision"]) == (204, "1")
    assert send(client, opened, "s2", "7C", 1, "b").status_code == 409
    assert send(client, opened, "s3", "7C", 1, "c").status_code == 204


def test_what_no_longer_fits_comes_with_its_cards(client: FlaskClient, opened: Opened) -> None:
    """409 with both entries where another phone was quicker, 422 for what cannot be, with the entry
    as it was.
    """
    send(client, opened, "s1", "KH QD 4D AC", 1, "a")
    stale = send(client, opened, "s1", "JS 4S 9H", 1, "b")
    assert stale.status_code == 409
    assert stale.text.count('class="mini ') == 7
    refused = send(client, opened, "s2", "KH KH KH", 2, "c")
    assert refused.status_code == 422
    assert 'id="refusal-title"' in refused.text
    assert re.search('value="KH"[^>]* checked', refused.text)


def test_the_stream_beats(
    app: Flask, client: FlaskClient, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page can hear that the line is open; what a page cannot hear would not do."""
    monkeypatch.setattr("referee.web.http.stream_routes.HEARTBEAT", 0.01)
    with client.get(f"/t/{opened['code']}/live", buffered=False) as answer:
        stream = iter(answer.response)
        assert next(stream) == b"retry: 1000\nevent: rev\ndata: 1\n\n"
        assert next(stream) == b"event: beat\ndata:\n\n"


def test_without_a_certificate_of_its_own_there_is_none_to_fetch(client: FlaskClient) -> None:
    """Plain http has nothing to trust."""
    assert client.get("/certificate").status_code == 404
