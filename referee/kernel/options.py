"""Options of a rules question: changed for an imagined moment, and watched for reads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from .fields import Value


class Watched(Mapping[str, Value]):
    """Options that record each name read in ``seen``, except ``fixed``; iterating reads all."""

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
    """The options with other values, watched as before; the changed ones are no longer recorded."""
    if isinstance(options, Watched):
        return Watched({**options.options, **choices}, options.seen, options.fixed.union(choices))
    return {**options, **choices}


def unwatched(options: Mapping[str, Value], names: Collection[str]) -> Mapping[str, Value]:
    """The options with reads of these names no longer recorded."""
    if isinstance(options, Watched):
        return Watched(options.options, options.seen, options.fixed.union(names))
    return options
