"""Typst for browsers, which sets the sheet of a game: loaded only once that is wanted.

It comes from npm and is checked like Python; its fonts are those of the server.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import tarfile
from pathlib import Path

from referee.web.paper.typst import FONTS_FOLDER

FOLDER = "press"
PACKAGE = "@myriaddreamin/typst-ts-web-compiler"
VERSION = "0.7.0"
PACKED_AS = f"myriaddreamin-typst-ts-web-compiler-{VERSION}.tgz"
INTEGRITY = (
    "nMwMcfOBy5pABPDuVM7/u8425SxhPUM+OJe6daqqgVOT3+neCTz4JKwx2L8XasfEHTNvd0cUI07LR9q5ADo7Gw=="
)
"""SHA-512 of the package as npm gives it."""
SCRIPT = "typst_ts_web_compiler.mjs"
PROGRAM = "typst_ts_web_compiler_bg.wasm"
LIST = "list.json"


def press_files(fetched: Path) -> dict[str, bytes]:
    """Its program, script and fonts by their names in the site, with a list of sizes and hashes."""
    parts = {
        "compiler.js": taken(fetched, SCRIPT),
        "compiler.wasm.gz": packed(taken(fetched, PROGRAM)),
        **{
            f"{font.name}.gz": packed(font.read_bytes())
            for font in sorted(FONTS_FOLDER.glob("*.ttf"))
        },
    }
    listed = {
        name: {"size": len(data), "hash": hashlib.sha256(data).hexdigest()}
        for name, data in parts.items()
    }
    parts[LIST] = f"{json.dumps(listed)}\n".encode()
    return {f"{FOLDER}/{name}": data for name, data in parts.items()}


def taken(fetched: Path, name: str) -> bytes:
    """One file of the package; KeyError if it is not there."""
    with tarfile.open(fetched / PACKED_AS) as archive:
        file = archive.extractfile(f"package/pkg/{name}")
        return file.read() if file else b""


def packed(data: bytes) -> bytes:
    """Packed here, as not every host does so."""
    return gzip.compress(data, 9, mtime=0)
