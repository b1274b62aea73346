from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date, datetime
from gettext import NullTranslations
from typing import Any

from flask import Flask

class Domain:
    cache: dict[tuple[str, str], NullTranslations]

    def get_translations(self) -> NullTranslations: ...

class Babel:
    def __init__(
        self,
        app: Flask | None = ...,
        *,
        default_locale: str = ...,
        locale_selector: Callable[[], str] | None = ...,
        **more: Any,
    ) -> None: ...

def gettext(string: str, **variables: Any) -> str: ...
def ngettext(singular: str, plural: str, num: int, **variables: Any) -> str: ...
def force_locale(locale: str) -> AbstractContextManager[None]: ...
def format_date(
    date: date | datetime | None = ..., format: str | None = ..., rebase: bool = ...
) -> str: ...
def get_domain() -> Domain: ...
