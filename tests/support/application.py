"""The whole application for tests, on a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask

from app import create_app


@contextmanager
def application(database: Path, **config: Any) -> Iterator[Flask]:
    """An application without rate limits, until it is left."""
    made = create_app({"DATABASE": str(database), "RATE_LIMITS": False, **config})
    yield made
    made.extensions["service"].close()
