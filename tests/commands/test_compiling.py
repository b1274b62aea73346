"""What is compiled of a site's Python before any phone loads it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from jinja2 import DictLoader, Environment, ModuleLoader

from referee.browser.compiling import compile_folder, compile_library, compile_templates

RUN = """import sys; sys.path[:0] = sys.argv[1:]
import in_library, in_folder
print(in_library.__file__, in_library.VALUE, in_folder.VALUE, in_folder.__doc__)"""


def test_a_start_reads_no_source(tmp_path: Path) -> None:
    """What is loaded is there compiled, without its source; the rest is as it was."""
    library, target, folder = tmp_path / "lib.zip", tmp_path / "out.zip", tmp_path / "folder"
    with zipfile.ZipFile(library, "w") as packed:
        packed.writestr("in_library.py", "VALUE = 1\n")
        packed.writestr("never.py", "VALUE = 2\n")
        packed.writestr("unittest/mock.py", "")
        packed.writestr("encodings/cp1250.py", "")
        packed.writestr("encodings/utf_8.py", "")
    folder.mkdir()
    (folder / "in_folder.py").write_text('"""Said."""\nVALUE = 3\n', encoding="utf-8")
    (folder / "never_either.py").write_text("VALUE = 4\n", encoding="utf-8")
    loaded = {str(library / "in_library.py"), str(folder / "in_folder.py")}
    compile_library(library, target, loaded)
    compile_folder(folder, loaded)
    with zipfile.ZipFile(target) as packed:
        assert packed.namelist() == ["in_library.pyc", "never.py", "encodings/utf_8.py"]
    assert sorted(path.name for path in folder.iterdir()) == ["in_folder.pyc", "never_either.py"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "lib.zip", "out.zip"]
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(target), str(folder)],
        check=True,
        capture_output=True,
        text=True,
    )
    assert ran.stdout.split() == [str(target / "in_library.pyc"), "1", "3", "None"]


def test_pythons_own_modules_are_stored_in_the_same_bytes(tmp_path: Path) -> None:
    """The whole is packed once; what was packed at another time is the same."""
    made = []
    for year in (2020, 2026):
        library = tmp_path / "lib.zip"
        with zipfile.ZipFile(library, "w", zipfile.ZIP_DEFLATED) as packed:
            for name in ("a.py", "b.py"):
                packed.writestr(zipfile.ZipInfo(name, (year, 1, 1, 0, 0, 0)), "VALUE = 1\n" * 50)
        compile_library(library, tmp_path / "out.zip", {str(library / "a.py")})
        made.append((tmp_path / "out.zip").read_bytes())
    assert made[0] == made[1]
    with zipfile.ZipFile(tmp_path / "out.zip") as packed:
        assert {info.compress_type for info in packed.infolist()} == {zipfile.ZIP_STORED}


def test_the_application_keeps_what_it_asserts(tmp_path: Path) -> None:
    """Only packages lose their docstrings and assertions."""
    file = tmp_path / "referee" / "asserting.py"
    file.parent.mkdir()
    file.write_text('"""Said."""\nassert False\n', encoding="utf-8")
    compile_folder(tmp_path, {str(file)})
    ran = subprocess.run(
        [sys.executable, str(file.with_suffix(".pyc"))], capture_output=True, text=True
    )
    assert "AssertionError" in ran.stderr


def test_compiled_pages_are_drawn_without_their_source(tmp_path: Path) -> None:
    """Jinja loads the folder; no file of it is source."""
    made = Environment(
        loader=DictLoader(
            {"a/page.html": "{{ 1 }}{% include 'b.html' %}", "b.html": "b", "note.typ": "{{"}
        )
    )
    compile_templates(made, tmp_path / "compiled")
    assert {path.suffix for path in (tmp_path / "compiled").iterdir()} == {".pyc"}
    drawing = Environment(loader=ModuleLoader(tmp_path / "compiled"))
    assert drawing.get_template("a/page.html").render() == "1b"
