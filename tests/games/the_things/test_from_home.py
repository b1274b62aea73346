"""Asked from home, where nobody told what hands hold."""

from __future__ import annotations

from referee.games import GAMES, find_question
from referee.kernel.board import Message
from referee.kernel.contract import complete_options
from referee.kernel.question import Answer, seats_of, settle
from referee.kernel.verdicts import MOVE, MOVER

GAME = GAMES["the-things"]


def asked(**facts: str) -> Answer:
    question = find_question(GAME.info.id, "may")
    assert question is not None
    options = complete_options(GAME.info, seats_of(GAME), {})
    return settle(question, options, {"players": "4", MOVER: "B", **facts})


def test_a_red_card_may_be_in_a_hand() -> None:
    """Later in a game it may; at the start, after steps that are told, it cannot."""
    laid = asked(**{MOVE: "attack", "target": "C", "cards": "5H"})
    assert (laid.yes, laid.when) == (True, Message("if_held"))
    first = asked(**{MOVE: "attack", "target": "C", "cards": "5C"})
    assert (first.yes, first.when) == (True, Message("at_start"))


def test_a_card_that_is_no_flame_is_refused_for_that_alone() -> None:
    """That it could not be in the hand yet is no second reason."""
    tested = asked(**{MOVE: "test", "target": "C", "card": "KD"})
    assert [one.code for one in tested.rulings] == ["not_flame"]
