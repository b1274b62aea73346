"""Secret entries that collide on reveal, so that their players are asked to check them.

A ``look`` is ``{"of", "seat"}``: the number of the entry, and its seat.
"""

from referee.kernel.contract import Prompt
from referee.kernel.history import History, Played

LOOK = "look"


def collision(history: History) -> Prompt | None:
    """The required prompt whose answer would allow a collision, or None."""
    return next(
        (prompt for prompt in history.prompts if prompt.overrules and not prompt.aside), None
    )


def colliding(history: History) -> tuple[Played, ...]:
    """The entries of this round that contradict each other, in seat order."""
    asked = collision(history)
    cards = {str(ruling.params.get("card")) for ruling in asked.overrules} if asked else set()
    round_ = history.game.scene(history.state).round
    newest = {
        played.move.seat: played
        for played in history.played
        if played.round == round_ and cards & {*played.cards}
    }
    return tuple(newest[seat] for seat in history.seats if seat in newest)


def to_look_again(history: History) -> tuple[Played, ...]:
    """The colliding entries whose players were asked and have not changed them since."""
    asked = {
        int(event.data["of"]): event.seq for event in history.table_events if event.type == LOOK
    }
    if not asked:
        return ()
    return tuple(
        played for played in colliding(history) if played.changed < asked.get(played.seq, 0)
    )
