"""Check the Python version; ``make`` runs this file alone, before packages are installed."""

import importlib.util
import sys

OLDEST_PYTHON = (3, 11)


class CannotStart(Exception):
    """A reason not to start, as a sentence in English and the same in Japanese."""

    def __init__(self, english: str, japanese: str) -> None:
        super().__init__(f"{english}\n{japanese}")


def check_python(version: tuple[int, ...]) -> None:
    """Raise CannotStart for a Python older than 3.11."""
    if version[:2] >= OLDEST_PYTHON:
        return
    has = ".".join(str(part) for part in version[:2])
    raise CannotStart(
        f"Referee needs Python 3.11 or newer, and this is {has}. Install a newer one and name it:"
        " make run PYTHON=python3.12",
        f"Python 3.11 以降が必要です（今は {has}）。入れたら、その名前で実行してください: make run"
        " PYTHON=python3.12",
    )


def check_venv(has_ensurepip: bool) -> None:
    """Raise CannotStart if Python lacks ``ensurepip``, which virtual environments need."""
    if has_ensurepip:
        return
    raise CannotStart(
        "This Python cannot make a virtual environment. On Debian or Ubuntu run: sudo apt install"
        " python3-venv",
        "この Python では仮想環境を作れません。Debian や Ubuntu なら: sudo apt install"
        " python3-venv",
    )


def main() -> int:
    """Print the reason and return 1 if this Python cannot be used, else 0."""
    try:
        check_python(sys.version_info[:2])
        check_venv(importlib.util.find_spec("ensurepip") is not None)
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
