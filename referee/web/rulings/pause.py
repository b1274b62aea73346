"""Pausing the game over a number or a question: who enters may, whoever only watches sees the
ruling without it.
"""

from referee.web.http import context
from referee.web.http.parts import Form
from referee.web.view.view import View


def pause_form(view: View, seq: int = 0, words: str = "") -> Form | None:
    """What pauses the game over an entry, with the question as it was asked; None for a phone that
    does not enter.
    """
    if not view.may_enter or view.over:
        return None
    told = {"key": context.new_key(), "of": str(seq or ""), "words": words}
    return Form(view.url("calls.call"), {name: text for name, text in told.items() if text})
