"""Options at the dispute desk: changed for a moment that is put down by hand, and watched while a question is settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .fields import Value


class Watched(Mapping[str, Value]):
    """Options that add to ``seen`` the name of each that is looked at; whoever looks through them has looked at all."""

    def __init__(self, options: Mapping[str, Value], seen: set[str] | None = None) -> None:
        self.options = options
        self.seen = set[str]() if seen is None else seen

    def __getitem__(self, name: str) -> Value:
        self.seen.add(name)
        return self.options[name]

    def __iter__(self) -> Iterator[str]:
        self.seen.update(self.options)
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)


def changed(options: Mapping[str, Value], choices: Mapping[str, Value]) -> Mapping[str, Value]:
    """The options but for these choices, watched as before."""
    if isinstance(options, Watched):
        return Watched({**options.options, **choices}, options.seen)
    return {**options, **choices}
