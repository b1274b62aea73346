"""Secret entries that collide once they are turned up, and whose players are asked to look again.

A ``look`` holds ``{"of", "seat"}``: the number of the entry, and its seat.
"""

from referee.kernel.contract import Prompt
from referee.kernel.history import History, Played

LOOK = "look"


def collision(history: History) -> Prompt | None:
    """What only letting it stand would answer, where that is all that is asked."""
    return next(
        (prompt for prompt in history.prompts if prompt.overrules and not prompt.aside), None
    )


def colliding(history: History) -> tuple[Played, ...]:
    """The entries of this round that cannot all be, in seat order."""
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
    """Those of them about whose player was asked, and which have not been changed since."""
    asked = {
        int(event.data["of"]): event.seq for event in history.table_events if event.type == LOOK
    }
    if not asked:
        return ()
    return tuple(
        played for played in colliding(history) if played.changed < asked.get(played.seq, 0)
    )
