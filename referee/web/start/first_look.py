"""What a stranger is shown on the first page: some cards with what the referee makes of them, and what the signs at a table say."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.frozen import replace
from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.web.view.demo import Specimen, demo, demo_view, next_round, specimen
from referee.web.view.page_header import Column, scoreboard
from referee.words import MARKS


@dataclass(frozen=True)
class FirstLook:
    """The specimen, and the scoreboard of its table with a caption under every column; its columns lead nowhere."""

    specimen: Specimen
    seats: Sequence[Column]
    captions: Sequence[str]


def first_look() -> FirstLook | None:
    """What the demo of the first game shows, if a game has one."""
    found = demo()
    if found is None:
        return None
    game, shown = found
    view = demo_view(game, shown)
    seats = [replace(seat, href="") for seat in scoreboard(next_round(view, shown), shown.seats[0])]
    return FirstLook(specimen(view, shown), seats, [_caption(seat) for seat in seats])


def _caption(seat: Column) -> str:
    """What the signs of a column say."""
    if seat.state == "entering":
        said = _("enters now")
    elif seat.state == "ready" and seat.plus is not None:
        said = _("has entered: %(n)s so far", n=seat.plus)
    else:
        said = _("not yet")
    further = [_("the crown leads") if seat.leads else "", _("D deals") if seat.dealer else ""]
    return MARKS[context.language()].semicolon.join(filter(None, (said, *further)))
