"""The command line: ``python -m referee``."""

from __future__ import annotations

import sys

from .cli import main

sys.exit(main())
