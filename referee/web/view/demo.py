"""The demo round: a table outside the store, rebuilt for each page from the game's moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from referee.event import Event
from referee.games import GAMES
from referee.kernel.history import History, extend, replay
from referee.kernel.info import Demo, Entered
from referee.store.symbols import INKS, SHAPES, Sign
from referee.store.values import TableRow
from referee.web.http import context
from referee.web.http.words import gettext as _

from .view import View

ADDRESSES = {
    "tables.table": "demo.begin",
    "tables.record": "demo.record",
    "tables.preview": "demo.preview",
}
LONGEST = 4  # Most consecutive answers without fields that finish a round left open


@dataclass(frozen=True)
class DemoView(View):
    """A table that is not stored, with only the demo's pages."""

    def url(self, endpoint: str, **values: Any) -> str:
        if endpoint not in ADDRESSES or "seat" in values:
            return ""
        return context.path_below(self.root, ADDRESSES[endpoint])


def demo() -> tuple[str, Demo] | None:
    """Return the first game with a demo, and its demo; None if there is none."""
    return next(((name, game.info.demo) for name, game in GAMES.items() if game.info.demo), None)


def demo_view(game: str, shown: Demo) -> DemoView:
    """Return the round to try, with the other players' entries made."""
    names = dict(zip(shown.seats, (_("You"), _("Bo"), _("Cy"), _("Dee")), strict=False))
    signs = {seat: Sign(SHAPES[at], INKS[at]) for at, seat in enumerate(shown.seats)}
    table = TableRow(0, "", game, 0, 0.0, "", "", "")
    wanted = tuple(shown.wanted.data.get("cards", ()))  # type: ignore[arg-type]
    lang, root = context.reader()
    return DemoView(
        table=table,
        history=_begun(game),
        names=names,
        signs=signs,
        lang=lang,
        root=root,
        role="seat",
        seat=shown.seats[0],
        wanted=wanted,
    )


@lru_cache(maxsize=4)
def _begun(game: str) -> History:
    shown = GAMES[game].info.demo
    assert shown is not None
    start = replay(
        GAMES[game],
        [Event(1, "start", data={"seats": shown.seats, "options": dict(shown.options)})],
    )
    return with_moves(start, shown.entered)


def with_moves(history: History, moves: Sequence[Entered]) -> History:
    """Return the history with these moves appended."""
    told = enumerate(moves, history.revision + 1)
    return extend(
        history,
        [
            Event(at, "move", move.seat, move.kind, dict(move.data), by=move.seat)
            for at, move in told
        ],
    )


def played_out(history: History) -> History:
    """Return the history with its round finished by passing every remaining prompt."""
    for _more in range(LONGEST):
        passing = next(
            (
                prompt
                for prompt in history.prompts
                if not prompt.fields and not prompt.aside and prompt.seat
            ),
            None,
        )
        if history.game.scene(history.state).complete or passing is None:
            break
        history = with_moves(history, [Entered(passing.kind, str(passing.seat), {})])
    return history
