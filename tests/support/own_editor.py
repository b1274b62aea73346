"""The pages on which a score sheet is made, as a person uses them: by fields and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from lxml import html
from lxml.html import HtmlElement

from referee.own.draft import as_draft
from referee.own.packed import packed, unpacked


class Editor:
    """One browser at one of the pages."""

    def __init__(self, client: FlaskClient, address: str = "/own/new") -> None:
        self.client = client
        self.go(address)

    def go(self, address: str) -> None:
        """Open an address and follow where it leads; every page there is 200."""
        answer = self.client.get(address, follow_redirects=True)
        assert answer.status_code == 200, address
        self.path = answer.request.path
        self.page: HtmlElement = html.fromstring(answer.text)

    def open(self, page: str, told: Mapping[str, Any], **query: str) -> None:
        """Open a page about a sheet."""
        more = "".join(f"&{name}={value}" for name, value in query.items())
        self.go(f"/own/{page}?sheet={packed(told)}{more}")

    @property
    def form(self) -> HtmlElement:
        """The one form of the page."""
        return self.page.get_element_by_id("entry")

    @property
    def told(self) -> dict[str, Any]:
        """The sheet as the page holds it; it is a draft that can be packed again."""
        (text,) = self.form.xpath(".//input[@name='sheet']/@value")
        assert packed(as_draft(unpacked(text))) == text
        return unpacked(text)

    def fields(self) -> dict[str, str]:
        """What the form would send, apart from buttons."""
        # A parser of pages drops the first line break of a text area, this one does not.
        return {name: str(value).removeprefix("\n") for name, value in self.form.form_values()}

    def taps(self) -> list[str]:
        """The values of all buttons of the page that send its form."""
        every = self.page.xpath("//button[@name='do'][not(@disabled)]/@value")
        return [str(value) for value in every]

    def tap(self, button: str = "", **values: str) -> None:
        """Fill some fields, tap a button and follow; names end in ``__`` where they have a dot."""
        sent = {name.replace("__", "."): value for name, value in values.items()}
        fields = {**self.fields(), **sent, "do": button}
        assert button in self.taps(), (button, self.taps())
        answer = self.client.post(self.form.get("action"), data=fields)
        assert answer.status_code == 303, (self.path, button)
        self.go(answer.headers["Location"])

    def says(self, text: str) -> bool:
        """Whether the page says something."""
        return text in " ".join(self.page.text_content().split())

    @property
    def faults(self) -> list[str]:
        """What the page says is wrong."""
        found = self.page.xpath("//*[contains(@class, 'field-error')]")
        return [" ".join(one.text_content().split()) for one in found]
