"""Commands as a program calls them."""

from collections.abc import Callable
from typing import Any

Run = Callable[..., tuple[int, Any]]
"""Words of a command to its exit status and its JSON answer."""
