"""Which addresses a page that came by https may send something to."""

import pytest

from referee.web.http.cross_origin import is_reachable


@pytest.mark.parametrize(
    ("url", "reachable"),
    [
        ("https://games.example/cards/api/bring", True),
        ("http://localhost:8000/api/bring", True),
        ("http://127.0.0.1/", True),
        ("http://192.168.1.5:8000/api/bring", False),
        ("http://localhost.example/api/bring", False),
        ("http://127.0.0.1.example:80/", False),
    ],
)
def test_only_this_machine_is_reached_without_https(url: str, reachable: bool) -> None:
    assert is_reachable(url) == reachable
