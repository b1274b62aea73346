"""``python -m tools``: documents, schemas, conformance, new-game, words and check."""

import sys
from collections.abc import Sequence

from referee.cli import Group, run
from referee.commands.base import Games

tools = Group("tools", ("tools.commands",))


def main(argv: Sequence[str] | None = None, games: Games | None = None) -> int:
    """Run one tool; the exit status."""
    return run(tools, argv, games)


if __name__ == "__main__":
    sys.exit(main())
