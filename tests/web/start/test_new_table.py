"""A new table: how its people are put in order, and what is wrong with its rules at the question it is about."""

from __future__ import annotations

from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.web.start.new_table_routes import rearranged
from tests.support.examples import plays
from tests.support.talk import CHIEF

NAMES = st.lists(st.sampled_from(["", "Ann", "Bo", "Cy", "Dee"]), min_size=2, max_size=6)
LEAST, MOST = 2, 6


@given(NAMES, st.sampled_from(["up", "down", "drop"]), st.integers(-1, 7))
def test_a_name_is_moved_by_one_place_or_taken_out(names: list[str], verb: str, at: int) -> None:
    """What cannot be done does nothing: there is no place above the first or below the last, and no table without people."""
    there = rearranged(names, f"{verb}-{at}", (LEAST, MOST))
    other = {"up": at - 1, "down": at + 1}.get(verb)
    if verb == "drop":
        allowed = 0 <= at < len(names) > LEAST
        assert there == ([*names[:at], *names[at + 1 :]] if allowed else names)
    elif other is not None and at in range(len(names)) and other in range(len(names)):
        assert (there[at], there[other]) == (names[other], names[at])
        assert [name for place, name in enumerate(there) if place not in (at, other)] == [name for place, name in enumerate(names) if place not in (at, other)]
    else:
        assert there == names


@given(NAMES, st.sampled_from(["Ann", "Fay"]))
def test_a_known_name_goes_to_the_first_empty_line(names: list[str], name: str) -> None:
    there = rearranged(names, f"seat-{name}", (LEAST, MOST))
    if name in names:
        assert there == names
    elif "" in names:
        free = names.index("")
        assert there == [*names[:free], name, *names[free + 1 :]]
    else:
        assert there == [*names, name][:MOST]


@given(NAMES)
def test_a_line_is_added_while_somebody_may_still_sit(names: list[str]) -> None:
    assert rearranged(names, "add", (LEAST, MOST)) == [*names, ""][:MOST]


@plays(CHIEF)
def test_a_rule_that_cannot_be_is_refused_at_its_question(client: FlaskClient) -> None:
    form = {"name": ["Ann", "Bo"], "beggar_own": "no such reading", "touched.beggar_own": "1"}
    answer = client.post(f"/new/{CHIEF}/open?lang=en", data=form)
    assert answer.status_code == 422
    field = answer.text.partition('name="beggar_own"')[0].rpartition("<fieldset")[2] + answer.text.partition('name="beggar_own"')[2].partition("</fieldset>")[0]
    assert "field-error" in field
