"""The licences of all that the site holds of others: names, versions, and the texts they ask for.

Packages say them of themselves; what is compiled into Python for browsers has a file beside this.
"""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path

from referee import __version__
from referee.files import HOME
from referee.web.phone.setting_routes import LICENCES

RUNTIME = Path(__file__).with_name("runtime_licences.txt")
TEXT = re.compile(r"(\.dist-info/(licenses/)?(LICENSE|AUTHORS)|locale-data/LICENSE)[\w.]*$")
CLASSIFIER = re.compile(r"License ::(?: OSI Approved ::)? ([^:]+)$")
RUNTIME_PART = re.compile(r"^=== (.+?) (\S*) \| (.+?) \| (.+)$", re.MULTILINE)
FONT_VERSION = re.compile(rb"\0V\0e\0r\0s\0i\0o\0n\0 (\0\d\0\.(?:\0\d){3})")


@dataclass(frozen=True)
class LicensedPart:
    """Something of others in the site, as it names itself, and the texts of its licence."""

    name: str
    version: str
    licence: str
    address: str
    texts: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The part in one line."""
        return " · ".join(filter(None, (f"{self.name} {self.version}", self.licence, self.address)))


def licence_files(fetched: Path) -> dict[str, bytes]:
    """The file with all licences by its name in the site; what was fetched lies in a folder."""
    parts = [*own_parts(), *packages(fetched), *wheels(fetched)]
    kept = read(RUNTIME)
    compiled = [LicensedPart(name, *more) for name, *more in RUNTIME_PART.findall(kept)]
    named = "\n".join(part.line for part in [*parts, *compiled])
    told = ["The edition without a server holds:", named, kept.strip()]
    # A text that several share stands once.
    shared: dict[str, list[str]] = {}
    for part in parts:
        for text in part.texts:
            shared.setdefault(text.strip(), []).append(part.name)
    told += [f"=== {', '.join(names)}\n\n{text}" for text, names in shared.items()]
    return {LICENCES: "\n\n".join([*told, ""]).encode()}


def own_parts() -> Iterator[LicensedPart]:
    """This package, and the files of others that lie in it."""
    yield LicensedPart("Referee", __version__, "MIT", "", (read(HOME / "LICENSE"),))
    for folder in sorted((HOME / "static/vendor").iterdir()):
        name, _at, version = folder.name.rpartition("@")
        yield LicensedPart(name, version, "0BSD", "https://htmx.org", (read(folder / "LICENSE"),))
    for text in sorted((HOME / "static/fonts").glob("OFL-*.txt")):
        name = text.stem.removeprefix("OFL-")
        found = FONT_VERSION.search(text.with_name(f"{name}-Regular.ttf").read_bytes())
        version = found[1].replace(b"\0", b"").decode() if found else ""
        yield LicensedPart(name, version, "OFL-1.1", "https://openfontlicense.org", (read(text),))


def packages(fetched: Path) -> Iterator[LicensedPart]:
    """The packages of npm; none of them has the text of its licence in it."""
    for packed in sorted(fetched.glob("*.tgz")):
        with tarfile.open(packed) as archive:
            file = archive.extractfile("package/package.json")
            told = json.load(file) if file else {}
            address = told["repository"]["url"].removeprefix("git+").removesuffix(".git")
            yield LicensedPart(told["name"], told["version"], told["license"], address)


def wheels(fetched: Path) -> Iterator[LicensedPart]:
    """The packages of Python."""
    for wheel in sorted(fetched.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            names = packed.namelist()
            head = next(name for name in names if name.endswith(".dist-info/METADATA"))
            told = HeaderParser().parsestr(packed.read(head).decode())
            texts = [packed.read(name).decode() for name in names if TEXT.search(name)]
            classes = map(CLASSIFIER.fullmatch, told.get_all("Classifier", []))
            licence = told["License-Expression"] or told["License"]
            licence = licence or " or ".join(found[1] for found in classes if found)
            address = f"https://pypi.org/project/{told['Name']}"
            yield LicensedPart(told["Name"], told["Version"], licence, address, tuple(texts))


def read(path: Path) -> str:
    """A text as it lies here."""
    return path.read_text(encoding="utf-8")
