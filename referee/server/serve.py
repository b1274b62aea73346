"""Start Referee: check the requirements, show the address for phones, serve until Ctrl-C."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from importlib import import_module
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.files import PACKAGE
from referee.store.backup import copies

from .check import CannotStart, check_python

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .gateway import Gateway

DATABASE_NAME = "referee.db"
DEFAULT_PHONES = 1024
THREADS = 64
"""Threads for pages; many more than processors, as some wait for disk, sheets or guess limits."""
CONNECTIONS_EACH = 6
"""Connections a browser keeps to one server: its stream, and those for pages."""
OWN_FILES, FEWEST = 200, 100
MOST_ON_MAC = 10_240
"""The open-file limit that macOS accepts, whatever it reports itself."""
BACKLOG = 1024
KILL_SECONDS = 2
ORPHAN_SECONDS = 1.0
HEADER_SECONDS = 10
MOST_BUFFERED = 32 * 1024
"""Bytes read ahead on each connection."""
FIRST_COPY_SECONDS, LOOK_SECONDS = 60.0, 600.0
ANY_HOST = ("0.0.0.0", "::")
# Reserved for documentation, so nobody owns it; connecting a UDP socket sends nothing.
FAR_ADDRESS = ("203.0.113.1", 9)


def cannot_start(code: str, **params: object) -> CannotStart:
    """The exception with this reason from the server's catalogue."""
    from .opening import in_both

    return CannotStart(*in_both(code, **params))


@dataclass(frozen=True)
class Settings:
    """The settings of a server (see ``referee settings``); ``app`` has ``create_app``."""

    host: str
    port: int
    data: Path
    phones: int
    tls: bool = False
    behind_proxy: int = 0
    url: str = ""
    copies: int = 0
    node: str = ""
    app: str = "referee.application"

    @property
    def database(self) -> Path:
        return self.data / DATABASE_NAME

    @property
    def copies_folder(self) -> Path:
        return self.data / "copies"


def check_data(settings: Settings) -> None:
    """Create the data folder; raises CannotStart if the database cannot be written there."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.data):
            pass
        writable = not settings.database.exists() or os.access(settings.database, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        raise cannot_start("folder", folder=settings.data)


def check_database(settings: Settings) -> None:
    """Create or migrate the database; raises CannotStart on failure or another node's tables."""
    from .opening import of_others, wrong_with

    if wrong := wrong_with(settings.database) or of_others(settings.database, settings.node):
        raise CannotStart(*wrong)


def check_port(host: str, port: int) -> None:
    """Raise CannotStart unless a server can listen on this IP address and port now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            # A port that Referee has just left counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen()
        except OSError as problem:
            raise port_problem(host, port, problem.errno) from problem


def port_problem(host: str, port: int, code: int | None) -> CannotStart:
    """The exception that explains why listening failed with this errno."""
    if code in (errno.EACCES, errno.EPERM):
        return cannot_start("port_reserved", port=port)
    if code == errno.EADDRNOTAVAIL:
        return cannot_start("no_address", host=host)
    return cannot_start("port_taken", port=port, other=port + 1 if port < 65535 else 8000)


def resolve_host(host: str) -> str:
    """The IP address of a name such as localhost, as granian takes no names; raises CannotStart."""
    try:
        return str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])
    except OSError as problem:
        raise cannot_start("no_address", host=host) from problem


def lan_address() -> str:
    """This computer's IPv4 address on its network, or localhost without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR_ADDRESS)
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def shown_host(host: str) -> str:
    """The host name or address for browsers, for a server that listens on this host."""
    return lan_address() if host in ANY_HOST else host


def web_address(host: str, port: int, tls: bool = False) -> str:
    """The URL for browsers, for a server that listens on this host and port."""
    shown, scheme = shown_host(host), "https" if tls else "http"
    if ":" in shown:
        shown = f"[{shown}]"
    return f"{scheme}://{shown}/" if port == (443 if tls else 80) else f"{scheme}://{shown}:{port}/"


def secured(settings: Settings) -> tuple[dict[str, Any], str]:
    """Granian's options for https and the CA file for phones; both empty for plain http."""
    if not settings.tls:
        return {}, ""
    from granian.constants import SSLProtocols

    from .certificate import certificate

    names = dict.fromkeys(
        (shown_host(settings.host), "localhost", "127.0.0.1", socket.gethostname())
    )
    files = certificate(settings.data / "tls", tuple(names))
    # Phones before iOS 12.2 and Android 10 support at most TLS 1.2.
    options = {
        "ssl_cert": files.chain,
        "ssl_key": files.key,
        "ssl_protocol_min": SSLProtocols.tls12,
    }
    return options, str(files.authority)


def show_trust(address: str) -> None:
    """Explain the browser's warning about a self-made certificate, and how to end it."""
    print("The browser will warn that it does not know this server: choose Advanced, then Proceed")
    print("(on an iPhone: Show Details, then visit this website).")
    print("ブラウザーが警告を出します。「詳細設定」から進んでください。")
    print(
        f"A phone that installs {address}certificate as a trusted CA warns no more and keeps"
        " Referee as an app.",
        flush=True,
    )


def show_address(address: str, database: Path) -> None:
    """Print the address, its QR code, and where the tables are kept."""
    import segno

    print("Referee is running. On a phone in the same network, open this address or scan the code:")
    print("同じネットワークのスマホで、このアドレスを開くか、コードを読み取ってください。")
    print(f"\n    {address}\n")
    segno.make(address, micro=False).terminal(compact=True)
    print(f"Tables are kept in {database}. Ctrl-C stops Referee.", flush=True)


def show_missing_proxies(settings: Settings) -> None:
    """Warn that every client counts as this computer: loopback host, no proxies configured."""
    if ip_address(settings.host).is_loopback and not settings.behind_proxy:
        print(cannot_start("no_proxies"), flush=True)


def show_started(settings: Settings, address: str) -> None:
    """Print all that a host has to know when the server listens."""
    show_address(address, settings.database)
    show_missing_proxies(settings)
    if settings.tls:
        show_trust(address)


def app_config(settings: Settings, address: str, authority: str) -> dict[str, Any]:
    """The configuration of the application, as ``create_app`` takes it."""
    return {
        "DATABASE": str(settings.database),
        "ADDRESS": address,
        "AUTHORITY": authority,
        "STREAMS": settings.phones,
        "PROXIES": settings.behind_proxy,
        "URL": settings.url,
        "NODE": settings.node,
    }


def load_app(module: str, config: dict[str, Any]) -> Gateway:
    """Build the app in the worker process; a stop signal ends its open streams."""
    from .gateway import Gateway

    signal.set_wakeup_fd(-1)  # It was inherited from the parent process.
    app = import_module(module).create_app(config)
    end_with_parent()
    return Gateway(
        app, THREADS, partial(call_on_stop, app.extensions["wake_all"]), config.get("PROXIES", 0)
    )


def call_on_stop(act: Callable[[], object]) -> None:
    """Call ``act`` in a new thread when this process is told to stop; main thread only.

    The wake-up socket sees every signal and passes it on to the previous one.
    """
    told, teller = socket.socketpair()
    teller.setblocking(False)
    before = signal.set_wakeup_fd(teller.detach(), warn_on_full_buffer=False)

    def wait() -> None:
        with told:
            while number := told.recv(1):
                if number[0] in (signal.SIGINT, signal.SIGTERM):
                    act()
                if before != -1:
                    os.write(before, number)

    threading.Thread(target=wait, name="stop-listener", daemon=True).start()


def end_with_parent() -> None:
    """End this process soon after its parent dies, as nothing else would free the port."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(ORPHAN_SECONDS)
        os._exit(1)

    threading.Thread(target=wait, name="parent-watch", daemon=True).start()


def open_files(wanted: int) -> int:
    """Raise the limit of open files to ``wanted`` if possible; returns the limit, at most that."""
    try:
        import resource
    except ImportError:
        # On Windows sockets are not limited as files.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    for more in (wanted, MOST_ON_MAC):
        more = more if hard == unlimited else min(more, hard)
        if soft != unlimited and soft < more:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
                soft = more
    return wanted if soft == unlimited else min(wanted, soft)


def connections(phones: int) -> int:
    """The most open connections: enough for this many phones, if the system allows."""
    wanted = max(BACKLOG, CONNECTIONS_EACH * phones)
    return max(FEWEST, min(wanted, open_files(wanted + OWN_FILES) - OWN_FILES))


def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM: one worker, threads for pages, its loop for streams."""
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    address = settings.url or web_address(settings.host, settings.port, settings.tls)
    options, authority = secured(settings)
    server = Granian(
        f"{settings.app}:create_app",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.RSGI,
        # Without TLS browsers use only HTTP/1, and skipping detection saves memory.
        http=HTTPModes.auto if settings.tls else HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=1000 * HEADER_SECONDS, max_buffer_size=MOST_BUFFERED
        ),
        websockets=False,
        workers=1,
        # A dead worker is restarted; two deaths within seconds end the server.
        respawn_failed_workers=True,
        backlog=BACKLOG,
        # Further connections wait until another ends, even an idle one.
        backpressure=connections(settings.phones),
        # A stream that does not end by itself must not delay the stop.
        workers_kill_timeout=KILL_SECONDS,
        log_level=LogLevels.error,
        **options,
    )
    server.on_startup(partial(show_started, settings, address))
    threading.Thread(
        target=copy_daily, args=(settings, FIRST_COPY_SECONDS), name="daily-copy", daemon=True
    ).start()
    # Without this a signal just before the main thread waits is noticed only with the next.
    call_on_stop(server.signal_handler_interrupt)
    config = app_config(settings, address, authority)
    server.serve(target_loader=partial(load_app, settings.app, config), wrap_loader=False)


def copy_daily(settings: Settings, wait: float, days: int = sys.maxsize) -> None:
    """Back up the database once a day, in its own process, which reports its errors itself."""
    told = (settings.database, settings.copies_folder, "--keep", settings.copies)
    command = [sys.executable, "-m", "referee", "backup", *map(str, told)]
    for _ in range(days if settings.copies else 0):
        time.sleep(wait)
        wait = LOOK_SECONDS
        today = datetime.now().strftime("%Y%m%d")
        if not any(
            f"-{today}-" in one.name for one in copies(settings.database, settings.copies_folder)
        ):
            subprocess.run(command, cwd=PACKAGE.parent, stdout=subprocess.DEVNULL, check=False)


def start(settings: Settings) -> None:
    """Run the checks, then serve; raises CannotStart with advice."""
    check_python(sys.version_info[:2])
    settings = replace(settings, host=resolve_host(settings.host))
    check_data(settings)
    check_database(settings)
    check_port(settings.host, settings.port)
    serve(settings)


def main(argv: Sequence[str]) -> int:
    """``referee serve`` with these arguments; returns the exit status."""
    from referee.__main__ import main as referee

    return referee(["serve", *argv])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
