"""Who the people of a record are in the group that it joins."""

from referee.store import Store
from referee.store.values import GroupRow, NewRecord


def members_of(store: Store, group: GroupRow, record: NewRecord) -> list[int | None]:
    """Everybody of a record by their id in the group: whoever has the very name there, each once; None for somebody new."""
    known: dict[str, list[int]] = {}
    for person in store.everybody(group.id):
        known.setdefault(person.name, []).append(person.id)
    return [known[name].pop(0) if known.get(name) else None for name, _sign in record.people]
