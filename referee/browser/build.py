"""Build the site: a folder that any static web host can serve, with no program behind it.

Python and Typst for browsers come from npm, packages from PyPI; each is checked against a checksum
kept here. The same versions give the same bytes.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from referee.browser.compiling import LIBRARY
from referee.browser.licences import licence_files
from referee.browser.ready import blank_sheets, ready_pages
from referee.data_files import parsed_ahead
from referee.files import HOME, PACKAGE
from referee.games import GAMES
from referee.kernel.strict_json import read_json
from referee.languages import LANGUAGES
from referee.web.http.rendering import script_folder
from referee.web.paper.typst import FONTS_FOLDER
from referee.words import catalogue

HERE = Path(__file__).parent
SHELL = HERE / "shell"
WHEELS = HERE / "wheels.txt"
PYODIDE = "314.0.7"
INTEGRITY = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""SHA-512 of the package as npm gives it."""
PRESS, PRESS_VERSION = "@myriaddreamin/typst-ts-web-compiler", "0.7.0"
PRESS_PACKED = f"myriaddreamin-typst-ts-web-compiler-{PRESS_VERSION}.tgz"
PRESS_INTEGRITY = (
    "nMwMcfOBy5pABPDuVM7/u8425SxhPUM+OJe6daqqgVOT3+neCTz4JKwx2L8XasfEHTNvd0cUI07LR9q5ADo7Gw=="
)
SCRIPTS = (
    *("shell.js", "loading.js", "tabs.js", "worker.js", "made.js", "python.js", "storage.js"),
    *("press.js", "shell.css"),
)
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY)
PACKED = ("pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY)
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64", "any")
"""MarkupSafe has no wheel without compiled parts; of any other one only Python files are taken."""
TYPES = (".py", ".so", ".dat", ".json", ".txt", ".typed")
LOCALES = ("root", "en", "ja")
LEFT_OUT = ("/tests/", "/testing/", "/sqlite_utils/cli.py", "pytz/zoneinfo/", "dateutil/zoneinfo/")
UNUSED = (
    *("server", "commands", "browser/build.py", "browser/compile.mjs", "browser/licences.py"),
    *("browser/ready.py", "browser/runtime_licences.txt", "browser/shell", "browser/wheels.txt"),
)
"""Parts of this package that a browser has no use for."""
ICONS = (("icon", "any"), ("maskable", "maskable"))
Files = dict[str, bytes]


class CannotBuild(Exception):
    """The site cannot be built; its argument says why."""


def build(out: Path, url: str, folder: Path) -> dict[str, Any]:
    """Write the site for its public ``url`` into ``out``; return its version and its bytes to load.

    What is fetched comes into ``folder``. Raises CannotBuild.
    """
    fetch(folder)
    path = urlsplit(url).path
    files = loaded_files(url, folder)
    listed = listing(files)
    wanted = ready_pages(url) | blank_sheets() | press_files(folder) | licence_files(folder)
    beside = versions(wanted)
    write(out, files | wanted | files_beside(path, files, listed, beside))
    return {"version": listed["version"], "bytes": sum(map(len, files.values()))}


def loaded_files(url: str, fetched: Path) -> Files:
    """Return what a phone loads, by name, for a site at ``url``."""
    return python_files(url, fetched) | static_files() | shell_files(urlsplit(url).path)


def files_beside(
    path: str, files: Files, listed: Mapping[str, Any], beside: Mapping[str, str]
) -> Files:
    """Return what a host serves besides: which files there are, and the same page for any address.

    ``beside`` has the version of each folder that a phone loads only in parts, when it wants them.
    A host that knows nothing answers an unknown address with 404.html.
    """
    site = text({**listed, "path": path, "beside": beside}).decode().strip()
    return {
        "files.json": text(listed),
        "sw.js": f"const SITE = {site};\n".encode() + (SHELL / "sw.js").read_bytes(),
        "404.html": files["index.html"],
        ".nojekyll": b"",
    }


def versions(wanted: Files) -> dict[str, str]:
    """The version of each folder: what is the same in a new version of the site is not lost."""
    folders = dict.fromkeys(name.split("/")[0] for name in wanted)
    return {
        folder: listing({n: data for n, data in wanted.items() if n.startswith(f"{folder}/")})[
            "version"
        ]
        for folder in folders
    }


def listing(files: Mapping[str, bytes]) -> dict[str, Any]:
    """What a phone loads, with sizes and hashes; the version is a hash of all."""
    described = {
        name: {"size": len(data), "hash": hashlib.sha256(data).hexdigest()}
        for name, data in sorted(files.items())
    }
    version = hashlib.sha256(json.dumps(described).encode()).hexdigest()[:16]
    return {"version": version, "files": described}


def text(told: object) -> bytes:
    """JSON as the text of a file."""
    return f"{json.dumps(told, ensure_ascii=False)}\n".encode()


# Fetched, and checked


def fetch(folder: Path) -> None:
    """Bring the packages into a folder; raises CannotBuild."""
    fetch_package(f"pyodide@{PYODIDE}", folder / f"pyodide-{PYODIDE}.tgz", INTEGRITY)
    fetch_package(f"{PRESS}@{PRESS_VERSION}", folder / PRESS_PACKED, PRESS_INTEGRITY)
    tags = [part for platform in PLATFORMS for part in ("--platform", platform)]
    run(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--only-binary=:all:", "--require-hashes", "--python-version=3.14"),
        *(*tags, "--implementation=cp", "--abi=cp314", "--dest", str(folder), "-r", str(WHEELS)),
    )


def fetch_package(package: str, packed: Path, integrity: str) -> None:
    """Bring one package of npm; raises CannotBuild if it is not the one that is known."""
    run("npm", "pack", "--silent", package, "--pack-destination", str(packed.parent))
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if found != integrity:
        raise CannotBuild(f"{packed.name} is not what was expected.")


def run(*command: str) -> None:
    """Run a program; CannotBuild with what it printed if it is missing or fails."""
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as missing:
        raise CannotBuild(f"{command[0]} was not found.") from missing
    except subprocess.CalledProcessError as failed:
        raise CannotBuild(failed.stderr.strip()[-2000:]) from failed


# What the site holds


def python_files(url: str, fetched: Path) -> Files:
    """Python, its packages and the application: compiled, and packed as not every host does so."""
    python = runtime(fetched)
    library, modules = compiled(url, python, packages(fetched) | application())
    files = {f"runtime/{name}": data for name, data in (python | {LIBRARY: library}).items()}
    own = {name: modules.pop(name) for name in list(modules) if name.startswith("referee/")}
    # What is compiled for this machine is loaded before Python starts.
    files |= {f"python/{name}": modules.pop(name) for name in list(modules) if name[-3:] == ".so"}
    files |= {"python/packages": bundle(modules), "python/referee": bundle(own)}
    packed = [*(f"runtime/{name}" for name in PACKED), *(n for n in files if n[:7] == "python/")]
    return files | {f"{name}.gz": pack(files.pop(name)) for name in packed}


def runtime(fetched: Path) -> Files:
    """Python for browsers."""
    with tarfile.open(fetched / f"pyodide-{PYODIDE}.tgz") as packed:
        found = {name: member(packed, f"package/{name}") for name in RUNTIME}
        info = read_json(member(packed, "package/pyodide-lock.json").decode())["info"]
    return found | {"pyodide-lock.json": text({"info": info, "packages": {}})}


def compiled(url: str, python: Files, modules: Files) -> tuple[bytes, Files]:
    """Compile modules and Python's own, for a site at ``url``; return its archive and the others.

    Raises CannotBuild.
    """
    with TemporaryDirectory() as made:
        folder = Path(made)
        write(folder / "runtime", python)
        write(folder / "python", modules)
        run("node", str(HERE / "compile.mjs"), made, url)
        found = {
            path.relative_to(folder / "python").as_posix(): path.read_bytes()
            for path in sources(folder / "python")
        }
    return found.pop(LIBRARY), found


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files by name into a folder."""
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def press_files(fetched: Path) -> Files:
    """Typst, which sets sheets, with the server's fonts and a list of them all: loaded only once it
    is wanted.
    """
    with tarfile.open(fetched / PRESS_PACKED) as packed:
        script, program = (
            member(packed, f"package/pkg/typst_ts_web_compiler{name}")
            for name in (".mjs", "_bg.wasm")
        )
    fonts = {f"{font.name}.gz": pack(font.read_bytes()) for font in FONTS_FOLDER.glob("*.ttf")}
    parts = {"compiler.js": script, "compiler.wasm.gz": pack(program), **fonts}
    parts["list.json"] = text(listing(parts)["files"])
    return {f"press/{name}": data for name, data in parts.items()}


def member(packed: tarfile.TarFile, name: str) -> bytes:
    """One file of an archive; CannotBuild if it is not there."""
    file = packed.extractfile(name)
    if file is None:
        raise CannotBuild(f"{name} is missing.")
    return file.read()


def packages(fetched: Path) -> Files:
    """The files of all wheels that are used in a browser."""
    return {
        name: data
        for wheel in sorted(fetched.glob("*.whl"))
        for name, data in members(wheel)
        if is_wanted(name)
    }


def members(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a wheel, without parts compiled for another machine."""
    foreign = "wasm32" not in wheel.name
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if not name.endswith("/") and not (foreign and name.endswith(".so")):
                yield name, packed.read(name)


def is_wanted(name: str) -> bool:
    """Whether a package's file is used in a browser."""
    if any(part in f"/{name}" for part in LEFT_OUT) or ".dist-info/" in name:
        return False
    if "locale-data/" in name:
        return Path(name).stem.partition("_")[0] in LOCALES
    return name.endswith(TYPES)


def application() -> Files:
    """This package with its templates, and the static files that it draws addresses from."""
    found = {
        f"referee/{path.relative_to(PACKAGE).as_posix()}": parsed_ahead(path)
        for path in sources(PACKAGE)
        if not path.relative_to(PACKAGE).as_posix().startswith(UNUSED)
        and "records" not in path.parts
        and path.parent != PACKAGE / "templates"
    }
    for folder in ("templates", "static"):
        found |= {
            f"referee/{folder}/{path.relative_to(HOME / folder).as_posix()}": path.read_bytes()
            for path in wanted_files(HOME / folder)
        }
    return found


def sources(folder: Path) -> Iterator[Path]:
    """Every file below a folder but compiled ones, in order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def wanted_files(folder: Path) -> Iterator[Path]:
    """The files that pages ask for: fonts and pictures are for paper, a host packs by itself."""
    for path in sources(folder):
        if not {"fonts", "pictures"} & {*path.parts} and path.suffix != ".gz":
            yield path


def static_files() -> Files:
    """Styles, scripts and pictures where the pages expect them."""
    return {static_name(path): path.read_bytes() for path in wanted_files(HOME / "static")}


def static_name(path: Path) -> str:
    """The address of a static file below the site, without its query."""
    name = path.relative_to(HOME / "static").as_posix()
    own_script = name.endswith(".js") and "/" not in name
    return f"static/{script_folder(HOME / 'static')}/{name}" if own_script else f"static/{name}"


def shell_files(path: str) -> Files:
    """The page around the application, in all languages, for a site at ``path``."""
    environment = Environment(loader=FileSystemLoader(SHELL), autoescape=True)
    words = {lang: dict(catalogue(lang, "site")) for lang in LANGUAGES}
    told = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    template = environment.get_template("shell.html")
    page = template.render(path=path, words=Markup(told), games=len(GAMES))
    return {
        "index.html": page.encode(),
        "manifest.webmanifest": manifest(path),
        **{f"shell/{name}": (SHELL / name).read_bytes() for name in SCRIPTS},
    }


def manifest(path: str) -> bytes:
    """What makes the site an app of a phone."""
    sizes = [(name, purpose, size) for name, purpose in ICONS for size in (192, 512)]
    return text(
        {
            "id": path,
            "name": "Referee",
            "short_name": "Referee",
            "start_url": path,
            "scope": path,
            "display": "standalone",
            "background_color": "#F5EFE2",
            "theme_color": "#55307D",
            "icons": [
                {
                    "src": f"{path}static/icons/{name}-{size}.png",
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for name, purpose, size in sizes
            ],
        }
    )


# Files of many files


def bundle(files: Mapping[str, bytes]) -> bytes:
    """These files one after the other; the first line lists their names and sizes.

    Nothing is compressed by itself, so that the whole is packed much better.
    """
    listed = json.dumps([[name, len(data)] for name, data in sorted(files.items())])
    return f"{listed}\n".encode() + b"".join(data for _name, data in sorted(files.items()))


def pack(data: bytes) -> bytes:
    """Compress with gzip, which every browser can unpack."""
    return gzip.compress(data, 9, mtime=0)
