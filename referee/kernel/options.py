"""Options at the dispute desk: changed for a moment that is put down by hand, and watched while a
question is settled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from .fields import Value


class Watched(Mapping[str, Value]):
    """Options that add to ``seen`` each that is looked at, but for those ``fixed``; whoever looks
    through them has looked at all.
    """

    def __init__(
        self,
        options: Mapping[str, Value],
        seen: set[str] | None = None,
        fixed: frozenset[str] = frozenset(),
    ) -> None:
        self.options = options
        self.seen = set[str]() if seen is None else seen
        self.fixed = fixed

    def __getitem__(self, name: str) -> Value:
        if name not in self.fixed:
            self.seen.add(name)
        return self.options[name]

    def __iter__(self) -> Iterator[str]:
        self.seen.update(name for name in self.options if name not in self.fixed)
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)


def changed(options: Mapping[str, Value], choices: Mapping[str, Value]) -> Mapping[str, Value]:
    """The options but for these choices, watched as before; what is chosen here, whatever the
    option, is no look at it.
    """
    if isinstance(options, Watched):
        return Watched({**options.options, **choices}, options.seen, options.fixed.union(choices))
    return {**options, **choices}


def unwatched(options: Mapping[str, Value], names: Collection[str]) -> Mapping[str, Value]:
    """The options as they are, of which these are looked at for nothing that the question is
    about.
    """
    return (
        Watched(options.options, options.seen, options.fixed.union(names))
        if isinstance(options, Watched)
        else options
    )
