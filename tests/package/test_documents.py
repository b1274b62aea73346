"""Documents lead where they say: every link between them is there, with its heading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
MOST = {"README.md": 110, "docs/architecture.md": 260}
"""Lines of the documents that a newcomer reads first."""


def anchors(text: str) -> set[str]:
    """What the headings of a document can be linked by."""
    heads = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\s-]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for file, anchor in LINK.findall(text):
        target = (path.parent / file) if file else path
        assert target.exists(), file
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), f"{file}#{anchor}"


def test_what_a_newcomer_reads_first_is_short() -> None:
    for name, most in MOST.items():
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= most, name
    assert (ROOT / "docs/architecture.md").stat().st_size <= 14_000
