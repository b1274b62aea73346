"""The API against its own description: whatever it is sent, it answers as it says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.web.api.openapi import ROUTES, Route
from tests.support.tiers import examples, property_test

from .harvest import Table

CHECKED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FEW, MANY = 1, 25


@pytest.fixture(scope="module")
def table(app: Flask) -> Table:
    """A table that has been played on."""
    return Table(app, "indian-chief", Random(1))


@pytest.fixture(scope="module")
def described(table: Table) -> Any:
    """The API as it describes itself."""
    return schemathesis.openapi.from_wsgi("/api/openapi.json", table.app)


@property_test
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.endpoint)
def test_every_answer_is_described(table: Table, described: Any, route: Route) -> None:
    """No fault inside, no status and no value that the description does not name, for any link."""
    with table.app.app_context():
        operation = described[route.path][route.method]
    row = table.table
    links = (row.host_link, row.seat_link, row.watch_link, "")

    @examples(FEW, MANY)
    @given(
        case=st.one_of(operation.as_strategy(generation_mode=mode) for mode in GenerationMode),
        here=st.integers(0, 5),
    )
    def answered(case: Any, here: int) -> None:
        # Mostly at this table: nobody guesses its code.
        known = table.known() if here else {}
        case.path_parameters |= {name: known[name] for name in case.path_parameters if here}
        for link in links:
            headers = {"Accept-Encoding": "identity", "Authorization": f"Bearer {link}"}
            case.call_and_validate(headers=headers, checks=CHECKED)

    answered()
