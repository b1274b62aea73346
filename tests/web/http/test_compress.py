"""Compression: who gets it, and that what arrives is the same as without it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.web.http.compress import LEAST
from tests.support.paths import ROOT
from tests.support.talk import Open

GZIP = {"Accept-Encoding": "br, gzip"}
STYLE = "/static/entry.css"


def test_a_page_arrives_smaller_and_the_same(client: FlaskClient) -> None:
    plain = client.get("/rules/indian-chief")
    packed = client.get("/rules/indian-chief", headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert int(packed.headers["Content-Length"]) == len(packed.data)


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0"])
def test_whoever_does_not_accept_it_gets_plain_text(client: FlaskClient, accepted: str) -> None:
    for path in ("/rules/indian-chief", STYLE):
        answer = client.get(path, headers={"Accept-Encoding": accepted}, buffered=True)
        assert "Content-Encoding" not in answer.headers
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_static_file_is_compressed_with_a_tag_of_its_own(client: FlaskClient) -> None:
    plain, packed = client.get(STYLE, buffered=True), client.get(STYLE, headers=GZIP, buffered=True)
    assert plain.data == (ROOT / "static" / "entry.css").read_bytes()
    assert plain.headers["ETag"] != packed.headers["ETag"]
    assert packed.headers["Cache-Control"] == plain.headers["Cache-Control"]
    again = client.get(
        STYLE, headers={**GZIP, "If-None-Match": packed.headers["ETag"]}, buffered=True
    )
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "static").glob("*.css")) + sorted((ROOT / "static").glob("**/*.js")),
    ids=lambda path: path.name,
)
def test_a_style_or_script_travels_without_its_comments_and_else_the_same(
    client: FlaskClient, path: Path
) -> None:
    """Read line by line: a comment of styles lasts until its end, one of scripts is a line; no line
    of code is lost.
    """
    kept, inside = [], False
    for line in path.read_text().splitlines(keepends=True):
        bare = line.strip()
        begins = path.suffix == ".css" and bare.startswith("/*")
        if not (inside or begins or (path.suffix == ".js" and bare.startswith("//"))):
            kept.append(line)
        inside = (inside or begins) and not bare.endswith("*/")
    packed = client.get("/" + path.relative_to(ROOT).as_posix(), headers=GZIP, buffered=True)
    if path.stat().st_size < LEAST:
        assert packed.data == path.read_bytes()
    else:
        assert packed.headers["Content-Encoding"] == "gzip"
        assert pieces(path, gzip.decompress(packed.data).decode()) == pieces(path, "".join(kept))


def pieces(path: Path, text: str) -> list[str]:
    """What a file is made of: a script as it is, of a style sheet its words, texts and signs,
    whatever space lies between them.
    """
    return re.findall(r'"[^"]*"|[{};,:]|[^\s{};,:"]+', text) if path.suffix == ".css" else [text]


def test_what_is_packed_beforehand_is_the_file_beside_it() -> None:
    packed = sorted((ROOT / "static").glob("**/*.gz"))
    assert packed
    for path in packed:
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()


def test_an_edited_file_is_compressed_anew(fresh_app: Flask, tmp_path: Path) -> None:
    fresh_app.static_folder, client = str(tmp_path), fresh_app.test_client()
    style = tmp_path / "one.js"
    for text in ("a { color: red } " * 100, "b { color: blue } " * 200):
        style.write_text(text)
        assert gzip.decompress(client.get("/static/one.js", headers=GZIP).data).decode() == text


@pytest.mark.parametrize("path", ["/static/fonts/SourceSerif4-Regular.ttf", "/static/favicon.svg"])
def test_fonts_and_small_answers_stay_as_they_are(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers=GZIP, buffered=True)
    assert "Content-Encoding" not in answer.headers


def test_a_range_and_a_head_stay_as_they_are(client: FlaskClient) -> None:
    part = client.get(STYLE, headers={**GZIP, "Range": "bytes=0-9"}, buffered=True)
    assert (part.status_code, len(part.data)) == (206, 10)
    assert "Content-Encoding" not in part.headers
    head = client.head("/rules/indian-chief", headers=GZIP)
    assert "Content-Encoding" not in head.headers


def test_the_stream_of_news_is_not_held_back(client: FlaskClient, open_table: Open) -> None:
    code = open_table()["code"]
    with client.get(f"/t/{code}/live", headers=GZIP, buffered=False) as answer:
        assert answer.is_streamed
        assert "Content-Encoding" not in answer.headers


def test_a_tagged_page_is_still_not_sent_twice(client: FlaskClient) -> None:
    first = client.get("/rules/indian-chief", headers=GZIP)
    again = client.get(
        "/rules/indian-chief", headers={**GZIP, "If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
