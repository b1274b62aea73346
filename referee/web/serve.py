"""The old name of ``python -m referee.server.serve``, for one release."""

import sys

from referee.server.serve import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
