"""The old name of ``python -m referee.server.serve``, for one release."""

from __future__ import annotations

import sys

from referee.server.serve import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
