"""Starting Referee: what it says when it cannot start, the address it shows, how it stops."""

from __future__ import annotations

import errno
import http.client
import io
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.event import Event
from referee.server import check, serve
from referee.store import Store
from tests.support.paths import ROOT
from tests.support.processes import python
from tests.support.real_server import free_port

JAPANESE = re.compile("[ぁ-んァ-ヶ]")
STREAMS = 20

# A small app with the one promise serve.py relies on: wake_all ends the open streams.
STREAMING_APP = """
import asyncio
import threading
from flask import Flask, Response

stopping = threading.Event()

class Events:
    async def __aiter__(self):
        yield b"data: 1\\n\\n"
        while not stopping.is_set():
            await asyncio.sleep(0.01)

    def __iter__(self):
        raise NotImplementedError

    def close(self):
        pass

def create_app(config=None):
    app = Flask(__name__)
    app.extensions["wake_all"] = stopping.set

    @app.get("/stream")
    def stream():
        return Response(Events(), mimetype="text/event-stream", direct_passthrough=True)

    @app.get("/")
    def start():
        return config["DATABASE"] + " " + config["ADDRESS"]

    return app
"""


def sentences(reason: serve.CannotStart) -> tuple[str, str]:
    """Split a reason into its English and its Japanese line."""
    english, japanese = str(reason).split("\n")
    assert JAPANESE.search(japanese)
    return english, japanese


def refused(step: Callable[..., object], *given: Any, **more: Any) -> tuple[str, str]:
    """The sentences with which a step refuses to start."""
    with pytest.raises(serve.CannotStart) as caught:
        step(*given, **more)
    return sentences(caught.value)


@pytest.fixture
def taken_port() -> Iterator[int]:
    """Yield a port somebody else is listening on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def settings(data: Path, port: int = 8000) -> serve.Settings:
    return serve.Settings(host="127.0.0.1", port=port, data=data, phones=64)


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12), (4, 0, 0)])
def test_a_new_enough_python_passes(version: tuple[int, ...]) -> None:
    check.check_python(version)


@pytest.mark.parametrize(
    ("version", "named"), [((3, 10, 14), "3.10"), ((3, 9), "3.9"), ((2, 7, 18), "2.7")]
)
def test_an_old_python_is_told_what_to_do(version: tuple[int, ...], named: str) -> None:
    english, japanese = refused(check.check_python, version)
    assert f"needs Python 3.11 or newer, and this is {named}." in english
    assert "make run PYTHON=" in english
    assert named in japanese


def test_a_python_without_venv_is_told_which_package_to_install() -> None:
    check.check_venv(has_ensurepip=True)
    told = refused(check.check_venv, has_ensurepip=False)
    assert all("apt install python3-venv" in line for line in told)


def test_a_taken_port_is_named_with_another_to_try(taken_port: int) -> None:
    english, japanese = refused(serve.check_port, "127.0.0.1", taken_port)
    assert f"Port {taken_port} is already in use" in english
    assert f"make run PORT={taken_port + 1}" in english
    assert f"make run PORT={taken_port + 1}" in japanese


def test_a_free_port_passes_and_stays_free() -> None:
    port = free_port()
    serve.check_port("127.0.0.1", port)
    serve.check_port("127.0.0.1", port)


def test_the_last_port_suggests_one_that_exists() -> None:
    assert "PORT=8000" in str(serve.port_problem("0.0.0.0", 65535, errno.EADDRINUSE))


def test_a_port_of_the_system_says_so() -> None:
    english, _ = sentences(serve.port_problem("0.0.0.0", 80, errno.EACCES))
    assert "from 1024 up" in english


def test_an_address_of_another_computer_is_refused() -> None:
    assert "no address 203.0.113.77" in refused(serve.check_port, "203.0.113.77", 8000)[0]


def test_a_name_that_means_no_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(serve.CannotStart, match="no address nowhere"):
        serve.resolve_host("nowhere")


def test_the_data_folder_is_made(tmp_path: Path) -> None:
    wanted = settings(tmp_path / "new" / "data")
    serve.check_data(wanted)
    assert wanted.data.is_dir()
    assert list(wanted.data.iterdir()) == []


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    folder = tmp_path / "file" / "data"
    english, japanese = refused(serve.check_data, settings(folder))
    assert f"Can’t write to {folder}." in english
    assert "make run DATA=" in english
    assert str(folder) in japanese


@pytest.mark.parametrize(
    ("made_by", "node", "named"),
    [
        ("B", "A", "node B"),
        ("B", "", "node B"),
        ("BC", "C", "node B"),
        ("", "A", ""),
        ("B", "AB", ""),
    ],
)
def test_tables_of_another_node_are_not_served(
    tmp_path: Path, made_by: str, node: str, named: str
) -> None:
    """A copy put back at the wrong node, or a node started without its letters: nobody would find
    these tables.
    """
    asked = replace(settings(tmp_path), node=node)
    with Store(asked.database, node=made_by) as store:
        for _ in range(20):
            store.create_table("pairs", Event(0, "start"), [("s1", "Ann", None)])
    if not named:
        serve.check_database(asked)
        return
    english, japanese = refused(serve.check_database, asked)
    assert named in english
    assert f"NODE=B{node}" in english
    assert "ノード B" in japanese


def test_a_database_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "referee.db").touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(serve.CannotStart, match="Can’t write"):
        serve.check_data(settings(tmp_path))


def test_main_prints_the_sentence_and_fails(
    tmp_path: Path, taken_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code = serve.main(["--host", "127.0.0.1", "--port", str(taken_port), "--data", str(tmp_path)])
    printed = capsys.readouterr()
    assert code == 1
    assert printed.out == ""
    assert printed.err.startswith(f"Port {taken_port} is already in use")
    assert len(printed.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("flag", "value"), [("port", "0"), ("port", "x"), ("port", "70000"), ("phones", "0")]
)
def test_a_number_out_of_range_is_refused(
    flag: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve.main([f"--{flag}", value]) == 2
    assert f"--{flag}" in capsys.readouterr().err


def test_the_check_needs_no_package() -> None:
    """`make run` checks Python before any package is there; -S hides all that are installed."""
    script = ROOT / "referee" / "server" / "check.py"
    done = python("-I", "-S", script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("192.168.1.20", 8000, "http://192.168.1.20:8000/"),
        ("192.168.1.20", 80, "http://192.168.1.20/"),
        ("fd00::2", 8000, "http://[fd00::2]:8000/"),
        ("0.0.0.0", 8000, "http://10.1.2.3:8000/"),
        ("::", 8000, "http://10.1.2.3:8000/"),
    ],
)
def test_the_address_shown(
    host: str, port: int, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "10.1.2.3")
    assert serve.web_address(host, port) == address


def test_without_a_network_the_address_is_localhost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "FAR_ADDRESS", ("255.255.255.255", 9))
    assert serve.lan_address() == "localhost"


def test_the_address_comes_with_its_qr_code(capsys: pytest.CaptureFixture[str]) -> None:
    import segno

    serve.show_address("http://192.168.1.20:8000/", Path("/tables/referee.db"))
    printed = capsys.readouterr().out
    code = io.StringIO()
    segno.make("http://192.168.1.20:8000/", micro=False).terminal(out=code, compact=True)
    assert "    http://192.168.1.20:8000/\n" in printed
    assert code.getvalue() in printed
    assert "/tables/referee.db" in printed
    assert any(JAPANESE.search(line) for line in printed.splitlines())


@pytest.mark.parametrize(
    ("host", "proxies", "said"),
    [
        ("127.0.0.1", 0, True),
        ("::1", 0, True),
        ("127.0.0.1", 1, False),
        ("0.0.0.0", 0, False),
        ("192.0.2.1", 0, False),
    ],
)
def test_where_only_this_computer_can_come_it_is_told_of_proxies(
    host: str, proxies: int, said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    serve.show_missing_proxies(serve.Settings(host, 8000, Path("data"), 10, behind_proxy=proxies))
    printed = capsys.readouterr().out
    assert ("PROXIES=1" in printed or "--proxies" in printed or "behind" in printed) == said


SERVE = ("-m", "referee.server.serve")


@contextmanager
def running(
    folder: Path, *flags: str, program: Sequence[str] = SERVE
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server with a small streaming app, and its port."""
    (folder / "app.py").write_text(textwrap.dedent(STREAMING_APP))
    port = free_port()
    command = [sys.executable, *program, "--host", "localhost", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--app", "app", "--data", "tables", *flags],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as server:
        try:
            yield server, port
        finally:
            if server.poll() is None:
                stopped(server)


def ask(port: int, path: str) -> http.client.HTTPResponse:
    """Send a request and return its answer, body unread; retry while the server starts."""
    for _ in range(200):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", path, headers={"Connection": "close"})
            return connection.getresponse()
        except ConnectionError:
            connection.close()
            time.sleep(0.05)
    pytest.fail("the server did not start")


def test_it_serves_and_stops_with_open_streams(tmp_path: Path) -> None:
    with running(tmp_path) as (server, port):
        with ask(port, "/") as asked:
            assert asked.read().decode() == f"{tmp_path}/tables/referee.db http://127.0.0.1:{port}/"
        streams = [ask(port, "/stream") for _ in range(STREAMS)]
        assert all(stream.readline() == b"data: 1\n" for stream in streams)
        began = time.monotonic()
        printed = stopped(server)
        took = time.monotonic() - began
        for stream in streams:
            stream.close()
    assert took < serve.KILL_SECONDS, "the streams had to be killed"
    assert server.returncode == 0
    assert f"http://127.0.0.1:{port}/" in printed
    assert "Traceback" not in printed


def test_the_system_is_asked_for_enough_open_files() -> None:
    """Never more than was wanted nor than the system allows, and what is allowed already stays
    so.
    """
    resource = pytest.importorskip("resource")
    before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert serve.open_files(10) == 10
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == before
        allowed = serve.open_files(10**7)
        assert 10 < allowed <= 10**7
        assert hard == resource.RLIM_INFINITY or allowed <= hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, hard))


@pytest.mark.parametrize(
    ("phones", "files", "most"),
    [(1024, 10**6, 6 * 1024), (64, 10**6, 1024), (1024, 4096, 3896), (1024, 256, 100)],
)
def test_as_many_connections_as_phones_keep_or_the_system_allows(
    phones: int, files: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "open_files", lambda wanted: min(wanted, files))
    assert serve.connections(phones) == most


# https


@pytest.mark.parametrize(
    ("port", "address"),
    [
        (8000, "https://192.168.1.20:8000/"),
        (443, "https://192.168.1.20/"),
        (80, "https://192.168.1.20:80/"),
    ],
)
def test_the_address_shown_over_https(port: int, address: str) -> None:
    assert serve.web_address("192.168.1.20", port, tls=True) == address


def test_plain_http_makes_no_certificate(tmp_path: Path) -> None:
    assert serve.secured(settings(tmp_path)) == ({}, "")
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_is_kept_until_it_does_not_serve_any_more(tmp_path: Path) -> None:
    """The same at the next start; another one for another address, and before it ends. The key is
    for its owner alone.
    """
    from referee.server.certificate import DAYS, certificate

    first = certificate(tmp_path, ("192.168.1.20", "localhost"))
    made = first.chain.read_bytes()
    assert first.key.stat().st_mode & 0o777 == 0o600
    assert certificate(tmp_path, ("192.168.1.20", "localhost")).chain.read_bytes() == made
    assert certificate(tmp_path, ("localhost",)).chain.read_bytes() == made
    moved = certificate(tmp_path, ("192.168.1.21", "localhost")).chain.read_bytes()
    assert moved != made
    late = datetime.now(UTC) + timedelta(days=DAYS - 20)
    assert certificate(tmp_path, ("192.168.1.21",), now=late).chain.read_bytes() != moved


def test_the_key_that_signed_is_nowhere(tmp_path: Path) -> None:
    """The only key on the disk is the server's own, so a phone that trusts the authority trusts
    nobody else.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    from referee.server.certificate import certificate

    files = certificate(tmp_path, ("localhost",))
    server, authority = x509.load_pem_x509_certificates(files.chain.read_bytes())
    keys = [path for path in tmp_path.iterdir() if b"PRIVATE KEY" in path.read_bytes()]
    assert keys == [files.key]
    own = load_pem_private_key(files.key.read_bytes(), None).public_key()
    assert own == server.public_key() != authority.public_key()
    server.verify_directly_issued_by(authority)


def test_it_serves_https(tmp_path: Path) -> None:
    """A client that trusts the authority is served; one that does not refuses; the terminal shows
    the https address and what browsers say.
    """
    authority = tmp_path / "tables" / "tls" / "authority.pem"
    with running(tmp_path, "--tls") as (server, port):
        answer = ask_secure(port, authority)
        assert answer.endswith(f"https://127.0.0.1:{port}/")
        assert ask_secure(port, authority, ssl.TLSVersion.TLSv1_2) == answer, "an older phone"
        with (
            socket.create_connection(("127.0.0.1", port)) as plain,
            pytest.raises(ssl.SSLCertVerificationError),
        ):
            ssl.create_default_context().wrap_socket(plain, server_hostname="localhost")
        printed = stopped(server)
    assert f"    https://127.0.0.1:{port}/\n" in printed
    assert f"https://127.0.0.1:{port}/certificate" in printed
    assert "will warn" in printed


def stopped(server: subprocess.Popen[str]) -> str:
    """What a server has printed by the time it has stopped; one that does not is killed, so that
    nobody waits for it.
    """
    server.send_signal(signal.SIGINT)
    try:
        return server.communicate(timeout=20)[0]
    except subprocess.TimeoutExpired:
        server.kill()
        raise


DEAF = """import signal, sys
import granian.server.common as common
ends = (signal.SIGINT, signal.SIGTERM)
common.set_main_signals = lambda *_: [signal.signal(one, lambda *_: None) for one in ends]
from referee.server.serve import main
sys.exit(main(sys.argv[1:]))"""


def test_a_stop_is_heard_though_the_main_thread_misses_it(tmp_path: Path) -> None:
    """A signal between two looks of the main thread is handled by nobody there."""
    with running(tmp_path, program=("-c", DEAF)) as (server, port):
        assert ask(port, "/").status == 200
        stopped(server)


def ask_secure(
    port: int, authority: Path, newest: ssl.TLSVersion = ssl.TLSVersion.MAXIMUM_SUPPORTED
) -> str:
    """The first page over https, by a client that trusts this authority alone; retry while the
    server starts.
    """
    for _ in range(200):
        try:
            trusting = ssl.create_default_context(cafile=str(authority))
            trusting.maximum_version = newest
            connection = http.client.HTTPSConnection(
                "127.0.0.1", port, timeout=10, context=trusting
            )
            connection.request("GET", "/", headers={"Connection": "close"})
            return connection.getresponse().read().decode()
        except (ConnectionError, FileNotFoundError):
            time.sleep(0.05)
    pytest.fail("the server did not start")
