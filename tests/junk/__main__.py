"""Junk requests in great number: ``python -m tests.junk [COUNT] [SEED]``, on all processors."""

from __future__ import annotations

import sys

from .run import soak

if __name__ == "__main__":
    count, seed, *_rest = [*map(int, sys.argv[1:3]), 0][:2] if len(sys.argv) > 1 else (1_000_000, 0)
    sys.exit(soak(count, seed))
