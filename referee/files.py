"""Where templates, static files and fonts are: beside the package in a clone, else inside it."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CLONED = not (PACKAGE / "templates").is_dir()
HOME = PACKAGE.parent if CLONED else PACKAGE
"""The folder with ``templates`` and ``static``."""
