"""The command line: ``referee`` or ``python -m referee``."""

import gc
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. What is loaded for it stays, so Python looks for no garbage
    in it meanwhile.
    """
    gc.disable()
    from .cli import main as run

    gc.enable()
    return run(argv)


if __name__ == "__main__":
    sys.exit(main())
