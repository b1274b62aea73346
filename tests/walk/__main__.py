"""``python -m tests.walk``."""

import sys

from .walker import main

sys.exit(main())
