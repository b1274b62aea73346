"""The options of a what-if request."""

from collections.abc import Mapping
from typing import Any

from referee.web.view.view import View

from .recount import open_options

PREFIX = "o."


def options_in_address(view: View, args: Mapping[str, str]) -> dict[str, Any]:
    """The requested options that differ from the table's: an edition's, then single ones."""
    asked = (
        _edition_options(view, args["edition"])
        if args.get("edition") in view.history.game.info.editions
        else {}
    )
    names = [option.field.name for option in open_options(view)]
    asked |= {name: args[PREFIX + name] for name in names if PREFIX + name in args}
    return {
        name: value
        for name, value in asked.items()
        if str(value) != str(view.history.options[name])
    }


def _edition_options(view: View, edition: str) -> dict[str, Any]:
    """An edition's values of all options that some edition decides."""
    info = view.history.game.info
    defaults = {option.field.name: option.field.default for option in info.options}
    decided = {name for values in info.editions.values() for name in values}
    return {name: info.editions[edition].get(name, defaults[name]) for name in decided}
