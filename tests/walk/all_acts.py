"""Every act of a walk by its name, with how often it is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from . import acts, groups
from .acts import Act

ACTS: Mapping[str, tuple[int, Act]] = {
    "enter": (24, acts.enter),
    "play_on": (8, acts.play_on),
    "enter_illegal": (4, acts.enter_illegal),
    "enter_at_random": (2, acts.enter_at_random),
    "let_stand": (4, acts.let_stand),
    "enter_again": (2, acts.enter_again),
    "look_before_entering": (2, acts.look_before_entering),
    "undo": (4, acts.undo),
    "redo": (4, acts.redo),
    "undo_any": (2, acts.undo_any),
    "correct": (5, acts.correct),
    "correct_newest": (5, acts.correct_newest),
    "change_settings": (2, acts.change_settings),
    "call": (3, acts.call),
    "settle_all": (3, acts.settle_all),
    "rule": (1, acts.rule),
    "submit": (8, acts.submit),
    "join": (2, acts.join),
    "put_in_order": (1, acts.put_in_order),
    "rename": (2, acts.rename),
    "next_table": (1, acts.next_table),
    "merge": (1, groups.merge),
    "part": (1, groups.part),
    "forget": (1, groups.forget),
    "rule_too_late": (1, groups.rule_too_late),
    "bring_in": (2, groups.bring_in),
    "come_late": (1, groups.come_late),
    "move_group": (1, groups.move_group),
}
