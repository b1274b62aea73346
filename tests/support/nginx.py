"""nginx in front of real servers, without rights of its own and without anything outside a
folder.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NGINX = shutil.which(
    "nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin:/opt/homebrew/bin"
)
AROUND = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
{sites}
}}
"""


def written(folder: Path, sites: str) -> list[str]:
    """The command that starts nginx with this inside its ``http`` block; skips the test where there
    is none.
    """
    if NGINX is None:
        pytest.skip("no nginx here")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, sites=sites))
    return [NGINX, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


@contextmanager
def proxying(folder: Path, sites: str) -> Iterator[subprocess.Popen[bytes]]:
    """The same, running; what it says is in ``error.log`` and ``said``."""
    command = written(folder, sites)
    with (
        (folder / "said").open("ab") as said,
        subprocess.Popen(command, stdout=said, stderr=said) as proxy,
    ):
        try:
            yield proxy
        finally:
            proxy.terminate()


def checked(folder: Path, sites: str) -> str:
    """What ``nginx -t`` says of this; nothing if it is well."""
    done = subprocess.run(
        [*written(folder, sites), "-t", "-q"], capture_output=True, text=True, check=False
    )
    return done.stderr + ("" if done.returncode == 0 else f"\nended with {done.returncode}")
