"""Options that are watched while a question is settled."""

from referee.kernel.options import Watched, changed


def test_what_a_moment_chooses_itself_is_no_look_at_the_option() -> None:
    options = Watched({"depth": "quick", "tie": "shared"})
    moment = changed(options, {"depth": "full"})
    assert (moment["depth"], moment["tie"]) == ("full", "shared")
    assert options.seen == {"tie"}


def test_whoever_looks_through_them_has_looked_at_all_that_are_not_chosen() -> None:
    options = Watched({"depth": "quick", "tie": "shared", "end": "pair"})
    assert {*changed(options, {"depth": "full"})} == {*options.options}
    assert options.seen == {"tie", "end"}
