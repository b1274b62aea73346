"""What docs/architecture.md says of the way through the code is true: the files are there, and the
functions are in them.
"""

from __future__ import annotations

import re

from tests.support.paths import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
STEP = re.compile(r"`((?:referee|templates|static)/[\w./]+\.(?:py|html|js|toml))`(?: `(\w+)`)?")


def test_every_file_is_there_and_every_function_is_in_it() -> None:
    steps = STEP.findall(TEXT)
    assert len(steps) > 25
    wrong = [path for path, _ in steps if not (ROOT / path).is_file()]
    wrong += [
        f"{path} {name}"
        for path, name in steps
        if name
        and not re.search(
            rf"^ *(?:def|class) {name}\b", (ROOT / path).read_text(encoding="utf-8"), re.M
        )
    ]
    assert wrong == []


def test_every_top_level_folder_of_the_code_is_in_the_picture() -> None:
    folders = {
        path.name
        for path in (ROOT / "referee").iterdir()
        if path.is_dir() and not path.name.startswith("_")
    }
    assert {name for name in folders if f"referee/{name}/" not in TEXT} == set()
