"""Programs that are run to their end."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from tests.support.paths import ROOT


def ran(*command: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """What came of a command in the project's folder."""
    told = {"cwd": ROOT, "capture_output": True, "encoding": "utf-8", "timeout": 300, **more}
    return subprocess.run([str(word) for word in command], check=False, **told)


def python(*argv: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """What came of this Python."""
    return ran(sys.executable, *argv, **more)
