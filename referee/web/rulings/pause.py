"""Pause the game over a number or question: for players; watchers see the ruling without it."""

from referee.web.http import context
from referee.web.http.parts import Form
from referee.web.view.view import View


def pause_form(view: View, seq: int = 0, words: str = "") -> Form | None:
    """The form that pauses the game over an entry or question; None if the phone cannot enter."""
    if not view.may_enter or view.over:
        return None
    told = {"key": context.new_key(), "of": str(seq or ""), "words": words}
    return Form(view.url("calls.call"), {name: text for name, text in told.items() if text})
