"""The command line: ``referee`` or ``python -m referee``."""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    from .cli import main as run

    return run(argv)


if __name__ == "__main__":
    sys.exit(main())
