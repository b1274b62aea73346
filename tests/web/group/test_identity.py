"""The page where somebody of a group is made one with another, two again, or forgotten."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from referee.store.values import PersonRow
from tests.support.talk import CHIEF, Open, opened_by
from tests.web.group.test_group import group_of, people
from tests.web.people.test_seats import open_next


def known(app: Flask, opened: object) -> dict[str, PersonRow]:
    return {person.name: person for person in people(app, opened)}  # type: ignore[arg-type]


def test_one_person_under_two_names_is_made_one_and_two_again(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    first = open_table(CHIEF, "Ann", "Bo", "Cy")
    open_next(client, first, "Anna", "Bo", "Cy")
    group, here = group_of(client), known(app, first)
    page = f"{group}/p/{here['Ann'].id}"
    assert ">Anna</option>" in client.get(page).text
    together = client.post(f"{page}/merge", data={"other": here["Bo"].id})
    assert (together.status_code, "so they can’t be merged" in together.text) == (422, True)
    assert f'value="{here["Bo"].id}" selected' in together.text
    assert client.post(f"{page}/merge").status_code == 422
    assert client.post(f"{page}/merge", data={"other": here["Anna"].id}).status_code == 303
    assert known(app, first).keys() == {"Ann", "Bo", "Cy"}
    assert "Anna is the same person" in client.get(page).text
    assert client.get(f"{group}/p/{here['Anna'].id}").headers["Location"].endswith(page)
    assert client.post(f"{group}/p/{here['Anna'].id}/part").status_code == 303
    assert known(app, first).keys() == {"Ann", "Anna", "Bo", "Cy"}


def test_nobody_is_forgotten_by_one_tap(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", "Unmistakable")
    group, here = group_of(client), known(app, opened)
    page = f"{group}/p/{here['Unmistakable'].id}"
    assert client.post(f"{page}/forget").status_code == 422
    assert "Unmistakable" in client.get(page).text
    assert client.post(f"{page}/forget", data={"sure": "yes"}).status_code == 303
    code = opened["code"]
    at_table = [f"/t/{code}{tail}" for tail in ("", "/sheet", "/fix", "/record.json")]
    for path in (group, page, *at_table):
        answer = client.get(path, follow_redirects=True)
        assert (answer.status_code, "Unmistakable" in answer.text) == (200, False), path
    assert client.post(f"{page}/forget", data={"sure": "yes"}).status_code == 404
    assert known(app, opened).keys() == {"Ann", "Bo"}


def test_a_group_tells_nothing_of_the_people_of_another(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    first = open_table(CHIEF, "Ann", "Bo", "Cy")
    open_next(client, first, "Anna", "Bo", "Cy")
    group, here = group_of(client), known(app, first)
    merged = client.post(f"{group}/p/{here['Ann'].id}/merge", data={"other": here["Anna"].id})
    assert merged.status_code == 303
    stranger = app.test_client()
    opened_by(stranger, CHIEF, "Di", "Ed", "Flo")
    theirs = group_of(stranger)
    for person in (here["Anna"].id, here["Ann"].id, 10**6):
        assert stranger.get(f"{theirs}/p/{person}").status_code == 404
        assert stranger.post(f"{theirs}/p/{person}/part").status_code == 404
    assert known(app, first).keys() == {"Ann", "Bo", "Cy"}
