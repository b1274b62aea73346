"""Scripts that run in the page, each in a file of its own beside this one."""

from __future__ import annotations

from pathlib import Path


def in_page(name: str) -> str:
    """The text of a script, by the name of its file."""
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8")
