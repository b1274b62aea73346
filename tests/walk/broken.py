"""A law that did not hold."""

from __future__ import annotations


class Broken(AssertionError):
    """A law that did not hold: ``law`` and ``place`` are the same for every way to it, ``words``
    say what was seen.
    """

    def __init__(self, law: str, place: str, words: str) -> None:
        super().__init__(f"{law}: {place}\n{words}")
        self.law, self.place, self.words = law, place, words

    @property
    def name(self) -> tuple[str, str]:
        """What is the same for every way to it."""
        return self.law, self.place


def require(holds: object, law: str, place: str, words: object = "") -> None:
    """Raise Broken unless something holds."""
    if not holds:
        raise Broken(law, place, str(words))
